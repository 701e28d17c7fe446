"""Bars of times below each other, one of which has communication that can be dragged under compute."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.overlap.bars import OVERLAP, Bar, Segment
from explorer.views.overlap.bar_painting import BarGeometry, OverlapPainter, PlacedSegment, total
from explorer.views.widgets.card import sized
from explorer.views.widgets.painting import painter_on
from explorer.views.widgets.theme import theme_of
from explorer.views.widgets.time_axis import TimeAxis, draw_time_axis, time_axis

_FONT = 0.92
"""Of the window's font: words of both lanes fit into a bar of the usual height."""
_GRAB = 6.0
"""Pixels beside the middle of a thin piece at which the mouse still takes hold of it."""
_GAP = 6.0
"""Pixels between the longest bar with its time and the right edge."""


@dataclass(frozen=True)
class BarsContent:
    """What the bars show, in seconds.

    Attributes
    ----------
    bars, labels : the bars from above and the word to the left of each; without any, nothing is painted.
    bound : where the dashed line stands, and its label.
    longest : the time for which there is room; it fixes the axis.
    margin : pixels for the words at the left.
    may_drag : whether the communication of the bar with the scenario's overlap can be dragged.
    pinned, pinned_label : the pinned scenario's bars, of which only the ends are drawn, and its name.
    """

    bars: tuple[Bar, ...] = ()
    labels: tuple[str, ...] = ()
    bound: tuple[float, str] = (0.0, "")
    longest: float = 1.0
    margin: float = 0.0
    may_drag: bool = False
    pinned: tuple[Bar, ...] = ()
    pinned_label: str = ""


class Bars(QWidget):
    """Shows bars; asks for another start of communication and says what the mouse is over. Computes nothing.

    Signals
    -------
    dragged : start (seconds) to which the person drags communication, and the seconds of one pixel; between
        ``gesture_started`` and ``gesture_ended``.
    hovered : the bar and the segment under the mouse, or None and None.
    """

    dragged = Signal(float, float)
    gesture_started = Signal()
    gesture_ended = Signal()
    hovered = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = BarsContent()
        self._grab: float | None = None  # pixels from the left edge of the piece that the mouse holds
        self._over: tuple[Bar, Segment] | None = None
        self._kept_axis: tuple[object, TimeAxis] | None = None
        self.setFont(sized(self.font(), _FONT))
        self.setMouseTracking(True)

    def show_bars(self, content: BarsContent) -> None:
        """Show bars. Emits nothing."""
        self._content, self._over = content, None
        self.update()

    def content(self) -> BarsContent:
        """Return what is shown."""
        return self._content

    def is_dragged(self) -> bool:
        """Whether the mouse holds the piece of communication."""
        return self._grab is not None

    # Where things stand

    def bar_geometry(self) -> BarGeometry:
        """Return where rows and times stand at the size that the widget has now."""
        content, metrics = self._content, self.fontMetrics()
        room = max(map(metrics.horizontalAdvance, ("888.8 ms", *map(total, content.bars))))
        right = max(self.width() - room - _GAP, content.margin + 40.0)
        top, bottom = metrics.height() + 1.0, self.height() - metrics.height() - 6.0
        return BarGeometry(
            left=content.margin,
            scale=(right - content.margin) / (content.longest or 1.0),
            right=float(self.width()),
            top=top,
            bottom=max(bottom, top + 4.0),
            pitch=max((bottom - top) / max(len(content.bars), 1), 1.0),
        )

    def axis(self, geometry: BarGeometry) -> TimeAxis:
        """Return the ticks; the same axis is worked out once."""
        longest = self._content.longest or 1.0
        key = (longest, geometry.left, geometry.right, geometry.scale, self.font().pointSizeF())
        if self._kept_axis is None or self._kept_axis[0] != key:
            room = geometry.right - geometry.left - 2
            axis = time_axis(longest, room / geometry.scale, room, self.fontMetrics().horizontalAdvance)
            self._kept_axis = (key, axis)
        return self._kept_axis[1]

    def _draggable(self) -> PlacedSegment | None:
        """Return the communication that can be dragged, or None."""
        placed = self.bar_geometry().placed(self._content.bars) if self._content.may_drag else []
        return next((piece for piece in placed if piece.bar.key == OVERLAP and piece.segment.lane), None)

    def piece(self) -> QRectF | None:
        """Return where the piece that can be dragged stands, or None where there is none."""
        piece = self._draggable()
        return None if piece is None else piece.area

    def _grabbed_by(self, point: QPointF) -> PlacedSegment | None:
        """Return the piece that the mouse takes hold of at a point, or None."""
        piece = self._draggable()
        if piece is None:
            return None
        spare = max(_GRAB - piece.area.width() / 2, 0.0)
        return piece if piece.area.adjusted(-spare, -1, spare, 1).contains(point) else None

    def _under(self, point: QPointF) -> PlacedSegment | None:
        """Return the segment at a point; a thin one is found a little beside itself, too."""
        placed = self.bar_geometry().placed(self._content.bars)
        hit = [piece for piece in placed if piece.area.adjusted(-2, 0, 2, 0).contains(point)]
        return min(hit, key=lambda piece: piece.area.width(), default=None)

    # What is drawn

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        content = self._content
        if not content.bars:
            return
        painter, theme, geometry = painter_on(self), theme_of(self), self.bar_geometry()
        axis = self.axis(geometry)
        name = self.tr("time ({unit})").format(unit=axis.unit)
        area = QRectF(QPointF(geometry.left, geometry.top), QPointF(geometry.right, geometry.bottom))
        draw_time_axis(painter, axis, area, geometry.x, theme, name=name)
        overlap = OverlapPainter(painter, theme, geometry)
        overlap.bars(content.bars, content.labels, content.bound[0])
        overlap.pinned(content.pinned)
        overlap.totals(content.bars)
        overlap.strip(*content.bound, content.pinned_label)
        piece = self._draggable()
        if piece is not None and (self._grab is not None or self._over == piece[:2]):
            overlap.grip(piece.area)

    # What is asked

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        piece = self._grabbed_by(event.position())
        if event.button() == Qt.MouseButton.LeftButton and piece is not None:
            self._grab = event.position().x() - piece.area.left()
            self.gesture_started.emit()
            self.update()
        else:
            super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if self._grab is not None:
            geometry = self.bar_geometry()
            self.dragged.emit((point.x() - self._grab - geometry.left) / geometry.scale, 1 / geometry.scale)
            return
        piece = self._grabbed_by(point)
        self.setCursor(Qt.CursorShape.ArrowCursor if piece is None else Qt.CursorShape.SizeHorCursor)
        self._hover(piece or self._under(point))

    def _hover(self, piece: PlacedSegment | None) -> None:
        over = None if piece is None else piece[:2]
        if over != self._over:
            self._over = over
            self.update()
            self.hovered.emit(*(over or (None, None)))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._grab is not None and event.button() == Qt.MouseButton.LeftButton:
            self._grab = None
            self.update()
            self.gesture_ended.emit()
        else:
            super().mouseReleaseEvent(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)
