"""What a person does in the table of the scenarios; imported when the table is first shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from explorer.answers.scenarios.clipboard import pasted
from explorer.answers.scenarios.columns import NAME, Column
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
        self._document, self._panel, self._commit_pending_edit = document, panel, commit_pending_edit
        panel.entered.connect(self._enter)
        panel.moved.connect(document.move)
        panel.brought.connect(self._bring)
        panel.paste_asked.connect(self._paste)
        panel.add_asked.connect(scenarios.add)
        panel.duplicate_asked.connect(scenarios.duplicate_rows)
        panel.remove_asked.connect(scenarios.remove_rows)
        panel.pin_asked.connect(document.pin)

    def _enter(self, row: int, key: str, text: str) -> None:
        document = self._document
        if key == NAME:
            document.rename(row, text)
            return
        parameter = PARAMETERS[key]
        try:
            value = parameter.read(text, parameter.plain_unit(value_of(document.state.scenarios[row], key), 4))
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
            self._panel.show_message(translated(done[0]))
