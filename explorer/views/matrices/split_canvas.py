"""The matrices of the split on the screen: a position is drawn, the mouse asks about cells and edits them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from explorer.answers.matrices.cells import CellKey, Frame
from explorer.answers.matrices.frames import Frames
from explorer.answers.matrices.layout import Scene
from explorer.views.matrices.split_painter import SplitPainter
from explorer.views.widgets.theme import Themed
from explorer.views.widgets.window_keys import belongs_to_window

EDITABLE = ("x", "a", "b")


class SplitCanvas(Themed, QWidget):
    """Draws one position of one scene.

    Signals
    -------
    pointed : key of the cell under the mouse, or None.
    entered : key of a cell of x, A or B, and the text that was typed into it.
    fit_asked : a double click beside the cells asks for the usual size.
    pasted : key of the cell that is chosen.
    """

    pointed = Signal(object)
    entered = Signal(object, str)
    pasted = Signal(object)
    fit_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cell = 30.0
        self._frames: Frames | None = None
        self._frame = Frame()
        self._position = 0.0
        self._under: frozenset[CellKey] = frozenset()
        self._pointed: CellKey | None = None
        self.chosen: CellKey | None = None
        self._editor: QLineEdit | None = None
        self._painter: SplitPainter | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # What is shown

    def show_scene(self, scene: Scene) -> None:
        """Draw another scene at the same position."""
        chosen, self._frames = self.chosen, Frames(scene)
        self._drop_editor()
        self._again()
        self.chosen = chosen if chosen is not None and not self.room_of(chosen).isNull() else None

    def show_position(self, position: float) -> None:
        """Draw another position."""
        self._position = position
        self._again()

    def _again(self) -> None:
        if self._frames is not None:
            self._frame = self._frames.frame(self._position)
            self._point_at(None)
            self.update()

    def show_cells_of(self, pixels: float) -> None:
        """Draw cells of another size."""
        self._cell, self._painter = pixels, None
        self.setFixedSize(self.sizeHint())
        self.update()

    @override
    def apply_theme(self) -> None:
        self._painter = None

    def light(self, keys: set[CellKey]) -> None:
        """Let cells stand out."""
        self._under = frozenset(keys)
        self.update()

    def texts(self) -> dict[CellKey, str]:
        """Return what is written in the cells that are shown; of a cell drawn twice, the later one."""
        return {cell.key: cell.text for cell in self._frame.cells}

    def scene(self) -> Scene | None:
        """Return the scene that is shown."""
        return None if self._frames is None else self._frames.scene

    def contributors(self, key: CellKey) -> tuple[int, ...]:
        """Return whose contributions are in a cell of a sum."""
        return () if self._frames is None else self._frames.contributors(self._position, key)

    def cell_size(self) -> float:
        """Return the pixels of a cell's side."""
        return self._cell

    def frame(self) -> Frame:
        """Return what is drawn."""
        return self._frame

    @override
    def sizeHint(self) -> QSize:
        width, height = (20.0, 8.0) if self._frames is None else self._frames.scene.size
        return QSize(round(width * self._cell), round(height * self._cell))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._painter is None:
            self._painter = SplitPainter(self.theme, self._cell, self.font(), self.tr("device"))
        painter = QPainter(self)
        self._painter.draw(painter, self._frame, self._under, QRectF(event.rect()))
        if self.chosen is not None and self.hasFocus():
            painter.setPen(QColor(self.theme.highlight))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.room_of(self.chosen).adjusted(-1, -1, 0, 0))

    # What is asked

    def key_at(self, point: QPointF) -> CellKey | None:
        """Return the cell at a point, the topmost one."""
        x, y = point.x() / self._cell, point.y() / self._cell
        for cell in reversed(self._frame.cells):
            if cell.strength > 0.2 and 0 <= x - cell.x < 1 and 0 <= y - cell.y < 1:
                return cell.key
        return None

    def room_of(self, key: CellKey) -> QRect:
        """Return where a cell is drawn, or an empty room."""
        for cell in reversed(self._frame.cells):
            if cell.key == key:
                side = round(self._cell)
                return QRect(round(cell.x * self._cell), round(cell.y * self._cell), side, side)
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
        self._drop_editor()
        self.chosen = self.key_at(event.position())
        self.update()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        key = self.key_at(event.position())
        if key is None:
            self.fit_asked.emit()
        elif key.matrix in EDITABLE:
            self._edit(key)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        chosen = self.chosen
        if chosen is None and event.key() in _ARROWS:
            self._choose(CellKey("a", 0, 0, 0))
        elif chosen is None or chosen.matrix not in EDITABLE:
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
        """Go on to the next cell; at a shard's border to the next device's, where the matrix goes on there."""
        steps = [chosen._replace(row=chosen.row + down, column=chosen.column + right)]
        scene = self.scene()
        downwards = scene is not None and chosen.matrix == ("a" if scene.failing else "b")
        sideways = scene is not None and chosen.matrix == ("x" if scene.failing else "a")
        device = chosen.device + down * downwards + right * sideways
        cells = [cell.key for cell in self._frame.cells if cell.key[:2] == (chosen.matrix, device) != chosen[:2]]
        if cells:
            last = (max(key.row for key in cells), max(key.column for key in cells))
            steps.append(
                CellKey(
                    chosen.matrix,
                    device,
                    (0 if down > 0 else last[0]) if down else chosen.row,
                    (0 if right > 0 else last[1]) if right else chosen.column,
                )
            )
        for key in steps:
            if not self.room_of(key).isNull():
                self._choose(key)
                return

    def _choose(self, key: CellKey) -> None:
        if not self.room_of(key).isNull():
            self.chosen = key
            self._point_at(key)
            self.update()

    def _edit(self, key: CellKey, text: str | None = None) -> None:
        self._drop_editor()
        self.chosen = key
        editor = QLineEdit(self)
        editor.setAccessibleName(self.tr("Value of the cell"))
        editor.setAlignment(Qt.AlignmentFlag.AlignCenter)
        room = self.room_of(key)
        wide = max(room.width(), 64)
        editor.setGeometry(room.adjusted(-(wide - room.width()) // 2, 0, (wide - room.width()) // 2, 0))
        editor.setText(self.texts()[key] if text is None else text)
        editor.setModified(text is not None)
        if text is None:
            editor.selectAll()
        editor.installEventFilter(self)
        editor.show()
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self._editor = editor

    def _enter(self) -> None:
        editor, key = self._editor, self.chosen
        if editor is not None and key is not None:
            text, changed = editor.text(), editor.isModified()
            self._drop_editor()
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            if changed:  # what was only looked at keeps the digits that the cell has no room for
                self.entered.emit(key, text)

    def commit_pending_edit(self) -> None:
        """Enter what is being typed."""
        if self._editor is not None:
            self._enter()

    def _drop_editor(self) -> None:
        editor, self._editor = self._editor, None
        if editor is not None:
            editor.removeEventFilter(self)
            editor.hide()
            editor.deleteLater()

    @override
    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Enter and leaving the cell enter what is typed, Esc gives it up; a menu of the field leaves it open."""
        if belongs_to_window(event):
            event.ignore()
            return True
        if isinstance(event, QFocusEvent) and event.lostFocus() and watched is self._editor:
            if event.reason() is not Qt.FocusReason.PopupFocusReason:
                self._enter()
            return False
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
            return True
        if event.key() == Qt.Key.Key_Escape:
            self._drop_editor()
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return False

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            return False  # the line below the matrices tells
        return super().event(event)


_ARROWS = {
    int(Qt.Key.Key_Up): (-1, 0),
    int(Qt.Key.Key_Down): (1, 0),
    int(Qt.Key.Key_Left): (0, -1),
    int(Qt.Key.Key_Right): (0, 1),
}
