"""Bars of times below each other, one of which has communication that can be dragged under compute."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.answers.overlap.bars import OVERLAP, Bar, Segment
from explorer.views.overlap.bar_painting import BarGeometry, OverlapPainter, total
from explorer.views.widgets.card import sized
from explorer.views.widgets.painting import smooth_painter
from explorer.views.widgets.theme import theme_of
from explorer.views.widgets.time_axis import TimeAxis, draw_time_axis, time_axis

_FONT = 0.92
"""Of the window's font: words of both lanes fit into a bar of the usual height."""
_GRAB = 6.0
"""Pixels beside the middle of a thin piece at which the mouse still takes hold of it."""
_GAP = 6.0
"""Pixels between the longest bar with its time and the right edge."""


@dataclass(frozen=True)
class Shown:
    """What the bars show, in seconds.

    Attributes
    ----------
    bars, labels : the bars from above and the word to the left of each.
    bound : where the dashed line stands, and its label.
    longest : the time for which there is room; it fixes the axis.
    margin : pixels for the words at the left.
    may_drag : whether the communication of the bar with the scenario's overlap can be dragged.
    pinned, pinned_label : the pinned scenario's bars, of which only the ends are drawn, and its name.
    """

    bars: tuple[Bar, ...]
    labels: tuple[str, ...]
    bound: tuple[float, str]
    longest: float
    margin: float
    may_drag: bool
    pinned: tuple[Bar, ...] = ()
    pinned_label: str = ""


class Bars(QWidget):
    """Shows bars; asks for another start of communication and tells over what the mouse is. Computes nothing.

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
        self._shown: Shown | None = None
        self._grab: float | None = None
        self._over: tuple[Bar, Segment] | None = None
        self._axis_of: tuple[object, TimeAxis] | None = None
        self.setFont(sized(self.font(), _FONT))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @override
    def sizeHint(self) -> QSize:
        return QSize(420, 200)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(160, 6 * self.fontMetrics().height())

    def show_bars(self, content: Shown | None) -> None:
        """Show bars, or nothing. Emits nothing."""
        self._shown = content
        self._over = None
        self.update()

    def shown(self) -> Shown | None:
        """Return what is shown."""
        return self._shown

    def is_dragged(self) -> bool:
        """Whether the mouse holds the piece of communication."""
        return self._grab is not None

    # Where things stand

    def bar_geometry(self) -> BarGeometry:
        """Return where rows and times stand at the size that the widget has now."""
        content, metrics = self._shown, self.fontMetrics()
        line, count = float(metrics.height()), len(content.bars) if content else 1
        left = content.margin if content else 0.0
        room = max(
            [metrics.horizontalAdvance("888.8 ms")]
            + [metrics.horizontalAdvance(total(bar)) for bar in (content.bars if content else ())]
        )
        right = max(self.width() - room - _GAP, left + 40.0)
        longest = content.longest if content and content.longest > 0 else 1.0
        top, bottom = line + 1, self.height() - line - 6
        return BarGeometry(
            left=left,
            scale=(right - left) / longest,
            right=float(self.width()),
            top=top,
            bottom=max(bottom, top + 4.0),
            pitch=max((bottom - top) / max(count, 1), 1.0),
        )

    def axis(self, geometry: BarGeometry) -> TimeAxis:
        """Return the ticks; the same axis is worked out once."""
        longest = self._shown.longest if self._shown and self._shown.longest > 0 else 1.0
        key = (longest, geometry.left, geometry.right, geometry.scale, self.font().pointSizeF())
        if self._axis_of is None or self._axis_of[0] != key:
            metrics = self.fontMetrics()
            room = geometry.right - geometry.left - 2
            made = time_axis(longest, room / geometry.scale, room, lambda text: float(metrics.horizontalAdvance(text)))
            self._axis_of = (key, made)
        return self._axis_of[1]

    def piece(self) -> QRectF | None:
        """Return where the piece that can be dragged stands, or None where there is none."""
        draggable = self._draggable()
        return None if draggable is None else self.bar_geometry().segment(*draggable)

    def _draggable(self) -> tuple[int, Bar, Segment] | None:
        if self._shown is None or not self._shown.may_drag:
            return None
        for row, bar in enumerate(self._shown.bars):
            piece = bar.communication()
            if bar.key == OVERLAP and piece is not None:
                return row, bar, piece
        return None

    def _grabs(self, point: QPointF) -> bool:
        piece = self.piece()
        if piece is None:
            return False
        spare = max(_GRAB - piece.width() / 2, 0.0)
        return piece.adjusted(-spare, -1, spare, 1).contains(point)

    def under(self, point: QPointF) -> tuple[Bar, Segment] | None:
        """Return the bar and the segment at a point; a thin segment is found a little beside itself, too."""
        if self._shown is None:
            return None
        geometry = self.bar_geometry()
        near = [
            (geometry.segment(row, bar, segment).adjusted(-2, 0, 2, 0), bar, segment)
            for row, bar in enumerate(self._shown.bars)
            for segment in bar.segments
        ]
        hit = [near_segment for near_segment in near if near_segment[0].contains(point)]
        if not hit:
            return None
        _, bar, segment = min(hit, key=lambda near_segment: near_segment[0].width())
        return bar, segment

    # What is drawn

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._shown is None:
            return
        painter = smooth_painter(self)
        theme, geometry = theme_of(self), self.bar_geometry()
        drawn = OverlapPainter(painter, theme, geometry, self._words())
        axis = self.axis(geometry)
        name = self.tr("time ({unit})").format(unit=axis.unit)
        area = QRectF(QPointF(geometry.left, geometry.top), QPointF(geometry.right, geometry.bottom))
        draw_time_axis(painter, axis, area, geometry.x, theme, name=name)
        content = self._shown
        drawn.bars(content.bars, content.labels, content.bound[0])
        drawn.pinned(content.pinned)
        drawn.totals(content.bars)
        drawn.strip(*content.bound, content.pinned_label)
        held = self._draggable()
        if held is not None and (self._grab is not None or (self._over is not None and self._over[1] is held[2])):
            drawn.grip(geometry.segment(*held))

    def _words(self) -> dict[str, str]:
        """Return the words inside the bars in the window's language."""
        return {
            "compute": self.tr("compute {time}"),
            "communication": self.tr("communication {time}"),
            "partly": self.tr("communication {time}, {hidden} hidden"),
            "wholly": self.tr("communication {time}, hidden"),
            "hidden": self.tr("{time} hidden"),
            "exposed": self.tr("{time} exposed"),
        }

    # What is asked

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        piece = self.piece()
        if event.button() == Qt.MouseButton.LeftButton and piece is not None and self._grabs(event.position()):
            self._grab = event.position().x() - piece.left()
            self.gesture_started.emit()
            self.update()
        else:
            super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._grab is not None:
            geometry = self.bar_geometry()
            self.dragged.emit((at.x() - self._grab - geometry.left) / geometry.scale, 1 / geometry.scale)
            return
        over = self.under(at)
        grabs = self._grabs(at)
        held = self._draggable()
        if grabs and held is not None:
            over = held[1:]
        self.setCursor(Qt.CursorShape.SizeHorCursor if grabs else Qt.CursorShape.ArrowCursor)
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
        if self._over is not None:
            self._over = None
            self.update()
            self.hovered.emit(None, None)
