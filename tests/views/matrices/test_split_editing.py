"""The matrices are edited: cells in place, blocks from a spreadsheet, sizes and presets in their small window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from explorer.answers.matrices.cells import CellKey
from explorer.scenario.library import built_in
from explorer.scenario.matrices import (
    ARTICLE,
    RELU_MATTERS,
    Sizes,
    randomised,
    resized,
    sizes,
    with_block,
)
from explorer.scenario.matrix import Matrix
from explorer.views.matrices.matrix_dialog import MatrixDialog
from explorer.views.shell.main_window import MainWindow
from tests.answers.matrices import sentences
from tests.scenario import sentences as scenario_words
from tests.views.hands import CONTROL, LEFT, NONE, press, press_letters, settle, type_into
from tests.views.matrices.hands import (
    END,
    click,
    double_click,
    editor,
    enter,
    give,
    is_typing,
    note,
    numbers,
    paste,
    scrub,
    split,
)

RETURN, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape
THIRD = CellKey("a", 1, 0, 0)
"""Of A, row 1, column 3: the first one of the second device's shard."""


def matrix(window: MainWindow) -> Matrix:
    return window.document.scenario.matrix


def changed(name: str, row: int, column: int, value: float) -> Matrix:
    return with_block(ARTICLE, name, row, column, [[value]])


# Cells


def test_a_double_click_edits_a_cell_and_undo_takes_it_back(window: MainWindow) -> None:
    field = double_click(window, THIRD)
    assert (field.text(), field.selectedText()) == ("2", "2")
    press_letters(field, "−1,5")
    press(window, RETURN)
    assert matrix(window) == changed("a", 0, 2, -1.5)
    assert numbers(window, "a", 1) == ["−1.5", "0", "−1", "2"]
    assert not is_typing(window)
    assert window.document.stack.count() == 1
    press(window, Qt.Key.Key_Z, CONTROL)
    assert window.document.scenario is built_in()[0]
    assert numbers(window, "a", 1) == ["2", "0", "−1", "2"]


def test_a_devices_shard_is_edited_at_the_end_and_the_results_follow(window: MainWindow) -> None:
    scrub(window, END)
    enter(window, CellKey("b", 1, 1, 0), "3")
    assert matrix(window) == changed("b", 3, 0, 3.0)
    assert split(window).player.position() == END
    assert [numbers(window, "partial", 1), numbers(window, "sum", 0)] == [["12", "8"], ["13", "9"]]
    enter(window, CellKey("x", 1, 0, 1), "0")
    assert matrix(window).x == ((1.0, 0.0),)
    window.acts.undo.trigger()
    window.acts.undo.trigger()
    split(window).failing.setChecked(True)  # there the shards are others
    settle()
    enter(window, CellKey("a", 1, 0, 3), "7")
    assert matrix(window) == changed("a", 1, 3, 7.0)
    enter(window, CellKey("x", 1, 0, 0), "3")
    assert matrix(window).x == ((1.0, 3.0),)
    enter(window, CellKey("b", 1, 3, 0), "9")
    assert matrix(window).b[3] == (9.0, 2.0)


def test_escape_gives_up_and_leaving_the_field_enters(window: MainWindow) -> None:
    press_letters(double_click(window, THIRD), "5")
    press(window, ESCAPE)
    assert not is_typing(window)
    assert window.document.scenario is built_in()[0]
    press_letters(double_click(window, THIRD), "5")
    QTest.mouseClick(window.front.plots.plots[0].chart.plot.viewport(), LEFT, NONE, QPoint(9, 9))
    QTest.mouseClick(window.panel.rows["serial"].field, LEFT)
    settle()
    assert matrix(window) == changed("a", 0, 2, 5.0)
    press_letters(double_click(window, THIRD), "6")
    click(window, CellKey("b", 0, 0, 0))  # another cell
    assert matrix(window) == changed("a", 0, 2, 6.0)
    press_letters(double_click(window, THIRD), "7")
    press(window, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert window.document.state.current == 1
    assert window.document.state.scenarios[0].matrix == changed("a", 0, 2, 7.0)
    assert matrix(window) == ARTICLE


def test_keys_move_between_cells_and_edit_them(window: MainWindow) -> None:
    click(window, CellKey("a", 0, 0, 0))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down):
        press(window, key)
    press(window, Qt.Key.Key_8)
    assert editor(window).text() == "8"
    press(window, Qt.Key.Key_5)
    press(window, RETURN)
    assert matrix(window) == changed("a", 1, 0, 85.0)
    click(window, CellKey("b", 0, 1, 1))
    press(window, Qt.Key.Key_F2)
    assert editor(window).selectedText() == "1"
    press(window, Qt.Key.Key_Minus)
    press(window, Qt.Key.Key_4)
    press(window, RETURN)
    assert matrix(window).b[1] == (0.0, -4.0)
    scrub(window, END)
    for result in (
        CellKey("pre", 0, 0, 0),
        CellKey("sum", 0, 0, 0),
        CellKey("whole", -1, 0, 0),
    ):  # these are not edited
        QTest.mouseDClick(split(window).canvas, LEFT, NONE, split(window).canvas.cell_rect(result).center())
        settle()
        assert not is_typing(window)
        click(window, result)
        press(window, Qt.Key.Key_5)
        assert not is_typing(window)


