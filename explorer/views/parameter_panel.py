"""The parameter panel: the file's scenarios and each number as symbol, name, value with unit and slider."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from explorer.outcome import Outcome
from explorer.scenario.scenario import Scenario
from explorer.views.parts.card import Balloon, Card, SteadyLabel, plain_tip, sized
from explorer.views.parts.link_row import LinkRow
from explorer.views.parts.parameter_row import ParameterRow
from explorer.views.parts.quantity_edit import QuantityEdit
from explorer.views.parts.theme import LIGHT, Theme


class _Chooser(QComboBox):
    """A combo box that the wheel turns only while it has the focus."""

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ParameterPanel(Card):
    """All parameters in groups, and the chooser of the file's scenarios.

    Signals
    -------
    edited, dragged, reset_asked : a parameter's name (and value) that the person asks for; ``dragged`` between
        ``gesture_started`` and ``gesture_ended``.
    scenario_chosen : index of a scenario.
    """

    edited = Signal(str, float)
    dragged = Signal(str, float)
    reset_asked = Signal(str)
    scenario_chosen = Signal(int)
    gesture_started = Signal()
    gesture_ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._balloon: Balloon | None = None
        self._theme = LIGHT
        self.rows: dict[str, ParameterRow] = {}
        self._sources: dict[str, SteadyLabel] = {}
        self.link = LinkRow(self)
        self.chooser = _Chooser(self)
        self.chooser.setAccessibleName(self.tr("Scenario"))
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.chooser.setMinimumContentsLength(10)
        self._notes = QLabel(self)
        self._notes.setWordWrap(True)
        self._notes.setTextFormat(Qt.TextFormat.PlainText)
        self._assumed = QLabel(self)
        self._assumed.setWordWrap(True)
        self._assumed.setTextFormat(Qt.TextFormat.PlainText)
        inner = QWidget(self)
        self._fill(QVBoxLayout(inner))
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        inner.setAutoFillBackground(False)  # setWidget has switched it on
        area.viewport().setAutoFillBackground(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 4, 2, 4)
        layout.addWidget(area)
        self.setMinimumWidth(264)
        self.chooser.activated.connect(self.scenario_chosen)

    def _fill(self, layout: QVBoxLayout) -> None:
        layout.setContentsMargins(10, 4, 10, 4)
        layout.setSpacing(1)
        head = QLabel(self.tr("Scenario"), self)
        head.setFont(sized(head.font(), 1.0, bold=True))
        head.setBuddy(self.chooser)
        layout.addWidget(head)
        layout.addWidget(self.chooser)
        groups = (
            ("work", self.tr("Work"), ("serial", "divisible", "efficiency", "extra_serial")),
            ("communication", self.tr("Communication"), ("messages", "startup", "message_bytes", "bandwidth")),
            ("devices overlap", self.tr("Devices and overlap"), ("devices", "overlap")),
        )
        for key, title, names in groups:
            layout.addLayout(self._heading(key, title))
            if key == "communication":
                layout.addWidget(self.link)
            for name in names:
                layout.addWidget(self._row(name))
        layout.addWidget(self._assumed)
        layout.addSpacing(6)
        layout.addWidget(self._notes)
        layout.addStretch(1)

    def _heading(self, key: str, title: str) -> QHBoxLayout:
        label = QLabel(title, self)
        label.setFont(sized(label.font(), 1.0, bold=True))
        source = SteadyLabel(self)
        source.setAlignment(Qt.AlignmentFlag.AlignRight)
        source.setFont(sized(source.font(), 0.9))
        self._sources[key] = source
        row = QHBoxLayout()
        row.setContentsMargins(0, 6, 0, 1)
        row.addWidget(label)
        row.addWidget(source, 1)
        return row

    def _row(self, name: str) -> ParameterRow:
        row = ParameterRow(name, self)
        self.rows[name] = row
        row.edited.connect(self.edited)
        row.dragged.connect(self.dragged)
        row.reset_asked.connect(self.reset_asked)
        row.gesture_started.connect(self.gesture_started)
        row.gesture_ended.connect(self.gesture_ended)
        row.field.told.connect(self._tell)
        row.field.quiet.connect(self.hush)
        return row

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        order: list[QWidget] = [self.chooser]
        for name, row in self.rows.items():
            if name == "messages":
                order.append(self.link.change)
            order += [row.field, row.slider]
        return order

    def take_over(self) -> bool:
        """Enter what is typed in a field and not yet entered; False, with the field in focus, where it is refused."""
        for row in self.rows.values():
            if not row.field.commit():
                row.field.setFocus()
                return False
        return True

    def show_outcome(self, outcome: Outcome, original: Scenario, names: tuple[str, ...], current: int) -> None:
        """Show the scenario's numbers, beside the names of all scenarios of the file."""
        if names != self._names:
            self._names = names
            with QSignalBlocker(self.chooser):
                self.chooser.clear()
                self.chooser.addItems(names)
        self.show_current(current)
        scenario = outcome.scenario
        if self._notes.text() != scenario.notes:
            self._notes.setText(scenario.notes)
            self._notes.setToolTip(plain_tip(scenario.notes))
        self.link.show_outcome(outcome)
        for row in self.rows.values():
            row.show_outcome(outcome, original)
        for key, label in self._sources.items():
            self._show_source(scenario, key, label)
        self._show_assumed(scenario, original)

    def show_current(self, current: int) -> None:
        """Let the chooser stand at the scenario that is shown."""
        with QSignalBlocker(self.chooser):
            self.chooser.setCurrentIndex(current)

    def _show_source(self, scenario: Scenario, key: str, label: SteadyLabel) -> None:
        found = {name: source for name, source in scenario.sources.items() if name.split(".")[0] in key.split()}
        edited = any(source.edited for source in found.values())
        words = list(dict.fromkeys(source.status for source in found.values()))
        label.set_whole(", ".join([*words, self.tr("edited")] if edited else words))
        told = "\n".join(f"{name}: {source.status} – {source.source}" for name, source in found.items())
        label.setToolTip(plain_tip(told))

    def _show_assumed(self, scenario: Scenario, original: Scenario) -> None:
        """Say what is taken over where N is no longer the N that the figures were given for."""
        parts = [] if isinstance(scenario.work.efficiency, tuple) else ["η"]
        link = scenario.communication.link
        if link.kind == "constant" and not link.by_devices:
            parts += ["ℓ", "V", "B"]
        if scenario.devices == original.devices or not parts:
            self._assumed.setText("")
            return
        text = self.tr("Given for N = {given}; assuming {what} hold at N = {devices}.")
        self._assumed.setText(text.format(given=original.devices, what=", ".join(parts), devices=scenario.devices))

    def notes_tip(self) -> str:
        """Return the tooltip of the notes."""
        return self._notes.toolTip()

    def assumed(self) -> str:
        """Return what is taken over from another number of devices, or nothing."""
        return self._assumed.text()

    def refuse(self, name: str, text: str) -> None:
        """Show why an edit was refused, at its field."""
        if name in self.rows:
            self.rows[name].field.refuse(text)

    def _tell(self, text: str, wrong: bool) -> None:
        field = self.sender()
        if isinstance(field, QuantityEdit):
            self._show_balloon(field, text, wrong=wrong)

    def _show_balloon(self, field: QuantityEdit, text: str, *, wrong: bool) -> None:
        if self._balloon is None:
            self._balloon = Balloon(self.window())
            self._balloon.show_theme(self._theme)
        self._balloon.tell(field, text, wrong=wrong)

    def hush(self) -> None:
        """Take the message away."""
        if self._balloon is not None:
            self._balloon.hide()

    def message(self) -> str:
        """Return the message that is shown, or nothing."""
        shown = self._balloon is not None and not self._balloon.isHidden()
        return self._balloon.text() if shown and self._balloon is not None else ""

    @override
    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        super().show_theme(theme)
        self._theme = theme
        for row in self.rows.values():
            row.show_theme(theme)
        if self._balloon is not None:
            self._balloon.show_theme(theme)
