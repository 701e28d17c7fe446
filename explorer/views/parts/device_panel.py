"""T_N and speed-up against the number of devices, as stacked bars."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer import link_devices, link_numbers
from explorer.link_devices import BYTES, COMPUTE, SERIAL, STARTUP, Row
from explorer.outcome import Outcome
from explorer.views.parts.card import sized
from explorer.views.parts.device_bars import DeviceBars, part_look
from explorer.views.parts.link_panel import LinkPanel
from explorer.views.parts.theme import LIGHT, Theme


class _Key(QWidget):
    """Says what the parts of a bar are."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.setFont(sized(self.font(), 0.9))
        self._words = {
            SERIAL: self.tr("S + ΔS"),
            COMPUTE: self.tr("compute"),
            STARTUP: self.tr("start-ups"),
            BYTES: self.tr("bytes"),
        }
        self.setAccessibleName(", ".join(self._words.values()))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(100, self.fontMetrics().height() + 6)

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, left = QPainter(self), 0.0
        for key, text in self._words.items():
            colour, hatched = part_look(key, False, self._theme)
            box = QRectF(left, self.height() / 2 - 5, 18, 10)
            painter.fillRect(box, QColor(colour))
            if hatched:
                painter.fillRect(box, QBrush(QColor(self._theme.card), Qt.BrushStyle.BDiagPattern))
            painter.setPen(QColor(self._theme.text))
            width = self.fontMetrics().horizontalAdvance(text)
            painter.drawText(QRectF(left + 24, 0, width + 2, self.height()), int(Qt.AlignmentFlag.AlignVCenter), text)
            left += 24 + width + 18
        painter.setPen(QPen(QColor(self._theme.one), 1.5, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(left, self.height() / 2), QPointF(left + 18, self.height() / 2))
        painter.setPen(QColor(self._theme.text))
        room = QRectF(left + 24, 0, max(self.width() - left - 24, 0), self.height())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), self.tr("one device"))


class DevicePanel(LinkPanel):
    """Bars for each N that has figures, the best marked, and in words which part wins."""

    name = "link_devices"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Time and speed-up against N"), 4, parent)
        self.bars = DeviceBars(self)
        self.bars.setAccessibleName(self.title.whole())
        self._key = _Key(self)
        self.body.addWidget(self._key)
        self.body.addWidget(self.bars, 1)
        self.bars.hovered.connect(self._read)

    @override
    def show_outcome(self, outcome: Outcome, *, still: bool) -> None:
        super().show_outcome(outcome, still=still)
        self.bars.show_rows(link_devices.rows(outcome), outcome.scenario.devices, still=still)
        self._read(None)

    def _read(self, row: Row | None) -> None:
        found = self.bars.rows()
        if found is None or self.outcome is None:
            return
        self.say(link_devices.told(found, self.outcome) if row is None else [link_devices.row_told(row)])

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return True  # one device always has its time

    @override
    def numbers(self) -> str:
        found = self.bars.rows()
        return "" if found is None else link_numbers.devices_csv(found)

    @override
    def show_theme(self, theme: Theme) -> None:
        super().show_theme(theme)
        self.bars.show_theme(theme)
        self._key.show_theme(theme)
