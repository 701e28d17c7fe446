"""T_N against N: the parts of the time for each number of devices that has figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from explorer.answers import device_axis
from explorer.answers.outcome import Outcome, Performance, answer
from explorer.model import balance
from explorer.scenario.edit import value_of

USUAL = (2, 4, 8)
"""The N to list where neither the link nor an efficiency names any."""
MOST = 12
"""Rows that are listed; the scenario's N and the best are among them."""

COMPUTE, STARTUP, BYTES, SERIAL = "compute", "startup", "bytes", "serial"
TERMS = (SERIAL, COMPUTE, STARTUP, BYTES)


@dataclass(frozen=True)
class DeviceRow:
    """The time on N devices in parts that add up to it, seconds; ``hidden_s`` runs under compute and adds nothing."""

    devices: int
    serial_s: float
    compute_s: float
    startup_s: float
    bytes_s: float
    hidden_s: float
    total_s: float
    speedup: float

    def parts(self) -> tuple[tuple[str, float], ...]:
        """Return the parts in the order in which they are drawn."""
        return tuple(zip(TERMS, (self.serial_s, self.compute_s, self.startup_s, self.bytes_s), strict=True))

    def longest(self) -> tuple[str, float]:
        """Return the longest of compute, start-ups and bytes, and its seconds."""
        return max(self.parts()[1:], key=lambda part: part[1])


@dataclass(frozen=True)
class DeviceRows:
    """One device and each N that has figures, rising.

    Attributes
    ----------
    left_out : the N that have no figures.
    not_listed : how many N have figures and no room.
    """

    rows: tuple[DeviceRow, ...]
    left_out: tuple[int, ...]
    not_listed: int = 0

    @cached_property
    def best(self) -> DeviceRow:
        """The fastest; of equal ones the one with the fewest devices."""
        least = min(row.total_s for row in self.rows)
        return next(row for row in self.rows if row.total_s <= least * (1 + balance.TIE_BAND))

    def row(self, devices: int) -> DeviceRow | None:
        """Return the row of N, or None where it is not listed."""
        return next((row for row in self.rows if row.devices == devices), None)


class AssumedFigures(NamedTuple):
    """The N that a constant link's figures are given for, and those that they are assumed for, rising."""

    given: tuple[int, ...]
    assumed: tuple[int, ...]


def _performance(outcome: Outcome, devices: int) -> Performance | None:
    """Return the answer on N devices, also where the scenario's own N has none."""
    if outcome.phase is not None:
        return outcome.at("devices", devices)
    return Outcome(outcome.scenario.model_copy(update={"devices": devices})).performance


def _row(outcome: Outcome, devices: int, performance: Performance) -> DeviceRow:
    work, communication = outcome.scenario.work, outcome.scenario.communication
    serial = work.serial_s + work.extra_serial_s
    exposed = max(performance.split_s - serial - performance.compute_s, 0.0)
    time = float(outcome.link.seconds(communication.message_bytes, devices))
    startup = outcome.link.line(communication.message_bytes, devices).startup
    share = min(startup / time, 1.0) if time > 0 else 0.0
    return DeviceRow(
        devices=devices,
        serial_s=serial,
        compute_s=performance.compute_s,
        startup_s=exposed * share,
        bytes_s=exposed * (1 - share),
        hidden_s=performance.hidden_s,
        total_s=performance.split_s,
        speedup=performance.speedup,
    )


def devices_to_list(outcome: Outcome, others: Iterable[int] = ()) -> tuple[int, ...]:
    """Return N, rising: the link's, those with an efficiency, the scenario's own, and ``others``.

    The usual ones, too, where that is the scenario's own alone: a constant link's single figures are taken for each N.
    """
    scenario = outcome.scenario
    own, efficiency = scenario.devices, scenario.work.efficiency
    given = {entry.devices for entry in efficiency} if isinstance(efficiency, tuple) else set()
    wanted = {own, *outcome.link.usual_devices(own), *given, *others}
    return tuple(sorted({*wanted, *USUAL} if wanted <= {own} else wanted))


def assumed_figures(outcome: Outcome, devices: Iterable[int]) -> AssumedFigures | None:
    """Return for which of some N a constant link's figures are assumed, as they are given for others; None for none."""
    link = outcome.scenario.communication.link
    if not link.assumes_figures:
        return None
    given = tuple(sorted(entry.devices for entry in link.by_devices)) or (outcome.scenario.devices,)
    assumed = tuple(count for count in devices if count > 1 and count not in given)
    return AssumedFigures(given, assumed) if assumed else None


@answer
def rows(outcome: Outcome, others: tuple[int, ...] = ()) -> DeviceRows:
    """Return the parts of the time for one device and for each N that has figures, ``others`` among them."""
    work = outcome.scenario.work
    single = work.serial_s + work.divisible_s
    listed = [DeviceRow(1, work.serial_s, work.divisible_s, 0.0, 0.0, 0.0, single, 1.0)]
    candidates = devices_to_list(outcome, others)
    efficient = (count for count in candidates if value_of(outcome.scenario, "efficiency", count) is not None)
    known = [count for count in efficient if outcome.link.has(count)]
    kept = _most_telling(outcome, known)
    for devices in kept:
        performance = _performance(outcome, devices)
        if performance is not None:
            listed.append(_row(outcome, devices, performance))
    left_out = tuple(count for count in candidates if count not in known)
    return DeviceRows(tuple(listed), left_out, len(known) - len(kept))


def _most_telling(outcome: Outcome, known: list[int]) -> list[int]:
    """Keep as many N as there are rows for: the scenario's own, the best and the smallest others."""
    if len(known) < MOST:
        return known
    wanted = {outcome.scenario.devices} & set(known)
    if outcome.phase is not None:
        times = np.asarray(balance.split_time(device_axis.phase_at(outcome.scenario, outcome.phase, np.array(known))))
        wanted.add(known[int(np.argmin(times))])
    others = [count for count in known if count not in wanted]
    return sorted([*wanted, *others[: MOST - 1 - len(wanted)]])
