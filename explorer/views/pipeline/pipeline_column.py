"""The column of a pipeline's parameters: schedule, passes, and the numbers of the section."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QCheckBox, QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.answers.pipeline import words
from explorer.model.pipeline import Schedule
from explorer.scenario.edit import in_sections
from explorer.scenario.scenario import Scenario
from explorer.scenario.sections import PipelineSection
from explorer.views.widgets.card import ToggleButton, plain_tip
from explorer.views.widgets.combo_box import ComboBox
from explorer.views.widgets.layouts import row
from explorer.views.widgets.requests import Requests
from explorer.views.widgets.row_column import RowColumn
from explorer.views.widgets.theme import translated

INFERENCE, TRAINING = 0.0, 2.0
"""The backward ratios that the two buttons set."""
_ROWS = tuple(name for name in in_sections("pipeline") if name != "devices_per_node")  # the nodes' page has that


class PipelineColumn(RowColumn):
    """Shows the section; the page asks for another schedule (``schedule``) or kind of sends (``blocking``).

    ``section`` is the one that is shown.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.section = PipelineSection()
        self.add_title(self.tr("Pipeline"))
        self.schedule = ComboBox(self)
        self.schedule.setAccessibleName(self.tr("Schedule"))
        self.column.addWidget(self.schedule)
        tip = self.tr("Forward passes only: a backward ratio of 0")
        self.inference = ToggleButton(self.tr("Inference"), tip, self)
        tip = self.tr("Forward and backward passes: a backward ratio of 2")
        self.training = ToggleButton(self.tr("Training step"), tip, self)
        group = QButtonGroup(self)
        for button in (self.inference, self.training):
            group.addButton(button)
        self.column.addLayout(row((self.inference, 1), (self.training, 1), margins=(0, 3, 0, 3)))
        for name in _ROWS:
            self.add_row(name)
        self.blocking = QCheckBox(self.tr("Blocking sends"), self)
        tip = self.tr("A stage waits until its message has arrived before it computes on; affects the rate.")
        self.blocking.setToolTip(plain_tip(tip))
        self.column.addWidget(self.blocking)
        self.column.addStretch(1)
        self.inference.clicked.connect(self._infer)
        self.training.clicked.connect(self._train)

    @override
    def show_rows(self, outcome: Outcome, original: Scenario) -> None:
        super().show_rows(outcome, original)
        section = self.section = outcome.scenario.pipeline
        chosen = Schedule(section.schedule)
        names = [translated(words.NAMES[schedule]) for schedule in Schedule]
        self.schedule.show_choices(names, list(Schedule).index(chosen))
        self.schedule.setToolTip(plain_tip(translated(words.MEANINGS[chosen])))
        (self.inference if section.backward_ratio == INFERENCE else self.training).setChecked(True)
        self.blocking.setChecked(section.blocking_sends)

    def _infer(self) -> None:
        if self.section.backward_ratio != INFERENCE:
            Requests.of(self).edit.emit("backward_ratio", INFERENCE)

    def _train(self) -> None:
        if self.section.backward_ratio == INFERENCE:
            Requests.of(self).edit.emit("backward_ratio", TRAINING)

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        rows = [control for each in self.rows.values() for control in (each.field, each.slider)]
        return [self.schedule, self.inference, self.training, *rows, self.blocking]
