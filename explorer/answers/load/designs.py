"""The ways to serve requests with a scenario's devices, split, replicas and pipeline, under the same arrivals."""

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
from explorer.scenario.scenario import Scenario
from explorer.scenario.sections import LoadSection
from explorer.scenario.sentence import Sentence

Values = NDArray[np.float64]

P99 = 0.99
"""Share of the requests that are done within the percentile shown beside the mean."""

POINTS = 100
_NEAR_CAPACITY = 1 - np.geomspace(1e-5, 0.2, 24)
"""Utilizations at which a curve is steep, so that it gets more points."""


class DesignKind(StrEnum):
    """How the devices serve requests."""

    SPLIT = "split"
    REPLICAS = "replicas"
    PIPELINE = "pipeline"


@dataclass(frozen=True)
class DesignFigures:
    """One design at the scenario's arrival rate, in s, bytes and requests/s. Times are infinite at saturation.

    Attributes
    ----------
    load : arrival rate, variability of the service times, dispatch and latency target, those of the scenario.
    design : the queue model. It has fewer stages than the pipeline where the pipeline's stages are unequal.
    stages : of the pipeline, which each request passes.
    accuracy : of the mean at any rate above 0; at 0 the mean is the latency, exactly.
    mean_s : mean latency, queueing included.
    has_exact_p99 : whether the 99th percentile of the latency has a closed form at any rate.
    p99_s : exact; None where there is no closed form.
    utilization : arrival rate over the rate at which the design saturates, 1 and more where the queue grows.
    max_rate_per_s : highest arrival rate whose mean latency meets the target; None without a target.
    memory_bytes : on each device.
    fits : whether the memory headroom stays free.
    crossover_per_s : arrival rate above which the design is faster than the split: 0 if it is never slower, infinite if
        it is never faster; None for the split itself, and where either does not fit in memory.
    """

    kind: DesignKind
    load: LoadSection
    design: Design
    stages: int
    accuracy: Accuracy
    mean_s: float
    has_exact_p99: bool
    p99_s: float | None
    saturation_per_s: float
    utilization: float
    max_rate_per_s: float | None
    memory_bytes: float
    fits: bool
    crossover_per_s: float | None

    @property
    def is_stable(self) -> bool:
        """Whether the queue settles at the scenario's arrival rate."""
        return math.isfinite(self.mean_s)

    def means(self, rates: Values) -> Values:
        """Return the mean latency at arrival rates, s."""
        return np.asarray(serving.mean_time(self.design, rates, self.load.service_cv2))


@dataclass(frozen=True)
class DesignComparison:
    """The designs that have figures, and the others with the reason.

    Attributes
    ----------
    device_room_bytes : memory of a device that a design may use.
    crosses_nodes : whether the split takes another time than on the break-even page, as it goes over several nodes.
    """

    load: LoadSection
    figures: tuple[DesignFigures, ...]
    missing: tuple[tuple[DesignKind, Sentence], ...]
    device_room_bytes: float
    crosses_nodes: bool

    def of(self, kind: DesignKind) -> DesignFigures | None:
        """Return the figures of a design, or None where it has none."""
        return next((figures for figures in self.figures if figures.kind is kind), None)


@answer
def compare(outcome: Outcome) -> DesignComparison:
    """Return the three designs under the scenario's load: those of its divisions that use one kind of parallelism."""
    scenario, devices = outcome.scenario, outcome.scenario.devices
    split = divisions.single(outcome, devices, 1)
    rows = {
        DesignKind.SPLIT: split,
        DesignKind.REPLICAS: divisions.single(outcome, 1, devices),
        DesignKind.PIPELINE: divisions.pure_pipeline(outcome),
    }
    fitting_split = serving.split(split.latency_s) if isinstance(split, Division) and split.fits else None
    split_s = math.nan if outcome.performance is None else outcome.performance.split_s
    return DesignComparison(
        load=scenario.load,
        figures=tuple(
            _figures(kind, row, scenario, fitting_split) for kind, row in rows.items() if isinstance(row, Division)
        ),
        missing=tuple((kind, row) for kind, row in rows.items() if isinstance(row, Sentence)),
        device_room_bytes=scenario.memory.device_bytes * (1 - scenario.memory.reserve),
        crosses_nodes=isinstance(split, Division) and not math.isclose(split.latency_s, split_s, rel_tol=1e-9),
    )


# These caches are shared by outcomes: a drag of the arrival rate leaves the designs as they are.
_crossover = lru_cache(maxsize=64)(serving.crossover)
_max_rate = lru_cache(maxsize=64)(serving.max_rate)


def _queue_of(kind: DesignKind, row: Division, devices: int, dispatch: Dispatch) -> Design:
    """Return the queue model of a division.

    A pipeline with unequal stages counts as one of equal stages as slow as its slowest, as many as make up its latency:
    requests queue before the slowest stage, and hardly after it.
    """
    if kind is DesignKind.SPLIT:
        return serving.split(row.latency_s)
    if kind is DesignKind.REPLICAS:
        return serving.replicas(row.latency_s, devices, dispatch)
    stages = devices if row.period_s == 0 else max(round(min(row.latency_s / row.period_s, devices)), 1)
    return serving.pipeline(row.period_s, row.latency_s, stages)


