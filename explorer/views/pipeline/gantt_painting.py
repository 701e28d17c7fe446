"""How the timelines of a pipeline are drawn: few events as pieces with letters, many as rows of pixels."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter

from explorer.model.timeline import Timeline
from explorer.views.pipeline.gantt_lanes import Images, LaneGeometry, ScheduleLane, TimeWindow, look_of
from explorer.views.pipeline.gantt_raster import EventRows
from explorer.views.widgets.card import sized
from explorer.views.widgets.painting import CENTRE, LEFT, RIGHT, hatching, line, mixed, readable_on
from explorer.views.widgets.theme import Theme

MOST_PIECES = 1500
"""Events in sight above which rows are drawn as pixels."""
_MOST_WITH_HOPS = 240
"""Events in sight above which messages are left out: their lines would be a grey veil between the rows."""
_GAP = 6.0
"""Pixels between a text and what it stands beside."""


class GanttPainter:
    """One pass over the painted area; ``time`` is that of the cursor, None where all is shown."""

    def __init__(self, painter: QPainter, theme: Theme, window: TimeWindow, time: float | None, images: Images) -> None:
        self._painter, self._theme, self._window, self._time = painter, theme, window, time
        self._images = images
        self._font = QFont(painter.font())
        self._metrics = QFontMetricsF(self._font)
        self._digit = self._metrics.horizontalAdvance("8")

    def lane(self, lane: ScheduleLane, band: LaneGeometry, stage_word: str) -> None:
        """Draw a lane: hatching where nothing runs, events, labels of the stages."""
        made, rows = lane.timeline, lane.rows
        if made is None or rows is None:
            return
        left, right = self._window.clipped(0.0, made.makespan)
        if right > left:
            self._painter.setPen(line(mixed(self._theme.faint, self._theme.card, 0.45), 0.8))
            self._painter.drawLines(_hatched(left, band.top, right - left, band.bottom - band.top))
        seen = {row: rows.visible(row, self._window.low, self._window.high) for row in band.shown}
        count = sum(part.stop - part.start for part in seen.values())
        if count <= MOST_PIECES:
            self._pieces(made, rows, band, seen)
            if lane.hop > 0 and count <= _MOST_WITH_HOPS and band.shown.step == 1:
                self._hops(lane, made, rows, band, seen)
        else:
            self._pixels(lane, rows, band, made.chunks)
        self._labels(band, stage_word)
        self._end(made.makespan, band)

    def _pixels(self, lane: ScheduleLane, rows: EventRows, band: LaneGeometry, chunks: int) -> None:
        window, painter = self._window, self._painter
        factor = max(painter.deviceTransform().m11(), 1.0)
        bright = self._images.get(lane, band, window, factor, look_of(self._theme, chunks))
        faint = None
        if self._time is not None:
            faint = self._images.get(lane, band, window, factor, look_of(self._theme, chunks, faint=True))
        if bright is None:
            return
        if faint is None:
            self._whole(bright, band, factor)
            return
        for place, row in enumerate(band.shown):
            top, height = band.row(place)
            until = min(max(window.x(rows.begun_until(row, self._time or 0.0)), window.left), window.right)
            for image, begin, end in ((bright, window.left, until), (faint, until, window.right)):
                if end > begin:
                    source = QRectF((begin - window.left) * factor, place, (end - begin) * factor, 1)
                    painter.drawImage(QRectF(begin, top, end - begin, height), image, source)

    def _whole(self, image: QImage, band: LaneGeometry, factor: float) -> None:
        """Draw all rows at once: an SVG would hold the image as often as it is drawn, and blur what it scales."""
        painter, window = self._painter, self._window
        tall = image.scaled(image.width(), max(round((band.bottom - band.top) * factor), 1))
        painter.drawImage(QRectF(window.left, band.top, window.right - window.left, band.bottom - band.top), tall)
        height = band.row(0)[1]
        if height < band.pitch:
            gaps = (
                QRectF(window.left, sum(band.row(row)), window.right - window.left, band.pitch - height)
                for row in range(len(band.shown))
            )
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.card))
            painter.drawRects(list(gaps))

    def _pieces(self, made: Timeline, rows: EventRows, band: LaneGeometry, seen: dict[int, slice]) -> None:
        """Draw events one by one, those of one fill together."""
        groups: dict[str, list[QRectF]] = {}
        words: dict[str, list[tuple[QRectF, str]]] = {}
        strips: list[QRectF] = []
        bright = look_of(self._theme, made.chunks).fills
        faint = look_of(self._theme, made.chunks, faint=True).fills
        time, window, longest = self._time, self._window, len(str(int(rows.micro.max()) + 1))
        for place, (row, part) in enumerate(seen.items()):
            top, height = band.row(place)
            columns = (rows.start, rows.end, rows.is_backward, rows.micro, rows.chunk)
            for start, end, backward, micro, chunk in zip(*(col[row][part].tolist() for col in columns), strict=True):
                fills = bright if time is None or start <= time else faint
                fill = fills[backward][micro % 2][chunk]
                left, right = window.clipped(start, end)
                area = QRectF(left, top, right - left, height)
                groups.setdefault(fill, []).append(area)
                text = self._word("B" if backward else "F", micro, area, longest)
                if text:
                    colour = readable_on(fill) if fills is bright else self._theme.faint
                    words.setdefault(colour, []).append((area, text))
                if backward and height >= 8 and area.width() >= 3:
                    strips.append(QRectF(left, top + height - 2.5, right - left, 2.5))
        self._fill(groups, strips)
        for colour, told in words.items():
            self._painter.setPen(QColor(colour))
            for area, text in told:
                self._painter.drawText(area, CENTRE, text)

    def _fill(self, groups: dict[str, list[QRectF]], strips: list[QRectF]) -> None:
        painter = self._painter
        for fill, areas in groups.items():
            wide = areas[0].width() >= 4
            painter.setPen(line(self._theme.card, 0.8) if wide else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(fill))
            painter.drawRects(areas)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(self._theme.devices[1], self._theme.text, 0.55))
        painter.drawRects(strips)

    def _word(self, letter: str, micro: int, area: QRectF, longest: int) -> str:
        """Return the letter, where the longest number fits beside it, and the number of an event, where that fits."""
        if area.height() < self._metrics.height() - 3:
            return ""
        number, room = str(micro + 1), area.width() - 3
        if self._digit * (longest + 2) <= room:
            return f"{letter} {number}"
        return number if self._digit * len(number) <= room else ""

    def _hops(
        self, lane: ScheduleLane, made: Timeline, rows: EventRows, band: LaneGeometry, seen: dict[int, slice]
    ) -> None:
        """Draw each message from the end of its event to the other stage, as long as it travels."""
        stages, lines = made.stages, []
        last = made.chunks * stages - 1
        for row, part in seen.items():
            top, height = band.row(row)
            columns = (rows.end, rows.is_backward, rows.chunk)
            for end, backward, chunk in zip(*(column[row][part].tolist() for column in columns), strict=True):
                place = chunk * stages + row
                other = (place + (-1 if backward else 1)) % stages
                begun = self._time is None or end <= self._time
                if place == (0 if backward else last) or other == row or not begun:
                    continue
                there = band.row(other)
                start_y, end_y = (top + height, there[0]) if other > row else (top, sum(there))
                first, final = self._window.x(end), self._window.x(end + lane.hop)
                if self._window.left <= first and final <= self._window.right:
                    lines.append(QLineF(first, start_y, final, end_y))
        self._painter.setPen(line(self._theme.communication, 1.2))
        self._painter.drawLines(lines)

    def _labels(self, band: LaneGeometry, word: str) -> None:
        """Name as many stages as have room."""
        painter, height = self._painter, self._metrics.height()
        painter.setPen(QColor(self._theme.faint))
        free = band.top - 1
        for place, stage in enumerate(band.shown):
            top, tall = band.row(place)
            above = max(top + tall / 2, band.top + height / 2 - 1) - height / 2
            if above >= free:
                room = QRectF(0, above, self._window.left - _GAP, height)
                painter.drawText(room, RIGHT, word.format(stage=stage + 1))
                free = above + height - 2

    def _end(self, makespan: float, band: LaneGeometry) -> None:
        x = self._window.x(makespan)
        if self._window.left < x <= self._window.right:
            self._painter.setPen(line(self._theme.text, 1.2))
            self._painter.drawLine(QLineF(x, band.top - 2, x, band.bottom))

    def title(self, lane: ScheduleLane, band: LaneGeometry, counter: str) -> None:
        """Write a lane's title, as much of it as fits, and at the right how many micro-batches are through."""
        painter, area = self._painter, band.title
        bold = sized(self._font, 1.0, bold=True)
        painter.setFont(bold if lane.is_own else self._font)
        metrics = QFontMetricsF(painter.font())
        right = metrics.horizontalAdvance(counter) + _GAP if counter else 0.0
        room = area.width() - right - 2
        painter.setPen(QColor(self._theme.text))
        text = next((text for text in lane.titles if metrics.horizontalAdvance(text) <= room), lane.titles[-1])
        painter.drawText(area, LEFT, metrics.elidedText(text, Qt.TextElideMode.ElideRight, room))
        painter.drawText(area, RIGHT, counter)
        painter.setFont(self._font)
        if lane.timeline is None and lane.told:
            painter.setPen(QColor(self._theme.faint))
            where = QRectF(self._window.left, band.top, area.right() - self._window.left, band.bottom - band.top)
            painter.drawText(where, CENTRE | int(Qt.TextFlag.TextWordWrap), lane.told)

    def cursor(self, top: float, bottom: float) -> None:
        """Draw the cursor."""
        if self._time is not None and self._window.low <= self._time <= self._window.high:
            x = self._window.x(self._time)
            self._painter.setPen(line(self._theme.text, 2))
            self._painter.drawLine(QLineF(x, top, x, bottom))

    def outline(self, start: float, end: float, band: LaneGeometry, place: int) -> None:
        """Mark the event under the mouse."""
        left, right = self._window.clipped(start, end)
        top, height = band.row(place)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(line(self._theme.text, 1.5))
        self._painter.drawRect(QRectF(left, top, max(right - left, 1.0), height))


@lru_cache(maxsize=12)
def _hatched(*area: float) -> list[QLineF]:
    return hatching(QRectF(*area), 7.0)
