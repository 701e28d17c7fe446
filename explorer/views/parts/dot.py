"""A dot on a plot, as large whatever the range. pyqtgraph's scatter plot builds its symbols anew for each move."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsEllipseItem, QGraphicsItem

_RADIUS = 4.5


class Dot(QGraphicsEllipseItem):
    """A filled circle at a point of the plot's coordinates."""

    def __init__(self, z: float) -> None:
        super().__init__(-_RADIUS, -_RADIUS, 2 * _RADIUS, 2 * _RADIUS)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setZValue(z)
        self.hide()

    def show_at(self, x: float, y: float) -> None:
        """Stand at a point."""
        self.setPos(x, y)
        self.show()

    def show_colours(self, fill: QColor, line: QColor) -> None:
        """Take other colours."""
        self.setBrush(fill)
        self.setPen(QPen(line, 1))
