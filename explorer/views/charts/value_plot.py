"""A plot of several curves with the scenario's value as a line to drag."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.views.charts.curves_plot import LinkPlot
from explorer.views.charts.value_line import Asked, ValueLine


class ValuePlot(LinkPlot):
    """Tells where the line is dragged to; only an outcome moves it.

    Signals
    -------
    dragged : value (SI) under the mouse that drags the line, between ``drag_started`` and ``drag_ended``.
    """

    drag_started = Signal()
    drag_ended = Signal()
    dragged = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asked = Asked(self)
        self._value = ValueLine(self._asked)
        self.plot.addItem(self._value, ignoreBounds=True)
        self._value.hide()
        self._asked.drag_started.connect(self.drag_started)
        self._asked.drag_ended.connect(self.drag_ended)
        self._asked.dragged_to.connect(self._on_dragged)

    def show_value(self, value: float) -> None:
        """Put the line at a value; on a logarithmic axis, 0 at its beginning."""
        (low, high), _ = self._box.viewRange()
        if self._x is not None:
            at = float(self._x.coordinates.to(value)) if value > 0 or not self._x.coordinates.logarithmic else low
            self._value.setPos(min(max(at, low), high))
            self._value.show()

    def value_pixel(self) -> QPointF:
        """Return where the line stands in the plot's viewport, half-way up."""
        (_, _), (bottom, top) = self._box.viewRange()
        scene = self._box.mapViewToScene(QPointF(self._value.value(), (bottom + top) / 2))
        return QPointF(self.plot.mapFromScene(scene))

    def is_dragged(self) -> bool:
        """Whether the mouse holds the line."""
        return self._value.held

    def _on_dragged(self, coordinate: float) -> None:
        (low, high), _ = self._box.viewRange()
        if self._x is not None:
            self.dragged.emit(float(f"{self._x.coordinates.back(min(max(coordinate, low), high)):.3g}"))

    @override
    def show_pens(self, factor: float) -> None:
        super().show_pens(factor)
        self._value.setPen(pg.mkPen(self._theme.text, width=2 * factor))
        self._value.setHoverPen(pg.mkPen(self._theme.highlight, width=7 * factor))
