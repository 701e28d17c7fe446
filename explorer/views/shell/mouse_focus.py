"""Buttons and lists that are clicked give the focus away, so that Space plays; with the keys they keep it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QWidget
from shiboken6 import isValid
from typing_extensions import override


class MouseFocus(QObject):
    """Watches the button or list of a window that has the focus, and no other.

    ``away`` returns where the focus goes when it is clicked, or None where it stays.
    """

    def __init__(self, window: QWidget, away: Callable[[], QWidget | None]) -> None:
        super().__init__(window)
        self._window, self._away = window, away
        self._watched: QWidget | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._watch)

    def _watch(self, before: QWidget | None, now: QWidget | None) -> None:
        """Follow the focus: with a click it comes before the click itself does."""
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        own = isinstance(now, QAbstractButton | QComboBox) and now.window() is self._window
        self._watched = now if own else None
        if self._watched is not None:
            self._watched.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress:
            away = self._away()
            if away is not None:
                away.setFocus()
        return False
