"""Several links compared at equal N: the time of the scenario's work on each, with the scenario's own messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.answers import device_axis
from explorer.answers.links import by_devices
from explorer.answers.links.by_devices import AssumedFigures
from explorer.answers.links.library import LibraryRow, short_names
from explorer.answers.outcome import Outcome, answer
from explorer.answers.times import Origin
from explorer.model import balance
from explorer.scenario.edit import value_of
from explorer.scenario.parameters import DEVICES
from explorer.scenario.scenario import Scenario

Values = NDArray[np.float64]

_MOST = 12


@dataclass(frozen=True, eq=False)
class ComparedLink:
    """One link: its times (s) and speed-ups on the N that it and the scenario have figures for, rising.

    Attributes
    ----------
    name, short : empty for the scenario's own link.
    status : of its figures; ``extrapolated`` where any of the times lies beyond what was measured.
    slot : which gives a ticked link its look; 0 for the scenario's own.
    left_out : those N of the comparison that it has no figures for.
    """

    name: str
    short: str
    status: str
    extrapolated: bool
    slot: int
    devices: NDArray[np.int64]
    seconds: Values
    speedups: Values
    left_out: tuple[int, ...]

    @property
    def best(self) -> int | None:
        """The index of the fastest N, of equal ones the smallest; None without any."""
        if not len(self.seconds):
            return None
        return int(np.argmax(self.seconds <= self.seconds.min() * (1 + balance.TIE_BAND)))

    def index_of(self, devices: int) -> int | None:
        """Return the index of N, or None where there are no figures for it."""
        indices = np.flatnonzero(self.devices == devices)
        return int(indices[0]) if len(indices) else None


@dataclass(frozen=True, eq=False)
class LinkComparison:
    """The scenario's own link and the ticked ones, over the same N.

    Attributes
    ----------
    one_device_s : the time of one device, seconds.
    links : the scenario's own first.
    devices : the N that are compared, rising.
    without_eta : the N that are left out, as the scenario gives no efficiency for them.
    assumed : for which N the figures of the scenario's own link are assumed, or None for none.
    """

    one_device_s: float
    own_devices: int
    links: tuple[ComparedLink, ...]
    devices: tuple[int, ...]
    without_eta: tuple[int, ...]
    assumed: AssumedFigures | None

    def nearest(self, devices: float) -> int:
        """Return the N, or 1, next to a place on the logarithmic axis."""
        near = np.log(max(devices, DEVICES.minimum / 4))
        return min((1, *self.devices), key=lambda count: abs(np.log(count) - near))


def _families(ticked: Sequence[tuple[int, LibraryRow]]) -> list[tuple[int, LibraryRow]]:
    """Keep one row of each link: the rows of a family differ in N alone, which is the axis here."""
    kept: dict[tuple[str, bool], tuple[int, LibraryRow]] = {}
    for slot, row in ticked:
        kept.setdefault((row.id, row.modelled), (slot, row))
    return list(kept.values())


def measured_on(own: int, ticked: Sequence[tuple[int, LibraryRow]]) -> tuple[int, ...]:
    """Return the N, rising, that any of the ticked links was measured on."""
    of_rows = (row.times(own).usual_devices(own) for _, row in ticked if row.devices is not None)
    return tuple(sorted({count for counts in of_rows for count in counts}))


def _counts(outcome: Outcome, rows: Sequence[tuple[int, LibraryRow]]) -> tuple[int, ...]:
    """Return the N that are compared: those of the scenario's own link and those that the ticked ones add."""
    own = outcome.scenario.devices
    rising = by_devices.devices_to_list(outcome, measured_on(own, rows))
    return rising[:_MOST] if own in rising[:_MOST] else (*rising[: _MOST - 1], own)


def _split_seconds(scenario: Scenario, counts: NDArray[np.int64], times: Values) -> Values:
    """Return T_N in seconds for the scenario's work, given the seconds of a message on each N."""
    efficiency = np.array([value_of(scenario, "efficiency", count) for count in counts.tolist()], float)
    phase = device_axis.phase_taking(scenario, counts.astype(float), efficiency, times)
    return np.atleast_1d(np.asarray(balance.split_time(phase), float))


@answer
def compare(outcome: Outcome, ticked: tuple[tuple[int, LibraryRow], ...]) -> LinkComparison:
    """Compare the scenario's own link with those that are ticked, each given with the slot of its look."""
    scenario, rows = outcome.scenario, _families(ticked)
    counts = _counts(outcome, rows)
    able = tuple(count for count in counts if value_of(scenario, "efficiency", count) is not None)
    short = short_names([row for _, row in rows])
    own = _compared(outcome, able, 0, None, "")
    others = (_compared(outcome, able, slot, row, short[row.key]) for slot, row in rows)
    return LinkComparison(
        one_device_s=scenario.work.serial_s + scenario.work.divisible_s,
        own_devices=scenario.devices,
        links=(own, *others),
        devices=able,
        without_eta=tuple(count for count in counts if count not in able),
        assumed=by_devices.assumed_figures(outcome, able),
    )


def _compared(outcome: Outcome, counts: tuple[int, ...], slot: int, row: LibraryRow | None, short: str) -> ComparedLink:
    """Return the times of the scenario's work on a link of the library, or on its own, for N with an efficiency."""
    scenario, size = outcome.scenario, outcome.scenario.communication.message_bytes
    single = scenario.work.serial_s + scenario.work.divisible_s
    times = {count: outcome.link if row is None else row.times(count) for count in counts}
    known = [count for count in counts if times[count].has(count)]
    devices = np.array(known, dtype=np.int64)
    messages = np.array([float(times[count].seconds(size, count)) for count in known])
    split = _split_seconds(scenario, devices, messages) if known else np.array([])
    with np.errstate(divide="ignore", invalid="ignore"):
        speedups = np.where(split > 0, single / split, 1.0 if single == 0 else np.inf)
    return ComparedLink(
        name="" if row is None else row.name,
        short=short,
        status=outcome.link_status if row is None else row.status_on(scenario.devices),
        extrapolated=any(times[count].origin(size, count) is Origin.EXTRAPOLATED for count in known),
        slot=slot,
        devices=devices,
        seconds=split,
        speedups=speedups,
        left_out=tuple(count for count in counts if count not in known),
    )
