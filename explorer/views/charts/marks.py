"""Lines across a plot, with what is written at them: marks, a level, a threshold with its shading, the value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsRectItem
from typing_extensions import override

from explorer.views.charts.axes import BLANK, Axis
from explorer.views.charts.items import Dot, DragSignals, Layer, Series, ValueLine, Values, anchor, pen
from explorer.views.charts.mark_strip import MarkStrip
from explorer.views.widgets.theme import LIGHT, Theme

_ABOVE = 1.15
"""Anchor of a level's word above its line, in heights of the word: it does not cover the line."""
_MARK = 1.5
"""Width of a mark's line: thinner than the curves, which it crosses."""
_GRIP = 7.0
"""Width of the value's line under the mouse: as wide as what the mouse can take hold of."""


@dataclass(frozen=True)
class Mark:
    """A vertical line at a value (SI) with a word at its top."""

    value: float
    text: str
    colour: str
    dash: Qt.PenStyle = Qt.PenStyle.DashLine


@dataclass(frozen=True)
class Level:
    """A horizontal line at a height (SI), with a word on it."""

    value: float
    colour: str
    text: str = ""
    width: float = 1.0
    dash: Qt.PenStyle = Qt.PenStyle.DotLine


class PlotPart:
    """Items of a plot that belong together, in the coordinates of its axes. Hidden until they are shown."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._plot, self._box = plot, plot.getViewBox()
        self._theme, self._factor = LIGHT, 1.0
        self._x = self._y = BLANK

    def _add(self, item: Any, layer: Layer) -> Any:
        item.setZValue(layer)
        item.hide()
        self._plot.addItem(item, ignoreBounds=True)
        return item

    def _line(self, angle: int, layer: Layer) -> pg.InfiniteLine:
        return self._add(pg.InfiniteLine(angle=angle, movable=False), layer)

    def show_axes(self, x: Axis, y: Axis) -> None:
        """Use the coordinates of these axes when shown next."""
        self._x, self._y = x, y

    def show_pens(self, theme: Theme, factor: float) -> None:
        """Take the colours of a theme, and draw lines at a multiple of their width."""
        self._theme, self._factor = theme, factor

    def place(self) -> None:
        """Keep words within the plot, whatever its size."""


class _Word(pg.TextItem):  # type: ignore[misc]
    """A text on the colour of the card. Laying out takes longer than moving, so only a new text is laid out."""

    _written: tuple[str, str, str] = ("", "", "")

    def write(self, text: str, colour: str, ground: str) -> None:
        """Show a text, or hide where there is none."""
        self.setVisible(bool(text))
        if (text, colour, ground) != self._written:
            self._written = (text, colour, ground)
            self.setText(text, color=colour)
            self.fill = pg.mkBrush(ground)

    def keep_within(self, box: pg.ViewBox, at: float) -> None:
        """Move to the top of the plot beside a coordinate, within its edges."""
        if not self.isVisible():
            return
        (low, high), (_, top) = box.viewRange()
        self.setPos(at, top)
        share = (at - low) / (high - low) if high > low else 0.0
        self.setAnchor((anchor(share, self.boundingRect().width(), box.width()), 0))


class MarkLines(PlotPart):
    """Vertical lines with words at their tops or, where there is a strip, above the plot."""

    def __init__(self, plot: pg.PlotWidget, strip: MarkStrip | None) -> None:
        super().__init__(plot)
        self._strip = strip
        self._marks: tuple[Mark, ...] = ()
        self._lines: list[tuple[pg.InfiniteLine, _Word]] = []
        self._inside: list[Mark] = []

    def marks(self) -> tuple[Mark, ...]:
        """Return the marks as they were given."""
        return self._marks

    def drawn(self) -> list[float]:
        """Return the values, SI, of the lines that are drawn."""
        return [self._x.coordinates.back(float(line.value())) for line, _ in self._lines if line.isVisible()]

    def show(self, marks: Sequence[Mark]) -> None:
        """Draw those marks that lie within the axis."""
        self._marks = tuple(marks)
        self._inside = [mark for mark in marks if self._x.low <= mark.value <= self._x.high]
        while len(self._lines) < len(self._inside):
            self._lines.append((self._line(90, Layer.MARK), self._add(_Word(), Layer.WORD)))
        for line, word in self._lines[len(self._inside) :]:
            line.hide()
            word.hide()
        for mark, (line, word) in zip(self._inside, self._lines, strict=False):
            line.setPen(pen(mark.colour, _MARK * self._factor, mark.dash))
            line.setPos(float(self._x.coordinates.to(mark.value)))
            line.show()
            word.write("" if self._strip is not None else mark.text, mark.colour, self._theme.card)
        self.place()

    @override
    def place(self) -> None:
        for _, (line, word) in zip(self._inside, self._lines, strict=False):
            word.keep_within(self._box, float(line.value()))
        if self._strip is not None and self._box.width():
            at = [QPointF(float(self._x.coordinates.to(mark.value)), 0.0) for mark in self._inside]
            left = [float(self._plot.mapFromScene(self._box.mapViewToScene(point)).x()) for point in at]
            self._strip.show_words([(x, mark.text, mark.colour) for x, mark in zip(left, self._inside, strict=True)])

    @override
    def show_pens(self, theme: Theme, factor: float) -> None:
        super().show_pens(theme, factor)
        self.show(self._marks)


class LevelLine(PlotPart):
    """One horizontal line, with a word at the end, above or below the line, where it covers the fewest points."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        super().__init__(plot)
        self._line_item = self._line(0, Layer.LEVEL)
        self._word: _Word = self._add(_Word(anchor=(1, _ABOVE)), Layer.WORD)
        self._level: Level | None = None
        self._points: tuple[Values, Values] = (np.array([]), np.array([]))

    def level(self) -> Level | None:
        """Return the level that is drawn."""
        return self._level

    def word_box(self) -> QRectF:
        """Return the rectangle of the word in the plot's viewport."""
        return QRectF(self._plot.mapFromScene(self._word.mapRectToScene(self._word.boundingRect())).boundingRect())

    def show(self, level: Level | None, curves: Sequence[Series] = ()) -> None:
        """Draw a level that lies within the axis of heights, its word clear of curves, or none."""
        self._level = level if level is not None and self._y.low < level.value < self._y.high else None
        self._line_item.setVisible(self._level is not None)
        if curves:
            xs, ys = (np.concatenate([getattr(curve, name) for curve in curves]) for name in "xy")
            self._points = np.asarray(self._x.coordinates.to(xs)), np.asarray(self._y.coordinates.to(ys))
        if self._level is None:
            self._word.hide()
            return
        self._line_item.setPos(float(self._y.coordinates.to(self._level.value)))
        self._line_item.setPen(pen(self._level.colour, self._level.width * self._factor, self._level.dash))
        self._word.write(self._level.text, self._level.colour, self._theme.card)
        self.place()

    @override
    def place(self) -> None:
        (low, high), (bottom, top) = self._box.viewRange()
        if not self._word.isVisible() or not self._box.width() or not self._box.height():
            return
        size, at = self._word.boundingRect(), float(self._line_item.value())
        wide = size.width() / self._box.width() * (high - low)
        tall = size.height() / self._box.height() * (top - bottom)
        xs, ys = self._points

        def covered(corner: tuple[float, float]) -> float:
            """Return how many points of curves the word covers, or infinity where it leaves the plot."""
            left, under = high - wide if corner[0] else low, at - (1 - corner[1]) * tall
            inside = (left <= xs) & (xs <= left + wide) & (under <= ys) & (ys <= under + tall)
            return math.inf if under < bottom or under + tall > top else float(np.count_nonzero(inside))

        corner = min(((right, down) for right in (1.0, 0.0) for down in (_ABOVE, 1 - _ABOVE)), key=covered)
        self._word.setAnchor(corner)
        self._word.setPos(high if corner[0] else low, at)

    @override
    def show_pens(self, theme: Theme, factor: float) -> None:
        super().show_pens(theme, factor)
        self.show(self._level)


