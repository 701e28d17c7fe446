"""A widget as a picture: PNG with exactly so many pixels, or SVG. Text, pens and legend scale with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsItem, QGraphicsView, QWidget

from explorer.scenario import storage
from explorer.views.charts.axes_plot import AxesPlot

LARGEST_SCALE = 4
DOTS_PER_METRE = 3780
"""96 dots per inch at scale 1, the size at which the widgets are laid out."""


def image(widget: QWidget, scale: int) -> QImage:
    """Draw a widget at a whole multiple of its size: ``scale`` times as many pixels each way."""
    picture = QImage(widget.size() * scale, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(scale)
    picture.fill(widget.palette().window().color())
    with _drawn_for(widget, scale):
        painter = QPainter(picture)
        widget.render(painter, QPoint())
        painter.end()
    picture.setDotsPerMeterX(DOTS_PER_METRE * scale)
    picture.setDotsPerMeterY(DOTS_PER_METRE * scale)
    return picture


def png(widget: QWidget, scale: int) -> bytes:
    """Return a widget as the bytes of a PNG file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image(widget, scale).save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(content.data())


def svg(widget: QWidget, title: str) -> bytes:
    """Return a widget as the bytes of an SVG file; lines and text stay lines and text."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(widget.width(), widget.height()))
    generator.setViewBox(QRect(0, 0, widget.width(), widget.height()))
    generator.setResolution(96)
    generator.setTitle(title)
    with _drawn_for(widget, 1):
        painter = QPainter(generator)
        widget.render(painter, QPoint())
        painter.end()
    return bytes(content.data())


@contextmanager
def _drawn_for(widget: QWidget, scale: int) -> Iterator[None]:
    """Draw items themselves, not the pixels that a screen keeps of them, with pens as wide as the scale asks."""
    charts = widget.findChildren(AxesPlot)
    for chart in charts:
        chart.show_pens(scale)
    kept: list[tuple[QGraphicsItem, QGraphicsItem.CacheMode]] = []
    views = [(view, view.cacheMode()) for view in widget.findChildren(QGraphicsView)]
    for view, _ in views:
        view.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)  # a background of pixels in a drawing of lines
        for item in view.scene().items():
            if item.cacheMode() is not QGraphicsItem.CacheMode.NoCache:
                kept.append((item, item.cacheMode()))
                item.setCacheMode(QGraphicsItem.CacheMode.NoCache)
    try:
        yield
    finally:
        for item, mode in kept:
            item.setCacheMode(mode)
        for view, flags in views:
            view.setCacheMode(flags)
        for chart in charts:
            chart.show_pens(chart.devicePixelRatioF())


def write(path: Path, content: bytes) -> str | None:
    """Write a file whole or not at all; return the reason where that failed, else None."""
    try:
        storage.write_bytes(path.resolve(), content)
    except (OSError, ValueError) as error:
        return storage.reason(error)
    return None
