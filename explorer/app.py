"""Where the parts meet: application, look, error dialog, document and window."""

from __future__ import annotations

import logging
import signal
import sys
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QLocale, QSettings, QStandardPaths, Qt, QTranslator
from PySide6.QtWidgets import QApplication, QMessageBox

from explorer.document import Document
from explorer.recovery import Recovery, orphans
from explorer.scenario.edit import ScenarioError
from explorer.scenario.library import resource
from explorer.views.main_window import MainWindow

log = logging.getLogger("pareggio")


class ErrorDialog:
    """The last resort: a fault in the program is logged each time, told once, and the window goes on."""

    def __init__(self) -> None:
        self._open = False
        self._told: set[tuple[str, str, int]] = set()

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Take the place of ``sys.excepthook``."""
        if issubclass(kind, KeyboardInterrupt):
            sys.exit(130)
        log.error("unexpected error", exc_info=(kind, error, trace))
        last = traceback.extract_tb(trace)[-1:] or [traceback.FrameSummary("", 0, "")]
        place = (kind.__name__, last[0].filename, last[0].lineno or 0)
        if self._open or place in self._told or QApplication.instance() is None:
            return
        self._open = True
        self._told.add(place)
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
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal ends the program though Qt waits
    settings = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Pareggio", "pareggio")
    window = MainWindow(document, settings)
    window.show()
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)) / "recovery"
    recovery = Recovery(document, folder, application)
    window.closed.connect(recovery.close)
    if path is None:
        offer(recovery, document, window)
    return application.exec()


def offer(recovery: Recovery, document: Document, window: MainWindow) -> None:
    """Offer the newest work that a crash or a kill left behind."""
    found = orphans(recovery.place.parent)
    if not found:
        return
    newest = found[0]
    name = newest.path.name if newest.path else QApplication.translate("Recovery", "untitled scenarios")
    text = QApplication.translate(
        "Recovery", "Pareggio ended without saving {name} ({time}).\n\nTake up that work again?"
    ).format(name=name, time=newest.written.strftime("%Y-%m-%d %H:%M"))
    if len(found) > 1:
        more = QApplication.translate("Recovery", "{count} more will be offered at the next starts.")
        text += "\n\n" + more.format(count=len(found) - 1)
    buttons = QMessageBox.StandardButton
    box = QMessageBox(QMessageBox.Icon.Question, "Pareggio", text, buttons.Yes | buttons.Discard, window)
    box.addButton(QApplication.translate("Recovery", "Later"), QMessageBox.ButtonRole.RejectRole)
    box.setTextFormat(Qt.TextFormat.PlainText)
    answer = box.exec()
    if answer == buttons.Yes:
        document.restore(newest.scenarios, newest.path, newest.current)
        recovery.write()
    if answer in (buttons.Yes, buttons.Discard):
        newest.place.unlink(missing_ok=True)
