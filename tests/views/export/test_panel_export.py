"""The lower panels as pictures: from the dialog, from their menus, and every frame of the animation."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QMessageBox,
    QProgressDialog,
    QPushButton,
    QScrollBar,
    QSplitterHandle,
    QWidget,
)
from pytestqt.qtbot import QtBot

from explorer.answers.matrices.frames import STAGES
from explorer.scenario.matrices import Sizes, random_matrix
from explorer.views.export.export_dialog import ExportDialog
from explorer.views.export.exporter import PAGE, Exporter
from explorer.views.export.frame_saver import FrameDialog, FrameSaver
from explorer.views.export.sheet import Sheet
from explorer.views.shell.front_page import FrontPanels
from explorer.views.shell.main_window import MainWindow
from tests.answers.matrices import sentences as matrices_words
from tests.answers.overlap import sentences as overlap_words
from tests.views import sentences as shell
from tests.views.hands import Answers, answering, choosing_file, menu_over, picture, settle
from tests.views.matrices.hands import END, LARGE, give, scrub, share_of_hue, split, zoom

VERMILION = (15, 33)
SMALL = QSize(480, 360)


@pytest.fixture
def exporter(window: MainWindow) -> Exporter:
    return window.exports.ready()


def sheet(exporter: Exporter, subject: str, size: QSize) -> Sheet:
    made = exporter.sheet(subject, size)
    assert made is not None
    exporter.image(subject, size, 1)  # lays everything out
    return made


def image(exporter: Exporter, subject: str, size: QSize, scale: int = 1) -> QImage:
    made = exporter.image(subject, size, scale)
    assert made is not None
    return made


def place_on(part: QWidget, whole: QWidget) -> QRect:
    return QRect(part.mapTo(whole, QPoint()), part.size())


# Pictures


def test_the_dialog_offers_both_panels(window: MainWindow, qtbot: QtBot, exporter: Exporter) -> None:
    dialog = ExportDialog(exporter, window)
    qtbot.addWidget(dialog)
    dialog.show()
    words = [dialog.subject.itemText(place) for place in range(dialog.subject.count())]
    assert (words[0], words[-2:]) == (
        "The whole page",
        [matrices_words.TITLE, overlap_words.TITLE],
    )
    told = {}
    for place in (0, len(words) - 2, len(words) - 1):
        dialog.subject.setCurrentIndex(place)
        told[str(dialog.subject.currentData())] = (dialog.size_text.text().split(" pixels")[0], dialog.csv.isEnabled())
    assert told == {
        PAGE: ("2560 × 1920", False), "split": ("1920 × 960", False), "overlap": ("1440 × 1120", True),
    }  # fmt: skip
    dialog.close()


def test_a_panel_is_saved_at_twice_the_pixels(window: MainWindow, tmp_path: Path) -> None:
    words = {"split": matrices_words.UNDIVIDED, "overlap": overlap_words.IN_SERIES}
    scrub(window, END)
    for subject, size in (("split", QSize(960, 480)), ("overlap", QSize(720, 560))):
        path, drawing = tmp_path / f"{subject}.png", tmp_path / f"{subject}.svg"
        choosing_file(window, partial(window.requests.export.emit, subject, "png"), str(path))
        saved = QImage(str(path))
        assert saved.size() == size * 2
        assert image(window.exports.ready(), subject, size, 2).convertToFormat(saved.format()) == saved
        choosing_file(window, partial(window.requests.export.emit, subject, "svg"), str(drawing))
        content = drawing.read_text(encoding="utf-8")
        assert "<image" not in content
        assert "Pareggio" in content
        assert words[subject] in content


def test_a_picture_shows_what_is_shown(window: MainWindow, exporter: Exporter) -> None:
    start = image(exporter, "split", SMALL)
    scrub(window, END)
    end = image(exporter, "split", SMALL)
    split(window).failing.setChecked(True)
    wrong = image(exporter, "split", SMALL)
    assert start != end != wrong != start
    zoom(window, 4)
    assert image(exporter, "split", SMALL) == wrong, "the zoom of the screen does not reach the paper"
    assert share_of_hue(end, *VERMILION) < share_of_hue(wrong, *VERMILION)
    window.acts.panels["split"].trigger()
    assert image(exporter, "split", SMALL) == wrong, "a panel that is hidden can be exported"
    hidden = sheet(exporter, PAGE, QSize(1280, 960))
    paper = paper_of(hidden)
    assert not paper.split.isVisibleTo(hidden)
    assert paper.overlap.isVisibleTo(hidden)


def paper_of(made: Sheet) -> FrontPanels:
    """Return the page that is drawn on a sheet."""
    page = made.findChild(FrontPanels)
    assert page is not None
    return page


def test_the_same_picture_comes_twice(window: MainWindow, exporter: Exporter) -> None:
    """Whatever was drawn on the sheet between the two."""
    scrub(window, 2.3)
    for subject, size in (("split", SMALL), (PAGE, QSize(1280, 960)), ("overlap", SMALL)):
        first = image(exporter, subject, size)
        image(exporter, "split", QSize(900, 300))
        image(exporter, PAGE, QSize(700, 900))
        assert image(exporter, subject, size) == first, subject


def test_no_scroll_bars_buttons_or_grips_on_paper(window: MainWindow) -> None:
    give(window, LARGE, 8)
    exporter = window.exports.ready()
    for subject in (PAGE, "split"):
        made = sheet(exporter, subject, QSize(1280, 960))
        assert not [bar for bar in made.findChildren(QScrollBar) if bar.isVisibleTo(made) and bar.maximum()]
        paper = paper_of(made).split
        assert not [part for part in (paper.player, *paper.tab_order()[:3]) if part.isVisibleTo(made)]
        drawn = image(exporter, subject, made.size())
        grips = [handle for handle in made.findChildren(QSplitterHandle) if handle.isVisibleTo(made)]
        assert grips or subject != PAGE
        for handle in grips:
            room = place_on(handle, made)
            assert len({drawn.pixel(x, y) for x in _range(room, 0) for y in _range(room, 1)}) == 1


def _range(room: QRect, way: int) -> range:
    return range(room.left(), room.right() + 1) if way == 0 else range(room.top(), room.bottom() + 1)


def test_on_paper_no_cell_is_cut_off(window: MainWindow) -> None:
    """Nobody can scroll a picture."""
    cut = []
    for sizes, devices in ((Sizes(4, 5, 16, 3), 3), (Sizes(4, 5, 16, 3), 8), (Sizes(16, 16, 16, 16), 8)):
        give(window, random_matrix(sizes, 1), devices)
        exporter = window.exports.ready()
        for subject, size in (("split", QSize(960, 480)), (PAGE, QSize(1280, 960))):
            paper = paper_of(sheet(exporter, subject, size)).split
            canvas, area = paper.canvas, paper.area.viewport()
            if not area.rect().contains(place_on(canvas, area)):
                cut.append((tuple(sizes), devices, subject, canvas.size().toTuple(), area.size().toTuple()))
    assert cut == []


def test_the_menus_of_the_panels_offer_what_they_can(window: MainWindow, tmp_path: Path) -> None:
    common = [shell.COPY, shell.PNG, shell.SVG]
    cases: list[tuple[QWidget, str, QSize]] = [
        (split(window), shell.FRAMES, QSize(1920, 960)),
        (window.front.overlap, shell.CSV, QSize(1440, 1120)),
    ]
    for panel, last, size in cases:
        menu = menu_over(panel, 9, 9)
        assert [action.text() for action in menu.actions()] == [*common, last]
        menu.actions()[0].trigger()
        menu.close()
        assert QGuiApplication.clipboard().image().size() == size
    path = tmp_path / "o.csv"
    choosing_file(window, menu.actions()[-1].trigger, str(path))
    assert path.read_text(encoding="utf-8").startswith("bar,segment,start (s),end (s),hidden (s)")
    settle()


# Frames


def saver(window: MainWindow) -> FrameSaver:
    return FrameSaver(window.document.outcome(), split(window), window)


def test_all_frames_are_saved_and_numbered(window: MainWindow, tmp_path: Path) -> None:
    split(window).failing.setChecked(True)
    scrub(window, 2.0)
    before = picture(split(window))
    assert saver(window).save(tmp_path, SMALL, 2) == 2 * STAGES + 1 == 13
    paths = sorted(tmp_path.iterdir())
    assert [path.name for path in paths] == [f"frame-{number:04d}.png" for number in range(1, 14)]
    frames = [QImage(str(path)) for path in paths]
    assert all(frame.size() == SMALL for frame in frames)
    assert all(one != other for number, one in enumerate(frames) for other in frames[number + 1 :])
    assert (split(window).player.position(), picture(split(window)) == before) == (2.0, True)
    fewer = tmp_path / "fewer"
    fewer.mkdir()
    assert saver(window).save(fewer, SMALL, 1) == STAGES + 1
    assert [QImage(str(path)) for path in sorted(fewer.iterdir())] == frames[::2]
    split(window).failing.setChecked(False)
    saver(window).save(fewer, SMALL, 1)
    right = QImage(str(fewer / "frame-0007.png"))
    assert share_of_hue(right, *VERMILION) < share_of_hue(frames[-1], *VERMILION)


def test_cancel_stops(window: MainWindow, tmp_path: Path) -> None:
    texts = []

    def cancel(widget: QWidget) -> None:
        if isinstance(widget, QProgressDialog):
            texts.append((widget.labelText(), widget.value() > 0))
            button = widget.findChild(QPushButton)
            assert button is not None
            button.click()

    with Answers(window, cancel):
        written = saver(window).save(tmp_path, SMALL, 240)
    assert texts[0] == ("Saving 1441 frames…", True)
    assert 0 < written < 1441
    assert len(list(tmp_path.iterdir())) == written
    assert QApplication.activeModalWidget() is None


def test_a_file_that_cannot_be_written_is_told_once_and_ends_it(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "frame-0003.png").mkdir()
    written: list[int] = []
    asked = answering(
        window, lambda: written.append(saver(window).save(tmp_path, SMALL, 2)), QMessageBox.StandardButton.Ok
    )
    assert len(asked) == 1
    assert asked[0].startswith("frame-0003.png was not written: ")
    assert written == [2]
    asked = answering(
        window, lambda: written.append(saver(window).save(tmp_path / "none", SMALL, 2)), QMessageBox.StandardButton.Ok
    )
    assert asked[0].startswith("frame-0001.png was not written: ")
    assert written == [2, 0]


def test_a_full_disk_is_called_so_and_ends_the_frames(
    window: MainWindow, tmp_path: Path, full_disk: Callable[[int], None]
) -> None:
    full_disk(errno.ENOSPC)
    asked = answering(window, lambda: saver(window).save(tmp_path, SMALL, 2), QMessageBox.StandardButton.Ok)
    assert asked == [f"frame-0001.png was not written: {os.strerror(errno.ENOSPC)}"]
    assert list(tmp_path.iterdir()) == []


def test_frames_are_saved_through_the_menu(window: MainWindow, tmp_path: Path) -> None:
    seen: list[str] = []

    def give_up(widget: QWidget) -> None:
        seen.append(type(widget).__name__)
        assert isinstance(widget, QDialog)
        widget.reject()

    def answer(widget: QWidget) -> None:
        if isinstance(widget, FrameDialog):
            seen.append(widget.windowTitle())
            widget.width_box.setValue(320)
            widget.height_box.setValue(240)
            widget.stage_box.setValue(2)
            press_button(widget, shell.CHOOSE_FOLDER)
        elif isinstance(widget, QFileDialog):
            seen.append("folder")
            widget.setDirectory(str(tmp_path))
            press_button(widget, "Choose")

    menu = menu_over(split(window), 9, 9)
    with Answers(window, give_up):
        menu.actions()[-1].trigger()
    with Answers(window, answer):
        menu.actions()[-1].trigger()
        menu.close()
    assert seen == ["FrameDialog", "Save all frames", "folder"]
    assert len(list(tmp_path.glob("frame-*.png"))) == 13
    assert QImage(str(tmp_path / "frame-0013.png")).size() == QSize(320, 240)


@pytest.mark.parametrize("name", ["plain", "{run} of {0}", "a } b"])
def test_frames_are_replaced_in_a_folder_of_any_name(window: MainWindow, tmp_path: Path, name: str) -> None:
    folder, asked = tmp_path / name, []
    folder.mkdir()
    (folder / "frame-0001.png").touch()

    def answer(widget: QWidget) -> None:
        if isinstance(widget, FrameDialog):
            widget.stage_box.setValue(2)
            press_button(widget, shell.CHOOSE_FOLDER)
        elif isinstance(widget, QFileDialog):
            widget.setDirectory(str(folder))
            press_button(widget, "Choose")
        elif isinstance(widget, QMessageBox):
            asked.append(widget.text())
            widget.button(QMessageBox.StandardButton.Cancel).click()

    menu = menu_over(split(window), 9, 9)
    with Answers(window, answer):
        menu.actions()[-1].trigger()
        menu.close()
    assert asked == [f"{name} holds frames already. Replace them?"]
    assert [path.name for path in folder.iterdir()] == ["frame-0001.png"]


def press_button(dialog: QDialog, text: str) -> None:
    buttons = dialog.findChild(QDialogButtonBox)
    assert buttons is not None
    next(button for button in buttons.buttons() if button.text().replace("&", "") == text).click()
