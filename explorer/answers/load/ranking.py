"""The mean of each design at the scenario's rate as well as it is known by now, and which design is fastest by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from explorer.answers.load import simulation
from explorer.answers.load.designs import DesignComparison, DesignFigures
from explorer.answers.load.simulation import SimulatedRuns
from explorer.model.queueing.serving import Accuracy


class MeanSource(StrEnum):
    """Where the figure of a mean comes from."""

    EXACT = "exact"
    APPROXIMATE = "approximate"
    LOWER_BOUND = "lower_bound"
    SIMULATED = "simulated"


@dataclass(frozen=True)
class Mean:
    """Mean seconds of a request, infinite where the design is saturated."""

    seconds: float
    source: MeanSource


def mean(served: DesignFigures, found: DesignComparison, known: SimulatedRuns) -> Mean:
    """Return the mean of a design: in the place of a lower bound the simulated one, where it has been run.

    A run may end a little below the bound, by chance: the larger of the two is nearer the truth. Where nothing arrives,
    any mean is the latency exactly.
    """
    if found.rate == 0 or not served.settles:
        return Mean(served.mean_s, MeanSource.EXACT)
    if served.accuracy is Accuracy.LOWER_BOUND:
        run = simulation.point(served, found, known)
        if run is not None:
            return Mean(max(run.mean, served.mean_s), MeanSource.SIMULATED)
    return Mean(served.mean_s, MeanSource(served.accuracy.value))


@dataclass(frozen=True)
class Ranking:
    """Which design has the lowest mean of those that fit in memory and settle.

    Attributes
    ----------
    best : None where there is none.
    rival : a design of which no more is known than a lower bound below the mean of the best: it may be faster.
    """

    best: DesignFigures | None
    rival: DesignFigures | None = None


def ranking(found: DesignComparison, known: SimulatedRuns) -> Ranking:
    """Return the fastest design; a lower bound never wins over a figure, and one design alone wins with any."""
    means = [(one, mean(one, found, known)) for one in found.served if one.fits and one.settles]
    sure = [(one, figure) for one, figure in means if figure.source is not MeanSource.LOWER_BOUND]
    if not sure:
        return Ranking(means[0][0] if means else None)
    best, least = min(sure, key=lambda entry: entry[1].seconds)
    rivals = (
        one for one, figure in means if figure.source is MeanSource.LOWER_BOUND and figure.seconds < least.seconds
    )
    return Ranking(best, next(rivals, None))


def tails(found: DesignComparison, known: SimulatedRuns) -> Iterator[float]:
    """Return the p99 of each design at the scenario's rate, as far as it is finite and known by now.

    Where this very rate has not been simulated, a value between those of the curve stands for it.
    """
    for served in found.served:
        if not served.settles:
            continue
        if served.p99_s is not None:
            yield served.p99_s
            continue
        rates, simulated = simulation.curve(served, found, known)
        if len(rates) and rates[0] <= found.rate <= rates[-1]:
            yield float(np.interp(found.rate, rates, simulated))
