"""Size and panels of a window, kept from one start to the next."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter


def keep(settings: QSettings, window: QMainWindow, splitters: dict[str, QSplitter]) -> None:
    """Write the window's place and the splitters' positions."""
    settings.setValue("geometry", window.saveGeometry())
    for name, splitter in splitters.items():
        settings.setValue(name, splitter.saveState())


def restore(settings: QSettings, window: QMainWindow, splitters: dict[str, QSplitter]) -> None:
    """Read them back; what is no such value leaves everything as it is."""
    geometry = settings.value("geometry")
    if isinstance(geometry, QByteArray):
        window.restoreGeometry(geometry)
    for name, splitter in splitters.items():
        kept = settings.value(name)
        if isinstance(kept, QByteArray):
            orientation = splitter.orientation()
            splitter.restoreState(kept)
            splitter.setOrientation(orientation)  # whatever the settings say
