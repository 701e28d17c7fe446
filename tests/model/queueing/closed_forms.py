"""Times in system of M/M/c and M/G/c, to check waits and quantiles against; the product does not use them.

Rates, services and times are numbers or arrays that broadcast, and so are results; see
:mod:`explorer.model.queueing.queues`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.balance import Number, plain
from explorer.model.queueing.queues import erlang_c, mean_wait, saturation

Array = NDArray[Any]


def mean_sojourn(rate: Number, service: Number, servers: int = 1, service_cv2: Number = 1.0) -> Number:
    """Mean seconds that a request is in the system, W: waiting and service."""
    return service + mean_wait(rate, service, servers, service_cv2)


def sojourn_tail(time: Number, rate: Number, service: Number, servers: int = 1) -> Number:
    """Share of the requests of M/M/c that are in the system for longer than a time, P(T > t); exact.

    The time in system is an exponential service time of mean s and, with probability C, before it an exponential
    waiting time of mean s/(c - a). 1 where the queue does not settle; 0 where s = 0, for any t >= 0.
    """
    long = np.asarray(service, float)
    load = np.asarray(rate, float) * long
    stable = (np.asarray(rate) < saturation(service, servers)) & (load < servers)
    load = np.where(stable, load, 0.0)
    units = np.asarray(time, float) / np.where(long > 0, long, 1.0)
    tail = np.where(long > 0, _tail(units, erlang_c(servers, load), servers - load), 0.0)
    return plain(np.where(stable, tail, 1.0))


def _tail(time: Array, waits: Number, spare: Array) -> Array:
    """P(T > t) with times in units of the service time; ``spare`` is c - a, the rate of those who wait.

    e^-u + C (e^-u - e^-(ru))/(r - 1), written so that r = 1 is no exception and nothing cancels or overflows.
    """
    apart = np.abs(spare - 1) * time
    mean_decay = -np.expm1(-apart) / np.where(apart > 0, apart, 1.0)
    both = time * np.where(apart > 0, mean_decay, 1.0) * np.exp(-np.minimum(spare, 1.0) * time)
    return np.asarray(np.exp(-time) + waits * both)
