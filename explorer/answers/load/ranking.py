"""The mean latency of each design at the scenario's rate, simulated where that is better, and the fastest design."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from explorer.answers.load import simulation
from explorer.answers.load.designs import DesignComparison, DesignFigures
from explorer.answers.load.simulation import SimulatedRuns
from explorer.model.queueing.serving import Accuracy


class MeanSource(StrEnum):
    """How a mean was obtained."""

    EXACT = "exact"
    APPROXIMATE = "approximate"
    LOWER_BOUND = "lower_bound"
    SIMULATED = "simulated"


@dataclass(frozen=True)
class Mean:
    """Mean latency of a request in seconds, infinite where the design is saturated."""

    seconds: float
    source: MeanSource


def mean(figures: DesignFigures, runs: SimulatedRuns) -> Mean:
    """Return the mean of a design: the simulated one in place of a lower bound, if that rate has been run.

    By chance a run may end a little below the bound: the larger of the two is closer to the truth. At a rate of 0 every
    mean is the latency, exactly.
    """
    if figures.load.arrival_per_s == 0 or not figures.is_stable:
        return Mean(figures.mean_s, MeanSource.EXACT)
    if figures.accuracy is Accuracy.LOWER_BOUND:
        run = simulation.run_at_rate(figures, runs)
        if run is not None:
            return Mean(max(run.mean, figures.mean_s), MeanSource.SIMULATED)
    return Mean(figures.mean_s, MeanSource(figures.accuracy.value))


@dataclass(frozen=True)
class Ranking:
    """Which design has the lowest mean of those that fit in memory and are not saturated.

    Attributes
    ----------
    best : None where there is none.
    rival : a design that may be faster: only a lower bound of its mean is known, and that is below the best mean.
    """

    best: DesignFigures | None
    rival: DesignFigures | None = None


def ranking(comparison: DesignComparison, runs: SimulatedRuns) -> Ranking:
    """Return the fastest design and a possible rival; a lower bound never wins over a mean that is known."""
    candidates = [figures for figures in comparison.figures if figures.fits and figures.is_stable]
    means = {figures.kind: mean(figures, runs) for figures in candidates}
    bounded = [figures for figures in candidates if means[figures.kind].source is MeanSource.LOWER_BOUND]
    known = [figures for figures in candidates if figures not in bounded]
    if not known:
        return Ranking(bounded[0] if bounded else None)
    best = min(known, key=lambda figures: means[figures.kind].seconds)
    rivals = (figures for figures in bounded if figures.mean_s < means[best.kind].seconds)
    return Ranking(best, next(rivals, None))


def p99s(comparison: DesignComparison, runs: SimulatedRuns) -> list[float]:
    """Return the p99 of each design at the scenario's rate in seconds, of those that are finite and known by now."""
    stable = [figures for figures in comparison.figures if figures.is_stable]
    times = [
        simulation.p99_at(figures, comparison.load.arrival_per_s, runs) if figures.p99_s is None else figures.p99_s
        for figures in stable
    ]
    return [time for time in times if time is not None]
