"""What a person does in the table of the scenarios; imported when the table is first shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from explorer.answers.scenarios.clipboard import pasted
from explorer.answers.scenarios.columns import NAME, cell_unit
from explorer.document import Document
from explorer.scenario import file
from explorer.scenario.collection import DocumentState
from explorer.scenario.edit import ScenarioError, value_of
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.quantity import QuantityError
from explorer.scenario.sentence import Sentence, sentence
from explorer.views.scenarios.scenario_panel import ScenarioPanel
from explorer.views.shell.scenario_controller import ScenarioController
from explorer.views.widgets.theme import translated


class TableController(QObject):
    """Turns what is typed, dragged, dropped and pasted into edits of the document, and says what was refused."""

    def __init__(
        self,
        document: Document,
        panel: ScenarioPanel,
        scenarios: ScenarioController,
        commit_pending_edit: Callable[[], bool],
    ) -> None:
        super().__init__(panel)
        self._document, self._panel, self._scenarios = document, panel, scenarios
        self._commit_pending_edit = commit_pending_edit
        panel.table.entered.connect(self._enter)
        panel.view.moved.connect(document.move)
        panel.view.brought.connect(self._bring)
        panel.view.paste_asked.connect(self._paste)
        panel.view.remove_asked.connect(self._remove)
        panel.add.clicked.connect(scenarios.add)
        panel.duplicate.clicked.connect(scenarios.duplicate)
        panel.remove.clicked.connect(scenarios.remove)
        panel.pin.clicked.connect(self._pin)

    def _pin(self) -> None:
        if self._panel.view.currentIndex().isValid():  # the scenario shown is not filtered out
            self._scenarios.pin()

    def _remove(self) -> None:
        """Delete scenarios by the key, which may be meant for the values of some cells."""
        if self._panel.view.has_names_selected():
            self._scenarios.remove()
        else:
            text = self.tr("Select names to delete scenarios; type to change a value")
            self._panel.show_message(text, wrong=True)

    def _enter(self, row: int, key: str, text: str) -> None:
        document = self._document
        if key == NAME:
            document.rename(row, text)
            return
        parameter = PARAMETERS[key]
        try:
            value = parameter.read(text, cell_unit(key, value_of(document.state.scenarios[row], key)))
        except QuantityError as error:
            self._panel.show_message(f"{parameter.symbol}: {translated(error.message)}", wrong=True)
            return
        self._panel.show_message("")
        document.edit(key, value, row)

    def _bring(self, text: str, before: int) -> None:
        """Take in scenarios that were dragged from another window."""

        def added(state: DocumentState) -> DocumentState:
            return state.added(before, file.loads(text.encode()))

        self._document.arrange(added, self.tr("scenarios from another window"))

    def _paste(self) -> None:
        rows, columns = self._panel.view.from_here()
        block = QGuiApplication.clipboard().text()
        if not self._commit_pending_edit():
            return
        messages: list[Sentence] = []

        def changed(state: DocumentState) -> DocumentState:
            try:
                paste = pasted(state, block, rows or [state.current], columns)
            except ScenarioError as error:
                if not error.place:
                    raise
                message = sentence("{place}: {message}", place=error.place, message=error.message)
                raise ScenarioError("", message) from None
            messages.append(paste.message)
            return paste.state

        if self._document.arrange(changed, self.tr("paste")):
            self._panel.show_message(translated(messages[0]))
