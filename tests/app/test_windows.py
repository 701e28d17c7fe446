"""Several windows in one process, and the offer of what they left behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from explorer.app.recovery import Recovery, orphans
from explorer.app.windows import Windows
from explorer.document import Document
from explorer.scenario.edit import value_of
from explorer.scenario.library import built_in
from explorer.views.shell.main_window import MainWindow
from tests.app.builders import abandon
from tests.views.hands import settle

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recovery"


@pytest.fixture
def windows(qapp: QApplication, settings: QSettings, folder: Path) -> Iterator[Windows]:
    made = Windows(settings, folder)
    yield made
    for window in made.windows():
        window.document.stack.setClean()
        window.close()
    settle()


def left_behind(folder: Path, *values: float, path: Path | None = None) -> None:
    """Leave unsaved work as a process that was killed does."""
    for value in values:
        document = Document()
        if path is not None:
            document.open(path)
        recovery = Recovery(document, folder)
        document.edit("divisible", value)
        recovery.write()
        abandon(recovery)


def answer(windows: Windows, button: QMessageBox.StandardButton, times: int) -> list[str]:
    """Answer each offer in the same way, and return what was asked."""
    asked: list[str] = []

    def press() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            asked.append(box.text())
            later = next(found for found in box.buttons() if found.text() == "Later")
            (box.button(button) or later).click()
        if len(asked) < times:
            QTimer.singleShot(10, windows, press)

    QTimer.singleShot(0, windows, press)
    windows.offer()
    settle()
    return asked


def divisible(windows: Windows) -> list[float | None]:
    return [value_of(window.document.scenario, "divisible") for window in windows.windows()]


def test_the_key_opens_another_window_on_documents_of_their_own(windows: Windows, qtbot: QtBot) -> None:
    first = windows.open(Document())
    qtbot.waitExposed(first)
    first.activateWindow()
    settle()
    qtbot.keyClick(first, Qt.Key.Key_N, CONTROL | SHIFT)
    settle()
    first.document.edit("divisible", 0.02)
    assert divisible(windows) == [0.02, 0.012]
    second = windows.windows()[1]
    assert second.pos() != first.pos()
    qtbot.keyClick(second, Qt.Key.Key_W, CONTROL)
    settle()
    assert windows.windows() == [first]


def test_all_windows_take_the_colours_that_are_chosen_in_one(windows: Windows) -> None:
    first, second = windows.open(Document()), windows.open(Document())
    second.acts.theme.trigger()
    assert first.colours.choice == second.colours.choice == "dark"
    third = windows.open(Document())
    assert third.colours.choice == "dark"


def test_everything_that_was_left_is_offered_and_taken_up(windows: Windows, folder: Path) -> None:
    windows.open(Document())
    left_behind(folder, 0.031, 0.032, 0.033)
    asked = answer(windows, QMessageBox.StandardButton.Yes, 3)
    assert ["1 of 3" in asked[0], "2 of 3" in asked[1], "3 of 3" in asked[2]] == [True] * 3
    assert sorted(value or 0 for value in divisible(windows)) == [0.031, 0.032, 0.033]
    assert all(window.isWindowModified() for window in windows.windows())
    assert orphans(folder) == []


def test_what_is_put_off_is_offered_again_and_what_is_given_up_is_not(windows: Windows, folder: Path) -> None:
    windows.open(Document())
    left_behind(folder, 0.031, 0.032)
    assert len(answer(windows, QMessageBox.StandardButton.NoButton, 2)) == 2
    assert len(orphans(folder)) == 2
    assert len(answer(windows, QMessageBox.StandardButton.Discard, 2)) == 2
    assert orphans(folder) == []
    assert divisible(windows) == [0.012]


def test_a_window_on_a_file_keeps_it_and_takes_up_only_its_own_work(
    windows: Windows, folder: Path, tmp_path: Path
) -> None:
    mine, other = tmp_path / "mine.json", tmp_path / "other.json"
    for path in (mine, other):
        Document().save(path)
    left_behind(folder, 0.031, path=other)
    document = Document()
    document.open(mine)
    window = windows.open(document)
    answer(windows, QMessageBox.StandardButton.Yes, 1)
    assert window.document.path == mine
    assert not window.isWindowModified()
    assert divisible(windows) == [0.012, 0.031]
    left_behind(folder, 0.044, path=mine)
    answer(windows, QMessageBox.StandardButton.Yes, 1)
    assert divisible(windows) == [0.044, 0.031]


def test_two_starts_at_once_do_not_offer_the_same_work(windows: Windows, folder: Path) -> None:
    windows.open(Document())
    left_behind(folder, 0.031)
    seen: list[int] = []

    def look() -> None:
        seen.append(len(orphans(folder)))  # as another start would
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        box.button(QMessageBox.StandardButton.Discard).click()

    QTimer.singleShot(0, windows, look)
    windows.offer()
    assert seen == [0]


def test_two_windows_on_one_file_do_not_overwrite_each_other_silently(windows: Windows, tmp_path: Path) -> None:
    path = tmp_path / "shared.json"
    Document().save(path)
    pair: list[MainWindow] = []
    for value in (0.02, 0.03):
        document = Document()
        document.open(path)
        pair.append(windows.open(document))
        document.edit("divisible", value)
    assert pair[0].files.save()
    asked: list[str] = []

    def refuse() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        box.button(QMessageBox.StandardButton.Cancel).click()

    QTimer.singleShot(0, windows, refuse)
    assert not pair[1].files.save()
    assert "was changed by another program" in asked[0]
    assert pair[1].isWindowModified()
    kept = Document()
    kept.open(path)
    assert value_of(kept.scenario, "divisible") == 0.02
    assert built_in()[1] == kept.state.scenarios[1]


def test_a_file_that_cannot_be_read_is_told_once_and_the_others_are_offered(windows: Windows, folder: Path) -> None:
    left_behind(folder, 0.031)
    (folder / "1-0.json").write_text("{", encoding="utf-8")
    window = windows.open(Document())
    asked: list[str] = []

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        (box.button(QMessageBox.StandardButton.Ok) or box.button(QMessageBox.StandardButton.Yes)).click()
        if len(asked) < 2:
            QTimer.singleShot(10, windows, press)

    QTimer.singleShot(0, windows, press)
    windows.offer()
    settle()
    assert asked[0].startswith("Unsaved work of an earlier start could not be read and was set aside:")
    assert f"{folder / '1-0.unreadable'}: line 1, column " in asked[0]
    assert asked[1].startswith("Pareggio ended without saving")
    assert divisible(windows) == [0.031]
    windows.offer()  # a box would wait for ever
    assert windows.windows() == [window]


SMALL_SCREEN = """
import sys
from pathlib import Path
from PySide6.QtCore import QSettings
from explorer.app.application import make_application
from explorer.app.windows import Windows
from explorer.document import Document

application = make_application()
windows = Windows(QSettings(sys.argv[1], QSettings.Format.IniFormat), Path(sys.argv[1]).parent / "recovery")
for _ in range(4):
    window = windows.open(Document())
    application.processEvents()
    place, room = window.geometry(), window.screen().availableGeometry()
    print(place.width(), place.height(), room.contains(place))
"""


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_every_window_fits_the_screen(tmp_path: Path, width: int, height: int) -> None:
    screen = {"name": "small", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96, "dpr": 1}
    (tmp_path / "screen.json").write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    environment = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={tmp_path / 'screen.json'}"}
    done = subprocess.run(
        [sys.executable, "-c", SMALL_SCREEN, str(tmp_path / "settings.ini")],
        env=environment, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    places = [line.split() for line in done.stdout.splitlines()]
    assert [inside for *_, inside in places] == ["True"] * 4, done.stdout
    assert all(int(place[0]) >= min(1440, width - 10) for place in places)
