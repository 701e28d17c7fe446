"""All-reduces on real vectors: each device ends with the sum, whatever the algorithm, N and length."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.collectives.contributions import chunk_bounds, contributions, run
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.steps import steps
from tests.model.cases import DRAWN

A = Algorithm
ALL = tuple(Algorithm)


@pytest.mark.parametrize("algorithm", ALL)
@pytest.mark.parametrize("devices", range(2, 17))
def test_each_device_has_the_sum(algorithm: Algorithm, devices: int) -> None:
    random = np.random.default_rng(devices)
    all_reduce = steps(algorithm, devices, 1e6)
    for length in (0, 1, devices - 1, devices, devices + 1, 16 * devices + 5):
        vectors = random.integers(-(10**12), 10**12, (devices, length))
        given = vectors.copy()
        assert run(all_reduce, vectors).tolist() == [vectors.sum(axis=0).tolist()] * devices
        assert (vectors == given).all()


@DRAWN
@given(
    algorithm=st.sampled_from(ALL),
    devices=st.integers(1, 40),
    length=st.integers(0, 50),
    tree_chunks=st.integers(1, 13),
    seed=st.integers(0, 99),
)
def test_each_device_has_the_sum_of_any(
    algorithm: Algorithm, devices: int, length: int, tree_chunks: int, seed: int
) -> None:
    vectors = np.random.default_rng(seed).integers(-999, 999, (devices, length))
    found = run(steps(algorithm, devices, 1e6, tree_chunks=tree_chunks), vectors)
    assert found.tolist() == [vectors.sum(axis=0).tolist()] * devices


@pytest.mark.parametrize("algorithm", ALL)
@pytest.mark.parametrize("devices", [2, 3, 6, 8, 13])
def test_on_the_way_a_device_holds_the_sum_of_its_contributions(algorithm: Algorithm, devices: int) -> None:
    """Powers of four: a contribution that counts twice would show as a digit 2."""
    all_reduce = steps(algorithm, devices, 1e6, tree_chunks=6)
    vectors = np.repeat(4 ** np.arange(devices)[:, np.newaxis], all_reduce.chunks, axis=1)
    before = contributions(all_reduce, 0)
    for after in range(all_reduce.steps + 1):
        held = contributions(all_reduce, after)
        assert run(all_reduce, vectors, after).tolist() == (held[:devices] @ vectors[:, 0]).tolist()
        assert (held >= before).all()
        assert after == 0 or (held != before).any()
        before = held


def test_vectors_of_the_others_stay_as_they_are_until_a_message_comes() -> None:
    vectors = np.arange(12).reshape(4, 3)
    all_reduce = steps(A.BINOMIAL_TREE, 4, 1e6)
    assert run(all_reduce, vectors, 0).tolist() == vectors.tolist()
    assert run(all_reduce, vectors, 1).tolist() == [[3, 5, 7], [3, 4, 5], [15, 17, 19], [9, 10, 11]]


def test_real_numbers_keep_their_type() -> None:
    vectors = np.full((8, 5), 0.5, np.float32)
    found = run(steps(A.RING, 8, 20.0), vectors)
    assert found.dtype == np.float32
    assert (found == 4).all()


def test_chunks_are_as_even_as_whole_elements_can_be() -> None:
    assert chunk_bounds(12, 4).tolist() == [0, 3, 6, 9, 12]
    assert chunk_bounds(3, 5).tolist() == [0, 0, 1, 1, 2, 3]
    for length in range(40):
        widths = np.diff(chunk_bounds(length, 7))
        assert widths.sum() == length
        assert widths.max() - widths.min() <= 1


def test_between_its_half_steps_a_switch_holds_what_no_device_holds_yet() -> None:
    """Four devices hold 1, 2, 4, 8 in each of four chunks; the switch adds them up and gives each device its chunk."""
    all_reduce = steps(A.IN_SWITCH, 4, 400.0)
    vectors = np.array([[1], [2], [4], [8]]) * np.ones(4, int)
    scattered = np.where(np.eye(4, dtype=bool), 15, vectors)
    at = {(after, half): run(all_reduce, vectors, after, half).tolist() for after in (0, 1, 2) for half in (0, 1)}
    assert at[0, 0] == at[0, 1] == vectors.tolist()
    assert at[1, 0] == at[1, 1] == scattered.tolist()
    assert at[2, 0] == at[2, 1] == [[15] * 4] * 4
    switch = [contributions(all_reduce, after, half)[4] for after in (0, 1, 2) for half in (0, 1)]
    assert [held.sum() for held in switch] == [0, 16, 16, 16, 16, 16]
    devices = contributions(all_reduce, 0, 1)[:4]
    assert (devices == np.eye(4, dtype=bool)[:, np.newaxis]).all()
