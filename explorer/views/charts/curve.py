"""A curve that ends at the plot's edges in a drawing of lines, too: SVG knows no clipping."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPaintEngine, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

Values = NDArray[np.float64]


class ClippedCurve(pg.PlotCurveItem):  # type: ignore[misc]
    """A curve of a plot; not finite points are gaps."""

    def __init__(self) -> None:
        super().__init__(antialias=True, connect="finite")

    @override
    def boundingRect(self) -> QRectF:
        """Return the inside of the plot: what pyqtgraph looks up in the data at each step costs more than it spares."""
        inside: QRectF = self.getViewBox().viewRect()
        return inside

    @override
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if painter.paintEngine().type() is not QPaintEngine.Type.SVG:
            super().paint(painter, option, widget)
            return
        whole: tuple[Values, Values] = self.getData()
        x, y = cut_to(*whole, self.getViewBox().viewRect())
        if len(x):  # a curve out of sight: readers of SVG complain about a path without points
            painter.setPen(self.opts["pen"])
            painter.drawPath(pg.arrayToQPath(x, y, connect="finite"))


def cut_to(x: Values, y: Values, box: QRectF) -> tuple[Values, Values]:
    """Return a line as far as it lies within a box, with NaN between its pieces.

    Parameters
    ----------
    x, y : the points of the line; not finite ones are gaps.
    """
    points: list[tuple[float, float]] = []
    for start, end in pairwise(zip(x.tolist(), y.tolist(), strict=True)):
        inside = _segment_in(QPointF(*start), QPointF(*end), box)
        if inside is None:
            continue
        if points and points[-1] != inside[0]:
            points.append((math.nan, math.nan))
        points += inside if not points or points[-1] != inside[0] else inside[1:]
    columns = np.array(points, float).reshape(-1, 2).T
    return columns[0], columns[1]


def _segment_in(start: QPointF, end: QPointF, box: QRectF) -> list[tuple[float, float]] | None:
    """Return the ends of what lies within a box of a segment, or None: the method of Liang and Barsky."""
    first, last = 0.0, 1.0
    for begin, way, low, high in (
        (start.x(), end.x() - start.x(), box.left(), box.right()),
        (start.y(), end.y() - start.y(), box.top(), box.bottom()),
    ):
        if not math.isfinite(way) or (way == 0 and not low <= begin <= high):
            return None
        if way != 0:
            enters, leaves = sorted(((low - begin) / way, (high - begin) / way))
            first, last = max(first, enters), min(last, leaves)
    if first > last:
        return None
    step = end - start
    return [(start + step * share).toTuple() for share in (first, last)]
