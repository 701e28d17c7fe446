"""What a Gantt shows and where: lanes, fills, the times and rows in sight, and the rasters that are kept of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from explorer.answers.pipeline.schedules import Run, Values, finish_times
from explorer.model.timeline import Timeline
from explorer.views.pipeline.gantt_raster import EventRows, Integrals, Look, raster
from explorer.views.widgets.painting import mixed
from explorer.views.widgets.theme import Theme

_FAINT = 0.22
"""Share of the colour of events that have not begun: in sight, and plainly not there yet."""
_ODD, _LAST_CHUNK = 0.78, 0.5
"""Shares of the colour of every second micro-batch and of the last chunk: neighbours can be told apart in grey, too."""


@dataclass(frozen=True, eq=False)
class ScheduleLane:
    """A timeline with its title, of which ``titles`` has shorter ones, too; ``told`` stands in the place of none.

    ``tip`` is the title in full with what its figures mean, ``finished`` has the times at which micro-batches are
    through.
    """

    titles: tuple[str, ...]
    timeline: Timeline | None
    told: str = ""
    tip: str = ""
    hop: float = 0.0
    is_own: bool = False
    finished: Values | None = None
    rows: EventRows | None = None

    @classmethod
    def of(cls, found: Run, titles: tuple[str, ...], told: str, tip: str, *, is_own: bool) -> ScheduleLane:
        """Return the lane of a run."""
        made = found.timeline
        if made is None:
            return cls(titles, None, told, tip, is_own=is_own)
        return cls(titles, made, told, tip, found.pipeline.hop, is_own, finish_times(made), EventRows.of(made))


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
        """Pixels of a second."""
        return (self.right - self.left) / (self.high - self.low)

    def x(self, time: float) -> float:
        """Return where a time stands."""
        return self.left + (time - self.low) * self.scale

    def time(self, x: float) -> float:
        """Return which time stands at a place."""
        return self.low + (x - self.left) / self.scale

    def clipped(self, first: float, last: float) -> tuple[float, float]:
        """Return the ends of what is in sight of a stretch of time."""
        return max(self.x(first), self.left), min(self.x(last), self.right)


@dataclass(frozen=True)
class LaneGeometry:
    """Where the rows of a lane stand, and above them its title; of very many stages only each ``stride``-th."""

    title: QRectF
    top: float
    pitch: float
    shown: range

    @property
    def bottom(self) -> float:
        """The end of the last row."""
        return self.top + self.pitch * len(self.shown)

    def row(self, place: int) -> tuple[float, float]:
        """Return top and height of a row by its place among those shown."""
        gap = 2.0 if self.pitch >= 14 else 1.0 if self.pitch >= 5 else 0.0
        return self.top + self.pitch * place, self.pitch - gap


class Images:
    """The last rasters, so that a moving cursor draws them once more and computes nothing."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], QImage] = {}
        self._sums: dict[tuple[int, Look], Integrals] = {}

    def get(
        self, lane: ScheduleLane, band: LaneGeometry, window: TimeWindow, factor: float, look: Look
    ) -> QImage | None:
        """Return the raster of a lane as it is in sight."""
        if lane.rows is None:
            return None
        width = max(round((window.right - window.left) * factor), 1)
        key = (id(lane), band.shown, window, width, look)
        if key not in self._kept:
            if len(self._kept) > 8:
                self._kept.clear()
            edges = np.linspace(window.low, window.high, width + 1)
            if (id(lane), look) not in self._sums:
                self._sums[id(lane), look] = Integrals.of(lane.rows, look)
            self._kept[key] = raster(lane.rows, self._sums[id(lane), look], band.shown, edges)
        return self._kept[key]

    def clear(self) -> None:
        """Forget all: there are other lanes."""
        self._kept.clear()
        self._sums.clear()
