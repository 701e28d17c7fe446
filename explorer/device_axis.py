"""The number of devices as an axis: each N with the figures that the scenario gives for it, else the single ones."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.model import balance, thresholds
from explorer.model.balance import Phase
from explorer.model.thresholds import State
from explorer.scenario.edit import value_of
from explorer.scenario.parameters import DEVICES, MOST_DEVICES
from explorer.scenario.scenario import Scenario

Counts = NDArray[np.int64]
_BY_N = ("efficiency", "startup", "bandwidth")


def listed(scenario: Scenario) -> tuple[int, ...] | None:
    """Return the N that have an efficiency, rising, or None where one figure is taken for all."""
    given = scenario.work.efficiency
    return tuple(sorted(entry.devices for entry in given)) if isinstance(given, tuple) else None


def counts(scenario: Scenario, low: float, high: float, *, logarithmic: bool, points: int) -> Counts:
    """Return whole numbers of devices from low to high, evenly placed, with those that have figures of their own."""
    first, last = math.ceil(max(low, DEVICES.minimum)), math.floor(min(high, DEVICES.maximum))
    own = listed(scenario)
    if own is None:
        even = np.geomspace(first, last, points) if logarithmic else np.linspace(first, last, points)
        exact = [entry.devices for entry in scenario.communication.link.by_devices] + [scenario.devices]
        own = (*np.round(even).astype(int).tolist(), *exact)
    return np.array(sorted({count for count in own if first <= count <= last}), dtype=np.int64)


def phase_at(scenario: Scenario, phase: Phase, at: Counts) -> Phase:
    """Return the phase with arrays over numbers of devices, each of which must have an efficiency."""
    columns = {name: np.full(len(at), float(getattr(phase, name))) for name in _BY_N}
    special = {entry.devices for entry in scenario.communication.link.by_devices} | set(listed(scenario) or ())
    single = scenario.communication.link
    columns["startup"][:], columns["bandwidth"][:] = single.startup_s, single.bandwidth_bytes_per_s
    for place, count in enumerate(at.tolist()):
        if count in special:
            for name, column in columns.items():
                value = value_of(scenario, name, count)
                column[place] = math.nan if value is None else value
    return replace(phase, devices=at.astype(float), **columns)


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
    special = own or tuple(sorted(entry.devices for entry in scenario.communication.link.by_devices))
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
    link = scenario.communication.link
    single = replace(phase, startup=link.startup_s, bandwidth=link.bandwidth_bytes_per_s)
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
