"""Time against message size: what is drawn of a link, what is read off it, and in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.answers import formatting
from explorer.answers.times import MessageTime, Origin
from explorer.model.collectives import costs
from explorer.model.measured_curve import LineSegment, segments
from explorer.scenario.quantity import BANDWIDTH, SIZE, TIME, Dimension, format_percent, format_quantity
from explorer.scenario.sentence import Sentence, sentence

Values = NDArray[np.float64]

POINTS = 200
USUAL_SPAN = (256.0, float(2**30))
"""Bytes between which most links were measured."""


class Measure(StrEnum):
    """What stands on the vertical axis."""

    TIME = "time"
    ALGORITHM = "algorithm bandwidth"
    BUS = "bus bandwidth"


_MEANING = {
    Measure.TIME: sentence(
        "The time of one all-reduce of n bytes. Dots are measured, the line is what the program reads between them, "
        "dashes are the few straight fits ℓ + n/B."
    ),
    Measure.ALGORITHM: sentence(
        "Algorithm bandwidth is n/t: bytes of the tensor a second, whatever crosses the wire; it falls as N grows "
        "though the wire is as fast. Bus bandwidth corrects for that."
    ),
    Measure.BUS: sentence(
        "Bus bandwidth is n/t · 2(N−1)/N: the bytes that a device has to send, a second. It compares different N with "
        "the rate of the wire; where a switch reduces it can exceed it."
    ),
}
_WORD = {
    Origin.GIVEN: sentence("given"),
    Origin.MODELLED: sentence("modelled"),
    Origin.MEASURED: sentence("measured"),
    Origin.EXTRAPOLATED: sentence("extrapolated"),
}


def meaning(measure: Measure) -> Sentence:
    """Say what stands on the vertical axis, and how it differs from the others."""
    return _MEANING[measure]


def dimension(measure: Measure) -> Dimension:
    """Return the kind of quantity on the vertical axis."""
    return TIME if measure is Measure.TIME else BANDWIDTH


def measured_as(measure: Measure, sizes: Values, seconds: Values, devices: int) -> Values:
    """Return times as they are, or as one of the two bandwidths; infinite where a message takes no time."""
    if measure is Measure.TIME:
        return seconds
    with np.errstate(divide="ignore"):
        if measure is Measure.ALGORITHM:
            return np.asarray(costs.algorithm_bandwidth(sizes, seconds))
        return np.asarray(costs.bus_bandwidth(sizes, seconds, devices))


@dataclass(frozen=True, eq=False)
class Figures:
    """One link on N devices as it is drawn: the line read, the points measured and the straight fits to them."""

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
        """Return the fits as sizes and seconds, with a gap between them."""
        sizes: list[Values] = []
        seconds: list[Values] = []
        for fit in self.fits:
            at = np.geomspace(fit.first_size, fit.last_size, 24)
            sizes += [at, np.array([math.nan])]
            seconds += [fit.startup + at / fit.bandwidth, np.array([math.nan])]
        return (np.concatenate(sizes), np.concatenate(seconds)) if sizes else (np.array([]), np.array([]))


@lru_cache(maxsize=128)  # shared by outcomes: the fits of a measured curve are searched for, and an edit leaves it
def _fits(sizes: tuple[float, ...], seconds: tuple[float, ...]) -> tuple[LineSegment, ...]:
    from explorer.model.measured_curve import Curve

    return segments(Curve(np.array(sizes), np.array(seconds)))


def figures(link: MessageTime, devices: int, low: float, high: float) -> Figures | None:
    """Return what is drawn between two sizes, or None where N has no figures."""
    if not link.has(devices):
        return None
    points, times = np.array([]), np.array([])
    fits: tuple[LineSegment, ...] = ()
    curve = link.curve(devices)
    if curve is not None:
        points, times = curve.sizes, curve.seconds
        fits = _fits(tuple(points.tolist()), tuple(times.tolist()))
    sizes = np.unique(np.concatenate([np.geomspace(low, high, POINTS), points[(points >= low) & (points <= high)]]))
    return Figures(devices, sizes, link.seconds(sizes, devices), points, times, fits)


def span(size: float) -> tuple[float, float]:
    """Return sizes to draw between: the usual ones and the scenario's own."""
    low, high = USUAL_SPAN
    return (min(low, max(size / 4, 1.0)), max(high, size * 4)) if size > 0 else USUAL_SPAN


def fit_told(drawn: Figures, link: MessageTime, size: float) -> Sentence:
    """Say how well straight lines stand for a link, or where its times come from."""
    error = drawn.largest_error
    if error is None:
        return _WORD[link.origin(size, drawn.devices)]
    count = str(len(drawn.fits))
    if count == "1":
        return sentence("one straight fit, off by up to {error}", error=format_percent(error, 2))
    return sentence("{count} straight fits, off by up to {error}", count=count, error=format_percent(error, 2))


_WITH_ORIGIN = sentence("{status}, extrapolated")


def with_origin(status: str, *, extrapolated: bool) -> Sentence:
    """Say what is noted of figures, and whether they are extrapolated."""
    if extrapolated:
        return Sentence(_WITH_ORIGIN.template, (("status", status or "–"),))
    return Sentence("{status}", (("status", status),))


