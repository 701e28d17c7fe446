"""A plot of the times against one parameter, with its title, its scale switch and one sentence below."""

from __future__ import annotations

import math
from typing import Self

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from explorer.answers import curves as sweep
from explorer.answers import formatting
from explorer.answers.break_even import words
from explorer.answers.break_even.explanations import explanation
from explorer.answers.break_even.tables import csv_of
from explorer.answers.outcome import Outcome, Performance
from explorer.model.thresholds import State, Threshold
from explorer.scenario.edit import parameter_of
from explorer.scenario.parameter import Parameter
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.quantity import RATIO, TIME
from explorer.views.base.panel import ExportableCard
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series, Values, pen
from explorer.views.charts.marks import Level
from explorer.views.charts.pinned_curves import PinnedState
from explorer.views.widgets.card import ElidedLabel, ToggleButton, sized
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.theme import PAPER, Theme, translated

ONE, SPLIT, BOUND = "one", "split", "bound"
_LOW = 250
"""Height in pixels below which the sentence has one line."""


def pens(theme: Theme) -> dict[str, QPen]:
    """Return the pens of the three curves: a dash as well as a colour tells the bound."""
    return {
        ONE: pen(theme.one, 2),
        SPLIT: pen(theme.split, 2.8 if theme is PAPER else 2),
        BOUND: pen(theme.bound, 2, Qt.PenStyle.DashLine),
    }


def _heights(curves: sweep.Curves, as_speedup: bool) -> dict[str, Values]:
    if as_speedup:
        return {ONE: curves.one_speedup, SPLIT: curves.speedup, BOUND: curves.bound_speedup}
    return {ONE: curves.one_device_s, SPLIT: curves.split_s, BOUND: curves.bound_s}


def _dots(performance: Performance, as_speedup: bool) -> dict[str, float]:
    return (
        {ONE: 1.0, SPLIT: performance.speedup}
        if as_speedup
        else {ONE: performance.one_device_s, SPLIT: performance.split_s}
    )


def _threshold_label(outcome: Outcome, parameter: Parameter, name: str, threshold: Threshold) -> str:
    """Return symbol, sign and value of a threshold; of messages, the largest whole number that meets the target."""
    sign, value = {"devices": " ≥", "messages": " ≤"}.get(name, "*"), parameter.show(threshold.value, padded=True)
    if name == "messages" and outcome.largest_messages is not None:
        value = str(outcome.largest_messages)
        sign = sign if outcome.largest_messages else " ="
    return f"{parameter.symbol}{sign} {value}"


