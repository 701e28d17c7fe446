"""Kill the program: 200 times during saves, 20 times while editing. Prints one JSON object as its last line."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from explorer.app.recovery import orphans
from explorer.scenario import file
from explorer.scenario.edit import ScenarioError, value_of

SAVES, EDITS = 200, 20

SAVER = """
import sys
from pathlib import Path
from explorer.scenario import file
from explorer.scenario.edit import change
from explorer.scenario.library import built_in
path, number = Path(sys.argv[1]), 0
print("ready", flush=True)
while True:
    number += 1
    file.write(path, tuple(change(scenario, "divisible", 1e-6 * number) for scenario in built_in()))
"""

EDITOR = """
import time
from PySide6.QtCore import QTimer
from explorer.views.shell import main_window
show = main_window.MainWindow.show
def shown(window):
    show(window)
    timer = QTimer(window)
    timer.timeout.connect(lambda: edit(window))
    timer.start(50)
def edit(window):
    window.document.edit("serial", round(time.time() % 1e6, 3))  # a time that is accepted
    print(window.document.scenario.work.serial_s, flush=True)
main_window.MainWindow.show = shown
from explorer.cli import command
command.main([])
"""


def kills_during_saves(folder: Path) -> int:
    """Return how many files were damaged."""
    path = folder / "saved.json"
    damaged = 0
    rng = random.Random(1)
    for _ in range(SAVES):
        saver = subprocess.Popen([sys.executable, "-c", SAVER, str(path)], stdout=subprocess.PIPE)
        if saver.stdout is None or saver.stdout.readline() != b"ready\n":
            sys.exit("kills.py: the saver did not start")
        time.sleep(rng.uniform(0.002, 0.05))
        saver.kill()
        saver.wait()
        saver.stdout.close()
        try:
            file.read(path)
        except ScenarioError as error:
            damaged += path.exists()
            print(error)
    return damaged


def kills_while_editing(folder: Path) -> tuple[int, float]:
    """Return how often work was found again, and the most seconds of it that were missing."""
    recovered, missing = 0, 0.0
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    rng = random.Random(2)
    for _ in range(EDITS):
        editor = subprocess.Popen([sys.executable, "-c", EDITOR], env=environment, stdout=subprocess.PIPE, text=True)
        end = time.monotonic() + 3 + rng.uniform(0, 3)
        last = 0.0
        while time.monotonic() < end and editor.stdout is not None:
            last = float(editor.stdout.readline())
        editor.send_signal(signal.SIGKILL)
        editor.wait()
        found = [orphan for place in folder.rglob("recovery") for orphan in orphans(place)]
        if found:
            recovered += 1
            missing = max(missing, last - float(value_of(found[0].scenarios[0], "serial") or 0))
        for orphan in found:
            orphan.place.unlink()
    return recovered, missing


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        damaged = kills_during_saves(folder)
        recovered, missing = kills_while_editing(folder)
    result = {"saves_killed": SAVES, "damaged": damaged, "edits_killed": EDITS, "recovered": recovered}
    print(json.dumps(result | {"most_missing_s": round(missing, 2)}))


if __name__ == "__main__":
    main()
