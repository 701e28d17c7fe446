"""The page "Links": the library on the left, and one of five panels about links on the right."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.links.library import LibraryRow
from explorer.answers.outcome import Outcome
from explorer.scenario.scenario import Scenario
from explorer.views.base.page import Page
from explorer.views.base.panel import Panel
from explorer.views.base.panel_group import PanelGroup
from explorer.views.links.link_list import LinkList
from explorer.views.links.panels import LinkPanels
from explorer.views.links.toggles import Toggles
from explorer.views.widgets.layouts import STRETCH, column, row, splitter

_LIST_WIDTH = 190
"""Pixels: accelerator, N and interconnect of a link are read, and the smallest window has room for the panels."""


class LinksPage(Page):
    """The library, the panels, and the buttons that choose a panel. Pinned scenarios are not drawn here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = LinkList(self)
        self.panels = LinkPanels(self)
        self.times, self.devices, self.algorithms = self.panels.times, self.panels.devices, self.panels.algorithms
        self.map, self.groups = self.panels.map, self.panels.groups
        toggles = Toggles(
            self,
            (self.tr("Size"), self.tr("Time and bandwidth against message size")),
            (self.tr("Devices"), self.tr("Time and speed-up against the number of devices")),
            (self.tr("Algorithms"), self.tr("All-reduce algorithms compared")),
            (self.tr("Map"), self.tr("Speed-up over work and message size")),
            (self.tr("Grouping"), self.tr("Several messages sent as one")),
        )
        self.switches = toggles.buttons()
        self._lay_out()
        toggles.idToggled.connect(self._choose)
        self.list.ticked.connect(self._overlay)
        self.list.preview_changed.connect(self._preview)
        self.list.use_asked.connect(self._use)

    def _lay_out(self) -> None:
        right = QWidget(self)
        column(row(*self.switches, STRETCH), (self.panels, 1), owner=right, spacing=4)
        self.list.setMinimumWidth(_LIST_WIDTH)
        # The list is wide where the window is, the panels have the rest.
        self.splitter = splitter(self.list, right, sizes=(460, 640), owner=self)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 2)
        row(self.splitter, owner=self)

    def panel(self) -> Panel:
        """Return the panel that is in sight."""
        return self.panels.panel()

    @override
    def show_outcome(
        self, outcome: Outcome, original: Scenario, *, keep_ranges: bool, pinned: Outcome | None = None
    ) -> None:
        self.panels.show_outcome(outcome, keep_ranges=keep_ranges)

    def _choose(self, index: int, chosen: bool) -> None:
        if chosen:
            self.panels.bring_up(index)

    def _overlay(self) -> None:
        for panel in (self.times, self.devices):
            panel.show_overlaid(self.list.overlaid())
        if self.panel() not in (self.times, self.devices):
            self.switches[0].setChecked(True)  # so that a tick is seen to do something

    def _preview(self) -> None:
        self.times.show_preview(self.list.preview())

    def _use(self, entry: LibraryRow) -> None:
        outcome = self.panels.outcome
        if outcome is not None:
            devices = entry.on(outcome.scenario.devices)
            self.requests.link.emit(entry.link(devices), devices, entry.source(devices), entry.name)

    @override
    def exported(self) -> PanelGroup:
        return self.panels

    @override
    def tab_order(self) -> list[QWidget]:
        return [
            *self.list.tab_order(),
            *self.switches,
            *(part for panel in self.panels.all for part in panel.tab_order()),
        ]
