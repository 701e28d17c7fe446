"""A curve as small as a word: the time of a message against its size, on the same axes for every link."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from explorer.answers.times import MessageTime
from explorer.views.widgets.theme import SELECTED, Theme

SIZE = QSize(46, 14)
_SIZES = np.geomspace(512.0, 512 * 2.0**20, 24)
_TIMES = (2e-6, 0.2)
"""Seconds at the lower and upper edge, logarithmic: a row is seen to be slower than another one."""


def thumbnail(times: MessageTime, devices: int, theme: Theme) -> QIcon:
    """Return the picture of a link's times on N devices, and another one for the line that is selected."""
    found = QIcon(_drawn(times, devices, theme.split, theme.grid))
    found.addPixmap(_drawn(times, devices, SELECTED, theme.split), QIcon.Mode.Selected)
    return found


def _drawn(times: MessageTime, devices: int, line: str, frame: str) -> QPixmap:
    ratio = 2.0
    picture = QPixmap(SIZE * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    low, high = np.log(_TIMES)
    heights = (np.log(np.maximum(times.seconds(_SIZES, devices), 1e-12)) - low) / (high - low)
    along = np.linspace(1, SIZE.width() - 1, len(_SIZES))
    down = SIZE.height() - 1.5 - np.clip(heights, 0, 1) * (SIZE.height() - 3)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(frame), 1))
    painter.drawRect(0, 0, SIZE.width() - 1, SIZE.height() - 1)
    painter.setPen(QPen(QColor(line), 1.3))
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in zip(along.tolist(), down.tolist(), strict=True)]))
    painter.end()
    return picture
