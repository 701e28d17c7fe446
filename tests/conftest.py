"""What every test keeps to: offscreen, settings of its own, no warning, no leaked window, no running timer."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

# A screen that holds a whole window; the plugin's own is 800×800.
if os.environ.get("QT_QPA_PLATFORM", "offscreen") == "offscreen":
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={Path(__file__).parent / 'screen.json'}"

from explorer.app.system_check import missing_libraries

_MISSING = missing_libraries()
if _MISSING is not None:
    pytest.exit(f"The tests cannot run here: {_MISSING}", returncode=1)

from PySide6.QtCore import QSettings, QTimer  # noqa: E402
from PySide6.QtGui import QCursor  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402
from pytestqt.qtbot import QtBot  # noqa: E402
from shiboken6 import isValid  # noqa: E402

from explorer.app.application import make_application  # noqa: E402
from explorer.document import Document  # noqa: E402
from explorer.scenario.library import built_in  # noqa: E402
from explorer.scenario.scenario import Scenario  # noqa: E402
from explorer.views.shell.main_window import MainWindow  # noqa: E402
from explorer.views.widgets.theme import LIGHT, palette  # noqa: E402


def pytest_collection_finish() -> None:
    """Spare the collector of garbage the thousands of collected tests, and most of its searches of what they made."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session")
def qapp_cls() -> object:
    """Our own application, with its look, in the place of pytest-qt's plain one."""
    return lambda _arguments: make_application()


@pytest.fixture(autouse=True)
def nothing_is_left(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail on a warning in the log, a window that stays open and a timer that goes on."""
    yield
    warned = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    assert not warned, f"logged: {warned}"
    application = QApplication.instance()
    if "qapp" not in request.fixturenames or not isinstance(application, QApplication):
        return  # most tests have nothing to do with windows
    for window in application.topLevelWidgets():
        if isinstance(window, MainWindow):
            window.hide()
            window.deleteLater()
    if QApplication.palette() != palette(LIGHT):
        QApplication.setPalette(palette(LIGHT))  # a window was dark
    QCursor.setPos(application.primaryScreen().geometry().bottomRight())  # over nothing of the next window
    QApplication.sendPostedEvents(None, 52)  # DeferredDelete
    application.processEvents()
    left = [widget for widget in application.topLevelWidgets() if widget.isVisible()]
    assert not left, f"still open: {left}"
    running = [timer for timer in application.findChildren(QTimer) if timer.isActive()]
    assert not running, f"still running: {running}"


@pytest.fixture
def base() -> Scenario:
    """The article's base case."""
    return built_in()[0]


@pytest.fixture
def settings(tmp_path_factory: pytest.TempPathFactory) -> QSettings:
    """Settings that nobody else has, in a folder of their own."""
    return QSettings(str(tmp_path_factory.mktemp("settings") / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let whatever is written from now on fail with an error of the system, such as that of a full disk."""

    def fill(number: int) -> None:
        def failing(*_: object) -> None:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(os, "fsync", failing)

    return fill


@pytest.fixture
def document() -> Document:
    """A document on the built-in scenarios."""
    return Document()


@pytest.fixture
def start_page() -> str:
    """The page on which the window opens: that of a fresh start, or one that the settings keep."""
    return ""


@pytest.fixture
def window(qtbot: QtBot, settings: QSettings, start_page: str) -> Iterator[MainWindow]:
    """The window as a person gets it: shown, 1440×900, on the built-in scenarios."""
    if start_page:
        settings.setValue("page", start_page)
    made = MainWindow(Document(), settings)
    made.show()
    qtbot.waitExposed(made)
    QApplication.processEvents()  # lays out
    yield made
    if isValid(made):
        made.hide()  # close() would ask about unsaved changes
        made.deleteLater()
