"""One axis class: plots hold coordinates (a value in the axis's unit, or its log10), the axis writes values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pyqtgraph as pg
from PySide6.QtWidgets import QGraphicsItem
from typing_extensions import override

from explorer.scenario.quantity import COUNT, RATIO, Dimension, best_unit, format_quantity


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
            import numpy as np

            with np.errstate(divide="ignore"):
                return np.log10(values)
        return values / self.scale

    def back(self, coordinate: float) -> float:
        """Return the value of a coordinate."""
        if self.logarithmic:
            return float(10.0 ** min(max(coordinate, -300.0), 300.0))
        return float(coordinate * self.scale)


class QuantityAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis that writes a quantity's values."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self._coordinates = Coordinates(RATIO, False, "", 1.0)
        self.enableAutoSIPrefix(False)
        # Each axis replays its picture at each repaint though nothing on it has changed; the cache halves a drag step.
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def show_coordinates(self, coordinates: Coordinates) -> None:
        """Write the values of these coordinates from now on."""
        if coordinates != self._coordinates:
            self._coordinates = coordinates
            self.picture = None
            self.update()

    @override
    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        if not self._coordinates.logarithmic:
            found: list[tuple[float, list[float]]] = super().tickValues(minVal, maxVal, size)
            return found[:2]
        low, high = min(minVal, maxVal), max(minVal, maxVal)
        return log_ticks(low, high, max(2, int(size / 48)))

    @override
    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        here = self._coordinates
        if not here.logarithmic:
            plain: list[str] = super().tickStrings(values, scale, spacing)
            return plain
        return [format_quantity(here.back(value) / here.scale, COUNT, 7) for value in values]


def log_ticks(low: float, high: float, most: int) -> list[tuple[float, list[float]]]:
    """Return major and minor ticks in log10 coordinates: decades, 1-2-5, or steps within a decade, as they fit."""
    decades = range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1)
    stride = max(1, math.ceil(len(decades) / most))
    major = [float(power) for power in decades if power % stride == 0]
    minor = [
        power + math.log10(digit)
        for power in range(math.floor(low), math.ceil(high))
        for digit in range(2, 10)
        if stride == 1 and low <= power + math.log10(digit) <= high
    ]
    if len(major) < 3 and high - low < 3:
        steps = [
            power + math.log10(digit) for power in range(math.floor(low), math.ceil(high) + 1) for digit in (1, 2, 5)
        ]
        steps = [step for step in steps if low <= step <= high]
        major = steps if 2 <= len(steps) <= most + 2 else major
    if len(major) < 2 and len(decades) > 1:
        major = [float(power) for power in decades]
    if len(major) < 2:
        major, minor = _within_a_decade(low, high, most), []
    return [(1.0, major), (0.1, [tick for tick in minor if tick not in major])]


def _within_a_decade(low: float, high: float, most: int) -> list[float]:
    """Even steps of the value, for a range of less than a decade: as many as fit, but two at least."""
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
