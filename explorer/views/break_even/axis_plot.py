"""A plot of the times against one parameter, with its title, its scale switch and one sentence below."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Self

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QPen, QResizeEvent
from PySide6.QtWidgets import QWidget
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
from explorer.views.base.panel import Panel
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series, Values, pen
from explorer.views.charts.marks import Level
from explorer.views.charts.pinned_curves import PinnedState, pinned_pen
from explorer.views.widgets.card import ToggleButton
from explorer.views.widgets.layouts import keep_room
from explorer.views.widgets.theme import PAPER, Theme

ONE, SPLIT, BOUND, TARGET = "one", "split", "bound", "target"
_LOW = 250
"""Height in pixels below which the sentence has one line."""


@dataclass(frozen=True)
class ParameterAxis:
    """What a plot is drawn against.

    Attributes
    ----------
    name : the parameter.
    title : the plot's title; {what} stands for what is plotted, {symbol} for the parameter's symbol.
    logarithmic, switchable : whether the axis is logarithmic, and whether a person may change that.
    """

    name: str
    title: str
    logarithmic: bool = False
    switchable: bool = True


def pens(theme: Theme) -> dict[str, QPen]:
    """Return the pens of the three curves: the bound differs in its dashes as well as in its colour."""
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
    if as_speedup:
        return {ONE: 1.0, SPLIT: performance.speedup}
    return {ONE: performance.one_device_s, SPLIT: performance.split_s}


def _threshold_label(outcome: Outcome, parameter: Parameter, name: str, threshold: Threshold) -> str:
    """Return symbol, sign and value of a threshold; of messages, the largest whole number that meets the target."""
    sign, value = {"devices": " ≥", "messages": " ≤"}.get(name, "*"), parameter.show(threshold.value, padded=True)
    if name == "messages" and outcome.largest_messages is not None:
        value = str(outcome.largest_messages)
        sign = sign if outcome.largest_messages else " ="
    return f"{parameter.symbol}{sign} {value}"


class AxisPlot(Panel):
    """T1, TN and the ideal bound (or their speed-ups) against one parameter."""

    def __init__(self, axis: ParameterAxis, parent: QWidget | None = None) -> None:
        super().__init__("", 3, parent)
        self._as_speedup = False
        self._pinned: Outcome | None = None
        self._chosen: tuple[float, float] | None = None  # by the person; else the range follows the scenario
        self._range: tuple[float, float] | None = None
        self._top = 1.0
        self.chart = CurvesPlot(self)
        self.scale_switch = ToggleButton(self.tr("log"), self.tr("Logarithmic or linear axis"), self)
        keep_room(self.chart, self.scale_switch)  # so that the plots beside each other start at one height
        self._take_axis(axis)
        self.head.addWidget(self.scale_switch)
        self.body.addWidget(self.chart, 1)
        self.scale_switch.toggled.connect(self._choose_scale)
        self.chart.drag_started.connect(self.requests.gesture_started)
        self.chart.drag_ended.connect(self.requests.gesture_ended)
        self.chart.dragged.connect(self._ask)
        self.chart.hovered.connect(self._read_out)
        self.chart.zoomed.connect(self._zoom)
        self.chart.reset_asked.connect(self.reset_range)

    def _take_axis(self, axis: ParameterAxis) -> None:
        """Plot against another parameter from now on, with the range that follows the scenario."""
        self._axis, self.name = axis, axis.name
        self._chosen = self._range = None
        self._show_title()
        with QSignalBlocker(self.scale_switch):
            self.scale_switch.setChecked(axis.logarithmic)
        self.scale_switch.setVisible(axis.switchable)
        name = self.tr("Logarithmic axis of {symbol}").format(symbol=self._parameter().symbol)
        self.scale_switch.setAccessibleName(name)

    def _parameter(self) -> Parameter:
        """Return the parameter, which can mean something else with another kind of link."""
        return PARAMETERS[self.name] if self.outcome is None else parameter_of(self.outcome.scenario, self.name)

    def _show_title(self) -> None:
        what = self.tr("Speed-up") if self._as_speedup else self.tr("Time")
        self.title.set_whole(self._axis.title.format(what=what, symbol=self._parameter().symbol))
        self.chart.setAccessibleName(self.title.whole())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave most of a low plot to the curves: one line below them, elided, and whole in the tooltip."""
        super().resizeEvent(event)
        self.sentences.keep_lines(3 if self.height() >= _LOW else 1)

    # What is shown

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show an outcome, and the pinned one if any; ``keep_ranges`` keeps all ranges, as during a drag."""
        if self.outcome is not None and outcome.scenario.name != self.outcome.scenario.name:
            self._chosen = None  # a range chosen for another scenario need not show this one at all
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        self._pinned = pinned
        self._show_title()
        performance, threshold = outcome.performance, outcome.threshold(self.name)
        able = self.has_numbers(outcome)
        self.chart.setVisible(able)
        if able and performance is not None and threshold is not None:
            held = self.chart.value.is_dragged() or self._holds(outcome, performance)
            if not (keep_ranges and held):  # a range that moved under the hand would carry the value away
                self._choose_range(outcome)
            self._draw(outcome, performance, threshold)
        self._show_sentence()

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        """Whether there are curves: an answer, and a value of the parameter, which a link may not have."""
        return outcome.performance is not None and not math.isnan(outcome.now(self.name))

    def _holds(self, outcome: Outcome, performance: Performance) -> bool:
        """Whether the present ranges hold the scenario's value and its times."""
        now = outcome.now(self.name)
        if self._range is None or not (self._range[0] <= now <= self._range[1] or math.isinf(now)):
            return False
        highest = performance.speedup if self._as_speedup else max(performance.split_s, performance.one_device_s)
        return self._chosen is not None or highest <= self._top

    def _choose_range(self, outcome: Outcome) -> None:
        """Take the usual ranges, or that of x which the person has chosen, and draw the axes of both."""
        parameter, logarithmic = self._parameter(), self._axis.logarithmic
        usual = outcome.span(self.name, logarithmic) or (0.0, 1.0)
        least = min(parameter.minimum, usual[0])  # N begins at 2, and its axis a little before
        limits = sweep.reach(usual, logarithmic, least, parameter.maximum)
        if self._chosen and not limits[0] <= self._chosen[0] < self._chosen[1] <= limits[1]:
            self._chosen = None
        self._range = span = self._chosen or usual
        self._top = self._usual_top(outcome, span)
        x = Coordinates.over(parameter.dimension, *span, logarithmic)
        if parameter.usual_unit == "%":
            x = Coordinates(parameter.dimension, logarithmic, "%", 0.01)
        title = self.tr("speed-up") if self._as_speedup else self.tr("time")
        y = Axis.over(RATIO if self._as_speedup else TIME, 0.0, self._top, False, title)
        self.chart.show_axes(Axis(x, *span, parameter.symbol, limits), y)
        self.chart.let_move(self._chosen is not None)

    def _usual_top(self, outcome: Outcome, span: tuple[float, float]) -> float:
        """Return a height that holds the curves, and the pinned ones unless these would flatten them."""
        top = outcome.top(self.name, *span, self._axis.logarithmic, self._as_speedup)
        if self._pinned is None or self._pinned.performance is None:
            return top
        return max(top, min(self._pinned.top(self.name, *span, self._axis.logarithmic, self._as_speedup), 3 * top))

    def _draw(self, outcome: Outcome, performance: Performance, threshold: Threshold) -> None:
        curves = outcome.curves(self.name, *self.span(), self._axis.logarithmic)
        if curves is None:
            return
        now, looks, target = outcome.now(self.name), pens(self.theme), outcome.scenario.target_speedup
        heights, dots = _heights(curves, self._as_speedup), _dots(performance, self._as_speedup)
        series = [Series.drawn_with(look, curves.value, heights[name], name) for name, look in looks.items()]
        if target > 1 and not self._as_speedup:
            goal = pen(self.theme.one, 1.2, Qt.PenStyle.DotLine)
            series.append(Series.drawn_with(goal, curves.value, curves.one_device_s / target, TARGET))
        self.chart.show_series(series)
        self.chart.level.show(Level(target, self.theme.faint) if self._as_speedup and target > 1 else None)
        self._draw_threshold(outcome, threshold)
        self.chart.value.show(now, [(height, looks[name].color().name()) for name, height in dots.items()])
        self.chart.pinned.show(self._pinned_state(), now)

    def _draw_threshold(self, outcome: Outcome, threshold: Threshold) -> None:
        known = threshold.state in (State.FINITE, State.UNREACHABLE)
        label = _threshold_label(outcome, self._parameter(), self.name, threshold) if known else ""
        if threshold.state is State.UNREACHABLE:
            label = self.tr("{label} unreachable").format(label=label)
        self.chart.threshold.show(float(threshold.value) if known else None, label, outcome.region(self.name))

    def _pinned_state(self) -> PinnedState | None:
        """Return the pinned scenario on this plot, or None."""
        pinned = self._pinned
        curves = None if pinned is None else pinned.curves(self.name, *self.span(), self._axis.logarithmic)
        if pinned is None or pinned.performance is None or curves is None:
            return None
        heights, dots = _heights(curves, self._as_speedup), _dots(pinned.performance, self._as_speedup)
        name = self.tr("{name} (pinned)").format(name=pinned.scenario.name)
        one_device = Series.drawn_with(pinned_pen(self.theme, split=False), curves.value, heights[ONE])
        split = Series.drawn_with(pinned_pen(self.theme, split=True), curves.value, heights[SPLIT])
        return PinnedState(name, (one_device, split), pinned.now(self.name), dots[SPLIT])

    def _show_sentence(self) -> None:
        if self.outcome is not None:
            known = self.outcome.performance is not None
            self.show_message([explanation(self.outcome, self.name) if known else words.nearest(self.outcome)])

    def show_speedup(self, chosen: bool) -> None:
        """Show speed-ups in place of times, or times again."""
        self._as_speedup = chosen
        self._show_title()
        self._redraw()

    @override
    def apply_theme(self) -> None:
        self._redraw()

    def _redraw(self) -> None:
        if self.outcome is not None:
            self.show_outcome(self.outcome, keep_ranges=False, pinned=self._pinned)

    @override
    def show_controls(self, shown: bool) -> None:
        self.scale_switch.setVisible(shown and self._axis.switchable)

    @override
    def subjects(self) -> dict[str, str]:
        return {self.name: self.title.whole()}

    @override
    def numbers(self) -> str:
        if self.outcome is None or self.outcome.performance is None:
            return ""
        return csv_of(self.outcome, self.name, *self.span(), logarithmic=self._axis.logarithmic)

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self._axis, self.name = other._axis, other.name
        self._as_speedup, self._chosen = other._as_speedup, other._chosen
        self._show_title()

    def span(self) -> tuple[float, float]:
        """Return the range that is shown, SI."""
        return self._range or (0.0, 1.0)

    # What is asked

    def reset_range(self) -> None:
        """Go back to the range that follows the scenario."""
        self._chosen = None
        self._redraw()

    def _choose_scale(self, logarithmic: bool) -> None:
        self._axis = replace(self._axis, logarithmic=logarithmic)
        self.reset_range()

    def _zoom(self) -> None:
        low, high = self.chart.x_range()
        # A jolt of the wheel can ask for a range that is none.
        self._chosen = (low, high) if high - low > 1e-9 * high else None
        self._redraw()

    def _ask(self, value: float) -> None:
        self.requests.drag.emit(self.name, self._allowed(value))

    def _allowed(self, value: float) -> float:
        """Return the nearest value that the parameter can have."""
        parameter = self._parameter()
        within = min(max(value, parameter.minimum), parameter.maximum)
        return float(round(within)) if parameter.dimension.whole else within

    def _read_out(self, value: float) -> None:
        if self.chart.value.is_dragged():
            return
        parameter = self._parameter()
        inside = not math.isnan(value) and parameter.accepts(value)
        at = self._allowed(value) if inside else value
        performance = self.outcome.at(self.name, at) if self.outcome is not None and inside else None
        if performance is None:
            self._show_sentence()
            return
        text = self.tr("At {symbol} = {value}: one device {one}, split {split}, {ratio}").format(
            symbol=parameter.symbol,
            value=parameter.show(at),
            one=formatting.seconds(performance.one_device_s),
            split=formatting.seconds(performance.split_s),
            ratio=formatting.ratio(performance.speedup),
        )
        self.sentences.show_texts([text])
