"""A Gantt chart of timelines below each other on one time axis; the mouse wheel zooms it and a drag moves it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.answers.formatting import seconds
from explorer.views.pipeline.gantt_lanes import Images, LaneGeometry, ScheduleLane, TimeWindow
from explorer.views.pipeline.gantt_painting import GanttPainter
from explorer.views.widgets.card import TipsByPoint, sized
from explorer.views.widgets.painting import painter_on
from explorer.views.widgets.theme import Themed
from explorer.views.widgets.time_axis import TimeAxis, draw_time_axis, time_axis

_ABOVE = 1.015
"""Times in sight over the longest makespan, so that its end line keeps within the plot."""
_TALLEST = 72.0
"""Pixels of a row: two stages in a tall panel stay bars."""
_ZOOM, _DEEPEST = 1.25, 1e-7
"""Factor of a click of the wheel, and the least share of the whole, at which floats still resolve times."""
_BESIDE, _NARROWEST = 12.0, 20.0
"""Pixels between the names of the stages and the rows, and the least width of a row."""
_BELOW_TITLE = 2.0
"""Pixels between a title and its rows."""
_BELOW_ROWS, _AXIS = 3.0, 5.0
"""Pixels between the last row and the axis, and of the axis' ticks above their texts."""
_APART, _LEAST = 4.0, 4.0
"""Pixels between lanes, and the least height of all rows of a lane."""


@dataclass(frozen=True)
class Hovered:
    """What the mouse is over: lane and stage from 0, a time in seconds, the event's index in the timeline or None."""

    lane: int
    stage: int
    time: float
    event: int | None


