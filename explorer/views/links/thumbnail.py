"""A curve as small as a word: message time against size, on the same axes for every link."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from explorer.answers.times import MessageTime
from explorer.views.widgets.theme import SELECTED, Theme

SIZE = QSize(46, 14)
"""Pixels: as high as a line of the list."""
_SIZES = np.geomspace(512.0, 512 * 2.0**20, 24)
_TIMES = (2e-6, 0.2)
"""Seconds at the lower and upper edge of all thumbnails, so that a slower link is seen to be slower."""


def thumbnail(times: MessageTime, devices: int, theme: Theme) -> QIcon:
    """Return the picture of a link's times on N devices, with another one for the selected line of a list."""
    icon = QIcon(_picture(times, devices, theme.split, theme.grid))
    icon.addPixmap(_picture(times, devices, SELECTED, theme.split), QIcon.Mode.Selected)
    return icon


def _picture(times: MessageTime, devices: int, line: str, frame: str) -> QPixmap:
    ratio = 2.0  # sharp on fine screens, too
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
