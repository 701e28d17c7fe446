"""The fourth plot, against the parameter that the person chooses."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from explorer.answers.outcome import Outcome
from explorer.scenario import file
from explorer.scenario.edit import change, value_of
from explorer.scenario.library import built_in, resource
from explorer.scenario.scenario import Scenario
from explorer.views.break_even.axis_plot import BOUND, ONE, SPLIT
from explorer.views.break_even.choice_plot import AXES, ChoicePlot
from explorer.views.shell.main_window import MainWindow
from tests.answers.break_even import sentences
from tests.scenario import sentences as scenario_words
from tests.views.hands import ALT, CONTROL, LEFT, choosing_file, drag_value, settle, type_into

LOGARITHMIC = {"startup", "message_bytes", "devices"}


@pytest.fixture
def fourth(window: MainWindow, qtbot: QtBot) -> ChoicePlot:
    """The fourth plot, switched on by its button."""
    qtbot.mouseClick(window.front.plots.more, LEFT)
    settle()
    return window.front.plots.fourth


def choose(qtbot: QtBot, plot: ChoicePlot, name: str) -> None:
    """Choose an axis with the keys."""
    qtbot.keyClick(plot.axis, Qt.Key.Key_Home)
    for _ in range(AXES.index(name)):
        qtbot.keyClick(plot.axis, Qt.Key.Key_Down)
    settle()


def shown(plot: ChoicePlot, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return values and heights of a curve as they are drawn, SI."""
    curves = dict(zip([series.name for series in plot.chart.series()], plot.chart.drawn(), strict=True))
    return curves[name]


def line_at(plot: ChoicePlot) -> float:
    return plot.chart.value.value()


def listed(values: dict[int, float], devices: int = 2) -> Scenario:
    """Return the base case with an efficiency of its own for some N."""
    raw = built_in()[0].model_dump()
    raw["work"]["efficiency"] = [{"devices": count, "value": value} for count, value in values.items()]
    return Scenario.model_validate({**raw, "devices": devices})


def open_scenarios(window: MainWindow, folder: Path, *scenarios: Scenario) -> None:
    file.write(folder / "opened.json", scenarios)
    window.files.open_path(folder / "opened.json")
    settle()


def test_the_switch_shows_and_hides_it(window: MainWindow, qtbot: QtBot) -> None:
    assert window.front.plots.fourth is None
    qtbot.mouseClick(window.front.plots.more, LEFT)
    settle()
    assert window.front.plots.fourth.isVisible()
    assert min(plot.width() for plot in window.front.plots.shown_plots()) > 200
    qtbot.mouseClick(window.front.plots.more, LEFT)
    assert not window.front.plots.fourth.isVisible()
    assert window.document.stack.count() == 0


def test_all_plots_begin_at_one_height(window: MainWindow, fourth: ChoicePlot, qtbot: QtBot) -> None:
    for name in ["serial", "overlap"]:
        choose(qtbot, fourth, name)
        assert len({plot.chart.plot.mapTo(window, QPoint()).y() for plot in window.front.plots.shown_plots()}) == 1


def test_seven_axes_can_be_chosen(fourth: ChoicePlot, qtbot: QtBot) -> None:
    offered = [fourth.axis.itemText(place).split()[0] for place in range(fourth.axis.count())]
    assert offered == ["S", "ℓ", "V", "Q", "f", "ΔS", "N"]
    for name in AXES:
        choose(qtbot, fourth, name)
        assert fourth.name == name
        assert fourth.axis.accessibleName()
        assert fourth.scale_switch.isVisible() is (name != "overlap")


@pytest.mark.parametrize("speedups", [False, True])
def test_the_curves_are_the_outcomes(window: MainWindow, fourth: ChoicePlot, qtbot: QtBot, speedups: bool) -> None:
    if speedups:
        qtbot.mouseClick(window.front.plots.speedups, LEFT)
    type_into(qtbot, window.panel.rows["overlap"].field, "30 %")
    for name in AXES:
        choose(qtbot, fourth, name)
        outcome = Outcome(window.document.scenario)
        values = shown(fourth, SPLIT)[0]
        if name == "devices":
            assert values == pytest.approx(np.round(values), rel=1e-9)
            values = np.round(values)
        assert len(values) > 60
        places = slice(None, None, 12)
        found = [outcome.at(name, float(value)) for value in values[places]]
        answers = [performance for performance in found if performance]
        assert len(answers) == len(found)
        expected = {
            SPLIT: [at.speedup if speedups else at.split_s for at in answers],
            ONE: [1.0 if speedups else at.one_device_s for at in answers],
            BOUND: [at.bound_speedup if speedups else at.overlap_bound_s for at in answers],
        }
        for curve, heights in expected.items():
            assert shown(fourth, curve)[1][places] == pytest.approx(heights), curve
        assert line_at(fourth) == pytest.approx(value_of(window.document.scenario, name))


