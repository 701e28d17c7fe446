"""The colours of the window: of each page, made before they change or after, and of sheets, which are always paper."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QSize, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

import explorer.views
from explorer.document import Document
from explorer.views.load.page import LoadPage
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.card import Card
from explorer.views.widgets.theme import DARK, LIGHT, PAPER, Choice, colour_words, palette, theme_of
from tests.views.hands import settle

pytestmark = pytest.mark.usefixtures("qapp")

PAGES = range(7)
SIZE = QSize(1000, 700)


@contextmanager
def opened(settings: QSettings, choice: Choice) -> Iterator[MainWindow]:
    settings.setValue("theme", str(choice))
    window = MainWindow(Document(), settings)
    window.show()
    settle()
    yield window
    window.hide()
    window.deleteLater()


def picture_of(window: MainWindow, page: int, qtbot: QtBot) -> QImage:
    """Return a page that has nothing left to work out, without a mark of the focus."""
    window.tabs.setCurrentIndex(page)
    window.setFocus()
    settle()
    load = window.lazy.tabs["load"].page
    if isinstance(load, LoadPage):
        qtbot.waitUntil(load.is_settled, timeout=20_000)
    qtbot.waitUntil(lambda: not any(timer.isActive() for timer in window.findChildren(QTimer)))
    settle()
    return window.pages.currentWidget().grab().toImage()


def test_a_page_looks_the_same_made_before_and_after_the_switch(settings: QSettings, qtbot: QtBot) -> None:
    with opened(settings, Choice.LIGHT) as light, opened(settings, Choice.DARK) as dark:
        windows = {Choice.LIGHT: light, Choice.DARK: dark}
        fresh = {choice: [picture_of(window, page, qtbot) for page in PAGES] for choice, window in windows.items()}
        assert [page for page in PAGES if fresh[Choice.LIGHT][page] == fresh[Choice.DARK][page]] == []
        wrong = []
        for before, after in ((Choice.LIGHT, Choice.DARK), (Choice.DARK, Choice.LIGHT)):
            for page in PAGES:
                window = windows[before]
                window.tabs.setCurrentIndex(page)
                window.colours.show_choice(after)
                if picture_of(window, page, qtbot) != fresh[after][page]:
                    wrong.append((page, before, after))
                window.colours.show_choice(before)
        assert wrong == []


def test_a_sheet_is_the_same_paper_in_a_dark_window(settings: QSettings, qtbot: QtBot) -> None:
    pictures: dict[Choice, list[list[QImage]]] = {Choice.LIGHT: [], Choice.DARK: []}
    for choice, of_pages in pictures.items():
        with opened(settings, choice) as window:
            parts: list[QWidget] = []
            for page in PAGES:
                picture_of(window, page, qtbot)
                exporter = window.exports.in_sight()
                subjects = [subject for subject, _ in exporter.subjects()]
                of_pages.append([exporter.image(subject, SIZE, 1) for subject in subjects])
                sheet = exporter.sheet(subjects[0], SIZE)
                assert sheet is not None
                on_paper = [part for part in sheet.findChildren(QWidget) if part.window() is window]
                assert {theme_of(part) for part in on_paper} == {PAPER}
                parts += on_paper
            window.colours.show_choice(Choice.DARK)
            assert {theme_of(part) for part in parts} == {PAPER}
    assert [page for page in PAGES if pictures[Choice.LIGHT][page] != pictures[Choice.DARK][page]] == []


def test_a_theme_is_that_of_the_window_or_sheet_that_a_widget_is_on(qtbot: QtBot) -> None:
    dark, paper = QWidget(), QWidget()
    for top, theme in ((dark, DARK), (paper, PAPER)):
        qtbot.addWidget(top)
        top.setPalette(palette(theme))
    card = Card(dark)
    label = QLabel("words", card)
    colour_words(label, "#ff0000")
    assert (theme_of(card), theme_of(label), card.theme) == (DARK, DARK, DARK)
    card.setParent(paper)
    assert (theme_of(card), theme_of(label), theme_of(Card(card))) == (PAPER, PAPER, PAPER)
    paper.setPalette(palette(LIGHT))
    assert (theme_of(card), theme_of(label)) == (LIGHT, LIGHT)
    assert label.palette().windowText().color().name() == "#ff0000"


def test_no_view_hands_a_theme_down() -> None:
    sources = Path(explorer.views.__path__[0]).rglob("*.py")
    assert not [str(path) for path in sources if "show_theme" in path.read_text(encoding="utf-8")]
