"""Steps, bytes and seconds of the messages against the formulas of the cost."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.collectives.clock import busiest, clock, link_bytes, startup_shares, traffic
from explorer.model.collectives.costs import Algorithm, bus_factor, cost
from explorer.model.collectives.steps import steps
from explorer.model.collectives.wire import Wire
from tests.model.cases import DRAWN
from tests.model.collectives.schedules import seconds_by_steps

A = Algorithm
ALL = tuple(Algorithm)
EXACT = tuple(one for one in Algorithm if one != A.DOUBLE_BINARY_TREE)
COUNTS = (*range(2, 17), 24, 64)
US = 1e-6


@pytest.mark.parametrize("algorithm", EXACT)
@pytest.mark.parametrize("devices", COUNTS)
def test_the_critical_path_is_that_of_the_cost(algorithm: Algorithm, devices: int) -> None:
    all_reduce = steps(algorithm, devices, 1e6)
    found = cost(algorithm, 1e6, devices, 5 * US, 1e9, launch=9 * US, gamma=1e-10)
    sent, received, reduced = (bytes_of[:, :devices].max(axis=1) for bytes_of in traffic(all_reduce))
    assert all_reduce.steps == found.steps
    assert sent.sum() == pytest.approx(found.path_bytes, rel=1e-14)
    if all_reduce.switch is None:
        assert received.tolist() == sent.tolist()
    assert reduced.sum() == pytest.approx(found.reduced_bytes, rel=1e-14)
    by_steps = seconds_by_steps(all_reduce, 5 * US, 1e9, launch=9 * US, gamma=1e-10)
    assert by_steps == pytest.approx(found.seconds, rel=1e-14)


@pytest.mark.parametrize(
    ("algorithm", "factor"), [(A.IN_SWITCH, lambda devices: (devices + 1) / devices), (A.NETWORK_TREE, lambda _: 1.0)]
)
@pytest.mark.parametrize("devices", COUNTS)
def test_what_a_device_sends_to_the_switch_it_receives(algorithm: Algorithm, factor, devices: int) -> None:
    sent, received, _ = (bytes_of[:, :devices].sum(axis=0) for bytes_of in traffic(steps(algorithm, devices, 1e6)))
    assert sent == pytest.approx(np.full(devices, factor(devices) * 1e6), rel=1e-14)
    assert received == pytest.approx(sent, rel=1e-14)


@pytest.mark.parametrize("algorithm", [A.RING, A.TWO_SHOT])
def test_every_device_sends_the_least_there_is(algorithm: Algorithm) -> None:
    for devices in COUNTS:
        sent = traffic(steps(algorithm, devices, 1e6)).sent.sum(axis=0)
        assert sent == pytest.approx(np.full(devices, bus_factor(devices) * 1e6), rel=1e-14)


@DRAWN
@given(
    algorithm=st.sampled_from(ALL),
    devices=st.integers(1, 20),
    size=st.sampled_from([0.0, 1.0, 8192.0, 1e6 / 3, 2.0**30]),
    alpha=st.sampled_from([0.0, 1e-9, 5e-6, 1e-3]),
    bandwidth=st.sampled_from([1e6, 100e9, math.inf]),
    launch=st.sampled_from([0.0, 7e-6, 1.0]),
    gamma=st.sampled_from([0.0, 1e-11]),
)
def test_the_clock_ends_at_the_cost_to_the_last_digit(
    algorithm: Algorithm, devices: int, size: float, alpha: float, bandwidth: float, launch: float, gamma: float
) -> None:
    all_reduce = steps(algorithm, devices, size)
    found = cost(algorithm, size, devices, alpha, bandwidth, launch=launch, gamma=gamma)
    begins, ends, path = clock(all_reduce, alpha, bandwidth, launch=launch, gamma=gamma)
    assert len(begins) == len(ends) == len(path) == all_reduce.steps
    if all_reduce.steps:
        assert begins[0] == launch
        assert ends[-1] == found.seconds
        assert path[-1] == found.path_bytes
        assert begins[1:].tolist() == ends[:-1].tolist()
        assert (ends >= begins).all()
        assert (np.diff(path) >= 0).all()
    else:
        assert found.seconds == 0


@pytest.mark.parametrize("algorithm", [one for one in EXACT if one not in (A.IN_SWITCH, A.NETWORK_TREE)])
@pytest.mark.parametrize("devices", [2, 3, 5, 8, 16])
def test_a_step_takes_alpha_its_bytes_and_its_reduction(algorithm: Algorithm, devices: int) -> None:
    all_reduce = steps(algorithm, devices, 1e6)
    begins, ends, path = clock(all_reduce, 5 * US, 1e9, launch=9 * US, gamma=1e-10)
    sent, _, reduced = (bytes_of.max(axis=1) for bytes_of in traffic(all_reduce))
    assert ends - begins == pytest.approx(5 * US + sent / 1e9 + reduced * 1e-10, rel=1e-9)
    assert path == pytest.approx(np.cumsum(sent), rel=1e-14)


@pytest.mark.parametrize("algorithm", [A.IN_SWITCH, A.NETWORK_TREE])
def test_the_two_steps_of_a_switch_share_time_and_bytes(algorithm: Algorithm) -> None:
    _, ends, path = clock(steps(algorithm, 8, 1e6), 5 * US, 1e9)
    assert ends[0] == pytest.approx(ends[1] / 2, rel=1e-14)
    whole = 1.125e6 if algorithm == A.IN_SWITCH else 1e6
    assert path.tolist() == [whole / 2, whole]


def test_steps_that_take_no_time_are_equal() -> None:
    begins, ends, _ = clock(steps(A.RING, 3, 1e6), 0.0, math.inf, launch=2.0)
    assert begins.tolist() == ends.tolist() == [2.0] * 4


# --- who moves the most


def test_all_of_a_ring_are_busy_and_no_other_link() -> None:
    found = busiest(steps(A.RING, 4, 400.0), 2, 3)
    assert found.devices.tolist() == [0, 1, 2, 3]
    assert found.links.tolist() == [[0, 1], [1, 2], [2, 3], [3, 0]]
    assert (found.device_bytes, found.link_bytes) == (100.0, 100.0)


def test_the_root_of_a_binomial_tree_and_its_heaviest_child_are_the_busiest() -> None:
    all_reduce = steps(A.BINOMIAL_TREE, 8, 100.0)
    found = busiest(all_reduce)
    assert found.devices.tolist() == [0, 4]
    assert found.device_bytes == 300.0
    assert len(found.links) == 14
    assert busiest(all_reduce, 0, 3).devices.tolist() == [0]
    assert busiest(all_reduce, 2, 4).links.tolist() == [[0, 4], [4, 0]]


def test_the_links_to_the_switch_bear_all_of_a_vector_and_a_chunk() -> None:
    found = busiest(steps(A.IN_SWITCH, 4, 400.0))
    assert found.links.tolist() == [[0, 4], [1, 4], [2, 4], [3, 4], [4, 0], [4, 1], [4, 2], [4, 3]]
    assert (found.devices.tolist(), found.device_bytes, found.link_bytes) == ([0, 1, 2, 3], 500.0, 500.0)


def test_nobody_is_busy_where_nothing_moves() -> None:
    for found in (busiest(steps(A.RING, 1, 1e6)), busiest(steps(A.RING, 4, 1e6), 2, 2)):
        assert not found.devices.size
        assert not found.links.size
        assert found.device_bytes == found.link_bytes == 0


@pytest.mark.parametrize("algorithm", ALL)
def test_links_and_devices_move_the_same_bytes(algorithm: Algorithm) -> None:
    all_reduce = steps(algorithm, 6, 1e6)
    sent, received, _ = traffic(all_reduce)
    for begin, end in ((0, all_reduce.steps), (0, 1), (all_reduce.steps - 1, all_reduce.steps)):
        links = link_bytes(all_reduce, begin, end)
        assert links.sum(axis=1) == pytest.approx(sent[begin:end].sum(axis=0))
        assert links.sum(axis=0) == pytest.approx(received[begin:end].sum(axis=0))
    assert link_bytes(all_reduce).sum() == pytest.approx(all_reduce.bytes.sum())


# --- two side by side


@pytest.mark.parametrize(
    ("small", "large"), [(A.ONE_SHOT, A.TWO_SHOT), (A.RECURSIVE_DOUBLING, A.RING), (A.ONE_SHOT, A.DOUBLE_BINARY_TREE)]
)
def test_the_one_that_ends_first_changes_at_the_crossing(small: Algorithm, large: Algorithm) -> None:
    (size,) = Wire(8, 5 * US, 240e9).crossings(small, large, 1.0, 1e12)

    def first(message: float) -> Algorithm:
        return min(small, large, key=lambda one: clock(steps(one, 8, message), 5 * US, 240e9).ends[-1])

    assert first(0.999 * size) == small
    assert first(1.001 * size) == large


@pytest.mark.parametrize("algorithm", ALL)
@pytest.mark.parametrize("devices", COUNTS)
def test_alpha_takes_its_share_of_each_step(algorithm: Algorithm, devices: int) -> None:
    all_reduce = steps(algorithm, devices, 1e6)
    found = clock(all_reduce, 5 * US, 1e10, launch=9 * US, gamma=1e-11)
    shares = startup_shares(all_reduce, 5 * US, 1e10, gamma=1e-11)
    assert shares.shape == (all_reduce.steps,)
    if algorithm != A.DOUBLE_BINARY_TREE:  # whose steps are stretched
        each = 2.5 * US if algorithm == A.NETWORK_TREE else 5 * US
        assert shares * (found.ends - found.begins) == pytest.approx(np.full(all_reduce.steps, each), rel=1e-9)
    assert (startup_shares(all_reduce, 0.0, 1e10) == 0).all()
    assert (startup_shares(all_reduce, 5 * US, math.inf) == 1).all()
    assert (startup_shares(all_reduce, 0.0, math.inf) == 0).all()
