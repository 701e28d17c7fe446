"""The command: in a process of its own, or in this one where only its answer matters and not its start."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout

from explorer.cli.command import main

Finished = subprocess.CompletedProcess[str]
WITHOUT_QT = """
import sys
sys.modules.update(dict.fromkeys(["PySide6", "shiboken6", "pyqtgraph"]))
from explorer.cli.command import main
sys.exit(main(sys.argv[1:]))
"""


def run(*arguments: str, start: tuple[str, ...] = ("-m", "explorer"), **environment: str | None) -> Finished:
    """Run the command to its end; a variable of the environment that is None is left out."""
    variables = {**os.environ, "PYTHONIOENCODING": "utf-8", **environment}
    return subprocess.run(
        [sys.executable, "-W", "error", *start, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={name: value for name, value in variables.items() if value is not None},
        timeout=120,
        check=False,
    )


def call(*arguments: str, encoding: str = "utf-8") -> Finished:
    """Run the command in this process, its output written in an encoding as to a pipe."""
    streams = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding=encoding, newline="", write_through=True) for stream in streams)
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status: object = main(arguments)
        except SystemExit as end:
            status = end.code
    assert isinstance(status, int)
    texts = (stream.getvalue().decode(encoding) for stream in streams)
    return Finished(arguments, status, *texts)
