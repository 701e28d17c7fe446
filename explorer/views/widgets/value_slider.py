"""The slider of a field: it shows a value on a scale and asks for other values."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSlider, QWidget
from typing_extensions import override

from explorer.views.widgets.painting import painter_on
from explorer.views.widgets.scale import STEPS, Scale
from explorer.views.widgets.theme import theme_of


class ValueSlider(QSlider):
    """A slider on a :class:`Scale`. A press or a drag is one gesture; the wheel turns it only with the focus on it."""

    edited = Signal(float)
    dragged = Signal(float)
    gesture_started = Signal()
    gesture_ended = Signal()

    _EDGE = 8

    def __init__(self, scale: Scale, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.scale = scale
        self._marks: tuple[float, ...] = ()
        self._holding = False
        self._grab = 0.0
        self.setRange(0, STEPS)
        self.setSingleStep(5)
        self.setPageStep(50)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.valueChanged.connect(self._on_value)

    def show_value(self, value: float | None, scale: Scale | None = None, marks: tuple[float, ...] = ()) -> None:
        """Show a value, on a new scale if one is given, with ticks at the marks. Emits nothing."""
        before = (self.scale, self._marks)
        if scale is not None and not self._holding:  # a scale that changed during a drag would run away from the mouse
            self.scale = scale
        self._marks = marks
        self.setEnabled(value is not None)
        with QSignalBlocker(self):
            self.setSliderPosition(self.minimum() if value is None else self.scale.position(value))
        if (self.scale, self._marks) != before:  # Qt sees to another position, and to a slider that is enabled
            self.update()

    def _ask(self, position: int) -> None:
        if position != self.value():
            (self.dragged if self._holding else self.edited).emit(self.scale.value(position))

    def _on_value(self, position: int) -> None:
        """Ask for a value that was set from outside, for example by a screen reader."""
        self.edited.emit(self.scale.value(position))

    def _position_at(self, x: float) -> int:
        room = max(self.width() - 2 * self._EDGE, 1)
        return round(min(max((x - self._EDGE) / room, 0), 1) * STEPS)

    def x_of(self, position: int) -> float:
        return self._EDGE + position / STEPS * (self.width() - 2 * self._EDGE)

    def _hold(self) -> None:
        if not self._holding:
            self._holding = True
            self.gesture_started.emit()

    def _let_go(self) -> None:
        if self._holding:
            self._holding = False
            self.gesture_ended.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._hold()
            self._grab = event.position().x() - self.x_of(self.value())
            if abs(self._grab) > self._EDGE:
                self._grab = 0.0
                self._ask(self._position_at(event.position().x()))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._holding:
            self._ask(self._position_at(event.position().x() - self._grab))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._let_go()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, single, page = Qt.Key, self.singleStep(), self.pageStep()
        steps = {key.Key_Left: -single, key.Key_Down: -single, key.Key_Right: single, key.Key_Up: single}
        steps |= {key.Key_PageDown: -page, key.Key_PageUp: page, key.Key_Home: -STEPS, key.Key_End: STEPS}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self._hold()
        self._ask_changed(self.value() + step, 1 if step > 0 else -1)

    def _ask_changed(self, position: int, direction: int) -> None:
        """Go on until the value changes: on a scale of few whole numbers many positions mean the same one."""
        before = self.scale.value(self.value())
        position = min(max(position, 0), STEPS)
        while 0 < position < STEPS and self.scale.value(position) == before:
            position += direction
        self._ask(position)

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat():
            self._let_go()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._let_go()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            direction = 1 if event.angleDelta().y() > 0 else -1
            self._ask_changed(self.value() + direction * self.singleStep(), direction)
            event.accept()
        else:
            event.ignore()

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, 18)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(60, 18)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_on(self)
        theme, middle = theme_of(self), self.height() / 2
        handle = self.x_of(self.value())
        main = QColor(theme.highlight if self.isEnabled() else theme.one)
        painter.setPen(QPen(QColor(theme.border), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(self._EDGE, middle), QPointF(self.width() - self._EDGE, middle))
        painter.setPen(QPen(main, 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(self._EDGE, middle), QPointF(handle, middle))
        painter.setPen(QPen(QColor(theme.faint), 1))
        for mark in self._marks:
            x = self.x_of(self.scale.position(mark))
            painter.drawLine(QPointF(x, middle - 7), QPointF(x, middle + 7))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.text), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(handle, middle), 7.5, 7.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(main)
        painter.drawEllipse(QRectF(handle - 5.5, middle - 5.5, 11, 11))
