"""What the animation of an all-reduce shows at a time, and that it ends at the figures of the formula."""

from __future__ import annotations

import csv
import io
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.answers.all_reduce import words
from explorer.answers.all_reduce.layout import points, second_tree
from explorer.answers.all_reduce.link import AllReduceLink
from explorer.answers.all_reduce.race import STAGES, AllReduceComparison, AllReduceScene
from explorer.answers.all_reduce.tables import steps_csv
from explorer.answers.link_words import algorithm_name
from explorer.model.collectives.contributions import contributions
from explorer.model.collectives.costs import Algorithm, cost
from explorer.model.collectives.wire import Wire
from explorer.scenario.sentence import sentence
from tests.answers.all_reduce import sentences
from tests.model.cases import DRAWN

A = Algorithm
ALL = tuple(Algorithm)
COUNTS = (2, 3, 5, 8, 16)
US = 1e-6


def link(devices: int, size: float = 1e6, alpha: float = 3 * US, bandwidth: float = 1e11, launch: float = 8 * US):
    return AllReduceLink(Wire(devices, alpha, bandwidth, launch), size, A.RING, knows_wiring=False, origin=sentence(""))


@pytest.mark.parametrize("devices", COUNTS)
@pytest.mark.parametrize("algorithm", ALL)
@pytest.mark.parametrize("size", [8192.0, 1234567.0, 2.0**26])
def test_the_counters_end_at_the_figures_of_the_formula_to_the_last_digit(
    algorithm: Algorithm, devices: int, size: float
) -> None:
    given = link(devices, size)
    comparison = AllReduceComparison(given, algorithm, A.RING)
    wire = given.wire
    expected = cost(algorithm, size, devices, wire.alpha_s, wire.bandwidth, launch=wire.launch_s)
    state = comparison.left.state(comparison.time(STAGES))
    assert state.done
    assert (state.seconds, state.path_bytes) == (expected.seconds, expected.path_bytes)
    if algorithm is not A.DOUBLE_BINARY_TREE:  # whose steps depend on its chunks; the formula has a lower limit
        assert state.steps == expected.steps
    assert comparison.left.held(state.steps, state.half)[:devices].all()


@DRAWN
@given(
    algorithm=st.sampled_from(ALL),
    devices=st.integers(2, 16),
    size=st.floats(1, 1e12),
    alpha=st.floats(0, 1),
    bandwidth=st.floats(1e3, 1e15),
    launch=st.floats(0, 1e-2),
)
def test_counters_never_go_back_and_stop_at_each_step(algorithm, devices, size, alpha, bandwidth, launch) -> None:
    comparison = AllReduceComparison(link(devices, size, alpha, bandwidth, launch), algorithm, A.RING)
    stops = comparison.stops()
    assert stops == sorted(stops)
    assert (stops[0], stops[-1]) == (0.0, STAGES)
    positions = sorted([*np.linspace(0, STAGES, 40).tolist(), *stops])
    states = [comparison.left.state(comparison.time(position)) for position in positions]
    for before, after in pairwise(states):
        assert before.seconds <= after.seconds
        assert before.path_bytes <= after.path_bytes * (1 + 1e-12)
        assert (before.steps, before.half) <= (after.steps, after.half)
    seen = {comparison.left.state(comparison.time(stop)).steps for stop in stops}
    assert seen >= {0, comparison.left.all_reduce.steps}
    if np.diff(comparison.left.clock.ends).min(initial=comparison.seconds) > 1e-6 * comparison.seconds:
        assert seen == set(range(comparison.left.all_reduce.steps + 1))


