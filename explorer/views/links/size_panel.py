"""Time or bandwidth against message size: the scenario's own link and those that are overlaid."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.links import by_size, library, size_words, tables, words
from explorer.answers.links.by_size import Measure, SizeCurve
from explorer.answers.links.library import LibraryRow
from explorer.answers.links.tables import NamedCurve
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
from explorer.views.links.toggles import Toggles
from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.theme import translated

_OWN_MARKER = "o"
_OWN_WIDTH, _OVERLAID_WIDTH, _PREVIEW_WIDTH = 3.0, 1.8, 1.2
"""Pixels of the curves: the scenario's link is seen among many, a preview is thinner than whatever stays."""
_MANY = 6
"""Links beyond which the key has names and status only: the mouse reads the fits."""

_USUAL_TIMES = 1e-6, 1e-3
"""Seconds between which the axis is where nothing is drawn."""


@dataclass(frozen=True)
class _DrawnLink:
    """A link to be drawn, on N devices, and its look."""

    name: str
    short: str
    status: str
    times: MessageTime
    devices: int
    colour: str
    marker: str
    width: float
    dash: Qt.PenStyle = Qt.PenStyle.SolidLine

    @property
    def is_preview(self) -> bool:
        """Whether the link is selected in the list and not ticked: it is drawn and read, and not compared."""
        return not self.marker


