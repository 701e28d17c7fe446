"""The menu of the right button over what can be exported."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from explorer.views.parts.axis_plot import EXPORTS


class ExportMenu(QMenu):
    """Offers the kinds of :data:`EXPORTS` and tells which one is chosen."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget, *, enabled: bool) -> None:
        super().__init__(parent)
        words = (
            self.tr("Copy picture"),
            self.tr("Save as PNG…"),
            self.tr("Save as SVG…"),
            self.tr("Save the numbers as CSV…"),
        )
        for kind, text in zip(EXPORTS, words, strict=True):
            action = self.addAction(text)
            action.setData(kind)
            action.setEnabled(enabled)
        self.triggered.connect(self._choose)

    def _choose(self, action: QAction) -> None:
        self.chosen.emit(action.data())
