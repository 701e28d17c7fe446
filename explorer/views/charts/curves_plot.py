"""A plot of several curves with marks, on axes that are both chosen: the plots of the page "Links"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from explorer.views.charts.axes import Coordinates, QuantityAxis
from explorer.views.charts.placing import anchor
from explorer.views.charts.plot_box import PlotBox
from explorer.views.widgets.theme import LIGHT, Theme

Values = NDArray[np.float64]
_NONE: Values = np.array([])


@dataclass(frozen=True)
class Ends:
    """An axis: its coordinates, its ends in SI and its name without a unit."""

    coordinates: Coordinates
    low: float
    high: float
    title: str

    def label(self) -> str:
        """Return the name with the unit."""
        unit = self.coordinates.unit
        return f"{self.title} ({unit})" if unit else self.title


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


@dataclass(frozen=True)
class Mark:
    """A vertical line at a value (SI) with a word at its top."""

    value: float
    text: str
    colour: str
    dash: Qt.PenStyle = Qt.PenStyle.DashLine


class _Drawn:
    """The items of one curve, made once and used again."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        self.line = pg.PlotCurveItem(antialias=True, connect="finite")
        self.fits = pg.PlotCurveItem(antialias=True, connect="finite")
        self.points = pg.ScatterPlotItem(size=7, pxMode=True, useCache=False)  # sharp on paper
        for z, item in enumerate((self.line, self.fits, self.points), 5):
            item.setZValue(z)
            plot.addItem(item, ignoreBounds=True)

    def show(self, series: Series | None, x: Coordinates, y: Coordinates, factor: float, card: str) -> None:
        self.line.setVisible(series is not None)
        self.points.setVisible(series is not None and len(series.points[0]) > 0)
        self.fits.setVisible(series is not None and len(series.fits[0]) > 0)
        if series is None:
            return
        self.line.setPen(pg.mkPen(series.colour, width=series.width * factor, style=series.dash))
        self.line.setData(_known(x.to(series.x)), _known(y.to(series.y)))
        if self.fits.isVisible():
            self.fits.setPen(pg.mkPen(series.colour, width=1.2 * factor, style=Qt.PenStyle.DashLine))
            self.fits.setData(_known(x.to(series.fits[0])), _known(y.to(series.fits[1])))
        if not self.points.isVisible():
            return
        self.points.setData(
            x.to(series.points[0]),
            y.to(series.points[1]),
            symbol=series.marker,
            size=7 * factor,
            brush=pg.mkBrush(series.colour),
            pen=pg.mkPen(card, width=factor),
        )


def _known(values: Values) -> Values:
    """Leave gaps where a logarithm is not finite."""
    return np.where(np.isfinite(values), values, np.nan)


def bare_plot(bottom: QuantityAxis, left: QuantityAxis, box: PlotBox) -> pg.PlotWidget:
    """Return a plot without pyqtgraph's buttons and menus, which lives no longer than its window."""
    plot = pg.PlotWidget(viewBox=box, axisItems={"bottom": bottom, "left": left})
    plot.hideButtons()
    item = plot.getPlotItem()
    # Without a parent they outlive the window, and Python's collector frees them in the middle of a call of Qt.
    item.ctrlMenu.setParent(plot, item.ctrlMenu.windowFlags())
    item.stateGroup.setParent(plot)
    plot.setFrameShape(plot.Shape.NoFrame)
    for part in (plot, plot.viewport()):
        part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.viewport().setMouseTracking(True)
    box.setMouseEnabled(x=False, y=False)
    return plot


