"""A Gantt chart of timelines below each other on one time axis; the mouse wheel zooms it and a drag moves it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from explorer.answers.formatting import seconds
from explorer.views.pipeline.gantt_lanes import Images, LaneGeometry, ScheduleLane, TimeWindow
from explorer.views.pipeline.gantt_painting import GanttPainter
from explorer.views.widgets.card import plain_tip, sized
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


class Gantt(Themed, QWidget):
    """Draws lanes.

    Signals
    -------
    hovered : a :class:`Hovered`, or None.
    """

    hovered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lanes: tuple[ScheduleLane, ...] = ()
        self._longest = 0.0
        self._span: tuple[float, float] | None = None
        self._time: float | None = None
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
        self._lanes, self._hovered = lanes, None
        self._images.clear()
        longest = max((lane.timeline.makespan for lane in lanes if lane.timeline is not None), default=0.0)
        if keep_ranges and self._longest > 0:
            self._longest = max(self._longest, longest)
        elif longest != self._longest:
            self._longest, self._span = longest, None
        self.update()

    def lanes(self) -> tuple[ScheduleLane, ...]:
        """Return the lanes."""
        return self._lanes

    def show_time(self, time: float | None) -> None:
        """Put the cursor at a time, or show everything without one."""
        if time != self._time:
            self._time = time
            self.update()

    def time(self) -> float | None:
        """Return the time of the cursor, seconds."""
        return self._time

    def longest(self) -> float:
        """Return the longest makespan for which there is room, seconds."""
        return self._longest

    def span(self) -> tuple[float, float]:
        """Return the times in sight, seconds."""
        return self._span or (0.0, (self._longest or 1.0) * _ABOVE)

    def show_span(self, span: tuple[float, float] | None) -> None:
        """Bring times in sight; None is all of them."""
        whole = (self._longest or 1.0) * _ABOVE
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
        texts = [self._stage_word().format(stage=lane.timeline.stages) for lane in self._lanes if lane.timeline]
        texts.append(self.tr("time (ms)"))
        left = max(map(metrics.horizontalAdvance, texts)) + _BESIDE
        return TimeWindow(left, max(self.width() - 2.0, left + _NARROWEST), *self.span())

    def _stage_word(self) -> str:
        few = max((lane.timeline.stages for lane in self._lanes if lane.timeline), default=1) <= 99
        return self.tr("stage {stage}") if few else "{stage}"

    def geometries(self) -> tuple[LaneGeometry, ...]:
        """Return where each lane is. Lanes have equal heights, and rows no more than they need."""
        line = self.fontMetrics().height() + _BELOW_TITLE
        share = (self.height() - line - _AXIS) / max(len(self._lanes), 1)
        geometries = []
        for index, lane in enumerate(self._lanes):
            top = index * share
            room = max(share - line - _APART, _LEAST)
            count = lane.timeline.stages if lane.timeline is not None else 1
            stages = range(0, count, max(1, -(-count // int(room))))  # no row is lower than a pixel
            title = QRectF(0, top, self.width(), line)
            geometries.append(LaneGeometry(title, top + line, min(room / len(stages), _TALLEST), stages))
        return tuple(geometries)

    def _ticks(self, window: TimeWindow) -> TimeAxis:
        if self._ticks_of is None or self._ticks_of[0] != window:
            width_of = self.fontMetrics().horizontalAdvance
            ticks = time_axis(window.high, window.high, window.right - window.left, width_of, window.low)
            self._ticks_of = (window, ticks)
        return self._ticks_of[1]

    def hovered_at(self, point: QPointF) -> Hovered | None:
        """Return what is at a point, or None beside all rows."""
        window, time = self.time_window(), self.time_window().time(point.x())
        if not window.left <= point.x() <= window.right:
            return None
        for index, (lane, geometry) in enumerate(zip(self._lanes, self.geometries(), strict=True)):
            rows, timeline = lane.rows, lane.timeline
            if rows is None or timeline is None or time > timeline.makespan:
                continue
            if geometry.top <= point.y() < geometry.bottom:
                row = min(int((point.y() - geometry.top) / geometry.pitch), len(geometry.stages) - 1)
                stage = geometry.stages[row]
                event = rows.at(stage, time)
                return Hovered(index, stage, time, None if event is None else stage * rows.start.shape[1] + event)
        return None

    def tip_at(self, point: QPointF) -> str:
        """Return the tooltip at a point: a lane's title in full, or nothing beside all titles."""
        lanes = zip(self._lanes, self.geometries(), strict=True)
        return next((lane.tip for lane, geometry in lanes if geometry.title.contains(point)), "")

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self.tip_at(QPointF(event.pos()))), self)
            return True
        return super().event(event)

    # What is drawn

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._lanes:
            return
        painter = painter_on(self)
        window, geometries = self.time_window(), self.geometries()
        gantt = GanttPainter(painter, self.theme, window, self._time, self._images)
        bottom = geometries[-1].bottom + _BELOW_ROWS if self._longest > 0 else 0.0
        if self._longest > 0:
            ticks = self._ticks(window)
            name = self.tr("time ({unit})").format(unit=ticks.unit)
            area = QRectF(QPointF(window.left, geometries[0].top), QPointF(window.right, bottom))
            draw_time_axis(painter, ticks, area, window.x, self.theme, name=name)
        word = self._stage_word()
        for lane, geometry in zip(self._lanes, geometries, strict=True):
            if self._longest > 0:
                gantt.lane(lane, geometry, word)
            gantt.title(lane, geometry, self.counter(lane))
        self._draw_outline(gantt, geometries)
        gantt.cursor(geometries[0].top, bottom)

    def _draw_outline(self, gantt: GanttPainter, geometries: tuple[LaneGeometry, ...]) -> None:
        hovered = self._hovered
        if hovered is None or hovered.event is None:
            return
        timeline, geometry = self._lanes[hovered.lane].timeline, geometries[hovered.lane]
        if timeline is not None and hovered.stage in geometry.stages:
            start, end = float(timeline.start[hovered.event]), float(timeline.end[hovered.event])
            gantt.outline(start, end, geometry, geometry.stages.index(hovered.stage))

    def counter(self, lane: ScheduleLane) -> str:
        """Return how many micro-batches have finished at the cursor."""
        if self._time is None or lane.finished is None:
            return ""
        count = int(lane.finished.searchsorted(self._time, side="right"))
        counter = self.tr("{time}: {done} of {all} finished")
        return counter.format(time=seconds(self._time), done=count, all=len(lane.finished))

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
