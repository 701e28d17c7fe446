"""The settings, which come from outside: whatever stands in their file, the program opens."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QSettings

from explorer.scenario import storage
from explorer.scenario.sentence import Sentence, sentence

_LARGEST = 2**20
"""Bytes; the program writes a few hundred."""


def open_settings() -> tuple[QSettings, Sentence | None]:
    """Return the person's settings, and what to tell them where the file is none and was set aside."""
    if os.name != "posix":  # Qt keeps them in another place there, and there are no pipes
        return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Pareggio", "pareggio"), None
    path = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "Pareggio" / "pareggio.ini"
    fault = _set_aside(path)
    return QSettings(str(path), QSettings.Format.IniFormat), fault


def _set_aside(path: Path) -> Sentence | None:
    """Move away what Qt would wait for or cannot read: a pipe, a folder, a file that is no text."""
    try:
        data = storage.read_bytes(path, _LARGEST + 1)
        if len(data) <= _LARGEST and b"\0" not in data:
            data.decode("utf-8")
            return None
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return None
    except (OSError, ValueError):
        pass
    aside = storage.set_aside(path)
    if aside is None:
        return None
    return sentence("The settings could not be read and were set aside as {path}; the defaults apply.", path=str(aside))
