"""What a window leaves behind when it is gone."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid, ownedByPython

from explorer.document import Document
from explorer.views.shell.main_window import MainWindow


def orphans() -> list[QObject]:
    """Return the objects of Qt that only Python's collector will delete, whenever it runs."""
    found = [entry for entry in gc.get_objects() if isinstance(entry, QObject)]
    return [entry for entry in found if isValid(entry) and ownedByPython(entry) and entry.parent() is None]


def test_a_window_leaves_no_object_of_qt_to_pythons_collector(qtbot: QtBot, settings: QSettings) -> None:
    """One that the collector deletes while a signal is connected or disconnected waits for Qt's own lock for ever."""
    gc.collect()
    before = {id(entry) for entry in orphans()}
    gc.disable()
    try:
        window = MainWindow(Document(), settings)
        window.show()
        window.front.plots.more.setChecked(True)
        window.close()
        QApplication.sendPostedEvents(None, 52)  # DeferredDelete
        assert not isValid(window)
        left = [entry for entry in orphans() if id(entry) not in before and entry is not settings]
        assert [type(entry).__name__ for entry in left] == []
    finally:
        gc.enable()
