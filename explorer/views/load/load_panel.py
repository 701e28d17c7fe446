"""Mean and p99 of the designs against arrival rate, with the verdict above and the figures below."""

from __future__ import annotations

import math
from typing import Self

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.load import designs, ranking, simulation, tables, words
from explorer.answers.load.designs import DesignComparison, DesignCurves, DesignFigures, DesignKind, PlotRange
from explorer.answers.load.simulation import SimulatedRuns
from explorer.answers.outcome import Outcome
from explorer.scenario.quantity import RATE, TIME
from explorer.scenario.section_parameters import ARRIVALS
from explorer.scenario.sentence import Sentence
from explorer.views.base.panel import Panel
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series
from explorer.views.charts.marks import Level, Mark
from explorer.views.load import load_rows
from explorer.views.load.load_rows import MARKERS, paler
from explorer.views.load.load_table import LoadTable
from explorer.views.widgets.card import ToggleButton, sized
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.theme import translated

_DOTS = 5


class LoadPanel(Panel):
    """The comparison of three designs. Percentiles that have to be simulated are shown as far as they are given."""

    name = "load"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Mean time of a request against arrivals"), 3, parent)
        self._known: SimulatedRuns = {}
        self._progress: tuple[int, int] | None = None
        self.reach: PlotRange | None = None
        self._logarithmic: bool | None = None
        self._hovers = False
        self.verdict = FitLabel(self)
        self.verdict.setFont(sized(self.verdict.font(), 1.1, bold=True))
        self.verdict.keep_lines(2)
        self.plot = CurvesPlot(self, strip=True)
        self.plot.setAccessibleName(self.words)
        self.legend = Key(self, lines=1)
        self.table = LoadTable(("≥ 888.8 ms", "~ 888.8 ms", self.tr("saturated"), "888.8 /s", "≤ 88.88 /s"), self)
        self.left_out = QLabel(self)
        self.left_out.setWordWrap(True)
        self.left_out.setTextFormat(Qt.TextFormat.PlainText)
        self.keep_room(self.plot, self.legend)
        self.log_switch = ToggleButton(self)
        self.log_switch.setText(self.tr("log"))
        self.log_switch.setToolTip(self.tr("Logarithmic or linear axis of the arrivals"))
        self.log_switch.setAccessibleName(self.tr("Logarithmic axis of the arrivals"))
        self.head.addWidget(self.log_switch)
        self.body.addWidget(self.verdict)
        self.body.addWidget(self.plot, 1)
        for part in (self.legend, self.table, self.left_out):
            self.body.addWidget(part)
        self.left_out.setText(translated(words.LEFT_OUT))
        self._connect()

    def _connect(self) -> None:
        self.plot.drag_started.connect(self.requests.gesture_started)
        self.plot.drag_ended.connect(self.requests.gesture_ended)
        self.plot.dragged.connect(self._ask)
        self.plot.hovered.connect(self._read)
        self.log_switch.clicked.connect(self._choose_scale)

    # What is shown

    @property
    def comparison(self) -> DesignComparison | None:
        """What is shown."""
        return None if self.outcome is None else self.outcome.of(designs.compare)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        found = outcome.of(designs.compare)
        if not (keep_ranges and self.reach is not None and self.reach.holds(found)):
            self.reach = self._reach_of(found)
        for part in (self.plot, self.legend):
            part.setVisible(self.reach is not None)
        self.log_switch.setChecked(self.reach is not None and self.reach.logarithmic)
        self.log_switch.setEnabled(self.reach is not None)
        self._show_figures(found)
        if not self.plot.value.is_dragged():
            self._read(math.nan)
        else:
            self.show_message(words.rest(found))

    def show_known(self, known: SimulatedRuns, progress: tuple[int, int] | None) -> None:
        """Show simulated percentiles, and how many runs of how many are done while there are some under way."""
        self._known, self._progress = known, progress
        comparison = self.comparison
        if comparison is not None:
            if self.reach is not None and max(ranking.tails(comparison, known), default=0) > self.reach.longest_s:
                self.reach = self._reach_of(comparison)
            self._show_figures(comparison)

    def _reach_of(self, found: DesignComparison) -> PlotRange | None:
        return designs.reach(found, self._logarithmic, tuple(ranking.tails(found, self._known)))

    def _show_figures(self, found: DesignComparison) -> None:
        self.verdict.show_texts([_unbroken(translated(words.verdict(found, self._known)))])
        self._show_curves(found)
        self._show_table(found)

    def _colours(self, found: DesignComparison) -> dict[DesignKind, str]:
        """Return the colour of each design, paler where it does not fit in memory."""
        theme = self.theme
        colours = {DesignKind.SPLIT: theme.split, DesignKind.REPLICAS: theme.one, DesignKind.PIPELINE: theme.devices[1]}
        pale = {served.kind for served in found.served if not served.fits}
        return {kind: paler(colour, theme.card) if kind in pale else colour for kind, colour in colours.items()}

    def _show_curves(self, found: DesignComparison) -> None:
        shown = self.reach
        if shown is None:
            return
        self.plot.show_axes(
            Axis(
                Coordinates.over(RATE, shown.low, shown.high, shown.logarithmic),
                shown.low,
                shown.high,
                self.tr("arrivals λ"),
            ),
            Axis(
                Coordinates.over(TIME, shown.shortest_s, shown.longest_s, True),
                shown.shortest_s,
                shown.longest_s,
                self.tr("time"),
            ),
        )
        curves = designs.curves(found, shown)
        series = [part for served in found.served for part in self._series(served, found, curves)]
        self.plot.show_series(series, self._marks(found))
        self.plot.value.show(found.rate)
        target = self.tr("target {time}").format(time=formatting.short_seconds(found.target_s))
        level = Level(found.target_s, self.theme.text, target, 1.5, Qt.PenStyle.DashDotLine)
        self.plot.level.show(level, self.plot.series())
        self._show_legend(found)

    def _series(self, served: DesignFigures, found: DesignComparison, drawn: DesignCurves) -> list[Series]:
        """Return the curve of the mean, and the thinner one of the p99, dashed."""
        colour, marker = self._colours(found)[served.kind], MARKERS[served.kind]
        thick, thin = (2.4, 1.2) if served.fits else (1.2, 0.8)
        logarithmic = self.reach is not None and self.reach.logarithmic
        means = drawn.means[served.kind]
        few = _spread(drawn.rates, means, logarithmic)
        mean = Series(drawn.rates, means, colour, marker, thick, points=(drawn.rates[few], means[few]))
        dash = Qt.PenStyle.DashLine
        rates, tails = simulation.curve(served, found, self._known)
        if served.kind in drawn.percentiles:
            rates, tails = drawn.rates, drawn.percentiles[served.kind]
        elif self.reach is not None:
            rates = np.maximum(rates, self.reach.low)  # those at rate 0 have a place on a logarithmic axis, too
        few = _spread(rates, tails, logarithmic)
        return [mean, Series(rates, tails, colour, marker, thin, dash, points=(rates[few], tails[few]))]

    def _marks(self, found: DesignComparison) -> list[Mark]:
        """Return where others overtake the split, and where designs saturate."""
        marks = []
        for kind, rate in found.overtakes.items():
            if 0 < rate < math.inf:
                name = translated(words.NAMES[kind])
                text = self.tr("{name} faster: {rate}").format(name=name, rate=words.crossover_text(found, kind, rate))
                marks.append(Mark(rate, text, self.theme.pays))
        for rate, names, kind in words.together(found):
            text = self.tr("saturated: {names}").format(names=translated(names))  # the rate stands in the table
            marks.append(Mark(rate, text, self._colours(found)[kind], Qt.PenStyle.DotLine))
        return marks

    def _show_legend(self, found: DesignComparison) -> None:
        text = self.theme.text
        self.legend.show_entries(
            [
                KeyEntry(self._words_of_means(found), LineSample(text)),
                KeyEntry(self._words_of_tails(found), LineSample(text, dash=Qt.PenStyle.DashLine)),
            ]
        )

    def _words_of_means(self, found: DesignComparison) -> str:
        names = words.bounds(found)
        return self.tr("mean") if names is None else self.tr("mean (≥ for the {name})").format(name=translated(names))

    def _words_of_tails(self, found: DesignComparison) -> str:
        simulated = [served for served in found.served if simulation.is_simulated(served, found)]
        if not simulated:
            return self.tr("p99")
        if self._progress is not None:
            done, count = self._progress
            return self.tr("p99, simulating {done} of {count}").format(done=done, count=count)
        if len(simulated) == len(found.served):
            return self.tr("p99, simulated")
        names = ", ".join(translated(words.NAMES[served.kind]) for served in simulated)
        return self.tr("p99 (simulated: {names})").format(names=names)

    def _show_table(self, found: DesignComparison) -> None:
        rows = load_rows.rows(found, self._known, self._colours(found))
        self.table.show_rows(load_rows.head(found), rows, load_rows.told(found, self._known))

    def _read(self, rate: float) -> None:
        found = self.comparison
        if found is None or self.plot.value.is_dragged():
            return
        inside = self._hovers = self.reach is not None and ARRIVALS.accepts(rate)
        self.show_message([words.reading(found, rate, self._known)] if inside else words.rest(found))

    # What is asked

    def _ask(self, rate: float) -> None:
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
        return designs.reach(outcome.of(designs.compare)) is not None

    @override
    def numbers(self) -> str:
        comparison = self.comparison
        if comparison is None or self.reach is None:
            return ""
        return tables.load_csv(comparison, designs.curves(comparison, self.reach), self._known)

    @override
    def footnote(self) -> Sentence | None:
        comparison = self.comparison
        return None if comparison is None else words.footnote(comparison, self._known)

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self._logarithmic, self._known = other._logarithmic, dict(other._known)

    @override
    def show_controls(self, shown: bool) -> None:
        self.log_switch.setVisible(shown)
        self.legend.show_whole(not shown)

    @override
    def apply_theme(self) -> None:
        comparison = self.comparison
        if comparison is not None:
            self._show_curves(comparison)
            self._show_table(comparison)


def _unbroken(text: str) -> str:
    """Keep signs and percentages on the line of their number."""
    for pair in ("≥ ", "≈ ", "~ ", " %"):
        text = text.replace(pair, pair.replace(" ", "\N{NO-BREAK SPACE}"))
    return text


def _spread(rates: designs.Values, times: designs.Values, logarithmic: bool) -> list[int]:
    """Return places for a few markers, even along what a curve has of finite times."""
    there = np.flatnonzero(np.isfinite(times) & (times > 0))  # 0 has no place on a logarithmic axis
    there = there[rates[there] > 0] if logarithmic else there
    if not len(there):
        return []
    along = np.log(rates[there]) if logarithmic else rates[there]
    at = np.linspace(along[0], along[-1], _DOTS + 1)[:-1]
    return sorted({int(there[place]) for place in np.searchsorted(along, at)})
