"""Start the program on damaged settings and recovery files: every start opens. One JSON object as the last line.

A number after the name asks for other than sixty starts of either kind; each takes a second or two.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

STARTS = int(sys.argv[1]) if len(sys.argv) > 1 else 60

PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from explorer.views.shell import main_window
def look(window, timer):
    box = QApplication.activeModalWidget()
    if box is not None:
        print("asked:", box.text().splitlines()[0] if isinstance(box, QMessageBox) else box, flush=True)
        box.reject()
        return
    timer.stop()
    for page in range(window.tabs.count()):
        window.tabs.setCurrentIndex(page)
        QApplication.processEvents()
    print("opened" if window.isVisible() and window.bar.headline.text() else "no headline", flush=True)
    window.document.stack.setClean()
    window.close()
show = main_window.MainWindow.show
def shown(window):
    show(window)
    timer = QTimer(window)
    timer.timeout.connect(lambda: look(window, timer))
    timer.start(100)
main_window.MainWindow.show = shown
from explorer.cli.command import main
sys.exit(main([]))
"""


def start(folder: Path) -> tuple[str, bool]:
    """Start, look at every page and close; return what went wrong, if anything, and whether something was asked."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM],
            env=environment, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "did not end", False
    if done.returncode or "Traceback" in done.stderr or done.stdout.splitlines()[-1:] != ["opened"]:
        return f"{done.returncode}: {done.stdout[-300:]} {done.stderr[-1000:]}", False
    return "", "asked:" in done.stdout


def damaged(content: bytes, rng: random.Random) -> bytes:
    """Return bytes with a few of them replaced, doubled, cut out or cut off."""
    data = bytearray(content)
    for _ in range(rng.choice([1, 2, 5, 40])):
        at = rng.randrange(len(data)) if data else 0
        act = rng.randrange(5)
        if act == 0:
            data[at : at + 1] = bytes([rng.randrange(256)])
        elif act == 1:
            data[at:at] = rng.choice([b"[" * 3000, b"1e999", b"\0", b"\xed\xa0\x80", b'"', b"}", b"-", b"999999999999"])
        elif act == 2:
            del data[at : at + rng.choice([1, 10, 100])]
        elif act == 3:
            data[at:at] = data[at : at + rng.choice([1, 50, 500])]
        elif rng.random() < 0.1:
            del data[at:]
    return bytes(data)


def planted(place: Path, content: bytes, rng: random.Random) -> None:
    """Put something in a place: mostly a damaged file, now and then what is none."""
    kind = rng.randrange(20)
    if kind == 0:
        os.mkfifo(place)
    elif kind == 1:
        place.mkdir()
    elif kind == 2:
        place.symlink_to(place)
    else:
        place.write_bytes(damaged(content, rng))


def run(what: str, place: str, content: bytes) -> tuple[int, int]:
    """Start on damaged versions of a file; return how many starts went wrong, and how many asked or told something."""
    wrong = asking = 0
    for number in range(STARTS):
        rng = random.Random(f"{what} {number}")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            at = folder / place
            at.parent.mkdir(parents=True)
            planted(at, content, rng)
            problem, asked = start(folder)
        asking += asked
        if problem:
            wrong += 1
            print(f"{what} {number}: {problem}", flush=True)
    return wrong, asking


def used() -> tuple[bytes, bytes]:
    """Return the settings of somebody who has used the program, and a recovery file."""
    from explorer.scenario.file import compact
    from explorer.scenario.library import built_in

    recovery = {"format": "pareggio-recovery", "path": "/a/b.json", "stamp": [1, 2, 3], "current": 1}
    with tempfile.TemporaryDirectory() as name:
        if start(Path(name))[0]:
            sys.exit("starts.py: the program does not start at all")
        settings = next(Path(name).rglob("*.ini")).read_bytes()
    return settings, json.dumps({**recovery, "file": compact(built_in())}).encode()


def main() -> None:
    settings, recovery = used()
    wrong, asking = run("settings", "Pareggio/pareggio.ini", settings)
    more_wrong, more_asking = run("recovery", "Pareggio/Pareggio/recovery/1-0.json", recovery)
    print(json.dumps({"starts": 2 * STARTS, "asked_or_told": asking + more_asking, "wrong": wrong + more_wrong}))


if __name__ == "__main__":
    main()
