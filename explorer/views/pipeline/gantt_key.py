"""Samples of what is to be seen in a Gantt, for its key."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter

from explorer.views.pipeline.gantt_lanes import look_of
from explorer.views.widgets.painting import CENTRE, hatching, line, mixed, readable_on
from explorer.views.widgets.theme import Theme


def event(letter: str, chunks: int, painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw a forward ("F") or backward ("B") pass of the first micro-batch."""
    fill = look_of(theme, chunks).fills[letter == "B"][0][0]
    box = _patch(room)
    painter.fillRect(box, QColor(fill))
    painter.setPen(QColor(readable_on(fill)))
    painter.drawText(box, CENTRE, letter)


def bubble(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw the hatching of a stage that idles."""
    painter.setPen(line(mixed(theme.faint, theme.card, 0.6), 0.9))
    painter.drawLines(hatching(_patch(room), 5.0))


def hop(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw the line of a message from one stage to the next."""
    box = _patch(room)
    painter.setPen(line(theme.communication, 1.5))
    painter.drawLine(QLineF(box.left() + 3, box.top(), box.right() - 3, box.bottom()))


def chunk_fills(chunks: int, painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw the fills of all chunks beside each other."""
    box = _patch(room)
    width = box.width() / chunks
    for chunk, fill in enumerate(look_of(theme, chunks).fills[0][0]):
        painter.fillRect(QRectF(box.left() + chunk * width, box.top(), width, box.height()), QColor(fill))


def _patch(room: QRectF) -> QRectF:
    """Return the room of a fill, shorter than that of a line."""
    return room.adjusted(4, 0, -4, 0)
