"""Horizontal bars of times below each other, each stacked from pieces, on one scale from zero."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.views.widgets.card import sized
from explorer.views.widgets.painting import CENTRE, LEFT, RIGHT, Fill, draw_fill, line, mixed, painter_on, readable_on
from explorer.views.widgets.theme import Theme, Themed

_HIGHEST, _HIGHEST_BELOW_TITLE = 46.0, 30.0
"""Pixels: a few bars in a tall panel stay bars."""
_LOWEST = 5.0
"""Pixels that a bar keeps of a row with hardly any room: hatching still differs from a fill."""
_APART = 6.0
"""Pixels between bars, and between a bar and its words."""
_PALE = 0.35
"""Share of the colour of what the clock has not reached: in sight, and plainly not there yet."""


@dataclass(frozen=True)
class BarPiece:
    """A piece of a bar: the key of its fill, its seconds, and a text that is written into it where it fits."""

    key: str
    seconds: float
    text: str = ""


@dataclass(frozen=True)
class StackedBar:
    """A bar: its title, its pieces from the left, what is written at its end; bold, and in the colour of what pays."""

    title: str
    pieces: tuple[BarPiece, ...]
    total: str
    bold: bool = False
    pays: bool = False

    @property
    def seconds(self) -> float:
        """The length of the bar."""
        return sum(piece.seconds for piece in self.pieces)


@dataclass(frozen=True)
class UprightLine:
    """A dashed line through all bars at a time, in the colour of a key; a head tells it from the clock."""

    seconds: float
    key: str
    head: bool = False


class StackedBars(Themed, QWidget):
    """Draws bars, titles beside or above them; up to the clock, where there is one, in full colour.

    ``fills`` returns the fill of a key, ``usual`` has as wide a title and total as there usually are: bars keep their
    place as long as those that are shown are no wider.

    Signals
    -------
    hovered : index of the bar that the mouse is over, or None.
    """

    hovered = Signal(object)

    def __init__(
        self,
        fills: Callable[[str, Theme], Fill],
        parent: QWidget | None = None,
        *,
        usual: tuple[str, str] = ("", ""),
        titles_above: bool = False,
    ) -> None:
        super().__init__(parent)
        self._fills, self._usual, self._titles_above = fills, usual, titles_above
        self._bars: tuple[StackedBar, ...] = ()
        self._lines: tuple[UprightLine, ...] = ()
        self._longest = 0.0
        self._clock: float | None = None
        self._over: int | None = None
        self.setFont(sized(self.font(), 0.95))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(220, 6 * self.fontMetrics().height())

    def show_bars(
        self, bars: Sequence[StackedBar], lines: Sequence[UprightLine] = (), *, keep_ranges: bool = False
    ) -> None:
        """Show bars and lines; ``keep_ranges`` keeps the scale as long as all fits."""
        longest = max([*(bar.seconds for bar in bars), *(upright.seconds for upright in lines)], default=0.0)
        if not keep_ranges or longest > self._longest:
            self._longest = longest
        self._bars, self._lines, self._over = tuple(bars), tuple(lines), None
        self.setAccessibleName("; ".join(f"{bar.title}: {bar.total}" for bar in bars))
        self.update()

    def show_clock(self, seconds: float | None) -> None:
        """Draw what comes after a time pale, and the time as a line through all bars."""
        self._clock = seconds
        self.update()

    def bars(self) -> tuple[StackedBar, ...]:
        """Return the bars."""
        return self._bars

    def lines(self) -> tuple[UprightLine, ...]:
        """Return the lines through all bars."""
        return self._lines

    def clock(self) -> float | None:
        """Return the time of the clock."""
        return self._clock

    # Geometry

    def x_of(self, seconds: float) -> float:
        """Return where a time is drawn, in pixels from the left."""
        left, right = self._ends()
        return left + (right - left) * seconds / self._longest if self._longest > 0 else left

    def _ends(self) -> tuple[float, float]:
        """Return where bars begin and where the longest ends."""
        if self._titles_above:
            return 1.0, self.width() - 1.0
        metrics = QFontMetricsF(sized(self.font(), 1.0, bold=True))
        titles = max(map(metrics.horizontalAdvance, (self._usual[0], *(bar.title for bar in self._bars))))
        totals = max(map(metrics.horizontalAdvance, (self._usual[1], *(bar.total for bar in self._bars))))
        left = titles + _APART
        return left, max(self.width() - totals - 2 * _APART, left + 40)  # 40: a bar in the narrowest panel

    def row(self, index: int) -> QRectF:
        """Return the room of a bar with its words."""
        above = self.fontMetrics().height() if self._titles_above else 0
        highest = (_HIGHEST_BELOW_TITLE if self._titles_above else _HIGHEST) + above + _APART
        height = min(self.height() / max(len(self._bars), 1), highest)
        return QRectF(0.0, index * height, self.width(), height)

    def boxes(self) -> list[tuple[BarPiece, QRectF]]:
        """Return where the pieces are drawn, those that take no time left out."""
        return [box for index, bar in enumerate(self._bars) for box in self._boxes_of(bar, self.row(index))]

    def _boxes_of(self, bar: StackedBar, row: QRectF) -> list[tuple[BarPiece, QRectF]]:
        top = row.top() + (self.fontMetrics().height() + 1 if self._titles_above else _APART / 2)
        below = _APART if self._titles_above else _APART / 2
        height = max(row.bottom() - below - top, _LOWEST)
        boxes, start = [], 0.0
        for piece in bar.pieces:
            left, right = self.x_of(start), self.x_of(start + piece.seconds)
            start += piece.seconds
            if piece.seconds > 0:
                hair = 1.0 if right - left > 4 else 0.0  # of the card, which keeps neighbours apart
                boxes.append((piece, QRectF(left, top, right - left - hair, height)))
        return boxes

    # What is drawn

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_on(self)
        for piece, box in self.boxes():
            self._draw_piece(painter, piece, box)
        for upright in self._lines:
            colour, bottom = self._fills(upright.key, self.theme).colour, self.row(len(self._bars)).top()
            draw_upright(painter, self.x_of(upright.seconds), 0.0, bottom, colour, head=upright.head)
        for index, bar in enumerate(self._bars):
            painter.setFont(sized(self.font(), 1.0, bold=bar.bold))
            (self._write_above if self._titles_above else self._write_beside)(painter, bar, self.row(index))
        if self._clock is not None and self._bars:
            painter.setPen(line(self.theme.text, 1.6))
            painter.drawLine(QLineF(self.x_of(self._clock), 0, self.x_of(self._clock), self.height()))

    def _draw_piece(self, painter: QPainter, piece: BarPiece, box: QRectF) -> None:
        """Draw a piece in two where the clock is in its midst: a picture of lines knows no clipping."""
        theme = self.theme
        fill = self._fills(piece.key, theme)
        reached = box.right() if self._clock is None else min(max(self.x_of(self._clock), box.left()), box.right())
        pale = replace(fill, colour=mixed(fill.colour, theme.card, _PALE).name())
        for left, right, part in ((box.left(), reached, fill), (reached, box.right(), pale)):
            if right > left:
                draw_fill(painter, QRectF(left, box.top(), right - left, box.height()), part, origin=box.left())
        metrics = QFontMetricsF(self.font())
        width = metrics.horizontalAdvance(piece.text) + _APART
        if not piece.text or width >= box.width() or metrics.height() > box.height():
            return
        if fill.hatching:
            ground = QRectF(box.center().x() - width / 2, box.top() + 2, width, box.height() - 4)
            painter.fillRect(ground, QColor(theme.card))
        painter.setFont(self.font())
        painter.setPen(QColor(theme.text if fill.hatching else readable_on(fill.colour)))
        painter.drawText(box, CENTRE, piece.text)

    def _write_beside(self, painter: QPainter, bar: StackedBar, row: QRectF) -> None:
        painter.setPen(QColor(self.theme.text))
        painter.drawText(QRectF(0, row.top(), self._ends()[0] - _APART, row.height()), RIGHT, bar.title)
        painter.setPen(QColor(self.theme.pays if bar.pays else self.theme.text))
        width = QFontMetricsF(painter.font()).horizontalAdvance(bar.total) + 2
        room = QRectF(self.x_of(bar.seconds) + _APART, row.top(), width, row.height())
        for x in sorted(self.x_of(upright.seconds) for upright in self._lines):
            if room.left() - 4 < x < room.right() + 4:  # the width of a head on both sides
                room.moveLeft(x + 5)
        painter.drawText(room, LEFT, bar.total)

    def _write_above(self, painter: QPainter, bar: StackedBar, row: QRectF) -> None:
        painter.setPen(QColor(self.theme.text))
        head = QRectF(1, row.top(), row.width() - 2, self.fontMetrics().height())
        painter.drawText(head, RIGHT, bar.total)
        metrics = QFontMetricsF(painter.font())
        room = head.width() - metrics.horizontalAdvance(bar.total) - _APART
        painter.drawText(head, LEFT, metrics.elidedText(bar.title, Qt.TextElideMode.ElideRight, room))

    # What the mouse is over

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(event.position().y())

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(None)

    def _point(self, y: float | None) -> None:
        height = self.row(0).height()
        index = int(y // height) if y is not None and 0 <= y < height * len(self._bars) else None
        if index != self._over:
            self._over = index
            self.hovered.emit(index)


def draw_upright(painter: QPainter, x: float, top: float, bottom: float, colour: str, *, head: bool) -> None:
    """Draw a dashed upright line, with a head that tells it from the clock."""
    painter.setPen(line(colour, 1.6, Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(x, top, x, bottom))
    if head:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawPolygon([QPointF(x - 4, top), QPointF(x + 4, top), QPointF(x, top + 6)])
