"""A real window under Xvfb, worked with xdotool: ``python tests/real_window.py COMMAND``. Part of CI.

Needs Debian's xvfb and xdotool. Starts the given ``pareggio`` in an empty folder, looks at its title, types a value,
undoes it and quits. Exits with 1 and a sentence when anything differs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

WAIT_S = 30.0


def until(check: Callable[[], bool], what: str) -> None:
    """Wait until something holds, or end with a sentence."""
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        if check():
            return
        time.sleep(0.1)
    sys.exit(f"real_window: {what} did not happen within {WAIT_S:g} s")


class Screen:
    """A virtual screen of our own."""

    def __init__(self) -> None:
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1440x900x24", "-noreset"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as stream:
            self.name = f":{stream.readline().strip()}"

    def xdotool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env={**os.environ, "DISPLAY": self.name}, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def titles(self) -> list[str]:
        windows = self.xdotool("search", "--onlyvisible", "--name", ".+").split()
        return [self.xdotool("getwindowname", window) for window in windows]

    def shows(self, title: str) -> bool:
        return any(title in shown for shown in self.titles())


def work(screen: Screen, program: subprocess.Popen[bytes]) -> None:
    """Do what a person does first."""
    until(lambda: screen.shows("Untitled – Pareggio"), "the window")
    window = screen.xdotool("search", "--onlyvisible", "--name", "Pareggio").split()[0]
    screen.xdotool("windowfocus", "--sync", window)
    screen.xdotool("key", "Tab", "Tab")  # past the choice of a scenario, to the field of S
    screen.xdotool("type", "5 ms")
    screen.xdotool("key", "Return")
    until(lambda: screen.shows("Untitled* – Pareggio"), "the mark of a change in the title")
    screen.xdotool("key", "ctrl+z")
    until(lambda: screen.shows("Untitled – Pareggio"), "undo")
    screen.xdotool("key", "ctrl+q")
    until(lambda: program.poll() is not None, "the end of the program")


def main() -> None:
    command = [str(Path(sys.argv[1]).absolute()), *sys.argv[2:]]
    screen = Screen()
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if name not in ("QT_QPA_PLATFORM", "PYTHONPATH")}
        environment = {**kept, "DISPLAY": screen.name, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder}
        program = subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE)
        try:
            work(screen, program)
            said = program.stderr.read().decode() if program.stderr else ""
        finally:
            program.kill()
            program.wait()
            screen.server.terminate()
            screen.server.wait()
    if program.returncode != 0 or said:
        sys.exit(f"real_window: status {program.returncode}, stderr: {said}")
    print("real_window: opened, edited, undone, closed")


if __name__ == "__main__":
    main()
