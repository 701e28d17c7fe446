"""What the first window does not load: it opens sooner for everything that waits until it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QSettings
from explorer.app.application import make_application
from explorer.document import Document
from explorer.views.shell.main_window import MainWindow

application = make_application()
window = MainWindow(Document(), QSettings(sys.argv[1], QSettings.Format.IniFormat))
window.show()
application.processEvents()
print(*sorted(name for name in sys.modules if name.startswith("explorer.")))
"""
LATER = (
    "answers.all_reduce",
    "answers.links",
    "answers.load",
    "answers.parallelism",
    "answers.pipeline",
    "answers.scenarios.clipboard",
    "cli.links",
    "cli.report",
    "cli.solve",
    "model.pipeline",
    "model.queueing",
    "scenario.links",
    "views.all_reduce",
    "views.export.exporter",
    "views.export.export_dialog",
    "views.export.picture",
    "views.links",
    "views.scenarios",
    "views.load",
    "views.matrices.matrix_dialog",
    "views.parallelism",
    "views.pipeline",
    "views.shell.help_dialog",
)
"""Pages, libraries and exports that the first window has no use for; of a package, every module in it."""


def test_the_first_window_loads_no_other_page_library_or_export(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WINDOW, str(tmp_path / "settings.ini")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    loaded = {name.removeprefix("explorer.") for name in done.stdout.split()}
    assert {"answers.outcome", "views.break_even.page"} <= loaded
    early = {name for name in loaded for later in LATER if name == later or name.startswith(f"{later}.")}
    assert not early


def test_what_waits_is_there_to_be_loaded() -> None:
    """A name in the list that no longer stands for a module would make the test above pass for nothing."""
    folder = Path(__file__).parents[2] / "explorer"
    missing = [
        name
        for name in LATER
        if not any(folder.joinpath(*name.split(".")).with_suffix(end).exists() for end in ("", ".py"))
    ]
    assert not missing
