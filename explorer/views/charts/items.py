"""The items of a plot: its inside, curves, dots and what the mouse can drag. Each is made once and used again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from explorer.views.charts.axes import BLANK, Coordinates
from explorer.views.charts.curve import ClippedCurve
from explorer.views.widgets.theme import Theme

Values = NDArray[np.float64]
_NONE: Values = np.array([])

_RADIUS = 4.5
"""Pixels: a dot is seen on a curve 3 pixels wide, and two dots on near curves stay apart."""
_POINT = 7.0
"""Pixels across a marker: smaller than a dot, since there are many, and its shape is still seen."""
_FIT = 1.2
"""Width of a fit's dashes: thinner than any curve, which it lies upon."""


class Layer(IntEnum):
    """The order of drawing on a plot, from below. All that the mouse can drag lies above the curves."""

    REGION = -20
    PINNED = -5
    MARK = 0
    LEVEL = 4
    CURVE = 5
    FIT = 6
    POINT = 7
    THRESHOLD = 8
    PINNED_NAME = 15
    VALUE = 20
    DOT = 25
    WORD = 30


@dataclass(frozen=True, eq=False)
class Series:
    """A curve with what belongs to it, in SI: points as markers, fits as dashes."""

    x: Values
    y: Values
    colour: str
    marker: str = "o"
    width: float = 2.0
    dash: Qt.PenStyle = Qt.PenStyle.SolidLine
    points: tuple[Values, Values] = field(default=(_NONE, _NONE))
    fits: tuple[Values, Values] = field(default=(_NONE, _NONE))
    name: str = ""

    @classmethod
    def drawn_with(cls, look: QPen, x: Values, y: Values, name: str = "") -> Series:
        """Return a curve that is drawn with a pen."""
        return cls(x, y, look.color().name(), width=look.widthF(), dash=look.style(), name=name)


