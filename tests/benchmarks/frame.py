"""One drag step of the whole window at 1440×900, from the edit to painted, beside Matplotlib's QtAgg.

The last line is one JSON object. Needs the extra ``benchmark``. Runs on the display there is, else offscreen.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, QSettings
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from explorer.answers.outcome import Outcome
from explorer.app.application import make_application
from explorer.document import Document
from explorer.scenario.edit import change
from explorer.scenario.library import built_in
from explorer.views.break_even.page import BreakEvenPage
from explorer.views.shell.main_window import MainWindow

STEPS, WARM_UP = 120, 20
AXES = (("divisible", False), ("bandwidth", True), ("efficiency", False))


class Painted(QObject):
    """Tells whether each of some widgets was painted since the last look."""

    def __init__(self, widgets: list[QWidget]) -> None:
        super().__init__()
        self._waiting: set[int] = set()
        self._all = {id(widget) for widget in widgets}
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._waiting.discard(id(watched))
        return False

    def wait(self, application: QApplication) -> None:
        end = time.perf_counter() + 5
        while self._waiting and time.perf_counter() < end:
            application.processEvents()
        if self._waiting:
            sys.exit("frame.py: a plot was not painted within five seconds")

    def expect(self) -> None:
        self._waiting = set(self._all)


def steps(application: QApplication, painted: Painted, act: Callable[[float], None]) -> list[float]:
    """Milliseconds of each step of a drag of C to and fro."""
    found = []
    for number in range(STEPS + WARM_UP):
        value = 0.006 + 0.012 * abs((number % 60) - 30) / 30 + 1e-6 * number
        painted.expect()
        start = time.perf_counter()
        act(value)
        painted.wait(application)
        found.append(1e3 * (time.perf_counter() - start))
        application.processEvents()
    return found[WARM_UP:]


def window_steps(
    application: QApplication, folder: Path, *, pinned: bool, fourth: bool = False
) -> tuple[list[float], list[tuple[int, int]]]:
    """Drag steps of the whole window, and the pixel sizes of its plots; with the table behind, and a pinned ghost."""
    document = Document()
    window = MainWindow(document, QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
    window.resize(1440, 900)
    window.show()
    application.processEvents()
    if pinned:
        document.choose(3)
        document.pin(2)
        window.tabs.setCurrentIndex(1)
        application.processEvents()
        window.tabs.setCurrentIndex(0)
    window.front.plots.more.setChecked(fourth)
    application.processEvents()
    viewports = [plot.chart.plot.viewport() for plot in window.front.plots.shown_plots()]
    document.begin_gesture()
    found = steps(application, Painted(viewports), lambda value: document.drag("divisible", value))
    document.end_gesture()
    sizes = [(viewport.width(), viewport.height()) for viewport in viewports]
    document.stack.setClean()
    window.close()
    return found, sizes


def plot_steps(application: QApplication, sizes: list[tuple[int, int]]) -> list[float]:
    """The same drag on our three plots alone, at the same size."""
    page = BreakEvenPage()
    page.resize(sum(width for width, _ in sizes) + 90, sizes[0][1] + 130)
    page.show_outcome(Outcome(built_in()[0]), keep_ranges=False)
    page.show()
    application.processEvents()
    viewports = [plot.chart.plot.viewport() for plot in page.plots]

    def act(value: float) -> None:
        page.show_outcome(Outcome(change(built_in()[0], "divisible", value)), keep_ranges=True)

    found = steps(application, Painted(viewports), act)
    page.close()
    return found


def matplotlib_steps(application: QApplication, sizes: list[tuple[int, int]]) -> list[float]:
    """The same curves in Matplotlib's QtAgg at the same pixel sizes, redrawn at each step."""
    from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
    from matplotlib.figure import Figure

    holder = QWidget()
    layout = QHBoxLayout(holder)
    outcome = Outcome(built_in()[0])
    panels = []
    for (name, logarithmic), (width, height) in zip(AXES, sizes, strict=True):
        canvas = FigureCanvasQTAgg(Figure(layout="none"))
        canvas.setFixedSize(width, height)
        layout.addWidget(canvas)
        axes = canvas.figure.add_subplot()
        span = outcome.span(name, logarithmic) or (0.0, 1.0)
        axes.set(xscale="log" if logarithmic else "linear", xlim=span)
        axes.set_ylim(0, outcome.top(name, *span, logarithmic, as_speedup=False))
        axes.minorticks_on()
        axes.grid(visible=True, which="both", alpha=0.3)
        axes.set_xlabel(name)
        axes.set_ylabel("time (s)")
        lines = [axes.plot([], [], style, linewidth=2)[0] for style in ("C7-", "C0-", "C0--")]
        lines += [axes.plot([], [], style, markersize=9)[0] for style in ("C7o", "C0o")]
        label = axes.text(0.02, 0.95, "", transform=axes.transAxes)
        shade = axes.axvspan(*span, alpha=0.1, color="green")
        panels.append((name, logarithmic, span, canvas, lines, axes.axvline(1), axes.axvline(1), label, shade))
    holder.show()
    application.processEvents()

    def act(value: float) -> None:
        now = Outcome(change(built_in()[0], "divisible", value))
        for name, logarithmic, span, canvas, lines, own, threshold, label, shade in panels:
            curves, performance = now.curves(name, *span, logarithmic), now.performance
            if curves is None or performance is None:
                continue
            at, limit = float(getattr(now.phase, name)), float(now.thresholds[name].value)
            heights = (curves.one_device_s, curves.split_s, curves.bound_s)
            for line, drawn in zip(lines[:3], heights, strict=True):
                line.set_data(curves.value, drawn)
            lines[3].set_data([at], [performance.one_device_s])
            lines[4].set_data([at], [performance.split_s])
            own.set_xdata([at] * 2)
            threshold.set_xdata([limit] * 2)
            label.set_text(f"{limit:.4g}")
            shade.set_x(limit)
            shade.set_width(span[1] - limit)
            canvas.draw()

    found = steps(application, Painted([panel[3] for panel in panels]), act)
    holder.close()
    return found


def main() -> None:
    application = make_application()
    with tempfile.TemporaryDirectory() as folder:
        whole, sizes = window_steps(application, Path(folder), pinned=False)
        pinned, _ = window_steps(application, Path(folder), pinned=True)
        four, _ = window_steps(application, Path(folder), pinned=True, fourth=True)
    ours = plot_steps(application, sizes)
    theirs = matplotlib_steps(application, sizes)
    ours_ms, theirs_ms = statistics.median(ours), statistics.median(theirs)
    result = {
        "drag_ms_median": round(statistics.median(whole), 2),
        "drag_ms_p95": round(statistics.quantiles(whole, n=20)[-1], 2),
        "ghost_ms_median": round(statistics.median(pinned), 2),
        "ghost_and_fourth_plot_ms_median": round(statistics.median(four), 2),
        "plots_ms_median": round(ours_ms, 2),
        "matplotlib_ms_median": round(theirs_ms, 2),
        "ratio": round(theirs_ms / ours_ms, 2),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
