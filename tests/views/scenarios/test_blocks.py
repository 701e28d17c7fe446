"""The page "Scenarios": blocks for spreadsheets, columns, and a thousand rows."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from explorer.answers.scenarios.columns import BY_KEY
from explorer.document import Document
from explorer.scenario.edit import change, value_of
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from explorer.views.scenarios.kept_columns import columns_text
from explorer.views.shell.main_window import MainWindow
from tests.answers.scenarios import sentences
from tests.scenario import sentences as scenario_words
from tests.views.hands import CONTROL, SHIFT, settle, type_into
from tests.views.scenarios.hands import (
    NAMES,
    click,
    column,
    done,
    enter,
    names,
    open_file,
    open_table,
    shown,
    sort,
    text,
)


@pytest.fixture
def table(window: MainWindow, qtbot: QtBot) -> MainWindow:
    return open_table(window, qtbot)


def copy(window: MainWindow, qtbot: QtBot) -> str:
    QGuiApplication.clipboard().clear()
    qtbot.keyClick(window.scenarios.panel.view, Qt.Key.Key_C, CONTROL)
    return QGuiApplication.clipboard().text()


def paste(window: MainWindow, qtbot: QtBot, block: str) -> None:
    QGuiApplication.clipboard().setText(block)
    qtbot.keyClick(window.scenarios.panel.view, Qt.Key.Key_V, CONTROL)
    done(window, qtbot)


def values(window: MainWindow, name: str) -> list[float | None]:
    return [value_of(scenario, name) for scenario in window.document.state.scenarios]


# Blocks


def test_a_block_is_copied_with_titles_units_and_all_digits(table: MainWindow, qtbot: QtBot) -> None:
    click(table, qtbot, 1, "divisible")
    click(table, qtbot, 2, "messages", SHIFT)
    assert copy(table, qtbot) == "C (s)\tη (1)\tQ (1)\n0.001\t0.8\t4\n0.012\t0.8\t4\n"
    assert table.scenarios.panel.message.whole() == "copied: 2 rows, 3 columns, numbers in SI units"


def test_results_are_copied_in_the_order_that_is_shown(table: MainWindow, qtbot: QtBot) -> None:
    sort(table, qtbot, "speedup")
    click(table, qtbot, 0, "name")
    click(table, qtbot, 1, "speedup", SHIFT)
    column(table, "Tₙ").trigger()
    head, first, second = copy(table, qtbot).splitlines()
    assert head == "name\tT₁ (s)\tT₁/Tₙ (1)"
    assert first.split("\t")[0] == NAMES[1]
    assert [float(number) for number in second.split("\t")[1:]] == pytest.approx([0.0128, 0.0128 / 0.01642])


def test_a_block_is_pasted_from_the_cursor_on_as_one_step(table: MainWindow, qtbot: QtBot) -> None:
    before = table.document.state.scenarios
    click(table, qtbot, 2, "divisible")
    paste(table, qtbot, "3 ms\t0.9\n4\t70 %\n")
    assert values(table, "divisible")[2:4] == [0.003, 0.004]
    assert values(table, "efficiency")[2:4] == [0.9, 0.7]
    assert [text(table, row, "divisible") for row in (2, 3)] == ["3 ms", "4 ms"]
    assert table.document.stack.count() == 1
    assert table.panel.chooser.currentText() == NAMES[2]
    table.acts.undo.trigger()
    assert table.document.state.scenarios == before


def test_what_a_paste_did_is_told(table: MainWindow, qtbot: QtBot) -> None:
    click(table, qtbot, 5, "divisible")
    paste(table, qtbot, "3 ms\n4 ms")
    assert names(table) == [*NAMES, f"{NAMES[5]} (2)"]
    assert table.scenarios.panel.message.whole() == sentences.pasted(1, 1)


def test_a_block_goes_through_the_clipboard_and_back(table: MainWindow, qtbot: QtBot) -> None:
    before = table.document.state.scenarios
    click(table, qtbot, 0, "name")
    click(table, qtbot, 5, "target", SHIFT)
    block = copy(table, qtbot)
    enter(table, qtbot, 3, "bandwidth", "∞")
    enter(table, qtbot, 4, "serial", "1 ms")
    paste(table, qtbot, block)
    assert values(table, "bandwidth") == [value_of(scenario, "bandwidth") for scenario in before]
    assert values(table, "serial") == [value_of(scenario, "serial") for scenario in before]


WRONG = [
    ("3 ms\nabc", "divisible", f"⚠ {sentences.in_line('C', 2, scenario_words.not_a('abc'))}"),
    ("3 ms\t-1", "divisible", f"⚠ {sentences.in_line('η', 1, scenario_words.out_of_range('-1'))}"),
    ("C (s)\tQ (1)\n0.02\t2.5", "name", f"⚠ {sentences.in_line('Q', 2, scenario_words.not_a('2.5', 'whole number'))}"),
    ("", "divisible", f"⚠ {sentences.NO_CELLS}"),
    ("1", "bound", f"⚠ {sentences.RESULTS} and cannot be pasted"),
    (f"{NAMES[0]}", "name", f"two scenarios would be named “Base case”; {scenario_words.NAMES_UNIQUE}"),
]


def test_a_wrong_paste_is_refused_with_its_place(table: MainWindow, qtbot: QtBot) -> None:
    for block, key, said in WRONG:
        click(table, qtbot, 1, key)
        before = table.document.state
        paste(table, qtbot, block)
        assert said in table.scenarios.panel.message.whole()
        assert table.document.state is before
        assert table.document.stack.count() == 0


# Columns


def opened(qtbot: QtBot, settings: QSettings) -> MainWindow:
    """Open a window of our own on its table."""
    window = MainWindow(Document(), settings)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    settle()
    return open_table(window, qtbot)


def test_hidden_columns_are_kept_for_the_next_window(qtbot: QtBot, settings: QSettings) -> None:
    first = opened(qtbot, settings)
    sort(first, qtbot, "speedup")
    for title in ("bound", "C*"):
        column(first, title).trigger()
    heads = first.scenarios.panel.view.horizontalHeader()
    heads.moveSection(heads.visualIndex(2), 1)
    keys = [entry.key for entry in first.scenarios.panel.view.shown_columns()]
    assert not {"bound", "divisible*"} & set(keys)
    assert keys[:3] == ["name", "split", "one_device"]
    first.close()
    second = opened(qtbot, settings)
    assert [entry.key for entry in second.scenarios.panel.view.shown_columns()] == keys
    assert not column(second, "bound").isChecked()
    assert column(second, "Tₙ").isChecked()
    assert shown(second) == NAMES
    column(second, "bound").trigger()
    assert "bound" in [entry.key for entry in second.scenarios.panel.view.shown_columns()]
    second.close()


def test_the_names_cannot_be_hidden(table: MainWindow, qtbot: QtBot) -> None:
    assert not column(table, "name").isEnabled()
    column(table, "name").trigger()
    assert not table.scenarios.panel.view.isColumnHidden(0)
    view = table.scenarios.panel.view
    kept = columns_text(view)
    view.setColumnHidden(0, True)
    hidden = columns_text(view)
    assert hidden == "[" + kept.replace(" ", "] ", 1) != kept
    table.scenarios.panel.restore(hidden)
    assert not view.isColumnHidden(0)


@pytest.mark.parametrize(
    "kept",
    ["", "nonsense", "name:1", b"", b"\x00" * 400, 7, ["a", "b"], " ".join(f"[{key}:90]" for key in [*BY_KEY, "x"])],
    ids=repr,
)
def test_settings_that_are_none_hide_nothing(qtbot: QtBot, settings: QSettings, kept: object) -> None:
    settings.setValue("columns", kept)
    window = opened(qtbot, settings)
    assert [entry.key for entry in window.scenarios.panel.view.shown_columns()][:2] == ["name", "one_device"]
    window.close()


# A thousand


def thousand() -> tuple[Scenario, ...]:
    base = built_in()[0]
    return tuple(
        Scenario.model_validate(
            {**dict(change(base, "divisible", 1e-4 * (1 + number * 7919 % 1000))), "name": f"case {number:04}"}
        )
        for number in range(1000)
    )


@pytest.mark.parametrize("start_page", ["break_even"])
def test_nothing_is_worked_out_while_the_page_is_hidden(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    open_file(window, tmp_path, thousand())
    settle()
    table = window.scenarios.panel.table
    assert not table.is_filling()
    assert table.filled() == 0
    qtbot.keyClick(window, Qt.Key.Key_2, CONTROL)
    qtbot.waitUntil(lambda: table.filled() > 50)
    assert table.filled() < 1000
    assert "of 1,000 computed" in window.scenarios.panel.message.whole()
    qtbot.keyClick(window, Qt.Key.Key_1, CONTROL)
    known = table.filled()
    settle()
    window.document.edit("divisible", 0.5)
    settle()
    assert not table.is_filling()
    assert table.filled() == known
    open_table(window, qtbot)
    assert table.filled() == 1000
    assert window.scenarios.panel.message.whole() == ""
    assert text(window, 0, "divisible") == "500 ms"


def test_a_thousand_scenarios_stay_smooth(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    open_file(window, tmp_path, thousand())
    began = time.perf_counter()
    open_table(window, qtbot)
    assert len(shown(window)) == 1000
    sort(window, qtbot, "speedup")
    rising = [float(entry.strip("✓✗= ×")) for entry in shown(window, "speedup")]
    assert rising == sorted(rising)
    type_into(qtbot, window.scenarios.panel.filter, "case 01", enter=False)
    done(window, qtbot)
    assert len(shown(window)) == 100
    click(window, qtbot, 50, "bound")
    assert window.panel.chooser.currentText() == shown(window)[50]
    window.scenarios.panel.filter.clear()
    sort(window, qtbot, "speedup")
    sort(window, qtbot, "speedup")
    assert shown(window) == names(window)
    enter(window, qtbot, 999, "divisible", "2 ms")
    assert text(window, 999, "one_device") == "2.800 ms"
    assert time.perf_counter() - began < 10
