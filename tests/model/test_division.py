"""Dividing devices: the published tables, and what holds for every division."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model import division
from tests.draws import examples

EXAMPLES = examples()


@EXAMPLES
@given(st.integers(1, 4096))
def test_every_division_uses_all_devices_and_none_is_missing(devices: int) -> None:
    found = division.divisions(devices)
    assert (found.prod(axis=1) == devices).all()
    assert len({tuple(row) for row in found.tolist()}) == len(found)
    count = sum(devices % t == 0 and (devices // t) % p == 0 for t in _up_to(devices) for p in _up_to(devices // t))
    assert len(found) == count


def _up_to(devices: int) -> list[int]:
    return [each for each in range(1, devices + 1) if devices % each == 0]


def test_the_table_of_two_devices() -> None:
    """TP2 9.22 ms and 108.460 a second; PP2 13.03 ms and 156.25 or 150.830; two replicas 12.8 ms and 156.25."""
    split = division.figures(9.22e-3, 1, 1, 0.0, 0.0, micro_batches=8)
    stages = division.figures(12.8e-3, 2, 1, 0.23e-3, 0.23e-3, micro_batches=8)
    blocking = division.figures(12.8e-3, 2, 1, 0.23e-3, 0.23e-3, micro_batches=8, blocking=True)
    replicas = division.figures(12.8e-3, 1, 2, 0.0, 0.0, micro_batches=8)
    assert [float(each.latency_s) for each in (split, stages, replicas)] == pytest.approx([9.22e-3, 13.03e-3, 12.8e-3])
    capacities = [float(each.throughput_per_s) for each in (split, stages, blocking, replicas)]
    assert capacities == pytest.approx([108.460, 156.25, 150.830, 156.25], abs=5e-4)


@pytest.mark.parametrize(
    ("tensor", "stages", "startup", "latency", "capacity"),
    [
        (1, 8, 0.0, 98.02, 81.97),
        (2, 4, 10e-6, 58.313, 68.81),
        (4, 2, 15e-6, 33.127, 60.48),
        (8, 1, 22e-6, 21.253, 47.05),
    ],
)
def test_the_table_of_eight_devices(tensor: int, stages: int, startup: float, latency: float, capacity: float) -> None:
    """S = 1.6 ms, C = 96 ms, 160 messages of 2 MB at 200 GB/s, hops of 60 µs; with one device there is no message."""
    efficiency = 0.9 if tensor > 1 else 1.0
    messages = 160 * (startup + 2 * (tensor - 1) / tensor * 2e6 / 200e9) if tensor > 1 else 0.0
    time = 1.6e-3 + 96e-3 / (tensor * efficiency) + messages
    found = division.figures(time, stages, 1, (stages - 1) * 60e-6, 60e-6 * (stages > 1), micro_batches=8)
    assert float(found.latency_s) * 1e3 == pytest.approx(latency, abs=5e-4)
    assert float(found.throughput_per_s) == pytest.approx(capacity, abs=5e-3)


@pytest.mark.parametrize(
    ("stages", "requests", "idle"),
    [(2, 4, 0.2), (4, 4, 0.428571), (4, 8, 0.272727), (4, 32, 0.085714), (8, 32, 0.179487)],
)
def test_the_bubble_without_hops(stages: int, requests: int, idle: float) -> None:
    found = division.figures(1.0, stages, 1, 0.0, 0.0, micro_batches=requests)
    assert float(found.bubble_of_makespan) == pytest.approx(idle, abs=1e-6)


@EXAMPLES
@given(
    st.floats(1e-6, 10),
    st.integers(1, 16),
    st.integers(1, 16),
    st.floats(0, 1),
    st.integers(1, 64),
    st.booleans(),
)
def test_what_holds_for_every_division(
    time: float, stages: int, replicas: int, hop: float, requests: int, blocking: bool
) -> None:
    hops, longest = hop * (stages - 1), hop * (stages > 1)
    found = division.figures(time, stages, replicas, hops, longest, micro_batches=requests, blocking=blocking)
    assert found.latency_s >= time
    assert found.throughput_per_s <= replicas * stages / time * (1 + 1e-12)
    assert -1e-12 <= found.bubble_of_makespan < 1
    more = division.figures(time, stages, replicas, hops, longest, micro_batches=requests + 1, blocking=blocking)
    assert more.bubble_of_makespan <= found.bubble_of_makespan + 1e-12


def test_no_work_takes_no_time_and_has_no_bubble() -> None:
    found = division.figures(0.0, 2, 1, 0.0, 0.0, micro_batches=8)
    assert (float(found.latency_s), float(found.throughput_per_s), float(found.bubble_of_makespan)) == (0, np.inf, 0)


def test_the_slowest_stage_sets_the_pace() -> None:
    found = division.figures(6.0, 3, 1, 0.0, 0.0, micro_batches=4, slowest_stage=3.0)
    assert float(found.throughput_per_s) == pytest.approx(1 / 3)
    assert float(found.bubble_of_makespan) == pytest.approx(1 - 4 * 6 / (3 * (6 + 3 * 3)))


@pytest.mark.parametrize(
    ("tensor", "stages", "per_node", "between"),
    [(1, 8, 8, 0), (1, 16, 8, 1), (8, 2, 8, 1), (4, 4, 8, 1), (4, 2, 8, 0), (2, 8, 8, 1), (16, 2, 8, 1), (1, 3, 2, 1)],
)
def test_hops_that_leave_a_node(tensor: int, stages: int, per_node: int, between: int) -> None:
    assert division.hops_between_nodes(tensor, stages, per_node) == between


@EXAMPLES
@given(st.integers(0, 4), st.integers(1, 40), st.integers(0, 4))
def test_hops_that_leave_a_node_are_those_of_the_placing(tensor: int, stages: int, node: int) -> None:
    width, per_node = 2**tensor, 2**node
    nodes = [stage * width // per_node for stage in range(stages)]
    assert division.hops_between_nodes(width, stages, per_node) == sum(a != b for a, b in pairwise(nodes))


def test_memory_is_shared_by_tensor_and_pipeline_and_state_only_by_tensor() -> None:
    assert float(division.memory(14e9, 1e9, 1, 1)) == 15e9
    assert float(division.memory(14e9, 1e9, 2, 1)) == 7.5e9
    assert float(division.memory(14e9, 1e9, 1, 2)) == 8e9  # half the weights, and half of each of two requests


POINTS = st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=12)


@EXAMPLES
@given(POINTS)
def test_the_front_is_what_nothing_beats(points: list[tuple[int, int]]) -> None:
    latency, throughput = (np.array(column, float) for column in zip(*points, strict=True))
    found = division.front(latency, throughput)
    for place, (low, high) in enumerate(points):
        beaten = any((a < low and b >= high) or (a <= low and b > high) for a, b in points)
        first = points.index((low, high)) == place
        assert found[place] == (not beaten and first)


@EXAMPLES
@given(POINTS, st.integers(1, 6))
def test_the_best_are_on_the_front_and_ties_go_to_the_lower_latency(points: list[tuple[int, int]], limit: int) -> None:
    latency, throughput = (np.array(column, float) for column in zip(*points, strict=True))
    every = np.ones(len(points), dtype=bool)
    fast, much = (
        division.lowest_latency(latency, throughput, every),
        division.most_throughput(latency, throughput, every),
    )
    assert fast is not None
    assert much is not None
    assert division.front(latency, throughput)[[fast, much]].all()
    assert points[fast] == min(points, key=lambda point: (point[0], -point[1]))
    assert points[much] == min(points, key=lambda point: (-point[1], point[0]))
    within = division.most_throughput(latency, throughput, every, limit)
    allowed = [point for point in points if point[0] <= limit]
    assert within is None if not allowed else points[within] == min(allowed, key=lambda point: (-point[1], point[0]))


def test_what_is_not_allowed_is_not_chosen() -> None:
    nothing = np.zeros(2, dtype=bool)
    assert division.lowest_latency(np.array([1.0, 2.0]), np.array([1.0, 2.0]), nothing) is None
    assert division.most_throughput(np.array([1.0, 2.0]), np.array([1.0, 2.0]), nothing) is None


def test_a_tie_but_for_rounding_goes_to_the_lower_latency() -> None:
    latency, throughput = np.array([13.03e-3, 12.8e-3]), np.array([156.25 * (1 + 2e-16), 156.25])
    every = np.ones(2, dtype=bool)
    assert division.most_throughput(latency, throughput, every) == 1
    assert division.front(latency, throughput).tolist() == [False, True]
