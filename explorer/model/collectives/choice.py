"""Which algorithm of an all-reduce to take, and where one overtakes another.

The costs are those of :mod:`explorer.model.collectives.costs`, in SI units.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.balance import TIE_BAND, Number
from explorer.model.collectives.costs import POINT_TO_POINT, Algorithm, Cost, cost

MOST_DIRECT_DEVICES = 8
"""Largest group in which each device sends to all others at once."""


DIRECT = (Algorithm.ONE_SHOT, Algorithm.TWO_SHOT)
"""Those in which each device sends to all others at once."""


def permitted(devices: int, *, fully_connected: bool, in_switch: bool) -> tuple[Algorithm, ...]:
    """Algorithms that N devices on a link can choose from, in the order of :class:`Algorithm`.

    Those from point to point always; the direct ones where each device is connected with each other and N <= 8; the
    switch where it can reduce. The network tree is never among them: its alpha is another, so that one alpha cannot
    compare it with the rest; whoever has such a network names it.
    """
    direct = DIRECT if fully_connected and devices <= MOST_DIRECT_DEVICES else ()
    return (*POINT_TO_POINT, *direct, *((Algorithm.IN_SWITCH,) if in_switch else ()))


class Best(NamedTuple):
    """The fastest algorithm for each size.

    Attributes
    ----------
    algorithms : those permitted.
    chosen : for each size the place of the fastest among them, whole numbers of the shape of the sizes.
    cost : of the fastest, arrays of the shape of the sizes.
    """

    algorithms: tuple[Algorithm, ...]
    chosen: NDArray[np.intp]
    cost: Cost


def best_cost(
    sizes: Number,
    devices: int,
    alpha: Number,
    bandwidth: Number,
    *,
    launch: float = 0.0,
    gamma: float = 0.0,
    fully_connected: bool,
    in_switch: bool,
) -> Best:
    """Find the fastest permitted algorithm for each of an array of sizes; see :func:`cost` and :func:`permitted`.

    Latencies and bandwidths may be arrays of the sizes' shape.

    Times within rounding of each other are ties: they go to the fewest steps, then to the first in the order of
    :class:`Algorithm`.
    """
    algorithms = permitted(devices, fully_connected=fully_connected, in_switch=in_switch)
    costs = [cost(algorithm, sizes, devices, alpha, bandwidth, launch=launch, gamma=gamma) for algorithm in algorithms]
    fields = [np.stack(field) for field in zip(*costs, strict=True)]
    seconds, steps = fields[0], fields[1]
    fastest = seconds <= seconds.min(axis=0) * (1 + TIE_BAND)
    index = np.argmin(np.where(fastest, steps, np.inf), axis=0)
    fields_of_fastest = (np.take_along_axis(field, index[np.newaxis], axis=0)[0] for field in fields)
    return Best(algorithms, np.asarray(index), Cost(*fields_of_fastest))


def best(
    size: float,
    devices: int,
    alpha: float,
    bandwidth: float,
    *,
    launch: float = 0.0,
    gamma: float = 0.0,
    fully_connected: bool,
    in_switch: bool,
) -> tuple[Algorithm, Cost]:
    """Return the fastest permitted algorithm for one size, and its cost; ties as in :func:`best_cost`."""
    fastest = best_cost(
        np.array([size], float),
        devices,
        alpha,
        bandwidth,
        launch=launch,
        gamma=gamma,
        fully_connected=fully_connected,
        in_switch=in_switch,
    )
    return fastest.algorithms[fastest.chosen.item()], Cost(*(np.asarray(field).item() for field in fastest.cost))


def _coefficients(
    algorithm: Algorithm, devices: int, alpha: float, bandwidth: float, gamma: float
) -> tuple[float, float, float]:
    """Return a, b, c of seconds = a n + b sqrt(n) + c, without the launch."""
    _, steps, path, reduced = (float(term) for term in cost(algorithm, 1.0, devices, alpha, bandwidth))
    linear = path / bandwidth + reduced * gamma
    if algorithm == Algorithm.NETWORK_TREE:
        return linear, 0.0, alpha
    if algorithm == Algorithm.DOUBLE_BINARY_TREE:
        return linear, math.sqrt(16 * steps * alpha / bandwidth), 2 * steps * alpha
    return linear, 0.0, steps * alpha


def _positive_roots(a: float, b: float, c: float) -> list[float]:
    """Return the simple roots x > 0 of a x^2 + b x + c, without cancellation."""
    if a == 0:
        return [-c / b] if b * c < 0 else []
    discriminant = b * b - 4 * a * c
    if discriminant <= 0:
        return []
    half = -(b + math.copysign(math.sqrt(discriminant), b)) / 2  # not 0: b and the root have one sign
    return [root for root in (half / a, c / half) if root > 0]


def crossings(
    first: Algorithm,
    second: Algorithm,
    devices: int,
    alpha: float,
    bandwidth: float,
    *,
    low: float,
    high: float,
    gamma: float = 0.0,
) -> tuple[float, ...]:
    """Sizes in [low, high], ascending, at which the faster of two algorithms changes; the launch cancels.

    In x = sqrt(n) each cost is a polynomial of degree two, so that no crossing is missed; where costs merely touch, or
    are the same throughout, there is none.
    """
    left = _coefficients(first, devices, alpha, bandwidth, gamma)
    right = _coefficients(second, devices, alpha, bandwidth, gamma)
    a, b, c = (x - y for x, y in zip(left, right, strict=True))
    sizes = (x * x for x in sorted(_positive_roots(a, b, c)))
    return tuple(size for size in sizes if low <= size <= high)
