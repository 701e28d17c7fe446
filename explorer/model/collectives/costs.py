"""The cost of an all-reduce: N devices each hold n bytes, and each is left with their sum.

Every algorithm costs, in the alpha-beta-gamma model and on devices that start together on idle links,

    seconds = launch + steps alpha + V/B + R gamma

with alpha the seconds of one step, launch those paid once for the whole, B the bytes per second of one device in one
direction, gamma the seconds to reduce one byte; V bytes are sent and R bytes reduced on the critical path. Two differ:
the double binary tree (see :func:`cost`) and the network tree, whose alpha is that of both its steps together. All
values are SI. N is whole and >= 1, n >= 0, alpha, launch and gamma >= 0, B > 0 and perhaps infinite.

Nothing to send, or nobody to send it to (n = 0 or N = 1), costs nothing, not even the launch.

With h = ceil(lg N) and P = 2^floor(lg N), the largest power of two that fits:

    ring                 steps 2(N-1)           V 2(N-1)/N n         R (N-1)/N n
    recursive doubling   lg N                   n lg N               n lg N
      N no power of two  lg P + 2               n (lg P + 2)         n (lg P + 1)
    halving-doubling     2 lg N                 2(N-1)/N n           (N-1)/N n
      N no power of two  2 lg P + 2             2(P-1)/P n + 2n      (P-1)/P n + n
    binomial tree        2h                     2n h                 n h
    double binary tree   2h                     2n                   2n
    one-shot             1                      (N-1) n              (N-1) n
    two-shot             2                      2(N-1)/N n           (N-1)/N n
    in the switch        2                      (N+1)/N n            0
    network tree         2                      n                    0

No algorithm that passes messages between devices moves fewer than 2(N-1)/N n bytes per device; only reduction in the
network does. One that sends to one device at a time takes at least h steps; one-shot and two-shot send to all at once.

Sources: comments of MPICH (Thakur) on recursive doubling and on halving-doubling, also called Rabenseifner's; nsteps of
NCCL for the ring (Patarasuk and Yuan 2009); vLLM's kernels cross_device_reduce_1stage and _2stage; NCCL issues 212 and
1083 for the switch (NVLS: sends n + n/N, receives n/N + n); ml-engineering for the network tree (SHARP).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.balance import Number, plain

Array = NDArray[Any]


class Algorithm(StrEnum):
    """How the sum is formed; the order decides between equals."""

    RING = "ring"
    RECURSIVE_DOUBLING = "recursive_doubling"
    HALVING_DOUBLING = "halving_doubling"
    BINOMIAL_TREE = "binomial_tree"
    DOUBLE_BINARY_TREE = "double_binary_tree"
    ONE_SHOT = "one_shot"
    TWO_SHOT = "two_shot"
    IN_SWITCH = "in_switch"
    NETWORK_TREE = "network_tree"


POINT_TO_POINT = (
    Algorithm.RING,
    Algorithm.RECURSIVE_DOUBLING,
    Algorithm.HALVING_DOUBLING,
    Algorithm.BINOMIAL_TREE,
    Algorithm.DOUBLE_BINARY_TREE,
)
"""Those that any link can run: each device sends to one other at a time."""


class Cost(NamedTuple):
    """What one all-reduce costs; four numbers, or four arrays of one shape.

    The start-up is what remains of the seconds after path_bytes/B and reduced_bytes gamma: so it holds for every
    algorithm, also where it is not launch + steps alpha.

    Attributes
    ----------
    seconds : its time.
    steps : rounds of messages on the critical path. Double binary tree: those of its lower limit, one for each level.
    path_bytes : V, bytes on the critical path. Double binary tree: those of its lower limit; filling the pipeline of
        chunks takes more time, not more bytes.
    reduced_bytes : R, bytes reduced on the critical path.
    """

    seconds: Number
    steps: Number
    path_bytes: Number
    reduced_bytes: Number


def _levels(devices: Array) -> Array:
    """Exact h = ceil(lg N)."""
    return np.asarray(np.frexp(devices - 1)[1], float)


def _whole_levels(devices: Array) -> tuple[Array, Array]:
    """Exact floor(lg N), and whether N is no power of two."""
    levels = np.frexp(devices)[1] - 1.0
    return levels, devices != np.exp2(levels)


_Terms = tuple[Array, Array, Array]


def _terms(algorithm: Algorithm, devices: Array) -> _Terms:
    """Return the steps, V/n and R/n of the table above for each N."""
    ones, others = np.ones_like(devices), devices - 1
    levels, uneven = _whole_levels(devices)
    match algorithm:
        case Algorithm.RING:
            return 2 * others, 2 * others / devices, others / devices
        case Algorithm.RECURSIVE_DOUBLING:
            return levels + 2 * uneven, levels + 2 * uneven, levels + uneven
        case Algorithm.HALVING_DOUBLING:
            share = 1 - np.exp2(-levels)
            return 2 * levels + 2 * uneven, 2 * share + 2 * uneven, share + uneven
        case Algorithm.BINOMIAL_TREE:
            return 2 * _levels(devices), 2 * _levels(devices), _levels(devices)
        case Algorithm.DOUBLE_BINARY_TREE:
            return 2 * _levels(devices), 2 * ones, 2 * ones
        case Algorithm.ONE_SHOT:
            return ones, others, others
        case Algorithm.TWO_SHOT:
            return 2 * ones, 2 * others / devices, others / devices
        case Algorithm.IN_SWITCH:
            return 2 * ones, (devices + 1) / devices, 0 * ones
        case Algorithm.NETWORK_TREE:
            return 2 * ones, ones, 0 * ones


def cost(
    algorithm: Algorithm,
    size: Number,
    devices: Number,
    alpha: Number,
    bandwidth: Number,
    *,
    launch: Number = 0.0,
    gamma: Number = 0.0,
) -> Cost:
    """Cost of an all-reduce of n bytes over N devices; arguments are numbers or arrays that broadcast.

    The double binary tree sends half of n down and up each of two trees, in chunks that follow one another. With m
    chunks that takes 2 (2h + m)(alpha + n beta/m), beta = 1/B, least at m = sqrt(2 h n beta/alpha), taken as if m
    could be any number: 4 h alpha + 2 n beta + sqrt(32 h n alpha beta). A whole m takes no less. The form is twice that
    of one reduction over two trees in Sanders, Speck and Träff 2009.

    Parameters
    ----------
    algorithm : how.
    size : n, bytes of the tensor on each device.
    devices : N, whole.
    alpha : seconds of one step; network tree: of both.
    bandwidth : B, bytes per second.
    launch : seconds paid once.
    gamma : seconds to reduce one byte.
    """
    n, count = np.asarray(size, float), np.asarray(devices, float)
    steps, path, reduced = _terms(algorithm, count)
    rounds = np.ones_like(count) if algorithm == Algorithm.NETWORK_TREE else steps
    seconds = launch + rounds * alpha + n * path / bandwidth + n * reduced * gamma
    if algorithm == Algorithm.DOUBLE_BINARY_TREE:
        seconds = seconds + steps * alpha + np.sqrt(16 * steps * n * alpha / bandwidth)
    needed = (n > 0) & (count > 1)
    cells = np.broadcast_arrays(*(np.where(needed, term, 0.0) for term in (seconds, steps, n * path, n * reduced)))
    return Cost(*(plain(cell) for cell in cells))


def bus_factor(devices: Number) -> Number:
    """2(N-1)/N, what the bus bandwidth of an all-reduce is of its algorithm bandwidth."""
    count = np.asarray(devices, float)
    return plain(2 * (count - 1) / count)


def algorithm_bandwidth(size: Number, seconds: Number) -> Number:
    """n/t, bytes of the tensor per second of the all-reduce; 0 where there is nothing to send."""
    n, time = np.asarray(size, float), np.asarray(seconds, float)
    return plain(n / np.where(n > 0, time, 1.0))


def bus_bandwidth(size: Number, seconds: Number, devices: Number) -> Number:
    """2(N-1)/N n/t, bytes per second that a device sends if it sends no more than it must.

    It compares different N with the rate of a link. Where the network or a level of the hierarchy reduces, devices send
    less, so that it is no rate of a wire and may exceed the link's. Source: PERFORMANCE.md of nccl-tests.
    """
    return bus_factor(devices) * algorithm_bandwidth(size, seconds)
