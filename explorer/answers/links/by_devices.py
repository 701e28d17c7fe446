"""T_N against N: the parts of the time for each number of devices that has figures, and in words which one wins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer.answers import device_axis, formatting
from explorer.answers.outcome import Outcome, Performance, answer
from explorer.model import balance
from explorer.scenario.edit import value_of
from explorer.scenario.sentence import Sentence, sentence

USUAL = (2, 4, 8)
"""The N that are looked at where nothing else says which."""
MOST = 12
"""Rows that are shown; the scenario's N and the best are among them."""

COMPUTE, STARTUP, BYTES, SERIAL = "compute", "startup", "bytes", "serial"
TERMS = (SERIAL, COMPUTE, STARTUP, BYTES)
_TIE = 1e-12


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

    def winner(self) -> str:
        """Return the longest of compute, start-ups and bytes."""
        return max(self.parts()[1:], key=lambda part: part[1])[0]


@dataclass(frozen=True)
class Rows:
    """One device and each N that has figures, rising; those N that have none, and how many there was no room for."""

    rows: tuple[DeviceRow, ...]
    left_out: tuple[int, ...]
    not_shown: int = 0

    @cached_property
    def best(self) -> DeviceRow:
        """The fastest; of equal ones the one with the fewest devices."""
        least = min(row.total_s for row in self.rows)
        return next(row for row in self.rows if row.total_s <= least * (1 + _TIE))


def _answer(outcome: Outcome, devices: int) -> Performance | None:
    """Return the answer on N devices, also where the scenario's own N has none."""
    if outcome.phase is not None:
        return outcome.at("devices", devices)
    return Outcome(outcome.scenario.model_copy(update={"devices": devices})).performance


def _row(outcome: Outcome, devices: int, found: Performance) -> DeviceRow:
    work, communication = outcome.scenario.work, outcome.scenario.communication
    serial = work.serial_s + work.extra_serial_s
    exposed = max(found.split_s - serial - found.compute_s, 0.0)
    time = float(outcome.link.seconds(communication.message_bytes, devices))
    startup = outcome.link.line(communication.message_bytes, devices).startup
    share = min(startup / time, 1.0) if time > 0 else 0.0
    return DeviceRow(
        devices=devices,
        serial_s=serial,
        compute_s=found.compute_s,
        startup_s=exposed * share,
        bytes_s=exposed * (1 - share),
        hidden_s=found.hidden_s,
        total_s=found.split_s,
        speedup=found.speedup,
    )


def worth_a_look(outcome: Outcome, others: Iterable[int] = ()) -> tuple[int, ...]:
    """Return N to look at, rising: the link's, those with an efficiency, the scenario's own, and ``others``.

    The usual ones where that is the scenario's own alone: a constant link's single figures are taken for each N.
    """
    scenario = outcome.scenario
    own, listed = scenario.devices, scenario.work.efficiency
    given = {entry.devices for entry in listed} if isinstance(listed, tuple) else set()
    wanted = {own, *outcome.link.usual_devices(own), *given, *others}
    return tuple(sorted({*wanted, *USUAL} if wanted <= {own} else wanted))


def assumed(outcome: Outcome, devices: Iterable[int]) -> Sentence | None:
    """Say for which of some N a constant link's figures are assumed, as they were given for others; None for none."""
    link, own = outcome.scenario.communication.link, outcome.scenario.devices
    if not link.assumes_figures:
        return None
    given = sorted(entry.devices for entry in link.by_devices) or [own]
    beyond = [count for count in devices if count > 1 and count not in given]
    if not beyond:
        return None
    words = {"given": ", ".join(map(str, given)), "beyond": ", ".join(map(str, beyond))}
    return sentence("ℓ, V and B of this scenario are given for N = {given} and assumed for N = {beyond}.", **words)


@answer
def rows(outcome: Outcome, others: tuple[int, ...] = ()) -> Rows:
    """Return the parts of the time for one device and for each N that has figures, ``others`` among them."""
    work = outcome.scenario.work
    single = work.serial_s + work.divisible_s
    found = [DeviceRow(1, work.serial_s, work.divisible_s, 0.0, 0.0, 0.0, single, 1.0)]
    candidates = worth_a_look(outcome, others)
    known = [count for count in candidates if _has(outcome, count)]
    kept = _few(outcome, known)
    for devices in kept:
        there = _answer(outcome, devices)
        if there is not None:
            found.append(_row(outcome, devices, there))
    left_out = tuple(count for count in candidates if count not in known)
    return Rows(tuple(found), left_out, len(known) - len(kept))


