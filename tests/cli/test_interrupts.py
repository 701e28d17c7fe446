"""Ctrl+C and a reader that is gone end the command quietly and at once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from explorer.scenario import file
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario

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


@posix
def test_without_stderr_no_warning_stands_among_the_answers(tmp_path: Path) -> None:
    raw = built_in()[0].model_dump()
    raw["work"]["efficiency"] = [{"devices": 8, "value": 0.8}]
    file.write(tmp_path / "one.json", (Scenario.model_validate(raw),))
    command = f"'{sys.executable}' -m explorer solve one.json --json"
    loud = subprocess.run(
        ["/bin/sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert loud.stderr
    quiet = subprocess.run(
        ["/bin/sh", "-c", f"{command} 2>&-"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(quiet.stdout) == json.loads(loud.stdout)
