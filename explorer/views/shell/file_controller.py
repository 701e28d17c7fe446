"""New, open, save, save as: the dialogs round the document's file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from explorer.document import Document
from explorer.scenario import file, storage
from explorer.scenario.edit import ScenarioError
from explorer.scenario.library import shipped
from explorer.views.base.kept import kept_texts
from explorer.views.widgets.dialogs import Buttons, Icon, chosen_path, fault_text, message_box, show_warning
from explorer.views.widgets.theme import translated

MOST_RECENT = 8
_MOST_KEPT = 3 * MOST_RECENT
"""Files that are remembered: some may be on a share that is back tomorrow."""
_PATIENCE_S = 0.3


class FileController(QObject):
    """What a person does with files. Nothing is lost without a question, and every failure is told."""

    def __init__(
        self, document: Document, window: QWidget, settings: QSettings, commit_pending_edit: Callable[[], bool]
    ) -> None:
        super().__init__(window)
        self.document = document
        self._window, self._settings = window, settings
        self._menu = QMenu(window)
        self.number = 1
        """Which window of the process this is: it tells untitled ones apart."""
        self._commit_pending_edit = commit_pending_edit  # enters what is typed in a field: it belongs to what is saved

    def name(self) -> str:
        """Return the file's name, for people."""
        if self.document.path:
            return self.document.path.name
        untitled = self.tr("Untitled")
        return untitled if self.number < 2 else f"{untitled} {self.number}"

    def new(self) -> None:
        """Start over with the built-in scenarios, once unsaved changes are dealt with."""
        if self.may_go_on():
            self.document.new()

    def open(self) -> None:
        """Ask for a file and open it."""
        if not self.may_go_on():
            return
        path = self._ask_path(QFileDialog.AcceptMode.AcceptOpen)
        if path is not None:
            self.open_path(path)

    def open_path(self, path: Path) -> bool:
        """Open a file, or say why not and stay as it was."""
        try:
            self.document.open(path)
        except ScenarioError as error:
            self._warn(self.tr("{file} was not opened.").format(file=path.name), error)
            return False
        self._remember(path)
        return True

    def list_examples(self, menu: QMenu) -> None:
        """Fill a menu with the scenarios that ship with the program."""
        for title, path in shipped():
            menu.addAction(translated(title).replace("&", "&&")).setData(str(path))
        menu.triggered.connect(self._open_example)

    def _open_example(self, action: QAction) -> None:
        """Start over with a copy of an example, without its file: saving asks for a name."""
        if not self.may_go_on():
            return
        path = Path(action.data())
        try:
            self.document.start(file.read(path))
        except ScenarioError as error:
            self._warn(self.tr("{file} was not opened.").format(file=path.name), error)

    def save(self) -> bool:
        """Save under the present name, or ask for one."""
        if self.document.path is None:
            return self.save_as()
        return self._commit_pending_edit() and self._save_to(self.document.path)

    def save_as(self) -> bool:
        """Ask for a name and save."""
        path = self._ask_path(QFileDialog.AcceptMode.AcceptSave) if self._commit_pending_edit() else None
        return path is not None and self._save_to(path)

    def _save_to(self, path: Path) -> bool:
        if path == self.document.path and self.document.changed_on_disk() and not self._may_overwrite(path):
            return False
        try:
            self.document.save(path)
        except ScenarioError as error:
            self._warn(self.tr("{file} was not saved.").format(file=path.name), error)
            return False
        self._remember(path)
        return True

    def _may_overwrite(self, path: Path) -> bool:
        """Ask before another program's change is lost."""
        text = self.tr("{file} was changed by another program since it was opened here. Overwrite that change?")
        box = message_box(Icon.Warning, text.format(file=path.name), Buttons.Save | Buttons.Cancel, self._window)
        box.button(Buttons.Save).setText(self.tr("Overwrite"))
        box.setDefaultButton(Buttons.Cancel)
        return box.exec() == Buttons.Save

    def recent(self) -> list[Path]:
        """Return the files that were open last and are still there, the last one first."""
        paths = list(map(Path, kept_texts(self._settings, "recent")))
        return storage.files_among(paths, _PATIENCE_S)[:MOST_RECENT]

    def serve(self, menu: QMenu) -> None:
        """Fill a menu with these files whenever it opens."""
        self._menu = menu
        menu.aboutToShow.connect(self._list_recent)
        menu.triggered.connect(self._open_recent)

    def _list_recent(self) -> None:
        menu = self._menu
        menu.clear()
        for path in self.recent():
            menu.addAction(str(path).replace("&", "&&")).setData(str(path))
        if menu.isEmpty():
            menu.addAction(self.tr("No recent files")).setEnabled(False)

    def _open_recent(self, action: QAction) -> None:
        if action.data():
            self.open_dropped(Path(action.data()))

    def _remember(self, path: Path) -> None:
        known = dict.fromkeys([str(path.absolute()), *kept_texts(self._settings, "recent")])
        self._settings.setValue("recent", list(known)[:_MOST_KEPT])

    def open_dropped(self, path: Path) -> None:
        """Open a file that was dropped on the window, once unsaved changes are dealt with."""
        if self.may_go_on():
            self.open_path(path)

    def _ask_path(self, mode: QFileDialog.AcceptMode) -> Path | None:
        dialog = QFileDialog(self._window, "", str(self.document.path.parent) if self.document.path else "")
        dialog.setAcceptMode(mode)
        dialog.setNameFilters([self.tr("Scenarios (*.json)"), self.tr("All files (*)")])
        dialog.setDefaultSuffix("json")
        saving = mode is QFileDialog.AcceptMode.AcceptSave
        dialog.setFileMode(QFileDialog.FileMode.AnyFile if saving else QFileDialog.FileMode.ExistingFile)
        if saving:
            dialog.selectFile(self.document.path.name if self.document.path else self.tr("scenarios.json"))
        return chosen_path(dialog)

    def _warn(self, what: str, error: ScenarioError) -> None:
        show_warning(f"{what}\n\n{fault_text(error)}", self._window)

    def may_go_on(self) -> bool:
        """Ask what to do with unsaved changes; False where the person would rather stay."""
        if not self._commit_pending_edit():
            return False
        if not self.document.is_modified:
            return True
        text = self.tr("Save the changes to {name}?").format(name=self.name())
        box = message_box(Icon.Question, text, Buttons.Save | Buttons.Discard | Buttons.Cancel, self._window)
        box.setDefaultButton(Buttons.Save)
        answer = box.exec()
        return self.save() if answer == Buttons.Save else answer == Buttons.Discard
