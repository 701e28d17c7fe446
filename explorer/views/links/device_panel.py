"""T_N and speed-up against the number of devices, as stacked bars."""

from __future__ import annotations

import math
from typing import Self

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.links import by_devices, comparison, device_words, tables
from explorer.answers.links.by_devices import BYTES, COMPUTE, SERIAL, STARTUP, TERMS, DeviceRow, DeviceRows
from explorer.answers.links.comparison import LinkComparison
from explorer.answers.links.library import LibraryRow
from explorer.answers.outcome import Outcome
from explorer.scenario.sentence import Sentence, sentence
from explorer.views.base.panel import Panel
from explorer.views.links.compare_chart import CompareChart
from explorer.views.links.toggles import Toggles
from explorer.views.widgets.card import plain_tip
from explorer.views.widgets.key import FillSample, Key, KeyEntry, LineSample
from explorer.views.widgets.painting import Fill
from explorer.views.widgets.stacked_bars import BarPiece, StackedBar, StackedBars, UprightLine
from explorer.views.widgets.theme import Theme, translated

_TICK = sentence("Tick links in the list to compare them here.")
_ONE_DEVICE = "one device"


def fill_of(key: str, theme: Theme) -> Fill:
    """Return the fill of a part: start-ups and bytes have one colour, as communication, and differ by hatching."""
    if key == STARTUP:
        return Fill(theme.communication, theme.card)
    return Fill({SERIAL: theme.faint, _ONE_DEVICE: theme.one, BYTES: theme.communication}.get(key, theme.split))


