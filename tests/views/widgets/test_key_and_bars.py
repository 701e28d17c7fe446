"""The key and the stacked bars that all pages share."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF
from pytestqt.qtbot import QtBot

from explorer.views.widgets.key import Key, KeyEntry, LineSample
from explorer.views.widgets.painting import Fill
from explorer.views.widgets.stacked_bars import BarPiece, StackedBar, StackedBars, UprightLine
from explorer.views.widgets.theme import Theme

TEXTS = [f"curve {number} of a link with a name" for number in range(8)]


def key_of(qtbot: QtBot, width: int, *, lines: int = 0, most: int = 0) -> Key:
    key = Key(lines=lines, most=most)
    qtbot.addWidget(key)
    key.show_entries([KeyEntry(text, LineSample("#0072b2", "o")) for text in TEXTS])
    key.resize(width, key.heightForWidth(width))
    return key


def test_a_key_flows_into_as_many_lines_as_its_width_asks_for(qtbot: QtBot) -> None:
    heights = [key_of(qtbot, width).height() for width in (300, 600, 3000)]
    assert heights[0] > heights[1] > heights[2] > 0
    assert key_of(qtbot, 300).written() == TEXTS
    assert key_of(qtbot, 3000).fit_one_line(TEXTS)
    assert not key_of(qtbot, 300).fit_one_line(TEXTS)


def test_a_steady_key_keeps_its_lines_and_says_how_many_it_leaves_out(qtbot: QtBot) -> None:
    key = key_of(qtbot, 300, lines=2, most=3)
    height = key.height()
    assert len(key.written()) == 6
    assert key.written()[-1] == "and 3 more"
    assert all(text in key.toolTip() for text in TEXTS)
    key.show_entries([])
    assert key.heightForWidth(300) == pytest.approx(height * 2 / 3, abs=1)
    key = key_of(qtbot, 300, lines=2, most=3)
    key.show_whole(True)
    assert key.written() == TEXTS
    assert key.heightForWidth(300) > height


def test_a_key_with_little_room_elides_its_texts(qtbot: QtBot) -> None:
    key = key_of(qtbot, 340, lines=4)
    assert len(key.written()) == len(TEXTS)
    assert all(text.endswith("…") for text in key.written())
    assert key.texts() == TEXTS


def fill_of(key: str, theme: Theme) -> Fill:
    return Fill(theme.one) if key == "one" else Fill(theme.communication, theme.card)


@pytest.fixture
def bars(qtbot: QtBot) -> StackedBars:
    made = StackedBars(fill_of, usual=("N = 65536", "888.8 ms"))
    qtbot.addWidget(made)
    made.resize(500, 80)
    pieces = BarPiece("one", 3.0), BarPiece("other", 0.0), BarPiece("other", 1.0)
    made.show_bars([StackedBar("N = 1", pieces, "4 s"), StackedBar("N = 2", pieces[:1], "3 s")])
    return made


def test_pieces_are_as_wide_as_they_take_time(bars: StackedBars) -> None:
    boxes = [box for _, box in bars.boxes()]
    assert [piece.key for piece, _ in bars.boxes()] == ["one", "other", "one"]
    assert boxes[0].right() + 1 == pytest.approx(boxes[1].left()) == pytest.approx(bars.x_of(3.0))
    assert (boxes[0].width() + 1) / (boxes[1].width() + 1) == pytest.approx(3.0)
    assert boxes[0].getRect()[0] == boxes[2].getRect()[0]
    assert all(QRectF(bars.rect()).contains(box) for box in boxes)


def test_the_scale_is_kept_as_long_as_all_fits(bars: StackedBars) -> None:
    end = bars.x_of(4.0)
    bars.show_bars(bars.bars()[1:], keep_ranges=True)
    assert bars.x_of(4.0) == end
    bars.show_bars(bars.bars(), [UprightLine(8.0, "one")], keep_ranges=True)
    assert bars.x_of(8.0) == end
    bars.show_bars(bars.bars())
    assert bars.x_of(3.0) == end


def test_what_the_clock_has_not_reached_is_pale(bars: StackedBars) -> None:
    bars.show_clock(1.5)
    image = bars.grab().toImage()
    middle = round(bars.boxes()[0][1].center().y())
    before, after = (image.pixelColor(round(bars.x_of(seconds)), middle) for seconds in (1.0, 2.0))
    assert before.name() == "#6b7685"
    assert after.lightness() > before.lightness() + 40


def test_the_bar_under_the_mouse_is_told(bars: StackedBars, qtbot: QtBot) -> None:
    told: list[object] = []
    bars.hovered.connect(told.append)
    bars.show()
    for point in (bars.row(1).center().toPoint(), bars.row(0).center().toPoint(), QPoint(9, bars.height() - 1)):
        qtbot.mouseMove(bars, point)
    assert told[:2] == [1, 0]
