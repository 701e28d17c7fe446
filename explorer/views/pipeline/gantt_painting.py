"""Drawing the timelines of a pipeline: few events as boxes with letters, many as rows of pixels; and their key."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen

from explorer.views.pipeline.gantt_lanes import Images, LaneGeometry, ScheduleLane, TimeWindow, look_of
from explorer.views.pipeline.gantt_raster import EventRows
from explorer.views.widgets.card import sized
from explorer.views.widgets.painting import CENTRE, LEFT, RIGHT, fitting, hatching, line, mixed, readable_on
from explorer.views.widgets.theme import Theme

MOST_BOXES = 1500
"""Events in sight above which rows are drawn as pixels."""
_MOST_WITH_HOPS = 240
"""Events in sight above which hops are left out: their lines would be a grey veil between the rows."""
_GAP = 6.0
"""Pixels between a text and what it is beside."""
_HATCHING, _HATCHING_OF_KEY = 7.0, 5.0
"""Pixels between the lines of idle time; closer in the key, where a small sample is to show two of them."""
_STRIP, _STRIPPED = 2.5, (3.0, 8.0)
"""Pixels of the strip that marks backward passes in grey, too, and the least width and height of a box with one."""
_FRAMED = 4.0
"""Pixels of width from which a box has a frame of the card: it would hide a narrower one."""
_TIGHT = 3
"""Pixels of a letter's line that may lack, since digits have no descender, and of a box that a text leaves free."""


def _idle_pen(theme: Theme) -> QPen:
    return line(mixed(theme.faint, theme.card, 0.45), 0.8)


