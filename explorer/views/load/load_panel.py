"""Mean and p99 of the designs against the arrival rate, with the verdict above and the figures below."""

from __future__ import annotations

import math
from typing import Self

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.load import designs, ranking, simulation, tables, words
from explorer.answers.load.designs import DesignComparison, DesignCurves, DesignFigures, DesignKind, PlotRange, Values
from explorer.answers.load.simulation import SimulatedRuns
from explorer.answers.outcome import Outcome
from explorer.scenario.quantity import RATE, TIME
from explorer.scenario.section_parameters import ARRIVALS
from explorer.scenario.sentence import Sentence
from explorer.views.base.panel import Panel
from explorer.views.charts.axes import Axis
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series
from explorer.views.charts.marks import Level, Mark
from explorer.views.load import load_rows
from explorer.views.load.load_table import LoadTable
from explorer.views.widgets.card import ToggleButton, sized
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.layouts import column, keep_room
from explorer.views.widgets.theme import translated

_WIDTHS, _THIN_WIDTHS = (2.4, 1.2), (1.2, 0.8)
"""Pixels of the curves of mean and p99, and of a design that does not fit in memory: the mean is the main figure."""
_TARGET_WIDTH = 1.5
"""Pixels of the line of the latency target: seen between the curves, and no curve."""
_MARKERS = 5
"""Markers on a curve: enough to tell it by their shape, and few enough not to cover it."""
_WIDEST_CELLS = "≥ 888.8 ms", "~ 888.8 ms", "888.8 /s", "≤ 88.88 /s"
"""Figures as wide as they usually get, so that the columns of the table keep their place."""


