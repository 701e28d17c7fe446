"""The page "Scenarios", worked as a person works it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from explorer.answers.scenarios.columns import COLUMNS
from explorer.scenario import file
from explorer.scenario.edit import value_of
from explorer.views.shell.main_window import MainWindow
from tests.answers.break_even import sentences as break_even
from tests.scenario import sentences as scenario_words
from tests.views.hands import (
    ALT,
    CONTROL,
    LEFT,
    NONE,
    SHIFT,
    answering_input,
    choosing_file,
    press_letters,
    settle,
    type_into,
)
from tests.views.scenarios.hands import (
    NAMES,
    PLACE,
    act,
    cell,
    click,
    done,
    editor,
    enter,
    names,
    open_table,
    shown,
    text,
)


@pytest.fixture
def table(window: MainWindow, qtbot: QtBot) -> MainWindow:
    return open_table(window, qtbot)


def test_the_articles_cases_stand_in_the_cells(table: MainWindow) -> None:
    assert shown(table) == NAMES
    assert shown(table, "one_device") == ["12.80 ms", "1.800 ms", "12.80 ms", "12.80 ms", "112.0 ms", "3.253 ms"]
    assert shown(table, "split") == ["9.220 ms", "2.345 ms", "16.42 ms", "8.580 ms", "108.4 ms", "3.253 ms"]
    assert shown(table, "speedup") == ["✓ 1.388×", "✗ 0.768×", "✗ 0.780×", "✓ 1.492×", "✓ 1.033×", "= 1.000×"]
    assert shown(table, "divisible*") == ["2.453 ms", "2.453 ms", "21.65 ms", "746.7 µs", "2.453 ms", "2.453 ms"]
    wide = "1.826 GB/s"
    assert shown(table, "bandwidth*") == [wide, "31.37 GB/s", wide, wide, wide, "10.00 GB/s"]
    assert shown(table, "efficiency*") == ["0.5415", "6.250", "1.546", "0.5119", "0.5415", "0.8000"]
    assert shown(table, "bound") == ["8.300 ms", "1.720 ms", "8.920 ms", "8.300 ms", "107.5 ms", "2.333 ms"]
    assert shown(table, "nearest") == [
        "η −32 %",
        "C ×2.45",
        "C +80 %",
        "η −36 %",
        "η −32 %",
        break_even.SYMBOL_AT_THRESHOLD,
    ]
    parameters = [text(table, 0, column.key) for column in COLUMNS if column.parameter]
    assert parameters == ["800 µs", "0 ms", "12 ms", "0.8", "4", "30 µs", "2 MB", "10 GB/s", "2", "0 %", "1×"]
    assert "1 GB/s" in shown(table, "bandwidth")


def test_what_differs_from_the_first_is_marked(table: MainWindow) -> None:
    view, image = table.scenarios.panel.view, table.scenarios.panel.view.viewport().grab().toImage()
    different = {(1, "divisible"), (2, "bandwidth"), (3, "bandwidth"), (4, "serial"), (5, "divisible")}
    for row in range(6):
        for key in PLACE:
            font, fill, tip = (
                cell(table, row, key).data(role)
                for role in (Qt.ItemDataRole.FontRole, Qt.ItemDataRole.BackgroundRole, Qt.ItemDataRole.ToolTipRole)
            )
            marked = (row, key) in different
            assert bool(font and font.bold()) is marked, (row, key)
            assert (fill is not None) is marked, (row, key)
            assert ("in the first scenario" in (tip or "")) is marked, (row, key)
            corner = view.visualRect(cell(table, row, key)).topLeft() + QPoint(2, 2)
            if view.viewport().rect().contains(corner) and key != "name":
                assert (image.pixelColor(corner).name() == "#fdf1d8") is marked, (row, key)
    assert f"{scenario_words.DIVISIBLE}: 1 ms; in the first scenario 12 ms" in cell(table, 1, "divisible").data(
        Qt.ItemDataRole.ToolTipRole
    )


def test_marks_follow_the_first_scenario(table: MainWindow, qtbot: QtBot) -> None:
    painted_again: list[int] = []

    def keep(first: QModelIndex, last: QModelIndex) -> None:
        painted_again.extend(range(first.row(), last.row() + 1))

    table.scenarios.panel.view.model().dataChanged.connect(keep)
    enter(table, qtbot, 0, "divisible", "1 ms")
    bold = [bool(cell(table, row, "divisible").data(Qt.ItemDataRole.FontRole)) for row in range(6)]
    assert bold == [False, False, True, True, True, True]
    assert set(painted_again) == set(range(6))


def test_a_click_on_a_row_shows_that_scenario(table: MainWindow, qtbot: QtBot) -> None:
    click(table, qtbot, 2, "bound")
    assert table.panel.chooser.currentText() == "B = 1 GB/s"
    assert table.panel.rows["bandwidth"].field.text() == "1 GB/s"
    assert table.bar.headline.whole() == break_even.loses("0.780×")
    qtbot.keyClick(table.scenarios.panel.view, Qt.Key.Key_Down)
    assert table.bar.headline.whole() == break_even.pays("1.492×")
    qtbot.keyClick(table, Qt.Key.Key_Up, ALT)
    assert table.scenarios.panel.view.currentIndex().row() == 2
    assert table.document.stack.count() == 0


TYPED = [
    ("divisible", "0.003 s", 0.003, "3 ms"),
    ("divisible", "20", 0.02, "20 ms"),
    ("startup", "45", 45e-6, "45 µs"),
    ("extra_serial", "2", 0.002, "2 ms"),
    ("bandwidth", "80 Gbit/s", 1e10, "10 GB/s"),
    ("bandwidth", "∞", float("inf"), "∞"),
    ("message_bytes", "2 MiB", 2097152, "2.097 MB"),
    ("overlap", "25", 0.25, "25 %"),
    ("devices", "8", 8, "8"),
    ("target", "1,5", 1.5, "1.5×"),
]


def test_a_value_typed_into_a_cell_is_taken(table: MainWindow, qtbot: QtBot) -> None:
    for key, typed, stored, cell_text in TYPED:
        before = table.document.state.scenarios
        enter(table, qtbot, 4, key, typed)
        assert value_of(table.document.state.scenarios[4], key) == stored
        assert text(table, 4, key) == cell_text
        if key != "target":
            assert table.panel.rows[key].field.text() == cell_text
        table.acts.undo.trigger()
        assert table.document.state.scenarios == before


def test_the_results_follow_what_is_typed(table: MainWindow, qtbot: QtBot) -> None:
    enter(table, qtbot, 1, "divisible", "12 ms")
    assert [text(table, 1, key) for key in ("split", "speedup", "nearest")] == ["9.220 ms", "✓ 1.388×", "η −32 %"]
    assert table.bar.headline.whole() == break_even.pays("1.388×")


WRONG = [
    ("divisible", "abc", f"⚠ C: {scenario_words.not_a('abc')}"),
    ("devices", "1", f"⚠ N: {scenario_words.out_of_range('1')}; {scenario_words.ACCEPTED}"),
    ("bandwidth", "12 ms", f"⚠ B: {scenario_words.wrong_unit('ms', 'time')}"),
    ("messages", "4.5", f"⚠ Q: {scenario_words.not_a('4.5', 'whole number')}"),
    ("name", "Base case", f"⚠ another scenario is named “Base case”; {scenario_words.NAMES_UNIQUE}"),
    ("name", " ", scenario_words.NOT_A_NAME),
]


def test_a_wrong_entry_is_refused_with_a_message(table: MainWindow, qtbot: QtBot) -> None:
    for key, typed, said in WRONG:
        before, old, step = table.document.state.scenarios, text(table, 1, key), table.document.stack.index()
        enter(table, qtbot, 1, key, typed)
        assert said in table.scenarios.panel.message.whole()
        assert text(table, 1, key) == old
        assert table.document.state.scenarios is before
        assert table.document.stack.index() == step
        enter(table, qtbot, 1, "divisible", "9 ms")
        assert table.scenarios.panel.message.whole() == ""
        table.acts.undo.trigger()


def test_a_look_at_a_cell_changes_nothing_and_shows_all_digits(table: MainWindow, qtbot: QtBot) -> None:
    table.document.edit("divisible", 0.0123456789, 1)
    before = table.document.state
    click(table, qtbot, 1, "divisible")
    qtbot.keyClick(table.scenarios.panel.view, Qt.Key.Key_Return)
    assert editor(table).text() == "12.3456789 ms"
    qtbot.keyClick(editor(table), Qt.Key.Key_Return)
    assert table.document.state is before


def test_results_cannot_be_typed_over(table: MainWindow, qtbot: QtBot) -> None:
    click(table, qtbot, 1, "bound")
    press_letters(table.scenarios.panel.view, "3")
    assert QApplication.focusWidget() is table.scenarios.panel.view


def test_what_is_being_typed_in_a_cell_is_taken_when_the_page_changes(table: MainWindow, qtbot: QtBot) -> None:
    click(table, qtbot, 1, "divisible")
    press_letters(table.scenarios.panel.view, "7")
    qtbot.keyClick(table, Qt.Key.Key_1, CONTROL)
    assert value_of(table.document.state.scenarios[1], "divisible") == 0.007
    assert table.tabs.currentIndex() == 0


def test_what_is_being_typed_in_a_cell_is_saved(table: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    choosing_file(table, table.acts.save_as.trigger, str(tmp_path / "mine.json"))
    click(table, qtbot, 1, "divisible")
    press_letters(table.scenarios.panel.view, "7")
    qtbot.keyClick(editor(table), Qt.Key.Key_S, CONTROL)
    assert value_of(file.read(tmp_path / "mine.json")[1], "divisible") == 0.007
    assert not table.isWindowModified()


def test_a_scenario_is_renamed_in_its_cell_and_from_the_menu(table: MainWindow, qtbot: QtBot) -> None:
    enter(table, qtbot, 3, "name", "Fast link")
    assert shown(table)[3] == table.panel.chooser.itemText(3) == "Fast link"
    act(table, "Rename…")
    assert editor(table).text() == "Fast link"
    type_into(qtbot, editor(table), "Quick link")
    settle()
    assert names(table)[3] == "Quick link"
    qtbot.keyClick(table, Qt.Key.Key_1, CONTROL)
    answering_input(table, partial(act, table, "Rename…"), "Best link")
    assert table.tabs.currentIndex() == 0
    assert names(table)[3] == table.panel.chooser.itemText(3) == "Best link"
    for _ in range(3):
        table.acts.undo.trigger()
    assert names(table) == NAMES


@pytest.mark.parametrize("how", ["button", "menu", "key"])
def test_scenarios_are_added_copied_and_deleted(table: MainWindow, qtbot: QtBot, how: str) -> None:
    page, view = table.scenarios.panel, table.scenarios.panel.view
    keys = {"Add": (Qt.Key.Key_A, CONTROL | SHIFT), "Duplicate": (Qt.Key.Key_D, CONTROL | SHIFT)}
    buttons = {"Add": page.add, "Duplicate": page.duplicate, "Delete": page.remove}

    def do(words: str) -> list[str]:
        if how == "button":
            qtbot.mouseClick(buttons[words], LEFT)
        elif how == "menu":
            act(table, words)
        else:
            qtbot.keyClick(view, *keys.get(words, (Qt.Key.Key_Delete, NONE)))
        done(table, qtbot)
        assert shown(table) == names(table)
        return shown(table)

    click(table, qtbot, 1)
    assert do("Add") == [*NAMES[:2], "Base case (2)", *NAMES[2:]]
    assert table.panel.chooser.currentText() == "Base case (2)"
    click(table, qtbot, 3)
    click(table, qtbot, 4, keys=CONTROL)
    copies = [f"{NAMES[2]} (2)", f"{NAMES[3]} (2)"]
    assert do("Duplicate") == [*NAMES[:2], "Base case (2)", *NAMES[2:4], *copies, *NAMES[4:]]
    click(table, qtbot, 0)
    click(table, qtbot, 2, keys=SHIFT)
    assert do("Delete") == [*NAMES[2:4], *copies, *NAMES[4:]]
    assert table.document.stack.count() == 3
    for _ in range(3):
        qtbot.keyClick(table, Qt.Key.Key_Z, CONTROL)
    assert shown(table) == NAMES


def test_the_last_scenario_cannot_be_deleted(table: MainWindow, qtbot: QtBot) -> None:
    click(table, qtbot, 0)
    click(table, qtbot, 5, keys=SHIFT)
    qtbot.keyClick(table.scenarios.panel.view, Qt.Key.Key_Delete)
    assert shown(table) == NAMES
    assert "⚠ a file holds at least one scenario" in table.scenarios.panel.message.whole()
