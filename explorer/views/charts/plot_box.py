"""The inside of a plot."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from typing_extensions import override


class PlotBox(pg.ViewBox):  # type: ignore[misc]
    """The inside of a plot: the wheel zooms along x, a drag moves what is zoomed, a double click goes back."""

    reset_asked = Signal()

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.setMouseEnabled(x=True, y=False)
        self.setDefaultPadding(0)
        self.disableAutoRange()
        self.may_move = False

    @override
    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        # A drag that misses the line by a pixel must not move the whole plot away.
        if self.may_move and event.button() == Qt.MouseButton.LeftButton:
            super().mouseDragEvent(event, axis)
        else:
            event.ignore()

    @override
    def mouseDoubleClickEvent(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.reset_asked.emit()
            event.accept()
