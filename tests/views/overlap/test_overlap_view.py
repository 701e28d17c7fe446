"""Communication that overlap can hide: what the view shows of an outcome, what it asks for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from explorer.answers.outcome import Outcome
from explorer.answers.overlap.bars import IDEAL, KEYS, OVERLAP, SERIES, SegmentKind
from explorer.answers.overlap.words import CAUTION
from explorer.scenario.edit import change
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from explorer.views.export import picture
from explorer.views.overlap.overlap_curve import EDGE
from explorer.views.overlap.overlap_view import OverlapView
from explorer.views.widgets.export_menu import ExportMenu
from explorer.views.widgets.requests import Requests
from explorer.views.widgets.theme import DARK, LIGHT, PAPER, palette
from tests.answers.break_even import sentences as break_even
from tests.answers.builders import without_answer
from tests.answers.overlap import sentences
from tests.model.scenarios import random_scenarios
from tests.views.hands import LEFT, move, settle


@pytest.fixture
def view(qtbot: QtBot, base: Scenario) -> OverlapView:
    made = OverlapView()
    qtbot.addWidget(made)
    made.resize(470, 400)
    made.show()
    made.show_outcome(Outcome(change(base, "overlap", 0.4)), keep_ranges=False)
    settle()
    return made


@pytest.fixture
def asked(view: OverlapView) -> list[object]:
    """What the view asks for, in order."""
    heard: list[object] = []

    def keep(name: str, value: float) -> None:
        heard.append((name, value))

    def starts() -> None:
        heard.append("starts")

    def ends() -> None:
        heard.append("ends")

    Requests.of(view).drag.connect(keep)
    Requests.of(view).gesture_started.connect(starts)
    Requests.of(view).gesture_ended.connect(ends)
    return heard


def area(view: OverlapView, key: str, kind: SegmentKind) -> QRectF:
    """Return where a segment is painted, within the bars."""
    content = view.bars.content()
    row = KEYS.index(key)
    segment = next(segment for segment in content.bars[row].segments if segment.kind is kind)
    return view.bars.bar_geometry().segment(row, content.bars[row], segment)


def colours(image: QImage, where: QRectF) -> set[str]:
    """Return the colours of a picture of the bars within an area."""
    inner = where.adjusted(2, 2, -2, -2).toRect()
    return {
        image.pixelColor(x, y).name()
        for x in range(inner.left(), inner.right() + 1)
        for y in range(inner.top(), inner.bottom() + 1)
    }


# Shows


def test_it_says_what_binds(view: OverlapView) -> None:
    assert view.words == sentences.TITLE
    assert view.head.whole() == sentences.BOUND_IN_SYMBOLS
    assert sentences.BOUND in view.head.toolTip()
    assert view.sentences.text() == (
        f"{sentences.hidden_at_most('920 µs')} {sentences.above_bound('552 µs', '6.65 %')} "
        f"{break_even.NO_OVERLAP_NEEDED}. {sentences.CAUTION}"
    )
    assert view.share.whole() == "f = 40 %"
    assert view.bars.accessibleDescription() == (
        f"{sentences.ONE_DEVICE} 12.80 ms; {sentences.IN_SERIES} 9.220 ms; two, f = 40 % 8.852 ms; "
        f"{sentences.IDEAL_BOUND} 8.300 ms"
    )
    assert view.slider.accessibleName() == "Overlap f, slider below the bars"
    assert view.slider.accessibleDescription() == "f = 40 %"
    assert view.tab_order() == [view.slider]


def test_the_bars_have_the_colours_of_the_plots(view: OverlapView) -> None:
    for theme in (LIGHT, DARK):
        view.setPalette(palette(theme))
        image = view.bars.grab().toImage()
        assert QColor(theme.one).name() in colours(image, area(view, "one", SegmentKind.COMPUTE))
        for key in (SERIES, OVERLAP, IDEAL):
            assert QColor(theme.split).name() in colours(image, area(view, key, SegmentKind.COMPUTE))
        solid = area(view, SERIES, SegmentKind.COMMUNICATION)
        assert colours(image, solid.adjusted(2, 0, -1, 0)) == {QColor(theme.communication).name()}
        assert len(colours(image, area(view, IDEAL, SegmentKind.COMMUNICATION))) > 3  # hatched


def test_what_is_hidden_lies_under_compute(view: OverlapView, base: Scenario) -> None:
    piece, compute = area(view, OVERLAP, SegmentKind.COMMUNICATION), area(view, OVERLAP, SegmentKind.COMPUTE)
    assert piece.top() >= compute.bottom()
    assert (compute.right() - piece.left()) / piece.width() == pytest.approx(0.4)
    view.show_outcome(Outcome(change(base, "overlap", 1.0)), keep_ranges=True)
    piece, compute = area(view, OVERLAP, SegmentKind.COMMUNICATION), area(view, OVERLAP, SegmentKind.COMPUTE)
    assert piece.right() == pytest.approx(compute.right())
    view.show_outcome(Outcome(base), keep_ranges=True)
    piece, compute = area(view, OVERLAP, SegmentKind.COMMUNICATION), area(view, OVERLAP, SegmentKind.COMPUTE)
    assert piece.left() == pytest.approx(compute.right())


def test_curve_and_slider_agree(view: OverlapView, base: Scenario) -> None:
    for share in (0.0, 0.25, 0.4, 1.0):
        view.show_outcome(Outcome(change(base, "overlap", share)), keep_ranges=True)
        bend = view.curve.bend()
        handle = view.slider.x() + view.slider.x_of(view.slider.value())
        assert view.curve.x() + view.curve.point(*bend.present).x() == pytest.approx(handle, abs=0.5)
    assert view.slider.x() + EDGE == view.curve.x() + view.curve.point(0.0, 0.0).x()


def test_f_star_is_marked_where_it_is_a_number(view: OverlapView) -> None:
    bend = view.curve.bend()
    assert bend.threshold is None
    view.show_outcome(Outcome(built_in()[2]), keep_ranges=False)
    bend = view.curve.bend()
    assert bend.threshold == (pytest.approx(0.445813, abs=1e-6), "f* 44.58 %")
    assert bend.region is not None
    assert bend.region[0] == pytest.approx(0.445813, abs=1e-6)
    assert bend.labels == ("16.42 ms", "8.920 ms")
    assert "Above f = 44.58128 %" in view.sentences.text()


def test_the_axis_stands_still_in_a_drag_as_long_as_all_fits(view: OverlapView, base: Scenario) -> None:
    before = view.bars.bar_geometry()
    view.show_outcome(Outcome(change(base, "divisible", 5e-3)), keep_ranges=True)
    assert view.bars.bar_geometry() == before
    view.show_outcome(Outcome(change(base, "divisible", 1.0)), keep_ranges=True)
    place = view.bars.bar_geometry()
    assert place != before
    assert place.x(1.0008) < view.bars.width()
    view.show_outcome(Outcome(base), keep_ranges=False)
    assert view.bars.bar_geometry() == before


def test_showing_asks_for_nothing(view: OverlapView, asked: list[object], base: Scenario) -> None:
    for share in (0.1, 0.9):
        view.show_outcome(Outcome(change(base, "overlap", share)), keep_ranges=True, pinned=Outcome(base))
    view.show_outcome(Outcome(without_answer(base)), keep_ranges=False)
    view.setPalette(palette(DARK))
    view.resize(330, 170)
    settle()
    assert asked == []


def test_a_slider_without_effect_says_why(view: OverlapView, base: Scenario) -> None:
    view.show_outcome(Outcome(change(base, "messages", 0)), keep_ranges=False)
    assert not view.slider.isEnabled()
    assert f"{break_even.NO_EFFECT_WHILE}Q = 0" in view.slider.toolTip()
    assert view.sentences.text().startswith(sentences.NOTHING_TO_HIDE)
    assert view.bars.piece() is None
    view.show_outcome(Outcome(change(base, "divisible", 0.0)), keep_ranges=False)
    assert not view.slider.isEnabled()
    assert view.bars.piece() is None
    view.show_outcome(Outcome(base), keep_ranges=False)
    assert view.slider.isEnabled()
    assert view.bars.piece() is not None


def test_without_an_answer_the_words_say_why(view: OverlapView, base: Scenario) -> None:
    view.show_outcome(Outcome(without_answer(base)), keep_ranges=False)
    settle()
    assert view.sentences.text() == break_even.no_result_since(break_even.no_efficiency(2, "4"))
    assert not view.bars.isVisible()
    assert not view.curve.isVisible()
    assert not view.slider.isVisible()
    assert view.head.whole() == ""
    view.show_outcome(Outcome(base), keep_ranges=True)
    assert view.bars.isVisible()
    assert view.curve.isVisible()
    assert view.slider.isVisible()


def test_a_pinned_scenario_leaves_its_ends_and_its_name(view: OverlapView, base: Scenario) -> None:
    plain = view.bars.grab().toImage()
    pinned = Outcome(built_in()[2])
    view.show_outcome(Outcome(change(base, "overlap", 0.4)), keep_ranges=False, pinned=pinned)
    content = view.bars.content()
    assert content.pinned_label == "B = 1 GB/s"
    assert [bar.end for bar in content.pinned] == pytest.approx([12.8e-3, 16.42e-3, 16.42e-3, 8.92e-3])
    assert view.bars.bar_geometry().x(16.42e-3) < view.bars.width()
    assert view.bars.grab().toImage() != plain
    view.show_outcome(Outcome(change(base, "overlap", 0.4)), keep_ranges=False, pinned=Outcome(without_answer(base)))
    assert view.bars.grab().toImage() == plain
    view.show_outcome(Outcome(change(base, "overlap", 0.4)), keep_ranges=False)
    assert view.bars.grab().toImage() == plain


def test_a_ghost_far_longer_does_not_flatten_the_bars(view: OverlapView, base: Scenario) -> None:
    view.show_outcome(Outcome(base), keep_ranges=False, pinned=Outcome(change(base, "divisible", 1e3)))
    assert area(view, "one", SegmentKind.COMPUTE).width() > 60
    view.bars.grab()


@pytest.mark.parametrize("size", [(470, 400), (330, 170), (300, 150), (900, 300)])
def test_words_are_never_cut(view: OverlapView, size: tuple[int, int]) -> None:
    view.resize(*size)
    settle()
    height = view.sentences.height()
    for scenario in random_scenarios(7, 60):
        view.show_outcome(Outcome(scenario), keep_ranges=False)
        assert view.sentences.heightForWidth(view.sentences.width()) <= height
        assert view.sentences.height() == height
        assert view.head.fontMetrics().horizontalAdvance(view.head.whole()) <= view.head.width()
        assert str(CAUTION) in view.sentences.text() or str(CAUTION) in view.sentences.toolTip()


def test_a_small_panel_leaves_the_curve_out(view: OverlapView) -> None:
    view.resize(330, 170)
    settle()
    assert not view.curve.isVisible()
    assert view.slider.isVisible()
    content = view.bars.content()
    assert (view.head.whole(), content.bound[1]) == ("", sentences.BOUND_SHORT)
    assert content.labels == ("one", "in series", "f = 40 %", "bound")
    assert view.slider.geometry().bottom() < view.sentences.y()
    assert view.bars.geometry().bottom() < view.slider.y()
    view.resize(430, 400)
    settle()
    assert view.curve.isVisible()
    assert view.head.whole() == sentences.BOUND_SHORT
    view.resize(600, 400)
    settle()
    assert view.head.whole() == sentences.BOUND


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("serial", 1e9), ("serial", 0.0), ("divisible", 1e9), ("divisible", 1e-12), ("efficiency", 1e-3),
        ("messages", 1e9), ("startup", 1e9), ("startup", 1e-12), ("message_bytes", 1e18), ("bandwidth", 1e-29),
        ("devices", 65536), ("extra_serial", 1e9), ("target", 1e6),
    ],
)  # fmt: skip
def test_extremes_are_drawn_without_a_fault(view: OverlapView, base: Scenario, name: str, value: float) -> None:
    for share in (0.0, 0.37, 1.0):
        outcome = Outcome(change(change(base, name, value), "overlap", share))
        view.show_outcome(outcome, keep_ranges=False, pinned=Outcome(base))
        view.grab()
        view.show_outcome(Outcome(base), keep_ranges=False, pinned=outcome)
        view.grab()


def test_nothing_at_all_takes_no_time(view: OverlapView, base: Scenario) -> None:
    nothing = base
    for name in ("serial", "divisible", "messages"):
        nothing = change(nothing, name, 0)
    view.show_outcome(Outcome(nothing), keep_ranges=False)
    view.grab()
    assert view.bars.accessibleDescription().startswith(f"{sentences.ONE_DEVICE} 0 s; {sentences.IN_SERIES} 0 s")


def test_on_paper_there_is_no_slider_and_a_picture_is_drawn_at_any_size(view: OverlapView, base: Scenario) -> None:
    paper = OverlapView()
    paper.show_controls(False)
    paper.setPalette(palette(PAPER))
    paper.copy_view_state(view, None)
    paper.resize(470, 400)
    paper.show_outcome(Outcome(change(base, "overlap", 0.4)), keep_ranges=False)
    small, large = picture.image(paper, 1), picture.image(paper, 4)
    assert paper.slider.isHidden()
    assert large.width() == 4 * small.width()
    where = area(paper, SERIES, SegmentKind.COMPUTE).center() + QPointF(paper.bars.pos()) + QPointF(65, 0)
    assert large.pixelColor((where * 4).toPoint()).name() == QColor(PAPER.split).name()
    drawn = picture.svg(paper, "x")
    assert b"two, ideal bound" in drawn
    assert b"<image" not in drawn  # lines stay lines


# Asks


def drag(view: OverlapView, *pixels: int) -> None:
    """Drag the piece of communication by so many pixels from where it stands."""
    piece = view.bars.piece()
    assert piece is not None
    at = piece.center().toPoint()
    QTest.mouseMove(view.bars, at)
    QTest.mousePress(view.bars, LEFT, Qt.KeyboardModifier.NoModifier, at)
    for pixel in pixels:
        move(view.bars, at + QPoint(pixel, 0))
    QTest.mouseRelease(view.bars, LEFT, Qt.KeyboardModifier.NoModifier, at)


def test_the_piece_can_be_dragged(view: OverlapView, asked: list[object]) -> None:
    scale = view.bars.bar_geometry().scale
    drag(view, -4, 3, 300, -300)
    assert (asked[0], asked[-1]) == ("starts", "ends")
    values = [value for _, value in asked[1:-1]]  # type: ignore[misc]
    assert values == pytest.approx([0.4 + 4 / scale / 0.92e-3, 0.4 - 3 / scale / 0.92e-3, 0.0, 1.0], abs=0.006)
    assert values == [round(value, 2) for value in values]
    content = view.bars.content()
    piece = content.bars[2].communication()
    assert piece is not None
    assert piece.start == pytest.approx(7.932e-3)  # it asks, and moves nothing itself


def test_a_piece_that_is_touched_stays_where_it_is(view: OverlapView, asked: list[object], base: Scenario) -> None:
    drag(view, 0)
    assert asked == ["starts", "ends"]
    view.show_outcome(Outcome(change(change(base, "bandwidth", 1e8), "overlap", 1.0)), keep_ranges=False)
    drag(view, -5, 0)
    assert asked == ["starts", "ends"] * 2


def test_a_press_beside_the_piece_does_nothing(view: OverlapView, asked: list[object]) -> None:
    at = area(view, SERIES, SegmentKind.COMPUTE).center().toPoint()
    QTest.mousePress(view.bars, LEFT, Qt.KeyboardModifier.NoModifier, at)
    move(view.bars, at + QPoint(20, 0))
    QTest.mouseRelease(view.bars, LEFT, Qt.KeyboardModifier.NoModifier, at)
    assert asked == []


def test_the_slider_asks_in_gestures(view: OverlapView, asked: list[object], qtbot: QtBot) -> None:
    view.slider.setFocus()
    qtbot.keyClick(view.slider, Qt.Key.Key_Right)
    assert asked == ["starts", ("overlap", pytest.approx(0.405, abs=0.006)), "ends"]
    asked.clear()
    qtbot.keyClick(view.slider, Qt.Key.Key_End)
    assert asked == ["starts", ("overlap", 1.0), "ends"]
    asked.clear()
    view.slider.setValue(250)  # as a screen reader does
    assert asked == ["starts", ("overlap", 0.25), "ends"]


def test_a_segment_under_the_mouse_is_read_out(view: OverlapView, qtbot: QtBot) -> None:
    qtbot.mouseMove(view.bars, area(view, OVERLAP, SegmentKind.COMMUNICATION).center().toPoint())
    assert view.sentences.text() == (
        "two, f = 40 %: communication 920 µs, from 7.932 ms to 8.852 ms. 368 µs of it is hidden under compute. "
        "Drag it to change f."
    )
    assert view.bars.cursor().shape() is Qt.CursorShape.SizeHorCursor
    qtbot.mouseMove(view.bars, area(view, SERIES, SegmentKind.COMPUTE).center().toPoint())
    assert view.sentences.text() == f"{sentences.IN_SERIES}: compute 7.5 ms, from 800 µs to 8.3 ms."
    assert view.bars.cursor().shape() is Qt.CursorShape.ArrowCursor
    qtbot.mouseMove(view.bars, QPoint(2, 2))
    assert view.sentences.text().startswith(sentences.COMPUTE_LONGER)


def test_the_menu_offers_pictures_and_numbers(view: OverlapView) -> None:
    heard: list[tuple[str, str]] = []

    def keep(name: str, kind: str) -> None:
        heard.append((name, kind))

    Requests.of(view).export.connect(keep)
    view.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(50, 50), QPoint(50, 50)))
    menu = view.findChild(ExportMenu)
    assert menu is not None
    for action in menu.actions():
        action.trigger()
    menu.close()
    assert heard == [("overlap", kind) for kind in ("copy", "png", "svg", "csv")]
