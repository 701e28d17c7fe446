"""The messages of each algorithm: what a step allows, who sends to whom, and that each contribution counts once."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import numpy as np
import pytest

from explorer.model.collectives.contributions import contributions, run
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.steps import AllReduce, Message, steps
from explorer.model.collectives.wire import DIRECT

A = Algorithm
ALL = tuple(Algorithm)
COUNTS = tuple(range(2, 17))

Held = dict[tuple[int, int], frozenset[int]]
"""Whose contributions a node holds in a chunk."""


def messages(all_reduce: AllReduce) -> list[Message]:
    columns = (getattr(all_reduce, name).tolist() for name in Message._fields)
    return [Message(*row) for row in zip(*columns, strict=True)]


def followed(all_reduce: AllReduce) -> list[Held]:
    """Hold by hold, one for the start and one after each moment; fails where a contribution would count twice."""
    own = frozenset[int]()
    held = {(node, chunk): own for node in range(all_reduce.nodes) for chunk in range(all_reduce.chunks)}
    held |= {(node, chunk): frozenset([node]) for node, chunk in held if node < all_reduce.devices}
    states = [held]
    for _, together in groupby(messages(all_reduce), key=lambda one: (one.step, one.half)):
        before, after = states[-1], dict(states[-1])
        copied: Counter[tuple[int, int]] = Counter()
        for one in together:
            for chunk in range(one.first, one.stop):
                place, comes = (one.target, chunk), before[one.source, chunk]
                if one.reduces:
                    assert not after[place] & comes, one
                    after[place] |= comes
                else:
                    assert before[place] <= comes, one
                    after[place] = comes
                    copied[place] += 1
        assert all(times == 1 for times in copied.values())
        states.append(after)
    return states


@pytest.mark.parametrize("algorithm", ALL)
@pytest.mark.parametrize("devices", [*COUNTS, 33])
def test_each_contribution_counts_once_and_all_arrive(algorithm: Algorithm, devices: int) -> None:
    all_reduce = steps(algorithm, devices, 1e6)
    states = followed(all_reduce)
    moments = sorted({(one.step, one.half) for one in messages(all_reduce)})
    for (step, half), held in zip([(0, -1), *moments], states, strict=True):
        found = contributions(all_reduce, step, half + 1)
        told = [
            [frozenset(np.flatnonzero(found[node, chunk]).tolist()) for chunk in range(all_reduce.chunks)]
            for node in range(all_reduce.nodes)
        ]
        assert told == [[held[node, chunk] for chunk in range(all_reduce.chunks)] for node in range(all_reduce.nodes)]
    everyone = frozenset(range(devices))
    assert all(states[-1][node, chunk] == everyone for node in range(devices) for chunk in range(all_reduce.chunks))
    assert contributions(all_reduce)[:devices].all()


@pytest.mark.parametrize("algorithm", ALL)
@pytest.mark.parametrize("devices", COUNTS)
def test_a_step_has_messages_and_asks_no_more_of_a_device_than_it_can(algorithm: Algorithm, devices: int) -> None:
    all_reduce = steps(algorithm, devices, 1e6)
    most = devices - 1 if algorithm in DIRECT else 1
    assert sorted(set(all_reduce.step.tolist())) == list(range(all_reduce.steps))
    for _, together in groupby(messages(all_reduce), key=lambda one: (one.step, one.half)):
        now = list(together)
        assert all(one.source != one.target and 0 <= one.first < one.stop <= all_reduce.chunks for one in now)
        sent, received = Counter(one.source for one in now), Counter(one.target for one in now)
        assert len({(one.source, one.target) for one in now}) == len(now)
        assert max(sent[device] for device in range(devices)) <= most
        assert max(received[device] for device in range(devices)) <= most


@pytest.mark.parametrize("algorithm", ALL)
def test_who_sends_to_whom(algorithm: Algorithm) -> None:
    all_reduce = steps(algorithm, 12, 1e6)
    for one in messages(all_reduce):
        if algorithm == A.RING:
            assert one.target == (one.source + 1) % 12
        if algorithm in (A.IN_SWITCH, A.NETWORK_TREE):
            assert all_reduce.switch in (one.source, one.target)
        else:
            assert all_reduce.switch is None
            assert max(one.source, one.target) < 12
    assert all_reduce.nodes == 12 + (algorithm in (A.IN_SWITCH, A.NETWORK_TREE))


def test_a_ring_of_three() -> None:
    """Device d sends chunk d first; each chunk is complete on the device before the one where it began."""
    found = [(one.step, one.source, one.target, one.first, one.reduces) for one in messages(steps(A.RING, 3, 3.0))]
    assert found == [
        (0, 0, 1, 0, True),
        (0, 1, 2, 1, True),
        (0, 2, 0, 2, True),
        (1, 0, 1, 2, True),
        (1, 1, 2, 0, True),
        (1, 2, 0, 1, True),
        (2, 0, 1, 1, False),
        (2, 1, 2, 2, False),
        (2, 2, 0, 0, False),
        (3, 0, 1, 0, False),
        (3, 1, 2, 1, False),
        (3, 2, 0, 2, False),
    ]


def test_halving_doubling_over_five_folds_the_fifth_in_and_back() -> None:
    all_reduce = steps(A.HALVING_DOUBLING, 5, 400.0)
    first, last = messages(all_reduce)[0], messages(all_reduce)[-1]
    assert first == Message(0, 0, 0, 1, 0, 4, True)
    assert last == Message(5, 0, 1, 0, 0, 4, False)
    one = [(at.step, at.target, at.first, at.stop) for at in messages(all_reduce) if at.source == 1]
    assert one == [(1, 2, 2, 4), (2, 3, 1, 2), (3, 3, 0, 1), (4, 2, 0, 2), (5, 0, 0, 4)]
    assert all_reduce.bytes[all_reduce.between(0, 1)].tolist() == [400.0]
    assert set(all_reduce.bytes[all_reduce.between(1, 2)].tolist()) == {200.0}
    assert set(all_reduce.bytes[all_reduce.between(2, 4)].tolist()) == {100.0}


def test_the_switch_sums_and_passes_on_within_the_step() -> None:
    all_reduce = steps(A.IN_SWITCH, 4, 400.0)
    assert not contributions(all_reduce, 0)[all_reduce.switch].any()
    assert contributions(all_reduce, 0, halves=1)[all_reduce.switch].all()
    scattered = contributions(all_reduce, 1)[:4]
    assert [scattered[device].all(axis=1).tolist() for device in range(4)] == np.eye(4, dtype=bool).tolist()


@pytest.mark.parametrize("algorithm", ALL)
def test_one_device_or_nothing_needs_no_message(algorithm: Algorithm) -> None:
    for all_reduce in (steps(algorithm, 1, 1e6), steps(algorithm, 6, 0.0)):
        assert all_reduce.steps == len(all_reduce.step) == len(all_reduce.bytes) == 0
    assert contributions(steps(algorithm, 1, 1e6))[0].all()
    assert run(steps(algorithm, 1, 1e6), np.array([[4, 5, 6]])).tolist() == [[4, 5, 6]]
    assert run(steps(algorithm, 6, 0.0), np.zeros((6, 0), int)).shape == (6, 0)


def test_what_is_no_all_reduce() -> None:
    with pytest.raises(ValueError, match="over 0 devices"):
        steps(A.RING, 0, 1e6)
    with pytest.raises(ValueError, match="in 0 chunks"):
        steps(A.DOUBLE_BINARY_TREE, 4, 1e6, tree_chunks=0)


def test_an_all_reduce_is_read_only() -> None:
    all_reduce = steps(A.TWO_SHOT, 3, 1e6)
    for name in Message._fields:
        with pytest.raises(ValueError, match="read-only"):
            getattr(all_reduce, name)[0] = 0
