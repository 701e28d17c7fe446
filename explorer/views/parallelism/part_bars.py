"""Stacked bars below each other: the parts of a latency, and what idles for it beside them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.views.widgets.card import sized
from explorer.views.widgets.painting import hatching, line, readable_on
from explorer.views.widgets.theme import LIGHT, Theme

SERIAL, COMPUTE, EXCHANGE, HOPS, IDLE = "serial", "compute", "exchange", "hops", "idle"

_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter)
_HIGHEST, _GAP = 30.0, 6.0


@dataclass(frozen=True)
class Bar:
    """One bar: what it is, its parts in seconds from the left, what is written at its end, and whether it is chosen.

    The idle part stands beside the others, not in the total.
    """

    title: str
    parts: tuple[tuple[str, float], ...]
    total: str
    chosen: bool = False


class PartBars(QWidget):
    """Draws the bars, each under its own title, on one scale."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._bars: tuple[Bar, ...] = ()
        self._longest = 0.0
        self.setFont(sized(self.font(), 0.95))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(200, 5 * self.fontMetrics().height())

    def show_bars(self, bars: tuple[Bar, ...], *, still: bool) -> None:
        """Show bars; ``still`` keeps the scale as long as all fits."""
        longest = max((sum(value for _, value in bar.parts) for bar in bars), default=0.0)
        if not still or longest > self._longest:
            self._longest = longest
        if bars != self._bars or not still:
            self._bars = bars
            self.setAccessibleName("; ".join(f"{bar.title}: {bar.total}" for bar in bars))
            self.update()

    def bars(self) -> tuple[Bar, ...]:
        """Return what is shown."""
        return self._bars

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._bars:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = float(self.fontMetrics().height())
        pitch = min(self.height() / len(self._bars), line + _HIGHEST + 10)
        scale = (self.width() - 2) / self._longest if self._longest > 0 else 0.0
        for place, bar in enumerate(self._bars):
            self._draw(painter, bar, QRectF(1, place * pitch, self.width() - 2, pitch), line, scale)

    def _draw(self, painter: QPainter, bar: Bar, room: QRectF, line: float, scale: float) -> None:
        painter.setFont(sized(self.font(), 1.0, bold=bar.chosen))
        painter.setPen(QColor(self._theme.text))
        head = QRectF(room.left(), room.top(), room.width(), line)
        painter.drawText(head, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), bar.total)
        left = head.width() - painter.fontMetrics().horizontalAdvance(bar.total) - _GAP
        title = painter.fontMetrics().elidedText(bar.title, Qt.TextElideMode.ElideRight, int(left))
        painter.drawText(head, _LEFT, title)
        painter.setFont(self.font())
        box = QRectF(room.left(), head.bottom() + 1, 0, max(min(room.height() - line - 8, _HIGHEST), 5.0))
        for key, value in bar.parts:
            box.setWidth(value * scale)
            if value > 0:
                self._fill(painter, key, box, value)
            box.moveLeft(box.left() + value * scale)

    def _fill(self, painter: QPainter, key: str, where: QRectF, value: float) -> None:
        fill(painter, key, where, self._theme)
        metrics, text = QFontMetricsF(self.font()), formatting.short_seconds(value)
        if key != HOPS and metrics.horizontalAdvance(text) + 8 < where.width() and where.height() >= metrics.height():
            painter.setPen(QColor(self._theme.text if key == IDLE else readable_on(_ground(key, self._theme))))
            if key == IDLE:
                width = metrics.horizontalAdvance(text) + 6
                back = QRectF(where.center().x() - width / 2, where.top() + 2, width, where.height() - 4)
                painter.fillRect(back, QColor(self._theme.card))
            painter.drawText(where, _MIDDLE, text)


def _ground(key: str, theme: Theme) -> str:
    """Return the colour of a part."""
    return {
        SERIAL: theme.faint,
        COMPUTE: theme.split,
        EXCHANGE: theme.communication,
        HOPS: theme.communication,
        IDLE: theme.card,
    }[key]


def fill(painter: QPainter, key: str, where: QRectF, theme: Theme) -> None:
    """Fill a part's place: hops are hatched, what idles is an empty frame with hatching."""
    painter.setPen(QPen(QColor(theme.faint if key == IDLE else theme.card), 1))
    painter.setBrush(QColor(_ground(key, theme)))
    painter.drawRect(where)
    if key in (HOPS, IDLE):
        painter.setPen(line(theme.card if key == HOPS else theme.faint, 1.2 if key == HOPS else 0.9))
        painter.drawLines(hatching(where, 5.0))
