"""A dot on a plot, as large whatever the range. pyqtgraph's scatter plot builds its symbols anew for each move."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

_RADIUS = 4.5


class Dot(QGraphicsObject):
    """A filled circle at a point of the plot's coordinates.

    An object, not a plain item: PySide6 6.12 lets the Python side of a plain item go while Qt still paints it.
    """

    def __init__(self, z: float) -> None:
        super().__init__()
        self._room = QRectF(-_RADIUS, -_RADIUS, 2 * _RADIUS, 2 * _RADIUS)
        self._brush, self._pen = QBrush(), QPen()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setZValue(z)
        self.hide()

    @override
    def boundingRect(self) -> QRectF:
        return self._room.adjusted(-1, -1, 1, 1)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._pen)
        painter.setBrush(self._brush)
        painter.drawEllipse(self._room)

    def show_at(self, x: float, y: float) -> None:
        """Stand at a point."""
        self.setPos(x, y)
        self.show()

    def show_colours(self, fill: QColor, line: QColor) -> None:
        """Take other colours."""
        self._brush, self._pen = QBrush(fill), QPen(line, 1)
        self.update()
