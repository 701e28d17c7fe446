"""The plots: what they show of an outcome, what they ask for."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from explorer.answers.outcome import Outcome
from explorer.scenario.edit import change
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from explorer.views.break_even.axis_plot import BOUND, ONE, SPLIT, TARGET, AxisPlot
from explorer.views.break_even.page import BreakEvenPage
from explorer.views.widgets.requests import Requests
from tests.answers.break_even import sentences
from tests.answers.builders import without_answer
from tests.views.hands import drag_value, settle, wheel


@pytest.fixture
def page(qtbot: QtBot, base: Scenario) -> BreakEvenPage:
    made = BreakEvenPage()
    qtbot.addWidget(made)
    made.resize(1100, 600)
    made.show()
    made.show_outcome(Outcome(base), keep_ranges=False)
    settle()
    return made


def shown(plot: AxisPlot, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return values and heights of a curve as they are drawn, in SI."""
    curves = dict(zip([series.name for series in plot.chart.series()], plot.chart.drawn(), strict=True))
    return curves[name]


def test_the_curves_are_the_outcomes(page: BreakEvenPage, base: Scenario) -> None:
    outcome = Outcome(base)
    for plot in page.plots:
        values, split = shown(plot, SPLIT)
        expected = [outcome.at(plot.name, value) for value in values[::20]]
        assert split[::20] == pytest.approx([found.split_s for found in expected if found])
        assert shown(plot, ONE)[1][::20] == pytest.approx([found.one_device_s for found in expected if found])
        assert shown(plot, BOUND)[1][::20] == pytest.approx([found.overlap_bound_s for found in expected if found])


def test_the_switch_shows_the_ratio(page: BreakEvenPage, base: Scenario, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.speedups, Qt.MouseButton.LeftButton)
    values, ratios = shown(page.plots[0], SPLIT)
    at = int(np.argmin(abs(values - 0.012)))
    assert ratios[at] == pytest.approx(1.388286, abs=1e-6)
    assert shown(page.plots[0], ONE)[1] == pytest.approx(1.0)
    qtbot.mouseClick(page.times, Qt.MouseButton.LeftButton)
    assert shown(page.plots[0], ONE)[1][at] == pytest.approx(0.0128)


def test_at_a_target_the_threshold_stands_where_two_curves_cross(page: BreakEvenPage, base: Scenario) -> None:
    page.show_outcome(Outcome(change(base, "target", 1.2)), keep_ranges=False)
    for plot in page.plots:
        values, split = shown(plot, SPLIT)
        goal = shown(plot, TARGET)[1]
        assert goal == pytest.approx(shown(plot, ONE)[1] / 1.2, rel=1e-12)
        at = int(np.flatnonzero(np.diff(np.sign(split - goal)))[0])
        assert values[at] <= plot.chart.threshold.value() <= values[at + 1]
    assert "target 1.2×" in page.legend.texts()
    page.show_outcome(Outcome(base), keep_ranges=False)
    assert TARGET not in [series.name for plot in page.plots for series in plot.chart.series()]
    assert "target 1.2×" not in page.legend.texts()


def test_line_threshold_and_shading_stand_where_they_should(page: BreakEvenPage) -> None:
    chart = page.plots[1].chart
    assert chart.value.value() == pytest.approx(1e10)
    assert chart.threshold.value() == pytest.approx(1826484018.26, rel=1e-9)
    assert chart.threshold.region() == pytest.approx((1826484018.26, chart.x_range()[1]), rel=1e-9)
    assert chart.threshold.text() == "B* 1.826 GB/s"
    assert sorted(round(height, 9) for _, height in chart.value.dots()) == [9.22e-3, 12.8e-3]


def test_where_no_threshold_exists_the_reason_is_written(page: BreakEvenPage, base: Scenario) -> None:
    page.show_outcome(Outcome(change(base, "divisible", 2.4e-4)), keep_ranges=False)
    plot = page.plots[1]
    assert plot.sentences.text() == (f"{sentences.NO_BANDWIDTH}: {sentences.STARTUPS_COST}.")
    assert plot.chart.threshold.region() is None
    assert plot.chart.threshold.value() is None
    assert plot.chart.threshold.text() == ""


def test_an_unreachable_efficiency_is_named_as_such(page: BreakEvenPage, base: Scenario) -> None:
    page.show_outcome(Outcome(change(base, "divisible", 1e-3)), keep_ranges=False)
    assert page.plots[2].chart.threshold.text() == "η* 6.250 unreachable →"
    assert page.plots[2].sentences.text() == f"Unreachable: {sentences.UNREACHABLE}."


def test_infinite_bandwidth_stands_at_the_right_edge(page: BreakEvenPage, base: Scenario) -> None:
    page.show_outcome(Outcome(change(base, "bandwidth", math.inf)), keep_ranges=False)
    chart = page.plots[1].chart
    assert chart.value.value() == pytest.approx(chart.x_range()[1])


def test_ranges_follow_the_scenario_but_stand_still_in_a_drag(page: BreakEvenPage, base: Scenario) -> None:
    before = page.plots[0].chart.x_range()
    page.show_outcome(Outcome(change(base, "divisible", 0.02)), keep_ranges=True)
    assert page.plots[0].chart.x_range() == pytest.approx(before)
    page.show_outcome(Outcome(change(base, "divisible", 0.02)), keep_ranges=False)
    assert page.plots[0].chart.x_range()[1] == pytest.approx(0.04)