def test_what_is_to_be_seen_of_a_ring() -> None:
    """Three devices: 8 µs of launch, then four steps of 3 µs and a third of a megabyte, 3.33 µs, each."""
    scene = AllReduceScene(link(3), A.RING)
    third = 1e6 / 3
    step = 3 * US + third / 1e11
    launching = scene.state(4 * US)
    assert (launching.launching, launching.steps, launching.share, launching.path_bytes) == (True, 0, 0.0, 0.0)
    assert launching.moving == slice(0, 0)
    starting = scene.state(8 * US + 1.5 * US)
    assert (starting.launching, starting.steps, starting.path_bytes) == (False, 0, 0.0)
    assert (starting.share, starting.waiting) == (0.0, True)  # messages wait while the start-up runs
    assert starting.moving.stop - starting.moving.start == 3
    flowing = scene.state(8 * US + step + 3 * US + third / 1e11 / 2)
    assert (flowing.steps, flowing.waiting) == (1, False)
    assert flowing.share == pytest.approx(0.5)
    assert flowing.path_bytes == pytest.approx(1.5 * third)
    now = flowing.moving
    all_reduce = scene.all_reduce
    assert list(zip(all_reduce.source[now].tolist(), all_reduce.target[now].tolist(), strict=True)) == [
        (0, 1), (1, 2), (2, 0),
    ]  # fmt: skip
    assert all_reduce.reduces[now].all()
    held = scene.held(flowing.steps, flowing.half)
    assert held[1].tolist() == [[True, True, False], [False, True, False], [False, True, False]]
    copying = scene.state(8 * US + 2.5 * step)
    assert (copying.steps, all_reduce.reduces[copying.moving].any()) == (2, False)
    assert [scene.held(2, 0)[:, chunk].all(axis=1).tolist() for chunk in range(3)] == [
        [False, False, True], [True, False, False], [False, True, False],
    ]  # fmt: skip


def test_what_passes_a_switch_comes_in_the_first_half_and_leaves_in_the_second() -> None:
    scene = AllReduceScene(link(4, launch=0.0), A.IN_SWITCH)
    end, flows = float(scene.clock.ends[0]), 3 * US
    assert scene.state(0.5 * flows).waiting
    first, second = (scene.state(flows + share * (end - flows)) for share in (0.25, 0.75))
    assert (first.half, second.half, first.steps, second.steps) == (0, 1, 0, 0)
    assert (first.share, second.share) == (pytest.approx(0.5), pytest.approx(0.5))
    assert scene.all_reduce.target[first.moving].tolist() == [4] * 4
    assert scene.all_reduce.source[second.moving].tolist() == [4] * 4
    assert not scene.held(0, 0)[4].any()
    assert scene.held(0, 1)[4].all()
    middle = pytest.approx((flows + end) / 2)
    assert scene.message_times(0) == (0.0, middle)
    assert scene.message_times(4) == (middle, end)


def test_what_is_held_is_what_the_messages_leave() -> None:
    for algorithm in ALL:
        scene = AllReduceScene(link(5), algorithm)
        for step in range(scene.all_reduce.steps + 1):
            assert (scene.held(step, 0) == contributions(scene.all_reduce, step)).all()


def test_nothing_to_send_and_no_time_at_all_are_done_at_once() -> None:
    nothing = AllReduceComparison(link(4, size=0.0), A.RING, A.ONE_SHOT)
    assert (nothing.seconds, nothing.stops()) == (0.0, [0.0, STAGES])
    assert nothing.left.state(nothing.time(0.0)).done
    free = AllReduceComparison(link(4, alpha=0.0, bandwidth=float("inf"), launch=0.0), A.RING, A.TWO_SHOT)
    state = free.left.state(free.time(2.0))
    assert (state.done, state.seconds, state.steps) == (True, 0.0, 6)
    assert free.faster is None


def test_the_first_is_the_faster_and_flips_are_where_both_take_the_same() -> None:
    small, large = (AllReduceComparison(link(8, size), A.RING, A.ONE_SHOT) for size in (8192.0, 2.0**26))
    assert (small.faster, large.faster) == (small.right, large.left)
    (flip,) = small.crossovers
    at_flip = AllReduceComparison(link(8, flip), A.RING, A.ONE_SHOT)
    assert at_flip.left.seconds == pytest.approx(at_flip.right.seconds, rel=1e-12)
    assert (small.faster_at(0.9 * flip), small.faster_at(1.1 * flip)) == (A.ONE_SHOT, A.RING)
    assert flip == pytest.approx(13 * 3 * US * 1e11 / (7 - 1.75))  # start-ups more, bytes less


