"""The page "Pipeline", worked as a person works it."""

from __future__ import annotations

import html

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter, QPicture
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from explorer.answers.outcome import Outcome
from explorer.answers.pipeline import schedules
from explorer.model.pipeline import Schedule
from explorer.views.pipeline.page import PipelinePage
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.theme import DARK, LIGHT, Choice
from tests.answers.pipeline import sentences
from tests.model.scenarios import random_scenarios
from tests.scenario import sentences as scenario_words
from tests.views.hands import LEFT, drag_line, move, settle, type_into, use_scenario, wheel
from tests.views.pipeline.hands import open_pipeline, section


@pytest.fixture
def page(window: MainWindow) -> PipelinePage:
    """Four stages that train on eight micro-batches."""
    page = open_pipeline(window)
    window.document.edit("stages", 4)
    window.document.edit("backward_ratio", 2.0)
    settle()
    return page


def titles(page: PipelinePage) -> list[str]:
    return [lane.titles[0] for lane in page.times.gantt.lanes]


def center_of(page: PipelinePage, lane: int, event: int) -> QPoint:
    """Where an event stands."""
    gantt = page.times.gantt
    run = gantt.lanes[lane].timeline
    assert run is not None
    geometry, window = gantt.geometries()[lane], gantt.time_window()
    top = geometry.top_of(geometry.stages.index(int(run.stage[event])))
    x = window.x(float(run.start[event] + run.end[event]) / 2)
    return QPointF(x, top + geometry.height / 2).toPoint()


def colour_at(image: QImage, point: QPoint) -> str:
    return image.pixelColor(point).name()


def colours_of(widget: QWidget) -> set[int]:
    """All colours that a widget is painted with."""
    image = widget.grab().toImage()
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}


# What is tip


@pytest.mark.parametrize("start_page", ["break_even"])
def test_the_page_is_made_when_it_is_wanted(window: MainWindow) -> None:
    assert window.lazy.tabs["pipeline"].page is None
    page = open_pipeline(window)
    assert titles(page) == [f"1F1B: 57.83 ms, {sentences.bubble('11.5 %', '12.9 %')}"]
    assert page.times.key.texts() == ["forward", "bubble", "hop"]
    assert sentences.RATE in page.times.sentences.whole()


def test_the_heading_explains_both_shares_however_short_it_is(window: MainWindow, page: PipelinePage) -> None:
    window.resize(1024, 640)
    settle()
    gantt = page.times.gantt
    (lane,), (geometry,) = gantt.lanes, gantt.geometries()
    event = QHelpEvent(
        QEvent.Type.ToolTip, geometry.title.center().toPoint(), gantt.mapToGlobal(geometry.title.center().toPoint())
    )
    QApplication.sendEvent(gantt, event)
    tip = html.unescape(QToolTip.text())
    QToolTip.hideText()
    assert lane.titles[0] in tip
    assert f"Of{sentences.OF_MAKESPAN[2:]}: {sentences.IDLE_OF_ALL}." in tip
    assert f"Of{sentences.OF_IDEAL[2:]}: {sentences.IDLE_OF_WORK}." in tip
    assert gantt.tip_at(QPointF(center_of(page, 0, 0))) == ""


def test_huge_shares_are_factors(window: MainWindow) -> None:
    page = open_pipeline(window)
    window.document.edit("devices", 65536)
    settle()
    (title,) = titles(page)
    assert title.startswith(f"1F1B: 15.09 s, {sentences.bubble('100 %')} {sentences.MAKESPAN}, ")
    assert title.endswith(sentences.times_ideal("9.65 million"))
    assert page.times.gantt.lanes[0].titles[1].endswith(f" 9.65 million times {sentences.IDEAL}")
    section(window, stages=64, micro_batches=1)
    assert sentences.times_ideal("135") in titles(page)[0]


