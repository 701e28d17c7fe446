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

from explorer.app.recovery import DELAY_MS, Recovery, claims, orphans, tidy
from explorer.document import Document
from explorer.scenario import file, storage
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


def planted(folder: Path, **changes: object) -> Path:
    """Plant a recovery file with other values at some keys; a key that is None in it stands there as null."""
    content: dict[str, object] = {
        "format": "pareggio-recovery",
        "path": None,
        "stamp": None,
        "current": 0,
        "file": file.compact(built_in()),
    }
    place = folder / "1-0.json"
    place.write_text(json.dumps({**content, **changes}), encoding="utf-8")
    return place


UNREADABLE = {
    "empty": b"",
    "cut off": b"{",
    "another kind": b"[]",
    "no keys": b"{}",
    "no format": b'{"file": 1}',
    "not UTF-8": b"\xff\xfe",
    "nested": b"[" * 100_000,
    "nested keys": b'{"a":' * 5000,
    "infinity": b'{"format": "pareggio-recovery", "path": null, "current": Infinity, "file": ""}',
    "beyond a float": b'{"format": "pareggio-recovery", "path": null, "current": 1e999, "file": ""}',
    "zeros": bytes(1000),
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_cannot_be_read_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "1-0.json").write_bytes(content)
    claimed, (unreadable,) = claims(tmp_path)
    assert claimed == []
    assert unreadable.place.read_bytes() == content
    assert str(unreadable.reason)
    assert claims(tmp_path) == ([], [])  # it is told once


def test_what_was_set_aside_before_stays(tmp_path: Path) -> None:
    for content in ("first", "second"):
        (tmp_path / "1-0.json").write_text(content, encoding="utf-8")
        claims(tmp_path)
    assert {place.read_text(encoding="utf-8") for place in tmp_path.glob("*.unreadable*")} == {"first", "second"}


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "other"},
        {"current": -1},
        {"current": 0.5},
        {"file": "{}"},
        {"file": '{"format": "pareggio-scenarios", "version": 99, "scenarios": []}'},
        {"file": "\ud800"},
        {"path": 3},
        {"path": "/\ud800.json"},
        {"stamp": [1]},
        {"stamp": "x"},
        {"more": 1},
    ],
    ids=str,
)
def test_a_wrong_value_is_set_aside(tmp_path: Path, changes: dict[str, object]) -> None:
    planted(tmp_path, **changes)
    claimed, unreadable = claims(tmp_path)
    assert (claimed, len(unreadable)) == ([], 1)


@pytest.mark.parametrize("path", ["s.json", "", "/a\0b.json", "\0", "/x" * 5000])
def test_a_path_that_is_none_costs_no_work(tmp_path: Path, path: str) -> None:
    planted(tmp_path, path=path, current=99)
    (orphan,) = orphans(tmp_path)
    assert orphan.scenarios == built_in()
    assert orphan.current == len(built_in()) - 1
    document = Document()
    document.restore(orphan.scenarios, orphan.path, orphan.current, orphan.stamp)
    assert document.state.scenarios == built_in()
    assert not document.changed_on_disk()


def test_a_name_that_is_no_text_costs_no_work(document: Document, recovery: Recovery, tmp_path: Path) -> None:
    """Such as one in an old encoding: Python reads it with surrogates, which no JSON can hold."""
    document.path = tmp_path / os.fsdecode(b"\xff.json")
    document.edit("divisible", 0.02)
    recovery.write()
    abandon(recovery)
    (orphan,) = orphans(recovery.place.parent)
    assert (orphan.scenarios, orphan.path) == (document.state.scenarios, None)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_set_aside_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "1-0.json")
    assert claims(tmp_path)[0] == []
    assert not (tmp_path / "1-0.json").exists()


def test_the_file_of_a_start_in_another_folder_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both folders have an s.json: the work belongs to the one that was open."""
    first, second, folder = (tmp_path / name for name in ("a", "b", "recovery"))
    for place in (first, second):
        place.mkdir()
        file.write(place / "s.json", built_in())
    monkeypatch.chdir(first)
    document = Document()
    document.open(Path("s.json"))
    document.edit("divisible", 0.02)
    recovery = Recovery(document, folder)
    recovery.write()
    abandon(recovery)
    monkeypatch.chdir(second)
    before = (second / "s.json").read_bytes()
    (orphan,) = orphans(folder)
    assert orphan.path == first / "s.json"
    later = Document()
    later.restore(orphan.scenarios, orphan.path, orphan.current, orphan.stamp)
    assert later.path is not None
    assert not later.changed_on_disk()
    later.save(later.path)
    assert (second / "s.json").read_bytes() == before
    assert file.read(first / "s.json") == later.state.scenarios


@pytest.mark.parametrize("how", ["in place", "replaced", "replaced with its time and size", "taken away"])
def test_a_file_that_was_changed_since_the_crash_is_asked_about(
    document: Document, recovery: Recovery, tmp_path: Path, how: str
) -> None:
    path = tmp_path / "s.json"
    document.save(path)
    document.edit("divisible", 0.02)
    recovery.write()
    abandon(recovery)
    status = path.stat()
    if how == "in place":
        path.write_bytes(path.read_bytes() + b" ")
    elif how == "taken away":
        path.unlink()
    else:
        storage.write_bytes(path, path.read_bytes().replace(b"12", b"13", 1))
        if how.endswith("size"):
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
            assert path.stat().st_size == status.st_size
    (orphan,) = orphans(recovery.place.parent)
    later = Document()
    later.restore(orphan.scenarios, orphan.path, orphan.current, orphan.stamp)
    assert later.changed_on_disk()


def test_a_lock_with_the_number_of_another_living_program_hides_nothing(tmp_path: Path) -> None:
    planted(tmp_path)
    held = QLockFile(str(tmp_path / "1-0.lock"))
    assert held.tryLock(0)
    text = (tmp_path / "1-0.lock").read_bytes()
    held.unlock()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        number = str(os.getpid()).encode()
        (tmp_path / "1-0.lock").write_bytes(text.replace(number, str(other.pid).encode(), 1))
        assert len(orphans(tmp_path)) == 1
        other.communicate(b"\n")


def test_leftovers_of_processes_that_are_gone_are_tidied(document: Document, recovery: Recovery) -> None:
    folder = recovery.place.parent
    old, new, other = folder / ".7-0.json.abcd_123.tmp", folder / ".8-0.json.abcd_123.tmp", folder / "note.txt"
    for place in (old, new, other, folder / "9-0.lock"):
        place.write_bytes(b"")
    os.utime(old, (0, 0))
    document.edit("divisible", 0.02)
    recovery.write()
    tidy(folder)
    assert sorted(place.name for place in folder.iterdir()) == sorted(
        [new.name, other.name, recovery.place.name, recovery.place.with_suffix(".lock").name]
    )


def test_a_folder_that_cannot_be_written_does_not_disturb(
    document: Document, recovery: Recovery, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_target: Path, _data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("explorer.scenario.storage.write_bytes", full)
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
