"""The page "All-reduce" in the whole window at 1440×900, both sides with 16 devices, played at 1×; and drag steps.

The last line is one JSON object. Runs on the display there is, else offscreen.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from explorer.app.application import make_application
from explorer.document import Document
from explorer.model.collectives.costs import Algorithm
from explorer.views.all_reduce.page import AllReducePage
from explorer.views.shell.main_window import MainWindow
from tests.benchmarks.animation import Painted, play, run

PAIRS = list(pairwise([*Algorithm, Algorithm.RING]))
_DRAG_STEPS = 100


def choose(page: AllReducePage, left: Algorithm, right: Algorithm) -> None:
    order = list(Algorithm)
    for side, index in zip(page.panel.sides, (1 + order.index(left), order.index(right)), strict=True):
        side.chooser.setCurrentIndex(index)
        side.chooser.activated.emit(index)


def drag(document: Document) -> float:
    """Return the median milliseconds of a step of a drag of the message's size, painted."""
    lengths = []
    document.begin_gesture()
    for step in range(_DRAG_STEPS):
        start = time.perf_counter()
        document.drag("message_bytes", 1e6 * 1.03**step)
        QApplication.processEvents()
        lengths.append(1e3 * (time.perf_counter() - start))
    document.end_gesture()
    return round(statistics.median(lengths), 2)


def measure(application: QApplication, folder: Path) -> dict[str, object]:
    document = Document()
    window = MainWindow(document, QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
    window.resize(1440, 900)
    window.show()
    document.edit("devices", 16)
    window.tabs.setCurrentIndex(window.pages.indexOf(window.lazy.tabs["all_reduce"]))
    application.processEvents()
    page = window.lazy.tabs["all_reduce"].page
    assert isinstance(page, AllReducePage)
    painted = Painted(page.panel.sides[1].canvas)
    result: dict[str, object] = {}
    for left, right in PAIRS:
        choose(page, left, right)
        result[f"{left}, {right}"] = play(page.panel.player, painted)
    choose(page, Algorithm.DOUBLE_BINARY_TREE, Algorithm.ONE_SHOT)
    page.panel.show_position(2.5)
    run(0.5)
    result["drag_step_ms"] = drag(document)
    document.stack.setClean()
    window.close()
    return result


def main() -> None:
    application = make_application()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(application, Path(folder)), indent=1))


if __name__ == "__main__":
    main()
