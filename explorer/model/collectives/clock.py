"""What the steps of an all-reduce move and how long each takes, so that they add up to the cost.

Bytes on the critical path are, summed over the steps, the most that one device sends in each; bytes reduced, the most
that one device reduces. A switch does neither: it passes on while it receives, so that what it sends takes no time of
its own. These sums and the number of steps are those of :func:`explorer.model.collectives.costs.cost` but for the
double binary tree: there cost takes an optimum over any number of chunks and gives the steps, bytes and reduced
bytes of a lower limit, while the messages come in a whole number of chunks. See
:mod:`explorer.model.collectives.double_tree`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.collectives.costs import Algorithm, cost
from explorer.model.collectives.steps import WITH_SWITCH, AllReduce

Values = NDArray[np.float64]


class Traffic(NamedTuple):
    """Bytes that each node sends, receives and, of these, reduces in each step; steps × nodes."""

    sent: Values
    received: Values
    reduced: Values


class Busiest(NamedTuple):
    """Who moves the most.

    Attributes
    ----------
    devices : those that send the most bytes, or receive them, if that is more.
    device_bytes : how many.
    links : those that carry the most bytes in one direction, as rows of source and target.
    link_bytes : how many.
    """

    devices: NDArray[np.intp]
    device_bytes: float
    links: NDArray[np.intp]
    link_bytes: float


class Clock(NamedTuple):
    """When each step begins and ends, seconds from the start; and the bytes by its end. Arrays of the steps.

    Attributes
    ----------
    begins : the first one after the launch.
    ends : the last one is the seconds of the cost, to the last digit.
    path_bytes : on the critical path so far; the last one is that of the cost, to the last digit.
    """

    begins: Values
    ends: Values
    path_bytes: Values


def _by_step(all_reduce: AllReduce, nodes: NDArray[np.intp], chunks: NDArray[np.intp]) -> Values:
    """Chunks that nodes have in each step, steps × nodes: whole, so that they compare exactly."""
    cells = all_reduce.step * all_reduce.nodes + nodes
    counts = np.bincount(cells, chunks, all_reduce.steps * all_reduce.nodes)
    return np.asarray(counts.reshape(all_reduce.steps, all_reduce.nodes))


def _chunks(all_reduce: AllReduce) -> Traffic:
    sent = _by_step(all_reduce, all_reduce.source, all_reduce.count)
    received = _by_step(all_reduce, all_reduce.target, all_reduce.count)
    return Traffic(sent, received, _by_step(all_reduce, all_reduce.target, all_reduce.count * all_reduce.reduces))


def traffic(all_reduce: AllReduce) -> Traffic:
    """Bytes of each node in each step."""
    return Traffic(*(chunks * all_reduce.size / all_reduce.chunks for chunks in _chunks(all_reduce)))


def link_bytes(all_reduce: AllReduce, begin: int = 0, end: int | None = None) -> Values:
    """Bytes that go from each node to each other in steps from begin to before end: source × target."""
    return _link_chunks(all_reduce, begin, end) * all_reduce.size / all_reduce.chunks


def _link_chunks(all_reduce: AllReduce, begin: int, end: int | None) -> Values:
    now = all_reduce.between(begin, all_reduce.steps if end is None else end)
    cells = all_reduce.source[now] * all_reduce.nodes + all_reduce.target[now]
    counts = np.bincount(cells, all_reduce.count[now], all_reduce.nodes**2)
    return np.asarray(counts.reshape(all_reduce.nodes, all_reduce.nodes))


def busiest(all_reduce: AllReduce, begin: int = 0, end: int | None = None) -> Busiest:
    """Devices and links that move the most in steps from begin to before end; none where nothing moves."""
    links = _link_chunks(all_reduce, begin, end)
    loads = np.maximum(links.sum(axis=0), links.sum(axis=1))[: all_reduce.devices]
    most, heaviest = loads.max(), links.max()
    share = all_reduce.size / all_reduce.chunks
    return Busiest(
        np.flatnonzero((loads == most) & (most > 0)),
        float(most * share),
        np.argwhere((links == heaviest) & (heaviest > 0)),
        float(heaviest * share),
    )


def _most(chunks: Values, all_reduce: AllReduce) -> Values:
    """Of each step the most that one device has."""
    return np.asarray(chunks[:, : all_reduce.devices].max(axis=1))


def _alpha_of_a_step(all_reduce: AllReduce, alpha: float) -> float:
    return alpha / 2 if all_reduce.algorithm == Algorithm.NETWORK_TREE else alpha


def _moved_seconds(all_reduce: AllReduce, bandwidth: float, gamma: float) -> Values:
    """Seconds of each step that follow from its bytes, those that one device sends or receives."""
    sent, received, reduced = (_most(chunks, all_reduce) for chunks in _chunks(all_reduce))
    share = all_reduce.size / all_reduce.chunks
    return np.asarray(share * (np.maximum(sent, received) / bandwidth + reduced * gamma))


def _shares(weights: Values) -> Values:
    """Part of the whole by the end of each step, the last one exactly 1; equal steps where none weighs anything."""
    filled = weights if weights.sum() > 0 else np.ones_like(weights)
    sums = np.cumsum(filled)
    return np.asarray(sums / sums[-1:])


def clock(all_reduce: AllReduce, alpha: float, bandwidth: float, *, launch: float = 0.0, gamma: float = 0.0) -> Clock:
    """When each step begins and ends, with the cost as the end of the last.

    The launch comes before the first step. The rest of the cost is divided among the steps in the ratio of alpha,
    bytes/B and reduced bytes gamma, where the bytes are the most that one device sends or receives. Where devices send
    to devices that is what each step takes by itself. It is not:

    - with a switch, where both steps form one stream: a byte comes down while a later one goes up. A
      device receives in one step what it sends in the other, so that each step has half of the time, and half of the
      bytes.
    - for the double binary tree, where the cost is that of the best number of chunks, whole or not, and the messages
      have one of their own: their steps are stretched to it, and their bytes to those of the cost.

    Parameters
    ----------
    all_reduce : over N devices.
    alpha : seconds of one step; network tree: of both.
    bandwidth : B, bytes per second of one device in one direction.
    launch : seconds paid once.
    gamma : seconds to reduce one byte.
    """
    total = cost(
        all_reduce.algorithm, all_reduce.size, all_reduce.devices, alpha, bandwidth, launch=launch, gamma=gamma
    )
    shares = _shares(_alpha_of_a_step(all_reduce, alpha) + _moved_seconds(all_reduce, bandwidth, gamma))
    inner = np.minimum(launch + (total.seconds - launch) * shares[:-1], total.seconds)
    ends = np.append(inner, total.seconds)[: all_reduce.steps]
    begins = np.append(launch, inner)[: all_reduce.steps]
    streams = all_reduce.algorithm in WITH_SWITCH
    sent = np.ones(all_reduce.steps) if streams else _most(_chunks(all_reduce).sent, all_reduce)
    return Clock(begins, ends, np.asarray(total.path_bytes * _shares(sent)))


def startup_shares(all_reduce: AllReduce, alpha: float, bandwidth: float, *, gamma: float = 0.0) -> Values:
    """Return which part of its time on the :func:`clock` alpha takes of each step; 0 where a step takes no time.

    With a switch each of the two steps has half of the bytes that one device sends in both.
    """
    startup, moved = _alpha_of_a_step(all_reduce, alpha), _moved_seconds(all_reduce, bandwidth, gamma)
    if all_reduce.algorithm in WITH_SWITCH:
        sent = _most(_chunks(all_reduce).sent, all_reduce).sum() * all_reduce.size / all_reduce.chunks
        moved = np.full(all_reduce.steps, sent / 2 / bandwidth)
    whole = startup + moved
    return np.asarray(startup / np.where(whole > 0, whole, 1.0))
