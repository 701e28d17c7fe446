"""Closed forms of collectives that their costs are checked against; the product does not use them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from explorer.model.balance import Number, plain
from explorer.model.collectives.costs import Algorithm, cost
from explorer.model.collectives.wire import Wire, hierarchical_seconds


def double_tree_limit(
    size: Number, devices: Number, alpha: Number, bandwidth: Number, *, launch: Number = 0.0, gamma: Number = 0.0
) -> Number:
    """Lower limit 2 h alpha + 2 n beta of the double binary tree, seconds, which no chunks attain; see :func:`cost`."""
    of = cost(Algorithm.DOUBLE_BINARY_TREE, size, devices, alpha, bandwidth)
    limit = launch + of.steps * alpha + of.path_bytes / bandwidth + of.reduced_bytes * gamma
    return plain(np.where(np.asarray(of.steps) > 0, limit, 0.0))


def network_bandwidth_share(measured: Number, devices_per_node: Number, nodes: Number) -> Number:
    """Bytes per second that each device sends to other nodes, of a measured bus bandwidth: times (k-1)/(N-1).

    For a ring between nodes, at most the device's share of the network; N = g k >= 2.
    """
    return measured * (nodes - 1) / (devices_per_node * nodes - 1)


class HierarchicalCost(NamedTuple):
    """What an all-reduce on two levels costs; numbers, or arrays of one shape.

    Attributes
    ----------
    seconds : its time.
    intra_seconds : of the reduce-scatter and the all-gather inside each node.
    inter_seconds : of the all-reduces between nodes.
    inside_bytes : each device sends inside its node, 2(g-1)/g n.
    outside_bytes : each device sends to other nodes, on the critical path; a ring's are 2(k-1)/k n/g.
    """

    seconds: Number
    intra_seconds: Number
    inter_seconds: Number
    inside_bytes: Number
    outside_bytes: Number


def hierarchical(
    size: Number,
    devices_per_node: int,
    nodes: int,
    alpha: float,
    bandwidth: float,
    *,
    network_alpha: float,
    network_bandwidth: float,
    algorithm: Algorithm = Algorithm.RING,
    overlap: float = 0.0,
    launch: float = 0.0,
    gamma: float = 0.0,
) -> HierarchicalCost:
    """The product's seconds of an all-reduce over k nodes of g devices, with those of each level and the bytes sent.

    Both levels run in chunks, of which a share of the shorter one's time, the overlap in [0, 1], may be hidden:
    seconds = launch + intra + inter - overlap min(intra, inter). The product hides none.
    """
    inside = Wire(devices_per_node, alpha, bandwidth, launch, gamma=gamma)
    network = Wire(nodes, network_alpha, network_bandwidth, gamma=gamma)
    serial = hierarchical_seconds(inside, network, algorithm, size)
    intra = cost(Algorithm.RING, size, devices_per_node, alpha, bandwidth, gamma=gamma)
    part = np.asarray(size, float) / devices_per_node
    inter = cost(algorithm, part, nodes, network_alpha, network_bandwidth, gamma=gamma)
    seconds = serial - overlap * np.minimum(intra.seconds, inter.seconds)
    given = (seconds, intra.seconds, inter.seconds, intra.path_bytes, inter.path_bytes)
    return HierarchicalCost(*(plain(cell) for cell in np.broadcast_arrays(*given)))