def _draw_level(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw the line at the time of one device."""
    LineSample(theme.one, dash=Qt.PenStyle.DashLine, width=1.5)(painter, room, theme)


class DevicePanel(Panel):
    """Bars for each N that has figures, the best marked; or the ticked links compared, as times or speed-ups."""

    name = "link_devices"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Time and speed-up against N"), 4, parent)
        self._overlaid: list[tuple[int, LibraryRow]] = []
        self._on_screen = True
        usual = self.tr("N = {devices}").format(devices=65536), "888.8 ms  88.888×  " + self.tr("best")
        self.bars = StackedBars(fill_of, self, usual=usual)
        self.chart = CompareChart(self)
        self._key = Key(self)
        parts = self.tr("S + ΔS"), self.tr("compute"), self.tr("start-ups"), self.tr("bytes")
        entries = [KeyEntry(text, FillSample(fill_of, key)) for key, text in zip(TERMS, parts, strict=True)]
        self._key.show_entries([*entries, KeyEntry(self.tr("one device"), _draw_level)])
        self._toggles = Toggles(
            self,
            (self.tr("Parts"), self.tr("The parts of the time on the scenario's link")),
            (self.tr("Time"), self.tr("The time on the scenario's link and on the ticked ones")),
            (self.tr("Speed-up"), self.tr("The speed-up on the scenario's link and on the ticked ones")),
        )
        self.parts, self.seconds, self.speedups = self._toggles.buttons()
        self._comparing_tips = {button: button.toolTip() for button in (self.seconds, self.speedups)}
        for button in self._toggles.buttons():
            self.head.addWidget(button)
        for part, share in ((self._key, 0), (self.bars, 1), (self.chart, 1)):
            self.body.addWidget(part, share)
        self._show_kind()
        self._toggles.buttonToggled.connect(self._choose)
        self.bars.hovered.connect(self._read)
        self.chart.plot.hovered.connect(self._read_at)

    # What is shown

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        self._show(keep_ranges=keep_ranges)

    def _show(self, *, keep_ranges: bool = False) -> None:
        compared = self._comparison()
        if compared is not None:
            self.chart.show_links(compared, as_speedup=self.speedups.isChecked(), keep_ranges=keep_ranges)
            self._read_at(math.nan)
        elif (rows := self.rows()) is not None:
            bars = [self._bar(row, best=row is rows.best) for row in rows.rows]
            self.bars.show_bars(bars, [UprightLine(rows.rows[0].total_s, _ONE_DEVICE)], keep_ranges=keep_ranges)
            self._read(None)

    def _bar(self, row: DeviceRow, *, best: bool) -> StackedBar:
        """Return the bar of an N; compute on one device has its own colour, hatched start-ups no text."""
        own = self.outcome is not None and row.devices == self.outcome.scenario.devices
        pieces = tuple(
            BarPiece(
                _ONE_DEVICE if key == COMPUTE and row.devices == 1 else key,
                seconds,
                "" if key == STARTUP else formatting.short_seconds(seconds),
            )
            for key, seconds in row.parts()
        )
        figures = f"{formatting.seconds(row.total_s)}  {formatting.ratio(row.speedup)}"
        total = self.tr("{figures}  best").format(figures=figures) if best else figures
        title = self.tr("N = {devices}").format(devices=row.devices)
        return StackedBar(title, pieces, total, bold=own or best, pays=best and row.devices > 1)

    def rows(self) -> DeviceRows | None:
        """Return what the bars show."""
        if self.outcome is None:
            return None
        others = comparison.measured_on(self.outcome.scenario.devices, self._overlaid)
        return self.outcome.of(by_devices.rows, others)

    def _comparison(self) -> LinkComparison | None:
        """Return how the ticked links compare, or None while the parts of one link are shown."""
        if self.outcome is None or not self.is_comparing():
            return None
        return self.outcome.of(comparison.compare, tuple(self._overlaid))

    def is_comparing(self) -> bool:
        """Whether the ticked links are compared, not the parts of one link shown."""
        return bool(self._overlaid) and not self.parts.isChecked()

    def show_overlaid(self, overlaid: list[tuple[int, LibraryRow]]) -> None:
        """Compare these links from now on; the second one that is ticked brings the comparison up."""
        several = len(overlaid) > 1 >= len(self._overlaid)
        self._overlaid = overlaid
        if several and self.parts.isChecked():
            self.seconds.setChecked(True)
        elif not overlaid:
            self.parts.setChecked(True)
        self._show_kind()
        if self.isVisible():
            self._show()

    def _choose(self, _button: object, chosen: bool) -> None:
        if chosen:
            self._show_kind()
            self._show()

    def _show_kind(self) -> None:
        comparing = self.is_comparing()
        self.title.set_whole(
            self.tr("Links compared against N") if comparing else self.tr("This scenario's link against N")
        )
        for part in (self.bars, self._key):
            part.setVisible(not comparing)
        self.chart.setVisible(comparing)
        for button, tip in self._comparing_tips.items():
            button.setEnabled(bool(self._overlaid))
            button.setToolTip(tip if self._overlaid else plain_tip(translated(_TICK)))

    def _read(self, index: int | None) -> None:
        """Read the bar under the mouse, or say which N is the best."""
        rows = self.rows()
        if rows is None or self.outcome is None:
            return
        if index is not None:
            self.show_message([device_words.device_reading(rows.rows[index])])
            return
        assumed = by_devices.assumed_figures(self.outcome, [row.devices for row in rows.rows])
        hint = [] if self._overlaid or not self._on_screen else [_TICK]
        self.show_message([*device_words.device_sentences(rows, assumed, self.outcome), *hint])

    def _read_at(self, devices: float) -> None:
        """Read the links on the N under the mouse, or say which N is the best on each."""
        compared = self._comparison()
        if compared is None:
            return
        if math.isnan(devices):
            self.show_message(device_words.comparison_sentences(compared))
        else:
            self.show_message(device_words.comparison_reading(compared, devices))

    # What is exported

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return True  # one device always has its time

    @override
    def numbers(self) -> str:
        compared, rows = self._comparison(), self.rows()
        if compared is not None:
            return tables.compared_csv(compared)
        return "" if rows is None else tables.devices_csv(rows)

    @override
    def footnotes(self) -> list[Sentence]:
        compared = self._comparison()
        return [] if compared is None else [device_words.compared_statuses(compared)]

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self._overlaid = list(other._overlaid)
        self._toggles.button(other._toggles.checkedId()).setChecked(True)
        self._show_kind()

    @override
    def show_controls(self, shown: bool) -> None:
        self._on_screen = shown
        for button in self._toggles.buttons():
            button.setVisible(shown)
        self.chart.legend.show_whole(not shown)

    @override
    def tab_order(self) -> list[QWidget]:
        return [self.parts, self.seconds, self.speedups]
