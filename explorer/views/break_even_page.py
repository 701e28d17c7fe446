"""The first page: times against work C, bandwidth B and efficiency eta, with the break-even in each."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSplitter, QToolButton, QVBoxLayout, QWidget

from explorer import phrases
from explorer.outcome import Outcome
from explorer.views.parts.axis_plot import BOUND, ONE, SPLIT, AxisPlot, pens
from explorer.views.parts.legend import Legend
from explorer.views.parts.theme import LIGHT, Theme, translated


class BreakEvenPage(QWidget):
    """Three live plots, one legend and the switch between times and speed-up."""

    edited = Signal(str, float)
    gesture_started = Signal()
    gesture_ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._outcome: Outcome | None = None
        self.plots = (
            AxisPlot("divisible", self.tr("Time against work C"), False, self),
            AxisPlot("bandwidth", self.tr("… against bandwidth B"), None, self),
            AxisPlot("efficiency", self.tr("… against efficiency η"), False, self),
        )
        self._legend = Legend(self)
        self.times = self._switch(self.tr("Times"), self.tr("Plot T₁, T_N and the ideal bound"))
        self.speedups = self._switch(self.tr("Speed-up T₁/T_N"), self.tr("Plot the ratio of the times in their place"))
        self.times.setChecked(True)
        self._group = QButtonGroup(self)
        self._group.addButton(self.times)
        self._group.addButton(self.speedups)
        self._lay_out()
        self.speedups.toggled.connect(self._show_speedup)
        for plot in self.plots:
            plot.edited.connect(self.edited)
            plot.gesture_started.connect(self.gesture_started)
            plot.gesture_ended.connect(self.gesture_ended)

    def _switch(self, text: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip)
        button.setCheckable(True)
        return button

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.times)
        row.addWidget(self.speedups)
        row.addStretch(1)
        row.addWidget(self._legend)
        self.splitter = QSplitter(self)
        self.splitter.setChildrenCollapsible(False)
        for plot in self.plots:
            plot.setMinimumWidth(160)
            self.splitter.addWidget(plot)
            self.splitter.setStretchFactor(self.splitter.count() - 1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.splitter, 1)

    def show_outcome(self, outcome: Outcome, *, still: bool) -> None:
        """Show an outcome; ``still`` keeps all ranges, as during a drag."""
        self._outcome = outcome
        for plot in self.plots:
            plot.show_outcome(outcome, still=still)
        self._show_legend(outcome)

    def _show_legend(self, outcome: Outcome) -> None:
        theme, target = self._theme, outcome.scenario.target_speedup
        drawn = pens(theme)
        pays = (
            self.tr("splitting pays")
            if target == 1
            else self.tr("{target} is met").format(target=phrases.short_ratio(target))
        )
        entries = (
            (self.tr("one device"), drawn[ONE]),
            (translated(phrases.devices(outcome.scenario.devices)), drawn[SPLIT]),
            (self.tr("ideal bound"), drawn[BOUND]),
            (pays, QColor(theme.pays_tint)),
        )
        self._legend.show_entries(entries, theme)

    def _show_speedup(self, chosen: bool) -> None:
        for plot in self.plots:
            plot.show_speedup(chosen)

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        for plot in self.plots:
            plot.show_theme(theme)
        if self._outcome is not None:
            self._show_legend(self._outcome)