@pytest.mark.parametrize("dark", [False, True])
def test_later_chunks_fade_in_both_themes(window: MainWindow, page: PipelinePage, qtbot: QtBot, dark: bool) -> None:
    window.colours.show_choice(Choice.DARK if dark else Choice.LIGHT)
    section(window, schedule="interleaved", chunks=2)
    assert sentences.LATER_CHUNKS in page.times.key.texts()
    run = page.times.runs()[0].timeline
    assert run is not None
    image, card = page.times.gantt.grab().toImage(), QColor((DARK if dark else LIGHT).card)
    far = []
    for chunk in (0, 1):
        event = int(((run.chunk == chunk) & (run.micro == 0) & ~run.is_backward).argmax())
        seen = image.pixelColor(center_of(page, 0, event) - QPoint(0, 20))
        far.append(abs(seen.red() - card.red()) + abs(seen.green() - card.green()) + abs(seen.blue() - card.blue()))
    assert far[1] < far[0]


def test_events_stand_where_the_model_has_them(page: PipelinePage) -> None:
    gantt = page.times.gantt
    run = gantt.lanes[0].timeline
    assert run is not None
    image = gantt.grab().toImage()
    blues, oranges = {LIGHT.split}, {LIGHT.devices[1]}
    for event in range(0, len(run.start), 2):  # the first micro-batch has the full colours, odd ones lighter
        if run.micro[event] % 2 == 0:
            point = center_of(page, 0, event) - QPoint(0, 20)  # above the number
            assert colour_at(image, point) in (oranges if run.is_backward[event] else blues)
    assert page.times.key.texts() == ["forward", "backward", "bubble", "hop"]


def test_many_events_are_drawn_as_pixels_in_the_same_places(window: MainWindow, page: PipelinePage) -> None:
    window.document.edit("micro_batches", 400)
    settle()
    gantt = page.times.gantt
    whole = gantt.longest
    gantt.show_span((0.0, whole * 0.2))
    settle()
    image, run = gantt.grab().toImage(), gantt.lanes[0].timeline
    assert run is not None
    assert len(run.start) > 1500
    seen = gantt.time_window()
    geometry = gantt.geometries()[0]
    middle = geometry.top_of(0) + geometry.height / 2
    waiting = QPointF(seen.x(float(run.end[3]) + 2e-3), middle).toPoint()
    blue = image.pixelColor(center_of(page, 0, 0))
    assert blue.blue() > blue.red() + 60
    assert image.pixelColor(waiting).lightness() > 200  # stage 1 waits for the first backward


def test_the_mouse_reads_an_event_and_a_bubble(page: PipelinePage, qtbot: QtBot) -> None:
    gantt = page.times.gantt
    qtbot.mouseMove(gantt, center_of(page, 0, 0))
    assert page.times.sentences.whole().startswith(f"{sentences.event('1F1B', 1, 'forward (F)', 1)}0 s to 3.200 ms.")
    run = gantt.lanes[0].timeline
    assert run is not None
    geometry = gantt.geometries()[0]
    qtbot.mouseMove(gantt, QPointF(gantt.time_window().x(1e-3), geometry.top_of(3) + 5).toPoint())
    assert page.times.sentences.whole().startswith("1F1B: stage 4 is idle at ")
    qtbot.mouseMove(gantt, QPoint(2, 2))
    assert sentences.STEADY_STATE in page.times.sentences.whole()


def test_three_schedules_stand_on_one_axis(page: PipelinePage, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.times.all, LEFT)
    assert [title.split(":")[0] for title in titles(page)] == ["GPipe", "1F1B", "Interleaved"]
    assert all(sentences.MAKESPAN in title and sentences.IDEAL in title for title in titles(page))
    assert [lane.is_chosen for lane in page.times.gantt.lanes] == [False, True, False]
    assert sentences.activations(4, 8) in page.times.sentences.whole()
    assert sentences.LATER_CHUNKS in page.times.key.texts()
    tops = [geometry.top for geometry in page.times.gantt.geometries()]
    assert tops == sorted(tops)
    qtbot.mouseClick(page.times.own, LEFT)
    assert len(titles(page)) == 1


