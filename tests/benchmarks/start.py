"""From process start to painted window, beside Matplotlib drawing the same three plots: medians of five each.

The last line is one JSON object. Needs the extra ``benchmark``. Runs on the display there is, else offscreen.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

STARTS = 5

PAINTED = """
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

class Painted(QObject):
    def __init__(self, widgets):
        super().__init__()
        self.waiting = {id(widget) for widget in widgets}
        for widget in widgets:
            widget.installEventFilter(self)
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and id(watched) in self.waiting:
            self.waiting.discard(id(watched))
            if not self.waiting:
                QApplication.postEvent(self, QEvent(QEvent.Type.User))
        return False
    def event(self, event):
        if event.type() == QEvent.Type.User:
            print("painted", flush=True)
            QApplication.quit()
        return super().event(event)
"""
"""Says when all of some widgets were painted; put before both programs."""

PAREGGIO = """
import sys
from explorer.cli.command import main
import explorer.cli.command
def window(arguments):
    from explorer.app.system_check import missing_for_window
    assert missing_for_window() is None
    from explorer.app import application, windows
    show = windows.MainWindow.show
    def shown(window):
        window.kept = Painted([plot.chart.plot.viewport() for plot in window.front.plots.plots])
        show(window)
    windows.MainWindow.show = shown
    return application.run(None)
explorer.cli.command._window = window
sys.exit(main([]))
"""

MATPLOTLIB = """
import numpy as np
from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
from matplotlib.figure import Figure
from PySide6.QtWidgets import QHBoxLayout, QWidget

application = QApplication([])
holder = QWidget()
holder.resize(1440, 900)
layout = QHBoxLayout(holder)
S, C, eta, Q, l, V, B = 0.0008, 0.012, 0.8, 4, 3e-5, 2e6, 1e10

def split(C=C, eta=eta, B=B):
    return S + C / (2 * eta) + Q * (l + V / B)

def bound(C=C, eta=eta, B=B):
    return S + np.maximum(C / (2 * eta), Q * (l + V / B))

canvases = []
for name, x, log in (
    ("C", np.linspace(0, 0.024, 245), False),
    ("B", np.geomspace(5e8, 2e11, 245), True),
    ("eta", np.linspace(0.3, 1.1, 245), False),
):
    canvas = FigureCanvasQTAgg(Figure(layout="none"))
    layout.addWidget(canvas)
    axes = canvas.figure.add_subplot()
    axes.set(xscale="log" if log else "linear", xlabel=name, ylabel="time (s)")
    axes.minorticks_on()
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.plot(x, S + (x if name == "C" else C) * np.ones_like(x), "C7-", linewidth=2)
    axes.plot(x, split(**{name: x}), "C0-", linewidth=2)
    axes.plot(x, bound(**{name: x}), "C0--", linewidth=2)
    axes.axvline({"C": C, "B": B, "eta": eta}[name])
    axes.set_ylim(0, 0.027)
    canvases.append(canvas)

painted = Painted(canvases)
holder.show()
application.exec()
"""


def seconds(code: str, folder: str) -> float:
    """Start a process and wait until its window is painted."""
    environment = {**os.environ, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its bytecode, as Matplotlib has here
    if not environment.get("DISPLAY") and not environment.get("WAYLAND_DISPLAY"):
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", PAINTED + code],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )
    line = process.stdout.readline() if process.stdout else ""
    taken = time.perf_counter() - start
    process.communicate()
    if line.strip() != "painted":
        sys.exit(f"start.py: a window was not painted (said {line!r})")
    return taken


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for code in (PAREGGIO, MATPLOTLIB):  # fills the caches of both
            seconds(code, folder)
        pairs = [(seconds(PAREGGIO, folder), seconds(MATPLOTLIB, folder)) for _ in range(STARTS)]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    result = {"pareggio_s": round(ours, 3), "matplotlib_s": round(theirs, 3), "ratio": round(ours / theirs, 2)}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