def status_told(status: str, link: MessageTime, size: float, devices: int) -> Sentence:
    """Say what is known of a link's figures: what is noted, and whether the size is beyond what was measured."""
    beyond = link.has(devices) and link.origin(size, devices) is Origin.EXTRAPOLATED
    return with_origin(status, extrapolated=beyond)


def reading(link: MessageTime, size: float, devices: int, measure: Measure) -> Sentence:
    """Read a link at a size: its time or bandwidth, the local start-up and bandwidth, and where they come from."""
    time = float(link.seconds(size, devices))
    line = link.line(size, devices)
    told: dict[str, str | Sentence] = {
        "time": formatting.seconds(time),
        "startup": format_quantity(line.startup, TIME),
        "bandwidth": format_quantity(line.bandwidth, BANDWIDTH),
        "origin": _WORD[link.origin(size, devices)],
    }
    if measure is Measure.TIME or time <= 0:
        return sentence("{time}, {origin} (here ℓ {startup}, B {bandwidth})", **told)
    rate = float(measured_as(measure, np.array([size]), np.array([time]), devices)[0])
    shown = format_quantity(rate, BANDWIDTH)
    return sentence("{rate}, {origin} ({time}; here ℓ {startup}, B {bandwidth})", rate=shown, **told)


def size_told(size: float) -> str:
    """Write a size."""
    return format_quantity(size, SIZE)


_EQUAL, _TINY = 1.05, 1e-30
"""Times that differ by less than this factor are practically equal: measurements repeat no better."""
_MOST_RUNS = 5


def _logs(named: Sequence[tuple[str, Figures]], at: Values) -> Values:
    """Return the logarithms of the times, a row for each link."""
    return np.array(
        [np.interp(np.log(at), np.log(drawn.sizes), np.log(np.maximum(drawn.seconds, _TINY))) for _, drawn in named]
    )


def _equal(named: Sequence[tuple[str, Figures]], logs: Values, most: int) -> Sentence:
    """Name the links whose times are next to the least, or count them where they are more than ``most``."""
    near = np.flatnonzero(logs < logs.min() + math.log(_EQUAL))
    if len(near) > most:
        return sentence("{count} links", count=str(len(near)))
    return formatting.listed([named[place][0] for place in near.tolist()], last_with_and=True)


def equal_at(named: Sequence[tuple[str, Figures]], size: float) -> Sentence | None:
    """Say which links are practically equal at one size; None where one is the fastest."""
    if len(named) < 2 or size <= 0:
        return None
    logs = _logs(named, np.array([size]))[:, 0]
    if np.partition(logs, 1)[1] - logs.min() >= math.log(_EQUAL):
        return None
    share = format_percent(_EQUAL - 1, 1)
    return sentence(
        "At {size} {links} are practically equal: less than {share} apart.",
        size=size_told(size),
        links=_equal(named, logs, 4),
        share=share,
    )


def winners(named: Sequence[tuple[str, Figures]]) -> Sentence | None:
    """Say which of several links is the fastest at which sizes; None for fewer than two. Sizes are those of all.

    Where the fastest two are practically equal none is named the fastest.
    """
    if len(named) < 2:
        return None
    low = max(float(drawn.sizes[0]) for _, drawn in named)
    high = min(float(drawn.sizes[-1]) for _, drawn in named)
    at = np.geomspace(low, high, 400)
    logs = _logs(named, at)
    least, second = np.partition(logs, 1, axis=0)[:2]
    first = np.where(second - least < math.log(_EQUAL), len(named), np.argmin(logs, axis=0))
    starts = [0, *(np.flatnonzero(np.diff(first)) + 1).tolist()]
    if len(starts) == 1:
        return _at_every_size(named, logs, int(first[0]), math.exp(float(np.min(second - least))))
    if len(starts) > _MOST_RUNS:
        most = int(np.argmax(np.bincount(first, minlength=len(named) + 1)))
        if most == len(named):
            return sentence("the fastest changes with size; most often the first two are practically equal")
        return sentence("the fastest changes with size; most often it is {name}", name=named[most][0])
    parts = []
    for start, end in zip(starts, [*starts[1:], len(at)], strict=True):
        tied = first[start] == len(named)
        name = _equal(named, logs[:, (start + end) // 2], 2) if tied else named[int(first[start])][0]
        parts.append(_run_told(name, None if start == 0 else float(at[start]), tied=tied))
    return formatting.listed(parts)


def _at_every_size(named: Sequence[tuple[str, Figures]], logs: Values, first: int, factor: float) -> Sentence:
    if first == len(named):
        links = _equal(named, logs[:, logs.shape[1] // 2], 4)
        return sentence("{links} are practically equal at every size", links=links)
    shown = formatting.short_ratio(float(f"{factor:.2g}"))
    return sentence("{name} is the fastest at every size, by {factor} or more", name=named[first][0], factor=shown)


def _run_told(name: Sentence | str, begins: float | None, *, tied: bool) -> Sentence:
    if begins is None:
        if tied:
            return sentence("{links} are practically equal", links=name)
        return sentence("{name} is the fastest", name=name)
    size = format_quantity(begins, SIZE, 2)
    if tied:
        return sentence("from {size} on {links} are practically equal", size=size, links=name)
    return sentence("from {size} on {name}", size=size, name=name)
