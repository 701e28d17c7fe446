"""A day of use: random edits, drags, undo, windows, files, with the memory watched. One JSON object as its last line.

Takes about a quarter of an hour; a number after the name asks for fewer edits.
"""

from __future__ import annotations

import gc
import json
import os
import random
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from explorer.app.application import make_application
from explorer.document import Document
from explorer.scenario.edit import ALL_PARAMETERS
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.scale import STEPS, Scale

EDITS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
DRAG_STEPS, WARM_UP, WINDOWS, FILES = EDITS // 2, EDITS // 10, 40, 1000


def resident_mib() -> float:
    """Memory of this process, from the kernel (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def settle(application: QApplication) -> None:
    for _ in range(3):
        application.processEvents()
        application.sendPostedEvents(None, 52)  # DeferredDelete
    gc.collect()


def edits(application: QApplication, settings: QSettings) -> tuple[float, float]:
    """Return the memory after the warm-up and at the end."""
    rng = random.Random(3)
    window = MainWindow(Document(), settings)
    window.show()
    document = window.document
    after_warm_up = 0.0
    for number in range(EDITS):
        name = rng.choice([key for key, parameter in ALL_PARAMETERS.items() if parameter.slider])
        draw = rng.random()
        if draw < 0.1:
            document.undo()
        elif draw < 0.15:
            document.redo()
        elif draw < 0.2:
            document.choose(rng.randrange(6))
        else:
            document.edit(name, Scale.of(ALL_PARAMETERS[name]).value(rng.randrange(STEPS + 1)))
        if number % 50 == 0:
            application.processEvents()
        if number == WARM_UP:
            settle(application)
            after_warm_up = resident_mib()
    settle(application)
    end = resident_mib()
    document.stack.setClean()
    window.close()
    settle(application)
    return after_warm_up, end


def drags(application: QApplication, settings: QSettings) -> tuple[float, float]:
    """Return the memory after the warm-up and at the end of drags of a hundred steps, each of one parameter."""
    rng = random.Random(4)
    window = MainWindow(Document(), settings)
    window.show()
    document, names = window.document, [key for key, parameter in ALL_PARAMETERS.items() if parameter.slider]
    after_warm_up, name = 0.0, names[0]
    for number in range(DRAG_STEPS):
        if number % 100 == 0:
            document.end_gesture()
            document.choose(rng.randrange(6))
            name, at = rng.choice(names), rng.randrange(STEPS + 1)
            document.begin_gesture()
        at = min(max(at + rng.randint(-20, 20), 0), STEPS)
        document.drag(name, Scale.of(ALL_PARAMETERS[name]).value(at))
        if number % 10 == 0:
            application.processEvents()
        if number == DRAG_STEPS // 5:
            settle(application)
            after_warm_up = resident_mib()
    document.end_gesture()
    settle(application)
    end = resident_mib()
    document.stack.setClean()
    window.close()
    settle(application)
    return after_warm_up, end


def windows(application: QApplication, settings: QSettings) -> tuple[float, float]:
    """Return the memory after ten windows and after all."""
    after_ten = 0.0
    for number in range(WINDOWS):
        window = MainWindow(Document(), settings)
        window.show()
        application.processEvents()
        window.document.edit("divisible", 0.013)
        application.processEvents()
        window.document.stack.setClean()
        window.close()
        del window
        settle(application)
        if number == 9:
            after_ten = resident_mib()
    return after_ten, resident_mib()


def files(folder: Path) -> int:
    """Open and save, and return how often something else came back."""
    document, wrong = Document(), 0
    for number in range(FILES):
        path = folder / f"{number % 7}.json"
        document.edit("divisible", 1e-5 * (number + 1))
        document.save(path)
        saved = document.state.scenarios
        document.open(path)
        wrong += document.state.scenarios != saved
    return wrong


def main() -> None:
    application = make_application()
    with tempfile.TemporaryDirectory() as name:
        settings = QSettings(str(Path(name) / "s.ini"), QSettings.Format.IniFormat)
        many = windows(application, settings)
        first, last = edits(application, settings)
        dragged = drags(application, settings)
        wrong = files(Path(name))
    result = {
        "edits": EDITS,
        "mib_after_warm_up": round(first, 1),
        "mib_at_end": round(last, 1),
        "drag_steps": DRAG_STEPS,
        "mib_after_first_drags": round(dragged[0], 1),
        "mib_after_all_drags": round(dragged[1], 1),
        "windows": WINDOWS,
        "mib_after_ten": round(many[0], 1),
        "mib_after_all": round(many[1], 1),
        "files": FILES,
        "files_wrong": wrong,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
