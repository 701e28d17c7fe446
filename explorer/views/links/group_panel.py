"""Grouping messages: T_N against k, how many are sent as one."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.links import grouping, tables, words
from explorer.answers.links.grouping import Grouping
from explorer.answers.outcome import Outcome
from explorer.scenario.quantity import COUNT, TIME
from explorer.views.base.panel import Panel
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series
from explorer.views.charts.marks import Mark
from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.layouts import keep_room

_MOST_DOTS = 60
"""Divisors of Q that are drawn as dots; 10⁹ has 100, which would hide the curve."""
_MARGIN = 1.12
"""Factor by which the axis of k goes beyond 1 and Q, so that the dots there are whole."""
_LOGARITHMIC = 5.0
"""Ratio of times above which the axis is logarithmic: below it, a linear one from 0 shows the differences as well."""


class GroupPanel(Panel):
    """T_N, and the time to the first result, against k."""

    name = "link_groups"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("k messages sent as one: Q/k messages of k·n bytes"), 4, parent)
        self._axes: tuple[Axis, Axis] | None = None
        self.plot = CurvesPlot(self)
        self.plot.setAccessibleName(self.title.whole())
        self.legend = Key(self, lines=2)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.legend)
        keep_room(self.plot, self.legend)
        self.plot.hovered.connect(self._read)

    def groups(self) -> Grouping | None:
        """Return what is drawn, or None where there is nothing to group."""
        return None if self.outcome is None else self.outcome.of(grouping.grouping)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        groups = self.groups()
        for part in (self.plot, self.legend):
            part.setVisible(groups is not None)
        if groups is not None:
            self._show_axes(groups, keep_ranges=keep_ranges)
            self._draw(groups)
        self._read(math.nan)

    def _show_axes(self, groups: Grouping, *, keep_ranges: bool) -> None:
        low = max(float(min(groups.curve_s.min(), groups.first_s.min())) / 1.15, 1e-15)
        high = max(float(max(groups.curve_s.max(), groups.first_s.max())) * 1.25, 1e-12)
        last = float(groups.k[-1])
        if keep_ranges and self._axes is not None:
            k, time = self._axes
            if time.low <= low and high <= time.high and k.high == _MARGIN * last:
                return
        logarithmic = high / low > _LOGARITHMIC
        bottom = low if logarithmic else 0.0
        self._axes = (
            Axis(Coordinates.over(COUNT, 1, last, True), 1 / _MARGIN, _MARGIN * last, self.tr("k messages as one")),
            Axis.over(TIME, bottom, high, logarithmic, self.tr("time")),
        )
        self.plot.show_axes(*self._axes)

    def _draw(self, groups: Grouping) -> None:
        theme, k = self.theme, np.array(groups.k, float)
        dots = slice(None, None, max(1, len(k) // _MOST_DOTS))
        dash = Qt.PenStyle.DashLine
        first_dots = k[dots], groups.first_s[dots]
        best = groups.k[groups.best]
        self.plot.show_series(
            [
                Series(groups.curve_k, groups.curve_s, theme.split, points=(k[dots], groups.split_s[dots])),
                Series(k, groups.first_s, theme.devices[1], "t", 1.6, dash, points=first_dots),
            ],
            [Mark(best, self.tr("best k = {k}").format(k=best), theme.pays)],
        )
        self.legend.show_entries(
            [
                KeyEntry(self.tr("time on N devices (dots: k divides Q)"), LineSample(theme.split, "o")),
                KeyEntry(self.tr("time to first result"), LineSample(theme.devices[1], "t", dash)),
            ]
        )

    def _read(self, k: float) -> None:
        """Read the divisor of Q under the mouse, or say which k is the best."""
        if self.outcome is None:
            return
        groups = self.groups()
        if groups is not None and not math.isnan(k):
            self.show_message([words.grouping_reading(groups, k)])
        else:
            self.show_message(words.grouping_sentences(groups, self.outcome))

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return outcome.of(grouping.grouping) is not None

    @override
    def numbers(self) -> str:
        groups = self.groups()
        return "" if groups is None else tables.groups_csv(groups)

    @override
    def show_controls(self, shown: bool) -> None:
        self.legend.show_whole(not shown)

    @override
    def apply_theme(self) -> None:
        groups = self.groups()
        if groups is not None:
            self._draw(groups)
