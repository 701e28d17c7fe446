"""Which colours the window has: the system's, light or dark."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from explorer.views.widgets.theme import DARK, Choice, chosen, palette, theme_of


class ThemeSwitch(QActionGroup):
    """The choice as a group of actions; gives the window and the application their palette.

    Signals
    -------
    chosen : the person has chosen these colours, for all windows.
    """

    chosen = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
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
        self.choice, colours = choice, palette(chosen(choice))
        self._window.setPalette(colours)  # at once, for all that is on it
        QApplication.setPalette(colours)  # for menus, dialogs and tooltips, when Qt comes to it
        for action in self.actions():
            action.setChecked(action.data() == str(choice))

    def toggle(self) -> None:
        """Change between light and dark."""
        self._take(Choice.LIGHT if theme_of(self._window) is DARK else Choice.DARK)

    def _choose(self, action: QAction) -> None:
        self._take(Choice(action.data()))

    def _take(self, choice: Choice) -> None:
        self.show_choice(choice)
        self.chosen.emit(str(choice))

    def _follow_system(self) -> None:
        if self.choice is Choice.SYSTEM:
            self.show_choice(Choice.SYSTEM)