class Gantt(TipsByPoint, Themed, QWidget):
    """Draws lanes.

    Attributes
    ----------
    lanes : those that are shown.
    longest : the longest makespan for which there is room, seconds.
    time : that of the cursor, seconds; None where everything is shown.

    Signals
    -------
    hovered : a :class:`Hovered`, or None.
    """

    hovered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lanes: tuple[ScheduleLane, ...] = ()
        self.longest = 0.0
        self._span: tuple[float, float] | None = None
        self.time: float | None = None
        self._hovered: Hovered | None = None
        self._dragged_x: float | None = None
        self._images = Images()
        self._ticks_of: tuple[object, TimeAxis] | None = None
        self.setFont(sized(self.font(), 0.9))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @override
    def sizeHint(self) -> QSize:
        return QSize(520, 260)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(220, 5 * self.fontMetrics().height())

    # What is shown

    def show_lanes(self, lanes: tuple[ScheduleLane, ...], *, keep_ranges: bool) -> None:
        """Show lanes; ``keep_ranges`` keeps the zoom, and without one the axis as long as all fits."""
        self.lanes, self._hovered = lanes, None
        self._images.clear()
        longest = max((lane.timeline.makespan for lane in lanes if lane.timeline is not None), default=0.0)
        if keep_ranges and self.longest > 0:
            self.longest = max(self.longest, longest)
        elif longest != self.longest:
            self.longest, self._span = longest, None
        self.update()

    def show_time(self, time: float | None) -> None:
        """Put the cursor at a time, or show everything without one."""
        if time != self.time:
            self.time = time
            self.update()

    def _whole(self) -> float:
        """Return the end of the axis where all is in sight, seconds."""
        return (self.longest or 1.0) * _ABOVE

    def span(self) -> tuple[float, float]:
        """Return the times in sight, seconds."""
        return self._span or (0.0, self._whole())

    def show_span(self, span: tuple[float, float] | None) -> None:
        """Bring times in sight; None is all of them."""
        whole = self._whole()
        if span is None or span[1] - span[0] >= whole * (1 - 1e-9):
            self._span = None
        else:
            width = max(span[1] - span[0], whole * _DEEPEST)
            low = min(max(span[0], 0.0), whole - width)
            self._span = (low, low + width)
        self.update()

    @override
    def apply_theme(self) -> None:
        self._images.clear()

    # Geometry

    def time_window(self) -> TimeWindow:
        """Return the pixels and the times in sight."""
        metrics = self.fontMetrics()
        texts = [self._stage_word().format(stage=lane.timeline.stages) for lane in self.lanes if lane.timeline]
        texts.append(self.tr("time (ms)"))
        left = max(map(metrics.horizontalAdvance, texts)) + _BESIDE
        return TimeWindow(left, max(self.width() - 2.0, left + _NARROWEST), *self.span())

    def _stage_word(self) -> str:
        many = any(lane.timeline.stages > 99 for lane in self.lanes if lane.timeline)
        return "{stage}" if many else self.tr("stage {stage}")

    def geometries(self) -> tuple[LaneGeometry, ...]:
        """Return where each lane is. Lanes have equal heights, and rows no more than they need."""
        line = self.fontMetrics().height() + _BELOW_TITLE
        share = (self.height() - line - _AXIS) / max(len(self.lanes), 1)
        geometries = []
        for index, lane in enumerate(self.lanes):
            top = index * share
            room = max(share - line - _APART, _LEAST)
            count = lane.timeline.stages if lane.timeline is not None else 1
            stages = range(0, count, max(1, -(-count // int(room))))  # no row is lower than a pixel
            title, pitch = QRectF(0, top, self.width(), line), min(room / len(stages), _TALLEST)
            geometries.append(LaneGeometry(title, top + line, pitch, stages))
        return tuple(geometries)

    def _ticks(self, window: TimeWindow) -> TimeAxis:
        if self._ticks_of is None or self._ticks_of[0] != window:
            width_of = self.fontMetrics().horizontalAdvance
            ticks = time_axis(window.high, window.high, window.right - window.left, width_of, window.low)
            self._ticks_of = (window, ticks)
        return self._ticks_of[1]

    def hovered_at(self, point: QPointF) -> Hovered | None:
        """Return what is at a point, or None beside all rows."""
        window, y = self.time_window(), point.y()
        if not window.left <= point.x() <= window.right:
            return None
        time = window.time(point.x())
        for index, (lane, geometry) in enumerate(zip(self.lanes, self.geometries(), strict=True)):
            rows = lane.rows
            if rows is not None and time <= rows.timeline.makespan and geometry.top <= y < geometry.bottom:
                stage = geometry.stages[min(int((y - geometry.top) / geometry.pitch), len(geometry.stages) - 1)]
                event = rows.at(stage, time)
                return Hovered(index, stage, time, None if event is None else stage * rows.start.shape[1] + event)
        return None

    @override
    def tip_at(self, point: QPointF) -> str:
        """Return a lane's title in full with the definitions of its shares, or nothing beside all titles."""
        lanes = zip(self.lanes, self.geometries(), strict=True)
        return next((lane.tip for lane, geometry in lanes if geometry.title.contains(point)), "")

    # What is drawn

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.lanes:
            return
        painter = painter_on(self)
        window, geometries = self.time_window(), self.geometries()
        gantt = GanttPainter(painter, self.theme, window, self.time, self._images)
        bottom = geometries[-1].bottom + _BELOW_ROWS if self.longest > 0 else 0.0
        if self.longest > 0:
            ticks = self._ticks(window)
            name = self.tr("time ({unit})").format(unit=ticks.unit)
            area = QRectF(QPointF(window.left, geometries[0].top), QPointF(window.right, bottom))
            draw_time_axis(painter, ticks, area, window.x, self.theme, name=name)
        word = self._stage_word()
        for lane, geometry in zip(self.lanes, geometries, strict=True):
            if self.longest > 0:
                gantt.lane(lane, geometry, word)
            gantt.title(lane, geometry, self.counter(lane))
        hovered = self._hovered
        if hovered is not None and hovered.event is not None:
            gantt.outline(self.lanes[hovered.lane], geometries[hovered.lane], hovered.stage, hovered.event)
        gantt.cursor(geometries[0].top, bottom)

    def counter(self, lane: ScheduleLane) -> str:
        """Return how many micro-batches have finished at the cursor."""
        if self.time is None or lane.finished is None:
            return ""
        count = int(lane.finished.searchsorted(self.time, side="right"))
        text = self.tr("{time}: {done} of {all} finished")
        return text.format(time=seconds(self.time), done=count, all=len(lane.finished))

    # What the mouse does

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        window, clicks = self.time_window(), event.angleDelta().y() / 120
        at = window.time(min(max(event.position().x(), window.left), window.right))
        factor = _ZOOM**-clicks
        self.show_span((at - (at - window.low) * factor, at + (window.high - at) * factor))
        event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._span is not None:
            self._dragged_x = event.position().x()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_x is not None:
            window, x = self.time_window(), event.position().x()
            shift = (self._dragged_x - x) / window.scale
            self._dragged_x = x
            self.show_span((window.low + shift, window.high + shift))
            return
        self._hover(self.hovered_at(event.position()))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged_x = None
        self.unsetCursor()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.show_span(None)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def _hover(self, hovered: Hovered | None) -> None:
        before = self._hovered and (self._hovered.lane, self._hovered.event)
        self._hovered = hovered
        if before != (hovered and (hovered.lane, hovered.event)):
            self.update()
        self.hovered.emit(hovered)
