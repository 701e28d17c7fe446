"""Serving requests with a group of devices: the split, replicas and the pipeline under load.

Each design is a queue before equal servers, of which every request takes one: the whole group that splits each request,
one of the replicas, or the first stage of the pipeline. A request holds its server for the period and is done after the
latency. The two are the same but in the pipeline, which takes the next request while it works on the last.

    mean time in system  W = latency + mean waiting time (of explorer.model.queueing.queues)

Requests arrive at a rate lambda (a Poisson process). ``service_cv2`` is the squared coefficient of variation of the
service time, >= 0: 0 where all requests take equally long, 1 where they vary exponentially. All values are SI.

How far W holds, :class:`Accuracy` tells. Requests of a pipeline that are all alike leave the first stage a period apart
and never wait again: W is exact. If they vary, small ones also queue between stages behind large ones, which W leaves
out; :func:`explorer.model.queueing.simulation.simulate` counts it.

Batching, admission limits, memory and bursts are left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.balance import Number, plain
from explorer.model.queueing import queues
from explorer.model.roots import regions, sign_changes

Array = NDArray[Any]

SATURATED = 1e-6
"""Share of the rate by which designs that saturate together may differ in it. They are compared up to this share below:
beyond it waits are a million periods, and the last digit of the rate would decide.
"""


class Dispatch(StrEnum):
    """How requests come to servers."""

    SHARED = "shared"
    """One queue: who frees first takes the next."""

    RANDOM = "random"
    """A queue before each server, chosen blindly on arrival."""


class Accuracy(StrEnum):
    """How far a mean time holds."""

    EXACT = "exact"
    APPROXIMATE = "approximate"
    """Replicas that share a queue, unless service is exponential: Allen and Cunneen."""

    LOWER_BOUND = "lower_bound"
    """A pipeline whose requests vary: through two stages, exponential and at half the capacity, 1.4 times as long."""


@dataclass(frozen=True)
class Design:
    """A way to serve requests.

    Attributes
    ----------
    latency : seconds of a request that meets no other, >= period.
    period : >= 0, seconds for which a request keeps its server from the next.
    servers : c >= 1, whole.
    dispatch : of no effect with one server.
    stages : p >= 1, whole: equal stages that each request passes, each in a period.
    """

    latency: float
    period: float
    servers: int = 1
    dispatch: Dispatch = Dispatch.SHARED
    stages: int = 1


def split(time: float) -> Design:
    """All devices work on each request: one server that takes TN."""
    return Design(time, time)


def replicas(time: float, servers: int, dispatch: Dispatch = Dispatch.SHARED) -> Design:
    """Each device serves requests on its own, each in T1."""
    return Design(time, time, servers, dispatch)


def pipeline(period: float, latency: float, stages: int) -> Design:
    """Each device holds a stage; (T1/p, T1 + (p - 1) hop, p) where stages are equal and sending delays no stage."""
    return Design(latency, period, stages=stages)


def capacity(design: Design) -> float:
    """Arrival rate at which the design saturates, c/period; infinite where the period is 0."""
    return float(queues.saturation(design.period, design.servers))


def one_queue(design: Design, rate: Number) -> tuple[Number, int]:
    """Arrival rate at one of the design's equal queues, and the servers behind it; infinite from saturation on."""
    lambda_ = np.where(np.asarray(rate) < capacity(design), rate, np.inf)
    lanes = design.servers if design.dispatch is Dispatch.RANDOM else 1
    return plain(lambda_ / lanes), design.servers // lanes


def mean_time(design: Design, rate: Number, service_cv2: float = 0.0) -> Number:
    """Mean seconds from a request's arrival to its end, W; infinite at saturation and beyond.

    Parameters
    ----------
    design : of numbers.
    rate : lambda >= 0, requests per second; a number or an array, and so is the result.
    service_cv2 : >= 0.
    """
    arrivals, servers = one_queue(design, rate)
    return design.latency + queues.mean_wait(arrivals, design.period, servers, service_cv2)


def accuracy(design: Design, service_cv2: float) -> Accuracy:
    """How far :func:`mean_time` of the design holds."""
    if design.stages > 1 and service_cv2 > 0:
        return Accuracy.LOWER_BOUND
    shared = design.servers > 1 and design.dispatch is Dispatch.SHARED
    return Accuracy.APPROXIMATE if shared and service_cv2 != 1 else Accuracy.EXACT


def has_exact_percentiles(design: Design, service_cv2: float) -> bool:
    """Whether :func:`percentile` holds: exponential service, and no pipeline."""
    return service_cv2 == 1 and design.latency == design.period


