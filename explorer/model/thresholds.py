"""Where the answer changes: for each parameter the value at which a target speed-up is just met.

All conditions are strict. A state says what the number means, a reason says why there is none. Fields of the
:class:`~explorer.model.balance.Phase` may be arrays; then state, value and reason are arrays of the common shape.

Source of the formulas: the article's derivation of C*, B* and eta*, solved for each parameter with overlap f, extra
serial work and target r.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model import balance
from explorer.model.balance import Number, Phase

Array = NDArray[Any]


class State(StrEnum):
    """What a threshold is."""

    FINITE = "finite"
    ALWAYS = "always"
    NEVER = "never"
    NO_EFFECT = "no_effect"
    UNREACHABLE = "unreachable"


class Reason(StrEnum):
    """Why a threshold is not a plain number; the words are made where the numbers are at hand."""

    NONE = ""
    TOO_INEFFICIENT = "too_inefficient"
    NO_DIVISIBLE_WORK = "no_divisible_work"
    SERIAL_PART = "serial_part"
    EXTRA_SERIAL = "extra_serial"
    STARTUPS = "startups"
    BYTES = "bytes"
    COMMUNICATION = "communication"
    COMMUNICATION_OUTLASTS = "communication_outlasts"
    ABOVE_ONE = "above_one"
    NO_MESSAGES = "no_messages"
    NO_BYTES = "no_bytes"
    SERIAL_CANCELS = "serial_cancels"
    NOTHING_TO_PAY = "nothing_to_pay"
    MET_WITHOUT_OVERLAP = "met_without_overlap"
    BANDWIDTH_INFINITE = "bandwidth_infinite"
    MESSAGES_FREE = "messages_free"
    MEASURED_LINK = "measured_link"


class Threshold(NamedTuple):
    """State, value (NaN unless finite or unreachable) and reason; three arrays where the phase holds arrays."""

    state: Any
    value: Any
    reason: Any


class Direction(StrEnum):
    """On which side of its threshold a parameter meets the target."""

    ABOVE = ">"
    BELOW = "<"


class _Terms:
    """What the formulas share, as arrays of one shape; seconds but for the target and the rate."""

    def __init__(self, phase: Phase, target: Number) -> None:
        *values, r = np.broadcast_arrays(*(np.asarray(value, float) for value in (*vars(phase).values(), target)))
        full = Phase(*values)
        self.phase, self.target = full, r
        self.communication = np.asarray(balance.communication_time(full))
        self.exposed = np.asarray(balance.exposed_communication(full))
        self.allowed = np.asarray(balance.allowance(full, r))
        self.rate = np.asarray(balance.saving_rate(full, r))
        self.saved = np.asarray(balance.saving(full, r))
        self.penalty = np.asarray(balance.serial_penalty(full, r))
        self.budget = np.asarray(communication_budget(full, r))
        self.overlapped = full.overlap > 0
        self.efficient = self.rate > 0

    def band(self, **best: float) -> Array:
        """Width of a tie with the parameter in question at its best: its present value must not widen it."""
        return np.asarray(balance.tie_width(replace(self.phase, **best), self.target))


def communication_budget(phase: Phase, target: Number = 1.0) -> Number:
    """Return H_max, seconds of communication below which the target is met; not positive where no H meets it."""
    spare = balance.saving(phase, target) - phase.extra_serial
    allowed = balance.allowance(phase, target)
    f = np.asarray(phase.overlap, float)
    partly = np.minimum(spare / np.where(f < 1, 1 - f, 1.0), allowed)
    return np.where(f == 0, spare, np.where(f < 1, partly, np.where(spare > 0, allowed, np.minimum(spare, 0.0))))


Case = tuple[Any, State, Reason]


def _decide(value: Array, cases: Sequence[Case]) -> Threshold:
    """Take the first case whose condition holds, else the finite value."""
    conditions = [np.asarray(condition) for condition, _, _ in cases]
    shape = np.broadcast_shapes(value.shape, *(condition.shape for condition in conditions))
    state, reason = np.empty(shape, dtype=object), np.empty(shape, dtype=object)
    state.fill(State.FINITE)
    reason.fill(Reason.NONE)
    for condition, case_state, case_reason in reversed(cases):
        state[condition] = case_state
        reason[condition] = case_reason
    known = (state == State.FINITE) | (state == State.UNREACHABLE)
    number = np.where(known, value, np.nan)
    if shape == ():
        return Threshold(state.item(), float(number), reason.item())
    return Threshold(state, number, reason)


def _spent_before_communication(t: _Terms) -> list[Case]:
    """Reasons that no change of the communication can mend, the guilty one first."""
    nothing = t.saved <= t.band(messages=0, extra_serial=0)
    return [
        (~t.efficient, State.NEVER, Reason.TOO_INEFFICIENT),
        (t.phase.divisible == 0, State.NEVER, Reason.NO_DIVISIBLE_WORK),
        (nothing & (t.penalty == 0), State.NEVER, Reason.TOO_INEFFICIENT),
        (nothing, State.NEVER, Reason.SERIAL_PART),
        (t.saved - t.phase.extra_serial <= t.band(messages=0), State.NEVER, Reason.EXTRA_SERIAL),
    ]


def _divisible(t: _Terms) -> Threshold:
    """C*, seconds: met iff C > C*."""
    p = t.phase
    at_least = t.target * (p.extra_serial + t.communication) + p.serial * (t.target - 1)
    value = (t.penalty + p.extra_serial + t.exposed) / np.where(t.efficient, t.rate, 1.0)
    value = np.where(t.overlapped, np.maximum(value, at_least), value)
    return _decide(
        value, [(~t.efficient, State.NEVER, Reason.TOO_INEFFICIENT), (value == 0, State.ALWAYS, Reason.NOTHING_TO_PAY)]
    )


def _transfer_time(t: _Terms) -> Array:
    """D, seconds that the bytes of one communication may take after its start-up."""
    return np.asarray(t.budget / np.where(t.phase.messages == 0, 1.0, t.phase.messages) - t.phase.startup)


def _bandwidth(t: _Terms) -> Threshold:
    """B*, bytes per second: met iff B > B*."""
    spare = _transfer_time(t)
    with np.errstate(over="ignore"):
        value = np.asarray(t.phase.message_bytes / np.where(spare > 0, spare, 1.0))
    return _decide(
        value,
        [
            (t.phase.messages == 0, State.NO_EFFECT, Reason.NO_MESSAGES),
            (t.phase.message_bytes == 0, State.NO_EFFECT, Reason.NO_BYTES),
            *_spent_before_communication(t),
            (spare * t.phase.messages <= t.band(bandwidth=np.inf), State.NEVER, Reason.STARTUPS),
            (~np.isfinite(value), State.NEVER, Reason.STARTUPS),
        ],
    )


def _efficiency(t: _Terms) -> Threshold:
    """Eta*: met iff eta > eta*; above 1 it is unreachable."""
    p = t.phase
    spare = t.allowed - t.exposed
    possible = t.allowed - t.communication > t.band(efficiency=np.inf)
    value = p.divisible / (p.devices * np.where(possible, spare, 1.0))
    return _decide(
        value,
        [
            (p.divisible == 0, State.NEVER, Reason.NO_DIVISIBLE_WORK),
            (
                p.divisible / t.target - t.penalty <= t.band(efficiency=np.inf, messages=0, extra_serial=0),
                State.NEVER,
                Reason.SERIAL_PART,
            ),
            (t.allowed <= t.band(efficiency=np.inf, messages=0), State.NEVER, Reason.EXTRA_SERIAL),
            (~possible, State.NEVER, Reason.COMMUNICATION_OUTLASTS),
            (value > 1, State.UNREACHABLE, Reason.ABOVE_ONE),
        ],
    )


def _startup(t: _Terms) -> Threshold:
    """l*, seconds: met iff l < l*."""
    p = t.phase
    value = t.budget / np.where(p.messages == 0, 1.0, p.messages) - p.message_bytes / p.bandwidth
    return _decide(
        value,
        [
            (p.messages == 0, State.NO_EFFECT, Reason.NO_MESSAGES),
            *_spent_before_communication(t),
            (value * p.messages <= t.band(startup=0), State.NEVER, Reason.BYTES),
        ],
    )


def _message_bytes(t: _Terms) -> Threshold:
    """V*, bytes on the critical path of one communication: met iff V < V*."""
    p = t.phase
    spare = _transfer_time(t)
    infinite = np.isinf(np.asarray(p.bandwidth))
    return _decide(
        np.where(infinite, 1.0, p.bandwidth) * spare,
        [
            (p.messages == 0, State.NO_EFFECT, Reason.NO_MESSAGES),
            *_spent_before_communication(t),
            (spare * p.messages <= t.band(message_bytes=0), State.NEVER, Reason.STARTUPS),
            (infinite, State.ALWAYS, Reason.BANDWIDTH_INFINITE),
        ],
    )


def _messages(t: _Terms) -> Threshold:
    """Q*: met iff Q < Q*; the largest whole number that meets it is found by :func:`largest_messages`."""
    each = np.asarray(balance.message_time(t.phase))
    with np.errstate(over="ignore"):
        value = np.asarray(t.budget / np.where(each == 0, 1.0, each))
    free = (each == 0) | ~np.isfinite(value)
    return _decide(value, [*_spent_before_communication(t), (free, State.ALWAYS, Reason.MESSAGES_FREE)])


def _extra_serial(t: _Terms) -> Threshold:
    """Delta S*, seconds: met iff Delta S < Delta S*."""
    p = t.phase
    value = t.saved - t.exposed
    limit = np.where(t.overlapped, p.divisible / t.target - t.penalty - t.communication, np.inf)
    return _decide(
        np.minimum(value, limit),
        [
            *_spent_before_communication(t)[:4],
            (value <= t.band(extra_serial=0), State.NEVER, Reason.COMMUNICATION),
            (limit <= t.band(extra_serial=0), State.NEVER, Reason.COMMUNICATION_OUTLASTS),
        ],
    )


def _overlap(t: _Terms) -> Threshold:
    """f*: met iff f > f*."""
    spare = t.saved - t.phase.extra_serial
    return _decide(
        np.maximum(1 - spare / np.where(t.communication == 0, 1.0, t.communication), 0.0),
        [
            (spare - t.communication > t.band(), State.ALWAYS, Reason.MET_WITHOUT_OVERLAP),
            *_spent_before_communication(t),
            (t.allowed - t.communication <= t.band(), State.NEVER, Reason.COMMUNICATION_OUTLASTS),
        ],
    )


def _serial(t: _Terms) -> Threshold:
    """S*, seconds: met iff S < S*; at r = 1 the serial part cancels."""
    p = t.phase
    share = np.where(t.target > 1, (t.target - 1) / t.target, 1.0)
    free = p.divisible * t.rate
    value = free - p.extra_serial - t.exposed
    limit = np.where(t.overlapped, p.divisible / t.target - p.extra_serial - t.communication, np.inf)
    return _decide(
        np.minimum(value, limit) / share,
        [
            (t.target <= 1, State.NO_EFFECT, Reason.SERIAL_CANCELS),
            (~t.efficient, State.NEVER, Reason.TOO_INEFFICIENT),
            (p.divisible == 0, State.NEVER, Reason.NO_DIVISIBLE_WORK),
            (free - p.extra_serial <= t.band(serial=0, messages=0), State.NEVER, Reason.EXTRA_SERIAL),
            (value <= t.band(serial=0), State.NEVER, Reason.COMMUNICATION),
            (limit <= t.band(serial=0), State.NEVER, Reason.COMMUNICATION_OUTLASTS),
        ],
    )


_Rule = Callable[[_Terms], Threshold]

_RULES: dict[str, tuple[_Rule, Direction]] = {
    "divisible": (_divisible, Direction.ABOVE),
    "bandwidth": (_bandwidth, Direction.ABOVE),
    "efficiency": (_efficiency, Direction.ABOVE),
    "startup": (_startup, Direction.BELOW),
    "message_bytes": (_message_bytes, Direction.BELOW),
    "messages": (_messages, Direction.BELOW),
    "extra_serial": (_extra_serial, Direction.BELOW),
    "overlap": (_overlap, Direction.ABOVE),
    "serial": (_serial, Direction.BELOW),
}

DIRECTIONS: dict[str, Direction] = {name: direction for name, (_, direction) in _RULES.items()}
"""Each parameter of :class:`~explorer.model.balance.Phase` that has a threshold, and the side that meets the target."""


def thresholds(phase: Phase, target: Number = 1.0) -> dict[str, Threshold]:
    """Return the threshold of every parameter for the target r >= 1, in the order of :data:`DIRECTIONS`."""
    terms = _Terms(phase, target)
    return {name: rule(terms) for name, (rule, _) in _RULES.items()}


def largest_messages(phase: Phase, target: float = 1.0) -> int | None:
    """Largest whole Q that meets the target, or None where none or every one does. Numbers only, no arrays."""
    threshold = _messages(_Terms(phase, target))
    if threshold.state != State.FINITE:
        return None
    guess = int(np.ceil(threshold.value)) - 1
    for count in (guess + 1, guess, guess - 1, int(guess * (1 - 1e-11))):  # the last lies below the band of a tie
        if count >= 0 and balance.meets(replace(phase, messages=count), target):
            return count
    return None


def nearest(values: Mapping[str, float], limits: Mapping[str, Threshold]) -> tuple[str, float] | None:
    """Return the parameter whose threshold is nearest to its value, and the factor threshold/value. Numbers only.

    The distance is |ln factor|; among equals the first parameter is taken. Left out are parameters without a threshold,
    at 0 or infinite, and an unreachable efficiency above 1, unless its value is above it, too. None where none is left.
    """
    best: tuple[float, str, float] | None = None
    for name, (state, value, _) in limits.items():
        now = values[name]
        reachable = state == State.FINITE or (state == State.UNREACHABLE and now >= value)
        if not (reachable and value > 0 and 0 < now < math.inf):
            continue
        distance = abs(math.log(value / now))
        if best is None or distance < best[0] * (1 - 1e-9) - 1e-15:  # closer only by rounding is a tie
            best = (distance, name, float(value / now))
    return best and (best[1], best[2])
