"""Nothing is lost: unsaved work is written aside, and offered after a kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile
from pytestqt.qtbot import QtBot

from explorer.app.recovery import DELAY_MS, Recovery, orphans
from explorer.document import Document
from explorer.scenario.edit import value_of
from explorer.scenario.library import built_in
from tests.app.builders import abandon

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def delay_ms() -> int:
    return DELAY_MS


@pytest.fixture
def recovery(document: Document, tmp_path: Path, delay_ms: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recovery]:
    monkeypatch.setattr("explorer.app.recovery.DELAY_MS", delay_ms)
    made = Recovery(document, tmp_path / "recovery")
    yield made
    made.close()


@pytest.mark.parametrize("delay_ms", [20])
def test_what_is_unsaved_is_written_within_seconds(document: Document, recovery: Recovery, qtbot: QtBot) -> None:
    document.edit("divisible", 0.02)
    qtbot.waitUntil(recovery.place.exists, timeout=2000)
    assert value_of(built_in()[0], "divisible") == 0.012
    content = json.loads(recovery.place.read_text(encoding="utf-8"))
    assert json.loads(content["file"])["scenarios"][0]["work"]["divisible_s"] == 0.02


@pytest.mark.parametrize("delay_ms", [60])
def test_steady_work_is_written_too(document: Document, recovery: Recovery, qtbot: QtBot) -> None:
    for number in range(12):
        document.edit("divisible", 0.02 + number * 1e-4)
        qtbot.wait(15)
    assert recovery.place.exists()


@pytest.mark.parametrize("how", ["undo", "save", "new"])
def test_nothing_stays_when_nothing_is_unsaved(
    document: Document, recovery: Recovery, tmp_path: Path, how: str
) -> None:
    document.edit("divisible", 0.02)
    recovery.write()
    assert recovery.place.exists()
    {"undo": document.undo, "save": lambda: document.save(tmp_path / "a.json"), "new": document.new}[how]()
    assert not recovery.place.exists()


def test_the_work_of_a_living_process_is_no_orphan(document: Document, recovery: Recovery) -> None:
    document.edit("divisible", 0.02)
    recovery.write()
    assert orphans(recovery.place.parent) == []


def test_orphans_are_found_and_taken_up(document: Document, recovery: Recovery, tmp_path: Path) -> None:
    document.save(tmp_path / "mine.json")
    document.choose(2)
    document.edit("divisible", 0.02)
    recovery.write()
    abandon(recovery)
    (found,) = orphans(recovery.place.parent)
    assert found.path == tmp_path / "mine.json"
    other = Document()
    other.restore(found.scenarios, found.path, found.current)
    assert (other.state.scenarios, other.state.current) == (document.state.scenarios, 2)
    assert other.is_modified
    other.reset("divisible")
    assert value_of(other.scenario, "divisible") == 0.012


def test_what_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    for number, content in enumerate(["", "{", "[]", '{"file": "x", "path": null, "current": 0}', '{"file": 1}']):
        (tmp_path / f"{number}.json").write_text(content, encoding="utf-8")
    assert orphans(tmp_path) == []
    assert len(list(tmp_path.glob("*.json"))) == 5


def test_a_folder_that_cannot_be_written_does_not_disturb(
    document: Document, recovery: Recovery, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_target: Path, _data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("explorer.scenario.file.write_bytes", full)
    document.edit("divisible", 0.02)
    recovery.write()
    assert not recovery.place.exists()


def test_without_a_place_to_write_to_the_program_starts_and_works(document: Document, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be", encoding="utf-8")
    recovery = Recovery(document, tmp_path / "taken" / "recovery")
    document.edit("divisible", 0.02)
    recovery.write()
    assert orphans(recovery.place.parent) == []
    document.undo()
    recovery.close()


def test_two_windows_have_files_of_their_own(document: Document, recovery: Recovery) -> None:
    other = Recovery(document, recovery.place.parent)
    assert other.place != recovery.place
    other.close()


EDITOR = """
import sys
from PySide6.QtCore import QTimer
from explorer.app import recovery
from explorer.views.shell import main_window
recovery.DELAY_MS = 50
show = main_window.MainWindow.show
def shown(window):
    show(window)
    QTimer.singleShot(0, lambda: (window.document.edit("divisible", 0.031), print("edited", flush=True)))
main_window.MainWindow.show = shown
from explorer.cli.command import main
sys.exit(main([]))
"""
NEXT = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from explorer.views.shell import main_window
def answer(window):
    box = QApplication.activeModalWidget()
    print(box.text().splitlines()[0].split(" (")[0] if box else "nothing offered", flush=True)
    if box:
        box.button(QMessageBox.StandardButton.Yes).click()
    QTimer.singleShot(100, lambda: end(window))
def end(window):
    print(window.document.scenario.work.divisible_s, window.isWindowModified(), flush=True)
    window.document.stack.setClean()
    window.close()
show = main_window.MainWindow.show
def shown(window):
    show(window)
    QTimer.singleShot(300, lambda: answer(window))
main_window.MainWindow.show = shown
from explorer.cli.command import main
sys.exit(main([]))
"""


def test_after_a_kill_the_next_start_offers_the_work(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    editor = subprocess.Popen([sys.executable, "-c", EDITOR], env=environment, stdout=subprocess.PIPE, text=True)
    assert editor.stdout is not None
    assert editor.stdout.readline() == "edited\n"
    end = time.monotonic() + 10
    while not list(tmp_path.rglob("recovery/*.json")) and time.monotonic() < end:
        time.sleep(0.05)
    editor.send_signal(signal.SIGKILL)
    editor.wait()
    editor.stdout.close()

    def start() -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", NEXT], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    assert start() == ["Pareggio ended without saving untitled scenarios", "0.031 True"]
    assert start() == ["nothing offered", "0.012 False"]
    assert not list(tmp_path.rglob("recovery/*.json"))


def test_a_lock_of_a_process_that_is_gone_is_no_obstacle(tmp_path: Path) -> None:
    lock = QLockFile(str(tmp_path / "1-0.lock"))
    assert lock.tryLock(0)
    text = (tmp_path / "1-0.lock").read_text(encoding="utf-8")
    lock.unlock()
    gone = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True, check=True
    )
    (tmp_path / "1-0.lock").write_text(text.replace(str(os.getpid()), gone.stdout.strip(), 1), encoding="utf-8")
    document = Document()
    document.edit("divisible", 0.02)
    recovery = Recovery(document, tmp_path)
    recovery.write()
    recovery.place.replace(tmp_path / "1-0.json")
    assert [orphan.place.name for orphan in orphans(tmp_path)] == ["1-0.json"]
    recovery.close()
