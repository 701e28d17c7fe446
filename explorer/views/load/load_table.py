"""The designs under load as a small table: a row for each, with the line that its curve has, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.views.widgets.card import plain_tip, sized
from explorer.views.widgets.key import LineSample
from explorer.views.widgets.painting import LEFT, RIGHT
from explorer.views.widgets.theme import theme_of

_SAMPLE, _GAP = 32.0, 6.0
_TIMES = 2
"""Figures that stand beside a note."""
_SMALL = 0.9
"""Of the font, where the figures have no room in it."""


@dataclass(frozen=True)
class Row:
    """A design: its name, the look of its curve, its figures, whether it is the best.

    Where a note says why it cannot run, the note stands in the place of all figures but the first ones.
    """

    name: str
    colour: str
    marker: str
    cells: tuple[str, ...]
    best: bool
    note: str = ""


class LoadTable(QWidget):
    """Draws a head and three rows in a room that never changes; ``usual`` has as wide a figure as each column has."""

    def __init__(self, usual: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._usual = tuple(usual)
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
        return [f"{row.name}: " + ", ".join(self._told_of(row)) for row in self._rows]

    def _told_of(self, row: Row) -> list[str]:
        told = [f"{title} {cell}" for title, cell in zip(self._head, row.cells, strict=True)]
        return [*told[:_TIMES], row.note] if row.note else told

    def rows(self) -> tuple[Row, ...]:
        """Return what is shown."""
        return self._rows

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self._line()
        factor, columns = self.columns()
        painter.setPen(QColor(theme_of(self).faint))
        painter.setFont(sized(self.font(), factor))
        for title, (left, width) in zip(self._head, columns, strict=True):
            self._write(painter, title, QRectF(left, 0, width, line))
        for number, row in enumerate(self._rows, start=1):
            painter.setFont(sized(self.font(), factor, bold=row.best))
            self._draw(painter, row, number * line, columns)

    def columns(self) -> tuple[float, list[tuple[float, float]]]:
        """Return the factor of the font, and where the columns begin and how wide they are.

        They are as wide as their usual figures need, whatever these are; where that is too much, as what is there
        needs, and at last in a smaller font.
        """
        there = [tuple(row.cells[: _TIMES if row.note else None]) for row in self._rows]
        usual = [*there, self._usual]
        for factor, texts in ((1.0, usual), (1.0, there), (_SMALL, there)):
            name, needed = self._needed(factor, texts)
            gap = (self.width() - name - sum(needed)) / max(len(needed), 1)
            if gap >= _GAP:
                break
        ends = [name + sum(needed[: place + 1]) + gap * (place + 1) for place in range(len(needed))]
        less = min(gap - _GAP, 0.0)
        return factor, [(end - width - less, width + less) for end, width in zip(ends, needed, strict=True)]

    def _needed(self, factor: float, rows: Sequence[tuple[str, ...]]) -> tuple[float, list[float]]:
        """Return the room of the names with their samples, and of each column."""
        plain, bold = (QFontMetricsF(sized(self.font(), factor, bold=heavy)) for heavy in (False, True))
        name = _SAMPLE + max((bold.horizontalAdvance(row.name) for row in self._rows), default=0.0)
        needed = [plain.horizontalAdvance(title) for title in self._head]
        for row in rows:
            for place, cell in enumerate(row[: len(needed)]):
                needed[place] = max(needed[place], bold.horizontalAdvance(cell))
        return name, [width + 1 for width in needed]

    def _draw(self, painter: QPainter, row: Row, top: float, columns: list[tuple[float, float]]) -> None:
        theme, line = theme_of(self), self._line()
        painter.setPen(QPen(QColor(theme.grid), 1))
        painter.drawLine(QPointF(0, top), QPointF(self.width(), top))
        LineSample(row.colour, row.marker)(painter, QRectF(0, top, _SAMPLE - _GAP, line), theme)
        painter.setPen(QColor(theme.faint if row.note else theme.text))
        painter.drawText(QRectF(_SAMPLE, top, self.width(), line), LEFT, row.name)
        shown = row.cells[:_TIMES] if row.note else row.cells
        for cell, (left, width) in zip(shown, columns, strict=False):
            self._write(painter, cell, QRectF(left, top, width, line))
        if row.note:
            painter.setPen(QColor(theme.text))
            left = sum(columns[_TIMES - 1]) + _GAP
            self._write(painter, row.note, QRectF(left, top, sum(columns[-1]) - left, line))

    def _write(self, painter: QPainter, text: str, where: QRectF) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(where.width()) + 1)
        painter.drawText(where, RIGHT, shown)
