"""The algorithms of an all-reduce compared: cost against size on N devices, where they cross, which is the fastest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.answers.formatting import listed
from explorer.answers.link_words import algorithm_name
from explorer.answers.outcome import Outcome
from explorer.model import balance
from explorer.model.collectives import choice
from explorer.model.collectives import costs as collective
from explorer.model.collectives.costs import Algorithm
from explorer.scenario.link import AlgorithmLink
from explorer.scenario.parameters import ALPHA, WIRE
from explorer.scenario.quantity import SIZE, format_quantity
from explorer.scenario.sentence import Sentence, sentence

Values = NDArray[np.float64]

POINTS = 72
SPAN = (64.0, 4e9)
MOST_DEVICES = 64
_LARGE = 1e9


@dataclass(frozen=True)
class Wire:
    """What the costs follow from: N, latency of a step, bandwidth, launch, and what the wiring allows."""

    devices: int
    alpha_s: float
    bandwidth: float
    launch_s: float = 0.0
    fully_connected: bool = False
    in_switch: bool = False

    @property
    def permitted(self) -> tuple[Algorithm, ...]:
        """The algorithms that can run."""
        allowed = {"fully_connected": self.fully_connected, "in_switch": self.in_switch}
        return choice.permitted(self.devices, **allowed)

    def seconds(self, algorithm: Algorithm, sizes: Values) -> Values:
        """Return the costs of sizes."""
        found = collective.cost(algorithm, sizes, self.devices, self.alpha_s, self.bandwidth, launch=self.launch_s)
        return np.asarray(found.seconds)


@dataclass(frozen=True, eq=False)
class AlgorithmComparison:
    """The costs of each algorithm that can run, and the sizes, or the N, from which another one is the fastest.

    Against N a cost is NaN where the algorithm cannot run.
    """

    along: Values
    costs: tuple[tuple[Algorithm, Values], ...]
    fastest: tuple[tuple[float, Algorithm], ...]

    def tied(self, place: int) -> tuple[Algorithm, ...]:
        """Return the fastest of a range, or of an N, and before and after it those that take as long throughout."""
        begins, first = self.fastest[place]
        ends = self.fastest[place + 1][0] if place + 1 < len(self.fastest) else np.inf
        return self._as_fast_as(first, (self.along >= begins) & (self.along < ends))

    def equals(self) -> tuple[tuple[Algorithm, ...], ...]:
        """Return the algorithms in groups of those whose curves are one and the same."""
        whole = np.ones(len(self.along), dtype=bool)
        return tuple(dict.fromkeys(self._as_fast_as(one, whole) for one, _ in self.costs))

    def _as_fast_as(self, first: Algorithm, where: NDArray[np.bool_]) -> tuple[Algorithm, ...]:
        least = dict(self.costs)[first][where]
        neither = np.isnan(least)

        def as_fast(costs: Values) -> bool:
            return bool(np.all((np.abs(costs - least) <= balance.TIE_BAND * least) | (neither & np.isnan(costs))))

        return tuple(one for one, costs in self.costs if as_fast(costs[where]))


def wire_of(link: AlgorithmLink, devices: int) -> Wire:
    """Return what the scenario's own link has within a node."""
    inside = devices if link.network is None else min(devices, link.network.devices_per_node)
    return Wire(inside, link.alpha_s, link.bandwidth_bytes_per_s, link.launch_s, link.fully_connected, link.in_switch)


def own_wire(outcome: Outcome) -> Wire | None:
    """Return what the scenario's own link has within a node, or None where it is no modelled one."""
    link = outcome.scenario.communication.link
    return wire_of(link, outcome.scenario.devices) if isinstance(link, AlgorithmLink) else None


def wire_told(wire: Wire, *, typed: bool) -> Sentence:
    """Say what the costs follow from; ``typed`` where it is not the scenario's own link."""
    words = {"alpha": ALPHA.show(wire.alpha_s), "bandwidth": WIRE.show(wire.bandwidth)}
    if typed:
        return sentence("algorithms: a what-if with α = {alpha}, B = {bandwidth}, modelled", **words)
    return sentence("algorithms: the link's own α = {alpha}, B = {bandwidth}, modelled", **words)


def suggested(outcome: Outcome) -> tuple[float, float]:
    """Return alpha and B of a ring that takes as long as a link of another kind for a byte and for a gigabyte."""
    devices = outcome.scenario.devices
    if not outcome.link.has(devices):
        return 5e-6, 1e11
    small, large = (float(time) for time in outcome.link.seconds(np.array([1.0, _LARGE]), devices))
    alpha = small / (2 * (devices - 1))
    spent = large - small
    bandwidth = float(collective.bus_factor(devices)) * _LARGE / spent if spent > 0 else WIRE.maximum
    return float(f"{min(max(alpha, 0.0), ALPHA.maximum):.3g}"), float(f"{min(max(bandwidth, 1.0), WIRE.maximum):.3g}")


