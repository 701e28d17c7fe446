"""The five panels about links, one of them in sight: on the page, and on the sheet that is exported."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.views.base.panel import Panel
from explorer.views.base.panel_group import PanelGroup
from explorer.views.links.algorithm_panel import AlgorithmPanel
from explorer.views.links.device_panel import DevicePanel
from explorer.views.links.group_panel import GroupPanel
from explorer.views.links.map_panel import MapPanel
from explorer.views.links.size_panel import SizePanel


class LinkPanels(PanelGroup, QStackedWidget):
    """One panel is in sight; the others are shown the newest outcome when they come up."""

    all: tuple[Panel, ...]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.outcome: Outcome | None = None
        self.times = SizePanel(self)
        self.devices = DevicePanel(self)
        self.algorithms = AlgorithmPanel(self)
        self.map = MapPanel(self)
        self.groups = GroupPanel(self)
        self.all = (self.times, self.devices, self.algorithms, self.map, self.groups)
        for panel in self.all:
            self.addWidget(panel)

    def panel(self) -> Panel:
        """Return the panel that is in sight."""
        return self.all[self.currentIndex()]

    def bring_up(self, index: int) -> None:
        """Show a panel, by its index."""
        self.setCurrentIndex(index)
        if self.outcome is not None:
            self.panel().show_outcome(self.outcome, keep_ranges=False)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        self.outcome = outcome
        super().show_outcome(outcome, keep_ranges=keep_ranges)

    @override
    def _show_panel(self, panel: QWidget, shown: bool) -> None:
        if shown:
            self.setCurrentWidget(panel)
