"""What the fields of a window have to say, in one balloon under the field in question."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QMouseEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from explorer.views.widgets.card import RADIUS
from explorer.views.widgets.painting import painter_on
from explorer.views.widgets.quantity_edit import QuantityEdit
from explorer.views.widgets.theme import theme_of

_WIDEST, _EDGE = 320, 8
"""Pixels: lines of some fifty letters are read at a glance; the balloon keeps off the edges of the window."""
_APART = 3
"""Pixels between a field and the balloon, which plainly belongs to it."""


class FieldMessages(QLabel):
    """A message below a field, on top of what is there, so that nothing moves. A click hides it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._wrong = False
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setMargin(7)
        self.hide()

    @staticmethod
    def of(widget: QWidget) -> FieldMessages:
        """Return the messages of the window that a widget is made in."""
        window = widget.window()
        messages = window.findChild(FieldMessages, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return FieldMessages(window) if messages is None else messages

    def follow(self, field: QuantityEdit) -> None:
        """Show what a field of the window has to say."""
        field.message_changed.connect(self._show_message)
        field.message_cleared.connect(self.hide)

    def message(self) -> str:
        """Return the message that is shown, or nothing."""
        return "" if self.isHidden() else self.text()

    def _show_message(self, text: str, wrong: bool) -> None:
        """Show a text under the field that sent it; ``wrong`` marks it as a refusal."""
        field = self.sender()
        if not isinstance(field, QuantityEdit):
            return
        window, self._wrong = field.window(), wrong
        self.setText(text)
        QAccessible.updateAccessibility(QAccessibleEvent(field, QAccessible.Event.Alert))
        field.setAccessibleDescription(text)
        needed = self.fontMetrics().horizontalAdvance(text) + 2 * self.margin() + 16
        width = min(_WIDEST, needed, window.width() - 2 * _EDGE)
        self.setFixedSize(width, self.heightForWidth(width))
        corner = field.mapTo(window, QPoint(field.width() - width, field.height() + _APART))
        x = min(max(corner.x(), _EDGE), window.width() - width - _EDGE)
        y = corner.y()
        if y + self.height() > window.height():
            y = field.mapTo(window, QPoint(0, 0)).y() - self.height() - _APART
        self.move(x, y)
        self.raise_()
        self.show()
        self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.hide()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = theme_of(self), painter_on(self)
        painter.setPen(QPen(QColor(theme.communication if self._wrong else theme.split), 1.5))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        painter.end()
        super().paintEvent(event)
