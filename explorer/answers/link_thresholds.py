"""Thresholds of a link that is not constant, solved on the time of one message.

Everything else that the thresholds know of a message is its time, so that those of C, eta, Q, f, S and Delta S are
those of the phase. The target is met iff one message takes less than H_max/Q.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.answers.algorithm_time import AlgorithmTime, wire_of
from explorer.answers.message_time import message_time
from explorer.answers.times import MessageTime
from explorer.model import roots, thresholds
from explorer.model.balance import Phase
from explorer.model.thresholds import Reason, State, Threshold
from explorer.scenario.link import AlgorithmLink
from explorer.scenario.parameters import ALPHA
from explorer.scenario.scenario import Scenario

Values = NDArray[np.float64]

SMALLEST, LARGEST = 1.0, 1e15
"""Bytes between which a size is looked for: a byte and a million gigabytes."""
_NEAR = 1e-9
_BANDWIDTHS = (1.0, 1e18)
_SOME_BANDWIDTH = 1e9
_LATENCIES = (1e-15, ALPHA.maximum)


def longest_message(phase: Phase, target: float) -> float:
    """Seconds below which each of the messages must stay for the target to be met; infinite where there are none."""
    if not phase.messages:
        return math.inf
    return float(thresholds.communication_budget(phase, target)) / float(phase.messages)


def size_regions(link: MessageTime, devices: int, longest: float) -> tuple[tuple[float, float], ...]:
    """Return the open intervals of message sizes, bytes, whose time stays below a limit; 0 and infinity as ends."""
    if longest <= 0:
        return ()

    def spare(sizes: Values) -> Values:
        return longest - link.seconds(sizes, devices)

    near = link.size_within(longest, devices)
    end = None if near is None else roots.change_between(spare, near * (1 - _NEAR), near * (1 + _NEAR))
    if end is not None and SMALLEST < end < LARGEST:
        return ((0.0, end),)
    regions = roots.regions(spare, SMALLEST, LARGEST, link.knots(devices), logarithmic=True)
    return tuple(
        (0.0 if low == SMALLEST else float(low), math.inf if high == LARGEST else float(high)) for low, high in regions
    )


def of_link(scenario: Scenario, phase: Phase, base: dict[str, Threshold]) -> dict[str, Threshold]:
    """Return the thresholds of start-up, size and bandwidth for a link that is modelled or measured.

    Parameters
    ----------
    base : the thresholds of the phase, whose reasons hold where nothing about the link can help.
    """
    link = scenario.communication.link
    limit = longest_message(phase, scenario.target_speedup)
    size = _size(scenario, base["message_bytes"], limit)
    if isinstance(link, AlgorithmLink):
        bandwidth = _of_wire(scenario, link, "bandwidth", base["bandwidth"], limit)
        latency = _of_wire(scenario, link, "alpha_s", base["startup"], limit)
    else:
        bandwidth = latency = Threshold(State.NO_EFFECT, math.nan, Reason.MEASURED_LINK)
    return {"message_bytes": size, "bandwidth": bandwidth, "startup": latency}


def _closed(base: Threshold, limit: float) -> Threshold | None:
    """Return the threshold that does not depend on the link: without messages, or with no time left for them."""
    if base.reason == Reason.NO_MESSAGES:
        return base
    if limit <= 0:
        return base if base.state == State.NEVER else Threshold(State.NEVER, math.nan, Reason.COMMUNICATION)
    return None


def _size(scenario: Scenario, base: Threshold, limit: float) -> Threshold:
    closed = _closed(base, limit)
    if closed is not None:
        return closed
    runs = size_regions(message_time(scenario.communication.link), scenario.devices, limit)
    if not runs:
        return Threshold(State.NEVER, math.nan, Reason.STARTUPS)
    now = scenario.communication.message_bytes
    ends = [end for _, end in runs]
    inside = next((end for low, end in runs if low <= now < end), None)
    below = [end for end in ends if end <= now]
    end = inside if inside is not None else below[-1] if below else ends[0]
    if math.isinf(end):
        return Threshold(State.ALWAYS, math.nan, Reason.NOTHING_TO_PAY)
    return Threshold(State.FINITE, end, Reason.NONE)


def _root(spare: Callable[[Values], Values], bounds: tuple[float, float]) -> Threshold:
    """Return where a monotone function goes through 0; where it does not, the target is met whatever the value is."""
    changes = roots.sign_changes(spare, *bounds, logarithmic=True)
    return _finite(changes[0]) if changes else Threshold(State.ALWAYS, math.nan, Reason.MESSAGES_FREE)


def _is_flat(link: AlgorithmLink, devices: int) -> bool:
    return link.network is None or devices <= link.network.devices_per_node


def _of_fastest(
    link: AlgorithmLink,
    devices: int,
    of: Callable[[AlgorithmLink], Threshold],
    pick: Callable[[list[float]], float],
    meets: Callable[[AlgorithmLink, float], bool],
) -> Threshold:
    """Return the threshold of the fastest algorithm: the target is met where any permitted one meets it.

    ``meets`` returns whether an algorithm meets it at a value. An algorithm whose threshold needs a search is skipped
    where it does not meet the target at the best threshold of the others.
    """
    names = wire_of(link, devices).permitted
    links = [link.model_copy(update={"algorithm": str(name)}) for name in names]
    solved: list[Threshold] = []
    values: list[float] = []
    for candidate in sorted(links, key=lambda entry: not is_linear(entry, devices)):
        if is_linear(candidate, devices) or not values or meets(candidate, pick(values)):
            threshold = of(candidate)
            solved.append(threshold)
            if threshold.state == State.FINITE:
                values.append(float(threshold.value))
    always = next((threshold for threshold in solved if threshold.state == State.ALWAYS), None)
    return always or (_finite(pick(values)) if values else solved[0])


def _of_wire(scenario: Scenario, link: AlgorithmLink, name: str, base: Threshold, limit: float) -> Threshold:
    """Return the threshold of the wire's ``bandwidth`` or ``alpha_s``."""
    closed = _closed(base, limit)
    if closed is not None:
        return closed
    size, devices = scenario.communication.message_bytes, scenario.devices
    is_bandwidth = name == "bandwidth"
    if is_bandwidth and size == 0:
        return Threshold(State.NO_EFFECT, math.nan, Reason.NO_BYTES)

    if link.algorithm == "best" and _is_flat(link, devices):

        def of(candidate: AlgorithmLink) -> Threshold:
            return _of_wire(scenario, candidate, name, base, limit)

        def meets(candidate: AlgorithmLink, value: float) -> bool:
            return float(AlgorithmTime(candidate).seconds_with(size, devices, **{name: value})) < limit

        return _of_fastest(link, devices, of, min if is_bandwidth else max, meets)
    times = AlgorithmTime(link)

    def spare(values: ArrayLike) -> Values:
        return limit - times.seconds_with(size, devices, **{name: values})

    at_best = float(spare(math.inf if is_bandwidth else 0.0))
    if at_best <= 0:
        return Threshold(State.NEVER, math.nan, Reason.STARTUPS if is_bandwidth else Reason.BYTES)
    if not is_linear(link, devices) or size == 0:
        return _root(spare, _BANDWIDTHS if is_bandwidth else _LATENCIES)
    taken = at_best - float(spare(_SOME_BANDWIDTH if is_bandwidth else 1.0))
    # seconds to spare over those that each second of alpha takes, or that each byte per second does
    return _finite(taken * _SOME_BANDWIDTH / at_best if is_bandwidth else at_best / taken)


def is_linear(link: AlgorithmLink, devices: int) -> bool:
    """Whether the time is a constant + rounds alpha + V/B, with rounds and V that depend on N and n alone.

    On several nodes it always is: alpha and B are those within a node, where the two parts of a ring run.
    """
    return not _is_flat(link, devices) or link.algorithm not in ("best", "double_binary_tree")


def _finite(value: float) -> Threshold:
    return Threshold(State.FINITE, value, Reason.NONE)


def swept(scenario: Scenario, phase: Phase, name: str, values: Values) -> Phase | None:
    """Return the phase with a parameter of the link at many values, or None where it is none that the link has."""
    if name not in ("message_bytes", "bandwidth", "startup"):
        return None
    link, communication = message_time(scenario.communication.link), scenario.communication
    times = link.seconds_with_parameter(name, values, communication.message_bytes, scenario.devices)
    if times is None:
        return None
    return replace(phase, startup=times, message_bytes=np.zeros_like(times), bandwidth=np.inf)
