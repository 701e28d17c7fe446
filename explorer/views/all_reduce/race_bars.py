"""Two all-reduces as bars on one scale of time: what start-ups take and what bytes take.

Step by step where all devices are drawn; of more devices all start-ups, then all bytes.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.all_reduce.race import ExchangeScene, Race
from explorer.answers.link_words import algorithm_name
from explorer.views.widgets.card import sized
from explorer.views.widgets.painting import hatching, line, mixed
from explorer.views.widgets.theme import LIGHT, Theme, translated

_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_PALE = 0.35


class RaceBars(QWidget):
    """Draws a bar for each, as far as the clock has come in full colour, and the clock as a line through both."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._race: Race | None = None
        self._time = 0.0
        self._kept: QPixmap | None = None
        self.on_paper = False
        self.setFont(sized(self.font(), 0.92))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(2 * (self.fontMetrics().height() + 5) + 4)

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, self.height())

    def show_race(self, race: Race | None, time: float) -> None:
        """Show another race at a time of its clock."""
        self._race, self._kept = race, None
        self.show_time(time)

    def show_time(self, time: float) -> None:
        """Show another time."""
        self._time = time
        self.update()

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme, self._kept = theme, None
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._kept = None

    def edges(self) -> tuple[float, float]:
        """Return where bars begin, and where the longer one ends."""
        metrics = QFontMetricsF(self.font())
        names = [translated(algorithm_name(scene.algorithm)) for scene in self._race.scenes] if self._race else [""]
        left = max(metrics.horizontalAdvance(text) for text in names) + 10
        right = self.width() - metrics.horizontalAdvance("888.8 ms") - 10
        return left, max(right, left + 30)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._race is None or self._race.seconds == 0:
            return
        painter = QPainter(self)
        left, right = self.edges()
        x = left + (right - left) * self._time / self._longest(self._race)
        painter.setOpacity(_PALE)
        self._draw_kept(painter, self._race)
        painter.setOpacity(1.0)
        painter.setClipRect(QRectF(0, 0, x, self.height()))
        self._draw_kept(painter, self._race)
        painter.setClipping(False)
        self._write(painter, self._race)
        painter.setPen(QPen(QColor(self._theme.text), 1.6))
        painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))

    @staticmethod
    def _longest(race: Race) -> float:
        """Return what the whole width stands for."""
        return max(race.seconds, race.link.measured_s or 0.0)

    def measured_at(self) -> float | None:
        """Return where the measured time of the scenario's link is marked."""
        if self._race is None or self._race.link.measured_s is None or self._race.seconds == 0:
            return None
        left, right = self.edges()
        return left + (right - left) * self._race.link.measured_s / self._longest(self._race)

    def _draw_kept(self, painter: QPainter, race: Race) -> None:
        """Draw the bars: on the screen from a picture of them that is made once."""
        if self.on_paper:
            self._draw(painter, race)
            return
        ratio = self.devicePixelRatioF()
        if self._kept is None or self._kept.size() != self.size() * ratio:
            self._kept = QPixmap(self.size() * ratio)
            self._kept.setDevicePixelRatio(ratio)
            self._kept.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._kept)
            self._draw(inner, race)
            inner.end()
        painter.drawPixmap(0, 0, self._kept)

    def _room(self, place: int) -> QRectF:
        left, right = self.edges()
        high = (self.height() - 4) / 2
        return QRectF(left, 2 + place * high + 1, right - left, high - 3)

    def _write(self, painter: QPainter, race: Race) -> None:
        """Write names before the bars and times behind them."""
        painter.setFont(self.font())
        for place, scene in enumerate(race.scenes):
            room = self._room(place)
            painter.setPen(QColor(self._theme.text))
            painter.drawText(
                QRectF(0, room.top(), room.left() - 7, room.height()),
                _RIGHT,
                translated(algorithm_name(scene.algorithm)),
            )
            x = room.left() + room.width() * scene.seconds / self._longest(race) + 6
            text = formatting.seconds(scene.seconds)
            written = QRectF(x, room.top(), QFontMetricsF(self.font()).horizontalAdvance(text) + 2, room.height())
            mark = self.measured_at()
            if mark is not None and written.left() - 4 < mark < written.right() + 4:
                written.moveLeft(mark + 5)
            painter.drawText(written, _LEFT, text)
        self._mark(painter)

    def _mark(self, painter: QPainter) -> None:
        """Mark the measured time through both bars, with a head that tells it from the clock."""
        x = self.measured_at()
        if x is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.text), 1.6, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.text))
        painter.drawPolygon([QPointF(x - 4, 0), QPointF(x + 4, 0), QPointF(x, 6)])

    def _draw(self, painter: QPainter, race: Race) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, scene in enumerate(race.scenes):
            self._draw_bar(painter, scene, self._room(place), self._room(place).width() / self._longest(race))

    def _draw_bar(self, painter: QPainter, scene: ExchangeScene, room: QRectF, scale: float) -> None:
        """Draw the launch, and of each step the start-up hatched and the bytes filled."""
        theme, parts = self._theme, scene.parts()
        launch = scene.link.wire.launch_s if parts else 0.0
        painter.fillRect(QRectF(room.left(), room.top(), launch * scale, room.height()), QColor(theme.one))
        hatched: list[QRectF] = []
        for begin, end, share in parts:
            left, wide = room.left() + begin * scale, (end - begin) * scale
            hatched.append(QRectF(left, room.top(), wide * share, room.height()))
            rest = QRectF(left + wide * share, room.top(), wide * (1 - share), room.height())
            painter.fillRect(rest, QColor(theme.communication))
        self._hatch(painter, hatched)
        painter.setPen(QPen(QColor(theme.card), 1.0))
        for _, end, _ in parts:
            x = room.left() + end * scale
            painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()))

    def _hatch(self, painter: QPainter, parts: list[QRectF]) -> None:
        """Hatch with lines, which scale in pictures as no pattern does."""
        colour = self._theme.communication
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(colour, self._theme.card, 0.18))
        painter.drawRects(parts)
        painter.setPen(line(colour, 1.0))
        painter.drawLines([each for part in parts for each in hatching(part)])
