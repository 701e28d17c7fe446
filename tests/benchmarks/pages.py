"""One drag step with each page up at 1440×900, from the edit to painted, and the plan of 64 devices.

The last line is one JSON object. Runs on the display there is, else offscreen.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from pathlib import Path

if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from explorer.answers.outcome import Outcome
from explorer.answers.parallelism.divisions import plan
from explorer.app.application import make_application
from explorer.document import Document
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from explorer.views.shell.main_window import MainWindow
from tests.benchmarks.frame import Painted, steps


def page_steps(application: QApplication, folder: Path, place: int, devices: int) -> tuple[str, list[float]]:
    """Milliseconds of each step of a drag of C with a page up."""
    document = Document()
    document.edit("devices", devices)
    window = MainWindow(document, QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
    window.resize(1440, 900)
    window.show()
    window.tabs.setCurrentIndex(place)
    application.processEvents()
    document.begin_gesture()
    painted = Painted([window.bar])  # Qt paints all that is dirty of a window in one go
    found = steps(application, painted, lambda value: document.drag("divisible", value))
    document.end_gesture()
    document.stack.setClean()
    title = window.tabs.tabText(place)
    window.close()
    return title, found


def plan_milliseconds() -> list[float]:
    """Milliseconds of the plan of 64 devices, on nodes of eight, over a modelled link."""
    link = {"kind": "algorithm", "algorithm": "best", "alpha_s": 1e-6, "bandwidth_bytes_per_s": 2e11}
    base = built_in()[0].model_dump()
    base |= {"devices": 64, "pipeline": {"devices_per_node": 8}}
    base["communication"]["link"] = link
    found = []
    for _ in range(30):
        outcome = Outcome(Scenario.model_validate(base))
        start = time.perf_counter()
        outcome.of(plan)
        found.append(1e3 * (time.perf_counter() - start))
    return found


def main() -> None:
    """Measure and print."""
    application = make_application()
    result: dict[str, object] = {"plan_64_ms": round(statistics.median(plan_milliseconds()), 2)}
    with tempfile.TemporaryDirectory() as folder:
        count = len(MainWindow(Document(), QSettings(f"{folder}/s.ini", QSettings.Format.IniFormat)).lazy.tabs)
        for place in range(count):
            for devices in (2, 64):
                title, found = page_steps(application, Path(folder), place, devices)
                result[f"{title}, N = {devices}: drag_step_ms"] = round(statistics.median(found), 2)
                print(f"{title}, N = {devices}: {statistics.median(found):.2f} ms")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