TOLD = [
    ("serial", "", sentences.no_effect("S", sentences.SERIAL_CANCELS) + "."),
    ("startup", "ℓ* 925.0 µs", sentences.below("ℓ = 925 µs")),
    ("message_bytes", "V* 10.95 MB", sentences.below("V = 10.95 MB")),
    ("messages", "Q ≤ 19", sentences.up_to("Q = 19")),
    ("overlap", "", sentences.NO_OVERLAP_NEEDED + "."),
    ("extra_serial", "ΔS* 3.580 ms", sentences.below("ΔS = 3.58 ms")),
    ("devices", "N ≥ 2", sentences.from_devices(2)),
]


def test_threshold_label_and_sentence(fourth: ChoicePlot, qtbot: QtBot) -> None:
    for name, label, sentence in TOLD:
        choose(qtbot, fourth, name)
        chart = fourth.chart
        assert chart.threshold.text() in (label, f"{label} →" if label else "")
        assert fourth.sentences.text() == sentence


SHADED = [
    ("startup", 925e-6, True),
    ("message_bytes", 10.95e6, True),
    ("messages", 4.5 / 0.23, True),
    ("extra_serial", 3.58e-3, True),
    ("devices", 2.0, False),
]


def test_the_threshold_stands_where_it_should_and_the_side_that_pays_is_shaded(
    fourth: ChoicePlot, qtbot: QtBot
) -> None:
    for name, threshold, below in SHADED:
        choose(qtbot, fourth, name)
        chart = fourth.chart
        low, high = chart.x_range()
        assert low < threshold < high
        assert chart.threshold.value() == pytest.approx(threshold, rel=1e-6)
        assert chart.threshold.region() == pytest.approx((low, threshold) if below else (threshold, high), rel=1e-6)


DRAGGED = [
    ("serial", 0.0008, [0.001, 0.0013], 0.0013),
    ("startup", 30e-6, [5e-5, 2e-4], 2e-4),
    ("message_bytes", 2e6, [3e6, 6e6], 6e6),
    ("messages", 4.0, [5.2, 7.3], 7.0),
    ("overlap", 0.25, [0.3, 0.6], 0.6),
    ("extra_serial", 0.001, [0.0012, 0.0015], 0.0015),
    ("devices", 2.0, [3.0, 5.7, 12.2], 12.0),
]


def test_a_drag_of_the_line_edits_the_parameter_in_one_step(
    window: MainWindow, fourth: ChoicePlot, qtbot: QtBot
) -> None:
    for name, start, stops, end in DRAGGED:
        window.document.edit(name, start)
        choose(qtbot, fourth, name)
        before, steps, span = window.document.scenario, window.document.stack.index(), fourth.chart.x_range()
        drag_value(fourth, start, stops, let_go=False)
        assert fourth.chart.x_range() == pytest.approx(span)
        drag_value(fourth, end, [])
        found = value_of(window.document.scenario, name)
        assert found == pytest.approx(end, rel=0.04)
        if name in ("messages", "devices"):
            assert found == end
            assert isinstance(found, int)
        assert window.document.stack.index() == steps + 1
        assert window.panel.rows[name].field.text() == window.panel.rows[name].parameter.show(found)
        qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
        assert window.document.scenario == before
        assert line_at(fourth) == pytest.approx(start)


def test_the_scale_can_be_switched_and_a_new_axis_has_its_own(fourth: ChoicePlot, qtbot: QtBot) -> None:
    for name in AXES:
        choose(qtbot, fourth, name)
        assert fourth.chart.axes()[0].coordinates.logarithmic is (name in LOGARITHMIC)
        now = line_at(fourth)
        if name != "overlap":
            qtbot.mouseClick(fourth.scale_switch, LEFT)
            settle()
            assert fourth.chart.axes()[0].coordinates.logarithmic is (name not in LOGARITHMIC)
            low, high = fourth.chart.x_range()
            assert 0 <= low < high
            assert low > 0 or not fourth.chart.axes()[0].coordinates.logarithmic
            assert line_at(fourth) == pytest.approx(now if now else low)
            assert np.isfinite(shown(fourth, SPLIT)[1]).all()
        for other in ("overlap", "devices", "serial"):
            choose(qtbot, fourth, other)
            assert (
                fourth.chart.axes()[0].coordinates.logarithmic
                is fourth.scale_switch.isChecked()
                is (other in LOGARITHMIC)
            )


def test_at_a_target_the_undivided_time_has_a_threshold(window: MainWindow, fourth: ChoicePlot, qtbot: QtBot) -> None:
    choose(qtbot, fourth, "serial")
    assert fourth.chart.threshold.value() is None
    type_into(qtbot, window.bar.target, "1.2")
    assert fourth.chart.threshold.text() == "S* 9.480 ms"
    assert fourth.sentences.text() == sentences.below("S = 9.48 ms", sentences.met("1.2×"))
    assert fourth.chart.threshold.value() == pytest.approx(9.48e-3)
    type_into(qtbot, window.bar.target, "1")
    assert fourth.chart.threshold.value() is None


