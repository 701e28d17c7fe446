"""What a person does with the table of scenarios, and what stands in it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from explorer.answers.scenarios.columns import COLUMNS
from explorer.scenario import file
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from explorer.views.shell.main_window import MainWindow
from tests.views.hands import CONTROL, LEFT, NONE, press_letters, settle

PLACE = {column.key: number for number, column in enumerate(COLUMNS)}
NAMES = [scenario.name for scenario in built_in()]


def open_table(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """Open the page "Scenarios" by its key and let all results come."""
    qtbot.keyClick(window, Qt.Key.Key_2, CONTROL)
    done(window, qtbot)
    assert window.scenarios.panel.isVisible()
    return window


def done(window: MainWindow, qtbot: QtBot, timeout: int = 5000) -> None:
    qtbot.waitUntil(lambda: not window.scenarios.panel.table.is_filling(), timeout=timeout)
    settle()


def cell(window: MainWindow, row: int, key: str) -> QModelIndex:
    return window.scenarios.panel.view.model().index(row, PLACE[key])


def text(window: MainWindow, row: int, key: str) -> str:
    return str(cell(window, row, key).data())


def shown(window: MainWindow, key: str = "name") -> list[str]:
    return [text(window, row, key) for row in range(window.scenarios.panel.view.model().rowCount())]


def names(window: MainWindow) -> list[str]:
    return [scenario.name for scenario in window.document.state.scenarios]


def click(window: MainWindow, qtbot: QtBot, row: int, key: str = "name", keys: Qt.KeyboardModifier = NONE) -> None:
    view, index = window.scenarios.panel.view, cell(window, row, key)
    view.scrollTo(index)
    qtbot.mouseClick(view.viewport(), LEFT, keys, view.visualRect(index).center())
    settle()


def editor(window: MainWindow) -> QLineEdit:
    """Return the field of the cell that is being typed into."""
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert window.scenarios.panel.view.isAncestorOf(field)
    return field


def enter(window: MainWindow, qtbot: QtBot, row: int, key: str, typed: str) -> None:
    """Click a cell, type over it and press Enter."""
    click(window, qtbot, row, key)
    press_letters(window.scenarios.panel.view, typed[0])
    press_letters(editor(window), typed[1:])
    qtbot.keyClick(editor(window), Qt.Key.Key_Return)
    done(window, qtbot)


def sort(window: MainWindow, qtbot: QtBot, key: str) -> None:
    heads = window.scenarios.panel.view.horizontalHeader()
    window.scenarios.panel.view.scrollTo(cell(window, 0, key))
    middle = heads.sectionViewportPosition(PLACE[key]) + heads.sectionSize(PLACE[key]) // 2
    qtbot.mouseClick(heads.viewport(), LEFT, NONE, QPoint(middle, heads.height() // 2))
    settle()


def act(window: MainWindow, words: str) -> None:
    """Choose an entry of the menu Scenario."""
    entries = {action.text().replace("&", ""): action for action in window.acts.scenario_menu.actions()}
    entries[words].trigger()
    settle()


def open_file(window: MainWindow, tmp_path: Path, scenarios: tuple[Scenario, ...]) -> None:
    path = tmp_path / "opened.json"
    file.write(path, scenarios)
    window.files.open_path(path)


def column(window: MainWindow, title: str) -> QAction:
    """Return the entry of a column in the menu of the button "Columns"."""
    menu = window.scenarios.panel.columns.menu()
    assert menu is not None
    return next(action for action in menu.actions() if action.text().split("   ")[0] == title)
