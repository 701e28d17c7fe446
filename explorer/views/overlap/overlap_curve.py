"""A small curve of the split's time against f, directly above the slider of f."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.views.charts.items import anchor
from explorer.views.widgets.card import sized
from explorer.views.widgets.painting import LEFT, RIGHT, ink_for, line, painter_on
from explorer.views.widgets.theme import theme_of

EDGE = 8.0
"""Pixels between an end of the slider and the end of its groove, where its handle stands at 0 or 1."""

_FONT = 0.92
"""Of the window's font, as in the bars above: their labels are in one column."""
_PAD = 4.0
"""Pixels between labels and what they are beside."""
_DOT = 4.0
"""Pixels of the radius of the dot at the present f: seen on a curve 2 pixels wide."""


@dataclass(frozen=True)
class Bend:
    """A curve against f in [0, 1] that falls along straight lines.

    Attributes
    ----------
    points : f and seconds where it bends, ends included; without any, nothing is painted.
    present : the scenario's own f and its time.
    labels : what stands at the height of the first and of the last point; equal ones are written once.
    threshold : f from which the target is met, and its label; None where that is no number.
    region : between which f the target is met, or None where nowhere.
    symbol : what stands at the axis.
    margin : pixels for the labels at the left.
    """

    points: tuple[tuple[float, float], ...] = ()
    present: tuple[float, float] = (0.0, 0.0)
    labels: tuple[str, str] = ("", "")
    threshold: tuple[float, str] | None = None
    region: tuple[float, float] | None = None
    symbol: str = ""
    margin: float = 0.0


class OverlapCurve(QWidget):
    """Shows a :class:`Bend`. Its x axis goes from ``margin + EDGE`` at the left to ``EDGE`` before the right end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bend = Bend()
        self.setFont(sized(self.font(), _FONT))

    def show_bend(self, bend: Bend) -> None:
        """Show a curve."""
        if bend != self._bend:
            self._bend = bend
            self.update()

    def bend(self) -> Bend:
        """Return what is shown."""
        return self._bend

    # Where things stand

    def _area(self) -> QRectF:
        left, text = self._bend.margin + EDGE, self.fontMetrics().height()
        width, height = self.width() - left - EDGE, self.height() - 1.5 * text - 2
        return QRectF(left, text / 2, max(width, 1.0), max(height, 2.0))

    def point(self, share: float, time: float) -> QPointF:
        """Return where an f and a time stand; a curve without slope lies half-way up."""
        area, points = self._area(), self._bend.points
        high, low = points[0][1], points[-1][1]
        height = (high - time) / (high - low) if high > low else 0.5
        return QPointF(area.left() + share * area.width(), area.top() + height * area.height())

    # What is drawn

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        bend = self._bend
        if not bend.points:
            return
        painter = painter_on(self)
        area, theme = self._area(), theme_of(self)
        self._draw_ground(painter, bend, area)
        curve = [self.point(*point) for point in bend.points]
        painter.setPen(line(theme.bound, 1.6, Qt.PenStyle.DashLine))
        painter.drawLine(QLineF(area.left(), curve[-1].y(), area.right(), curve[-1].y()))
        dot = self.point(*bend.present)
        painter.setPen(line(theme.text, 1.2))
        painter.drawLine(QLineF(dot.x(), dot.y(), dot.x(), area.bottom()))
        painter.setPen(line(theme.split, 2))
        painter.drawPolyline(QPolygonF(curve))
        self._draw_threshold(painter, bend, area)
        painter.setPen(line(theme.card, 1))
        painter.setBrush(QColor(theme.split))
        painter.drawEllipse(dot, _DOT, _DOT)
        self._draw_labels(painter, bend, curve)

    def _draw_ground(self, painter: QPainter, bend: Bend, area: QRectF) -> None:
        """Shade where the target is met; draw the axis of f."""
        theme, metrics = theme_of(self), QFontMetricsF(painter.font())
        if bend.region is not None:
            first, last = (area.left() + min(max(end, 0.0), 1.0) * area.width() for end in bend.region)
            painter.fillRect(QRectF(first, area.top(), last - first, area.height()), QColor(theme.pays_tint))
        painter.setPen(line(theme.grid))
        across = [area.left() + part / 4 * area.width() for part in range(5)]
        painter.drawLines([QLineF(x, area.top(), x, area.bottom()) for x in across])
        painter.setPen(line(theme.faint))
        painter.drawLine(QLineF(area.left(), area.bottom(), area.right(), area.bottom()))
        painter.setPen(QColor(theme.text))
        for x, text in zip(across[::2], (f"{bend.symbol} = 0", "50 %", "100 %"), strict=True):
            width = metrics.horizontalAdvance(text)
            left = min(max(x - width / 2, area.left() - _PAD), self.width() - width)
            painter.drawText(QRectF(left, area.bottom() + 1, width + 1, metrics.height()), LEFT, text)

    def _draw_labels(self, painter: QPainter, bend: Bend, curve: list[QPointF]) -> None:
        """Write the times at both ends of the curve to its left."""
        theme, metrics = theme_of(self), QFontMetricsF(painter.font())
        heights = (curve[0].y(), curve[-1].y())
        texts = bend.labels[:1] if heights[0] == heights[1] else bend.labels
        colours = (QColor(theme.text), ink_for(theme.bound, theme))
        for text, y, colour in zip(texts, heights, colours, strict=False):
            painter.setPen(colour)
            room = QRectF(0, y - metrics.height() / 2, bend.margin - 2 * _PAD, metrics.height())
            painter.drawText(room, RIGHT, metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width()))

    def _draw_threshold(self, painter: QPainter, bend: Bend, area: QRectF) -> None:
        if bend.threshold is None:
            return
        share, text = bend.threshold
        x, metrics = self.point(share, bend.points[-1][1]).x(), QFontMetricsF(painter.font())
        pays = theme_of(self).pays
        painter.setPen(line(pays, 2, Qt.PenStyle.DashLine))
        painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
        width, height = metrics.horizontalAdvance(text) + 2 * _PAD, metrics.height()
        left = x - width * anchor(share, width, area.width())
        top = self._free_height(left, width, height, area)
        painter.setPen(QColor(pays))
        painter.drawText(QRectF(left + _PAD, top, width, height), LEFT, text)

    def _free_height(self, left: float, width: float, height: float, area: QRectF) -> float:
        """Return a height at which a label keeps clear of the curve and of the dot."""
        reach = self._height_at(left) - _DOT, self._height_at(left + width) + _DOT
        candidates = (area.top(), area.bottom() - height - 2, area.center().y() - height / 2)
        clear = (top for top in candidates if top + height <= reach[0] or top >= reach[1])
        return next(clear, area.top())

    def _height_at(self, x: float) -> float:
        """Return how high the curve is at a place."""
        curve = [self.point(*point) for point in self._bend.points]
        return float(np.interp(x, [point.x() for point in curve], [point.y() for point in curve]))
