"""A choice of one in a list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget
from typing_extensions import override


class ComboBox(QComboBox):
    """A combo box that the mouse wheel changes only while it has the focus; showing choices emits nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def show_choices(self, texts: Sequence[str], current: int) -> None:
        """Show texts, and the index of the chosen one."""
        with QSignalBlocker(self):
            if [self.itemText(index) for index in range(self.count())] != list(texts):
                self.clear()
                self.addItems(list(texts))
            self.setCurrentIndex(current)
