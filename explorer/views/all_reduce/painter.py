"""Draws an all-reduce at a time: devices with their vectors, links, and the messages under way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from explorer.answers.all_reduce import layout
from explorer.answers.all_reduce.race import AllReduceScene, SceneState
from explorer.views.widgets.painting import CENTRE, hatching, mixed
from explorer.views.widgets.theme import Theme

_WIDTHS = (96.0, 86.0, 78.0, 70.0, 62.0, 54.0, 48.0, 42.0, 36.0, 30.0, 26.0)
"""Sides of a device's box that are tried, the largest first."""
_WIDEST = 0.2
"""Width of a box, at most, as a share of the whole: messages need a way to travel."""
_GAP = 7.0
_MANY = 60
"""Messages at once beyond which their links are drawn finer."""
_DOTS = 40
"""Messages at once beyond which they are drawn as dots."""
_DOT = 3.4
_COVERED = 0.12
"""Share of the room that messages cover at most."""
_PACKET = 570.0
"""Pixels of the largest message."""


def contributor_colours(theme: Theme, devices: int) -> list[QColor]:
    """Return a colour for each device: beyond eight the same ones in a paler shade, and the numbers tell."""
    count = len(theme.devices)
    return [
        QColor(theme.devices[device % count])
        if device < count
        else mixed(theme.card, theme.devices[device % count], 0.5)
        for device in range(devices)
    ]


