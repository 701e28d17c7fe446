"""One axis class: plots hold coordinates (a value in the axis's unit, or its log10), the axis writes values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPicture
from PySide6.QtWidgets import QGraphicsItem
from typing_extensions import override

from explorer.scenario.quantity import COUNT, RATIO, Dimension, best_unit, format_quantity

_BETWEEN = 6.0
"""Pixels between two labels of a logarithmic axis."""
_LAST = 3
"""Rank of a label that is left out where not all of its kind have room: those of 1, 2 and 5 rank before it."""
_ROOM_ALONG, _ROOM_UP = 48, 18
"""Pixels for a label such as "100 GB/s" with its gap, below the plot and, one line high, beside it."""
_USUAL_ROOM = 30, 18
"""Width and height of the numbers from which pyqtgraph starts; it keeps up to 10 pixels of what longer ones took."""
_MARGIN = 0.02
"""Share of a range that is added before its beginning, where no value can lie."""


@dataclass(frozen=True)
class Coordinates:
    """Value <-> coordinate of one axis. Logarithms are taken here, so that every item on the plot agrees."""

    dimension: Dimension
    logarithmic: bool
    unit: str
    scale: float

    @classmethod
    def over(cls, dimension: Dimension, low: float, high: float, logarithmic: bool) -> Coordinates:
        """Choose the unit for a range of values."""
        typical = 2 * math.sqrt(low * high) if logarithmic else max(abs(low), abs(high)) / 1.5
        unit = best_unit(typical, dimension)
        return cls(dimension, logarithmic, unit.name.replace("×", ""), float(unit.scale))

    def to(self, values: Any) -> Any:
        """Return the coordinates of values (a number or an array)."""
        if self.logarithmic:
            with np.errstate(divide="ignore"):
                return np.log10(values)
        return values / self.scale

    def back(self, coordinate: float) -> float:
        """Return the value of a coordinate."""
        if self.logarithmic:
            return float(10.0 ** min(max(coordinate, -300.0), 300.0))
        return float(coordinate * self.scale)


@dataclass(frozen=True)
class Axis:
    """An axis of a plot: its coordinates, its ends in SI, its name without a unit, and how far a person may zoom out.

    Attributes
    ----------
    limits : the widest range, SI; None where the range is not the person's to choose.
    """

    coordinates: Coordinates
    low: float
    high: float
    title: str
    limits: tuple[float, float] | None = None

    @classmethod
    def over(cls, dimension: Dimension, low: float, high: float, logarithmic: bool, title: str) -> Axis:
        """Return an axis over a range of values, SI, in the unit that fits it."""
        return cls(Coordinates.over(dimension, low, high, logarithmic), low, high, title)

    def label(self) -> str:
        """Return the name with the unit."""
        unit = self.coordinates.unit
        return f"{self.title} ({unit})" if unit else self.title

    def ends(self) -> tuple[float, float]:
        """Return the coordinates of both ends, with a margin before a beginning beyond which no value can lie."""
        low, high = float(self.coordinates.to(self.low)), float(self.coordinates.to(self.high))
        if self.limits is not None and self.low == self.limits[0] and not self.coordinates.logarithmic:
            low -= _MARGIN * (high - low)  # so that a value at the very beginning is seen whole
        return low, high

    def widest(self) -> tuple[float, float] | None:
        """Return the limits in coordinates."""
        if self.limits is None:
            return None
        low, high = self.limits
        if self.coordinates.logarithmic:
            return math.log10(max(low, 1e-30)), math.log10(min(high, 1e30))
        return (low - _MARGIN * (high - low)) / self.coordinates.scale, high / self.coordinates.scale

    def rounded(self, coordinate: float, pixel: float) -> float:
        """Return the value at a coordinate, written no finer than a step of a pixel can ask for."""
        value = self.coordinates.back(coordinate)
        step = abs(self.coordinates.back(coordinate + pixel) - value)
        digits = 4 if step == 0 or value == 0 else math.ceil(math.log10(abs(value) / step)) + 1
        return float(f"{value:.{min(max(digits, 3), 15)}g}")


BLANK = Axis(Coordinates(RATIO, False, "", 1.0), 0.0, 1.0, "")
"""The axis of a plot that has been given none."""


class QuantityAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis that writes a quantity's values."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self._coordinates = BLANK.coordinates
        self._scale = 1.0
        self._taken: list[tuple[float, float]] = []
        self.enableAutoSIPrefix(False)
        # Each axis replays its picture at each repaint though nothing on it has changed; the cache halves a drag step.
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def show_coordinates(self, coordinates: Coordinates) -> None:
        """Write the values of these coordinates from now on."""
        if coordinates != self._coordinates:
            self._coordinates = coordinates
            self.picture = None
            self.update()

    def take_room(self) -> None:
        """Take the room of the numbers, as pyqtgraph does only while it draws them, too late for a single picture."""
        self.textWidth, self.textHeight = _USUAL_ROOM
        picture = QPicture()
        painter = QPainter(picture)
        self.paint(painter, None, None)
        painter.end()

    @override
    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        if not self._coordinates.logarithmic:
            levels: list[tuple[float, list[float]]] = super().tickValues(minVal, maxVal, size)
            return levels[:2]
        low, high = min(minVal, maxVal), max(minVal, maxVal)
        self._scale, self._taken = size / (high - low), []
        room = _ROOM_ALONG if self.orientation in ("top", "bottom") else _ROOM_UP
        return log_ticks(low, high, max(2, int(size / room)))

    @override
    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str | None]:
        coordinates = self._coordinates
        if not coordinates.logarithmic:
            plain: list[str | None] = super().tickStrings(values, scale, spacing)
            return plain
        texts = [format_quantity(coordinates.back(value) / coordinates.scale, COUNT, 7) for value in values]
        metrics = QFontMetricsF(self.style["tickFont"] or QFont())
        along = self.orientation in ("top", "bottom")
        sizes = [metrics.horizontalAdvance(text) if along else metrics.ascent() for text in texts]
        middles = [value * self._scale for value in values]
        ranks = [_rank(value) for value in values]
        kept = without_touching(ranks, middles, sizes, self._taken)
        if spacing < 1 and not all(kept):  # some of those between 2, 5 and 10 would be a riddle
            kept = [keep and rank < _LAST for keep, rank in zip(kept, ranks, strict=True)]
        self._taken += [_ends(middle, size) for middle, size, keep in zip(middles, sizes, kept, strict=True) if keep]
        return [text if keep else None for text, keep in zip(texts, kept, strict=True)]


def without_touching(
    ranks: Sequence[int], middles: Sequence[float], sizes: Sequence[float], taken: Sequence[tuple[float, float]]
) -> list[bool]:
    """Return which labels have room, those of a low rank first.

    Parameters
    ----------
    middles, sizes : the labels' middles and lengths along the axis, pixels.
    taken : beginnings and ends of labels that are there already.
    """
    kept, ends = [False] * len(middles), list(taken)
    for label in sorted(range(len(middles)), key=lambda label: (ranks[label], middles[label])):
        first, last = _ends(middles[label], sizes[label])
        kept[label] = all(last <= begun or ended <= first for begun, ended in ends)
        if kept[label]:
            ends.append((first, last))
    return kept


def _ends(middle: float, size: float) -> tuple[float, float]:
    """Return beginning and end of a label with its share of the gap to the next one."""
    return middle - (size + _BETWEEN) / 2, middle + (size + _BETWEEN) / 2


def _rank(coordinate: float) -> int:
    """Rank decades before fives, these before twos, and the rest after them."""
    digit = round(10 ** (coordinate - math.floor(coordinate + 1e-9)), 6)
    return {1: 0, 5: 1, 2: 2}.get(int(digit), _LAST) if digit.is_integer() else _LAST


def log_ticks(low: float, high: float, most: int) -> list[tuple[float, list[float]]]:
    """Return major and minor ticks in log10 coordinates: decades, 1-2-5, or steps within a decade, as they fit."""
    decades = range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1)
    stride = max(1, math.ceil(len(decades) / most))
    major = [float(power) for power in decades if power % stride == 0]
    minor = _ticks_of(range(2, 10), low, high) if stride == 1 else []
    if len(major) < 3 and high - low < 3:
        steps = _ticks_of((1, 2, 5), low, high)
        major = steps if 2 <= len(steps) <= most + 2 else major
    if len(major) < 2 and len(decades) > 1:
        major = [float(power) for power in decades]
    if len(major) < 2:
        major, minor = _within_a_decade(low, high, most), []
    return [(1.0, major), (0.1, [tick for tick in minor if tick not in major])]


def _ticks_of(digits: Sequence[int], low: float, high: float) -> list[float]:
    """Return the ticks of digits in all decades."""
    ticks = [power + math.log10(digit) for power in range(math.floor(low), math.ceil(high) + 1) for digit in digits]
    return [tick for tick in ticks if low <= tick <= high]


def _within_a_decade(low: float, high: float, most: int) -> list[float]:
    """Return even steps of the value, for a range of less than a decade: as many as fit, but two at least."""
    first, last = 10.0**low, 10.0**high
    rough = (last - first) / max(most, 2)
    power = 10.0 ** math.floor(math.log10(rough))
    steps = [factor * power for factor in (10.0, 5.0, 2.0, 1.0, 0.5, 0.2)]
    ticks: list[float] = []
    for step in [step for step in steps if step >= rough][-1:] + [step for step in steps if step < rough]:
        numbers = range(math.ceil(first / step - 1e-9), math.floor(last / step + 1e-9) + 1)
        ticks = [math.log10(number * step) for number in numbers if number > 0]
        if len(ticks) > 1:
            break
    return ticks
