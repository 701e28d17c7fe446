"""Curves: the same phase with one parameter swept over a range, and the range that shows a scenario well."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.model import balance
from explorer.model.balance import Phase
from explorer.model.thresholds import State, Threshold

POINTS = 240
"""Evenly placed points of a curve; kinks, the threshold and the scenario's own value come on top, exactly."""

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Curves:
    """Times and speed-ups against one parameter, arrays of one length in rising order of ``value``."""

    value: Values
    one_device_s: Values
    split_s: Values
    bound_s: Values
    speedup: Values
    bound_speedup: Values
    one_speedup: Values


def _kinks(phase: Phase, axis: str) -> list[float]:
    """Values of the axis where compute equals the communication, or the part of it issued during compute."""
    compute = float(balance.compute_time(phase))
    communication = float(balance.communication_time(phase))
    n_eta = float(phase.devices * phase.efficiency)
    if axis == "overlap":
        return [compute / communication] if communication > 0 else []
    found = []
    for share in (1.0, float(phase.overlap)):
        if axis == "divisible":
            found.append(n_eta * share * communication)
        elif axis == "efficiency" and share * communication > 0:
            found.append(float(phase.divisible) / (float(phase.devices) * share * communication))
        elif axis in _OF_MESSAGES and share > 0 and phase.messages:
            found.append(_kink_of_messages(phase, axis, compute / share))
    return found


_OF_MESSAGES = ("bandwidth", "startup", "message_bytes", "messages")


def _kink_of_messages(phase: Phase, axis: str, communication: float) -> float:
    """Value of a parameter of the messages at which all of them take so many seconds."""
    each = communication / float(phase.messages)
    bytes_s = float(phase.message_bytes / phase.bandwidth)
    if axis == "startup":
        return each - bytes_s
    if axis == "message_bytes":
        return float((each - phase.startup) * phase.bandwidth)
    if axis == "messages":
        one = float(balance.message_time(phase))
        return communication / one if one > 0 else math.inf
    spare = each - float(phase.startup)
    return float(phase.message_bytes) / spare if spare > 0 else math.inf


def points(low: float, high: float, logarithmic: bool, exact: Iterable[float]) -> Values:
    """Return evenly placed values of a range, with those of ``exact`` that lie in it."""
    even = np.geomspace(low, high, POINTS) if logarithmic else np.linspace(low, high, POINTS)
    within = [value for value in exact if low <= value <= high]
    return np.unique(np.concatenate([even, np.asarray(within, float)]))


def curves(phase: Phase, axis: str, low: float, high: float, *, logarithmic: bool, marks: tuple[float, ...]) -> Curves:
    """Sweep a parameter from low to high (SI); ``marks`` within the range become exact points."""
    x = points(low, high, logarithmic, (*_kinks(phase, axis), *marks))
    return along(replace(phase, **{axis: x}), x)


def along(swept: Phase, x: Values) -> Curves:
    """Return the curves of a phase whose fields are arrays over the values of an axis."""
    ones = np.ones_like(x)
    one = balance.one_device_time(swept) * ones
    split = balance.split_time(swept) * ones
    bound = balance.overlap_bound(swept) * ones
    best = np.asarray(balance.speedup(replace(swept, overlap=1.0))) * ones
    return Curves(x, one, split, bound, np.asarray(balance.speedup(swept)) * ones, best, ones)


def _near(threshold: Threshold, reference: float, factor: float) -> list[float]:
    """Return the threshold as a list if it is a number within a factor of the reference."""
    known = threshold.state in (State.FINITE, State.UNREACHABLE) and threshold.value > 0
    if not known or (reference > 0 and not 1 / factor <= threshold.value / reference <= factor):
        return []
    return [float(threshold.value)]


def span(
    phase: Phase, axis: str, threshold: Threshold, logarithmic: bool, value: float | None = None
) -> tuple[float, float]:
    """Return the range of an axis in which the scenario's value and, if it is near, its threshold stand well.

    ``value`` is the scenario's where the phase does not hold it as the axis means it.
    """
    value = float(getattr(phase, axis)) if value is None else value
    if axis == "efficiency":
        seen = [value, *_near(threshold, 1.0, 2.5)]
        low = min(0.3, 0.6 / float(phase.devices), *(0.8 * entry for entry in seen))
        return low, max(1.1, *(1.1 * entry for entry in seen))
    if axis == "bandwidth" and math.isinf(value):
        mark = (_near(threshold, 0.0, 1.0) or [1e10])[0]
        return 0.25 * mark, 400 * mark  # far enough for the curve to come close to what it is at infinity
    if axis == "bandwidth":
        reference = value if math.isfinite(value) else 0.0
        marks = _near(threshold, reference, 1e4) or ([] if reference else [1e10])
        own = [reference] if reference else []
        low = min([0.05 * entry for entry in own] + [0.25 * entry for entry in marks])
        return low, max([20 * entry for entry in own] + [4 * entry for entry in marks])
    if axis == "overlap":
        return 0.0, 1.0
    if axis == "devices":
        return (1.8, max(1100.0, 4 * value)) if logarithmic else (1.0, max(16.0, 2 * value))
    usual = _usual(phase, axis)
    marks = _near(threshold, value, 1e4 if logarithmic else 20)
    seen = ([value] if value else []) + marks or [usual if usual > 0 else 1e-3]
    if logarithmic:
        return 0.05 * min(seen), 20 * max(seen)
    return 0.0, max(2 * value, 1.5 * max(seen))


def _usual(phase: Phase, axis: str) -> float:
    """Value that the axis of a parameter shows where neither its own nor a threshold is there."""
    if axis in ("messages", "message_bytes"):
        return 8.0 if axis == "messages" else 4e6
    return float(balance.communication_time(phase)) + float(phase.serial) + float(phase.extra_serial)


def reach(usual: tuple[float, float], logarithmic: bool, minimum: float, maximum: float) -> tuple[float, float]:
    """Return how far a range can be moved and zoomed out within a parameter's bounds."""
    low, high = usual
    first, last = (low / 1e6, high * 1e6) if logarithmic else (0.0, 30 * high)
    return max(first, minimum), min(last, maximum)


def top(found: Curves, one_now: float, split_now: float, as_speedup: bool, target: float) -> float:
    """Return the upper end of the vertical axis: what blows up at one end of the range does not flatten the rest."""
    if as_speedup:
        highest = max(float(found.bound_speedup.max()), 1.0)
        return 1.08 * (max(highest, target) if target <= 2 * highest else highest)
    limit = 2.0 * max(one_now, split_now)
    highest = max(float(found.one_device_s.max()), min(float(found.split_s.max()), limit))
    return 1.05 * highest if highest > 0 else 1e-3
