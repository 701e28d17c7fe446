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

MOST_EVENTS = 400_000
"""Events above which a timeline is not simulated."""
HEAVY_EVENTS = 1_000
"""Events above which a drag waits for its end."""
_CURVE_EVENTS, _QUICK_EVENTS = 60_000, 10_000
"""Events of all timelines from which a curve of the bubble is taken, where no closed form is known."""
_SEARCHED_EVENTS = 2_000
"""Events of a timeline above which numbers of micro-batches between two that are drawn are not tried."""
_FEWEST_SHOWN, _EACH = 64, 256
"""Micro-batches that are shown at least, and groups of them up to which none is left out."""


def hop_of(scenario: Scenario) -> Hop:
    """Return the hop from one stage to the next, the mean where some leave a node and some do not."""
    return hops.mean(scenario, stages_of(scenario))


def stages_of(scenario: Scenario) -> int:
    """Return the number of stages."""
    return int(value_of(scenario, "stages") or 1)


def pipeline_of(scenario: Scenario) -> Pipeline:
    """Return the pipeline as the model takes it: the listed times of stages, else equal shares of S + C."""
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
    """Return the timeline, or None where there is none or it has too many events; the last few are kept."""
    if not model.can_run(schedule, pipeline.stages, pipeline.micro_batches):
        return None
    return simulation.simulate(schedule, pipeline) if events_of(schedule, pipeline) <= MOST_EVENTS else None


@dataclass(frozen=True, eq=False)
class Run:
    """What a schedule comes to; None where it cannot run or, without a closed form, has too many events.

    Attributes
    ----------
    makespan : seconds until every stage has finished.
    idle_of_makespan, idle_of_ideal : idle shares in GPipe's and in Megatron-LM's convention.
    """

    schedule: Schedule
    pipeline: Pipeline
    blocking: bool
    makespan: float | None
    idle_of_makespan: float | None
    idle_of_ideal: float | None

    @cached_property
    def period(self) -> float | None:
        """Seconds that each further micro-batch adds when there are many.

        Sends that block are counted in where the model knows them: for forwards alone that go straight through.
        """
        if not self.can_run:
            return None
        if self.blocking and self.knows_blocking:
            return 1 / model.capacity(self.pipeline, blocking_sends=True)
        return _period(self.schedule, _without_count(self.pipeline))

    @property
    def can_run(self) -> bool:
        """Whether the schedule exists for this number of micro-batches."""
        return model.can_run(self.schedule, self.pipeline.stages, self.pipeline.micro_batches)

    @property
    def nearby(self) -> tuple[int, ...]:
        """The numbers of micro-batches, next below and above the present one, with which the schedule runs."""
        if self.can_run:
            return (self.pipeline.micro_batches,)
        group = self.pipeline.stages
        below = self.pipeline.micro_batches // group * group
        return tuple(count for count in (below, below + group) if 0 < count <= MOST_DEVICES)

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
        """Most activations that each stage keeps for backward passes, in micro-batches."""
        return model.in_flight(self.schedule, self.pipeline)

    @property
    def knows_blocking(self) -> bool:
        """Whether the model has sends that block for this schedule."""
        return self.pipeline.backward_ratio == 0 and model.chunks_of(self.schedule, self.pipeline) == 1


@answer
def run(outcome: Outcome, schedule: Schedule | None = None) -> Run:
    """Return the run of a schedule, None is the scenario's."""
    section = outcome.scenario.pipeline
    chosen = Schedule(section.schedule) if schedule is None else schedule
    return _run(chosen, pipeline_of(outcome.scenario), section.blocking_sends)


def is_heavy(scenario: Scenario, schedules: Iterable[Schedule]) -> bool:
    """Whether drawing these schedules is too much for a step of a drag."""
    pipeline = pipeline_of(scenario)
    return sum(events_of(schedule, pipeline) for schedule in schedules) > HEAVY_EVENTS


def _run(schedule: Schedule, pipeline: Pipeline, blocking: bool) -> Run:
    taken = _makespan(schedule, pipeline)
    work, stages = pipeline.work, pipeline.stages
    return Run(
        schedule,
        pipeline,
        blocking,
        taken,
        model.idle_of_makespan(taken, work, stages) if taken is not None else None,
        model.idle_of_ideal(taken, work, stages) if taken is not None else None,
    )


def _makespan(schedule: Schedule, pipeline: Pipeline) -> float | None:
    if not model.can_run(schedule, pipeline.stages, pipeline.micro_batches):
        return None
    closed = model.closed_makespan(schedule, pipeline)
    if closed is not None:
        return closed
    made = timeline(schedule, pipeline)
    return None if made is None else made.makespan


def _without_count(pipeline: Pipeline) -> Pipeline:
    """Return the pipeline with one group of micro-batches: for what does not depend on their number."""
    return replace(pipeline, micro_batches=pipeline.stages)


# What follows does not depend on m, so that a drag of m finds it made by the outcomes before.
@lru_cache(maxsize=16)
def _period(schedule: Schedule, pipeline: Pipeline) -> float | None:
    largest = replace(pipeline, micro_batches=GROUPS[-1] * pipeline.stages)
    closed = model.closed_steady_period(schedule, pipeline)
    if closed is not None or events_of(schedule, largest) > MOST_EVENTS:
        return closed
    return simulation.steady_period(schedule, pipeline)


def finish_times(made: Timeline) -> Values:
    """Return when the micro-batches are through all their passes, in the order of time."""
    last = np.zeros(int(made.micro.max()) + 1)
    np.maximum.at(last, made.micro, made.end)
    return np.sort(last)


