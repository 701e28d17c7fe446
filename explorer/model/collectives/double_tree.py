"""The double binary tree: two trees over the same devices, and when each chunk goes along each of their edges.

A device that has children in one tree is, but for the roots, a leaf of the other, so that over both trees no device has
more than two children, nor more than two parents. Even chunks are summed up the first tree and go back down it, odd
ones the second. In each step a device sends one chunk to one device and receives one from one, at most: an edge works
in every second step, and of the two edges along which a device sends, as of the two along which it receives, one works
in the even steps, one in the odd. The way down is the way up in reverse.

With m chunks of n/m bytes and h = ceil(lg N), the depth of both trees, the way up takes m + f steps, those left out in
which no edge works; f, what it takes to fill the pipeline, is 0 to 2h - 2 for an even m. In each step some device sends
one chunk, and on the way up reduces one: V = 2(m + f) n/m, R = (m + f) n/m. The busiest device sends 2n bytes in all,
from four devices on.

The derivation of :func:`explorer.model.collectives.costs.cost` allows 2h in place of f, and takes any m, whole or not.
What the messages take, with the even m that is nearest to its best, lies between its limit 2 h alpha + 2 n beta and its
optimum, and comes near to the optimum where m is much larger than h.

Source: Sanders, Speck and Träff 2009 for the two colours; NCCL's ncclGetBtree and ncclGetDtree for the trees.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import NamedTuple

MOST_CHUNKS = 64
"""As many as :func:`tree_chunks` suggests."""


class Edge(NamedTuple):
    """From a child to its parent in one of the trees, 0 or 1."""

    tree: int
    child: int
    parent: int


class Start(NamedTuple):
    """An edge, and the step in which the first chunk of its tree goes up it; each next one goes two steps later."""

    edge: Edge
    step: int


def _parent(device: int, devices: int) -> int:
    """Parent in the first tree, whose root is 0 and whose leaves are odd: its height is the lowest bit that is set."""
    lowest = device & -device
    above = (device ^ lowest) | (lowest << 1)
    return above if above < devices else device ^ lowest


def edges(devices: int) -> tuple[Edge, ...]:
    """Edges of both trees over devices 0 to N - 1, the first tree's first; of either tree nearest to the root last.

    The second tree is the first one mirrored where N is even, moved on by one device where it is odd.
    """
    first = [Edge(0, child, _parent(child, devices)) for child in range(1, devices)]
    first.sort(key=lambda edge: edge.child & -edge.child)

    def other(device: int) -> int:
        return (device + 1) % devices if devices % 2 else devices - 1 - device

    return (*first, *(Edge(1, other(edge.child), other(edge.parent)) for edge in first))


def _colours(of: tuple[Edge, ...]) -> dict[Edge, int]:
    """Give edges the colours 0 and 1 so that two with one child, or with one parent, differ.

    Each edge touches at most one other at either end, so that they form paths and rings of even length.
    """
    touching: dict[tuple[str, int], list[Edge]] = defaultdict(list)
    for edge in of:
        touching["child", edge.child].append(edge)
        touching["parent", edge.parent].append(edge)
    colours: dict[Edge, int] = {}
    for first in of:
        waiting = [(first, first.tree)]
        while waiting:
            edge, colour = waiting.pop()
            if edge not in colours:
                colours[edge] = colour
                near = touching["child", edge.child] + touching["parent", edge.parent]
                waiting += [(neighbour, 1 - colour) for neighbour in near if neighbour != edge]
    return colours


def starts(devices: int) -> tuple[Start, ...]:
    """Return the edges of both trees with the step of their first chunk on the way up: after all that it sums."""
    of = edges(devices)
    colours = _colours(of)
    ready: dict[tuple[int, int], int] = defaultdict(int)
    all_starts = []
    for edge in of:
        earliest = ready[edge.tree, edge.child]
        step = earliest + (earliest - colours[edge]) % 2
        ready[edge.tree, edge.parent] = max(ready[edge.tree, edge.parent], step + 1)
        all_starts.append(Start(edge, step))
    return tuple(all_starts)


def tree_chunks(size: float, devices: int, alpha: float, bandwidth: float, most: int = MOST_CHUNKS) -> int:
    """Even number of chunks, from 2 to the most, nearest to the optimum sqrt(2 h n beta/alpha) of the derivation.

    Parameters
    ----------
    size : n, bytes of the tensor on each device.
    devices : N >= 1.
    alpha : seconds of one step; with 0 the most chunks are the best.
    bandwidth : B, bytes per second.
    most : even, >= 2.
    """
    levels = (devices - 1).bit_length()
    transfer = 2 * levels * size / bandwidth
    if transfer >= alpha * most**2:
        return most if transfer > 0 else 2
    return min(max(2 * round(math.sqrt(transfer / alpha) / 2), 2), most)
