"""The first page: times against work C, the link (bandwidth or message size) and eta, each with the break-even."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QSplitter, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.break_even import explanations
from explorer.answers.outcome import Outcome
from explorer.views.break_even.axis_plot import BOUND, ONE, SPLIT, AxisPlot, ParameterAxis, pens
from explorer.views.break_even.choice_plot import AXES, ChoicePlot
from explorer.views.break_even.link_axis_plot import LinkAxisPlot
from explorer.views.charts.pinned_curves import pinned_pen
from explorer.views.widgets.card import ToggleButton
from explorer.views.widgets.key import FillSample, Key, KeyEntry, LineSample
from explorer.views.widgets.layouts import column, row
from explorer.views.widgets.painting import Fill
from explorer.views.widgets.theme import Theme, Themed, translated


def show_grips(splitter: QSplitter, visible: bool) -> None:
    """Draw the grips of a splitter, or leave them out on paper, where nobody can take hold of them.

    A style sheet would do it, too, but would keep the sheet's palette from what is in the splitter.
    """
    for index in range(1, splitter.count()):
        splitter.handle(index).setUpdatesEnabled(visible)


def _pays_fill(_key: str, theme: Theme) -> Fill:
    """Return the fill of the range in which splitting pays; its tint alone would be lost on a grey printer."""
    return Fill(theme.pays_tint, frame=theme.pays)


class BreakEvenPage(Themed, QWidget):
    """Three live plots, one legend and the switch between times and speed-up."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None
        self._pinned: Outcome | None = None
        self.plots = (
            AxisPlot(ParameterAxis("divisible", self.tr("{what} against work C")), self),
            LinkAxisPlot(self),
            AxisPlot(ParameterAxis("efficiency", self.tr("… against efficiency η")), self),
        )
        self.fourth: ChoicePlot | None = None  # made when it is first wanted: most starts never show it
        self.legend = Key(self, flush_right=True)
        self.times = ToggleButton(self.tr("Times"), self.tr("Plot T₁, Tₙ and the ideal bound"), self)
        tip = self.tr("Plot the ratio of the times in their place")
        self.speedups = ToggleButton(self.tr("Speed-up T₁/Tₙ"), tip, self)
        tip = self.tr("A plot against S, ℓ, V, Q, f, ΔS or N beside the three")
        self.more = ToggleButton(self.tr("Fourth plot"), tip, self)
        self.times.setChecked(True)
        self._group = QButtonGroup(self)
        self._group.addButton(self.times)
        self._group.addButton(self.speedups)
        self._lay_out()
        self.speedups.toggled.connect(self._show_speedup)
        self.more.toggled.connect(self._show_fourth)

    def _lay_out(self) -> None:
        self.splitter = QSplitter(self)
        self.splitter.setChildrenCollapsible(False)
        for plot in self.plots:
            self._add(plot)
        column(row(self.times, self.speedups, self.more, (self.legend, 1)), (self.splitter, 1), owner=self)

    def _add(self, plot: AxisPlot) -> None:
        plot.setMinimumWidth(160)
        self.splitter.addWidget(plot)
        self.splitter.setStretchFactor(self.splitter.count() - 1, 1)

    def _with_fourth(self) -> ChoicePlot:
        if self.fourth is None:
            self.fourth = ChoicePlot(self)
            self._add(self.fourth)
            self.fourth.show_speedup(self.speedups.isChecked())
            order = (self.plots[-1].scale_switch, self.fourth.axis, self.fourth.scale_switch)
            for before, after in pairwise(order):
                self.setTabOrder(before, after)
        return self.fourth

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them; those of a fourth plot follow."""
        return [self.times, self.speedups, self.more, *(plot.scale_switch for plot in self.plots)]

    def all_plots(self) -> tuple[AxisPlot, ...]:
        """Return the plots that are there, in sight or not."""
        return self.plots if self.fourth is None else (*self.plots, self.fourth)

    def shown_plots(self) -> tuple[AxisPlot, ...]:
        """Return the plots that are in sight."""
        return self.all_plots() if self.more.isChecked() else self.plots

    def keep(self) -> str:
        """Return the fourth plot's axis, or nothing where it is hidden."""
        return self._with_fourth().name if self.more.isChecked() else ""

    def restore(self, kept: str) -> None:
        """Show the fourth plot as it was kept."""
        if kept in AXES:
            self._with_fourth().show_axis(kept)
        self.more.setChecked(kept in AXES)

    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show an outcome, and the pinned one if any; ``keep_ranges`` keeps all ranges, as during a drag."""
        self._outcome, self._pinned = outcome, pinned
        for plot in self.shown_plots():
            plot.show_outcome(outcome, keep_ranges=keep_ranges, pinned=pinned)
        self.apply_theme()

    def show_controls(self, visible: bool) -> None:
        """Show, or leave out on paper, what only a person at the screen needs."""
        for part in (self.times, self.speedups, self.more):
            part.setVisible(visible)
        for plot in self.all_plots():
            plot.show_controls(visible)
        show_grips(self.splitter, visible)

    def copy_view_state(self, other: BreakEvenPage, only: str | None) -> None:
        """Show what another page shows, in the same way: all plots, or only one of them."""
        self.more.setChecked(other.more.isChecked())
        alone = next((plot for plot in other.shown_plots() if plot.name == only), None)
        for plot, source in zip(self.shown_plots(), other.shown_plots(), strict=True):
            plot.copy_view_state(source, only)
            plot.setVisible(only is None or source is alone)

    @override
    def apply_theme(self) -> None:
        """Show the legend in the colours of the theme."""
        if self._outcome is None:
            return
        theme, target = self.theme, self._outcome.scenario.target_speedup
        curves, ratio = pens(theme), formatting.short_ratio(target)
        entries = [
            KeyEntry(self.tr("one device"), LineSample.of(curves[ONE])),
            KeyEntry(translated(formatting.devices(self._outcome.scenario.devices)), LineSample.of(curves[SPLIT])),
            KeyEntry(self.tr("ideal bound"), LineSample.of(curves[BOUND])),
            KeyEntry(translated(explanations.target_met(self._outcome)), FillSample(_pays_fill, "")),
        ]
        if target > 1:
            level = LineSample(theme.faint if self.speedups.isChecked() else theme.one, "", Qt.PenStyle.DotLine, 1.2)
            entries.append(KeyEntry(self.tr("target {target}").format(target=ratio), level))
        if self._pinned is not None:
            entries.append(KeyEntry(self.tr("pinned, one device"), LineSample.of(pinned_pen(theme, split=False))))
            entries.append(KeyEntry(self.tr("pinned, split"), LineSample.of(pinned_pen(theme, split=True))))
        self.legend.show_entries(entries)

    def _show_speedup(self, chosen: bool) -> None:
        for plot in self.all_plots():
            plot.show_speedup(chosen)
        self.apply_theme()

    def _show_fourth(self, chosen: bool) -> None:
        if chosen or self.fourth is not None:
            self._with_fourth().setVisible(chosen)
        if chosen and self._outcome is not None:
            self._with_fourth().show_outcome(self._outcome, keep_ranges=False, pinned=self._pinned)