def _has(outcome: Outcome, devices: int) -> bool:
    return outcome.link.has(devices) and value_of(outcome.scenario, "efficiency", devices) is not None


def _few(outcome: Outcome, known: list[int]) -> list[int]:
    """Keep as many N as there are rows for: the scenario's own, the best and the smallest others."""
    if len(known) < MOST:
        return known
    wanted = {outcome.scenario.devices} & set(known)
    if outcome.phase is not None:
        times = np.asarray(balance.split_time(device_axis.phase_at(outcome.scenario, outcome.phase, np.array(known))))
        wanted.add(known[int(np.argmin(times))])
    others = [count for count in known if count not in wanted]
    return sorted([*wanted, *others[: MOST - 1 - len(wanted)]])


_WINS = {
    COMPUTE: sentence("compute is the longest part"),
    STARTUP: sentence("start-ups are the longest part: fewer, larger messages would help more than bandwidth"),
    BYTES: sentence("bytes are the longest part: bandwidth would help more than fewer messages"),
}
_LEAST = {
    COMPUTE: sentence("compute"),
    STARTUP: sentence("the start-ups"),
    BYTES: sentence("the bytes"),
}


def told(found: Rows, outcome: Outcome) -> list[Sentence]:
    """Say which N is the best, which part wins there and at the scenario's N, and which N have no figures."""
    if len(found.rows) == 1:
        return [*([outcome.missing] if outcome.missing is not None else []), *_left_out(found, outcome)]
    best = found.best
    said = []
    if best.devices == 1:
        said.append(sentence("On this scenario's link one device is the fastest: no N with figures beats it."))
    else:
        said.append(
            sentence(
                "On this scenario's link N = {devices} is the best: {time}, {speedup} of one device; there {wins}.",
                devices=str(best.devices),
                time=formatting.seconds(best.total_s),
                speedup=formatting.ratio(best.speedup),
                wins=_WINS[best.winner()],
            )
        )
    taken = assumed(outcome, [row.devices for row in found.rows])
    if taken is not None:
        said.append(taken)
    own = next((row for row in found.rows if row.devices == outcome.scenario.devices), None)
    if own is not None and own.devices != best.devices:
        said.append(
            sentence(
                "At N = {devices} the longest part is {term}: {time}.",
                devices=str(own.devices),
                term=_LEAST[own.winner()],
                time=formatting.seconds(dict(own.parts())[own.winner()]),
            )
        )
    if any(row.hidden_s > 0 for row in found.rows):
        said.append(sentence("Communication that runs under compute adds nothing and is not drawn."))
    if found.not_shown:
        said.append(sentence("{count} further N are not shown.", count=str(found.not_shown)))
    return said + _left_out(found, outcome)


def _left_out(found: Rows, outcome: Outcome) -> list[Sentence]:
    without_link = [count for count in found.left_out if not outcome.link.has(count)]
    without_eta = [count for count in found.left_out if count not in without_link]
    said = []
    if without_link:
        listed = ", ".join(map(str, without_link))
        said.append(sentence("Left out: N = {listed}, for which the link has no figures.", listed=listed))
    if without_eta:
        listed = ", ".join(map(str, without_eta))
        said.append(sentence("Left out: N = {listed}, for which no efficiency is given.", listed=listed))
    return said


def row_told(row: DeviceRow) -> Sentence:
    """Say all figures of one N."""
    if row.devices == 1:
        text = formatting.seconds
        return sentence(
            "One device: S {serial} + C {compute} = {total}.",
            serial=text(row.serial_s),
            compute=text(row.compute_s),
            total=text(row.total_s),
        )
    return sentence(
        "N = {devices}: S + ΔS {serial}, compute {compute}, start-ups {startup}, bytes {bytes}: {total}, {speedup}.",
        devices=str(row.devices),
        serial=formatting.seconds(row.serial_s),
        compute=formatting.seconds(row.compute_s),
        startup=formatting.seconds(row.startup_s),
        bytes=formatting.seconds(row.bytes_s),
        total=formatting.seconds(row.total_s),
        speedup=formatting.ratio(row.speedup),
    )
