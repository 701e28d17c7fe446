"""The bubble under both conventions against the number of micro-batches."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.answers.pipeline import bubble_words, schedules, tables, words
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
_BEYOND, _WIDER = 1.8, 1.08
_LOW = 210


class BubblePanel(Panel):
    """Two curves of the scenario's schedule, with the present number of micro-batches as a line to drag."""

    name = "bubble"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Bubble against micro-batches m"), 2, parent)
        self._run: Run | None = None
        self._drawn: Bubble | None = None
        self._most = 0
        self._ends: Axis | None = None
        self.title.setToolTip(plain_tip(translated(words.CONVENTIONS)))
        self.plot = CurvesPlot(self)
        self.plot.setAccessibleName(self.words)
        self.legend = Key(self, lines=1)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.legend)
        self.plot.hovered.connect(self._read)
        self.plot.drag_started.connect(self.requests.gesture_started)
        self.plot.drag_ended.connect(self.requests.gesture_ended)
        self.plot.dragged.connect(self._ask)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        waits = keep_ranges and schedules.is_heavy(outcome.scenario, [Schedule(outcome.scenario.pipeline.schedule)])
        if waits and self._run is not None:
            self._show_count(outcome.scenario.pipeline.micro_batches)
            return
        found = self._run = outcome.of(schedules.run)
        if not keep_ranges or self._most < found.pipeline.micro_batches:
            self._most = schedules.most_shown(found.pipeline)
        self._draw(found, quick=keep_ranges)
        self._read(math.nan)

    def _draw(self, found: Run, *, quick: bool = False) -> None:
        drawn = self._drawn = schedules.bubble(found, self._most, quick=quick)
        if self._ends is None or not quick:
            self._ends = self._heights(found, drawn)
        self.plot.show_axes(
            Axis(
                Coordinates.over(COUNT, 1, self._most, True),
                1 / _WIDER,
                self._most * _WIDER,
                "" if self._is_low() else self.tr("micro-batches m"),
            ),
            self._ends,
        )
        self.plot.show_stops(drawn.micro_batches)
        count = found.pipeline.micro_batches
        self.plot.show_series([*self._series(found, drawn), self._limit()], [self._mark(count)])
        self._show_legend()
        self.plot.value.show(found.pipeline.micro_batches)

    def _heights(self, found: Run, drawn: Bubble) -> Axis:
        """Return a height that holds 1 to 100 %, smaller shares down to a bound, and the present ones."""
        shares = np.concatenate((drawn.of_makespan, drawn.of_ideal))
        shares = shares[np.isfinite(shares) & (shares > 0)]
        least, most = (float(shares.min()), float(shares.max())) if len(shares) else (1.0, 1.0)
        own = found.idle_of_ideal if found.idle_of_ideal is not None and math.isfinite(found.idle_of_ideal) else 0.0
        highest = 1.0 if self._is_low() else _HIGHEST  # few decades can be labelled where there is little room
        low, high = min(_SMALL, max(least, _LOWEST)), max(1.0, min(most, highest), own)
        return Axis(_PERCENT, low / _BEYOND, high * _BEYOND, self.tr("share"))

    def _show_legend(self) -> None:
        """Say what the shares are shares of, where there is room for it."""
        looks = (
            (self.theme.split, "o", Qt.PenStyle.SolidLine),
            (self.theme.devices[1], "t", Qt.PenStyle.DashLine),
        )
        whole = (
            self.tr("of the makespan (GPipe's): idle over all device time"),
            self.tr("over the ideal time (Megatron's): idle over pure work time"),
        )
        short = (self.tr("makespan (GPipe's)"), self.tr("ideal time (Megatron's)"))
        texts = whole if self.legend.fit_one_line(whole) else short
        self.legend.show_entries([KeyEntry(text, LineSample(*look)) for text, look in zip(texts, looks, strict=True)])
        self.legend.setToolTip(plain_tip("\n".join(whole)))

    def _series(self, found: Run, drawn: Bubble) -> list[Series]:
        """Return the curves, with dots where they were simulated, and at the present m."""
        here = float(found.pipeline.micro_batches)
        made = []
        for values, own, colour, marker, dash in (
            (drawn.of_makespan, found.idle_of_makespan, self.theme.split, "o", Qt.PenStyle.SolidLine),
            (drawn.of_ideal, found.idle_of_ideal, self.theme.devices[1], "t", Qt.PenStyle.DashLine),
        ):
            line = drawn.micro_batches, values
            present = (np.array([here]), np.array([math.nan if own is None else own]))
            if drawn.simulated:
                order = np.argsort(np.append(line[0], here))
                line = present = np.append(line[0], here)[order], np.append(line[1], present[1])[order]
            finite = np.isfinite(present[1]) & (present[1] > 0)
            points = present[0][finite], present[1][finite]
            made.append(Series(*line, colour, marker, dash=dash, points=points))
        return made

    def _limit(self) -> Series:
        """Return the level below which a bubble is small."""
        ends = np.array([1 / _WIDER, self._most * _WIDER])
        return Series(ends, np.full(2, bubble_words.LIMIT), self.theme.faint, "", 1.0, Qt.PenStyle.DotLine)

    def _mark(self, count: int) -> Mark:
        return Mark(count, self.tr("m = {count}").format(count=count), self.theme.text)

    def _show_count(self, count: int) -> None:
        """Follow a drag with the line alone: the curves do not depend on it."""
        self.plot.mark_lines.show([self._mark(count)])
        self.plot.value.show(count)

    def _read(self, count: float) -> None:
        if self._run is None or self._drawn is None:
            return
        reads = not math.isnan(count) and not self.plot.value.is_dragged()
        told = bubble_words.bubble_at(self._drawn, count) if reads else None
        if told is not None:
            self.show_message([told])
            return
        texts = [translated(one) for one in bubble_words.bubble_told(self._run, self._drawn)]
        shorter = [translated(one) for one in bubble_words.below_told(self._run, self._drawn)[1:]]
        self.sentences.show_texts([*(" ".join(texts[:last]) for last in range(len(texts), 0, -1)), *shorter])

    def _ask(self, count: float) -> None:
        """Ask for the nearest number that the schedule runs."""
        if self.outcome is None:
            return
        scenario = self.outcome.scenario
        chunked = Schedule(scenario.pipeline.schedule) is Schedule.INTERLEAVED
        group = schedules.stages_of(scenario) if chunked else 1
        nearest = min(max(round(count / group), 1), int(MICRO_BATCHES.maximum) // group) * group
        self.requests.drag.emit("micro_batches", float(nearest))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the room to the plot where there is little."""
        self.sentences.keep_lines(1 if self._is_low() else 2)
        super().resizeEvent(event)
        self._show_legend()
        if self._run is not None:
            self._draw(self._run)

    def _is_low(self) -> bool:
        return self.height() < _LOW

    @override
    def apply_theme(self) -> None:
        if self._run is not None:
            self._draw(self._run)

    # What is exported

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return True

    @override
    def numbers(self) -> str:
        if self._run is None or self._drawn is None:
            return ""
        return tables.bubble_csv(self._run, self._drawn)

    @override
    def footnote(self) -> Sentence | None:
        return None if self.outcome is None else words.footnote(self.outcome)
