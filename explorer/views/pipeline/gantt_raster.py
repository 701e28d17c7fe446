"""The rows of a timeline as pixels: each has the mean colour of the events in it, and lets through what is idle.

However many events there are, a row of a picture costs no more steps than it has pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from explorer.model.timeline import Timeline

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Look:
    """Fills of events: forward and backward, each for even and odd micro-batches, and chunk by chunk."""

    fills: tuple[tuple[tuple[str, ...], ...], ...]

    def table(self) -> Values:
        """Return red, green and blue, 0 to 1, by pass, parity and chunk."""
        return np.array([[[_parts(fill) for fill in chunks] for chunks in pair] for pair in self.fills], float)


def _parts(fill: str) -> tuple[float, float, float]:
    colour = QColor(fill)
    return colour.redF(), colour.greenF(), colour.blueF()


@dataclass(frozen=True, eq=False)
class EventRows:
    """The events of a timeline, a row for each stage; arrays of p rows, in the order of time."""

    start: Values
    end: Values
    is_backward: NDArray[np.bool_]
    micro: NDArray[np.intp]
    chunk: NDArray[np.intp]

    @classmethod
    def of(cls, made: Timeline) -> EventRows:
        """Return the rows of a timeline."""
        shape = (made.stages, -1)
        return cls(
            made.start.reshape(shape),
            made.end.reshape(shape),
            made.is_backward.reshape(shape),
            made.micro.reshape(shape),
            made.chunk.reshape(shape),
        )

    def visible(self, row: int, low: float, high: float) -> slice:
        """Return which events of a row are in sight between two times."""
        first = int(np.searchsorted(self.end[row], low, side="right"))
        last = int(np.searchsorted(self.start[row], high, side="left"))
        return slice(first, max(first, last))

    def at(self, row: int, time: float) -> int | None:
        """Return the event of a row that runs at a time, or None."""
        place = int(np.searchsorted(self.start[row], time, side="right")) - 1
        return place if place >= 0 and time <= self.end[row][place] else None

    def begun_until(self, row: int, time: float) -> float:
        """Return when the last event ends that a row has begun by a time; at least that time."""
        place = int(np.searchsorted(self.start[row], time, side="right")) - 1
        return max(time, float(self.end[row][place])) if place >= 0 else time


@dataclass(frozen=True, eq=False)
class Integrals:
    """Colours and opacity of each row, summed up over time, before and after each event; arrays of p rows.

    Two of the four sums at a time stand in a complex number, so that both are interpolated at once.
    """

    times: Values
    red_green: NDArray[np.complex128]
    blue_opacity: NDArray[np.complex128]

    @classmethod
    def of(cls, rows: EventRows, look: Look) -> Integrals:
        """Sum up the fills of a look."""
        colours = look.table()[rows.is_backward.astype(int), rows.micro % 2, rows.chunk]
        lengths = rows.end - rows.start
        parts = (colours[..., 0] + 1j * colours[..., 1], colours[..., 2] + 1j)
        return cls(_both(rows.start, rows.end), *(_summed(part * lengths) for part in parts))


def _both(before: NDArray[Any], after: NDArray[Any]) -> NDArray[Any]:
    """Return two arrays of p rows in one, by turns."""
    return np.stack((before, after), axis=-1).reshape(len(before), -1)


def _summed(parts: NDArray[np.complex128]) -> NDArray[np.complex128]:
    after = np.cumsum(parts, axis=1)
    return _both(after - parts, after)


def raster(rows: EventRows, summed: Integrals, shown: range, edges: Values) -> QImage:
    """Return an image with a line of pixels for each shown row; ``edges`` are the times between which pixels stand."""
    width = len(edges) - 1
    sums = np.zeros((2, len(shown), width + 1), complex)
    for line, row in enumerate(shown):
        seen = rows.visible(row, float(edges[0]), float(edges[-1]))
        part = slice(2 * seen.start, 2 * seen.stop)
        if seen.stop > seen.start:
            for place, of_row in enumerate((summed.red_green[row], summed.blue_opacity[row])):
                sums[place, line] = np.interp(edges, summed.times[row][part], of_row[part])
    pixels = np.diff(sums, axis=2) / np.diff(edges)
    channels = np.stack((pixels[0].real, pixels[0].imag, pixels[1].real, pixels[1].imag), axis=-1)
    content = np.ascontiguousarray((np.clip(channels, 0, 1) * 255 + 0.5).astype(np.uint8))
    image = QImage(content.data, width, len(shown), 4 * width, QImage.Format.Format_RGBA8888_Premultiplied)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)  # a copy, fast to draw
