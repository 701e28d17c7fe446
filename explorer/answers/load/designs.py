"""A scenario's devices under load: as one split, as replicas, as a pipeline, each before the same arrivals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.answers.outcome import Outcome, answer
from explorer.answers.parallelism import divisions
from explorer.answers.parallelism.divisions import Division
from explorer.model.queueing import serving
from explorer.model.queueing.serving import Accuracy, Design, Dispatch
from explorer.scenario.sentence import Sentence

Values = NDArray[np.float64]

SHARE = 0.99
"""Of the requests: the percentile that is shown beside the mean."""

POINTS = 100
_NEAR = 1 - np.geomspace(1e-5, 0.2, 24)
"""Shares of a capacity at which a curve is steep."""


class DesignKind(StrEnum):
    """How the devices serve requests."""

    SPLIT = "split"
    REPLICAS = "replicas"
    PIPELINE = "pipeline"


@dataclass(frozen=True)
class DesignFigures:
    """One design at the scenario's arrival rate. Seconds and requests per second; infinite times where it is saturated.

    Attributes
    ----------
    stages : that a request passes; the design has fewer where its stages are unequal.
    accuracy : of the mean at any rate above 0, where it is the latency.
    p99_s : exact; None where there is no closed form.
    utilisation : arrival rate over saturation, above 1 where requests pile up.
    within_per_s : arrival rate up to which the mean keeps the latency target; None without a target.
    memory_bytes : on each device.
    fits : whether they leave the reserve free, as on the page of the divisions.
    """

    kind: DesignKind
    design: Design
    stages: int
    accuracy: Accuracy
    mean_s: float
    p99_s: float | None
    saturation_per_s: float
    utilisation: float
    within_per_s: float | None
    memory_bytes: float
    fits: bool

    @property
    def settles(self) -> bool:
        """Whether the queue settles at this rate."""
        return math.isfinite(self.mean_s)


@dataclass(frozen=True)
class DesignComparison:
    """The designs that have figures, those that have none and why, and the load they are under.

    Attributes
    ----------
    room_bytes : for a design on each device.
    over_nodes : whether the split counts a network between nodes that the scenario's own link has not.
    overtakes : for each other design the rate above which it is faster than the split: 0 where it is at least as fast
        at any rate, infinite where it never is. Of those that fit in memory; empty without a split that does.
    """

    devices: int
    rate: float
    service_cv2: float
    dispatch: Dispatch
    target_s: float
    served: tuple[DesignFigures, ...]
    missing: tuple[tuple[DesignKind, Sentence], ...]
    room_bytes: float
    over_nodes: bool
    overtakes: dict[DesignKind, float]

    def of(self, kind: DesignKind) -> DesignFigures | None:
        """Return a design, or None where it has no figures."""
        return next((served for served in self.served if served.kind is kind), None)


@answer
def compare(outcome: Outcome) -> DesignComparison:
    """Return the three designs of the scenario's devices under its load: the pure ones among their divisions."""
    scenario = outcome.scenario
    load, devices = scenario.load, scenario.devices
    rows = {
        DesignKind.SPLIT: divisions.single(outcome, devices, 1),
        DesignKind.REPLICAS: divisions.single(outcome, 1, devices),
        DesignKind.PIPELINE: divisions.pure_pipeline(outcome),
    }
    served = tuple(_served(kind, row, outcome) for kind, row in rows.items() if isinstance(row, Division))
    split = rows[DesignKind.SPLIT]
    alone = outcome.performance.split_s if outcome.performance is not None else math.nan
    return DesignComparison(
        devices=devices,
        rate=load.arrival_per_s,
        service_cv2=load.service_cv2,
        dispatch=Dispatch(load.dispatch),
        target_s=load.latency_target_s,
        served=served,
        missing=tuple((kind, row) for kind, row in rows.items() if isinstance(row, Sentence)),
        room_bytes=scenario.memory.device_bytes * (1 - scenario.memory.reserve),
        over_nodes=isinstance(split, Division) and not math.isclose(split.latency_s, alone, rel_tol=1e-9),
        overtakes=_overtakes([one for one in served if one.fits], load.service_cv2),
    )


def _overtakes(fitting: list[DesignFigures], service_cv2: float) -> dict[DesignKind, float]:
    if not fitting or fitting[0].kind is not DesignKind.SPLIT:
        return {}
    split, *others = fitting
    return {other.kind: _crossover(split.design, other.design, service_cv2) for other in others}


def _design(kind: DesignKind, row: Division, devices: int, dispatch: Dispatch) -> Design:
    """Return the queue of a division.

    A pipeline whose stages are unequal is taken as so many of the slowest as make up the latency: between those a
    request queues as it does before the slowest.
    """
    if kind is DesignKind.SPLIT:
        return serving.split(row.latency_s)
    if kind is DesignKind.REPLICAS:
        return serving.replicas(row.latency_s, devices, dispatch)
    stages = devices if row.period_s == 0 else max(round(min(row.latency_s / row.period_s, devices)), 1)
    return serving.pipeline(row.period_s, row.latency_s, stages)


