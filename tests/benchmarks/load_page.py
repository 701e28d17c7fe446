"""One drag step of the whole window at 1440×900 with the page "Load" up, from the edit to painted.

Of the arrival rate, which leaves the curves, and of the divisible time, which moves them all; for two devices with a
latency target, and for 65,536 devices.
The last line is JSON. Runs on the display there is, else offscreen.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
from pathlib import Path

if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from explorer.app.application import make_application
from explorer.document import Document
from explorer.views.load.page import LoadPage
from explorer.views.shell.main_window import MainWindow
from tests.benchmarks.frame import Painted, steps

LIMIT_MS = 16.0


def drag(application: QApplication, folder: Path, devices: int, spread: float, name: str) -> list[float]:
    """Milliseconds of each step of a drag of one number, between half and one and a half of it."""
    document = Document()
    window = MainWindow(document, QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
    window.resize(1440, 900)
    document.edit("devices", devices)
    document.edit("service_cv2", spread)
    document.edit("latency_target", 0.015 if devices == 2 else 0.0)
    window.show()
    window.tabs.setCurrentIndex(window.pages.indexOf(window.lazy.tabs["load"]))
    page = window.lazy.tabs["load"].page
    assert isinstance(page, LoadPage)
    while page.runs.is_busy():
        application.processEvents()
    # act gets seconds between 0.006 and 0.018, which are made a rate of 15 to 45 requests per second
    scale = {"divisible": 1.0, "arrivals": 2500.0}[name]
    document.begin_gesture()
    painted = Painted([page.panel.plot.plot.viewport(), page.panel.table])
    found = steps(application, painted, lambda value: document.drag(name, value * scale))
    document.end_gesture()
    document.stack.setClean()
    window.close()
    return found


def main() -> None:
    application = make_application()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for devices in (2, 65536):
            for spread in (0.5, 1.0):
                for name in ("arrivals", "divisible"):
                    times = drag(application, Path(folder), devices, spread, name)
                    found[f"{name}, {devices} devices, cv2 {spread:g}"] = round(statistics.median(times), 2)
    print(json.dumps({"drag_ms_median": found, "limit_ms": LIMIT_MS, "within": max(found.values()) <= LIMIT_MS}))


if __name__ == "__main__":
    main()
