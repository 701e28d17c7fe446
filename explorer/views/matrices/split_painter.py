"""Draws a frame of the matrix split: on the screen, into a PNG, into an SVG.

Lengths are shares of a cell's side, so that the picture is the same at any zoom; lines and fonts have a least size in
pixels, below which they could not be seen in small cells.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from explorer.answers.matrices.cells import WHOLE, Cell, CellKey, Frame, Point, Route, Tag, brief_number
from explorer.answers.matrices.layout import NAME_ROOM
from explorer.views.widgets.painting import CENTRE, LEFT, mixed
from explorer.views.widgets.theme import Theme

_FILL, _NEUTRAL_FILL = 0.2, 0.12
"""How strong a device's colour, or the grey of what is not divided, fills a cell: numbers stay easy to read."""
_NUMBER_FONTS = (0.44, 0.33, 0.25, 0.2)
"""Font sizes of numbers, the largest that fits being used."""
_NUMBER_WIDTH = 0.8
_THIN, _THICK = 0.035, 0.08
"""Width of a cell's border, usually and where the cell stands out."""
_ROUTE = 0.07
"""Width of a message's line, and of that where an all-reduce is missing."""


class SplitPainter:
    """Draws frames in a theme.

    Parameters
    ----------
    cell : pixels of a cell's side.
    font : its family is used, at sizes that follow the cell.
    device_word : word before the number of a device.
    """

    def __init__(self, theme: Theme, cell: float, font: QFont, device_word: str) -> None:
        self.theme, self.cell, self._device_word = theme, cell, device_word
        self._fonts = [self._font(font, share * cell) for share in _NUMBER_FONTS]
        self._metrics = [QFontMetricsF(number_font) for number_font in self._fonts]
        self._small = self._font(font, max(0.36 * cell, 9.0))
        self._bold = self._font(font, max(0.4 * cell, 9.5), bold=True)
        self._fills = [mixed(colour, theme.card, _FILL) for colour in theme.devices]
        self._neutral = mixed(theme.one, theme.card, _NEUTRAL_FILL)

    @staticmethod
    def _font(family: QFont, pixels: float, *, bold: bool = False) -> QFont:
        font = QFont(family)
        font.setPixelSize(max(round(pixels), 6))
        font.setBold(bold)
        return font

    def draw(self, painter: QPainter, frame: Frame, highlighted: frozenset[CellKey], visible: QRectF) -> None:
        """Draw a frame; cells outside ``visible`` are left out, ``highlighted`` ones stand out."""
        side = self.cell
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for route in frame.routes:
            self._draw_route(painter, route)
        for tag in frame.tags:
            self._draw_tag(painter, tag)
        for cell in frame.cells:
            if visible.intersects(QRectF(cell.x * side, cell.y * side, side, side)):
                self._draw_cell(painter, cell, cell.lit or cell.key in highlighted)
        painter.setOpacity(1.0)

    def _draw_cell(self, painter: QPainter, cell: Cell, stands_out: bool) -> None:
        theme, side, device = self.theme, self.cell, cell.key.device
        painter.setOpacity(cell.strength)
        area = QRectF(cell.x * side + 1, cell.y * side + 1, side - 2, side - 2)  # borders of neighbours do not touch
        border, fill, colour = QColor(theme.one), self._neutral, QColor(theme.text)
        if device != WHOLE and cell.tint > 0:
            index = device % len(self._fills)
            border = mixed(theme.devices[index], theme.one, cell.tint)
            fill = mixed(self._fills[index].name(), self._neutral.name(), cell.tint)
        if cell.mark is not None:
            border = QColor(theme.loses if cell.mark < 0 else theme.pays)
            colour = border if cell.mark < 0 else colour
        if stands_out:
            border = QColor(theme.text)
        width = _THICK if stands_out or cell.mark is not None else _THIN
        painter.setPen(QPen(border, max(side * width, 1.0)))
        painter.setBrush(fill)
        painter.drawRect(area)
        painter.setPen(colour)
        text, font = self._fitting(cell.text)
        painter.setFont(font)
        painter.drawText(area, CENTRE, text)
        if cell.plus:
            self._draw_plus(painter, area)
        if cell.struck > 0:
            # From near the lower left corner towards the upper right one.
            painter.setPen(QPen(QColor(theme.communication), max(side * 0.06, 1.5)))
            start = QPointF(area.left() + side * 0.12, area.bottom() - side * 0.2)
            stroke = QPointF(area.width() - side * 0.24, -area.height() + side * 0.4)
            painter.drawLine(start, start + stroke * cell.struck)

    def _draw_plus(self, painter: QPainter, area: QRectF) -> None:
        """Mark a cell that is added with a plus on its lower left corner: above are names."""
        radius = max(0.2 * self.cell, 3.0)
        centre, arm = area.bottomLeft() + QPointF(0.3 * radius, -0.3 * radius), 0.6 * radius
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.communication))
        painter.drawEllipse(centre, radius, radius)
        painter.setPen(QPen(QColor(self.theme.card), max(0.35 * radius, 1.2)))
        painter.drawLine(centre - QPointF(arm, 0), centre + QPointF(arm, 0))
        painter.drawLine(centre - QPointF(0, arm), centre + QPointF(0, arm))

    def _fitting(self, number: str) -> tuple[str, QFont]:
        """Return a number, or its size, or that there is one, with the largest font in which it fits its cell."""
        for text in (number, brief_number(number), "…"):
            for font, metrics in zip(self._fonts, self._metrics, strict=True):
                if metrics.horizontalAdvance(text) < _NUMBER_WIDTH * self.cell:
                    return text, font
        return "", self._fonts[-1]

    def _draw_tag(self, painter: QPainter, tag: Tag) -> None:
        side, theme = self.cell, self.theme
        painter.setOpacity(tag.strength)
        point = self._point((tag.x, tag.y))
        painter.setFont(self._bold if tag.kind not in ("name", "sign") else self._small)
        colours = {"right": theme.pays, "wrong": theme.communication, "all_reduce": theme.communication}
        painter.setPen(QColor(colours.get(tag.kind, theme.faint)))
        if tag.kind == "device":
            self._draw_device(painter, tag, point)
        elif tag.kind == "mend":
            painter.setPen(QPen(QColor(theme.communication), max(side * _ROUTE, 1.5), Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(point.x(), side * 0.2), QPointF(point.x(), (tag.y + 0.4) * side))
        elif tag.kind in ("name", "all_reduce"):
            area = QRectF(point.x(), point.y() - 1.2 * side, 6 * side, 1.15 * side)  # 0.05 above the matrix
            painter.drawText(area, int(Qt.AlignmentFlag.AlignBottom), tag.text)
        else:
            painter.drawText(QRectF(point.x() - 2 * side, point.y() - side, 4 * side, 2 * side), CENTRE, tag.text)

    def _draw_device(self, painter: QPainter, tag: Tag, point: QPointF) -> None:
        """Write the name of a device, or its bare number where the name does not fit."""
        side, theme = self.cell, self.theme
        painter.setPen(mixed(theme.text, theme.devices[tag.device % len(theme.devices)], 0.25))
        name = f"{self._device_word} {tag.text}"
        fits = QFontMetricsF(self._bold).horizontalAdvance(name) < (NAME_ROOM - 0.2) * side
        painter.drawText(QRectF(point.x(), point.y() - side, 3 * side, 2 * side), LEFT, name if fits else tag.text)

    def _draw_route(self, painter: QPainter, route: Route) -> None:
        side = self.cell
        painter.setOpacity(max(route.strength, 0.0))
        painter.setPen(QPen(QColor(self.theme.communication), max(side * _ROUTE, 1.5)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        start, end = self._point(route.start), self._point(route.end)
        path = QPainterPath(start)
        if route.detour is None:
            half = (end.x() - start.x()) / 2
            path.cubicTo(start + QPointF(half, 0), end - QPointF(half, 0), end)
        else:  # left, round a corner, up or down, round a corner, and back
            x, radius = route.detour * side, min(0.5 * side, abs(end.y() - start.y()) / 2)
            down = radius if end.y() > start.y() else -radius
            path.lineTo(x + radius, start.y())
            path.quadTo(x, start.y(), x, start.y() + down)
            path.lineTo(x, end.y() - down)
            path.quadTo(x, end.y(), x + radius, end.y())
            path.lineTo(end)
        painter.drawPath(path)

    def _point(self, point: Point) -> QPointF:
        return QPointF(point[0] * self.cell, point[1] * self.cell)
