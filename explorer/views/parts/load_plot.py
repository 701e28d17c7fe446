"""Times against arrival rate, with words that make room for each other, and the scenario's rate as a line to drag."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.views.parts.link_chart import LinkPlot
from explorer.views.parts.theme import Theme
from explorer.views.parts.value_line import Asked, ValueLine

_GAP, _MOST = 6.0, 0.4
"""Pixels between two words, and the share of the height that words may cover: below them are the curves."""


class LoadPlot(LinkPlot):
    """A plot of several curves with a line at the scenario's arrival rate and one at the latency target.

    Signals
    -------
    dragged : rate (SI) under the mouse that drags the line, between ``drag_started`` and ``drag_ended``.
    """

    drag_started = Signal()
    drag_ended = Signal()
    dragged = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asked = Asked(self)
        self._value = ValueLine(self._asked)
        self._level = pg.InfiniteLine(angle=0, movable=False)
        self._level.setZValue(4)
        self._level_word = pg.TextItem(anchor=(1, 1))
        self._level_word.setZValue(30)
        self._rate, self._target = 0.0, (0.0, "")
        for item in (self._value, self._level, self._level_word):
            self.plot.addItem(item, ignoreBounds=True)
            item.hide()
        self._asked.drag_started.connect(self.drag_started)
        self._asked.drag_ended.connect(self.drag_ended)
        self._asked.dragged_to.connect(self._on_dragged)

    def show_value(self, rate: float) -> None:
        """Put the line at a rate; on a logarithmic axis, 0 at its beginning."""
        self._rate = rate
        (low, high), _ = self._box.viewRange()
        if self._x is not None:
            at = float(self._x.coordinates.to(rate)) if rate > 0 or not self._x.coordinates.logarithmic else low
            self._value.setPos(min(max(at, low), high))
            self._value.show()

    def show_target(self, seconds: float, text: str) -> None:
        """Draw a horizontal line at a time with its word, or none at 0 or outside the plot."""
        self._target = (seconds, text)
        shown = self._y is not None and self._y.low < seconds < self._y.high
        self._level.setVisible(shown)
        self._level_word.setVisible(shown)
        if shown and self._y is not None:
            at = float(self._y.coordinates.to(seconds))
            self._level.setPos(at)
            self._level_word.setText(text, color=self._theme.text)
            self._level_word.setPos(self._box.viewRange()[0][1], at)

    def target(self) -> str:
        """Return the word at the line of the target, or nothing where none is drawn."""
        return self._target[1] if self._level.isVisible() else ""

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
    def _place_words(self) -> None:
        """Put the words of the marks below each other where they would meet."""
        super()._place_words()
        (low, high), (bottom, top) = self._box.viewRange()
        width, height = self._box.width(), self._box.height()
        if not width or not height or high <= low:
            return
        ends: list[float] = []
        words = [word for line, word in self._lines if line.isVisible() and word.toPlainText()]
        for word in words:
            word.show()  # where there was no room before
        for word in sorted(words, key=lambda word: float(word.pos().x())):
            size = word.boundingRect()
            left = (word.pos().x() - low) / (high - low) * width - float(word.anchor.x()) * size.width()
            row = next((row for row, end in enumerate(ends) if end + _GAP <= left), len(ends))
            if row and (row + 1) * size.height() > _MOST * height:
                word.hide()
                continue
            ends[row : row + 1] = [left + size.width()]
            word.setPos(word.pos().x(), top - row * 0.85 * size.height() / height * (top - bottom))

    @override
    def show_pens(self, factor: float) -> None:
        super().show_pens(factor)
        theme = self._theme
        self._value.setPen(pg.mkPen(theme.text, width=2 * factor))
        self._value.setHoverPen(pg.mkPen(theme.highlight, width=7 * factor))
        self._level.setPen(pg.mkPen(theme.text, width=1.5 * factor, style=Qt.PenStyle.DashDotLine))
        self._level_word.fill = pg.mkBrush(theme.card)

    @override
    def show_theme(self, theme: Theme) -> None:
        super().show_theme(theme)
        self.show_target(*self._target)