class LoadPanel(Panel):
    """The comparison of three designs. Of the simulated percentiles it shows those that it has been given."""

    name = "load"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Mean latency against arrival rate"), 3, parent)
        self._runs: SimulatedRuns = {}
        self._progress: tuple[int, int] | None = None
        self._range: PlotRange | None = None
        self._logarithmic: bool | None = None
        self.verdict = FitLabel(self)
        self.verdict.setFont(sized(self.verdict.font(), 1.1, bold=True))
        self.verdict.keep_lines(2)
        self.plot = CurvesPlot(self, strip=True)
        self.plot.setAccessibleName(self.words)
        self.legend = Key(self, lines=1)
        mean, p99, saturation, max_rate = _WIDEST_CELLS
        self.table = LoadTable((mean, p99, self.tr("saturated"), saturation, max_rate), self)
        self.left_out = QLabel(translated(words.LEFT_OUT), self)
        self.left_out.setWordWrap(True)
        self.left_out.setTextFormat(Qt.TextFormat.PlainText)
        keep_room(self.plot, self.legend)
        self.log_switch = ToggleButton(self.tr("log"), self.tr("Logarithmic or linear axis of the arrival rate"), self)
        self.log_switch.setAccessibleName(self.tr("Logarithmic axis of the arrival rate"))
        self.head.addWidget(self.log_switch)
        parts = (self.verdict, (self.plot, 1), self.legend, self.table, self.left_out)
        self.body.addLayout(column(*parts, spacing=2))
        self.plot.drag_started.connect(self.requests.gesture_started)
        self.plot.drag_ended.connect(self.requests.gesture_ended)
        self.plot.dragged.connect(self._ask_rate)
        self.plot.hovered.connect(self._show_figures_at)
        self.log_switch.clicked.connect(self._choose_scale)

    # What is shown

    @property
    def comparison(self) -> DesignComparison | None:
        """The comparison that is shown."""
        return None if self.outcome is None else self.outcome.of(designs.compare)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        comparison = outcome.of(designs.compare)
        held = self._range is not None and (self.plot.value.is_dragged() or self._range.contains(comparison))
        if not (keep_ranges and held):
            self._range = self._plot_range(comparison)
        for part in (self.plot, self.legend):
            part.setVisible(self._range is not None)
        self.log_switch.setChecked(self._range is not None and self._range.logarithmic)
        self.log_switch.setEnabled(self._range is not None)
        self._show_figures(comparison)
        self.show_message(words.details(comparison))

    def show_runs(self, runs: SimulatedRuns, progress: tuple[int, int] | None) -> None:
        """Show simulated percentiles; ``progress`` is how many runs of how many are done while some are under way."""
        self._runs, self._progress = runs, progress
        comparison = self.comparison
        if comparison is not None:
            if self._range is not None and max(ranking.p99s(comparison, runs), default=0) > self._range.longest_s:
                self._range = self._plot_range(comparison)
            self._show_figures(comparison)

    def _plot_range(self, comparison: DesignComparison) -> PlotRange | None:
        return designs.plot_range(comparison, self._logarithmic, ranking.p99s(comparison, self._runs))

    def _show_figures(self, comparison: DesignComparison) -> None:
        self.verdict.show_texts([_unbroken(translated(words.verdict(comparison, self._runs)))])
        colours = load_rows.colours(comparison, self.theme)
        rows = load_rows.rows(comparison, self._runs, colours)
        self.table.show_rows(load_rows.heads(comparison), rows, load_rows.tooltip(comparison, self._runs))
        if self._range is not None:
            self._show_plot(comparison, self._range, colours)

    def _show_plot(self, comparison: DesignComparison, plot_range: PlotRange, colours: dict[DesignKind, str]) -> None:
        self.plot.show_axes(
            Axis.over(RATE, plot_range.low, plot_range.high, plot_range.logarithmic, self.tr("arrival rate λ")),
            Axis.over(TIME, plot_range.shortest_s, plot_range.longest_s, True, self.tr("latency")),
        )
        curves = designs.curves(comparison, plot_range)
        series = [
            curve
            for figures in comparison.figures
            for curve in self._series(figures, curves, plot_range, colours[figures.kind])
        ]
        self.plot.show_series(series, self._marks(comparison, colours))
        self.plot.value.show(comparison.load.arrival_per_s)
        target = comparison.load.latency_target_s
        text = self.tr("target {time}").format(time=formatting.short_seconds(target))
        level = Level(target, self.theme.text, text, _TARGET_WIDTH, Qt.PenStyle.DashDotLine)
        self.plot.level.show(level, self.plot.series())
        solid, dashed = LineSample(self.theme.text), LineSample(self.theme.text, dash=Qt.PenStyle.DashLine)
        self.legend.show_entries(
            [KeyEntry(self._mean_label(comparison), solid), KeyEntry(self._p99_label(comparison), dashed)]
        )

    def _series(self, figures: DesignFigures, curves: DesignCurves, plot_range: PlotRange, colour: str) -> list[Series]:
        """Return the curve of the mean, and the thinner one of the p99, dashed."""
        marker, (thick, thin) = load_rows.MARKERS[figures.kind], _WIDTHS if figures.fits else _THIN_WIDTHS
        means = curves.means[figures.kind]
        if figures.kind in curves.percentiles:
            rates, p99s = curves.rates, curves.percentiles[figures.kind]
        else:
            rates, p99s = simulation.p99_curve(figures, self._runs)
            rates = np.maximum(rates, plot_range.low)  # a rate of 0 is drawn at the edge of a logarithmic axis
        few, few_p99s = _marker_indices(curves.rates, means, plot_range), _marker_indices(rates, p99s, plot_range)
        dash = Qt.PenStyle.DashLine
        return [
            Series(curves.rates, means, colour, marker, thick, points=(curves.rates[few], means[few])),
            Series(rates, p99s, colour, marker, thin, dash, points=(rates[few_p99s], p99s[few_p99s])),
        ]

    def _marks(self, comparison: DesignComparison, colours: dict[DesignKind, str]) -> list[Mark]:
        """Return where other designs overtake the split, and where designs saturate."""
        marks = []
        for figures in comparison.figures:
            if figures.crossover_per_s and math.isfinite(figures.crossover_per_s):
                text = self.tr("{name} faster: {rate}").format(
                    name=translated(words.NAMES[figures.kind]), rate=words.crossover_text(figures)
                )
                marks.append(Mark(figures.crossover_per_s, text, self.theme.pays))
        for rate, names, kind in words.saturations(comparison):
            text = self.tr("saturated: {names}").format(names=translated(names))  # the rate is in the table
            marks.append(Mark(rate, text, colours[kind], Qt.PenStyle.DotLine))
        return marks

    def _mean_label(self, comparison: DesignComparison) -> str:
        names = words.lower_bounds(comparison)
        return self.tr("mean") if names is None else self.tr("mean (≥ for the {name})").format(name=translated(names))

    def _p99_label(self, comparison: DesignComparison) -> str:
        simulated = [figures for figures in comparison.figures if simulation.is_simulated(figures)]
        if not simulated:
            return self.tr("p99")
        if self._progress is not None:
            done, count = self._progress
            return self.tr("p99, simulating {done} of {count}").format(done=done, count=count)
        if len(simulated) == len(comparison.figures):
            return self.tr("p99, simulated")
        names = ", ".join(translated(words.NAMES[figures.kind]) for figures in simulated)
        return self.tr("p99 (simulated: {names})").format(names=names)

    def _show_figures_at(self, rate: float) -> None:
        """Read the plot at the rate under the mouse; NaN where the mouse has left the plot."""
        comparison = self.comparison
        if comparison is not None and not self.plot.value.is_dragged():
            inside = self._range is not None and ARRIVALS.accepts(rate)
            text = [words.figures_at(comparison, rate, self._runs)] if inside else words.details(comparison)
            self.show_message(text)

    # What is asked

    def _ask_rate(self, rate: float) -> None:
        self.requests.drag.emit("arrivals", min(max(rate, ARRIVALS.minimum), ARRIVALS.maximum))

    def _choose_scale(self, logarithmic: bool) -> None:
        self._logarithmic = logarithmic
        if self.outcome is not None:
            self.show_outcome(self.outcome, keep_ranges=False)

    @override
    def tab_order(self) -> list[QWidget]:
        return [self.log_switch]

    # What is exported

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return designs.plot_range(outcome.of(designs.compare)) is not None

    @override
    def numbers(self) -> str:
        comparison = self.comparison
        if comparison is None or self._range is None:
            return ""
        return tables.load_csv(comparison, designs.curves(comparison, self._range), self._runs)

    @override
    def footnotes(self) -> list[Sentence]:
        comparison = self.comparison
        return [] if comparison is None else [words.footnote(comparison, self._runs)]

    @override
    def prepare_report(self, outcome: Outcome) -> bool:
        runs = simulation.run_all(simulation.requests_for(outcome.of(designs.compare)))
        self.show_runs(runs, None)
        return True

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self._logarithmic, self._runs = other._logarithmic, dict(other._runs)

    @override
    def show_controls(self, shown: bool) -> None:
        self.log_switch.setVisible(shown)
        self.legend.show_whole(not shown)

    @override
    def apply_theme(self) -> None:
        comparison = self.comparison
        if comparison is not None:
            self._show_figures(comparison)


def _unbroken(text: str) -> str:
    """Keep signs and percentages on the line of their number."""
    for pair in ("≥ ", "≈ ", "~ ", " %"):
        text = text.replace(pair, pair.replace(" ", "\N{NO-BREAK SPACE}"))
    return text


def _marker_indices(rates: Values, times: Values, plot_range: PlotRange) -> list[int]:
    """Return the indices of a few points, evenly spread over the finite times of a curve on its axis."""
    drawn = np.flatnonzero(np.isfinite(times) & (times > 0) & ((rates > 0) | (not plot_range.logarithmic)))
    if not len(drawn):
        return []
    positions = np.log(rates[drawn]) if plot_range.logarithmic else rates[drawn]
    even = np.linspace(positions[0], positions[-1], _MARKERS + 1)[:-1]
    return sorted({int(drawn[index]) for index in np.searchsorted(positions, even)})
