"""All frames of an animation as numbered PNGs, with progress and cancel."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, Self

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QProgressDialog,
    QWidget,
)

from explorer.answers.outcome import Outcome
from explorer.views.export import picture
from explorer.views.export.sheet import Content, Sheet
from explorer.views.widgets.dialogs import Buttons, Icon, chosen_path, message_box, show_warning, spin_box


class AnimatedView(Content, Protocol):
    """A view whose animation can be saved; its class without arguments makes another one for the paper."""

    stages: int
    """Length of the animation in units of its position."""

    def stage_words(self) -> str:
        """Ask for the frames of a stage."""

    def show_position(self, position: float) -> None:
        """Show a position of the animation."""

    def show_controls(self, shown: bool) -> None:
        """Show, or leave out on paper, what only a person at the screen needs."""

    def copy_view_state(self, other: Self, only: str | None) -> None:
        """Show what another view shows, in the same way."""


class FrameDialog(QDialog):
    """Asks for the size of the frames and how many there are for each stage."""

    def __init__(self, stage_words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Save all frames"))
        self.width_box, self.height_box = spin_box(320, 3840, 1280, self), spin_box(240, 2160, 720, self)
        self.stage_box = spin_box(2, 240, 30, self)
        form = QFormLayout(self)
        form.addRow(self.tr("&Width in pixels"), self.width_box)
        form.addRow(self.tr("&Height in pixels"), self.height_box)
        form.addRow(stage_words, self.stage_box)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Choose a folder…"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)


def save_frames(outcome: Outcome, view: AnimatedView, window: QWidget) -> None:
    """Ask for size and folder, and save the frames of what a view shows."""
    dialog = FrameDialog(view.stage_words(), window)
    accepted = dialog.exec()
    size, per_stage = QSize(dialog.width_box.value(), dialog.height_box.value()), dialog.stage_box.value()
    dialog.deleteLater()
    if not accepted:
        return
    folders = QFileDialog(window)
    folders.setFileMode(QFileDialog.FileMode.Directory)
    folders.setOption(QFileDialog.Option.ShowDirsOnly)
    folders.setWindowTitle(QApplication.translate("FrameSaver", "Folder for the frames"))
    folder = chosen_path(folders)
    if folder is not None and _may_overwrite(folder, window):
        FrameSaver(outcome, view, window).save(folder, size, per_stage)


def _may_overwrite(folder: Path, window: QWidget) -> bool:
    """Ask before frames of another time are replaced."""
    try:
        if not any(folder.glob("frame-[0-9][0-9][0-9][0-9].png")):
            return True
    except OSError:  # writing will say why the folder cannot be used
        return True
    text = QApplication.translate("FrameSaver", "{folder} holds frames already. Replace them?")
    box = message_box(Icon.Question, text.format(folder=folder.name), Buttons.Yes | Buttons.Cancel, window)
    return box.exec() == Buttons.Yes


class FrameSaver:
    """Draws the frames on a sheet of their own, as exported pictures are."""

    def __init__(self, outcome: Outcome, view: AnimatedView, window: QWidget) -> None:
        self._outcome, self._window = outcome, window
        self._paper = type(view)()
        self._paper.show_controls(False)
        self._sheet = Sheet(self._paper)
        self._paper.copy_view_state(view, None)

    def save(self, folder: Path, size: QSize, per_stage: int) -> int:
        """Write ``frame-0001.png`` and so on; return how many were written before an end or a cancel."""
        count = self._paper.stages * per_stage + 1
        text = QApplication.translate("FrameSaver", "Saving {count} frames…").format(count=count)
        progress = QProgressDialog(text, QApplication.translate("FrameSaver", "Cancel"), 0, count, self._window)
        progress.setWindowModality(Qt.WindowModality.WindowModal)
        progress.setMinimumDuration(300)
        self._sheet.show_outcome(self._outcome, size)
        written = 0
        for number in range(count):
            progress.setValue(number)  # lets a press of Cancel come in
            if progress.wasCanceled():
                break
            self._paper.show_position(number / per_stage)
            path = folder / f"frame-{number + 1:04d}.png"
            problem = picture.write(path, picture.png(self._sheet, 1))
            if problem is not None:
                progress.cancel()
                text = QApplication.translate("FrameSaver", "{file} was not written: {reason}")
                show_warning(text.format(file=path.name, reason=problem), self._window)
                break
            written += 1
        progress.setValue(count)
        progress.deleteLater()
        self._sheet.deleteLater()
        return written
