"""The first page: panels that come and go, follow edits together, and leave as pictures, frames and in the report."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, QSize, Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from explorer.answers.matrices.cells import CellKey
from explorer.cli.report import Report
from explorer.document import Document
from explorer.scenario.edit import change, replace_at
from explorer.scenario.file import read
from explorer.scenario.library import built_in, resource
from explorer.scenario.matrices import ARTICLE, with_block
from explorer.views.shell.front_page import FrontPanels
from explorer.views.shell.main_window import MainWindow
from tests.answers.builders import without_answer
from tests.answers.matrices import sentences as matrices_words
from tests.answers.overlap import sentences as overlap_words
from tests.views.hands import CONTROL, LEFT, NONE, drag_value, move, picture, press, settle, type_into
from tests.views.matrices.hands import END, enter, give, numbers, scrub, split


def entry(window: MainWindow, words: str) -> QAction:
    """Return an entry of the menu View."""
    view = next(action.menu() for action in window.menuBar().actions() if action.text() == "&View")
    assert isinstance(view, QMenu)
    return next(action for action in view.actions() if action.text().replace("&", "") == words)


def show_hide(window: MainWindow, *names: str) -> None:
    words = {"split": matrices_words.TITLE, "overlap": overlap_words.TITLE}
    for name in names:
        entry(window, words[name]).trigger()
        settle()


def ticked(window: MainWindow) -> list[bool]:
    return [entry(window, words).isChecked() for words in (matrices_words.TITLE, overlap_words.TITLE)]


def another(window: MainWindow, qtbot: QtBot, settings: QSettings) -> MainWindow:
    """Close the window and open the next one on the same settings."""
    window.close()
    made = MainWindow(Document(), settings)
    made.show()
    qtbot.waitExposed(made)
    settle()
    return made


# Panels


def test_panels_are_hidden_and_shown_and_kept(window: MainWindow, qtbot: QtBot, settings: QSettings) -> None:
    front = window.front
    assert ticked(window) == [True, True]
    height, width = front.plots.height(), front.overlap.width()
    show_hide(window, "split")
    assert (front.split.isVisible(), front.overlap.isVisible(), ticked(window)) == (False, True, [False, True])
    assert front.overlap.width() > 1.5 * width
    show_hide(window, "overlap")
    assert not front.below.isVisible()
    assert front.plots.height() > 1.5 * height
    show_hide(window, "overlap")
    assert (front.below.isVisible(), front.overlap.isVisible()) == (True, True)
    later = another(window, qtbot, settings)
    assert (later.front.split.isVisible(), later.front.overlap.isVisible()) == (False, True)
    assert ticked(later) == [False, True]
    show_hide(later, "split")
    assert later.front.split.isVisible()
    assert later.front.split.width() > 200
    assert numbers(later, "x", 0) == ["1", "2"]
    assert abs(later.front.plots.height() - height) < 40


def test_hidden_panels_are_shown_nothing_and_the_newest_when_they_come_back(window: MainWindow, qtbot: QtBot) -> None:
    front = window.front
    scrub(window, END)
    show_hide(window, "split", "overlap")
    scene = front.split.canvas.scene
    give(window, with_block(ARTICLE, "x", 0, 0, [[4.0]]))
    type_into(qtbot, window.panel.rows["overlap"].field, "60 %")
    assert (front.split.canvas.scene, front.overlap.share.whole()) == (scene, "f = 0 %")
    show_hide(window, "split", "overlap")
    assert numbers(window, "x", 0) == ["4", "2"]
    assert front.overlap.share.whole() == "f = 60 %"
    scene = front.split.canvas.scene
    press(window, Qt.Key.Key_2, CONTROL)  # so it is with a page that is left
    give(window, with_block(ARTICLE, "x", 0, 0, [[5.0]]))
    assert front.split.canvas.scene is scene
    press(window, Qt.Key.Key_1, CONTROL)
    assert numbers(window, "x", 0) == ["5", "2"]


def drag_handle(splitter: QSplitter, way: QPoint) -> None:
    handle = splitter.handle(1)
    QTest.mousePress(handle, LEFT, NONE, handle.rect().center())
    move(handle, handle.rect().center() + way)
    QTest.mouseRelease(handle, LEFT, NONE, handle.rect().center())
    settle()


def test_the_page_in_sight_is_kept_and_what_is_hidden_on_the_first_one(
    window: MainWindow, qtbot: QtBot, settings: QSettings
) -> None:
    show_hide(window, "overlap")
    press(window, Qt.Key.Key_6, CONTROL)
    later = another(window, qtbot, settings)
    assert later.tabs.tabText(later.tabs.currentIndex()) == "Load"
    assert later.lazy.page.isVisible()
    assert later.lazy.tabs["break_even"].page is None  # no start pays for a page that is not in sight
    assert ticked(later) == [True, False]
    show_hide(later, "overlap", "split")
    press(later, Qt.Key.Key_1, CONTROL)
    assert (later.front.split.isVisible(), later.front.overlap.isVisible()) == (False, True)
    later.close()
    settings.setValue("page", "a page of another version")
    assert another(later, qtbot, settings).front.isVisible()


def test_splitters_are_dragged_and_kept(window: MainWindow, qtbot: QtBot, settings: QSettings) -> None:
    front = window.front
    before = (front.rows.sizes(), front.below.sizes())
    drag_handle(front.rows, QPoint(0, -50))
    drag_handle(front.below, QPoint(90, 0))
    sizes = (front.rows.sizes(), front.below.sizes())
    assert sizes[0][1] > before[0][1] + 30
    assert sizes[1][0] > before[1][0] + 60
    later = another(window, qtbot, settings)
    assert (later.front.rows.sizes(), later.front.below.sizes()) == sizes


def test_every_panel_follows_one_edit(window: MainWindow, qtbot: QtBot) -> None:
    scrub(window, 4.5)
    panels: list[QWidget] = [*window.front.plots.plots, split(window), window.front.overlap]
    assert len(panels) == 5
    before = [picture(panel) for panel in panels]
    type_into(qtbot, window.panel.rows["bandwidth"].field, "5 GB/s")
    settle()
    assert [picture(panel) != image for panel, image in zip(panels, before, strict=True)] == [True] * 5
    assert "ℓ + V/B = 430 µs" in split(window).caption.whole()
    assert window.front.overlap.bars.accessibleDescription().startswith(
        f"{overlap_words.ONE_DEVICE} 12.80 ms; {overlap_words.IN_SERIES} 10.02 ms"
    )
    press(window, Qt.Key.Key_Z, CONTROL)
    assert "ℓ + V/B = 230 µs" in split(window).caption.whole()


def test_the_piece_of_communication_is_dragged_in_one_step(window: MainWindow) -> None:
    bars = window.front.overlap.bars
    piece = bars.piece()
    assert piece is not None
    start = piece.center().toPoint()
    QTest.mouseMove(bars, start)
    QTest.mousePress(bars, LEFT, NONE, start)
    for pixels in (3, 9, 15, 20):
        move(bars, start - QPoint(pixels, 0))
    QTest.mouseRelease(bars, LEFT, NONE, start - QPoint(20, 0))
    settle()
    share = window.document.scenario.overlap
    assert share == pytest.approx(20 / bars.bar_geometry().scale / 0.92e-3, abs=0.02)
    assert window.front.overlap.share.whole() == f"f = {100 * share:.3g} %"
    assert window.panel.rows["overlap"].field.text() == f"{100 * share:.3g} %"
    assert window.document.stack.count() == 1
    press(window, Qt.Key.Key_Z, CONTROL)
    assert window.document.scenario is built_in()[0]


def test_a_drag_of_a_time_leaves_the_matrices_alone(window: MainWindow) -> None:
    canvas = split(window).canvas
    scrub(window, 1.5)
    scene, frame = canvas.scene, canvas.frame
    drag_value(window.front.plots.plots[0], 0.012, [0.009, 0.007, 0.015])
    assert window.document.scenario.work.divisible_s != 0.012
    assert canvas.scene is scene
    assert canvas.frame is frame
    enter(window, CellKey("x", 0, 0, 0), "3")
    assert canvas.scene is not scene


# The report


def test_the_report_has_both_panels(qtbot: QtBot, tmp_path: Path) -> None:
    base = built_in()[0]
    scenarios = (
        replace_at(base, ("matrix", "shards"), (3, 1)),
        without_answer(base).model_copy(update={"name": "No answer"}),
        change(read(resource("scenarios", "l40s-pcie-mlp.json"))[0], "devices", 3),
    )
    report = Report(tmp_path, 1)
    report.write(scenarios)
    first, second = tmp_path / "01-base-case", tmp_path / "02-no-answer"
    assert {"split.png", "overlap.png", "overlap.csv"} <= {path.name for path in first.iterdir()}
    without = {path.name for path in second.iterdir()}
    assert {"page.png", "split.png", "overlap.png"} <= without
    assert not {"overlap.csv", "divisible.csv", "divisible.png"} & without
    (third,) = tmp_path.glob("03-*")  # its link has no curve for three devices
    assert not [path.name for path in third.iterdir() if path.name.startswith("all_reduce")]
    front = report.chapters[0].view
    assert isinstance(front, FrontPanels)
    for name, panel in front.lower_panels.items():
        image = QImage(str(first / f"{name}.png"))
        assert image.size() == panel.size()
        assert image.size().width() > 300
    green = QImage(str(first / "split.png"))
    found = {green.pixelColor(x, y).name() for x in range(0, green.width(), 2) for y in range(0, green.height(), 2)}
    assert "#007d5b" in found, "the results are compared at the end"
    with (first / "overlap.csv").open(newline="", encoding="utf-8") as stream:
        head, *rows = csv.reader(stream)
    assert len(rows) > 10
    assert len(head) == len(rows[0])
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert page.count('/overlap.csv"') == 1
    assert QImage(str(first / "page.png")).size() == QSize(1280, 960)
    for chapter in report.chapters:
        chapter.sheet.deleteLater()
