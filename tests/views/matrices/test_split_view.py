"""How the matrices are split, in the whole window: what is shown, and what is read under the mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from explorer.answers.matrices.cells import WHOLE, CellKey
from explorer.answers.matrices.result import matrix_split
from explorer.model.rounding import Precision
from explorer.scenario.edit import replace_at
from explorer.scenario.matrices import ARTICLE, RELU_MATTERS, Sizes, random_matrix, with_block, with_shards
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.theme import DARK, LIGHT
from tests.answers.matrices import sentences
from tests.views.hands import CONTROL, LEFT, picture, press, settle, type_into, wheel
from tests.views.matrices.hands import (
    END,
    LARGE,
    cell_picture,
    give,
    hover,
    leave,
    note,
    numbers,
    scrub,
    share_of_hue,
    split,
    zoom,
)

VERMILION, GREEN = (15, 33), (150, 175)
STAGES_SHOWN = (0, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6)


# Shows


def test_no_number_is_cut_at_the_edges_of_its_cell(window: MainWindow) -> None:
    def lightness(value: float) -> list[int]:
        """Return the least lightness of each column of a cell, without its upper and lower border."""
        give(window, with_block(ARTICLE, "x", 0, 0, [[value]]))
        image = cell_picture(window, CellKey("x", 0, 0, 0))
        rows = range(4, image.height() - 4)
        return [min(image.pixelColor(x, y).lightness() for y in rows) for x in range(image.width())]

    for size in ((1024, 640), (1440, 900), (2560, 1440)):
        window.resize(*size)
        settle()
        plain = lightness(7)
        left = next(x for x, light in enumerate(plain) if light > 225)
        right = next(x for x, light in reversed(list(enumerate(plain))) if light > 225)
        for value in (61728.4, -61728.4, 123456, -123456, -6.17e-9, 999999, -1e-5):
            columns = lightness(value)
            assert min(columns[left], columns[right]) > 200, (value, size)


def test_the_articles_numbers_stand_there_at_the_end(window: MainWindow) -> None:
    split(window).player.scrubber.setFocus()
    press(window, Qt.Key.Key_End)
    assert split(window).player.position() == END
    assert [numbers(window, "pre", device) for device in (0, 1)] == [["1", "1"], ["0", "4"]]
    assert [numbers(window, "partial", device) for device in (0, 1)] == [["1", "1"], ["−4", "8"]]
    assert [numbers(window, "sum", device) for device in (0, 1)] == [["−3", "9"], ["−3", "9"]]
    assert numbers(window, "whole", WHOLE) == ["−3", "9"]
    assert split(window).caption.text().endswith(sentences.EXACTLY_EQUAL)
    for key in (CellKey("sum", 0, 0, 0), CellKey("sum", 1, 0, 1)):
        assert share_of_hue(cell_picture(window, key), *GREEN) > 0.05
        assert share_of_hue(cell_picture(window, key), *VERMILION) == 0


def test_the_split_that_fails_ends_with_wrong_numbers_in_vermilion(window: MainWindow) -> None:
    QTest.mouseClick(split(window).failing, LEFT)
    scrub(window, 5.0)
    assert share_of_hue(cell_picture(window, CellKey("sum", 0, 0, 0)), *VERMILION) == 0
    scrub(window, END)
    assert [numbers(window, "sum", device) for device in (0, 1)] == [["1", "12"], ["1", "12"]]
    assert numbers(window, "whole", WHOLE) == ["−3", "9"]
    assert sentences.WRONG in split(window).caption.text()
    frame = split(window).canvas.frame
    assert {cell.mark for cell in frame.cells if cell.key.matrix == "sum"} == {-1}
    assert [tag.text for tag in frame.tags if tag.kind == "all_reduce"][-1] == "all-reduce here"
    for key in [CellKey("sum", device, 0, column) for device in (0, 1) for column in (0, 1)]:
        assert share_of_hue(cell_picture(window, key), *VERMILION) > 0.05
    QTest.mouseClick(split(window).failing, LEFT)
    settle()
    assert numbers(window, "sum", 0) == ["−3", "9"]

    give(window, RELU_MATTERS)
    QTest.mouseClick(split(window).failing, LEFT)
    settle()
    assert numbers(window, "sum", 0) == ["−1", "11"]
    assert numbers(window, "whole", WHOLE) == ["−3", "9"]


STAGES = {False: sentences.STAGES, True: sentences.FAILING_STAGES}


def test_each_stage_is_told(window: MainWindow) -> None:
    for failing, phrases in STAGES.items():
        split(window).failing.setChecked(failing)
        for stage, phrase in enumerate(phrases):
            for position in (stage - 0.999, stage - 0.4, stage) if stage else (0,):
                scrub(window, position)
                step = 1 if position < 4.5 else 2
                assert split(window).caption.text().startswith(phrase.format(step=step))
        scrub(window, 4.5)
        assert ("ℓ + V/B = 230 µs" in split(window).caption.whole()) is not failing


def test_the_sums_travel_as_the_links_algorithm_sends_them(window: MainWindow) -> None:
    """With a ring each device has one of two sums half-way; one-shot has nothing until all is there at once."""
    scrub(window, 4.5)
    assert sentences.AS_A_RING in split(window).caption.text()
    ring = picture(split(window).canvas)
    assert [numbers(window, "sum", device) for device in (0, 1)] == [["9"], ["−3"]]
    scrub(window, 4.0)
    assert note(window) == ""
    for algorithm, sums in (("one_shot", [[], []]), ("recursive_doubling", [[], []]), ("two_shot", [["−3"], ["9"]])):
        link = {"kind": "algorithm", "algorithm": algorithm, "alpha_s": 1e-6, "bandwidth_bytes_per_s": 1e10}
        scenario = replace_at(window.document.scenario, ("communication", "link"), link)
        window.document.start((scenario,))
        scrub(window, 4.5)
        named = algorithm.replace("_shot", "-shot").replace("_", " ")
        assert f"All-reduce, {named}: " in split(window).caption.text()
        assert picture(split(window).canvas) != ring
        at_rest = [cell for cell in split(window).canvas.frame.cells if cell.strength == 1]
        found = [
            [cell.text for cell in at_rest if cell.key.matrix == "sum" and cell.key.device == device]
            for device in (0, 1)
        ]
        assert found == sums
        scrub(window, 5.0)
        assert [numbers(window, "sum", device) for device in (0, 1)] == [["−3", "9"]] * 2


def test_what_is_told_is_not_cut(window: MainWindow) -> None:
    cut = []
    for size in ((1440, 900), (1100, 720)):
        window.resize(*size)
        for failing in (False, True):
            split(window).failing.setChecked(failing)
            for position in STAGES_SHOWN:
                scrub(window, position)
                if split(window).caption.text() != split(window).caption.whole():
                    cut.append((size, split(window).caption.text()))
    assert cut == []


def test_another_number_of_devices_is_told(window: MainWindow, qtbot: QtBot) -> None:
    assert note(window) == ""
    type_into(qtbot, window.panel.rows["devices"].field, "64")
    assert note(window) == f"D{sentences.ONE_EACH[1:]}"
    give(window, with_shards(ARTICLE, "1, 3"), 2)
    assert note(window) == ""
    assert [len(numbers(window, "b", device)) for device in (0, 1)] == [2, 6]
    type_into(qtbot, window.panel.rows["devices"].field, "3")
    assert note(window) == sentences.drawn_on("two", 3)


def test_the_precision_changes_the_words(window: MainWindow) -> None:
    give(window, with_block(LARGE, "a", 0, 0, [[0.1, 0.7, 1e-3], [0.3, 1 / 3, 123.4]]))
    scrub(window, END)
    split(window).precision.setFocus()
    press(window, Qt.Key.Key_Down)
    assert split(window).precision.currentText() == "float32"
    difference = window.document.outcome().of(matrix_split, Precision.FLOAT32).difference(failing=False)
    assert difference > 0
    assert sentences.difference(difference, "float32") in split(window).caption.whole()


def test_half_precision_is_shown_as_it_is(window: MainWindow) -> None:
    give(window, with_block(ARTICLE, "x", 0, 0, [[2049.0]]))
    split(window).precision.setFocus()
    press(window, Qt.Key.Key_End)
    assert split(window).precision.currentText() == "float16"
    assert numbers(window, "x", 0) == ["2048", "2"]


def test_large_matrices_scroll_and_zoom_and_what_is_left_out_is_told(window: MainWindow) -> None:
    give(window, random_matrix(Sizes(20, 30, 40, 17), 1), 2)
    assert note(window) == sentences.LEFT_OUT
    bars = (split(window).area.horizontalScrollBar(), split(window).area.verticalScrollBar())
    assert all(bar.isVisible() for bar in bars)
    wheel(split(window).area.viewport(), QPoint(9, 9), -3)
    assert bars[1].value() > 0
    give(window, LARGE)
    assert note(window) == ""
    give(window, ARTICLE)
    assert not any(bar.isVisible() for bar in bars)
    before = split(window).canvas.cell_size
    zoom(window, 3)
    assert split(window).canvas.cell_size == pytest.approx(before * 1.15**3, rel=2e-3)
    assert bars[0].isVisible()
    zoom(window, -3)
    assert split(window).canvas.cell_size == pytest.approx(before, rel=2e-3)


def test_the_zoom_comes_back_at_once_from_either_end(window: MainWindow) -> None:
    for clicks in (-30, 30):
        zoom(window, clicks)
        end = split(window).canvas.cell_size
        zoom(window, -1 if clicks > 0 else 1)
        assert split(window).canvas.cell_size != end, clicks


def test_the_dark_theme_reaches_the_matrices(window: MainWindow) -> None:
    press(window, Qt.Key.Key_D, CONTROL)
    scrub(window, 2.0)
    image = picture(split(window))
    assert image.pixelColor(20, 60).name() == DARK.card
    cell = cell_picture(window, CellKey("pre", 0, 0, 0))
    colours = [cell.pixelColor(x, y) for x in range(cell.width()) for y in range(cell.height())]
    assert max(colour.lightness() for colour in colours) > 200  # the digit
    assert sum(colour.lightness() < 90 for colour in colours) > 0.5 * len(colours)
    assert LIGHT.card not in {colour.name() for colour in colours}


# Under the mouse


def test_the_line_tells_how_a_cell_came_about_and_what_made_it_lights_up(window: MainWindow) -> None:
    scrub(window, END)
    key = CellKey("pre", 1, 0, 1)
    made_by = [CellKey("x", 1, 0, 0), CellKey("x", 1, 0, 1), CellKey("a", 1, 0, 1), CellKey("a", 1, 1, 1)]
    others = [CellKey("x", 0, 0, 0), CellKey("a", 0, 0, 0), CellKey("b", 1, 0, 0)]
    before = {cell: cell_picture(window, cell) for cell in [key, *made_by, *others]}
    hover(window, key)
    assert note(window) == "1·0 + 2·2 = 4"
    assert {cell for cell in before if cell_picture(window, cell) != before[cell]} == {key, *made_by}
    hover(window, CellKey("sum", 0, 0, 0))
    assert note(window) == "1 + (−4) = −3"
    corner = split(window).canvas.cell_rect(CellKey("x", 0, 0, 0)).topLeft() - QPoint(4, 4)
    QTest.mouseMove(split(window).canvas, corner)  # between the cells
    settle()
    assert note(window) == ""
    hover(window, key)
    leave(window)
    assert note(window) == ""
    assert all(cell_picture(window, cell) == before[cell] for cell in before)


def test_the_line_tells_the_split_that_is_shown(window: MainWindow) -> None:
    split(window).failing.setChecked(True)
    scrub(window, END)
    hover(window, CellKey("sum", 1, 0, 0))
    assert note(window) == "5 + (−4) = 1"
    hover(window, CellKey("a", 1, 0, 2))
    assert note(window) == sentences.index("A", 2, 3)
    split(window).failing.setChecked(False)
    settle()
    assert note(window) == ""


def test_the_line_ends_with_the_number_that_is_shown(window: MainWindow) -> None:
    """In the midst of the all-reduce, too, where not every contribution has arrived."""
    view, wrong = split(window), []
    for position in (1.6, 2.8, 3.7, 4.6, 6):
        scrub(window, position)
        for key, text in view.canvas.texts().items():
            if (
                key.matrix in ("pre", "hidden", "partial", "sum")
                and view.canvas.key_at(view.canvas.cell_rect(key).center().toPointF()) == key
            ):
                hover(window, key)
                if not note(window).endswith(f" = {text}"):
                    wrong.append((position, text, note(window)))
    assert wrong == []