class Placing:
    """Where boxes, chunks and links are, in pixels."""

    def __init__(self, scene: AllReduceScene, size: QSizeF) -> None:
        self.all_reduce = scene.all_reduce
        whole = np.array([size.width(), size.height()])
        for width in _WIDTHS:
            wanted = max(0.54 * width, min(2.0 * self.all_reduce.devices + 8, 0.75 * width))
            self.width, self.height = width, min(max(wanted, 19.0), 48.0)
            margin = np.array([self.width / 2 + 3, self.height / 2 + 5])
            room = np.maximum(whole - 2 * margin, 1.0)
            self.centres = margin + room * layout.points(self.all_reduce, float(room[0] / room[1]))
            if self._is_free() and width <= _WIDEST * size.width():
                break
        self.corners = self.centres - np.array([self.width, self.height]) / 2
        self.label = min(self.width * (0.3 if self.all_reduce.devices < 10 else 0.42), 20.0)
        self.grid = QSizeF(self.width - self.label - 4, self.height - 8)
        self.scale = min(max(self.width / 70, 0.55), 1.0)
        self._area = size.width() * size.height()
        self._chunks = self._rectangles()

    def _is_free(self) -> bool:
        apart = np.abs(self.centres[:, np.newaxis] - self.centres)
        close = (apart[..., 0] < self.width + _GAP) & (apart[..., 1] < self.height + _GAP)
        return int(close.sum()) == len(self.centres)

    def box(self, node: int) -> QRectF:
        """Return the box of a node."""
        return QRectF(float(self.corners[node, 0]), float(self.corners[node, 1]), self.width, self.height)

    def column(self, node: int, first: int, stop: int) -> QRectF:
        """Return the room of some chunks of a node's vector."""
        wide = self.grid.width() / self.all_reduce.chunks
        left = float(self.corners[node, 0]) + self.label
        return QRectF(left + first * wide, float(self.corners[node, 1]) + 3, (stop - first) * wide, self.grid.height())

    def _rectangles(self) -> list[list[QRectF]]:
        """Return for each contributor the room in each chunk of each node."""
        nodes, chunks, devices = self.all_reduce.nodes, self.all_reduce.chunks, self.all_reduce.devices
        high = self.grid.height() / devices
        gap = 1.0 if self.grid.width() / chunks >= 4 else 0.0
        columns = [self.column(node, chunk, chunk + 1) for node in range(nodes) for chunk in range(chunks)]
        return [
            [QRectF(room.left(), room.top() + device * high, room.width() - gap, high) for room in columns]
            for device in range(devices)
        ]

    def filled(self, held: NDArray[np.bool_], device: int) -> list[QRectF]:
        """Return where a device's contribution has come to."""
        rooms = self._chunks[device]
        return [rooms[place] for place in np.flatnonzero(held[..., device].ravel()).tolist()]

    def dots(self, messages: slice) -> bool:
        """Whether so many messages are under way that each is a dot."""
        return int(messages.stop - messages.start) > _DOTS

    def packet_scale(self, messages: slice) -> float:
        """Return how large messages are drawn: smaller where many at once would cover everything."""
        room = _COVERED * self._area / max(messages.stop - messages.start, 1)
        return min(self.scale, max(float(np.sqrt(room / _PACKET)), 0.45))

    def ways(self, messages: slice) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return where messages leave the box of their sender and where they reach their receiver's.

        They keep to the right, so that two that meet pass each other, and wait beside the box, not under it.
        """
        start, end = (self.centres[nodes[messages]] for nodes in (self.all_reduce.source, self.all_reduce.target))
        way = end - start
        packet = np.array([2.0, 2.0]) if self.dots(messages) else np.array([11.0, 7.0]) * self.packet_scale(messages)
        reach = np.array([self.width, self.height]) / 2 + packet
        aside = np.stack([-way[:, 1], way[:, 0]], axis=1)
        aside *= 9 * self.packet_scale(messages) / np.maximum(np.linalg.norm(way, axis=1), 1e-9)[:, np.newaxis]
        back, long = np.sign(way) * aside, np.maximum(np.abs(way), 1e-9)
        leaving, coming = (
            np.min(edge / long, axis=1).clip(max=0.45)[:, np.newaxis] for edge in (reach - back, reach + back)
        )
        return start + leaving * way + aside, end - coming * way + aside


class AllReducePainter:
    """Draws one scene in a theme at a size; what does not move can be kept as a picture."""

    def __init__(self, theme: Theme, font: QFont, size: QSizeF, scene: AllReduceScene, switch: str) -> None:
        self.theme, self._font, self._switch = theme, QFont(font), switch
        self.placing = Placing(scene, size)
        self.colours = contributor_colours(theme, scene.all_reduce.devices)
        self.name_pixels = self._fitting_pixels()
        self._second = layout.second_tree(scene.all_reduce)
        self._packets: dict[tuple[bool, bool, float, float, bytes], QPixmap] = {}
        self._show(scene)

    def _fitting_pixels(self) -> int:
        """Return the size of the numbers in the boxes: the largest that fits."""
        font = QFont(self._font)
        font.setBold(True)
        for pixels in range(max(min(round(0.4 * self.placing.height), 14), 7), 6, -1):
            font.setPixelSize(pixels)
            if QFontMetricsF(font).horizontalAdvance(str(self.placing.all_reduce.devices)) <= self.placing.label - 2:
                return pixels
        return 7

    def _show(self, scene: AllReduceScene) -> None:
        self._scene = scene
        self.lit = sorted({(min(pair), max(pair)) for pair in map(tuple, scene.busiest.links.tolist())})

    def shows(self, scene: AllReduceScene) -> bool:
        """Take over another scene of the same shape; False where it has another one."""
        old, new = self.placing.all_reduce, scene.all_reduce
        same = all(getattr(old, name) == getattr(new, name) for name in ("algorithm", "devices", "chunks", "steps"))
        if same:
            self._show(scene)
        return same

    # What does not move within a step

    def draw_boxes(self, painter: QPainter, state: SceneState) -> None:
        """Draw the boxes, and in them what has arrived; messages pass below them."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        held = self._scene.held(state.steps, state.half)
        for node in range(self.placing.all_reduce.nodes):
            self._draw_box(painter, node)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        for device, colour in enumerate(self.colours):
            painter.setBrush(colour)
            painter.drawRects(self.placing.filled(held, device))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(self.theme.text))
        complete = np.all(held, axis=2)
        for node in range(self.placing.all_reduce.nodes):
            self._underline(painter, node, complete[node])

    def _line(self, one: int, other: int) -> QLineF:
        centres = self.placing.centres
        return QLineF(QPointF(*centres[one].tolist()), QPointF(*centres[other].tolist()))

    def draw_links(self, painter: QPainter, state: SceneState) -> None:
        """Draw the links, those that carry the most as wide bands, those in use as lines."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        band = QColor(self.theme.communication)
        dense = len(self.lit) > 2 * self.placing.all_reduce.devices
        band.setAlphaF(0.1 if dense else 0.22)
        painter.setPen(QPen(band, (3 if dense else 8) * self.placing.scale))
        painter.drawLines([self._line(*pair) for pair in self.lit])
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
            painter.drawLine(self._line(*pair))

    def _draw_box(self, painter: QPainter, node: int) -> None:
        theme, box, switch = self.theme, self.placing.box(node), node == self.placing.all_reduce.switch
        colour = QColor(theme.one) if switch else self.colours[node]
        painter.setPen(QPen(colour, 1.6))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(box, 3, 3)
        painter.fillRect(self.placing.column(node, 0, self.placing.all_reduce.chunks), QColor(theme.grid))
        font = QFont(self._font)
        font.setPixelSize(self.name_pixels)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        name = self._switch[:1] if switch else str(node + 1)
        painter.drawText(QRectF(box.left(), box.top(), self.placing.label, box.height()), CENTRE, name)
        if switch:
            room = QRectF(box.left() - 30, box.bottom(), box.width() + 60, 16)
            font.setPixelSize(10)
            painter.setFont(font)
            painter.setPen(QColor(theme.faint))
            painter.drawText(room, CENTRE, self._switch)

    def _underline(self, painter: QPainter, node: int, complete: NDArray[np.bool_]) -> None:
        """Draw a line below the chunks of a vector that are complete, neighbours as one."""
        edges = np.flatnonzero(np.diff(np.concatenate([[False], complete, [False]]).astype(int)))
        for first, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            room = self.placing.column(node, first, stop)
            painter.drawRect(QRectF(room.left(), room.bottom() + 0.8, room.width(), 2.6))

    # What moves

    def draw_moving(self, painter: QPainter, state: SceneState, *, kept: bool) -> None:
        """Draw the messages under way; ``kept`` uses pictures of them, which a screen draws faster."""
        if state.moving.start == state.moving.stop:
            return
        all_reduce, now = self._scene.all_reduce, state.moving
        start, end = self.placing.ways(now)
        places = (start + (end - start) * state.share).tolist()
        if self.placing.dots(now):
            self._draw_dots(painter, places, all_reduce.reduces[now].tolist())
            return
        held = self._scene.held(state.steps, state.half)
        carried = held[all_reduce.source[now], all_reduce.first[now]]
        parts = (all_reduce.count[now] / all_reduce.chunks).tolist()
        scale = self.placing.packet_scale(now)
        for (x, y), reduces, part, of in zip(places, all_reduce.reduces[now].tolist(), parts, carried, strict=True):
            if not kept:
                painter.save()
                painter.translate(x, y)
                self._draw_packet(painter, self._packet_size(part, scale), reduces, of, waiting=state.waiting)
                painter.restore()
                continue
            picture = self._packet(painter, self._packet_size(part, scale), reduces, of, waiting=state.waiting)
            half = picture.deviceIndependentSize() / 2
            painter.drawPixmap(QPointF(x - half.width(), y - half.height()), picture)

    def _draw_dots(self, painter: QPainter, places: list[list[float]], reduces: list[bool]) -> None:
        """Draw very many messages: filled where they are added, hollow where they replace."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.communication), 1.2))
        for adds in (True, False):
            painter.setBrush(QColor(self.theme.communication if adds else self.theme.card))
            for (x, y), one in zip(places, reduces, strict=True):
                if one is adds:
                    painter.drawEllipse(QPointF(x, y), _DOT, _DOT)

    def message_at(self, state: SceneState, x: float, y: float) -> int | None:
        """Return the message that is drawn at a point."""
        if state.moving.start == state.moving.stop:
            return None
        start, end = self.placing.ways(state.moving)
        apart = np.abs(start + (end - start) * state.share - (x, y)).max(axis=1)
        near = int(np.argmin(apart))
        reach = _DOT + 1 if self.placing.dots(state.moving) else 14 * self.placing.packet_scale(state.moving)
        return state.moving.start + near if apart[near] <= reach else None

    def node_at(self, x: float, y: float) -> int | None:
        """Return the node whose box is drawn at a point."""
        boxes = (self.placing.box(node).contains(QPointF(x, y)) for node in range(self.placing.all_reduce.nodes))
        return next((node for node, inside in enumerate(boxes) if inside), None)

    def link_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return the link that is drawn close to a point."""
        point = np.array([x, y])

        def apart(pair: tuple[int, int]) -> float:
            start, end = self.placing.centres[list(pair)]
            way = end - start
            along = float(np.clip((point - start) @ way / max(float(way @ way), 1e-9), 0, 1))
            return float(np.hypot(*(start + along * way - point)))

        nearest = min(self._scene.links, key=apart, default=None)
        return nearest if nearest is not None and apart(nearest) <= 5 else None

    def _packet(
        self, painter: QPainter, packet: QSizeF, reduces: bool, of: NDArray[np.bool_], *, waiting: bool
    ) -> QPixmap:
        key = (waiting, reduces, packet.width(), packet.height(), of.tobytes())
        if key not in self._packets:
            ratio = painter.device().devicePixelRatio()
            size = packet + QSizeF(4, 4)
            picture = QPixmap((size * ratio).toSize())
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(picture)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            inner.translate(size.width() / 2, size.height() / 2)
            self._draw_packet(inner, packet, reduces, of, waiting=waiting)
            inner.end()
            self._packets[key] = picture
        return self._packets[key]

    @staticmethod
    def _packet_size(part: float, scale: float) -> QSizeF:
        """Return the size of a message that carries so much of the vector: the area grows with the bytes."""
        grown = scale * part**0.5
        return QSizeF(17 * scale + 13 * grown, 11 * scale + 8 * grown)

    def _draw_packet(
        self, painter: QPainter, size: QSizeF, reduces: bool, of: NDArray[np.bool_], *, waiting: bool
    ) -> None:
        """Draw a message: a filled + is added to what the receiver holds, a hollow = takes its place; hatched waits."""
        theme = self.theme
        room = QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())
        line = QColor(theme.communication)
        painter.setPen(QPen(line, 1.4))
        painter.setBrush(line if reduces else QColor(theme.card))
        if waiting:
            painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(room, 3, 3)
        if waiting:  # lines within the rounded corners: a pattern does not scale, and is pixels in SVG
            painter.drawLines(hatching(room.adjusted(1, 1, -1, -1), 4.0))
        painter.setPen(QPen(QColor(theme.card) if reduces and not waiting else line, 1.6))
        centre, reach = QPointF(room.left() + 0.3 * room.width(), 0.0), 0.26 * room.height()
        if reduces:
            painter.drawLine(centre - QPointF(reach, 0), centre + QPointF(reach, 0))
            painter.drawLine(centre - QPointF(0, reach), centre + QPointF(0, reach))
        else:
            for y in (-0.5 * reach, 0.5 * reach):
                painter.drawLine(centre + QPointF(-reach, y), centre + QPointF(reach, y))
        stripes = QRectF(room.left() + 0.6 * room.width(), room.top() + 2, 0.4 * room.width() - 2, room.height() - 4)
        painter.fillRect(stripes, QColor(theme.grid))
        high = stripes.height() / len(of)
        for device in np.flatnonzero(of).tolist():
            painter.fillRect(
                QRectF(stripes.left(), stripes.top() + device * high, stripes.width(), high), self.colours[device]
            )
