"""The parameter panel: the file's scenarios and each number as symbol, name, value with unit and slider."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QToolTip,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from explorer.outcome import Outcome
from explorer.scenario.edit import covering, is_edited, path_of, value_of
from explorer.scenario.scenario import PARAMETERS, Scenario
from explorer.views.parts.card import Balloon, Card, SteadyLabel, sized
from explorer.views.parts.quantity_edit import QuantityEdit, ValueSlider
from explorer.views.parts.scale import Scale
from explorer.views.parts.theme import LIGHT, Theme, translated

SCALES: dict[str, Scale] = {
    "serial": Scale(1e-6, 1.0, zero_notch=True),
    "extra_serial": Scale(1e-6, 1.0, zero_notch=True),
    "divisible": Scale(1e-5, 10.0),
    "efficiency": Scale(0.3, 1.1, logarithmic=False),
    "messages": Scale(1, 1000, zero_notch=True, whole=True),
    "startup": Scale(1e-7, 1e-3, zero_notch=True),
    "message_bytes": Scale(1e3, 1e10, zero_notch=True),
    "bandwidth": Scale(1e8, 2e12, infinite_notch=True),
    "devices": Scale(2, 64, whole=True),
    "overlap": Scale(0.0, 1.0, logarithmic=False),
}


class _Name(SteadyLabel):
    """A parameter's name; a double click asks to go back to the file's value."""

    reset_asked = Signal()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.reset_asked.emit()


class _Chooser(QComboBox):
    """A combo box that the wheel turns only while it has the focus."""

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ParameterRow(QWidget):
    """One parameter: symbol, name, field and slider."""

    edited = Signal(str, float)
    reset_asked = Signal(str)
    gesture_started = Signal()
    gesture_ended = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.parameter = PARAMETERS[name]
        self._told: tuple[Scenario, float | None] | None = None
        self._symbol = QLabel(self.parameter.symbol, self)
        self._symbol.setFont(sized(self._symbol.font(), 1.05, bold=True))
        self._symbol.setFixedWidth(24)
        self.label = _Name(self)
        self.field = QuantityEdit(self.parameter, self)
        self.field.setFixedWidth(98)
        self.field.setAccessibleDescription(translated(self.parameter.meaning))
        self.slider = ValueSlider(SCALES[name], self)
        self.slider.setAccessibleName(self.tr("{name}, slider").format(name=translated(self.parameter.name)))
        self._symbol.setBuddy(self.field)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 2)
        layout.setVerticalSpacing(0)
        layout.setHorizontalSpacing(4)
        layout.addWidget(self._symbol, 0, 0)
        layout.addWidget(self.label, 0, 1)
        layout.addWidget(self.field, 0, 2)
        layout.addWidget(self.slider, 1, 0, 1, 3)
        layout.setColumnStretch(1, 1)
        self._connect()

    def _connect(self) -> None:
        self.field.edited.connect(self._ask)
        self.slider.edited.connect(self._ask)
        self.label.reset_asked.connect(self.ask_reset)
        for part in (self.field, self.slider):
            part.gesture_started.connect(self.gesture_started)
            part.gesture_ended.connect(self.gesture_ended)

    def _ask(self, value: float) -> None:
        self.edited.emit(self.name, value)

    def ask_reset(self) -> None:
        """Ask for the file's value."""
        self.reset_asked.emit(self.name)

    def show_outcome(self, outcome: Outcome, original: Scenario) -> None:
        """Show the parameter's value, where it comes from and whether it matters now."""
        scenario = outcome.scenario
        value = value_of(scenario, self.name)
        self.field.show_value(value)
        self.slider.show_value(value, self._scale(scenario, value), self._marks(scenario))
        text = outcome.without_effect.get(self.name, self.parameter.name)
        before = value_of(original, self.name, scenario.devices)
        changed = value != before
        self.label.set_whole(translated(text) + (" •" if changed else ""))
        self._told = (scenario, before if changed else None)

    @override
    def event(self, event: QEvent) -> bool:
        """Make the tooltip when it is asked for, not at each drag step."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._told is not None:
            QToolTip.showText(event.globalPos(), self.tip(), self)
            return True
        return super().event(event)

    def _scale(self, scenario: Scenario, value: float | None) -> Scale | None:
        if self.name != "efficiency":
            return None
        low = min(0.3, 0.6 / scenario.devices)
        return Scale(low, max(1.1, value or 0.0), logarithmic=False)

    def _marks(self, scenario: Scenario) -> tuple[float, ...]:
        return (1 / scenario.devices, 1.0) if self.name == "efficiency" else ()

    def tip(self) -> str:
        """Return what the tooltip says: meaning, source, and the file's value where it is another one."""
        if self._told is None:
            return ""
        scenario, before = self._told
        lines = [translated(self.parameter.meaning)]
        path = path_of(scenario, self.name)
        key = covering(scenario, path)
        if is_edited(scenario, path):
            lines.append(self.tr("Entered by hand."))
        elif key is not None:
            source = scenario.sources[key]
            lines.append(self.tr("Source: {status} – {source}").format(status=source.status, source=source.source))
        link = scenario.communication.link
        if self.name == "message_bytes" and link.path_factor != 1:
            size = self.parameter.show(scenario.communication.message_bytes)
            lines.append(self.tr("V = φ·n = {factor} × {size}").format(factor=f"{link.path_factor:g}", size=size))
        if before is not None:
            lines.append(
                self.tr("In the file: {value}. Double-click the name to go back.").format(
                    value=self.parameter.show(before)
                )
            )
        return "\n".join(lines)

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.slider.show_theme(theme)


