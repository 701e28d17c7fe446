"""Space plays after the mouse was used; with the keys, buttons and lists keep it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from explorer.views.pipeline.page import PipelinePage
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.player import Player
from tests.views.hands import LEFT, press, settle, type_into
from tests.views.matrices.hands import split
from tests.views.pipeline.hands import open_pipeline

SPACE = Qt.Key.Key_Space


@pytest.fixture
def page(window: MainWindow) -> PipelinePage:
    return open_pipeline(window)


def has_animation(window: MainWindow, player: Player) -> bool:
    """Whether Space starts the player, and once more stops it."""
    press(window, SPACE)
    started = player.is_playing()
    if started:
        press(window, SPACE)
        assert not player.is_playing()
    return started


def choose_with_the_mouse(chooser: QWidget) -> None:
    """Open a list with the mouse and take its next entry."""
    QTest.mouseClick(chooser, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(12, chooser.height() // 2))
    settle()
    popup = QApplication.activePopupWidget()
    assert popup is not None
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(popup.focusWidget() or popup, key)
    settle()
    assert QApplication.activePopupWidget() is None


def test_space_plays_after_a_click_on_a_button(window: MainWindow, page: PipelinePage) -> None:
    player = page.times.player
    for button in (page.times.all, page.rows.training, player.forth, window.bar.copy):
        QTest.mouseClick(button, LEFT)
        assert has_animation(window, player), button
    assert page.times.shows_all()
    assert window.document.scenario.pipeline.backward_ratio == 2
    box = page.rows.blocking
    QTest.mouseClick(box, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(8, box.height() // 2))
    assert has_animation(window, player)
    assert window.document.scenario.pipeline.blocking_sends


def test_space_plays_after_a_choice_in_a_list(window: MainWindow, page: PipelinePage) -> None:
    choose_with_the_mouse(page.rows.schedule)
    assert window.document.scenario.pipeline.schedule == "interleaved"
    assert has_animation(window, page.times.player)
    assert window.document.scenario.pipeline.schedule == "interleaved"
    choose_with_the_mouse(page.times.player.speed)
    assert page.times.player.speed.currentText() == "2×"
    assert has_animation(window, page.times.player)


def test_space_after_a_click_on_what_the_keys_had_reached(window: MainWindow, page: PipelinePage) -> None:
    player = page.times.player
    player.play.setFocus()
    press(window, Qt.Key.Key_Tab)
    assert player.forth.hasFocus()
    press(window, SPACE)
    assert (player.position(), player.is_playing(), player.forth.hasFocus()) == (1.0, False, True)
    QTest.mouseClick(player.forth, LEFT)
    assert player.position() == 2.0
    assert has_animation(window, player)


def test_a_list_opened_with_the_keys_keeps_the_focus(window: MainWindow, page: PipelinePage) -> None:
    page.rows.schedule.setFocus(Qt.FocusReason.TabFocusReason)
    press(window, SPACE)
    popup = QApplication.activePopupWidget()
    assert popup is not None
    QTest.keyClick(popup.focusWidget() or popup, Qt.Key.Key_Return)
    settle()
    assert page.rows.schedule.hasFocus()
    assert not page.times.player.is_playing()


def test_a_space_over_a_whole_number_plays(window: MainWindow, page: PipelinePage, qtbot: QtBot) -> None:
    field = page.rows.rows["micro_batches"].field
    type_into(qtbot, field, "12")
    assert (field.hasFocus(), field.selectedText()) == (True, "12")
    assert has_animation(window, page.times.player)
    assert (field.text(), field.hasFocus(), window.messages.message()) == ("12", True, "")


def test_a_space_within_a_text_is_a_space(window: MainWindow, page: PipelinePage, qtbot: QtBot) -> None:
    field = page.rows.rows["hop_bytes"].field
    type_into(qtbot, field, "3", enter=False)
    press(window, SPACE)
    press(window, Qt.Key.Key_K)
    assert field.text() == "3 k"
    field.selectAll()
    press(window, SPACE)
    assert field.text() == " "
    assert not page.times.player.is_playing()
    press(window, Qt.Key.Key_Escape)


@pytest.mark.parametrize("click", [lambda window: split(window).failing, lambda window: window.bar.copy])
def test_it_is_so_on_the_first_page(window: MainWindow, click: Callable[[MainWindow], QWidget]) -> None:
    QTest.mouseClick(click(window), LEFT)
    assert has_animation(window, split(window).player)


def test_where_nothing_plays_the_focus_stays(window: MainWindow) -> None:
    window.tabs.setCurrentIndex(window.pages.indexOf(window.lazy.tabs["load"]))
    settle()
    page = window.lazy.tabs["load"].page
    assert page is not None
    button = page.panel.log_switch  # type: ignore[attr-defined]
    QTest.mouseClick(button, LEFT)
    assert button.hasFocus()