class GanttPainter:
    """Draws one picture of the painted area; ``time`` is that of the cursor, None where all is shown."""

    def __init__(self, painter: QPainter, theme: Theme, window: TimeWindow, time: float | None, images: Images) -> None:
        self._painter, self._theme, self._window, self._time = painter, theme, window, time
        self._images = images
        self._font = QFont(painter.font())
        self._metrics = QFontMetricsF(self._font)
        self._digit = self._metrics.horizontalAdvance("8")

    def lane(self, lane: ScheduleLane, geometry: LaneGeometry, stage_word: str) -> None:
        """Draw a lane: hatching where nothing runs, events, labels of the stages."""
        rows = lane.rows
        if rows is None:
            return
        left, right = self._window.clipped(0.0, rows.timeline.makespan)
        if right > left:
            self._painter.setPen(_idle_pen(self._theme))
            self._painter.drawLines(_hatching(left, geometry.top, right - left, geometry.bottom - geometry.top))
        visible = {stage: rows.visible(stage, self._window.low, self._window.high) for stage in geometry.stages}
        count = sum(events.stop - events.start for events in visible.values())
        if count <= MOST_BOXES:
            self._boxes(rows, geometry, visible)
            if lane.hop > 0 and count <= _MOST_WITH_HOPS and geometry.stages.step == 1:
                self._hops(lane.hop, rows, geometry, visible)
        else:
            self._pixels(rows, geometry)
        self._labels(geometry, stage_word)
        x = self._window.x(rows.timeline.makespan)
        if self._window.left < x <= self._window.right:
            self._upright(x, geometry.top - 2, geometry.bottom, 1.2)

    def _pixels(self, rows: EventRows, geometry: LaneGeometry) -> None:
        window, painter = self._window, self._painter
        factor = max(painter.deviceTransform().m11(), 1.0)

        def image_of(*, faint: bool) -> QImage:
            look = look_of(self._theme, rows.timeline.chunks, faint=faint)
            return self._images.get(rows, geometry, window, factor, look)

        bright = image_of(faint=False)
        if self._time is None:
            self._all_rows(bright, geometry, factor)
            return
        faint = image_of(faint=True)
        for row, stage in enumerate(geometry.stages):
            top = geometry.top_of(row)
            until = min(max(window.x(rows.begun_until(stage, self._time)), window.left), window.right)
            for image, begin, end in ((bright, window.left, until), (faint, until, window.right)):
                if end > begin:
                    source = QRectF((begin - window.left) * factor, row, (end - begin) * factor, 1)
                    painter.drawImage(QRectF(begin, top, end - begin, geometry.height), image, source)

    def _all_rows(self, image: QImage, geometry: LaneGeometry, factor: float) -> None:
        """Draw all rows at once: an SVG would hold the image as often as it is drawn, and blur what it scales."""
        painter, window = self._painter, self._window
        width, height = window.right - window.left, geometry.bottom - geometry.top
        tall = image.scaled(image.width(), max(round(height * factor), 1))
        painter.drawImage(QRectF(window.left, geometry.top, width, height), tall)
        gap = geometry.pitch - geometry.height
        if gap > 0:
            bottoms = (geometry.top_of(row) + geometry.height for row in range(len(geometry.stages)))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.card))
            painter.drawRects([QRectF(window.left, bottom, width, gap) for bottom in bottoms])

    def _boxes(self, rows: EventRows, geometry: LaneGeometry, visible: dict[int, slice]) -> None:
        """Draw events one by one, those of one fill together."""
        boxes: dict[str, list[QRectF]] = {}
        texts: dict[str, list[tuple[QRectF, str]]] = {}
        strips: list[QRectF] = []
        bright, faint = (look_of(self._theme, rows.timeline.chunks, faint=faint).fills for faint in (False, True))
        time, height, longest = self._time, geometry.height, len(str(int(rows.micro.max()) + 1))
        for row, (stage, events) in enumerate(visible.items()):
            top = geometry.top_of(row)
            columns = (rows.start, rows.end, rows.is_backward, rows.micro, rows.chunk)
            values = (column[stage][events].tolist() for column in columns)
            for start, end, backward, micro, chunk in zip(*values, strict=True):
                fills = bright if time is None or start <= time else faint
                fill = fills[backward][micro % 2][chunk]
                left, right = self._window.clipped(start, end)
                box = QRectF(left, top, right - left, height)
                boxes.setdefault(fill, []).append(box)
                text = self._text("B" if backward else "F", micro, box, longest)
                if text:
                    colour = readable_on(fill) if fills is bright else self._theme.faint
                    texts.setdefault(colour, []).append((box, text))
                if backward and box.width() >= _STRIPPED[0] and height >= _STRIPPED[1]:
                    strips.append(QRectF(left, top + height - _STRIP, right - left, _STRIP))
        self._fill(boxes, strips)
        for colour, texts_of_colour in texts.items():
            self._painter.setPen(QColor(colour))
            for box, text in texts_of_colour:
                self._painter.drawText(box, CENTRE, text)

    def _fill(self, boxes: dict[str, list[QRectF]], strips: list[QRectF]) -> None:
        painter = self._painter
        for fill, boxes_of_fill in boxes.items():
            framed = boxes_of_fill[0].width() >= _FRAMED
            painter.setPen(line(self._theme.card, 0.8) if framed else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(fill))
            painter.drawRects(boxes_of_fill)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(self._theme.devices[1], self._theme.text, 0.55))
        painter.drawRects(strips)

    def _text(self, letter: str, micro: int, box: QRectF, longest: int) -> str:
        """Return letter and number of an event where the longest number fits, the number alone, or nothing."""
        if box.height() < self._metrics.height() - _TIGHT:
            return ""
        number, room = str(micro + 1), box.width() - _TIGHT
        if self._digit * (longest + 2) <= room:
            return f"{letter} {number}"
        return number if self._digit * len(number) <= room else ""

    def _hops(self, hop: float, rows: EventRows, geometry: LaneGeometry, visible: dict[int, slice]) -> None:
        """Draw each hop from the end of its event to the next stage, ``hop`` seconds long."""
        stages, lines = rows.timeline.stages, []
        last = rows.timeline.chunks * stages - 1
        for stage, events in visible.items():
            columns = (rows.end, rows.is_backward, rows.chunk)
            for end, backward, chunk in zip(*(column[stage][events].tolist() for column in columns), strict=True):
                part = chunk * stages + stage  # of the layers, in the order of the forward passes
                target = (part + (-1 if backward else 1)) % stages
                begun = self._time is None or end <= self._time
                if part == (0 if backward else last) or target == stage or not begun:
                    continue
                below = 0.0 if target < stage else geometry.height
                start_y = geometry.top_of(stage) + below
                end_y = geometry.top_of(target) + geometry.height - below
                start_x, end_x = self._window.x(end), self._window.x(end + hop)
                if self._window.left <= start_x and end_x <= self._window.right:
                    lines.append(QLineF(start_x, start_y, end_x, end_y))
        self._painter.setPen(line(self._theme.communication, 1.2))
        self._painter.drawLines(lines)

    def _labels(self, geometry: LaneGeometry, word: str) -> None:
        """Name as many stages as have room."""
        painter, height = self._painter, self._metrics.height()
        painter.setPen(QColor(self._theme.faint))
        free = geometry.top - 1
        for row, stage in enumerate(geometry.stages):
            middle = max(geometry.top_of(row) + geometry.height / 2, geometry.top + height / 2 - 1)
            top = middle - height / 2
            if top >= free:
                painter.drawText(QRectF(0, top, self._window.left - _GAP, height), RIGHT, word.format(stage=stage + 1))
                free = top + height - 2

    def _upright(self, x: float, top: float, bottom: float, width: float) -> None:
        self._painter.setPen(line(self._theme.text, width))
        self._painter.drawLine(QLineF(x, top, x, bottom))

    def title(self, lane: ScheduleLane, geometry: LaneGeometry, counter: str) -> None:
        """Write the longest title of a lane that fits, at the right how many micro-batches have finished."""
        painter, area = self._painter, geometry.title
        painter.setFont(sized(self._font, 1.0, bold=True) if lane.is_chosen else self._font)
        metrics = QFontMetricsF(painter.font())
        right = metrics.horizontalAdvance(counter) + _GAP if counter else 0.0
        room = area.width() - right - 2
        painter.setPen(QColor(self._theme.text))
        text = fitting(metrics, lane.titles, room) or lane.titles[-1]
        painter.drawText(area, LEFT, metrics.elidedText(text, Qt.TextElideMode.ElideRight, room))
        painter.drawText(area, RIGHT, counter)
        painter.setFont(self._font)
        if lane.timeline is None:
            painter.setPen(QColor(self._theme.faint))
            left, height = self._window.left, geometry.bottom - geometry.top
            room_below = QRectF(left, geometry.top, area.right() - left, height)
            painter.drawText(room_below, CENTRE | int(Qt.TextFlag.TextWordWrap), lane.message)

    def cursor(self, top: float, bottom: float) -> None:
        """Draw the cursor."""
        if self._time is not None and self._window.low <= self._time <= self._window.high:
            self._upright(self._window.x(self._time), top, bottom, 2)

    def outline(self, lane: ScheduleLane, geometry: LaneGeometry, stage: int, event: int) -> None:
        """Mark the event under the mouse, by its index in the timeline, where its stage has a row."""
        if lane.timeline is None or stage not in geometry.stages:
            return
        left, right = self._window.clipped(float(lane.timeline.start[event]), float(lane.timeline.end[event]))
        top = geometry.top_of(geometry.stages.index(stage))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(line(self._theme.text, 1.5))
        self._painter.drawRect(QRectF(left, top, max(right - left, 1.0), geometry.height))


