"""Closed forms of collectives that their costs are checked against; the product does not use them."""

from __future__ import annotations

import numpy as np

from explorer.model.balance import Number, plain
from explorer.model.collectives.costs import Algorithm, cost


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
