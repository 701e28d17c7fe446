"""What a person holds or types belongs to the scenario that is shown, whatever else happens meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from explorer.scenario import file
from explorer.scenario.edit import value_of
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.value_slider import ValueSlider
from tests.answers.break_even import sentences as break_even
from tests.answers.builders import without_answer
from tests.scenario import sentences as scenario_words
from tests.views.hands import LEFT, choosing_file, drag_value, move, settle, type_into

ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


def hold(slider: ValueSlider, *steps: int) -> None:
    """Press the handle and move by pixels, without letting go."""
    at = QPoint(round(slider.x_of(slider.value())), slider.height() // 2)
    QTest.mousePress(slider, LEFT, Qt.KeyboardModifier.NoModifier, at)
    for step in steps:
        move(slider, at + QPoint(step, 0))


def let_go(slider: ValueSlider) -> None:
    QTest.mouseRelease(slider, LEFT)
    settle()


def test_a_slider_is_dragged_in_one_step(window: MainWindow) -> None:
    slider = window.panel.rows["divisible"].slider
    hold(slider, 10, 20, 30)
    let_go(slider)
    assert window.document.stack.count() == 1
    assert value_of(window.document.scenario, "divisible") > 0.012
    window.acts.undo.trigger()
    assert window.document.scenario is built_in()[0]


def test_a_scale_does_not_change_under_the_hand(window: MainWindow) -> None:
    """The scale of eta ends at eta itself where that is above 1.1: it shrinks only when the handle is let go."""
    window.document.edit("efficiency", 2.0)
    slider = window.panel.rows["efficiency"].slider
    assert slider.scale.high == 2.0
    hold(slider, -20, -40)
    assert 1.1 < value_of(window.document.scenario, "efficiency") < 2.0
    assert slider.scale.high == 2.0
    assert slider.value() == slider.scale.position(value_of(window.document.scenario, "efficiency"))
    let_go(slider)
    window.document.edit("efficiency", 1.5)
    assert slider.scale.high == 1.5


def test_grabbing_the_handle_beside_its_middle_moves_nothing(window: MainWindow) -> None:
    slider = window.panel.rows["divisible"].slider
    at = QPoint(round(slider.x_of(slider.value())) + 6, slider.height() // 2)
    QTest.mousePress(slider, LEFT, Qt.KeyboardModifier.NoModifier, at)
    let_go(slider)
    assert window.document.scenario is built_in()[0]


def test_a_slider_that_is_held_does_not_write_into_another_scenario(window: MainWindow, qtbot: QtBot) -> None:
    slider = window.panel.rows["divisible"].slider
    hold(slider, 10)
    qtbot.keyClick(window, Qt.Key.Key_Down, ALT)
    for step in range(20, 80, 10):
        move(slider, QPoint(round(slider.width() / 2) + step, 9))
    let_go(slider)
    assert window.document.state.scenarios[1] is built_in()[1]
    assert window.document.stack.count() == 1


def test_a_dialog_in_mid_drag_ends_the_drag(window: MainWindow, qtbot: QtBot) -> None:
    drag_value(window.front.plots.plots[0], 0.012, [0.008], let_go=False)
    assert window.document.in_gesture

    def close() -> None:
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        dialog.close()

    QTimer.singleShot(0, window, close)
    window.acts.help.trigger()
    assert not window.document.in_gesture
    assert window.acts.undo.isEnabled()
    type_into(qtbot, window.panel.rows["serial"].field, "1 ms")
    type_into(qtbot, window.panel.rows["startup"].field, "1 us")
    assert window.document.stack.count() == 3


@pytest.mark.parametrize("name", ["serial", "divisible"])
def test_what_is_typed_stays_with_its_scenario(window: MainWindow, qtbot: QtBot, name: str) -> None:
    """In "serial" both scenarios have the same value, in "divisible" another one."""
    type_into(qtbot, window.panel.rows[name].field, "5 ms", enter=False)
    qtbot.keyClick(window, Qt.Key.Key_Down, ALT)
    assert window.document.scenario is built_in()[1]
    assert value_of(window.document.state.scenarios[0], name) == 0.005
    qtbot.keyClick(window.panel.rows[name].field, Qt.Key.Key_Return)
    assert window.document.scenario is built_in()[1]


def test_what_cannot_be_read_keeps_the_scenario_in_place(window: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, window.panel.rows["serial"].field, "abc", enter=False)
    qtbot.keyClick(window, Qt.Key.Key_Down, ALT)
    assert window.document.state.current == 0
    assert window.panel.chooser.currentIndex() == 0
    assert scenario_words.not_a("abc", "time") in window.messages.message()


def test_a_save_with_an_entry_that_cannot_be_read_saves_nothing_and_says_why(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    choosing_file(window, window.acts.save_as.trigger, str(tmp_path / "a.json"))
    before = (tmp_path / "a.json").read_bytes()
    type_into(qtbot, window.panel.rows["serial"].field, "1 ms")
    type_into(qtbot, window.panel.rows["divisible"].field, "abc", enter=False)
    window.acts.save.trigger()
    assert (tmp_path / "a.json").read_bytes() == before
    assert scenario_words.not_a("abc", "time") in window.messages.message()
    assert window.isWindowModified()


@pytest.mark.parametrize(
    ("value", "shown", "entered"),
    [(36000.0, "36000 s", 5.0), (0.99996e-3, "999.96 µs", 5e-6)],
    ids=["hours", "rounds up"],
)
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Tab], ids=["enter", "tab"])
def test_digits_take_the_unit_that_was_shown_however_the_field_is_left(
    window: MainWindow, qtbot: QtBot, value: float, shown: str, entered: float, key: Qt.Key
) -> None:
    window.document.edit("divisible", value)
    field = window.panel.rows["divisible"].field
    qtbot.mouseClick(field, LEFT)
    assert field.text() == shown
    type_into(qtbot, field, "5", enter=False)
    qtbot.keyClick(field, key)
    assert value_of(window.document.scenario, "divisible") == entered


@pytest.mark.parametrize("reason", [Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason], ids=str)
def test_a_menu_or_another_window_does_not_enter_what_is_half_typed(
    window: MainWindow, qtbot: QtBot, reason: Qt.FocusReason
) -> None:
    field = window.panel.rows["divisible"].field
    type_into(qtbot, field, "2", enter=False)
    QApplication.sendEvent(field, QFocusEvent(QFocusEvent.Type.FocusOut, reason))
    assert field.text() == "2"
    assert window.document.scenario is built_in()[0]


def test_a_reset_forgets_what_is_typed(window: MainWindow, qtbot: QtBot) -> None:
    field = window.panel.rows["divisible"].field
    type_into(qtbot, field, "99", enter=False)
    qtbot.keyClick(field, Qt.Key.Key_R, CONTROL)
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert window.document.scenario is built_in()[0]


def test_a_step_starts_from_what_is_typed(window: MainWindow, qtbot: QtBot) -> None:
    field = window.panel.rows["divisible"].field
    type_into(qtbot, field, "20", enter=False)
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert value_of(window.document.scenario, "divisible") == 0.021


def test_a_held_key_is_one_step(window: MainWindow, qtbot: QtBot) -> None:
    field = window.panel.rows["divisible"].field
    qtbot.mouseClick(field, LEFT)
    for _ in range(5):
        qtbot.keyPress(field, Qt.Key.Key_Up)
    qtbot.keyRelease(field, Qt.Key.Key_Up)
    assert value_of(window.document.scenario, "divisible") == 0.017
    assert window.document.stack.count() == 1


def test_after_enter_the_next_value_replaces_the_text(window: MainWindow, qtbot: QtBot) -> None:
    field = window.panel.rows["divisible"].field
    type_into(qtbot, field, "20")
    assert field.selectedText() == field.text()


def test_without_a_result_nothing_of_the_last_answer_stays(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    file.write(tmp_path / "n.json", (without_answer(built_in()[0]),))
    window.files.open_path(tmp_path / "n.json")
    assert window.bar.headline.whole() == break_even.no_result(2)
    assert "given: N = 4" in window.bar.summary.whole()
    assert all(chip.text().startswith("–") for chip in window.bar.chips.values())
    assert not window.bar.more.isEnabled()
    type_into(qtbot, window.panel.rows["devices"].field, "4")
    assert window.bar.headline.whole().startswith(break_even.PAYS)
    assert window.bar.more.isEnabled()


def test_a_file_cannot_load_a_picture_through_a_tooltip(window: MainWindow, tmp_path: Path) -> None:
    content = built_in()[0].model_dump()
    content["notes"] = "<img src='file:///etc/hostname'>"
    file.write(tmp_path / "n.json", (Scenario.model_validate(content),))
    window.files.open_path(tmp_path / "n.json")
    assert "<img" not in window.panel.notes_tip()
    assert "&lt;img" in window.panel.notes_tip()


def test_what_a_screen_reader_hears_of_a_chip_is_what_it_shows(window: MainWindow) -> None:
    chip = window.bar.chips["divisible"]
    assert chip.accessibleName() == "C > 2.453 ms, met, 4.9× above the limit"
    window.document.edit("divisible", 0.001)
    assert chip.accessibleName() == "C > 2.453 ms, not met, 2.5× below the limit"
    slider = window.panel.rows["divisible"].slider
    assert slider.accessibleDescription() == "1 ms"
    slider.setValue(900)
    assert value_of(window.document.scenario, "divisible") == slider.scale.value(900)
