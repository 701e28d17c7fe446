"""Several links compared at equal N: the time of the scenario's work on each, with the scenario's own messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.answers import device_axis, formatting
from explorer.answers.links import by_devices, by_size
from explorer.answers.links.library import LibraryRow, short_names
from explorer.answers.outcome import Outcome, answer
from explorer.answers.times import Origin
from explorer.model import balance
from explorer.scenario.edit import value_of
from explorer.scenario.parameters import DEVICES
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence

Values = NDArray[np.float64]

_MOST = 12
_TIE = 1e-12


@dataclass(frozen=True, eq=False)
class Compared:
    """One link: its times and speed-ups on the N that it and the scenario have figures for, rising.

    Attributes
    ----------
    slot : which gives a ticked link its look; 0 for the scenario's own.
    left_out : those N of the comparison that it has no figures for.
    """

    name: str
    short: str
    status: Sentence
    slot: int
    devices: NDArray[np.int64]
    seconds: Values
    speedups: Values
    left_out: tuple[int, ...]

    @property
    def best(self) -> int | None:
        """The place of the fastest N, of equal ones the smallest; None without any."""
        if not len(self.seconds):
            return None
        return int(np.argmax(self.seconds <= self.seconds.min() * (1 + _TIE)))

    def at(self, devices: int) -> int | None:
        """Return the place of N, or None where there are no figures for it."""
        found = np.flatnonzero(self.devices == devices)
        return int(found[0]) if len(found) else None


@dataclass(frozen=True, eq=False)
class LinkComparison:
    """The scenario's own link and the ticked ones, over the same N; ``without_eta`` are those that lack an eta.

    Attributes
    ----------
    assumed : says for which N the figures of the scenario's own link are assumed, if for any.
    """

    one_device_s: float
    own_devices: int
    links: tuple[Compared, ...]
    devices: tuple[int, ...]
    without_eta: tuple[int, ...]
    assumed: Sentence | None


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
    rising = by_devices.worth_a_look(outcome, measured_on(own, rows))
    return rising[:_MOST] if own in rising[:_MOST] else (*rising[: _MOST - 1], own)


def _split(scenario: Scenario, counts: NDArray[np.int64], times: Values) -> Values:
    """Return T_N for the scenario's work with messages that take so long on each N."""
    efficiency = np.array([value_of(scenario, "efficiency", count) for count in counts.tolist()], float)
    phase = device_axis.phase_taking(scenario, counts.astype(float), efficiency, times)
    return np.atleast_1d(np.asarray(balance.split_time(phase), float))


@answer
def compared(outcome: Outcome, ticked: tuple[tuple[int, LibraryRow], ...]) -> LinkComparison:
    """Compare the scenario's own link with those that are ticked, each given with the slot of its look."""
    scenario, rows = outcome.scenario, _families(ticked)
    size = scenario.communication.message_bytes
    one = scenario.work.serial_s + scenario.work.divisible_s
    counts = _counts(outcome, rows)
    able = tuple(count for count in counts if value_of(scenario, "efficiency", count) is not None)
    found, short = [], short_names([row for _, row in rows])
    for slot, row in ((0, None), *rows):
        names = ("", "") if row is None else (row.name, short[row.key])
        status = outcome.link_status if row is None else row.status_on(scenario.devices)
        links = {count: outcome.link if row is None else row.times(count) for count in able}
        known = [count for count, link in links.items() if link.has(count)]
        at = np.array(known, dtype=np.int64)
        times = np.array([float(links[count].seconds(size, count)) for count in known])
        split = _split(scenario, at, times) if known else np.array([])
        with np.errstate(divide="ignore", invalid="ignore"):
            speedups = np.where(split > 0, one / split, 1.0 if one == 0 else np.inf)
        beyond = any(links[count].origin(size, count) is Origin.EXTRAPOLATED for count in known)
        noted = by_size.with_origin(status, extrapolated=beyond)
        left_out = tuple(count for count in able if count not in known)
        found.append(Compared(*names, noted, slot, at, split, speedups, left_out))
    without_eta = tuple(count for count in counts if count not in able)
    taken = by_devices.assumed(outcome, able)
    return LinkComparison(one, scenario.devices, tuple(found), able, without_eta, taken)


_OWN = sentence("this scenario")


def _name(link: Compared) -> Sentence | str:
    return link.short or _OWN


def told(found: LinkComparison) -> list[Sentence]:
    """Name the best N of each link, the fastest first, and what has no curve."""
    known = [(link, place) for link in found.links if (place := link.best) is not None]
    best = [
        sentence(
            "{name} N = {devices} ({time}, {speedup})",
            name=_name(link),
            devices=str(link.devices[place]),
            time=formatting.seconds(float(link.seconds[place])),
            speedup=formatting.ratio(float(link.speedups[place])),
        )
        for link, place in sorted(known, key=lambda entry: float(entry[0].seconds[entry[1]]))
    ]
    said = [sentence("Best N: {links}.", links=formatting.listed(best))] if best else []
    said += [] if found.assumed is None else [found.assumed]
    said += _missing(found)
    if not any((link.speedups > 1).any() for link in found.links):
        said.append(
            sentence("One device, {time}, is faster than all of them.", time=formatting.seconds(found.one_device_s))
        )
    return said


def _missing(found: LinkComparison) -> list[Sentence]:
    without = [
        sentence("{name} for N = {listed}", name=_name(link), listed=", ".join(map(str, link.left_out)))
        for link in found.links
        if link.left_out
    ]
    said = [sentence("No curve: {links}.", links=formatting.listed(without))] if without else []
    if found.without_eta:
        listed = ", ".join(map(str, found.without_eta))
        said.append(sentence("Left out: N = {listed}, for which no efficiency is given.", listed=listed))
    return said


def statuses_told(found: LinkComparison) -> Sentence:
    """Name the links beside the scenario's own, each with the status of its figures."""
    named = [sentence("{name}: {status}", name=_name(link), status=link.status) for link in found.links[1:]]
    return sentence("compared: {links}", links=formatting.listed(named))


def at_told(found: LinkComparison, where: float) -> list[Sentence]:
    """Read all links on the N next to a place on the axis, the fastest first."""
    near = min((1, *found.devices), key=lambda count: abs(np.log(count) - np.log(max(where, DEVICES.minimum / 4))))
    if near == 1:
        return [sentence("One device: {time}.", time=formatting.seconds(found.one_device_s))]
    known = [(link, place) for link in found.links if (place := link.at(near)) is not None]
    ranked = sorted(known, key=lambda entry: float(entry[0].seconds[entry[1]]))
    parts = [
        sentence(
            "{name} {time} ({speedup})",
            name=_name(link),
            time=formatting.seconds(float(link.seconds[place])),
            speedup=formatting.ratio(float(link.speedups[place])),
        )
        for link, place in ranked
    ]
    without = [sentence("{name} no curve", name=_name(link)) for link in found.links if link.at(near) is None]
    if not parts and not without:
        return []
    return [sentence("N = {devices}: {links}.", devices=str(near), links=formatting.listed([*parts, *without]))]