def comparison(wire: Wire, span: tuple[float, float] = SPAN) -> AlgorithmComparison:
    """Compare the algorithms that can run over a range of sizes; what differs in no size counts once."""
    sizes = np.geomspace(*span, POINTS)
    costs = tuple((one, wire.seconds(one, sizes)) for one in wire.permitted)
    best = choice.best_cost(
        sizes,
        wire.devices,
        wire.alpha_s,
        wire.bandwidth,
        launch=wire.launch_s,
        fully_connected=wire.fully_connected,
        in_switch=wire.in_switch,
    )
    fastest = [(span[0], best.algorithms[int(best.chosen[0])])]
    for place in np.flatnonzero(np.diff(best.chosen)):
        before, after = (best.algorithms[int(best.chosen[at])] for at in (place, place + 1))
        low, high = float(sizes[place]), float(sizes[place + 1])
        found = choice.crossings(before, after, wire.devices, wire.alpha_s, wire.bandwidth, low=low, high=high)
        fastest.append((found[0] if found else high, after))
    return AlgorithmComparison(sizes, costs, tuple(fastest))


def comparison_by_devices(wire: Wire, size: float) -> AlgorithmComparison:
    """Compare the algorithms that can run on 2 to 64 devices, or more where the scenario has more."""
    counts = np.arange(2, min(max(MOST_DEVICES, wire.devices), 4 * MOST_DEVICES) + 1)
    wires = [replace(wire, devices=int(count)) for count in counts]
    able = [one.permitted for one in wires]
    costs = []
    for algorithm in dict.fromkeys(one for found in able for one in found):
        found = collective.cost(
            algorithm, size, counts.astype(float), wire.alpha_s, wire.bandwidth, launch=wire.launch_s
        )
        runs = np.array([algorithm in permitted for permitted in able])
        costs.append((algorithm, np.where(runs, np.asarray(found.seconds), np.nan)))
    fastest = [(float(one.devices), _fastest(one, size)) for one in wires]
    return AlgorithmComparison(counts.astype(float), tuple(costs), tuple(fastest))


def _fastest(wire: Wire, size: float) -> Algorithm:
    allowed = {"fully_connected": wire.fully_connected, "in_switch": wire.in_switch}
    return choice.best(size, wire.devices, wire.alpha_s, wire.bandwidth, launch=wire.launch_s, **allowed)[0]


def told_by_devices(found: AlgorithmComparison) -> list[Sentence]:
    """Say for each algorithm on which N it is the fastest."""
    tied = [found.tied(place) for place in range(len(found.fastest))]
    counts = [int(count) for count, _ in found.fastest]
    return [
        sentence(
            "Fastest with N = {listed}: {name}.",
            listed=_ranges([count for count, one in zip(counts, tied, strict=True) if one == names]),
            name=_all(names),
        )
        for names in dict.fromkeys(tied)
    ]


def _all(algorithms: Sequence[Algorithm]) -> Sentence:
    """Name one algorithm, or several as equal."""
    if len(algorithms) == 1:
        return algorithm_name(algorithms[0])
    named = listed([algorithm_name(one) for one in algorithms], last_with_and=True)
    return sentence("{names}, equal", names=named)


def _ranges(counts: Sequence[int]) -> str:
    """Write rising N, neighbours as one range."""
    runs: list[list[int]] = []
    for count in counts:
        if runs and runs[-1][1] == count - 1:
            runs[-1][1] = count
        else:
            runs.append([count, count])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)


def told(found: AlgorithmComparison) -> list[Sentence]:
    """Say which algorithm is the fastest for which sizes."""
    others = found.fastest[1:]
    named = [_all(found.tied(place)) for place in range(len(found.fastest))]
    if not others:
        return [sentence("The fastest at every size: {name}.", name=named[0])]
    said = [
        sentence("Up to {size} the fastest is: {name}.", size=format_quantity(others[0][0], SIZE, 3), name=named[0])
    ]
    for place, (size, _) in enumerate(others):
        begins = format_quantity(size, SIZE, 3)
        if place + 1 < len(others):
            ends = format_quantity(others[place + 1][0], SIZE, 3)
            said.append(sentence("From {size} to {end} it is {name}.", size=begins, end=ends, name=named[place + 1]))
        else:
            said.append(sentence("Above {size} it is {name}.", size=begins, name=named[place + 1]))
    return said


def cost_told(wire: Wire, size: float) -> list[tuple[Algorithm, float]]:
    """Return the costs of one size, the fastest first."""
    costs = [(one, float(wire.seconds(one, np.array([size]))[0])) for one in wire.permitted]
    return sorted(costs, key=lambda entry: entry[1])
