"""All scenarios of the file in one table, with a filter and buttons."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.answers.scenarios.clipboard import copied
from explorer.scenario.collection import DocumentState, ScenarioId
from explorer.views.scenarios.column_menu import ColumnMenu
from explorer.views.scenarios.kept_columns import show_columns
from explorer.views.scenarios.scenario_table import ScenarioTable
from explorer.views.scenarios.scenario_view import ScenarioView
from explorer.views.widgets.card import Card, ElidedLabel
from explorer.views.widgets.layouts import column, row
from explorer.views.widgets.theme import colour_words
from explorer.views.widgets.window_keys import WindowKeys


class ScenarioPanel(Card):
    """The table with its filter and buttons.

    Signals
    -------
    chosen : row of the scenario that is to be shown.
    menu_asked : a menu is wanted at a point of the screen.
    """

    chosen = Signal(int)
    menu_asked = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._showing, self._wrong = False, False
        self._state: DocumentState | None = None
        self._filling = False
        self.table = ScenarioTable(self)
        self.view = ScenarioView(self.table, self)
        self.view.setAccessibleName(self.tr("Scenarios"))
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(self.tr("Filter by text"))
        self.filter.setAccessibleName(self.tr("Filter by text"))
        self.filter.setClearButtonEnabled(True)
        self._keys = WindowKeys(self)
        self.filter.installEventFilter(self._keys)
        self.message = ElidedLabel(self)
        self.add = self._button(self.tr("Add"), self.tr("Add the base case below the scenario that is shown"))
        self.duplicate = self._button(self.tr("Duplicate"), self.tr("Copy the selected scenarios"))
        self.remove = self._button(self.tr("Delete"), self.tr("Delete the selected scenarios (Del); can be undone"))
        self.pin = self._button(
            self.tr("Pin"), self.tr("Keep this scenario in sight on every plot while another one is changed (Ctrl+P)")
        )
        self.columns = QPushButton(self.tr("Columns"), self)
        self.columns.setToolTip(self.tr("Choose the columns; drag a title to move it, click it to sort"))
        self._menu = ColumnMenu(self.view)
        self.columns.setMenu(self._menu)
        self._lay_out()
        self._connect()

    def _button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setToolTip(tip)
        return button

    def _lay_out(self) -> None:
        self.filter.setMaximumWidth(220)
        buttons = (self.add, self.duplicate, self.remove, self.pin, self.columns)
        column(row((self.filter, 2), (self.message, 3), *buttons), (self.view, 1), owner=self, margins=(10, 8, 10, 10))
        self.setMinimumHeight(170)

    def _connect(self) -> None:
        view = self.view
        view.selectionModel().currentRowChanged.connect(self._choose)
        view.copy_asked.connect(self.copy_block)
        view.held.connect(self.show_not_in_order)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._ask_menu)
        view.horizontalHeader().customContextMenuRequested.connect(self._menu.pop_up)
        self.table.progressed.connect(self._on_progress)
        self.filter.textChanged.connect(self._filter)

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return [self.filter, self.add, self.duplicate, self.remove, self.pin, self.columns, self.view]

    # What is shown

    def show_scenarios(self, state: DocumentState, outcome_of: Callable[[int], Outcome]) -> None:
        """Show the scenarios of a document; ``outcome_of`` gives the results of a row."""
        fresh = self._state is None or not set(self._state.ids) & set(state.ids)
        old, self._state = self._state, state
        self._showing = True
        try:
            if fresh:  # another file
                self.view.in_file_order()
                self.filter.clear()
            selected = self._selected_cells(old)
            self.table.show_state(state, outcome_of)
            self.view.show_current(state.current)
            if old is not None and old.ids != state.ids and state.ids[state.current] in old.ids:
                self.view.select_again(selected, state)
            if old is not None and len(state.ids) > len(old.ids) and not self.view.currentIndex().isValid():
                self.filter.clear()  # what was added is to be seen
        finally:
            self._showing = False
        if self.filter.text():
            self._tell_count()

    def _selected_cells(self, state: DocumentState | None) -> list[tuple[ScenarioId, int]]:
        """Return the selected cells by their scenario's line and column: rows change places."""
        if state is None:
            return []
        indexes = self.view.selectionModel().selectedIndexes()
        return [(state.ids[self.view.row_of(index.row())], index.column()) for index in indexes]

    def pause(self) -> None:
        """Do nothing while the page is hidden."""
        self.table.stop()

    def show_message(self, text: str, *, wrong: bool = False) -> None:
        """Say what was done, or why it was not."""
        self.message.set_whole(f"⚠ {text}" if wrong and text else text)
        self._wrong = wrong
        self.apply_theme()

    @override
    def apply_theme(self) -> None:
        colour_words(self.message, self.theme.loses if self._wrong else self.theme.faint)

    def _on_progress(self, done: int, total: int) -> None:
        if done < total:
            self._filling = True
            text = self.tr("{done} of {total} computed")
            self.show_message(text.format(done=f"{done:,}", total=f"{total:,}"))
            return
        if self._filling:
            self._filling = False
            self.show_message("")
        if self.filter.text() or self.view.arranged.sortColumn() >= 0:
            self._arrange(self.view.arranged.again)

    def _arrange(self, arrange: Callable[[], None]) -> None:
        """Sort or filter; the scenario that is shown stays the same, whether its row is in sight or not."""
        showing, self._showing = self._showing, True
        try:
            arrange()
            if self._state is not None:
                self.view.show_current(self._state.current)
        finally:
            self._showing = showing

    def _filter(self, text: str) -> None:
        columns = self.view.shown_columns()
        self._arrange(lambda: self.view.arranged.show_only(text, columns))
        self.view.scrollToTop()
        self._tell_count()

    def _tell_count(self) -> None:
        count, total = self.view.arranged.rowCount(), self.table.rowCount()
        text = self.tr("{count} of {total} shown").format(count=f"{count:,}", total=f"{total:,}")
        self.show_message(text if self.filter.text() else "")

    def restore(self, kept: str) -> None:
        """Show the columns as they were kept, if they were."""
        if show_columns(self.view, kept):
            self._menu.follow_view()

    # What is asked

    def _choose(self) -> None:
        here = self.view.currentIndex()
        if here.isValid() and not self._showing:
            self.chosen.emit(self.view.row_of(here.row()))

    def edit_name(self) -> None:
        """Let the person type the name of the scenario in the current row."""
        name = self.view.currentIndex().siblingAtColumn(0)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.setCurrentIndex(name)
        self.view.edit(name)

    def commit_pending_edit(self) -> None:
        """Enter what is being typed in a cell."""
        if self.view.state() is self.view.State.EditingState:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def copy_block(self) -> None:
        """Put the selected block on the clipboard, with its titles."""
        rows, columns = self.view.block()
        if rows and columns:
            QGuiApplication.clipboard().setText(copied([self.table.outcome(row) for row in rows], columns))
            text = self.tr("copied: {rows} rows, {columns} columns, numbers in SI units")
            self.show_message(text.format(rows=len(rows), columns=len(columns)))

    def show_not_in_order(self) -> None:
        """Say why scenarios cannot be moved now."""
        self.show_message(self.tr("Sorted or filtered: show the file's order to move scenarios"), wrong=True)

    def _ask_menu(self, point: QPoint) -> None:
        self.menu_asked.emit(self.view.viewport().mapToGlobal(point))
