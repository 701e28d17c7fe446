"""Times and speed-ups of a phase with one parameter swept over a range, and the range that shows a scenario well."""

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
"""Evenly spaced points of a curve; kinks, the threshold and the scenario's value are added, exactly."""

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Curves:
    """Times (s) and speed-ups against one parameter (SI): arrays of one length, ``value`` rising."""

    value: Values
    one_device_s: Values
    split_s: Values
    bound_s: Values
    speedup: Values
    bound_speedup: Values
    one_speedup: Values


def _kinks(phase: Phase, axis: str) -> list[float]:
    """Return the values at which compute takes as long as communication, or as its part that overlaps with compute."""
    compute = float(balance.compute_time(phase))
    communication = float(balance.communication_time(phase))
    n_eta = float(phase.devices * phase.efficiency)
    if axis == "overlap":
        return [compute / communication] if communication > 0 else []
    kinks = []
    for share in (1.0, float(phase.overlap)):
        if axis == "divisible":
            kinks.append(n_eta * share * communication)
        elif axis == "efficiency" and share * communication > 0:
            kinks.append(float(phase.divisible) / (float(phase.devices) * share * communication))
        elif axis in _OF_MESSAGES and share > 0 and phase.messages:
            kinks.append(_kink_of_messages(phase, axis, compute / share))
    return kinks


_OF_MESSAGES = ("bandwidth", "startup", "message_bytes", "messages")


def _kink_of_messages(phase: Phase, axis: str, communication: float) -> float:
    """Return the value of a parameter of the messages at which all of them together take ``communication`` seconds."""
    each = communication / float(phase.messages)
    bytes_s = float(phase.message_bytes / phase.bandwidth)
    if axis == "startup":
        return each - bytes_s
    if axis == "message_bytes":
        return float((each - phase.startup) * phase.bandwidth)
    if axis == "messages":
        message = float(balance.message_time(phase))
        return communication / message if message > 0 else math.inf
    spare = each - float(phase.startup)
    return float(phase.message_bytes) / spare if spare > 0 else math.inf


def points(low: float, high: float, logarithmic: bool, exact: Iterable[float]) -> Values:
    """Return evenly spaced values of a range and the values of ``exact`` within it, rising."""
    even = np.geomspace(low, high, POINTS) if logarithmic else np.linspace(low, high, POINTS)
    within = [value for value in exact if low <= value <= high]
    return np.unique(np.concatenate([even, np.asarray(within, float)]))


def curves(phase: Phase, axis: str, low: float, high: float, *, logarithmic: bool, marks: tuple[float, ...]) -> Curves:
    """Sweep a parameter from low to high (SI); those of ``marks`` within the range become exact points."""
    x = points(low, high, logarithmic, (*_kinks(phase, axis), *marks))
    return along(replace(phase, **{axis: x}), x)


def along(swept: Phase, x: Values) -> Curves:
    """Return the curves of a phase whose fields are numbers, or arrays over the values ``x`` of an axis."""
    ones = np.ones_like(x)
    return Curves(
        value=x,
        one_device_s=balance.one_device_time(swept) * ones,
        split_s=balance.split_time(swept) * ones,
        bound_s=balance.overlap_bound(swept) * ones,
        speedup=balance.speedup(swept) * ones,
        bound_speedup=balance.speedup(replace(swept, overlap=1.0)) * ones,
        one_speedup=ones,
    )


def _near(threshold: Threshold, reference: float, factor: float) -> list[float]:
    """Return the threshold, or nothing where it is no number within a factor of the reference; 0 compares with any."""
    known = threshold.state in (State.FINITE, State.UNREACHABLE) and threshold.value > 0
    if not known or (reference > 0 and not 1 / factor <= threshold.value / reference <= factor):
        return []
    return [float(threshold.value)]


def span(
    phase: Phase, axis: str, threshold: Threshold, logarithmic: bool, value: float | None = None
) -> tuple[float, float]:
    """Return the range of an axis (SI) that shows the scenario's value and, if it is near, its threshold.

    ``value`` is the scenario's value where the axis means another one than the phase, as with a path factor.
    """
    value = float(getattr(phase, axis)) if value is None else value
    if axis == "efficiency":
        marks = [value, *_near(threshold, 1.0, 2.5)]
        return min(0.3, 0.6 / float(phase.devices), 0.8 * min(marks)), max(1.1, 1.1 * max(marks))
    if axis == "bandwidth" and not math.isfinite(value):
        mark = (_near(threshold, 0.0, 1.0) or [1e10])[0]
        return 0.25 * mark, 400 * mark  # far enough for the curve to approach its value at infinity
    if axis == "bandwidth":
        marks = _near(threshold, value, 1e4)
        return min([0.05 * value, *(0.25 * mark for mark in marks)]), max([20 * value, *(4 * mark for mark in marks)])
    if axis == "overlap":
        return 0.0, 1.0
    if axis == "devices":
        return (1.8, max(1100.0, 4 * value)) if logarithmic else (1.0, max(16.0, 2 * value))
    usual = _usual(phase, axis)
    marks = ([value] if value else []) + _near(threshold, value, 1e4 if logarithmic else 20)
    marks = marks or [usual if usual > 0 else 1e-3]
    if logarithmic:
        return 0.05 * min(marks), 20 * max(marks)
    return 0.0, max(2 * value, 1.5 * max(marks))


def _usual(phase: Phase, axis: str) -> float:
    """Return the value that an axis shows where the scenario's is 0 and no threshold is near."""
    if axis in ("messages", "message_bytes"):
        return 8.0 if axis == "messages" else 4e6
    return float(balance.communication_time(phase)) + float(phase.serial) + float(phase.extra_serial)


def reach(usual: tuple[float, float], logarithmic: bool, minimum: float, maximum: float) -> tuple[float, float]:
    """Return the ends to which a range (SI) can be moved and zoomed out within a parameter's bounds."""
    low, high = usual
    first, last = (low / 1e6, high * 1e6) if logarithmic else (0.0, 30 * high)
    return max(first, minimum), min(last, maximum)


def top(curves: Curves, one_device_s: float, split_s: float, as_speedup: bool, target: float) -> float:
    """Return the upper end of the vertical axis, a speed-up or seconds; a curve that blows up does not set it."""
    if as_speedup:
        highest = max(float(curves.bound_speedup.max()), 1.0)
        return 1.08 * (max(highest, target) if target <= 2 * highest else highest)
    limit = 2.0 * max(one_device_s, split_s)
    highest = max(float(curves.one_device_s.max()), min(float(curves.split_s.max()), limit))
    return 1.05 * highest if highest > 0 else 1e-3
