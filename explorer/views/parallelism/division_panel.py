"""All divisions of the devices: the best for each goal, throughput against latency, and the parts of a latency."""

from __future__ import annotations

from functools import partial
from itertools import zip_longest
from typing import Self

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.outcome import Outcome
from explorer.answers.parallelism import divisions, words
from explorer.answers.parallelism.divisions import Division, Plan
from explorer.answers.parallelism.tables import divisions_csv
from explorer.scenario.sentence import Sentence
from explorer.views.base.panel import Exportable
from explorer.views.parallelism.division_plot import (
    MIXED,
    PIPELINE,
    REPLICAS,
    TENSOR,
    DivisionKey,
    DivisionPlot,
    Point,
    draw_symbol,
)
from explorer.views.widgets.card import Card, ElidedLabel, sized
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.key import FillSample, Key, KeyEntry, LineSample
from explorer.views.widgets.layouts import Part, column, row, splitter
from explorer.views.widgets.painting import Fill
from explorer.views.widgets.stacked_bars import BarPiece, StackedBar, StackedBars
from explorer.views.widgets.theme import Theme, translated

_LOW = 360
"""Height in pixels up to which the sentences get fewer lines, so that plot and bars keep most of it."""
_GOAL_MARGIN, _GOAL_SHARES = 7, (10, 10, 11)
"""Pixels beside the text of a goal, and its share of the width: the third, within a target, has the longest title."""
MOST_POINTS = 400
"""Most symbols on the plot; of more divisions those on the front, the best and the first are drawn."""


SERIAL, COMPUTE, ALL_REDUCES, HOPS, IDLE = "serial", "compute", "all-reduces", "hops", "idle"


def fill_of(key: str, theme: Theme) -> Fill:
    """Return the fill of a part of a latency; idle time is no part of the latency and has an empty frame."""
    if key == IDLE:
        return Fill(theme.card, theme.faint, theme.faint)
    if key == HOPS:
        return Fill(theme.communication, theme.card)
    return Fill({SERIAL: theme.faint, COMPUTE: theme.split, ALL_REDUCES: theme.communication}[key])


