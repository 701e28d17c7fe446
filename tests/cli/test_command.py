"""The real program in a process of its own, and what it says where no window can open."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from explorer import __version__
from explorer.app import system_check
from explorer.scenario import file
from explorer.scenario.edit import change
from explorer.scenario.library import built_in
from tests.answers.break_even import sentences as break_even
from tests.cli.program import call, run

DRIVER = """
import sys
from PySide6.QtCore import QTimer, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from explorer.views.shell import main_window

def work(window):
    field = window.panel.rows["divisible"].field
    print(window.windowTitle(), "|", window.bar.headline.whole())
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1 ms")
    QTest.keyClick(field, Qt.Key.Key_Return)
    print(window.bar.headline.whole())
    if "--raise" in sys.argv:
        QTimer.singleShot(0, fail)
        QTimer.singleShot(200, end)
        return
    window.document.undo()
    print(window.bar.headline.whole(), window.isWindowModified())
    window.close()

def fail():
    QTimer.singleShot(0, dismiss)
    raise RuntimeError("a fault in a slot")

def dismiss():
    box = QApplication.activeModalWidget()
    print("told:", box.text().splitlines()[0])
    box.close()

def end():
    (window,) = (each for each in QApplication.topLevelWidgets() if isinstance(each, main_window.MainWindow))
    print("goes on:", window.isVisible())
    window.document.undo()
    window.close()

show = main_window.MainWindow.show
def shown(window):
    show(window)
    QTimer.singleShot(50, lambda: work(window))
main_window.MainWindow.show = shown

from explorer.cli.command import main
sys.exit(main([argument for argument in sys.argv[1:] if argument != "--raise"]))
"""


def homes(folder: Path) -> dict[str, str]:
    """Settings and data of our own."""
    return {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}


def test_the_program_opens_is_worked_and_closes(tmp_path: Path) -> None:
    done = run(start=("-c", DRIVER), **homes(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        f"Untitled[*] – Pareggio | {break_even.pays('1.388×')}",
        break_even.loses("0.768×"),
        f"{break_even.pays('1.388×')} False",
    ]
    assert "Traceback" not in done.stderr


def test_a_fault_in_the_program_is_told_and_the_window_goes_on(tmp_path: Path) -> None:
    done = run("--raise", start=("-c", DRIVER), **homes(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "told: Something in Pareggio went wrong: a fault in a slot" in done.stdout
    assert "goes on: True" in done.stdout
    assert "RuntimeError" in done.stderr


def test_a_file_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "slow link.json"
    file.write(path, (change(built_in()[0], "bandwidth", 1e9),))
    done = run(str(path), start=("-c", DRIVER), **homes(tmp_path))
    assert done.stdout.splitlines()[0] == f"slow link.json[*] – Pareggio | {break_even.loses('0.780×')}"


def test_a_bad_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"format": ', encoding="utf-8")
    done = run(str(path))
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "bad.json: line 1, column 11: not JSON" in done.stderr


def test_version_and_help() -> None:
    assert run("--version").stdout == f"pareggio {__version__}\n"
    text = " ".join(call("--help").stdout.split())
    assert all(f"pareggio {command}" in text for command in ("solve", "report", "links"))
    assert "--json" in call("links", "--help").stdout


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux in a session without a display, with all libraries there."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(system_check, "missing_of", lambda _libraries: [])
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("linux")
def test_without_a_display_one_sentence_says_so() -> None:
    done = call()
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "there is no display (DISPLAY is not set)" in done.stderr
    assert "pareggio solve" in done.stderr


@pytest.mark.usefixtures("linux")
def test_a_display_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.setattr(system_check, "x_answers", lambda: False)
    assert "the display :987 does not answer" in str(system_check.missing_for_window())


@pytest.mark.usefixtures("linux")
def test_missing_libraries_are_named_with_the_line_that_installs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_check, "missing_of", lambda _libraries: ["libEGL.so.1", "libxcb-cursor.so.0"])
    monkeypatch.setattr(system_check, "x_answers", lambda: True)
    sentence = str(system_check.missing_for_window())
    assert "(libEGL.so.1, libxcb-cursor.so.0)" in sentence
    assert sentence.endswith("sudo apt-get install libegl1 libxcb-cursor0")


def test_a_library_that_is_not_there_is_found_out() -> None:
    assert system_check.missing_of(["libno-such-thing.so.7"]) == ["libno-such-thing.so.7"]


@pytest.mark.usefixtures("linux")
def test_offscreen_needs_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert system_check.missing_for_window() is None


def test_an_unknown_platform_is_said_and_not_left_to_qt(tmp_path: Path) -> None:
    """Qt would abort the process."""
    done = run(QT_QPA_PLATFORM="beos")
    assert done.returncode == 1
    assert done.stderr.startswith("pareggio: QT_QPA_PLATFORM is “beos”, which is not known here;")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("answers", "platform"), [(True, "xcb"), (False, "wayland")])
def test_without_a_compositor_x_is_taken_where_it_answers(
    monkeypatch: pytest.MonkeyPatch, answers: bool, platform: str
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("QT_QPA_PLATFORM", "wayland")
    monkeypatch.setenv("WAYLAND_DISPLAY", "no-such-compositor")
    monkeypatch.setattr(system_check, "missing_of", lambda _libraries: [])
    monkeypatch.setattr(system_check, "x_answers", lambda: answers)
    problem = system_check.missing_for_window()
    assert (problem is None) == answers
    assert os.environ["QT_QPA_PLATFORM"] == platform
