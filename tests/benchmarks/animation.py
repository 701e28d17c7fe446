"""The animation of the matrices in the whole window at 1440×900, played at 1×, and the same window while it is paused.

The last line is one JSON object. Runs on the display there is, else offscreen.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QObject, QSettings, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from explorer.app.application import make_application
from explorer.document import Document
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in
from explorer.scenario.matrices import ARTICLE, Sizes, random_matrix
from explorer.scenario.matrix import Matrix
from explorer.scenario.scenario import Scenario
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.player import Player

WARM_UP_S, IDLE_S = 1.0, 3.0
CASES = {"article": (ARTICLE, 2), "large": (random_matrix(Sizes(16, 16, 16, 16), 1), 8)}


class Painted(QObject):
    """Keeps the time of each paint event of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.times: list[float] = []
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.times.append(time.perf_counter())
        return False


def run(seconds: float) -> None:
    """Let the program's own loop run, as it does for a person: it sleeps where there is nothing to do."""
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()


def scenario(matrix: Matrix, devices: int) -> Scenario:
    return replace_at(change(built_in()[0], "devices", devices), ("matrix",), matrix)


def share_of_core(seconds: float) -> float:
    """Return the process's CPU time while it runs, as a share of the time that passes."""
    cpu, wall = time.process_time(), time.perf_counter()
    run(seconds)
    return (time.process_time() - cpu) / (time.perf_counter() - wall)


def play(player: Player, painted: Painted) -> dict[str, float]:
    """Play from the start to the end at 1×, as long as that takes."""
    player.rewind()
    run(WARM_UP_S)
    painted.times.clear()
    cpu, wall = time.process_time(), time.perf_counter()
    player.toggle()
    while player.is_playing():
        if time.perf_counter() - wall > 60:
            sys.exit("the animation does not come to its end")
        run(0.2)
    used = time.process_time() - cpu
    times = painted.times
    lengths = [1e3 * (after - before) for before, after in pairwise(times)]
    passed = times[-1] - times[0]
    return {
        "frames_per_s": round((len(times) - 1) / passed, 1),
        "frame_ms_p95": round(statistics.quantiles(lengths, n=20)[-1], 1),
        "frame_ms_longest": round(max(lengths), 1),
        "cpu_share": round(used / (time.perf_counter() - wall), 3),
    }


def measure(application: QApplication, folder: Path) -> dict[str, object]:
    document = Document()
    window = MainWindow(document, QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
    window.resize(1440, 900)
    window.show()
    application.processEvents()
    painted = Painted(window.front.split.canvas)
    result: dict[str, object] = {}
    for name, (matrix, devices) in CASES.items():
        wanted = scenario(matrix, devices)
        document.arrange(lambda state, wanted=wanted: state.replaced(state.current, wanted), name)
        result[name] = play(window.front.split.player, painted)
    window.front.split.show_position(2.5)
    run(WARM_UP_S)
    painted.times.clear()
    result["idle_cpu_share"] = round(share_of_core(IDLE_S), 4)
    result["idle_paints"] = len(painted.times)
    document.stack.setClean()
    window.close()
    return result


def main() -> None:
    application = make_application()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(application, Path(folder))))


if __name__ == "__main__":
    main()
