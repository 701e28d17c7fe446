"""The rows of a timeline as pixels: each has the mean colour of the events in it, and lets through what is idle.

However many events there are, a row costs as many steps as it has pixels, and one for each event in sight.
"""

from __future__ import annotations

from dataclasses import dataclass

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
class Rows:
    """The events of a timeline, a row for each stage; arrays of p rows, in the order of time."""

    start: Values
    end: Values
    is_backward: NDArray[np.bool_]
    micro: NDArray[np.intp]
    chunk: NDArray[np.intp]

    @classmethod
    def of(cls, made: Timeline) -> Rows:
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


def raster(rows: Rows, shown: range, edges: Values, look: Look) -> QImage:
    """Return an image with a line of pixels for each shown row; ``edges`` are the times between which pixels stand."""
    table, width = look.table(), len(edges) - 1
    pixels = np.zeros((len(shown), width, 4))
    for line, row in enumerate(shown):
        pixels[line] = _line(rows, row, edges, table)
    bytes_of = np.ascontiguousarray((np.clip(pixels, 0, 1) * 255 + 0.5).astype(np.uint8))
    image = QImage(bytes_of.data, width, len(shown), 4 * width, QImage.Format.Format_RGBA8888_Premultiplied)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)  # a copy, fast to draw


def _line(rows: Rows, row: int, edges: Values, table: Values) -> Values:
    """Return red, green, blue and opacity of each pixel: differences of their integrals over time."""
    seen = rows.visible(row, float(edges[0]), float(edges[-1]))
    start, end = rows.start[row][seen], rows.end[row][seen]
    if not len(start):
        return np.zeros((len(edges) - 1, 4))
    colours = table[rows.is_backward[row][seen].astype(int), rows.micro[row][seen] % 2, rows.chunk[row][seen]]
    lengths = (end - start)[:, None] * np.column_stack((colours, np.ones(len(start))))
    sums = np.concatenate((np.zeros((1, 4)), np.cumsum(lengths, axis=0)))
    times = np.column_stack((start, end)).ravel()
    around = np.repeat(sums, 2, axis=0)[1:-1]  # before and after each event
    # Two integrals at a time, as the parts of complex numbers.
    first = np.interp(edges, times, around[:, 0] + 1j * around[:, 1])
    second = np.interp(edges, times, around[:, 2] + 1j * around[:, 3])
    integrals = np.column_stack((first.real, first.imag, second.real, second.imag))
    return np.asarray(np.diff(integrals, axis=0) / np.diff(edges)[:, None], float)
