"""Changes of the small matrices, from their panel and their dialog, become edits of the document."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.document import Document
from explorer.scenario.edit import ScenarioError
from explorer.scenario.matrix import Matrix
from explorer.views.matrices.split_view import SplitView
from explorer.views.widgets.theme import translated

if TYPE_CHECKING:
    from explorer.views.matrices.matrix_dialog import MatrixDialog


class MatrixController(QObject):
    """Edits the matrices of the document; a refusal is shown in the panel and, while it is open, in the dialog."""

    def __init__(self, document: Document, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._window = document, window
        self._view: SplitView | None = None
        self.dialog: MatrixDialog | None = None

    def serve(self, view: SplitView) -> None:
        """Make the changes that a panel asks for."""
        self._view = view
        view.change_asked.connect(self._change)
        view.dialog_asked.connect(self.open)

    def open(self) -> None:
        """Show the dialog, made when it is first asked for."""
        if self.dialog is None:
            from explorer.views.matrices.matrix_dialog import MatrixDialog

            self.dialog = MatrixDialog(self._window)
            self.dialog.change_asked.connect(self._change)
        self.show_scenario()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def show_scenario(self) -> None:
        """Show the matrices of the document in the dialog."""
        if self.dialog is not None:
            self.dialog.show_matrices(self._document.scenario.matrix)

    def _change(self, change: Callable[[Matrix], Matrix], undo_text: str) -> None:
        try:
            matrix = change(self._document.scenario.matrix)
        except ScenarioError as error:
            self._refuse(translated(error.message))
            return
        self._document.set_part("matrix", matrix, undo_text)

    def _refuse(self, text: str) -> None:
        """Say why a change was refused; the old values are shown again."""
        if self.dialog is not None and self.dialog.isVisible():
            self.show_scenario()
            self.dialog.show_message(text)
        if self._view is not None:
            self._view.show_refusal(text)
