"""The rows of a timeline as pixels: each has the mean colour of its events, and is transparent where nothing runs.

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
        return np.array([[[_channels(fill) for fill in chunks] for chunks in pair] for pair in self.fills], float)


def _channels(fill: str) -> tuple[float, float, float]:
    colour = QColor(fill)
    return colour.redF(), colour.greenF(), colour.blueF()


class EventRows:
    """The events of a timeline; arrays with a row for each of p stages, in the order of time, seconds."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline, shape = timeline, (timeline.stages, -1)
        self.start, self.end = timeline.start.reshape(shape), timeline.end.reshape(shape)
        self.micro, self.chunk = timeline.micro.reshape(shape), timeline.chunk.reshape(shape)
        self.is_backward = timeline.is_backward.reshape(shape)

    def visible(self, row: int, low: float, high: float) -> slice:
        """Return which events of a row are in sight between two times."""
        first = int(np.searchsorted(self.end[row], low, side="right"))
        last = int(np.searchsorted(self.start[row], high, side="left"))
        return slice(first, max(first, last))

    def at(self, row: int, time: float) -> int | None:
        """Return the event of a row that runs at a time, or None."""
        index = self._last_begun(row, time)
        return index if index >= 0 and time <= self.end[row][index] else None

    def begun_until(self, row: int, time: float) -> float:
        """Return the end of the last event that a row has begun by a time; at least that time."""
        index = self._last_begun(row, time)
        return max(time, float(self.end[row][index])) if index >= 0 else time

    def _last_begun(self, row: int, time: float) -> int:
        """Return the index of the last event that has begun, -1 before the first."""
        return int(np.searchsorted(self.start[row], time, side="right")) - 1


@dataclass(frozen=True, eq=False)
class Integrals:
    """Colours and opacity of each row, integrated over time, before and after each event; arrays of p rows.

    A complex number holds two of the four integrals, so that both are interpolated at once.
    """

    times: Values
    red_green: NDArray[np.complex128]
    blue_opacity: NDArray[np.complex128]

    @classmethod
    def of(cls, rows: EventRows, look: Look) -> Integrals:
        """Integrate the fills of a look."""
        colours = look.table()[rows.is_backward.astype(int), rows.micro % 2, rows.chunk]
        lengths = rows.end - rows.start
        channels = (colours[..., 0] + 1j * colours[..., 1], colours[..., 2] + 1j)
        return cls(_interleaved(rows.start, rows.end), *(_integrals(channel * lengths) for channel in channels))


def _interleaved(before: NDArray[Any], after: NDArray[Any]) -> NDArray[Any]:
    """Return two arrays of p rows in one, in alternating columns."""
    return np.stack((before, after), axis=-1).reshape(len(before), -1)


def _integrals(steps: NDArray[np.complex128]) -> NDArray[np.complex128]:
    after = np.cumsum(steps, axis=1)
    return _interleaved(after - steps, after)


def raster(rows: EventRows, integrals: Integrals, stages: range, edges: Values) -> QImage:
    """Return an image with a line of pixels for each of some stages; ``edges`` are the times between the pixels."""
    width = len(edges) - 1
    sums = np.zeros((2, len(stages), width + 1), complex)
    for line, stage in enumerate(stages):
        visible = rows.visible(stage, float(edges[0]), float(edges[-1]))
        columns = slice(2 * visible.start, 2 * visible.stop)
        if visible.stop > visible.start:
            for index, of_stage in enumerate((integrals.red_green[stage], integrals.blue_opacity[stage])):
                sums[index, line] = np.interp(edges, integrals.times[stage][columns], of_stage[columns])
    pixels = np.diff(sums, axis=2) / np.diff(edges)
    channels = np.stack((pixels[0].real, pixels[0].imag, pixels[1].real, pixels[1].imag), axis=-1)
    content = np.ascontiguousarray((np.clip(channels, 0, 1) * 255 + 0.5).astype(np.uint8))
    image = QImage(content.data, width, len(stages), 4 * width, QImage.Format.Format_RGBA8888_Premultiplied)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)  # a copy, fast to draw
