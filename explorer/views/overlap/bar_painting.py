"""How bars of times are drawn: the colours of the plots, hidden communication hatched, words where they fit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from explorer.answers.formatting import seconds, short_seconds
from explorer.answers.overlap.bars import ONE, Bar, Segment, SegmentKind
from explorer.views.charts.items import anchor
from explorer.views.widgets.painting import CENTRE, LEFT, RIGHT, fitting, hatching, line, mixed, readable_on, told_in
from explorer.views.widgets.theme import Theme

_SYMBOLS = {SegmentKind.SERIAL: "S", SegmentKind.EXTRA: "ΔS"}
_FILLED, _THICKEST = 0.74, 44.0
"""Share of its row that a bar fills, so that bars stay apart, and the most pixels: a thicker one is no bar."""
_UPPER = 0.54
"""Share of a bar of two lanes for compute, a little more than for the communication below it, which it hides."""
_PAD = 4.0
"""Pixels between words and the edges of what they stand in or beside."""
_THIN = 8.0
"""Pixels below which a piece is drawn again over the bound's line, which would swallow it."""
_HIDDEN = 0.22
"""Share of the colour of hidden communication in the ground of its hatching: lines and words stand out on it."""

# Most times are the same from one drag step to the next, and writing them takes a tenth of it.
_padded = lru_cache(maxsize=256)(seconds)
_short = lru_cache(maxsize=256)(short_seconds)


def total(bar: Bar) -> str:
    """Return what stands at the end of a bar."""
    return _padded(bar.end)


@dataclass(frozen=True)
class BarGeometry:
    """Pixels of the painted area: times from ``left`` on, ``scale`` pixels a second; rows between top and bottom."""

    left: float
    scale: float
    right: float
    top: float
    bottom: float
    pitch: float

    def x(self, time: float) -> float:
        """Return where a time stands."""
        return self.left + time * self.scale

    def row(self, number: int) -> QRectF:
        """Return the row of a bar, as high as the bar is."""
        height = max(round(min(self.pitch * _FILLED, _THICKEST)), 2)
        top = round(self.top + self.pitch * (number + 0.5) - height / 2)
        return QRectF(self.left, top, self.right - self.left, height)

    def segment(self, number: int, bar: Bar, segment: Segment) -> QRectF:
        """Return where a segment stands; at least a pixel wide, so that nothing that takes time is out of sight."""
        row = self.row(number)
        left, right = self.x(segment.start), self.x(segment.stop)
        made = QRectF(left, row.top(), max(right - left, 1.0), row.height())
        if bar.lanes == 1:
            return made
        upper = round(row.height() * _UPPER)
        if segment.lane == 0:
            made.setHeight(upper - 1)
        else:
            made.setTop(row.top() + upper)
        return made


