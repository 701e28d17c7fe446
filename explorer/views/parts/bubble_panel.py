"""The bubble under both conventions against the number of micro-batches."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer import pipeline_numbers, pipeline_words, pipelining
from explorer.model.pipeline import Schedule
from explorer.outcome import Outcome
from explorer.pipelining import Bubble, Run
from explorer.scenario.quantity import COUNT, SHARE
from explorer.scenario.sentence import Sentence
from explorer.views.parts.axis import Coordinates
from explorer.views.parts.link_chart import Ends, LinkPlot, Mark, Series
from explorer.views.parts.link_panel import LinkPanel
from explorer.views.parts.marked_legend import MarkedLegend
from explorer.views.parts.theme import Theme

_PERCENT = Coordinates(SHARE, False, "%", 0.01)
_HIGHEST, _ABOVE, _WIDER = 4.0, 1.1, 1.08
_LOW = 210


class BubblePanel(LinkPanel):
    """Two curves of the scenario's schedule, with the present number of micro-batches marked."""

    name = "bubble"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Bubble against micro-batches m"), 2, parent)
        self._run: Run | None = None
        self._drawn: Bubble | None = None
        self._key: tuple[object, ...] = ()
        self._most = 0
        self.plot = LinkPlot(self)
        self.plot.setAccessibleName(self.words)
        self.legend = MarkedLegend(1, self)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.legend)
        self.plot.hovered.connect(self._read)

    @override
    def show_outcome(self, outcome: Outcome, *, still: bool) -> None:
        super().show_outcome(outcome, still=still)
        waits = still and pipelining.is_heavy(outcome.scenario, [Schedule(outcome.scenario.pipeline.schedule)])
        if waits and self._run is not None:
            return
        found = self._run = pipelining.run(outcome.scenario)
        if not still or self._most < found.pipeline.micro_batches:
            self._most = pipelining.most_shown(found.pipeline)
        self._draw(found, quick=still)
        self._read(math.nan)

    def _draw(self, found: Run, *, quick: bool = False) -> None:
        drawn = self._drawn = pipelining.bubble(found, self._most, quick=quick)
        theme = self.theme
        own = found.idle_of_ideal or 0.0
        self.plot.show_axes(
            Ends(
                Coordinates.over(COUNT, 1, self._most, True),
                1 / _WIDER,
                self._most * _WIDER,
                "",
            ),
            Ends(_PERCENT, 0.0, (own if 1 < own <= _HIGHEST else 1.0) * _ABOVE, self.tr("share")),
        )
        key = (drawn, found, theme.name)
        if key != self._key:
            self._key = key
            self.plot.show_series(self._series(found, drawn), self._marks(found))
            self.legend.show_entries(
                [
                    (self.tr("makespan (GPipe's)"), theme.split, "o", Qt.PenStyle.SolidLine),
                    (
                        self.tr("ideal time (Megatron's)"),
                        theme.devices[1],
                        "t",
                        Qt.PenStyle.DashLine,
                    ),
                ]
            )

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
            finite = np.isfinite(present[1])
            points = present[0][finite], present[1][finite]
            made.append(Series(*line, colour, marker, dash=dash, points=points))
        return made

    def _marks(self, found: Run) -> list[Mark]:
        count = found.pipeline.micro_batches
        return [Mark(count, self.tr("m = {count}").format(count=count), self.theme.text)]

    def _read(self, count: float) -> None:
        if self._run is None or self._drawn is None:
            return
        told = None if math.isnan(count) else pipeline_words.bubble_at(self._drawn, count)
        if told is not None:
            self.say([told])
        else:
            self.say(pipeline_words.bubble_told(self._run, self._drawn))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the room to the plot where there is little."""
        lines = 1 if self.height() < _LOW else 2
        self.told.setFixedHeight(lines * self.told.fontMetrics().lineSpacing() + 4)
        super().resizeEvent(event)

    @override
    def show_theme(self, theme: Theme) -> None:
        super().show_theme(theme)
        self.plot.show_theme(theme)
        self.legend.show_theme(theme)
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
        return pipeline_numbers.bubble_csv(self._run, self._drawn)

    @override
    def footnote(self) -> Sentence | None:
        return None if self.outcome is None else pipeline_words.footnote(self.outcome)
