"""The page "Pipeline" in the window at 1440×900: frames a second of a Gantt of 64 stages × 512 micro-batches that is
moved and zoomed, one schedule and all three; and a drag step of the micro-batches, from the edit to painted.

The last line is JSON. Runs on the display there is, else offscreen.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from explorer.app.application import make_application
from explorer.document import Document
from explorer.views.pipeline.page import PipelinePage
from explorer.views.shell.main_window import MainWindow
from tests.benchmarks.frame import Painted

FRAMES, WARM_UP = 90, 10
FEWEST_FRAMES, LONGEST_STEP = 30.0, 16.0


def each(application: QApplication, painted: Painted, act: Callable[[int], None]) -> list[float]:
    """Milliseconds of each step until all is painted."""
    found = []
    for number in range(FRAMES + WARM_UP):
        painted.expect()
        start = time.perf_counter()
        act(number)
        painted.wait(application)
        found.append(1e3 * (time.perf_counter() - start))
        application.processEvents()
    return found[WARM_UP:]


def scroll(application: QApplication, page: PipelinePage, share: float) -> float:
    """Frames a second while times in sight, a share of all, go by."""
    gantt = page.times.gantt
    whole = gantt.longest

    def act(number: int) -> None:
        low = (1 - share) * whole * number / (FRAMES + WARM_UP)
        gantt.show_span((low, low + share * whole * (1 + 0.0001 * number)))

    return round(1e3 / statistics.median(each(application, Painted([gantt]), act)), 1)


def play(application: QApplication, page: PipelinePage) -> float:
    """Frames a second while the cursor goes over the whole."""
    page.times.gantt.show_span(None)

    def act(number: int) -> None:
        page.times.player.show_position(4 * (number + 1) / (FRAMES + WARM_UP + 1))

    found = each(application, Painted([page.times.gantt]), act)
    page.times.player.rewind()
    return round(1e3 / statistics.median(found), 1)


def drag(application: QApplication, document: Document, page: PipelinePage) -> dict[str, float]:
    """Milliseconds of a drag step of m, with all that the page shows painted."""
    widgets = [page.times.gantt, page.bubble.plot.plot.viewport()]
    document.begin_gesture()
    found = each(application, Painted(widgets), lambda number: document.drag("micro_batches", 5 + number % 40))
    document.end_gesture()
    return {"median": round(statistics.median(found), 2), "p95": round(statistics.quantiles(found, n=20)[-1], 2)}


def measure(application: QApplication, folder: Path) -> dict[str, object]:
    document = Document()
    window = MainWindow(document, QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
    window.resize(1440, 900)
    window.show()
    window.tabs.setCurrentIndex(window.pages.indexOf(window.lazy.tabs["pipeline"]))
    page = window.lazy.tabs["pipeline"].page
    assert isinstance(page, PipelinePage)
    document.edit("stages", 4)
    document.edit("backward_ratio", 2.0)
    application.processEvents()
    result: dict[str, object] = {"drag_ms": drag(application, document, page)}
    document.edit("stages", 2)
    page.times.show_all(True)
    result["drag_all_ms"] = drag(application, document, page)
    document.edit("stages", 64)
    start = time.perf_counter()
    document.edit("micro_batches", 512)
    application.processEvents()
    result["edit_64x512_all_ms"] = round(1e3 * (time.perf_counter() - start), 1)
    rates = {}
    for name, shown in (("all", True), ("one", False)):
        page.times.show_all(shown)
        rates[name] = {share: scroll(application, page, share) for share in (0.5, 0.05, 0.003)}
        rates[name]["play"] = play(application, page)
    result["frames_per_s"] = rates
    document.stack.setClean()
    window.close()
    slowest = min(min(found.values()) for found in rates.values())
    steps = max(result["drag_ms"]["median"], result["drag_all_ms"]["median"])  # type: ignore[index]
    return result | {"within": slowest >= FEWEST_FRAMES and steps <= LONGEST_STEP}


if __name__ == "__main__":
    made = make_application()
    with tempfile.TemporaryDirectory() as place:
        print(json.dumps(measure(made, Path(place))))
