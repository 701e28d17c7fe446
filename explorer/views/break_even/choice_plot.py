"""The fourth plot: against the parameter that the person chooses."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.scenario.edit import parameter_of
from explorer.scenario.parameter import Parameter
from explorer.scenario.parameters import PARAMETERS
from explorer.views.break_even.axis_plot import AxisPlot, ParameterAxis
from explorer.views.widgets.combo_box import ComboBox
from explorer.views.widgets.theme import translated

AXES = ("serial", "startup", "message_bytes", "messages", "overlap", "extra_serial", "devices")
_LOGARITHMIC = ("startup", "message_bytes", "devices")
_LINEAR_ONLY = ("overlap",)


class ChoicePlot(AxisPlot):
    """A plot whose axis is chosen in its head."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(ParameterAxis(AXES[0], ""), parent)
        self.axis = ComboBox(self)
        self.axis.setAccessibleName(self.tr("Axis of the fourth plot"))
        self.axis.setMinimumContentsLength(8)
        self._show_names([PARAMETERS[name] for name in AXES])
        self.head.insertWidget(1, self.axis, 1)
        self.title.hide()  # the combo box says it
        self._follow(AXES[0])
        self.axis.activated.connect(self._choose)

    def _show_names(self, parameters: list[Parameter]) -> None:
        texts = [f"{parameter.symbol}  {translated(parameter.name)}" for parameter in parameters]
        self.axis.show_choices(texts, AXES.index(self.name))

    def show_axis(self, name: str) -> None:
        """Plot against another parameter; a name that is none leaves everything as it is."""
        if name in AXES:
            self._follow(name)
            self.reset_range()

    def _choose(self, index: int) -> None:
        self.show_axis(AXES[index])

    def _follow(self, name: str) -> None:
        title = self.tr("… against {symbol}")
        self._take_axis(ParameterAxis(name, title, name in _LOGARITHMIC, name not in _LINEAR_ONLY))

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges, pinned=pinned)
        self._show_names([parameter_of(outcome.scenario, name) for name in AXES])

    @override
    def show_controls(self, shown: bool) -> None:
        super().show_controls(shown)
        self.axis.setVisible(shown)
        self.title.setVisible(not shown)
