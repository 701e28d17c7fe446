"""Throughput against latency: a symbol for each division of the devices, and their Pareto front."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from explorer.answers.parallelism.divisions import Division
from explorer.scenario.quantity import RATE, TIME
from explorer.views.charts.axes import Axis
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series
from explorer.views.widgets.theme import Theme

TENSOR, PIPELINE, REPLICAS, MIXED = "tensor", "pipeline", "replicas", "mixed"

DivisionKey = tuple[int, int, int]

_RADIUS = 6.0
"""Pixels from the centre of a symbol to its edge."""
_REACH = 16.0
"""Pixels from the centre of a symbol within which the mouse points at it."""
_LABEL_WIDTH = 194
"""Pixels for the name of a configuration beside its symbol, enough for three kinds of parallelism."""
_WIDE_SPAN = 8
"""Ratio of the ends of an axis above which it is logarithmic."""


@dataclass(frozen=True)
class Point:
    """A division on the plot, and whether it is on the Pareto front; ``word`` labels the best ones."""

    division: Division
    front: bool
    word: str = ""


def kind_of(division: Division) -> str:
    """Return the only kind of parallelism that a division uses, or that it is mixed."""
    used = [division.tensor > 1, division.pipeline > 1, division.replicas > 1]
    return (TENSOR, PIPELINE, REPLICAS)[used.index(True)] if sum(used) == 1 else MIXED


def _polygon(*corners: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in (*corners, corners[0])]))
    return path


def _shapes(r: float) -> dict[str, QPainterPath]:
    """Return the outline of each kind's symbol around 0, in pixels; ``r`` is the distance from there to an edge."""
    circle, side = QPainterPath(), r - 1
    circle.addEllipse(QPointF(0, 0), r, r)
    return {
        TENSOR: circle,
        PIPELINE: _polygon((-side, -side), (side, -side), (side, side), (-side, side)),
        REPLICAS: _polygon((0, -r), (r, side), (-r, side)),
        MIXED: _polygon((0, -r - 1), (r, 0), (0, r + 1), (-r, 0)),
    }


_SHAPES = _shapes(_RADIUS)


def colour(kind: str, theme: Theme) -> str:
    """Return the colour of a kind."""
    return {TENSOR: theme.split, PIPELINE: theme.devices[1], REPLICAS: theme.one, MIXED: theme.devices[2]}[kind]


def draw_symbol(painter: QPainter, kind: str, theme: Theme, *, hollow: bool = False) -> None:
    """Draw a symbol around the painter's origin."""
    fill = QColor(colour(kind, theme))
    painter.setPen(QPen(fill if hollow else QColor(theme.card), 1.6 if hollow else 1))
    painter.setBrush(QBrush(QColor(theme.card) if hollow else fill))
    painter.drawPath(_SHAPES[kind])


class _Span(NamedTuple):
    """The ends of an axis, and whether it is logarithmic; before anything is shown it holds nothing."""

    low: float = math.inf
    high: float = -math.inf
    logarithmic: bool = False

    @classmethod
    def around(cls, values: Sequence[float]) -> _Span:
        """Return a span with a margin: a ratio where the values are far apart, else from 0."""
        low, high = min(values), max(values)
        return cls(low / 1.6, high * 1.6, True) if high > _WIDE_SPAN * low else cls(0.0, high * 1.12)

    def holds(self, values: Sequence[float]) -> bool:
        return self.low <= min(values) and max(values) <= self.high