def test_the_keyboard_alone_reaches_every_cell(window: MainWindow) -> None:
    """Enter a number, move on by an arrow, enter the next, past the border of the shards; no mouse."""
    split(window).canvas.setFocus()
    press(window, Qt.Key.Key_Right)
    chosen = split(window).canvas.chosen
    assert chosen is not None, "no cell can be chosen without a mouse"
    reached = {chosen}
    for key in [Qt.Key.Key_Down] * 9 + [Qt.Key.Key_Right] * 9 + [Qt.Key.Key_Left] * 9:
        press(window, key)
        assert split(window).canvas.chosen is not None
        reached.add(split(window).canvas.chosen)
    assert len({key for key in reached if key.matrix in "ab"}) > 2


def test_a_row_is_typed_cell_by_cell(window: MainWindow) -> None:
    click(window, CellKey("a", 0, 0, 0))
    for number in (Qt.Key.Key_5, Qt.Key.Key_6, Qt.Key.Key_7, Qt.Key.Key_8):
        press(window, number)
        press(window, RETURN)
        press(window, Qt.Key.Key_Right)
    assert matrix(window).a[0] == (5.0, 6.0, 7.0, 8.0)


def test_a_cell_that_is_opened_and_left_keeps_its_number(window: MainWindow) -> None:
    """Though the cell shows but three of its digits."""
    given = with_block(ARTICLE, "a", 0, 2, [[123456.75], [0.1234567]])
    give(window, given)
    for leaves in (RETURN, Qt.Key.Key_Tab):
        for key in (THIRD, CellKey("a", 1, 1, 0)):
            double_click(window, key)
            press(window, leaves)
            press(window, ESCAPE)
    assert matrix(window) == given


def test_a_cell_that_stays_as_it_is_is_no_edit(window: MainWindow) -> None:
    double_click(window, THIRD)
    press(window, RETURN)
    assert window.document.stack.count() == 0
    assert window.document.scenario is built_in()[0]


def test_the_menu_of_a_cells_field_leaves_it_open(window: MainWindow) -> None:
    """So that a number can be pasted there by the mouse."""
    field = double_click(window, THIRD)
    where = QPoint(5, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, field.mapToGlobal(where))
    QApplication.sendEvent(field, event)
    popup = QApplication.activePopupWidget()
    assert (popup is not None, is_typing(window)) == (True, True)
    assert popup is not None
    popup.close()
    settle()


RANGE = f"{scenario_words.ACCEPTED} −1e6 to 1e6"
REFUSED = {
    "abc": f"⚠ {scenario_words.not_a('abc', 'number')}; {RANGE}",
    "": f"⚠ {scenario_words.not_a('', 'number')}; {RANGE}",
    "2e6": f"⚠ row 1, column 3: {scenario_words.out_of_range('2000000.0')}; {RANGE}",
}


def test_a_wrong_text_is_refused_and_changes_nothing(window: MainWindow) -> None:
    for text, told in REFUSED.items():
        field = double_click(window, THIRD)
        field.clear()
        press_letters(field, text)
        press(window, Qt.Key.Key_Tab)
        assert note(window) == told
        assert not is_typing(window)
        assert window.document.scenario is built_in()[0]
        assert numbers(window, "a", 1) == ["2", "0", "−1", "2"]


def test_enter_closes_the_field_whatever_it_holds(window: MainWindow) -> None:
    """A number that is refused, a new one, and one that stands there already."""
    typing = []
    for text in ("abc", "5", "5"):
        enter(window, THIRD, text)
        typing.append(is_typing(window))
        press(window, ESCAPE)
    assert typing == [False] * 3
    assert "⚠" not in note(window)  # the refusal is over


# Blocks


def test_a_block_is_pasted_from_a_spreadsheet(window: MainWindow) -> None:
    paste(window, CellKey("a", 0, 0, 1), "5\t6\n−7\t8,5\n")  # past the border of the shards
    assert matrix(window) == with_block(ARTICLE, "a", 0, 1, [[5.0, 6.0], [-7.0, 8.5]])
    assert numbers(window, "a", 0) == ["1", "5", "0", "−7"]
    press(window, Qt.Key.Key_Z, CONTROL)
    assert window.document.scenario is built_in()[0]
    scrub(window, END)
    paste(window, CellKey("b", 1, 0, 0), "4;3\n2;1")
    assert matrix(window) == with_block(ARTICLE, "b", 2, 0, [[4.0, 3.0], [2.0, 1.0]])
    press(window, Qt.Key.Key_Z, CONTROL)
    paste(window, CellKey("a", 1, 0, 1), "1\t2")
    assert note(window).startswith(f"⚠ {scenario_words.no_room(1, 2, 2, 1)}")
    paste(window, CellKey("b", 0, 0, 0), "1\n" * 300)
    assert note(window).startswith(f"⚠ {scenario_words.NO_BLOCK}")
    paste(window, CellKey("x", 0, 0, 0), "1\tword")
    assert note(window).startswith(f"⚠ {scenario_words.not_a('word', 'number')}")
    assert window.document.scenario is built_in()[0]


