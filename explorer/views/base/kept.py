"""What the settings keep, read as text: they come from outside, and Qt's own states hang or fail with a wrong byte."""

from __future__ import annotations

import re

from PySide6.QtCore import QPoint, QRect, QSettings, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSplitter, QStyle, QWidget

_STATES = {"maximized": Qt.WindowState.WindowMaximized, "fullscreen": Qt.WindowState.WindowFullScreen}
_FRAME = 4
"""Pixels of a window's frame at its sides."""
_PLACE = re.compile(r"(-?\d{1,5}) (-?\d{1,5}) (\d{1,5}) (\d{1,5})( maximized| fullscreen)?", re.ASCII)


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
            sizes = [int(size) for size in text.split()]
            if len(sizes) == splitter.count() and any(sizes):
                splitter.setSizes(sizes)


def keep_place(settings: QSettings, window: QWidget) -> None:
    """Write where a window is within its frame, in pixels, and whether it fills the screen."""
    place = window.normalGeometry()
    state = next((f" {name}" for name, flag in _STATES.items() if window.windowState() & flag), "")
    settings.setValue("place", f"{place.x()} {place.y()} {place.width()} {place.height()}{state}")


def restore_place(settings: QSettings, window: QWidget, usual: QSize) -> None:
    """Put a window where it was; else give it its usual size, or as much of that as the screen has room for."""
    match = _PLACE.fullmatch(kept_text(settings, "place"))
    if match is None:
        window.resize(usual.boundedTo(_room(window, QPoint()).size()))
        return
    put(window, QRect(*map(int, match.groups()[:4])))
    if match[5]:
        window.setWindowState(window.windowState() | _STATES[match[5].strip()])


def put(window: QWidget, place: QRect) -> None:
    """Put a window in a place, or where the screens of today have room for it and its title."""
    room = _room(window, place.center())
    place.setSize(place.size().boundedTo(room.size()))
    place.moveRight(min(place.right(), room.right()))
    place.moveBottom(min(place.bottom(), room.bottom()))
    place.moveTopLeft(QPoint(max(place.left(), room.left()), max(place.top(), room.top())))
    window.setGeometry(place)


def _room(window: QWidget, at: QPoint) -> QRect:
    """Return the room for windows on the screen at a point, or on the first one, within a frame with a title."""
    room = (QGuiApplication.screenAt(at) or QGuiApplication.primaryScreen()).availableGeometry()
    title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    return room.adjusted(_FRAME, title, -_FRAME, -_FRAME)
