"""Where the parts meet: application, look, error dialog, document and window."""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QLocale, QStandardPaths, Qt, QTranslator
from PySide6.QtWidgets import QApplication, QMessageBox

from explorer.app.settings import open_settings
from explorer.app.windows import Windows
from explorer.document import Document
from explorer.scenario.edit import ScenarioError
from explorer.scenario.library import resource
from explorer.views.widgets.dialogs import show_warning
from explorer.views.widgets.theme import translated

log = logging.getLogger("pareggio")


class ErrorDialog:
    """The last resort for a fault in the program: it is logged each time and shown once, and the window stays open."""

    def __init__(self) -> None:
        self._open = False
        self._reported: set[tuple[str, str, int]] = set()

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Take the place of ``sys.excepthook``."""
        log.error("unexpected error", exc_info=(kind, error, trace))
        last = traceback.extract_tb(trace)[-1:] or [traceback.FrameSummary("", 0, "")]
        place = (kind.__name__, last[0].filename, last[0].lineno or 0)
        if self._open or place in self._reported or QApplication.instance() is None:
            return
        self._open = True
        self._reported.add(place)
        try:
            box = QMessageBox(QMessageBox.Icon.Critical, "Pareggio", self._text(error))
            box.setTextFormat(Qt.TextFormat.PlainText)
            box.setDetailedText("".join(traceback.format_exception(kind, error, trace)))
            box.exec()
        finally:
            self._open = False

    def _text(self, error: BaseException) -> str:
        return QApplication.translate(
            "ErrorDialog",
            "Something in Pareggio went wrong: {error}\n\nYour scenarios are still open; save them under another name.",
        ).format(error=str(error) or type(error).__name__)


def make_application() -> QApplication:
    """Return the application with our look."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName("Pareggio")
    application.setOrganizationName("Pareggio")
    application.setStyle("Fusion")
    translator = QTranslator(application)
    if translator.load(QLocale(), "pareggio", "_", str(resource("i18n"))):
        application.installTranslator(translator)
    return application


def run(path: Path | None) -> int:
    """Open the window on a file, or on the built-in scenarios, and return the exit status."""
    document = Document()
    if path is not None:
        try:
            document.open(path)
        except ScenarioError as error:
            where = "" if str(path) in str(error) else f"{path}: "
            print(f"pareggio: {where}{error}", file=sys.stderr)
            return 2
    application = make_application()
    sys.excepthook = ErrorDialog()
    settings, fault = open_settings()
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)) / "recovery"
    windows = Windows(settings, folder, application)
    window = windows.open(document)
    if fault is not None:
        show_warning(translated(fault), window)
    windows.offer()
    return application.exec()
