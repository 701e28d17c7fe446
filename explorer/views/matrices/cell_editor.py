"""The field in which the number of a cell is typed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from explorer.answers.matrices.cells import CellKey
from explorer.views.widgets.window_keys import belongs_to_window

_LEAST_WIDTH = 64
"""Pixels: room for a number of seven digits over a cell of any size."""


class CellEditor(QLineEdit):
    """Lies over a cell while a number is typed. Enter and leaving the field enter it, Esc discards it.

    Signals
    -------
    entered : key of the cell and the text; not where the text is unchanged, as the cell may show fewer digits than the
        number has.
    """

    entered = Signal(object, str)

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._key: CellKey | None = None
        self.setAccessibleName(self.tr("Value of the cell"))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hide()

    def open(self, key: CellKey, rect: QRect, text: str, *, typed: bool) -> None:
        """Show a text over a cell; ``typed`` is the beginning of a new number, other text is selected."""
        self._key = key
        margin = max(_LEAST_WIDTH - rect.width(), 0) // 2
        self.setGeometry(rect.adjusted(-margin, 0, margin, 0))
        self.setText(text)
        self.setModified(typed)
        if not typed:
            self.selectAll()
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def commit(self) -> None:
        """Enter what is typed, if anything is."""
        key, text, is_new = self._key, self.text(), self.isModified()
        self.discard()
        if key is not None and is_new:
            self.entered.emit(key, text)

    def discard(self) -> None:
        """Close the field; the cell keeps its number."""
        self._key = None
        if self.window().focusWidget() is self:
            self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.commit()
        elif event.key() == Qt.Key.Key_Escape:
            self.discard()
        else:
            super().keyPressEvent(event)
            event.accept()  # arrows that the field has no use for would choose another cell

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is Qt.FocusReason.PopupFocusReason:
            return  # the field stays open below its own menu
        self.commit()
        if event.reason() is not Qt.FocusReason.MouseFocusReason:
            self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)  # Tab goes on from the cell

    @override
    def event(self, event: QEvent) -> bool:
        if belongs_to_window(event):
            event.ignore()
            return True
        return super().event(event)
