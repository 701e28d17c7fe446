"""The map of the speed-up over C and message size; its cross is the scenario."""

from __future__ import annotations

import math
from typing import Self

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.links import speedup_map, tables
from explorer.answers.links.speedup_map import SpeedupMap
from explorer.answers.outcome import Outcome
from explorer.scenario.edit import parameter_of
from explorer.scenario.quantity import SIZE, TIME
from explorer.scenario.scenario import Scenario
from explorer.views.base.panel import Panel
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.items import Series
from explorer.views.links.map_plot import MapPlot
from explorer.views.widgets.key import Key, KeyEntry, LineSample

Range = tuple[float, float]


class MapPanel(Panel):
    """Colours, the break-even line, the cross. The map is computed anew only when no drag is under way."""

    name = "link_map"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Speed-up over work C and message size"), 2, parent)
        self._base: Scenario | None = None
        self._ranges: tuple[Range, Range] | None = None
        self._found: SpeedupMap | None = None
        self._on_screen = True
        self.computed = 0
        self.plot = MapPlot(self)
        self.plot.setAccessibleName(self.title.whole())
        self.legend = Key(self, lines=2)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.legend)
        self.keep_room(self.plot, self.legend)
        self.plot.cross_dragged.connect(self._ask)
        self.plot.drag_started.connect(self.requests.gesture_started)
        self.plot.drag_ended.connect(self.requests.gesture_ended)
        self.plot.pointed.connect(self._read)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        if outcome.phase is None:
            self._base, self._found = None, None
            self.plot.hide()
            self.legend.hide()
            self._read(math.nan, math.nan)
            return
        self.plot.show()
        self.legend.show()
        if not keep_ranges:
            self._compute(outcome)
        if self._found is not None:
            self.plot.show_cross(*speedup_map.present(outcome))
        self._read(math.nan, math.nan)

    def _compute(self, outcome: Outcome) -> None:
        """Make the map, unless the one that is there holds: what the cross changes does not change it."""
        base = speedup_map.base(outcome.scenario)
        if self._found is not None and base == self._base and self._holds(outcome):
            return
        if self._ranges is None or base != self._base or not self._holds(outcome):
            self._ranges = speedup_map.ranges(outcome)
        self._base = base
        self._found = speedup_map.speedup_map(outcome, *self._ranges)
        self.computed += 1
        self._draw(outcome)

    def _holds(self, outcome: Outcome) -> bool:
        """Whether the scenario stands well within the ranges."""
        if self._ranges is None:
            return False
        return all(
            low * 1.5 <= value <= high / 1.5
            for value, (low, high) in zip(speedup_map.present(outcome), self._ranges, strict=True)
        )

    def _draw(self, outcome: Outcome) -> None:
        found, theme = self._found, self.theme
        if found is None or self._ranges is None:
            return
        columns, rows = self._ranges
        symbol = parameter_of(outcome.scenario, "message_bytes").symbol
        self.plot.show_axes(
            Axis(Coordinates.over(TIME, *columns, True), *columns, self.tr("work C")),
            Axis(Coordinates.over(SIZE, *rows, True), *rows, self.tr("message size {symbol}").format(symbol=symbol)),
        )
        self.plot.show_map(found.work, found.sizes, found.speedups)
        known = np.isfinite(found.break_even) & (found.break_even > 0)
        self.plot.show_series([Series(found.break_even[known], found.sizes[known], theme.text, width=2.4)], [])
        target = outcome.scenario.target_speedup
        line = (
            self.tr("break-even")
            if target == 1
            else self.tr("target: {target}").format(target=formatting.short_ratio(target))
        )
        self.legend.show_entries(
            [
                KeyEntry(line, LineSample(theme.text)),
                KeyEntry(
                    self.tr("this scenario: drag it") if self._on_screen else self.tr("this scenario"),
                    LineSample(theme.text, "+", Qt.PenStyle.NoPen),
                ),
                KeyEntry(self.tr("faster, up to 4× and more"), LineSample(theme.pays, "s", Qt.PenStyle.NoPen)),
                KeyEntry(self.tr("slower, to ¼ and less"), LineSample(theme.loses, "s", Qt.PenStyle.NoPen)),
            ]
        )

    def _ask(self, work: float, size: float) -> None:
        outcome = self.outcome
        if outcome is None:
            return
        self.requests.drag.emit("divisible", work)
        if speedup_map.factor(outcome.scenario) > 0:
            self.requests.drag.emit("message_bytes", size)

    def _read(self, work: float, size: float) -> None:
        if self.outcome is None:
            return
        if math.isnan(work) or self._found is None or self.plot.is_dragged():
            self.show_message(speedup_map.told(self.outcome, draggable=self._on_screen))
        else:
            self.show_message([speedup_map.cell_told(self.outcome, self._found, work, size)])

    @override
    def numbers(self) -> str:
        found, outcome = self._found, self.outcome
        if found is None or outcome is None:
            return ""
        return tables.map_csv(found, parameter_of(outcome.scenario, "message_bytes").symbol)

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self._ranges, self._found = other._ranges, None

    @override
    def show_controls(self, shown: bool) -> None:
        self._on_screen = shown
        self.legend.show_whole(not shown)

    @override
    def apply_theme(self) -> None:
        if self.outcome is not None:
            self._draw(self.outcome)