def test_what_cannot_run_says_why(window: MainWindow, page: PipelinePage, qtbot: QtBot) -> None:
    window.document.edit("micro_batches", 10)
    qtbot.mouseClick(page.times.all, LEFT)
    lanes = page.times.gantt.lanes
    assert [lane.timeline is None for lane in lanes] == [False, False, True]
    assert lanes[2].message == sentences.only_multiples(4, "8 or 12")
    assert lanes[2].titles == ("Interleaved",)
    assert page.times.player.isEnabled()  # the other two play


def test_nothing_plays_where_nothing_runs_and_the_controls_say_why(
    window: MainWindow, page: PipelinePage, qtbot: QtBot
) -> None:
    player = page.times.player
    plain, tip = colours_of(player.play), player.play.toolTip()
    player.toggle()
    section(window, stages=2, micro_batches=7, schedule="interleaved")
    assert not player.is_playing()
    assert not player.isEnabled()
    for control in player.tab_order():
        assert sentences.nothing_to_play(sentences.only_multiples(2, "6 or 8")) in control.toolTip()
    assert colours_of(player.play) != plain
    window.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_Space)
    assert not player.is_playing()
    window.document.edit("micro_batches", 8)
    settle()
    assert player.isEnabled()
    assert player.play.toolTip() == tip
    assert colours_of(player.play) == plain
    window.document.begin_gesture()
    window.document.drag("micro_batches", 9)
    assert not player.isEnabled()
    window.document.end_gesture()
    section(window, stages=None, stage_times_s=(0.0, 0.0), hop_bytes=0.0, schedule="1f1b")
    window.document.edit("startup", 0.0)
    assert "no stage takes any time" in player.play.toolTip()


def test_above_the_bound_closed_forms_alone_are_shown(window: MainWindow, page: PipelinePage) -> None:
    section(window, stages=64, micro_batches=60000, schedule="gpipe")
    (lane,) = page.times.gantt.lanes
    assert lane.timeline is None
    assert lane.titles[0].startswith(f"GPipe: 36.07 s, {sentences.bubble('0.185 %')}")
    assert lane.message == f"7,680,000 events exceed the limit of 400,000; {sentences.FROM_CLOSED_FORMS}"
    assert not page.times.player.isEnabled()
    assert sentences.nothing_to_play("7,680,000 events") in page.times.player.scrubber.toolTip()


# Zoom, move, play


def test_the_wheel_zooms_a_drag_moves_a_double_click_goes_back(page: PipelinePage, qtbot: QtBot) -> None:
    gantt = page.times.gantt
    whole = gantt.span()
    at = center_of(page, 0, 5)
    time = gantt.time_window().time(at.x())
    wheel(gantt, at, 4)
    low, high = gantt.span()
    assert high - low == pytest.approx((whole[1] - whole[0]) / 1.25**4)
    assert gantt.time_window().time(at.x()) == pytest.approx(time)
    QTest.mousePress(gantt, LEFT, Qt.KeyboardModifier.NoModifier, at)
    move(gantt, at - QPoint(60, 0))
    QTest.mouseRelease(gantt, LEFT, Qt.KeyboardModifier.NoModifier, at - QPoint(60, 0))
    assert gantt.span()[0] > low
    assert gantt.time_window().time(at.x() - 60) == pytest.approx(time)
    qtbot.mouseDClick(gantt, LEFT, pos=at)
    assert gantt.span() == whole
    wheel(gantt, at, -5)
    assert gantt.span() == whole


def test_a_drag_keeps_what_is_zoomed_and_its_end_shows_all(window: MainWindow, page: PipelinePage) -> None:
    gantt = page.times.gantt
    whole = gantt.span()
    gantt.show_span((0.01, 0.03))
    window.document.begin_gesture()
    for count in (6, 12, 20):
        window.document.drag("micro_batches", count)
        assert gantt.span() == (0.01, 0.03)
    window.document.end_gesture()
    assert gantt.longest == page.times.runs()[0].makespan
    gantt.show_span(None)
    assert gantt.span()[1] > whole[1]
    window.document.begin_gesture()
    before = gantt.span()
    window.document.drag("micro_batches", 10)
    assert gantt.span() == before
    window.document.end_gesture()
    assert gantt.span()[1] < before[1]


