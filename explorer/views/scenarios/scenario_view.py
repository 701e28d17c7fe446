"""The table on the screen: selection, keys, and rows that are dragged by their names."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QItemSelectionModel, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from explorer.answers.scenarios.columns import BY_KEY, COLUMNS, NAME, Column
from explorer.scenario import file
from explorer.scenario.collection import DocumentState, ScenarioId
from explorer.views.scenarios.frozen_names import FrozenNames
from explorer.views.scenarios.scenario_table import Arranged, ScenarioTable
from explorer.views.widgets.theme import theme_of

ROWS = "application/x-pareggio-rows"
SCENARIOS = "application/x-pareggio-scenarios"
_NAME = COLUMNS.index(BY_KEY[NAME])


class ScenarioView(QTableView):
    """A table that is dragged by names, and otherwise selected in blocks like a spreadsheet.

    Signals
    -------
    moved : rows of the file that are to stand before another one.
    brought : text of a scenario file that was dragged in from another window, and the row it is to stand before.
    held : rows are dragged that cannot be moved within this table, since it is sorted or filtered.
    copy_asked, paste_asked, remove_asked : the keys for it were pressed.
    """

    moved = Signal(list, int)
    brought = Signal(str, int)
    held = Signal()
    copy_asked = Signal()
    paste_asked = Signal()
    remove_asked = Signal()

    def __init__(self, table: ScenarioTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table, self.arranged = table, Arranged(table, self)
        self._drop_at: int | None = None
        self._column = _NAME
        self.setModel(self.arranged)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAlternatingRowColors(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)  # Tab leaves the table; the arrows move in it
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDropIndicatorShown(False)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        rows, heads = self.verticalHeader(), self.horizontalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + 8)
        heads.setSectionsMovable(True)
        heads.setFirstSectionMovable(False)
        heads.setHighlightSections(False)
        heads.setSectionsClickable(True)
        for moved in (heads.sectionPressed, heads.sectionEntered):
            moved.disconnect()  # a click on a title sorts; it must not choose another scenario
        heads.sectionClicked.connect(self._sort_by)
        heads.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        for number, column in enumerate(COLUMNS):
            self.setColumnWidth(number, self.fontMetrics().horizontalAdvance("0") * _width(column))
        self.names = FrozenNames(self)
        self.names.setDragEnabled(True)
        self.names.horizontalHeader().setSectionsClickable(True)
        self.names.horizontalHeader().sectionClicked.connect(self._sort_by)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.names.place()

    # What is shown

    def is_in_file_order(self) -> bool:
        """Whether all rows are shown in the order of the file: only then can they be moved."""
        return self.arranged.sortColumn() < 0 and self.arranged.rowCount() == self._table.rowCount()

    def in_file_order(self) -> None:
        """Sort no more."""
        self.horizontalHeader().setSortIndicatorShown(False)
        self.arranged.sort(-1)

    def _sort_by(self, section: int) -> None:
        """Rising, falling, then the order of the file again."""
        sorter, order = self.arranged, Qt.SortOrder
        if sorter.sortColumn() == section and sorter.sortOrder() is order.DescendingOrder:
            self.in_file_order()
            return
        falling = sorter.sortColumn() == section
        self.horizontalHeader().setSortIndicatorShown(True)
        self.horizontalHeader().setSortIndicator(section, order.DescendingOrder if falling else order.AscendingOrder)
        sorter.sort(section, order.DescendingOrder if falling else order.AscendingOrder)
        self.scrollToTop()

    # What is chosen

    def row_of(self, place: int) -> int:
        """Return the file's row that is shown at a place."""
        return self.arranged.mapToSource(self.arranged.index(place, 0)).row()

    def shown_columns(self) -> list[Column]:
        """Return the columns from left to right."""
        heads = self.horizontalHeader()
        order = [heads.logicalIndex(place) for place in range(heads.count())]
        return [COLUMNS[section] for section in order if not self.isColumnHidden(section)]

    def rows(self) -> list[int]:
        """Return the file's rows in which cells are selected, or the current one, as they are shown."""
        places = sorted({index.row() for index in self.selectionModel().selectedIndexes()})
        places = places or [self.currentIndex().row()]
        return [self.row_of(place) for place in places if place >= 0]

    def block(self) -> tuple[list[int], list[Column]]:
        """Return rows and columns of the block that is selected."""
        chosen = {index.column() for index in self.selectionModel().selectedIndexes()}
        return self.rows(), [column for column in self.shown_columns() if COLUMNS.index(column) in chosen]

    def from_here(self) -> tuple[list[int], list[Column]]:
        """Return rows and columns from the current cell on, down and to the right."""
        here, shown = self.currentIndex(), self.shown_columns()
        rows = [self.row_of(place) for place in range(max(here.row(), 0), self.arranged.rowCount())]
        current = COLUMNS[max(here.column(), 0)]
        return rows, shown[shown.index(current) if current in shown else 0 :]

    def show_current(self, row: int) -> None:
        """Let the cursor stand in a row of the file, in the column where it stood; nowhere if that is filtered out."""
        here = self.currentIndex()
        if here.isValid():
            self._column = here.column()
            if self.row_of(here.row()) == row:
                return
        wanted = self.arranged.mapFromSource(self._table.index(row, self._column))
        if wanted.isValid():
            self.setCurrentIndex(wanted)
        else:
            self.clearSelection()
            self.selectionModel().clearCurrentIndex()

    def select_again(self, cells: Sequence[tuple[ScenarioId, int]], state: DocumentState) -> None:
        """Select cells again after rows have changed their places."""
        rows = {identity: row for row, identity in enumerate(state.ids)}
        model, flag = self.selectionModel(), QItemSelectionModel.SelectionFlag
        for identity, column in cells:
            index = self.arranged.mapFromSource(self._table.index(rows.get(identity, -1), column))
            if index.isValid():
                model.select(index, flag.Select)

    def has_names_selected(self) -> bool:
        """Whether the selection takes in names, hence whole scenarios."""
        return any(index.column() == _NAME for index in self.selectionModel().selectedIndexes())

    # Keys and mouse

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = QKeySequence.StandardKey
        if event.matches(keys.Copy):
            self.copy_asked.emit()
        elif event.matches(keys.Paste):
            self.paste_asked.emit()
        elif event.matches(keys.Delete):
            self.remove_asked.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.state() is not self.State.EditingState:
            self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        # A drag that begins in a name moves the row; elsewhere it selects a block.
        self.setDragEnabled(self.indexAt(event.position().toPoint()).column() == _NAME)
        super().mousePressEvent(event)

    def carried(self, rows: Sequence[int]) -> QMimeData:
        """Return rows as what a drag carries: for this table, and for another window."""
        mime = QMimeData()
        content = json.dumps({"process": os.getpid(), "table": id(self), "rows": list(rows)})
        mime.setData(ROWS, QByteArray(content.encode()))
        scenarios = tuple(self._table.scenario(row) for row in rows)
        mime.setData(SCENARIOS, QByteArray(file.dumps(scenarios).encode()))
        return mime

    @override
    def startDrag(self, supportedActions: Qt.DropAction) -> None:
        if not self.is_in_file_order():
            self.held.emit()
        drag = QDrag(self)
        drag.setMimeData(self.carried(self.rows()))
        drag.exec(Qt.DropAction.MoveAction | Qt.DropAction.CopyAction, Qt.DropAction.MoveAction)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(SCENARIOS):
            event.acceptProposedAction()
        else:
            event.ignore()  # a file belongs to the window

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)  # scrolls near the edge
        own = self._own_rows(event.mimeData()) is not None
        if not event.mimeData().hasFormat(SCENARIOS) or (own and not self.is_in_file_order()):
            event.ignore()
            return
        event.acceptProposedAction()
        self._show_drop(self._place_at(event.position().toPoint()))

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._show_drop(None)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self._show_drop(None)
        mime = event.mimeData()
        rows, place = self._own_rows(mime), self._place_at(event.position().toPoint())
        if rows is not None and self.is_in_file_order():
            event.setDropAction(Qt.DropAction.CopyAction)  # nothing is left for the view to take away
            event.accept()
            self.moved.emit(rows, place)
        elif rows is None and mime.hasFormat(SCENARIOS):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            at = place if self.is_in_file_order() else self._table.rowCount()
            self.brought.emit(bytes(mime.data(SCENARIOS).data()).decode("utf-8", "replace"), at)

    def _own_rows(self, mime: QMimeData) -> list[int] | None:
        """Return the rows that are carried within this table, or None for what comes from elsewhere."""
        try:
            content = json.loads(bytes(mime.data(ROWS).data()))
            mine = (content["process"], content["table"]) == (os.getpid(), id(self))
            return [int(row) for row in content["rows"] if 0 <= row < self._table.rowCount()] if mine else None
        except (ValueError, KeyError, TypeError):
            return None

    def _place_at(self, point: QPoint) -> int:
        """Return before which row something is dropped at a point."""
        place = self.rowAt(point.y())
        if place < 0:
            return self.arranged.rowCount()
        lower = point.y() > self.rowViewportPosition(place) + self.rowHeight(place) / 2
        return place + 1 if lower else place

    def _show_drop(self, place: int | None) -> None:
        if place != self._drop_at:
            self._drop_at = place
            self.viewport().update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._drop_at is None:
            return
        last = self.arranged.rowCount() - 1
        y = self.rowViewportPosition(min(self._drop_at, last))
        y += self.rowHeight(last) if self._drop_at > last else 0
        painter = QPainter(self.viewport())
        painter.setPen(QPen(QColor(theme_of(self).highlight), 3))
        painter.drawLine(0, y, self.viewport().width(), y)


def _width(column: Column) -> int:
    """Characters of a column's usual width."""
    return {NAME: 23, "nearest": 12, "bandwidth": 10, "bandwidth*": 12, "speedup": 11}.get(column.key, 9)