def test_the_mouse_reads_whole_numbers_of_devices(window: MainWindow, fourth: ChoicePlot, qtbot: QtBot) -> None:
    choose(qtbot, fourth, "devices")
    qtbot.mouseMove(fourth.chart.plot.viewport(), fourth.chart.pixel_of(8.3).toPoint())
    settle()
    performance = Outcome(change(built_in()[0], "devices", 8)).performance
    assert performance is not None
    assert fourth.sentences.text() == f"At N = 8: one device 12.80 ms, split 3.595 ms, {performance.speedup:.3f}×"


def test_only_devices_with_figures_are_points(
    window: MainWindow, fourth: ChoicePlot, qtbot: QtBot, tmp_path: Path
) -> None:
    scenario = listed({2: 0.45, 4: 0.7, 8: 0.5, 16: 0.05})
    open_scenarios(window, tmp_path, scenario)
    choose(qtbot, fourth, "devices")
    values, split = shown(fourth, SPLIT)
    assert values == pytest.approx([2, 4, 8, 16])
    answers = [Outcome(change(scenario, "devices", count)).performance for count in (2, 4, 8, 16)]
    assert split == pytest.approx([performance.split_s for performance in answers if performance])
    assert fourth.chart.threshold.text() == "N ≥ 4"
    assert fourth.sentences.text() == sentences.of_listed("4, 8", "2, 4, 8, 16")
    assert fourth.chart.threshold.region() == pytest.approx((4, 8))


def test_a_drag_passes_over_devices_without_figures(
    window: MainWindow, fourth: ChoicePlot, qtbot: QtBot, tmp_path: Path
) -> None:
    open_scenarios(window, tmp_path, listed({2: 0.8, 4: 0.7, 8: 0.5}))
    choose(qtbot, fourth, "devices")
    drag_value(fourth, 2.0, [3.0, 5.0, 6.0, 8.0])
    assert not window.document.in_gesture
    assert fourth.chart.isVisible()
    assert value_of(window.document.scenario, "devices") == 8
    assert window.document.stack.count() == 1


def test_the_numbers_of_the_fourth_plot_are_saved(
    window: MainWindow, fourth: ChoicePlot, qtbot: QtBot, tmp_path: Path
) -> None:
    choose(qtbot, fourth, "devices")
    point = QPoint(9, 9)
    fourth.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, fourth.mapToGlobal(point)))
    menu = fourth.findChildren(QMenu)[-1]
    choosing_file(window, menu.actions()[3].trigger, str(tmp_path / "n.csv"))
    menu.close()
    with (tmp_path / "n.csv").open(newline="", encoding="utf-8") as stream:
        head, *rows = csv.reader(stream)
    assert head[0] == "devices N (1)"
    outcome = Outcome(built_in()[0])
    assert [float(row[0]) for row in rows][:4] == [2, 3, 4, 5]
    for row in rows[::10]:
        performance = outcome.at("devices", float(row[0]))
        assert performance is not None
        assert [float(entry) for entry in row[1:5]] == pytest.approx(
            [performance.one_device_s, performance.split_s, performance.overlap_bound_s, performance.speedup]
        )
    assert "split over 2 T_N" not in head[2], "every row has another N"


def test_a_hidden_fourth_plot_is_not_updated(window: MainWindow, fourth: ChoicePlot, qtbot: QtBot) -> None:
    choose(qtbot, fourth, "startup")
    told = fourth.sentences.text()
    qtbot.mouseClick(window.front.plots.more, LEFT)
    type_into(qtbot, window.panel.rows["bandwidth"].field, "50 GB/s")
    assert fourth.sentences.text() == told
    qtbot.mouseClick(window.front.plots.more, LEFT)
    assert fourth.sentences.text() != told
    assert fourth.sentences.text() == sentences.below("ℓ = 1.085 ms")


def test_another_scenario_keeps_the_axis(window: MainWindow, fourth: ChoicePlot, qtbot: QtBot) -> None:
    choose(qtbot, fourth, "devices")
    qtbot.keyClick(window, Qt.Key.Key_Down, ALT)
    assert fourth.name == "devices"
    assert fourth.sentences.text() == sentences.from_devices(16)
    assert fourth.chart.threshold.text() == "N ≥ 16"


def test_the_axes_are_named_as_the_kind_of_link_means_them(window: MainWindow) -> None:
    window.document.open(resource("scenarios", "h100-nvlink-mlp.json"))
    window.front.plots.more.setChecked(True)
    settle()
    plot = window.front.plots.shown_plots()[-1]
    assert isinstance(plot, ChoicePlot)
    texts = [plot.axis.itemText(place) for place in range(plot.axis.count())]
    assert f"n  {scenario_words.TENSOR}" in texts
    plot.show_axis("devices")
    settle()
    low, high = plot.chart.x_range()
    assert low < 2
    assert 8 < high <= 10  # the measured N are 2, 4 and 8
    window.document.new()
    settle()
    assert f"V  {scenario_words.MESSAGE}" in [plot.axis.itemText(place) for place in range(plot.axis.count())]
