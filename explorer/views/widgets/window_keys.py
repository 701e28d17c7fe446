"""Keys that belong to the window though a text field has the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from typing_extensions import override


def belongs_to_window(event: QEvent) -> bool:
    """Whether an event asks a field about Ctrl+E: on X11 it would move the cursor to the line's end, and no export."""
    return (
        isinstance(event, QKeyEvent)
        and event.type() == QEvent.Type.ShortcutOverride
        and event.key() == Qt.Key.Key_E
        and event.modifiers() == Qt.KeyboardModifier.ControlModifier
    )


class WindowKeys(QObject):
    """Event filter of a text field that leaves such keys to the window."""

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if belongs_to_window(event):
            event.ignore()
            return True
        return False
