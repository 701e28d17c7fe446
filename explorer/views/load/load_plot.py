"""Times against arrival rate, with words above that make room for each other, and the rate as a line to drag."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from explorer.views.charts.curves_plot import Mark, Series, Values
from explorer.views.charts.value_plot import ValuePlot
from explorer.views.load.load_marks import MarkWords
from explorer.views.widgets.theme import Theme

_ABOVE = 1.15
"""Where the word of the target stands on its line, in heights of the word: it covers nothing of the line."""


class LoadPlot(ValuePlot):
    """A plot with a line at the scenario's arrival rate and one at the latency target."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._level = pg.InfiniteLine(angle=0, movable=False)
        self._level.setZValue(4)
        self._level_word = pg.TextItem(anchor=(1, _ABOVE))
        self._level_word.setZValue(30)
        self._target = (0.0, "")
        self._named: tuple[Mark, ...] = ()
        self.words = MarkWords(self)
        layout = self.layout()
        if isinstance(layout, QVBoxLayout):
            layout.setSpacing(0)
            layout.insertWidget(0, self.words)
        for item in (self._level, self._level_word):
            self.plot.addItem(item, ignoreBounds=True)
            item.hide()
        self._box.sigResized.connect(self._place_target)

    def show_target(self, seconds: float, text: str) -> None:
        """Draw a horizontal line at a time with its word, or none at 0 or outside the plot."""
        self._target = (seconds, text)
        shown = self._y is not None and self._y.low < seconds < self._y.high
        self._level.setVisible(shown)
        self._level_word.setVisible(shown)
        if shown and self._y is not None:
            self._level.setPos(float(self._y.coordinates.to(seconds)))
            self._level_word.setText(text, color=self._theme.text)
            self._place_target()

    def _place_target(self) -> None:
        """Put the word of the target at an end of its line, above or below it, where it covers least."""
        (low, high), (bottom, top) = self._box.viewRange()
        if not self._level_word.isVisible() or not self._box.width() or not self._box.height():
            return
        size, at = self._level_word.boundingRect(), float(self._level.value())
        wide, tall = (
            size.width() / self._box.width() * (high - low),
            size.height() / self._box.height() * (top - bottom),
        )
        xs, ys = self._drawn_points()
        best, least = (1.0, _ABOVE), math.inf
        for right in (1.0, 0.0):
            for down in (_ABOVE, 1 - _ABOVE):
                left, under = (high - wide if right else low), at - (1 - down) * tall
                outside = under < bottom or under + tall > top
                inside = (left <= xs) & (xs <= left + wide) & (under <= ys) & (ys <= under + tall)
                covered = np.count_nonzero(inside) + (1e6 if outside else 0)
                if covered < least:
                    best, least = (right, down), covered
        self._level_word.setAnchor(best)
        self._level_word.setPos(high if best[0] else low, at)

    def _drawn_points(self) -> tuple[Values, Values]:
        """Return the points of all curves in coordinates of the plot."""
        if self._x is None or self._y is None or not self._series:
            return np.array([]), np.array([])
        x, y = self._x.coordinates, self._y.coordinates
        xs, ys = ([getattr(one, name) for one in self._series] for name in "xy")
        return np.asarray(x.to(np.concatenate(xs))), np.asarray(y.to(np.concatenate(ys)))

    def target(self) -> str:
        """Return the word at the line of the target, or nothing where none is drawn."""
        return self._target[1] if self._level.isVisible() else ""

    @override
    def show_series(self, series: Sequence[Series], marks: Sequence[Mark]) -> None:
        """Draw curves and marks in the place of those before; the words of the marks stand above the plot."""
        self._named = tuple(marks)
        super().show_series(series, [replace(mark, text="") for mark in marks])

    @override
    def marks(self) -> tuple[Mark, ...]:
        return self._named

    @override
    def _place_words(self) -> None:
        (low, high), _ = self._box.viewRange()
        if self._x is None or high <= low or not self._box.width():
            return
        shown = [mark for mark in self._named if self._x.low <= mark.value <= self._x.high]
        self.words.show_words([(self.pixel_of(mark.value).x(), mark.text, mark.colour) for mark in shown])

    @override
    def show_pens(self, factor: float) -> None:
        super().show_pens(factor)
        theme = self._theme
        self._level.setPen(pg.mkPen(theme.text, width=1.5 * factor, style=Qt.PenStyle.DashDotLine))
        self._level_word.fill = pg.mkBrush(theme.card)

    @override
    def show_theme(self, theme: Theme) -> None:
        super().show_theme(theme)
        self.show_target(*self._target)
        self.words.show_theme(theme)
