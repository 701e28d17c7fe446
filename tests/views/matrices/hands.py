"""What a person does with the split of the matrices, and what is shown there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from explorer.answers.matrices.cells import CellKey
from explorer.answers.matrices.frames import STAGES
from explorer.scenario.matrices import Sizes, random_matrix
from explorer.scenario.matrix import Matrix
from explorer.views.matrices.split_view import SplitView
from explorer.views.shell.main_window import MainWindow
from tests.views.hands import CONTROL, LEFT, NONE, move, picture, press, press_letters, settle, wheel

END = float(STAGES)
LARGE = random_matrix(Sizes(16, 16, 16, 16), 1)
"""With eight devices far larger than any panel."""


def split(window: MainWindow) -> SplitView:
    return window.front.split


def scrub(window: MainWindow, position: float) -> None:
    """Move the scrubber to a position."""
    split(window).player.scrubber.setValue(round(1000 * position))
    settle()


def give(window: MainWindow, matrix: Matrix, devices: int | None = None) -> None:
    """Give the shown scenario other matrices, and another number of devices."""
    if devices is not None:
        window.document.edit("devices", devices)
    window.document.set_part("matrix", matrix, "test")
    settle()


def at(window: MainWindow, key: CellKey) -> QPoint:
    return split(window).canvas.cell_rect(key).center()


def hover(window: MainWindow, key: CellKey) -> None:
    """Move the mouse onto a cell."""
    move(split(window).canvas, at(window, key), Qt.MouseButton.NoButton)


def leave(window: MainWindow) -> None:
    """Move the mouse away from the matrices."""
    QApplication.sendEvent(split(window).canvas, QEvent(QEvent.Type.Leave))
    settle()


def click(window: MainWindow, key: CellKey) -> None:
    QTest.mouseClick(split(window).canvas, LEFT, NONE, at(window, key))
    settle()


def double_click(window: MainWindow, key: CellKey) -> QLineEdit:
    """Double-click a cell as a mouse does, and return the field that opens."""
    canvas, point = split(window).canvas, at(window, key)
    QTest.mouseClick(canvas, LEFT, NONE, point)
    QTest.mouseDClick(canvas, LEFT, NONE, point)
    settle()
    return editor(window)


def editor(window: MainWindow) -> QLineEdit:
    """Return the field of the cell that is being typed into."""
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert split(window).canvas.isAncestorOf(field)
    return field


def is_typing(window: MainWindow) -> bool:
    """Whether a cell's field is to be seen."""
    return any(field.isVisible() for field in split(window).canvas.findChildren(QLineEdit))


def enter(window: MainWindow, key: CellKey, text: str) -> None:
    """Double-click a cell, type over it and press Enter."""
    press_letters(double_click(window, key), text)
    press(window, Qt.Key.Key_Return)


def paste(window: MainWindow, key: CellKey, text: str) -> None:
    """Put a text on the clipboard, click a cell and paste."""
    QApplication.clipboard().setText(text)
    click(window, key)
    press(window, Qt.Key.Key_V, CONTROL)


def zoom(window: MainWindow, clicks: int) -> None:
    """Turn the wheel over the matrices with Ctrl held."""
    viewport = split(window).area.viewport()
    for _ in range(abs(clicks)):
        wheel(viewport, QPoint(9, 9), 1 if clicks > 0 else -1, CONTROL)


def note(window: MainWindow) -> str:
    """Return the line below the matrices, as much of it as is to be seen."""
    return split(window).note.text()


def numbers(window: MainWindow, matrix: str, device: int) -> list[str]:
    """Return what is written in a device's matrix, row by row."""
    found = {key: text for key, text in split(window).canvas.texts().items() if key[:2] == (matrix, device)}
    return [found[key] for key in sorted(found)]


def cell_picture(window: MainWindow, key: CellKey) -> QImage:
    """Return what is painted where a cell is."""
    return picture(split(window).canvas).copy(split(window).canvas.cell_rect(key))


def share_of_hue(image: QImage, low: int, high: int) -> float:
    """Return the share of an image's pixels that are strongly coloured, with hues between two degrees."""
    area = image.rect()
    step = 1 if area.width() < 100 else 3
    colours = [
        image.pixelColor(x, y)
        for x in range(area.left(), area.right() + 1, step)
        for y in range(area.top(), area.bottom() + 1, step)
    ]
    return sum(low <= colour.hsvHue() <= high and colour.hsvSaturation() > 130 for colour in colours) / len(colours)
