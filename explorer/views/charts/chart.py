"""One plot, by composition: axes, curves, the scenario's value as a line that can be dragged, threshold and shading."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from explorer.views.charts.axes import Coordinates, QuantityAxis
from explorer.views.charts.dot import Dot
from explorer.views.charts.pinned_curves import Ghost, Shade
from explorer.views.charts.placing import anchor
from explorer.views.charts.plot_box import PlotBox
from explorer.views.charts.value_line import Asked, ValueLine
from explorer.views.widgets.theme import LIGHT, Theme

Values = NDArray[np.float64]

_MARGIN = 0.02
"""Share of a range that is added before its beginning, where no value can lie."""


@dataclass(frozen=True)
class Frame:
    """Both axes of a plot: coordinates, ranges in SI (y starts at 0), the x axis's name and the limits of zooming."""

    x: Coordinates
    y: Coordinates
    span: tuple[float, float]
    top: float
    title: str
    limits: tuple[float, float]


class Chart(QWidget):
    """A plot against one quantity. Shows what it is given, in SI; asks through its signals and computes nothing.

    Signals
    -------
    dragged : value (SI) under the mouse that drags the line, between ``drag_started`` and ``drag_ended``.
    hovered : value (SI) under the mouse, or NaN when it leaves.
    zoomed : the person has chosen another range.
    reset_asked : the person wants the usual range back.
    """

    drag_started = Signal()
    drag_ended = Signal()
    dragged = Signal(float)
    hovered = Signal(float)
    zoomed = Signal()
    reset_asked = Signal()

    def __init__(self, curves: Mapping[str, QPen], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._pens = LIGHT, curves
        self._pens_at = 0.0
        self._asked = Asked(self)
        self._box = PlotBox()
        self._bottom, self._left = QuantityAxis("bottom"), QuantityAxis("left")
        self.plot = pg.PlotWidget(viewBox=self._box, axisItems={"bottom": self._bottom, "left": self._left})
        self.plot.hideButtons()
        item = self.plot.getPlotItem()
        # Without a parent they outlive the window, and Python's collector frees them in the middle of a call of Qt that
        # holds a lock which their end waits for: the process hangs.
        item.ctrlMenu.setParent(self.plot, item.ctrlMenu.windowFlags())  # still a menu, no part of the plot
        item.stateGroup.setParent(self.plot)
        self.plot.setFrameShape(self.plot.Shape.NoFrame)
        for part in (self.plot, self.plot.viewport()):
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot)
        self._frame: Frame | None = None
        self._moved = False
        self._x: Coordinates | None = None
        self._y: Coordinates | None = None
        self._add_items(curves)
        self.ghost = Ghost(self.plot)
        self._connect()

    def _add_items(self, curves: Mapping[str, QPen]) -> None:
        self._region = pg.LinearRegionItem(movable=False)
        self._region.setZValue(-20)
        for line in self._region.lines:
            line.setPen(pg.mkPen(None))
        self._level = pg.InfiniteLine(angle=0, movable=False)
        self._threshold = pg.InfiniteLine(angle=90, movable=False)
        self._threshold.setZValue(5)
        self._label = pg.TextItem(anchor=(0, 0))
        self._label.setZValue(30)
        self._infinite = pg.TextItem("∞", anchor=(1.2, 0.5))
        self._hover = pg.InfiniteLine(angle=90, movable=False)
        self._line = ValueLine(self._asked)
        self._dots = {name: Dot(25) for name in curves}
        self._curves = {name: pg.PlotCurveItem(pen=pen, antialias=True) for name, pen in curves.items()}
        for item in (
            self._region,
            self._level,
            self._threshold,
            self._hover,
            *self._curves.values(),
            self._line,
            *self._dots.values(),
        ):
            self.plot.addItem(item, ignoreBounds=True)
        for text in (self._label, self._infinite):
            self.plot.addItem(text, ignoreBounds=True)
        for item in (self._region, self._level, self._threshold, self._label, self._infinite, self._hover):
            item.hide()

    def _connect(self) -> None:
        self._asked.drag_started.connect(self.drag_started)
        self._asked.drag_ended.connect(self.drag_ended)
        self._asked.dragged_to.connect(self._on_dragged)
        self._box.sigResized.connect(self._place_labels)
        self._box.reset_asked.connect(self.reset_asked)
        self._box.sigRangeChangedManually.connect(self._on_zoomed)
        self.plot.scene().sigMouseMoved.connect(self._on_mouse)
        self.plot.viewport().setMouseTracking(True)

    # What is shown

    def show_frame(self, frame: Frame) -> None:
        """Set both axes. An equal frame costs nothing: the axes keep their pictures."""
        if frame == self._frame and not self._moved:
            return
        self._frame, self._moved = frame, False
        self._x, self._y = x, y = frame.x, frame.y
        self._bottom.show_coordinates(x)
        self._left.show_coordinates(y)
        self._bottom.setLabel(f"{frame.title} ({x.unit})" if x.unit else frame.title)
        self._left.setLabel(self.tr("time ({unit})").format(unit=y.unit) if y.unit else self.tr("speed-up"))
        self._limit(x, *frame.limits)
        low, high = (float(x.to(end)) for end in frame.span)
        if not x.logarithmic and frame.span[0] == frame.limits[0]:
            low -= _MARGIN * (high - low)  # so that a value at the very beginning is seen whole
        self._box.setRange(xRange=(low, high), yRange=(0.0, float(y.to(frame.top))), padding=0, disableAutoRange=True)

    def _limit(self, x: Coordinates, low: float, high: float) -> None:
        """Keep panning and the wheel within values (SI) that the parameter can have."""
        if x.logarithmic:
            first, last = math.log10(max(low, 1e-30)), math.log10(min(high, 1e30))
            self._box.setLimits(xMin=first, xMax=last, minXRange=1e-3, maxXRange=last - first)
        else:
            span = (high - low) / x.scale
            self._box.setLimits(
                xMin=(low - _MARGIN * (high - low)) / x.scale,
                xMax=high / x.scale,
                minXRange=span * 1e-6,
                maxXRange=span,
            )

    def let_move(self, allowed: bool) -> None:
        """Let a drag of the background move the range, as where the person has zoomed in."""
        self._box.may_move = allowed

    def show_curves(self, x: Values, curves: Mapping[str, Values]) -> None:
        """Draw the named curves over x; those not named are hidden."""
        if self._x is None or self._y is None:
            return
        along = np.asarray(self._x.to(x))
        for name, item in self._curves.items():
            values = curves.get(name)
            item.setVisible(values is not None)
            if values is None:
                continue
            heights = self._y.to(values)
            if not (np.array_equal(item.xData, along) and np.array_equal(item.yData, heights)):
                item.setData(along, heights)

    def show_ghost(self, shade: Shade | None, now: float) -> None:
        """Keep the pinned scenario in sight, or none; ``now`` is the value of the one that is shown."""
        if self._x is not None and self._y is not None and self._frame is not None:
            self.ghost.show_shade(shade, self._x, self._y, self._frame.span, now)

    def show_value(self, value: float, dots: Mapping[str, float]) -> None:
        """Put the line at the scenario's value, infinity at the right edge, with a dot on each named curve."""
        if self._x is None or self._y is None:
            return
        (low, high), _ = self._box.viewRange()
        at = high if math.isinf(value) else float(self._x.to(value)) if value > 0 or not self._x.logarithmic else low
        self._line.setPos(at)
        self._infinite.setVisible(math.isinf(value))
        self._infinite.setPos(at, self._box.viewRange()[1][1] / 2)
        for name, dot in self._dots.items():
            if name in dots:
                dot.show_at(at, float(self._y.to(dots[name])))
            else:
                dot.hide()

    def show_threshold(self, value: float | None, text: str, region: tuple[float, float] | None) -> None:
        """Draw the threshold as a labelled line and shade where the target is met; None hides them."""
        if self._x is None:
            return
        (low, high), (_, top) = self._box.viewRange()
        at = None if value is None else float(self._x.to(value))
        inside = at is not None and low <= at <= high
        self._threshold.setVisible(inside)
        self._label.setVisible(at is not None)
        if at is not None:
            if inside:
                self._threshold.setPos(at)
            beyond = "" if inside else ("→" if at > high else "←")
            self._label.setText(f"{text} {beyond}".strip(), color=self._theme.pays)
            self._label.setPos(min(max(at, low), high), top)
            self._place_labels()
        self._show_region(region, low, high)

    def _place_labels(self) -> None:
        """Keep labels within the plot, whatever its width."""
        (low, high), _ = self._box.viewRange()
        share = (self._label.pos().x() - low) / (high - low)
        self._label.setAnchor((anchor(share, self._label.boundingRect().width(), self._box.width()), 0))
        self.ghost.place_label()

    def _show_region(self, region: tuple[float, float] | None, low: float, high: float) -> None:
        if self._x is None or region is None:
            self._region.hide()
            return
        first, last = (
            low if end == 0 and self._x.logarithmic else high if math.isinf(end) else float(self._x.to(end))
            for end in region
        )
        first, last = max(first, low), min(last, high)
        self._region.setVisible(first < last)
        if first < last:
            self._region.setRegion((first, last))

    def show_level(self, value: float | None) -> None:
        """Draw a horizontal line at a height (SI), or none."""
        self._level.setVisible(value is not None)
        if value is not None and self._y is not None:
            self._level.setPos(float(self._y.to(value)))

    def show_theme(self, theme: Theme, pens: Mapping[str, QPen]) -> None:
        """Take the colours of a theme; pyqtgraph does not follow the palette."""
        self._theme, self._pens = theme, pens
        self.plot.setBackground(theme.card)
        for axis in (self._bottom, self._left):
            axis.setGrid(38)
        self._region.setBrush(QColor(theme.pays_tint))
        self._label.fill = pg.mkBrush(theme.card)
        self._infinite.setText("∞", color=theme.text)
        self.show_pens(self.devicePixelRatioF())

    def show_pens(self, factor: float) -> None:
        """Draw all lines at a multiple of their width; pyqtgraph's pens do not scale with a picture by themselves."""
        theme, self._pens_at = self._theme, factor

        def pen(colour: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
            made: QPen = pg.mkPen(colour, width=width * factor, style=style)
            return made

        for axis in (self._bottom, self._left):
            axis.setPen(pen(theme.faint, 1))
            axis.setTextPen(theme.text)  # setPen takes the label's colour with it
        for name, own in self._pens.items():
            self._dots[name].show_colours(own.color(), QColor(theme.card))
            self._curves[name].setPen(pg.mkPen(own.color(), width=own.widthF() * factor, style=own.style()))
        self.ghost.show_theme(theme, factor)
        self._level.setPen(pen(theme.faint, 1, Qt.PenStyle.DotLine))
        self._threshold.setPen(pen(theme.pays, 2, Qt.PenStyle.DashLine))
        self._hover.setPen(pen(theme.faint, 1))
        self._line.setPen(pen(theme.text, 2))
        self._line.setHoverPen(pen(theme.highlight, 7))  # as wide as what the mouse can grab

    @override
    def event(self, event: QEvent) -> bool:
        """Follow the screen's scale: pyqtgraph's pens count device pixels."""
        if (
            event.type() in (QEvent.Type.DevicePixelRatioChange, QEvent.Type.Show)
            and self._pens_at != self.devicePixelRatioF()
        ):
            self.show_pens(self.devicePixelRatioF())
        return super().event(event)

    # What is asked

    def is_dragged(self) -> bool:
        """Whether the mouse holds the line."""
        return self._line.held

    def x_range(self) -> tuple[float, float]:
        """Return the range of values on the x axis, SI."""
        (low, high), _ = self._box.viewRange()
        if self._x is None or self._frame is None:
            return low, high
        return max(self._x.back(low), self._frame.limits[0]), self._x.back(high)  # without the margin at the beginning

    def pixel_of(self, value: float) -> QPointF:
        """Return where a value stands in the plot's viewport, half-way up."""
        (_, _), (bottom, top) = self._box.viewRange()
        at = float(self._x.to(value)) if self._x is not None else value
        scene = self._box.mapViewToScene(QPointF(at, (bottom + top) / 2))
        return QPointF(self.plot.mapFromScene(scene))

    def _on_dragged(self, coordinate: float) -> None:
        (low, high), _ = self._box.viewRange()
        if self._x is not None:
            value = self._x.back(min(max(coordinate, low), high))
            pixel = abs(self._x.back(coordinate + (high - low) / max(self._box.width(), 1)) - self._x.back(coordinate))
            digits = 4 if pixel == 0 or value == 0 else math.ceil(math.log10(abs(value) / pixel)) + 1
            self.dragged.emit(float(f"{value:.{min(max(digits, 3), 15)}g}"))  # no finer than a pixel

    def _on_zoomed(self) -> None:
        self._moved = True
        self.zoomed.emit()

    def _on_mouse(self, position: QPointF) -> None:
        inside = self._box.sceneBoundingRect().contains(position)
        self._hover.setVisible(inside)
        if not inside or self._x is None:
            self.hovered.emit(math.nan)
            return
        at = float(self._box.mapSceneToView(position).x())
        self._hover.setPos(at)
        self.hovered.emit(self._x.back(at))

    @override
    def leaveEvent(self, event: Any) -> None:
        super().leaveEvent(event)
        self._hover.hide()
        self.hovered.emit(math.nan)
