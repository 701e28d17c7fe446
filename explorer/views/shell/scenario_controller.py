"""What a person does with the scenarios of a file: the page, the menu and the document meet here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox, QWidget

from explorer.answers.scenarios.clipboard import pasted
from explorer.answers.scenarios.columns import NAME, Column
from explorer.document import Document
from explorer.scenario import file
from explorer.scenario.collection import DocumentState
from explorer.scenario.edit import ScenarioError, value_of
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.quantity import QuantityError
from explorer.scenario.sentence import Sentence, sentence
from explorer.views.scenarios.page import ScenarioPage
from explorer.views.widgets.theme import translated


class ScenarioController(QObject):
    """Turns what is asked for into edits of the document, and tells what was refused."""

    def __init__(
        self, document: Document, page: ScenarioPage, window: QWidget, commit_pending_edit: Callable[[], bool]
    ) -> None:
        super().__init__(window)
        self._document, self._page, self._window = document, page, window
        self._commit_pending_edit = (
            commit_pending_edit  # enters what is typed in a field: it belongs to the scenario that is shown
        )
        page.entered.connect(self._enter)
        page.moved.connect(document.move)
        page.brought.connect(self._bring)
        page.paste_asked.connect(self._paste)
        page.add_asked.connect(self.add)
        page.duplicate_asked.connect(self._duplicate)
        page.remove_asked.connect(self._remove)
        page.pin_asked.connect(document.pin)

    def _chosen(self) -> list[int]:
        """Return the rows that are meant: those selected in the table where it is in sight, else the one shown."""
        return self._page.view.rows() if self._page.isVisible() else [self._document.state.current]

    def add(self) -> None:
        """Add the base case."""
        if self._commit_pending_edit():
            self._document.add()

    def duplicate(self) -> None:
        """Copy the scenarios that are meant."""
        self._duplicate(self._chosen())

    def _duplicate(self, rows: Sequence[int]) -> None:
        if self._commit_pending_edit() and rows:
            self._document.duplicate(rows)

    def remove(self) -> None:
        """Delete the scenarios that are meant."""
        self._remove(self._chosen())

    def _remove(self, rows: Sequence[int]) -> None:
        names = [self._document.state.scenarios[row].name for row in rows]
        before = self._document.state
        if self._commit_pending_edit() and rows:
            self._document.remove(rows)
        if self._document.state is not before and self._page.isVisible():
            what = names[0] if len(names) == 1 else self.tr("{count} scenarios").format(count=len(names))
            self._page.show_message(self.tr("deleted: {what}; undo brings back").format(what=what))

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
        if self._page.isVisible() and not self._page.view.is_in_file_order():
            self._page.show_message(self.tr("Sorted or filtered: show the file's order to move scenarios"), wrong=True)
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
        if self._page.isVisible():
            self._page.edit_name()
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
        if self._page.isVisible():
            self._page.show_message(text, wrong=True)
            return
        box = QMessageBox(QMessageBox.Icon.Information, "Pareggio", text, QMessageBox.StandardButton.Ok, self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.exec()
        box.deleteLater()

    def _enter(self, row: int, key: str, text: str) -> None:
        document = self._document
        if key == NAME:
            document.rename(row, text)
            return
        parameter = PARAMETERS[key]
        try:
            value = parameter.read(text, parameter.plain_unit(value_of(document.state.scenarios[row], key), 4))
        except QuantityError as error:
            self._page.show_message(f"{parameter.symbol}: {translated(error.message)}", wrong=True)
            return
        self._page.show_message("")
        document.edit(key, value, row)

    def _bring(self, text: str, before: int) -> None:
        """Take in scenarios that were dragged from another window."""

        def added(state: DocumentState) -> DocumentState:
            return state.added(before, file.loads(text.encode()))

        self._document.arrange(added, self.tr("scenarios from another window"))

    def _paste(self, block: str, rows: list[int], columns: list[Column]) -> None:
        if not self._commit_pending_edit():
            return
        done: list[Sentence] = []

        def changed(state: DocumentState) -> DocumentState:
            try:
                found = pasted(state, block, rows or [state.current], columns)
            except ScenarioError as error:
                if not error.place:
                    raise
                told = sentence("{place}: {told}", place=error.place, told=error.message)
                raise ScenarioError("", told) from None
            done.append(found.told)
            return found.state

        if self._document.arrange(changed, self.tr("paste")):
            self._page.show_message(translated(done[0]))
