"""The words of vertical marks in rows above a plot, each beside the end of its line: no curve is covered."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.views.widgets.card import plain_tip, sized
from explorer.views.widgets.theme import theme_of

_WIDE, _GAP = 560, 4.0
"""Width in pixels from which on two rows do, and pixels between a word and its line, or the next word."""

Word = tuple[float, str, str]
"""Place in pixels, text and colour."""


class Placed(NamedTuple):
    """A word and its place."""

    word: Word
    row: int
    left: float
    width: float

    def is_clear_of(self, other: Placed) -> bool:
        """Whether the gap to another word is wide enough to tell them apart."""
        first, last = sorted((self, other), key=lambda placed: placed.left)
        return self.row != other.row or first.left + first.width + 2 * _GAP <= last.left


class MarkStrip(QWidget):
    """Draws words right or left of their places, in the first row that has room; the tooltip has them all.

    There is one more row while words have no room in the usual ones. Only other words give it up: their
    places may depend on the height that is left to the plot.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[Word, ...] = ()
        self._more = 0
        self.setFont(sized(self.font(), 0.9))  # as small as the axis's labels, so that more words have room
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, words: Sequence[Word]) -> None:
        """Show words in the place of those before."""
        if tuple(words) != self._words:
            before, texts = [text for _, text, _ in self._words], [text for _, text, _ in words]
            self._words = tuple(words)
            if texts != before:
                self.setAccessibleName("; ".join(texts))
                self.setToolTip(plain_tip("\n".join(texts)))
                self._more = 0
            self._make_room()
            self.update()

    def _make_room(self) -> None:
        self._more = self._more or int(len(self.placed()) < len(self._words))
        if self.sizeHint().height() != self.height():
            self.updateGeometry()

    def placed(self) -> list[Placed]:
        """Return the words that have room, and their places, from left to right."""
        placed: list[Placed] = []
        for word in sorted(self._words):
            at, text, _ = word
            width = self.fontMetrics().horizontalAdvance(text) + 1.0
            most = max(self.width() - width, 0.0)
            beside = [left for left in (at + _GAP, at - _GAP - width) if 0 <= left <= most]
            lefts = beside or [min(max(at - width / 2, 0.0), most)]
            spots = (Placed(word, row, left, width) for row in range(self._rows()) for left in lefts)
            placed += islice((spot for spot in spots if all(map(spot.is_clear_of, placed))), 1)
        return placed

    def _rows(self) -> int:
        return (2 if self.width() >= _WIDE else 3) + self._more

    def _line(self) -> int:
        return self.fontMetrics().height()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self._rows() * self._line() + 2)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, line = QPainter(self), self._line()
        placed, card = self.placed(), QColor(theme_of(self).card)
        for (at, _, colour), row, _, _ in placed:
            painter.setPen(QColor(colour))
            painter.drawLine(QPointF(at, row * line + 0.2 * line), QPointF(at, self.height()))
        for (_, text, colour), row, left, width in placed:
            where = QRectF(left, row * line, width, line)
            painter.fillRect(where.adjusted(-1, 0, 1, 0), card)
            painter.setPen(QColor(colour))
            painter.drawText(where, int(Qt.AlignmentFlag.AlignVCenter), text)
