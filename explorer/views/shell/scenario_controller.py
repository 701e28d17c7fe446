"""What a person does with the scenarios of a file in the menu or with the buttons of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog, QWidget

from explorer.document import Document
from explorer.views.widgets.dialogs import Buttons, Icon, message_box

if TYPE_CHECKING:
    from explorer.views.scenarios.scenario_panel import ScenarioPanel


class ScenarioController(QObject):
    """Turns what is asked for into edits of the document, and tells what was refused."""

    def __init__(self, document: Document, window: QWidget, commit_pending_edit: Callable[[], bool]) -> None:
        super().__init__(window)
        self._document, self._window, self._commit_pending_edit = document, window, commit_pending_edit
        self.panel: ScenarioPanel | None = None
        """The table of the scenarios, once that is made."""

    def _table(self) -> ScenarioPanel | None:
        """Return the table where it is in sight."""
        return self.panel if self.panel is not None and self.panel.isVisible() else None

    def _chosen(self) -> list[int]:
        """Return the rows that are meant: those selected in the table where it is in sight, else the one shown."""
        table = self._table()
        return [self._document.state.current] if table is None else table.view.rows()

    def add(self) -> None:
        """Add the base case."""
        if self._commit_pending_edit():
            self._document.add()

    def duplicate(self) -> None:
        """Copy the scenarios that are meant."""
        rows = self._chosen()
        if self._commit_pending_edit() and rows:
            self._document.duplicate(rows)

    def remove(self) -> None:
        """Delete the scenarios that are meant."""
        rows = self._chosen()
        names = [self._document.state.scenarios[row].name for row in rows]
        before = self._document.state
        if self._commit_pending_edit() and rows:
            self._document.remove(rows)
        table = self._table()
        if self._document.state is not before and table is not None:
            what = names[0] if len(names) == 1 else self.tr("{count} scenarios").format(count=len(names))
            table.show_message(self.tr("deleted: {what}; can be undone").format(what=what))

    def move_up(self) -> None:
        """Move the scenarios that are meant one place up."""
        rows = self._chosen()
        if rows and min(rows) > 0 and self._may_move():
            self._document.move(rows, min(rows) - 1)

    def move_down(self) -> None:
        """Move the scenarios that are meant one place down."""
        rows = self._chosen()
        if rows and max(rows) < len(self._document.state.scenarios) - 1 and self._may_move():
            self._document.move(rows, max(rows) + 2)

    def _may_move(self) -> bool:
        table = self._table()
        if table is not None and not table.view.is_in_file_order():
            table.show_not_in_order()
            return False
        return self._commit_pending_edit()

    def pin(self) -> None:
        """Pin the scenario that is shown, as it is now."""
        if self._commit_pending_edit():
            self._document.pin(self._document.state.current)

    def unpin(self) -> None:
        """Compare with none."""
        self._document.pin(None)

    def rename(self) -> None:
        """Ask for another name of the scenario that is shown: in the table where that is in sight, else in a box."""
        if not self._commit_pending_edit():
            return
        table = self._table()
        if table is not None:
            table.edit_name()
            return
        state = self._document.state
        text, accepted = QInputDialog.getText(
            self._window, "Pareggio", self.tr("Name of the scenario"), text=state.scenario.name
        )
        if accepted:
            self._document.rename(state.current, text)

    def edit_notes(self) -> None:
        """Ask for the notes of the scenario that is shown."""
        if not self._commit_pending_edit():
            return
        state = self._document.state
        label = self.tr("Notes on “{name}”").format(name=state.scenario.name)
        text, accepted = QInputDialog.getMultiLineText(self._window, "Pareggio", label, state.scenario.notes)
        if accepted:
            self._document.set_part("notes", text, self.tr("notes"))

    def refuse(self, text: str) -> None:
        """Tell why an arrangement was refused: on the page, or in a box where that is out of sight."""
        table = self._table()
        if table is not None:
            table.show_message(text, wrong=True)
            return
        message_box(Icon.Information, text, Buttons.Ok, self._window).exec()
