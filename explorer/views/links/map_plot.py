"""A map over two logarithmic axes, with a line through it and a cross that the mouse can drag."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Draggable, DragSignals, Values

DOUBLINGS = 2.0
"""Speed-ups beyond 4 and below 1/4 have the last colour."""
_CROSS = 22
"""Pixels across the cross: large enough for the mouse to take hold of."""
_BELOW, _ABOVE = -30, 40
"""Layers of the colours, below all curves, and of the cross, above all."""


class _Cross(Draggable, pg.TargetItem):  # type: ignore[misc]
    """The cross that marks the scenario on the map."""

    def __init__(self, signals: DragSignals) -> None:
        super().__init__(size=_CROSS, symbol="crosshair", movable=True)
        self.signals = signals
        self.setZValue(_ABOVE)
        self.setCursor(Qt.CursorShape.SizeAllCursor)


class MapPlot(CurvesPlot):
    """Shows ratios as colours, the line between losing and paying, and where the scenario is.

    Signals
    -------
    cross_dragged : x and y (SI) under the mouse that drags the cross, between ``drag_started`` and ``drag_ended``.
    pointed : x and y (SI) under the mouse, or NaN and NaN when it leaves.
    """

    cross_dragged = Signal(float, float)
    pointed = Signal(float, float)

    has_hover_line = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cross_drags = DragSignals(self)
        self._image = pg.ImageItem()
        self._image.setZValue(_BELOW)
        self._image.hide()
        self.plot.addItem(self._image, ignoreBounds=True)
        self._cross = _Cross(self._cross_drags)
        self._cross.hide()
        self.plot.addItem(self._cross, ignoreBounds=True)
        self._cross_drags.drag_started.connect(self.drag_started)
        self._cross_drags.drag_ended.connect(self.drag_ended)
        self._cross_drags.dragged_to.connect(self._on_moved)

    def show_map(self, x: Values, y: Values, ratios: Values) -> None:
        """Show ratios over both axes; rows are y."""
        with np.errstate(divide="ignore"):
            heights = np.clip(np.log2(ratios), -DOUBLINGS, DOUBLINGS)
        self._image.setImage(np.asarray(heights.T, np.float32), levels=(-DOUBLINGS, DOUBLINGS))
        left, right, bottom, top = (math.log10(end) for end in (x[0], x[-1], y[0], y[-1]))
        self._image.setRect(QRectF(left, bottom, right - left, top - bottom))
        self._image.show()

    def show_cross(self, x: float, y: float) -> None:
        """Put the cross where the scenario is; at an edge where it is 0."""
        (left, right), (bottom, top) = self._box.viewRange()
        at = math.log10(x) if x > 0 else left
        height = math.log10(y) if y > 0 else bottom
        self._cross.setPos(QPointF(min(max(at, left), right), min(max(height, bottom), top)))
        self._cross.show()

    def cross_pixel(self) -> QPointF:
        """Return where the cross is in the plot's viewport."""
        return QPointF(self.plot.mapFromScene(self._box.mapViewToScene(self._cross.pos())))

    def is_dragged(self) -> bool:
        """Whether the mouse holds the cross."""
        return bool(self._cross.held)

    @override
    def show_pens(self, factor: float) -> None:
        super().show_pens(factor)
        theme = self.theme
        ends = [QColor(colour) for colour in (theme.loses, theme.card, theme.pays)]
        table = pg.ColorMap([0.0, 0.5, 1.0], [colour.getRgb() for colour in ends])
        self._image.setLookupTable(table.getLookupTable(nPts=256))
        self._cross.setBrush(pg.mkBrush(None))
        self._cross.setHoverBrush(pg.mkBrush(None))
        self._cross.setPen(pg.mkPen(theme.text, width=2 * self._factor))
        self._cross.setHoverPen(pg.mkPen(theme.highlight, width=3 * self._factor))

    def _on_moved(self, point: QPointF) -> None:
        (left, right), (bottom, top) = self._box.viewRange()
        at = 10.0 ** min(max(point.x(), left), right), 10.0 ** min(max(point.y(), bottom), top)
        self.cross_dragged.emit(*(float(f"{value:.3g}") for value in at))

    @override
    def _on_mouse(self, position: QPointF) -> None:
        super()._on_mouse(position)
        if not self._box.sceneBoundingRect().contains(position):
            self.pointed.emit(math.nan, math.nan)
            return
        at = self._box.mapSceneToView(position)
        self.pointed.emit(10.0 ** float(at.x()), 10.0 ** float(at.y()))

    @override
    def leaveEvent(self, event: Any) -> None:
        super().leaveEvent(event)
        self.pointed.emit(math.nan, math.nan)
