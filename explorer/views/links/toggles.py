"""Toggle buttons of which one is down."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QWidget

from explorer.views.widgets.card import ToggleButton, plain_tip


class Toggles(QButtonGroup):
    """Makes the buttons of a widget, which lays them out; their ids count from 0."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent

    def add(self, text: str, tip: str) -> ToggleButton:
        """Return one more button."""
        button = ToggleButton(text, plain_tip(tip), self._parent)
        self.addButton(button, len(self.buttons()))
        return button
