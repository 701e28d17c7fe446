"""Which colours the window has: the system's, light or dark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from explorer.views.widgets.theme import LIGHT, Choice, Theme, chosen, palette


class Themed(Protocol):
    """A view that takes the colours of a theme."""

    def show_theme(self, theme: Theme) -> None: ...


class ThemeSwitch(QActionGroup):
    """The choice as a group of actions; shows it on the application's palette and on each view.

    Signals
    -------
    chosen : the person has chosen these colours, for all windows.
    """

    chosen = Signal(str)

    def __init__(self, views: Sequence[Themed], window: QWidget) -> None:
        super().__init__(window)
        self._views = views
        self._theme = LIGHT
        self.choice = Choice.SYSTEM
        for choice, text in (
            (Choice.SYSTEM, self.tr("Colours of the &system")),
            (Choice.LIGHT, self.tr("L&ight")),
            (Choice.DARK, self.tr("&Dark")),
        ):
            action = self.addAction(text)
            action.setCheckable(True)
            action.setData(str(choice))
        self.triggered.connect(self._choose)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    def show_choice(self, choice: Choice) -> None:
        """Choose the colours."""
        self.choice, self._theme = choice, chosen(choice)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.setPalette(palette(self._theme))
        for view in self._views:
            view.show_theme(self._theme)
        for action in self.actions():
            action.setChecked(action.data() == str(choice))

    def toggle(self) -> None:
        """Change between light and dark."""
        self._take(Choice.LIGHT if self._theme.name == "dark" else Choice.DARK)

    def _choose(self, action: QAction) -> None:
        self._take(Choice(action.data()))

    def _take(self, choice: Choice) -> None:
        self.show_choice(choice)
        self.chosen.emit(str(choice))

    def _follow_system(self) -> None:
        if self.choice is Choice.SYSTEM:
            self.show_choice(Choice.SYSTEM)
