"""The time axis below painted bars: round ticks in the unit that fits."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from explorer.scenario.quantity import COUNT, TIME, format_quantity
from explorer.views.charts.axes import Coordinates

_APART = 14.0
_MINOR_APART = 5.0


@dataclass(frozen=True)
class TimeAxis:
    """Ticks of an axis: seconds and text of the major ones, seconds of the minor ones, and the unit."""

    major: tuple[tuple[float, str], ...]
    minor: tuple[float, ...]
    unit: str


def time_axis(
    longest: float, last: float, room: float, width_of: Callable[[str], float], first: float = 0.0
) -> TimeAxis:
    """Choose ticks 1, 2 or 5 times a power of ten apart, as many as have room.

    Parameters
    ----------
    longest : the time, seconds, that decides the unit.
    last : end of the axis, seconds; above its beginning.
    room : length of the axis in pixels.
    width_of : width of a text in pixels.
    first : beginning of the axis, seconds.
    """
    unit = Coordinates.over(TIME, 0.0, longest, False)
    begin, end = first / unit.scale, last / unit.scale
    power = math.floor(math.log10(end - begin)) - 2
    while True:
        for factor, parts in ((1, 5), (2, 4), (5, 5)):
            step = factor * 10.0**power
            pixels = step / (end - begin) * room
            if pixels < 12:  # too close for any text: no need to write it
                continue
            places = _places(begin, end, step)
            texts = [_text(index * step, step) for index in places]
            # The widest are the last ones.
            if max(map(width_of, texts[-2:]), default=0.0) + _APART <= pixels or len(texts) <= 2:
                major = tuple((index * step * unit.scale, text) for index, text in zip(places, texts, strict=True))
                return TimeAxis(major, _minor(step, (begin, end), parts, pixels, unit.scale), unit.unit)
        power += 1


def _places(begin: float, end: float, step: float) -> range:
    """Multiples of the step that lie within the ends."""
    return range(math.ceil(begin / step * (1 - 1e-12)), math.floor(end / step * (1 + 1e-12)) + 1)


def _minor(step: float, ends: tuple[float, float], parts: int, pixels: float, scale: float) -> tuple[float, ...]:
    if pixels / parts < _MINOR_APART:
        return ()
    small = step / parts
    return tuple(index * small * scale for index in _places(*ends, small) if index % parts)


def _text(value: float, step: float) -> str:
    """Write a tick with as many decimals as its step has."""
    if value == 0:
        return "0"
    if not 1e-3 <= step < 1e5:
        apart = math.floor(math.log10(abs(value))) - math.floor(math.log10(step) + 1e-9)
        return format_quantity(value, COUNT, max(4, apart + 1))
    return f"{value:.{max(0, -math.floor(math.log10(step) + 1e-9))}f}"
