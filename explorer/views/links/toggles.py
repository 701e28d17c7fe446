"""Toggle buttons of which one is down."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QWidget

from explorer.views.widgets.card import ToggleButton, plain_tip


class Toggles(QButtonGroup):
    """The buttons of a widget, which lays them out, from texts and tips; ids count from 0, and that one is down."""

    def __init__(self, parent: QWidget, *buttons: tuple[str, str]) -> None:
        super().__init__(parent)
        for index, (text, tip) in enumerate(buttons):
            self.addButton(ToggleButton(text, plain_tip(tip), parent), index)
        self.button(0).setChecked(True)
