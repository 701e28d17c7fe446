"""Fits the matrices into their panel, zooms and scrolls them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

from explorer.views.matrices.split_canvas import SplitCanvas

_SMALLEST_FIT, _LARGEST_FIT = 9.0, 42.0
"""Pixels of a cell: smaller ones cannot be read, larger ones are no easier to read."""
_SMALLEST_ON_PAPER = 2.0
"""Pixels of a cell in a picture, which nobody can scroll."""
_LARGEST = 90.0
"""Pixels of a cell at the largest zoom."""
_ZOOMS = (0.3, 6.0)
_NOTCH = 1.15
"""Zoom of one notch of the wheel, which is 120 eighths of a degree."""


class ZoomArea(QScrollArea):
    """The usual size fits the panel; the wheel scrolls, and zooms while Ctrl is held."""

    def __init__(self, canvas: SplitCanvas, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._zoom, self._on_paper = 1.0, False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(canvas)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        canvas.setAutoFillBackground(False)  # setWidget turned it on
        canvas.fit_asked.connect(self.reset_zoom)

    def fit(self) -> None:
        """Draw the cells at the size that fits the panel, times the zoom."""
        scene = self._canvas.scene
        if scene is None:
            return
        width, height = scene.size
        fitting = min((self.width() - 2) / width, (self.height() - 2) / height)  # 2: no scroll bar through rounding
        smallest = _SMALLEST_ON_PAPER if self._on_paper else _SMALLEST_FIT
        usual = min(max(fitting, smallest), _LARGEST_FIT)
        self._zoom = min(self._zoom, _LARGEST / usual)
        self._canvas.set_cell_size(usual * self._zoom)

    def reset_zoom(self) -> None:
        """Draw the cells at their usual size."""
        self._zoom = 1.0
        self.fit()

    def show_controls(self, shown: bool) -> None:
        """Show scroll bars where they are needed, or leave them out on paper."""
        self._on_paper = not shown
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if shown else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setHorizontalScrollBarPolicy(policy)
        self.setVerticalScrollBarPolicy(policy)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        before = self._canvas.cell_size
        self._zoom = min(max(self._zoom * _NOTCH ** (event.angleDelta().y() / 120), _ZOOMS[0]), _ZOOMS[1])
        self.fit()
        grown = self._canvas.cell_size / before
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.setValue(round(bar.value() * grown))  # the upper left corner stays where it is
        event.accept()