def percentile(design: Design, rate: Number, share: float) -> Number:
    """Seconds within which a share of requests is done, 0 < share < 1, where service is exponential; exact.

    Raises
    ------
    ValueError
        For a pipeline: see :func:`has_exact_percentiles`. A simulated run takes its place.
    """
    if not has_exact_percentiles(design, 1.0):
        raise ValueError("percentiles of a pipeline have no closed form")
    arrivals, servers = one_queue(design, rate)
    return queues.sojourn_quantile(share, arrivals, design.period, servers)


def lone_percentile(design: Design, share: float, service_cv2: float) -> float | None:
    """Seconds within which a share of requests is done that meet no other, 0 < share < 1; exact.

    The latency where all requests are alike. Exponential sizes of mean 1 have the percentile -ln(1 - share), and a
    request holds its p stages for size times p period: latency + p period (-ln(1 - share) - 1). None for other spreads.
    """
    if service_cv2 == 0 or design.period == 0:
        return design.latency
    if service_cv2 != 1:
        return None
    return design.latency + design.stages * design.period * (-math.log1p(-share) - 1)


@lru_cache(maxsize=64)
def waiting_from(design: Design, share: float) -> float:
    """Utilisation from which at least a share of requests has to wait, 0 < share < 1.

    The share itself behind one server or with random dispatch, whatever the spread of service; where servers share a
    queue, the root of Erlang's C, exact where service is exponential.
    """
    if design.servers == 1 or design.dispatch is Dispatch.RANDOM:
        return share
    more = sign_changes(lambda busy: np.asarray(queues.erlang_c(design.servers, busy) - share), 0.0, design.servers)
    return more[0] / design.servers


def max_rate(design: Design, target: float, service_cv2: float = 0.0) -> float:
    """Arrival rate at which the mean time reaches a target in seconds, perhaps infinite; W <= target up to it.

    0 where the latency alone is above the target or takes all of it; infinite where W never reaches it. With
    k = (1 + service_cv2)/2 and D = target - latency it is 1/(1 + k period/D) of the capacity for one server or random
    dispatch, the root of this share for two servers, and found as a root of W otherwise.
    """
    slack, most = target - design.latency, capacity(design)
    if math.isinf(most):
        return math.inf if slack >= 0 else 0.0
    if slack <= 0:
        return 0.0
    if math.isinf(slack):
        return most
    share = 1 / (1 + (1 + service_cv2) / 2 * design.period / slack)
    if design.servers == 1 or design.dispatch is Dispatch.RANDOM:
        return most * share
    if design.servers == 2:
        return most * math.sqrt(share)

    def below(rate: Array) -> Array:
        return np.asarray(slack - queues.mean_wait(rate, design.period, design.servers, service_cv2))

    return sign_changes(below, 0.0, most)[0]


def crossover(first: Design, second: Design, service_cv2: float = 0.0) -> float:
    """Arrival rate lambda* up to which the first design has the strictly lower mean time, and from which it has not.

    0 where the second is at least as good from the start: against replicas, a split with sigma = T1/TN <= 1. Infinite
    where the first is better as long as either settles: a split with sigma >= c, if service_cv2 <= 3.

    For c = 2 replicas, the split in T2 and d = T1 - T2 it is, with exponential service, (2/T1) (1 - sqrt(2 - sigma)) if
    they share a queue and 2 (1/T2 - 1/T1) if dispatch is random; with deterministic service and random dispatch it is
    the smaller root of T1 T2 d x^2 - (T1^2 + 2 T1 T2 - 2 T2^2) x + 4d = 0. These are not written out below: the search
    finds them to the last digits, for any c, service_cv2, dispatch and pipeline alike.

    Where service varies more (service_cv2 > 3) a split of higher capacity may be overtaken and win again; this is the
    first of the two rates. Where a mean time is a lower bound, see :class:`Accuracy`, so is the rate at which that
    design, as the second, overtakes. A stretch shorter than 1/256 of the capacity in which alone the second is better
    may be missed.

    Parameters
    ----------
    first, second : the design for few requests, such as the split, and the one for many.
    service_cv2 : >= 0, of both.
    """
    first_most, second_most = capacity(first), capacity(second)
    ceiling = min(first_most, second_most)
    if math.isinf(ceiling):
        return math.inf if first.latency < second.latency else 0.0

    def lead(rate: Array) -> Array:
        return np.asarray(mean_time(second, rate, service_cv2)) - mean_time(first, rate, service_cv2)

    together = abs(first_most - second_most) <= SATURATED * ceiling
    top = ceiling * (1 - SATURATED) if together else ceiling
    better = regions(lead, 0.0, top)
    if not better or better[0][0] > 0:
        return 0.0
    stop = better[0][1]
    return math.inf if stop == top and (together or first_most > second_most) else stop
