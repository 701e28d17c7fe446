"""Ctrl+C and a reader that is gone end the command quietly and at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from explorer.scenario import file
from explorer.scenario.library import built_in

posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@posix
@pytest.mark.parametrize(
    ("arguments", "delay"),
    [
        (["solve", "many.json"], 0.5),
        (["report", "many.json", "--out", "report"], 1.4),
        ([], 0.5),
        ([], 1.6),
    ],
    ids=str,
)
def test_an_interrupt_ends_the_command(tmp_path: Path, arguments: list[str], delay: float) -> None:
    base = built_in()[0]
    many = tuple(base.model_copy(update={"name": f"case {number}"}) for number in range(300))
    file.write(tmp_path / "many.json", many)
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-m", "explorer", *arguments],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        time.sleep(delay)
        assert process.poll() is None, "it has ended before"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=2)
    assert process.returncode == -signal.SIGINT
    assert "Traceback" not in errors
    assert "Fatal" not in errors


@posix
@pytest.mark.parametrize(
    ("arguments", "streams"),
    [
        ("solve one.json", ">&-"),
        ("solve one.json --json", "<&- >&- 2>&-"),
        ("links", ">&- 2>&-"),
        ("report one.json --out report", ">&-"),
    ],
)
def test_closed_streams_are_no_fault(tmp_path: Path, arguments: str, streams: str) -> None:
    file.write(tmp_path / "one.json", built_in()[:1])
    done = subprocess.run(
        ["/bin/sh", "-c", f"'{sys.executable}' -m explorer {arguments} {streams}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
