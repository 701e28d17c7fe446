"""Two complementary trees, their pipeline, and how the time of its messages stands to the derivation."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.collectives.clock import traffic
from explorer.model.collectives.costs import Algorithm, cost
from explorer.model.collectives.double_tree import MOST_CHUNKS, edges, starts, tree_chunks
from explorer.model.collectives.steps import AllReduce, steps
from tests.model.cases import DRAWN
from tests.model.collectives.closed_forms import double_tree_limit
from tests.model.collectives.schedules import seconds_by_steps

TREE = Algorithm.DOUBLE_BINARY_TREE
COUNTS = range(2, 66)
US = 1e-6


def levels(devices: int) -> int:
    return math.ceil(math.log2(devices))


def all_reduce(devices: int, chunks: int, size: float = 1e6) -> AllReduce:
    return steps(TREE, devices, size, tree_chunks=chunks)


def test_the_trees_over_eight_devices() -> None:
    """NCCL's, and their mirror image."""
    first = {edge.child: edge.parent for edge in edges(8) if edge.tree == 0}
    second = {edge.child: edge.parent for edge in edges(8) if edge.tree == 1}
    assert first == {4: 0, 2: 4, 6: 4, 1: 2, 3: 2, 5: 6, 7: 6}
    assert second == {7 - child: 7 - parent for child, parent in first.items()}


@pytest.mark.parametrize("devices", COUNTS)
def test_both_trees_reach_all_and_share_the_work(devices: int) -> None:
    of = edges(devices)
    children = Counter(edge.parent for edge in of)
    assert max(children.values()) <= 2
    roots = []
    for tree in (0, 1):
        parents = {edge.child: edge.parent for edge in of if edge.tree == tree}
        assert len(parents) == devices - 1
        (root,) = set(range(devices)) - set(parents)
        roots.append(root)
        depths = []
        for start in parents:
            at, depth = start, 0
            while at != root:
                at, depth = parents[at], depth + 1
            depths.append(depth)
        assert max(depths) == levels(devices)
    inner = [{edge.parent for edge in of if edge.tree == tree} for tree in (0, 1)]
    assert inner[0] & inner[1] <= set(roots)


@pytest.mark.parametrize("devices", COUNTS)
def test_a_chunk_goes_up_after_all_that_it_sums(devices: int) -> None:
    up = {(start.edge.tree, start.edge.child): start for start in starts(devices)}
    for start in up.values():
        above = up.get((start.edge.tree, start.edge.parent))
        assert above is None or above.step > start.step
    assert min(start.step for start in up.values()) == 0


@pytest.mark.parametrize("devices", COUNTS)
@pytest.mark.parametrize("chunks", [2, 4, 10])
def test_steps_and_bytes_follow_from_the_chunks(devices: int, chunks: int) -> None:
    """Twice m + f steps of one chunk each, with f below the 2h that the derivation allows."""
    of = all_reduce(devices, chunks)
    fill = of.steps // 2 - chunks
    assert of.steps == 2 * (chunks + fill)
    assert 0 <= fill <= 2 * levels(devices) - 2
    assert fill == all_reduce(devices, 2).steps // 2 - 2
    sent, received, reduced = (bytes_of.max(axis=1) for bytes_of in traffic(of))
    one = 1e6 / chunks
    assert sent.tolist() == received.tolist() == [one] * of.steps
    assert reduced.tolist() == [one] * (of.steps // 2) + [0.0] * (of.steps // 2)


@pytest.mark.parametrize("devices", range(4, 66))
def test_the_busiest_device_sends_the_bytes_of_the_cost(devices: int) -> None:
    sent = traffic(all_reduce(devices, 8)).sent.sum(axis=0)
    assert sent.max() == cost(TREE, 1e6, devices, 5 * US, 1e9).path_bytes


@pytest.mark.parametrize("devices", [2, 3, 5, 8, 16, 33, 64])
def test_the_way_down_is_the_way_up_in_reverse(devices: int) -> None:
    of = all_reduce(devices, 6)
    rows = list(zip(of.step, of.source, of.target, of.first, of.reduces, strict=True))
    up = {(step, source, target, chunk) for step, source, target, chunk, reduces in rows if reduces}
    down = {(step, source, target, chunk) for step, source, target, chunk, reduces in rows if not reduces}
    assert down == {(of.steps - 1 - step, target, source, chunk) for step, source, target, chunk in up}


@pytest.mark.parametrize("devices", COUNTS)
def test_time_lies_between_the_limit_and_the_optimum(devices: int) -> None:
    for size in np.geomspace(64, 64 * 2**20, 12).tolist():
        chunks = tree_chunks(size, devices, 5 * US, 100e9, 128)
        assert chunks < 128
        time = seconds_by_steps(all_reduce(devices, chunks, size), 5 * US, 100e9, launch=3 * US)
        assert time >= double_tree_limit(size, devices, 5 * US, 100e9, launch=3 * US) * (1 - 1e-14)
        assert time <= cost(TREE, size, devices, 5 * US, 100e9, launch=3 * US).seconds


@pytest.mark.parametrize(("devices", "size"), [(2, 2**30), (5, 2**30), (8, 2**30), (16, 2**32), (64, 2**33)])
def test_with_many_chunks_it_comes_near_to_the_optimum(devices: int, size: float) -> None:
    chunks = tree_chunks(size, devices, 5 * US, 100e9, 1000)
    optimum = cost(TREE, size, devices, 5 * US, 100e9).seconds
    assert seconds_by_steps(all_reduce(devices, chunks, size), 5 * US, 100e9) == pytest.approx(optimum, rel=0.05)


# --- number of chunks


@DRAWN
@given(
    size=st.floats(1.0, 1e10),
    devices=st.integers(2, 64),
    alpha=st.sampled_from([1e-7, 5e-6, 1e-4]),
    bandwidth=st.sampled_from([1e9, 240e9]),
)
def test_no_other_even_number_is_much_better(size: float, devices: int, alpha: float, bandwidth: float) -> None:
    def allowed(chunks: np.ndarray | int) -> np.ndarray:
        return (2 * levels(devices) + chunks) * (alpha + size / bandwidth / chunks)

    chunks = tree_chunks(size, devices, alpha, bandwidth)
    assert chunks % 2 == 0
    assert 2 <= chunks <= MOST_CHUNKS
    assert allowed(chunks) <= allowed(np.arange(2, MOST_CHUNKS + 1, 2)).min() * 1.02


def test_chunks_at_the_ends() -> None:
    assert tree_chunks(1e6, 8, 0.0, 100e9) == MOST_CHUNKS
    assert tree_chunks(1e12, 8, 5 * US, 100e9, 16) == 16
    assert tree_chunks(1.0, 8, 5 * US, 100e9) == 2
    assert tree_chunks(1e6, 8, 5 * US, math.inf) == 2
    assert tree_chunks(1e6, 8, 0.0, math.inf) == 2
    assert tree_chunks(0.0, 8, 0.0, 100e9) == 2
    assert tree_chunks(64 * 2**20, 16, 5 * US, 100e9) == 32
