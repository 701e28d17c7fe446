"""A field for one quantity, and the slider that goes with it. Neither holds the truth: they show it and ask."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QLineEdit, QSlider, QWidget
from typing_extensions import override

from explorer.scenario.parameter import Parameter
from explorer.scenario.quantity import SHARE, QuantityError, best_unit
from explorer.views.parts.scale import STEPS, Scale, stepped
from explorer.views.parts.theme import LIGHT, Theme, translated


class QuantityEdit(QLineEdit):
    """A line edit that reads any sensible unit.

    While it is typed in, ``told`` says what is understood; Enter or leaving the field asks for the edit. A wrong entry
    asks for nothing, ``told`` says what is accepted, and the old value comes back when the field is left.
    """

    edited = Signal(float)
    told = Signal(str, bool)
    quiet = Signal()
    gesture_started = Signal()
    gesture_ended = Signal()

    def __init__(self, parameter: Parameter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parameter = parameter
        self._value: float | None = None
        self._stepping = False
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setAccessibleName(f"{parameter.symbol}, {translated(parameter.name)}")
        self.textEdited.connect(self._tell_what_is_understood)
        self.returnPressed.connect(self.commit)

    def show_value(self, value: float | None) -> None:
        """Show a value; a text that is being typed over the same value stays."""
        if self.isModified() and value == self._value:
            return
        self._value = value
        self._show_text()

    def value(self) -> float | None:
        """Return what is shown."""
        return self._value

    def _show_text(self) -> None:
        digits = None if self.hasFocus() else 4
        text = "" if self._value is None else self._parameter.show(self._value, digits)
        if text != self.text():
            self.setText(text)
        self.setModified(False)

    def plain_unit(self) -> str:
        """Return the unit that digits alone take: the one that the field shows."""
        usual = self._parameter.usual_unit
        if self._value in (None, 0, float("inf")) or self._parameter.dimension is SHARE:
            return usual
        digits = None if self.hasFocus() else 4
        return best_unit(float(self._value or 0), self._parameter.dimension, digits).name

    def _tell_what_is_understood(self, text: str) -> None:
        try:
            value = self._parameter.read(text, self.plain_unit())
        except QuantityError as error:
            self.told.emit(translated(error.told), False)
        else:
            self.told.emit("= " + self._parameter.show(value, 7), False)

    def commit(self) -> None:
        """Ask for the edit if something was typed, or say why not."""
        if not self.isModified():
            return
        try:
            value = self._parameter.read(self.text(), self.plain_unit())
        except QuantityError as error:
            kept = (
                "" if self._value is None else self.tr("Kept: {value}.").format(value=self._parameter.show(self._value))
            )
            self.told.emit(f"{translated(error.told)}. {kept}".strip(), True)
            return
        self.setModified(False)
        self.quiet.emit()
        if value == self._value:
            self._show_text()
        else:
            self.edited.emit(value)

    @override
    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window unless something is being typed here."""
        undoing = isinstance(event, QKeyEvent) and (
            event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
        )
        if undoing and event.type() == QEvent.Type.ShortcutOverride and not self.isModified():
            event.ignore()
            return True
        return super().event(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.isModified():
            self._show_text()
            self.selectAll()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.commit()
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._show_text()
        self._end_stepping()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape and self.isModified():
            self._show_text()
            self.quiet.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._value is not None:
            self._step(1 if key == Qt.Key.Key_Up else -1)
        else:
            super().keyPressEvent(event)

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat():
            self._end_stepping()

    def _step(self, direction: int) -> None:
        if not self._stepping:
            self._stepping = True
            self.gesture_started.emit()
        parameter = self._parameter
        unit = next((unit for unit in parameter.dimension.shown if unit.name == parameter.usual_unit), None)
        value = stepped(
            float(self._value or 0),
            direction,
            whole=parameter.dimension.whole,
            share=parameter.dimension is SHARE,
            first=float(unit.scale) if unit else 1.0,
        )
        self.setModified(False)
        if parameter.accepts(value) and value != self._value:
            self.edited.emit(value)

    def _end_stepping(self) -> None:
        if self._stepping:
            self._stepping = False
            self.gesture_ended.emit()


class ValueSlider(QSlider):
    """A slider on a :class:`Scale`. A press or a drag is one gesture; the wheel turns it only with the focus on it."""

    edited = Signal(float)
    gesture_started = Signal()
    gesture_ended = Signal()

    _EDGE = 8

    def __init__(self, scale: Scale, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._scale, self._theme = scale, LIGHT
        self._marks: tuple[float, ...] = ()
        self._holding = False
        self.setRange(0, STEPS)
        self.setSingleStep(5)
        self.setPageStep(50)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_value(self, value: float | None, scale: Scale | None = None, marks: tuple[float, ...] = ()) -> None:
        """Stand where a value is, on a new scale if one is given, with ticks at the marks. Emits nothing."""
        self._scale = scale or self._scale
        self._marks = marks
        self.setEnabled(value is not None)
        if value is not None:
            self.setSliderPosition(self._scale.position(value))
        self.update()

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.update()

    def _ask(self, position: int) -> None:
        if position != self.value():
            self.edited.emit(self._scale.value(position))

    def _position_at(self, x: float) -> int:
        room = max(self.width() - 2 * self._EDGE, 1)
        return round(min(max((x - self._EDGE) / room, 0), 1) * STEPS)

    def _x_of(self, position: int) -> float:
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
            if abs(event.position().x() - self._x_of(self.value())) > self._EDGE:
                self._ask(self._position_at(event.position().x()))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._holding:
            self._ask(self._position_at(event.position().x()))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._let_go()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: -self.singleStep(),
            Qt.Key.Key_Down: -self.singleStep(),
            Qt.Key.Key_Right: self.singleStep(),
            Qt.Key.Key_Up: self.singleStep(),
            Qt.Key.Key_PageDown: -self.pageStep(),
            Qt.Key.Key_PageUp: self.pageStep(),
            Qt.Key.Key_Home: -STEPS,
            Qt.Key.Key_End: STEPS,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self._hold()
        self._ask_changed(self.value() + step, 1 if step > 0 else -1)

    def _ask_changed(self, position: int, direction: int) -> None:
        """Go on until the value changes: on a scale of few whole numbers many positions mean the same one."""
        before = self._scale.value(self.value())
        position = min(max(position, 0), STEPS)
        while 0 < position < STEPS and self._scale.value(position) == before:
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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, middle = self._theme, self.height() / 2
        handle = self._x_of(self.value())
        main = QColor(theme.highlight if self.isEnabled() else theme.one)
        painter.setPen(_rounded(QColor(theme.border)))
        painter.drawLine(QPointF(self._EDGE, middle), QPointF(self.width() - self._EDGE, middle))
        painter.setPen(_rounded(main))
        painter.drawLine(QPointF(self._EDGE, middle), QPointF(handle, middle))
        painter.setPen(QPen(QColor(theme.faint), 1))
        for mark in self._marks:
            x = self._x_of(self._scale.position(mark))
            painter.drawLine(QPointF(x, middle - 7), QPointF(x, middle + 7))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.text), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(handle, middle), 7.5, 7.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(main)
        painter.drawEllipse(QRectF(handle - 5.5, middle - 5.5, 11, 11))


def _rounded(colour: QColor) -> QPen:
    """Return the pen of the groove."""
    pen = QPen(colour, 3)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen
