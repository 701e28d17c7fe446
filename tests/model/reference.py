"""The model once more, in exact rationals, from the definitions alone: no formula of a threshold stands here.

One device takes T1 = S + C. N devices take TN = S + ΔS + Cp + H − hidden, where each shard takes Cp = C/(Nη), all
communication H = Q (ℓ + V/B), and of the share f that is issued during compute as much is hidden as compute lasts,
min(f H, Cp). A target r is met where the margin M = T1/r − TN is positive. The margin as an exact function of one
parameter judges whatever is said about that parameter's threshold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from explorer.model.balance import Phase

HUGE, TINY = Fraction(10**40), Fraction(1, 10**40)

RISING = {"divisible", "bandwidth", "efficiency", "overlap"}
"""What helps when there is more of it; all else helps when there is less of it."""

PARAMETERS = (*sorted(RISING), "startup", "message_bytes", "messages", "extra_serial", "serial")

_POSITIVE = {"efficiency", "bandwidth"}

ROUNDING = Fraction(1, 10**14)
"""Share of the times in a margin that floats may lose: some 50 units in the last place."""


@dataclass(frozen=True)
class Exact:
    """A phase in rationals; a bandwidth of None is infinite."""

    serial: Fraction
    divisible: Fraction
    efficiency: Fraction
    messages: Fraction
    startup: Fraction
    message_bytes: Fraction
    bandwidth: Fraction | None
    devices: Fraction = Fraction(2)
    overlap: Fraction = Fraction(0)
    extra_serial: Fraction = Fraction(0)

    def phase(self) -> Phase:
        """The same in the nearest floats."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return Phase(**{name: float("inf") if value is None else float(value) for name, value in values.items()})

    def at(self, name: str, value: Fraction | None) -> Exact:
        """The same with one parameter elsewhere."""
        return replace(self, **{name: value})

    def one_device(self) -> Fraction:
        return self.serial + self.divisible

    def compute(self) -> Fraction:
        return self.divisible / (self.devices * self.efficiency)

    def communication(self) -> Fraction:
        transfer = Fraction(0) if self.bandwidth is None else self.message_bytes / self.bandwidth
        return self.messages * (self.startup + transfer)

    def hidden(self) -> Fraction:
        return min(self.overlap * self.communication(), self.compute())

    def split(self) -> Fraction:
        compute, communication = self.compute(), self.communication()
        return self.serial + self.extra_serial + compute + communication - min(self.overlap * communication, compute)

    def bound(self) -> Fraction:
        return self.at("overlap", Fraction(1)).split()

    def speedup(self) -> Fraction:
        return Fraction(1) if self.one_device() == self.split() == 0 else self.one_device() / self.split()

    def margin(self, target: Fraction = Fraction(1)) -> Fraction:
        return (self.one_device() if target == 1 else self.one_device() / target) - self.split()

    def scale(self, target: Fraction = Fraction(1)) -> Fraction:
        """The times that enter a margin; the serial part only as far as it does not cancel."""
        entering = self.divisible + self.compute() + self.extra_serial + self.communication()
        return entering if target == 1 else entering + self.serial * (1 - 1 / target)

    def verdict(self) -> str:
        if abs(self.margin()) <= self.scale() / 10**12:
            return "tie"
        return "split" if self.margin() > 0 else "single"


def exact(**values: str | int | None) -> Exact:
    """Make a phase from decimals such as "0.012"; a bandwidth of "inf" is infinite."""
    return Exact(**{name: None if value == "inf" else Fraction(value) for name, value in values.items()})


BASE = exact(
    serial="0.0008",
    divisible="0.012",
    efficiency="0.8",
    messages=4,
    startup="0.00003",
    message_bytes=2_000_000,
    bandwidth=10_000_000_000,
)
"""The article's base case."""


def range_of(case: Exact, name: str) -> Iterator[Fraction | None]:
    """Values of a parameter from one end of what it can be to the other, the present one among them."""
    present = getattr(case, name)
    if name == "overlap":
        yield from (Fraction(step, 16) for step in range(17))
        yield present
        return
    if name not in {*_POSITIVE, "divisible"}:
        yield Fraction(0)  # an efficiency or a bandwidth of 0 is none; no work at all is never won
    yield TINY
    around = present or Fraction(1)
    yield from (around * factor for factor in (Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 2), 1, 2, 100, 10**6))
    yield HUGE
    if name == "bandwidth":
        yield None


def fault(case: Exact, target: Fraction, name: str, state: str, value: float) -> str | None:
    """Judge what is said of a parameter's threshold: None where it is true, else what is wrong."""
    if state in ("finite", "unreachable"):
        if state == "unreachable" and not (name == "efficiency" and value > 1):
            return f"{name}: only an efficiency above 1 is unreachable, not {value}"
        if state == "finite" and name == "efficiency" and value > 1:
            return f"{name}: {value} is above 1 and called finite"
        return _fault_of_crossing(case, target, name, Fraction(value))
    everywhere = [case.at(name, entry) for entry in range_of(case, name)]
    margins = [there.margin(target) for there in everywhere]
    slack = [there.scale(target) * ROUNDING for there in everywhere]
    if state == "never" and any(margin > allowed for margin, allowed in zip(margins, slack, strict=True)):
        return f"{name}: never, yet there is a value that meets it"
    if state == "always" and any(margin <= -allowed for margin, allowed in zip(margins, slack, strict=True)):
        return f"{name}: always, yet there is a value that does not meet it"
    if state == "no_effect" and len(set(margins)) > 1:
        return f"{name}: no effect, yet the margin changes"
    return None


def _fault_of_crossing(case: Exact, target: Fraction, name: str, at: Fraction) -> str | None:
    """The margin changes its sign at the threshold, to the right side.

    It is looked at one part in 1e9 beside the threshold (of 1 for the overlap, which is a share of 1). Where that moves
    the margin by less than floats can tell, because it hardly depends on the parameter (start-ups of a microsecond
    beside hours of compute) or cancels (Nη close to r), the step grows until the margin can be told from zero; where it
    never can, two times are equal but for rounding, and all that is asked is that the margin is zero but for rounding.
    """
    if not (0 <= at < 1 if name == "overlap" else at > 0):
        return f"{name}: {float(at)} is not a value that it can have"
    for power in (9, 7, 5, 3, 1, 0):
        step = (1 if name == "overlap" else at) / Fraction(10**power)
        low, high = case.at(name, max(at - step, TINY) if name in _POSITIVE else at - step), case.at(name, at + step)
        margins = low.margin(target), high.margin(target)
        if min(map(abs, margins)) > ROUNDING * max(low.scale(target), high.scale(target)):
            below, above = (margins[0] > 0, margins[1] > 0)
            right = (above and not below) if name in RISING else (below and not above)
            return None if right else f"{name}: no change of sign at {float(at)}, looked at 1e-{power} beside it"
    there = case.at(name, at)
    return None if abs(there.margin(target)) <= ROUNDING * there.scale(target) else f"{name}: no zero at {float(at)}"
