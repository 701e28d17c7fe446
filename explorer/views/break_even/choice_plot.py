"""The fourth plot: against the parameter that the person chooses."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.scenario.edit import parameter_of
from explorer.scenario.parameter import Parameter
from explorer.scenario.parameters import PARAMETERS
from explorer.views.break_even.axis_plot import AxisPlot
from explorer.views.widgets.theme import translated

AXES = ("serial", "startup", "message_bytes", "messages", "overlap", "extra_serial", "devices")
_LOGARITHMIC = ("startup", "message_bytes", "devices")
_LINEAR_ONLY = ("overlap",)


class ChoicePlot(AxisPlot):
    """A plot whose axis is chosen in its head."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(AXES[0], "", False, parent)
        self.axis = QComboBox(self)
        self.axis.setAccessibleName(self.tr("Axis of the fourth plot"))
        self.axis.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.axis.setMinimumContentsLength(8)
        for name in AXES:
            parameter = PARAMETERS[name]
            self.axis.addItem(f"{parameter.symbol}  {translated(parameter.name)}", name)
        self.head.insertWidget(1, self.axis, 1)
        self._title.hide()  # the chooser says it
        self._follow(AXES[0])
        self.axis.activated.connect(self._choose)

    def show_axis(self, name: str) -> None:
        """Plot against another parameter; a name that is none leaves everything as it is."""
        if name in AXES:
            self.axis.setCurrentIndex(AXES.index(name))
            self._follow(name)
            self.reset_range()

    def _choose(self, index: int) -> None:
        self.show_axis(AXES[index])

    def _follow(self, name: str) -> None:
        self._take_axis(name, self._titled(PARAMETERS[name]), logarithmic=name in _LOGARITHMIC)
        self._switchable = name not in _LINEAR_ONLY
        self.scale_switch.setVisible(self._switchable)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        for index, name in enumerate(AXES):
            parameter = parameter_of(outcome.scenario, name)  # V of a constant link, n of others; l or alpha
            text = f"{parameter.symbol}  {translated(parameter.name)}"
            if self.axis.itemText(index) != text:
                self.axis.setItemText(index, text)
        self._title_text = self._titled(parameter_of(outcome.scenario, self.name))
        self._show_title()
        super().show_outcome(outcome, keep_ranges=keep_ranges, pinned=pinned)

    def _titled(self, parameter: Parameter) -> str:
        return self.tr("… against {symbol}").format(symbol=parameter.symbol)

    @override
    def show_controls(self, visible: bool) -> None:
        super().show_controls(visible)
        self.axis.setVisible(visible)
        self._title.setVisible(not visible)
