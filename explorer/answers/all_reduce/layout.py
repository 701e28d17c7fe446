"""Positions of the nodes of an all-reduce in the unit square: on a circle, as a tree, or around a switch."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.double_tree import Edge, edges
from explorer.model.collectives.steps import AllReduce

Points = NDArray[np.float64]

_FINE = 720
"""Chords that approximate an ellipse where its length is summed."""


def _circle(devices: int, aspect: float) -> list[tuple[float, float]]:
    """Return points clockwise from the top, equally spaced along the ellipse as drawn; two points side by side."""
    angles = np.linspace(0, 2 * math.pi, _FINE + 1)
    lengths = np.hypot(aspect * np.diff(np.sin(angles)), np.diff(np.cos(angles)))
    distances = np.concatenate([[0.0], np.cumsum(lengths)])
    targets = (np.arange(devices) / devices - (devices == 2) / 4) % 1.0 * distances[-1]
    placed = np.interp(targets, distances, angles).tolist()
    return [(0.5 + math.sin(angle) / 2, 0.5 - math.cos(angle) / 2) for angle in placed]


def _binomial(devices: int) -> list[tuple[float, float]]:
    """Return a row of points per depth; the number of a device's parent lacks the device's lowest set bit."""
    depths = [device.bit_count() for device in range(devices)]
    before = [depths[:device].count(depth) for device, depth in enumerate(depths)]
    deepest = max(1, *depths)
    return [((left + 0.5) / depths.count(depth), depth / deepest) for left, depth in zip(before, depths, strict=True)]


def _depths(devices: int, tree: Iterable[Edge]) -> list[int]:
    """Return the distance of each device from the root of a tree, in edges."""
    parents = {edge.child: edge.parent for edge in tree}

    def depth(device: int) -> int:
        return 1 + depth(parents[device]) if device in parents else 0

    return [depth(device) for device in range(devices)]


def _trees(devices: int) -> tuple[list[Edge], list[Edge]]:
    """Return the edges of both trees."""
    both = edges(devices)
    return [edge for edge in both if edge.tree == 0], [edge for edge in both if edge.tree == 1]


def _double_tree(devices: int) -> list[tuple[float, float]]:
    """Return the parents of the first tree above, by depth, and those of the second below, mirrored."""
    first, second = _trees(devices)
    inner = {edge.parent for edge in first}
    down, up = _depths(devices, first), _depths(devices, second)
    rows = max([down[device] for device in inner] + [up[device] for device in range(devices) if device not in inner])
    height = 2 * rows + 1
    rows_of = [down[device] if device in inner else height - up[device] for device in range(devices)]
    return [(device / (devices - 1), row / height) for device, row in enumerate(rows_of)]


def points(all_reduce: AllReduce, aspect: float = 1.0) -> Points:
    """Return the centre of each node, nodes × (x, y) from 0 to 1; a switch is in the middle.

    ``aspect`` is the width of the unit square as drawn over its height.
    """
    devices = all_reduce.devices
    if all_reduce.algorithm is Algorithm.BINOMIAL_TREE:
        return np.array(_binomial(devices))
    if all_reduce.algorithm is Algorithm.DOUBLE_BINARY_TREE:
        return np.array(_double_tree(devices))
    switch = [(0.5, 0.5)] * (all_reduce.nodes - devices)
    return np.array(_circle(devices, aspect) + switch)


def second_tree(all_reduce: AllReduce) -> frozenset[tuple[int, int]]:
    """Return the links of the second of two trees that the first lacks, each once, the lower number first."""
    if all_reduce.algorithm is not Algorithm.DOUBLE_BINARY_TREE:
        return frozenset()
    trees = _trees(all_reduce.devices)
    first, second = ({(min(edge.child, edge.parent), max(edge.child, edge.parent)) for edge in tree} for tree in trees)
    return frozenset(second - first)
