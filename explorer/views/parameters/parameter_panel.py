"""The parameter panel: the file's scenarios and each number as symbol, name, value with unit and slider."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from explorer.answers import warnings
from explorer.answers.outcome import Outcome
from explorer.scenario.edit import in_sections
from explorer.scenario.scenario import Scenario
from explorer.views.parameters.link_row import LinkRow
from explorer.views.parameters.node_rows import NodeRows
from explorer.views.widgets.card import ElidedLabel, plain_tip, sized
from explorer.views.widgets.combo_box import ComboBox
from explorer.views.widgets.layouts import row
from explorer.views.widgets.quantity_edit import QuantityEdit
from explorer.views.widgets.row_column import RowColumn
from explorer.views.widgets.theme import translated


class ParameterPanel(RowColumn):
    """All parameters in groups, and the chooser of the file's scenarios.

    Signals
    -------
    scenario_chosen : index of a scenario.
    """

    scenario_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source_labels: dict[str, ElidedLabel] = {}
        self.link = LinkRow(self)
        self.nodes = NodeRows(self)
        self.chooser = ComboBox(self)
        self.chooser.setAccessibleName(self.tr("Scenario"))
        self._notes, self._assumed = QLabel(self), QLabel(self)
        for label in (self._notes, self._assumed):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._fill(self.column)
        self.setMinimumWidth(264)
        self.chooser.activated.connect(self.scenario_chosen)

    def _fill(self, layout: QVBoxLayout) -> None:
        head = QLabel(self.tr("Scenario"), self)
        head.setFont(sized(head.font(), 1.0, bold=True))
        head.setBuddy(self.chooser)
        layout.addWidget(head)
        layout.addWidget(self.chooser)
        groups = (
            ("work", self.tr("Work")),
            ("communication", self.tr("Communication")),
            ("devices overlap", self.tr("Devices and overlap")),
        )
        for key, title in groups:
            layout.addLayout(self._heading(key, title))
            if key == "communication":
                layout.addWidget(self.link)
            for name in in_sections(*key.split()):
                self.add_row(name)
            if key == "communication":
                layout.addWidget(self.nodes)
        layout.addWidget(self._assumed)
        layout.addSpacing(6)
        layout.addWidget(self._notes)
        layout.addStretch(1)

    def _heading(self, key: str, title: str) -> QHBoxLayout:
        label = QLabel(title, self)
        label.setFont(sized(label.font(), 1.0, bold=True))
        source = self.source_labels[key] = ElidedLabel(self, factor=0.9)
        source.setAlignment(Qt.AlignmentFlag.AlignRight)
        return row(label, (source, 1), margins=(0, 6, 0, 1))

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        order: list[QWidget] = [self.chooser]
        for name, parameter_row in self.rows.items():
            if name == "messages":
                order.append(self.link.change)
            order += [parameter_row.field, parameter_row.slider]
            if name == "bandwidth":
                order += self.nodes.fields.values()
        return order

    @override
    def fields(self) -> list[QuantityEdit]:
        return [*super().fields(), *self.nodes.fields.values()]

    def show_outcome(self, outcome: Outcome, original: Scenario, names: tuple[str, ...], current: int) -> None:
        """Show the scenario's numbers, beside the names of all scenarios of the file."""
        self.chooser.show_choices(names, current)
        scenario = outcome.scenario
        if self._notes.text() != scenario.notes:
            self._notes.setText(scenario.notes)
            self._notes.setToolTip(plain_tip(scenario.notes))
        self.link.show_outcome(outcome)
        self.nodes.show_outcome(outcome)
        self.show_rows(outcome, original)
        for key, label in self.source_labels.items():
            self._show_source(outcome, key, label)
        self._show_assumed(scenario, original)

    def _show_source(self, outcome: Outcome, key: str, label: ElidedLabel) -> None:
        scenario = outcome.scenario
        sources = {name: source for name, source in scenario.sources.items() if name.split(".")[0] in key.split()}
        words: list[str] = list(dict.fromkeys(source.status for source in sources.values()))
        words += [self.tr("extrapolated")] if key == "communication" and outcome.is_extrapolated else []
        words += [self.tr("edited")] if any(source.edited for source in sources.values()) else []
        label.set_whole(", ".join(words))
        tip = "\n".join(f"{name}: {source.status} – {source.source}" for name, source in sources.items())
        label.setToolTip(plain_tip(tip))

    def _show_assumed(self, scenario: Scenario, original: Scenario) -> None:
        """Say which figures are assumed unchanged where N is not the N that they were given for."""
        parts = [] if isinstance(scenario.work.efficiency, tuple) else ["η"]
        link = scenario.communication.link
        if link.assumes_figures and not link.by_devices:
            parts += ["ℓ", "V", "B"]
        sentences = []
        if scenario.devices != original.devices and parts:
            text = self.tr("Given for N = {given}; assuming the same {what} at N = {devices}.")
            sentences.append(text.format(given=original.devices, what=", ".join(parts), devices=scenario.devices))
        unlisted = warnings.unlisted_devices(scenario)
        if unlisted is not None:
            sentences.append(f"{translated(unlisted)}.")
        self._assumed.setText("\n".join(sentences))

    def notes_tip(self) -> str:
        """Return the tooltip of the notes."""
        return self._notes.toolTip()

    def assumed(self) -> str:
        """Return what is taken over from another number of devices, or nothing."""
        return self._assumed.text()
