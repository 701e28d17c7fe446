"""The sentences of the page "Links" about message size: what a curve shows, and which link is the fastest where."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.answers import formatting
from explorer.answers.links import by_size
from explorer.answers.links.by_size import FastestRange, Measure, SizeCurve
from explorer.answers.links.words import readings, size_text
from explorer.answers.times import MessageTime, Origin
from explorer.scenario.quantity import BANDWIDTH, SIZE, TIME, format_percent, format_quantity
from explorer.scenario.sentence import Sentence, sentence

_MEANINGS = {
    Measure.TIME: sentence(
        "Time of one all-reduce of n bytes. Dots are measured; the line is interpolated, dashes are a piecewise-linear "
        "fit ℓ + n/B."
    ),
    Measure.ALGORITHM: sentence(
        "Algorithm bandwidth is n/t: bytes of the tensor per second, regardless of what crosses the wire; it drops "
        "with N even on the same wire. Bus bandwidth corrects for that."
    ),
    Measure.BUS: sentence(
        "Bus bandwidth is n/t · 2(N−1)/N: the bytes that each device has to send, per second. It makes different N "
        "comparable with the rate of the wire; with in-switch reduction it can exceed that rate."
    ),
}
_ORIGINS = {
    Origin.GIVEN: sentence("given"),
    Origin.MODELLED: sentence("modelled"),
    Origin.MEASURED: sentence("measured"),
    Origin.EXTRAPOLATED: sentence("extrapolated"),
}
_MOST_RANGES = 5
_MOST_NAMED, _MOST_NAMED_EVERYWHERE = 2, 4
"""Links that are named as practically equal on one of several ranges, and where there is one statement only."""


def measure_meaning(measure: Measure) -> Sentence:
    """Explain what the vertical axis shows."""
    return _MEANINGS[measure]


def fit_quality(curve: SizeCurve, times: MessageTime, size: float) -> Sentence:
    """Say how well linear fits approximate a link, or where its time at ``size`` bytes comes from."""
    error = curve.largest_error
    if error is None:
        return _ORIGINS[times.origin(size, curve.devices)]
    count, percent = len(curve.fits), format_percent(error, 2)
    if count == 1:
        return sentence("one linear fit, max. error {error}", error=percent)
    return sentence("{count} linear fits, max. error {error}", count=str(count), error=percent)


def size_reading(times: MessageTime, size: float, devices: int, measure: Measure) -> Sentence:
    """Read a link at a size in bytes: time or bandwidth, where it comes from, local start-up and bandwidth."""
    time = float(times.seconds(size, devices))
    line = times.line(size, devices)
    values: dict[str, str | Sentence] = {
        "time": formatting.seconds(time),
        "startup": format_quantity(line.startup, TIME),
        "bandwidth": format_quantity(line.bandwidth, BANDWIDTH),
        "origin": _ORIGINS[times.origin(size, devices)],
    }
    if measure is Measure.TIME or time <= 0:
        return sentence("{time}, {origin} (local ℓ {startup}, B {bandwidth})", **values)
    rate = float(by_size.measured_as(measure, np.array([size]), np.array([time]), devices)[0])
    values["rate"] = format_quantity(rate, BANDWIDTH)
    return sentence("{rate}, {origin} ({time}; local ℓ {startup}, B {bandwidth})", **values)


def size_readings(size: float, links: Sequence[tuple[str, Sentence]]) -> list[Sentence]:
    """Read several links, given by name and reading, at a size in bytes; see :func:`readings`."""
    parts = [sentence("{name}: {reading}", name=name, reading=reading) for name, reading in links]
    return readings(sentence("At {size}:", size=size_text(size)), parts)


def practically_equal(named: Sequence[tuple[str, SizeCurve]], size: float) -> Sentence | None:
    """Name the links that are practically equal at a size in bytes; None where one is the fastest."""
    if len(named) < 2 or size <= 0:
        return None
    links = by_size.fastest_at([curve for _, curve in named], size)
    if len(links) < 2:
        return None
    return sentence(
        "At {size}, {links} are practically equal (within {share}).",
        size=size_text(size),
        links=_names(named, links, _MOST_NAMED_EVERYWHERE),
        share=format_percent(by_size.EQUAL - 1, 1),
    )


def _names(named: Sequence[tuple[str, SizeCurve]], links: Sequence[int], most: int) -> Sentence:
    """Name links by their indices, or count them where they are more than ``most``."""
    if len(links) > most:
        return sentence("{count} links", count=str(len(links)))
    return formatting.listed([named[index][0] for index in links], last_with_and=True)


def fastest_links(named: Sequence[tuple[str, SizeCurve]]) -> Sentence | None:
    """Say which of several links is the fastest at which sizes; None for fewer than two."""
    if len(named) < 2:
        return None
    ranges = by_size.fastest_ranges([curve for _, curve in named])
    if len(ranges) == 1:
        return _fastest_everywhere(named, ranges[0])
    if len(ranges) > _MOST_RANGES:
        return _fastest_mostly(named, ranges)
    return formatting.listed([_fastest_on(named, entry, first=entry is ranges[0]) for entry in ranges])


def _fastest_everywhere(named: Sequence[tuple[str, SizeCurve]], entry: FastestRange) -> Sentence:
    if entry.winner is None:
        links = _names(named, entry.links, _MOST_NAMED_EVERYWHERE)
        return sentence("{links} are practically equal at every size", links=links)
    factor = formatting.short_ratio(float(f"{entry.lead:.2g}"))
    return sentence(
        "{name} is the fastest at every size, by at least {factor}", name=named[entry.winner][0], factor=factor
    )


def _fastest_mostly(named: Sequence[tuple[str, SizeCurve]], ranges: Sequence[FastestRange]) -> Sentence:
    widths: dict[int | None, float] = {}
    for entry in ranges:
        widths[entry.winner] = widths.get(entry.winner, 0.0) + float(np.log(entry.end / entry.start))
    winner = max(widths, key=lambda index: widths[index])
    if winner is None:
        return sentence("the fastest link changes with size; mostly the first two are practically equal")
    return sentence("the fastest link changes with size; mostly it is {name}", name=named[winner][0])


def _fastest_on(named: Sequence[tuple[str, SizeCurve]], entry: FastestRange, *, first: bool) -> Sentence:
    size = format_quantity(entry.start, SIZE, 2)
    if entry.winner is None:
        links = _names(named, entry.links, _MOST_NAMED)
        equal = sentence("{links} are practically equal", links=links)
        return equal if first else sentence("{links} are practically equal from {size}", links=links, size=size)
    name = named[entry.winner][0]
    return (
        sentence("{name} is the fastest", name=name) if first else sentence("{name} from {size}", name=name, size=size)
    )
