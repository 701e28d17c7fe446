"""The page "Scenarios": sorting, filtering and moving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from explorer.answers.outcome import Outcome
from explorer.answers.scenarios.columns import COLUMNS
from explorer.scenario.collection import DocumentState
from explorer.scenario.edit import change, value_of
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from explorer.views.scenarios import scenario_view
from explorer.views.scenarios.scenario_table import ScenarioTable
from explorer.views.scenarios.scenario_view import SCENARIOS, ScenarioView
from explorer.views.shell.main_window import MainWindow
from tests.answers.break_even import sentences as break_even
from tests.answers.builders import without_answer
from tests.views.hands import ALT, CONTROL, LEFT, NONE, SHIFT, drag_event, move, settle, type_into
from tests.views.scenarios.hands import (
    NAMES,
    PLACE,
    cell,
    click,
    column,
    done,
    names,
    open_file,
    open_table,
    shown,
    sort,
)

DOWN, UP = Qt.Key.Key_Down, Qt.Key.Key_Up


@pytest.fixture
def table(window: MainWindow, qtbot: QtBot) -> MainWindow:
    return open_table(window, qtbot)


def reordered(order: str) -> list[str]:
    return [NAMES[int(place)] for place in order]


# Sorting


def ordered(window: MainWindow, key: str) -> list[float | str]:
    """Return what the rows are sorted by, as they are shown."""
    keys = (window.scenarios.panel.table.order(NAMES.index(name), COLUMNS[PLACE[key]]) for name in shown(window))
    return [text if key == "name" else number for number, text in keys]


SORTED = [
    ("name", "230154"),
    ("speedup", "125403"),
    ("split", "153024"),
    ("bandwidth", "201453"),
    ("divisible*", "301452"),
    ("nearest", "520431"),
]


def test_a_title_sorts_rising_falling_and_not_at_all(table: MainWindow, qtbot: QtBot) -> None:
    for key, rising in SORTED:
        sort(table, qtbot, key)
        values = ordered(table, key)
        assert values == sorted(values)
        assert sorted(shown(table)) == sorted(NAMES)
        if len(set(values)) == len(values):
            assert shown(table) == reordered(rising)
        sort(table, qtbot, key)
        assert ordered(table, key) == sorted(values, reverse=True)
        assert table.scenarios.panel.view.horizontalHeader().isSortIndicatorShown()
        sort(table, qtbot, key)
        assert shown(table) == NAMES
        assert not table.scenarios.panel.view.horizontalHeader().isSortIndicatorShown()
        assert names(table) == NAMES
        assert table.document.stack.count() == 0


@pytest.mark.parametrize(
    ("key", "missing"), [("speedup", {"none", "none too"}), ("bandwidth*", {"none", "none too", "never"})]
)
def test_rows_without_a_value_come_last_both_ways(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, key: str, missing: set[str]
) -> None:
    never = Scenario.model_validate({**dict(change(built_in()[0], "divisible", 2e-4)), "name": "never"})
    first, last = (without_answer(built_in()[0]).model_copy(update={"name": name}) for name in ("none", "none too"))
    open_file(window, tmp_path, (first, *built_in()[:3], never, last))
    open_table(window, qtbot)
    for _ in range(2):
        sort(window, qtbot, key)
        assert set(shown(window)[-len(missing) :]) == missing
        assert shown(window, key)[-1] in ("–", "none")


def test_a_sorted_table_still_shows_and_edits_the_right_scenario(table: MainWindow, qtbot: QtBot) -> None:
    sort(table, qtbot, "speedup")
    click(table, qtbot, 5, "bound")
    assert table.panel.chooser.currentText() == "B = 50 GB/s"
    assert table.bar.headline.whole() == break_even.pays("1.492×")
    click(table, qtbot, 0)
    qtbot.keyClick(table.scenarios.panel.view, Qt.Key.Key_Delete)
    done(table, qtbot)
    assert names(table) == [NAMES[0], *NAMES[2:]]


# Filter


FILTERED = [("link", "23"), ("GAIN ALL BUT", "4"), ("✗", "12"), ("8.300", "03"), ("b = ", "23"), ("zebra", "")]


def test_the_filter_looks_into_names_notes_and_cells(table: MainWindow, qtbot: QtBot) -> None:
    for typed, left in FILTERED:
        type_into(qtbot, table.scenarios.panel.filter, typed, enter=False)
        done(table, qtbot)
        assert shown(table) == reordered(left)
        assert names(table) == NAMES
        type_into(qtbot, table.scenarios.panel.filter, "", enter=False)
        table.scenarios.panel.filter.clear()
        assert shown(table) == NAMES


def test_the_number_of_rows_that_are_left_stays_in_sight(table: MainWindow, qtbot: QtBot) -> None:
    click(table, qtbot, 0)
    type_into(qtbot, table.scenarios.panel.filter, "✗", enter=False)
    done(table, qtbot)
    assert table.scenarios.panel.message.whole() == "2 of 6 shown"


def test_filtering_shows_no_other_scenario(table: MainWindow, qtbot: QtBot) -> None:
    click(table, qtbot, 4)
    type_into(qtbot, table.scenarios.panel.filter, "link", enter=False)
    done(table, qtbot)
    assert table.panel.chooser.currentText() == NAMES[4]
    assert table.bar.headline.whole() == break_even.pays("1.033×")


def test_the_cursor_comes_back_when_the_filter_is_taken_away(table: MainWindow, qtbot: QtBot) -> None:
    click(table, qtbot, 3)
    type_into(qtbot, table.scenarios.panel.filter, "zebra", enter=False)
    table.scenarios.panel.filter.clear()
    done(table, qtbot)
    assert table.scenarios.panel.view.currentIndex().row() == table.document.state.current == 3


def test_a_hidden_columns_text_is_not_looked_for(table: MainWindow, qtbot: QtBot) -> None:
    column(table, "T₁").trigger()
    type_into(qtbot, table.scenarios.panel.filter, "112.0", enter=False)
    assert shown(table) == []


# Moving


def test_keys_move_rows_up_and_down(table: MainWindow, qtbot: QtBot) -> None:
    click(table, qtbot, 1)
    qtbot.keyClick(table.scenarios.panel.view, DOWN, ALT | SHIFT)
    assert shown(table) == names(table) == reordered("021345")
    assert table.scenarios.panel.view.currentIndex().row() == 2
    assert table.panel.chooser.currentText() == NAMES[1]
    qtbot.keyClick(table.scenarios.panel.view, UP, ALT | SHIFT)
    qtbot.keyClick(table.scenarios.panel.view, UP, ALT | SHIFT)
    qtbot.keyClick(table.scenarios.panel.view, UP, ALT | SHIFT)
    assert shown(table) == reordered("102345")
    assert table.document.stack.count() == 3
    qtbot.keyClick(table.scenarios.panel.view, Qt.Key.Key_Z, CONTROL)
    assert shown(table) == NAMES


def test_several_rows_move_together_and_stay_selected(table: MainWindow, qtbot: QtBot) -> None:
    click(table, qtbot, 1)
    click(table, qtbot, 2, keys=SHIFT)
    for _ in range(2):
        qtbot.keyClick(table.scenarios.panel.view, DOWN, ALT | SHIFT)
        settle()
    assert shown(table) == reordered("034125")


def test_rows_do_not_move_while_sorted_or_filtered(table: MainWindow, qtbot: QtBot) -> None:
    sort(table, qtbot, "speedup")
    click(table, qtbot, 2)
    qtbot.keyClick(table.scenarios.panel.view, UP, ALT | SHIFT)
    assert "show the file's order to move scenarios" in table.scenarios.panel.message.whole()
    assert names(table) == NAMES


def drop(view: ScenarioView, mime: QMimeData, row: int, *, below: bool = False) -> bool:
    """Carry something over a row's upper or lower half and let it go; whether it may be dropped there."""
    box = view.visualRect(view.model().index(row, 0))
    point = QPoint(box.center().x(), box.bottom() - 2 if below else box.top() + 2)
    actions = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    QApplication.sendEvent(view.viewport(), drag_event(QDragEnterEvent, point, actions, mime))
    over = drag_event(QDragMoveEvent, point, actions, mime)
    QApplication.sendEvent(view.viewport(), over)
    if over.isAccepted():
        QApplication.sendEvent(view.viewport(), QDropEvent(QPointF(point), actions, mime, LEFT, NONE))
    settle()
    return over.isAccepted()


