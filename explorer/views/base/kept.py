"""What the settings keep, read as text: they come from outside, and Qt's own states hang or fail with a wrong byte."""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSplitter, QWidget

_WIDEST = 99_999
"""Pixels; no screen is wider."""


def kept_text(settings: QSettings, key: str) -> str:
    """Return a text of the settings; an empty one where there is none."""
    value = settings.value(key)
    return value if isinstance(value, str) else ""


def kept_texts(settings: QSettings, key: str) -> list[str]:
    """Return a list of texts of the settings, which they hold as a text where there is but one."""
    value = settings.value(key)
    entries = value if isinstance(value, list) else [value]
    return [entry for entry in entries if isinstance(entry, str) and entry]


def keep_splitters(settings: QSettings, splitters: dict[str, QSplitter]) -> None:
    """Write the sizes of what is in splitters, in pixels, by the splitters' names."""
    for name, splitter in splitters.items():
        settings.setValue(name, " ".join(map(str, splitter.sizes())))


def restore_splitters(settings: QSettings, splitters: dict[str, QSplitter]) -> None:
    """Read the sizes; a splitter whose text is not that of its parts stays as it is."""
    for name, splitter in splitters.items():
        text = kept_text(settings, name)
        if re.fullmatch(r"\d{1,5}( \d{1,5})*", text):
            sizes = [min(int(size), _WIDEST) for size in text.split()]
            if len(sizes) == splitter.count() and any(sizes):
                splitter.setSizes(sizes)


def keep_place(settings: QSettings, window: QWidget) -> None:
    """Write where a window is, in pixels, and whether it fills the screen."""
    place = window.normalGeometry()
    numbers = f"{place.x()} {place.y()} {place.width()} {place.height()}"
    settings.setValue("place", f"{numbers} maximized" if window.isMaximized() else numbers)


def restore_place(settings: QSettings, window: QWidget) -> None:
    """Put a window where it was, or where the screens of today have room for it."""
    match = re.fullmatch(r"(-?\d{1,5}) (-?\d{1,5}) (\d{1,5}) (\d{1,5})( maximized)?", kept_text(settings, "place"))
    if match is None:
        return
    place = QRect(*map(int, match.groups()[:4]))
    screen = QGuiApplication.screenAt(place.center()) or QGuiApplication.primaryScreen()
    room = screen.availableGeometry()
    place.setSize(place.size().boundedTo(room.size()))
    place.moveLeft(min(max(place.left(), room.left()), room.right() - place.width() + 1))
    place.moveTop(min(max(place.top(), room.top()), room.bottom() - place.height() + 1))
    window.setGeometry(place)
    if match[5]:
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)