def test_the_cursor_leaves_what_has_not_begun_faint(page: PipelinePage) -> None:
    gantt, player = page.times.gantt, page.times.player
    run = gantt.lanes[0].timeline
    assert run is not None
    last = int(run.start.argmax())
    shift = QPoint(0, 20)
    full = colour_at(gantt.grab().toImage(), center_of(page, 0, last) - shift)
    player.show_position(2.0)
    assert gantt.time == pytest.approx(run.makespan / 2)
    image = gantt.grab().toImage()
    cursor = QPointF(gantt.time_window().x(run.makespan / 2), gantt.geometries()[0].top - 1).toPoint()
    assert LIGHT.text in {colour_at(image, cursor + QPoint(shift, 2)) for shift in (-1, 0, 1)}  # green is what pays
    assert image.pixelColor(center_of(page, 0, last) - shift).lightness() > 215
    assert colour_at(image, center_of(page, 0, 0) - shift) == LIGHT.split
    player.show_position(4.0)
    assert colour_at(gantt.grab().toImage(), center_of(page, 0, last) - shift) == full


def test_finished_micro_batches_are_counted(page: PipelinePage) -> None:
    gantt, player = page.times.gantt, page.times.player
    (lane,) = gantt.lanes
    assert gantt.counter(lane) == ""
    seen = []
    for position in (0.5, 2.0, 3.0, 4.0):
        player.show_position(position)
        seen.append(int(gantt.counter(lane).split(": ")[1].split(" ")[0]))
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, 8)


def test_space_plays_and_leaving_pauses(window: MainWindow, page: PipelinePage, qtbot: QtBot) -> None:
    window.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_Space)
    assert page.times.player.is_playing()
    qtbot.waitUntil(lambda: page.times.gantt.time is not None, timeout=2000)
    window.tabs.setCurrentIndex(0)
    assert not page.times.player.is_playing()


# Asks