@lru_cache(maxsize=12)
def _hatching(*area: float) -> list[QLineF]:
    return hatching(QRectF(*area), _HATCHING)


# Samples of the key


def draw_event_sample(letter: str, chunks: int, painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw a forward ("F") or backward ("B") pass of the first micro-batch."""
    fill = look_of(theme, chunks).fills[letter == "B"][0][0]
    painter.fillRect(_patch(room), QColor(fill))
    painter.setPen(QColor(readable_on(fill)))
    painter.drawText(_patch(room), CENTRE, letter)


def draw_bubble_sample(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw the hatching of idle time."""
    painter.setPen(_idle_pen(theme))
    painter.drawLines(hatching(_patch(room), _HATCHING_OF_KEY))


def draw_hop_sample(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw the line of a hop from one stage to the next."""
    box = _patch(room).adjusted(3, 0, -3, 0)  # a steep line, as between rows
    painter.setPen(line(theme.communication, 1.5))
    painter.drawLine(QLineF(box.topLeft(), box.bottomRight()))


def draw_chunk_samples(chunks: int, painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw the fills of all chunks beside each other."""
    box = _patch(room)
    width = box.width() / chunks
    for chunk, fill in enumerate(look_of(theme, chunks).fills[0][0]):
        painter.fillRect(QRectF(box.left() + chunk * width, box.top(), width, box.height()), QColor(fill))


def _patch(room: QRectF) -> QRectF:
    """Return the room of a fill, shorter than that of a line."""
    return room.adjusted(4, 0, -4, 0)
