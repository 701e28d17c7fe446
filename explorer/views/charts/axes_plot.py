"""A plot with two axes and nothing on it: ranges, zooming along x, the mouse over it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.views.charts.axes import BLANK, Axis, QuantityAxis
from explorer.views.charts.items import PlotBox, Values, pen
from explorer.views.widgets.layouts import column
from explorer.views.widgets.theme import Themed

_GRID = 38
"""Alpha of the grid, of 255: seen between curves, and never taken for one."""


def bare_plot(bottom: QuantityAxis, left: QuantityAxis, box: PlotBox) -> pg.PlotWidget:
    """Return a plot without pyqtgraph's buttons and menus, which lives no longer than its window."""
    plot = pg.PlotWidget(viewBox=box, axisItems={"bottom": bottom, "left": left})
    plot.hideButtons()
    item = plot.getPlotItem()
    # Without a parent they outlive the window, and Python's collector frees them in the middle of a call of Qt that
    # holds a lock which their end waits for: the process hangs.
    item.ctrlMenu.setParent(plot, item.ctrlMenu.windowFlags())  # still a menu, no part of the plot
    item.stateGroup.setParent(plot)
    plot.setFrameShape(plot.Shape.NoFrame)
    for part in (plot, plot.viewport()):
        part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.viewport().setMouseTracking(True)
    return plot


