"""What is exported of a page: its panels, each by itself; on the page, and on the sheet of a picture or a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.scenario.sentence import Sentence
from explorer.views.base.panel import Exportable
from explorer.views.widgets.layouts import column
from explorer.views.widgets.theme import WidgetBase

PAGE = "page"
"""What a page as a whole is called where it is exported."""


class PanelGroup(WidgetBase):
    """The panels that a widget lays out; hidden ones are shown nothing. Stands before the class of the widget."""

    all: tuple[Exportable, ...] = ()

    def for_paper(self) -> Self:
        """Return another group of this kind, which is drawn on paper."""
        return type(self)()

    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show an outcome; ``keep_ranges`` keeps all ranges, as during a drag. Pinned scenarios are not drawn."""
        for panel in self._in_sight():
            panel.show_outcome(outcome, keep_ranges=keep_ranges)

    def _in_sight(self) -> list[Exportable]:
        return [panel for panel in self.offered() if not panel.isHidden()]

    def offered(self) -> tuple[Exportable, ...]:
        """Return the panels that can be exported, whether they are in sight or not."""
        return self.all

    def named(self, subject: str) -> Exportable:
        """Return the panel on which a subject is shown."""
        return next(panel for panel in self.offered() if subject in panel.subjects())

    def subjects(self) -> dict[str, str]:
        """Return what can be exported, as key and words; what is in sight comes first."""
        first = [panel.subject() for panel in self._in_sight()[:1]]
        subjects: dict[str, str] = {}
        for subject, words in (entry for panel in self.offered() for entry in panel.subjects().items()):
            subjects.setdefault(subject, words)
        return {subject: subjects[subject] for subject in (*first, *subjects)}

    def has_numbers(self, subject: str, outcome: Outcome) -> bool:
        """Whether a subject has numbers to save."""
        return self.named(subject).has_numbers(outcome)

    def footnotes(self) -> Sequence[Sentence]:
        """Return what the footer of a picture names beside the scenario."""
        return self._in_sight()[0].footnotes()

    def show_controls(self, shown: bool) -> None:
        """Show, or leave out on paper, what only a person at the screen needs."""
        for panel in self.all:
            panel.show_controls(shown)

    def copy_view_state(self, other: Self, only: str | None) -> None:
        """Show what another group shows, in the same way: all panels, or one subject."""
        for panel, source in zip(self.all, other.all, strict=True):
            chosen = only is None or only in panel.subjects()
            if chosen:
                panel.copy_view_state(source, only)
            self._show_panel(panel, chosen)

    def _show_panel(self, panel: QWidget, shown: bool) -> None:
        panel.setVisible(shown)

    # What a report has of it

    def prepare_report(self, outcome: Outcome) -> bool:
        """Get all panels ready for a report; False where none has anything to draw."""
        has_picture = [panel.prepare_report(outcome) for panel in self.offered()]
        return any(has_picture)

    def report_numbers(self) -> dict[str, str]:
        """Return the CSV of each panel that has numbers, by its name."""
        numbers = {panel.name: panel.report_numbers() for panel in self.offered()}
        return {name: text for name, text in numbers.items() if text}

    def report_parts(self, outcome: Outcome) -> dict[str, QWidget]:
        """Return the panels that a report has also as pictures of their own, by name."""
        return {}


class SinglePanel(PanelGroup, QWidget):
    """A group of one panel."""

    def __init__(self, panel: Exportable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.all = (panel,)
        column(panel, owner=self)

    @override
    def for_paper(self) -> Self:
        return type(self)(type(self.all[0])())
