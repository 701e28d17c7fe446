"""The page "All-reduce", worked as a person works it."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from explorer.answers.all_reduce.race import STAGES, AllReduceComparison
from explorer.model.collectives.costs import Algorithm, cost
from explorer.scenario import file
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in, resource
from explorer.views.all_reduce.all_reduce_panel import AllReducePanel
from explorer.views.all_reduce.page import AllReducePage
from explorer.views.export.export_dialog import ExportDialog
from explorer.views.export.frame_saver import FrameDialog
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.combo_box import ComboBox
from explorer.views.widgets.theme import LIGHT, Choice
from tests.answers.all_reduce import sentences
from tests.answers.links.sentences import no_figures
from tests.model.scenarios import random_scenarios
from tests.views import sentences as shell
from tests.views.hands import LEFT, Answers, choosing_file, menu_over, picture, press, running, settle

SPACE = Qt.Key.Key_Space
ORDER = list(Algorithm)
SMALL = QSize(900, 620)


@pytest.fixture
def panel(window: MainWindow) -> AllReducePanel:
    window.tabs.setCurrentIndex(window.pages.indexOf(window.lazy.tabs["all_reduce"]))
    settle()
    page = window.lazy.tabs["all_reduce"].page
    assert isinstance(page, AllReducePage)
    return page.panel


def choose(chooser: ComboBox, index: int) -> None:
    """Choose an entry with the keys, as a person does."""
    chooser.setFocus()
    QTest.keyClick(chooser, Qt.Key.Key_Home)
    for _ in range(index):
        QTest.keyClick(chooser, Qt.Key.Key_Down)
    settle()


def choose_both(panel: AllReducePanel, left: Algorithm, right: Algorithm) -> None:
    choose(panel.sides[0].chooser, 1 + ORDER.index(left))
    choose(panel.sides[1].chooser, ORDER.index(right))


def scrub(panel: AllReducePanel, position: float) -> None:
    panel.player.scrubber.setValue(round(1000 * position))
    settle()


def compared(panel: AllReducePanel) -> AllReduceComparison:
    comparison = panel.comparison
    assert comparison is not None
    return comparison


def choosers(panel: AllReducePanel) -> list[ComboBox]:
    return [side.chooser for side in panel.sides]


def counters(panel: AllReducePanel) -> list[str]:
    return [side.counters.whole() for side in panel.sides]


def colours_at(panel: AllReducePanel, side: int, node: int) -> set[str]:
    """Return the colours that are painted where the vector of a device is."""
    canvas = panel.sides[side].canvas
    drawing = canvas.drawing()
    assert drawing is not None
    placement = drawing.placement
    room = placement.column(node, 0, placement.all_reduce.chunks).toRect().adjusted(2, 0, -2, 0)
    image = picture(canvas)
    return {
        image.pixelColor(x, y).name()
        for x in range(room.left(), room.right() + 1)
        for y in range(room.top(), room.bottom() + 1)
    }


def test_the_scenarios_all_reduce_stands_beside_another_one(window: MainWindow, panel: AllReducePanel) -> None:
    assert panel.heading.text() == "All-reduce of n = 2 MB on two devices"
    assert panel.verdict.text().startswith(sentences.faster("one-shot", "215.0 µs", "ring", "15 µs", "1.07×"))
    assert [chooser.currentText() for chooser in choosers(panel)] == [sentences.scenario_runs("ring"), "one-shot"]
    assert counters(panel)[0] == sentences.steps(0, 2, "0 B of 2 MB", "0 s of 230.0 µs")
    window.document.edit("devices", 8)
    settle()
    assert sentences.below("92.9 kB", "one-shot", "ring") in panel.sentences.whole()
    assert sentences.NO_STEP_DATA in panel.sentences.whole()


def test_sizes_are_tried_with_a_click_and_decide_who_is_first(window: MainWindow, panel: AllReducePanel) -> None:
    window.document.edit("devices", 8)
    firsts = []
    for button in panel.sizes:
        QTest.mouseClick(button, LEFT)
        settle()
        firsts.append(panel.verdict.text().split(", ")[0])
        assert button.isChecked()
    assert firsts == [sentences.faster("one-shot"), *[sentences.faster("ring")] * 4]
    assert [button.text() for button in panel.sizes] == ["8 KiB", "256 KiB", "8 MiB", "64 MiB", "the scenario's"]
    assert window.document.scenario.communication.message_bytes == 2e6  # a choice of the view, not an edit
    assert not window.document.stack.canRedo()


@pytest.mark.parametrize("devices", [2, 3, 5, 8, 16])
def test_every_algorithm_runs_to_the_figures_of_the_formula(
    window: MainWindow, panel: AllReducePanel, devices: int
) -> None:
    window.document.edit("devices", devices)
    for algorithm in Algorithm:
        choose_both(panel, algorithm, Algorithm.RING)
        scrub(panel, STAGES)
        canvas = panel.sides[0].canvas
        state, scene = canvas.state, canvas.scene
        assert state is not None
        assert scene is not None
        wire = scene.link.wire
        expected = cost(algorithm, 2e6, devices, wire.alpha_s, wire.bandwidth)
        assert (state.seconds, state.path_bytes, state.done) == (expected.seconds, expected.path_bytes, True)
        assert counters(panel)[0].startswith("✓ ")
        for device in range(devices):  # all contributions are in
            assert {colour.name() for colour in canvas.drawing().colours} <= colours_at(panel, 0, device)  # type: ignore[union-attr]


def test_a_vector_fills_with_the_colours_of_its_contributors(window: MainWindow, panel: AllReducePanel) -> None:
    window.document.edit("devices", 3)
    choose(panel.sides[1].chooser, ORDER.index(Algorithm.RING))
    one, two, three = (QColor(colour).name() for colour in LIGHT.devices[:3])
    assert colours_at(panel, 1, 1) & {one, two, three} == {two}
    QTest.mouseClick(panel.player.forth, LEFT)
    assert colours_at(panel, 1, 1) & {one, two, three} == {one, two}
    for _ in range(3):
        QTest.mouseClick(panel.player.forth, LEFT)
    assert colours_at(panel, 1, 1) & {one, two, three} == {one, two, three}


def test_a_switch_holds_the_sum_from_the_middle_of_a_step_on(window: MainWindow, panel: AllReducePanel) -> None:
    window.document.edit("devices", 4)
    choose_both(panel, Algorithm.IN_SWITCH, Algorithm.IN_SWITCH)
    contributors = {QColor(colour).name() for colour in LIGHT.devices[:4]}
    _, middle = compared(panel).left.message_times(0)
    position = STAGES * middle / compared(panel).seconds
    for offset, expected in ((-0.05, set()), (0.05, contributors), (-0.05, set())):
        scrub(panel, position + offset)
        state = panel.sides[0].canvas.state
        assert state is not None
        assert state.steps == 0
        assert state.moving.stop > state.moving.start
        assert colours_at(panel, 0, 4) & contributors == expected


def test_messages_move_and_are_marked_by_what_they_do(window: MainWindow, panel: AllReducePanel) -> None:
    window.document.edit("devices", 8)
    choose_both(panel, Algorithm.RING, Algorithm.TWO_SHOT)
    canvas = panel.sides[1].canvas
    seen = []
    for share in (0.2, 0.3, 0.7):
        scene = canvas.scene
        assert scene is not None
        scrub(panel, STAGES * share * scene.seconds / compared(panel).seconds)
        seen.append(picture(canvas))
    assert len({image.constBits().tobytes() for image in seen}) == 3

    def filled(image: QImage) -> int:
        orange = QColor(LIGHT.communication).rgb()
        return sum(image.pixel(x, y) == orange for x in range(0, image.width(), 2) for y in range(0, image.height(), 2))

    assert filled(seen[0]) > 2 * filled(seen[2])  # a + is filled, a = is hollow


def test_space_plays_and_pauses_and_resting_stops(window: MainWindow, panel: AllReducePanel, qtbot: QtBot) -> None:
    window.setFocus()
    press(window, SPACE)
    assert panel.player.is_playing()
    qtbot.waitUntil(lambda: panel.player.position() > 0.1)
    press(window, SPACE)
    assert not panel.player.is_playing()
    for away in (lambda: window.tabs.setCurrentIndex(0), window.showMinimized):
        window.showNormal()
        window.tabs.setCurrentIndex(window.pages.indexOf(window.lazy.tabs["all_reduce"]))
        window.setFocus()
        press(window, SPACE)
        assert panel.player.is_playing()
        away()
        settle()
        assert not panel.player.is_playing()
        assert running(window) == []
    window.showNormal()


def test_steps_go_to_the_ends_of_the_steps_of_either(window: MainWindow, panel: AllReducePanel) -> None:
    """Ring: 115 µs and 230 µs; one-shot: 215 µs."""
    seen = []
    for button in [panel.player.forth] * 4 + [panel.player.back] * 2 + [panel.player.first]:
        QTest.mouseClick(button, LEFT)
        seen.append([text.split(" · ")[-1].split(" of ")[0] for text in counters(panel)])
    assert [left for left, _ in seen] == ["115.0 µs", "215.0 µs", "230.0 µs", "230.0 µs", "215.0 µs", "115.0 µs", "0 s"]
    assert [right for _, right in seen][:3] == ["115.0 µs", "215.0 µs", "215.0 µs"]
    assert panel.player.forth.toolTip() == "Next step"


def test_an_edit_keeps_the_position_and_a_drag_of_other_numbers_changes_nothing(
    window: MainWindow, panel: AllReducePanel
) -> None:
    scrub(panel, 2.5)
    before, comparison = picture(panel), panel.comparison
    window.document.edit("divisible", 0.02)
    settle()
    assert panel.comparison is comparison
    assert picture(panel) == before
    window.document.edit("message_bytes", 4e6)
    settle()
    assert panel.player.position() == 2.5
    assert "of 430.0 µs" in counters(panel)[0]


def test_a_link_without_figures_says_so_and_comes_back(window: MainWindow, panel: AllReducePanel) -> None:
    window.document.start(file.read(resource("scenarios", "l40s-pcie-mlp.json")))
    settle()
    assert sentences.LOCAL_NOT_STEP_BY_STEP in panel.sentences.whole()
    window.document.edit("devices", 3)
    settle()
    assert f"the link has {no_figures(3)}" in panel.verdict.whole()
    assert not panel.player.isEnabled()
    window.setFocus()
    press(window, SPACE)
    assert not panel.player.is_playing()
    window.document.edit("devices", 4)
    settle()
    assert panel.player.isEnabled()
    assert panel.verdict.whole().startswith(sentences.faster(""))


def test_many_devices_are_drawn_in_part_and_nothing_to_send_is_told(window: MainWindow, panel: AllReducePanel) -> None:
    window.document.edit("devices", 65536)
    settle()
    assert sentences.drawn_in_part(16, 65536) in panel.sentences.whole()
    scene = panel.sides[0].canvas.scene
    assert scene is not None
    assert scene.all_reduce.devices == 16
    window.document.edit("message_bytes", 0.0)
    settle()
    assert panel.verdict.text() == sentences.NOTHING_SENT
    scrub(panel, 2.0)
    assert counters(panel)[0].startswith(f"drawn: {sentences.drawn(16, 65536)} · {sentences.done(0, 0)}")


def test_extremes_and_random_scenarios_are_drawn(window: MainWindow, panel: AllReducePanel) -> None:
    base = built_in()[0]
    extremes = [
        change(base, name, value)
        for name, value in (
            ("message_bytes", 1e18), ("bandwidth", 1e-29), ("bandwidth", float("inf")), ("startup", 0.0),
            ("startup", 1e9), ("messages", 0), ("devices", 65536), ("divisible", 0.0),
        )
    ]  # fmt: skip
    free = change(change(base, "bandwidth", float("inf")), "startup", 0.0)
    ring = {"kind": "algorithm", "algorithm": "ring", "alpha_s": 0.0, "bandwidth_bytes_per_s": float("inf")}
    late = ring | {"launch_s": 1e9, "bandwidth_bytes_per_s": 1e18}  # steps shorter than a rounding of the launch
    extremes += [free, *(replace_at(base, ("communication", "link"), link) for link in (ring, late))]
    for scenario in (*extremes, *random_scenarios(3, 12)):
        window.document.start((scenario,))
        for position in (0.0, 2.5, STAGES):
            scrub(panel, position)
            panel.grab()
        assert ["✓" in text for text in counters(panel)] == [True, True]


def test_the_window_at_its_smallest_keeps_everything_in_sight(window: MainWindow, panel: AllReducePanel) -> None:
    window.resize(1024, 640)
    window.document.edit("devices", 16)
    settle()
    assert window.width() == 1024
    shown = [
        *panel.sizes,
        *choosers(panel),
        *(side.canvas for side in panel.sides),
        panel.bars,
        panel.sentences,
        panel.player,
    ]
    for part in shown:
        corner = part.mapTo(panel, QPoint(0, 0))
        assert panel.rect().contains(corner)
        assert panel.rect().contains(corner + QPoint(part.width() - 1, part.height() - 1))
    for canvas in (side.canvas for side in panel.sides):
        drawing = canvas.drawing()
        assert drawing is not None
        boxes = [drawing.placement.box(node) for node in range(16)]
        assert all(canvas.rect().contains(box.toAlignedRect()) for box in boxes)
        assert not any(one.intersects(other) for place, one in enumerate(boxes) for other in boxes[place + 1 :])


def test_at_the_smallest_size_texts_wrap_or_say_that_they_go_on(window: MainWindow, panel: AllReducePanel) -> None:
    window.resize(1024, 640)
    window.document.edit("devices", 64)
    QTest.mouseClick(panel.sizes[3], LEFT)
    choose_both(panel, Algorithm.HALVING_DOUBLING, Algorithm.DOUBLE_BINARY_TREE)
    for label in (panel.verdict, panel.legend):
        assert label.text() == label.whole()
    for label in (
        panel.heading,
        panel.sentences,
        *(label for side in panel.sides for label in (side.counters, side.loads)),
    ):
        assert label.text() == label.whole() or label.toolTip()
        needed = label.fontMetrics().boundingRect(label.rect(), int(Qt.TextFlag.TextWordWrap), label.text()).height()
        assert needed <= label.height()
    assert panel.sentences.text().endswith(" …")
    assert panel.sentences.geometry().bottom() + 3 < panel.player.geometry().top()


def test_the_legend_names_only_what_is_there(window: MainWindow, panel: AllReducePanel) -> None:
    assert panel.key.texts() == ["start-ups", "bytes"]
    window.document.start(file.read(resource("scenarios", "h100-nvlink-mlp.json")))
    settle()
    assert panel.key.texts() == panel.key.written() == ["launch", "start-ups", "bytes", "measured"]


def test_a_measured_link_is_modelled_and_its_time_marked_on_the_bars(window: MainWindow, panel: AllReducePanel) -> None:
    assert panel.bars.lines() == ()
    window.document.start(file.read(resource("scenarios", "h100-nvlink-mlp.json")))
    QTest.mouseClick(panel.sizes[0], LEFT)
    settle()
    assert panel.sides[0].chooser.currentText() == sentences.modelled("ring")
    assert panel.sentences.whole().startswith(f"⚠ {sentences.DIFFER} 2.87×: ")
    comparison, (measured,) = panel.comparison, panel.bars.lines()
    assert comparison is not None
    assert comparison.link.measured_s is not None
    mark, left, right = (panel.bars.x_of(seconds) for seconds in (measured.seconds, 0.0, comparison.seconds))
    assert (mark - left) / (right - left) == pytest.approx(comparison.link.measured_s / comparison.seconds)
    with_mark = picture(panel.bars)
    dark = [with_mark.pixelColor(int(mark), y).lightness() < 100 for y in range(panel.bars.height())]
    assert sum(dark) > panel.bars.height() / 2


def test_the_fastest_of_a_link_is_that_of_the_size_that_is_shown(window: MainWindow, panel: AllReducePanel) -> None:
    link = {"kind": "algorithm", "alpha_s": 3e-6, "bandwidth_bytes_per_s": 1e11}
    window.document.start((replace_at(built_in()[0], ("communication", "link"), link),))
    window.document.edit("devices", 16)
    seen = []
    for place in (0, 3):
        QTest.mouseClick(panel.sizes[place], LEFT)
        settle()
        seen.append(panel.sides[0].chooser.currentText())
    assert seen == [sentences.fastest("recursive doubling"), sentences.fastest("halving-doubling")]
    chooser = panel.sides[0].chooser
    assert chooser.fontMetrics().horizontalAdvance(seen[0]) < chooser.width() - 24


def test_places_of_the_picture_are_told(window: MainWindow, panel: AllReducePanel) -> None:
    window.document.edit("devices", 3)
    scrub(panel, 0.1)
    canvas = panel.sides[0].canvas
    drawing, state = canvas.drawing(), canvas.state
    assert drawing is not None
    assert state is not None
    assert str(canvas.tip_at(drawing.placement.box(1).center())).startswith(sentences.chunks(2, 0, 3))
    start, _ = drawing.placement.ways(state.moving)
    assert str(canvas.tip_at(QPointF(*start[0].tolist()))).startswith("device 1 to device 2: ")
    middle = (drawing.placement.centres[0] + drawing.placement.centres[1]) / 2
    assert str(canvas.tip_at(QPointF(*middle.tolist()))).startswith(sentences.link_between("device 1", "device 2"))
    assert canvas.tip_at(QPointF(2, 2)) is None
    assert not any(
        drawing.placement.box(node).contains(QPointF(*point)) for node in range(3) for point in start.tolist()
    )


def test_very_many_messages_are_dots_and_the_busiest_links_are_marked_at_every_n(
    window: MainWindow, panel: AllReducePanel
) -> None:
    choose_both(panel, Algorithm.ONE_SHOT, Algorithm.HALVING_DOUBLING)
    for devices, dots in ((4, False), (8, True), (16, True)):
        window.document.edit("devices", devices)
        settle()
        scrub(panel, 0.5)
        drawing, state = panel.sides[0].canvas.drawing(), panel.sides[0].canvas.state
        assert drawing is not None
        assert state is not None
        assert drawing.placement.dots(state.moving) is dots
        assert len(compared(panel).left.busiest_links) == devices * (devices - 1) // 2
        assert drawing.name_pixels >= 7


def test_dark_colours(window: MainWindow, panel: AllReducePanel) -> None:
    scrub(panel, 2.5)
    light = picture(panel)
    window.colours.show_choice(Choice.DARK)
    settle()
    dark = picture(panel)
    assert dark.pixelColor(20, 300).lightness() < 60 < light.pixelColor(20, 300).lightness()


# Export


def test_the_menu_exports_the_picture_as_it_is_shown_and_the_messages(
    window: MainWindow, panel: AllReducePanel, tmp_path: Path
) -> None:
    window.document.edit("devices", 4)
    choose(panel.sides[1].chooser, ORDER.index(Algorithm.HALVING_DOUBLING))
    scrub(panel, 2.5)
    menu = menu_over(panel.sides[0].canvas, 60, 200)
    assert [action.text() for action in menu.actions()] == [
        shell.COPY, shell.PNG, shell.SVG, shell.CSV, shell.FRAMES,
    ]  # fmt: skip
    menu.actions()[0].trigger()
    menu.close()
    copied = QGuiApplication.clipboard().image()
    assert copied.size() == QSize(1080, 720) * 2
    drawn, numbers = tmp_path / "a.svg", tmp_path / "a.csv"
    choosing_file(window, menu.actions()[2].trigger, str(drawn))
    content = drawn.read_text(encoding="utf-8")
    assert "<image" not in content  # lines stay lines
    assert "halving-doubling" in content
    choosing_file(window, menu.actions()[3].trigger, str(numbers))
    with numbers.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert {row["algorithm"] for row in rows} == {"ring", "halving-doubling"}
    assert max(float(row["end (s)"]) for row in rows) == compared(panel).seconds
    settle()


def test_the_dialog_exports_at_any_size_and_the_sheet_shows_what_the_page_does(
    window: MainWindow, panel: AllReducePanel, qtbot: QtBot
) -> None:
    QTest.mouseClick(panel.sizes[0], LEFT)
    scrub(panel, 5.0)
    dialog = ExportDialog(window.exports.in_sight(), window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.subject.currentText() == "All-reduce, step by step"
    assert dialog.csv.isEnabled()
    dialog.close()
    sheet = window.exports.in_sight().sheet("all_reduce", SMALL)
    assert sheet is not None
    texts = [label.text() for label in sheet.findChildren(QLabel) if label.isVisibleTo(sheet)]
    assert "All-reduce of n = 8 KiB = 8.192 kB on two devices" in texts
    assert any(text.startswith(sentences.done(1, 1, faster=True)) for text in texts)
    assert "ring" in texts
    assert not any(chooser.isVisibleTo(sheet) for chooser in sheet.findChildren(ComboBox))


def test_all_frames_are_saved_through_the_menu(window: MainWindow, panel: AllReducePanel, tmp_path: Path) -> None:
    scrub(panel, 2.5)
    asked = []

    def press_button(dialog: QDialog, text: str) -> None:
        buttons = dialog.findChild(QDialogButtonBox)
        assert buttons is not None
        next(button for button in buttons.buttons() if button.text().replace("&", "") == text).click()

    def answer(widget: QWidget) -> None:
        if isinstance(widget, FrameDialog):
            asked.extend(label.text() for label in widget.findChildren(QLabel))
            widget.width_box.setValue(640)
            widget.height_box.setValue(480)
            widget.stage_box.setValue(2)
            press_button(widget, shell.CHOOSE_FOLDER)
        elif isinstance(widget, QFileDialog):
            widget.setDirectory(str(tmp_path))
            press_button(widget, "Choose")

    menu = menu_over(panel, 60, 200)
    with Answers(window, answer):
        menu.actions()[-1].trigger()
        menu.close()
    assert "&Frames per fifth of the animation" in asked
    paths = sorted(tmp_path.iterdir())
    assert [path.name for path in paths] == [f"frame-{number:04d}.png" for number in range(1, 2 * STAGES + 2)]
    frames = [QImage(str(path)) for path in paths]
    assert all(frame.size() == QSize(640, 480) for frame in frames)
    assert all(one != other for number, one in enumerate(frames) for other in frames[number + 1 :])
    assert panel.player.position() == 2.5


@pytest.mark.parametrize("start_page", ["break_even"])
def test_the_program_starts_without_the_page(window: MainWindow) -> None:
    assert window.lazy.tabs["all_reduce"].page is None
    before = [partial(window.tabs.setCurrentIndex, 1), partial(window.tabs.setCurrentIndex, 0)]
    for go in before:
        go()
    assert window.lazy.tabs["all_reduce"].page is None
