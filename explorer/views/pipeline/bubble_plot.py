"""Idle shares against the number of micro-batches, with the scenario's number as a line to drag."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.views.charts.curves_plot import Values
from explorer.views.charts.value_plot import ValuePlot


class BubblePlot(ValuePlot):
    """A plot whose mouse reads only numbers of micro-batches that are drawn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stops: Values = np.array([])

    def show_stops(self, stops: Values) -> None:
        """Read at these numbers from now on."""
        self._stops = stops

    def read_line(self) -> float | None:
        """Return the number at which the mouse reads, or None where it is not in the plot."""
        shown = self._hover.isVisible() and self._x is not None
        return self._x.coordinates.back(float(self._hover.value())) if shown and self._x is not None else None

    @override
    def _read_at(self, value: float) -> float:
        if not len(self._stops):
            return value
        return float(self._stops[np.abs(self._stops - value).argmin()])
