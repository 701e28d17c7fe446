"""The real command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

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