@lru_cache(maxsize=256)
def pen(colour: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """Return a pen whose width counts device pixels, whatever the plot's range. It is shared: never change it.

    Kept, since making some twenty pens anew takes a twentieth of a drag step.
    """
    cosmetic: QPen = pg.mkPen(colour, width=width, style=style)
    return cosmetic


def anchor(share: float, label: float, room: float) -> float:
    """Return which part of a label, 0 (left end) to 1 (right end), to put at a point, so that no edge cuts it.

    Parameters
    ----------
    share : where the point is, 0 at the plot's left edge and 1 at its right.
    label, room : widths of the label and the plot, in the same pixels.
    """
    at = min(max(share, 0.0), 1.0) * room
    if at + label <= room:
        return 0.0
    if at >= label:
        return 1.0
    return min(max((at + label - room) / max(label, 1.0), 0.0), 1.0)


class PlotBox(pg.ViewBox):  # type: ignore[misc]
    """The inside of a plot: the wheel zooms along x, a drag moves what is zoomed, a double click goes back."""

    reset_asked = Signal()

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.setMouseEnabled(x=False, y=False)
        self.setDefaultPadding(0)
        self.disableAutoRange()
        self.may_move = False

    @override
    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        # A drag that misses the line by a pixel must not move the whole plot away.
        if self.may_move and event.button() == Qt.MouseButton.LeftButton:
            super().mouseDragEvent(event, axis)
        else:
            event.ignore()

    @override
    def mouseDoubleClickEvent(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.reset_asked.emit()
            event.accept()


class Dot(QGraphicsObject):
    """A filled circle at a point of the plot's coordinates, as large whatever the range.

    pyqtgraph's scatter plot builds its symbols anew for each move. An object, not a plain item: PySide6 6.12 lets the
    Python side of a plain item go while Qt still paints it.
    """

    def __init__(self, layer: Layer) -> None:
        super().__init__()
        self._room = QRectF(-_RADIUS, -_RADIUS, 2 * _RADIUS, 2 * _RADIUS)
        self._brush, self._pen = QBrush(), QPen()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setZValue(layer)
        self.hide()

    @override
    def boundingRect(self) -> QRectF:
        return self._room.adjusted(-1, -1, 1, 1)  # half the pen's width and a pixel of antialiasing

    @override
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._pen)
        painter.setBrush(self._brush)
        painter.drawEllipse(self._room)

    def show_at(self, x: float, y: float) -> None:
        """Show the dot at a point."""
        self.setPos(x, y)
        self.show()

    def show_colours(self, fill: str, line: str) -> None:
        """Take other colours."""
        brush, edge = QBrush(QColor(fill)), QPen(QColor(line), 1)
        if (brush, edge) != (self._brush, self._pen):
            self._brush, self._pen = brush, edge
            self.update()


class DragSignals(QObject):
    """The signals of an item that the mouse drags: a graphics item has none that are typed."""

    drag_started = Signal()
    drag_ended = Signal()
    dragged_to = Signal(QPointF)


class Draggable:
    """Mixed into an item of pyqtgraph: asks where the mouse drags it to, in coordinates. Only an outcome moves it."""

    signals: DragSignals
    held = False
    mapToParent: Callable[[Any], Any]

    def mouseDragEvent(self, event: Any) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.isStart():
            self.held = True
            self.signals.drag_started.emit()
        if not self.held:
            return
        event.accept()
        self.signals.dragged_to.emit(QPointF(self.mapToParent(event.pos())))
        if event.isFinish():
            self.held = False
            self.signals.drag_ended.emit()

    def mouseClickEvent(self, event: Any) -> None:
        event.ignore()


class ValueLine(Draggable, pg.InfiniteLine):  # type: ignore[misc]
    """A vertical line at a value, which the mouse can drag."""

    def __init__(self, signals: DragSignals) -> None:
        super().__init__(angle=90, movable=True)
        self.signals = signals
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.addMarker("^", 0.0, 11)  # a handle to see, and more room for the mouse


def _known(values: Values) -> Values:
    """Leave gaps where a logarithm is not finite."""
    return np.where(np.isfinite(values), values, np.nan)


class CurveItems:
    """The items of one curve. Fits and points are made when a curve has some."""

    def __init__(self, plot: pg.PlotWidget, layer: Layer = Layer.CURVE) -> None:
        self._plot = plot
        self.line = self._curve(layer)
        self._fits: ClippedCurve | None = None
        self._points: pg.ScatterPlotItem | None = None
        self._drawn: tuple[object, ...] = ()
        self._x = self._y = BLANK.coordinates

    def _curve(self, layer: Layer) -> ClippedCurve:
        curve = ClippedCurve()
        self._add(curve, layer)
        return curve

    def _add(self, item: Any, layer: Layer) -> Any:
        item.setZValue(layer)
        self._plot.addItem(item, ignoreBounds=True)
        return item

    def show(self, series: Series | None, x: Coordinates, y: Coordinates, theme: Theme, factor: float) -> None:
        """Draw a curve in the coordinates of both axes, with lines ``factor`` times as wide; None hides all."""
        drawn = (series, x, y, theme.card, factor)
        if drawn == self._drawn:
            return
        self._drawn, self._x, self._y = drawn, x, y
        self.line.setVisible(series is not None)
        if self._fits is not None:
            self._fits.setVisible(series is not None and len(series.fits[0]) > 0)
        if self._points is not None:
            self._points.setVisible(series is not None and len(series.points[0]) > 0)
        if series is not None:
            self._draw(self.line, (series.x, series.y), pen(series.colour, series.width * factor, series.dash))
            self._show_details(series, theme, factor)

    def drawn(self) -> tuple[Values, Values]:
        """Return the curve as it is painted, SI."""
        xs, ys = self.line.getData()
        return np.array([self._x.back(at) for at in xs]), np.array([self._y.back(at) for at in ys])

    def _show_details(self, series: Series, theme: Theme, factor: float) -> None:
        """Draw the fits and the points of a curve that has some."""
        if len(series.fits[0]):
            self._fits = self._fits or self._curve(Layer.FIT)
            self._draw(self._fits, series.fits, pen(series.colour, _FIT * factor, Qt.PenStyle.DashLine))
        if len(series.points[0]):
            # Without the cache, which keeps symbols as pixels: they are sharp on paper.
            self._points = self._points or self._add(pg.ScatterPlotItem(pxMode=True, useCache=False), Layer.POINT)
            self._points.setData(
                self._x.to(series.points[0]),
                self._y.to(series.points[1]),
                symbol=series.marker,
                size=_POINT * factor,
                brush=pg.mkBrush(series.colour),
                pen=pen(theme.card, factor),
            )

    def _draw(self, item: ClippedCurve, values: tuple[Values, Values], look: QPen) -> None:
        """Take what has changed: a path is built anew, and painted, for data that are set."""
        if item.opts["pen"] != look:
            item.setPen(look)
        x, y = _known(self._x.to(values[0])), _known(self._y.to(values[1]))
        if not (np.array_equal(item.xData, x) and np.array_equal(item.yData, y)):
            item.setData(x, y)
