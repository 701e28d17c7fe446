"""What a plot keeps in sight of the pinned scenario: two thin dotted curves, a hollow dot and its name."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsItem
from typing_extensions import override

from explorer.views.charts.items import CurveItems, Dot, Layer, Series, Values, pen
from explorer.views.charts.marks import PlotPart
from explorer.views.widgets.theme import Theme

_SHORTEST = 4
"""Letters of a name that are kept in the narrowest plot."""
_ROOM = 0.9
"""Share of the plot's width that a name may take: the line that is dragged stays free at the other side."""
_WIDTH = 1.5
"""Thin, since a wide line costs a drag step."""


@dataclass(frozen=True, eq=False)
class PinnedState:
    """The pinned scenario on one plot, SI: its curves, of one device and of the split, and its own point."""

    name: str
    curves: tuple[Series, Series]
    value: float
    height: float


def pinned_pen(theme: Theme, *, split: bool) -> QPen:
    """Return the pen of a pinned curve; the split's is the darker one."""
    style = Qt.PenStyle.DotLine if split else Qt.PenStyle.DashDotDotLine
    return pen(theme.text if split else theme.faint, _WIDTH, style)


class PinnedCurves(PlotPart):
    """Items below the plot's own curves."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        super().__init__(plot)
        self._state: PinnedState | None = None
        self._name, self._away_from = "", 0.0
        self._placed: tuple[object, ...] = ()
        self._curves = CurveItems(plot, Layer.PINNED), CurveItems(plot, Layer.PINNED)
        self._dot = self._add(Dot(Layer.PINNED), Layer.PINNED)
        self._label = self._add(pg.TextItem(), Layer.PINNED_NAME)  # over the curves, below the line that is dragged
        for curve in self._curves:
            # It stands still while another scenario is dragged: painted once, not at each step.
            curve.line.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def label(self) -> str:
        """Return the name that is written, or nothing."""
        return str(self._label.toPlainText()) if self._state is not None else ""

    def drawn(self) -> list[tuple[Values, Values]]:
        """Return the curves as they are painted, SI: that of one device and that of the split."""
        return [curve.drawn() for curve in self._curves if curve.line.isVisible()]

    def dot(self) -> tuple[float, float] | None:
        """Return value and height, SI, of the dot, or None where it lies outside the plot."""
        at = self._dot.pos()
        where = self._x.coordinates.back(at.x()), self._y.coordinates.back(at.y())
        return where if self._dot.isVisible() else None

    def show(self, state: PinnedState | None, now: float) -> None:
        """Show a pinned scenario, or none; ``now`` is the value (SI) at the line of the present one."""
        self._state = state
        self._draw()
        self._label.setVisible(state is not None)
        x, y = self._x.coordinates, self._y.coordinates
        inside = state is not None and self._holds(state)
        self._dot.setVisible(inside)
        if state is None:
            return
        if inside:
            self._dot.show_at(float(x.to(state.value)), float(y.to(state.height)))
        self._name = state.name
        self._away_from = -math.inf if x.logarithmic and now <= 0 else float(x.to(now))
        self.place()

    def _holds(self, state: PinnedState) -> bool:
        """Whether the dot lies within the plot: SVG drops the plot's clip, and it would stand on another widget."""
        return self._x.low <= state.value <= self._x.high and self._y.low <= state.height <= self._y.high

    def _draw(self) -> None:
        curves = (None, None) if self._state is None else self._state.curves
        for items, series in zip(self._curves, curves, strict=True):
            items.show(series, self._x.coordinates, self._y.coordinates, self._theme, self._factor)

    @override
    def place(self) -> None:
        """Write the name at the foot of the plot, where curves seldom are, away from the line that is dragged."""
        (low, high), (bottom, _) = self._box.viewRange()
        room, name, right = self._box.width(), self._name, self._away_from < (low + high) / 2
        placed = (name, room, right, low, high, bottom)
        if placed == self._placed:
            return
        self._placed = placed
        self._label.setText(f"⋯ {name}")
        while self._label.boundingRect().width() > _ROOM * room and len(name) > _SHORTEST:
            name = name[:-2]
            self._label.setText(f"⋯ {name}…")
        self._label.setAnchor((1.0, 1.0) if right else (0.0, 1.0))
        self._label.setPos(high if right else low, bottom)

    @override
    def show_pens(self, theme: Theme, factor: float) -> None:
        super().show_pens(theme, factor)
        self._draw()
        self._dot.show_colours(theme.card, theme.text)
        self._label.setColor(QColor(theme.faint))
