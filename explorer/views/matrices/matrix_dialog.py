"""The dialog for sizes, shards, random numbers and presets of a scenario's small matrices."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QLabel, QLineEdit, QPushButton, QSpinBox, QWidget

from explorer.scenario import matrices
from explorer.scenario.matrix import LARGEST_SIZE, Matrix
from explorer.views.widgets.layouts import STRETCH, column, row

_LARGEST_SEED = 999_999
_MARGIN = 11
"""Pixels around the parts, which is what the style leaves in other dialogs."""
_ACTIVATIONS = ("relu", "gelu", "identity")


class MatrixDialog(QDialog):
    """Each control asks for its change at once; each can be undone.

    Signals
    -------
    change_asked : a function from the matrices to those that are wanted, and the undo text.
    """

    change_asked = Signal(object, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Matrices"))
        self.boxes = {name: self._box(1, LARGEST_SIZE) for name in matrices.Sizes._fields}
        self.seed = self._box(0, _LARGEST_SEED)
        self.seed.setValue(1)
        self.random = QPushButton(self.tr("&Random numbers"), self)
        self.shards = QLineEdit(self)
        self.shards.setPlaceholderText(self.tr("near-even"))
        self.activation = QComboBox(self)
        for name, text in zip(_ACTIVATIONS, ("ReLU", "GELU", self.tr("identity")), strict=True):
            self.activation.addItem(text, name)
        self.article = QPushButton(self.tr("The article's e&xample"), self)
        self.variant = QPushButton(self.tr("An example where ReLU &matters"), self)
        self.done_button = QPushButton(self.tr("Close"), self)
        self.message = QLabel(self)
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setMinimumHeight(2 * self.message.fontMetrics().lineSpacing())
        self._lay_out()
        for box in self.boxes.values():
            box.valueChanged.connect(self._ask_sizes)
        self.shards.editingFinished.connect(self._ask_shards)
        self.activation.activated.connect(self._ask_activation)
        self.random.clicked.connect(self._ask_random)
        self.article.clicked.connect(partial(self._ask_preset, matrices.ARTICLE))
        self.variant.clicked.connect(partial(self._ask_preset, matrices.RELU_MATTERS))

    def _box(self, low: int, high: int) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(low, high)
        box.setKeyboardTracking(False)
        return box

    def _lay_out(self) -> None:
        form = QFormLayout()
        titles = (
            self.tr("Rows of x"),
            self.tr("&Inputs (columns of x, rows of A)"),
            self.tr("&Hidden (columns of A, rows of B)"),
            self.tr("&Outputs (columns of B)"),
        )
        for title, box in zip(titles, self.boxes.values(), strict=True):
            form.addRow(title, box)
        form.addRow(self.tr("&Shards of the hidden size"), self.shards)
        form.addRow(self.tr("&Activation"), self.activation)
        label = QLabel(self.tr("S&eed"), self)
        label.setBuddy(self.seed)
        form.addRow(label, row(self.seed, self.random))
        parts = (form, row(self.article, self.variant), self.message, row(STRETCH, self.done_button))
        column(*parts, owner=self, margins=(_MARGIN,) * 4)
        self.done_button.clicked.connect(self.reject)
        for button in (self.random, self.article, self.variant, self.done_button):
            button.setAutoDefault(False)

    def show_matrices(self, matrix: Matrix) -> None:
        """Show sizes, shards and activation."""
        for box, size in zip(self.boxes.values(), matrices.sizes(matrix), strict=True):
            with QSignalBlocker(box):
                box.setValue(size)
        self.shards.setText(", ".join(str(width) for width in matrix.shards or ()))
        self.shards.setModified(False)
        self.activation.setCurrentIndex(_ACTIVATIONS.index(matrix.activation))
        self.show_message("")

    def show_message(self, text: str) -> None:
        """Say why something was refused."""
        self.message.setText(text)

    def _ask_sizes(self) -> None:
        sizes = matrices.Sizes(*(box.value() for box in self.boxes.values()))
        self.change_asked.emit(partial(matrices.resized, wanted=sizes, seed=self.seed.value()), self.tr("matrix sizes"))

    def _ask_shards(self) -> None:
        if self.shards.isModified():
            self.shards.setModified(False)
            self.change_asked.emit(partial(matrices.with_shards, text=self.shards.text()), self.tr("shards"))

    def _ask_activation(self, index: int) -> None:
        self.change_asked.emit(partial(matrices.with_activation, activation=_ACTIVATIONS[index]), self.tr("activation"))

    def _ask_random(self) -> None:
        self.change_asked.emit(partial(matrices.randomised, seed=self.seed.value()), self.tr("random matrices"))

    def _ask_preset(self, preset: Matrix) -> None:
        self.change_asked.emit(lambda _: preset, self.tr("matrix preset"))
