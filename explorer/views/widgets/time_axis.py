"""The time axis below painted bars: round ticks in the unit that fits."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from explorer.scenario.quantity import COUNT, TIME, best_unit, format_quantity
from explorer.views.widgets.painting import LEFT, RIGHT, fitting, line
from explorer.views.widgets.theme import Theme

_TYPICAL = 1.5
"""The unit is that of two thirds of the longest time: most ticks are read there."""
_APART = 14.0
"""Pixels between two texts: at less they read as one number."""
_NARROWEST = 12.0
"""Pixels between two ticks with texts: no text is narrower with its distance."""
_MINOR_APART = 5.0
"""Pixels between two small ticks: closer ones are a grey band."""
_MAJOR, _MINOR = 4.0, 2.0
"""Pixels of the ticks, which leave the texts close below."""
_NAME_APART = 8.0
"""Pixels between the axis' name and its first text, half of which lies left of the axis' beginning."""


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
    unit = best_unit(longest / _TYPICAL, TIME)
    scale = float(unit.scale)
    begin, end = first / scale, last / scale
    power = math.floor(math.log10(end - begin)) - 2
    while True:
        for factor, parts in ((1, 5), (2, 4), (5, 5)):
            step = factor * 10.0**power
            pixels = step / (end - begin) * room
            if pixels < _NARROWEST:
                continue
            indices = _multiples(begin, end, step)
            texts = [_text(index * step, step) for index in indices]
            # The widest are the last ones.
            if max(map(width_of, texts[-2:]), default=0.0) + _APART <= pixels or len(texts) <= 2:
                major = tuple((index * step * scale, text) for index, text in zip(indices, texts, strict=True))
                return TimeAxis(major, _minor(step, (begin, end), parts, pixels, scale), unit.name)
        power += 1


def _multiples(begin: float, end: float, step: float) -> range:
    """Return the multiples of a step, as whole numbers of steps, that lie within the ends."""
    return range(math.ceil(begin / step * (1 - 1e-12)), math.floor(end / step * (1 + 1e-12)) + 1)


def _minor(step: float, ends: tuple[float, float], parts: int, pixels: float, scale: float) -> tuple[float, ...]:
    if pixels / parts < _MINOR_APART:
        return ()
    small = step / parts
    return tuple(index * small * scale for index in _multiples(*ends, small) if index % parts)


def _text(value: float, step: float) -> str:
    """Write a tick with as many decimals as its step has."""
    if value == 0:
        return "0"
    if not 1e-3 <= step < 1e5:
        apart = math.floor(math.log10(abs(value))) - math.floor(math.log10(step) + 1e-9)
        return format_quantity(value, COUNT, max(4, apart + 1))
    return f"{value:.{max(0, -math.floor(math.log10(step) + 1e-9))}f}"


def draw_time_axis(
    painter: QPainter, axis: TimeAxis, area: QRectF, x_of: Callable[[float], float], theme: Theme, *, name: str
) -> None:
    """Draw the axis below an area, and thin lines up through it from the ticks.

    ``x_of`` returns where a time stands; the ``name`` holds the unit, and is written left of the area.
    """
    metrics = QFontMetricsF(painter.font())
    bottom, height = round(area.bottom()) + 0.5, metrics.height()
    majors = [(x_of(at), text) for at, text in axis.major]
    painter.setPen(line(theme.grid))
    painter.drawLines([QLineF(x, area.top(), x, bottom) for x, _ in majors])
    painter.setPen(line(theme.faint))
    painter.drawLine(QLineF(area.left(), bottom, area.right(), bottom))
    painter.drawLines([QLineF(x, bottom, x, bottom + _MAJOR) for x, _ in majors])
    painter.drawLines([QLineF(x_of(at), bottom, x_of(at), bottom + _MINOR) for at in axis.minor])
    painter.setPen(QColor(theme.text))
    for x, text in majors:
        width = metrics.horizontalAdvance(text)
        left = min(x - width / 2, area.right() - width)  # the last one keeps within the area
        painter.drawText(QRectF(left, bottom + _MAJOR, width + 1, height), LEFT, text)
    painter.setPen(QColor(theme.faint))
    room = area.left() - _NAME_APART - metrics.horizontalAdvance("0") / 2
    painter.drawText(QRectF(0, bottom + _MAJOR, room, height), RIGHT, fitting(metrics, (name, axis.unit), room))
