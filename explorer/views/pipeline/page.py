"""The page "Pipeline": the timelines of the stages, the bubble, and the parameters of both."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.answers.pipeline import words
from explorer.model.pipeline import Schedule
from explorer.scenario.scenario import Scenario
from explorer.views.base.page import Page
from explorer.views.base.panel_group import PanelGroup
from explorer.views.pipeline.panels import PipelinePanels
from explorer.views.pipeline.pipeline_column import PipelineColumn
from explorer.views.widgets.layouts import row
from explorer.views.widgets.player import Player
from explorer.views.widgets.theme import translated

_SHARE, _NARROWEST, _WIDEST = 0.24, 262, 300
"""Share of the page's width that the column has, and its pixels: names of parameters and their fields fit beside."""


class PipelinePage(Page):
    """The panels at the left, the column of the section at the right."""

    rows: PipelineColumn

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panels = PipelinePanels(self)
        self.times, self.bubble = self.panels.times, self.panels.bubble
        self.rows = PipelineColumn(self)
        row((self.panels, 1), self.rows, owner=self, spacing=4)
        self.rows.schedule.activated.connect(self._ask_schedule)
        self.rows.blocking.clicked.connect(lambda blocking: self.ask_blocking(self.rows.section, blocking))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave most of a narrow page to the panels, and give the names of parameters their room on a wide one."""
        self.rows.setFixedWidth(min(max(round(_SHARE * self.width()), _NARROWEST), _WIDEST))
        super().resizeEvent(event)

    @override
    def show_outcome(
        self, outcome: Outcome, original: Scenario, *, keep_ranges: bool, pinned: Outcome | None = None
    ) -> None:
        self.rows.show_rows(outcome, original)
        self.panels.show_outcome(outcome, keep_ranges=keep_ranges)

    def _ask_schedule(self, index: int) -> None:
        schedule = list(Schedule)[index]
        self.ask_section("pipeline", self.rows.section, {"schedule": str(schedule)}, translated(words.NAMES[schedule]))

    @override
    def exported(self) -> PanelGroup:
        return self.panels

    @override
    def player(self) -> Player:
        return self.times.player

    @override
    def tab_order(self) -> list[QWidget]:
        return [*self.times.tab_order(), *self.bubble.tab_order(), *self.rows.tab_order()]