class LinkPlot(QWidget):
    """Curves over two axes, with vertical marks. Shows what it is given and tells where the mouse is.

    Signals
    -------
    hovered : value (SI) on the x axis under the mouse, or NaN when it leaves.
    """

    hovered = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._factor = LIGHT, 1.0
        self._x: Ends | None = None
        self._y: Ends | None = None
        self._series: tuple[Series, ...] = ()
        self._marks: tuple[Mark, ...] = ()
        self._box = PlotBox()
        self._bottom, self._left = QuantityAxis("bottom"), QuantityAxis("left")
        self.plot = bare_plot(self._bottom, self._left, self._box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot)
        self._drawn: list[_Drawn] = []
        self._lines: list[tuple[pg.InfiniteLine, pg.TextItem]] = []
        self._said: dict[int, tuple[str, str, str]] = {}
        self._hover = pg.InfiniteLine(angle=90, movable=False)
        self.plot.addItem(self._hover, ignoreBounds=True)
        self._hover.hide()
        self._box.sigResized.connect(self._place_words)
        self.plot.scene().sigMouseMoved.connect(self._on_mouse)

    # What is shown

    def show_axes(self, x: Ends, y: Ends) -> None:
        """Set both axes."""
        if (x, y) == (self._x, self._y):
            return
        self._x, self._y = x, y
        for axis, ends in ((self._bottom, x), (self._left, y)):
            axis.show_coordinates(ends.coordinates)
            axis.setLabel(ends.label())
        spans = [tuple(float(ends.coordinates.to(end)) for end in (ends.low, ends.high)) for ends in (x, y)]
        self._box.setRange(xRange=spans[0], yRange=spans[1], padding=0, disableAutoRange=True)

    def name_ticks(self, values: Sequence[int]) -> None:
        """Name these values on the x axis, and no others."""
        if self._x is not None:
            self._bottom.setTicks([[(float(self._x.coordinates.to(value)), str(value)) for value in values]])

    def show_series(self, series: Sequence[Series], marks: Sequence[Mark]) -> None:
        """Draw curves and marks in the place of those before."""
        self._series, self._marks = tuple(series), tuple(marks)
        self._draw()

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Draw other marks and leave the curves."""
        self._marks = tuple(marks)
        if self._x is not None:
            self._draw_marks(self._x)

    def series(self) -> tuple[Series, ...]:
        """Return what is drawn."""
        return self._series

    def marks(self) -> tuple[Mark, ...]:
        """Return the marks."""
        return self._marks

    def _draw(self) -> None:
        if self._x is None or self._y is None:
            return
        while len(self._drawn) < len(self._series):
            self._drawn.append(_Drawn(self.plot))
        padded = (*self._series, *[None] * (len(self._drawn) - len(self._series)))
        for drawn, series in zip(self._drawn, padded, strict=True):
            drawn.show(series, self._x.coordinates, self._y.coordinates, self._factor, self._theme.card)
        self._draw_marks(self._x)

    def _draw_marks(self, x: Ends) -> None:
        while len(self._lines) < len(self._marks):
            line, word = pg.InfiniteLine(angle=90, movable=False), pg.TextItem(anchor=(0, 0))
            word.setZValue(30)
            self.plot.addItem(line, ignoreBounds=True)
            self.plot.addItem(word, ignoreBounds=True)
            self._lines.append((line, word))
        for place, (line, word) in enumerate(self._lines):
            mark = self._marks[place] if place < len(self._marks) else None
            inside = mark is not None and x.low <= mark.value <= x.high
            line.setVisible(inside)
            word.setVisible(inside and mark is not None and bool(mark.text))
            if mark is not None and inside:
                line.setPen(pg.mkPen(mark.colour, width=1.5 * self._factor, style=mark.dash))
                line.setPos(float(x.coordinates.to(mark.value)))
                said = (mark.text, mark.colour, self._theme.card)
                if self._said.get(place) != said:  # laying out a text takes longer than moving it
                    self._said[place] = said
                    word.setText(mark.text, color=mark.colour)
                    word.fill = pg.mkBrush(self._theme.card)
        self._place_words()

    def _place_words(self) -> None:
        """Keep the words of the marks within the plot."""
        (low, high), (_, top) = self._box.viewRange()
        for line, word in self._lines:
            at = float(line.value())
            word.setPos(at, top)
            share = (at - low) / (high - low) if high > low else 0.0
            word.setAnchor((anchor(share, word.boundingRect().width(), self._box.width()), 0))

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme; those of curves and marks come with them."""
        self._theme = theme
        self.show_pens(self.devicePixelRatioF())

    def show_pens(self, factor: float) -> None:
        """Draw all lines at a multiple of their width; pyqtgraph's pens do not scale with a picture by themselves."""
        theme, self._factor = self._theme, factor
        self.plot.setBackground(theme.card)
        for axis in (self._bottom, self._left):
            axis.setGrid(38)
            axis.setPen(pg.mkPen(theme.faint, width=self._factor))
            axis.setTextPen(theme.text)
        self._hover.setPen(pg.mkPen(theme.faint, width=self._factor))
        self._draw()

    @override
    def event(self, event: QEvent) -> bool:
        """Follow the screen's scale: pyqtgraph's pens count device pixels."""
        scaled = event.type() in (QEvent.Type.DevicePixelRatioChange, QEvent.Type.Show)
        if scaled and self._factor != self.devicePixelRatioF():
            self.show_pens(self.devicePixelRatioF())
        return super().event(event)

    # What is told

    def pixel_of(self, value: float) -> QPointF:
        """Return where a value of the x axis stands in the plot's viewport, half-way up."""
        (_, _), (bottom, top) = self._box.viewRange()
        at = float(self._x.coordinates.to(value)) if self._x is not None else value
        return QPointF(self.plot.mapFromScene(self._box.mapViewToScene(QPointF(at, (bottom + top) / 2))))

    def _on_mouse(self, position: QPointF) -> None:
        inside = self._box.sceneBoundingRect().contains(position)
        self._hover.setVisible(inside)
        if not inside or self._x is None:
            self.hovered.emit(math.nan)
            return
        value = self._read_at(self._x.coordinates.back(float(self._box.mapSceneToView(position).x())))
        self._hover.setPos(float(self._x.coordinates.to(value)))
        self.hovered.emit(value)

    def _read_at(self, value: float) -> float:
        """Return the value (SI) that is read where the mouse is at another one."""
        return value

    @override
    def leaveEvent(self, event: Any) -> None:
        super().leaveEvent(event)
        self._hover.hide()
        self.hovered.emit(math.nan)
