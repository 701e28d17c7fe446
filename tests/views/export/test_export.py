"""Pictures and numbers of what is shown."""

from __future__ import annotations

import csv
import errno
import os
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from explorer.views.export.export_dialog import ExportDialog
from explorer.views.export.exporter import PAGE, Exporter
from explorer.views.shell.front_page import FrontPanels
from explorer.views.shell.main_window import MainWindow
from tests.answers.break_even import sentences as break_even
from tests.views import sentences as shell
from tests.views.hands import answering, choosing_file, menu_over, settle, wheel

SIZE = QSize(1000, 700)


@pytest.fixture
def exporter(window: MainWindow) -> Exporter:
    return window.exports.ready()


def grey(image: QImage, width: int, height: int) -> np.ndarray:
    """Return an image as an array of grey values at a size."""
    from PySide6.QtCore import Qt

    small = image.scaled(
        width, height, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    small.convertTo(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(small.constBits(), np.uint8).reshape(small.height(), small.bytesPerLine())
    return rows[:, :width].astype(float)


@pytest.mark.parametrize("subject", [PAGE, "bandwidth"])
def test_a_picture_has_exactly_so_many_pixels_and_looks_the_same(exporter: Exporter, subject: str) -> None:
    plain = exporter.image(subject, SIZE, 1)
    assert plain is not None
    for scale in (1, 2, 3, 4):
        scaled = exporter.image(subject, SIZE, scale)
        assert scaled is not None
        assert (scaled.width(), scaled.height()) == (1000 * scale, 700 * scale)
        difference = grey(plain, 500, 350) - grey(scaled, 500, 350)
        assert abs(difference.mean()) < 1.0, scale
        assert np.sqrt((difference**2).mean()) < 16, scale


def test_a_picture_is_light_and_the_window_stays_dark(window: MainWindow, exporter: Exporter) -> None:
    window.acts.theme.trigger()
    image = exporter.image(PAGE, SIZE, 1)
    assert image is not None
    assert image.pixelColor(2, 2).lightness() > 230
    settle()
    corner = window.front.plots.plots[0].chart.mapTo(window, QPoint(4, 4))
    assert window.grab().toImage().pixelColor(corner).lightness() < 60


def test_a_picture_shows_the_range_and_the_curves_that_are_shown(window: MainWindow, exporter: Exporter) -> None:
    plain = exporter.image("divisible", SIZE, 1)
    chart = window.front.plots.plots[0].chart
    wheel(chart.plot.viewport(), chart.pixel_of(0.012).toPoint(), 5)
    window.front.plots.speedups.setChecked(True)
    sheet = exporter.sheet("divisible", SIZE)
    zoomed = exporter.image("divisible", SIZE, 1)
    assert sheet is not None
    paper = sheet.findChild(FrontPanels)
    assert paper is not None
    assert paper.plots.plots[0].span() == pytest.approx(window.front.plots.plots[0].span())
    assert plain != zoomed


def test_an_svg_is_well_formed_and_holds_text_and_lines(window: MainWindow, exporter: Exporter, tmp_path: Path) -> None:
    choosing_file(window, lambda: exporter.save(PAGE, "svg", SIZE, 1), str(tmp_path / "a.svg"))
    root = ET.parse(tmp_path / "a.svg").getroot()
    tags = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert (root.get("viewBox"), tags.count("text") > 20, tags.count("polyline") + tags.count("path") > 20) == (
        "0 0 1000 700", True, True,
    )  # fmt: skip
    text = " ".join("".join(element.itertext()) for element in root.iter() if element.tag.endswith("text"))
    assert break_even.pays("1.388×") in text
    assert "Pareggio" in text


def test_the_numbers_of_a_plot_are_saved(window: MainWindow, exporter: Exporter, tmp_path: Path) -> None:
    choosing_file(window, lambda: window.requests.export.emit("bandwidth", "csv"), str(tmp_path / "b.csv"))
    with (tmp_path / "b.csv").open(newline="", encoding="utf-8") as stream:
        head, *rows = csv.reader(stream)
    assert head[0] == "bandwidth B (bytes/s)"
    at = next(row for row in rows if float(row[0]) == 1e10)
    assert float(at[2]) == pytest.approx(0.00922)


def test_the_menu_of_a_plot_offers_what_it_can(window: MainWindow) -> None:
    plot = window.front.plots.plots[1]
    menu = menu_over(plot, 9, 9)
    assert [action.text() for action in menu.actions()] == [
        shell.COPY, shell.PNG, shell.SVG, shell.CSV,
    ]  # fmt: skip
    menu.actions()[0].trigger()
    menu.close()
    assert QGuiApplication.clipboard().image().width() == 1440
    QApplication.processEvents()


def test_the_dialog_says_the_size_and_previews(window: MainWindow, qtbot: QtBot, exporter: Exporter) -> None:
    dialog = ExportDialog(exporter, window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.size_text.text() == "2560 × 1920 pixels\n33.9 × 25.4 cm at 192 dpi"
    assert not dialog.csv.isEnabled()
    before = dialog.preview.pixmap().cacheKey()
    dialog.subject.setCurrentIndex(1)
    dialog.scale.setValue(4)
    assert dialog.size_text.text().startswith("2880 × 2240 pixels")
    assert dialog.csv.isEnabled()
    assert dialog.preview.pixmap().cacheKey() != before
    dialog.close()


def test_a_file_that_cannot_be_written_is_told(window: MainWindow, exporter: Exporter, tmp_path: Path) -> None:
    (tmp_path / "taken.png").mkdir()
    exporter.ask_path = lambda _subject, _kind: tmp_path / "taken.png"  # type: ignore[method-assign]
    asked = answering(window, lambda: exporter.save(PAGE, "png", SIZE, 1), QMessageBox.StandardButton.Ok)
    assert len(asked) == 1
    assert "taken.png was not written" in asked[0]


@pytest.mark.parametrize("kind", ["png", "svg", "csv"])
def test_a_full_disk_is_called_so_and_the_old_file_stays(
    window: MainWindow, exporter: Exporter, tmp_path: Path, full_disk: Callable[[int], None], kind: str
) -> None:
    target = tmp_path / f"old.{kind}"
    target.write_bytes(b"the old one")
    full_disk(errno.ENOSPC)
    exporter.ask_path = lambda _subject, _kind: target  # type: ignore[method-assign]
    asked = answering(window, lambda: exporter.export("bandwidth", kind), QMessageBox.StandardButton.Ok)
    assert asked == [f"old.{kind} was not written: {os.strerror(errno.ENOSPC)}"]
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
    assert target.read_bytes() == b"the old one"


@pytest.mark.parametrize("page", ["break_even", "pipeline", "all_reduce"])
def test_an_export_pauses_what_plays_and_shows_the_moment_in_sight(window: MainWindow, page: str) -> None:
    window.tabs.setCurrentIndex(list(window.lazy.tabs).index(page))
    settle()
    player = {
        "break_even": lambda: window.front.split.player,
        "pipeline": lambda: window.lazy.page.times.player,
        "all_reduce": lambda: window.lazy.page.panel.player,
    }[page]()
    subject = {"break_even": "split"}.get(page, page)
    size = window.exports.in_sight().size_of(subject)
    start = window.exports.in_sight().image(subject, size, 2)
    player.show_position(2.3)
    window.lazy.page.toggle_animation()
    assert player.is_playing()
    window.requests.export.emit(subject, "copy")
    assert not player.is_playing()
    moment = player.position()
    QTest.qWait(60)
    assert player.position() == moment
    copied = QGuiApplication.clipboard().image()
    now = window.exports.in_sight().image(subject, size, 2)
    assert now is not None
    if page != "pipeline":  # the picture of a pipeline is of the whole run
        assert copied.convertToFormat(now.format()) == now != start
