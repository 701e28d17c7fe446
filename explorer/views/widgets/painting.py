"""What the painted panels share: mixed colours, text on a filled piece, hatching, the longest text that fits."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from explorer.views.widgets.theme import Theme

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
CENTRE = int(Qt.AlignmentFlag.AlignCenter)
"""Where a text is drawn in its room; all are half-way up."""

_LIGHT_TEXT, _DARK_TEXT = "#ffffff", "#14181f"
_LINEAR = 2.4
"""Exponent from a colour's parts to light, near sRGB's own curve and simpler."""


def painter_on(widget: QWidget) -> QPainter:
    """Return a painter on a widget that smooths edges."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


@lru_cache(maxsize=64)
def mixed(colour: str, ground: str, share: float) -> QColor:
    """Return a colour laid over a ground: 1 is the colour itself."""
    over, under = QColor(colour), QColor(ground)
    parts = zip((over.redF(), over.greenF(), over.blueF()), (under.redF(), under.greenF(), under.blueF()), strict=True)
    return QColor.fromRgbF(*(share * first + (1 - share) * second for first, second in parts))


def ink_for(colour: str, theme: Theme) -> QColor:
    """Return the colour of words about something drawn in a colour that is meant for lines: easier to read."""
    return mixed(colour, theme.text, 0.65)


def _luminance(colour: QColor) -> float:
    red, green, blue = colour.redF() ** _LINEAR, colour.greenF() ** _LINEAR, colour.blueF() ** _LINEAR
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


@lru_cache(maxsize=64)
def readable_on(fill: str) -> str:
    """Return the text colour, light or dark, that stands out more on a fill; fills are ``#rrggbb``."""
    ground = _luminance(QColor(fill)) + 0.05
    light = (_luminance(QColor(_LIGHT_TEXT)) + 0.05) / ground
    dark = ground / (_luminance(QColor(_DARK_TEXT)) + 0.05)
    return _LIGHT_TEXT if light >= dark * 0.8 else _DARK_TEXT  # bold white on a mid-tone reads better than it measures


def line(colour: QColor | str, width: float = 1.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """Return a pen that grows with a picture."""
    return QPen(QColor(colour), width, style, Qt.PenCapStyle.FlatCap)


def hatching(area: QRectF, gap: float = 6.0, origin: float | None = None) -> list[QLineF]:
    """Return rising lines that fill an area and end at its edges: patterns do not scale, and SVG knows no clipping.

    Areas beside each other with one ``origin``, the left edge of the first, are hatched as one.
    """
    lines = []
    width, height = area.width(), area.height()
    before = 0.0 if origin is None else area.left() - origin
    at = gap / 2 + math.ceil((before - gap / 2) / gap) * gap - before if before else gap / 2
    while at < width + height:
        low_x, high_x = max(at - height, 0.0), min(at, width)
        # x + (distance from the top) = at
        start = QPointF(area.left() + low_x, area.top() + at - low_x)
        lines.append(QLineF(start, QPointF(area.left() + high_x, area.top() + at - high_x)))
        at += gap
    return lines


@dataclass(frozen=True)
class Fill:
    """How a piece is filled: a colour, rising lines over it, a frame; each ``#rrggbb``, the last two or nothing."""

    colour: str
    hatching: str = ""
    frame: str = ""


def draw_fill(painter: QPainter, area: QRectF, fill: Fill, *, origin: float | None = None) -> None:
    """Fill an area; ``origin`` is the left edge of the piece that it is a part of."""
    painter.fillRect(area, QColor(fill.colour))
    if fill.hatching:
        # Lines a little thicker than text's, so close that a piece of 10 pixels still shows two of them.
        painter.setPen(line(fill.hatching, 1.2))
        painter.drawLines(hatching(area, 5.0, origin))
    if fill.frame:
        painter.setPen(line(fill.frame))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))  # within the area, on whole pixels


def fitting(metrics: QFontMetricsF, texts: Iterable[str], room: float) -> str:
    """Return the first of some texts that fits, or nothing."""
    return next((text for text in texts if metrics.horizontalAdvance(text) <= room), "")
