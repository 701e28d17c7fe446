"""What is exported: a plot or a page on paper, with the verdict above and a footer that can be read a year later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QPalette, QPixmap, QRegion
from PySide6.QtWidgets import QLabel, QWidget

from explorer.answers.break_even import words
from explorer.answers.outcome import Outcome
from explorer.scenario.sentence import Sentence
from explorer.views.charts.axes_plot import AxesPlot
from explorer.views.widgets.card import sized
from explorer.views.widgets.layouts import column
from explorer.views.widgets.theme import PAPER, palette, translated


class Content(Protocol):
    """What a sheet can hold: a view that shows an outcome."""

    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None: ...

    def footnotes(self) -> Sequence[Sentence]: ...


class Sheet(QWidget):
    """A page of its own, never on the screen: light for paper whatever the window's theme, of any size."""

    def __init__(self, view: Content) -> None:
        super().__init__()
        self.setPalette(palette(PAPER))
        self.setAutoFillBackground(True)
        self._view = view
        self._headline, self._summary, self._footer = QLabel(self), QLabel(self), QLabel(self)
        self._headline.setFont(sized(self._headline.font(), 1.5, bold=True))
        self._footer.setFont(sized(self._footer.font(), 0.85))
        self._footer.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        for label in (self._headline, self._summary, self._footer):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        parts = (self._headline, self._summary, self._footer)
        self._layout = column(*parts, owner=self, margins=(14, 10, 14, 8), spacing=4)
        if isinstance(view, QWidget):
            self._layout.insertWidget(2, view, 1)

    def show_outcome(self, outcome: Outcome, size: QSize, pinned: Outcome | None = None) -> None:
        """Lay the sheet out at a size in pixels and show an outcome on it, beside a pinned one."""
        self._headline.setText(f"{outcome.scenario.name}: {translated(words.headline(outcome))}")
        self._summary.setText(translated(words.summary(outcome)))
        self._view.show_outcome(outcome, keep_ranges=False, pinned=pinned)
        caption = "" if pinned is None else translated(words.dotted_caption(pinned, outcome))
        notes = " ".join(translated(sentence) for sentence in self._view.footnotes())
        self._footer.setText("\n".join(filter(None, (translated(words.footer(outcome)), caption, notes))))
        self.resize(size)
        self._lay_out()

    def _lay_out(self) -> None:
        """Give every part its size, as Qt does only before it draws: a view chooses the lines of texts by its width."""
        self._layout.activate()
        self.render(QPixmap(1, 1), QPoint(), QRegion(0, 0, 1, 1))
        for chart in self.findChildren(AxesPlot):
            chart.settle()
