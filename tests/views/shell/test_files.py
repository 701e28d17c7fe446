"""Recent files, files that are dropped, files that others change."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from explorer.scenario import file
from explorer.scenario.edit import change, value_of
from explorer.scenario.library import built_in
from explorer.views.shell.main_window import MainWindow
from tests.answers.break_even import sentences as break_even
from tests.views import sentences as shell
from tests.views.hands import answering, choosing_file, drag_event, type_into


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "slow.json"
    file.write(path, (change(built_in()[0], "bandwidth", 1e9),))
    return path


def recent(window: MainWindow) -> list[str]:
    window.acts.recent.aboutToShow.emit()
    return [action.text() for action in window.acts.recent.actions()]


def test_recent_files_are_listed_the_last_first(window: MainWindow, saved: Path, tmp_path: Path) -> None:
    assert recent(window) == ["No recent files"]
    window.files.open_path(saved)
    choosing_file(window, window.acts.save_as.trigger, str(tmp_path / "b.json"))
    assert recent(window) == [str(tmp_path / "b.json"), str(saved)]
    window.acts.recent.actions()[1].trigger()
    assert window.windowTitle().startswith("slow.json")
    (tmp_path / "b.json").unlink()
    assert recent(window) == [str(saved)]


def fails(number: int) -> Callable[[], None]:
    def fail() -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize(
    "act",
    [fails(errno.EACCES), fails(errno.ESTALE), fails(errno.EHOSTDOWN), partial(time.sleep, 2)],
    ids=["no permission", "a stale share", "a share that is gone", "a share that does not answer"],
)
def test_a_place_that_cannot_be_looked_at_hides_nothing_else(
    window: MainWindow, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]
) -> None:
    share = tmp_path / "share"
    share.mkdir()
    away = share / "away.json"
    window.files.open_path(saved)
    choosing_file(window, window.acts.save_as.trigger, str(away))
    window.files.open_path(saved)
    with monkeypatch.context() as patched:
        for name in ("stat", "open"):
            patched.setattr(os, name, partial(_on_share, share, act, getattr(os, name)))
        start = time.monotonic()
        assert recent(window) == [str(saved)]
        assert time.monotonic() - start < 1.5
        if not isinstance(act, partial):
            before = window.document.scenario
            asked = answering(window, lambda: window.files.open_path(away), QMessageBox.StandardButton.Ok)
            assert len(asked) == 1
            assert asked[0].startswith("away.json was not opened.")
            assert window.document.scenario is before
        window.files.open_path(saved)
        window.document.edit("devices", 4)
        window.acts.save.trigger()
        assert window.document.stack.isClean()
    assert recent(window) == [str(saved), str(away)]  # it is back


def _on_share(
    share: Path, act: Callable[[], None], call: Callable[..., Any], path: Any, *rest: Any, **named: Any
) -> Any:
    if isinstance(path, str | os.PathLike) and Path(path).is_relative_to(share):
        act()
    return call(path, *rest, **named)


def drop(window: MainWindow, path: Path) -> bool:
    """Drag a file onto the window and let it go; whether the window takes it."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = drag_event(QDragEnterEvent, window.rect().center(), copy, data)
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        QApplication.sendEvent(window, QDropEvent(QPointF(window.rect().center()), copy, data, left, none))
    return enter.isAccepted()


def test_a_file_can_be_dropped_on_the_window(window: MainWindow, saved: Path) -> None:
    assert drop(window, saved)
    assert window.bar.headline.whole() == break_even.loses("0.780×")


def test_a_drop_asks_about_unsaved_changes(window: MainWindow, qtbot: QtBot, saved: Path) -> None:
    type_into(qtbot, window.panel.rows["divisible"].field, "20 ms")
    asked = answering(window, lambda: drop(window, saved), QMessageBox.StandardButton.Cancel)
    assert asked == [shell.SAVE_CHANGES]
    assert value_of(window.document.scenario, "divisible") == 0.02


@pytest.mark.parametrize(
    "button", [QMessageBox.StandardButton.Save, QMessageBox.StandardButton.Cancel], ids=["yes", "no"]
)
def test_another_programs_change_is_not_overwritten_unasked(
    window: MainWindow, qtbot: QtBot, saved: Path, button: QMessageBox.StandardButton
) -> None:
    window.files.open_path(saved)
    type_into(qtbot, window.panel.rows["divisible"].field, "20 ms")
    theirs = (change(built_in()[0], "divisible", 0.5),)
    file.write(saved, theirs)
    asked = answering(window, window.acts.save.trigger, button)
    assert shell.changed_elsewhere("slow.json") in asked[0]
    kept = file.read(saved) == theirs
    assert kept is (button == QMessageBox.StandardButton.Cancel)
    assert window.isWindowModified() is kept


def test_saving_twice_asks_nothing(window: MainWindow, qtbot: QtBot, saved: Path) -> None:
    window.files.open_path(saved)
    for typed in ("20 ms", "30 ms"):
        type_into(qtbot, window.panel.rows["divisible"].field, typed)
        window.acts.save.trigger()
        assert not window.isWindowModified()
