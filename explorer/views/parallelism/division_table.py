"""The table of parallelism configurations: all figures of each, sorted by any column."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.parallelism.divisions import Division, Plan
from explorer.answers.parallelism.words import configuration_name, short_memory
from explorer.scenario.quantity import format_percent
from explorer.scenario.scenario import Scenario
from explorer.views.widgets.theme import translated

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_WIDEST = (  # texts that set the widths of the columns
    "tensor × 16, pipeline × 4",
    "888.8 ms",
    "88.88 M/s",
    "parallel efficiency",
    "communication",
    "88.88 %",
    "888.8 GB ✗",
)


class _Model(QAbstractTableModel):
    """Divisions as rows; the text of a cell is formatted when it is painted."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[Division, ...] = ()
        self._plan: Plan | None = None
        self._scenario: Scenario | None = None
        self._sorted = (1, Qt.SortOrder.AscendingOrder)
        self._heads = (
            self.tr("configuration"),
            self.tr("latency"),
            self.tr("throughput"),
            self.tr("parallel efficiency"),
            self.tr("communication"),
            self.tr("bubble"),
            self.tr("memory"),
            self.tr("best for"),
        )

    def show_plan(self, plan: Plan, scenario: Scenario) -> None:
        """Show the divisions of a plan."""
        same = self._plan is not None and len(plan.rows) == len(self._plan.rows)
        if not same:
            self.beginResetModel()
        self._plan, self._scenario = plan, scenario
        self._order()
        if same:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(self._heads) - 1))
        else:
            self.endResetModel()

    def _order(self) -> None:
        column, direction = self._sorted
        rows = self._plan.rows if self._plan is not None else ()
        self.rows = tuple(
            sorted(rows, key=lambda row: self._key(row, column), reverse=direction == Qt.SortOrder.DescendingOrder)
        )

    def _key(self, row: Division, column: int) -> tuple[Any, ...]:
        values = (
            (-row.tensor, -row.pipeline),
            row.latency_s,
            row.throughput_per_s,
            row.parallel_efficiency,
            row.communication_share,
            row.bubble_of_makespan,
            row.memory_bytes,
            self._best(row) == "",
        )
        return values[column], row.latency_s

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._sorted = (column, order)
        self._order()
        self.layoutChanged.emit()

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._heads)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(self.rows[index.row()], index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if index.column() in (0, 7) else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def _text(self, row: Division, column: int) -> str:
        if column == 0:
            return translated(configuration_name(row))
        if column == 1:
            return formatting.seconds(row.latency_s)
        if column == 2:
            return "∞" if math.isinf(row.throughput_per_s) else formatting.rate(row.throughput_per_s)
        if column in (3, 4, 5):
            return format_percent(
                (row.parallel_efficiency, row.communication_share, row.bubble_of_makespan)[column - 3]
            )
        if column == 6:
            return "" if self._scenario is None else translated(short_memory(row, self._scenario))
        return self._best(row)

    def _best(self, row: Division) -> str:
        plan = self._plan
        if plan is None:
            return ""
        goals = (self.tr("latency"), self.tr("throughput"), self.tr("target"))
        return ", ".join(goal for goal, index in zip(goals, plan.best, strict=True) if plan.row(index) is row)


class DivisionTable(QTableView):
    """Shows the configurations.

    Signals
    -------
    picked : key of the division that is chosen with the mouse or the keys, or None.
    """

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self._model = _Model(self)
        self.setModel(self._model)
        self.setAccessibleName(self.tr("Parallelism configurations"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setStretchLastSection(True)
        head.setHighlightSections(False)
        self.setSortingEnabled(True)
        head.setSortIndicator(1, Qt.SortOrder.AscendingOrder)
        metrics = self.fontMetrics()
        for column, widest in enumerate(_WIDEST):
            self.setColumnWidth(column, metrics.horizontalAdvance(widest) + 18)
        self.selectionModel().currentRowChanged.connect(self._pick)

    def show_plan(self, plan: Plan, scenario: Scenario) -> None:
        """Show the divisions of a plan."""
        self._model.show_plan(plan, scenario)

    def show_chosen(self, key: tuple[int, int, int] | None) -> None:
        """Mark a division, or none."""
        index = next((index for index, row in enumerate(self._model.rows) if row.key == key), None)
        self._is_showing = True
        try:
            if index is None:
                self.clearSelection()
                self.setCurrentIndex(QModelIndex())
            else:
                flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
                self.selectionModel().setCurrentIndex(self._model.index(index, 0), flags)
        finally:
            self._is_showing = False

    def texts(self) -> list[list[str]]:
        """Return the texts of the cells, row by row."""
        return [
            [str(self._model.data(self._model.index(row, column))) for column in range(self._model.columnCount())]
            for row in range(self._model.rowCount())
        ]

    def _pick(self, current: QModelIndex) -> None:
        if not self._is_showing:
            self.picked.emit(self._model.rows[current.row()].key if current.isValid() else None)