def _symbol(key: str, painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw the symbol of a kind of division for the key."""
    painter.save()
    painter.translate(room.center())
    draw_symbol(painter, key, theme)
    painter.restore()


def _front(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw the line of the front for the key."""
    LineSample(theme.faint, dash=Qt.PenStyle.DashLine, width=1.2)(painter, room, theme)


class _Goal(Card):
    """One goal and the configuration that is best for it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.goal, self.answer, self.figure = ElidedLabel(self, factor=0.9), FitLabel(self), QLabel(self)
        for label in (self.answer, self.figure):
            label.setFont(sized(label.font(), 1.05, bold=True))
        self.answer.keep_lines(1)
        self._line = row((self.answer, 1), self.figure, spacing=1)
        column(self.goal, self._line, owner=self, margins=(_GOAL_MARGIN, 5, _GOAL_MARGIN, 5), spacing=1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the figure below the answer where there is no room for both side by side."""
        super().resizeEvent(event)
        metrics = self.answer.fontMetrics()
        wide = self.width() >= metrics.horizontalAdvance("tensor × 4, pipeline × 4  888.8 ms") + 2 * _GOAL_MARGIN
        self._line.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self.answer.keep_lines(1 if wide else 2)

    def show_verdict(self, verdict: words.GoalVerdict | None) -> None:
        """Show a verdict, or nothing."""
        self.setVisible(verdict is not None)
        if verdict is not None:
            self.goal.set_whole(translated(verdict.goal))
            self.answer.show_texts([translated(verdict.answer)])
            self.figure.setText(verdict.figure)

    def text(self) -> str:
        """Return the texts shown as one."""
        return f"{self.goal.whole()}: {self.answer.whole()} {self.figure.text()}".strip() if self.isVisible() else ""


class ParallelismPanel(Exportable, QWidget):
    """Shows the plan of an outcome; the division in focus is a choice of the view, not an edit.

    Signals
    -------
    picked : key of the division that was chosen on the plot, or None.
    """

    picked = Signal(object)
    name = "divisions"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = self.tr("Parallelism configurations")
        self._outcome: Outcome | None = None
        self._chosen: DivisionKey | None = None
        self._pointed: DivisionKey | None = None
        self.goals = [_Goal(self) for _ in range(3)]
        self.plot = DivisionPlot(self)
        self.plot.setAccessibleName(self.tr("Throughput against latency of each configuration"))
        self._symbols, self._parts = Key(self), Key(self)
        self.bars = StackedBars(fill_of, self, titles_above=True)
        self.sentences = FitLabel(self)
        self._parts.setToolTip(
            self.tr("The bubble is shown next to the latency, not in it: idle time per stage and request.")
        )
        self._symbols.setToolTip(
            self.tr("The Pareto front joins the configurations that no other beats in both latency and throughput.")
        )
        self._keep_lines()
        self._fill_keys()
        points = self._card(self.tr("Throughput against latency: up and left is better"), self._symbols, (self.plot, 1))
        parts = self._card(self.tr("Time of one request"), self._parts, (self.bars, 1), self.sentences)
        self.splitter = splitter(points, parts, sizes=(560, 400), owner=self)
        column(row(*zip(self.goals, _GOAL_SHARES, strict=True), spacing=6), (self.splitter, 1), owner=self, spacing=6)
        self.plot.pointed.connect(self._point)
        self.plot.picked.connect(self.picked)

    def _fill_keys(self) -> None:
        kinds = {
            TENSOR: self.tr("tensor"),
            PIPELINE: self.tr("pipeline"),
            REPLICAS: self.tr("replicas"),
            MIXED: self.tr("hybrid"),
        }
        parts = {
            SERIAL: self.tr("S + ΔS"),
            COMPUTE: self.tr("compute"),
            ALL_REDUCES: self.tr("all-reduces"),
            HOPS: self.tr("hops"),
            IDLE: self.tr("bubble"),
        }
        symbols = [KeyEntry(text, partial(_symbol, key)) for key, text in kinds.items()]
        self._symbols.show_entries([*symbols, KeyEntry(self.tr("Pareto front"), _front)])
        self._parts.show_entries([KeyEntry(text, FillSample(fill_of, key)) for key, text in parts.items()])

    def _card(self, title: str, *parts: Part) -> Card:
        card = Card(self)
        column(ElidedLabel(card, title, bold=True), *parts, owner=card, margins=(10, 6, 10, 4), spacing=2)
        return card

    def _keep_lines(self) -> None:
        self.sentences.keep_lines(7 if self.height() > _LOW else 4)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave most of a low panel to plot and bars."""
        super().resizeEvent(event)
        self._keep_lines()

    # What is shown

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        self._outcome, plan = outcome, outcome.of(divisions.plan)
        verdicts = words.verdicts(plan, outcome.scenario)
        for goal, verdict in zip_longest(self.goals, verdicts):
            goal.show_verdict(verdict)
        self.plot.show_points(self._points(plan), self._chosen, keep_ranges=keep_ranges)
        self._show_bars(keep_ranges=keep_ranges)

    def choose(self, key: DivisionKey | None) -> None:
        """Focus on a division, or None for that of the lowest latency."""
        if key != self._chosen and self._outcome is not None:
            self._chosen = key
            self.show_outcome(self._outcome, keep_ranges=True)

    def _points(self, plan: Plan) -> tuple[Point, ...]:
        points = [
            Point(row, plan.front[index], translated(words.configuration_name(row)) if index in plan.best else "")
            for index, row in enumerate(plan.rows)
        ]
        points.sort(key=lambda point: not (point.front or point.word))  # stable
        return tuple(points[:MOST_POINTS])

    def _show_bars(self, *, keep_ranges: bool) -> None:
        outcome = self._outcome
        if outcome is None:
            return
        plan = outcome.of(divisions.plan)
        by_key: dict[DivisionKey | None, Division] = {row.key: row for row in plan.rows}
        focus = by_key.get(self._pointed) or by_key.get(self._chosen) or plan.row(plan.lowest_latency)
        rows = [row for row in dict.fromkeys([focus, *map(plan.row, plan.best)]) if row is not None]
        self.bars.show_bars([self._bar(row, row is focus) for row in rows], keep_ranges=keep_ranges)
        figures = words.figures(focus, outcome.scenario) if focus is not None else []
        self.sentences.show_message([*figures, *words.omissions(plan), *words.assumptions(plan, outcome)])

    def _bar(self, row: Division, chosen: bool) -> StackedBar:
        parts = [(SERIAL, row.serial_s), (COMPUTE, row.compute_s), (ALL_REDUCES, row.exposed_s), (HOPS, row.hops_s)]
        if row.pipeline > 1:
            parts.append((IDLE, row.idle_s))
        pieces = [
            BarPiece(key, seconds, "" if key == HOPS else formatting.short_seconds(seconds)) for key, seconds in parts
        ]
        total = f"{formatting.seconds(row.latency_s)}  {formatting.rate(row.throughput_per_s)}"
        return StackedBar(translated(words.configuration_name(row)), tuple(pieces), total, bold=chosen)

    def _point(self, key: DivisionKey | None) -> None:
        if key != self._pointed:
            self._pointed = key
            self._show_bars(keep_ranges=True)

    # What is exported

    @override
    def can_export(self) -> bool:
        return self._outcome is not None

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return True  # one device, replicas and stages have figures in every scenario

    @override
    def numbers(self) -> str:
        return "" if self._outcome is None else divisions_csv(self._outcome.of(divisions.plan))

    @override
    def footnotes(self) -> list[Sentence]:
        return [] if self._outcome is None else words.assumptions(self._outcome.of(divisions.plan), self._outcome)

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self._chosen, self._pointed = other._chosen, None
        self.splitter.setSizes(other.splitter.sizes())
