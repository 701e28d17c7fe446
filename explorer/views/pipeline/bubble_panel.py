"""The bubble under both conventions against the number of micro-batches."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.answers.pipeline import schedules, tables, words
from explorer.answers.pipeline.schedules import Bubble, Run
from explorer.model.pipeline import Schedule
from explorer.scenario.quantity import COUNT, SHARE
from explorer.scenario.section_parameters import MICRO_BATCHES
from explorer.scenario.sentence import Sentence
from explorer.views.base.panel import Panel
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series
from explorer.views.charts.marks import Mark
from explorer.views.widgets.card import plain_tip
from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.theme import translated

_PERCENT = Coordinates(SHARE, True, "%", 0.01)
_LOWEST, _SMALL, _HIGHEST = 1e-4, 0.01, 10.0
"""Shares: the axis begins at the second, or lower where the bubble is, down to the first; it goes up to the third."""
_BEYOND, _WIDER = 1.8, 1.08
"""Factors by which the axes go on beyond the first and last value, so that markers at the ends are whole."""
_LOW = 210
"""Pixels of height below which the plot needs the room of the axis' name and of a second line of words."""


class BubblePanel(Panel):
    """Two curves of the scenario's schedule, with the present number of micro-batches as a line to drag."""

    name = "bubble"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Bubble against micro-batches m"), 2, parent)
        self._curves: tuple[Run, Bubble] | None = None
        self._most = 0
        self._shares: Axis | None = None
        self.title.setToolTip(plain_tip(translated(words.CONVENTIONS)))
        self.plot = CurvesPlot(self)
        self.plot.setAccessibleName(self.words)
        self.legend = Key(self, lines=1)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.legend)
        self.plot.hovered.connect(self._describe)
        self.plot.drag_started.connect(self.requests.gesture_started)
        self.plot.drag_ended.connect(self.requests.gesture_ended)
        self.plot.dragged.connect(self._ask)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        waits = keep_ranges and schedules.is_heavy(outcome.scenario, [Schedule(outcome.scenario.pipeline.schedule)])
        if waits and self._curves is not None:  # only the line moves: the curves do not depend on the number
            self.plot.mark_lines.show([self._mark(outcome.scenario.pipeline.micro_batches)])
            return
        run = outcome.of(schedules.run)
        held = self.plot.value.is_dragged() or self._most >= run.pipeline.micro_batches
        if not (keep_ranges and held):
            self._most = schedules.most_shown(run.pipeline)
        self._draw(run, quick=keep_ranges)
        self._describe(math.nan)

    def _draw(self, run: Run, *, quick: bool = False) -> None:
        bubble = schedules.bubble(run, self._most, quick=quick)
        self._curves = run, bubble
        if self._shares is None or not quick:
            self._shares = self._share_axis(run, bubble)
        counts = Coordinates.over(COUNT, 1, self._most, True)
        label = "" if self._is_low() else self.tr("micro-batches m")
        self.plot.show_axes(Axis(counts, 1 / _WIDER, self._most * _WIDER, label), self._shares)
        self.plot.show_stops(bubble.micro_batches)
        ends = np.array([1 / _WIDER, self._most * _WIDER])
        small = Series(ends, np.full(2, words.SMALL_BUBBLE), self.theme.faint, "", 1.0, Qt.PenStyle.DotLine)
        self.plot.show_series([*self._series(run, bubble), small], [self._mark(run.pipeline.micro_batches)])
        self._show_legend()

    def _share_axis(self, run: Run, bubble: Bubble) -> Axis:
        """Return an axis with 1 to 100 %, smaller and larger shares up to the bounds, and the present shares."""
        shares = np.concatenate((bubble.of_makespan, bubble.of_ideal))
        shares = shares[np.isfinite(shares) & (shares > 0)]
        present = run.idle_of_ideal if run.idle_of_ideal is not None and math.isfinite(run.idle_of_ideal) else 0.0
        highest = 1.0 if self._is_low() else _HIGHEST  # few decades can be labelled where there is little room
        low = min(_SMALL, max(shares.min(initial=1.0), _LOWEST))
        high = max(1.0, min(shares.max(initial=1.0), highest), present)
        return Axis(_PERCENT, float(low) / _BEYOND, float(high) * _BEYOND, self.tr("share"))

    def _looks(self) -> tuple[LineSample, LineSample]:
        """Return the looks of the share of the makespan and of that of the ideal time."""
        return LineSample(self.theme.split, "o"), LineSample(self.theme.devices[1], "t", Qt.PenStyle.DashLine)

    def _show_legend(self) -> None:
        """Explain both shares, in full where there is room."""
        of_makespan = self.tr("of the makespan (GPipe's): idle time / total device time")
        full = of_makespan, self.tr("of the ideal time (Megatron's): idle time / compute time")
        short = self.tr("makespan (GPipe's)"), self.tr("ideal time (Megatron's)")
        texts = full if self.legend.fit_one_line(full) else short
        self.legend.show_entries([KeyEntry(text, look) for text, look in zip(texts, self._looks(), strict=True)])
        self.legend.setToolTip(plain_tip("\n".join(full)))

    def _series(self, run: Run, bubble: Bubble) -> list[Series]:
        """Return the curves, with dots where they were simulated, and at the present m."""
        present = float(run.pipeline.micro_batches)
        shares = ((bubble.of_makespan, run.idle_of_makespan), (bubble.of_ideal, run.idle_of_ideal))
        curves = []
        for (values, present_share), look in zip(shares, self._looks(), strict=True):
            curve = np.array([bubble.micro_batches, values])
            dots = np.array([[present], [math.nan if present_share is None else present_share]])
            if bubble.simulated:
                curve = np.hstack((curve, dots))
                curve = dots = curve[:, np.argsort(curve[0])]
            points = dots[:, np.isfinite(dots[1]) & (dots[1] > 0)]
            markers = (points[0], points[1])
            curves.append(Series(curve[0], curve[1], look.colour, look.marker, dash=look.dash, points=markers))
        return curves

    def _mark(self, count: int) -> Mark:
        """Move the line that can be dragged to a number of micro-batches, and return its mark."""
        self.plot.value.show(count)
        return Mark(count, self.tr("m = {count}").format(count=count), self.theme.text)

    def _describe(self, count: float) -> None:
        """Describe the bubble at the number of micro-batches under the mouse, or, at NaN, as a whole."""
        if self._curves is None:
            return
        hovered = not math.isnan(count) and not self.plot.value.is_dragged()
        at_mouse = words.bubble_sentence_at(self._curves[1], count) if hovered else None
        if at_mouse is not None:
            self.show_message([at_mouse])
            return
        texts = list(map(translated, words.bubble_sentences(*self._curves)))
        shorter = map(translated, words.small_from_sentences(*self._curves)[1:])
        self.sentences.show_texts([*(" ".join(texts[:last]) for last in range(len(texts), 0, -1)), *shorter])

    def _ask(self, count: float) -> None:
        """Ask for the nearest number that the schedule runs."""
        if self.outcome is None:
            return
        group = self.outcome.of(schedules.run).group
        nearest = min(max(round(count / group), 1), int(MICRO_BATCHES.maximum) // group) * group
        self.requests.drag.emit("micro_batches", float(nearest))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the room to the plot where there is little."""
        self.sentences.keep_lines(1 if self._is_low() else 2)
        super().resizeEvent(event)
        self.apply_theme()

    def _is_low(self) -> bool:
        return self.height() < _LOW

    @override
    def apply_theme(self) -> None:
        if self._curves is not None:
            self._draw(self._curves[0])

    # What is exported

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return True

    @override
    def numbers(self) -> str:
        return "" if self._curves is None else tables.bubble_csv(*self._curves)

    @override
    def footnotes(self) -> list[Sentence]:
        return [] if self.outcome is None else [words.footnote(self.outcome)]
