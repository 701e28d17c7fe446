"""The menu of the right button over what can be exported."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

EXPORTS = ("copy", "png", "svg", "csv")


class ExportMenu(QMenu):
    """Offers some kinds of export, those of :data:`EXPORTS` or "frames", and tells which one is chosen."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget, kinds: tuple[str, ...] = EXPORTS, *, enabled: bool = True) -> None:
        super().__init__(parent)
        words = {
            "copy": self.tr("Copy picture"),
            "png": self.tr("Save as PNG…"),
            "svg": self.tr("Save as SVG…"),
            "csv": self.tr("Save the numbers as CSV…"),
            "frames": self.tr("Save all frames as PNG…"),
        }
        for kind in kinds:
            action = self.addAction(words[kind])
            action.setData(kind)
            action.setEnabled(enabled)
        self.triggered.connect(self._choose)

    def _choose(self, action: QAction) -> None:
        self.chosen.emit(action.data())