def _served(kind: DesignKind, row: Division, outcome: Outcome) -> DesignFigures:
    load, stages = outcome.scenario.load, row.pipeline
    design = _design(kind, row, outcome.scenario.devices, Dispatch(load.dispatch))
    rate, cv2, most = load.arrival_per_s, load.service_cv2, serving.capacity(design)
    return DesignFigures(
        kind=kind,
        design=design,
        stages=stages,
        accuracy=Accuracy.EXACT if design.period == 0 else serving.accuracy(replace(design, stages=stages), cv2),
        mean_s=float(serving.mean_time(design, rate, cv2)),
        p99_s=_exact_p99(design, rate, cv2),
        saturation_per_s=most,
        utilisation=rate / most,
        within_per_s=_max_rate(design, load.latency_target_s, cv2) if load.latency_target_s > 0 else None,
        memory_bytes=row.memory_bytes,
        fits=row.fits,
    )


def _exact_p99(design: Design, rate: float, service_cv2: float) -> float | None:
    if has_exact(design, service_cv2):
        return float(np.asarray(percentile(design, np.array(rate))))
    return serving.lone_percentile(design, SHARE, service_cv2) if rate == 0 else None


# These caches are keyed by the designs, which a drag of the arrival rate leaves as they are, and so shared by outcomes.
@lru_cache(maxsize=64)
def _crossover(first: Design, second: Design, service_cv2: float) -> float:
    return serving.crossover(first, second, service_cv2)


@lru_cache(maxsize=64)
def _max_rate(design: Design, target: float, service_cv2: float) -> float:
    return serving.max_rate(design, target, service_cv2)


def has_exact(design: Design, service_cv2: float) -> bool:
    """Whether the percentile of a design is known exactly; where nothing queues it is the latency."""
    return design.period == 0 or serving.has_exact_percentiles(design, service_cv2)


def percentile(design: Design, rate: Values) -> Values:
    """Return the exact percentile of a design that has one at arrival rates, seconds."""
    if design.period == 0:
        return np.full_like(rate, design.latency)
    return np.asarray(serving.percentile(design, rate, SHARE))


_WIDE = 20
"""Ratio of rates above which the axis is logarithmic by itself: one at its very beginning could not be read."""
_STEEP, _ROOM, _FAR = 30, 1.6, 100
"""The longest latency is so far below the top, times are so far from the edges; targets farther away are not shown."""
_WORD = 3.5
"""A target is so far from the bottom: its word has room below it, where no curve is."""


@dataclass(frozen=True)
class PlotRange:
    """What a plot shows: arrival rates from low to high, and times, always on a logarithmic axis."""

    low: float
    high: float
    logarithmic: bool
    shortest_s: float
    longest_s: float

    def holds(self, found: DesignComparison) -> bool:
        """Whether what matters of another comparison can be seen, too."""
        latencies = _latencies(found)
        return (
            (self.low <= found.rate or self.logarithmic)
            and max(found.rate, 0.5 * max(_saturations(found), default=0.0)) <= self.high
            and bool(latencies)
            and self.shortest_s <= min(latencies)
            and max(latencies) * _ROOM <= self.longest_s
        )


def _latencies(found: DesignComparison) -> list[float]:
    return [served.design.latency for served in found.served if served.design.latency > 0]


def _saturations(found: DesignComparison) -> list[float]:
    return [served.saturation_per_s for served in found.served if math.isfinite(served.saturation_per_s)]


def reach(found: DesignComparison, logarithmic: bool | None = None, tails: Sequence[float] = ()) -> PlotRange | None:
    """Return what a plot shows best, on a scale of rates that is chosen (None: as it fits); None without any times.

    ``tails`` are percentiles at the scenario's rate, which have to be in sight.
    """
    latencies = _latencies(found)
    if not latencies:
        return None
    rates = [*_saturations(found), *([found.rate] if found.rate > 0 else [])] or [1.0]
    chosen = max(rates) / min(rates) > _WIDE if logarithmic is None else logarithmic
    shortest, longest = min(latencies) / _ROOM, max([max(latencies) * _STEEP, *(_ROOM * tail for tail in tails)])
    if shortest / _FAR < found.target_s < longest * _FAR:
        shortest, longest = min(shortest, found.target_s / _WORD), max(longest, found.target_s * _ROOM)
    low, high = (min(rates) / 50, max(rates) * 1.3) if chosen else (0.0, max(rates) * 1.08)
    return PlotRange(low, high, chosen, shortest, longest)


@dataclass(frozen=True, eq=False)
class DesignCurves:
    """Times against arrival rate, infinite from saturation on; percentiles where they are exact."""

    rates: Values
    means: dict[DesignKind, Values]
    percentiles: dict[DesignKind, Values]


def curves(found: DesignComparison, shown: PlotRange) -> DesignCurves:
    """Return the times of all designs over what is shown; equal ones are computed once."""
    designs = tuple((served.kind, served.design) for served in found.served)
    return _curves(designs, found.service_cv2, shown.low, shown.high, shown.logarithmic)


@lru_cache(maxsize=8)  # keyed by the designs, as a drag of the arrival rate leaves the curves as they are
def _curves(
    designs: tuple[tuple[DesignKind, Design], ...], service_cv2: float, low: float, high: float, logarithmic: bool
) -> DesignCurves:
    even = np.geomspace(low, high, POINTS) if logarithmic else np.linspace(low, high, POINTS)
    capacities = [serving.capacity(design) for _, design in designs]
    steep = np.concatenate([most * _NEAR for most in capacities if math.isfinite(most)] or [even[:0]])
    rates = np.unique(np.concatenate([even, steep[(low < steep) & (steep < high)]]))
    return DesignCurves(
        rates,
        {kind: np.asarray(serving.mean_time(design, rates, service_cv2)) for kind, design in designs},
        {kind: percentile(design, rates) for kind, design in designs if has_exact(design, service_cv2)},
    )