class SizePanel(Panel):
    """A log-log plot with a switch between time, algorithm bandwidth and bus bandwidth."""

    name = "link_sizes"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Links against message size"), 3, parent)
        self._overlaid: list[tuple[int, LibraryRow]] = []
        self._preview: LibraryRow | None = None
        self._curves: list[SizeCurve | None] = []
        self._drawn: list[tuple[_DrawnLink, SizeCurve]] = []
        self._measure = Measure.TIME
        self._span = by_size.USUAL_SPAN
        self._drawn_for: tuple[object, ...] = ()
        self.plot = CurvesPlot(self)
        self.plot.setAccessibleName(self.words)
        self.legend = Key(self, lines=4, most=6)
        axes = self.tr("time"), self.tr("algorithm bandwidth"), self.tr("bus bandwidth")
        self._axis_names = dict(zip(Measure, axes, strict=True))
        texts = {
            self.tr("Time"): self.tr("Time against message size"),
            self.tr("Algorithm bw"): self.tr("Algorithm bandwidth against message size"),
            self.tr("Bus bw"): self.tr("Bus bandwidth against message size"),
        }
        tips = [translated(size_words.measure_meaning(measure)) for measure in Measure]
        toggles = Toggles(self, *zip(texts, tips, strict=True))
        self.switches = dict(zip(Measure, toggles.buttons(), strict=True))
        for button, title in zip(toggles.buttons(), texts.values(), strict=True):
            button.setAccessibleName(title)
            self.head.addWidget(button)
        toggles.buttonToggled.connect(self._switch)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.legend)
        self.title.set_whole(self.tr("Against message size"))
        self.plot.hovered.connect(self._read)

    # What is shown

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        size = outcome.scenario.communication.message_bytes
        if not (keep_ranges and self._span[0] <= size <= self._span[1]):
            self._span = by_size.span(size)
        self._show()

    def show_overlaid(self, overlaid: list[tuple[int, LibraryRow]]) -> None:
        """Overlay other links, each in the look of its slot."""
        self._overlaid = overlaid
        self._show()

    def show_preview(self, row: LibraryRow | None) -> None:
        """Draw a link thinly that is selected and not ticked, or none."""
        if row is not self._preview:
            self._preview = row
            if self.isVisible():
                self._show()

    def _switch(self, _button: object, chosen: bool) -> None:
        if chosen:
            self._measure = next(measure for measure, button in self.switches.items() if button.isChecked())
            self._show()

    def _show(self) -> None:
        outcome = self.outcome
        if outcome is None:
            return
        devices, size = outcome.scenario.devices, outcome.scenario.communication.message_bytes
        links = self._links(outcome)
        link = outcome.scenario.communication.link
        key = (link, devices, self._span, self._measure, tuple(self._overlaid), self._preview)
        is_drawn, self._drawn_for = key == self._drawn_for, key  # a drag of the size leaves the curves as they are
        if not is_drawn:
            self._curves = [by_size.size_curve(link.times, link.devices, *self._span) for link in links]
        self._drawn = [(link, curve) for link, curve in zip(links, self._curves, strict=True) if curve is not None]
        if not is_drawn:
            series = [self._series(link, curve) for link, curve in self._drawn]
            self._show_axes(series)
            self.plot.show_series(series)
        entries = [
            KeyEntry(self._entry_text(link, curve, size), LineSample(link.colour, link.marker, link.dash))
            for link, curve in self._drawn
        ]
        self.legend.show_entries(entries)
        text = self.tr("n = {size}").format(size=words.size_text(size))
        self.plot.mark_lines.show([Mark(size, text, self.theme.text)] if size > 0 else [])
        self._read(math.nan)

    def _links(self, outcome: Outcome) -> list[_DrawnLink]:
        """Return what is to be drawn: the scenario's link, the ticked ones, and the one that is selected."""
        own, devices = self.tr("this scenario"), outcome.scenario.devices
        short = library.short_names([row for _, row in self._overlaid])
        links = [
            _DrawnLink(own, own, outcome.link_status, outcome.link, devices, self.theme.text, _OWN_MARKER, _OWN_WIDTH)
        ]
        links += [self._of_library(row, devices, short[row.key], slot) for slot, row in self._overlaid]
        preview = self._preview
        if preview is not None and not (
            preview.on(devices) == devices and preview.link(devices) == outcome.scenario.communication.link
        ):
            links.append(self._of_library(preview, devices, preview.short, None))
        return links

    def _of_library(self, row: LibraryRow, own: int, short: str, slot: int | None) -> _DrawnLink:
        """Return a row in the look of its slot, or as a preview; ``own`` is the scenario's N."""
        figures = row.name, short, row.status_on(own), row.times(own), row.on(own)
        if slot is None:
            return _DrawnLink(*figures, self.theme.faint, "", _PREVIEW_WIDTH, Qt.PenStyle.DashDotLine)
        return _DrawnLink(*figures, *look(slot, self.theme), _OVERLAID_WIDTH)

    def _series(self, link: _DrawnLink, curve: SizeCurve) -> Series:
        def measured(sizes: by_size.Values, seconds: by_size.Values) -> by_size.Values:
            return by_size.measured_as(self._measure, sizes, seconds, curve.devices)

        line = Series(
            curve.sizes, measured(curve.sizes, curve.seconds), link.colour, link.marker, link.width, link.dash
        )
        if link.is_preview:
            return line
        inside = (curve.point_sizes >= self._span[0]) & (curve.point_sizes <= self._span[1])
        sizes, fits = curve.point_sizes[inside], curve.fitted()
        points = sizes, measured(sizes, curve.point_seconds[inside])
        return replace(line, points=points, fits=(fits[0], measured(*fits)))

    def _show_axes(self, series: list[Series]) -> None:
        values = np.concatenate([entry.y for entry in series]) if series else np.array([])
        values = values[np.isfinite(values) & (values > 0)]
        low, high = (float(values.min()), float(values.max())) if len(values) else _USUAL_TIMES
        span, kind = self._span, by_size.dimension(self._measure)
        self.plot.show_axes(
            Axis.over(SIZE, *span, True, self.tr("message size n")),
            Axis(
                Coordinates.over(kind, low, high, True),
                low / 1.4,
                high * 1.8,  # room for the words of the mark above the curves
                self._axis_names[self._measure],
            ),
        )

    def _with_devices(self, name: str, devices: int) -> str:
        return self.tr("{name}, N = {devices}").format(name=name, devices=devices)

    def _entry_text(self, link: _DrawnLink, curve: SizeCurve, size: float) -> str:
        """Return what the key says of a curve: less where there are many."""
        name, status = self._with_devices(link.name, link.devices), self._status(link, size)
        if link.is_preview:
            return self.tr("{name}: {status}, preview").format(name=name, status=status or "–")
        if len(self._overlaid) >= _MANY and link.marker != _OWN_MARKER:
            return self.tr("{devices}× {name}: {status}").format(
                devices=link.devices, name=link.short, status=status or "–"
            )
        quality = translated(size_words.fit_quality(curve, link.times, size))
        return f"{name}: {status}, {quality}" if status else f"{name}: {quality}"

    @staticmethod
    def _status(link: _DrawnLink, size: float) -> str:
        return translated(words.status_at(link.status, link.times, size, link.devices))

    def _read(self, size: float) -> None:
        """Read the curves under the mouse, or say what the axis means and which link is the fastest."""
        outcome = self.outcome
        if outcome is None:
            return
        if not math.isnan(size) and self._drawn:
            readings = [
                (
                    self._with_devices(link.short, link.devices),
                    size_words.size_reading(link.times, size, link.devices, self._measure),
                )
                for link, _ in self._drawn
            ]
            self.sentences.show_texts([translated(text) for text in size_words.size_readings(size, readings)])
            return
        sentences: list[Sentence] = []
        if outcome.missing is not None and not outcome.link.has(outcome.scenario.devices):
            sentences.append(sentence("No curve for this scenario: {reason}.", reason=outcome.missing))
        named = [
            (self._with_devices(link.short, link.devices), curve) for link, curve in self._drawn if not link.is_preview
        ]
        equal = size_words.practically_equal(named, outcome.scenario.communication.message_bytes)
        if equal is not None:
            sentences.append(equal)
        fastest = size_words.fastest_links(named)
        if fastest is not None:
            sentences.append(sentence("Times: {fastest}.", fastest=fastest))
        meaning = size_words.measure_meaning(self._measure)
        self.show_message([*sentences, meaning] if self._measure is Measure.TIME else [meaning, *sentences])

    @override
    def apply_theme(self) -> None:
        self._drawn_for = ()
        self._show()

    # What is exported

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        own = outcome.scenario.devices
        return outcome.link.has(own) or any(row.times(own).has(row.on(own)) for _, row in self._overlaid)

    @override
    def numbers(self) -> str:
        if self.outcome is None:
            return ""
        size = self.outcome.scenario.communication.message_bytes
        return tables.sizes_csv(
            [
                NamedCurve(self._with_devices(link.name, link.devices), self._status(link, size), link.times, curve)
                for link, curve in self._drawn
                if not link.is_preview
            ]
        )

    @override
    def footnotes(self) -> list[Sentence]:
        rows = [row for _, row in self._overlaid]
        statuses = None if self.outcome is None else words.overlaid_statuses(rows, self.outcome)
        return [] if statuses is None else [statuses]

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self._overlaid = list(other._overlaid)
        self.switches[other._measure].setChecked(True)

    @override
    def show_controls(self, shown: bool) -> None:
        for button in self.switches.values():
            button.setVisible(shown)
        self.legend.show_whole(not shown)

    @override
    def tab_order(self) -> list[QWidget]:
        return list(self.switches.values())
