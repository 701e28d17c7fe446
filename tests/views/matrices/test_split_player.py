"""The animation of the matrices is played, stepped and scrubbed by a person, and rests when nobody looks."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionSlider, QWidget
from pytestqt.qtbot import QtBot

from explorer.answers.matrices.cells import CellKey
from explorer.scenario.matrices import Sizes, random_matrix, with_shards
from explorer.views.shell.main_window import MainWindow
from tests.views.hands import CONTROL, LEFT, NONE, move, picture, press, running, settle
from tests.views.matrices.hands import END, double_click, give, numbers, scrub, split

SPACE = Qt.Key.Key_Space


def test_space_plays_and_pauses_from_the_start_to_the_end(window: MainWindow, qtbot: QtBot) -> None:
    player, before = split(window).player, picture(split(window).canvas)
    press(window, SPACE)
    assert player.is_playing()
    assert player.play.text() == "❚❚ Pause"
    qtbot.waitUntil(lambda: player.position() > 0.1)
    press(window, SPACE)
    stopped = player.position()
    assert (player.is_playing(), player.play.text()) == (False, "▶ Play")
    assert player.scrubber.value() == round(1000 * stopped)
    assert picture(split(window).canvas) != before
    assert running(window) == []
    qtbot.wait(40)
    assert player.position() == stopped
    scrub(window, 5.95)
    press(window, SPACE)
    qtbot.waitUntil(lambda: not player.is_playing(), timeout=2000)
    assert (player.position(), running(window)) == (END, [])
    press(window, SPACE)  # from the end it starts over
    assert player.is_playing()
    assert player.position() < 1
    press(window, SPACE)


def test_space_plays_wherever_it_has_no_other_use(window: MainWindow) -> None:
    player = split(window).player
    places: list[QWidget] = [plot.chart.plot.viewport() for plot in window.front.plots.plots]
    places += [window.front.overlap.bars, split(window).area.viewport(), split(window).canvas]
    for place in places:
        QTest.mouseClick(place, LEFT, NONE, QPoint(12, 12))
        press(window, SPACE)
        assert player.is_playing(), place
        press(window, SPACE)
        assert not player.is_playing(), place
    for focused in (player.scrubber, window.front.overlap.slider, window.panel.rows["divisible"].slider):
        focused.setFocus()
        press(window, SPACE)
        assert player.is_playing(), focused
        press(window, SPACE)
        assert not player.is_playing(), focused


def test_space_in_a_field_plays_nothing(window: MainWindow) -> None:
    fields = [
        *(row.field for row in window.panel.rows.values()),
        window.bar.target,
        double_click(window, CellKey("a", 0, 0, 0)),
    ]
    for field in fields[::-1]:
        if field is not fields[-1]:
            QTest.mouseClick(field, LEFT)
        assert field.hasFocus()
        press(window, SPACE)
        assert not split(window).player.is_playing()
        press(window, Qt.Key.Key_Escape)


def test_space_on_a_button_presses_it_and_no_more(window: MainWindow) -> None:
    view, player = split(window), split(window).player
    player.play.setFocus()
    press(window, SPACE)
    assert player.is_playing()
    press(window, SPACE)
    assert not player.is_playing()
    player.rewind()
    player.forth.setFocus()
    press(window, SPACE)
    assert (player.position(), player.is_playing()) == (1.0, False)
    view.failing.setFocus()
    press(window, SPACE)
    assert (view.failing.isChecked(), player.is_playing()) == (True, False)
    view.canvas.setFocus()
    for repeated in (False, True):  # a key that is held plays once
        QApplication.sendEvent(view.canvas, QKeyEvent(QEvent.Type.KeyPress, SPACE, NONE, " ", repeated))
    assert player.is_playing()
    player.pause()


def test_steps_go_to_the_ends_of_the_stages(window: MainWindow) -> None:
    player = split(window).player
    seen = []
    for button in [player.forth] * 7 + [player.back] * 2:
        QTest.mouseClick(button, LEFT)
        seen.append(player.position())
    assert seen == [1, 2, 3, 4, 5, 6, 6, 5, 4]
    scrub(window, 2.5)
    QTest.mouseClick(player.back, LEFT)
    assert player.position() == 2
    scrub(window, 2.5)
    press(window, SPACE)
    QTest.mouseClick(player.forth, LEFT)
    assert (player.position(), player.is_playing()) == (3, False)
    QTest.mouseClick(player.first, LEFT)
    assert player.position() == 0
    QTest.mouseClick(player.back, LEFT)
    assert (player.position(), player.scrubber.value()) == (0, 0)


def test_the_scrubber_follows_keys_and_mouse(window: MainWindow) -> None:
    player, scrubber = split(window).player, split(window).player.scrubber
    scrubber.setFocus()
    press(window, SPACE)
    for key in (Qt.Key.Key_Home, Qt.Key.Key_PageUp, Qt.Key.Key_PageUp, Qt.Key.Key_Right, Qt.Key.Key_Left):
        press(window, key)
    assert (player.position(), player.is_playing()) == (2.0, False)
    option = QStyleOptionSlider()
    scrubber.initStyleOption(option)
    handle = scrubber.style().subControlRect(
        QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, scrubber
    )
    QTest.mousePress(scrubber, LEFT, NONE, handle.center())
    move(scrubber, QPoint(scrubber.width() // 2, handle.center().y()))
    assert player.position() == pytest.approx(3.0, abs=0.1)
    assert split(window).caption.text().startswith(("Stage 3", "Stage 4"))
    move(scrubber, QPoint(scrubber.width() + 50, handle.center().y()))
    QTest.mouseRelease(scrubber, LEFT)
    assert player.position() == END
    assert numbers(window, "sum", 0) == ["−3", "9"]


def test_a_click_on_the_scrubber_goes_where_it_was_clicked(window: MainWindow) -> None:
    player, scrubber = split(window).player, split(window).player.scrubber
    for share in (0.75, 0.2, 0.5):
        QTest.mouseClick(scrubber, LEFT, NONE, QPoint(round(share * scrubber.width()), scrubber.height() // 2))
        assert player.position() == pytest.approx(share * END, abs=0.15)
    QTest.mouseClick(scrubber, LEFT, NONE, QPoint(scrubber.width() - 1, scrubber.height() // 2))
    assert player.position() == END


class _SteadyClock:
    """A clock on which 110 ms pass between any two looks."""

    def restart(self) -> int:
        return 110


def test_a_stage_of_many_steps_takes_longer(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window.document.edit("devices", 4)  # a ring of four: six steps, twice as long
    settle()
    player = split(window).player
    monkeypatch.setattr(player, "clock", _SteadyClock())
    passed = []
    for stage in (3.0, 4.0):
        player.show_position(stage)
        player.advance()
        passed.append(player.position() - stage)
    assert passed == [pytest.approx(0.05), pytest.approx(0.025)]


def test_the_speed_is_the_one_chosen(window: MainWindow, qtbot: QtBot) -> None:
    player = split(window).player
    player.speed.setFocus()
    press(window, Qt.Key.Key_Home)
    for speed in (0.25, 0.5, 1.0, 2.0, 4.0):
        assert player.speed.currentText() == f"{speed:g}×"
        player.rewind()
        start = time.perf_counter()
        player.toggle()
        qtbot.wait(80)
        player.pause()
        expected = speed * (time.perf_counter() - start) / 2.2
        assert 0.6 * expected < player.position() < 1.1 * expected
        press(window, Qt.Key.Key_Down)


POSITIONS = (0, 0.2, 0.7, 1, 1.37, 2.25, 2.8, 3.6, 4.1, 4.61, 5, 5.5, 6)


def pictures(window: MainWindow, order: tuple[float, ...]) -> list[QImage]:
    found = []
    for position in order:
        scrub(window, position)
        found.append(picture(split(window).canvas))
    return found


def test_a_position_is_the_same_picture_whichever_way_one_came_to_it(window: MainWindow) -> None:
    give(window, with_shards(random_matrix(Sizes(2, 3, 6, 3), 7), "3, 1, 2"))
    for failing in (False, True):
        split(window).failing.setChecked(failing)
        forth, back = pictures(window, POSITIONS), pictures(window, POSITIONS[::-1])[::-1]
        assert forth == back
        assert all(one != other for number, one in enumerate(forth) for other in forth[number + 1 :])


def test_nothing_runs_while_the_panel_is_out_of_sight(window: MainWindow, qtbot: QtBot) -> None:
    """The page is left, the panel hidden, the window minimised."""
    player, panel = split(window).player, window.acts.panels["split"]
    ways: list[tuple[Callable[[], object], Callable[[], object]]] = [
        (lambda: press(window, Qt.Key.Key_2, CONTROL), lambda: press(window, Qt.Key.Key_1, CONTROL)),
        (panel.trigger, panel.trigger),
        (window.showMinimized, window.showNormal),
    ]
    for away, back in ways:
        before = player.position()
        player.toggle()
        qtbot.waitUntil(lambda before=before: player.position() > before)
        away()
        settle()
        stopped = player.position()
        assert not player.is_playing()
        qtbot.waitUntil(lambda: not running(window), timeout=3000)  # the table works its results out
        if away != window.showMinimized:
            press(window, SPACE)  # where nobody sees it, nothing starts
        back()
        settle()
        assert split(window).isVisible()
        assert (player.is_playing(), player.position()) == (False, stopped)
