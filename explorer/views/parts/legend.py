"""The legend that several plots share: a line sample and a word for each curve."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.views.parts.theme import LIGHT, Theme

_SAMPLE, _GAP, _BETWEEN = 22, 6, 18

Entry = tuple[str, QPen | QColor]


class Legend(QWidget):
    """Draws entries in one row: a pen as a line, a colour as a filled patch."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()
        self._theme = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_entries(self, entries: tuple[Entry, ...], theme: Theme) -> None:
        """Show these entries in the colours of a theme."""
        if entries != self._entries or theme != self._theme:
            self._entries, self._theme = entries, theme
            self.setAccessibleName(", ".join(text for text, _ in entries))
            self.updateGeometry()
            self.update()

    def _width(self, text: str) -> int:
        return _SAMPLE + _GAP + self.fontMetrics().horizontalAdvance(text) + _BETWEEN

    @override
    def sizeHint(self) -> QSize:
        return QSize(sum(self._width(text) for text, _ in self._entries), self.fontMetrics().height() + 4)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x, middle = 0.0, self.height() / 2
        for text, sample in self._entries:
            if isinstance(sample, QPen):
                line = QPen(sample)
                line.setCosmetic(False)  # grows with a picture
                painter.setPen(line)
                painter.drawLine(QPointF(x, middle), QPointF(x + _SAMPLE, middle))
            else:
                painter.setPen(QPen(QColor(self._theme.pays), 1))
                painter.setBrush(sample)
                painter.drawRect(QRectF(x + 2, middle - 5, _SAMPLE - 4, 10))
            painter.setPen(QColor(self._theme.text))
            room = QRectF(x + _SAMPLE + _GAP, 0, self.width(), self.height())
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
            x += self._width(text)
