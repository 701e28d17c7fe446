"""How the matrices are split: real small matrices, cell by cell, from the whole to the comparison with it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from explorer.answers.matrices import captions
from explorer.answers.matrices.cells import CellKey
from explorer.answers.matrices.frames import STAGES
from explorer.answers.matrices.layout import MOST_SHOWN, Scene
from explorer.answers.matrices.result import MatrixSplit, matrix_split
from explorer.answers.outcome import Outcome
from explorer.model.collectives.costs import Algorithm
from explorer.model.rounding import Precision
from explorer.scenario.matrices import sizes
from explorer.scenario.matrix import Matrix
from explorer.views.base.panel import ExportableCard
from explorer.views.matrices.split_canvas import SplitCanvas
from explorer.views.widgets.card import ElidedLabel, ToggleButton, sized
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.player import Player
from explorer.views.widgets.theme import translated

_CELL = (9.0, 42.0)
"""Pixels of a cell, at least and at most, where the matrices are fitted to the panel."""
_LARGEST = 90.0
_SUMMED = 4
"""The stage, from 0, in which outputs are summed."""
_MOMENTS = 3
"""Moments of the all-reduce that have time enough in a stage of the usual length."""
_LONGEST = 5.0


class _Area(QScrollArea):
    """Scrolls; with Ctrl the wheel zooms."""

    zoomed = Signal(float)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoomed.emit(1.15 ** (event.angleDelta().y() / 120))
            event.accept()
        else:
            super().wheelEvent(event)


class SplitView(ExportableCard):
    """The panel of the matrices.

    Signals
    -------
    cell_entered : matrix, row, column and the text typed into that cell.
    block_pasted : matrix, row, column and the text of the clipboard.
    matrices_asked : the person wants to change sizes, shards or all numbers.
    """

    cell_entered = Signal(str, int, int, str)
    block_pasted = Signal(str, int, int, str)
    matrices_asked = Signal()

    name = "split"
    exports = ("copy", "png", "svg", "frames")
    stages = STAGES

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None
        self._shown: tuple[Matrix, int, Algorithm] | None = None
        self._result: MatrixSplit | None = None
        self._zoom, self._controls = 1.0, True
        self._title = ElidedLabel(self)
        self._title.set_whole(self.tr("How the matrices are split"))
        self._title.setFont(sized(self._title.font(), 1.0, bold=True))
        self.failing = ToggleButton(self)
        self.failing.setText(self.tr("The split that fails"))
        self.failing.setToolTip(self.tr("Divide rows of A and columns of x instead, and see what goes wrong"))
        self.matrices = ToggleButton(self)
        self.matrices.setText(self.tr("Matrices…"))
        self.matrices.setCheckable(False)
        self.matrices.setToolTip(self.tr("Sizes, shards, random numbers, presets. A double click edits one cell"))
        self.precision = QComboBox(self)
        self.precision.setAccessibleName(self.tr("Precision"))
        self.precision.setToolTip(self.tr("The precision in which each product and each sum is rounded"))
        for precision in Precision:
            self.precision.addItem(str(precision), precision)
        self.canvas = SplitCanvas(self)
        self.canvas.setAccessibleName(self._title.whole())
        self.area = _Area(self)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setWidget(self.canvas)
        self.area.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.viewport().setAutoFillBackground(False)
        self.canvas.setAutoFillBackground(False)
        self.caption = self._text(3)
        self.note = ElidedLabel(self)
        self.player = Player(STAGES, self)
        self._lay_out()
        self._connect()

    def _text(self, lines: int) -> FitLabel:
        label = FitLabel(self)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        label.setFixedHeight(lines * label.fontMetrics().lineSpacing() + 3)
        return label

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        for part in (self.failing, self.matrices, self.precision):
            head.addWidget(part)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self.area, 1)
        layout.addWidget(self.caption)
        layout.addWidget(self.note)
        layout.addWidget(self.player)

    def _connect(self) -> None:
        self.failing.toggled.connect(self._change_scene)
        self.precision.activated.connect(self._change_scene)
        self.matrices.clicked.connect(self.matrices_asked)
        self.player.moved.connect(self._show_position)
        self.area.zoomed.connect(self._zoom_by)
        self.canvas.pointed.connect(self._tell_origin)
        self.canvas.entered.connect(self._enter)
        self.canvas.pasted.connect(self._paste)
        self.canvas.fit_asked.connect(self._fit_again)

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return [self.failing, self.matrices, self.precision, self.canvas, *self.player.tab_order()]

    def title(self) -> str:
        """Return what stands above the matrices."""
        return self._title.whole()

    # What is shown

    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show the matrices of an outcome's scenario; nothing is done for matrices that are shown already."""
        self._outcome = outcome
        wanted = (outcome.scenario.matrix, outcome.scenario.devices, captions.summed_by(outcome))
        if self._shown is None or wanted[0] is not self._shown[0] or wanted[1:] != self._shown[1:]:
            if self._shown is None or sizes(wanted[0]) != sizes(self._shown[0]):
                self._zoom = 1.0  # another size has another fit
            self._shown = wanted
            self._change_scene()
        else:
            self._tell()

    def _change_scene(self) -> None:
        if self._outcome is None:
            return
        self._result = self._outcome.of(matrix_split, Precision(self.precision.currentData()))
        by = captions.summed_by(self._outcome)
        self.canvas.show_scene(Scene(self._result, failing=self.failing.isChecked(), algorithm=by))
        moments = captions.moments_of(self._outcome, self._result, failing=self.failing.isChecked())
        length = min(max(len(moments) / _MOMENTS, 1.0), _LONGEST)
        self.player.show_lengths([1.0 if stage != _SUMMED else length for stage in range(STAGES)])
        self._fit()
        self._tell()

    def _show_position(self, position: float) -> None:
        self.canvas.show_position(position)
        self._tell()

    def show_position(self, position: float) -> None:
        """Show a position of the animation."""
        self.player.show_position(position)

    def _tell(self) -> None:
        if self._outcome is None or self._result is None:
            return
        position, failing = self.player.position(), self.failing.isChecked()
        stage = 0 if position <= 0 else min(int(-(-position // 1)), STAGES)
        step = captions.step_note(position, self._outcome, self._result, failing=failing)
        lead = self.tr("Stage {stage} of {count}. ").format(stage=stage, count=STAGES) if stage else ""
        if step is not None:
            words = self.tr("Stage {stage} of {count}, step {step} of {steps}. ")
            lead = words.format(stage=stage, count=STAGES, step=step[0], steps=step[1])
        told = captions.caption(position, self._outcome, self._result, failing=failing)
        short = captions.shorter(position, self._outcome, self._result, failing=failing)
        self.caption.show_texts([lead + translated(each) for each in (told, short) if each is not None])
        self._tell_note()

    def _tell_note(self) -> None:
        if self._outcome is None or self._result is None:
            return
        note = captions.devices_note(self._result, self._outcome)
        texts = [] if note is None else [translated(note)]
        scene = self.canvas.scene()
        if scene is not None and scene.leaves_out:
            texts.append(self.tr("of each matrix at most {most} rows and columns are drawn").format(most=MOST_SHOWN))
        text = "; ".join(texts)
        self.note.set_whole(text[:1].upper() + text[1:])

    def tell_refusal(self, text: str) -> None:
        """Say why a change of the matrices was refused."""
        self.note.set_whole(f"⚠ {text}")

    def _tell_origin(self, key: CellKey | None) -> None:
        """Say how the cell under the mouse came about, and light up what made it."""
        if key is None or self._result is None:
            self.canvas.light(set())
            self._tell_note()
            return
        arrived = self.canvas.contributors(key) if key.matrix == "sum" else None
        keys, told = captions.origin(self._result, key, failing=self.failing.isChecked(), arrived=arrived)
        self.canvas.light({key, *keys})
        self.note.set_whole(translated(told))

    def show_controls(self, shown: bool) -> None:
        """Show, or leave out on paper, what only a person at the screen needs."""
        self._controls = shown
        for part in (self.failing, self.matrices, self.precision, self.player):
            part.setVisible(shown)
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if shown else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.area.setHorizontalScrollBarPolicy(policy)
        self.area.setVerticalScrollBarPolicy(policy)

    def copy_view_state(self, other: SplitView, only: str | None = None) -> None:
        """Show what another view shows: the same split, precision and position."""
        self.precision.setCurrentIndex(other.precision.currentIndex())
        self.failing.setChecked(other.failing.isChecked())
        self._shown = None
        self.show_position(other.player.position())

    def stage_words(self) -> str:
        """Ask for the frames of a stage."""
        return self.tr("&Frames for each of the six stages")

    # Size

    def _fit(self) -> None:
        scene = self.canvas.scene()
        if scene is None:
            return
        (width, height), room = scene.size, self.area.size()
        fitting = min((room.width() - 2) / width, (room.height() - 2) / height)
        least = _CELL[0] if self._controls else 2.0  # on paper nobody can scroll
        usual = min(max(fitting, least), _CELL[1])
        self._zoom = min(self._zoom, _LARGEST / usual)
        self.canvas.show_cells_of(usual * self._zoom)

    def _fit_again(self) -> None:
        self._zoom = 1.0
        self._fit()

    def _zoom_by(self, factor: float) -> None:
        before = self.canvas.cell_size()
        self._zoom = min(max(self._zoom * factor, 0.3), 6.0)
        self._fit()
        grown = self.canvas.cell_size() / before
        for bar in (self.area.horizontalScrollBar(), self.area.verticalScrollBar()):
            bar.setValue(round(bar.value() * grown))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.player.pause()

    # What is asked

    def _enter(self, key: CellKey, text: str) -> None:
        row, column = self._place(key)
        self.cell_entered.emit(key.matrix, row, column, text)

    def _paste(self, key: CellKey) -> None:
        row, column = self._place(key)
        self.block_pasted.emit(key.matrix, row, column, QGuiApplication.clipboard().text())

    def _place(self, key: CellKey) -> tuple[int, int]:
        if self._result is None:
            return key.row, key.column
        return captions.place_in_whole(self._result, key, failing=self.failing.isChecked())

    def commit_pending_edit(self) -> None:
        """Enter what is being typed into a cell."""
        self.canvas.commit_pending_edit()

    def cell_point(self, key: CellKey) -> QPointF:
        """Return where a cell is on the canvas."""
        return QPointF(self.canvas.room_of(key).center())
