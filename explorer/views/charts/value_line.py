"""The line at the scenario's value, which the mouse can drag."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QObject, Qt, Signal
from typing_extensions import override


class ValueLine(pg.InfiniteLine):  # type: ignore[misc]
    """The scenario's value. Tells where the mouse asks it to be; only an outcome moves it."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(angle=90, movable=True)
        self._asked, self.held = asked, False
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.setZValue(20)
        self.addMarker("^", 0.0, 11)  # a handle to see, and more room for the mouse

    @override
    def mouseDragEvent(self, event: Any) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.isStart():
            self.held = True
            self._asked.drag_started.emit()
        if not self.held:
            return
        event.accept()
        self._asked.dragged_to.emit(float(self.mapToParent(event.pos()).x()))
        if event.isFinish():
            self.held = False
            self._asked.drag_ended.emit()

    @override
    def mouseClickEvent(self, event: Any) -> None:
        event.ignore()


class Asked(QObject):
    """What the line tells: a graphics item has no signals that are typed."""

    drag_started = Signal()
    drag_ended = Signal()
    dragged_to = Signal(float)
