"""The key of a picture: a sample and a text for each look in it, in as many lines as the width asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.views.widgets.card import plain_tip, sized
from explorer.views.widgets.painting import LEFT, Fill, draw_fill, line, painter_on
from explorer.views.widgets.theme import Theme, theme_of

_SAMPLE = QSize(26, 12)
"""Pixels: long enough for the period of a dash-dotted line, as high as a small letter with its ascender."""
_GAP, _BETWEEN = 6.0, 14.0
"""Pixels between a sample and its text, and between entries: a sample is closest to its own text."""
_LEADING, _TIGHT = 4, 1
"""Pixels between lines; keys of a fixed height are in panels whose plots need each pixel."""
_MARKER = 8.0
"""Pixels of a marker, a little more than on a curve, where many of them make the look."""

Sample = Callable[[QPainter, QRectF, Theme], None]
"""Draws a sample into its room."""


class KeyEntry(NamedTuple):
    """A text and the sample that it explains."""

    text: str
    sample: Sample


@dataclass(frozen=True)
class LineSample:
    """The look of a curve: its line and its marker, either of which may be missing."""

    colour: str
    marker: str = ""
    dash: Qt.PenStyle = Qt.PenStyle.SolidLine
    width: float = 2.0

    @classmethod
    def of(cls, pen: QPen) -> LineSample:
        """Return the look of a curve that is drawn with a pen."""
        return cls(pen.color().name(), "", pen.style(), pen.widthF())

    def __call__(self, painter: QPainter, room: QRectF, theme: Theme) -> None:
        """Draw line and marker through the middle of a room."""
        middle = room.center().y()
        painter.setPen(line(self.colour, self.width, self.dash))
        painter.drawLine(QLineF(room.left(), middle, room.right(), middle))
        if self.marker:
            painter.save()
            painter.translate(room.center())
            painter.scale(_MARKER, _MARKER)  # pyqtgraph's symbols are one unit wide
            painter.setPen(pg.mkPen(theme.card, width=1))
            painter.setBrush(QColor(self.colour))
            painter.drawPath(pg.graphicsItems.ScatterPlotItem.Symbols[self.marker])
            painter.restore()


@dataclass(frozen=True)
class FillSample:
    """The fill of a key, as :func:`draw_fill` draws it in the bars."""

    fills: Callable[[str, Theme], Fill]
    key: str

    def __call__(self, painter: QPainter, room: QRectF, theme: Theme) -> None:
        """Fill the room but for its ends: a patch is shorter than a line."""
        draw_fill(painter, room.adjusted(4, 0, -4, 0), self.fills(self.key, theme))


class Key(QWidget):
    """Draws entries that flow into lines.

    Where ``lines`` are given it keeps their room whatever its entries are, and takes more, up to ``most``, as there
    are more entries than lines; texts that do not fit are elided or left out, and the tooltip has them all.
    """

    def __init__(
        self, parent: QWidget | None = None, *, lines: int = 0, most: int = 0, flush_right: bool = False
    ) -> None:
        super().__init__(parent)
        self._lines, self._most, self._flush_right = lines, max(most, lines), flush_right
        self._whole = False
        self._entries: tuple[KeyEntry, ...] = ()
        self.setFont(sized(self.font(), 0.9))
        self._set_policy()

    def _set_policy(self) -> None:
        kinds = QSizePolicy.Policy
        policy = QSizePolicy(*((kinds.Preferred,) * 2 if self._flush_right else (kinds.Ignored, kinds.Fixed)))
        policy.setHeightForWidth(self._flows())
        policy.setRetainSizeWhenHidden(self.sizePolicy().retainSizeWhenHidden())
        self.setSizePolicy(policy)

    def show_entries(self, entries: Sequence[KeyEntry]) -> None:
        """Show these entries."""
        if tuple(entries) == self._entries:
            return
        before, self._entries = self.texts(), tuple(entries)
        if before != self.texts():
            self.setAccessibleName(", ".join(self.texts()))
            if self._lines:
                self.setToolTip(plain_tip("\n".join(self.texts())))
            self.updateGeometry()
        self.update()

    def show_whole(self, whole: bool) -> None:
        """Take as many lines as all entries need, as on paper, where no tooltip has the others."""
        self._whole = whole
        self._set_policy()
        self.updateGeometry()

    def texts(self) -> list[str]:
        """Return the texts, those without room included."""
        return [entry.text for entry in self._entries]

    def written(self) -> list[str]:
        """Return the texts as they are written, elided where they have no room."""
        return [self._elided(entry.text, width) for entries in self._laid_out() for entry, width in entries]

    def fit_one_line(self, texts: Sequence[str]) -> bool:
        """Whether texts fit beside each other."""
        return len(self._flow([KeyEntry(text, _nothing) for text in texts], self.width(), self.width())) == 1

    # Layout

    def _flows(self) -> bool:
        """Whether the width decides on the number of lines."""
        return self._whole or not self._lines

    def _pitch(self) -> int:
        return self.fontMetrics().height() + (_TIGHT if self._lines else _LEADING)

    def _needed(self, text: str) -> float:
        return _SAMPLE.width() + _GAP + QFontMetricsF(self.font()).horizontalAdvance(text) + 1

    def _room(self) -> int:
        """Return the steady number of lines."""
        return max(self._lines, min(len(self._entries), self._most))

    @override
    def sizeHint(self) -> QSize:
        width = round(sum(self._needed(text) + _BETWEEN for text in self.texts()))
        return QSize(width, self.heightForWidth(max(self.width(), 100)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(round(max(map(self._needed, self.texts()), default=0.0)), self._pitch())

    @override
    def heightForWidth(self, width: int) -> int:
        lines = len(self._flow(self._entries, width, width)) if self._flows() else self._room()
        return lines * self._pitch()

    def _flow(self, entries: Sequence[KeyEntry], width: float, widest: float) -> list[list[tuple[KeyEntry, float]]]:
        """Return lines of entries with their widths, none above the widest."""
        lines: list[list[tuple[KeyEntry, float]]] = [[]]
        used = 0.0
        for entry in entries:
            needed = min(self._needed(entry.text), widest)
            if lines[-1] and used + needed > width:
                lines.append([])
                used = 0.0
            lines[-1].append((entry, needed))
            used += needed + _BETWEEN
        return lines

    def _laid_out(self) -> list[list[tuple[KeyEntry, float]]]:
        """Return what is drawn: whole texts where they fit, else two in a line, else as many as have room."""
        width = float(self.width())
        lines = self._flow(self._entries, width, width)
        if self._flows() or len(lines) <= self._room():
            return lines
        lines = self._flow(self._entries, width, (width - _BETWEEN) / 2)
        if len(lines) > self._room():
            lines = lines[: self._room()]
            last = lines[-1].pop()
            left_out = len(self._entries) - sum(map(len, lines))
            lines[-1].append((KeyEntry(self.tr("and {count} more").format(count=left_out), _nothing), last[1]))
        return lines

    def _elided(self, text: str, width: float) -> str:
        room = width - _SAMPLE.width() - _GAP
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(room + 0.5))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_on(self)
        theme, lines, pitch = theme_of(self), self._laid_out(), float(self._pitch())
        top = max(self.height() - pitch * len(lines), 0.0) / 2 if self._flows() else 0.0
        for number, entries in enumerate(lines):
            row = QRectF(0, top + number * pitch, self.width(), pitch)
            if self._flush_right:
                row.setLeft(self.width() - sum(width + _BETWEEN for _, width in entries) + _BETWEEN)
            for entry, width in entries:
                sample = QRectF(0, 0, _SAMPLE.width(), _SAMPLE.height())
                sample.moveTopLeft(row.topLeft() + QRectF(0, 0, 0, pitch - _SAMPLE.height()).center())
                entry.sample(painter, sample, theme)
                painter.setPen(QColor(theme.text))
                text = row.adjusted(_SAMPLE.width() + _GAP, 0, 0, 0)
                painter.drawText(text, LEFT, self._elided(entry.text, width))
                row.setLeft(row.left() + width + _BETWEEN)


def _nothing(_painter: QPainter, _room: QRectF, _theme: Theme) -> None:
    """Draw no sample."""
