"""The legend that several plots share: a line sample and a word for each curve."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.views.widgets.theme import LIGHT, Theme

_SAMPLE, _GAP, _BETWEEN = 22, 6, 18

Entry = tuple[str, QPen | QColor]


class Legend(QWidget):
    """Draws entries in rows, as many as the width asks for: a pen as a line, a colour as a filled patch."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()
        self._theme = LIGHT
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

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
        return QSize(sum(self._width(text) for text, _ in self._entries), self._row_height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(max((self._width(text) for text, _ in self._entries), default=0), self._row_height())

    @override
    def heightForWidth(self, width: int) -> int:
        return self._row_height() * len(self._rows(width))

    def _row_height(self) -> int:
        return self.fontMetrics().height() + 4

    def _rows(self, width: int) -> list[list[Entry]]:
        """Spread the entries over rows."""
        rows: list[list[Entry]] = [[]]
        left = width
        for entry in self._entries:
            needed = self._width(entry[0])
            if needed - _BETWEEN > left and rows[-1]:
                rows.append([])
                left = width
            rows[-1].append(entry)
            left -= needed
        return rows

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = self._row_height()
        rows = self._rows(self.width())
        top = (self.height() - height * len(rows)) / 2
        for number, entries in enumerate(rows):
            self._draw_row(painter, entries, top + height * (number + 0.5))

    def _draw_row(self, painter: QPainter, entries: list[Entry], middle: float) -> None:
        height = self._row_height()
        x = self.width() - sum(self._width(text) for text, _ in entries) + _BETWEEN  # flush right, as the plots end
        for text, sample in entries:
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
            room = QRectF(x + _SAMPLE + _GAP, middle - height / 2, self.width(), height)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
            x += self._width(text)
