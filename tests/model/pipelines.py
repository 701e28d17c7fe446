"""Timelines once more, slowly and in exact rationals, from the schedules' definitions; and pipelines to test with."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from explorer.model.pipeline import Pipeline, Schedule

Event = tuple[int, bool, int, int]
"""Stage, whether backward, micro-batch, chunk."""


def _written_order(schedule: Schedule, stage: int, p: int, m: int, v: int) -> list[Event]:
    """Forwards and backwards of a stage of one that trains, one list after the other as the definitions have them."""
    group = p * v
    forwards = [(stage, False, k // group * p + k % p, k % group // p) for k in range(m * v)]
    backwards = [(stage, True, k // group * p + k % p, v - 1 - k % group // p) for k in range(m * v)]
    if schedule == Schedule.GPIPE:
        return forwards + backwards
    ahead = p - 1 - stage if schedule == Schedule.ONE_F_ONE_B else 2 * (p - 1 - stage) + (v - 1) * p
    order, rest = forwards[:ahead], forwards[ahead:]
    for forward in rest:
        order += [forward, backwards.pop(0)]
    return order + backwards


def orders(schedule: Schedule, pipeline: Pipeline) -> list[list[Event]]:
    """The events of each stage in their order."""
    p, m = pipeline.stages, pipeline.micro_batches
    v = pipeline.chunks if schedule == Schedule.INTERLEAVED else 1
    written = [_written_order(schedule, stage, p, m, v) for stage in range(p)]
    if pipeline.backward_ratio:
        return written
    return [[event for event in order if not event[1]] for order in written]


def needed(event: Event, p: int, v: int) -> Event | None:
    """That on which an event depends."""
    stage, backward, micro, chunk = event
    place = chunk * p + stage
    if backward and place == p * v - 1:
        return (stage, False, micro, chunk)
    before = place + 1 if backward else place - 1
    return None if before < 0 else (before % p, backward, micro, before // p)


def exact_ends(schedule: Schedule, pipeline: Pipeline) -> dict[Event, Fraction]:
    """End of each event: from lower limits, raised until every event starts after all that must be before it."""
    p, v = pipeline.stages, pipeline.chunks if schedule == Schedule.INTERLEAVED else 1
    forward = [Fraction(seconds) / v for seconds in pipeline.forward]
    lists = orders(schedule, pipeline)
    ends: dict[Event, Fraction] = {event: Fraction(0) for order in lists for event in order}
    changed = True
    while changed:
        changed = False
        for order in lists:
            clock = Fraction(0)
            for event in order:
                other = needed(event, p, v)
                if other is not None:
                    hop = Fraction(pipeline.hop) if other[0] != event[0] else Fraction(0)
                    clock = max(clock, ends[other] + hop)
                clock += forward[event[0]] * (Fraction(pipeline.backward_ratio) if event[1] else 1)
                changed |= clock != ends[event]
                ends[event] = clock
    return ends


_QUARTERS = st.sampled_from([0.0, 0.25, 0.5, 1.0, 1.0, 1.25, 2.0, 3.75])


@st.composite
def pipelines(
    draw: st.DrawFn,
    schedules: tuple[Schedule, ...] = tuple(Schedule),
    ratios: tuple[float, ...] = (0.0, 0.5, 1.0, 2.0, 3.0),
) -> tuple[Schedule, Pipeline]:
    """A schedule and a pipeline that it can run; times in quarters, which floats hold exactly."""
    schedule = draw(st.sampled_from(schedules))
    forward = tuple(draw(st.lists(_QUARTERS, min_size=1, max_size=5)))
    count = draw(st.integers(1, 4)) * len(forward) if schedule == Schedule.INTERLEAVED else draw(st.integers(1, 9))
    return schedule, Pipeline(
        forward,
        count,
        backward_ratio=draw(st.sampled_from(ratios)),
        hop=draw(st.sampled_from([0.0, 0.0, 0.25, 1.0, 5.0])),
        chunks=draw(st.sampled_from([1, 2, 4])),
    )


def balanced_schedules() -> Iterator[tuple[Schedule, Pipeline]]:
    """180 balanced pipelines under GPipe and 1F1B, and 48 interleaved ones."""
    for p, m, ratio in product((1, 2, 3, 4, 8), (1, 2, 4, 5, 8, 32), (1.0, 2.0, 0.5)):
        for schedule in (Schedule.GPIPE, Schedule.ONE_F_ONE_B):
            yield schedule, Pipeline((1.0,) * p, m, ratio)
    for p, groups, ratio, v in product((2, 3, 4, 8), (1, 2, 5), (1.0, 2.0), (1, 3)):
        yield Schedule.INTERLEAVED, Pipeline((1.0,) * p, groups * p, ratio, chunks=v)
