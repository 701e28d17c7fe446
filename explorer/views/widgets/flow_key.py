"""A key to symbols or fills that flows into as many lines as its width asks for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.views.widgets.card import sized
from explorer.views.widgets.theme import LIGHT, Theme

Draw = Callable[[QPainter, str, QRectF, Theme], None]

_SAMPLE, _GAP, _BETWEEN = 18.0, 5.0, 14.0


class FlowKey(QWidget):
    """Draws a sample of each key with its word; ``draw``, or :meth:`sample` of a subclass, fills its place."""

    def __init__(self, words: dict[str, str], draw: Draw | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._words, self._draw = LIGHT, words, draw
        self.setFont(sized(self.font(), 0.9))
        self.setAccessibleName(", ".join(words.values()))
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @override
    def sizeHint(self) -> QSize:
        return QSize(100, self.heightForWidth(max(self.width(), 100)))

    @override
    def heightForWidth(self, width: int) -> int:
        return len(self._lines(width)) * self._pitch()

    def _pitch(self) -> int:
        return self.fontMetrics().height() + 4

    def _needed(self, text: str) -> float:
        return _SAMPLE + _GAP + self.fontMetrics().horizontalAdvance(text) + _BETWEEN

    def _lines(self, width: int) -> list[list[str]]:
        lines: list[list[str]] = [[]]
        used = 0.0
        for key, text in self._words.items():
            needed = self._needed(text)
            if used + needed - _BETWEEN > width and lines[-1]:
                lines.append([])
                used = 0.0
            lines[-1].append(key)
            used += needed
        return lines

    def show_words(self, words: dict[str, str]) -> None:
        """Explain other keys from now on."""
        if words != self._words:
            self._words = words
            self.setAccessibleName(", ".join(words.values()))
            self.updateGeometry()
        self.update()

    def texts(self) -> list[str]:
        """Return the words that are shown."""
        return list(self._words.values())

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.update()

    def sample(self, painter: QPainter, key: str, where: QRectF, theme: Theme) -> None:
        """Fill the place of a sample."""
        if self._draw is not None:
            self._draw(painter, key, where, theme)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pitch = float(self._pitch())
        for number, keys in enumerate(self._lines(self.width())):
            left, middle = 0.0, (number + 0.5) * pitch
            for key in keys:
                self.sample(painter, key, QRectF(left, middle - 6, _SAMPLE, 12), self._theme)
                painter.setPen(QColor(self._theme.text))
                room = QRectF(left + _SAMPLE + _GAP, middle - pitch / 2, self._needed(self._words[key]), pitch)
                painter.drawText(
                    room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), self._words[key]
                )
                left += self._needed(self._words[key])
