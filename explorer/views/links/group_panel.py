"""Grouping messages: T_N against k, how many are sent as one."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.links import grouping, tables
from explorer.answers.links.grouping import Grouping
from explorer.answers.outcome import Outcome
from explorer.scenario.quantity import COUNT, TIME
from explorer.views.base.panel import Panel
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series
from explorer.views.charts.marks import Mark
from explorer.views.widgets.key import Key, KeyEntry, LineSample

_MOST_POINTS = 60
_WIDER = 1.12


class GroupPanel(Panel):
    """The time of the split, and when the first result is there, against k."""

    name = "link_groups"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("k messages sent as one: Q/k messages of k·n bytes"), 4, parent)
        self._axes: tuple[Axis, Axis] | None = None
        self.plot = CurvesPlot(self)
        self.plot.setAccessibleName(self.title.whole())
        self.legend = Key(self, lines=2)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.legend)
        self.keep_room(self.plot, self.legend)
        self.plot.hovered.connect(self._read)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        found = outcome.of(grouping.grouping)
        for part in (self.plot, self.legend):
            part.setVisible(found is not None)
        if found is not None:
            self._draw(found, keep_ranges=keep_ranges)
        self._read(math.nan)

    def _draw(self, found: Grouping, *, keep_ranges: bool) -> None:
        theme, k = self.theme, np.array(found.k, float)
        low = float(min(found.curve_s.min(), found.first_s.min()))
        high = float(max(found.curve_s.max(), found.first_s.max()))
        low, high = max(low / 1.15, 1e-15), max(high * 1.25, 1e-12)
        kept = self._axes
        if not (
            keep_ranges
            and kept is not None
            and kept[1].low <= low
            and high <= kept[1].high
            and kept[0].high == _WIDER * k[-1]
        ):
            wide = high / low > 5
            self._axes = (
                Axis(
                    Coordinates.over(COUNT, 1, float(k[-1]), True),
                    1 / _WIDER,
                    _WIDER * float(k[-1]),
                    self.tr("k messages as one"),
                ),
                Axis(
                    Coordinates.over(TIME, low if wide else 0.0, high, wide),
                    low if wide else 0.0,
                    high,
                    self.tr("time"),
                ),
            )
        if self._axes is not None:
            self.plot.show_axes(*self._axes)
        few = slice(None, None, max(1, len(k) // _MOST_POINTS))
        series = [
            Series(found.curve_k, found.curve_s, theme.split, points=(k[few], found.split_s[few])),
            Series(
                k, found.first_s, theme.devices[1], "t", 1.6, Qt.PenStyle.DashLine, points=(k[few], found.first_s[few])
            ),
        ]
        best = found.k[found.best]
        self.plot.show_series(series, [Mark(best, self.tr("best k = {k}").format(k=best), theme.pays)])
        self.legend.show_entries(
            [
                KeyEntry(self.tr("time of the split; dots where k divides Q"), LineSample(theme.split, "o")),
                KeyEntry(
                    self.tr("until the first result is there"), LineSample(theme.devices[1], "t", Qt.PenStyle.DashLine)
                ),
            ]
        )

    def _read(self, k: float) -> None:
        if self.outcome is None:
            return
        groups = self.outcome.of(grouping.grouping)
        if groups is not None and not math.isnan(k):
            self.show_message([grouping.reading(groups, k)])
        else:
            self.show_message(grouping.told(groups, self.outcome))

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return outcome.of(grouping.grouping) is not None

    @override
    def numbers(self) -> str:
        groups = None if self.outcome is None else self.outcome.of(grouping.grouping)
        return "" if groups is None else tables.groups_csv(groups)

    @override
    def show_controls(self, shown: bool) -> None:
        self.legend.show_whole(not shown)

    @override
    def apply_theme(self) -> None:
        groups = None if self.outcome is None else self.outcome.of(grouping.grouping)
        if groups is not None:
            self._draw(groups, keep_ranges=True)
