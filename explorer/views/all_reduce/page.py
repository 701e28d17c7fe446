"""The page "All-reduce": how partial results are summed, message by message."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.scenario.scenario import Scenario
from explorer.views.all_reduce.all_reduce_panel import AllReducePanel
from explorer.views.base.page import Page
from explorer.views.base.panel_group import PanelGroup, SinglePanel
from explorer.views.export.frame_saver import save_frames
from explorer.views.widgets.layouts import row
from explorer.views.widgets.player import Player


class AllReducePage(Page):
    """Holds the panel. Pinned scenarios are not drawn here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = AllReducePanel(self)
        self._group = SinglePanel(self.panel, self)
        row(self._group, owner=self)

    @override
    def show_outcome(
        self, outcome: Outcome, original: Scenario, *, keep_ranges: bool, pinned: Outcome | None = None
    ) -> None:
        self.panel.show_outcome(outcome, keep_ranges=keep_ranges)

    @override
    def exported(self) -> PanelGroup:
        return self._group

    @override
    def save_frames(self, outcome: Outcome, window: QWidget) -> None:
        save_frames(outcome, self.panel, window)

    @override
    def player(self) -> Player:
        return self.panel.player

    @override
    def tab_order(self) -> list[QWidget]:
        return self.panel.tab_order()