def test_micro_batches_are_dragged_as_one_step_and_the_bubble_follows(window: MainWindow, page: PipelinePage) -> None:
    slider = page.rows.rows["micro_batches"].slider
    steps = window.document.stack.count()
    shares: list[float] = []
    QTest.mousePress(slider, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(slider.width() // 2 - 40, 9))
    for x in (-20, 0, 15):
        move(slider, QPoint(slider.width() // 2 + x, 9))
        (run,) = page.times.runs()
        assert run.pipeline.micro_batches == window.document.scenario.pipeline.micro_batches
        assert run.idle_of_makespan is not None
        shares.append(run.idle_of_makespan)
        assert [mark.text for mark in page.bubble.plot.mark_lines.marks()] == [f"m = {run.pipeline.micro_batches}"]
    QTest.mouseRelease(slider, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(slider.width() // 2 + 15, 9))
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) > 1
    assert window.document.stack.count() == steps + 1


def test_a_heavy_picture_waits_for_the_end_of_a_drag_and_says_so(window: MainWindow, page: PipelinePage) -> None:
    window.document.edit("stages", 32)
    before = page.times.gantt.lanes
    curves = page.bubble.plot.series()
    window.document.begin_gesture()
    window.document.drag("micro_batches", 100)
    assert page.times.gantt.lanes is before
    assert page.bubble.plot.series() is curves
    assert [mark.text for mark in page.bubble.plot.mark_lines.marks()] == ["m = 100"]  # the line follows the mouse
    assert sentences.ON_RELEASE in page.times.sentences.whole()
    assert page.rows.rows["micro_batches"].field.value() == 100
    window.document.end_gesture()
    assert page.times.runs()[0].pipeline.micro_batches == 100
    assert page.bubble.plot.mark_lines.marks()[0].text == "m = 100"
    assert sentences.ON_RELEASE not in page.times.sentences.whole()


def test_the_schedule_is_chosen_and_taken_back(window: MainWindow, page: PipelinePage, qtbot: QtBot) -> None:
    page.rows.schedule.setFocus()
    qtbot.keyClick(page.rows.schedule, Qt.Key.Key_Down)
    assert window.document.scenario.pipeline.schedule == "interleaved"
    assert titles(page)[0].startswith("Interleaved: ")
    assert window.document.stack.undoText() == "Interleaved"
    window.document.undo()
    assert window.document.scenario.pipeline.schedule == "1f1b"
    assert page.rows.schedule.currentText() == "1F1B"


def test_inference_and_training_are_a_switch(window: MainWindow, page: PipelinePage, qtbot: QtBot) -> None:
    assert page.rows.training.isChecked()
    qtbot.mouseClick(page.rows.inference, LEFT)
    assert window.document.scenario.pipeline.backward_ratio == 0
    assert page.times.key.texts() == ["forward", "bubble", "hop"]
    window.document.edit("backward_ratio", 1.5)
    assert page.rows.training.isChecked()
    qtbot.mouseClick(page.rows.training, LEFT)
    assert window.document.scenario.pipeline.backward_ratio == 1.5
    qtbot.mouseClick(page.rows.inference, LEFT)
    qtbot.mouseClick(page.rows.training, LEFT)
    assert window.document.scenario.pipeline.backward_ratio == 2


def test_sends_that_block_change_the_rate(window: MainWindow, page: PipelinePage, qtbot: QtBot) -> None:
    window.document.edit("stages", 2)
    qtbot.mouseClick(page.rows.inference, LEFT)
    assert "156.2 /s" in page.times.sentences.whole()
    qtbot.mouseClick(page.rows.blocking, LEFT, pos=QPoint(8, page.rows.blocking.height() // 2))
    assert window.document.scenario.pipeline.blocking_sends
    assert "150.8 /s" in page.times.sentences.whole()
    assert sentences.BLOCKING in page.times.sentences.whole()


def test_listed_times_refuse_another_number_of_stages(window: MainWindow, page: PipelinePage, qtbot: QtBot) -> None:
    section(window, stages=None, stage_times_s=(0.001, 0.004, 0.002))
    type_into(qtbot, page.rows.rows["stages"].field, "5")
    assert scenario_words.OWN_STAGE_TIMES in window.messages.message()
    assert len(window.document.scenario.pipeline.stage_times_s) == 3


# The bubble


def test_the_bubble_has_both_conventions(page: PipelinePage) -> None:
    of_makespan, of_ideal, limit = page.bubble.plot.series()
    assert set(limit.y) == {0.1}
    assert (of_ideal.y > of_makespan.y).all()
    run = page.times.runs()[0]
    assert run.idle_of_makespan in of_makespan.points[1]
    assert run.idle_of_ideal in of_ideal.points[1]
    page.bubble.plot.hovered.emit(8.2)
    assert page.bubble.sentences.whole().startswith(
        f"With 8 micro-batches: 29.7 % of the makespan {sentences.MAKESPAN}, "
    )
    page.bubble.plot.hovered.emit(float("nan"))
    assert "Bubble of the makespan: 75.9 % at m = 1, " in page.bubble.sentences.whole()


def axis_labels(page: PipelinePage, orientation: str) -> list[str]:
    """The labels that an axis of the bubble's plot draws."""
    axis = page.bubble.plot.plot.getPlotItem().getAxis(orientation)
    kept = QPicture()
    painter = QPainter(kept)
    texts = [text for _, _, text in axis.generateDrawSpecs(painter)[2]]
    painter.end()
    return texts


def test_the_plot_says_from_where_on_the_bubble_is_small(window: MainWindow, page: PipelinePage) -> None:
    section(window, backward_ratio=0.0)
    text = page.bubble.sentences.whole()
    assert text.startswith(sentences.small_from(29, 33))
    for count, small in ((28, False), (29, True)):
        window.document.edit("micro_batches", count)
        share = page.times.runs()[0].idle_of_makespan
        assert share is not None
        assert (share < 0.1) is small
    plot = page.bubble.plot.plot.getPlotItem()
    assert "micro-batches m" in plot.getAxis("bottom").labelText
    assert {"1", "10", "100"} <= set(axis_labels(page, "left"))


def test_the_shares_are_explained_in_the_legend_where_there_is_room(window: MainWindow, page: PipelinePage) -> None:
    legend = page.bubble.legend
    window.resize(1440, 900)
    settle()
    whole = [
        f"{sentences.OF_MAKESPAN}: {sentences.IDLE_OF_ALL}",
        f"{sentences.OF_IDEAL}: {sentences.IDLE_OF_WORK}",
    ]
    assert legend.texts() == whole
    window.resize(1024, 640)
    settle()
    assert legend.texts() == ["makespan (GPipe's)", "ideal time (Megatron's)"]
    for widget in (legend, page.bubble.title):
        assert sentences.IDLE_OF_WORK in html.unescape(widget.toolTip())


def test_the_axis_of_shares_ends_at_ten_times_unless_the_present_bubble_is_larger(
    window: MainWindow, page: PipelinePage
) -> None:
    window.resize(1440, 900)
    section(window, stages=26, micro_batches=26)
    assert page.bubble.plot.series()[1].y.max() > 24
    assert 10 < page.bubble.plot.y_range()[1] < 20
    section(window, micro_batches=1)
    present = page.times.runs()[0].idle_of_ideal
    assert present is not None
    assert 24 < present < page.bubble.plot.y_range()[1]


def test_the_line_of_the_bubble_is_dragged_as_one_step(window: MainWindow, page: PipelinePage) -> None:
    steps, plot = window.document.stack.count(), page.bubble.plot
    heights = axis_labels(page, "left")
    drag_line(page.bubble.plot, [12, 20, 32], let_go=False)
    assert window.document.scenario.pipeline.micro_batches == 32
    assert plot.pixel_of(plot.value.value()).x() == pytest.approx(plot.pixel_of(32).x(), abs=1)
    assert axis_labels(page, "left") == heights
    assert page.bubble.sentences.whole().startswith("Below 10 %")
    drag_line(page.bubble.plot, [40])
    assert window.document.scenario.pipeline.micro_batches == 40
    assert [mark.text for mark in plot.mark_lines.marks()] == ["m = 40"]
    assert page.rows.rows["micro_batches"].field.value() == 40
    assert window.document.stack.count() == steps + 1
    window.document.undo()
    assert window.document.scenario.pipeline.micro_batches == 8


def test_the_line_stops_at_what_interleaved_can_run(window: MainWindow, page: PipelinePage) -> None:
    section(window, schedule="interleaved")
    drag_line(page.bubble.plot, [18])
    assert window.document.scenario.pipeline.micro_batches % 4 == 0
    assert page.times.runs()[0].can_run
    drag_line(page.bubble.plot, [1])
    assert window.document.scenario.pipeline.micro_batches == 4


def test_the_mouse_reads_whole_numbers_of_micro_batches(window: MainWindow, page: PipelinePage) -> None:
    section(window, schedule="gpipe")
    plot = page.bubble.plot
    viewport = plot.plot.viewport()
    left, right = plot.pixel_of(1).x(), plot.pixel_of(64).x()
    middle = int(plot.pixel_of(1).y())
    read = []
    for index in range(1, 8):
        QTest.qWait(15)  # pyqtgraph drops moves that follow faster
        QTest.mouseMove(viewport, QPoint(int(left + (right - left) * index / 8) + 3, middle))
        settle()
        at = plot.hover_value()
        assert at is not None
        assert at == pytest.approx(round(at), abs=1e-6)
        assert page.bubble.sentences.whole().startswith(f"With {round(at)} micro-batches: ")
        read.append(round(at))
    assert read == sorted(set(read))


# All of it


def test_a_hidden_page_computes_nothing(window: MainWindow, page: PipelinePage) -> None:
    before = page.times.runs()
    window.tabs.setCurrentIndex(0)
    window.document.edit("micro_batches", 16)
    assert page.times.runs() == before
    open_pipeline(window)
    assert page.times.runs()[0].pipeline.micro_batches == 16


@pytest.mark.parametrize("dark", [False, True])
def test_it_takes_the_colours_of_the_theme(window: MainWindow, page: PipelinePage, dark: bool) -> None:
    window.colours.show_choice(Choice.DARK if dark else Choice.LIGHT)
    settle()
    theme = DARK if dark else LIGHT
    image = page.times.gantt.grab().toImage()
    assert colour_at(image, center_of(page, 0, 0) - QPoint(0, 20)) == theme.split
    image = page.bubble.grab().toImage()
    assert image.pixelColor(image.width() // 2, 3).name() == theme.card


EXTREMES: dict[str, dict[str, object]] = {
    "one stage": {"stages": 1},
    "large": {"stages": 64, "micro_batches": 512},
    "chunks": {"stages": 64, "micro_batches": 512, "schedule": "interleaved"},
    "very many stages": {"stages": 65536, "micro_batches": 2, "schedule": "gpipe"},
    "very many micro-batches": {"stages": 2, "micro_batches": 65536},
    "unequal": {"stages": None, "stage_times_s": (0.001, 0.004, 0.0, 0.0005)},
    "no time": {"stages": None, "stage_times_s": (0.0, 0.0)},
    "long hops": {"stages": 4, "hop_bytes": 1e13},
    "one micro-batch": {"stages": 8, "micro_batches": 1, "backward_ratio": 100.0},
    "cannot run": {"stages": 7, "micro_batches": 5, "schedule": "interleaved", "chunks": 64},
}


@pytest.mark.parametrize("shows_all", [False, True])
def test_extremes_are_drawn(window: MainWindow, page: PipelinePage, shows_all: bool) -> None:
    page.times.show_all(shows_all)
    for name, extreme in EXTREMES.items():
        section(window, **extreme)
        for position in (0.0, 1.7):
            page.times.player.show_position(position)
            page.grab()
        page.times.gantt.show_span((0.2 * page.times.gantt.longest, 0.21 * page.times.gantt.longest))
        page.grab()
        assert page.times.sentences.whole(), name
        assert page.bubble.sentences.whole(), name
        window.document.undo()


def test_random_scenarios_are_drawn(window: MainWindow, page: PipelinePage) -> None:
    page.times.show_all(True)
    for scenario in random_scenarios(5, 12):
        use_scenario(window, scenario)
        page.grab()
        run = Outcome(scenario).of(schedules.run, Schedule.GPIPE)
        assert page.times.runs()[0].makespan == run.makespan


@pytest.mark.parametrize("size", [(1100, 720), (1024, 640)])
def test_nothing_is_cut_in_a_small_window(window: MainWindow, page: PipelinePage, size: tuple[int, int]) -> None:
    window.resize(*size)
    settle()
    assert (window.width(), window.height()) == size
    for shows_all in (False, True):
        page.times.show_all(shows_all)
        settle()
        for panel in page.panels.all:
            assert panel.title.text() == panel.title.whole()
            assert panel.rect().bottom() + panel.mapTo(window, QPoint(0, 0)).y() <= window.height()
            assert panel.sentences.heightForWidth(panel.sentences.width()) <= panel.sentences.height()
        for row in page.rows.rows.values():
            assert row.label.text() == row.label.whole()
        gantt = page.times.gantt
        assert gantt.geometries()[-1].bottom + gantt.fontMetrics().height() <= gantt.height()
        assert min(geometry.pitch for geometry in gantt.geometries()) >= 4


def test_tab_goes_through_the_page(page: PipelinePage) -> None:
    order = page.tab_order()
    at, seen = order[0], []
    for _ in range(80):
        at = at.nextInFocusChain()  # type: ignore[assignment]
        if at in order:
            seen.append(at)
    assert seen[: len(order) - 1] == order[1:]


def test_the_level_of_ten_percent_is_labelled(window: MainWindow, page: PipelinePage) -> None:
    for size, stages in (((1440, 900), 2), ((1440, 900), 16), ((1024, 640), 2), ((1024, 640), 4)):
        window.resize(*size)
        section(window, stages=stages, backward_ratio=0.0)
        assert {"1", "10", "100"} <= set(axis_labels(page, "left")), (size, stages)
