"""The algorithms of an all-reduce compared: cost against size on N devices, where they cross, which is the fastest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.answers.algorithm_time import wire_of
from explorer.answers.outcome import Outcome
from explorer.model.balance import TIE_BAND, Number
from explorer.model.collectives.costs import Algorithm, bus_factor, cost
from explorer.model.collectives.wire import Wire
from explorer.scenario.link import AlgorithmLink
from explorer.scenario.parameters import ALPHA, WIRE

Values = NDArray[np.float64]

POINTS = 72
SPAN = (64.0, 4e9)
MOST_DEVICES = 64
_LARGE = 1e9


def ranking(wire: Wire, size: float) -> list[tuple[Algorithm, float]]:
    """Return the algorithms that can run with their seconds for one size in bytes, the fastest first."""
    return _ranked({algorithm: wire.cost(algorithm, size).seconds for algorithm in wire.permitted})


def _ranked(costs: Mapping[Algorithm, Number]) -> list[tuple[Algorithm, float]]:
    """Return known costs, the lowest first."""
    known = [(algorithm, float(seconds)) for algorithm, seconds in costs.items() if np.isfinite(seconds)]
    return sorted(known, key=lambda entry: entry[1])


@dataclass(frozen=True, eq=False)
class AlgorithmComparison:
    """The costs of each algorithm that can run, and from where on which one is the fastest.

    Attributes
    ----------
    along : sizes in bytes, or N; rising.
    costs : seconds along those; against N they are NaN where the algorithm cannot run.
    fastest : the size, or the N, from which an algorithm is the fastest; rising, the first at the start of ``along``.
    """

    along: Values
    costs: dict[Algorithm, Values]
    fastest: tuple[tuple[float, Algorithm], ...]

    def tied(self, index: int) -> tuple[Algorithm, ...]:
        """Return the fastest of a range, or of an N, with those that take as long all through it, in their order."""
        start, algorithm = self.fastest[index]
        end = self.fastest[index + 1][0] if index + 1 < len(self.fastest) else np.inf
        return self._as_fast_as(algorithm, (self.along >= start) & (self.along < end))

    def equals(self) -> tuple[tuple[Algorithm, ...], ...]:
        """Return the algorithms in groups of those whose curves are one and the same."""
        everywhere = np.ones(len(self.along), dtype=bool)
        return tuple(dict.fromkeys(self._as_fast_as(algorithm, everywhere) for algorithm in self.costs))

    def ranking_at(self, devices: float) -> tuple[int, list[tuple[Algorithm, float]]]:
        """Return the N next to a place on its axis, and the algorithms that run on it with their seconds, ranked."""
        index = int(np.argmin(np.abs(self.along - devices)))
        return int(self.along[index]), _ranked({algorithm: costs[index] for algorithm, costs in self.costs.items()})

    def _as_fast_as(self, algorithm: Algorithm, where: NDArray[np.bool_]) -> tuple[Algorithm, ...]:
        least = self.costs[algorithm][where]
        neither = np.isnan(least)

        def is_as_fast(costs: Values) -> bool:
            return bool(np.all((np.abs(costs - least) <= TIE_BAND * least) | (neither & np.isnan(costs))))

        return tuple(other for other, costs in self.costs.items() if is_as_fast(costs[where]))


def own_wire(outcome: Outcome) -> Wire | None:
    """Return what the scenario's link has within a node, or None where it is no modelled one."""
    link = outcome.scenario.communication.link
    return wire_of(link, outcome.scenario.devices) if isinstance(link, AlgorithmLink) else None


def suggested(outcome: Outcome) -> tuple[float, float]:
    """Return alpha (s) and B (bytes/s) of a ring that takes as long as the scenario's link for a byte and a gigabyte.

    Usual ones where the link has no figures for the scenario's N.
    """
    devices = outcome.scenario.devices
    if not outcome.link.has(devices):
        return 5e-6, 1e11
    small, large = (float(time) for time in outcome.link.seconds(np.array([1.0, _LARGE]), devices))
    alpha = small / (2 * (devices - 1))
    bandwidth = float(bus_factor(devices)) * _LARGE / (large - small) if large > small else WIRE.maximum
    return float(f"{min(max(alpha, 0.0), ALPHA.maximum):.3g}"), float(f"{min(max(bandwidth, 1.0), WIRE.maximum):.3g}")


@lru_cache(maxsize=8)
def compare_by_size(wire: Wire, span: tuple[float, float] = SPAN) -> AlgorithmComparison:
    """Compare the algorithms that can run over a range of sizes in bytes; kept, since a drag often leaves the wire."""
    sizes = np.geomspace(*span, POINTS)
    costs = {algorithm: np.asarray(wire.cost(algorithm, sizes).seconds) for algorithm in wire.permitted}
    best = wire.fastest(sizes)
    fastest = [(span[0], best.algorithms[best.chosen[0]])]
    for index in np.flatnonzero(np.diff(best.chosen)):
        before, after = (best.algorithms[at] for at in best.chosen[index : index + 2])
        low, high = float(sizes[index]), float(sizes[index + 1])
        crossings = wire.crossings(before, after, low, high)
        fastest.append((crossings[0] if crossings else high, after))
    return AlgorithmComparison(sizes, costs, tuple(fastest))


@lru_cache(maxsize=8)
def compare_by_devices(wire: Wire, size: float) -> AlgorithmComparison:
    """Compare the algorithms for a size in bytes on 2 to 64 devices, or more where the scenario has more; kept."""
    counts = np.arange(2.0, min(max(MOST_DEVICES, wire.devices), 4 * MOST_DEVICES) + 1)
    wires = [replace(wire, devices=int(count)) for count in counts]
    costs = {}
    for algorithm in dict.fromkeys(algorithm for there in wires for algorithm in there.permitted):
        seconds = cost(algorithm, size, counts, wire.alpha_s, wire.bandwidth, launch=wire.launch_s).seconds
        runs = np.array([algorithm in there.permitted for there in wires])
        costs[algorithm] = np.where(runs, np.asarray(seconds), np.nan)
    fastest = tuple((float(there.devices), there.fastest_at(size)) for there in wires)
    return AlgorithmComparison(counts, costs, fastest)
