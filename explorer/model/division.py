"""Dividing D devices: tensor degree t, pipeline stages p, replicas r with t p r = D, and what each is best for.

A replica is a pipeline of p stages of t devices each. One request passes all stages, so that its latency is the time T
of the whole work split t ways and the hops between the stages; a new request may start as soon as a stage is free:

    latency     T + sum of the p - 1 hops
    period      T/p, and with sends that block T/p + the longest hop
    throughput  r / period
    bubble      1 - m (T/p) / ((m + p - 1) T/p + sum of the hops), idle share of the makespan of m requests, whose sends
                do not block

Stages share all of T equally, the serial part S too; with stages of unequal times the slowest one sets the period.

    memory      (weights + p state)/(t p): a replica keeps p requests in flight, one for each stage

Source: model.md of the project, sections 4 and 4.2; with p = 2 its 156.25 and 150.830 requests a second (sends that do
not block, and that do), with t p = 8 its table of hybrids. Replicas take work that does not depend on batching. All
values are SI; all functions take arrays that broadcast.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.balance import Number

Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

_TIE = 1e-12
"""Figures closer than this share are equal but for rounding."""


def divisors(number: int) -> list[int]:
    """Return the divisors of a whole number >= 1, rising."""
    small = [each for each in range(1, int(number**0.5) + 1) if number % each == 0]
    return sorted({*small, *(number // each for each in small)})


def divisions(devices: int) -> Integers:
    """Return every (t, p, r) with t p r = D, shape (k, 3), tensor degree falling and then pipeline falling."""
    triples = [
        (tensor, pipeline, devices // tensor // pipeline)
        for tensor in reversed(divisors(devices))
        for pipeline in reversed(divisors(devices // tensor))
    ]
    return np.array(triples, dtype=np.int64)


def hops_between_nodes(tensor: int, pipeline: int, per_node: int) -> int:
    """Return how many of the p - 1 hops leave a node.

    A replica starts with a node and fills it with its stages, one after the other. A stage of t devices lies within a
    node where t divides the devices of one, and on whole nodes where those divide t: no other placing is meant.
    """
    stages = max(per_node // tensor, 1)
    return (pipeline - 1) // stages


class DivisionFigures(NamedTuple):
    """What a division does; numbers, or arrays of one shape. Seconds, requests per second, shares."""

    latency_s: Any
    period_s: Any
    throughput_per_s: Any
    bubble_of_makespan: Any


def figures(
    time: Number,
    pipeline: Number,
    replicas: Number,
    hops: Number,
    longest_hop: Number,
    *,
    micro_batches: Number,
    blocking: bool = False,
    slowest_stage: Number | None = None,
) -> DivisionFigures:
    """Evaluate divisions.

    Parameters
    ----------
    time : T >= 0, seconds of one request on t devices, all stages together.
    pipeline, replicas : p >= 1, r >= 1.
    hops : seconds of all p - 1 hops of one request.
    longest_hop : the longest of them, 0 without any; with blocking sends it lengthens the period.
    micro_batches : m >= 1, requests that follow each other in the makespan of the bubble.
    slowest_stage : seconds of the slowest stage where they are unequal; None is T/p.

    A period of 0 has an infinite throughput; a makespan of 0 has no bubble.
    """
    stage = np.asarray(time, float) / pipeline if slowest_stage is None else np.asarray(slowest_stage, float)
    period = stage + np.asarray(longest_hop, float) * blocking
    makespan = np.asarray(time, float) + hops + (np.asarray(micro_batches, float) - 1) * stage
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        throughput = np.where(period > 0, replicas / period, np.inf)
        busy = np.asarray(micro_batches, float) * np.asarray(time, float)
        bubble = np.where(makespan > 0, 1 - busy / (pipeline * makespan), 0.0)
    return DivisionFigures(np.asarray(time, float) + hops, period, throughput, bubble)


def memory(weights: Number, state: Number, tensor: Number, pipeline: Number) -> Number:
    """Return the bytes on one device: its share of the weights and of the state of p requests in flight."""
    return (weights + pipeline * state) / (np.asarray(tensor, float) * pipeline)


def front(latency: NDArray[np.float64], throughput: NDArray[np.float64]) -> Mask:
    """Return which divisions no other one beats: none has a lower latency and as much throughput, or the reverse.

    Of equal ones the first is on the front.
    """
    on_front = np.zeros(len(latency), dtype=bool)
    best, equal, first = -np.inf, -1, -np.inf
    for index in np.argsort(latency, kind="stable").tolist():
        if not throughput[index] > best + abs(best) * _TIE and best != -np.inf:
            continue
        if latency[index] <= first + abs(first) * _TIE and equal >= 0:
            on_front[equal] = False  # as fast as this one, and less throughput
        else:
            first = float(latency[index])
        on_front[index], equal, best = True, index, float(throughput[index])
    return on_front


def lowest_latency(latency: NDArray[np.float64], throughput: NDArray[np.float64], among: Mask) -> int | None:
    """Return the index of the lowest latency among those allowed, of equal ones that with most throughput."""
    return _first(among, latency, -throughput, latency)


def most_throughput(
    latency: NDArray[np.float64], throughput: NDArray[np.float64], among: Mask, limit: float = np.inf
) -> int | None:
    """Return the index of the highest throughput within a latency limit, of equal ones that of the lower latency."""
    return _first(among & (latency <= limit), -throughput, latency, latency)


def _first(
    among: Mask, value: NDArray[np.float64], then: NDArray[np.float64], latency: NDArray[np.float64]
) -> int | None:
    """Return the index of the least value; of equal ones that which is least in another respect.

    At last the lower latency decides, down to rounding, as it does on the front.
    """
    indices = np.flatnonzero(among)
    if not len(indices):
        return None
    equal = _least(_least(indices, value), then)
    return int(equal[np.argmin(latency[equal])])


def _least(indices: Integers, value: NDArray[np.float64]) -> Integers:
    """Return the indices whose value is the least but for rounding."""
    least = float(value[indices].min())
    return indices[value[indices] <= (least + abs(least) * _TIE if np.isfinite(least) else least)]
