"""The matrices of the split on the screen: draws one position; cells are pointed at, chosen and edited."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.matrices.cells import CellKey, Frame
from explorer.answers.matrices.frames import Frames
from explorer.answers.matrices.layout import Scene
from explorer.views.matrices.cell_editor import CellEditor
from explorer.views.matrices.split_painter import SplitPainter
from explorer.views.widgets.theme import Themed

_EDITABLE = ("x", "a", "b")
_FAINT = 0.2
"""Opacity up to which a cell is not pointed at."""
_EMPTY_SIZE = (20.0, 8.0)
"""Width and height in cells before anything is shown."""
_ARROWS = {
    int(Qt.Key.Key_Up): (-1, 0),
    int(Qt.Key.Key_Down): (1, 0),
    int(Qt.Key.Key_Left): (0, -1),
    int(Qt.Key.Key_Right): (0, 1),
}
"""Rows down and columns right."""


class SplitCanvas(Themed, QWidget):
    """Draws one position of one scene.

    Signals
    -------
    pointed : key of the cell under the mouse, or None.
    entered : key of a cell of x, A or B, and the text that was typed into it.
    pasted : key of the chosen cell of x, A or B, at which the clipboard is to be pasted.
    fit_asked : a double click beside the cells asks for the usual size.
    """

    pointed = Signal(object)
    entered = Signal(object, str)
    pasted = Signal(object)
    fit_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cell_size = 30.0
        self.scene: Scene | None = None
        self._frames: Frames | None = None
        self.frame = Frame()
        self._position = 0.0
        self._highlighted: frozenset[CellKey] = frozenset()
        self._pointed: CellKey | None = None
        self.chosen: CellKey | None = None
        self._painter: SplitPainter | None = None
        self.editor = CellEditor(self)
        self.editor.entered.connect(self.entered)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # What is shown

    def show_scene(self, scene: Scene) -> None:
        """Draw another scene at the same position."""
        self.scene, self._frames = scene, Frames(scene)
        self.editor.discard()
        self._draw()
        if self.chosen is not None and self.cell_rect(self.chosen).isNull():
            self.chosen = None

    def show_position(self, position: float) -> None:
        """Draw another position."""
        self._position = position
        self._draw()

    def _draw(self) -> None:
        if self._frames is not None:
            self.frame = self._frames.frame(self._position)
            self._point_at(None)
            self.update()

    def set_cell_size(self, pixels: float) -> None:
        """Draw cells of another size."""
        self.cell_size, self._painter = pixels, None
        self.setFixedSize(self.sizeHint())
        self.update()

    @override
    def apply_theme(self) -> None:
        self._painter = None

    def highlight(self, keys: set[CellKey]) -> None:
        """Draw some cells so that they stand out."""
        self._highlighted = frozenset(keys)
        self.update()

    def texts(self) -> dict[CellKey, str]:
        """Return the numbers in the cells that are shown; of a cell drawn twice, the upper one."""
        return {cell.key: cell.text for cell in self.frame.cells}

    def contributors(self, key: CellKey) -> tuple[int, ...]:
        """Return the devices whose contributions are in a cell of a sum."""
        return () if self._frames is None else self._frames.reduction.contributors(self._position, key)

    @override
    def sizeHint(self) -> QSize:
        width, height = _EMPTY_SIZE if self.scene is None else self.scene.size
        return QSize(round(width * self.cell_size), round(height * self.cell_size))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._painter is None:
            self._painter = SplitPainter(self.theme, self.cell_size, self.font(), self.tr("device"))
        painter = QPainter(self)
        self._painter.draw(painter, self.frame, self._highlighted, QRectF(event.rect()))
        if self.chosen is not None and self.hasFocus():
            painter.setPen(QColor(self.theme.highlight))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.cell_rect(self.chosen).adjusted(-1, -1, 0, 0))  # around the cell's own line

    # What is pointed at and chosen

    def key_at(self, point: QPointF) -> CellKey | None:
        """Return the uppermost cell at a point."""
        x, y = point.x() / self.cell_size, point.y() / self.cell_size
        for cell in reversed(self.frame.cells):
            if cell.strength > _FAINT and 0 <= x - cell.x < 1 and 0 <= y - cell.y < 1:
                return cell.key
        return None

    def cell_rect(self, key: CellKey) -> QRect:
        """Return where a cell is drawn; a null rectangle where it is not."""
        for cell in reversed(self.frame.cells):
            if cell.key == key:
                side = round(self.cell_size)
                return QRect(round(cell.x * self.cell_size), round(cell.y * self.cell_size), side, side)
        return QRect()

    def _point_at(self, key: CellKey | None) -> None:
        if key != self._pointed:
            self._pointed = key
            self.pointed.emit(key)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.key_at(event.position()))

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(None)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.editor.discard()
        self.chosen = self.key_at(event.position())
        self.update()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        key = self.key_at(event.position())
        if key is None:
            self.fit_asked.emit()
        elif key.matrix in _EDITABLE:
            self._edit(key)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        chosen = self.chosen
        if chosen is None and event.key() in _ARROWS:
            self._choose(CellKey("a", 0, 0, 0))
        elif chosen is None or chosen.matrix not in _EDITABLE:
            super().keyPressEvent(event)
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit(chosen)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self._edit(chosen)
        elif event.key() in _ARROWS:
            self._step(chosen, *_ARROWS[event.key()])
        elif event.text() and event.text() in "-−+.,0123456789":
            self._edit(chosen, event.text())
        else:
            super().keyPressEvent(event)

    def _step(self, chosen: CellKey, down: int, right: int) -> None:
        """Choose the neighbouring cell; at the border of a shard, the cell of the next device in the same matrix."""
        key = chosen._replace(row=chosen.row + down, column=chosen.column + right)
        if self.scene is not None and self.cell_rect(key).isNull():
            by_rows, by_columns = self.scene.divides(chosen.matrix)
            device = chosen.device + down * by_rows + right * by_columns
            cells = [cell for cell in self.texts() if cell[:2] == (chosen.matrix, device)]
            if device == chosen.device or not cells:
                return
            row = (0 if down > 0 else max(cell.row for cell in cells)) if down else chosen.row
            column = (0 if right > 0 else max(cell.column for cell in cells)) if right else chosen.column
            key = CellKey(chosen.matrix, device, row, column)
        self._choose(key)

    def _choose(self, key: CellKey) -> None:
        if not self.cell_rect(key).isNull():
            self.chosen = key
            self._point_at(key)
            self.update()

    def _edit(self, key: CellKey, typed: str | None = None) -> None:
        self.chosen = key
        self.editor.open(key, self.cell_rect(key), typed or self.texts()[key], typed=typed is not None)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            return False  # no tooltip: the line below the matrices explains the cell
        return super().event(event)