# The small window


@pytest.fixture
def dialog(window: MainWindow) -> MatrixDialog:
    QTest.mouseClick(split(window).matrices, LEFT)
    settle()
    assert window.matrices.dialog is not None
    assert window.matrices.dialog.isVisible()
    return window.matrices.dialog


def type_number(box: QSpinBox, text: str) -> None:
    field = box.findChild(QLineEdit)
    assert field is not None
    box.setFocus()
    field.selectAll()
    press_letters(field, text)
    QTest.keyClick(field, RETURN)
    settle()


def shown_sizes(dialog: MatrixDialog) -> tuple[int, ...]:
    return tuple(box.value() for box in dialog.boxes.values())


def test_sizes_are_changed_and_the_window_follows_undo_and_choice(window: MainWindow, dialog: MatrixDialog) -> None:
    assert shown_sizes(dialog) == (1, 2, 4, 2)
    type_number(dialog.boxes["hidden"], "6")
    type_number(dialog.boxes["rows"], "3")
    wanted = resized(resized(ARTICLE, Sizes(1, 2, 6, 2), 1), Sizes(3, 2, 6, 2), 1)
    assert matrix(window) == wanted
    assert len(numbers(window, "x", 0)) == 6
    window.acts.undo.trigger()
    assert shown_sizes(dialog) == (1, 2, 6, 2)
    window.acts.next.trigger()
    assert shown_sizes(dialog) == (1, 2, 4, 2)
    window.acts.previous.trigger()
    window.acts.redo.trigger()
    assert shown_sizes(dialog) == sizes(matrix(window)) == (3, 2, 6, 2)
    QTest.keyClick(dialog, ESCAPE)
    assert not dialog.isVisible()


def test_random_numbers_have_a_seed_that_is_seen(window: MainWindow, dialog: MatrixDialog) -> None:
    assert dialog.seed.text() == "1"
    type_number(dialog.seed, "7")
    QTest.mouseClick(dialog.random, LEFT)
    assert matrix(window) == randomised(ARTICLE, 7)
    type_number(dialog.seed, "8")
    assert matrix(window) == randomised(ARTICLE, 7)
    QTest.mouseClick(dialog.random, LEFT)
    assert matrix(window) == randomised(ARTICLE, 8) != randomised(ARTICLE, 7)
    QTest.mouseClick(dialog.article, LEFT)
    assert matrix(window) == ARTICLE
    QTest.mouseClick(dialog.variant, LEFT)
    assert matrix(window) == RELU_MATTERS
    assert numbers(window, "a", 1) == ["1", "0", "−1", "2"]
    assert window.document.stack.count() == 4


def test_shards_and_activation_are_chosen(window: MainWindow, qtbot: QtBot, dialog: MatrixDialog) -> None:
    type_into(qtbot, dialog.shards, "1, 2, 1")
    assert matrix(window).shards == (1, 2, 1)
    assert [len(numbers(window, "a", device)) for device in (0, 1, 2)] == [2, 4, 2]
    assert note(window) == sentences.drawn_on("3", 2)
    dialog.activation.setFocus()
    QTest.keyClick(dialog.activation, Qt.Key.Key_End)
    scrub(window, END)
    assert matrix(window).activation == "identity"
    window.acts.undo.trigger()
    assert dialog.activation.currentText() == "ReLU"
    qtbot.mouseDClick(dialog.shards, LEFT)
    dialog.shards.selectAll()
    QTest.keyClick(dialog.shards, Qt.Key.Key_Delete)
    QTest.keyClick(dialog.shards, RETURN)
    assert (matrix(window).shards, note(window)) == (None, "")


def test_a_refusal_is_told_and_the_old_values_are_shown(window: MainWindow, qtbot: QtBot, dialog: MatrixDialog) -> None:
    type_into(qtbot, dialog.shards, "1, 3")
    for wrong, told in (("2, 3", "the shards add up to 5; accepted are 1 to 8 widths"), ("x", "not a list of widths")):
        type_into(qtbot, dialog.shards, wrong)
        assert told in dialog.message.text()
        assert told in split(window).note.whole()
        assert dialog.shards.text() == "1, 3"
        assert matrix(window).shards == (1, 3)
    type_into(qtbot, dialog.shards, "3, 1")
    assert dialog.message.text() == ""
    assert "⚠" not in note(window)
    assert window.document.stack.count() == 2