class AxesPlot(Themed, QWidget):
    """Two axes, and a vertical line that follows the mouse.

    Signals
    -------
    hovered : value (SI) on the x axis under the mouse, or NaN when it leaves.
    zoomed : the person has chosen another range of x, within the axis's limits.
    reset_asked : the person wants the usual range back.
    """

    hovered = Signal(float)
    zoomed = Signal()
    reset_asked = Signal()

    has_hover_line = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._factor, self._pens_at = 1.0, 0.0
        self._x = self._y = BLANK
        self._has_zoomed = False
        self._stops: Values = np.array([])
        self._box = PlotBox()
        self._bottom, self._left = QuantityAxis("bottom"), QuantityAxis("left")
        self.plot = bare_plot(self._bottom, self._left, self._box)
        self._layout = column(self.plot, owner=self, spacing=0)
        self._hover = pg.InfiniteLine(angle=90, movable=False)
        self.plot.addItem(self._hover, ignoreBounds=True)
        self._hover.hide()
        self._box.reset_asked.connect(self.reset_asked)
        self._box.sigRangeChangedManually.connect(self._on_zoomed)
        self.plot.scene().sigMouseMoved.connect(self._on_mouse)

    # What is shown

    def show_axes(self, x: Axis, y: Axis) -> None:
        """Set both axes. Equal ones cost nothing: they keep their pictures."""
        if (x, y) == (self._x, self._y) and not self._has_zoomed:
            return
        self._x, self._y, self._has_zoomed = x, y, False
        for item, axis in ((self._bottom, x), (self._left, y)):
            item.show_coordinates(axis.coordinates)
            item.setLabel(axis.label())
        self._limit(x)
        self._box.setRange(xRange=x.ends(), yRange=y.ends(), padding=0, disableAutoRange=True)
        if self.isVisible():
            self.settle()

    def _limit(self, x: Axis) -> None:
        """Keep panning and the wheel within values that the parameter can have."""
        widest = x.widest()
        self._box.setMouseEnabled(x=widest is not None, y=False)
        if widest is not None:
            low, high = widest
            least = 1e-3 if x.coordinates.logarithmic else 1e-6 * (high - low)  # closer, values differ in no digit
            self._box.setLimits(xMin=low, xMax=high, minXRange=least, maxXRange=high - low)

    def let_move(self, allowed: bool) -> None:
        """Let a drag of the background move the range, as where the person has zoomed in."""
        self._box.may_move = allowed

    def name_ticks(self, values: Sequence[int]) -> None:
        """Name these values on the x axis, and no others."""
        self._bottom.setTicks([[(float(self._x.coordinates.to(value)), str(value)) for value in values]])

    def show_stops(self, stops: Values) -> None:
        """Let the mouse read only at these values of x (SI)."""
        self._stops = stops

    @override
    def apply_theme(self) -> None:
        """Draw axes and grounds in the colours of the theme; those of curves and marks come with them."""
        self.show_pens(self.devicePixelRatioF())

    def show_pens(self, factor: float) -> None:
        """Draw all lines at a multiple of their width; pyqtgraph's pens do not scale with a picture by themselves."""
        theme = self.theme
        self._factor = self._pens_at = factor
        self.plot.setBackground(theme.card)
        for axis in (self._bottom, self._left):
            axis.setGrid(_GRID)
            axis.setPen(pen(theme.faint, factor))
            axis.setTextPen(theme.text)  # setPen takes the label's colour with it
        self._hover.setPen(pen(theme.faint, factor))

    def settle(self) -> None:
        """Give all its place before it is painted; pyqtgraph finds some places while it paints, and paints twice."""
        for axis in (self._bottom, self._left):
            axis.take_room()
        self.plot.getPlotItem().layout.activate()
        self.plot.scene().prepareForPaint()
        for item in self.plot.items():
            item.boundingRect()  # of a line, found anew with the range

    @override
    def event(self, event: QEvent) -> bool:
        """Follow the screen's scale, as pyqtgraph's pens count device pixels, and the plot's size."""
        scaled = event.type() in (QEvent.Type.DevicePixelRatioChange, QEvent.Type.Show)
        if scaled and self._pens_at != self.devicePixelRatioF():
            self.show_pens(self.devicePixelRatioF())
        taken = super().event(event)
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.settle()
        return taken

    # What can be read

    def axes(self) -> tuple[Axis, Axis]:
        """Return both axes as they were set."""
        return self._x, self._y

    def x_range(self) -> tuple[float, float]:
        """Return the range of the x axis, SI, as the person has zoomed, without the margin at its beginning."""
        (low, high), _ = self._box.viewRange()
        least, most = self._x.limits or (-math.inf, math.inf)
        return max(self._x.coordinates.back(low), least), min(self._x.coordinates.back(high), most)

    def y_range(self) -> tuple[float, float]:
        """Return the range of values on the y axis, SI."""
        _, (bottom, top) = self._box.viewRange()
        return self._y.coordinates.back(bottom), self._y.coordinates.back(top)

    def pixel_of(self, value: float, height: float | None = None) -> QPointF:
        """Return the point of a value of x in the plot's viewport, at a height (SI) or half-way up."""
        _, (bottom, top) = self._box.viewRange()
        y = (bottom + top) / 2 if height is None else float(self._y.coordinates.to(height))
        scene = self._box.mapViewToScene(QPointF(float(self._x.coordinates.to(value)), y))
        return QPointF(self.plot.mapFromScene(scene))

    def inside(self) -> QRectF:
        """Return where the inside of the plot is in its viewport."""
        return QRectF(self.plot.mapFromScene(self._box.sceneBoundingRect()).boundingRect())

    def hover_value(self) -> float | None:
        """Return the value at the line that follows the mouse, or None where it is hidden."""
        return self._x.coordinates.back(float(self._hover.value())) if self._hover.isVisible() else None

    # What is asked

    def _on_zoomed(self) -> None:
        self._has_zoomed = True
        self.zoomed.emit()

    def _on_mouse(self, position: QPointF) -> None:
        inside = self._box.sceneBoundingRect().contains(position)
        self._hover.setVisible(inside and self.has_hover_line)
        if not inside:
            self.hovered.emit(math.nan)
            return
        value = self._x.coordinates.back(float(self._box.mapSceneToView(position).x()))
        if len(self._stops):
            value = float(self._stops[np.abs(self._stops - value).argmin()])
        self._hover.setPos(float(self._x.coordinates.to(value)))
        self.hovered.emit(value)

    @override
    def leaveEvent(self, event: Any) -> None:
        super().leaveEvent(event)
        self._hover.hide()
        self.hovered.emit(math.nan)
