"""Queues under Poisson arrivals: how long a request is in the system, on average and in the tail.

Requests arrive at a rate lambda, wait in one queue in the order of their arrival, and are served by c equal servers.

    rate         lambda >= 0, requests per second, finite
    service      s >= 0, mean seconds for which a request holds a server
    servers      c >= 1, whole; Erlang's formula keeps 12 digits up to c = 65,536
    service_cv2  squared coefficient of variation of the service time, >= 0: 0 is deterministic, 1 exponential
    load         a = lambda s, servers busy on average; below saturation a < c

Rates, services and times are numbers or arrays that broadcast, and so are results. At saturation and beyond (lambda >=
c/s) nothing settles: waits and times are infinite. At lambda = 0 or s = 0 nobody waits.

The waiting time is

    C(c, a) s/(c - a) (1 + service_cv2)/2        C of Erlang

which is exact for one server (M/G/1, Pollaczek and Khinchine; M/D/1, M/M/1) and for exponential service (M/M/c), and
the approximation of Allen and Cunneen for M/G/c: within 1 % of the time in system of M/D/2 at half the capacity.

It is first-order for serving a model: no batching, no admission limit, no memory, no bursts.

Sources: Kleinrock, Queueing Systems I, for M/M/c and M/G/1; Allen, Probability, Statistics and Queueing Theory, for
M/G/c; Loader 2000 for the Poisson probability without cancellation.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.balance import Number, plain

Array = NDArray[Any]

_TERMS = 32

_MOST_ROUNDS = 100
"""Steps to a quantile; bisection alone would take some sixty."""


def saturation(service: Number, servers: int = 1) -> Number:
    """Arrival rate at which all servers are busy, c/s; infinite where s = 0."""
    with np.errstate(divide="ignore"):
        return plain(np.float64(servers) / np.asarray(service, float))


def _stirling_remainder(n: int) -> float:
    """Return what ln n! exceeds Stirling's formula by, n >= 1."""
    if n < 16:
        return math.lgamma(n + 1) - (n + 0.5) * math.log(n) + n - 0.5 * math.log(2 * math.pi)
    square = n * n
    return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * square)) / square) / square) / n


def _inverse_poisson(n: int, mean: Array) -> Array:
    """1/P(X = n) of a Poisson variable X, infinite where that leaves the range of numbers; n >= 1, mean <= n."""
    with np.errstate(divide="ignore", over="ignore"):
        away = (mean - n) / n
        exponent = n * (away - np.log1p(away)) + _stirling_remainder(n)
        return np.asarray(math.sqrt(2 * math.pi * n) * np.exp(exponent))


def _tail_ratio(n: int, mean: Array) -> Array:
    """P(X > n)/P(X = n) of a Poisson variable X; mean <= n. Nine times sqrt(n) terms or fewer count."""
    means, above = np.ravel(mean), n
    total, term, left = np.zeros_like(means), np.ones_like(means), np.arange(means.size)
    while left.size:  # a few loads near saturation take many times the terms of all others
        ratios = means[left, np.newaxis] / (above + np.arange(1, _TERMS + 1))
        terms = term[left, np.newaxis] * np.cumprod(ratios, axis=-1)
        total[left] += terms.sum(axis=-1)
        term[left], above = terms[:, -1], above + _TERMS
        left = left[term[left] > np.finfo(float).eps * total[left]]
    return total.reshape(np.shape(mean))


def erlang_c(servers: int, load: Number) -> Number:
    """Probability that a request of M/M/c has to wait, C(c, a); 1 at saturation and beyond.

    Erlang's loss B is P(X = c)/P(X <= c) of a Poisson variable X of mean a, and 1/C = (1 - a/c)/B + a/c. As P(X <= c)
    is at least one half, 1/B may be taken as (1 - P(X > c))/P(X = c).
    """
    busy = np.minimum(np.asarray(load, float), servers)
    if servers == 1:
        return plain(busy)
    inverse_loss = _inverse_poisson(servers, busy) - _tail_ratio(servers, busy)
    idle = (servers - busy) / servers
    waits = np.where(idle > 0, idle, 1.0) * inverse_loss + busy / servers
    return plain(np.where(idle > 0, 1 / waits, 1.0))


def _stable(rate: Number, service: Number, servers: int) -> tuple[Array, Array]:
    """Whether the queue settles, and the load, 0 where it does not."""
    load = np.asarray(rate, float) * np.asarray(service, float)
    stable = (np.asarray(rate) < saturation(service, servers)) & (load < servers)
    return stable, np.where(stable, load, 0.0)


def mean_wait(rate: Number, service: Number, servers: int = 1, service_cv2: Number = 1.0) -> Number:
    """Mean seconds that a request waits for a server."""
    stable, load = _stable(rate, service, servers)
    share = erlang_c(servers, load) / (servers - load) * ((1 + np.asarray(service_cv2, float)) / 2)
    return plain(np.where(stable, service * share, np.inf))


def _both(time: Array, spare: Array) -> Array:
    """(e^-u - e^-(ru))/(r - 1), written so that r = 1 is no exception and nothing cancels or overflows."""
    apart = np.abs(spare - 1) * time
    mean_decay = -np.expm1(-apart) / np.where(apart > 0, apart, 1.0)
    return np.asarray(time * np.where(apart > 0, mean_decay, 1.0) * np.exp(-np.minimum(spare, 1.0) * time))


def sojourn_quantile(share: float, rate: Number, service: Number, servers: int = 1) -> Number:
    """Seconds within which a share of the requests of M/M/c is done, 0 < share < 1; exact.

    With one server the time is exponential. Else the quantile lies above that of the service alone, and below the sum
    of those of the service and of an exponential time of rate c - a, each at half the tail. Newton's method on ln P
    finds it, with bisection where a step would leave these bounds; the derivative of (e^-u - e^-(ru))/(r - 1) is
    e^-u minus r times itself.
    """
    stable, load = _stable(rate, service, servers)
    spare, tail = servers - load, 1 - share
    if servers == 1:
        return plain(np.where(stable, -math.log(tail) * np.asarray(service, float) / spare, np.inf))
    waits = erlang_c(servers, load)
    low = np.full_like(spare, -math.log(tail))
    high = math.log(2 / tail) * (1 + 1 / spare)
    exponent = low
    for _ in range(_MOST_ROUNDS):
        alone, both = np.exp(-exponent), _both(exponent, spare)
        here = alone + waits * both
        low, high = np.where(here > tail, exponent, low), np.where(here > tail, high, exponent)
        slope = -alone + waits * (alone - spare * both)
        with np.errstate(divide="ignore", invalid="ignore"):
            step = np.log(here / tail) * here / -slope
        nearer = exponent + step
        nearer = np.where((low <= nearer) & (nearer <= high), nearer, (low + high) / 2)
        settled = np.abs(nearer - exponent) <= 1e-15 * exponent
        exponent = nearer
        if settled.all():
            break
    return plain(np.where(stable, service * exponent, np.inf))