def _figures(kind: DesignKind, row: Division, scenario: Scenario, fitting_split: Design | None) -> DesignFigures:
    load, cv2, rate = scenario.load, scenario.load.service_cv2, scenario.load.arrival_per_s
    design = _queue_of(kind, row, scenario.devices, Dispatch(load.dispatch))
    capacity, is_exact = serving.capacity(design), _has_exact_percentiles(design, cv2)
    p99_s: float | None = None
    if is_exact:
        p99_s = float(percentiles(design, np.array(rate)))
    elif rate == 0:  # no request meets another
        p99_s = serving.lone_percentile(design, P99, cv2)
    compared = fitting_split is not None and row.fits and kind is not DesignKind.SPLIT
    return DesignFigures(
        kind=kind,
        load=load,
        design=design,
        stages=row.pipeline,
        accuracy=Accuracy.EXACT if design.period == 0 else serving.accuracy(replace(design, stages=row.pipeline), cv2),
        mean_s=float(serving.mean_time(design, rate, cv2)),
        has_exact_p99=is_exact,
        p99_s=p99_s,
        saturation_per_s=capacity,
        utilization=rate / capacity,
        max_rate_per_s=_max_rate(design, load.latency_target_s, cv2) if load.latency_target_s > 0 else None,
        memory_bytes=row.memory_bytes,
        fits=row.fits,
        crossover_per_s=_crossover(fitting_split, design, cv2) if compared else None,
    )


def _has_exact_percentiles(design: Design, service_cv2: float) -> bool:
    return design.period == 0 or serving.has_exact_percentiles(design, service_cv2)


def percentiles(design: Design, rates: Values) -> Values:
    """Return the p99 of a design that has a closed form at arrival rates (1/s), in seconds."""
    if design.period == 0:  # nothing queues
        return np.full_like(rates, design.latency)
    return np.asarray(serving.percentile(design, rates, P99))


_LOGARITHMIC_ABOVE = 20
"""Ratio of rates above which the axis is logarithmic by default: the smallest could not be read on a linear one."""
_STEEP, _MARGIN = 30, 1.6
"""Factors from the longest latency to the top of the plot, and from any time that has to be seen to an edge."""
_TOO_FAR = 100
"""Factor beyond the edges at which a latency target is no longer shown: the curves would be flat."""
_TARGET_MARGIN = 3.5
"""Factor from the bottom to the latency target, whose label needs room below its line where no curve is."""


@dataclass(frozen=True)
class PlotRange:
    """What a plot shows: arrival rates from low to high (1/s), and times (s), always on a logarithmic axis."""

    low: float
    high: float
    logarithmic: bool
    shortest_s: float
    longest_s: float

    def contains(self, comparison: DesignComparison) -> bool:
        """Whether latencies, most of the saturations and the rate of another comparison are within the range."""
        latencies, rate = _latencies(comparison), comparison.load.arrival_per_s
        return (
            (self.low <= rate or self.logarithmic)
            and max(rate, 0.5 * max(_saturations(comparison), default=0.0)) <= self.high
            and bool(latencies)
            and self.shortest_s <= min(latencies)
            and max(latencies) * _MARGIN <= self.longest_s
        )


def _latencies(comparison: DesignComparison) -> list[float]:
    return [figures.design.latency for figures in comparison.figures if figures.design.latency > 0]


def _saturations(comparison: DesignComparison) -> list[float]:
    return [figures.saturation_per_s for figures in comparison.figures if math.isfinite(figures.saturation_per_s)]


def plot_range(
    comparison: DesignComparison, logarithmic: bool | None = None, p99s: Sequence[float] = ()
) -> PlotRange | None:
    """Return the range that shows a comparison well; None where no design takes any time.

    Parameters
    ----------
    logarithmic : the scale of the arrival rates; None: the one that suits them.
    p99s : percentiles at the scenario's rate (s), which have to be within the range.
    """
    latencies, rate, target = _latencies(comparison), comparison.load.arrival_per_s, comparison.load.latency_target_s
    if not latencies:
        return None
    rates = [*_saturations(comparison), *([rate] if rate > 0 else [])] or [1.0]
    if logarithmic is None:
        logarithmic = max(rates) / min(rates) > _LOGARITHMIC_ABOVE
    shortest, longest = min(latencies) / _MARGIN, max([max(latencies) * _STEEP, *(_MARGIN * p99 for p99 in p99s)])
    if shortest / _TOO_FAR < target < longest * _TOO_FAR:
        shortest, longest = min(shortest, target / _TARGET_MARGIN), max(longest, target * _MARGIN)
    low, high = (min(rates) / 50, max(rates) * 1.3) if logarithmic else (0.0, max(rates) * 1.08)
    return PlotRange(low, high, logarithmic, shortest, longest)


@dataclass(frozen=True, eq=False)
class DesignCurves:
    """Means, and percentiles where they are exact (s), at arrival rates (1/s); infinite at saturation. One length."""

    rates: Values
    means: dict[DesignKind, Values]
    percentiles: dict[DesignKind, Values]


def curves(comparison: DesignComparison, plotted: PlotRange) -> DesignCurves:
    """Return the curves of all designs within a range; kept while only the scenario's arrival rate changes."""
    designs = tuple((figures.kind, figures.design) for figures in comparison.figures)
    return _curves(designs, comparison.load.service_cv2, plotted)


@lru_cache(maxsize=8)
def _curves(designs: tuple[tuple[DesignKind, Design], ...], service_cv2: float, plotted: PlotRange) -> DesignCurves:
    low, high = plotted.low, plotted.high
    even = np.geomspace(low, high, POINTS) if plotted.logarithmic else np.linspace(low, high, POINTS)
    capacities = [serving.capacity(design) for _, design in designs]
    steep = np.concatenate(
        [capacity * _NEAR_CAPACITY for capacity in capacities if math.isfinite(capacity)] or [even[:0]]
    )
    rates = np.unique(np.concatenate([even, steep[(low < steep) & (steep < high)]]))
    return DesignCurves(
        rates,
        {kind: np.asarray(serving.mean_time(design, rates, service_cv2)) for kind, design in designs},
        {kind: percentiles(design, rates) for kind, design in designs if _has_exact_percentiles(design, service_cv2)},
    )
