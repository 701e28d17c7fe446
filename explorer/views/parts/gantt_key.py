"""What the fills of a Gantt are."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.views.parts.card import plain_tip, sized
from explorer.views.parts.gantt_lanes import look_of
from explorer.views.parts.ink import hatching, line, mixed, readable_on
from explorer.views.parts.theme import LIGHT, Theme

_BOX, _GAP, _BETWEEN = 20.0, 5.0, 14.0


class GanttKey(QWidget):
    """Draws a sample and a word for each kind of thing that is to be seen, as many as there is room for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._words = {
            "F": self.tr("forward"),
            "B": self.tr("backward"),
            "bubble": self.tr("bubble"),
            "hop": self.tr("hop"),
            "chunks": self.tr("chunks, later ones fade"),
        }
        self._shown: tuple[str, ...] = ()
        self._chunks = 1
        self.setFont(sized(self.font(), 0.9))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(100, self.fontMetrics().height() + 4)

    def show_kinds(self, *, backward: bool, hops: bool, chunks: int) -> None:
        """Explain these kinds beside forwards and the bubble."""
        others = {"B": backward, "hop": hops, "chunks": chunks > 1}
        shown = tuple(key for key in self._words if others.get(key, True))
        if (shown, chunks) != (self._shown, self._chunks):
            self._shown, self._chunks = shown, chunks
            text = ", ".join(self._words[key] for key in shown)
            self.setAccessibleName(text)
            self.setToolTip(plain_tip(text))
            self.update()

    def texts(self) -> list[str]:
        """Return the words that are shown."""
        return [self._words[key] for key in self._shown]

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, left = QPainter(self), 0.0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for key in self._shown:
            wide = self.fontMetrics().horizontalAdvance(self._words[key])
            if left + _BOX + _GAP + wide > self.width():
                break
            self._sample(painter, key, QRectF(left, self.height() / 2 - 6, _BOX, 12))
            painter.setPen(QColor(self._theme.text))
            room = QRectF(left + _BOX + _GAP, 0, wide + 2, self.height())
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), self._words[key])
            left += _BOX + _GAP + wide + _BETWEEN

    def _sample(self, painter: QPainter, key: str, box: QRectF) -> None:
        theme = self._theme
        fills = look_of(theme, max(self._chunks, 1)).fills
        if key in ("F", "B"):
            fill = fills[key == "B"][0][0]
            painter.fillRect(box, QColor(fill))
            painter.setPen(QColor(readable_on(fill)))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), key)
        elif key == "bubble":
            painter.setPen(line(mixed(theme.faint, theme.card, 0.6), 0.9))
            painter.drawLines(hatching(box, 5.0))
        elif key == "hop":
            painter.setPen(line(theme.communication, 1.5))
            painter.drawLine(QLineF(box.left() + 3, box.top(), box.right() - 3, box.bottom()))
        else:
            each = box.width() / self._chunks
            for chunk, fill in enumerate(fills[0][0]):
                painter.fillRect(QRectF(box.left() + chunk * each, box.top(), each, box.height()), QColor(fill))
