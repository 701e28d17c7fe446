"""What can be exported by itself, and the panels of most pages: a title, a body and a few lines of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.scenario.sentence import Sentence
from explorer.views.widgets.card import Card, ElidedLabel
from explorer.views.widgets.export_menu import EXPORTS, ExportMenu
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.layouts import column, row
from explorer.views.widgets.requests import Requests
from explorer.views.widgets.theme import WidgetBase


class Exportable(WidgetBase):
    """A part of a page that is exported by itself, as its context menu offers. Stands before the class of the widget.

    Attributes
    ----------
    name, words : what it is called where it is exported, for the program and for a person.
    exports : the kinds of export that its menu offers.
    """

    name = ""
    words = ""
    exports: tuple[str, ...] = EXPORTS

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.requests = Requests.of(self)

    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        """Show an outcome; ``keep_ranges`` keeps all ranges, as during a drag."""
        raise NotImplementedError

    def subject(self) -> str:
        """Return the name under which what is in sight is exported."""
        return self.name

    def subjects(self) -> dict[str, str]:
        """Return what can be exported here, as key and words."""
        return {self.name: self.words}

    def can_export(self) -> bool:
        """Whether there is something to export now."""
        return True

    def has_numbers(self, outcome: Outcome) -> bool:
        """Whether an outcome has numbers to save here."""
        return outcome.performance is not None

    def numbers(self) -> str:
        """Return what is shown as CSV, or nothing where there are no numbers."""
        return ""

    def footnotes(self) -> Sequence[Sentence]:
        """Return what a picture's footer names beside the scenario."""
        return ()

    def copy_view_state(self, other: Self, only: str | None) -> None:
        """Show what another widget shows, in the same way; ``only`` is the subject that is exported, or None."""

    def show_controls(self, shown: bool) -> None:
        """Show, or leave out on paper, what only a person at the screen needs."""

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return []

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        ExportMenu(self, self.subject(), self.exports, enabled=self.can_export()).popup(event.globalPos())

    # What a report has of it

    def prepare_report(self, outcome: Outcome) -> bool:
        """Finish what runs and go to the end of what plays; False where the outcome has nothing to draw."""
        return True

    def report_numbers(self) -> str:
        """Return the CSV of a report, or nothing where it has none."""
        return self.numbers()


class ExportableCard(Exportable, Card):
    """A card that is exported by itself."""


class Panel(ExportableCard):
    """A card that shows one outcome at a time; hidden ones are shown nothing."""

    def __init__(self, title: str, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.outcome: Outcome | None = None
        self.words = title
        self.title = ElidedLabel(self, title, bold=True)
        self.head = row((self.title, 1))
        self.head.addStrut(self.fontMetrics().height() + 10)  # as high as a combo box: bodies start at one height
        self.sentences = FitLabel(self)
        self.sentences.keep_lines(lines)
        self.body = column(spacing=2)
        column(self.head, (self.body, 1), self.sentences, owner=self, margins=(10, 6, 10, 4), spacing=2)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        self.outcome = outcome

    def show_message(self, sentences: Sequence[Sentence]) -> None:
        """Show sentences; the last ones are left out where there is no room for all."""
        self.sentences.show_message(sentences)

    @override
    def can_export(self) -> bool:
        return self.outcome is not None and self.has_numbers(self.outcome)
