"""The five panels about links, one of them in sight: on the page, and on the sheet that is exported."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from explorer.answers.outcome import Outcome
from explorer.views.base.panel import Panel
from explorer.views.links.algorithm_panel import AlgorithmPanel
from explorer.views.links.device_panel import DevicePanel
from explorer.views.links.group_panel import GroupPanel
from explorer.views.links.map_panel import MapPanel
from explorer.views.links.size_panel import SizePanel
from explorer.views.widgets.theme import translated


class LinkPanels(QStackedWidget):
    """Shows the panel in sight alone: the others are shown the newest outcome when they come up."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None
        self.times = SizePanel(self)
        self.devices = DevicePanel(self)
        self.algorithms = AlgorithmPanel(self)
        self.map = MapPanel(self)
        self.groups = GroupPanel(self)
        self.all: tuple[Panel, ...] = (self.times, self.devices, self.algorithms, self.map, self.groups)
        for panel in self.all:
            self.addWidget(panel)

    def panel(self) -> Panel:
        """Return the panel that is in sight."""
        return self.all[self.currentIndex()]

    def bring_up(self, place: int) -> None:
        """Show the panel at a place."""
        self.setCurrentIndex(place)
        if self._outcome is not None:
            self.panel().show_outcome(self._outcome, keep_ranges=False)

    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show an outcome on the panel in sight; ``keep_ranges`` keeps all ranges. Pinned scenarios are not drawn."""
        self._outcome = outcome
        self.panel().show_outcome(outcome, keep_ranges=keep_ranges)

    # What is exported

    def subjects(self) -> dict[str, str]:
        """Return what can be exported, as key and words; what is in sight comes first."""
        others = [panel for panel in self.all if panel is not self.panel()]
        return {panel.name: panel.words for panel in (self.panel(), *others)}

    def _named(self, subject: str) -> Panel:
        return next(panel for panel in self.all if panel.name == subject)

    def has_numbers(self, subject: str, outcome: Outcome) -> bool:
        """Whether a subject has numbers to save."""
        return self._named(subject).has_numbers(outcome)

    def numbers(self, subject: str, outcome: Outcome) -> str:
        """Return the numbers of a subject, which shows the outcome, as CSV."""
        return self._named(subject).numbers()

    def footnote(self) -> str:
        """Return what the footer of a picture has to name beside the scenario."""
        told = self.panel().footnote()
        return "" if told is None else translated(told)

    def show_controls(self, shown: bool) -> None:
        """Show, or leave out on paper, what only a person at the screen needs."""
        for panel in self.all:
            panel.show_controls(shown)

    def copy_view_state(self, other: LinkPanels, only: str | None) -> None:
        """Show one panel in the same way as another page does."""
        for panel, shown in zip(self.all, other.all, strict=True):
            if panel.name == only:
                self.setCurrentWidget(panel)
                panel.take_view(shown.view())
