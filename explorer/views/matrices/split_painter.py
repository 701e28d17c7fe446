"""Draws a frame of the matrix split with a painter: on the screen, into a PNG, into an SVG."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from explorer.answers.matrices.cells import WHOLE, Cell, CellKey, Frame, Tag, Way
from explorer.answers.matrices.layout import NAME_ROOM
from explorer.views.widgets.painting import CENTRE, mixed
from explorer.views.widgets.theme import Theme

_FILL = 0.2


class SplitPainter:
    """Draws frames in a theme at so many pixels a cell.

    Parameters
    ----------
    cell : pixels of a cell's side.
    font : its family is used, at sizes that follow the cell.
    named : word before the number of a device.
    """

    def __init__(self, theme: Theme, cell: float, font: QFont, named: str) -> None:
        self.theme, self.cell, self._named = theme, cell, named
        self._fonts = [self._font(font, share * cell) for share in (0.44, 0.33, 0.25)]
        self._metrics = [QFontMetricsF(made) for made in self._fonts]
        self._small = self._font(font, max(0.36 * cell, 9.0))
        self._bold = self._font(font, max(0.4 * cell, 9.5), bold=True)
        count = len(theme.devices)
        self._fills = [mixed(theme.devices[place], theme.card, _FILL) for place in range(count)]
        self._neutral = mixed(theme.one, theme.card, 0.12)

    @staticmethod
    def _font(font: QFont, pixels: float, *, bold: bool = False) -> QFont:
        made = QFont(font)
        made.setPixelSize(max(round(pixels), 6))
        made.setBold(bold)
        return made

    def draw(
        self, painter: QPainter, frame: Frame, under_mouse: frozenset[CellKey] = frozenset(), clip: QRectF | None = None
    ) -> None:
        """Draw a frame, or what of it lies in a clip; cells under the mouse, and what made them, stand out."""
        side = self.cell
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for way in frame.ways:
            self._draw_way(painter, way)
        for tag in frame.tags:
            self._draw_tag(painter, tag)
        for cell in frame.cells:
            if clip is not None and not clip.intersects(QRectF(cell.x * side, cell.y * side, side, side)):
                continue
            self._draw_cell(painter, cell, under_mouse)
        painter.setOpacity(1.0)

    def _draw_cell(self, painter: QPainter, cell: Cell, under_mouse: frozenset[CellKey]) -> None:
        theme, side, device = self.theme, self.cell, cell.key.device
        painter.setOpacity(cell.strength)
        room = QRectF(cell.x * side + 1, cell.y * side + 1, side - 2, side - 2)
        line, fill = QColor(theme.one), self._neutral
        if device != WHOLE and cell.tint > 0:
            place = device % len(self._fills)
            line = mixed(theme.devices[place], theme.one, cell.tint)
            fill = mixed(self._fills[place].name(), self._neutral.name(), cell.tint)
        text = QColor(theme.text)
        if cell.mark is not None:
            line = QColor(theme.loses if cell.mark < 0 else theme.pays)
            text = line if cell.mark < 0 else text
        stands_out = cell.lit or cell.key in under_mouse
        if stands_out:
            line = QColor(theme.text)
        painter.setPen(QPen(line, max(side * (0.08 if stands_out or cell.mark is not None else 0.035), 1.0)))
        painter.setBrush(fill)
        painter.drawRect(room)
        painter.setPen(text)
        painter.setFont(self._fitting(cell.text))
        painter.drawText(room, CENTRE, cell.text)
        if cell.plus:
            self._draw_plus(painter, room)
        if cell.struck > 0:
            painter.setPen(QPen(QColor(theme.communication), max(side * 0.06, 1.5)))
            start = QPointF(room.left() + side * 0.12, room.bottom() - side * 0.2)
            way = QPointF(room.width() - side * 0.24, -room.height() + side * 0.4)
            painter.drawLine(start, start + way * cell.struck)

    def _draw_plus(self, painter: QPainter, room: QRectF) -> None:
        """Mark what is added with a plus on its lower left corner: above are names."""
        reach = max(0.2 * self.cell, 3.0)
        corner = room.bottomLeft() + QPointF(0.3 * reach, -0.3 * reach)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.communication))
        painter.drawEllipse(corner, reach, reach)
        painter.setPen(QPen(QColor(self.theme.card), max(0.35 * reach, 1.2)))
        painter.drawLine(corner - QPointF(0.6 * reach, 0), corner + QPointF(0.6 * reach, 0))
        painter.drawLine(corner - QPointF(0, 0.6 * reach), corner + QPointF(0, 0.6 * reach))

    def _fitting(self, text: str) -> QFont:
        for font, metrics in zip(self._fonts, self._metrics, strict=True):
            if metrics.horizontalAdvance(text) < 0.88 * self.cell:
                return font
        return self._fonts[-1]

    def _draw_tag(self, painter: QPainter, tag: Tag) -> None:
        side, theme = self.cell, self.theme
        painter.setOpacity(tag.strength)
        at = QPointF(tag.x * side, tag.y * side)
        if tag.kind == "device":
            painter.setFont(self._bold)
            painter.setPen(mixed(theme.text, theme.devices[tag.device % len(theme.devices)], 0.25))
            room = QRectF(at.x(), at.y() - side, 3 * side, 2 * side)
            whole = f"{self._named} {tag.text}"
            fits = QFontMetricsF(self._bold).horizontalAdvance(whole) < (NAME_ROOM - 0.2) * side
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), whole if fits else tag.text)
            return
        painter.setFont(self._small)
        painter.setPen(QColor(theme.faint))
        if tag.kind in ("right", "wrong", "all_reduce", "mend"):
            painter.setFont(self._bold)
            painter.setPen(QColor(theme.pays if tag.kind == "right" else theme.communication))
        if tag.kind == "mend":
            pen = QPen(QColor(theme.communication), max(side * 0.07, 1.5), Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(QPointF(at.x(), side * 0.2), QPointF(at.x(), (tag.y + 0.4) * side))
        elif tag.kind in ("sign", "right", "wrong"):
            painter.drawText(QRectF(at.x() - 2 * side, at.y() - side, 4 * side, 2 * side), CENTRE, tag.text)
        else:
            room = QRectF(at.x(), at.y() - 1.2 * side, 6 * side, 1.15 * side)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignBottom), tag.text)

    def _draw_way(self, painter: QPainter, way: Way) -> None:
        side = self.cell
        painter.setOpacity(max(way.strength, 0.0))
        painter.setPen(QPen(QColor(self.theme.communication), max(side * 0.07, 1.5)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        start, end = QPointF(way.start[0] * side, way.start[1] * side), QPointF(way.end[0] * side, way.end[1] * side)
        path = QPainterPath(start)
        if way.lane is None:
            half = (end.x() - start.x()) / 2
            path.cubicTo(start + QPointF(half, 0), end - QPointF(half, 0), end)
        else:
            x, turn = way.lane * side, min(0.5 * side, abs(end.y() - start.y()) / 2)
            down = turn if end.y() > start.y() else -turn
            path.lineTo(x + turn, start.y())
            path.quadTo(x, start.y(), x, start.y() + down)
            path.lineTo(x, end.y() - down)
            path.quadTo(x, end.y(), x + turn, end.y())
            path.lineTo(end)
        painter.drawPath(path)
