"""The scenario's pipeline: what each schedule takes, its timeline, and the bubble against the number of micro-batches.

Stages and micro-batches are numbered from 0 here and from 1 where a person reads them.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.answers import hops
from explorer.answers.outcome import Outcome, answer
from explorer.answers.times import Hop
from explorer.model import pipeline as model
from explorer.model import timeline as simulation
from explorer.model.pipeline import Pipeline, Schedule
from explorer.model.timeline import GROUPS, Timeline
from explorer.scenario.edit import value_of
from explorer.scenario.parameters import MOST_DEVICES
from explorer.scenario.scenario import Scenario

Values = NDArray[np.float64]
Share = Callable[[float, float, int], float]
"""An idle share of a makespan, the work in it, and the number of stages."""

MOST_EVENTS = 400_000
"""Events above which a timeline is not simulated."""
HEAVY_EVENTS = 1_000
"""Events above which a timeline is redrawn only when a drag ends."""
_CURVE_EVENTS, _QUICK_EVENTS = 60_000, 10_000
"""Events of all timelines simulated for a curve of the bubble without a closed form, at rest and during a drag."""
_SEARCHED_EVENTS = 2_000
"""Events of a timeline above which numbers of micro-batches between two simulated ones are not tried."""
_FEWEST_SHOWN, _EACH = 64, 256
"""Micro-batches that the curve reaches at least, and groups of micro-batches up to which none is left out."""


def hop_of(scenario: Scenario) -> Hop:
    """Return the hop from one stage to the next: the mean of hops within nodes and between them."""
    return hops.mean(scenario, stages_of(scenario))


def stages_of(scenario: Scenario) -> int:
    """Return the number of stages."""
    return int(value_of(scenario, "stages") or 1)


def pipeline_of(scenario: Scenario) -> Pipeline:
    """Return the pipeline with the listed times of stages, or with equal shares of S + C."""
    section, work, count = scenario.pipeline, scenario.work, stages_of(scenario)
    return Pipeline(
        section.stage_times_s or ((work.serial_s + work.divisible_s) / count,) * count,
        section.micro_batches,
        section.backward_ratio,
        hop_of(scenario).seconds,
        section.chunks,
    )


def events_of(schedule: Schedule, pipeline: Pipeline) -> int:
    """Count the events of a timeline: passes of each micro-batch through each chunk of each stage."""
    passes = 1 if pipeline.backward_ratio == 0 else 2
    return passes * pipeline.stages * pipeline.micro_batches * model.chunks_of(schedule, pipeline)


@lru_cache(maxsize=6)  # shared by outcomes: a simulation takes long, and most edits leave the pipeline as it is
def timeline(schedule: Schedule, pipeline: Pipeline) -> Timeline | None:
    """Return the timeline, or None where the schedule cannot run or has too many events."""
    if not model.can_run(schedule, pipeline.stages, pipeline.micro_batches):
        return None
    return simulation.simulate(schedule, pipeline) if events_of(schedule, pipeline) <= MOST_EVENTS else None


@dataclass(frozen=True)
class Run:
    """A schedule on a pipeline; figures are None where it cannot run or, without a closed form, has too many events.

    ``blocking``: whether a send occupies its stage for the hop.
    """

    schedule: Schedule
    pipeline: Pipeline
    blocking: bool

    @cached_property
    def makespan(self) -> float | None:
        """Seconds until every stage has finished."""
        if not self.can_run:
            return None
        closed = model.closed_makespan(self.schedule, self.pipeline)
        if closed is not None:
            return closed
        return None if self.timeline is None else self.timeline.makespan

    @property
    def idle_of_makespan(self) -> float | None:
        """Idle time of all stages as a share of p makespans (GPipe's convention)."""
        return self._idle(model.idle_of_makespan)

    @property
    def idle_of_ideal(self) -> float | None:
        """Idle time of all stages over their compute time (Megatron-LM's convention), perhaps infinite."""
        return self._idle(model.idle_of_ideal)

    def _idle(self, share: Share) -> float | None:
        return None if self.makespan is None else share(self.makespan, self.pipeline.work, self.pipeline.stages)

    @cached_property
    def period(self) -> float | None:
        """Seconds that each further micro-batch adds in steady state.

        Blocking sends are included where the model has them: forward passes alone, without chunks.
        """
        if not self.can_run:
            return None
        if self.blocking and self.knows_blocking:
            return 1 / model.capacity(self.pipeline, blocking_sends=True)
        return _period(self.of_one_group())

    @property
    def can_run(self) -> bool:
        """Whether the schedule exists for this number of micro-batches."""
        return model.can_run(self.schedule, self.pipeline.stages, self.pipeline.micro_batches)

    @property
    def nearby(self) -> tuple[int, ...]:
        """The present number of micro-batches where the schedule runs with it, else the nearest below and above."""
        if self.can_run:
            return (self.pipeline.micro_batches,)
        below = self.pipeline.micro_batches // self.group * self.group
        return tuple(count for count in (below, below + self.group) if 0 < count <= MOST_DEVICES)

    @property
    def group(self) -> int:
        """The number of which the micro-batches have to be a multiple."""
        return self.pipeline.stages if self.schedule is Schedule.INTERLEAVED else 1

    def of(self, micro_batches: int) -> Run:
        """Return the run of another number of micro-batches."""
        return replace(self, pipeline=replace(self.pipeline, micro_batches=micro_batches))

    def of_one_group(self) -> Run:
        """Return the run of p micro-batches: for what does not depend on their number."""
        return self.of(self.pipeline.stages)

    @property
    def events(self) -> int:
        """Number of events of the timeline."""
        return events_of(self.schedule, self.pipeline)

    @property
    def timeline(self) -> Timeline | None:
        """The events, or None."""
        return timeline(self.schedule, self.pipeline)

    @property
    def in_flight(self) -> Values:
        """Most activations that each stage keeps for backward passes, in micro-batches: an array of p."""
        return model.in_flight(self.schedule, self.pipeline)

    @property
    def knows_blocking(self) -> bool:
        """Whether the model covers blocking sends for this schedule."""
        return self.pipeline.backward_ratio == 0 and model.chunks_of(self.schedule, self.pipeline) == 1


@answer
def run(outcome: Outcome, schedule: Schedule | None = None) -> Run:
    """Return the run of a schedule; of the scenario's without one."""
    section = outcome.scenario.pipeline
    chosen = Schedule(section.schedule) if schedule is None else schedule
    return Run(chosen, pipeline_of(outcome.scenario), section.blocking_sends)


def is_heavy(scenario: Scenario, schedules: Iterable[Schedule]) -> bool:
    """Whether drawing these schedules is too much for a step of a drag."""
    pipeline = pipeline_of(scenario)
    return sum(events_of(schedule, pipeline) for schedule in schedules) > HEAVY_EVENTS


# What follows does not depend on m: each outcome of a drag of m takes it from the outcome before.
@lru_cache(maxsize=16)
def _period(run: Run) -> float | None:
    closed = model.closed_steady_period(run.schedule, run.pipeline)
    if closed is not None or run.of(GROUPS[-1] * run.pipeline.stages).events > MOST_EVENTS:
        return closed
    return simulation.steady_period(run.schedule, run.pipeline)


def finish_times(timeline: Timeline) -> Values:
    """Return when each micro-batch has finished all its passes, seconds in rising order: an array of m."""
    last = np.zeros(int(timeline.micro.max()) + 1)
    np.maximum.at(last, timeline.micro, timeline.end)
    return np.sort(last)


@dataclass(frozen=True, eq=False)
class Bubble:
    """Idle shares against the number of micro-batches.

    Attributes
    ----------
    micro_batches, of_makespan, of_ideal : arrays of one length; a share of the ideal time is NaN where that is 0.
    simulated : whether the values come from timelines, not from a closed form.
    """

    micro_batches: Values
    of_makespan: Values
    of_ideal: Values
    simulated: bool


def most_shown(pipeline: Pipeline) -> int:
    """Return the number of micro-batches up to which the bubble is shown: a power of two."""
    wanted = max(_FEWEST_SHOWN, 8 * pipeline.stages, pipeline.micro_batches)
    return min(1 << (wanted - 1).bit_length(), MOST_DEVICES)


def bubble(run: Run, most: int, *, quick: bool = False) -> Bubble:
    """Return the bubble of a run's schedule from one micro-batch to ``most``.

    ``quick`` ends a simulated curve earlier, so that it can be drawn in a step of a drag.
    """
    return _bubble(run.of_one_group(), most, _QUICK_EVENTS if quick else _CURVE_EVENTS)


@lru_cache(maxsize=8)
def _bubble(run: Run, most: int, events: int) -> Bubble:
    line, group = _line(run), run.group
    if line is None:
        makespans = _sampled(run, most, events)
    else:
        groups = max(most // group, 1)
        counts = np.union1d(np.arange(1, min(groups, _EACH) + 1), np.geomspace(1, groups, 160).round().astype(int))
        makespans = [(group * count, line(group * count)) for count in counts.tolist()]
    work, stages = run.pipeline.work / run.pipeline.micro_batches, run.pipeline.stages
    kinds = (model.idle_of_makespan, model.idle_of_ideal)
    shares = [(count, *(share(makespan, count * work, stages) for share in kinds)) for count, makespan in makespans]
    micro_batches, of_makespan, of_ideal = np.array(shares, float).reshape(-1, 3).T
    return Bubble(micro_batches, of_makespan, np.where(np.isfinite(of_ideal), of_ideal, math.nan), line is None)


@dataclass(frozen=True)
class SmallFrom:
    """The number of micro-batches from which a bubble is below a limit; ``exact``: no smaller number suffices."""

    micro_batches: int
    exact: bool


def small_from(run: Run, bubble: Bubble, limit: float) -> tuple[SmallFrom | None, SmallFrom | None]:
    """Return from where the bubble of a run's schedule is below a limit, as shares of makespan and ideal time.

    A closed form is searched up to the largest number of micro-batches, timelines up to the last in ``bubble``; None
    where no share there is below the limit.
    """
    return _small_from(run.of_one_group(), bubble, limit)


@lru_cache(maxsize=8)
def _small_from(run: Run, bubble: Bubble, limit: float) -> tuple[SmallFrom | None, SmallFrom | None]:
    line, group = _line(run), run.group
    work = run.pipeline.work / run.pipeline.micro_batches
    limit *= 1 - 1e-9  # a share of 10 %, rounding aside, is not below 10 %

    def search(share: Share, values: Values) -> SmallFrom | None:
        def is_below(groups: int) -> bool:
            count = groups * group
            makespan = _simulated(run.of(count)) if line is None else line(count)
            return share(makespan, count * work, run.pipeline.stages) < limit

        if line is not None:
            groups = range(1, MOST_DEVICES // group + 1)
            index = bisect_left(groups, True, key=is_below)
            return SmallFrom(groups[index] * group, True) if index < len(groups) else None
        (below,) = np.nonzero(values < limit)
        if not len(below):
            return None
        above, first = (0, *bubble.micro_batches.astype(int).tolist())[below[0] : below[0] + 2]
        between = range(above // group + 1, first // group)
        if run.of(first).events > _SEARCHED_EVENTS:
            return SmallFrom(first, not between)
        return SmallFrom((bisect_left(between, True, key=is_below) + between.start) * group, True)

    return search(model.idle_of_makespan, bubble.of_makespan), search(model.idle_of_ideal, bubble.of_ideal)


def _line(run: Run) -> Callable[[int], float] | None:
    """Return the makespan as a function of m where there is a closed form: a line, given by two of its points."""
    group = run.group
    first, second = (model.closed_makespan(run.schedule, run.of(group * count).pipeline) for count in (1, 2))
    if first is None or second is None:
        return None
    return lambda count: first + (second - first) * (count // group - 1)


@lru_cache(maxsize=64)
def _simulated(run: Run) -> float:
    return simulation.simulate(run.schedule, run.pipeline).makespan


def _sampled(run: Run, most: int, events: int) -> list[tuple[int, float]]:
    """Return m and makespan for 1, 2, 3, 4, 6, 8, 12, … groups, as many as the number of events allows."""
    makespans: list[tuple[int, float]] = []
    for groups in sorted({power * part // 2 for power in (1 << bit for bit in range(17)) for part in (2, 3)}):
        count = groups * run.group
        events -= run.of(count).events
        if events < 0 or count > most:
            break
        makespans.append((count, _simulated(run.of(count))))
    return makespans