class _Symbol(QGraphicsObject):
    """A symbol of a fixed size in pixels at a point of the plot, with a word beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.point: Point | None = None
        self._theme: Theme | None = None
        self._chosen = False
        self.left = False
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)

    @override
    def boundingRect(self) -> QRectF:
        return QRectF(-210, -14, 420, 28) if self.point is not None and self.point.word else QRectF(-12, -12, 24, 24)

    def show_point(self, point: Point | None, theme: Theme, *, chosen: bool) -> None:
        """Show a point, or nothing."""
        self.setVisible(point is not None)
        if (point, theme, chosen) != (self.point, self._theme, self._chosen):
            self.prepareGeometryChange()
            self.point, self._theme, self._chosen = point, theme, chosen
            self.setZValue(20 + (point is not None and bool(point.word)) + 2 * chosen)
            self.update()

    @override
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        point, theme = self.point, self._theme
        if point is None or theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._chosen:
            painter.setPen(QPen(QColor(theme.text), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QRectF(-10, -10, 20, 20))
        draw_symbol(painter, kind_of(point.division), theme, hollow=not point.division.fits)
        if point.word:
            painter.setPen(QColor(theme.text))
            side = Qt.AlignmentFlag.AlignRight if self.left else Qt.AlignmentFlag.AlignLeft
            room = QRectF(-_LABEL_WIDTH - 12, -12, _LABEL_WIDTH, 24) if self.left else QRectF(13, -12, _LABEL_WIDTH, 24)
            painter.drawText(room, int(side | Qt.AlignmentFlag.AlignVCenter), point.word)


class DivisionPlot(CurvesPlot):
    """Draws the points and their Pareto front.

    Signals
    -------
    pointed : key of the division under the mouse, or None.
    picked : key of the division that was clicked, or None for a click beside all.
    """

    pointed = Signal(object)
    picked = Signal(object)

    has_hover_line = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.points: tuple[Point, ...] = ()
        self._chosen: DivisionKey | None = None
        self._symbols: list[_Symbol] = []
        self._x_span = self._y_span = _Span()
        self.plot.scene().sigMouseClicked.connect(self._on_click)

    def show_points(self, points: tuple[Point, ...], chosen: DivisionKey | None, *, keep_ranges: bool) -> None:
        """Show points; ``keep_ranges`` keeps the axes while they hold all points."""
        self.points, self._chosen = points, chosen
        self._show_range(keep_ranges=keep_ranges)
        line = [(point.division.latency_s, point.division.throughput_per_s) for point in points if point.front]
        x, y = (np.array(column, float) for column in zip(*sorted(line), strict=True)) if line else (np.array([]),) * 2
        front = Series(x, y, self.theme.faint, width=1.2, dash=Qt.PenStyle.DashLine)
        self.show_series([front])
        self._show_symbols()

    def _show_symbols(self) -> None:
        while len(self._symbols) < len(self.points):
            self._symbols.append(_Symbol())
            self.plot.addItem(self._symbols[-1], ignoreBounds=True)
        middle = sum(self._box.viewRange()[0]) / 2
        for index, symbol in enumerate(self._symbols):
            point = self.points[index] if index < len(self.points) else None
            if point is not None:
                x = float(self._x.coordinates.to(point.division.latency_s))
                symbol.setPos(x, float(self._y.coordinates.to(point.division.throughput_per_s)))
                symbol.left = x > middle
            symbol.show_point(point, self.theme, chosen=point is not None and point.division.key == self._chosen)

    def _show_range(self, *, keep_ranges: bool) -> None:
        divisions = (point.division for point in self.points)
        finite = [row for row in divisions if math.isfinite(row.throughput_per_s) and row.latency_s > 0]
        if not finite:
            return
        latencies, throughputs = [row.latency_s for row in finite], [row.throughput_per_s for row in finite]
        if keep_ranges and self._x_span.holds(latencies) and self._y_span.holds(throughputs):
            return
        self._x_span, self._y_span = _Span.around(latencies), _Span.around(throughputs)
        self.show_axes(
            Axis.over(TIME, *self._x_span, self.tr("latency")), Axis.over(RATE, *self._y_span, self.tr("throughput"))
        )

    @override
    def apply_theme(self) -> None:
        super().apply_theme()
        self.show_points(self.points, self._chosen, keep_ranges=True)

    # What the mouse points at

    def pixel_of_point(self, key: DivisionKey) -> QPointF:
        """Return the position of a division in the plot's viewport."""
        symbol = next(
            symbol for symbol in self._symbols if symbol.point is not None and symbol.point.division.key == key
        )
        return QPointF(self.plot.mapFromScene(symbol.scenePos()))

    def _near(self, position: QPointF) -> DivisionKey | None:
        distances = [
            (math.hypot(*(symbol.scenePos() - position).toTuple()), symbol.point.division.key)
            for symbol in self._symbols
            if symbol.isVisible() and symbol.point is not None
        ]
        distance, key = min(distances, default=(math.inf, None))
        return key if distance <= _REACH else None

    @override
    def _on_mouse(self, position: QPointF) -> None:
        super()._on_mouse(position)
        self.pointed.emit(self._near(position))

    def _on_click(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(self._near(event.scenePos()))

    @override
    def leaveEvent(self, event: Any) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)
