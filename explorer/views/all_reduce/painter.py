"""Draws an all-reduce at one time: devices with their vectors, links, and the messages under way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from explorer.answers.all_reduce import layout
from explorer.answers.all_reduce.race import AllReduceScene, SceneState
from explorer.views.all_reduce.placement import Placement
from explorer.views.widgets.painting import CENTRE, hatching, mixed
from explorer.views.widgets.theme import Theme

Flags = NDArray[np.bool_]

_MANY = 60
"""Messages at once from which their links are drawn thin and pale, so that boxes stay visible between them."""
_DOT = 3.4
"""Radius in pixels of a message that is drawn as a dot."""
_NAME_PIXELS = (7, 14)
"""Smallest and largest size of the numbers in the boxes: smaller is unreadable, larger outweighs the vectors."""
_LINK_REACH = 5
"""Pixels from a link within which the mouse points at it: links are too thin to hit."""
_MESSAGE_REACH = 14
"""Pixels from the centre of a full-size message within which the mouse points at it: half its largest width."""


def contributor_colours(theme: Theme, devices: int) -> list[QColor]:
    """Return a colour for each device; beyond eight the colours repeat, paler, and the numbers tell devices apart."""
    colours = [(device // len(theme.devices), theme.devices[device % len(theme.devices)]) for device in range(devices)]
    return [mixed(theme.card, colour, 0.5) if repeats else QColor(colour) for repeats, colour in colours]


class AllReducePainter:
    """Draws one scene in a theme at a size. Links and boxes change only between steps and can be kept as pictures."""

    def __init__(self, theme: Theme, font: QFont, size: QSizeF, scene: AllReduceScene, switch: str) -> None:
        self.theme, self._font, self._switch = theme, QFont(font), switch
        self.placement = Placement(scene.all_reduce, size)
        self.colours = contributor_colours(theme, scene.all_reduce.devices)
        self.name_pixels = self._fitting_pixels()
        self._second = layout.second_tree(scene.all_reduce)
        self._packets: dict[tuple[bool, bool, float, float, bytes], QPixmap] = {}
        self._scene = scene

    def _fitting_pixels(self) -> int:
        """Return the size of the numbers in the boxes in pixels: the largest that fits."""
        (least, most), longest = _NAME_PIXELS, str(self.placement.all_reduce.devices)
        for pixels in range(min(round(0.4 * self.placement.height), most), least, -1):
            if QFontMetricsF(self._name_font(pixels)).horizontalAdvance(longest) <= self.placement.label - 2:
                return pixels
        return least

    def _name_font(self, pixels: int) -> QFont:
        font = QFont(self._font)
        font.setPixelSize(pixels)
        font.setBold(True)
        return font

    def show_scene(self, scene: AllReduceScene) -> bool:
        """Draw another scene from now on where it has the same messages, whatever its size; else return False."""
        old, new = self.placement.all_reduce, scene.all_reduce
        same = all(getattr(old, name) == getattr(new, name) for name in ("algorithm", "devices", "chunks", "steps"))
        if same:
            self._scene = scene
        return same

    # What does not move within a step

    def draw_boxes(self, painter: QPainter, state: SceneState) -> None:
        """Draw the boxes and the contributions that have arrived; messages pass below the boxes."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        held = self._scene.held(state.steps, state.half)
        for node in range(self.placement.all_reduce.nodes):
            self._draw_box(painter, node)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        for device, colour in enumerate(self.colours):
            painter.setBrush(colour)
            painter.drawRects(self.placement.filled(held, device))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(self.theme.text))
        complete = np.all(held, axis=2)
        for node in range(self.placement.all_reduce.nodes):
            self._underline(painter, node, complete[node])

    def _line(self, pair: tuple[int, int]) -> QLineF:
        start, end = self.placement.centres[list(pair)].tolist()
        return QLineF(QPointF(*start), QPointF(*end))

    def draw_links(self, painter: QPainter, state: SceneState) -> None:
        """Draw the links: a wide band behind those that carry the most, a coloured line on those in use."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        band = QColor(self.theme.communication)
        busiest = self._scene.busiest_links
        # Wide bands of a full mesh would cover the picture.
        dense = len(busiest) > 2 * self.placement.all_reduce.devices
        band.setAlphaF(0.1 if dense else 0.22)
        painter.setPen(QPen(band, (3 if dense else 8) * self.placement.scale))
        painter.drawLines([self._line(pair) for pair in busiest])
        now, all_reduce = state.moving, self._scene.all_reduce
        active = set(zip(all_reduce.source[now].tolist(), all_reduce.target[now].tolist(), strict=True))
        line = QColor(self.theme.communication)
        if len(active) > _MANY:
            line.setAlphaF(0.35)
        for pair in self._scene.links:
            used = pair in active or pair[::-1] in active
            pen = QPen(line if used else QColor(self.theme.border), 1.4 if used and len(active) <= _MANY else 1.0)
            if pair in self._second:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(self._line(pair))

    def _draw_box(self, painter: QPainter, node: int) -> None:
        theme, box, switch = self.theme, self.placement.box(node), node == self.placement.all_reduce.switch
        colour = QColor(theme.one) if switch else self.colours[node]
        painter.setPen(QPen(colour, 1.6))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(box, 3, 3)
        painter.fillRect(self.placement.column(node, 0, self.placement.all_reduce.chunks), QColor(theme.grid))
        painter.setFont(self._name_font(self.name_pixels))
        painter.setPen(QColor(theme.text))
        name = self._switch[:1] if switch else str(node + 1)
        painter.drawText(QRectF(box.left(), box.top(), self.placement.label, box.height()), CENTRE, name)
        if switch:
            room = QRectF(box.left() - 30, box.bottom(), box.width() + 60, 16)  # the word is wider than a small box
            painter.setFont(self._name_font(10))
            painter.setPen(QColor(theme.faint))
            painter.drawText(room, CENTRE, self._switch)

    def _underline(self, painter: QPainter, node: int, complete: Flags) -> None:
        """Draw a line below the complete chunks of a vector, one line below neighbours."""
        edges = np.flatnonzero(np.diff(np.concatenate([[False], complete, [False]]).astype(int)))
        for first, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            room = self.placement.column(node, first, stop)
            painter.drawRect(QRectF(room.left(), room.bottom() + 0.8, room.width(), 2.6))

    # What moves

    def draw_moving(self, painter: QPainter, state: SceneState, *, kept: bool) -> None:
        """Draw the messages under way; ``kept`` draws pictures of them, faster on a screen but not lines on paper."""
        if state.moving.start == state.moving.stop:
            return
        all_reduce, now = self._scene.all_reduce, state.moving
        start, end = self.placement.ways(now)
        centres = (start + (end - start) * state.share).tolist()
        if self.placement.dots(now):
            self._draw_dots(painter, centres, all_reduce.reduces[now].tolist())
            return
        held = self._scene.held(state.steps, state.half)
        carried = held[all_reduce.source[now], all_reduce.first[now]]
        scale, shares = self.placement.packet_scale(now), all_reduce.count[now] / all_reduce.chunks
        sizes = [self._packet_size(share, scale) for share in shares.tolist()]
        messages = zip(centres, sizes, all_reduce.reduces[now].tolist(), carried, strict=True)
        for (x, y), size, reduces, contributors in messages:
            if kept:
                picture = self._packet(painter, size, reduces, contributors, waiting=state.waiting)
                half = picture.deviceIndependentSize() / 2
                painter.drawPixmap(QPointF(x - half.width(), y - half.height()), picture)
            else:
                painter.save()
                painter.translate(x, y)
                self._draw_packet(painter, size, reduces, contributors, waiting=state.waiting)
                painter.restore()

    def _draw_dots(self, painter: QPainter, centres: list[list[float]], reduces: list[bool]) -> None:
        """Draw very many messages as dots: filled where they are added, hollow where they replace."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.communication), 1.2))
        for adds in (True, False):
            painter.setBrush(QColor(self.theme.communication if adds else self.theme.card))
            for (x, y), reducing in zip(centres, reduces, strict=True):
                if reducing is adds:
                    painter.drawEllipse(QPointF(x, y), _DOT, _DOT)

    def message_at(self, state: SceneState, point: QPointF) -> int | None:
        """Return the message that is drawn at a point."""
        if state.moving.start == state.moving.stop:
            return None
        start, end = self.placement.ways(state.moving)
        distances = np.abs(start + (end - start) * state.share - point.toTuple()).max(axis=1)
        nearest = int(np.argmin(distances))
        scale = self.placement.packet_scale(state.moving)
        reach = _DOT + 1 if self.placement.dots(state.moving) else _MESSAGE_REACH * scale
        return state.moving.start + nearest if distances[nearest] <= reach else None

    def node_at(self, point: QPointF) -> int | None:
        """Return the node whose box is drawn at a point."""
        nodes = range(self.placement.all_reduce.nodes)
        return next((node for node in nodes if self.placement.box(node).contains(point)), None)

    def link_at(self, point: QPointF) -> tuple[int, int] | None:
        """Return the link that is drawn close to a point."""
        mouse = np.array(point.toTuple())

        def distance(pair: tuple[int, int]) -> float:
            start, end = self.placement.centres[list(pair)]
            way = end - start
            along = float(np.clip((mouse - start) @ way / max(float(way @ way), 1e-9), 0, 1))
            return float(np.hypot(*(start + along * way - mouse)))

        nearest = min(self._scene.links, key=distance, default=None)
        return nearest if nearest is not None and distance(nearest) <= _LINK_REACH else None

    def _packet(
        self, painter: QPainter, packet: QSizeF, reduces: bool, contributors: Flags, *, waiting: bool
    ) -> QPixmap:
        key = (waiting, reduces, packet.width(), packet.height(), contributors.tobytes())
        if key not in self._packets:
            ratio = painter.device().devicePixelRatio()
            size = packet + QSizeF(4, 4)  # room for the frame's pen and its antialiasing
            picture = QPixmap((size * ratio).toSize())
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(picture)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            inner.translate(size.width() / 2, size.height() / 2)
            self._draw_packet(inner, packet, reduces, contributors, waiting=waiting)
            inner.end()
            self._packets[key] = picture
        return self._packets[key]

    @staticmethod
    def _packet_size(share: float, scale: float) -> QSizeF:
        """Return the size of a message by its share of the vector: its area grows with its bytes."""
        grown = scale * share**0.5
        return QSizeF(17 * scale + 13 * grown, 11 * scale + 8 * grown)

    def _draw_packet(self, painter: QPainter, size: QSizeF, reduces: bool, carried: Flags, *, waiting: bool) -> None:
        """Draw a message around the origin: filled with + where it is added, hollow with = where it replaces.

        A hatched message waits. Stripes at its right show whose contributions it carries.
        """
        theme = self.theme
        room = QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())
        line, is_filled = QColor(theme.communication), reduces and not waiting
        painter.setPen(QPen(line, 1.4))
        painter.setBrush(line if is_filled else QColor(theme.card))
        painter.drawRoundedRect(room, 3, 3)
        if waiting:  # lines within the rounded corners: a pattern does not scale, and is pixels in SVG
            painter.drawLines(hatching(room.adjusted(1, 1, -1, -1), 4.0))
        painter.setPen(QPen(QColor(theme.card) if is_filled else line, 1.6))
        centre, reach = QPointF(room.left() + 0.3 * room.width(), 0.0), 0.26 * room.height()
        if reduces:
            painter.drawLine(centre - QPointF(reach, 0), centre + QPointF(reach, 0))
            painter.drawLine(centre - QPointF(0, reach), centre + QPointF(0, reach))
        else:
            for y in (-0.5 * reach, 0.5 * reach):
                painter.drawLine(centre + QPointF(-reach, y), centre + QPointF(reach, y))
        stripes = QRectF(room.left() + 0.6 * room.width(), room.top() + 2, 0.4 * room.width() - 2, room.height() - 4)
        painter.fillRect(stripes, QColor(theme.grid))
        high = stripes.height() / len(carried)
        for device in np.flatnonzero(carried).tolist():
            stripe = QRectF(stripes.left(), stripes.top() + device * high, stripes.width(), high)
            painter.fillRect(stripe, self.colours[device])