def test_a_value_that_leaves_the_picture_in_a_drag_takes_the_range_along(page: BreakEvenPage, base: Scenario) -> None:
    page.show_outcome(Outcome(change(base, "divisible", 1.7)), keep_ranges=True)
    for plot in page.plots:
        low, high = plot.chart.x_range()
        now = {"divisible": 1.7, "bandwidth": 1e10, "efficiency": 0.8}[plot.name]
        assert low < now < high
        assert max(height for _, height in plot.chart.value.dots()) <= plot.chart.y_range()[1]


def test_a_range_chosen_for_one_scenario_is_not_kept_for_another(page: BreakEvenPage, base: Scenario) -> None:
    chart = page.plots[0].chart
    wheel(chart.plot.viewport(), chart.pixel_of(0.012).toPoint(), 4)
    page.show_outcome(Outcome(built_in()[1]), keep_ranges=False)
    low, high = chart.x_range()
    assert low <= 0.001 <= high


def test_the_wheel_zooms_and_a_double_click_goes_back(page: BreakEvenPage, qtbot: QtBot) -> None:
    chart = page.plots[0].chart
    low, high = chart.x_range()
    point = chart.pixel_of(0.012).toPoint()
    wheel(chart.plot.viewport(), point, 4)
    near_low, near_high = chart.x_range()
    assert low < near_low < 0.012 < near_high < high
    values, _ = shown(page.plots[0], SPLIT)
    assert (values[0], values[-1]) == pytest.approx((near_low, near_high))
    qtbot.mouseDClick(chart.plot.viewport(), Qt.MouseButton.LeftButton, pos=point)
    settle()
    assert chart.x_range() == pytest.approx((low, high))


@pytest.mark.parametrize("clicks", [-10, 10, -300, 300])
def test_the_wheel_cannot_run_away(page: BreakEvenPage, clicks: int) -> None:
    for plot in page.plots:
        chart = plot.chart
        for _ in range(12):
            wheel(chart.plot.viewport(), chart.plot.viewport().rect().center(), clicks)
        low, high = chart.x_range()
        assert 0 <= low < high <= 1.001e18
        _, split = shown(plot, SPLIT)
        assert np.isfinite(split).all()


def test_a_drag_beside_the_line_moves_nothing(page: BreakEvenPage) -> None:
    asked: list[float] = []
    plot = page.plots[0]
    plot.chart.dragged.connect(asked.append)
    before = plot.chart.x_range()
    drag_value(plot, 0.018, [0.016, 0.006])
    assert asked == []
    assert plot.chart.x_range() == pytest.approx(before)


def test_a_drag_asks_and_moves_nothing_itself(page: BreakEvenPage) -> None:
    asked: list[tuple[str, float]] = []

    def keep(name: str, value: float) -> None:
        asked.append((name, value))

    Requests.of(page).drag.connect(keep)
    drag_value(page.plots[2], 0.8, [0.7, 0.6])
    assert asked[-1][0] == "efficiency"
    assert asked[-1][1] == pytest.approx(0.6, abs=0.01)
    assert page.plots[2].chart.value.value() == pytest.approx(0.8)


def test_the_value_under_the_mouse_is_read_out(page: BreakEvenPage, qtbot: QtBot) -> None:
    plot = page.plots[0]
    viewport = plot.chart.plot.viewport()
    qtbot.mouseMove(viewport, plot.chart.pixel_of(0.006).toPoint())
    settle()
    assert plot.sentences.text().startswith("At C = ")
    assert "one device" in plot.sentences.text()
    assert "×" in plot.sentences.text()
    plot.chart.hovered.emit(math.nan)
    assert plot.sentences.text().startswith("Above C")


def test_the_scale_can_be_chosen(page: BreakEvenPage, qtbot: QtBot) -> None:
    plot = page.plots[0]
    qtbot.mouseClick(plot.scale_switch, Qt.MouseButton.LeftButton)
    assert plot.chart.axes()[0].coordinates.logarithmic
    assert plot.chart.value.value() == pytest.approx(0.012)
    low, high = plot.chart.x_range()
    assert 0 < low < 2.45e-3
    assert high > 0.012
    qtbot.mouseClick(plot.scale_switch, Qt.MouseButton.LeftButton)
    assert plot.chart.x_range()[0] == 0


EXTREMES = (
    ("serial", 1e9), ("divisible", 1e9), ("divisible", 0.0), ("divisible", 1e-12), ("efficiency", 1e-3),
    ("efficiency", 10.0), ("messages", 0), ("messages", 1e9), ("startup", 1e9), ("message_bytes", 0.0),
    ("message_bytes", 1e18), ("bandwidth", 1e-29), ("bandwidth", 1e18), ("devices", 65536), ("overlap", 1.0),
    ("target", 1e6),
)  # fmt: skip


@pytest.mark.parametrize("as_speedup", [False, True])
@pytest.mark.parametrize("logarithmic", [False, True])
def test_extremes_are_drawn_without_a_fault(
    page: BreakEvenPage, base: Scenario, as_speedup: bool, logarithmic: bool
) -> None:
    page.speedups.setChecked(as_speedup)
    page.plots[0].scale_switch.setChecked(logarithmic)
    page.plots[2].scale_switch.setChecked(logarithmic)
    for name, value in EXTREMES:
        page.show_outcome(Outcome(change(base, name, value)), keep_ranges=False)
        settle()
        for plot in page.plots:
            low, high = plot.chart.x_range()
            assert low < high, (name, value)
            assert plot.sentences.text().endswith("."), (name, value)


def test_without_an_answer_the_reason_stands_in_the_plots(page: BreakEvenPage, base: Scenario) -> None:
    page.show_outcome(Outcome(without_answer(base)), keep_ranges=False)
    for plot in page.plots:
        assert not plot.chart.isVisible()
        assert plot.sentences.text() == sentences.no_result_since(sentences.no_efficiency(2, "4"))
