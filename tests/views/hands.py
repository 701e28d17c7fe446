"""What a person does with mouse and keys, for the tests of the window."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QDragMoveEvent, QImage, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from explorer.scenario.scenario import Scenario
from explorer.views.break_even.axis_plot import AxisPlot
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.shell.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT, ALT, NONE = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.NoModifier,
)


def settle() -> None:
    """Let everything be painted."""
    for _ in range(3):
        QApplication.processEvents()


def press(window: MainWindow, key: Qt.Key, keys: Qt.KeyboardModifier = NONE) -> None:
    """Press a key as the system does: shortcuts first, then whatever has the focus."""
    QTest.keyClick(window.windowHandle(), key, keys)
    settle()


def type_into(qtbot: QtBot, field: QLineEdit, text: str, *, enter: bool = True) -> None:
    """Replace a field's text key by key."""
    qtbot.mouseClick(field, LEFT)
    field.selectAll()
    press_letters(field, text)
    if enter:
        qtbot.keyClick(field, Qt.Key.Key_Return)


def press_letters(widget: QWidget, text: str) -> None:
    """Press the keys of a text; QTest.keyClicks aborts on letters beyond Latin-1."""
    for letter in text:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(widget, QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter))


def drag_value(plot: AxisPlot, start: float, stops: list[float], *, let_go: bool = True) -> None:
    """Drag the line of a plot from the value where it stands over others, all on the axis as it is now."""
    points = [plot.chart.pixel_of(value).toPoint() for value in (start, *stops)]
    drag_over(plot.chart.plot.viewport(), points, let_go=let_go)


def drag_line(plot: CurvesPlot, stops: list[float], *, let_go: bool = True) -> None:
    """Drag the line of a plot from where it stands over values of its axis."""
    points = [plot.pixel_of(plot.value.value()).toPoint(), *(plot.pixel_of(stop).toPoint() for stop in stops)]
    drag_over(plot.plot.viewport(), points, let_go=let_go)


def drag_over(viewport: QWidget, points: list[QPoint], *, let_go: bool) -> None:
    """Press the left button at the first point and move over the others."""
    QTest.mouseMove(viewport, points[0])
    settle()
    QTest.mousePress(viewport, LEFT, Qt.KeyboardModifier.NoModifier, points[0])
    for point in points[1:]:
        move(viewport, point)
    if let_go:
        QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, points[-1])
        settle()


def move(widget: QWidget, point: QPoint, held: Qt.MouseButton = LEFT) -> None:
    """Move the mouse with a button held (QTest.mouseMove holds none)."""
    where = QPointF(point)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        where,
        QPointF(widget.mapToGlobal(point)),
        Qt.MouseButton.NoButton,
        held,
        NONE,
    )
    QTest.qWait(15)  # pyqtgraph takes a hundred moves a second and drops the others
    QApplication.sendEvent(widget, event)
    settle()


def drag_event(kind: type[QDragMoveEvent], point: QPoint, actions: Qt.DropAction, mime: QMimeData) -> QDragMoveEvent:
    """Make an event of a drag; newer versions of Qt take points of floats and call the others deprecated."""
    for place in (QPointF(point), point):
        with suppress(TypeError):
            return kind(place, actions, mime, LEFT, Qt.KeyboardModifier.NoModifier)
    raise AssertionError("neither kind of point is taken")


def wheel(widget: QWidget, point: QPoint, clicks: int, keys: Qt.KeyboardModifier = NONE) -> None:
    """Turn the wheel over a point."""
    event = QWheelEvent(
        QPointF(point),
        QPointF(widget.mapToGlobal(point)),
        QPoint(),
        QPoint(0, 120 * clicks),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
    settle()


def menu_over(part: QWidget, x: int = 40, y: int = 40) -> QMenu:
    """Press the right button over a part of a panel, and return the menu that comes."""
    where = QPoint(x, y)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, part.mapToGlobal(where))
    QApplication.sendEvent(part, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def use_scenario(window: MainWindow, scenario: Scenario) -> None:
    """Put a scenario in the place of the one that is shown."""
    assert window.document.arrange(lambda state: state.replaced(state.current, scenario), "test")
    settle()


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def running(window: MainWindow) -> list[QTimer]:
    """Return the timers that run in the window."""
    return [timer for timer in window.findChildren(QTimer) if timer.isActive()]


def answering(window: MainWindow, act: Callable[[], object], button: QMessageBox.StandardButton) -> list[str]:
    """Do something that asks, press a button, and return what was asked."""
    asked: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            asked.append(box.text())
            pressed = box.button(button)
            (pressed or box.buttons()[0]).click()

    QTimer.singleShot(0, window, answer)
    act()
    settle()
    return asked


def choosing_file(window: MainWindow, act: Callable[[], object], name: str) -> None:
    """Do something that opens the file dialog, and type a file's name into it."""

    def choose() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QFileDialog):
            dialog.selectFile(name)  # text that is set into its field leaves another file selected
            saving = dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
            buttons = dialog.findChild(QDialogButtonBox)
            assert buttons is not None
            kinds = QDialogButtonBox.StandardButton
            buttons.button(kinds.Save if saving else kinds.Open).click()

    QTimer.singleShot(0, window, choose)
    act()
    settle()
    window.activateWindow()
    settle()


def answering_input(window: MainWindow, act: Callable[[], object], text: str) -> None:
    """Do something that asks for a text in a box, and enter one."""

    def answer() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QInputDialog):
            box.setTextValue(text)
            box.accept()

    QTimer.singleShot(0, window, answer)
    act()
    settle()


class Answers:
    """Answers dialogs that come up, looking every few milliseconds; ``answer`` gets each modal widget."""

    def __init__(self, window: MainWindow, answer: Callable[[QWidget], None]) -> None:
        self._answer = answer
        self._timer = QTimer(window)
        self._timer.setInterval(5)
        self._timer.timeout.connect(self._look)

    def _look(self) -> None:
        widget = QApplication.activeModalWidget()
        if widget is not None:
            self._answer(widget)

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.stop()
        settle()
