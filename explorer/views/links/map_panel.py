"""The map of the speed-up over C and message size; its cross is the scenario."""

from __future__ import annotations

import math
from typing import Self

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.links import speedup_map, tables, words
from explorer.answers.links.speedup_map import SpeedupMap
from explorer.answers.outcome import Outcome
from explorer.scenario.edit import parameter_of
from explorer.scenario.quantity import SIZE, TIME
from explorer.views.base.panel import Panel
from explorer.views.charts.axes import Axis
from explorer.views.charts.items import Series
from explorer.views.links.map_plot import MapPlot
from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.layouts import keep_room

_LINE_WIDTH = 2.4
"""Pixels: a little more than a curve, since the line lies on colours."""


class MapPanel(Panel):
    """Colours, the break-even line, the cross. A map is kept while it holds, and throughout a drag.

    Attributes
    ----------
    map : what is drawn, or None where the scenario has no answer.
    """

    name = "link_map"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Speed-up over work C and message size"), 2, parent)
        self.map: SpeedupMap | None = None
        self._on_screen = True
        self.plot = MapPlot(self)
        self.plot.setAccessibleName(self.title.whole())
        self.legend = Key(self, lines=2)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.legend)
        keep_room(self.plot, self.legend)
        self.plot.cross_dragged.connect(self._drag)
        self.plot.drag_started.connect(self.requests.gesture_started)
        self.plot.drag_ended.connect(self.requests.gesture_ended)
        self.plot.pointed.connect(self._read)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        has_answer = outcome.phase is not None
        if not has_answer:
            self.map = None
        elif self.map is None or not (keep_ranges or self.map.holds(outcome)):
            self.map = speedup_map.speedup_map(outcome, *speedup_map.ranges(outcome))
            self._draw(outcome)
        self.plot.setVisible(has_answer)
        self.legend.setVisible(has_answer)
        if self.map is not None:
            self.plot.show_cross(*speedup_map.present(outcome))
        self._read(math.nan, math.nan)

    def _draw(self, outcome: Outcome) -> None:
        if self.map is None:
            return
        cells, theme, (columns, rows) = self.map, self.theme, self.map.ranges
        symbol = parameter_of(outcome.scenario, "message_bytes").symbol
        self.plot.show_axes(
            Axis.over(TIME, *columns, True, self.tr("work C")),
            Axis.over(SIZE, *rows, True, self.tr("message size {symbol}").format(symbol=symbol)),
        )
        self.plot.show_map(cells.work, cells.sizes, cells.speedups)
        finite = np.isfinite(cells.break_even) & (cells.break_even > 0)
        self.plot.show_series([Series(cells.break_even[finite], cells.sizes[finite], theme.text, width=_LINE_WIDTH)])
        target = outcome.scenario.target_speedup
        line = self.tr("target: {target}").format(target=formatting.short_ratio(target))
        cross = self.tr("this scenario (drag it)") if self._on_screen else self.tr("this scenario")
        self.legend.show_entries(
            [
                KeyEntry(self.tr("break-even") if target == 1 else line, LineSample(theme.text)),
                KeyEntry(cross, LineSample(theme.text, "+", Qt.PenStyle.NoPen)),
                KeyEntry(self.tr("faster: up to 4× or more"), LineSample(theme.pays, "s", Qt.PenStyle.NoPen)),
                KeyEntry(self.tr("slower: down to ¼× or less"), LineSample(theme.loses, "s", Qt.PenStyle.NoPen)),
            ]
        )

    def _drag(self, work: float, size: float) -> None:
        if self.outcome is None:
            return
        self.requests.drag.emit("divisible", work)
        if speedup_map.factor(self.outcome.scenario) > 0:
            self.requests.drag.emit("message_bytes", size)

    def _read(self, work: float, size: float) -> None:
        """Read the cell under the mouse, or say where the scenario is."""
        if self.outcome is None:
            return
        if math.isnan(work) or self.map is None or self.plot.is_dragged():
            self.show_message(words.map_sentences(self.outcome, draggable=self._on_screen))
        else:
            self.show_message([words.cell_reading(self.outcome, self.map, work, size)])

    @override
    def numbers(self) -> str:
        if self.map is None or self.outcome is None:
            return ""
        return tables.map_csv(self.map, parameter_of(self.outcome.scenario, "message_bytes").symbol)

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self.map = other.map
        if other.outcome is not None:
            self._draw(other.outcome)

    @override
    def show_controls(self, shown: bool) -> None:
        self._on_screen = shown
        self.legend.show_whole(not shown)

    @override
    def apply_theme(self) -> None:
        if self.outcome is not None:
            self._draw(self.outcome)
