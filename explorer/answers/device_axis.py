"""The number of devices as an axis: each N with the figures that the scenario gives for it, else the single ones."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.answers.message_time import message_time
from explorer.model import balance, thresholds
from explorer.model.balance import Phase
from explorer.model.thresholds import State
from explorer.scenario.edit import value_of
from explorer.scenario.parameters import DEVICES, MOST_DEVICES
from explorer.scenario.scenario import Scenario

Counts = NDArray[np.int64]


def listed(scenario: Scenario) -> tuple[int, ...] | None:
    """Return the N that are looked at one by one, rising, or None where single figures are taken for all.

    They are those with an efficiency, where efficiencies are listed, and on a link that is not constant those that it
    has figures for, or the powers of two.
    """
    given = scenario.work.efficiency
    own = tuple(sorted(entry.devices for entry in given)) if isinstance(given, tuple) else None
    if scenario.communication.link.assumes_figures:
        return own
    link = message_time(scenario.communication.link)
    usual = link.usual_devices(scenario.devices) if own is None else own
    return tuple(count for count in usual if link.has(count))


def _special(scenario: Scenario) -> tuple[int, ...]:
    """Return the N with a link's figures of their own, where it is a constant one."""
    return tuple(sorted(entry.devices for entry in scenario.communication.link.by_devices))


def counts(scenario: Scenario, low: float, high: float, *, logarithmic: bool, points: int) -> Counts:
    """Return whole numbers of devices from low to high, evenly placed, with those that have figures of their own."""
    first, last = math.ceil(max(low, DEVICES.minimum)), math.floor(min(high, DEVICES.maximum))
    own = listed(scenario)
    if own is None:
        even = np.geomspace(first, last, points) if logarithmic else np.linspace(first, last, points)
        own = (*np.round(even).astype(int).tolist(), *_special(scenario), scenario.devices)
    return np.array(sorted({count for count in own if first <= count <= last}), dtype=np.int64)


def phase_taking(
    scenario: Scenario, devices: balance.Number, efficiency: balance.Number, seconds: balance.Number
) -> Phase:
    """Return the scenario's phase on N devices with messages that take so long, whatever its own link says."""
    work = scenario.work
    return Phase(
        serial=work.serial_s,
        divisible=work.divisible_s,
        efficiency=efficiency,
        messages=float(scenario.communication.messages),
        startup=seconds,
        message_bytes=0.0,
        bandwidth=np.inf,
        devices=devices,
        overlap=scenario.overlap,
        extra_serial=work.extra_serial_s,
    )


def phase_at(scenario: Scenario, phase: Phase, at: Counts) -> Phase:
    """Return the phase with arrays over numbers of devices, each of which must have figures."""
    link, size = message_time(scenario.communication.link), scenario.communication.message_bytes
    efficiency = np.full(len(at), float(phase.efficiency))
    if isinstance(scenario.work.efficiency, tuple):
        efficiency[:] = [value_of(scenario, "efficiency", count) for count in at.tolist()]
    own = set(_special(scenario))
    if scenario.communication.link.assumes_figures:  # one line for all but a few: there may be hundreds
        single = link.line(size, 0)
        lines = [link.line(size, count) if count in own else single for count in at.tolist()]
    else:
        lines = [link.line(size, count) for count in at.tolist()]
    startup, path, bandwidth = (np.array(column, float) for column in zip(*lines, strict=True))
    return replace(
        phase,
        devices=at.astype(float),
        efficiency=efficiency,
        startup=startup,
        message_bytes=path,
        bandwidth=bandwidth,
    )


@dataclass(frozen=True)
class DevicesMet:
    """Which numbers of devices meet the target.

    Attributes
    ----------
    runs : first and last N of each unbroken run of those that do, rising; the last one may be infinite. Where only some
        N have figures, a run goes on over the N between that have none.
    listed : the only N that have figures, or None.
    """

    runs: tuple[tuple[int, float], ...]
    listed: tuple[int, ...] | None

    @property
    def first(self) -> int | None:
        """The smallest N that meets the target, or None."""
        return self.runs[0][0] if self.runs else None


def met(scenario: Scenario, phase: Phase) -> DevicesMet:
    """Find them. With single figures T_N falls with N, so that one N decides; each N with its own is tried."""
    own = listed(scenario)
    special = own if own is not None else _special(scenario)
    tried = dict(zip(special, _meets(scenario, phase, special), strict=True)) if special else {}
    if own is not None:
        return DevicesMet(tuple(_runs([(count, tried[count]) for count in own], only=True)), own)
    first = _first_of_single(scenario, phase, set(special))
    known: list[tuple[int, bool]] = []
    for count in sorted(
        {int(DEVICES.minimum), *special, *(place + 1 for place in special), *([first] if first else [])}
    ):
        single = first is not None and count >= first
        known.append((count, tried.get(count, single)))  # what holds from this N to the next one of the list
    return DevicesMet(tuple(_runs(known)), None)


def _runs(known: list[tuple[int, bool]], *, only: bool = False) -> Iterator[tuple[int, float]]:
    """Join neighbours that meet the target.

    An entry holds until the next one begins, the last one for ever; with ``only``, for its own N alone.
    """
    start: int | None = None
    for place, (count, meets) in enumerate(known):
        if meets and start is None:
            start = count
        if start is not None and not meets:
            yield start, float(known[place - 1][0] if only else count - 1)
            start = None
        if start is not None and place == len(known) - 1:
            yield start, float(count) if only else math.inf


def _meets(scenario: Scenario, phase: Phase, at: tuple[int, ...]) -> list[bool]:
    found = balance.meets(phase_at(scenario, phase, np.array(at, dtype=np.int64)), scenario.target_speedup)
    return [bool(entry) for entry in np.atleast_1d(found)]


def _first_of_single(scenario: Scenario, phase: Phase, special: set[int]) -> int | None:
    """Return the smallest N without figures of its own that meets the target, from the threshold of eta."""
    line = message_time(scenario.communication.link).line(scenario.communication.message_bytes, 0)
    single = replace(phase, startup=line.startup, message_bytes=line.path_bytes, bandwidth=line.bandwidth)
    state, value, _ = thresholds.thresholds(single, scenario.target_speedup)["efficiency"]
    if state not in (State.FINITE, State.UNREACHABLE):
        return None
    near = float(phase.devices) * float(value) / float(phase.efficiency)
    if near > DEVICES.maximum:
        return None
    start = max(int(near) - 1, int(DEVICES.minimum))
    end = min(start + 4 + len(special), MOST_DEVICES + 1)
    tried = [count for count in range(start, end) if count not in special]
    single_at = replace(single, devices=np.array(tried, dtype=float))
    passing = np.atleast_1d(balance.meets(single_at, scenario.target_speedup))
    return next((count for count, meets in zip(tried, passing, strict=True) if meets), None)
