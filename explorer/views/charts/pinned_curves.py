"""What a plot keeps in sight of the pinned scenario: two thin dotted curves, a hollow dot and its name."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsItem

from explorer.views.charts.axes import Coordinates
from explorer.views.charts.dot import Dot
from explorer.views.widgets.theme import LIGHT, Theme

Values = NDArray[np.float64]
_SHORTEST = 4


@dataclass(frozen=True, eq=False)
class Shade:
    """The pinned scenario on one plot, SI: its curves over x, and where it stands itself."""

    name: str
    x: Values
    one: Values
    split: Values
    value: float
    height: float


def pen(theme: Theme, *, split: bool, factor: float = 1.0) -> QPen:
    """Return the pen of a ghost; the split's is the darker one. Thin, since a wide line costs a drag step."""
    style = Qt.PenStyle.DotLine if split else Qt.PenStyle.DashDotDotLine
    made: QPen = pg.mkPen(theme.text if split else theme.faint, width=1.5 * factor, style=style)
    return made


class Ghost:
    """Graphics items of a plot, below its own curves. Hidden until a shade is shown."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._theme = LIGHT
        self._shown: Shade | None = None
        self._box = plot.getViewBox()
        self._name, self._away_from = "", 0.0
        self._placed: tuple[object, ...] = ()
        self._one = pg.PlotCurveItem(antialias=True)
        self._split = pg.PlotCurveItem(antialias=True)
        self._dot = Dot(-5)
        self._label = pg.TextItem()
        for item in (self._one, self._split, self._dot, self._label):
            item.setZValue(-5)
            item.hide()
            plot.addItem(item, ignoreBounds=True)
        self._label.setZValue(15)  # over the curves, below the line that is dragged
        for curve in (self._one, self._split):
            # It stands still while another scenario is dragged: painted once, not at each step.
            curve.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def show_shade(
        self, shade: Shade | None, x: Coordinates, y: Coordinates, span: tuple[float, float], now: float
    ) -> None:
        """Show a pinned scenario in the coordinates of both axes, or none; ``now`` is where the other one's line is."""
        for item in (self._one, self._split, self._dot, self._label):
            item.setVisible(shade is not None)
        if shade is None:
            self._shown = None
            return
        along = np.asarray(x.to(shade.x))
        for curve, values in ((self._one, shade.one), (self._split, shade.split)):
            heights = y.to(values)
            if not (np.array_equal(curve.xData, along) and np.array_equal(curve.yData, heights)):
                curve.setData(along, heights)
        inside = span[0] <= shade.value <= span[1] and math.isfinite(shade.height)
        self._dot.setVisible(inside)
        if inside:
            self._dot.show_at(float(x.to(shade.value)), float(y.to(shade.height)))
        self._show_label(shade.name, float(x.to(now)) if x.logarithmic is False or now > 0 else -math.inf)
        self._shown = shade

    def _show_label(self, name: str, away_from: float) -> None:
        """Write the name at the foot of the plot, where curves seldom are, away from the line that is dragged."""
        self._name, self._away_from = name, away_from
        self.place_label()

    def place_label(self) -> None:
        """Keep the label within the plot, whatever its width."""
        (low, high), (bottom, _) = self._box.viewRange()
        room, name, right = self._box.width(), self._name, self._away_from < (low + high) / 2
        placed = (name, room, right, low, high, bottom)
        if placed == self._placed:
            return
        self._placed = placed
        self._label.setText(f"⋯ {name}")
        while self._label.boundingRect().width() > 0.9 * room and len(name) > _SHORTEST:
            name = name[:-2]
            self._label.setText(f"⋯ {name}…")
        self._label.setAnchor((1.0, 1.0) if right else (0.0, 1.0))
        self._label.setPos(high if right else low, bottom)

    def label(self) -> str:
        """Return the name that is shown, or nothing."""
        return str(self._label.toPlainText()) if self._label.isVisible() else ""

    def shown(self) -> Shade | None:
        """Return what is shown."""
        return self._shown

    def show_theme(self, theme: Theme, factor: float) -> None:
        """Take the colours of a theme, and pens as wide as a picture asks."""
        self._theme = theme
        self._one.setPen(pen(theme, split=False, factor=factor))
        self._split.setPen(pen(theme, split=True, factor=factor))
        self._dot.show_colours(QColor(theme.card), QColor(theme.text))
        self._label.setColor(QColor(theme.faint))
