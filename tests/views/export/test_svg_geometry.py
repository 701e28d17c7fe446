"""SVG is compared with PNG by geometry: nothing that is drawn may rely on a clip, which SVG drops."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer.views.charts.curve import cut_to
from explorer.views.export import picture
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.painting import hatching
from explorer.views.widgets.player import Player
from explorer.views.widgets.stacked_bars import StackedBars
from tests.views.hands import settle

SIZE = QSize(900, 700)
PAGES = {
    "Break-even": Qt.Key.Key_1,
    "Links": Qt.Key.Key_3,
    "Parallelism": Qt.Key.Key_4,
    "Pipeline": Qt.Key.Key_5,
    "Load": Qt.Key.Key_6,
    "All-reduce": Qt.Key.Key_7,
}
UNLIKE = 0.0002
"""Share of pixels: the hatching of one thin piece that runs over the next one is more."""
NEAR = 2
"""Pixels by which lines of the two may differ."""
ALIKE = 60
"""Steps of 255 by which colours of the two may differ where lines are antialiased."""


def open_page(window: MainWindow, qtbot: QtBot, key: Qt.Key) -> None:
    qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
    settle()


Pixels = NDArray[np.uint8]


def pixels(image: QImage) -> Pixels:
    """Return the colours of a picture, of the shape (3, height, width)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    values = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.width(), 4)
    return np.ascontiguousarray(np.moveaxis(values[..., :3], 2, 0))


def drawn(content: bytes, ground: QImage) -> Pixels:
    """Return the pixels of an SVG."""
    image = QImage(SIZE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(ground.pixelColor(0, 0))
    painter = QPainter(image)
    QSvgRenderer(QByteArray(content)).render(painter)
    painter.end()
    return pixels(image)


def without_text(content: bytes) -> bytes:
    """Return an SVG without its texts, whose letters the two place differently."""
    return re.sub(rb"<text.*?</text>", b"", content, flags=re.DOTALL)


def near(colours: Pixels, extreme: np.ufunc) -> Pixels:
    """Return the extreme of each pixel's colours and those around it."""
    for axis in (1, 2):
        along = np.moveaxis(colours, axis, 0)
        reached = along.copy()
        for step in range(1, NEAR + 1):
            extreme(reached[step:], along[:-step], out=reached[step:])
            extreme(reached[:-step], along[step:], out=reached[:-step])
        colours = np.moveaxis(reached, 0, axis)
    return colours


def missing(here: Pixels, there: Pixels, where: NDArray[np.bool_] | None = None) -> float:
    """Return the share of pixels with a colour that is in another picture neither near them nor mixed of those."""
    low = np.maximum(near(there, np.minimum), ALIKE) - ALIKE
    high = np.minimum(near(there, np.maximum), 255 - ALIKE) + ALIKE
    unlike = ((here < low) | (here > high)).any(axis=0)
    return float((unlike if where is None else unlike & where).mean())


def both(window: MainWindow, subject: str) -> tuple[QImage, bytes, QWidget]:
    """Return PNG and SVG of a subject, and the sheet that both show."""
    exporter = window.exports.in_sight()
    image, sheet = exporter.image(subject, SIZE, 1), exporter.sheet(subject, SIZE)
    assert image is not None
    assert sheet is not None
    return image, picture.svg(sheet, "a"), sheet


def subjects(window: MainWindow) -> list[str]:
    return [key for key, _ in window.exports.in_sight().subjects()]


def large_load(window: MainWindow) -> None:
    window.document.edit("arrivals", 90)


def many_devices(window: MainWindow) -> None:
    window.document.edit("devices", 8)


@pytest.mark.parametrize("key", PAGES.values(), ids=PAGES.keys())
def test_both_draw_the_same(window: MainWindow, qtbot: QtBot, key: Qt.Key) -> None:
    open_page(window, qtbot, key)
    for change in (None, large_load, many_devices):
        if change is large_load and key not in (Qt.Key.Key_4, Qt.Key.Key_6):
            continue  # others show no load
        if change is not None:
            change(window)
            settle()
        for subject in subjects(window):
            image, content, sheet = both(window, subject)
            assert picture.image(sheet, 1) == image, f"{subject}: the second picture is not the first"
            in_png, in_svg = pixels(image), drawn(content, image)
            too_much = missing(drawn(without_text(content), image), in_png)
            coloured = in_png.max(axis=0) - in_png.min(axis=0) > ALIKE  # letters are not
            too_little = missing(in_png, in_svg, coloured)
            assert too_much < UNLIKE, f"{subject}: more in SVG than in PNG"
            assert too_little < 3 * UNLIKE, f"{subject}: less in SVG than in PNG"  # among them are coloured letters


def rectangles(content: bytes) -> list[QRectF]:
    """Return what an SVG fills, on the sheet."""
    boxes = []
    for group in ET.fromstring(content).iter("{http://www.w3.org/2000/svg}g"):
        shift = re.match(r"matrix\(1,0,0,1,([-\d.e]+),([-\d.e]+)\)", group.get("transform", ""))
        if shift is not None and group.get("fill") != "none":
            for part in group.findall("{http://www.w3.org/2000/svg}rect"):
                x, y, width, height = (float(part.get(name, "0")) for name in ("x", "y", "width", "height"))
                boxes.append(QRectF(x, y, width, height).translated(float(shift[1]), float(shift[2])))
    return boxes


def is_filled(box: QRectF, filled: list[QRectF]) -> bool:
    return any(np.allclose(box.getRect(), other.getRect(), atol=0.01) for other in filled)


@pytest.mark.parametrize(
    ("key", "subject"),
    [(PAGES["Links"], "link_devices"), (PAGES["Parallelism"], "divisions")],
    ids=["parts", "latency"],
)
def test_bars_are_filled_where_they_are_drawn(window: MainWindow, qtbot: QtBot, key: Qt.Key, subject: str) -> None:
    many_devices(window)
    open_page(window, qtbot, key)
    _, content, sheet = both(window, subject)
    bars = next(part for part in sheet.findChildren(StackedBars) if part.isVisibleTo(sheet))
    corner = bars.mapTo(sheet, QPoint())
    boxes = [box.translated(corner) for _, box in bars.boxes()]
    assert len(boxes) >= 5
    assert all(is_filled(box, rectangles(content)) for box in boxes)


@pytest.mark.parametrize("width", [3.0, 40.0, 200.0])
def test_hatching_ends_with_its_piece_and_goes_on_in_the_next_part_of_it(width: float) -> None:
    whole, box = hatching(QRectF(7, 3, width, 20), 5.0), QRectF(7, 3, width, 20)
    assert whole
    parts = [QRectF(7, 3, 0.4 * width, 20), QRectF(7 + 0.4 * width, 3, 0.6 * width, 20)]
    for area, lines in ((box, whole), *((part, hatching(part, 5.0, 7.0)) for part in parts)):
        room = area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6)
        assert all(room.contains(line.p1()) and room.contains(line.p2()) for line in lines)
        phases = {round((line.x1() + line.y1() - 10 - 2.5) % 5.0, 6) % 5.0 for line in lines}
        assert phases <= {0.0}


