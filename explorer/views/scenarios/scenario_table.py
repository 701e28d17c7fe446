"""The scenarios as Qt's item model, a row each; results are worked out when they are asked for."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.answers.scenarios import columns
from explorer.answers.scenarios.columns import COLUMNS, NAME, Column
from explorer.scenario.collection import DocumentState
from explorer.scenario.edit import value_of
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.scenario import Scenario
from explorer.views.widgets.card import plain_tip
from explorer.views.widgets.theme import LIGHT, Theme, theme_of, translated

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

_TOP = QModelIndex()
_SLICE_S = 0.008
"""Time that the results still missing may take at once."""


class ScenarioTable(QAbstractTableModel):
    """Shows a document's scenarios; edits are asked for, not done.

    Signals
    -------
    entered : row, column's key and the text that was typed there.
    progressed : number of rows with results, of all.
    """

    entered = Signal(int, str, str)
    progressed = Signal(int, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state: DocumentState | None = None
        self._outcome_of: Callable[[int], Outcome] = Outcome  # type: ignore[assignment]
        self._known: dict[int, Outcome] = {}
        self._texts: dict[int, dict[str, str]] = {}
        self._bold = QFont()
        self._bold.setBold(True)
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._fill)

    # What is shown

    def show_state(self, state: DocumentState, outcome_of: Callable[[int], Outcome]) -> None:
        """Show the scenarios; cells that did not change are left alone."""
        old, self._outcome_of = self._state, outcome_of
        if old is None or old.ids != state.ids:
            self.beginResetModel()
            self._state = state
            self._known = dict(self._kept(old, state))
            self._texts.clear()
            self.endResetModel()
        else:
            self._state = state
            self._show_changes(old, state)
        self._timer.start()

    def _kept(self, old: DocumentState | None, new: DocumentState) -> list[tuple[int, Outcome]]:
        """Return the results that are still true, by their new rows."""
        known = {} if old is None else {id(old.scenarios[row]): found for row, found in self._known.items()}
        return [
            (row, known[id(scenario)])
            for row, scenario in enumerate(new.scenarios)
            if id(scenario) in known and known[id(scenario)].scenario is scenario
        ]

    def _show_changes(self, old: DocumentState, new: DocumentState) -> None:
        changed = [row for row, scenario in enumerate(new.scenarios) if scenario is not old.scenarios[row]]
        for row in changed:
            self._known.pop(row, None)
            self._texts.pop(row, None)
        if 0 in changed:  # every mark compares with the first one
            changed = [0, len(new.scenarios) - 1]
        if changed:
            self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], len(COLUMNS) - 1))

    def is_filling(self) -> bool:
        return self._timer.isActive()

    def filled(self) -> int:
        """How many rows have their results."""
        return len(self._known)

    def stop(self) -> None:
        """Work no results out until the next :meth:`show_state`."""
        self._timer.stop()

    def _fill(self) -> None:
        """Work out results that nobody has looked at yet, a little at a time: sorting and filtering need them."""
        total, end = self.rowCount(), time.perf_counter() + _SLICE_S
        missing = [row for row in range(total) if row not in self._known]
        for row in missing:
            self.outcome(row)
            if time.perf_counter() > end:
                break
        if len(self._known) == total:
            self._timer.stop()
        self.progressed.emit(len(self._known), total)

    def outcome(self, row: int) -> Outcome:
        """Return the results of a row."""
        if row not in self._known:
            self._known[row] = self._outcome_of(row)
            self._known[row].nearest  # noqa: B018  # with it the thresholds and the answer
        return self._known[row]

    def texts(self, row: int) -> dict[str, str]:
        """Return the texts of a row by the keys of its columns, without results that are not worked out yet."""
        if row in self._texts:
            return self._texts[row]
        known = row in self._known
        found = {column.key: self.text(row, column) for column in COLUMNS if known or column.parameter}
        if known:
            self._texts[row] = found
        return found

    def order(self, row: int, column: Column) -> tuple[float, str]:
        """Return what a cell is sorted by; a result that is not worked out yet is missing."""
        return columns.order(column, self.scenario(row), self._known.get(row))

    def scenario(self, row: int) -> Scenario:
        """Return the scenario of a row."""
        if self._state is None:
            raise IndexError(row)
        return self._state.scenarios[row]

    # Qt's questions

    @override
    def rowCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() or self._state is None else len(self._state.scenarios)

    @override
    def columnCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return str(section + 1) if role == Role.DisplayRole else None
        if role == Role.DisplayRole:
            return translated(COLUMNS[section].title)
        return translated(columns.tooltip(COLUMNS[section])) if role == Role.ToolTipRole else None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flag = Qt.ItemFlag
        found = flag.ItemIsEnabled | flag.ItemIsSelectable
        column = COLUMNS[index.column()]
        if column.key == NAME:
            return found | flag.ItemIsEditable | flag.ItemIsDragEnabled
        return found | flag.ItemIsEditable if column.parameter else found

    @override
    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), COLUMNS[index.column()]
        if role == Role.DisplayRole:
            return self.text(row, column)
        if role == Role.EditRole:
            return self._edited_text(row, column)
        if role == Role.TextAlignmentRole:
            left = column.key in (NAME, "nearest")
            side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        if role == Role.ToolTipRole:
            return plain_tip(self.tip(row, column))
        if role == Role.FontRole:
            return self._bold if self.is_marked(row, column) else None
        if role == Role.BackgroundRole:
            return QColor(self._theme().marked) if self.is_marked(row, column) else None
        return self._colour(row, column) if role == Role.ForegroundRole else None

    def text(self, row: int, column: Column) -> str:
        """Return what a cell shows; a parameter that differs from the first scenario's has a mark."""
        scenario = self.scenario(row)
        if column.key == NAME:
            return scenario.name
        if column.parameter:
            return columns.parameter_text(scenario, column.key)
        return translated(columns.text(column, self.outcome(row)))

    def is_marked(self, row: int, column: Column) -> bool:
        """Whether a parameter differs from that of the file's first scenario."""
        return columns.differs(column, self.scenario(row), self.scenario(0))

    def tip(self, row: int, column: Column) -> str:
        """Return what is behind a cell."""
        scenario = self.scenario(row)
        if column.key == NAME:
            return f"{scenario.name}\n\n{scenario.notes}".strip()
        if self.is_marked(row, column):
            first = columns.parameter_text(self.scenario(0), column.key)
            return self.tr("{name}: {value}; in the first scenario {first}").format(
                name=translated(PARAMETERS[column.key].name), value=self.text(row, column), first=first
            )
        if column.parameter:
            return ""
        explained = columns.explained(column, self.outcome(row))
        return "" if explained is None else translated(explained)

    def _edited_text(self, row: int, column: Column) -> str:
        if not column.parameter:
            return self.text(row, column)
        value = value_of(self.scenario(row), column.key)
        return "" if value is None else PARAMETERS[column.key].show(value, None)

    def _colour(self, row: int, column: Column) -> QColor | None:
        if column.key != "speedup":
            return None
        outcome = self.outcome(row)
        performance = outcome.performance
        if performance is None or columns.is_tie(outcome):
            return None
        theme = self._theme()
        return QColor(theme.pays if performance.meets_target else theme.loses)

    def _theme(self) -> Theme:
        page = self.parent()
        return theme_of(page) if isinstance(page, QWidget) else LIGHT

    @override
    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        column = COLUMNS[index.column()]
        if role == Role.EditRole and str(value) != self._edited_text(index.row(), column):
            self.entered.emit(index.row(), column.key, str(value))
        return False  # the document answers


