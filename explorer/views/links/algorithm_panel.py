"""The algorithms of an all-reduce compared against size or N, on the scenario's link or on figures that are typed."""

from __future__ import annotations

import math
from typing import Self

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget
from typing_extensions import override

from explorer.answers.link_words import algorithm_name
from explorer.answers.links import algorithms, tables, words
from explorer.answers.links.algorithms import AlgorithmComparison
from explorer.answers.outcome import Outcome
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.wire import Wire
from explorer.scenario.parameters import ALPHA, WIRE
from explorer.scenario.quantity import COUNT, SIZE, TIME, format_quantity
from explorer.scenario.sentence import Sentence, sentence
from explorer.views.base.panel import Panel
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series
from explorer.views.charts.marks import Mark
from explorer.views.links.toggles import Toggles
from explorer.views.widgets.card import plain_tip
from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.layouts import STRETCH, row
from explorer.views.widgets.quantity_edit import QuantityEdit
from explorer.views.widgets.theme import tick_palette, translated

_LEAST_SECONDS = 1e-15
"""A cost of nothing is drawn as this, at the foot of the logarithmic axis."""
_WIDTH, _WIDER, _WIDEST = 2.0, 2.8, 12.0
"""Pixels of a curve; of each equal curve below it, which shows at both sides, more by so many; and of the widest."""
_FIELD_WIDTH = 100
"""Pixels: as wide as "888.8 GB/s", so that both fields and both boxes fit in a row of a small window."""
_WHAT_IF = sentence("What-if: α and B are those of a ring as fast as the scenario's link, unless typed.")
_WITHIN_NODE = sentence("Within one node; the network between nodes is not included.")
_ORDER = list(Algorithm)
_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)


def _widths(comparison: AlgorithmComparison) -> dict[Algorithm, float]:
    """Return the width of each curve: of equal ones, the later lie on wider ones."""
    groups = comparison.equals()
    step = min(_WIDER, _WIDEST / max(map(len, groups)))
    return {
        algorithm: _WIDTH + step * (len(group) - 1 - index) for group in groups for index, algorithm in enumerate(group)
    }


