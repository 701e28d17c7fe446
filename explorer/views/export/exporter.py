"""Pictures and numbers of what is on the page: to a file, to the clipboard."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from explorer.answers.formatting import slug
from explorer.answers.outcome import Outcome
from explorer.views.base.pages import PageEntry
from explorer.views.base.panel_group import PAGE, PanelGroup
from explorer.views.export import picture
from explorer.views.export.sheet import Sheet
from explorer.views.widgets.dialogs import chosen_path, show_warning


class Exporter(QObject):
    """Draws what a page shows on a sheet of its own, so that a picture depends on no window's size or theme."""

    def __init__(self, view: PanelGroup, entry: PageEntry, window: QWidget) -> None:
        super().__init__(window)
        self.size_of = entry.export_size
        self._view, self._window = view, window
        self._outcome: Outcome | None = None
        self._pinned: Outcome | None = None
        self._paper: PanelGroup | None = None
        self._sheet: Sheet | None = None
        self._folder = ""

    def show_outcome(self, outcome: Outcome, pinned: Outcome | None = None) -> None:
        """Take the outcome that is exported from now on, and the pinned one beside it."""
        self._outcome, self._pinned = outcome, pinned

    def subjects(self) -> list[tuple[str, str]]:
        """Return what can be exported, as key and words."""
        return list(self._view.subjects().items())

    def has_numbers(self, subject: str) -> bool:
        """Whether a subject has numbers to save, as a plot with an answer has."""
        return self._outcome is not None and self._view.has_numbers(subject, self._outcome)

    def sheet(self, subject: str, size: QSize) -> Sheet | None:
        """Return the sheet of a subject, laid out at a size in pixels."""
        if self._outcome is None:
            return None
        if self._sheet is None or self._paper is None:
            self._paper = self._view.for_paper()
            self._paper.show_controls(False)
            self._sheet = Sheet(self._paper)
            self._sheet.setParent(self._window)
            self._sheet.hide()
        self._paper.copy_view_state(self._view, None if subject == PAGE else subject)
        self._sheet.show_outcome(self._outcome, size, self._pinned)
        return self._sheet

    def image(self, subject: str, size: QSize, scale: int) -> QImage | None:
        """Return a picture with ``scale`` times the size's pixels."""
        sheet = self.sheet(subject, size)
        return None if sheet is None else picture.image(sheet, scale)

    def export(self, subject: str, kind: str) -> None:
        """Do what a plot's menu asks for, at the usual size."""
        size = self.size_of(subject)
        if kind == "copy":
            self.copy(subject, size, 2)
        else:
            self.save(subject, kind, size, 2)

    def copy(self, subject: str, size: QSize, scale: int) -> None:
        """Put a picture on the clipboard."""
        image = self.image(subject, size, scale)
        if image is not None:
            QGuiApplication.clipboard().setImage(image)

    def save(self, subject: str, kind: str, size: QSize, scale: int) -> Path | None:
        """Ask for a file and write ``png``, ``svg`` or ``csv``; say why where that fails. Return what was written."""
        content = self.content(subject, kind, size, scale)
        path = self.ask_path(subject, kind) if content is not None else None
        if content is None or path is None:
            return None
        problem = picture.write(path, content)
        if problem is not None:
            show_warning(
                self.tr("{file} was not written: {reason}").format(file=path.name, reason=problem), self._window
            )
            return None
        self._folder = str(path.parent)
        return path

    def content(self, subject: str, kind: str, size: QSize, scale: int) -> bytes | None:
        outcome, sheet = self._outcome, self.sheet(subject, size)
        if outcome is None or sheet is None or self._paper is None:
            return None
        if kind == "csv":
            return self._paper.named(subject).numbers().encode()
        if kind == "svg":
            return picture.svg(sheet, outcome.scenario.name)
        return picture.png(sheet, scale)

    def ask_path(self, subject: str, kind: str) -> Path | None:
        name = slug(f"{self._outcome.scenario.name if self._outcome else ''} {subject.replace('_', ' ')}")
        dialog = QFileDialog(self._window, "", self._folder)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(f"{kind.upper()} (*.{kind})")
        dialog.setDefaultSuffix(kind)
        dialog.selectFile(f"{name}.{kind}")
        return chosen_path(dialog)
