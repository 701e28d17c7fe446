"""The page "Links", worked as a person works it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from explorer.answers.links.by_size import Measure
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in
from explorer.views.links.page import LinksPage
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.theme import DARK, LIGHT, Choice
from tests.answers.break_even import sentences as break_even
from tests.answers.links import sentences
from tests.model.scenarios import random_scenarios
from tests.views.hands import LEFT, drag_over, move, settle, type_into, use_scenario
from tests.views.links.hands import (
    ALGORITHMS,
    DEVICES,
    FAST,
    GROUPING,
    MAP,
    SIZE,
    SLOW,
    open_links,
    open_panel,
    the_page,
    tick,
    use,
)  # fmt: skip


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> LinksPage:
    return open_links(window, qtbot)


# The page itself


@pytest.mark.parametrize("start_page", ["break_even"])
def test_the_page_is_made_when_it_is_wanted(window: MainWindow, qtbot: QtBot) -> None:
    assert window.lazy.tabs["links"].page is None
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.tabText(window.tabs.currentIndex()) == "Links"
    assert the_page(window).isVisible()


def test_the_window_does_not_import_the_library() -> None:
    text = (
        "import sys, explorer.app.application, explorer.views.shell.main_window\n"
        "print([name for name in sys.modules if name in "
        "('explorer.scenario.links', 'explorer.answers.links.library', 'explorer.views.links.page')])"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_hidden_page_and_a_hidden_panel_compute_nothing(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    open_panel(page, qtbot, MAP)
    before, outcome = page.map.map, page.map.outcome
    window.tabs.setCurrentIndex(0)
    window.document.edit("messages", 9)
    assert page.map.map is before
    assert page.map.outcome is outcome
    assert page.groups.outcome is None
    window.tabs.setCurrentIndex(2)
    after = page.map.map
    assert after is not before
    assert page.map.outcome is window.document.outcome()
    open_panel(page, qtbot, GROUPING)
    window.document.edit("messages", 8)
    assert page.map.map is after
    assert page.groups.outcome is window.document.outcome()


# Time against size


def test_ticked_links_lie_over_the_scenarios_own(page: LinksPage) -> None:
    assert len(page.times.plot.series()) == 1
    assert page.times.legend.texts() == ["this scenario, N = 2: hypothetical, given"]
    tick(page, FAST, SLOW)
    series = page.times.plot.series()
    assert len(series) == 3
    assert len({entry.colour for entry in series}) == len({entry.marker for entry in series}) == 3
    assert [len(entry.points[0]) for entry in series] == [0, 21, 21]
    texts = page.times.legend.texts()
    assert texts[1].startswith(f"H100 · NVLink 4 · NCCL 2.29.2, N = 4: measured, {sentences.fit(4)}")
    assert page.times.sentences.whole().startswith(
        f"{sentences.TIMES}H100 NVLink 4 NCCL, N = 4 {sentences.FASTEST_EVERYWHERE}"
    )
    tick(page, FAST)
    assert [text.split(" ")[0] for text in page.times.legend.texts()] == ["this", "L40S"]


def test_links_that_are_practically_equal_have_no_winner(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    use(page, qtbot, FAST)
    tick(page, FAST)
    text = page.times.sentences.whole()
    assert text.startswith(sentences.equal_at("2 MB", "this scenario, N = 4", "H100 NVLink 4 NCCL, N = 4"))
    assert sentences.FASTEST not in text
    window.document.edit("devices", 8)
    assert f"{sentences.EQUAL} (" not in page.times.sentences.whole()


def test_a_look_that_is_free_is_taken_again(page: LinksPage) -> None:
    tick(page, FAST, SLOW)
    before = {entry.colour for entry in page.times.plot.series()}
    tick(page, FAST)
    tick(page, "b200-sxm-nccl/8/measured")
    assert {entry.colour for entry in page.times.plot.series()} == before


def test_the_scenarios_size_is_marked(window: MainWindow, page: LinksPage) -> None:
    assert [mark.text for mark in page.times.plot.mark_lines.marks()] == ["n = 2 MB"]
    window.document.edit("message_bytes", 0.0)
    assert page.times.plot.mark_lines.marks() == ()


def test_the_switch_shows_bandwidths_and_explains_them(page: LinksPage, qtbot: QtBot) -> None:
    tick(page, FAST)
    seconds = page.times.plot.series()[1]
    qtbot.mouseClick(page.times.switches[Measure.BUS], LEFT)
    bandwidths = page.times.plot.series()[1]
    assert bandwidths.y == pytest.approx(1.5 * seconds.x / seconds.y)
    assert sentences.RING_BANDWIDTH in page.times.sentences.whole()
    qtbot.mouseClick(page.times.switches[Measure.ALGORITHM], LEFT)
    assert page.times.plot.series()[1].y == pytest.approx(seconds.x / seconds.y)
    assert "Algorithm bandwidth is n/t" in page.times.sentences.whole()


def test_the_mouse_reads_the_curves(page: LinksPage) -> None:
    tick(page, FAST)
    QTest.mouseMove(page.times.plot.plot.viewport(), page.times.plot.pixel_of(2e6).toPoint())
    settle()
    text = page.times.sentences.whole()
    assert text.startswith("At ")
    assert "this scenario, N = 2: 2" in text
    assert sentences.time("", "given", "30 µs", "10 GB/s") in text
    assert f"measured {sentences.LOCAL}" in text
    page.times.plot.hovered.emit(float("nan"))
    assert page.times.sentences.whole().startswith(sentences.TIMES)


def test_the_list_is_searched(page: LinksPage, qtbot: QtBot) -> None:
    type_into(qtbot, page.list.filter, "h100 nvlink nccl", enter=False)
    tree = page.list.tree
    matching = [item for index in range(tree.topLevelItemCount()) if not (item := tree.topLevelItem(index)).isHidden()]
    assert {item.text(0) for item in matching} <= {"H100", "H100, H200"}
    assert page.list.message.whole() == sentences.number(len(matching), 69)
    type_into(qtbot, page.list.filter, "zzz", enter=False)
    assert page.list.message.whole() == sentences.NO_MATCH


# The line under the cursor


def test_the_line_under_the_cursor_is_drawn_thinly_until_another_is(page: LinksPage) -> None:
    tree, plot = page.list.tree, page.times.plot
    tree.setCurrentItem(page.list.item_of(FAST))
    own, preview = plot.series()
    assert preview.width < own.width
    assert (len(preview.points[0]), preview.colour) == (0, LIGHT.faint)
    name = "H100 · NVLink 4 · NCCL 2.29.2"
    assert page.times.legend.texts()[1] == f"{name}, N = 4: measured, {sentences.PREVIEW}"
    assert sentences.FASTEST not in page.times.sentences.whole()
    plot.hovered.emit(2e6)
    assert "H100 NVLink 4 NCCL, N = 4: 26.87 µs, measured" in page.times.sentences.whole()
    first = preview.y.copy()
    QTest.keyClick(tree, Qt.Key.Key_Down)
    assert len(plot.series()) == 2
    assert plot.series()[1].y != pytest.approx(first)
    assert page.times.legend.texts()[1].startswith(f"{name}, N = 8: ")
    QTest.keyClick(tree, Qt.Key.Key_Space)
    assert [len(entry.points[0]) for entry in plot.series()] == [0, 21]
    QTest.keyClick(tree, Qt.Key.Key_Space)
    assert len(plot.series()) == 1, "who takes a tick off wants the curve away"
    QTest.keyClick(tree, Qt.Key.Key_Up)
    assert len(plot.series()) == 2


def test_the_scenarios_own_link_is_not_drawn_twice(page: LinksPage, qtbot: QtBot) -> None:
    use(page, qtbot, FAST)
    assert len(page.times.plot.series()) == 1


def test_the_cursor_is_followed_while_another_panel_is_in_sight(page: LinksPage, qtbot: QtBot) -> None:
    open_panel(page, qtbot, MAP)
    page.list.tree.setCurrentItem(page.list.item_of(FAST))
    assert page.map.isVisible()
    open_panel(page, qtbot, SIZE)
    assert len(page.times.plot.series()) == 2


def test_the_button_names_what_it_takes_over(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    button, tree = page.list.use, page.list.tree
    assert button.text() == sentences.USE
    tree.setCurrentItem(page.list.item_of(FAST))
    assert button.text() == "Use H100 · NVLink 4 · NCCL, N = 4"
    tree.setCurrentItem(page.list.item_of("pcie4x16/–/constant"))
    assert button.text() == "Use PCIe 4.0 x16 · NCCL 2.27"
    assert "N =" not in button.text()
    window.resize(1024, 640)
    tree.setCurrentItem(page.list.item_of("rtx-pro-6000-nccl/8/measured"))
    settle()
    assert button.text().startswith("Use RTX PRO")
    assert button.text().endswith("N = 8")
    assert button.fontMetrics().horizontalAdvance(button.text()) <= button.width()
    assert button.geometry().right() < page.list.width()


def test_what_the_search_leaves_out_can_neither_be_used_nor_seen(page: LinksPage, qtbot: QtBot) -> None:
    page.list.tree.setCurrentItem(page.list.item_of(FAST))
    type_into(qtbot, page.list.filter, "zzz", enter=False)
    assert not page.list.use.isEnabled()
    assert page.list.use.text() == sentences.USE
    assert len(page.times.plot.series()) == 1
    page.list.filter.clear()
    assert page.list.use.isEnabled()
    assert len(page.times.plot.series()) == 2


@pytest.mark.parametrize("dark", [False, True])
def test_the_thumbnail_is_seen_on_the_highlight(window: MainWindow, page: LinksPage, dark: bool) -> None:
    window.colours.show_choice(Choice.DARK if dark else Choice.LIGHT)
    tree = page.list.tree
    tree.scrollToItem(page.list.item_of(FAST))

    def lights() -> int:
        """Count the points of the thumbnail that are light in each colour."""
        settle()
        room = tree.visualItemRect(page.list.item_of(FAST))
        room.setLeft(tree.columnViewportPosition(4) + 4)
        room.setWidth(44)
        image = tree.viewport().grab(room.adjusted(0, 2, 0, -2)).toImage()
        places = ((x, y) for x in range(image.width()) for y in range(image.height()))
        return sum(min(image.pixelColor(x, y).getRgb()[:3]) > 128 for x, y in places)

    before = lights()
    page.list.item_of(FAST).setSelected(True)
    assert 25 < lights() < 400
    assert dark == (before == 0)


# Using a link


def test_a_link_is_used_and_taken_back(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    assert not page.list.use.isEnabled()
    assert page.list.use.toolTip()
    before = window.document.scenario
    open_panel(page, qtbot, DEVICES)
    use(page, qtbot, SLOW)
    scenario = window.document.scenario
    assert scenario.communication.link.kind == "measured"
    assert scenario.devices == 4
    noted = scenario.sources["communication.link"]
    assert (noted.status, noted.preset) == ("measured", "l40s-nccl")
    assert window.panel.rows["devices"].field.value() == 4
    assert window.bar.headline.whole() == break_even.pays("1.855×")
    assert "4 devices" in window.bar.summary.whole()
    rows = page.devices.rows()
    assert rows is not None
    assert [row.devices for row in rows.rows] == [1, 2, 4, 8]
    assert window.document.stack.undoText() == "link L40S · PCIe 4.0 x16 · NCCL 2.27.3"
    window.document.undo()
    assert window.document.scenario == before
    assert window.document.stack.count() == 1
    assert window.bar.headline.whole() == break_even.pays("1.388×")


def test_presets_and_algorithms_can_be_used(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    use(page, qtbot, "pcie4x16/–/constant")
    link = window.document.scenario.communication.link
    assert link.kind == "constant"
    assert link.path_factor == 1.0
    use(page, qtbot, "nvlink4/–/algorithm")
    link = window.document.scenario.communication.link
    assert link.kind == "algorithm"
    assert link.fully_connected
    assert window.document.scenario.devices == 2


# Devices, algorithms, grouping


def test_bars_tell_their_figures(page: LinksPage, qtbot: QtBot) -> None:
    use(page, qtbot, FAST)
    open_panel(page, qtbot, DEVICES)
    bars = page.devices.bars
    assert sentences.BEST in page.devices.sentences.whole()
    qtbot.mouseMove(bars, bars.row(2).center().toPoint())
    assert page.devices.sentences.whole().startswith("N = 4: S + ΔS 800.0 µs, compute 3.750 ms, ")
    qtbot.mouseMove(bars, QPoint(100, bars.height() - 1))
    assert sentences.BEST in page.devices.sentences.whole()


def test_algorithms_take_typed_figures_unless_the_link_has_its_own(
    window: MainWindow, page: LinksPage, qtbot: QtBot
) -> None:
    window.document.edit("devices", 8)
    open_panel(page, qtbot, ALGORITHMS)
    panel = page.algorithms
    type_into(qtbot, panel.alpha, "5 us")
    type_into(qtbot, panel.bandwidth, "100 GB/s")
    wire = panel.wire
    assert wire is not None
    assert (wire.alpha_s, wire.bandwidth, wire.devices) == (5e-6, 1e11, 8)
    assert panel.sentences.whole().startswith("Fastest up to ")
    assert "one-shot" in panel.sentences.whole()
    qtbot.mouseClick(panel.by_devices, LEFT)
    assert panel.sentences.whole().startswith(sentences.fastest_algorithm(""))
    assert [mark.text for mark in panel.plot.mark_lines.marks()] == ["N = 8"]
    panel.plot.hovered.emit(4.0)
    assert panel.sentences.whole().startswith("At N = 4: ")
    qtbot.mouseClick(panel.by_size, LEFT)
    qtbot.mouseClick(panel.connected, LEFT, pos=QPoint(8, panel.connected.height() // 2))
    assert "one-shot" not in panel.sentences.whole()
    use(page, qtbot, "nvlink4/–/algorithm")
    assert not panel.alpha.isEnabled()
    assert panel.alpha.toolTip()
    wire = panel.wire
    assert wire is not None
    assert wire.alpha_s == window.document.scenario.communication.link.alpha_s  # type: ignore[union-attr]


def test_curves_that_are_the_same_are_all_seen(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    window.resize(1440, 900)
    open_panel(page, qtbot, ALGORITHMS)
    panel = page.algorithms
    assert panel.sentences.whole().startswith(
        sentences.fastest_at_every_size(sentences.tied("recursive doubling", "one-shot"))
    )
    colours = {
        text: entry.colour for text, entry in zip(panel.legend.texts(), panel.plot.series(), strict=True)
    }  # fmt: skip
    settle()
    image = panel.plot.plot.viewport().grab().toImage()
    seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    for name in ("ring", "halving-doubling", "two-shot", "recursive doubling", "one-shot"):
        assert colours[name] in seen, name
    window.document.edit("devices", 8)
    assert {entry.width for entry in panel.plot.series()} == {2.0}


def test_grouping_marks_the_best(page: LinksPage, window: MainWindow, qtbot: QtBot) -> None:
    window.document.edit("messages", 24)
    open_panel(page, qtbot, GROUPING)
    assert [mark.text for mark in page.groups.plot.mark_lines.marks()] == ["best k = 24"]
    assert page.groups.sentences.whole().startswith(sentences.best_grouping(24, 24))
    window.document.edit("messages", 1)
    assert not page.groups.plot.isVisible()
    assert sentences.NOTHING_TO_GROUP in page.groups.sentences.whole()


# The map


def test_the_cross_is_dragged_as_one_step(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    open_panel(page, qtbot, MAP)
    plot, viewport = page.map.plot, page.map.plot.plot.viewport()
    before, cells = window.document.scenario, page.map.map
    at = plot.cross_pixel().toPoint()
    QTest.mouseMove(viewport, at)
    settle()
    QTest.mousePress(viewport, LEFT, Qt.KeyboardModifier.NoModifier, at)
    for shift in (10, 25, 40):
        move(viewport, at + QPoint(-shift, -shift))
        assert page.map.map is cells
    QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, at + QPoint(-40, -40))
    settle()
    after = window.document.scenario
    assert after.work.divisible_s < before.work.divisible_s
    assert after.communication.message_bytes > before.communication.message_bytes
    assert (plot.cross_pixel() - (at + QPoint(-40, -40)).toPointF()).manhattanLength() < 6
    assert page.map.map is cells, "the scenario is still well within: the map holds"
    assert window.document.stack.count() == 1
    window.document.undo()
    assert window.document.scenario == before


def test_the_map_follows_what_is_not_on_its_axes_once_a_drag_is_over(
    window: MainWindow, page: LinksPage, qtbot: QtBot
) -> None:
    open_panel(page, qtbot, MAP)
    before = page.map.map
    window.document.begin_gesture()
    for value in (2e10, 3e10):
        window.document.drag("bandwidth", value)
        assert page.map.map is before
    window.document.end_gesture()
    after = page.map.map
    assert after is not None
    assert after is not before
    assert after.holds(window.document.outcome())
    assert page.map.sentences.whole().startswith(sentences.on_map("12 ms", "V", "2 MB"))


def test_a_map_that_no_longer_holds_the_scenario_is_made_anew(
    window: MainWindow, page: LinksPage, qtbot: QtBot
) -> None:
    open_panel(page, qtbot, MAP)
    plot, viewport, before = page.map.plot, page.map.plot.plot.viewport(), page.map.map
    assert before is not None
    start = plot.cross_pixel().toPoint()
    edge = QPoint(plot.pixel_of(1.2 * before.work[0]).toPoint().x(), start.y())
    drag_over(viewport, [start, start - QPoint(40, 0), edge], let_go=False)
    assert window.document.scenario.work.divisible_s < 1.5 * before.work[0]
    assert page.map.map is before, "a drag keeps the map"
    QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, edge)
    settle()
    after = page.map.map
    assert after is not None
    assert after.holds(window.document.outcome())
    assert plot.pixel_of(window.document.scenario.work.divisible_s).x() == pytest.approx(plot.cross_pixel().x(), abs=1)
    window.document.edit("message_bytes", 4e6)
    assert page.map.map is after, "the scenario is still well within"
    window.document.edit("message_bytes", 1e12)
    again = page.map.map
    assert again is not None
    assert again.sizes[0] < 1e12 < again.sizes[-1]


def test_a_map_comes_back_in_the_drag_that_finds_figures_again(
    window: MainWindow, page: LinksPage, qtbot: QtBot
) -> None:
    use(page, qtbot, FAST)
    open_panel(page, qtbot, MAP)
    window.document.edit("devices", 3)
    assert page.map.map is None
    assert not page.map.plot.isVisible()
    window.document.begin_gesture()
    window.document.drag("devices", 4)
    cells = page.map.map
    assert cells is not None
    assert cells.holds(window.document.outcome())
    assert page.map.plot.isVisible()
    window.document.end_gesture()
    assert page.map.map is cells


# All of it


def test_without_an_answer_nothing_breaks(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    use(page, qtbot, FAST)
    window.document.edit("devices", 3)
    assert window.document.outcome().performance is None
    for place in range(5):
        open_panel(page, qtbot, place)
        assert page.panel().sentences.whole()
        page.grab()
    open_panel(page, qtbot, SIZE)
    assert sentences.no_figures(3) in page.times.sentences.whole()
    window.document.edit("devices", 8)
    open_panel(page, qtbot, MAP)
    assert page.map.plot.isVisible()


@pytest.mark.parametrize("dark", [False, True])
def test_it_takes_the_colours_of_the_theme(window: MainWindow, page: LinksPage, qtbot: QtBot, dark: bool) -> None:
    window.colours.show_choice(Choice.DARK if dark else Choice.LIGHT)
    for place in range(5):
        open_panel(page, qtbot, place)
        image: QImage = page.panel().grab().toImage()
        assert image.pixelColor(image.width() // 2, 3).name() == (DARK if dark else LIGHT).card


def test_extremes_and_random_scenarios_are_drawn(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    base = built_in()[0]
    extremes = [
        change(base, name, value)
        for name, value in (
            ("divisible", 1e9), ("divisible", 0.0), ("message_bytes", 1e18), ("message_bytes", 0.0),
            ("bandwidth", 1e-29), ("bandwidth", float("inf")), ("startup", 0.0), ("messages", 10**9),
            ("messages", 0), ("devices", 65536), ("overlap", 1.0), ("serial", 1e9),
        )
    ]  # fmt: skip
    free = change(change(base, "bandwidth", float("inf")), "startup", 0.0)
    ring = {"kind": "algorithm", "algorithm": "ring", "alpha_s": 0.0, "bandwidth_bytes_per_s": float("inf")}
    extremes += [free, replace_at(base, ("communication", "link"), ring)]
    tick(page, FAST)
    for place in range(5):
        open_panel(page, qtbot, place)
        for scenario in (*extremes, *random_scenarios(3, 12)):
            use_scenario(window, scenario)
            page.panel().grab()


@pytest.mark.parametrize("size", [(1100, 720), (1024, 640)])
def test_nothing_is_cut_in_a_small_window(
    window: MainWindow, page: LinksPage, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.resize(*size)
    settle()
    assert window.width() == size[0]
    assert window.height() <= size[1]
    for place in range(5):
        open_panel(page, qtbot, place)
        panel = page.panel()
        assert panel.title.text() == panel.title.whole()
        assert panel.sentences.heightForWidth(panel.sentences.width()) <= panel.sentences.height()
        assert panel.rect().bottom() + panel.mapTo(window, QPoint(0, 0)).y() <= window.height()
        for switch in page.switches:
            assert switch.width() >= switch.sizeHint().width()


TEN = (
    FAST, SLOW, "a100-sxm-nccl/8/measured", "h100-sxm-vllm-custom/4/measured", "h200-sxm-nccl/4/measured",
    "b200-sxm-nccl/8/measured", "gb200-nccl/4/measured", "rtx-pro-6000-nccl/4/measured", "arc-b60-oneccl/4/measured",
    "pcie5x16/–/constant",
)  # fmt: skip


def test_ten_links_are_all_shown_and_told_apart_in_a_small_window(
    window: MainWindow, page: LinksPage, qtbot: QtBot
) -> None:
    window.resize(1024, 640)
    tick(page, *TEN)
    page.devices.seconds.setChecked(True)
    for place, legend, plot in (
        (SIZE, page.times.legend, page.times.plot),
        (DEVICES, page.devices.chart.legend, page.devices.chart.plot),
    ):
        open_panel(page, qtbot, place)
        assert len(legend.written()) == len(legend.texts()) >= 11
        for text, written in zip(legend.texts(), legend.written(), strict=True):
            assert text.startswith(written.removesuffix("…"))
        assert legend.height() >= legend.heightForWidth(legend.width())
        assert plot.height() > 150
        looks = [(entry.colour, entry.marker, entry.dash) for entry in plot.series()]
        assert len(set(looks)) == len(looks)
        assert page.panel().rect().bottom() + page.panel().mapTo(window, QPoint(0, 0)).y() <= window.height()
    assert page.times.legend.texts()[1] == "4× H100 NVLink 4 NCCL: measured"
    assert page.devices.chart.legend.texts()[2].startswith("H100 NVLink 4 NCCL: measured")


def test_the_status_of_a_link_is_in_sight_in_a_small_window(window: MainWindow, page: LinksPage) -> None:
    window.resize(1024, 640)
    settle()
    tree = page.list.tree
    room = tree.visualItemRect(page.list.item_of(FAST)).intersected(tree.viewport().rect())
    assert tree.headerItem().text(3) == "Status"
    end = tree.columnViewportPosition(3) + tree.fontMetrics().horizontalAdvance("measured") + 6
    assert end <= room.right()
    assert tree.columnWidth(3) >= tree.fontMetrics().horizontalAdvance("measured") + 6


def test_what_has_nothing_to_draw_keeps_its_title_above(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    use(page, qtbot, FAST)
    open_panel(page, qtbot, MAP)
    before = page.map.title.y(), page.map.sentences.y()
    window.document.edit("devices", 16)
    settle()
    assert not page.map.plot.isVisible()
    assert (page.map.title.y(), page.map.sentences.y()) == before


def test_boxes_to_tick_are_seen_in_the_dark(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    window.colours.show_choice(Choice.DARK)
    open_panel(page, qtbot, ALGORITHMS)
    box = page.algorithms.in_switch
    image = box.grab().toImage()
    lights = {image.pixelColor(x, image.height() // 2).lightness() for x in range(16)}
    assert max(lights) - min(lights) > 40


def test_tab_goes_through_the_page(page: LinksPage) -> None:
    order = page.tab_order()
    assert page.list.filter in order
    at = page.list.filter
    seen = []
    for _ in range(80):
        at = at.nextInFocusChain()  # type: ignore[assignment]
        if at in order:
            seen.append(at)
    assert seen[: len(order) - 1] == order[1:]


def test_commas_between_words_are_no_obstacle(page: LinksPage) -> None:
    page.list.filter.setText("L40S, PCIe 4, NCCL")
    assert page.list.message.whole().startswith("3 of ")


def test_each_link_has_a_thumbnail_of_its_curve(page: LinksPage) -> None:
    pictures = {}
    for key in ("h100-sxm-nccl/4/measured", "l40s-nccl/4/measured", "h100-sxm-nccl/8/measured"):
        icon = page.list.item_of(key).icon(4)
        assert not icon.isNull()
        pictures[key] = bytes(icon.pixmap(icon.availableSizes()[0]).toImage().constBits())
    assert len(set(pictures.values())) == 3


def test_the_panel_leads_to_the_library(window: MainWindow, qtbot: QtBot) -> None:
    menu = window.panel.link.change.menu()
    assert isinstance(menu, QMenu)
    menu.actions()[-1].trigger()
    assert window.tabs.tabText(window.tabs.currentIndex()) == "Links"