@dataclass(frozen=True, eq=False)
class Bubble:
    """Idle shares against the number of micro-batches.

    Attributes
    ----------
    micro_batches, of_makespan, of_ideal : arrays of one length.
    simulated : whether each value is from a timeline, not from a closed form.
    """

    micro_batches: Values
    of_makespan: Values
    of_ideal: Values
    simulated: bool


def most_shown(pipeline: Pipeline) -> int:
    """Return up to how many micro-batches the bubble is worth showing: a power of two."""
    wanted = max(_FEWEST_SHOWN, 8 * pipeline.stages, pipeline.micro_batches)
    return min(1 << (wanted - 1).bit_length(), MOST_DEVICES)


def bubble(found: Run, most: int, *, quick: bool = False) -> Bubble:
    """Return the bubble of a run's schedule from one micro-batch to ``most``.

    ``quick`` ends a simulated curve earlier, so that it can be drawn in a step of a drag.
    """
    events = _QUICK_EVENTS if quick else _CURVE_EVENTS
    return _bubble(found.schedule, _without_count(found.pipeline), most, events)


@lru_cache(maxsize=8)
def _bubble(schedule: Schedule, pipeline: Pipeline, most: int, events: int) -> Bubble:
    group = _group(schedule, pipeline)
    line = _line(schedule, pipeline)
    taken: list[tuple[int, float]] = []
    if line is None:
        taken = _sampled(schedule, pipeline, most, events)
    else:
        groups = max(most // group, 1)
        counts = np.union1d(np.arange(1, min(groups, _EACH) + 1), np.geomspace(1, groups, 160).round().astype(int))
        taken = [(group * count, line(group * count)) for count in counts.tolist()]
    one = pipeline.work / pipeline.micro_batches
    shares = [
        (count, model.idle_of_makespan(made, count * one, pipeline.stages), _ideal(made, count * one, pipeline.stages))
        for count, made in taken
    ]
    columns = np.array(shares, float).reshape(-1, 3).T
    return Bubble(columns[0], columns[1], columns[2], line is None)


@dataclass(frozen=True)
class Below:
    """From how many micro-batches on a bubble is below a limit; ``exact`` where fewer are known not to do."""

    micro_batches: int
    exact: bool


def first_below(found: Run, drawn: Bubble, limit: float) -> tuple[Below | None, Below | None]:
    """Return from where on the bubble of a run's schedule is below a limit, of the makespan and over the ideal time.

    Closed forms are asked up to the most micro-batches that there can be, timelines as far as the bubble is drawn; None
    where it is not below up to there.
    """
    return _first_below(found.schedule, _without_count(found.pipeline), drawn, limit)


@lru_cache(maxsize=8)
def _first_below(
    schedule: Schedule, pipeline: Pipeline, drawn: Bubble, limit: float
) -> tuple[Below | None, Below | None]:
    line, group = _line(schedule, pipeline), _group(schedule, pipeline)
    one = pipeline.work / pipeline.micro_batches
    limit *= 1 - 1e-9  # at 10 % it is not below 10 %

    def search(share: Callable[[float, float, int], float], values: Values) -> Below | None:
        def is_below(groups: int) -> bool:
            count = groups * group
            made = _simulated(schedule, pipeline, count) if line is None else line(count)
            return share(made, count * one, pipeline.stages) < limit

        if line is not None:
            every = range(1, MOST_DEVICES // group + 1)
            place = bisect_left(every, True, key=is_below)
            return Below(every[place] * group, True) if place < len(every) else None
        (places,) = np.nonzero(values < limit)
        if not len(places):
            return None
        ends = (0, *drawn.micro_batches.astype(int).tolist())[places[0] : places[0] + 2]
        between = range(ends[0] // group + 1, ends[1] // group)
        if events_of(schedule, replace(pipeline, micro_batches=ends[1])) > _SEARCHED_EVENTS:
            return Below(ends[1], not between)
        return Below((bisect_left(between, True, key=is_below) + between.start) * group, True)

    return search(model.idle_of_makespan, drawn.of_makespan), search(model.idle_of_ideal, drawn.of_ideal)


def _group(schedule: Schedule, pipeline: Pipeline) -> int:
    """Return of what the number of micro-batches is to be a multiple."""
    return pipeline.stages if schedule == Schedule.INTERLEAVED else 1


def _ideal(made: float, work: float, stages: int) -> float:
    found = model.idle_of_ideal(made, work, stages)
    return found if math.isfinite(found) else math.nan


def _line(schedule: Schedule, pipeline: Pipeline) -> Callable[[int], float] | None:
    """Return the makespan over m where there is a closed form: each is a line, and two of its points give it."""
    group = _group(schedule, pipeline)
    first, second = (
        model.closed_makespan(schedule, replace(pipeline, micro_batches=group * count)) for count in (1, 2)
    )
    if first is None or second is None:
        return None
    return lambda count: first + (second - first) * (count // group - 1)


@lru_cache(maxsize=64)
def _simulated(schedule: Schedule, pipeline: Pipeline, count: int) -> float:
    return simulation.simulate(schedule, replace(pipeline, micro_batches=count)).makespan


def _sampled(schedule: Schedule, pipeline: Pipeline, most: int, events: int) -> list[tuple[int, float]]:
    """Return makespans of 1, 2, 3, 4, 6, 8, 12, … groups, as many as the events of all allow."""
    found: list[tuple[int, float]] = []
    room, group = events, _group(schedule, pipeline)
    for count in sorted({power * part // 2 for power in (1 << bit for bit in range(17)) for part in (2, 3)}):
        room -= events_of(schedule, replace(pipeline, micro_batches=count * group))
        if room < 0 or count * group > most:
            break
        found.append((count * group, _simulated(schedule, pipeline, count * group)))
    return found
