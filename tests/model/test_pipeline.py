"""Closed forms of pipelines against golden numbers, published bubbles and, where they serve requests, brute force."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model import pipeline as closed
from explorer.model.pipeline import Pipeline, Schedule
from tests.model.cases import DRAWN
from tests.model.closed_forms import (
    balanced_idle_of_ideal,
    balanced_idle_of_makespan,
    balanced_speedup,
    decode_period,
    groups_to_fill,
    request_latency,
)

S = Schedule
MS = 1e-3

TWO = Pipeline((6.4 * MS, 6.4 * MS), 1, hop=0.23 * MS)
"""The article's base, 12.8 ms, over two stages."""


# --- golden numbers


def test_idle_fractions_of_both_conventions() -> None:
    stages, micro_batches = np.array([2, 4, 4, 4, 8]), np.array([4, 4, 8, 32, 32])
    found = balanced_idle_of_makespan(stages, micro_batches)
    assert found == pytest.approx([0.2, 0.428571, 0.272727, 0.085714, 0.179487], abs=5e-7)
    assert balanced_idle_of_ideal(stages, micro_batches).tolist() == [0.25, 0.75, 0.375, 0.09375, 0.21875]
    assert balanced_speedup(4, 8) == pytest.approx(32 / 11, rel=1e-14)


def test_chunks_shrink_the_bubble() -> None:
    found = balanced_idle_of_makespan(4, 8, np.array([1, 2, 4]))
    assert found == pytest.approx([0.272727, 0.157895, 0.085714], abs=5e-7)


@pytest.mark.parametrize(
    ("stages", "micro_batches", "measured"),
    [(8, 24, 0.2431), (8, 64, 0.1240), (16, 48, 0.2552), (32, 96, 0.2646), (32, 256, 0.1352)],
)
def test_bubbles_measured_with_one_forward_one_backward(stages: int, micro_batches: int, measured: float) -> None:
    """Table 5 of the zero-bubble paper, column 1F1B; hops and unequal stages make them a little larger."""
    found = balanced_idle_of_makespan(stages, micro_batches)
    assert found < measured < found + 0.03


def test_makespans_of_four_stages() -> None:
    training = Pipeline((1.0,) * 4, 8, 2.0, chunks=2)
    assert [closed.closed_makespan(schedule, training) for schedule in S] == [33, 33, 28.5]
    assert closed.closed_makespan(S.GPIPE, Pipeline((1.0,) * 3, 4, 2.0, 0.25)) == 19
    assert closed.closed_makespan(S.ONE_F_ONE_B, Pipeline((1.0,) * 3, 4, 2.0, 0.25)) is None
    assert closed.closed_makespan(S.GPIPE, Pipeline((1.0, 3.0, 2.0), 5)) == 6 + 4 * 3


def test_activations_in_flight() -> None:
    training = Pipeline((1.0,) * 4, 8, 2.0, chunks=2)
    assert closed.in_flight(S.GPIPE, training).tolist() == [8, 8, 8, 8]
    assert closed.in_flight(S.ONE_F_ONE_B, training).tolist() == [4, 3, 2, 1]
    assert closed.in_flight(S.INTERLEAVED, training).tolist() == [5.5, 4.5, 3.5, 2.5]
    assert closed.in_flight(S.ONE_F_ONE_B, Pipeline((1.0,) * 4, 2, 2.0)).tolist() == [2, 2, 2, 1]


def test_steady_period_of_equal_stages_with_hops() -> None:
    training = Pipeline((1.0,) * 4, 8, 2.0, 0.25)
    assert closed.closed_steady_period(S.GPIPE, training) == 3
    assert closed.closed_steady_period(S.ONE_F_ONE_B, training) == pytest.approx(3 + 2 * 0.25 * 3 / 4, rel=1e-14)
    assert closed.closed_steady_period(S.INTERLEAVED, training) is None


def test_two_stages_of_the_article_s_base() -> None:
    assert request_latency(TWO) / MS == pytest.approx(13.03, rel=1e-12)
    assert closed.capacity(TWO) == pytest.approx(156.25, rel=1e-12)
    assert closed.capacity(TWO, blocking_sends=True) == pytest.approx(150.830, abs=5e-4)


def test_one_stage_neither_sends_nor_travels() -> None:
    alone = Pipeline((2.0,), 3, hop=5.0)
    assert request_latency(alone) == 2
    assert closed.capacity(alone, blocking_sends=True) == 0.5
    assert decode_period(alone) == 6
    assert groups_to_fill(alone) == 1


def test_no_stage_takes_time() -> None:
    assert closed.capacity(Pipeline((0.0, 0.0), 1)) == math.inf
    assert groups_to_fill(Pipeline((0.0, 0.0), 1, hop=1.0)) == math.inf
    assert groups_to_fill(Pipeline((0.0, 0.0), 1)) == 1


# --- decode


def test_decode_period_of_equal_stages() -> None:
    periods = [decode_period(Pipeline((2.0,) * 4, groups, hop=0.5)) for groups in (1, 4, 5, 6)]
    assert periods == [10, 10, 10, 12]
    assert groups_to_fill(Pipeline((2.0,) * 4, 1, hop=0.5)) == 5


def tokens(pipeline: Pipeline, count: int) -> float:
    """Seconds until the last group has its last of so many tokens, each group again and again through all stages."""
    stages, groups = pipeline.stages, pipeline.micro_batches
    free, arrived = [0.0] * stages, [0.0] * groups
    for _ in range(count):
        for group in range(groups):
            time = arrived[group]
            for stage, seconds in enumerate(pipeline.forward):
                free[stage] = time = max(time, free[stage]) + seconds
                time += pipeline.hop if stages > 1 else 0.0
            arrived[group] = time
    return arrived[-1]


@DRAWN
@given(
    st.lists(st.sampled_from([0.25, 1.0, 1.0, 2.5]), min_size=1, max_size=5),
    st.integers(1, 9),
    st.sampled_from([0.0, 0.25, 3.0]),
)
def test_decode_period_agrees_with_tokens_sent_one_by_one(forward: list[float], groups: int, hop: float) -> None:
    pipeline = Pipeline(tuple(forward), groups, hop=hop)
    added = (tokens(pipeline, 60) - tokens(pipeline, 40)) / 20
    assert added == pytest.approx(decode_period(pipeline), rel=1e-12)
    waits = decode_period(pipeline) > groups * pipeline.longest
    assert waits == (groups < groups_to_fill(pipeline))