class ParameterPanel(Card):
    """All parameters in groups, and the chooser of the file's scenarios.

    Signals
    -------
    edited, reset_asked : a parameter's name (and value) that the person asks for.
    scenario_chosen : index of a scenario.
    """

    edited = Signal(str, float)
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
        row.reset_asked.connect(self.reset_asked)
        row.gesture_started.connect(self.gesture_started)
        row.gesture_ended.connect(self.gesture_ended)
        row.field.told.connect(self._tell)
        row.field.quiet.connect(self.hush)
        return row

    def take_over(self) -> None:
        """Enter what is typed in a field and not yet entered."""
        for row in self.rows.values():
            row.field.commit()

    def show_outcome(self, outcome: Outcome, original: Scenario, names: tuple[str, ...], current: int) -> None:
        """Show the scenario's numbers, beside the names of all scenarios of the file."""
        with QSignalBlocker(self.chooser):
            if names != self._names:
                self._names = names
                self.chooser.clear()
                self.chooser.addItems(names)
            self.chooser.setCurrentIndex(current)
        scenario = outcome.scenario
        if self._notes.text() != scenario.notes:
            self._notes.setText(scenario.notes)
            self._notes.setToolTip(scenario.notes)
        for row in self.rows.values():
            row.show_outcome(outcome, original)
        for key, label in self._sources.items():
            self._show_source(scenario, key, label)
        self._show_assumed(scenario, original)

    def _show_source(self, scenario: Scenario, key: str, label: SteadyLabel) -> None:
        found = {name: source for name, source in scenario.sources.items() if name.split(".")[0] in key.split()}
        edited = any(source.edited for source in found.values())
        words = list(dict.fromkeys(source.status for source in found.values()))
        label.set_whole(", ".join([*words, self.tr("edited")] if edited else words))
        label.setToolTip("\n".join(f"{name}: {source.status} – {source.source}" for name, source in found.items()))

    def _show_assumed(self, scenario: Scenario, original: Scenario) -> None:
        """Say what is taken over where N is no longer the N that the figures were given for."""
        parts = [] if isinstance(scenario.work.efficiency, tuple) else ["η"]
        if not scenario.communication.link.by_devices:
            parts += ["ℓ", "V", "B"]
        if scenario.devices == original.devices or not parts:
            self._assumed.setText("")
            return
        text = self.tr("Given for N = {given}; assuming {what} hold at N = {devices}.")
        self._assumed.setText(text.format(given=original.devices, what=", ".join(parts), devices=scenario.devices))

    def assumed(self) -> str:
        """Return what is taken over from another number of devices, or nothing."""
        return self._assumed.text()

    def refuse(self, name: str, text: str) -> None:
        """Show why an edit was refused, at its field."""
        if name in self.rows:
            self._show_balloon(self.rows[name].field, text, wrong=True)

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
