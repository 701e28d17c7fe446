"""Stacked bars below each other, one for each number of devices, with its time and speed-up."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.links.by_devices import BYTES, COMPUTE, SERIAL, STARTUP, Row, Rows
from explorer.views.widgets.card import sized
from explorer.views.widgets.theme import LIGHT, Theme

_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter)
_LOWEST, _HIGHEST, _GAP = 15.0, 52.0, 8.0


class DeviceBars(QWidget):
    """Draws the rows. Tells which one the mouse is over (a row, or None)."""

    hovered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._own = LIGHT, 0
        self._rows: Rows | None = None
        self._longest = 0.0
        self._over: Row | None = None
        self.setFont(sized(self.font(), 0.95))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(240, 120)

    def show_rows(self, rows: Rows, own: int, *, still: bool) -> None:
        """Show rows and mark the scenario's N; ``still`` keeps the scale as long as all fits."""
        self._rows, self._own, self._over = rows, own, None
        longest = max(row.total_s for row in rows.rows)
        if not still or longest > self._longest:
            self._longest = longest
        self.update()

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.update()

    def rows(self) -> Rows | None:
        """Return what is shown."""
        return self._rows

    def _pitch(self) -> float:
        count = len(self._rows.rows) if self._rows else 1
        return min(self.height() / max(count, 1), _HIGHEST)

    def _edges(self) -> tuple[float, float]:
        """Return where bars begin, and where the longest ends."""
        metrics = QFontMetricsF(self._bold())
        left = metrics.horizontalAdvance(self.tr("N = 65536")) + _GAP
        right = metrics.horizontalAdvance("888.8 ms  88.888×  " + self.tr("best")) + _GAP
        return left, max(self.width() - right, left + 40)

    def _bold(self) -> QFont:
        return sized(self.font(), 1.0, bold=True)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._rows is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, right = self._edges()
        pitch = self._pitch()
        scale = (right - left) / self._longest if self._longest > 0 else 0.0
        single = self._rows.rows[0]
        painter.setPen(QPen(QColor(self._theme.one), 1.5, Qt.PenStyle.DashLine))
        x = left + single.total_s * scale
        painter.drawLine(QPointF(x, 0), QPointF(x, pitch * len(self._rows.rows)))
        for place, row in enumerate(self._rows.rows):
            self._draw(painter, row, QRectF(left, place * pitch, right - left, pitch), scale)

    def _draw(self, painter: QPainter, row: Row, room: QRectF, scale: float) -> None:
        theme, best = self._theme, self._rows is not None and row is self._rows.best
        own = row.devices == self._own
        painter.setFont(self._bold() if own or best else self.font())
        painter.setPen(QColor(theme.text))
        name = self.tr("N = {devices}").format(devices=row.devices)
        painter.drawText(QRectF(0, room.top(), room.left() - _GAP, room.height()), _RIGHT, name)
        height = min(max(room.height() - 6, _LOWEST), room.height())
        bar = QRectF(room.left(), room.center().y() - height / 2, 0, height)
        for key, value in row.parts():
            bar.setWidth(value * scale)
            if value > 0:
                self._fill(painter, key, row, bar)
            bar.moveLeft(bar.left() + value * scale)
        painter.setFont(self._bold() if own or best else self.font())
        painter.setPen(QColor(theme.pays if best and row.devices > 1 else theme.text))
        text = f"{formatting.seconds(row.total_s)}  {formatting.ratio(row.speedup)}"
        text = self.tr("{figures}  best").format(figures=text) if best else text
        width = QFontMetricsF(painter.font()).horizontalAdvance(text) + 4
        where = QRectF(bar.left() + _GAP - 2, bar.top(), width, bar.height())
        painter.fillRect(where, QColor(theme.card))  # over the line of one device
        painter.drawText(where.adjusted(2, 0, 2, 0), _LEFT, text)

    def _fill(self, painter: QPainter, key: str, row: Row, where: QRectF) -> None:
        """Fill a part: start-ups and bytes have one colour, as communication, and differ by hatching."""
        fill, hatched = part_look(key, row.devices == 1, self._theme)
        painter.setPen(QPen(QColor(self._theme.card), 1))
        painter.setBrush(QColor(fill))
        painter.drawRect(where)
        if hatched:
            painter.setBrush(QColor(self._theme.card))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.save()
            painter.setClipRect(where)
            painter.setPen(QPen(QColor(self._theme.card), 1.6))
            step, x = 6.0, where.left() - where.height()
            while x < where.right():
                painter.drawLine(QPointF(x, where.bottom()), QPointF(x + where.height(), where.top()))
                x += step
            painter.restore()
        metrics = QFontMetricsF(self.font())
        text = formatting.short_seconds(dict(row.parts())[key])
        if not hatched and metrics.horizontalAdvance(text) + 6 < where.width() and where.height() >= metrics.height():
            painter.setFont(self.font())
            painter.setPen(QColor("#ffffff" if self._theme.name != "dark" else "#10151b"))
            painter.drawText(where, _MIDDLE, text)

    def row_at(self, y: float) -> Row | None:
        """Return the row at a height."""
        if self._rows is None:
            return None
        place = int(y // max(self._pitch(), 1.0))
        return self._rows.rows[place] if 0 <= place < len(self._rows.rows) else None

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self.row_at(event.position().y())
        if over is not self._over:
            self._over = over
            self.hovered.emit(over)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._over = None
        self.hovered.emit(None)


def part_look(key: str, single: bool, theme: Theme) -> tuple[str, bool]:
    """Return the colour of a part and whether it is hatched."""
    colours = {
        SERIAL: theme.faint,
        COMPUTE: theme.one if single else theme.split,
        STARTUP: theme.communication,
        BYTES: theme.communication,
    }
    return colours[key], key == STARTUP
