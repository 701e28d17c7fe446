"""What a Gantt chart shows and where: lanes, fills, the times and rows in sight, and their cached rasters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from explorer.answers.pipeline import words
from explorer.answers.pipeline.schedules import Run, Values, finish_times
from explorer.model.timeline import Timeline
from explorer.views.pipeline.gantt_raster import EventRows, Integrals, Look, raster
from explorer.views.widgets.painting import mixed
from explorer.views.widgets.theme import Theme, translated

_FAINT = 0.22
"""Share of the colour of events that have not begun: visible, and plainly not done yet."""
_ODD, _LAST_CHUNK = 0.78, 0.5
"""Shares of the colour of every second micro-batch and of the last chunk: neighbours differ in grey, too."""


@dataclass(frozen=True, eq=False)
class ScheduleLane:
    """A timeline with its title in full and ever shorter; ``message`` is shown where there is no timeline.

    ``tip`` is the full title with the definitions of its shares, ``finished`` has the times (seconds) at which the
    micro-batches have finished, ``hop`` is the seconds of one.
    """

    is_chosen: bool
    titles: tuple[str, ...]
    tip: str
    message: str
    hop: float
    timeline: Timeline | None
    finished: Values | None
    rows: EventRows | None

    @classmethod
    def of(cls, run: Run, *, is_chosen: bool) -> ScheduleLane:
        """Return the lane of a run."""
        titles, tip = tuple(map(translated, words.titles(run))), translated(words.explained_title(run))
        message, timeline = translated(words.problem(run) or ""), run.timeline
        events = (None,) * 3 if timeline is None else (timeline, finish_times(timeline), EventRows(timeline))
        return cls(is_chosen, titles, tip, message, run.pipeline.hop, *events)


@lru_cache(maxsize=32)
def look_of(theme: Theme, chunks: int, *, faint: bool = False) -> Look:
    """Return the fills of a theme: odd micro-batches and later chunks are lighter, what has not begun is faint."""

    def fill(colour: str, parity: int, chunk: int) -> str:
        share = 1 - (1 - _LAST_CHUNK) * chunk / max(chunks - 1, 1)
        share *= (1, _ODD)[parity] * (_FAINT if faint else 1)
        return mixed(colour, theme.card, share).name()

    return Look(
        tuple(
            tuple(tuple(fill(colour, parity, chunk) for chunk in range(chunks)) for parity in (0, 1))
            for colour in (theme.split, theme.devices[1])
        )
    )


@dataclass(frozen=True)
class TimeWindow:
    """Pixels of the painted area and the times in sight: from ``low`` at ``left`` to ``high`` at ``right``."""

    left: float
    right: float
    low: float
    high: float

    @property
    def scale(self) -> float:
        """Pixels per second."""
        return (self.right - self.left) / (self.high - self.low)

    def x(self, time: float) -> float:
        """Return the x of a time."""
        return self.left + (time - self.low) * self.scale

    def time(self, x: float) -> float:
        """Return the time at an x."""
        return self.low + (x - self.left) / self.scale

    def clipped(self, first: float, last: float) -> tuple[float, float]:
        """Return the x of both ends of an interval, limited to the painted area."""
        return max(self.x(first), self.left), min(self.x(last), self.right)


@dataclass(frozen=True)
class LaneGeometry:
    """Where the rows of a lane are, and its title above them; ``stages`` are those that have a row."""

    title: QRectF
    top: float
    pitch: float
    stages: range

    @property
    def bottom(self) -> float:
        """The end of the last row."""
        return self.top + self.pitch * len(self.stages)

    @property
    def height(self) -> float:
        """Height of a row: all of the pitch but a gap, which leaves thin rows most of it."""
        return self.pitch - (2.0 if self.pitch >= 14 else 1.0 if self.pitch >= 5 else 0.0)

    def top_of(self, row: int) -> float:
        """Return the top of a row, counted among those of this lane."""
        return self.top + self.pitch * row


class Images:
    """The last rasters, so that a moving cursor draws them again and computes nothing."""

    _MOST = 8
    """Rasters that are kept: three schedules in full colour and faint, and some more while the cursor sets in."""

    def __init__(self) -> None:
        self._images: dict[tuple[object, ...], QImage] = {}
        self._sums: dict[tuple[EventRows, Look], Integrals] = {}

    def get(self, rows: EventRows, geometry: LaneGeometry, window: TimeWindow, factor: float, look: Look) -> QImage:
        """Return the raster of the part in sight, ``factor`` device pixels per pixel."""
        width = max(round((window.right - window.left) * factor), 1)
        key = (rows, geometry.stages, window, width, look)
        if key not in self._images:
            if len(self._images) > self._MOST:
                self._images.clear()
            edges = np.linspace(window.low, window.high, width + 1)
            if (rows, look) not in self._sums:
                self._sums[rows, look] = Integrals.of(rows, look)
            self._images[key] = raster(rows, self._sums[rows, look], geometry.stages, edges)
        return self._images[key]

    def clear(self) -> None:
        """Forget all rasters: there are other lanes or colours."""
        self._images.clear()
        self._sums.clear()
