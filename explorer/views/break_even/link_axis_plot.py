"""The second plot: against the bandwidth of the link or, where that is measured and has none, the message size."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.views.break_even.axis_plot import AxisPlot, ParameterAxis


class LinkAxisPlot(AxisPlot):
    """A plot whose axis follows the kind of link; always logarithmic."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(ParameterAxis("bandwidth", ""), parent)
        self._titles = {
            "bandwidth": self.tr("… against bandwidth B"),
            "message_bytes": self.tr("… against message size n"),
        }
        self._follow("bandwidth")

    def _follow(self, name: str) -> None:
        self._take_axis(ParameterAxis(name, self._titles[name], logarithmic=True, switchable=False))

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        name = "bandwidth" if outcome.scenario.communication.link.has_figures else "message_bytes"
        if name != self.name:
            self._follow(name)
        super().show_outcome(outcome, keep_ranges=keep_ranges, pinned=pinned)
