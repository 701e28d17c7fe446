"""The table of parallelism configurations: all figures of each, sorted by any column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.parallelism.divisions import Division, Plan
from explorer.answers.parallelism.words import configuration_name, short_memory
from explorer.scenario.quantity import format_percent
from explorer.views.widgets.theme import translated

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True)
class _Column:
    """A column: its title, a text that sets its width, what it is sorted by, and the text of a cell."""

    title: str
    widest: str
    key: Callable[[Division], Any]
    text: Callable[[Division], str]
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft


def _figure(title: str, widest: str, name: str, write: Callable[[float], str]) -> _Column:
    """Return the column of a figure of a division, which is sorted by its value."""
    value = attrgetter(name)
    return _Column(title, widest, value, lambda row: write(value(row)), Qt.AlignmentFlag.AlignRight)


class _Model(QAbstractTableModel):
    """Divisions as rows; the text of a cell is formatted when it is painted."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[Division, ...] = ()
        self._plan: Plan | None = None
        self._sorted = (1, Qt.SortOrder.AscendingOrder)
        self.columns = (
            _Column(
                self.tr("configuration"),
                "tensor × 16, pipeline × 4",
                lambda row: (-row.tensor, -row.pipeline),
                lambda row: translated(configuration_name(row)),
            ),
            _figure(self.tr("latency"), "888.8 ms", "latency_s", formatting.seconds),
            _figure(self.tr("throughput"), "88.88 M/s", "throughput_per_s", formatting.rate),
            _figure(self.tr("parallel efficiency"), "parallel efficiency", "parallel_efficiency", format_percent),
            _figure(self.tr("communication"), "communication", "communication_share", format_percent),
            _figure(self.tr("bubble"), "88.88 %", "bubble_of_makespan", format_percent),
            _Column(
                self.tr("memory"),
                "888.8 GB ✗",
                attrgetter("memory_bytes"),
                lambda row: translated(short_memory(row)),
                Qt.AlignmentFlag.AlignRight,
            ),
            _Column(self.tr("best for"), "", lambda row: self._best(row) == "", self._best),
        )

    def show_plan(self, plan: Plan) -> None:
        """Show the divisions of a plan."""
        same = len(plan.rows) == len(self.rows)
        if not same:
            self.beginResetModel()
        self._plan = plan
        self._order()
        if same:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(self.columns) - 1))
        else:
            self.endResetModel()

    def _order(self) -> None:
        index, direction = self._sorted
        key = self.columns[index].key
        rows = () if self._plan is None else self._plan.rows
        descending = direction == Qt.SortOrder.DescendingOrder
        self.rows = tuple(sorted(rows, key=lambda row: (key(row), row.latency_s), reverse=descending))

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
        return 0 if parent.isValid() else len(self.columns)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        column = self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(self.rows[index.row()])
        return column.side | Qt.AlignmentFlag.AlignVCenter if role == Qt.ItemDataRole.TextAlignmentRole else None

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
        for index, column in enumerate(self._model.columns[:-1]):
            self.setColumnWidth(index, metrics.horizontalAdvance(column.widest) + 18)
        self.selectionModel().currentRowChanged.connect(self._pick)

    def show_plan(self, plan: Plan) -> None:
        """Show the divisions of a plan."""
        self._model.show_plan(plan)

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
