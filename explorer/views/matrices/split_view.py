"""The matrix split: small matrices, cell by cell, from the undivided network to the comparison with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Self

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QHideEvent
from PySide6.QtWidgets import QComboBox, QWidget
from typing_extensions import override

from explorer.answers.matrices import captions
from explorer.answers.matrices.cells import CellKey
from explorer.answers.matrices.frames import STAGES, stage_lengths
from explorer.answers.matrices.layout import has_same_scene, scene_of
from explorer.answers.outcome import Outcome
from explorer.model.rounding import Precision
from explorer.scenario import matrices
from explorer.scenario.matrix import Matrix
from explorer.views.base.panel import ExportableCard
from explorer.views.matrices.split_canvas import SplitCanvas
from explorer.views.matrices.zoom_area import ZoomArea
from explorer.views.widgets.card import ElidedLabel, ToggleButton
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.layouts import column, row
from explorer.views.widgets.player import Player
from explorer.views.widgets.theme import translated

_CAPTION_LINES = 3


class SplitView(ExportableCard):
    """The panel of the matrices.

    Signals
    -------
    change_asked : a function from the matrices to those that are wanted, and the undo text.
    dialog_asked : the person wants to change sizes, shards or all numbers.
    """

    change_asked = Signal(object, str)
    dialog_asked = Signal()

    name = "split"
    exports = ("copy", "png", "svg", "frames")
    stages = STAGES

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None
        self.words = self.tr("Matrix split")
        tip = self.tr("Divide rows of A and columns of x instead, and see what goes wrong")
        self.failing = ToggleButton(self.tr("Row split (fails)"), tip, self)
        tip = self.tr("Sizes, shards, random numbers, presets. Double-click a cell to edit it")
        self.matrices = ToggleButton(self.tr("Matrices…"), tip, self, checkable=False)
        self.precision = QComboBox(self)
        self.precision.setAccessibleName(self.tr("Precision"))
        self.precision.setToolTip(self.tr("The precision to which each product and each sum is rounded"))
        for precision in Precision:
            self.precision.addItem(str(precision), precision)
        self.canvas = SplitCanvas(self)
        self.canvas.setAccessibleName(self.words)
        self.area = ZoomArea(self.canvas, self)
        self.caption = FitLabel(self)
        self.caption.keep_lines(_CAPTION_LINES)
        self.note = ElidedLabel(self)
        self.player = Player(STAGES, self)
        title = ElidedLabel(self, self.words, bold=True)
        head = row((title, 1), self.failing, self.matrices, self.precision)
        parts = (head, (self.area, 1), self.caption, self.note, self.player)
        column(*parts, owner=self, margins=(10, 6, 10, 6), spacing=2)
        self.failing.toggled.connect(self._show_scene)
        self.precision.activated.connect(self._show_scene)
        self.matrices.clicked.connect(self.dialog_asked)
        self.player.moved.connect(self._show_frame)
        self.canvas.pointed.connect(self._show_origin)
        self.canvas.entered.connect(self._enter)
        self.canvas.pasted.connect(self._paste)

    @override
    def tab_order(self) -> list[QWidget]:
        return [self.failing, self.matrices, self.precision, self.canvas, *self.player.tab_order()]

    # What is shown

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show the matrices of an outcome's scenario; the scene stays as long as the matrices do, as during a drag."""
        before, self._outcome = self._outcome, outcome
        if before is not None and has_same_scene(before, outcome):
            self._show_caption()
            return
        self._show_scene()
        if before is None or matrices.sizes(before.scenario.matrix) != matrices.sizes(outcome.scenario.matrix):
            self.area.reset_zoom()  # a zoom was chosen for the size of the matrices

    def _show_scene(self) -> None:
        if self._outcome is None:
            return
        precision, failing = Precision(self.precision.currentData()), self.failing.isChecked()
        scene = self._outcome.of(scene_of, precision, failing)
        self.canvas.show_scene(scene)
        self.player.show_lengths(stage_lengths(scene))
        self.area.fit()
        self._show_caption()

    def _show_frame(self, position: float) -> None:
        self.canvas.show_position(position)
        self._show_caption()

    def show_position(self, position: float) -> None:
        """Show a position of the animation."""
        self.player.show_position(position)

    def _show_caption(self) -> None:
        scene = self.canvas.scene
        if self._outcome is not None and scene is not None:
            texts = captions.captions(self.player.position(), self._outcome, scene)
            self.caption.show_texts([*map(translated, texts)])
            self._show_notes()

    def _show_notes(self) -> None:
        scene = self.canvas.scene
        if self._outcome is not None and scene is not None:
            text = "; ".join(translated(note) for note in captions.notes(self._outcome, scene))
            self.note.set_whole(text[:1].upper() + text[1:])

    def show_refusal(self, text: str) -> None:
        """Say why a change of the matrices was refused."""
        self.note.set_whole(f"⚠ {text}")

    def _show_origin(self, key: CellKey | None) -> None:
        """Say how the cell under the mouse is computed, and highlight the cells that it is computed from."""
        scene = self.canvas.scene
        if key is None or scene is None:
            self.canvas.highlight(set())
            self._show_notes()
            return
        contributors = self.canvas.contributors(key) if key.matrix == "sum" else None
        keys, equation = captions.origin(scene, key, contributors=contributors)
        self.canvas.highlight({key, *keys})
        self.note.set_whole(translated(equation))

    @override
    def show_controls(self, shown: bool) -> None:
        for control in (self.failing, self.matrices, self.precision, self.player):
            control.setVisible(shown)
        self.area.show_controls(shown)

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return False

    @override
    def prepare_report(self, outcome: Outcome) -> bool:
        self.show_position(STAGES)  # the end, where everything is to be seen
        return True

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self.precision.setCurrentIndex(other.precision.currentIndex())
        self.failing.setChecked(other.failing.isChecked())
        self._outcome = None  # the next one is shown in this precision
        self.show_position(other.player.position())

    def stage_words(self) -> str:
        """Return the label of the number of frames that are saved of each stage."""
        return self.tr("&Frames for each of the six stages")

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.player.pause()

    # What is asked

    def _enter(self, key: CellKey, text: str) -> None:
        self._ask(matrices.with_number, key, text, self.tr("matrix cell"))

    def _paste(self, key: CellKey) -> None:
        self._ask(matrices.with_pasted, key, QGuiApplication.clipboard().text(), self.tr("matrix block"))

    def _ask(self, change: Callable[..., Matrix], key: CellKey, text: str, undo_text: str) -> None:
        """Ask for a change of the whole matrix at one of its cells; a device's cell is in a part of it."""
        scene = self.canvas.scene
        if scene is not None:
            line, place = captions.index_in_whole(scene, key)
            self.change_asked.emit(partial(change, name=key.matrix, row=line, column=place, text=text), undo_text)
