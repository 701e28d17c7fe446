"""What is exported of the page "Load": its one panel, on the page and on the sheet."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.answers.outcome import Outcome
from explorer.views.load.load_panel import LoadPanel
from explorer.views.widgets.theme import translated


class LoadView(QWidget):
    """Holds the panel. Pinned scenarios are not drawn here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = LoadPanel(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.panel)

    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show an outcome; ``keep_ranges`` keeps all ranges, as during a drag."""
        self.panel.show_outcome(outcome, keep_ranges=keep_ranges)

    def subjects(self) -> dict[str, str]:
        """Return what can be exported, as key and words."""
        return {self.panel.name: self.panel.words}

    def has_numbers(self, subject: str, outcome: Outcome) -> bool:
        """Whether there are curves to save."""
        return self.panel.has_numbers(outcome)

    def numbers(self, subject: str, outcome: Outcome) -> str:
        """Return the curves of the outcome that is shown, as CSV."""
        return self.panel.numbers()

    def footnote(self) -> str:
        """Return what the footer of a picture has to name beside the scenario."""
        told = self.panel.footnote()
        return "" if told is None else translated(told)

    def show_controls(self, shown: bool) -> None:
        """Show, or leave out on paper, what only a person at the screen needs."""
        self.panel.show_controls(shown)

    def copy_view_state(self, other: LoadView, only: str | None) -> None:
        """Show what another view shows, in the same way."""
        self.panel.take_view(other.panel.view())
