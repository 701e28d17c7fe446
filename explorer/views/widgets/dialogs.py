"""Boxes with a message or a question, and what is chosen in a file dialog."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QSpinBox, QWidget

from explorer.scenario.edit import ScenarioError
from explorer.views.widgets.theme import translated

Buttons = QMessageBox.StandardButton
Icon = QMessageBox.Icon


def message_box(icon: Icon, text: str, buttons: Buttons, window: QWidget) -> QMessageBox:
    """Return a box that is deleted when it closes. Its text is plain, since names of files stand in it."""
    box = QMessageBox(icon, "Pareggio", "", buttons, window)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return box


def show_warning(text: str, window: QWidget) -> None:
    """Show why something was not done."""
    message_box(Icon.Warning, text, Buttons.Ok, window).exec()


def fault_text(error: ScenarioError) -> str:
    """Return the sentence of a fault with its place, where it has one."""
    message = translated(error.message)
    return f"{error.place}: {message}" if error.place else message


def chosen_path(dialog: QFileDialog) -> Path | None:
    """Show a dialog, delete it, and return the file or folder chosen in it; None where it was cancelled."""
    accepted, paths = dialog.exec(), dialog.selectedFiles()
    dialog.deleteLater()
    return Path(paths[0]) if accepted and paths else None


def spin_box(low: int, high: int, value: int, parent: QWidget) -> QSpinBox:
    """Return a field for a whole number within bounds."""
    box = QSpinBox(parent)
    box.setRange(low, high)
    box.setValue(value)
    return box