@pytest.mark.parametrize("position", [0.0, 1.7, 5.0])
def test_bars_of_the_all_reduce_are_full_up_to_the_clock(window: MainWindow, qtbot: QtBot, position: float) -> None:
    many_devices(window)
    open_page(window, qtbot, PAGES["All-reduce"])
    player = next(part for part in window.findChildren(Player) if part.isVisible())
    player.show_position(position)
    settle()
    _, content, sheet = both(window, "all_reduce")
    bars = next(part for part in sheet.findChildren(StackedBars) if part.isVisibleTo(sheet))
    corner, clock = bars.mapTo(sheet, QPoint()), bars.x_of(bars.clock() or 0.0)
    filled = rectangles(content)
    for _, box in bars.boxes():
        reached, after = QRectF(box), QRectF(box)
        reached.setRight(min(max(clock, box.left()), box.right()))
        after.setLeft(reached.right())
        assert all(is_filled(part.translated(corner), filled) for part in (reached, after) if part.width() > 0)


def test_a_line_is_cut_at_the_edges_of_a_box() -> None:
    box = QRectF(0, 0, 10, 10)
    x, y = cut_to(np.array([-5.0, 5.0, 15.0, np.nan, 2.0, 4.0]), np.array([5.0, 5.0, 15.0, 1.0, 3.0, 3.0]), box)
    np.testing.assert_allclose(x, [0, 5, 10, np.nan, 2, 4])
    np.testing.assert_allclose(y, [5, 5, 10, np.nan, 3, 3])
    x, y = cut_to(np.array([2.0, 2.0, 12.0, 2.0]), np.array([-4.0, 4.0, 4.0, 6.0]), box)
    np.testing.assert_allclose(x, [2, 2, 10, np.nan, 10, 2])
    np.testing.assert_allclose(y, [0, 4, 4, np.nan, 4.4, 6])
    assert [len(part) for part in cut_to(np.array([-2.0, -1.0]), np.array([1.0, 1.0]), box)] == [0, 0]
    assert [len(part) for part in cut_to(np.array([]), np.array([]), box)] == [0, 0]
