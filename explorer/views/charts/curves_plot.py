"""The plot of curves of every page, by composition: marks, a level, a threshold, a value to drag, pinned curves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.views.charts.axes import Axis
from explorer.views.charts.axes_plot import AxesPlot
from explorer.views.charts.items import CurveItems, DragSignals, Series, Values
from explorer.views.charts.mark_strip import MarkStrip
from explorer.views.charts.marks import LevelLine, Mark, MarkLines, ThresholdLine, ValueMark
from explorer.views.charts.pinned_curves import PinnedCurves


class CurvesPlot(AxesPlot):
    """Curves over two axes. Shows curves in SI units; asks through its signals and computes nothing.

    Its parts are shown, and read, by themselves once the axes are set: ``mark_lines``, ``level``, ``threshold``,
    ``value`` and ``pinned``. With ``strip``, the words of marks stand above the plot, in rows.

    Signals
    -------
    dragged : value (SI) under the mouse that drags the line, between ``drag_started`` and ``drag_ended``.
    """

    drag_started = Signal()
    drag_ended = Signal()
    dragged = Signal(float)

    def __init__(self, parent: QWidget | None = None, *, strip: bool = False) -> None:
        super().__init__(parent)
        self._series: tuple[Series, ...] = ()
        self.strip = MarkStrip(self) if strip else None
        if self.strip is not None:
            self._layout.insertWidget(0, self.strip)
        self._drags = DragSignals(self)
        self._curves: list[CurveItems] = []
        self.mark_lines = MarkLines(self.plot, self.strip)
        self.level = LevelLine(self.plot)
        self.threshold = ThresholdLine(self.plot)
        self.value = ValueMark(self.plot, self._drags)
        self.pinned = PinnedCurves(self.plot)
        self._parts = (self.mark_lines, self.level, self.threshold, self.value, self.pinned)
        self._drags.drag_started.connect(self.drag_started)
        self._drags.drag_ended.connect(self.drag_ended)
        self._drags.dragged_to.connect(self._on_dragged)
        self._box.sigResized.connect(self._place)

    def _place(self) -> None:
        for part in self._parts:
            part.place()

    # What is shown

    @override
    def show_axes(self, x: Axis, y: Axis) -> None:
        super().show_axes(x, y)
        for part in self._parts:
            part.show_axes(x, y)

    def show_series(self, series: Sequence[Series], marks: Sequence[Mark] = ()) -> None:
        """Draw curves and marks in the place of those before."""
        self._series = tuple(series)
        self._draw()
        self.mark_lines.show(marks)

    def _draw(self) -> None:
        while len(self._curves) < len(self._series):
            self._curves.append(CurveItems(self.plot))
        theme = self.theme
        padded = (*self._series, *[None] * (len(self._curves) - len(self._series)))
        for items, series in zip(self._curves, padded, strict=True):
            items.show(series, self._x.coordinates, self._y.coordinates, theme, self._factor)

    @override
    def show_pens(self, factor: float) -> None:
        super().show_pens(factor)
        self._draw()
        for part in self._parts:
            part.show_pens(self.theme, factor)

    # What can be read

    def series(self) -> tuple[Series, ...]:
        """Return the curves as they were given."""
        return self._series

    def drawn(self) -> list[tuple[Values, Values]]:
        """Return the curves as they are painted, SI."""
        return [items.drawn() for items in self._curves if items.line.isVisible()]

    # What is asked

    def _on_dragged(self, at: QPointF) -> None:
        (low, high), _ = self._box.viewRange()
        pixel = (high - low) / max(self._box.width(), 1)
        self.dragged.emit(self._x.rounded(min(max(at.x(), low), high), pixel))