class Arranged(QSortFilterProxyModel):
    """The rows in the order and choice of the person; the file's order is never touched.

    Where a cell has nothing to sort by, its row comes last, either way round.
    """

    def __init__(self, table: ScenarioTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._wanted = ""
        self._shown: tuple[Column, ...] = ()
        self.setSourceModel(table)
        self.setDynamicSortFilter(False)

    def show_only(self, text: str, shown: Sequence[Column]) -> None:
        """Show the rows whose name, notes or cells in some columns hold a text."""
        self._wanted, self._shown = text.casefold().strip(), tuple(shown)
        if hasattr(self, "beginFilterChange"):  # in newer versions of Qt the old way warns
            self.beginFilterChange()
            self.endFilterChange(QSortFilterProxyModel.Direction.Rows)
        else:
            self.invalidateRowsFilter()

    def again(self) -> None:
        """Sort and filter by the values as they are now."""
        self.invalidate()

    @override
    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        if not self._wanted:
            return True
        scenario = self._table.scenario(source_row)
        if self._wanted in scenario.name.casefold() or self._wanted in scenario.notes.casefold():
            return True
        texts = self._table.texts(source_row)
        return any(self._wanted in texts[column.key].casefold() for column in self._shown if column.key in texts)

    @override
    def lessThan(self, source_left: Index, source_right: Index) -> bool:
        column = COLUMNS[source_left.column()]
        left, right = (self._table.order(index.row(), column) for index in (source_left, source_right))
        missing = (math.isnan(left[0]), math.isnan(right[0]))
        if any(missing):
            return missing == ((False, True) if self.sortOrder() is Qt.SortOrder.AscendingOrder else (True, False))
        return left < right