@pytest.mark.parametrize("devices", COUNTS)
@pytest.mark.parametrize("algorithm", ALL)
def test_nodes_stand_within_the_square_and_not_on_one_another(algorithm: Algorithm, devices: int) -> None:
    scene = AllReduceScene(link(devices), algorithm)
    centres = points(scene.all_reduce, 1.6)
    assert centres.shape == (scene.all_reduce.nodes, 2)
    assert centres.min() > -1e-9
    assert centres.max() < 1 + 1e-9
    apart = np.hypot(*np.moveaxis(centres[:, np.newaxis] - centres, 2, 0)) + np.eye(len(centres))
    assert apart.min() > 0.08
    assert second_tree(scene.all_reduce) <= set(scene.links)


def test_parents_stand_above_their_children_in_a_tree() -> None:
    all_reduce = AllReduceScene(link(16), A.BINOMIAL_TREE).all_reduce
    heights = points(all_reduce)[:, 1]
    up = all_reduce.reduces
    assert (heights[all_reduce.target[up]] < heights[all_reduce.source[up]]).all()


@pytest.mark.parametrize("algorithm", ALL)
def test_the_table_of_messages_reads_back(algorithm: Algorithm) -> None:
    comparison = AllReduceComparison(link(5), algorithm, A.ONE_SHOT)
    rows = [
        row
        for row in csv.DictReader(io.StringIO(steps_csv(comparison)))
        if row["algorithm"] == str(algorithm_name(algorithm))
    ]
    all_reduce = comparison.left.all_reduce
    assert len(rows) == len(all_reduce.step)
    assert [int(row["step (1)"]) - 1 for row in rows] == all_reduce.step.tolist()
    assert [float(row["bytes (bytes)"]) for row in rows] == all_reduce.bytes.tolist()
    assert [row["what the receiver does"] == "is added" for row in rows] == all_reduce.reduces.tolist()
    assert [row["from"] == "switch" for row in rows] == (all_reduce.source == 5).tolist()
    assert rows[0]["to"] == ("switch" if all_reduce.target[0] == 5 else f"device {all_reduce.target[0] + 1}")
    assert max(float(row["end (s)"]) for row in rows) == comparison.left.seconds
    assert min(float(row["begin (s)"]) for row in rows) == 8 * US


def test_the_same_algorithm_twice_is_one_table() -> None:
    text = steps_csv(AllReduceComparison(link(3), A.RING, A.RING))
    assert len(text.splitlines()) == 1 + 12
    assert text.splitlines()[1].startswith("ring,3,3,1000000.0,3e-06,100000000000.0,8e-06,1,device 1,device 2,1 of 3,")


def test_what_the_mouse_points_at_is_described() -> None:
    scene = AllReduceScene(link(3), A.RING)
    waiting, done = scene.state(9 * US), scene.state(scene.seconds)
    assert str(words.message_tooltip(scene, waiting, 0)) == (
        "device 1 to device 2: 333.3 kB, sum of one device, added to the value there; waiting for start-up"
    )
    assert str(words.node_tooltip(scene, waiting, 1)).startswith(
        f"{sentences.chunks(2, 0, 3)}; contributions from at most 1 of 3 devices per chunk"
    )
    assert str(words.node_tooltip(scene, done, 1)) == "device 2: holds the complete sum of 3 devices"
    assert (
        str(words.link_tooltip(scene, 0, 1))
        == f"{sentences.link_between('device 1', 'device 2')}1.333 MB there, 0 B back in total"
    )
    switch = AllReduceScene(link(3), A.NETWORK_TREE)
    assert (
        str(words.link_tooltip(switch, 0, 3))
        == f"{sentences.link_between('device 1', 'the switch')}1 MB there, 1 MB back in total"
    )
