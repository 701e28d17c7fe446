"""Positions and sizes, in pixels, of all that is drawn of an all-reduce."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSizeF

from explorer.answers.all_reduce import layout
from explorer.model.collectives.steps import AllReduce

_WIDTHS = (96.0, 86.0, 78.0, 70.0, 62.0, 54.0, 48.0, 42.0, 36.0, 30.0, 26.0)
"""Widths of a device's box in pixels that are tried, the largest first, until no two boxes touch."""
_WIDEST = 0.2
"""Largest share of the picture's width that a box takes, so that messages have a way to travel."""
_GAP = 7.0
"""Least pixels between two boxes."""
_HEIGHTS = (19.0, 48.0)
"""Least and largest height of a box in pixels: room for its number; higher boxes would crowd a circle."""
_DOTS = 40
"""Messages at once beyond which they are drawn as dots."""
_COVERED = 0.12
"""Largest share of the picture that messages cover."""
_PACKET = 570.0
"""Area in square pixels of the largest message, 30 × 19."""
_ASIDE = 9
"""Pixels between the line of a link and a message on it, half of what two that meet are apart."""


class Placement:
    """Boxes of nodes, columns of their chunks, and ways of messages in a picture of a given size."""

    def __init__(self, all_reduce: AllReduce, size: QSizeF) -> None:
        self.all_reduce = all_reduce
        whole = np.array([size.width(), size.height()])
        for width in _WIDTHS:
            rows = 2.0 * self.all_reduce.devices + 8  # two pixels for each contributor, and the edge
            height = max(0.54 * width, min(rows, 0.75 * width))
            self.width, self.height = width, min(max(height, _HEIGHTS[0]), _HEIGHTS[1])
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
        distances = np.abs(self.centres[:, np.newaxis] - self.centres)
        close = (distances[..., 0] < self.width + _GAP) & (distances[..., 1] < self.height + _GAP)
        return int(close.sum()) == len(self.centres)

    def box(self, node: int) -> QRectF:
        """Return the box of a node."""
        return QRectF(float(self.corners[node, 0]), float(self.corners[node, 1]), self.width, self.height)

    def column(self, node: int, first: int, stop: int) -> QRectF:
        """Return the rectangle of the chunks from first to before stop of a node's vector."""
        wide = self.grid.width() / self.all_reduce.chunks
        left = float(self.corners[node, 0]) + self.label
        return QRectF(left + first * wide, float(self.corners[node, 1]) + 3, (stop - first) * wide, self.grid.height())

    def _rectangles(self) -> list[list[QRectF]]:
        """Return for each contributor its rectangle in each chunk of each node."""
        nodes, chunks, devices = self.all_reduce.nodes, self.all_reduce.chunks, self.all_reduce.devices
        high = self.grid.height() / devices
        gap = 1.0 if self.grid.width() / chunks >= 4 else 0.0
        columns = [self.column(node, chunk, chunk + 1) for node in range(nodes) for chunk in range(chunks)]
        return [
            [QRectF(room.left(), room.top() + device * high, room.width() - gap, high) for room in columns]
            for device in range(devices)
        ]

    def filled(self, held: NDArray[np.bool_], device: int) -> list[QRectF]:
        """Return the rectangles that a device's contribution has reached."""
        rectangles = self._chunks[device]
        return [rectangles[index] for index in np.flatnonzero(held[..., device].ravel()).tolist()]

    def dots(self, messages: slice) -> bool:
        """Whether messages are too many to be drawn as more than dots."""
        return int(messages.stop - messages.start) > _DOTS

    def packet_scale(self, messages: slice) -> float:
        """Return the scale of messages, at most 1: smaller where many at once would cover the picture."""
        room = _COVERED * self._area / max(messages.stop - messages.start, 1)
        return min(self.scale, max(float(np.sqrt(room / _PACKET)), 0.45))

    def ways(self, messages: slice) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return where messages leave the box of their sender and where they reach that of their receiver.

        Messages keep to the right of the link, so that two that meet pass each other, and wait beside the box, not
        under it.
        """
        start, end = (self.centres[nodes[messages]] for nodes in (self.all_reduce.source, self.all_reduce.target))
        way = end - start
        packet = np.array([2.0, 2.0]) if self.dots(messages) else np.array([11.0, 7.0]) * self.packet_scale(messages)
        reach = np.array([self.width, self.height]) / 2 + packet
        aside = np.stack([-way[:, 1], way[:, 0]], axis=1)
        aside *= _ASIDE * self.packet_scale(messages) / np.maximum(np.linalg.norm(way, axis=1), 1e-9)[:, np.newaxis]
        back, long = np.sign(way) * aside, np.maximum(np.abs(way), 1e-9)
        leaving, coming = (
            np.min(edge / long, axis=1).clip(max=0.45)[:, np.newaxis] for edge in (reach - back, reach + back)
        )
        return start + leaving * way + aside, end - coming * way + aside
