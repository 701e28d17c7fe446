"""One parameter of the panel: symbol, name, field and slider."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QToolTip, QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.scenario.edit import ALL_PARAMETERS, covering, is_edited, parameter_of, path_of, value_of
from explorer.scenario.parameter import Parameter
from explorer.scenario.scenario import Scenario
from explorer.views.widgets.card import ElidedLabel, plain_tip, sized
from explorer.views.widgets.quantity_edit import QuantityEdit
from explorer.views.widgets.requests import Requests
from explorer.views.widgets.scale import Scale
from explorer.views.widgets.theme import translated
from explorer.views.widgets.value_slider import ValueSlider


class _Name(ElidedLabel):
    """A parameter's name; a double click asks to go back to the file's value."""

    reset_asked = Signal()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.reset_asked.emit()


def symbol_label(parameter: Parameter, field: QuantityEdit) -> QLabel:
    """Return the symbol of a parameter for the left of its field; symbols and fields of all rows are in columns."""
    label = QLabel(parameter.symbol, field.parentWidget())
    label.setFont(sized(label.font(), 1.05, bold=True))
    label.setFixedWidth(max(map(label.fontMetrics().horizontalAdvance, ("ΔS", parameter.symbol))) + 6)
    label.setBuddy(field)
    field.setFixedWidth(field.fontMetrics().horizontalAdvance("1000000000") + 26)
    return label


def ask_for(name: str, *parts: QuantityEdit | ValueSlider) -> None:
    """Hand what a person enters or drags in fields and sliders of a parameter to the requests of the window."""
    for part in parts:
        requests = Requests.of(part)
        part.edited.connect(partial(requests.edit.emit, name))
        part.dragged.connect(partial(requests.drag.emit, name))
        part.gesture_started.connect(requests.gesture_started)
        part.gesture_ended.connect(requests.gesture_ended)


class ParameterRow(QWidget):
    """One parameter: symbol, name, field and slider."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.parameter = ALL_PARAMETERS[name]
        self._scenario: Scenario | None = None
        self._before: float | None = None  # the value in the file, where it is another one
        self._local: float | None = None  # what a measured curve has here, which nobody can change
        self.label = _Name(self)
        self.field = QuantityEdit(self.parameter, self)
        self._symbol = symbol_label(self.parameter, self.field)
        self.slider = ValueSlider(Scale.of(self.parameter), self)
        self.slider.setAccessibleName(self.tr("{name}, slider").format(name=translated(self.parameter.name)))
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 2)
        layout.setVerticalSpacing(0)
        layout.setHorizontalSpacing(4)
        layout.addWidget(self._symbol, 0, 0)
        layout.addWidget(self.label, 0, 1)
        layout.addWidget(self.field, 0, 2)
        layout.addWidget(self.slider, 1, 0, 1, 3)
        layout.setColumnStretch(1, 1)
        self.label.reset_asked.connect(self.ask_reset)
        ask_for(name, self.field, self.slider)

    def ask_reset(self) -> None:
        """Ask for the file's value, and discard what is typed in the field."""
        self.field.discard()
        Requests.of(self).reset.emit(self.name)

    def show_outcome(self, outcome: Outcome, original: Scenario) -> None:
        """Show the parameter's value, where it comes from and whether it matters now."""
        scenario = outcome.scenario
        self._show_meaning(parameter_of(scenario, self.name))
        value = value_of(scenario, self.name)
        self.field.show_value(value)
        self._local = self._on_curve(outcome)
        self.field.setPlaceholderText("" if self._local is None else self.parameter.show(self._local))
        self.slider.show_value(value, *self._scale_and_marks(scenario, value))
        self.slider.setAccessibleDescription("" if value is None else self.parameter.show(value))
        text = outcome.no_effect.get(self.name) or outcome.inactive_defaults.get(self.name) or self.parameter.name
        before = value_of(original, self.name, scenario.devices)
        self._scenario, self._before = scenario, before if value != before else None
        self.label.set_whole(translated(text) + (" •" if value != before else ""))

    def _on_curve(self, outcome: Outcome) -> float | None:
        """Return the start-up or bandwidth that a measured curve has at the present size, shown in grey, or None."""
        measured = self.name in ("startup", "bandwidth") and not outcome.scenario.communication.link.has_figures
        return float(getattr(outcome.phase, self.name)) if measured and outcome.phase is not None else None

    def _show_meaning(self, parameter: Parameter) -> None:
        """Show a parameter's symbol and meaning, which depend on the kind of link."""
        if parameter is not self.parameter:
            self.parameter = parameter
            self._symbol.setText(parameter.symbol)
            self.field.show_parameter(parameter)

    @override
    def event(self, event: QEvent) -> bool:
        """Make the tooltip when it is asked for, not at each drag step."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self.tip()), self)
            return True
        return super().event(event)

    def _scale_and_marks(self, scenario: Scenario, value: float | None) -> tuple[Scale | None, tuple[float, ...]]:
        """Return the slider's scale and marks where these depend on the scenario."""
        if self.name != "efficiency":
            return None, ()
        low = min(0.3, 0.6 / scenario.devices)
        return Scale(low, max(1.1, value or 0.0), logarithmic=False), (1 / scenario.devices, 1.0)

    def tip(self) -> str:
        """Return the tooltip: meaning, source, and the file's value where it differs."""
        scenario = self._scenario
        if scenario is None:
            return ""
        lines = [f"{self.parameter.symbol}, {translated(self.parameter.name)}. {translated(self.parameter.meaning)}"]
        if self.name == "efficiency":
            lines.append(self.tr("The marks of the slider: 1/N, below which splitting cannot pay, and 1."))
        if self._local is not None:
            text = self.tr("{value}, in grey, is what the measured curve has at the present size; it cannot be set.")
            lines.append(text.format(value=self.parameter.show(self._local, 7)))
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
        if self._before is not None:
            text = self.tr("In the file: {value}. Double-click the name to go back.")
            lines.append(text.format(value=self.parameter.show(self._before)))
        return "\n".join(lines)
