"""The page "Parallelism": the best configuration of the devices for each goal, their table, and its own parameters."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QWidget
from typing_extensions import override

from explorer.answers import nodes
from explorer.answers.outcome import Outcome
from explorer.answers.parallelism import divisions
from explorer.scenario.edit import in_sections
from explorer.scenario.scenario import Scenario
from explorer.views.base.page import Page
from explorer.views.base.panel_group import PanelGroup, SinglePanel
from explorer.views.parallelism.division_panel import ParallelismPanel
from explorer.views.parallelism.division_plot import DivisionKey
from explorer.views.parallelism.division_table import DivisionTable
from explorer.views.widgets.card import ElidedLabel
from explorer.views.widgets.combo_box import ComboBox
from explorer.views.widgets.layouts import row, splitter
from explorer.views.widgets.row_column import RowColumn
from explorer.views.widgets.theme import translated

_WIDTH = 276
"""Pixels of the column of parameters: the longest label and a value with its unit."""


class ParallelismPage(Page):
    """Shows the panel above its table; the column at the right has the parameters that only this page needs."""

    rows: RowColumn

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scenario: Scenario | None = None
        self.panel = ParallelismPanel(self)
        self._group = SinglePanel(self.panel, self)
        self.table = DivisionTable(self)
        self.rows = RowColumn(self)
        self.node_link = ComboBox(self)
        self.node_link_status = ElidedLabel(self)
        self.blocking = QCheckBox(self.tr("Blocking sends"), self)
        self._fill()
        parts = splitter(self._group, self.table, sizes=(420, 190), owner=self, direction=Qt.Orientation.Vertical)
        parts.setStretchFactor(0, 1)
        row((parts, 1), self.rows, owner=self, spacing=6)
        self.panel.picked.connect(self._choose)
        self.table.picked.connect(self._choose)
        self.node_link.activated.connect(self._choose_node_link)
        self.blocking.clicked.connect(self._choose_blocking)

    def _fill(self) -> None:
        rows = self.rows
        rows.setFixedWidth(_WIDTH)
        rows.add_title(self.tr("Goal"))
        rows.add_row("latency_target")
        rows.add_title(self.tr("Nodes"))
        rows.add_row("devices_per_node")
        rows.add_choice(self.tr("&Link between nodes"), self.node_link)
        rows.column.addWidget(self.node_link_status)
        rows.add_title(self.tr("Pipeline"))
        rows.add_row("hop_bytes")
        rows.add_row("micro_batches")
        rows.column.addWidget(self.blocking)
        rows.add_title(self.tr("Memory"))
        for name in in_sections("memory"):
            rows.add_row(name)
        rows.column.addStretch(1)

    @override
    def show_outcome(
        self, outcome: Outcome, original: Scenario, *, keep_ranges: bool, pinned: Outcome | None = None
    ) -> None:
        scenario = self._scenario = outcome.scenario
        self.panel.show_outcome(outcome, keep_ranges=keep_ranges)
        self.table.show_plan(outcome.of(divisions.plan))
        self.rows.show_rows(outcome, original)
        if not keep_ranges:
            self.node_link.show_choices([translated(text) for text in nodes.texts(scenario)], nodes.index_of(scenario))
            self.node_link_status.set_whole(translated(nodes.status(scenario)))
            self.blocking.setChecked(scenario.pipeline.blocking_sends)

    def _choose(self, key: DivisionKey | None) -> None:
        self.panel.choose(key)
        self.table.show_chosen(key)

    def _choose_node_link(self, index: int) -> None:
        choice = None if self._scenario is None else nodes.choice_at(self._scenario, index)
        if choice is not None:
            self.requests.node_link.emit(choice.link, choice.source, translated(choice.name))

    def _choose_blocking(self, checked: bool) -> None:
        if self._scenario is not None:
            self.ask_blocking(self._scenario.pipeline, checked)

    @override
    def exported(self) -> PanelGroup:
        return self._group

    @override
    def tab_order(self) -> list[QWidget]:
        rows = {name: [row.field, row.slider] for name, row in self.rows.rows.items()}
        first = [*rows.pop("latency_target"), *rows.pop("devices_per_node"), self.node_link]
        first += [*rows.pop("hop_bytes"), *rows.pop("micro_batches"), self.blocking]
        return [self.table, *first, *(part for parts in rows.values() for part in parts)]
