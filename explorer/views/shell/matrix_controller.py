"""What a person does with the small matrices: cells, blocks, sizes, shards and presets become edits."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.document import Document
from explorer.scenario import matrices
from explorer.scenario.edit import ScenarioError
from explorer.scenario.matrices import Sizes
from explorer.scenario.matrix import Matrix
from explorer.scenario.sentence import Sentence
from explorer.views.matrices.matrix_dialog import MatrixDialog
from explorer.views.matrices.split_view import SplitView
from explorer.views.widgets.theme import translated


class MatrixController(QObject):
    """Turns what is asked for into edits of the document, and tells what was refused beside where it was asked."""

    def __init__(self, document: Document, view: SplitView, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._view, self._window = document, view, window
        self.dialog: MatrixDialog | None = None
        view.cell_entered.connect(self._enter)
        view.block_pasted.connect(self._paste)
        view.matrices_asked.connect(self.open)

    def open(self) -> None:
        """Show the small window."""
        if self.dialog is None:
            self.dialog = dialog = MatrixDialog(self._window)
            dialog.resized.connect(self._resize)
            dialog.shards_entered.connect(self._divide)
            dialog.activation_chosen.connect(self._activate)
            dialog.randomised.connect(self._randomise)
            dialog.preset_chosen.connect(self._preset)
        self.show_scenario()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def show_scenario(self) -> None:
        """Let the small window follow the document."""
        if self.dialog is not None:
            self.dialog.show_scenario(self._document.scenario)

    def _change(self, change: Callable[[Matrix], Matrix], text: str) -> None:
        try:
            matrix = change(self._document.scenario.matrix)
        except ScenarioError as error:
            self.refuse(error.message)
            return
        self._document.set_part("matrix", matrix, text)

    def refuse(self, told: Sentence) -> None:
        """Say why a change was refused; the old values are shown again."""
        text = translated(told)
        if self.dialog is not None and self.dialog.isVisible():
            self.show_scenario()
            self.dialog.show_message(text)
        self._view.tell_refusal(text)

    def _enter(self, name: str, row: int, column: int, text: str) -> None:
        def change(matrix: Matrix) -> Matrix:
            return matrices.with_block(matrix, name, row, column, [[matrices.read_number(text)]])

        self._change(change, self.tr("a cell of the matrices"))

    def _paste(self, name: str, row: int, column: int, text: str) -> None:
        def change(matrix: Matrix) -> Matrix:
            return matrices.with_block(matrix, name, row, column, matrices.read_block(text))

        self._change(change, self.tr("a block of the matrices"))

    def _resize(self, wanted: Sizes, seed: int) -> None:
        self._change(lambda matrix: matrices.resized(matrix, wanted, seed), self.tr("sizes of the matrices"))

    def _divide(self, text: str) -> None:
        self._change(lambda matrix: matrices.with_shards(matrix, text), self.tr("shards"))

    def _activate(self, name: str) -> None:
        self._change(partial(matrices.with_activation, activation=name), self.tr("activation"))

    def _randomise(self, seed: int) -> None:
        self._change(lambda matrix: matrices.randomised(matrix, seed), self.tr("random matrices"))

    def _preset(self, name: str) -> None:
        preset = matrices.ARTICLE if name == "article" else matrices.RELU_MATTERS
        self._change(lambda _matrix: preset, self.tr("matrices of the article"))
