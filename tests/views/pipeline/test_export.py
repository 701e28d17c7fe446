"""The page "Pipeline" as pictures and numbers."""

from __future__ import annotations

import csv
import io

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QMenu
from pytestqt.qtbot import QtBot

from explorer.views.pipeline.gantt_panel import ALL, OWN
from explorer.views.pipeline.page import PipelinePage
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.theme import Choice
from tests.answers.pipeline import sentences
from tests.views.hands import menu_over, settle
from tests.views.pipeline.hands import open_pipeline, section

SIZE = QSize(900, 560)
SUBJECTS = [OWN, ALL, "bubble"]


@pytest.fixture
def page(window: MainWindow) -> PipelinePage:
    page = open_pipeline(window)
    section(window, stages=4, backward_ratio=2.0)
    return page


def picture(window: MainWindow, name: str) -> QImage:
    image = window.exports.in_sight().image(name, SIZE, 1)
    assert image is not None
    return image


def rows_of(window: MainWindow, name: str) -> list[dict[str, str]]:
    exporter = window.exports.in_sight()
    content = exporter.content(name, "csv", SIZE, 1)
    assert content is not None
    return list(csv.DictReader(io.StringIO(content.decode())))


def test_what_is_in_sight_is_offered_first(window: MainWindow, page: PipelinePage) -> None:
    assert [key for key, _ in window.exports.in_sight().subjects()] == SUBJECTS
    page.times.show_all(True)
    assert [key for key, _ in window.exports.in_sight().subjects()] == [ALL, OWN, "bubble"]


def test_pictures_show_one_schedule_three_or_the_bubble(window: MainWindow, page: PipelinePage) -> None:
    window.colours.show_choice(Choice.DARK)
    pictures = [picture(window, name) for name in SUBJECTS]
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]
    for image in pictures:
        assert image.pixelColor(2, 2).lightness() > 230
    assert not page.times.shows_all()  # the window stays as it is
    page.times.gantt.show_span((0.0, 0.02))
    assert picture(window, OWN) != pictures[0]
    assert picture(window, ALL) == pictures[1]


def test_an_export_pauses_the_player_and_shows_the_whole_timeline(window: MainWindow, page: PipelinePage) -> None:
    player, still, numbers = page.times.player, picture(window, OWN), rows_of(window, OWN)
    for name, export in ((OWN, lambda: picture(window, OWN)), (ALL, lambda: picture(window, ALL))):
        player.show_position(2.0)
        player.toggle()
        assert player.is_playing()
        image = export()
        assert not player.is_playing()
        assert player.position() == 2.0
        assert page.times.gantt.time is not None  # the window stays as it is
        assert (image == still) is (name == OWN)
    player.toggle()
    assert rows_of(window, OWN) == numbers
    assert not player.is_playing()
    player.rewind()
    assert picture(window, OWN) == still


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_picture_is_the_same_whatever_came_before(window: MainWindow, page: PipelinePage, name: str) -> None:
    first = picture(window, name)
    settle()
    assert picture(window, name) == first
    window.exports.in_sight().image(name, 2 * SIZE, 1)
    assert picture(window, name) == first


def test_a_picture_has_no_controls_and_names_its_numbers(window: MainWindow, page: PipelinePage) -> None:
    for name in SUBJECTS:
        sheet = window.exports.in_sight().sheet(name, SIZE)
        assert sheet is not None
        paper = next(part for part in sheet.findChildren(type(page.panels)))
        assert not [part for part in paper.times.tab_order() if part.isVisibleTo(sheet)]
        texts = "\n".join(label.text() for label in sheet.findChildren(QLabel))
        assert "pipeline: 1F1B, p = 4, m = 8, v = 2, b = 2, hop 230 µs" in texts
    assert page.times.player.isVisible()


def test_the_menu_offers_what_is_in_sight(
    window: MainWindow, page: PipelinePage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []
    window.requests.export.disconnect()
    window.requests.export.connect(lambda name, kind: asked.append((name, kind)))
    for shows_all in (False, True):
        page.times.show_all(shows_all)
        menu: QMenu = menu_over(page.times.gantt)
        assert all(action.isEnabled() for action in menu.actions())
        menu.actions()[0].trigger()
        menu.close()
    assert asked == [(OWN, "copy"), (ALL, "copy")]


def test_the_numbers_are_those_of_the_events(window: MainWindow, page: PipelinePage) -> None:
    own, every = rows_of(window, OWN), rows_of(window, ALL)
    assert len(own) == 2 * 4 * 8
    assert len(every) == 2 * 4 * 8 * (1 + 1 + 2)
    last = max(float(row["end (s)"]) for row in own)
    assert last == page.times.runs()[0].makespan
    bubble = rows_of(window, "bubble")
    assert float(bubble[0][sentences.IDLE_OF_MAKESPAN_COLUMN]) > float(bubble[-1][sentences.IDLE_OF_MAKESPAN_COLUMN])


def test_no_numbers_are_offered_where_nothing_is_drawn(window: MainWindow, page: PipelinePage) -> None:
    section(window, schedule="interleaved", micro_batches=10)
    exporter = window.exports.in_sight()
    assert not exporter.has_numbers(OWN)
    assert exporter.has_numbers("bubble")
    assert picture(window, OWN).size() == SIZE
    menu = menu_over(page.times.gantt)
    assert not any(action.isEnabled() for action in menu.actions())
    menu.close()
    settle()


def test_a_drawing_of_very_many_events_stays_small(window: MainWindow, page: PipelinePage) -> None:
    section(window, stages=64, micro_batches=512)
    content = window.exports.in_sight().content(OWN, "svg", SIZE, 1)
    assert content is not None
    assert len(content) < 1_000_000
    assert b"<image" in content
