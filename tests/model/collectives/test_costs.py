"""The costs of an all-reduce against the cost table, the article's base over more devices, and what bounds them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model import balance
from explorer.model.balance import Phase
from explorer.model.collectives import costs
from explorer.model.collectives.costs import POINT_TO_POINT, Algorithm, cost
from explorer.model.thresholds import thresholds
from tests.model.cases import DRAWN
from tests.model.collectives.closed_forms import double_tree_limit, hierarchical, network_bandwidth_share

A = Algorithm
ALL = tuple(Algorithm)
KIB, MIB, GIB = 2**10, 2**20, 2**30
US, MS = 1e-6, 1e-3


def microseconds(algorithm: Algorithm, size: float, devices: int) -> float:
    return float(cost(algorithm, size, devices, 5 * US, 100e9).seconds) / US


# --- golden numbers

COLUMNS = (A.RING, A.RECURSIVE_DOUBLING, A.HALVING_DOUBLING, A.ONE_SHOT, A.TWO_SHOT, A.IN_SWITCH)


@pytest.mark.parametrize(
    ("size", "devices", "limit", "columns"),
    [
        (8 * KIB, 2, 10.16384, (10.08192, 5.08192, 10.08192, 5.08192, 10.08192, 10.12288)),
        (8 * KIB, 8, 30.16384, (70.14336, 15.24576, 30.14336, 5.57344, 10.14336, 10.09216)),
        (1 * MIB, 4, 40.97152, (45.72864, 30.97152, 35.72864, 36.45728, 25.72864, 23.10720)),
        (1 * MIB, 8, 50.97152, (88.35008, 46.45728, 48.35008, 78.40032, 28.35008, 21.79648)),
        (64 * MIB, 8, 1372.17728, (1244.40512, 2028.26592, 1204.40512, 4702.62048, 1184.40512, 764.97472)),
        (1 * MIB, 3, 40.97152, (33.98101, 46.45728, 51.45728)),
        (1 * MIB, 6, 50.97152, (67.47627, 61.94304, 66.70016)),
    ],
)
def test_cost_table(size: int, devices: int, limit: float, columns: tuple[float, ...]) -> None:
    for algorithm, expected in zip(COLUMNS, columns, strict=False):
        assert microseconds(algorithm, size, devices) == pytest.approx(expected, abs=5.1e-6), algorithm
    found = double_tree_limit(size, devices, 5 * US, 100e9)
    assert found / US == pytest.approx(limit, abs=5.1e-6)


def test_double_binary_tree_with_optimal_chunks() -> None:
    assert microseconds(A.DOUBLE_BINARY_TREE, 64 * MIB, 16) == pytest.approx(2077.537, abs=5e-4)
    assert microseconds(A.DOUBLE_BINARY_TREE, 8 * KIB, 2) == pytest.approx(23.78, abs=5e-3)
    assert microseconds(A.DOUBLE_BINARY_TREE, 64 * MIB, 8) == pytest.approx(1970, abs=0.5)


@pytest.mark.parametrize(("size", "devices"), [(64 * MIB, 16), (GIB, 8), (MIB, 5), (8 * KIB, 2)])
def test_no_whole_number_of_chunks_beats_the_optimum(size: int, devices: int) -> None:
    levels = math.ceil(math.log2(devices))
    chunks = np.arange(1, 5000)
    brute = (2 * (2 * levels + chunks) * (5 * US + size / 100e9 / chunks)).min() / US
    formula = microseconds(A.DOUBLE_BINARY_TREE, size, devices)
    assert formula <= brute * (1 + 1e-12)
    if size >= MIB:
        assert brute == pytest.approx(formula, rel=1e-2)


def test_hierarchical_on_four_nodes_of_eight() -> None:
    links = {"alpha": 0.0, "bandwidth": 900e9, "network_alpha": 0.0, "network_bandwidth": 50e9}
    serial = hierarchical(4 * GIB, 8, 4, **links)
    assert serial.inside_bytes == 7 * GIB
    assert serial.outside_bytes == 0.75 * GIB
    assert serial.intra_seconds / MS == pytest.approx(8.351325, abs=5e-7)
    assert serial.inter_seconds / MS == pytest.approx(16.106127, abs=5e-7)
    assert serial.seconds / MS == pytest.approx(24.457453, abs=5e-7)
    overlapped = hierarchical(4 * GIB, 8, 4, **links, overlap=1.0)
    assert overlapped.seconds / MS == pytest.approx(16.106127, abs=5e-7)
    measured = 22.0531 * MS
    assert overlapped.seconds < measured < serial.seconds
    bus = costs.bus_bandwidth(4 * GIB, measured, 32)
    assert network_bandwidth_share(bus, 8, 4) / 1e9 == pytest.approx(36.5168, abs=2e-4)  # the time is rounded
    assert cost(A.RING, 4 * GIB, 32, 0.0, 50e9).seconds / MS == pytest.approx(166.43, abs=5e-3)


# --- the article's base over more devices: a ring with alpha 15 µs and 2 MB

BASE = Phase(
    serial=0.8 * MS, divisible=12 * MS, efficiency=0.8, messages=4, startup=0.0, message_bytes=0.0, bandwidth=10e9
)


def on(algorithm: Algorithm, devices: int, efficiency: float = 0.8) -> Phase:
    found = cost(algorithm, 2e6, devices, 15 * US, 10e9)
    startup = found.seconds - found.path_bytes / 10e9
    return replace(BASE, devices=devices, efficiency=efficiency, startup=startup, message_bytes=found.path_bytes)


def split_ms(algorithm: Algorithm, devices: int, efficiency: float = 0.8) -> float:
    if devices == 1:
        return float(balance.one_device_time(BASE)) / MS
    return float(balance.split_time(on(algorithm, devices, efficiency))) / MS


def test_ring_over_sixteen_devices() -> None:
    times = [split_ms(A.RING, devices) for devices in range(1, 17)]
    expected = [12.8, 9.22, 7.106667, 6.11, 5.56, 5.233333, 5.034286, 4.915, 4.848889, 4.82, 4.818182]
    expected += [4.836667, 4.870769, 4.917143, 4.973333, 5.0375]
    assert times == pytest.approx(expected, abs=5.1e-7)
    assert 1 + int(np.argmin(times)) == 11


def test_ring_where_efficiency_falls_with_each_doubling() -> None:
    efficiency = {devices: 0.8 * 0.9 ** (math.log2(devices) - 1) for devices in (2, 4, 8, 16)}
    times = [split_ms(A.RING, devices, eta) for devices, eta in efficiency.items()]
    assert times == pytest.approx([9.22, 6.526667, 5.354815, 5.386008], abs=5.1e-7)
    assert balance.speedup(on(A.RING, 8, efficiency[8])) == pytest.approx(2.390372, abs=5.1e-7)


def test_break_even_compute_of_the_ring() -> None:
    found = [thresholds(on(A.RING, devices))["divisible"].value / MS for devices in (2, 4, 8, 16)]
    assert found == pytest.approx([2.453333, 2.269091, 2.654815, 3.579661], abs=5.1e-7)


def test_best_pair_of_devices_and_algorithm() -> None:
    counts = (1, 2, 4, 8, 16)
    direct = (A.ONE_SHOT, A.TWO_SHOT)
    every = {(n, a): split_ms(a, n) for n in counts for a in (*POINT_TO_POINT, *direct)}
    allowed = {(n, a): time for (n, a), time in every.items() if a in POINT_TO_POINT or n <= 8}
    assert min(every, key=every.__getitem__) == (16, A.TWO_SHOT)
    assert every[16, A.TWO_SHOT] == pytest.approx(3.3575, abs=5e-5)
    assert min(allowed, key=allowed.__getitem__) == (16, A.HALVING_DOUBLING)
    assert allowed[16, A.HALVING_DOUBLING] == pytest.approx(3.7175, abs=5e-5)


def test_in_switch_sends_less_than_a_ring_from_four_devices_on() -> None:
    counts = np.array([2, 3, 4, 5, 8, 72])
    ring, switch = (np.asarray(cost(a, 1e6, counts, 0.0, 1e9).path_bytes) for a in (A.RING, A.IN_SWITCH))
    assert ring / switch == pytest.approx([0.667, 1.0, 1.2, 1.333, 1.556, 1.945], abs=5e-4)


# --- identities, bounds, limits

SIZES = st.floats(1.0, 1e11)
COUNTS = st.integers(2, 1100)
ALPHAS = st.floats(0.0, 1e-3)
BANDWIDTHS = st.sampled_from([1e6, 3e9, 450e9, 1e13, math.inf])
GAMMAS = st.sampled_from([0.0, 1e-12, 1e-10])
ALGORITHMS = st.sampled_from(ALL)


@DRAWN
@given(size=SIZES, alpha=ALPHAS, bandwidth=BANDWIDTHS, gamma=GAMMAS)
def test_identities_on_two_devices(size: float, alpha: float, bandwidth: float, gamma: float) -> None:
    def of(algorithm: Algorithm) -> costs.Cost:
        return cost(algorithm, size, 2, alpha, bandwidth, gamma=gamma)

    assert of(A.RING) == of(A.HALVING_DOUBLING) == of(A.TWO_SHOT)
    assert of(A.RING)[1:3] == (2, size)
    assert of(A.ONE_SHOT) == of(A.RECURSIVE_DOUBLING)
    assert of(A.ONE_SHOT)[1:3] == (1, size)


@DRAWN
@given(size=SIZES, devices=COUNTS, alpha=ALPHAS)
def test_lower_bounds(size: float, devices: int, alpha: float) -> None:
    """In-network reduction alone sends less; those that send to one device at a time need a step for each level."""
    for algorithm in (*POINT_TO_POINT, A.ONE_SHOT, A.TWO_SHOT):
        found = cost(algorithm, size, devices, alpha, 1e9)
        assert found.path_bytes >= costs.bus_factor(devices) * size * (1 - 1e-15)
        assert found.reduced_bytes >= (devices - 1) / devices * size * (1 - 1e-15)
    for algorithm in POINT_TO_POINT:
        found = cost(algorithm, size, devices, alpha, 1e9)
        levels = (devices - 1).bit_length()
        assert found.steps >= levels
        assert found.seconds >= levels * alpha


@DRAWN
@given(algorithm=ALGORITHMS, size=SIZES, more=SIZES, devices=COUNTS, alpha=ALPHAS, bandwidth=BANDWIDTHS, gamma=GAMMAS)
def test_never_falls_with_the_size(
    algorithm: Algorithm, size: float, more: float, devices: int, alpha: float, bandwidth: float, gamma: float
) -> None:
    low, high = cost(algorithm, np.array([size, size + more]), devices, alpha, bandwidth, gamma=gamma).seconds
    assert 0 <= low <= high < math.inf


@DRAWN
@given(algorithm=ALGORITHMS, size=SIZES, devices=COUNTS, alpha=ALPHAS, bandwidth=BANDWIDTHS, gamma=GAMMAS)
def test_seconds_are_steps_bytes_and_reduction(
    algorithm: Algorithm, size: float, devices: int, alpha: float, bandwidth: float, gamma: float
) -> None:
    found = cost(algorithm, size, devices, alpha, bandwidth, gamma=gamma, launch=3 * US)
    rounds = 1 if algorithm == A.NETWORK_TREE else found.steps
    sum_of_parts = 3 * US + rounds * alpha + found.path_bytes / bandwidth + found.reduced_bytes * gamma
    if algorithm == A.DOUBLE_BINARY_TREE:
        limit = double_tree_limit(size, devices, alpha, bandwidth, launch=3 * US, gamma=gamma)
        assert limit == pytest.approx(sum_of_parts, rel=1e-13)
        assert found.seconds >= limit
    else:
        assert found.seconds == pytest.approx(sum_of_parts, rel=1e-13)


def test_levels_are_exact_at_large_powers_of_two() -> None:
    counts = np.array([2**k + d for k in range(2, 50) for d in (-1, 0, 1)])
    steps = np.asarray(cost(A.BINOMIAL_TREE, 1.0, counts, 1.0, 1.0).steps)
    assert steps.tolist() == [2 * (int(n) - 1).bit_length() for n in counts]
    steps = np.asarray(cost(A.RECURSIVE_DOUBLING, 1.0, counts, 1.0, 1.0).steps)
    assert steps.tolist() == [int(n).bit_length() - 1 + 2 * (int(n).bit_count() > 1) for n in counts]


@pytest.mark.parametrize("algorithm", ALL)
def test_nothing_to_send_and_nobody_to_send_to_cost_nothing(algorithm: Algorithm) -> None:
    assert cost(algorithm, 0, 8, 5 * US, 100e9, launch=1 * US, gamma=1e-10) == (0, 0, 0, 0)
    assert cost(algorithm, MIB, 1, 5 * US, 100e9, launch=1 * US, gamma=1e-10) == (0, 0, 0, 0)
    assert cost(algorithm, 0, 8, 5 * US, math.inf) == (0, 0, 0, 0)
    assert cost(algorithm, 1, 8, 0.0, math.inf).seconds == 0


def test_the_limit_of_nothing_is_nothing() -> None:
    assert double_tree_limit(0, 8, 5 * US, 100e9, launch=1.0) == 0


def test_launch_is_paid_once_and_the_network_tree_its_alpha_too() -> None:
    assert cost(A.RING, MIB, 4, 0.0, math.inf, launch=7 * US).seconds == 7 * US
    assert cost(A.NETWORK_TREE, MIB, 4, 5 * US, math.inf).seconds == 5 * US


def test_reduction_is_paid_for_where_devices_reduce() -> None:
    """Without a power of two, the devices left over are folded in first: one more reduction of n, none on the way."""
    reduced = {a: cost(a, 60.0, 6, 1.0, 1.0).reduced_bytes for a in ALL}
    assert reduced == {
        A.RING: 50,
        A.RECURSIVE_DOUBLING: 180,
        A.HALVING_DOUBLING: 105,
        A.BINOMIAL_TREE: 180,
        A.DOUBLE_BINARY_TREE: 120,
        A.ONE_SHOT: 300,
        A.TWO_SHOT: 50,
        A.IN_SWITCH: 0,
        A.NETWORK_TREE: 0,
    }


@pytest.mark.parametrize("algorithm", ALL)
def test_arrays_cost_what_their_numbers_cost(algorithm: Algorithm) -> None:
    sizes, counts, alphas = np.array([0.0, 1.0, 8192.0, 1e9])[:, np.newaxis], np.arange(1, 20), 5 * US
    table = cost(algorithm, sizes, counts, alphas, 100e9, launch=1 * US, gamma=1e-12)
    for row, size in enumerate(sizes[:, 0]):
        for column, devices in enumerate(counts):
            single = cost(algorithm, float(size), int(devices), alphas, 100e9, launch=1 * US, gamma=1e-12)
            assert all(isinstance(value, float) for value in single)
            assert tuple(np.asarray(field)[row, column] for field in table) == single
    limits = np.asarray(double_tree_limit(sizes, counts, alphas, 100e9))
    assert limits[2, 7] == double_tree_limit(8192.0, 8, alphas, 100e9)


def test_bandwidths() -> None:
    assert costs.bus_factor(2) == 1
    assert costs.bus_factor(8) == 1.75
    assert np.asarray(costs.bus_factor(np.array([1, 4]))).tolist() == [0, 1.5]
    assert costs.algorithm_bandwidth(536_870_912, 4225.9 * US) / 1e9 == pytest.approx(127.043, abs=5e-4)
    assert costs.bus_bandwidth(536_870_912, 4225.9 * US, 8) / 1e9 == pytest.approx(222.325, abs=5e-4)
    assert costs.algorithm_bandwidth(0, 0) == 0
    ring = cost(A.RING, 1e6, 8, 0.0, 3e9)
    assert costs.bus_bandwidth(1e6, ring.seconds, 8) == pytest.approx(3e9, rel=1e-14)


# --- hierarchical


def test_one_level_alone_is_that_level() -> None:
    links = {"alpha": 2 * US, "bandwidth": 300e9, "network_alpha": 9 * US, "network_bandwidth": 25e9}
    inside = hierarchical(MIB, 8, 1, **links, launch=3 * US, gamma=1e-12)
    assert inside.seconds == cost(A.RING, MIB, 8, 2 * US, 300e9, launch=3 * US, gamma=1e-12).seconds
    assert inside[2:] == (0, 1.75 * MIB, 0)
    outside = hierarchical(MIB, 1, 8, **links, algorithm=A.NETWORK_TREE)
    assert outside.seconds == cost(A.NETWORK_TREE, MIB, 8, 9 * US, 25e9).seconds
    assert hierarchical(MIB, 1, 1, **links, launch=3 * US) == (0, 0, 0, 0, 0)
    assert hierarchical(0, 8, 4, **links, launch=3 * US) == (0, 0, 0, 0, 0)


def test_hierarchical_takes_arrays_and_any_algorithm_between_nodes() -> None:
    links = {"alpha": 2 * US, "bandwidth": 300e9, "network_alpha": 9 * US, "network_bandwidth": 25e9}
    sizes = np.array([0.0, 4096.0, 1e9])
    for algorithm in (*POINT_TO_POINT, A.NETWORK_TREE):
        table = hierarchical(sizes, 8, 4, **links, algorithm=algorithm, overlap=0.3)
        single = hierarchical(1e9, 8, 4, **links, algorithm=algorithm, overlap=0.3)
        assert tuple(np.asarray(field)[2] for field in table) == single
        shorter = min(single.intra_seconds, single.inter_seconds)
        assert single.seconds == pytest.approx(single.intra_seconds + single.inter_seconds - 0.3 * shorter, rel=1e-14)


@pytest.mark.parametrize("algorithm", [A.ONE_SHOT, A.TWO_SHOT, A.IN_SWITCH])
def test_what_needs_a_full_connection_does_not_run_between_nodes(algorithm: Algorithm) -> None:
    with pytest.raises(ValueError, match="between nodes"):
        hierarchical(1e6, 8, 4, 0.0, 1e9, network_alpha=0.0, network_bandwidth=1e9, algorithm=algorithm)
