"""The links of N devices: what an all-reduce costs there, which algorithm is the fastest, where one overtakes another.

The costs are those of :mod:`explorer.model.collectives.costs`, in SI units.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.balance import TIE_BAND, Number, plain
from explorer.model.collectives.costs import POINT_TO_POINT, Algorithm, Cost, cost

MOST_DIRECT_DEVICES = 8
"""Largest group in which each device sends to all others at once."""


DIRECT = (Algorithm.ONE_SHOT, Algorithm.TWO_SHOT)
"""Those in which each device sends to all others at once."""


class Best(NamedTuple):
    """The fastest algorithm for each size.

    Attributes
    ----------
    algorithms : those permitted.
    chosen : for each size the index of the fastest among them, whole numbers of the shape of the sizes.
    cost : of the fastest, arrays of the shape of the sizes.
    """

    algorithms: tuple[Algorithm, ...]
    chosen: NDArray[np.intp]
    cost: Cost


@dataclass(frozen=True)
class Wire:
    """N devices and the links between them.

    Attributes
    ----------
    devices : N >= 1, whole.
    alpha_s : seconds of one step. It and the bandwidth are numbers, or arrays that broadcast with the sizes.
    bandwidth : B, bytes per second of one device in one direction.
    launch_s : seconds paid once.
    gamma : seconds to reduce one byte.
    fully_connected : each device has a link to each other device.
    in_switch : the switch can reduce.
    """

    devices: int
    alpha_s: Any
    bandwidth: Any
    launch_s: float = 0.0
    fully_connected: bool = False
    in_switch: bool = False
    gamma: float = 0.0

    @property
    def permitted(self) -> tuple[Algorithm, ...]:
        """The algorithms that can run here, in the order of :class:`Algorithm`.

        Those from point to point always; the direct ones where the devices are fully connected and N <= 8; the switch
        where it can reduce. The network tree is never among them: its alpha is another, so that one alpha cannot
        compare it with the rest; whoever has such a network names it.
        """
        direct = DIRECT if self.fully_connected and self.devices <= MOST_DIRECT_DEVICES else ()
        return (*POINT_TO_POINT, *direct, *((Algorithm.IN_SWITCH,) if self.in_switch else ()))

    def cost(self, algorithm: Algorithm, sizes: Number) -> Cost:
        """Return the cost of an all-reduce of n bytes; see :func:`explorer.model.collectives.costs.cost`."""
        terms = {"launch": self.launch_s, "gamma": self.gamma}
        return cost(algorithm, sizes, self.devices, self.alpha_s, self.bandwidth, **terms)

    def fastest(self, sizes: Number) -> Best:
        """Find the fastest permitted algorithm for each size in bytes.

        Times within rounding of each other are ties: they go to the fewest steps, then to the first in the order of
        :class:`Algorithm`.
        """
        costs = [self.cost(algorithm, sizes) for algorithm in self.permitted]
        fields = [np.stack(field) for field in zip(*costs, strict=True)]
        seconds, steps = fields[0], fields[1]
        fastest = seconds <= seconds.min(axis=0) * (1 + TIE_BAND)
        index = np.argmin(np.where(fastest, steps, np.inf), axis=0)
        fields_of_fastest = (np.take_along_axis(field, index[np.newaxis], axis=0)[0] for field in fields)
        return Best(self.permitted, np.asarray(index), Cost(*fields_of_fastest))

    def fastest_at(self, size: float) -> Algorithm:
        """Return the fastest permitted algorithm for one size in bytes; ties as in :meth:`fastest`."""
        best = self.fastest(size)
        return best.algorithms[best.chosen.item()]

    def crossings(self, first: Algorithm, second: Algorithm, low: float, high: float) -> tuple[float, ...]:
        """Return the sizes in [low, high], ascending, at which the faster of two algorithms changes; numbers only.

        The launch cancels. In x = sqrt(n) each cost is a polynomial of degree two, so that no crossing is missed; where
        costs merely touch, or are the same throughout, there is none.
        """
        coefficients = zip(self._coefficients(first), self._coefficients(second), strict=True)
        sizes = (x * x for x in sorted(_positive_roots(*(left - right for left, right in coefficients))))
        return tuple(size for size in sizes if low <= size <= high)

    def _coefficients(self, algorithm: Algorithm) -> tuple[float, float, float]:
        """Return a, b, c of seconds = a n + b sqrt(n) + c, without the launch."""
        alpha, bandwidth = self.alpha_s, self.bandwidth
        _, steps, path, reduced = (float(term) for term in cost(algorithm, 1.0, self.devices, alpha, bandwidth))
        linear = path / bandwidth + reduced * self.gamma
        if algorithm == Algorithm.NETWORK_TREE:
            return linear, 0.0, alpha
        if algorithm == Algorithm.DOUBLE_BINARY_TREE:
            return linear, math.sqrt(16 * steps * alpha / bandwidth), 2 * steps * alpha
        return linear, 0.0, steps * alpha


def hierarchical_seconds(inside: Wire, network: Wire, algorithm: Algorithm, size: Number) -> Number:
    """Return the seconds of an all-reduce of n bytes over k nodes of g devices.

    Each node reduces and scatters by a ring, so that each device holds the node's sum of n/g bytes; the g-th parts are
    all-reduced between nodes, all at once, and gathered by a ring, one level after the other.

    Parameters
    ----------
    inside : the g devices of a node; its launch is paid once for the whole.
    network : the k nodes, with the alpha and a device's share of the bandwidth between them; its launch is 0.
    algorithm : between nodes, one of :data:`~explorer.model.collectives.costs.POINT_TO_POINT` or the network tree.
    size : n, bytes of the tensor on each device; a number or an array, and so is the result.

    Raises
    ------
    ValueError
        Where the algorithm cannot run between nodes.
    """
    if algorithm not in (*POINT_TO_POINT, Algorithm.NETWORK_TREE):
        raise ValueError(f"{algorithm} cannot run between nodes")
    intra = replace(inside, launch_s=0.0).cost(Algorithm.RING, size)
    inter = network.cost(algorithm, np.asarray(size, float) / inside.devices)
    started = np.where(np.asarray(intra.steps) + inter.steps > 0, inside.launch_s, 0.0)
    return plain(started + intra.seconds + inter.seconds)


def _positive_roots(a: float, b: float, c: float) -> list[float]:
    """Return the simple roots x > 0 of a x^2 + b x + c, without cancellation."""
    if a == 0:
        return [-c / b] if b * c < 0 else []
    discriminant = b * b - 4 * a * c
    if discriminant <= 0:
        return []
    half = -(b + math.copysign(math.sqrt(discriminant), b)) / 2  # not 0: b and the root have one sign
    return [root for root in (half / a, c / half) if root > 0]
