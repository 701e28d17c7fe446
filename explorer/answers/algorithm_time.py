"""How long messages take on a link whose times follow from an all-reduce algorithm."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import override

from explorer.answers.times import Hop, Line, MessageTime, Origin, Values
from explorer.model.collectives.costs import POINT_TO_POINT, Algorithm, Cost
from explorer.model.collectives.wire import Wire, hierarchical_seconds
from explorer.scenario.link import AlgorithmLink, NodeNetwork

_DOUBLING = (2, 4, 8, 16, 32, 64, 128, 256)


def wire_of(link: AlgorithmLink, devices: int) -> Wire:
    """Return what a modelled link has within a node."""
    inside = devices if link.network is None else min(devices, link.network.devices_per_node)
    return Wire(inside, link.alpha_s, link.bandwidth_bytes_per_s, link.launch_s, link.fully_connected, link.in_switch)


def _between(network: NodeNetwork, nodes: int) -> Wire:
    return Wire(nodes, network.alpha_s, network.bandwidth_bytes_per_s)


class AlgorithmTime(MessageTime):
    """Times of an algorithm, or of the fastest one permitted; on more than a node's devices in three parts.

    Beyond one node N must be a whole number of nodes; between them the algorithm runs where it can, else a ring, or the
    fastest of those that need no full connection.
    """

    def __init__(self, link: AlgorithmLink) -> None:
        self._link = link

    @override
    def nodes(self, devices: int) -> int:
        network = self._link.network
        return 1 if network is None or devices <= network.devices_per_node else devices // network.devices_per_node

    @override
    def has(self, devices: int) -> bool:
        network = self._link.network
        return network is None or devices <= network.devices_per_node or devices % network.devices_per_node == 0

    @override
    def usual_devices(self, own: int) -> tuple[int, ...]:
        return tuple(count for count in sorted({own, *_DOUBLING}) if self.has(count))

    @override
    def algorithm(self, size: float, devices: int) -> Algorithm:
        """Return the algorithm that runs at a size: on one node there, on several between them."""
        link, nodes = self._link, self.nodes(devices)
        if nodes > 1 and link.network is not None:
            names = self._between_nodes()
            part = size / link.network.devices_per_node
            return names[0] if len(names) == 1 else _between(link.network, nodes).fastest_at(part)
        return Algorithm(link.algorithm) if link.algorithm != "best" else wire_of(link, devices).fastest_at(size)

    def _between_nodes(self) -> tuple[Algorithm, ...]:
        """Return what may run between nodes: the link's own algorithm where it can, else a ring; or all to choose."""
        if self._link.algorithm == "best":
            return POINT_TO_POINT
        able = self._link.algorithm in (*POINT_TO_POINT, Algorithm.NETWORK_TREE)
        return (Algorithm(self._link.algorithm) if able else Algorithm.RING,)

    def _cost(self, size: ArrayLike, wire: Wire) -> Cost:
        """Return the cost of one all-reduce within a node; sizes and the wire's figures broadcast."""
        sizes = np.asarray(size, float)
        name = self._link.algorithm
        return wire.fastest(sizes).cost if name == "best" else wire.cost(Algorithm(name), sizes)

    @override
    def seconds(self, size: ArrayLike, devices: int) -> Values:
        return self.seconds_with(size, devices)

    def seconds_with(self, size: ArrayLike, devices: int, **changes: Any) -> Values:
        """Return the times with another ``alpha_s`` or ``bandwidth`` of the wire within a node; arguments broadcast."""
        network, nodes = self._link.network, self.nodes(devices)
        wire = replace(wire_of(self._link, devices), **changes)
        if nodes == 1 or network is None:
            return np.asarray(self._cost(size, wire).seconds, float)
        between, sizes = _between(network, nodes), np.asarray(size, float)
        names = self._between_nodes()
        times = [np.asarray(hierarchical_seconds(wire, between, name, sizes), float) for name in names]
        return np.asarray(np.min(times, axis=0))

    @override
    def size_within(self, seconds: float, devices: int) -> float | None:
        """Return the largest size that takes a time, but for rounding; None where no closed form says.

        Every algorithm but the double tree takes a start-up and a time for each byte. The fastest one permitted takes
        what the best of them does, unless the double tree is faster there.
        """
        link, tree = self._link, Algorithm.DOUBLE_BINARY_TREE
        if link.algorithm == tree:
            return None
        names: tuple[Algorithm, ...] = self._between_nodes()
        if self.nodes(devices) == 1:
            best = link.algorithm == "best"
            names = wire_of(link, devices).permitted if best else (Algorithm(link.algorithm),)
        largest = max(self._end(name, seconds, devices) for name in names if name != tree)
        if not 0 < largest < float("inf"):
            return None
        return None if tree in names and self._seconds_of(tree, largest, devices) < seconds else largest

    def _seconds_of(self, name: Algorithm, size: float, devices: int) -> float:
        times = AlgorithmTime(self._link.model_copy(update={"algorithm": str(name)}))
        return float(times.seconds(size, devices))

    def _end(self, name: Algorithm, seconds: float, devices: int) -> float:
        """Return the size that takes a time with an algorithm that is linear in it; 0 where its start-up takes more."""
        one, two = (self._seconds_of(name, size, devices) for size in (1e6, 2e6))
        each, spare = (two - one) / 1e6, seconds - (2 * one - two)
        return max(spare, 0.0) / each if each > 0 else float("inf")

    @override
    def line(self, size: float, devices: int) -> Line:
        time = float(self.seconds(size, devices))
        if self.nodes(devices) == 1:
            wire = wire_of(self._link, devices)
            path = float(self._cost(size, wire).path_bytes)
            return Line(max(time - path / wire.bandwidth, 0.0), path, wire.bandwidth)
        slope = (time - float(self.seconds(size / 2, devices))) / (size / 2) if size > 0 else 0.0
        return Line(max(time - slope * size, 0.0), size, 1 / slope if slope > 0 else float("inf"))

    @override
    def origin(self, size: float, devices: int) -> Origin:
        return Origin.MODELLED

    @override
    def steps(self, size: float, devices: int) -> int | None:
        return int(self._cost(size, wire_of(self._link, devices)).steps) if self.nodes(devices) == 1 else None

    @override
    def seconds_with_parameter(self, name: str, values: Values, size: float, devices: int) -> Values:
        if name == "message_bytes":
            return self.seconds(values, devices)
        return self.seconds_with(size, devices, **{{"bandwidth": "bandwidth", "startup": "alpha_s"}[name]: values})

    @override
    def hop(self, size: float, *, between_nodes: bool) -> Hop:
        wire = self._link.network if between_nodes and self._link.network is not None else self._link
        return Hop(self._link.launch_s + wire.alpha_s + size / wire.bandwidth_bytes_per_s if size > 0 else 0.0)
