"""The fastest permitted algorithm, and the sizes at which one overtakes another."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.collectives.costs import POINT_TO_POINT, Algorithm, cost
from explorer.model.collectives.wire import Wire
from tests.model.cases import DRAWN

A = Algorithm
PAIRS = list(itertools.combinations(Algorithm, 2))
US = 1e-6


def test_what_a_link_permits() -> None:
    assert Wire(8, 0.0, 1.0).permitted == POINT_TO_POINT
    assert Wire(8, 0.0, 1.0, fully_connected=True).permitted == (
        *POINT_TO_POINT,
        A.ONE_SHOT,
        A.TWO_SHOT,
    )
    assert Wire(9, 0.0, 1.0, fully_connected=True, in_switch=True).permitted == (*POINT_TO_POINT, A.IN_SWITCH)
    assert A.NETWORK_TREE not in Wire(2, 0.0, 1.0, fully_connected=True, in_switch=True).permitted


@pytest.mark.parametrize(
    ("size", "devices", "flags", "expected"),
    [
        (8192, 2, (True, True), A.RECURSIVE_DOUBLING),  # equals one-shot, and stands before it
        (8192, 8, (True, False), A.ONE_SHOT),
        (2**20, 8, (True, False), A.TWO_SHOT),
        (2**20, 8, (True, True), A.IN_SWITCH),
        (2**20, 8, (False, False), A.RECURSIVE_DOUBLING),
        (2**26, 8, (False, False), A.HALVING_DOUBLING),
        (2**20, 3, (False, False), A.RING),
        (2**20, 3, (True, True), A.TWO_SHOT),  # equals the switch
        (2**20, 6, (False, False), A.RECURSIVE_DOUBLING),
    ],
)
def test_best(size: int, devices: int, flags: tuple[bool, bool], expected: Algorithm) -> None:
    connected, switch = flags
    wire = Wire(devices, 5 * US, 100e9, fully_connected=connected, in_switch=switch)
    assert wire.fastest_at(size) == expected
    assert wire.fastest(size).cost == cost(expected, size, devices, 5 * US, 100e9)


def test_equal_times_go_to_the_fewest_steps() -> None:
    """Without alpha the ring, halving-doubling and two-shot on four devices take equally long."""
    flags = {"fully_connected": True, "in_switch": False}
    assert Wire(4, 0.0, 1e9, **flags).fastest_at(1e6) == A.TWO_SHOT
    assert Wire(4, 0.0, math.inf, **flags).fastest_at(1e6) == A.ONE_SHOT
    assert Wire(4, 0.0, 1e9).fastest_at(1e6) == A.HALVING_DOUBLING


@DRAWN
@given(
    sizes=st.lists(st.floats(0.0, 1e10), min_size=1, max_size=6),
    devices=st.integers(2, 40),
    connected=st.booleans(),
    switch=st.booleans(),
    alpha=st.sampled_from([0.0, 1e-6, 5e-5]),
)
def test_best_of_many_sizes(sizes: list[float], devices: int, connected: bool, switch: bool, alpha: float) -> None:
    terms = {"launch_s": 2 * US, "gamma": 1e-12, "fully_connected": connected, "in_switch": switch}
    wire = Wire(devices, alpha, 50e9, **terms)
    found = wire.fastest(np.array(sizes))
    for place, size in enumerate(sizes):
        single = wire.fastest(size).cost
        assert found.algorithms[found.chosen[place]] == wire.fastest_at(size)
        assert tuple(np.asarray(field)[place] for field in found.cost) == single
        every = [cost(a, size, devices, alpha, 50e9, launch=2 * US, gamma=1e-12) for a in found.algorithms]
        assert single.seconds <= min(each.seconds for each in every) * (1 + 1e-11)


# --- crossings


def test_one_shot_gives_way_to_two_shot() -> None:
    (four,) = Wire(4, 5 * US, 240e9).crossings(A.ONE_SHOT, A.TWO_SHOT, 1.0, 1e9)
    (eight,) = Wire(8, 5 * US, 240e9).crossings(A.TWO_SHOT, A.ONE_SHOT, 1.0, 1e9)
    assert four == pytest.approx(800e3, rel=1e-13)
    assert eight == pytest.approx(229e3, abs=500)
    assert Wire(4, 5 * US, 240e9).crossings(A.ONE_SHOT, A.TWO_SHOT, 1.0, 799e3) == ()
    assert Wire(4, 5 * US, 240e9).crossings(A.ONE_SHOT, A.TWO_SHOT, 801e3, 1e9) == ()


def test_what_is_the_same_or_parallel_crosses_nowhere() -> None:
    assert Wire(2, 5 * US, 1e9).crossings(A.RING, A.TWO_SHOT, 0.0, 1e12) == ()
    assert Wire(4, 5 * US, 1e9).crossings(A.RING, A.TWO_SHOT, 0.0, 1e12) == ()
    assert Wire(4, 5 * US, 1e9).crossings(A.DOUBLE_BINARY_TREE, A.DOUBLE_BINARY_TREE, 0.0, 1e12) == ()
    assert Wire(4, 5 * US, math.inf).crossings(A.ONE_SHOT, A.TWO_SHOT, 0.0, 1e12) == ()


@DRAWN
@given(
    pair=st.sampled_from(PAIRS),
    devices=st.integers(2, 200),
    alpha=st.sampled_from([0.0, 1e-7, 5e-6, 1e-3]),
    bandwidth=st.sampled_from([1e8, 240e9]),
    gamma=st.sampled_from([0.0, 1e-11]),
)
def test_the_faster_changes_at_each_crossing_and_nowhere_else(
    pair: tuple[Algorithm, Algorithm], devices: int, alpha: float, bandwidth: float, gamma: float
) -> None:
    def difference(sizes: object) -> np.ndarray:
        one, other = (cost(a, np.asarray(sizes), devices, alpha, bandwidth, gamma=gamma).seconds for a in pair)
        shift = np.asarray(one) - other
        return np.where(np.abs(shift) <= 1e-13 * np.asarray(one), 0.0, shift)

    low, high = 1e-3, 1e15
    found = Wire(devices, alpha, bandwidth, gamma=gamma).crossings(*pair, low, high)
    assert list(found) == sorted(found)
    for size in found:
        left, right = difference([size * (1 - 1e-6), size * (1 + 1e-6)])
        assert left * right < 0
    signs = np.sign(difference(np.geomspace(low, high, 4000)))
    signs = signs[signs != 0]
    assert np.count_nonzero(np.diff(signs)) <= len(found)
