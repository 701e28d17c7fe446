"""Links compared at equal N: time or speed-up against N, each link in a look of its own."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from explorer.answers.links.comparison import Compared, LinkComparison
from explorer.scenario.quantity import COUNT, RATIO, TIME
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series
from explorer.views.charts.marks import Mark
from explorer.views.links.link_list import look
from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.theme import Themed, translated

_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
_WIDER = 1.15
_MANY = 6


class CompareChart(Themed, QWidget):
    """Curves with a marker on each N that has figures, the level of one device, and the scenario's N."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: LinkComparison | None = None
        self._as_speedup = False
        self._heights = (0.0, 0.0)
        self.plot = CurvesPlot(self)
        self.plot.setAccessibleName(self.tr("Links compared against N"))
        self.legend = Key(self, lines=4, most=6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.plot, 1)
        layout.addWidget(self.legend)

    def show_links(self, found: LinkComparison, *, as_speedup: bool, keep_ranges: bool) -> None:
        """Show a comparison; ``keep_ranges`` keeps the heights as long as all fits."""
        kept = keep_ranges and self._found is not None and as_speedup == self._as_speedup
        self._found, self._as_speedup = found, as_speedup
        self._draw(found, keep_ranges=kept)

    def _look(self, link: Compared) -> tuple[str, str, float, Qt.PenStyle]:
        if link.slot == 0:
            return self.theme.text, "o", 3.0, _DASHES[0]
        return (
            *look(link.slot, self.theme),
            2.0,
            _DASHES[(link.slot + link.slot // len(self.theme.devices)) % len(_DASHES)],
        )

    def _draw(self, found: LinkComparison, *, keep_ranges: bool) -> None:
        level = 1.0 if self._as_speedup else found.one_device_s
        first, last = min(found.devices, default=2) / _WIDER, max(found.devices, default=2) * _WIDER
        ends = np.array([first, last])
        series = [Series(ends, np.full(2, max(level, 1e-15)), self.theme.one, dash=Qt.PenStyle.DashLine, width=1.5)]
        entries = [KeyEntry(self.tr("one device"), LineSample(self.theme.one, dash=Qt.PenStyle.DashLine))]
        for link in found.links:
            colour, marker, width, dash = self._look(link)
            heights = np.maximum(link.speedups if self._as_speedup else link.seconds, 1e-15)
            at = link.devices.astype(float)
            series.append(Series(at, heights, colour, marker, width, dash, points=(at, heights)))
            entries.append(KeyEntry(self._named(link), LineSample(colour, marker, dash)))
        self._show_axes(series, first, last, keep_ranges=keep_ranges)
        self.plot.name_ticks(found.devices)
        word = self.tr("N = {devices}").format(devices=found.own_devices)
        self.plot.show_series(series, [Mark(found.own_devices, word, self.theme.text)])
        self.legend.show_entries(entries)

    def _named(self, link: Compared) -> str:
        many = self._found is not None and len(self._found.links) >= _MANY
        name = (link.short if many else link.name) or self.tr("this scenario")
        status = translated(link.status) or "–"
        if not len(link.devices):
            return self.tr("{name}: {status}, no curve for these N").format(name=name, status=status)
        return f"{name}: {status}"

    def _show_axes(self, series: list[Series], first: float, last: float, *, keep_ranges: bool) -> None:
        values = np.concatenate([entry.y for entry in series])
        values = values[np.isfinite(values)]
        low, high = float(values.min()), float(values.max())
        if not (keep_ranges and self._heights[0] <= low and high <= self._heights[1]):
            self._heights = low / 1.3, high * 1.5
        self.plot.show_axes(
            Axis(Coordinates.over(COUNT, first, last, True), first, last, self.tr("devices N")),
            Axis(
                Coordinates.over(RATIO if self._as_speedup else TIME, *self._heights, True),
                *self._heights,
                self.tr("speed-up") if self._as_speedup else self.tr("time"),
            ),
        )

    @override
    def apply_theme(self) -> None:
        if self._found is not None:
            self._draw(self._found, keep_ranges=True)