class AlgorithmPanel(Panel):
    """Cost curves with their crossings; alpha, B and the wiring are the link's, or typed where it has none.

    Attributes
    ----------
    wire : what the costs follow from; None before the first outcome.
    """

    name = "link_algorithms"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("All-reduce algorithms"), 3, parent)
        self.wire: Wire | None = None
        self._comparison: AlgorithmComparison | None = None
        self._heights = (0.0, 0.0)
        self._typed: tuple[float | None, float | None] = (None, None)
        self.alpha, self.bandwidth = QuantityEdit(ALPHA, self), QuantityEdit(WIRE, self)
        self.connected = QCheckBox(self.tr("fully connected"), self)
        self.in_switch = QCheckBox(self.tr("in-switch reduction"), self)
        self.connected.setToolTip(
            self.tr("Every pair has a direct link: up to 8 devices can send to all at once (one-shot, two-shot)")
        )
        self.in_switch.setToolTip(self.tr("The switch reduces the data that passes through it (NVLS, SHARP)"))
        self.connected.setChecked(True)
        toggles = Toggles(
            self,
            (self.tr("by size"), self.tr("Cost against message size on the scenario's N")),
            (self.tr("by N"), self.tr("Cost of the scenario's message against N")),
        )
        self.by_size, self.by_devices = toggles.buttons()
        self.plot = CurvesPlot(self)
        self.plot.setAccessibleName(self.words)
        self.legend = Key(self, lines=4)
        self._lay_out()
        self._connect()
        self.apply_theme()

    def _lay_out(self) -> None:
        for button in (self.by_size, self.by_devices):
            self.head.addWidget(button)
        self._inputs: list[QWidget] = []
        for symbol, edit in ((ALPHA.symbol, self.alpha), (WIRE.symbol, self.bandwidth)):
            edit.setMaximumWidth(_FIELD_WIDTH)
            self._inputs += [QLabel(symbol, self), edit]
        self._inputs += [self.connected, self.in_switch]
        self.body.addLayout(row(*self._inputs, STRETCH))
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.legend)

    def _connect(self) -> None:
        for edit, enter in ((self.alpha, self._enter_alpha), (self.bandwidth, self._enter_bandwidth)):
            edit.edited.connect(enter)
            edit.dragged.connect(enter)
            edit.message_changed.connect(lambda text, _wrong: self.sentences.show_texts([text]))
            edit.message_cleared.connect(self._read)
        for switch in (self.by_devices, self.connected, self.in_switch):
            switch.toggled.connect(self._switch)
        self.plot.hovered.connect(self._read)

    # What is shown

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        if self.outcome is not None and outcome.scenario.name != self.outcome.scenario.name:
            self._typed = (None, None)  # figures typed for another scenario mean nothing here
        before = self.wire
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        same_devices = before is not None and before.devices == outcome.scenario.devices
        if keep_ranges and same_devices and algorithms.own_wire(outcome) is None:
            self._show_marks()  # a what-if follows the size once the drag is over
        else:
            self._show(keep_ranges=keep_ranges)

    def _what_if(self, outcome: Outcome) -> Wire:
        entries = zip(algorithms.suggested(outcome), self._typed, strict=True)
        alpha, bandwidth = (suggested if typed is None else typed for suggested, typed in entries)
        connected, in_switch = self.connected.isChecked(), self.in_switch.isChecked()
        return Wire(outcome.scenario.devices, alpha, bandwidth, fully_connected=connected, in_switch=in_switch)

    def _switch(self, _checked: bool) -> None:
        self._show()

    def _show(self, *, keep_ranges: bool = False) -> None:
        outcome = self.outcome
        if outcome is None:
            return
        own = algorithms.own_wire(outcome)
        wire = self.wire = own or self._what_if(outcome)
        reason = self.tr("Set by the scenario's link; change it in the panel on the left")
        for part in (self.alpha, self.bandwidth, self.connected, self.in_switch):
            part.setEnabled(own is None)
        for edit, value in ((self.alpha, wire.alpha_s), (self.bandwidth, wire.bandwidth)):
            edit.show_value(value)
            edit.setToolTip(plain_tip(reason) if own else "")
        if self.by_devices.isChecked():
            size = outcome.scenario.communication.message_bytes
            comparison = algorithms.compare_by_devices(wire, size)
            title = self.tr("All-reduce algorithms, n = {size}").format(size=format_quantity(size, SIZE))
        else:
            comparison = algorithms.compare_by_size(wire)
            title = self.tr("All-reduce algorithms, N = {devices}").format(devices=wire.devices)
        if comparison is not self._comparison:
            self.title.set_whole(title)
            self._comparison = comparison
            self._show_axes(comparison, keep_ranges=keep_ranges)
            self._draw(comparison)
        self._show_marks()

    def _show_axes(self, comparison: AlgorithmComparison, *, keep_ranges: bool) -> None:
        costs = np.concatenate(list(comparison.costs.values()))
        costs = costs[np.isfinite(costs)]
        low, high = max(float(costs.min()), _LEAST_SECONDS), max(float(costs.max()), 1e3 * _LEAST_SECONDS)
        if keep_ranges and self._heights[0] <= low and high <= self._heights[1]:
            return
        self._heights = low / 1.4, high * 2  # room for the words of marks above the curves
        ends = float(comparison.along[0]), float(comparison.along[-1])
        kind, name = (COUNT, self.tr("devices N")) if self.by_devices.isChecked() else (SIZE, self.tr("message size n"))
        self.plot.show_axes(
            Axis.over(kind, *ends, True, name),
            Axis(Coordinates.over(TIME, low, high, True), *self._heights, self.tr("time")),
        )

    def _draw(self, comparison: AlgorithmComparison) -> None:
        series, entries, colours = [], [], self.theme.devices
        widths = _widths(comparison)
        for algorithm, costs in comparison.costs.items():
            index, width = _ORDER.index(algorithm), widths[algorithm]
            colour = colours[index % len(colours)]
            # gaps of a wide curve below others would look like theirs
            dash = Qt.PenStyle.SolidLine if width > _WIDTH else _DASHES[index % len(_DASHES)]
            seconds = np.maximum(costs, _LEAST_SECONDS)
            series.append(Series(comparison.along, seconds, colour, width=width, dash=dash))
            entries.append(KeyEntry(translated(algorithm_name(algorithm)), LineSample(colour, dash=dash)))
        self.plot.show_series(series, [])
        self.legend.show_entries(entries)

    def _show_marks(self) -> None:
        """Mark the scenario's size and where the fastest algorithm changes, or the scenario's N."""
        if self.outcome is None or self._comparison is None or self.wire is None:
            return
        theme, size = self.theme, self.outcome.scenario.communication.message_bytes
        if self.by_devices.isChecked():
            devices = self.wire.devices
            marks = [Mark(devices, self.tr("N = {devices}").format(devices=devices), theme.text)]
        else:
            marks = [Mark(at, "", theme.faint, Qt.PenStyle.DotLine) for at, _ in self._comparison.fastest[1:]]
            if size > 0:
                text = self.tr("n = {size}").format(size=format_quantity(size, SIZE))
                marks.append(Mark(size, text, theme.text))
        self.plot.mark_lines.show(marks)
        self._read()

    def _read(self, at: float = math.nan) -> None:
        """Read the costs at a size or an N under the mouse, or say which algorithm is the fastest."""
        if self._comparison is None or self.wire is None:
            return
        by_devices = self.by_devices.isChecked()
        if math.isnan(at):
            fastest = words.fastest_by_devices if by_devices else words.fastest_by_size
            self.show_message([*fastest(self._comparison), *self._caution()])
            return
        readings = words.costs_at_devices(self._comparison, at) if by_devices else words.costs_at_size(self.wire, at)
        self.sentences.show_texts([translated(reading) for reading in readings])

    def _caution(self) -> list[Sentence]:
        """Say that the figures are a what-if, or that the network between nodes is left out."""
        if self.alpha.isEnabled():
            return [_WHAT_IF]
        return [_WITHIN_NODE] if self.outcome is not None and self.outcome.nodes > 1 else []

    def _enter_alpha(self, value: float) -> None:
        self._typed = (value, self._typed[1])
        self._show()

    def _enter_bandwidth(self, value: float) -> None:
        self._typed = (self._typed[0], value)
        self._show()

    @override
    def apply_theme(self) -> None:
        for box in (self.connected, self.in_switch):
            box.setPalette(tick_palette(self.theme))
        if self._comparison is not None:
            self._draw(self._comparison)
            self._show_marks()

    # What is exported

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return True

    @override
    def numbers(self) -> str:
        along = "devices N (1)" if self.by_devices.isChecked() else "message size n (bytes)"
        return "" if self._comparison is None else tables.algorithms_csv(self._comparison, along)

    @override
    def footnotes(self) -> list[Sentence]:
        if self.wire is None or self.outcome is None:
            return []
        return [words.wire_source(self.wire, typed=algorithms.own_wire(self.outcome) is None)]

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self.outcome = other.outcome  # for its scenario the figures were typed
        self._typed = other._typed
        self.connected.setChecked(other.connected.isChecked())
        self.in_switch.setChecked(other.in_switch.isChecked())
        (self.by_devices if other.by_devices.isChecked() else self.by_size).setChecked(True)

    @override
    def show_controls(self, shown: bool) -> None:
        for part in (*self._inputs, self.by_size, self.by_devices):
            part.setVisible(shown)
        self.legend.show_whole(not shown)

    @override
    def tab_order(self) -> list[QWidget]:
        return [self.by_size, self.by_devices, self.alpha, self.bandwidth, self.connected, self.in_switch]
