"""The simulated timelines against their definitions, an exact slow simulator and the closed starts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model import pipeline as closed
from explorer.model.pipeline import Pipeline, Schedule
from explorer.model.timeline import Timeline, makespan, simulate, steady_period
from tests.model.cases import DRAWN
from tests.model.closed_forms import balanced_idle_of_ideal, balanced_idle_of_makespan, balanced_speedup
from tests.model.pipelines import Event, balanced_schedules, exact_ends, needed, orders, pipelines

S = Schedule


def listed(line: Timeline) -> list[Event]:
    columns = (line.stage, line.is_backward, line.micro, line.chunk)
    return list(zip(*(column.tolist() for column in columns), strict=True))


# --- golden numbers


@pytest.mark.parametrize(
    ("schedule", "in_flight"),
    [(S.GPIPE, [8, 8, 8, 8]), (S.ONE_F_ONE_B, [4, 3, 2, 1])],
)
def test_four_stages_eight_micro_batches(schedule: Schedule, in_flight: list[int]) -> None:
    line = simulate(schedule, Pipeline((1.0,) * 4, 8, 2.0))
    assert line.makespan == 33
    assert line.in_flight.tolist() == in_flight
    assert line.busy.tolist() == [24, 24, 24, 24]
    assert line.idle_of_makespan == pytest.approx(0.272727, abs=5e-7)
    assert line.idle_of_ideal == pytest.approx(0.375, rel=1e-14)
    assert line.start.reshape(4, -1)[:, 0].tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(("chunks", "idle"), [(1, 0.272727), (2, 0.157895), (4, 0.085714)])
def test_chunks_shrink_the_bubble(chunks: int, idle: float) -> None:
    line = simulate(S.INTERLEAVED, Pipeline((1.0,) * 4, 8, 2.0, chunks=chunks))
    assert line.idle_of_makespan == pytest.approx(idle, abs=5e-7)
    assert line.idle_of_ideal == pytest.approx(3 / (8 * chunks), rel=1e-12)


def test_gpipe_with_hops() -> None:
    line = simulate(S.GPIPE, Pipeline((1.0,) * 3, 4, 2.0, 0.25))
    assert line.makespan == 19
    assert line.start.reshape(3, -1)[:, 0].tolist() == [0, 1.25, 2.5]


def test_one_forward_one_backward_of_two_stages_event_by_event() -> None:
    line = simulate(S.ONE_F_ONE_B, Pipeline((1.0, 1.0), 3, 2.0))
    assert listed(line) == [
        (0, False, 0, 0), (0, False, 1, 0), (0, True, 0, 0), (0, False, 2, 0), (0, True, 1, 0), (0, True, 2, 0),
        (1, False, 0, 0), (1, True, 0, 0), (1, False, 1, 0), (1, True, 1, 0), (1, False, 2, 0), (1, True, 2, 0),
    ]  # fmt: skip
    assert line.start.tolist() == [0, 1, 4, 6, 7, 10, 1, 2, 4, 5, 7, 8]
    assert line.end.tolist() == [1, 2, 6, 7, 9, 12, 2, 4, 5, 7, 8, 10]


# --- closed forms


def test_closed_forms_agree_with_all_balanced_schedules() -> None:
    cases = list(balanced_schedules())
    assert [sum(schedule == one for schedule, _ in cases) for one in S] == [90, 90, 48]
    for schedule, pipeline in cases:
        line = simulate(schedule, pipeline)
        v = pipeline.chunks
        assert line.makespan == pytest.approx(closed.closed_makespan(schedule, pipeline), rel=1e-12)
        found = (line.idle_of_makespan, line.idle_of_ideal)
        of_makespan = balanced_idle_of_makespan(pipeline.stages, pipeline.micro_batches, v)
        of_ideal = balanced_idle_of_ideal(pipeline.stages, pipeline.micro_batches, v)
        assert found == pytest.approx((of_makespan, of_ideal), rel=1e-9, abs=1e-12), (schedule, pipeline)
        speedup = pipeline.work / line.makespan
        assert speedup == pytest.approx(balanced_speedup(pipeline.stages, pipeline.micro_batches, v), rel=1e-12)


def test_closed_starts_of_gpipe() -> None:
    p, m, t, back, hop = 5, 7, 1.5, 2.25, 0.25
    line = simulate(S.GPIPE, Pipeline((t,) * p, m, back / t, hop))
    turn = (m + p - 1) * t + (p - 1) * hop
    forward = line.stage * (t + hop) + line.micro * t
    backward = turn + (p - 1 - line.stage) * (back + hop) + line.micro * back
    np.testing.assert_allclose(line.start, np.where(line.is_backward, backward, forward), rtol=1e-13)


def test_closed_starts_of_the_last_stage_of_one_forward_one_backward() -> None:
    p, m, t, back = 4, 9, 1.0, 1.75
    line = simulate(S.ONE_F_ONE_B, Pipeline((t,) * p, m, back))
    last = line.stage == p - 1
    expected = (p - 1) * t + line.micro * (t + back) + np.where(line.is_backward, t, 0.0)
    np.testing.assert_allclose(line.start[last], expected[last], rtol=1e-13)


@DRAWN
@given(pipelines())
def test_closed_makespan_and_activations_agree_with_any_pipeline(case: tuple[Schedule, Pipeline]) -> None:
    schedule, pipeline = case
    line = simulate(schedule, pipeline)
    known = closed.closed_makespan(schedule, pipeline)
    one_way = pipeline.backward_ratio == 0 and (schedule != S.INTERLEAVED or pipeline.chunks == 1)
    assert known is not None or not (schedule == S.GPIPE or one_way or pipeline.balanced)
    if known is not None:
        assert line.makespan == pytest.approx(known, rel=1e-12)
    assert line.in_flight.tolist() == closed.in_flight(schedule, pipeline).tolist()
    assert makespan(schedule, pipeline) == pytest.approx(line.makespan, rel=1e-12)


def added_by_each(schedule: Schedule, pipeline: Pipeline) -> float:
    """Seconds that a micro-batch adds to many, over a multiple of each number after which a pattern may recur."""
    repeat = 60 * pipeline.stages
    ends = [simulate(schedule, replace(pipeline, micro_batches=times * repeat)).makespan for times in (1, 2)]
    return (ends[1] - ends[0]) / repeat


@DRAWN
@given(st.one_of(pipelines((S.GPIPE, S.ONE_F_ONE_B)), pipelines((S.INTERLEAVED,), (0.0,))))
def test_each_further_micro_batch_adds_the_closed_steady_period(case: tuple[Schedule, Pipeline]) -> None:
    known = closed.closed_steady_period(*case)
    assert known == pytest.approx(added_by_each(*case), rel=1e-9)
    assert steady_period(*case) == known


@DRAWN
@given(pipelines((S.INTERLEAVED,), (0.5, 1.0, 2.0)))
def test_measured_steady_period_of_the_interleaved_schedule(case: tuple[Schedule, Pipeline]) -> None:
    assert steady_period(*case) == pytest.approx(added_by_each(*case), rel=0.04)


# --- invariants


@DRAWN
@given(pipelines())
def test_agrees_with_the_exact_simulator(case: tuple[Schedule, Pipeline]) -> None:
    schedule, pipeline = case
    line = simulate(schedule, pipeline)
    expected = exact_ends(schedule, pipeline)
    events = listed(line)
    assert events == [event for order in orders(schedule, pipeline) for event in order]
    assert line.end.tolist() == [float(expected[event]) for event in events]


@DRAWN
@given(pipelines())
def test_no_stage_does_two_things_at_once_or_anything_too_early(case: tuple[Schedule, Pipeline]) -> None:
    schedule, pipeline = case
    line = simulate(schedule, pipeline)
    rows = line.start.reshape(line.stages, -1), line.end.reshape(line.stages, -1)
    assert (rows[0][:, 1:] >= rows[1][:, :-1]).all()
    assert (line.start >= 0).all()
    events = listed(line)
    ends = dict(zip(events, line.end.tolist(), strict=True))
    for event, start in zip(events, line.start.tolist(), strict=True):
        other = needed(event, line.stages, line.chunks)
        if other is not None:
            assert start >= ends[other] + (pipeline.hop if other[0] != event[0] else 0.0)


@DRAWN
@given(pipelines())
def test_each_stage_does_its_work_and_the_rest_is_idle(case: tuple[Schedule, Pipeline]) -> None:
    schedule, pipeline = case
    line = simulate(schedule, pipeline)
    m, both = pipeline.micro_batches, 1 + pipeline.backward_ratio
    assert line.busy.tolist() == [m * both * seconds for seconds in pipeline.forward]
    taken = makespan(schedule, pipeline)
    idle = [share(taken, pipeline.work, pipeline.stages) for share in (closed.idle_of_makespan, closed.idle_of_ideal)]
    assert idle == pytest.approx([line.idle_of_makespan, line.idle_of_ideal])
    if line.busy.sum():
        idle = line.stages * line.makespan - line.busy.sum()
        assert line.idle_of_makespan == pytest.approx(idle / (line.stages * line.makespan), abs=1e-12)
        assert line.idle_of_ideal == pytest.approx(idle / line.busy.sum(), abs=1e-12)


# --- what has no time, and what cannot run


def test_nothing_that_takes_time() -> None:
    empty = Pipeline((0.0, 0.0), 2, 1.0)
    assert (makespan(S.ONE_F_ONE_B, empty), steady_period(S.ONE_F_ONE_B, empty)) == (0.0, 0.0)
    assert (closed.idle_of_makespan(0.0, 0.0, 2), closed.idle_of_ideal(0.0, 0.0, 2)) == (0.0, 0.0)
    assert (makespan(S.GPIPE, replace(empty, hop=1.0)), steady_period(S.GPIPE, replace(empty, hop=1.0))) == (2.0, 0.0)
    assert (closed.idle_of_makespan(2.0, 0.0, 2), closed.idle_of_ideal(2.0, 0.0, 2)) == (1.0, np.inf)


def test_forward_only_has_no_backward_and_keeps_nothing() -> None:
    for schedule in S:
        line = simulate(schedule, Pipeline((1.0, 2.0), 4, chunks=2))
        assert not line.is_backward.any()
        assert line.stage.size == 2 * 4 * line.chunks
        assert line.in_flight.tolist() == [0, 0]


def test_interleaved_needs_whole_groups() -> None:
    ragged = Pipeline((1.0,) * 4, 6, 1.0, chunks=2)
    for function in (simulate, makespan, closed.closed_makespan):
        with pytest.raises(ValueError, match="multiple of 4 micro-batches, not 6"):
            function(S.INTERLEAVED, ragged)
    assert [count for count in range(1, 13) if closed.can_run(S.INTERLEAVED, 4, count)] == [4, 8, 12]
    assert closed.can_run(S.GPIPE, 4, 6)
    assert closed.can_run(S.ONE_F_ONE_B, 4, 6)