DRAGGED = [
    ([1], 4, False, "023145"),
    ([1], 4, True, "023415"),
    ([5], 0, False, "501234"),
    ([0, 3], 5, True, "124503"),
    ([4, 2], 0, True, "024135"),
]


def test_a_dragged_row_is_one_step(table: MainWindow) -> None:
    for rows, row, below, order in DRAGGED:
        view = table.scenarios.panel.view
        assert drop(view, view.carried(rows), row, below=below)
        assert shown(table) == names(table) == reordered(order)
        assert table.document.stack.count() == 1
        table.acts.undo.trigger()
        assert shown(table) == NAMES


def test_a_row_dropped_where_it_was_is_no_step(table: MainWindow) -> None:
    assert drop(table.scenarios.panel.view, table.scenarios.panel.view.carried([2]), 2)
    assert table.document.stack.count() == 0


def test_a_drag_by_the_name_carries_the_row(table: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    view = table.scenarios.panel.view

    class Drag:
        def __init__(self, _source: object) -> None:
            self.mime = QMimeData()

        def setMimeData(self, mime: QMimeData) -> None:
            self.mime = mime

        def exec(self, *_actions: object) -> None:
            drop(view, self.mime, 0)

    monkeypatch.setattr(scenario_view, "QDrag", Drag)
    for key in ("bound", "name"):
        start = view.visualRect(cell(table, 3, key)).center()
        QTest.mousePress(view.viewport(), LEFT, NONE, start)
        for step in (4, 30, 40):
            move(view.viewport(), start + QPoint(0, -step))
        QTest.mouseRelease(view.viewport(), LEFT, NONE, start)
        settle()
        assert shown(table) == (NAMES if key == "bound" else reordered("301245"))


@pytest.mark.parametrize("how", ["sorted", "filtered"])
def test_a_drag_is_refused_while_sorted_or_filtered(table: MainWindow, qtbot: QtBot, how: str) -> None:
    if how == "sorted":
        sort(table, qtbot, "speedup")
    else:
        type_into(qtbot, table.scenarios.panel.filter, "=", enter=False)
    assert not drop(table.scenarios.panel.view, table.scenarios.panel.view.carried([0]), 2)
    assert names(table) == NAMES


def test_rows_from_another_window_are_added_where_they_are_dropped(table: MainWindow, qtbot: QtBot) -> None:
    other = ScenarioTable()
    scenarios = (
        change(built_in()[0], "divisible", 0.5),
        Scenario.model_validate({**dict(built_in()[1]), "name": "Theirs"}),
    )
    other.show_state(DocumentState.of(scenarios), lambda row: Outcome(scenarios[row]))
    other.stop()
    elsewhere = ScenarioView(other)
    qtbot.addWidget(elsewhere)
    assert drop(table.scenarios.panel.view, elsewhere.carried([0, 1]), 1, below=True)
    assert shown(table) == [*NAMES[:2], "Base case (2)", "Theirs", *NAMES[2:]]
    assert value_of(table.document.scenario, "divisible") == 0.5
    assert table.document.stack.count() == 1
    table.acts.undo.trigger()
    assert shown(table) == NAMES


def test_what_is_no_scenario_is_refused_when_it_is_dropped(table: MainWindow) -> None:
    for content in [b"", b"no scenarios", b"\xff\xfe", json.dumps({"format": "other"}).encode()]:
        mime = QMimeData()
        mime.setData(SCENARIOS, content)
        drop(table.scenarios.panel.view, mime, 1)
        assert names(table) == NAMES
        assert table.scenarios.panel.message.whole().startswith("⚠ ")
