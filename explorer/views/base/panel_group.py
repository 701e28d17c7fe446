"""Several panels of a page, each exported by itself: on the page, and on the sheet that is exported."""

from __future__ import annotations

from typing import Self

from explorer.answers.outcome import Outcome
from explorer.views.base.panel import Panel
from explorer.views.widgets.theme import translated

PAGE = "page"
"""What a page as a whole is called where it is exported."""


class PanelGroup:
    """What can be exported of the panels that a widget lays out; hidden ones are shown nothing. Mixed into it."""

    all: tuple[Panel, ...] = ()

    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show an outcome; ``keep_ranges`` keeps all ranges, as during a drag. Pinned scenarios are not drawn."""
        for panel in self._in_sight():
            panel.show_outcome(outcome, keep_ranges=keep_ranges)

    def _in_sight(self) -> list[Panel]:
        return [panel for panel in self.all if not panel.isHidden()]

    def named(self, subject: str) -> Panel:
        """Return the panel on which a subject is shown."""
        return next(panel for panel in self.all if subject in panel.subjects())

    def subjects(self) -> dict[str, str]:
        """Return what can be exported, as key and words; what is in sight comes first."""
        first = [panel.subject() for panel in self._in_sight()[:1]]
        subjects = {subject: words for panel in self.all for subject, words in panel.subjects().items()}
        return {subject: subjects[subject] for subject in (*first, *subjects)}

    def has_numbers(self, subject: str, outcome: Outcome) -> bool:
        """Whether a subject has numbers to save."""
        return self.named(subject).has_numbers(outcome)

    def numbers(self, subject: str, outcome: Outcome) -> str:
        """Return the numbers of a subject, which shows the outcome, as CSV."""
        return self.named(subject).numbers()

    def footnote(self) -> str:
        """Return what the footer of a picture has to name beside the scenario."""
        note = self._in_sight()[0].footnote()
        return "" if note is None else translated(note)

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

    def _show_panel(self, panel: Panel, shown: bool) -> None:
        panel.setVisible(shown)
