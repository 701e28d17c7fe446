"""A small table of the designs under load: a row for each, with a sample of its curve and its figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.views.widgets.card import plain_tip, sized
from explorer.views.widgets.key import LineSample
from explorer.views.widgets.painting import LEFT, RIGHT, painter_on
from explorer.views.widgets.theme import theme_of

_SAMPLE, _GAP = 32.0, 6.0
"""Pixels of the sample of a curve with its gap to the name, and least gap between two columns."""
_LEADING = 4
"""Pixels between lines of text, for the rule between two rows."""
_WITH_NOTE = 2
"""Figures shown beside a note: mean and p99 hold whether or not a design fits in memory."""
_SMALL, _SMALLEST = 0.9, 0.85
"""Factors of the font where the figures have no room in the usual one; smaller ones could not be read."""


@dataclass(frozen=True)
class LoadRow:
    """A design: its name, the look of its curve, its figures, and whether it is the best.

    Where a note says why it cannot run, the note replaces all figures but the first two.
    """

    name: str
    colour: str
    marker: str
    cells: tuple[str, ...]
    best: bool
    note: str = ""

    def figures(self) -> tuple[str, ...]:
        """Return the figures that are shown."""
        return self.cells[:_WITH_NOTE] if self.note else self.cells


class LoadTable(QWidget):
    """Draws column titles and three rows, always of one height; ``usual`` holds a usual widest figure per column."""

    def __init__(self, usual: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self._usual = usual
        self._heads: list[str] = []
        self.rows: list[LoadRow] = []
        self.setFont(sized(self.font(), 0.9))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, 4 * self._line())

    def _line(self) -> int:
        return self.fontMetrics().height() + _LEADING

    def show_rows(self, heads: list[str], rows: list[LoadRow], tooltip: str) -> None:
        """Show the titles of columns, rows, and a tooltip of several lines."""
        if (heads, rows) != (self._heads, self.rows):
            self._heads, self.rows = heads, rows
            self.setAccessibleName("; ".join(self.texts()))
            self.update()
        self.setToolTip(plain_tip(tooltip))

    def texts(self) -> list[str]:
        """Return each row as one line of titles and figures."""
        return [
            f"{row.name}: "
            + ", ".join(filter(None, [*map(" ".join, zip(self._heads, row.figures(), strict=False)), row.note]))
            for row in self.rows
        ]

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_on(self)
        factor, columns = self.columns()
        painter.setPen(QColor(theme_of(self).faint))
        painter.setFont(sized(self.font(), factor))
        for title, (left, width) in zip(self._heads, columns, strict=True):
            self._write(painter, title, left, width, 0)
        for number, row in enumerate(self.rows, start=1):
            painter.setFont(sized(self.font(), factor, bold=row.best))
            self._draw(painter, row, number * self._line(), columns)

    def columns(self) -> tuple[float, list[tuple[float, float]]]:
        """Return the factor of the font, and left edge and width of each column in pixels.

        The columns are as wide as their usual figures need, whatever the present ones are; where that is too wide, as
        wide as the present ones need; where that is still too wide, the font is smaller.
        """
        present = [row.figures() for row in self.rows]
        usual = [*present, self._usual]
        for factor, figures in ((1.0, usual), (1.0, present), (_SMALL, present), (_SMALLEST, present)):
            name, widths = self._needed(factor, figures)
            gap = (self.width() - name - sum(widths)) / max(len(widths), 1)
            if gap >= _GAP:
                break
        ends = [name + sum(widths[: index + 1]) + gap * (index + 1) for index in range(len(widths))]
        missing = min(gap - _GAP, 0.0)
        return factor, [(end - width - missing, width + missing) for end, width in zip(ends, widths, strict=True)]

    def _needed(self, factor: float, rows: Sequence[tuple[str, ...]]) -> tuple[float, list[float]]:
        """Return the width of the names with their samples, and of each column."""
        plain, bold = (QFontMetricsF(sized(self.font(), factor, bold=heavy)) for heavy in (False, True))
        name = _SAMPLE + max((bold.horizontalAdvance(row.name) for row in self.rows), default=0.0)
        widths = [plain.horizontalAdvance(title) for title in self._heads]
        for row in rows:
            for index, cell in enumerate(row[: len(widths)]):
                widths[index] = max(widths[index], bold.horizontalAdvance(cell))
        return name, [width + 1 for width in widths]

    def _draw(self, painter: QPainter, row: LoadRow, top: float, columns: list[tuple[float, float]]) -> None:
        theme, line = theme_of(self), self._line()
        painter.setPen(QPen(QColor(theme.grid), 1))
        painter.drawLine(QPointF(0, top), QPointF(self.width(), top))
        LineSample(row.colour, row.marker)(painter, QRectF(0, top, _SAMPLE - _GAP, line), theme)
        painter.setPen(QColor(theme.faint if row.note else theme.text))
        painter.drawText(QRectF(_SAMPLE, top, self.width(), line), LEFT, row.name)
        for cell, (left, width) in zip(row.figures(), columns, strict=False):
            self._write(painter, cell, left, width, top)
        if row.note:
            painter.setPen(QColor(theme.text))
            left = sum(columns[_WITH_NOTE - 1]) + _GAP
            self._write(painter, row.note, left, sum(columns[-1]) - left, top)

    def _write(self, painter: QPainter, text: str, left: float, width: float, top: float) -> None:
        elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(width) + 1)
        painter.drawText(QRectF(left, top, width, self._line()), RIGHT, elided)
