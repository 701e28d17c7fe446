"""The number of devices as an axis: each N with the values that the scenario lists for it, else the single values."""

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
    """Return the only N that have values, rising, or None where single values hold for any N.

    These are the N of the listed efficiencies, if efficiencies are listed; on a link that is not constant, those of
    them, or of the usual N, that the link has times for.
    """
    efficiency = scenario.work.efficiency
    counts = tuple(sorted(entry.devices for entry in efficiency)) if isinstance(efficiency, tuple) else None
    if scenario.communication.link.assumes_figures:
        return counts
    link = message_time(scenario.communication.link)
    counts = link.usual_devices(scenario.devices) if counts is None else counts
    return tuple(count for count in counts if link.has(count))


def _listed_by_link(scenario: Scenario) -> tuple[int, ...]:
    """Return the N for which a constant link lists a start-up and a bandwidth, rising."""
    return tuple(sorted(entry.devices for entry in scenario.communication.link.by_devices))


def counts(scenario: Scenario, low: float, high: float, *, logarithmic: bool, points: int) -> Counts:
    """Return numbers of devices from low to high, rising: ``points`` even ones, if N is free, and the listed ones."""
    first, last = math.ceil(max(low, DEVICES.minimum)), math.floor(min(high, DEVICES.maximum))
    candidates = listed(scenario)
    if candidates is None:
        even = np.geomspace(first, last, points) if logarithmic else np.linspace(first, last, points)
        candidates = (*np.round(even).astype(int).tolist(), *_listed_by_link(scenario), scenario.devices)
    return np.array(sorted({count for count in candidates if first <= count <= last}), dtype=np.int64)


def phase_taking(
    scenario: Scenario, devices: balance.Number, efficiency: balance.Number, seconds: balance.Number
) -> Phase:
    """Return the scenario's phase on N devices with messages of a given time (s), whatever its link says."""
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
    """Return the phase with arrays over numbers of devices, each of which must have values."""
    link, size = message_time(scenario.communication.link), scenario.communication.message_bytes
    efficiency = np.full(len(at), float(phase.efficiency))
    if isinstance(scenario.work.efficiency, tuple):
        efficiency[:] = [value_of(scenario, "efficiency", count) for count in at.tolist()]
    # A drag cannot afford a line for each of hundreds of N.
    single = link.line(size, 0) if scenario.communication.link.assumes_figures else None
    special = set(_listed_by_link(scenario))
    lines = [link.line(size, count) if single is None or count in special else single for count in at.tolist()]
    startup, path, bandwidth = (np.array(column, float) for column in zip(*lines, strict=True))
    return replace(
        phase, devices=at.astype(float), efficiency=efficiency, startup=startup, message_bytes=path, bandwidth=bandwidth
    )


@dataclass(frozen=True)
class DevicesMet:
    """Which numbers of devices meet the target.

    Attributes
    ----------
    runs : first and last N of each unbroken run that meets it, rising; the last N may be infinite. Where only some N
        have values, a run continues over N without values.
    listed : the only N that have values, or None.
    """

    runs: tuple[tuple[int, float], ...]
    listed: tuple[int, ...] | None

    @property
    def first(self) -> int | None:
        """The smallest N that meets the target, or None."""
        return self.runs[0][0] if self.runs else None


def met(scenario: Scenario, phase: Phase) -> DevicesMet:
    """Return the numbers of devices that meet the target.

    With single values T_N falls as N grows, so that the smallest N decides; each N with values of its own is tried.
    """
    only = listed(scenario)
    special = _listed_by_link(scenario) if only is None else only
    meets = dict(zip(special, _meets(scenario, phase, special), strict=True)) if special else {}
    if only is not None:
        return DevicesMet(tuple(_runs(list(meets.items()), only=True)), only)
    first = _first_of_single(scenario, phase, set(special))
    starts = {int(DEVICES.minimum), *special, *(count + 1 for count in special), *([first] if first else [])}
    # What holds from each N on, until the next one.
    known = [(count, meets.get(count, first is not None and count >= first)) for count in sorted(starts)]
    return DevicesMet(tuple(_runs(known)), None)


def _runs(known: list[tuple[int, bool]], *, only: bool = False) -> Iterator[tuple[int, float]]:
    """Join neighbours that meet the target.

    An entry holds up to the next one, the last entry for ever; with ``only``, each holds for its N alone.
    """
    start: int | None = None
    for index, (count, meets) in enumerate(known):
        if meets and start is None:
            start = count
        if start is not None and not meets:
            yield start, float(known[index - 1][0] if only else count - 1)
            start = None
        if start is not None and index == len(known) - 1:
            yield start, float(count) if only else math.inf


def _meets(scenario: Scenario, phase: Phase, at: tuple[int, ...]) -> list[bool]:
    meets = balance.meets(phase_at(scenario, phase, np.array(at, dtype=np.int64)), scenario.target_speedup)
    return [bool(met) for met in np.atleast_1d(meets)]


def _first_of_single(scenario: Scenario, phase: Phase, special: set[int]) -> int | None:
    """Return the smallest N that meets the target with the single values, from the threshold of eta; None if none."""
    line = message_time(scenario.communication.link).line(scenario.communication.message_bytes, 0)
    single = replace(phase, startup=line.startup, message_bytes=line.path_bytes, bandwidth=line.bandwidth)
    state, value, _ = thresholds.thresholds(single, scenario.target_speedup)["efficiency"]
    if state not in (State.FINITE, State.UNREACHABLE):
        return None
    estimate = float(phase.devices) * float(value) / float(phase.efficiency)
    if estimate > DEVICES.maximum:
        return None
    start = max(int(estimate) - 1, int(DEVICES.minimum))  # rounding may move the estimate by one
    end = min(start + 4 + len(special), MOST_DEVICES + 1)
    counts = [count for count in range(start, end) if count not in special]
    meets = balance.meets(replace(single, devices=np.array(counts, dtype=float)), scenario.target_speedup)
    return next((count for count, met in zip(counts, np.atleast_1d(meets), strict=True) if met), None)
