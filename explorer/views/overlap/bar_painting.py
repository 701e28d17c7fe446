"""How bars of times are drawn: the colours of the plots, hidden communication hatched, words where they fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from explorer.answers.formatting import seconds
from explorer.answers.overlap import words
from explorer.answers.overlap.bars import ONE, Bar, Segment, SegmentKind
from explorer.scenario.sentence import Sentence
from explorer.views.charts.items import anchor
from explorer.views.widgets.painting import CENTRE, LEFT, RIGHT, fitting, hatching, ink_for, line, mixed, readable_on
from explorer.views.widgets.theme import Theme, translated

_FILLED, _THICKEST = 0.74, 44.0
"""Share of its row that a bar fills, so that bars stay apart, and the most pixels: a thicker one is no bar."""
_UPPER = 0.54
"""Share of a bar of two lanes for compute, a little more than for the communication below it, which it hides."""
_PAD = 4.0
"""Pixels between words and the edges of the piece that they are in or beside."""
_THIN = 8.0
"""Pixels below which a piece is drawn again over the bound's line, which would swallow it."""
_HIDDEN = 0.22
"""Share of the colour of hidden communication in the ground of its hatching: lines and words stand out on it."""

# Most times are the same from one drag step to the next, and writing them takes a tenth of it.
_padded = lru_cache(maxsize=256)(seconds)


def total(bar: Bar) -> str:
    """Return the text at the end of a bar."""
    return _padded(bar.end)


@lru_cache(maxsize=256)
def _texts(of: Callable[[Segment], Sequence[Sentence | str]], segment: Segment) -> tuple[str, ...]:
    return tuple(map(translated, of(segment)))


class PlacedSegment(NamedTuple):
    """A segment of a bar, and where it is drawn."""

    bar: Bar
    segment: Segment
    area: QRectF


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
        """Return the x of a time."""
        return self.left + time * self.scale

    def row(self, number: int) -> QRectF:
        """Return the row of a bar, as high as the bar is."""
        height = max(round(min(self.pitch * _FILLED, _THICKEST)), 2)
        top = round(self.top + self.pitch * (number + 0.5) - height / 2)
        return QRectF(self.left, top, self.right - self.left, height)

    def segment(self, number: int, bar: Bar, segment: Segment) -> QRectF:
        """Return the area of a segment; at least a pixel wide, so that all that takes time is seen."""
        area, left = self.row(number), self.x(segment.start)
        upper = round(area.height() * _UPPER)
        area.setLeft(left)
        area.setWidth(max(self.x(segment.stop) - left, 1.0))
        if bar.lanes > 1 and segment.lane == 0:
            area.setHeight(upper - 1)
        elif bar.lanes > 1:
            area.setTop(area.top() + upper)
        return area

    def placed(self, bars: Sequence[Bar]) -> list[PlacedSegment]:
        """Return all segments of bars with their areas."""
        return [
            PlacedSegment(bar, segment, self.segment(row, bar, segment))
            for row, bar in enumerate(bars)
            for segment in bar.segments
        ]


class OverlapPainter:
    """One pass over the painted area."""

    def __init__(self, painter: QPainter, theme: Theme, geometry: BarGeometry) -> None:
        self._painter, self._theme, self._geometry = painter, theme, geometry
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
        pieces = geometry.placed(bars)
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
                self._inside(area, _texts(words.inside, segment), self._fill(bar, segment).name())
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
        piece, fill = area.adjusted(0, 0, -1 if area.width() > 4 else 0, 0), self._fill(bar, segment)
        if segment.hidden is None:
            self._painter.fillRect(piece, fill)
            return
        end = min(max(self._geometry.x(segment.hidden[1]), piece.left()), piece.right())
        if piece.right() - end > 0.5:
            self._painter.fillRect(QRectF(end, piece.top(), piece.right() - end, piece.height()), fill)
        self._hatched(QRectF(piece.left(), piece.top(), max(end - piece.left(), 1.0), piece.height()))

    def _hatched(self, area: QRectF) -> None:
        painter, colour = self._painter, self._theme.communication
        painter.fillRect(area, mixed(colour, self._theme.card, _HIDDEN))
        painter.setPen(line(colour, 1.3))
        painter.drawLines(hatching(area))
        if area.width() > 3:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))

    def _bound(self, bound: float) -> None:
        """Draw the dashed line, on a light one that keeps it in sight over the bars."""
        painter, geometry = self._painter, self._geometry
        upright = QLineF(geometry.x(bound), geometry.top - 1, geometry.x(bound), geometry.bottom)
        painter.setPen(line(self._theme.card, 3.2))  # wider than the dashes by a hair on both sides
        painter.drawLine(upright)
        painter.setPen(line(self._theme.bound, 1.8, Qt.PenStyle.DashLine))
        painter.drawLine(upright)
        self._bound_at = upright.x1()

    def _inside(self, area: QRectF, texts: tuple[str, ...], fill: str, *, ground: QColor | None = None) -> str:
        """Write the longest text that fits into an area, beside the bound line where that crosses it."""
        if area.height() < self._metrics.height() - 2:
            return ""
        crossed = area.left() < self._bound_at < area.right()
        widest = max(_parts(area, self._bound_at), key=QRectF.width) if crossed else area
        fitted = fitting(self._metrics, texts, widest.width() - 2 * _PAD)
        if fitted:
            if ground is not None:
                self._backed(widest, fitted, ground)
            self._painter.setPen(QColor(readable_on(fill)))
            high = widest.adjusted(0, -2, 0, 3)  # a low piece does not cut its letters
            self._painter.drawText(high, CENTRE, fitted)
        return fitted

    def _backed(self, area: QRectF, text: str, ground: QColor) -> None:
        """Lay a plain ground under a text over lines."""
        width, height = self._metrics.horizontalAdvance(text) + 6, min(self._metrics.height(), area.height() - 2)
        middle = area.center()
        self._painter.fillRect(QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height), ground)

    def _communication(self, segment: Segment, area: QRectF) -> None:
        """Write what communication takes: into what is hidden and what sticks out, or else beside the piece."""
        colour = self._theme.communication
        if segment.hidden is None:
            written = self._inside(area, _texts(words.inside, segment), colour)
        else:
            hidden, exposed = _parts(area, min(self._geometry.x(segment.hidden[1]), area.right()))
            ground = mixed(colour, self._theme.card, _HIDDEN)
            written = self._inside(hidden, _texts(words.inside_hidden, segment), ground.name(), ground=ground)
            written += self._inside(exposed, _texts(words.inside_exposed, segment), colour)
        if not written and area.height() >= self._metrics.height() - 2:
            self._beside(area, _texts(words.beside, segment))

    def _beside(self, area: QRectF, texts: tuple[str, ...]) -> None:
        """Write to the left of a piece that is too small, under compute, where there is room."""
        geometry, room = self._geometry, area.left() - self._geometry.left
        self._painter.setPen(QColor(self._theme.text))
        left = QRectF(geometry.left, area.top() - 2, room - _PAD, area.height() + 4)
        self._painter.drawText(left, RIGHT, fitting(self._metrics, texts, room - 2 * _PAD))

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
        """Draw the dotted outline of the pinned scenario's bars, open at the right where they go beyond the axis."""
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
        painter.setPen(ink_for(self._theme.bound, self._theme))
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


def _parts(area: QRectF, x: float) -> tuple[QRectF, QRectF]:
    """Return what of an area is left and right of a place."""
    left, right = QRectF(area), QRectF(area)
    left.setRight(x)
    right.setLeft(x)
    return left, right
