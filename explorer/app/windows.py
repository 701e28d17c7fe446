"""The windows of one process, each with its own document and recovery file, and the offer of recovered work."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QRect, QSettings
from PySide6.QtWidgets import QMessageBox
from shiboken6 import isValid

from explorer.app.recovery import Claim, Orphan, Recovery, claims, tidy
from explorer.document import Document
from explorer.views.base.kept import put
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.dialogs import Buttons, Icon, fault_text, message_box, show_warning
from explorer.views.widgets.theme import Choice

_STEP = 28
"""Pixels by which another window stands below and to the right."""


class Windows(QObject):
    """Opens windows and keeps what they share: settings, colours and the folder of what is not saved."""

    def __init__(self, settings: QSettings, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings, self._folder = settings, folder
        self._opened = 0
        self._all: list[tuple[MainWindow, Recovery]] = []

    def open(self, document: Document) -> MainWindow:
        """Show a window on a document."""
        before = self.windows()
        window = MainWindow(document, self._settings)
        self._opened += 1
        window.files.number = self._opened
        document.changed.emit()
        if before:
            if not (window.isMaximized() or window.isFullScreen()):
                put(window, QRect(before[-1].geometry().topLeft() + QPoint(_STEP, _STEP), window.size()))
            window.colours.show_choice(before[-1].colours.choice)
        recovery = Recovery(document, self._folder, self)
        window.closed.connect(recovery.close)
        window.window_asked.connect(lambda: self.open(Document()))
        window.colours.chosen.connect(self._colour)
        self._all.append((window, recovery))
        window.show()
        return window

    def windows(self) -> list[MainWindow]:
        """Return the windows that are open."""
        self._all = [(window, recovery) for window, recovery in self._all if isValid(window)]
        return [window for window, _ in self._all if not window.isHidden()]

    def _colour(self, choice: str) -> None:
        for window in self.windows():
            if window.colours.choice != choice:
                window.colours.show_choice(Choice(choice))

    def offer(self) -> None:
        """Offer the unsaved work that crashes and kills left behind, one at a time, newest first."""
        unsaved, unreadable = claims(self._folder)
        tidy(self._folder)
        windows = self.windows()
        if unreadable and windows:
            text = self.tr("Unsaved work of an earlier start could not be read and was set aside:")
            files = [f"{entry.place}: {fault_text(entry.reason)}" for entry in unreadable]
            show_warning("\n\n".join([text, *files]), windows[0])
        for number, claim in enumerate(unsaved, start=1):
            windows = self.windows()
            if windows:
                self._offer(claim, windows[0], number, len(unsaved))
            claim.lock.unlock()

    def _offer(self, claim: Claim, window: MainWindow, number: int, count: int) -> None:
        orphan = claim.orphan
        name = orphan.path.name if orphan.path else self.tr("untitled scenarios")
        text = self.tr("Pareggio ended without saving {name} ({time}); “{scenario}” was shown.\n\nRestore it?")
        text = text.format(
            name=name, time=orphan.written.strftime("%Y-%m-%d %H:%M"), scenario=orphan.scenarios[orphan.current].name
        )
        if count > 1:
            text += "\n\n" + self.tr("Unsaved work {number} of {count}").format(number=number, count=count)
        box = message_box(Icon.Question, text, Buttons.Yes | Buttons.Discard, window)
        box.addButton(self.tr("Later"), QMessageBox.ButtonRole.RejectRole)
        answer = box.exec()
        if answer == Buttons.Yes:
            self._take_up(orphan, window)
        if answer in (Buttons.Yes, Buttons.Discard):
            with suppress(OSError):
                orphan.place.unlink(missing_ok=True)

    def _take_up(self, orphan: Orphan, window: MainWindow) -> None:
        """Restore the work in the first window if that is untouched, otherwise in a window of its own."""
        document = window.document
        other_file = document.path is not None and document.path != orphan.path
        if document.is_modified or other_file:
            window = self.open(Document())
        window.document.restore(orphan.scenarios, orphan.path, orphan.current, orphan.stamp)
        next(recovery for owner, recovery in self._all if owner is window).write()