class OverlapPainter:
    """One pass over the painted area. Words come in the window's language."""

    def __init__(self, painter: QPainter, theme: Theme, geometry: BarGeometry, words: dict[str, str]) -> None:
        self._painter, self._theme, self._geometry, self._words = painter, theme, geometry, words
        self._metrics = QFontMetricsF(painter.font())
        self._fills = {
            SegmentKind.SERIAL: mixed(theme.one, theme.card, 0.72),
            SegmentKind.EXTRA: mixed(theme.one, theme.card, 0.32),
            SegmentKind.COMPUTE: QColor(theme.split),
            SegmentKind.COMMUNICATION: QColor(theme.communication),
        }

    def bars(self, bars: tuple[Bar, ...], labels: tuple[str, ...], bound: float) -> None:
        """Draw the segments, the bound across them, and the words over both."""
        painter, geometry = self._painter, self._geometry
        pieces = [
            (bar, segment, geometry.segment(row, bar, segment))
            for row, bar in enumerate(bars)
            for segment in bar.segments
        ]
        for bar, segment, area in pieces:
            self._piece(bar, segment, area)
        self._bound(bound)
        for bar, segment, area in pieces:
            if area.width() < _THIN:  # the line must not swallow it
                self._piece(bar, segment, area)
        for bar, segment, area in pieces:
            if segment.lane:
                self._communication(segment, area)
            else:
                self._inside(area, self._texts(segment), self._fill(bar, segment).name())
        painter.setPen(QColor(self._theme.text))
        for row, text in enumerate(labels):
            area = geometry.row(row)
            room = geometry.left - 2 * _PAD
            fitted = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            height = max(area.height(), self._metrics.height())
            painter.drawText(QRectF(0, area.center().y() - height / 2, room, height), RIGHT, fitted)

    def _fill(self, bar: Bar, segment: Segment) -> QColor:
        if segment.kind is SegmentKind.COMPUTE and bar.key == ONE:
            return QColor(self._theme.one)
        return self._fills[segment.kind]

    def _piece(self, bar: Bar, segment: Segment, area: QRectF) -> None:
        """Fill a segment; a hair of the card keeps neighbours apart."""
        painter, piece = self._painter, QRectF(area)
        if area.width() > 4:
            piece.setRight(area.right() - 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._fill(bar, segment))
        if segment.hidden is None:
            painter.drawRect(piece)
            return
        end = min(max(self._geometry.x(segment.hidden[1]), piece.left()), piece.right())
        if piece.right() - end > 0.5:
            painter.drawRect(QRectF(end, piece.top(), piece.right() - end, piece.height()))
        self._hatched(QRectF(piece.left(), piece.top(), max(end - piece.left(), 1.0), piece.height()))

    def _hatched(self, area: QRectF) -> None:
        painter, colour = self._painter, self._theme.communication
        painter.setBrush(mixed(colour, self._theme.card, _HIDDEN))
        painter.drawRect(area)
        painter.setPen(line(colour, 1.3))
        painter.drawLines(hatching(area))
        if area.width() > 3:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setPen(Qt.PenStyle.NoPen)

    def _bound(self, bound: float) -> None:
        """Draw the dashed line, on a light one that keeps it in sight over the bars."""
        painter, geometry = self._painter, self._geometry
        upright = QLineF(geometry.x(bound), geometry.top - 1, geometry.x(bound), geometry.bottom)
        painter.setPen(line(self._theme.card, 3.2))  # wider than the dashes by a hair on both sides
        painter.drawLine(upright)
        painter.setPen(line(self._theme.bound, 1.8, Qt.PenStyle.DashLine))
        painter.drawLine(upright)
        self._bound_at = upright.x1()

    def _texts(self, segment: Segment) -> tuple[str, ...]:
        time = _short(segment.seconds)
        symbol = _SYMBOLS.get(segment.kind)
        return (f"{symbol} {time}", symbol) if symbol else (self._words[segment.kind].format(time=time), time)

    def _inside(self, area: QRectF, texts: tuple[str, ...], fill: str, *, ground: QColor | None = None) -> str:
        """Write the longest text that fits into an area, beside the bound line where that crosses it."""
        if area.height() < self._metrics.height() - 2:
            return ""
        parts = [area]
        if area.left() < self._bound_at < area.right():
            parts = [QRectF(area), QRectF(area)]
            parts[0].setRight(self._bound_at)
            parts[1].setLeft(self._bound_at)
        widest = max(parts, key=QRectF.width)
        fitted = fitting(self._metrics, texts, widest.width() - 2 * _PAD)
        if fitted:
            if ground is not None:
                self._backed(widest, fitted, ground)
            self._painter.setPen(QColor(readable_on(fill)))
            high = widest.adjusted(0, -2, 0, 3)  # a low piece does not cut its letters
            self._painter.drawText(high, CENTRE, fitted)
        return fitted

    def _backed(self, area: QRectF, text: str, ground: QColor) -> None:
        """Lay a plain ground under a text that stands over lines."""
        width, height = self._metrics.horizontalAdvance(text) + 6, min(self._metrics.height(), area.height() - 2)
        middle = area.center()
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(ground)
        self._painter.drawRect(QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height))

    def _communication(self, segment: Segment, area: QRectF) -> None:
        """Write what communication takes: into what is hidden and what sticks out, or else beside the piece."""
        if area.height() < self._metrics.height() - 2:
            return
        words, time = self._words, _short(segment.seconds)
        texts = (words["communication"].format(time=time), time)
        if segment.hidden is None:
            if not self._inside(area, texts, self._theme.communication):
                self._beside(area, texts)
            return
        hidden, wholly = _short(segment.hidden_s), segment.hidden_s >= segment.seconds
        edge = min(self._geometry.x(segment.hidden[1]), area.right())
        under, out = QRectF(area), QRectF(area)
        under.setRight(edge)
        out.setLeft(edge)
        ground = mixed(self._theme.communication, self._theme.card, _HIDDEN)
        written = self._inside(under, (words["hidden"].format(time=hidden), hidden), ground.name(), ground=ground)
        exposed = _short(segment.seconds - segment.hidden_s)
        written += self._inside(out, (words["exposed"].format(time=exposed), exposed), self._theme.communication)
        if not written:
            first = words["wholly" if wholly else "partly"].format(time=time, hidden=hidden)
            self._beside(area, (first, *texts))

    def _beside(self, area: QRectF, texts: tuple[str, ...]) -> None:
        """Write beside a piece that is too small: to its left, under compute, or else to its right."""
        geometry, painter = self._geometry, self._painter
        painter.setPen(QColor(self._theme.text))
        fitted = fitting(self._metrics, texts, area.left() - geometry.left - 2 * _PAD)
        if fitted:
            room = QRectF(geometry.left, area.top() - 2, area.left() - geometry.left - _PAD, area.height() + 4)
            painter.drawText(room, RIGHT, fitted)

    def totals(self, bars: tuple[Bar, ...]) -> None:
        """Write each bar's time at its end."""
        for row, bar in enumerate(bars):
            area, text = self._geometry.row(row), total(bar)
            width, height = self._metrics.horizontalAdvance(text), self._metrics.height()
            left = self._geometry.x(bar.end) + _PAD
            room = QRectF(left, area.center().y() - height / 2, width + 1, height)
            self._painter.fillRect(room.adjusted(-1, 0, 1, 0), QColor(self._theme.card))
            self._painter.setPen(QColor(self._theme.text))
            self._painter.drawText(room, LEFT, text)

    def pinned(self, bars: tuple[Bar, ...]) -> None:
        """Draw the dotted outline of the pinned scenario's bars; one that goes on to the right stays open there."""
        painter, geometry = self._painter, self._geometry
        painter.setPen(line(self._theme.text, 1.4, Qt.PenStyle.DotLine))
        for row, bar in enumerate(bars):
            area = geometry.row(row).adjusted(0, -2.5, 0, 2.5)  # around the bar, not on its edge
            end = min(geometry.x(bar.end), geometry.right)
            painter.drawLine(QLineF(geometry.left, area.top(), end, area.top()))
            painter.drawLine(QLineF(geometry.left, area.bottom(), end, area.bottom()))
            if geometry.x(bar.end) <= geometry.right:
                painter.drawLine(QLineF(end, area.top(), end, area.bottom()))

    def strip(self, bound: float, text: str, pinned: str) -> None:
        """Write the bound's label above its line, and the pinned scenario's name where there is room beside it."""
        painter, geometry, metrics = self._painter, self._geometry, self._metrics
        width, height = metrics.horizontalAdvance(text), metrics.height()
        room = geometry.right - geometry.left
        at = geometry.x(bound)
        left = at - width * anchor((at - geometry.left) / room, width, room)
        painter.setPen(told_in(self._theme.bound, self._theme))
        painter.drawText(QRectF(left, 0, width + 1, height), LEFT, text)
        if not pinned:
            return
        sample = 22.0
        before, after = left - 3 * _PAD, geometry.right - (left + width + 3 * _PAD)
        start, space = (0.0, before) if before >= after else (left + width + 3 * _PAD, after)
        fitted = metrics.elidedText(pinned, Qt.TextElideMode.ElideRight, space - sample - _PAD)
        painter.setPen(line(self._theme.text, 1.4, Qt.PenStyle.DotLine))
        painter.drawLine(QLineF(start, height / 2, start + sample, height / 2))
        painter.setPen(QColor(self._theme.text))
        painter.drawText(QRectF(start + sample + _PAD, 0, space, height), LEFT, fitted)

    def grip(self, area: QRectF) -> None:
        """Mark the piece as one that can be dragged."""
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(line(self._theme.text, 2))
        self._painter.drawRect(area.adjusted(-1, 0, 0, 0))
