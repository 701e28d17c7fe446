"""The scale of a slider: the position of a value, and the value of a position."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

from explorer.scenario.parameter import Parameter

STEPS = 1000


@dataclass(frozen=True)
class Scale:
    """A linear or logarithmic scale over 0 … STEPS, with end notches for 0 and for infinity.

    A value outside saturates; the slider then stands at its end, and the value itself is not touched.
    """

    low: float
    high: float
    logarithmic: bool = True
    zero_notch: bool = False
    infinite_notch: bool = False
    whole: bool = False

    @classmethod
    def of(cls, parameter: Parameter) -> Self:
        """Return the scale that a parameter declares for its slider, with a notch for infinity where it may be that."""
        slider, kind = parameter.slider, parameter.dimension
        if slider is None:
            raise ValueError(f"{parameter.symbol} has no slider")
        return cls(slider.low, slider.high, slider.logarithmic, slider.zero, kind.may_be_infinite, kind.whole)

    def _ends(self) -> tuple[int, int]:
        return (20 if self.zero_notch else 0), (STEPS - 20 if self.infinite_notch else STEPS)

    def position(self, value: float) -> int:
        """Return the position of a value."""
        first, last = self._ends()
        if math.isinf(value):
            return STEPS
        if self.zero_notch and value == 0:
            return 0
        if value <= self.low:
            return first
        if value >= self.high:
            return last
        if self.logarithmic:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return first + round(share * (last - first))

    def value(self, position: int) -> float:
        """Return the value of a position, rounded to three digits (to a whole number where it has to be one)."""
        first, last = self._ends()
        if self.zero_notch and position < (first + 1) // 2:
            return 0.0
        if self.infinite_notch and position > (last + STEPS) // 2:
            return math.inf
        share = min(max((position - first) / (last - first), 0.0), 1.0)
        if self.logarithmic:
            raw = self.low * (self.high / self.low) ** share
        else:
            raw = self.low + share * (self.high - self.low)
        if self.whole:
            return float(round(raw))
        digits = 3 if self.logarithmic else max(0, 2 - math.floor(math.log10(self.high - self.low)))
        return float(f"{raw:.{digits}g}") if self.logarithmic else round(raw, digits)


def stepped(value: float, direction: int, *, whole: bool, share: bool, first: float) -> float:
    """Return the next value by one key press: the second significant digit, one for counts, a hundredth for shares."""
    if whole:
        return value + direction
    if share:
        return round(value + direction * 0.01, 10)
    if math.isinf(value):
        return value
    if value == 0:
        return first if direction > 0 else 0.0
    power = math.floor(math.log10(value) + 1e-12) - 1
    if direction < 0 and math.isclose(value, 10.0 ** (power + 1), rel_tol=1e-9):
        power -= 1
    return float(f"{value + direction * 10.0**power:.12g}")
