"""Time against message size: what is drawn of a link, and which of several is the fastest at which sizes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.answers.times import MessageTime
from explorer.model.collectives import costs
from explorer.model.measured_curve import Curve, LineSegment, segments
from explorer.scenario.quantity import BANDWIDTH, TIME, Dimension

Values = NDArray[np.float64]

POINTS = 200
USUAL_SPAN = (256.0, float(2**30))
"""Bytes between which most links were measured."""
EQUAL = 1.05
"""Times that differ by less than this factor are practically equal: measurements repeat no better."""
_TINY = 1e-30
"""Seconds that stand for none where a logarithm is taken."""
_FIT_POINTS = 24


class Measure(StrEnum):
    """What the vertical axis shows."""

    TIME = "time"
    ALGORITHM = "algorithm bandwidth"
    BUS = "bus bandwidth"


def dimension(measure: Measure) -> Dimension:
    """Return the kind of quantity on the vertical axis."""
    return TIME if measure is Measure.TIME else BANDWIDTH


def measured_as(measure: Measure, sizes: Values, seconds: Values, devices: int) -> Values:
    """Return times (s) as they are, or as a bandwidth (bytes/s), which is infinite where a message takes no time."""
    if measure is Measure.TIME:
        return seconds
    with np.errstate(divide="ignore"):
        if measure is Measure.ALGORITHM:
            return np.asarray(costs.algorithm_bandwidth(sizes, seconds))
        return np.asarray(costs.bus_bandwidth(sizes, seconds, devices))


@dataclass(frozen=True, eq=False)
class SizeCurve:
    """One link on N devices as it is drawn.

    Attributes
    ----------
    sizes, seconds : the line, which is what the program reads: bytes, rising, and seconds.
    point_sizes, point_seconds : the measured points; empty where nothing was measured.
    fits : linear fits to the points, one after the other.
    """

    devices: int
    sizes: Values
    seconds: Values
    point_sizes: Values
    point_seconds: Values
    fits: tuple[LineSegment, ...]

    @property
    def largest_error(self) -> float | None:
        """The largest relative error of the fits at the points, or None where there are none."""
        return max((fit.largest_error for fit in self.fits), default=None)

    def fitted(self) -> tuple[Values, Values]:
        """Return the fits as sizes in bytes and seconds, with a NaN behind each."""
        sizes: list[Values] = []
        seconds: list[Values] = []
        for fit in self.fits:
            at = np.geomspace(fit.first_size, fit.last_size, _FIT_POINTS)
            sizes += [at, np.array([math.nan])]
            seconds += [fit.startup + at / fit.bandwidth, np.array([math.nan])]
        return (np.concatenate(sizes), np.concatenate(seconds)) if sizes else (np.array([]), np.array([]))


@lru_cache(maxsize=128)  # shared by outcomes: the fits of a measured curve are searched for, and an edit leaves it
def _fits(sizes: tuple[float, ...], seconds: tuple[float, ...]) -> tuple[LineSegment, ...]:
    return segments(Curve(np.array(sizes), np.array(seconds)))


def size_curve(times: MessageTime, devices: int, low: float, high: float) -> SizeCurve | None:
    """Return what is drawn of a link between two sizes in bytes, or None where N has no figures."""
    if not times.has(devices):
        return None
    point_sizes, point_seconds = np.array([]), np.array([])
    fits: tuple[LineSegment, ...] = ()
    curve = times.curve(devices)
    if curve is not None:
        point_sizes, point_seconds = curve.sizes, curve.seconds
        fits = _fits(tuple(point_sizes.tolist()), tuple(point_seconds.tolist()))
    inside = point_sizes[(point_sizes >= low) & (point_sizes <= high)]
    sizes = np.unique(np.concatenate([np.geomspace(low, high, POINTS), inside]))
    return SizeCurve(devices, sizes, times.seconds(sizes, devices), point_sizes, point_seconds, fits)


def span(size: float) -> tuple[float, float]:
    """Return the sizes in bytes to draw between: the usual ones, and more where the scenario's is beyond those."""
    low, high = USUAL_SPAN
    return (min(low, max(size / 4, 1.0)), max(high, size * 4)) if size > 0 else USUAL_SPAN


# Which of several links is the fastest


@dataclass(frozen=True)
class FastestRange:
    """Sizes on which the same link is the fastest.

    Attributes
    ----------
    start, end : bytes.
    links : the index of the fastest link, or of those that are practically equal in the middle of the range.
    lead : factor by which the next one takes longer, the smallest on the range.
    """

    start: float
    end: float
    links: tuple[int, ...]
    lead: float

    @property
    def winner(self) -> int | None:
        """The index of the fastest link, or None where the first two are practically equal."""
        return self.links[0] if len(self.links) == 1 else None


def _log_seconds(curves: Sequence[SizeCurve], sizes: Values) -> Values:
    """Return the logarithms of the times, a row for each link."""
    return np.array(
        [np.interp(np.log(sizes), np.log(curve.sizes), np.log(np.maximum(curve.seconds, _TINY))) for curve in curves]
    )


def _near_least(logs: Values) -> tuple[int, ...]:
    """Return the indices of times that are practically equal to the least."""
    return tuple(np.flatnonzero(logs < logs.min() + math.log(EQUAL)).tolist())


def fastest_at(curves: Sequence[SizeCurve], size: float) -> tuple[int, ...]:
    """Return the index of the fastest link at a size in bytes, and of those that are practically equal to it."""
    return _near_least(_log_seconds(curves, np.array([size]))[:, 0])


def fastest_ranges(curves: Sequence[SizeCurve]) -> list[FastestRange]:
    """Return which of two or more links is the fastest on which sizes, rising, between the sizes that all have."""
    low = max(float(curve.sizes[0]) for curve in curves)
    high = min(float(curve.sizes[-1]) for curve in curves)
    sizes = np.geomspace(low, high, 2 * POINTS)
    logs = _log_seconds(curves, sizes)
    least, second = np.partition(logs, 1, axis=0)[:2]
    winners = np.where(second - least < math.log(EQUAL), len(curves), np.argmin(logs, axis=0))
    edges = [0, *(np.flatnonzero(np.diff(winners)) + 1).tolist(), len(sizes)]
    ranges = []
    for start, end in itertools.pairwise(edges):
        tied = winners[start] == len(curves)
        links = _near_least(logs[:, (start + end) // 2]) if tied else (int(winners[start]),)
        lead = math.exp(float(np.min((second - least)[start:end])))
        ranges.append(FastestRange(float(sizes[start]), float(sizes[min(end, len(sizes) - 1)]), links, lead))
    return ranges
