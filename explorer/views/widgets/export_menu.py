"""The menu of the right button over what can be exported."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from explorer.views.widgets.requests import Requests

EXPORTS = ("copy", "png", "svg", "csv")


class ExportMenu(QMenu):
    """Offers some kinds of export, those of :data:`EXPORTS` or "frames", and asks for the one that is chosen."""

    def __init__(self, panel: QWidget, name: str, kinds: tuple[str, ...] = EXPORTS, *, enabled: bool = True) -> None:
        super().__init__(panel)
        self._name = name
        self._requests = Requests.of(panel)
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
        self.triggered.connect(self._ask)

    def _ask(self, action: QAction) -> None:
        self._requests.export.emit(self._name, action.data())
