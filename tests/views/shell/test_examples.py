"""Examples: copies of what ships with the program, from the menu."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from explorer.answers.outcome import Outcome
from explorer.scenario import file
from explorer.scenario.edit import change, value_of
from explorer.scenario.library import built_in, shipped
from explorer.scenario.scenario import Scenario
from explorer.views.break_even.choice_plot import AXES
from explorer.views.break_even.page import BreakEvenPage
from explorer.views.shell.main_window import MainWindow
from tests.answers.break_even import sentences as break_even
from tests.scenario import sentences as scenario_words
from tests.views import sentences as shell
from tests.views.hands import LEFT, answering, choosing_file, drag_value, settle, type_into

H100, L40S = 1, 2


def entries(window: MainWindow) -> list[QAction]:
    return window.acts.examples.actions()


def open_example(window: MainWindow, number: int) -> None:
    entries(window)[number].trigger()
    settle()


def story(number: int, index: int = 0) -> Scenario:
    return file.read(shipped()[number][1])[index]


def test_the_menu_lists_what_ships(window: MainWindow) -> None:
    assert [action.text() for action in entries(window)] == [
        "The article's six cases on two devices",
        "H100 over NVLink, measured: one layer's MLP",
        "L40S over PCIe, measured: one layer's MLP",
        "Tensor or pipeline: many such layers on H100 and L40S",
    ]
    menu = next(action.menu() for action in window.menuBar().actions() if action.text() == "&File")
    assert window.acts.examples.menuAction() in menu.actions()
    assert window.acts.examples.title() == "Open e&xample"


@pytest.mark.parametrize(
    ("number", "told"),
    [(H100, break_even.pays("2.282×")), (L40S, break_even.loses("0.427×"))],
    ids=["NVLink", "PCIe"],
)
def test_an_example_opens_untitled_at_its_first_scenario(window: MainWindow, number: int, told: str) -> None:
    open_example(window, number)
    assert window.document.path is None
    assert window.windowTitle().startswith("Untitled")
    assert not window.isWindowModified()
    assert window.panel.chooser.currentText() == "1,024 tokens"
    assert window.panel.rows["devices"].field.text() == "4"
    assert window.bar.headline.whole() == told
    assert window.files.recent() == []


def test_the_first_example_is_what_the_window_starts_with(window: MainWindow) -> None:
    open_example(window, L40S)
    open_example(window, 0)
    assert window.document.state.scenarios == built_in()


@pytest.mark.parametrize("button", ["Cancel", "Discard"])
def test_it_asks_about_unsaved_changes(window: MainWindow, qtbot: QtBot, button: str) -> None:
    type_into(qtbot, window.panel.rows["divisible"].field, "20 ms")
    asked = answering(window, entries(window)[H100].trigger, QMessageBox.StandardButton[button])
    assert asked == [shell.SAVE_CHANGES]
    assert (window.document.scenario.name == "Base case") is (button == "Cancel")


def test_edits_are_undone_and_reset_to_the_examples_values(window: MainWindow, qtbot: QtBot) -> None:
    open_example(window, H100)
    born = window.document.scenario
    for typed in ("2", "8"):
        type_into(qtbot, window.panel.rows["devices"].field, typed)
    type_into(qtbot, window.panel.rows["message_bytes"].field, "1 MB")
    window.acts.undo.trigger()
    assert value_of(window.document.scenario, "message_bytes") == 8388608
    assert window.panel.rows["devices"].label.whole() == "devices •"
    window.document.reset("devices")
    assert window.document.scenario == born
    assert window.document.original() == born


def test_saving_asks_for_a_name_and_leaves_what_ships_alone(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    before = shipped()[H100][1].read_bytes()
    open_example(window, H100)
    type_into(qtbot, window.panel.rows["devices"].field, "2")
    path = tmp_path / "mine.json"
    choosing_file(window, window.acts.save.trigger, str(path))
    assert window.document.path == path
    assert file.read(path)[0].devices == 2
    assert shipped()[H100][1].read_bytes() == before


def test_a_spoilt_example_is_told_and_nothing_changes(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    entries(window)[H100].setData(str(broken))
    asked = answering(window, entries(window)[H100].trigger, QMessageBox.StandardButton.Ok)
    assert asked[0].startswith(shell.BROKEN)
    assert window.document.state.scenarios == built_in()


# A measured link in the window


def test_the_second_plot_is_against_what_the_link_has(window: MainWindow) -> None:
    plot = window.front.plots.plots[1]
    assert (plot.name, plot.title.whole()) == ("bandwidth", "… against bandwidth B")
    open_example(window, H100)
    assert (plot.name, plot.title.whole()) == ("message_bytes", "… against message size n")
    assert plot.chart.accessibleName() == "… against message size n"
    assert "n = 51.48" in plot.sentences.toolTip() or "n = 51.48" in plot.sentences.text()
    low, high = plot.span()
    assert low < 8388608
    assert high > 51.5e6
    window.acts.new.trigger()
    settle()
    assert (plot.name, plot.title.whole()) == ("bandwidth", "… against bandwidth B")
    low, high = plot.span()
    assert low < 1.83e9
    assert high > 1e10


def test_the_size_is_dragged_in_the_second_plot(window: MainWindow) -> None:
    open_example(window, L40S)
    drag_value(window.front.plots.plots[1], 8388608, [4e6, 1e6])
    assert value_of(window.document.scenario, "message_bytes") == pytest.approx(1e6, rel=0.05)
    assert window.document.stack.count() == 1
    assert window.bar.headline.whole().startswith(break_even.PAYS)


def test_rows_without_a_value_say_why(window: MainWindow, qtbot: QtBot) -> None:
    open_example(window, H100)
    for name, shown in (("startup", "s"), ("bandwidth", "B/s")):
        row = window.panel.rows[name]
        assert row.label.whole() == shell.FROM_CURVE
        assert row.field.text() == ""
        assert not row.slider.isEnabled()
        assert row.slider.sliderPosition() == row.slider.minimum()
        assert row.field.placeholderText().endswith(shown)
        assert "it cannot be set" in row.tip()
    assert [window.panel.rows[name].field.placeholderText() for name in ("startup", "bandwidth")] == [
        "21.5 µs",
        "203.3 GB/s",
    ]  # 62.77 µs for 8,388,608 bytes
    type_into(qtbot, window.panel.rows["devices"].field, "3")
    assert window.bar.headline.whole() == break_even.no_result(3)
    assert window.panel.rows["startup"].label.whole() == shell.FROM_CURVE
    assert window.panel.rows["startup"].field.placeholderText() == ""
    assert window.bar.chips["message_bytes"].text() == "– n"
    window.document.new()
    assert window.panel.rows["startup"].label.whole() == scenario_words.STARTUP
    assert window.panel.rows["bandwidth"].field.placeholderText() == ""


def test_the_fourth_plot_says_what_a_measured_link_has_not(window: MainWindow, qtbot: QtBot) -> None:
    open_example(window, H100)
    qtbot.mouseClick(window.front.plots.more, LEFT)
    fourth = window.front.plots.fourth
    for name in AXES:
        fourth.show_axis(name)
        settle()
        assert fourth.chart.isVisible() is (name != "startup")
        assert window.exports.ready().has_numbers(name) is (name != "startup")


def test_pictures_of_one_plot_hold_that_plot_alone(window: MainWindow, qtbot: QtBot) -> None:
    open_example(window, H100)
    qtbot.mouseClick(window.front.plots.more, LEFT)
    window.front.plots.fourth.show_axis("message_bytes")
    assert [key for key, _ in window.exports.ready().subjects()].count("message_bytes") == 1
    other = BreakEvenPage()
    other.copy_view_state(window.front.plots, "message_bytes")
    assert [not plot.isHidden() for plot in other.all_plots()] == [False, True, False, False]
    other.copy_view_state(window.front.plots, None)
    assert [not plot.isHidden() for plot in other.all_plots()] == [True] * 4


@pytest.mark.parametrize("pinned", [0, H100], ids=["constant", "measured"])
def test_links_of_two_kinds_stand_beside_each_other(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, pinned: int
) -> None:
    path = tmp_path / "both.json"
    file.write(path, (built_in()[0], story(H100)))
    window.files.open_path(path)
    window.document.pin(1 if pinned else 0)
    window.document.choose(0 if pinned else 1)
    settle()
    assert window.front.plots.plots[1].name == ("bandwidth" if pinned else "message_bytes")
    assert not math.isnan(window.front.plots.plots[1].span()[0])
    QApplication.processEvents()


def test_differences_name_the_link(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "both.json"
    nvlink = change(story(H100), "efficiency", 0.9)
    pcie = story(L40S).model_copy(update={"name": "PCIe"})
    file.write(path, (nvlink, pcie))
    window.files.open_path(path)
    window.document.choose(1)
    window.tabs.setCurrentIndex(1)
    settle()
    table = window.scenarios.differences.table
    rows = [[table.item(row, column).text() for column in range(4)] for row in range(table.rowCount())]
    assert [row[0] for row in rows] == [
        f"C  {scenario_words.DIVISIBLE}",
        f"η  {scenario_words.EFFICIENCY}",
        "the link",
        break_even.ALL_TOGETHER,
    ]
    linked = nvlink.model_copy(update={"communication": pcie.communication})
    performance = Outcome(linked).performance
    assert performance is not None
    assert rows[2][1:] == ["h100-sxm-nccl", "l40s-nccl", f"{performance.speedup:.3f}×"]


def test_the_dialog_of_a_save_that_is_called_off_leaves_it_untitled(window: MainWindow) -> None:
    open_example(window, H100)

    def call_off() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QFileDialog):
            dialog.reject()

    QTimer.singleShot(0, window, call_off)
    assert window.files.save() is False
    assert window.document.path is None
