"""A measured curve: the seconds of one communication at some sizes, and what is read between and beyond them.

Between its points a curve is a power of the size, straight in log-log: real ones bend over decades, step where the
library changes its protocol, and some fall with size, so that one line start-up + n/B misses them by half and more.
Below the first point the time is that of the first; above the last it goes on at the bandwidth between the last two.
All values are SI.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.balance import TIE_BAND, Number, plain

Array = NDArray[Any]


class LocalLine(NamedTuple):
    """The line start-up + n/B that stands for a curve at one size; two arrays for an array of sizes."""

    startup: Number
    bandwidth: Number


def _checked(values: Array, name: str) -> NDArray[np.float64]:
    held = np.array(values, float)
    if held.ndim != 1 or len(held) < 2:
        raise ValueError(f"a curve needs a list of at least two {name}")
    if not (np.isfinite(held).all() and (held > 0).all()):
        raise ValueError(f"the {name} of a curve must be finite and above 0")
    held.setflags(write=False)
    return held


@dataclass(frozen=True, eq=False)
class Curve:
    """Measured points, copied and read-only.

    Attributes
    ----------
    sizes : bytes, > 0 and rising, at least two.
    seconds : > 0, one for each size; not necessarily rising.

    Raises
    ------
    ValueError
        Where the points are not so.
    """

    sizes: NDArray[np.float64]
    seconds: NDArray[np.float64]
    _powers: NDArray[np.float64] = field(init=False, repr=False)
    _last_slope: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        sizes, seconds = _checked(self.sizes, "sizes"), _checked(self.seconds, "times")
        if len(sizes) != len(seconds):
            raise ValueError(f"a curve needs a time for each size, not {len(seconds)} for {len(sizes)}")
        if (np.diff(sizes) <= 0).any():
            raise ValueError("the sizes of a curve must rise")
        powers = np.log(seconds[1:] / seconds[:-1]) / np.log(sizes[1:] / sizes[:-1])
        slope = (seconds[-1] - seconds[-2]) / (sizes[-1] - sizes[-2])
        held = {
            "sizes": sizes,
            "seconds": seconds,
            "_powers": np.append(powers, 0.0),
            "_last_slope": float(slope if slope > 0 else seconds[-1] / sizes[-1]),
        }
        for name, value in held.items():
            object.__setattr__(self, name, value)

    def _start(self, size: Array) -> Array:
        """Index of the last point not above each size; 0 below the first."""
        return np.maximum(np.searchsorted(self.sizes, size, side="right") - 1, 0)

    def time(self, size: Number) -> Number:
        """Seconds of a communication of n >= 0 bytes; exact at the points, and continuous but at n = 0, where it is 0.

        Above the last point the slope is that between the last two. Where that is not positive it is the last point's
        seconds per byte, start-up included: noise must not make bytes free.
        """
        n = np.asarray(size, float)
        start = self._start(n)
        known, first = self.seconds[start], self.sizes[start]
        between = known * np.maximum(n / first, 1.0) ** self._powers[start]
        beyond = np.maximum(n - self.sizes[-1], 0.0) * self._last_slope
        return plain(np.where(n > 0, between + beyond, 0.0))

    def is_below(self, size: Number) -> Any:
        """Whether a size is below the first point, not 0: a bool or an array of bool."""
        n = np.asarray(size, float)
        return (n > 0) & (n < self.sizes[0])

    def is_beyond(self, size: Number) -> Any:
        """Whether a size is above the last point: a bool or an array of bool."""
        return np.asarray(size, float) > self.sizes[-1]

    def is_extrapolated(self, size: Number) -> Any:
        """Whether a size is outside the measured range, on either side: a bool or an array of bool."""
        return self.is_below(size) | self.is_beyond(size)

    def local_line(self, size: Number) -> LocalLine:
        """Start-up and bandwidth at a size, with startup + n/bandwidth = time(n).

        It is the tangent, at a point the one to its right. A tangent that leaves the line's meaning is turned about the
        curve: where the time falls, the whole is start-up and the bandwidth infinite; where it grows faster than the
        size, the start-up is 0 and the bandwidth n/time. At n = 0 the start-up is 0 and the bandwidth infinite.
        """
        n = np.asarray(size, float)
        time = np.asarray(self.time(n))
        end = n >= self.sizes[-1]
        power = np.where(end, self._last_slope * n / np.where(time > 0, time, 1.0), self._powers[self._start(n)])
        share = np.where(n >= self.sizes[0], np.clip(power, 0.0, 1.0), 0.0)
        startup = time * (1 - share)
        spent = time - startup
        bandwidth = np.where(spent > 0, n / np.where(spent > 0, spent, 1.0), np.inf)
        return LocalLine(plain(startup), plain(bandwidth))


def _line(sizes: Array, seconds: Array) -> tuple[float, float]:
    """Start-up and seconds per byte, neither negative, with the least sum of squares of relative errors."""
    weights = (seconds.min() / seconds) ** 2
    weights = weights / weights.sum()
    middle, mean = weights @ sizes, weights @ seconds
    slope = weights @ ((sizes - middle) * (seconds - mean)) / (weights @ (sizes - middle) ** 2)
    if slope <= 0:
        return float(mean), 0.0
    startup = mean - slope * middle
    if startup < 0:
        return 0.0, float(weights @ (sizes * seconds) / (weights @ sizes**2))
    return float(startup), float(slope)


class LineSegment(NamedTuple):
    """A line through consecutive points.

    Attributes
    ----------
    startup : >= 0, seconds.
    bandwidth : > 0, bytes per second; infinite where the times do not rise.
    first_size, last_size : of its points, bytes.
    largest_error : of the absolute relative errors at its points.
    """

    startup: float
    bandwidth: float
    first_size: float
    last_size: float
    largest_error: float


_Interval = tuple[int, int]


def _interval_errors(curve: Curve, least: int) -> tuple[Array, Array]:
    """At [i, j] the largest and the summed squared error of the line of points i to j - 1; infinite if too few."""
    count = len(curve.sizes)
    largest = np.full((count + 1, count + 1), np.inf)
    squares = largest.copy()
    for start in range(count - least + 1):
        for stop in range(start + least, count + 1):
            sizes, seconds = curve.sizes[start:stop], curve.seconds[start:stop]
            startup, slope = _line(sizes, seconds)
            errors = np.abs((startup + slope * sizes) / seconds - 1)
            largest[start, stop], squares[start, stop] = errors.max(), errors @ errors
    return largest, squares


def _partition(costs: Array, pieces: int, combine: np.ufunc) -> tuple[float, list[_Interval]]:
    """Cut all points into so many intervals of least combined cost, by dynamic programming; the cost and the intervals.

    After k steps ``best[j]`` is the least cost of the first j points in k + 1 intervals.
    """
    best, cuts = costs[0], []
    for _ in range(pieces - 1):
        together = combine(best[:, np.newaxis], costs)
        cuts.append(np.argmin(together, axis=0))
        best = together.min(axis=0)
    intervals, stop = [], len(costs) - 1
    for cut in [*reversed(cuts), None]:
        start = 0 if cut is None else int(cut[stop])
        intervals.append((start, stop))
        stop = start
    return float(best[-1]), intervals[::-1]


def segments(curve: Curve, most: int = 4, *, tolerance: float = 0.05) -> tuple[LineSegment, ...]:
    """Few lines that stand for a curve, each on a range of consecutive points, ascending; they need not meet.

    As few as keep every relative error within the tolerance; where not even so many as allowed do, those with the least
    largest error. Among cuts that keep this error the one with the least sum of squares is taken. Each line has at
    least three points, where the curve has three, and the least sum of squares of its relative errors.

    Parameters
    ----------
    curve : the points.
    most : lines allowed, >= 1.
    tolerance : >= 0, relative error that needs no further line.
    """
    largest, squares = _interval_errors(curve, min(3, len(curve.sizes)))
    worst = [_partition(largest, pieces, np.maximum)[0] for pieces in range(1, most + 1)]
    within = [error <= tolerance for error in worst]
    chosen = within.index(True) if any(within) else int(np.argmin(worst))
    allowed = np.where(largest <= worst[chosen] * (1 + TIE_BAND), squares, np.inf)
    _, intervals = _partition(allowed, chosen + 1, np.add)
    return tuple(_segment(curve, *interval, float(largest[interval])) for interval in intervals)


def _segment(curve: Curve, start: int, stop: int, error: float) -> LineSegment:
    startup, slope = _line(curve.sizes[start:stop], curve.seconds[start:stop])
    bandwidth = float(1 / slope) if slope > 0 else np.inf
    return LineSegment(startup, bandwidth, float(curve.sizes[start]), float(curve.sizes[stop - 1]), error)
