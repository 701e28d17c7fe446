"""The numbers of the pinned scenario, in sight on every page."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from explorer.answers.break_even import words
from explorer.answers.outcome import Outcome
from explorer.views.widgets.card import Card, ElidedLabel, sized
from explorer.views.widgets.layouts import row
from explorer.views.widgets.theme import translated


class PinStrip(Card):
    """One line below the verdict, shown while a scenario is pinned."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        lead = QLabel(self.tr("Pinned"), self)
        lead.setFont(sized(lead.font(), 1.0, bold=True))
        self.text = ElidedLabel(self)
        self.differences = QPushButton(self.tr("Differences"), self)
        self.differences.setToolTip(self.tr("List what the two scenarios have different, and what each alone does"))
        self.unpin = QPushButton(self.tr("Unpin"), self)
        row(lead, (self.text, 1), self.differences, self.unpin, owner=self, margins=(12, 3, 10, 3))
        self.hide()

    def show_pair(self, pinned: Outcome | None, now: Outcome) -> None:
        """Show the pinned scenario beside the one shown now; None hides the strip."""
        self.setVisible(pinned is not None)
        if pinned is not None:
            self.text.set_whole(translated(words.pinned_line(pinned, now)))

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return [self.differences, self.unpin]
