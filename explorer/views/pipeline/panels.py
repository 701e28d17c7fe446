"""The timelines of a pipeline and its bubble below them: on the page, and on the sheet that is exported."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from explorer.answers.outcome import Outcome
from explorer.views.base.panel import Panel
from explorer.views.pipeline.bubble_panel import BubblePanel
from explorer.views.pipeline.gantt_panel import ALL, OWN, GanttPanel
from explorer.views.widgets.theme import translated


class PipelinePanels(QSplitter):
    """Shows both panels; on paper one of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setChildrenCollapsible(False)
        self.times, self.bubble = GanttPanel(self), BubblePanel(self)
        self.all: tuple[Panel, ...] = (self.times, self.bubble)
        for panel in self.all:
            self.addWidget(panel)
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self.setSizes([420, 230])

    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show an outcome; ``keep_ranges`` keeps all ranges. Pinned scenarios are not drawn here."""
        for panel in self.all:
            if not panel.isHidden():
                panel.show_outcome(outcome, keep_ranges=keep_ranges)

    # What is exported

    def subjects(self) -> dict[str, str]:
        """Return what can be exported, as key and words; what is in sight comes first."""
        words = {OWN: self.tr("The scenario's schedule"), ALL: self.tr("All three schedules")}
        first = ALL if self.times.shows_all() else OWN
        return {first: words[first], **words, self.bubble.name: self.bubble.words}

    def _named(self, subject: str) -> Panel:
        return self.bubble if subject == self.bubble.name else self.times

    def has_numbers(self, subject: str, outcome: Outcome) -> bool:
        """Whether a subject has numbers to save."""
        return self._named(subject).has_numbers(outcome)

    def numbers(self, subject: str, outcome: Outcome) -> str:
        """Return the numbers of a subject, which shows the outcome, as CSV."""
        return self._named(subject).numbers()

    def footnote(self) -> str:
        """Return what the footer of a picture has to name beside the scenario."""
        told = next(panel for panel in self.all if not panel.isHidden()).footnote()
        return "" if told is None else translated(told)

    def show_controls(self, shown: bool) -> None:
        """Show, or leave out on paper, what only a person at the screen needs."""
        for panel in self.all:
            panel.show_controls(shown)

    def copy_view_state(self, other: PipelinePanels, only: str | None) -> None:
        """Show one subject in the same way as another page does."""
        for panel, shown in zip(self.all, other.all, strict=True):
            panel.take_view(shown.view())
            panel.setVisible(only is None or panel is self._named(only))
        if only in (OWN, ALL):
            self.times.show_all(only == ALL)
