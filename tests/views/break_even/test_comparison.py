"""A pinned scenario beside another one: its numbers, its ghosts on the plots, the differences."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from explorer.answers.outcome import Outcome
from explorer.scenario import file
from explorer.scenario.edit import change
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from explorer.views.break_even.axis_plot import AxisPlot
from explorer.views.export.exporter import PAGE
from explorer.views.shell.main_window import MainWindow
from tests.answers.break_even import sentences
from tests.answers.builders import without_answer
from tests.scenario import sentences as scenario_words
from tests.views.hands import ALT, CONTROL, LEFT, SHIFT, drag_value, settle, type_into
from tests.views.scenarios.hands import NAMES, click, done, names, open_table

DOWN = Qt.Key.Key_Down


@pytest.fixture
def pinned(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window with the base case pinned by its key."""
    qtbot.keyClick(window, Qt.Key.Key_P, CONTROL)
    settle()
    return window


def plots(window: MainWindow) -> tuple[AxisPlot, ...]:
    return window.front.plots.shown_plots()


def drawn(plot: AxisPlot, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Return values and heights of a ghost's curve as they are drawn, SI; "one" or "split"."""
    one, split = plot.chart.pinned.drawn()
    return {"one": one, "split": split}[kind]


def assert_ghost_of(window: MainWindow, scenario: Scenario) -> None:
    """Compare what is drawn on every plot with the answers of the pinned scenario."""
    outcome = Outcome(scenario)
    assert outcome.performance is not None
    speedups = window.front.plots.speedups.isChecked()
    for plot in plots(window):
        values, split = drawn(plot, "split")
        assert (values[0], values[-1]) == pytest.approx(plot.chart.x_range())
        expected = [outcome.at(plot.name, value) for value in values[::16]]
        assert split[::16] == pytest.approx([(at.speedup if speedups else at.split_s) for at in expected if at])
        one = drawn(plot, "one")[1][::16]
        assert one == pytest.approx([(1.0 if speedups else at.one_device_s) for at in expected if at])
        assert plot.chart.pinned.label() == f"⋯ {scenario.name} (pinned)"


def table_rows(window: MainWindow) -> list[list[str]]:
    table = window.scenarios.differences.table
    return [[table.item(row, column).text() for column in range(5)] for row in range(table.rowCount())]


def test_nothing_is_pinned_at_first(window: MainWindow) -> None:
    assert not window.strip.isVisible()
    assert not window.acts.unpin.isEnabled()
    assert all(plot.chart.pinned.label() == "" for plot in plots(window))
    assert "pinned" not in window.front.plots.legend.accessibleName()


def test_the_key_pins_the_strip_shows_the_numbers_and_the_legend_names_the_ghosts(
    pinned: MainWindow, qtbot: QtBot
) -> None:
    line = "Base case: Tₙ 9.220 ms, 1.388×"
    assert pinned.strip.isVisible()
    assert pinned.front.plots.legend.accessibleName().endswith(
        "ideal bound, splitting pays, pinned, one device, pinned, split"
    )
    assert pinned.strip.text.whole() == f"{line} · now Tₙ the same, speed-up the same"
    type_into(qtbot, pinned.panel.rows["bandwidth"].field, "1 GB/s")
    assert pinned.strip.text.whole() == f"{line} · now Tₙ +78 %, speed-up −44 %"
    type_into(qtbot, pinned.panel.rows["bandwidth"].field, "10 MB/s")
    assert pinned.strip.text.whole() == f"{line} · now Tₙ ×87.7, speed-up ÷87.7"
    open_table(pinned, qtbot)
    assert pinned.strip.isVisible()


def test_the_ghost_stays_while_another_value_is_shown(pinned: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(pinned.front.plots.more, LEFT)
    settle()
    assert len(plots(pinned)) == 4
    for switch in (pinned.front.plots.times, pinned.front.plots.speedups):
        qtbot.mouseClick(switch, LEFT)
        assert_ghost_of(pinned, built_in()[0])
        for name, typed in (("bandwidth", "1 GB/s"), ("divisible", "20 ms"), ("efficiency", "0.6"), ("serial", "2 ms")):
            type_into(qtbot, pinned.panel.rows[name].field, typed)
            settle()
            assert_ghost_of(pinned, built_in()[0])
            qtbot.keyClick(pinned, Qt.Key.Key_Z, CONTROL)


def test_the_hollow_dot_stands_where_the_pinned_scenario_stands(pinned: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, pinned.panel.rows["divisible"].field, "9 ms")
    chart = pinned.front.plots.plots[0].chart
    assert chart.pinned.dot() == pytest.approx((0.012, 0.00922))


def test_a_pinned_curve_may_leave_the_plot_rather_than_flatten_the_others(window: MainWindow, qtbot: QtBot) -> None:
    plot = plots(window)[0]
    alone = plot.chart.y_range()[1]
    window.document.edit("divisible", 0.016)
    window.document.pin(0)
    window.acts.undo.trigger()
    settle()
    own, pinned = Outcome(built_in()[0]), Outcome(change(built_in()[0], "divisible", 0.016))
    span = plot.chart.x_range()
    assert plot.chart.y_range()[1] == pytest.approx(pinned.top("divisible", *span, False, False))  # it is held whole
    window.document.edit("bandwidth", 1e8)
    window.document.pin(0)
    window.acts.undo.trigger()
    settle()
    assert own.top("divisible", *span, False, False) == pytest.approx(alone)
    assert plot.chart.y_range()[1] == pytest.approx(3 * alone)
    assert plot.chart.pinned.drawn()[1][1].max() > plot.chart.y_range()[1]
    assert plot.chart.pinned.dot() is None


def dark_share(plot: AxisPlot, scenario: Scenario) -> float:
    """Return the share of a scenario's split curve along which the text's dark colour is painted."""
    chart, outcome = plot.chart, Outcome(scenario)
    image, low, high = chart.plot.grab().toImage(), *chart.x_range()
    dark = 0
    values = np.linspace(low, high, 202)[1:-1]
    for value in values:
        performance = outcome.at(plot.name, float(value))
        assert performance is not None
        at = chart.pixel_of(float(value), performance.split_s).toPoint()
        dark += image.pixelColor(at).lightness() < 110 and image.pixelColor(at).saturation() < 110
    return dark / len(values)


def test_the_ghost_is_painted(pinned: MainWindow, qtbot: QtBot) -> None:
    plot = pinned.front.plots.plots[0]
    type_into(qtbot, pinned.panel.rows["bandwidth"].field, "4 GB/s")
    settle()
    assert dark_share(plot, built_in()[0]) > 0.12
    qtbot.keyClick(pinned, Qt.Key.Key_P, CONTROL | SHIFT)
    settle()
    assert dark_share(plot, built_in()[0]) < 0.05


def test_unpinning_takes_everything_away(pinned: MainWindow, qtbot: QtBot) -> None:
    for how in ["key", "button"]:
        qtbot.keyClick(pinned, Qt.Key.Key_P, CONTROL)
        assert pinned.acts.unpin.isEnabled()
        if how == "key":
            qtbot.keyClick(pinned, Qt.Key.Key_P, CONTROL | SHIFT)
        else:
            qtbot.mouseClick(pinned.strip.unpin, LEFT)
        test_nothing_is_pinned_at_first(pinned)
        assert pinned.document.stack.count() == 0


@pytest.mark.parametrize("size", [(1024, 640), (1100, 720), (1440, 900)], ids=str)
def test_no_word_of_the_legend_is_cut(pinned: MainWindow, size: tuple[int, int]) -> None:
    pinned.resize(*size)
    settle()
    legend = pinned.front.plots.legend
    needed = legend.heightForWidth(legend.width())
    assert legend.height() >= needed > 0
    assert legend.mapTo(pinned, legend.rect().topRight()).x() < pinned.width()
    assert all(row.label.text() == row.label.whole() for row in pinned.panel.rows.values())


def test_a_drag_with_a_ghost_keeps_the_ranges(pinned: MainWindow) -> None:
    plot = pinned.front.plots.plots[0]
    span = plot.chart.x_range()
    tops = [each.chart.y_range()[1] for each in plots(pinned)]
    drag_value(plot, 0.012, [0.009, 0.005], let_go=False)
    assert plot.chart.x_range() == pytest.approx(span)
    assert [each.chart.y_range()[1] for each in plots(pinned)] == pytest.approx(tops)
    assert_ghost_of(pinned, built_in()[0])
    drag_value(plot, 0.005, [], let_go=True)
    assert pinned.document.stack.count() == 1
    assert_ghost_of(pinned, built_in()[0])


def test_what_is_pinned_survives_choosing_renaming_and_undo(pinned: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, pinned.panel.rows["divisible"].field, "20 ms")
    qtbot.keyClick(pinned, Qt.Key.Key_Z, CONTROL)
    qtbot.keyClick(pinned, DOWN, ALT)
    pinned.document.rename(0, "Another name")
    pinned.document.remove([0])
    settle()
    assert names(pinned) == NAMES[1:]
    assert pinned.strip.text.whole().startswith("Base case: Tₙ 9.220 ms, 1.388×")
    assert_ghost_of(pinned, built_in()[0])


def test_pinning_again_takes_the_scenario_as_it_is_now(pinned: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, pinned.panel.rows["divisible"].field, "20 ms", enter=False)
    qtbot.keyClick(pinned.panel.rows["divisible"].field, Qt.Key.Key_P, CONTROL)
    assert "Tₙ 14.22 ms" in pinned.strip.text.whole()
    assert_ghost_of(pinned, pinned.document.scenario)


def test_another_file_drops_what_is_pinned(pinned: MainWindow, tmp_path: Path) -> None:
    for how in ["open", "new"]:
        pinned.document.pin(0)
        settle()
        file.write(tmp_path / "other.json", built_in()[3:])
        if how == "open":
            pinned.files.open_path(tmp_path / "other.json")
        else:
            pinned.acts.new.trigger()
        settle()
        test_nothing_is_pinned_at_first(pinned)


def test_a_picture_shows_the_ghost_and_its_footer_names_it(pinned: MainWindow, qtbot: QtBot) -> None:
    for subject in [PAGE, "divisible"]:
        pinned.document.pin(0)
        type_into(qtbot, pinned.panel.rows["bandwidth"].field, "1 GB/s")
        size = QSize(900, 500)
        with_ghost = pinned.exports.ready().image(subject, size, 1)
        sheet = pinned.exports.ready().sheet(subject, size)
        assert sheet is not None
        footer = [label.text() for label in sheet.findChildren(QLabel) if "dotted: Base case" in label.text()]
        assert len(footer) == 1
        assert f"with {sentences.others_same('B = 10 GB/s')}" in footer[0]
        qtbot.mouseClick(pinned.strip.unpin, LEFT)
        without = pinned.exports.ready().image(subject, size, 1)
        assert with_ghost is not None
        assert with_ghost != without
        qtbot.keyClick(pinned, Qt.Key.Key_Z, CONTROL)
        assert not [label for label in sheet.findChildren(QLabel) if "dotted" in label.text()]


def test_the_differences_of_two_scenarios(pinned: MainWindow, qtbot: QtBot) -> None:
    for name, typed in (("bandwidth", "50 GB/s"), ("divisible", "1 ms"), ("overlap", "50 %")):
        type_into(qtbot, pinned.panel.rows[name].field, typed)
    qtbot.mouseClick(pinned.strip.differences, LEFT)
    done(pinned, qtbot)
    assert pinned.scenarios.differences.isVisible()
    assert pinned.scenarios.differences.title.whole() == "Differences from Base case (pinned) to Base case"
    assert table_rows(pinned) == [
        [f"C  {scenario_words.DIVISIBLE}", "12 ms", "1 ms", "0.768×", "−45 %"],
        [f"B  {scenario_words.BANDWIDTH}", "10 GB/s", "50 GB/s", "1.492×", "+7.5 %"],
        [f"f  {scenario_words.OVERLAP}", "0 %", "50 %", "1.461×", "+5.3 %"],
        [sentences.ALL_TOGETHER, "", "", "1.150×", "−17 %"],
    ]
    assert pinned.scenarios.differences.note.whole() == "Also different, without effect on the times: sources."
    qtbot.keyClick(pinned, Qt.Key.Key_Z, CONTROL)
    assert [row[0][0] for row in table_rows(pinned)] == ["C", "B", "a"]


def test_one_difference_has_no_last_line_and_none_says_so(pinned: MainWindow, qtbot: QtBot) -> None:
    open_table(pinned, qtbot)
    assert table_rows(pinned) == []
    assert pinned.scenarios.differences.note.whole() == "The numbers are the same."
    click(pinned, qtbot, 2)
    assert table_rows(pinned) == [[f"B  {scenario_words.BANDWIDTH}", "10 GB/s", "1 GB/s", "0.780×", "−44 %"]]
    assert pinned.scenarios.differences.note.whole() == "Also different, without effect on the times: notes, sources."
    type_into(qtbot, pinned.bar.target, "1.5")
    assert "target, notes, sources" in pinned.scenarios.differences.note.whole()
    assert len(table_rows(pinned)) == 1


def test_without_a_pin_the_first_scenario_is_compared(window: MainWindow, qtbot: QtBot) -> None:
    open_table(window, qtbot)
    click(window, qtbot, 4)
    assert window.scenarios.differences.title.whole() == (
        "Differences from Base case (the first) to S = 100 ms; pin a scenario to compare with that"
    )
    assert table_rows(window) == [[f"S  {scenario_words.SERIAL}", "800 µs", "100 ms", "1.033×", "−26 %"]]
    qtbot.mouseClick(window.scenarios.panel.pin, LEFT)
    assert window.strip.text.whole().startswith("S = 100 ms: Tₙ 108.4 ms")
    click(window, qtbot, 0)
    assert window.scenarios.differences.title.whole() == "Differences from S = 100 ms (pinned) to Base case"
    assert table_rows(window) == [[f"S  {scenario_words.SERIAL}", "100 ms", "800 µs", "1.388×", "+34 %"]]


@pytest.mark.parametrize("without", ["pinned", "current", "both"])
def test_a_scenario_without_figures_for_its_devices_breaks_nothing(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, without: str
) -> None:
    nothing = without_answer(built_in()[0])
    none, also = (nothing.model_copy(update={"name": name}) for name in ("None", "Also"))
    also = change(also, "divisible", 0.05)
    pair = {"pinned": (none, built_in()[1]), "current": (built_in()[1], none), "both": (none, also)}[without]
    file.write(tmp_path / "none.json", pair)
    window.files.open_path(tmp_path / "none.json")
    qtbot.keyClick(window, Qt.Key.Key_P, CONTROL)
    qtbot.keyClick(window, DOWN, ALT)
    for switch in (window.front.plots.more, window.front.plots.speedups):
        qtbot.mouseClick(switch, LEFT)
        settle()
    known = without == "current"
    assert window.strip.text.whole() == (
        "C = 1 ms: one device 1.800 ms → two devices 2.345 ms, 0.768×" if known else f"None: {sentences.no_result(2)}"
    )
    for plot in plots(window):
        assert plot.chart.isVisible() is (without == "pinned")
        assert not (plot.chart.isVisible() and plot.chart.pinned.drawn())
    open_table(window, qtbot)
    rows = {row[0][0]: row[2:] for row in table_rows(window)}
    if without == "pinned":
        assert rows["η"] == ["0.8", "1.388×", ""]
        assert rows["C"] == ["1 ms", sentences.NO_FIGURES, ""]
        assert rows["a"] == ["", "0.768×", ""]
    elif known:
        assert rows["η"] == ["–", sentences.NO_FIGURES, ""]
        assert rows["a"] == ["", "no result", ""]
    else:
        assert rows["C"] == ["50 ms", sentences.NO_FIGURES, ""]
    assert window.exports.ready().image(PAGE, QSize(800, 420), 1) is not None
