"""A Gantt of timelines below each other on one time axis, which the wheel zooms and a drag moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from explorer.answers.formatting import seconds
from explorer.views.pipeline.gantt_lanes import Images, LaneGeometry, ScheduleLane, TimeWindow
from explorer.views.pipeline.gantt_painting import GanttPainter
from explorer.views.widgets.card import plain_tip, sized
from explorer.views.widgets.theme import Themed
from explorer.views.widgets.time_axis import TimeAxis, draw_time_axis, time_axis

_ABOVE = 1.015
"""Times in sight over the longest makespan, whose end line keeps within the plot."""
_TALLEST = 72.0
"""Pixels of a row: two stages in a tall panel stay bars."""
_ZOOM, _DEEPEST = 1.25, 1e-7
"""Factor of a click of the wheel, and the least share of the whole: floats still tell the times in it apart."""
_BESIDE = 12.0
"""Pixels between the names of the stages and the rows."""


@dataclass(frozen=True)
class Over:
    """What the mouse is over: a lane by its place, a stage, a time, and the event's index in the timeline or None."""

    lane: int
    stage: int
    time: float
    event: int | None


class Gantt(Themed, QWidget):
    """Draws lanes. Tells over what the mouse is (an :class:`Over`, or None)."""

    hovered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lanes: tuple[ScheduleLane, ...] = ()
        self._longest = 0.0
        self._span: tuple[float, float] | None = None
        self._time: float | None = None
        self._over: Over | None = None
        self._held: float | None = None
        self._images = Images()
        self._axis_of: tuple[object, TimeAxis] | None = None
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
        """Show lanes; ``keep_ranges`` keeps what is zoomed, and without a zoom the axis as long as all fits."""
        self._lanes, self._over = lanes, None
        self._images.clear()
        longest = max((lane.timeline.makespan for lane in lanes if lane.timeline is not None), default=0.0)
        if keep_ranges and self._longest > 0:
            self._longest = max(self._longest, longest)
        elif longest != self._longest:
            self._longest, self._span = longest, None
        self.update()

    def lanes(self) -> tuple[ScheduleLane, ...]:
        """Return what is shown."""
        return self._lanes

    def show_time(self, time: float | None) -> None:
        """Put the cursor at a time, or show everything without one."""
        if time != self._time:
            self._time = time
            self.update()

    def time(self) -> float | None:
        """Return where the cursor stands."""
        return self._time

    def longest(self) -> float:
        """Return the longest makespan for which there is room."""
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

    # Where things stand

    def window_of(self) -> TimeWindow:
        """Return the pixels and the times in sight."""
        metrics = self.fontMetrics()
        words = [self._stage_word().format(stage=lane.timeline.stages) for lane in self._lanes if lane.timeline]
        words.append(self.tr("time (ms)"))
        left = max(metrics.horizontalAdvance(word) for word in words) + _BESIDE
        return TimeWindow(left, max(self.width() - 2.0, left + 20), *self.span())

    def _stage_word(self) -> str:
        few = max((lane.timeline.stages for lane in self._lanes if lane.timeline), default=1) <= 99
        return self.tr("stage {stage}") if few else "{stage}"

    def bands(self) -> tuple[LaneGeometry, ...]:
        """Return where each lane stands. Lanes have equal heights, and rows no more than they need."""
        line = self.fontMetrics().height() + 2.0
        bottom = self.height() - line - 5
        found = []
        share = bottom / max(len(self._lanes), 1)
        for place, lane in enumerate(self._lanes):
            top = place * share
            title = QRectF(0, top, self.width(), line)
            room = max(share - line - 4, 4.0)
            stages = lane.timeline.stages if lane.timeline is not None else 1
            stride = max(1, -(-stages // int(room)))
            shown = range(0, stages, stride)
            found.append(LaneGeometry(title, top + line, min(room / len(shown), _TALLEST), shown))
        return tuple(found)

    def _ticks(self, window: TimeWindow) -> TimeAxis:
        key = (window, self._longest)
        if self._axis_of is None or self._axis_of[0] != key:
            width: Callable[[str], float] = self.fontMetrics().horizontalAdvance
            made = time_axis(window.high, window.high, window.right - window.left, width, window.low)
            self._axis_of = (key, made)
        return self._axis_of[1]

    def over(self, point: QPointF) -> Over | None:
        """Return what stands at a point, or None beside all rows."""
        window, time = self.window_of(), self.window_of().time(point.x())
        if not window.left <= point.x() <= window.right:
            return None
        for place, (lane, band) in enumerate(zip(self._lanes, self.bands(), strict=True)):
            rows, made = lane.rows, lane.timeline
            if rows is not None and made is not None and band.top <= point.y() < band.bottom and time <= made.makespan:
                row = band.shown[min(int((point.y() - band.top) / band.pitch), len(band.shown) - 1)]
                event = rows.at(row, time)
                index = None if event is None else row * rows.start.shape[1] + event
                return Over(place, row, time, index)
        return None

    def tip_at(self, point: QPointF) -> str:
        """Return what the tooltip says at a point: a lane's title in full, or nothing beside all titles."""
        lanes = zip(self._lanes, self.bands(), strict=True)
        return next((lane.tip for lane, band in lanes if band.title.contains(point)), "")

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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        window, bands = self.window_of(), self.bands()
        drawn = GanttPainter(painter, self.theme, window, self._time, self._images)
        bottom = bands[-1].bottom + 3 if self._longest > 0 else 0.0
        if self._longest > 0:
            ticks = self._ticks(window)
            name = self.tr("time ({unit})").format(unit=ticks.unit)
            area = QRectF(QPointF(window.left, bands[0].top), QPointF(window.right, bottom))
            draw_time_axis(painter, ticks, area, window.x, self.theme, name=name)
        word = self._stage_word()
        for lane, band in zip(self._lanes, bands, strict=True):
            if self._longest > 0:
                drawn.lane(lane, band, word)
            drawn.title(lane, band, self.counter(lane))
        self._draw_outline(drawn, bands)
        drawn.cursor(bands[0].top, bottom)

    def _draw_outline(self, drawn: GanttPainter, bands: tuple[LaneGeometry, ...]) -> None:
        over = self._over
        made = self._lanes[over.lane].timeline if over is not None else None
        if over is not None and over.event is not None and made is not None:
            band = bands[over.lane]
            if over.stage in band.shown:
                place = band.shown.index(over.stage)
                drawn.outline(float(made.start[over.event]), float(made.end[over.event]), band, place)

    def counter(self, lane: ScheduleLane) -> str:
        """Say how many micro-batches are through at the cursor."""
        if self._time is None or lane.finished is None:
            return ""
        done = int(lane.finished.searchsorted(self._time, side="right"))
        counter = self.tr("{time}: {done} of {all} finished")
        return counter.format(time=seconds(self._time), done=done, all=len(lane.finished))

    # What the mouse does

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        window, turned = self.window_of(), event.angleDelta().y() / 120
        at = window.time(min(max(event.position().x(), window.left), window.right))
        factor = _ZOOM**-turned
        self.show_span((at - (at - window.low) * factor, at + (window.high - at) * factor))
        event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._span is not None:
            self._held = event.position().x()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            window, x = self.window_of(), event.position().x()
            shift = (self._held - x) / window.scale
            self._held = x
            self.show_span((window.low + shift, window.high + shift))
            return
        self._tell(self.over(event.position()))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None
        self.unsetCursor()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.show_span(None)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._tell(None)

    def _tell(self, over: Over | None) -> None:
        before = self._over and (self._over.lane, self._over.event)
        self._over = over
        if before != (over and (over.lane, over.event)):
            self.update()
        self.hovered.emit(over)
