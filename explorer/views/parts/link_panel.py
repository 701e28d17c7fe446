"""What the panels of the page "Links" have in common: a title, a body and a few lines of words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from explorer.outcome import Outcome
from explorer.scenario.sentence import Sentence
from explorer.views.parts.card import Card, SteadyLabel, sized
from explorer.views.parts.fitting_label import FittingLabel
from explorer.views.parts.theme import LIGHT, Theme, translated


class LinkPanel(Card):
    """A card that shows one outcome at a time; hidden ones are shown nothing."""

    def __init__(self, title: str, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = LIGHT
        self.outcome: Outcome | None = None
        self.title = SteadyLabel(self)
        self.title.setFont(sized(self.title.font(), 1.0, bold=True))
        self.title.set_whole(title)
        self.head = QHBoxLayout()
        self.head.addStrut(self.fontMetrics().height() + 10)
        self.head.addWidget(self.title, 1)
        self.told = FittingLabel(self)
        self.told.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.told.setFixedHeight(lines * self.told.fontMetrics().lineSpacing() + 4)
        self.body = QVBoxLayout()
        self.body.setSpacing(2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 4)
        layout.setSpacing(2)
        layout.addLayout(self.head)
        layout.addLayout(self.body, 1)
        layout.addWidget(self.told)

    def show_outcome(self, outcome: Outcome, *, still: bool) -> None:
        """Show an outcome; ``still`` keeps all ranges, as during a drag."""
        self.outcome = outcome

    @override
    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        super().show_theme(theme)
        self.theme = theme

    def say(self, sentences: Sequence[Sentence]) -> None:
        """Say sentences, the last ones left out where there is no room for all."""
        texts = [translated(told) for told in sentences]
        self.told.show_texts([" ".join(texts[:count]) for count in range(len(texts), 0, -1)])

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return []
