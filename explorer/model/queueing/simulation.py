"""A simulated queue: requests drawn one by one, for what has no closed form.

Discrete events: gaps between arrivals are exponential; each request draws its size, 1 on average, and holds every
server on its way for its size times the period. Sizes are 1 where service_cv2 = 0, else gamma-distributed with that
squared coefficient of variation, thus exponential at 1. One seed draws the same gaps and sizes for every design and
rate, so that curves of simulated points are smooth and their differences are the designs', not the draw's.

Behind one server the wait follows Lindley's recursion w' = max(0, w + service - gap), taken for many requests at once
as a running minimum. Servers that share a queue are a heap of the times at which they become free.

A run advances slice by slice and asks between two of them whether it should stop, so that a thread may hold it.

Source: Lindley 1952; Kiefer and Wolfowitz 1955 for the shared queue.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explorer.model.queueing.serving import Design, capacity, one_queue

Array = NDArray[np.float64]

SLICE = 4096
"""Requests between two questions whether to stop: about a millisecond."""

SELDOM = 1e-9
"""Least utilisation that is drawn: gaps stay finite at a rate of 0, and nobody waits either way."""

_WARM_UP_SHARE = 10
_WARM_UP_ROUNDS = 10


@dataclass(frozen=True)
class QueueRun:
    """What the requests of a run met.

    Attributes
    ----------
    mean : seconds in system; infinite where the queue does not settle.
    mean_error : standard error of the mean, of batches of consecutive requests, seconds.
    shares : of requests, as they were asked for.
    percentiles : seconds within which these shares were done.
    requests : how many were counted, those of the warm-up not among them; 0 where the queue does not settle.
    simulated : these figures are drawn: another seed gives others.
    """

    mean: float
    mean_error: float
    shares: tuple[float, ...]
    percentiles: tuple[float, ...]
    requests: int
    simulated: Literal[True] = True


class _Server:
    """One server and the queue before it; keeps what is left of the last request from slice to slice."""

    def __init__(self) -> None:
        self._left = 0.0

    def waits(self, gaps: Array, services: Array) -> Array:
        """Seconds that each request waits; ``gaps`` are the seconds since the request before it came."""
        steps = np.concatenate([[self._left], services[:-1]]) - gaps
        reached = np.cumsum(steps)
        waits = reached - np.minimum(np.minimum.accumulate(reached), 0.0)
        self._left = float(waits[-1] + services[-1])
        return waits


class _Line:
    """Servers that each request passes one after the other, in the order of arrival."""

    def __init__(self, stages: int) -> None:
        self._servers = [_Server() for _ in range(stages)]
        self._last_out = [0.0] * stages

    def waits(self, gaps: Array, services: Array) -> Array:
        """Seconds that each request waits, at all stages together."""
        total = np.zeros_like(gaps)
        for stage, server in enumerate(self._servers):
            waits = server.waits(gaps, services)
            total += waits
            spent = waits + services
            gaps = gaps + np.diff(spent, prepend=self._last_out[stage])
            self._last_out[stage] = float(spent[-1])
        return total


class _Pool:
    """Servers that share a queue; times are counted from the last arrival."""

    def __init__(self, servers: int) -> None:
        self._free = [0.0] * servers

    def waits(self, gaps: Array, services: Array) -> Array:
        """Seconds that each request waits for the first server to become free."""
        free, waits = self._free, []
        arrivals = np.cumsum(gaps)
        for arrival, service in zip(arrivals.tolist(), services.tolist(), strict=True):
            start = max(arrival, free[0])
            heapq.heapreplace(free, start + service)
            waits.append(start - arrival)
        last = float(arrivals[-1])
        self._free = [max(time - last, 0.0) for time in free]  # keeps a heap a heap: order does not change
        return np.array(waits)


def _sizes(random: np.random.Generator, count: int, service_cv2: float) -> Array:
    """Sizes of requests, 1 on average."""
    if service_cv2 == 0:
        return np.ones(count)
    return random.standard_gamma(1 / service_cv2, count) * service_cv2


def _slices(design: Design, rate: float, service_cv2: float, seed: int) -> Iterator[Array]:
    """Seconds in system of the requests of one queue, slice by slice, without end."""
    arrivals, servers = one_queue(design, rate)
    least = SELDOM * servers / design.period if design.period > 0 else 1.0
    lambda_ = max(float(arrivals), least)
    # Deterministic stages after the first hold nobody up.
    line = _Line(design.stages if service_cv2 > 0 else 1)
    queue: _Line | _Pool = line if servers == 1 else _Pool(servers)
    random = np.random.default_rng(seed)
    fixed = design.latency - design.stages * design.period
    while True:
        gaps = random.standard_exponential(SLICE) / lambda_
        sizes = _sizes(random, SLICE, service_cv2)
        yield queue.waits(gaps, sizes * design.period) + sizes * (design.stages * design.period) + fixed


def _error_of_mean(times: Array) -> float:
    """Return the standard error by the spread of the means of 20 batches, or of as many as there are requests."""
    batches = np.array([batch.mean() for batch in np.array_split(times, min(20, len(times)))])
    return float(batches.std(ddof=1) / np.sqrt(len(batches)))


def simulate(
    design: Design,
    rate: float,
    service_cv2: float = 0.0,
    *,
    seed: int,
    requests: int = 100_000,
    shares: tuple[float, ...] = (0.5, 0.9, 0.99),
    should_stop: Callable[[], bool] = lambda: False,
) -> QueueRun | None:
    """Run one queue of a design from empty and count its requests after a warm-up; nothing if it was stopped.

    With random dispatch the servers are alike and independent: one stands for all. The warm-up is a tenth of the
    requests and ten for each server. Close to saturation the means of a queue wander for longer than any run:
    ``mean_error`` tells.

    Parameters
    ----------
    design : if its servers share a queue and service varies, it may have one stage only.
    rate : lambda >= 0, requests per second at the whole design.
    service_cv2 : >= 0, of the sizes of requests: a request is large or small at all stages alike.
    seed : of the random draws; the same gives the same.
    requests : to count, >= 2.
    shares : of requests, each in [0, 1], whose percentiles are wanted.
    should_stop : asked before every slice; True ends the run.

    Raises
    ------
    ValueError
        For replicas of pipelines that share a queue while service varies.
    """
    _, servers = one_queue(design, rate)
    if servers > 1 and design.stages > 1 and service_cv2 > 0:
        raise ValueError("pipelines that share a queue are simulated with requests of one size only")
    if rate >= capacity(design):
        return QueueRun(np.inf, np.inf, shares, (np.inf,) * len(shares), 0)
    warm_up = requests // _WARM_UP_SHARE + _WARM_UP_ROUNDS * servers
    slices = _slices(design, rate, service_cv2, seed)
    parts: list[Array] = []
    while len(parts) * SLICE < warm_up + requests:
        if should_stop():
            return None
        parts.append(next(slices))
    times = np.concatenate(parts)[warm_up : warm_up + requests]
    percentiles = tuple(np.quantile(times, shares).tolist())
    return QueueRun(float(times.mean()), _error_of_mean(times), shares, percentiles, len(times))
