"""Splitters, kept from one start to the next."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QSplitter


def keep_splitters(settings: QSettings, splitters: dict[str, QSplitter]) -> None:
    """Write the positions of splitters by their names in the settings."""
    for name, splitter in splitters.items():
        settings.setValue(name, splitter.saveState())


def restore_splitters(settings: QSettings, splitters: dict[str, QSplitter]) -> None:
    """Read the positions; a value of another kind leaves a splitter as it is."""
    for name, splitter in splitters.items():
        kept = settings.value(name)
        if isinstance(kept, QByteArray):
            orientation = splitter.orientation()
            splitter.restoreState(kept)
            splitter.setOrientation(orientation)  # whatever the settings say
