"""A field for one quantity. The document holds the value: the field shows it and asks for changes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from explorer.scenario.parameter import Parameter
from explorer.scenario.quantity import SHARE, QuantityError
from explorer.views.widgets.scale import stepped
from explorer.views.widgets.theme import translated
from explorer.views.widgets.window_keys import belongs_to_window


class QuantityEdit(QLineEdit):
    """A line edit that reads any sensible unit.

    Enter or leaving the field asks for the edit. A wrong entry asks for nothing, and the old value comes back when the
    field is left. The arrow keys step. A space over the whole text is left to the window.

    Signals
    -------
    edited : value, SI, that was entered.
    dragged : value of a step with the arrow keys, between ``gesture_started`` and ``gesture_ended``.
    message_changed : what is understood or accepted while something is typed, and whether it is a refusal.
    message_cleared : the message no longer applies.
    """

    edited = Signal(float)
    dragged = Signal(float)
    message_changed = Signal(str, bool)
    message_cleared = Signal()
    gesture_started = Signal()
    gesture_ended = Signal()

    def __init__(self, parameter: Parameter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value: float | None = None
        self._unit = parameter.usual_unit
        self._stepping = False
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.show_parameter(parameter)
        self.textEdited.connect(self._show_reading)
        self.returnPressed.connect(self.commit)

    def show_parameter(self, parameter: Parameter) -> None:
        """Edit another parameter."""
        self._parameter = parameter
        self.setAccessibleName(f"{parameter.symbol}, {translated(parameter.name)}")
        self.setAccessibleDescription(translated(parameter.meaning))

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
        self._unit = self._parameter.plain_unit(self._value, digits)

    def plain_unit(self) -> str:
        """Return the unit that digits alone take: the one that the field showed before the typing began."""
        return self._unit

    def discard(self) -> None:
        """Forget what was typed and show the value."""
        self._show_text()

    def refuse(self, reason: str) -> None:
        """Show the old value again, and why another one was not taken."""
        self._show_text()
        self.message_changed.emit(self._with_kept(reason), True)

    def _with_kept(self, reason: str) -> str:
        if self._value is None:
            return reason
        return f"{reason}. " + self.tr("Kept: {value}.").format(value=self._parameter.show(self._value))

    def _show_reading(self, text: str) -> None:
        try:
            value = self._parameter.read(text, self.plain_unit())
        except QuantityError as error:
            self.message_changed.emit(translated(error.message), False)
        else:
            self.message_changed.emit("= " + self._parameter.show(value, 7), False)

    def commit(self) -> bool:
        """Ask for the edit if something was typed; False, with a message, where it cannot be read."""
        if not self.isModified():
            return True
        try:
            value = self._parameter.read(self.text(), self.plain_unit())
        except QuantityError as error:
            self.message_changed.emit(self._with_kept(translated(error.message)), True)
            return False
        self.setModified(False)
        self.message_cleared.emit()
        if value == self._value:
            self._show_text()
        else:
            self.edited.emit(value)
        if self.hasFocus():
            self.selectAll()  # ready for the next value
        return True

    @override
    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window unless something is being typed here."""
        undoing = (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and _is_undo_or_redo(event)
            and not self.isModified()
        )
        if undoing or belongs_to_window(event):
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
        super().focusOutEvent(event)
        self._end_stepping()
        if event.reason() in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            return  # a menu, or another window for a moment: the typing goes on afterwards
        self.commit()
        self._show_text()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self._show_text()
            self.message_cleared.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._value is not None:
            self._step(1 if key == Qt.Key.Key_Up else -1)
        elif key == Qt.Key.Key_Space and not self.isModified() and self.selectedText() == self.text():
            event.ignore()  # a space alone is no quantity: the window plays
        else:
            super().keyPressEvent(event)
            if _is_undo_or_redo(event):
                self._show_reading(self.text())

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat():
            self._end_stepping()

    def _step(self, direction: int) -> None:
        if not self.commit():
            return
        if not self._stepping:
            self._stepping = True
            self.gesture_started.emit()
        parameter = self._parameter
        unit = next((unit for unit in parameter.dimension.shown if unit.name == parameter.usual_unit), None)
        value = stepped(
            self._value or 0.0,
            direction,
            whole=parameter.dimension.whole,
            share=parameter.dimension is SHARE,
            first=float(unit.scale) if unit else 1.0,
        )
        if parameter.accepts(value) and value != self._value:
            self.dragged.emit(value)

    def _end_stepping(self) -> None:
        if self._stepping:
            self._stepping = False
            self.gesture_ended.emit()


def _is_undo_or_redo(event: QKeyEvent) -> bool:
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
