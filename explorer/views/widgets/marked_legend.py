"""A legend with markers: a line, a symbol and a text for each of a few curves, in a room that seldom changes."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.views.widgets.card import plain_tip, sized
from explorer.views.widgets.theme import LIGHT, Theme

_SAMPLE, _GAP = 26, 6
_WIDE = 620

Entry = tuple[str, str, str, Qt.PenStyle]
"""Text, colour, marker (none: empty) and dash of the line."""


def draw_sample(painter: QPainter, left: float, middle: float, entry: Entry, card: str) -> None:
    """Draw the line and the marker of an entry."""
    _, colour, marker, dash = entry
    painter.setPen(pg.mkPen(colour, width=2, style=dash))
    painter.drawLine(QPointF(left, middle), QPointF(left + _SAMPLE, middle))
    if marker:
        painter.save()
        painter.translate(left + _SAMPLE / 2, middle)
        painter.scale(8, 8)
        painter.setPen(pg.mkPen(card, width=1))
        painter.setBrush(QColor(colour))
        painter.drawPath(pg.graphicsItems.ScatterPlotItem.Symbols[marker])
        painter.restore()


class MarkedLegend(QWidget):
    """Draws entries in one column or two, as many as fit into its lines; the tooltip has them all.

    It has ``lines`` lines, and more as there are more entries, up to ``most``.
    """

    def __init__(self, lines: int, parent: QWidget | None = None, *, most: int | None = None) -> None:
        super().__init__(parent)
        self._theme, self._lines, self._most = LIGHT, lines, most or lines
        self._whole = False
        self._entries: tuple[Entry, ...] = ()
        self.setFont(sized(self.font(), 0.9))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show these entries."""
        if tuple(entries) == self._entries:
            return
        self._entries = tuple(entries)
        texts = [text for text, *_ in self._entries]
        self.setAccessibleName("; ".join(texts))
        self.setToolTip(plain_tip("\n".join(texts)))
        self.updateGeometry()
        self.update()

    def holds(self, texts: Sequence[str]) -> bool:
        """Whether texts fit beside each other, in equal columns."""
        widest = max(map(self.fontMetrics().horizontalAdvance, texts), default=0)
        return (widest + _SAMPLE + 3 * _GAP) * len(texts) <= self.width()

    def show_whole(self, whole: bool) -> None:
        """Take as many lines as there are entries, as on paper, where no tooltip has the others."""
        self._whole = whole
        self.updateGeometry()

    def _room(self) -> int:
        most = len(self._entries) if self._whole else self._most
        return max(self._lines, min(len(self._entries), most))

    def texts(self) -> list[str]:
        """Return the texts, those without room included."""
        return [text for text, *_ in self._entries]

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme; those of the entries come with them."""
        self._theme = theme
        self.update()

    def _height(self) -> int:
        return self.fontMetrics().height() + 1

    def _columns(self) -> int:
        """Return into how many columns the entries go: none more than needed, and two at least where it is wide."""
        needed = -(-len(self._entries) // self._room())
        widest = max((self.fontMetrics().horizontalAdvance(text) for text, *_ in self._entries), default=0)
        fitting = self.width() // (widest + _SAMPLE + 3 * _GAP)
        least = 2 if self.width() >= _WIDE or self._room() > self._lines else 1
        return max(min(needed, max(fitting, least)), 1)

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self._room() * self._height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics, height = self.fontMetrics(), self._height()
        columns = self._columns()
        lines = self._room()
        room = lines * columns
        shown = self._entries if len(self._entries) <= room else self._entries[: room - 1]
        width = self.width() / columns
        words = QColor(self._theme.text)
        for place, entry in enumerate(shown):
            column, row = divmod(place, lines)
            left, middle = column * width, (row + 0.5) * height
            draw_sample(painter, left, middle, entry, self._theme.card)
            where = QRectF(left + _SAMPLE + _GAP, middle - height / 2, width - _SAMPLE - 2 * _GAP, height)
            painter.setPen(words)
            text = metrics.elidedText(entry[0], Qt.TextElideMode.ElideRight, int(where.width()))
            painter.drawText(where, int(Qt.AlignmentFlag.AlignVCenter), text)
        if len(shown) < len(self._entries):
            where = QRectF((columns - 1) * width + _SAMPLE + _GAP, (lines - 1) * height, width, height)
            painter.setPen(words)
            more = self.tr("and {count} more").format(count=len(self._entries) - len(shown))
            painter.drawText(where, int(Qt.AlignmentFlag.AlignVCenter), more)
