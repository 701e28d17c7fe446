"""Sizes, shards, random numbers and presets of a scenario's small matrices, in a small window beside the animation."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from explorer.scenario.matrices import Sizes, sizes
from explorer.scenario.matrix import LARGEST_SIZE, Matrix
from explorer.scenario.scenario import Scenario

_LARGEST_SEED = 999_999
_ACTIVATIONS = ("relu", "gelu", "identity")


class MatrixDialog(QDialog):
    """Each control asks at once; undo takes every step back.

    Signals
    -------
    resized : the sizes that are wanted, and the seed of new cells.
    shards_entered : the text of the shards.
    activation_chosen : one of relu, gelu, identity.
    randomised : the seed.
    preset_chosen : "article" or "relu".
    """

    resized = Signal(object, int)
    shards_entered = Signal(str)
    activation_chosen = Signal(str)
    randomised = Signal(int)
    preset_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Matrices"))
        self.boxes = {name: self._box(1, LARGEST_SIZE) for name in Sizes._fields}
        self.seed = self._box(0, _LARGEST_SEED)
        self.seed.setValue(1)
        self.random = QPushButton(self.tr("&Random numbers"), self)
        self.shards = QLineEdit(self)
        self.shards.setPlaceholderText(self.tr("near-even"))
        self.activation = QComboBox(self)
        for name, text in zip(_ACTIVATIONS, ("ReLU", "GELU", self.tr("identity")), strict=True):
            self.activation.addItem(text, name)
        self.article = QPushButton(self.tr("The article's e&xample"), self)
        self.variant = QPushButton(self.tr("Where ReLU &matters"), self)
        self.done_button = QPushButton(self.tr("Close"), self)
        self.message = QLabel(self)
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setMinimumHeight(2 * self.message.fontMetrics().lineSpacing())
        self._lay_out()
        self._connect()

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
        drawn = QHBoxLayout()
        drawn.addWidget(self.seed)
        drawn.addWidget(self.random)
        label = QLabel(self.tr("S&eed"), self)
        label.setBuddy(self.seed)
        form.addRow(label, drawn)
        presets = QHBoxLayout()
        presets.addWidget(self.article)
        presets.addWidget(self.variant)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addLayout(presets)
        layout.addWidget(self.message)
        layout.addWidget(self.done_button, 0, Qt.AlignmentFlag.AlignRight)
        self.done_button.clicked.connect(self.reject)
        for button in (self.random, self.article, self.variant, self.done_button):
            button.setAutoDefault(False)

    def _connect(self) -> None:
        for box in self.boxes.values():
            box.valueChanged.connect(self._ask_sizes)
        self.shards.editingFinished.connect(self._ask_shards)
        self.activation.activated.connect(self._ask_activation)
        self.random.clicked.connect(self._ask_random)
        self.article.clicked.connect(self._ask_article)
        self.variant.clicked.connect(self._ask_variant)

    def show_scenario(self, scenario: Scenario) -> None:
        """Show what a scenario's matrices are like."""
        matrix: Matrix = scenario.matrix
        for box, size in zip(self.boxes.values(), sizes(matrix), strict=True):
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
        self.resized.emit(Sizes(*(box.value() for box in self.boxes.values())), self.seed.value())

    def _ask_shards(self) -> None:
        if self.shards.isModified():
            self.shards.setModified(False)
            self.shards_entered.emit(self.shards.text())

    def _ask_activation(self, index: int) -> None:
        self.activation_chosen.emit(_ACTIVATIONS[index])

    def _ask_random(self) -> None:
        self.randomised.emit(self.seed.value())

    def _ask_article(self) -> None:
        self.preset_chosen.emit("article")

    def _ask_variant(self) -> None:
        self.preset_chosen.emit("relu")
