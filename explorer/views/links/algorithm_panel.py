"""The algorithms of an all-reduce compared against size, on the scenario's link or on figures that are typed."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Self

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QLabel, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.link_words import algorithm_name
from explorer.answers.links import algorithms, tables
from explorer.answers.links.algorithms import AlgorithmComparison, Wire
from explorer.answers.outcome import Outcome
from explorer.model.collectives.costs import Algorithm
from explorer.scenario.parameters import ALPHA, WIRE
from explorer.scenario.quantity import COUNT, SIZE, TIME, format_quantity
from explorer.scenario.sentence import Sentence, sentence
from explorer.views.base.panel import Panel
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series
from explorer.views.charts.marks import Mark
from explorer.views.widgets.card import ToggleButton, plain_tip
from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.quantity_edit import QuantityEdit
from explorer.views.widgets.theme import tick_palette, translated

_LEAST = 1e-15
_WIDTH, _BAND, _WIDEST = 2.0, 2.8, 12.0
_WHAT_IF = sentence("A what-if: α and B are those of a ring as fast as the scenario's link, or as typed.")
_INSIDE = sentence("This is within one node: the network between nodes is left out.")
_ORDER = list(Algorithm)
_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)


def _widths(found: AlgorithmComparison) -> dict[Algorithm, float]:
    """Return the width of each curve: of those that are the same the later ones lie on wider ones below."""
    groups = found.equals()
    step = min(_BAND, _WIDEST / max(map(len, groups)))
    return {one: _WIDTH + step * (len(group) - 1 - place) for group in groups for place, one in enumerate(group)}


class AlgorithmPanel(Panel):
    """Cost curves with their crossings; alpha, B and the wiring are the link's, or typed where it has none."""

    name = "link_algorithms"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Algorithms of an all-reduce"), 3, parent)
        self._wire: Wire | None = None
        self._drawn: tuple[Wire, str, float | None] | None = None
        self._heights = (0.0, 0.0)
        self._group = QButtonGroup(self)
        self._typed: tuple[float | None, float | None] = (None, None)
        self.alpha, self.bandwidth = QuantityEdit(ALPHA, self), QuantityEdit(WIRE, self)
        self.connected = QCheckBox(self.tr("all connected"), self)
        self.in_switch = QCheckBox(self.tr("adds in switch"), self)
        self.connected.setToolTip(
            self.tr("Each device is wired to each other: up to 8 of them can send to all at once (one-shot, two-shot)")
        )
        self.in_switch.setToolTip(self.tr("The switch can add what passes through it (NVLS)"))
        self.connected.setChecked(True)
        self.by_size = self._switch_of(self.tr("by size"), self.tr("Cost against message size on the scenario's N"))
        self.by_devices = self._switch_of(self.tr("by N"), self.tr("Cost of the scenario's message against N"))
        self.by_size.setChecked(True)
        self.plot = CurvesPlot(self)
        self.plot.setAccessibleName(self.words)
        self.legend = Key(self, lines=4)
        row = QHBoxLayout()
        self._entries: list[QWidget] = []
        for symbol, edit in ((ALPHA.symbol, self.alpha), (WIRE.symbol, self.bandwidth)):
            edit.setMaximumWidth(100)
            self._entries += [QLabel(symbol, self), edit]
        self._entries += [self.connected, self.in_switch]
        for part in self._entries:
            row.addWidget(part)
        row.addStretch(1)
        self.body.addLayout(row)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.legend)
        self._connect()
        self.apply_theme()

    def _switch_of(self, text: str, tip: str) -> ToggleButton:
        button = ToggleButton(self)
        button.setText(text)
        button.setToolTip(plain_tip(tip))
        self._group.addButton(button)
        self.head.addWidget(button)
        return button

    def _connect(self) -> None:
        for edit, entered in ((self.alpha, self._enter_alpha), (self.bandwidth, self._enter_bandwidth)):
            edit.edited.connect(entered)
            edit.dragged.connect(entered)
            edit.told.connect(self._tell)
            edit.quiet.connect(self._read)
        self.by_devices.toggled.connect(self._switch)
        self.connected.toggled.connect(self._switch)
        self.in_switch.toggled.connect(self._switch)
        self.plot.hovered.connect(self._read)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        if self.outcome is not None and outcome.scenario.name != self.outcome.scenario.name:
            self._typed = (None, None)  # figures typed for another scenario mean nothing here
        before = self._wire
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        kept = before is not None and before.devices == outcome.scenario.devices
        if keep_ranges and kept and algorithms.own_wire(outcome) is None:
            self._show_marks()  # a what-if follows the size once the drag is over
        else:
            self._show(keep_ranges=keep_ranges)

    def _chosen(self, outcome: Outcome) -> Wire:
        alpha, bandwidth = algorithms.suggested(outcome)
        typed = self._typed
        return Wire(
            outcome.scenario.devices,
            alpha if typed[0] is None else typed[0],
            bandwidth if typed[1] is None else typed[1],
            fully_connected=self.connected.isChecked(),
            in_switch=self.in_switch.isChecked(),
        )

    def _switch(self, _checked: bool) -> None:
        self._show()

    def _show(self, *, keep_ranges: bool = False) -> None:
        outcome = self.outcome
        if outcome is None:
            return
        own = algorithms.own_wire(outcome)
        wire = self._wire = own or self._chosen(outcome)
        reason = self.tr("The scenario's own link gives this; change it in the panel at the left")
        for part in (self.alpha, self.bandwidth, self.connected, self.in_switch):
            part.setEnabled(own is None)
        for edit, value in ((self.alpha, wire.alpha_s), (self.bandwidth, wire.bandwidth)):
            edit.show_value(value)
            edit.setToolTip(plain_tip(reason) if own else "")
        size = outcome.scenario.communication.message_bytes if self.by_devices.isChecked() else None
        if (wire, self.theme.name, size) != self._drawn:
            self._draw(wire, size, keep_ranges=keep_ranges)
        self._show_marks()

    def _look(self, algorithm: Algorithm) -> tuple[str, Qt.PenStyle]:
        place = _ORDER.index(algorithm)
        return self.theme.devices[place % len(self.theme.devices)], _DASHES[place % len(_DASHES)]

    def _draw(self, wire: Wire, size: float | None, *, keep_ranges: bool) -> None:
        """Draw the costs against size, or those of one size against N."""
        self._drawn = (wire, self.theme.name, size)
        if size is None:
            found = algorithms.comparison(wire)
            self.title.set_whole(self.tr("Algorithms on N = {devices}").format(devices=wire.devices))
        else:
            found = algorithms.comparison_by_devices(wire, size)
            self.title.set_whole(self.tr("Algorithms, n = {size}").format(size=format_quantity(size, SIZE)))
        self._found = found
        series, entries, widths = [], [], _widths(found)
        for algorithm, costs in found.costs:
            colour, dash = self._look(algorithm)
            wide = widths[algorithm]
            dash = Qt.PenStyle.SolidLine if wide > _WIDTH else dash
            series.append(Series(found.along, np.maximum(costs, _LEAST), colour, width=wide, dash=dash))
            entries.append(KeyEntry(translated(algorithm_name(algorithm)), LineSample(colour, dash=dash)))
        values = np.concatenate([costs for _, costs in found.costs])
        values = values[np.isfinite(values)]
        low, high = max(float(values.min()), _LEAST), max(float(values.max()), 1e3 * _LEAST)
        if not (keep_ranges and self._heights[0] <= low and high <= self._heights[1]):
            self._heights = low / 1.4, high * 2
            ends = float(found.along[0]), float(found.along[-1])
            x = (
                Axis(Coordinates.over(SIZE, *ends, True), *ends, self.tr("message size n"))
                if size is None
                else Axis(Coordinates.over(COUNT, *ends, True), *ends, self.tr("devices N"))
            )
            self.plot.show_axes(x, Axis(Coordinates.over(TIME, low, high, True), *self._heights, self.tr("time")))
        self.plot.show_series(series, [])
        self.legend.show_entries(entries)

    def _show_marks(self) -> None:
        """Mark where the fastest changes, and the scenario's size."""
        size = 0.0 if self.outcome is None else self.outcome.scenario.communication.message_bytes
        found = self._found
        if self.by_devices.isChecked():
            devices = 0 if self._wire is None else self._wire.devices
            text = self.tr("N = {devices}").format(devices=devices)
            self.plot.mark_lines.show([Mark(devices, text, self.theme.text)])
            self._read()
            return
        marks = [Mark(at, "", self.theme.faint, Qt.PenStyle.DotLine) for at, _ in found.fastest[1:]]
        if size > 0:
            text = self.tr("n = {size}").format(size=format_quantity(size, SIZE))
            marks.append(Mark(size, text, self.theme.text))
        self.plot.mark_lines.show(marks)
        self._read()

    def _read(self, size: float = math.nan) -> None:
        if self._wire is None:
            return
        by_devices = self.by_devices.isChecked()
        if math.isnan(size):
            tell = algorithms.told_by_devices if by_devices else algorithms.told
            self.show_message([*tell(self._found), *self._caution()])
            return
        if by_devices:
            self._read_devices(size)
            return
        costs = [
            f"{translated(algorithm_name(one))} {formatting.seconds(cost)}"
            for one, cost in algorithms.cost_told(self._wire, size)
        ]
        head = self.tr("At {size}:").format(size=format_quantity(size, SIZE))
        self.sentences.show_texts([" ".join([head, ", ".join(costs[:count])]) for count in range(len(costs), 0, -1)])

    def _caution(self) -> list[Sentence]:
        """Say that the figures are a what-if, or that the network between nodes is left out."""
        if self.alpha.isEnabled():
            return [_WHAT_IF]
        return [_INSIDE] if self.outcome is not None and self.outcome.nodes > 1 else []

    def _read_devices(self, at: float) -> None:
        place = int(np.argmin(np.abs(self._found.along - at)))
        known = [(one, float(costs[place])) for one, costs in self._found.costs if np.isfinite(costs[place])]
        costs = [
            f"{translated(algorithm_name(one))} {formatting.seconds(cost)}"
            for one, cost in sorted(known, key=lambda entry: entry[1])
        ]
        head = self.tr("With N = {devices}:").format(devices=int(self._found.along[place]))
        self.sentences.show_texts([" ".join([head, ", ".join(costs[:count])]) for count in range(len(costs), 0, -1)])

    def _tell(self, text: str, _wrong: bool) -> None:
        self.sentences.show_texts([text])

    def _enter_alpha(self, value: float) -> None:
        self._typed = (value, self._typed[1])
        self._show()

    def _enter_bandwidth(self, value: float) -> None:
        self._typed = (self._typed[0], value)
        self._show()

    # What is exported

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return True

    @override
    def numbers(self) -> str:
        along = "devices N (1)" if self.by_devices.isChecked() else "message size n (bytes)"
        return tables.algorithms_csv(self._found, along)

    @override
    def footnote(self) -> Sentence | None:
        if self._wire is None or self.outcome is None:
            return None
        return algorithms.wire_told(self._wire, typed=algorithms.own_wire(self.outcome) is None)

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self.outcome = other.outcome  # whose figures those typed are
        self._typed = other._typed
        self.connected.setChecked(other.connected.isChecked())
        self.in_switch.setChecked(other.in_switch.isChecked())
        (self.by_devices if other.by_devices.isChecked() else self.by_size).setChecked(True)

    @override
    def show_controls(self, shown: bool) -> None:
        for part in (*self._entries, self.by_size, self.by_devices):
            part.setVisible(shown)
        self.legend.show_whole(not shown)

    def wire(self) -> Wire | None:
        """Return what the costs follow from."""
        return None if self._wire is None else replace(self._wire)

    @override
    def apply_theme(self) -> None:
        for box in (self.connected, self.in_switch):
            box.setPalette(tick_palette(self.theme))
        self._show()

    @override
    def tab_order(self) -> list[QWidget]:
        return [self.by_size, self.by_devices, self.alpha, self.bandwidth, self.connected, self.in_switch]