def _keep_room(widget: QWidget) -> None:
    """Leave a hidden widget's room empty."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)


def _series(name: str, x: Values, y: Values, look: QPen) -> Series:
    return Series(x, y, look.color().name(), width=look.widthF(), dash=look.style(), name=name)


class AxisPlot(ExportableCard):
    """T1, TN and the ideal bound (or their speed-ups) against one parameter."""

    def __init__(self, name: str, title: str, logarithmic: bool | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._parameter = PARAMETERS[name]
        self._logarithmic = logarithmic is None or logarithmic
        self._switchable = logarithmic is not None
        self._as_speedup = False
        self._outcome: Outcome | None = None
        self._pinned: Outcome | None = None
        self._chosen: tuple[float, float] | None = None
        self._range: tuple[float, float] | None = None
        self._limits = (self._parameter.minimum, self._parameter.maximum)
        self._top = 1.0
        self.chart = CurvesPlot(self)
        _keep_room(self.chart)
        self.chart.setAccessibleName(title)
        self._title = ElidedLabel(self)
        self._title_text = title
        self._show_title()
        self._title.setFont(sized(self._title.font(), 1.0, bold=True))
        self.scale_switch = ToggleButton(self.tr("log"), self.tr("Logarithmic or linear axis"), self)
        self.scale_switch.setChecked(self._logarithmic)
        self.scale_switch.setAccessibleName(
            self.tr("Logarithmic axis of {symbol}").format(symbol=self._parameter.symbol)
        )
        _keep_room(self.scale_switch)  # so that the plots beside each other start at one height
        self.scale_switch.setVisible(self._switchable)
        self.sentences = FitLabel(self)
        self.sentences.keep_lines(3)
        self._lay_out()
        self.scale_switch.toggled.connect(self._choose_scale)
        self.chart.drag_started.connect(self.requests.gesture_started)
        self.chart.drag_ended.connect(self.requests.gesture_ended)
        self.chart.dragged.connect(self._ask)
        self.chart.hovered.connect(self._read_out)
        self.chart.zoomed.connect(self._zoom)
        self.chart.reset_asked.connect(self.reset_range)

    def _show_title(self) -> None:
        what = self.tr("Speed-up") if self._as_speedup else self.tr("Time")
        self._title.set_whole(self._title_text.format(what=what))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave most of a low plot to the curves: one line below them, elided, and whole in the tooltip."""
        super().resizeEvent(event)
        self.sentences.keep_lines(3 if self.height() >= _LOW else 1)

    def _lay_out(self) -> None:
        self.head = QHBoxLayout()
        self.head.addStrut(self.fontMetrics().height() + 10)  # as high as a combo box: all plots start at one height
        self.head.addWidget(self._title, 1)
        self.head.addWidget(self.scale_switch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 4)
        layout.setSpacing(2)
        layout.addLayout(self.head)
        layout.addWidget(self.chart, 1)
        layout.addWidget(self.sentences)

    def _take_axis(self, name: str, title: str, *, logarithmic: bool) -> None:
        """Plot against another parameter from now on, with the range that follows the scenario."""
        self.name, self._parameter, self._title_text = name, PARAMETERS[name], title
        self._chosen = self._range = None
        self._logarithmic = logarithmic
        self._show_title()
        self.chart.setAccessibleName(title)
        with QSignalBlocker(self.scale_switch):
            self.scale_switch.setChecked(logarithmic)

    # What is shown

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show an outcome, and the pinned one if any; ``keep_ranges`` keeps all ranges, as during a drag."""
        self._pinned = pinned
        if self._outcome is not None and outcome.scenario.name != self._outcome.scenario.name:
            self._chosen = None  # a range chosen for another scenario need not show this one at all
        self._outcome = outcome
        self._parameter = parameter_of(outcome.scenario, self.name)
        performance, threshold = outcome.performance, outcome.threshold(self.name)
        able = self.has_numbers(outcome)
        self.chart.setVisible(able)
        if performance is None or threshold is None or not able:
            self._show_sentence()
            return
        if not (keep_ranges and self._holds(outcome, performance)):
            usual = outcome.span(self.name, self._logarithmic) or (0.0, 1.0)
            least = min(self._parameter.minimum, usual[0])  # N begins at 2, and its axis a little before
            self._limits = sweep.reach(usual, self._logarithmic, least, self._parameter.maximum)
            if self._chosen and not self._limits[0] <= self._chosen[0] < self._chosen[1] <= self._limits[1]:
                self._chosen = None
            self._range = self._chosen or usual
            self._top = self._usual_top(outcome, self._range)
        span = self._range or (0.0, 1.0)
        self._show_axes(span)
        self.chart.let_move(self._chosen is not None)
        curves = outcome.curves(self.name, *span, self._logarithmic)
        if curves is None:
            return
        now, looks = outcome.now(self.name), pens(self.theme)
        heights, dots = _heights(curves, self._as_speedup), _dots(performance, self._as_speedup)
        self.chart.show_series([_series(name, curves.value, heights[name], look) for name, look in looks.items()])
        target = outcome.scenario.target_speedup
        self.chart.level.show(Level(target, self.theme.faint) if self._as_speedup and target > 1 else None)
        self._show_threshold(outcome, threshold)
        self.chart.value.show(now, [(height, looks[name].color().name()) for name, height in dots.items()])
        self.chart.pinned.show(self._pinned_state(span), now)
        self._show_sentence()

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        """Whether there are curves: an answer, and a value of the parameter, which a link may not have."""
        return outcome.performance is not None and not math.isnan(outcome.now(self.name))

    def _show_threshold(self, outcome: Outcome, threshold: Threshold) -> None:
        known = threshold.state in (State.FINITE, State.UNREACHABLE)
        label = _threshold_label(outcome, self._parameter, self.name, threshold) if known else ""
        if threshold.state is State.UNREACHABLE:
            label = self.tr("{label} unreachable").format(label=label)
        self.chart.threshold.show(float(threshold.value) if known else None, label, outcome.region(self.name))

    def _usual_top(self, outcome: Outcome, span: tuple[float, float]) -> float:
        """Return a height that holds the curves, and those pinned unless those would flatten them."""
        own = outcome.top(self.name, *span, self._logarithmic, self._as_speedup)
        if self._pinned is None or self._pinned.performance is None:
            return own
        return max(own, min(self._pinned.top(self.name, *span, self._logarithmic, self._as_speedup), 3 * own))

    def _pinned_state(self, span: tuple[float, float]) -> PinnedState | None:
        """Return the pinned scenario as it stands on this plot."""
        pinned = self._pinned
        curves = None if pinned is None else pinned.curves(self.name, *span, self._logarithmic)
        if pinned is None or pinned.performance is None or curves is None:
            return None
        heights, dots = _heights(curves, self._as_speedup), _dots(pinned.performance, self._as_speedup)
        name = self.tr("{name} (pinned)").format(name=pinned.scenario.name)
        return PinnedState(name, curves.value, heights[ONE], heights[SPLIT], pinned.now(self.name), dots[SPLIT])

    def _holds(self, outcome: Outcome, performance: Performance) -> bool:
        """Whether the ranges that stand still still hold what is to be seen."""
        now = outcome.now(self.name)
        if self._range is None or not (self._range[0] <= now <= self._range[1] or math.isinf(now)):
            return False
        highest = performance.speedup if self._as_speedup else max(performance.split_s, performance.one_device_s)
        return self._chosen is not None or highest <= self._top

    def _show_axes(self, span: tuple[float, float]) -> None:
        x = Coordinates.over(self._parameter.dimension, *span, self._logarithmic)
        if self._parameter.usual_unit == "%":
            x = Coordinates(self._parameter.dimension, self._logarithmic, "%", 0.01)
        y = Coordinates.over(RATIO if self._as_speedup else TIME, 0.0, self._top, False)
        title = self.tr("speed-up") if self._as_speedup else self.tr("time")
        self.chart.show_axes(Axis(x, *span, self._parameter.symbol, self._limits), Axis(y, 0.0, self._top, title))

    def _show_sentence(self) -> None:
        if self._outcome is None:
            return
        known = self._outcome.performance is not None
        sentence = explanation(self._outcome, self.name) if known else words.nearest(self._outcome)
        self.sentences.show_texts([translated(sentence)])

    def show_speedup(self, chosen: bool) -> None:
        """Show speed-ups in place of times, or times again."""
        self._as_speedup = chosen
        self._show_title()
        self._again()

    @override
    def apply_theme(self) -> None:
        self._again()

    def _again(self, *, keep_ranges: bool = False) -> None:
        if self._outcome is not None:
            self.show_outcome(self._outcome, keep_ranges=keep_ranges, pinned=self._pinned)

    @override
    def show_controls(self, visible: bool) -> None:
        self.scale_switch.setVisible(visible and self._switchable)

    def title(self) -> str:
        """Return what stands above the plot."""
        return self._title.whole()

    @override
    def subjects(self) -> dict[str, str]:
        return {self.name: self.title()}

    @override
    def numbers(self) -> str:
        if self._outcome is None or self._outcome.performance is None:
            return ""
        return csv_of(self._outcome, self.name, *self.span(), logarithmic=self._logarithmic)

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self._parameter, self.name, self._switchable = other._parameter, other.name, other._switchable
        self._logarithmic, self._as_speedup, self._chosen = other._logarithmic, other._as_speedup, other._chosen
        self._title_text = other._title_text
        self._show_title()

    def span(self) -> tuple[float, float]:
        """Return the range that is shown, SI."""
        return self._range or (0.0, 1.0)

    # What is asked

    def reset_range(self) -> None:
        """Go back to the range that follows the scenario."""
        self._chosen = None
        self._again()

    def is_logarithmic(self) -> bool:
        """Whether the axis is logarithmic."""
        return self._logarithmic

    @override
    def can_export(self) -> bool:
        return self._outcome is not None and self.has_numbers(self._outcome)

    def _choose_scale(self, logarithmic: bool) -> None:
        self._logarithmic = logarithmic
        self.reset_range()

    def _zoom(self) -> None:
        low, high = self.chart.x_range()
        low, high = max(low, self._limits[0]), min(high, self._limits[1])
        # A jolt of the wheel can ask for a range that is none.
        self._chosen = (low, high) if high - low > 1e-9 * high else None
        self._again()

    def _ask(self, value: float) -> None:
        self.requests.drag.emit(self.name, self._allowed(value))

    def _allowed(self, value: float) -> float:
        """Return the nearest value that the parameter can have."""
        within = min(max(value, self._parameter.minimum), self._parameter.maximum)
        return float(round(within)) if self._parameter.dimension.whole else within

    def _read_out(self, value: float) -> None:
        if self.chart.value.is_dragged():
            return
        inside = not math.isnan(value) and self._parameter.accepts(value)
        at = self._allowed(value) if inside else value
        performance = self._outcome.at(self.name, at) if self._outcome is not None and inside else None
        if performance is None:
            self._show_sentence()
            return
        text = self.tr("At {symbol} = {value}: one device {one}, split {split}, {ratio}").format(
            symbol=self._parameter.symbol,
            value=self._parameter.show(at),
            one=formatting.seconds(performance.one_device_s),
            split=formatting.seconds(performance.split_s),
            ratio=formatting.ratio(performance.speedup),
        )
        self.sentences.show_texts([text])
