"""Time or bandwidth against message size: the scenario's own link and those that are overlaid."""

from __future__ import annotations

import math
from typing import Self

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QWidget
from typing_extensions import override

from explorer.answers.links import by_size, library, tables
from explorer.answers.links.by_size import Figures, Measure
from explorer.answers.links.library import LibraryRow
from explorer.answers.links.tables import Drawn
from explorer.answers.outcome import Outcome
from explorer.answers.times import MessageTime
from explorer.scenario.quantity import SIZE
from explorer.scenario.sentence import Sentence, sentence
from explorer.views.base.panel import Panel
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series
from explorer.views.charts.marks import Mark
from explorer.views.links.link_list import look
from explorer.views.widgets.card import ToggleButton, plain_tip
from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.theme import translated

_OWN_MARKER = "o"
_MANY = 6
"""Links beyond which the legend has but their names: the fits are told by the mouse."""


class SizePanel(Panel):
    """A log-log plot with a switch between time, algorithm bandwidth and bus bandwidth."""

    name = "link_sizes"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Links against message size"), 3, parent)
        self._overlaid: list[tuple[int, LibraryRow]] = []
        self._preview: LibraryRow | None = None
        self._previewed: Drawn | None = None
        self._shown: list[Drawn] = []
        self._measure = Measure.TIME
        self._span = by_size.USUAL_SPAN
        self._link: object = None
        self._key: tuple[object, ...] = ()
        self.plot = CurvesPlot(self)
        self.plot.setAccessibleName(self.words)
        self.legend = Key(self, lines=4, most=6)
        words = {
            Measure.TIME: (self.tr("Time"), self.tr("Time against message size")),
            Measure.ALGORITHM: (self.tr("Algorithm bw"), self.tr("Algorithm bandwidth against message size")),
            Measure.BUS: (self.tr("Bus bw"), self.tr("Bus bandwidth against message size")),
        }
        self._axis_names = {
            Measure.TIME: self.tr("time"),
            Measure.ALGORITHM: self.tr("algorithm bandwidth"),
            Measure.BUS: self.tr("bus bandwidth"),
        }
        self._group = QButtonGroup(self)
        self.switches: dict[Measure, ToggleButton] = {}
        for measure, (text, title) in words.items():
            button = self.switches[measure] = ToggleButton(self)
            button.setText(text)
            button.setAccessibleName(title)
            button.setToolTip(plain_tip(translated(by_size.meaning(measure))))
            button.toggled.connect(self._switch)
            self._group.addButton(button)
            self.head.addWidget(button)
        self.switches[self._measure].setChecked(True)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.legend)
        self.title.set_whole(self.tr("Against message size"))
        self.plot.hovered.connect(self._read)

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        size = outcome.scenario.communication.message_bytes
        if not (keep_ranges and self._span[0] <= size <= self._span[1]):
            self._span = by_size.span(size)
        self._show()

    def show_overlaid(self, overlaid: list[tuple[int, LibraryRow]]) -> None:
        """Overlay other links, each in the look of its slot."""
        self._overlaid, self._key = overlaid, ()
        self._show()

    def show_preview(self, row: LibraryRow | None) -> None:
        """Draw a link thinly that is pointed at and not overlaid, or none."""
        if row is not self._preview:
            self._preview = row
            if self.isVisible():
                self._show()

    def _switch(self, chosen: bool) -> None:
        if chosen:
            self._measure = next(measure for measure, button in self.switches.items() if button.isChecked())
            self._show()

    def _show(self) -> None:
        outcome = self.outcome
        if outcome is None:
            return
        slots = tuple(slot for slot, _ in self._overlaid)
        key = (self._span, self._measure, self.theme.name, slots, self._preview)
        link = outcome.scenario.communication.link
        if link is not self._link or (*key, outcome.scenario.devices) != self._key:
            self._link, self._key = link, (*key, outcome.scenario.devices)
            self._draw(outcome)
        size = outcome.scenario.communication.message_bytes
        word = self.tr("n = {size}").format(size=by_size.size_told(size))
        self.plot.mark_lines.show([Mark(size, word, self.theme.text)] if size > 0 else [])
        self._read(math.nan)

    def _draw(self, outcome: Outcome) -> None:
        """Draw all curves; a drag of the size alone does not come here."""
        devices, series, entries = outcome.scenario.devices, [], []
        self._shown = []
        size = outcome.scenario.communication.message_bytes
        own = self.tr("this scenario")
        short = library.short_names([row for _, row in self._overlaid])
        candidates: list[tuple[str, str, MessageTime, int, str, str]] = [
            (own, own, outcome.link, devices, self.theme.text, _OWN_MARKER)
        ]
        for slot, row in self._overlaid:
            names = row.name, short[row.key]
            candidates.append((*names, row.times(devices), row.on(devices), *look(slot, self.theme)))
        for place, (name, brief, link, count, colour, marker) in enumerate(candidates):
            drawn = by_size.figures(link, count, *self._span)
            if drawn is None:
                continue
            named, briefly = (
                self.tr("{name}, N = {devices}").format(name=text, devices=count) for text in (name, brief)
            )
            noted = outcome.link_status if place == 0 else self._overlaid[place - 1][1].status_on(devices)
            status = translated(by_size.status_told(noted, link, size, count))
            self._shown.append(Drawn(named, briefly, status, link, drawn))
            series.append(self._series(drawn, colour, marker, 3.0 if place == 0 else 1.8))
            told = translated(by_size.fit_told(drawn, link, size))
            text = f"{named}: {status}, {told}" if status else f"{named}: {told}"
            if len(candidates) > _MANY and place > 0:
                text = self.tr("{devices}× {name}: {status}").format(devices=count, name=brief, status=status or "–")
            entries.append(KeyEntry(text, LineSample(colour, marker)))
        self._draw_preview(outcome, series, entries)
        self._show_axes(series)
        self.plot.show_series(series, [])
        self.legend.show_entries(entries)

    def _draw_preview(self, outcome: Outcome, series: list[Series], entries: list[KeyEntry]) -> None:
        """Draw the link that is pointed at; the mouse reads it, and it takes part in no comparison."""
        row, own = self._preview, outcome.scenario.devices
        self._previewed = None
        if row is None or (row.on(own) == own and row.link(own) == outcome.scenario.communication.link):
            return
        count, link = row.on(own), row.times(own)
        drawn = by_size.figures(link, count, *self._span)
        if drawn is None:
            return
        colour, dash = self.theme.faint, Qt.PenStyle.DashDotLine
        whole = self._series(drawn, colour, "", 1.2)
        series.append(Series(whole.x, whole.y, colour, "", 1.2, dash))
        size = outcome.scenario.communication.message_bytes
        status = translated(by_size.status_told(row.status_on(own), link, size, count)) or "–"
        named, briefly = (
            self.tr("{name}, N = {devices}").format(name=name, devices=count) for name in (row.name, row.short)
        )
        self._previewed = Drawn(named, briefly, status, link, drawn)
        text = self.tr("{name}: {status}, not ticked").format(name=named, status=status)
        entries.append(KeyEntry(text, LineSample(colour, "", dash)))

    def _series(self, drawn: Figures, colour: str, marker: str, width: float) -> Series:
        def as_shown(sizes: by_size.Values, seconds: by_size.Values) -> by_size.Values:
            return by_size.measured_as(self._measure, sizes, seconds, drawn.devices)

        fits = drawn.fitted()
        inside = (drawn.point_sizes >= self._span[0]) & (drawn.point_sizes <= self._span[1])
        points = drawn.point_sizes[inside], drawn.point_seconds[inside]
        return Series(
            drawn.sizes,
            as_shown(drawn.sizes, drawn.seconds),
            colour,
            marker,
            width,
            points=(points[0], as_shown(*points)),
            fits=(fits[0], as_shown(*fits)),
        )

    def _show_axes(self, series: list[Series]) -> None:
        values = np.concatenate([entry.y for entry in series]) if series else np.array([1e-6, 1e-3])
        values = values[np.isfinite(values) & (values > 0)]
        low, high = (float(values.min()), float(values.max())) if len(values) else (1e-6, 1e-3)
        kind = by_size.dimension(self._measure)
        self.plot.show_axes(
            Axis(Coordinates.over(SIZE, *self._span, True), *self._span, self.tr("message size n")),
            Axis(
                Coordinates.over(kind, low, high, True),
                low / 1.4,
                high * 1.8,
                self._axis_names[self._measure],
            ),
        )

    def _read(self, size: float) -> None:
        """Say what stands under the mouse, or what the axis means and which link is the fastest."""
        outcome = self.outcome
        if outcome is None:
            return
        if not math.isnan(size) and self._shown:
            self._read_at(size)
            return
        said: list[Sentence] = []
        if outcome.missing is not None and not outcome.link.has(outcome.scenario.devices):
            said.append(sentence("This scenario has no curve here: {reason}.", reason=outcome.missing))
        named = [(drawn.short, drawn.figures) for drawn in self._shown]
        equal = by_size.equal_at(named, outcome.scenario.communication.message_bytes)
        if equal is not None:
            said.append(equal)
        winners = by_size.winners(named)
        if winners is not None:
            said.append(sentence("Times: {winners}.", winners=winners))
        meaning = by_size.meaning(self._measure)
        self.show_message([*said, meaning] if self._measure is Measure.TIME else [meaning, *said])

    def _read_at(self, size: float) -> None:
        parts = []
        for drawn in (*self._shown, *([] if self._previewed is None else [self._previewed])):
            told = translated(by_size.reading(drawn.link, size, drawn.figures.devices, self._measure))
            parts.append(f"{drawn.short}: {told}")
        head = self.tr("At {size}:").format(size=by_size.size_told(size))
        self.sentences.show_texts([" ".join([head, "; ".join(parts[:count])]) for count in range(len(parts), 0, -1)])

    @override
    def apply_theme(self) -> None:
        self._show()

    # What is exported

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        own = outcome.scenario.devices
        return outcome.link.has(own) or any(row.times(own).has(row.on(own)) for _, row in self._overlaid)

    @override
    def numbers(self) -> str:
        return tables.sizes_csv(self._shown)

    @override
    def footnote(self) -> Sentence | None:
        rows = [row for _, row in self._overlaid]
        return None if self.outcome is None else library.statuses_told(rows, self.outcome)

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self._overlaid, self._key = list(other._overlaid), ()
        self.switches[other._measure].setChecked(True)

    @override
    def show_controls(self, shown: bool) -> None:
        for button in self.switches.values():
            button.setVisible(shown)
        self.legend.show_whole(not shown)

    @override
    def tab_order(self) -> list[QWidget]:
        return list(self.switches.values())