class ThresholdLine(PlotPart):
    """A threshold as a labelled line, with the side shaded where the target is met."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        super().__init__(plot)
        self._region: QGraphicsRectItem = self._add(QGraphicsRectItem(), Layer.REGION)
        self._region.setPen(QPen(Qt.PenStyle.NoPen))
        self._line_item = self._line(90, Layer.THRESHOLD)
        self._word: _Word = self._add(_Word(), Layer.WORD)
        self._text, self._at = "", 0.0

    def value(self) -> float | None:
        """Return the threshold, SI, whose line is drawn."""
        visible = self._line_item.isVisible()
        return self._x.coordinates.back(float(self._line_item.value())) if visible else None

    def region(self) -> tuple[float, float] | None:
        """Return the ends, SI, of what is shaded."""
        back, rect = self._x.coordinates.back, self._region.rect()
        return (back(rect.left()), back(rect.right())) if self._region.isVisible() else None

    def text(self) -> str:
        """Return what is written at the line, or at the edge beyond which it lies."""
        return self._text

    def show(self, value: float | None, text: str, region: tuple[float, float] | None) -> None:
        """Draw a threshold (SI), with an arrow where it lies beyond an edge, and the region; None hides them."""
        (low, high), (bottom, top) = self._box.viewRange()
        at = math.nan if value is None else float(self._x.coordinates.to(value))
        inside = low <= at <= high
        self._line_item.setVisible(inside)
        if inside:
            self._line_item.setPos(at)
        beyond = "" if inside else " →" if at > high else " ←"
        self._text = "" if value is None else text + beyond
        self._word.write(self._text, self._theme.pays, self._theme.card)
        self._at = low if value is None else min(max(at, low), high)
        self.place()
        ends = (low, low) if region is None else (self._edge(region[0]), self._edge(region[1]))
        self._region.setVisible(ends[0] < ends[1])
        if ends[0] < ends[1]:
            self._region.setRect(QRectF(ends[0], bottom, ends[1] - ends[0], top - bottom))

    def _edge(self, value: float) -> float:
        """Return the coordinate of an end of the region, within the plot."""
        (low, high), _ = self._box.viewRange()
        if value == 0 and self._x.coordinates.logarithmic:
            return float(low)
        return float(high if math.isinf(value) else min(max(self._x.coordinates.to(value), low), high))

    @override
    def place(self) -> None:
        self._word.keep_within(self._box, self._at)

    @override
    def show_pens(self, theme: Theme, factor: float) -> None:
        super().show_pens(theme, factor)
        self._region.setBrush(QColor(theme.pays_tint))
        self._line_item.setPen(pen(theme.pays, 2 * factor, Qt.PenStyle.DashLine))
        self._word.write(self._text, theme.pays, theme.card)


class ValueMark(PlotPart):
    """The scenario's value as a line to drag, with dots where it crosses curves."""

    def __init__(self, plot: pg.PlotWidget, signals: DragSignals) -> None:
        super().__init__(plot)
        self._line_item: ValueLine = self._add(ValueLine(signals), Layer.VALUE)
        self._infinity = self._add(pg.TextItem("∞", anchor=(1.2, 0.5)), Layer.WORD)  # left of the line, at the edge
        self._dots: list[Dot] = []
        self._colours: tuple[str, ...] = ()

    def value(self) -> float:
        """Return the value, SI, at the line: that of an edge for infinity, and for 0 on a logarithmic axis."""
        return self._x.coordinates.back(float(self._line_item.value()))

    def dots(self) -> list[tuple[float, float]]:
        """Return value and height, SI, of each dot."""
        points = [dot.pos() for dot in self._dots if dot.isVisible()]
        return [(self._x.coordinates.back(point.x()), self._y.coordinates.back(point.y())) for point in points]

    def is_dragged(self) -> bool:
        """Whether the mouse holds the line."""
        return self._line_item.held

    def show(self, value: float, dots: Sequence[tuple[float, str]] = ()) -> None:
        """Show a value (SI), infinity at the right edge, with dots, each of a height (SI) and a colour."""
        x, ((low, high), (bottom, top)) = self._x, self._box.viewRange()
        nowhere = value <= 0 and x.coordinates.logarithmic
        at = high if math.isinf(value) else low if nowhere else float(x.coordinates.to(value))
        if x.limits is None:
            at = min(max(at, low), high)  # nobody can zoom out to find the line beyond an edge
        self._line_item.setPos(at)
        self._line_item.show()
        self._infinity.setVisible(math.isinf(value))
        self._infinity.setPos(at, (bottom + top) / 2)
        while len(self._dots) < len(dots):
            self._dots.append(self._add(Dot(Layer.DOT), Layer.DOT))
        for dot in self._dots[len(dots) :]:
            dot.hide()
        self._colours = tuple(colour for _, colour in dots)
        for dot, (height, colour) in zip(self._dots, dots, strict=False):
            dot.show_colours(colour, self._theme.card)
            dot.show_at(at, float(self._y.coordinates.to(height)))

    @override
    def show_pens(self, theme: Theme, factor: float) -> None:
        super().show_pens(theme, factor)
        self._line_item.setPen(pen(theme.text, 2 * factor))
        self._line_item.setHoverPen(pen(theme.highlight, _GRIP * factor))
        self._infinity.setColor(QColor(theme.text))
        for dot, colour in zip(self._dots, self._colours, strict=False):
            dot.show_colours(colour, theme.card)
