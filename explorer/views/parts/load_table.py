"""The designs under load as a small table: a row for each, with the line that its curve has, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.views.parts.card import plain_tip, sized
from explorer.views.parts.marked_legend import draw_sample
from explorer.views.parts.theme import LIGHT, Theme

_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_SAMPLE, _GAP = 32.0, 6.0


@dataclass(frozen=True)
class Row:
    """A design: its name, the look of its curve, its figures, whether it is the best."""

    name: str
    colour: str
    marker: str
    cells: tuple[str, ...]
    best: bool


class LoadTable(QWidget):
    """Draws a head and three rows in a room that never changes; ``usual`` has as wide a figure as each column has."""

    def __init__(self, usual: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._usual = LIGHT, tuple(usual)
        self._head: tuple[str, ...] = ()
        self._told = ""
        self._rows: tuple[Row, ...] = ()
        self.setFont(sized(self.font(), 0.9))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, 4 * self._line())

    def _line(self) -> int:
        return self.fontMetrics().height() + 4

    def show_rows(self, head: Sequence[str], rows: Sequence[Row], told: str) -> None:
        """Show titles and rows; ``told`` is what the tooltip says of them."""
        if (tuple(head), tuple(rows)) != (self._head, self._rows):
            self._head, self._rows = tuple(head), tuple(rows)
            self.setAccessibleName("; ".join(self.texts()))
            self.update()
        if told != self._told:
            self._told = told
            self.setToolTip(plain_tip(told))

    def texts(self) -> list[str]:
        """Return each row as one line of title and figure."""
        return [
            f"{row.name}: " + ", ".join(f"{title} {cell}" for title, cell in zip(self._head, row.cells, strict=True))
            for row in self._rows
        ]

    def rows(self) -> tuple[Row, ...]:
        """Return what is shown."""
        return self._rows

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme; those of the rows come with them."""
        self._theme = theme
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self._line()
        columns = self._columns()
        painter.setPen(QColor(self._theme.faint))
        for title, (left, width) in zip(self._head, columns, strict=True):
            self._write(painter, title, QRectF(left, 0, width, line))
        for number, row in enumerate(self._rows, start=1):
            self._draw(painter, row, number * line, columns)

    def _columns(self) -> list[tuple[float, float]]:
        """Return where the columns begin and how wide they are: as their usual figures need, whatever these are."""
        metrics = QFontMetricsF(self._font(True))
        name = _SAMPLE + max((metrics.horizontalAdvance(row.name) for row in self._rows), default=0.0)
        needed = [
            max(metrics.horizontalAdvance(text) for text in (title, usual))
            for title, usual in zip(self._head, self._usual, strict=True)
        ]
        gap = (self.width() - name - sum(needed)) / max(len(needed), 1)
        ends = [name + sum(needed[: place + 1]) + gap * (place + 1) for place in range(len(needed))]
        return [
            (end - width - min(gap - _GAP, 0.0), width + min(gap - _GAP, 0.0))
            for end, width in zip(ends, needed, strict=True)
        ]

    def _draw(self, painter: QPainter, row: Row, top: float, columns: list[tuple[float, float]]) -> None:
        theme, line = self._theme, self._line()
        painter.setPen(QPen(QColor(theme.grid), 1))
        painter.drawLine(QPointF(0, top), QPointF(self.width(), top))
        draw_sample(painter, 0, top + line / 2, (row.name, row.colour, row.marker, Qt.PenStyle.SolidLine), theme.card)
        painter.setFont(self._font(row.best))
        painter.setPen(QColor(theme.text))
        painter.drawText(QRectF(_SAMPLE, top, self.width(), line), _LEFT, row.name)
        for cell, (left, width) in zip(row.cells, columns, strict=True):
            self._write(painter, cell, QRectF(left, top, width, line))
        painter.setFont(self.font())

    def _font(self, bold: bool) -> QFont:
        return sized(self.font(), 1.0, bold=bold)

    def _write(self, painter: QPainter, text: str, where: QRectF) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(where.width()) + 1)
        painter.drawText(where, _RIGHT, shown)
