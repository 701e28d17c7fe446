"""Links compared at equal N: time or speed-up against N, each link in a look of its own."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.links.comparison import ComparedLink, LinkComparison
from explorer.answers.links.device_words import compared_status
from explorer.scenario.quantity import COUNT, RATIO, TIME
from explorer.views.charts.axes import Axis
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series
from explorer.views.charts.marks import Mark
from explorer.views.links.link_list import look
from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.layouts import column
from explorer.views.widgets.theme import Themed, translated

_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
_MARGIN = 1.15
"""Factor by which the axis of N goes beyond the first and the last N, so that the markers there are whole."""
_LEAST = 1e-15
"""A time of nothing is drawn as this, at the foot of the logarithmic axis."""
_MANY = 6
"""Links from which on the key has the short names."""


class CompareChart(Themed, QWidget):
    """Curves with a marker on each N that has figures, the level of one device, and the scenario's N."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: LinkComparison | None = None
        self._as_speedup = False
        self._heights = (0.0, 0.0)
        self.plot = CurvesPlot(self)
        self.plot.setAccessibleName(self.tr("Links compared against N"))
        self.legend = Key(self, lines=4, most=6)
        column((self.plot, 1), self.legend, owner=self, spacing=2)

    def show_links(self, comparison: LinkComparison, *, as_speedup: bool, keep_ranges: bool) -> None:
        """Show a comparison; ``keep_ranges`` keeps the heights as long as all curves fit."""
        kept = keep_ranges and self._comparison is not None and as_speedup == self._as_speedup
        self._comparison, self._as_speedup = comparison, as_speedup
        self._draw(comparison, keep_ranges=kept)

    def _look(self, link: ComparedLink) -> tuple[str, str, float, Qt.PenStyle]:
        """Return colour, marker, width and dash of a curve."""
        if link.slot == 0:
            return self.theme.text, "o", 3.0, _DASHES[0]
        dash = link.slot + link.slot // len(self.theme.devices)  # shifted, where the colours begin again
        return *look(link.slot, self.theme), 2.0, _DASHES[dash % len(_DASHES)]

    def _draw(self, comparison: LinkComparison, *, keep_ranges: bool) -> None:
        level = 1.0 if self._as_speedup else comparison.one_device_s
        counts, dash = comparison.devices, Qt.PenStyle.DashLine
        ends = np.array([min(counts, default=2) / _MARGIN, max(counts, default=2) * _MARGIN])
        series = [Series(ends, np.full(2, max(level, _LEAST)), self.theme.one, dash=dash, width=1.5)]
        entries = [KeyEntry(self.tr("one device"), LineSample(self.theme.one, dash=dash))]
        for link in comparison.links:
            colour, marker, width, dash = self._look(link)
            heights = np.maximum(link.speedups if self._as_speedup else link.seconds, _LEAST)
            devices = link.devices.astype(float)
            series.append(Series(devices, heights, colour, marker, width, dash, points=(devices, heights)))
            many = len(comparison.links) >= _MANY
            entries.append(KeyEntry(self._entry_text(link, short=many), LineSample(colour, marker, dash)))
        self._show_axes(series, *ends.tolist(), keep_ranges=keep_ranges)
        self.plot.name_ticks(counts)
        mark = self.tr("N = {devices}").format(devices=comparison.own_devices)
        self.plot.show_series(series, [Mark(comparison.own_devices, mark, self.theme.text)])
        self.legend.show_entries(entries)

    def _entry_text(self, link: ComparedLink, *, short: bool) -> str:
        name = (link.short if short else link.name) or self.tr("this scenario")
        status = translated(compared_status(link)) or "–"
        if not len(link.devices):
            return self.tr("{name}: {status}, no figures for these N").format(name=name, status=status)
        return f"{name}: {status}"

    def _show_axes(self, series: list[Series], first: float, last: float, *, keep_ranges: bool) -> None:
        values = np.concatenate([entry.y for entry in series])
        values = values[np.isfinite(values)]
        low, high = float(values.min()), float(values.max())
        if not (keep_ranges and self._heights[0] <= low and high <= self._heights[1]):
            self._heights = low / 1.3, high * 1.5
        kind, name = (RATIO, self.tr("speed-up")) if self._as_speedup else (TIME, self.tr("time"))
        devices = Axis.over(COUNT, first, last, True, self.tr("devices N"))
        self.plot.show_axes(devices, Axis.over(kind, *self._heights, True, name))

    @override
    def apply_theme(self) -> None:
        if self._comparison is not None:
            self._draw(self._comparison, keep_ranges=True)
