"""Ticked links compared at equal N, on the panel "Devices"."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from explorer.answers.links.comparison import compare
from explorer.answers.links.library import library_rows
from explorer.answers.outcome import Outcome
from explorer.scenario.edit import change, replace_at
from explorer.scenario.scenario import Scenario
from explorer.views.links.page import LinksPage
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.theme import DARK, LIGHT, Choice
from tests.answers.links import sentences
from tests.views.hands import LEFT
from tests.views.links.hands import DEVICES, FAST, SLOW, open_links, open_panel, tick, use

ROWS = {row.key: row for row in library_rows()}


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> LinksPage:
    return open_links(window, qtbot)


@pytest.mark.parametrize("key", [FAST, SLOW, "pcie5x16/–/constant", "nvlink4/–/algorithm", "gb200-nccl/4/measured"])
@pytest.mark.parametrize("overlap", [0.0, 0.7])
def test_each_time_is_that_of_the_scenario_with_this_link(base: Scenario, key: str, overlap: float) -> None:
    row, scenario = ROWS[key], change(base, "overlap", overlap)
    link = compare(Outcome(scenario), ((1, row),)).links[1]
    assert len(link.devices) > 1
    for devices, time, speedup in zip(link.devices.tolist(), link.seconds, link.speedups, strict=True):
        with_it = replace_at(change(scenario, "devices", devices), ("communication", "link"), row.link(devices))
        performance = Outcome(with_it).performance
        assert performance is not None
        assert (time, speedup) == pytest.approx((performance.split_s, performance.speedup), rel=1e-12)


def test_an_n_without_a_curve_or_an_efficiency_has_no_time(base: Scenario) -> None:
    scenario = change(base, "devices", 16)
    comparison = compare(Outcome(scenario), ((1, ROWS[FAST]), (2, ROWS["h100-sxm-nccl/8/measured"])))
    assert [link.name for link in comparison.links] == ["", ROWS[FAST].name], "rows of one family are one line"
    assert comparison.links[1].devices.tolist() == [2, 4, 8]
    assert comparison.links[1].left_out == (16,)
    listed = replace_at(base, ("work", "efficiency"), ({"devices": 2, "value": 0.8}, {"devices": 4, "value": 0.7}))
    comparison = compare(Outcome(listed), ((1, ROWS[FAST]),))
    assert (comparison.devices, comparison.without_eta) == ((2, 4), (8,))


def test_the_second_tick_brings_the_comparison_up(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    open_panel(page, qtbot, DEVICES)
    panel = page.devices
    assert (panel.bars.isVisible(), panel.seconds.isEnabled()) == (True, False)
    assert sentences.TICK in panel.seconds.toolTip()
    tick(page, FAST)
    assert (page.panel(), panel.bars.isVisible(), panel.seconds.isEnabled()) == (panel, True, True)
    tick(page, SLOW)
    assert (panel.bars.isVisible(), panel.chart.isVisible()) == (False, True)
    level, own, fast, slow = panel.chart.plot.series()
    assert level.y.tolist() == pytest.approx([0.0128, 0.0128])
    assert (fast.x.tolist(), slow.x.tolist()) == ([2, 4, 8], [2, 4, 8])
    assert len({(series.colour, series.marker) for series in (own, fast, slow)}) == 3
    assert len({series.dash for series in (own, fast, slow)}) == 3
    assert panel.chart.legend.texts() == [
        "one device", "this scenario: hypothetical", "H100 · NVLink 4 · NCCL 2.29.2: measured",
        "L40S · PCIe 4.0 x16 · NCCL 2.27.3: measured",
    ]  # fmt: skip
    text = panel.sentences.whole()
    assert text.startswith("Best N: H100 NVLink 4 NCCL N = 8 (")
    assert f"{sentences.of_scenario(8)} (" in text
    assert "L40S PCIe 4.0 x16 NCCL N = 4 (6.899 ms, 1.855×)" in text
    qtbot.mouseClick(panel.speedups, LEFT)
    assert panel.chart.plot.series()[3].y[1] == pytest.approx(1.855, abs=5e-4)
    panel.chart.plot.hovered.emit(4.2)
    assert panel.sentences.whole().startswith("N = 4: H100 NVLink 4 NCCL 4.657 ms (2.748×), this scenario ")
    qtbot.mouseClick(panel.parts, LEFT)
    assert panel.bars.isVisible()
    tick(page, "b200-sxm-nccl/8/measured")
    assert panel.bars.isVisible(), "a third tick does not turn over what was chosen"
    tick(page, FAST, SLOW, "b200-sxm-nccl/8/measured")
    assert not panel.speedups.isEnabled()


ASSUMED = sentences.assumed("2", "4, 8")


@pytest.mark.parametrize("ticked", [(), (SLOW,), (FAST, SLOW), ("h100-sxm-nccl/8/measured", "gb200-nccl/4/measured")])
def test_parts_and_comparison_give_the_scenarios_link_one_best_n(
    page: LinksPage, qtbot: QtBot, ticked: tuple[str, ...]
) -> None:
    open_panel(page, qtbot, DEVICES)
    panel = page.devices
    tick(page, *ticked)
    qtbot.mouseClick(panel.parts, LEFT)
    assert panel.title.whole() == "This scenario's link against N"
    parts = panel.rows()
    assert parts is not None
    text = panel.sentences.whole()
    assert text.startswith(f"On this scenario's link, {sentences.best(8)}: 3.595 ms, a speed-up of 3.561×; ")
    assert ASSUMED in text
    if ticked:
        qtbot.mouseClick(panel.seconds, LEFT)
        assert panel.title.whole() == "Links compared against N"
        own = panel.chart.plot.series()[1]
        assert own.x.tolist() == [row.devices for row in parts.rows[1:]]
        assert own.y.tolist() == pytest.approx([row.total_s for row in parts.rows[1:]], rel=1e-12)
        assert f"{sentences.of_scenario(8)} (3.595 ms, 3.561×)" in panel.sentences.whole()
        assert ASSUMED in panel.sentences.whole()


def test_an_n_that_only_a_ticked_link_adds_is_among_the_parts(
    window: MainWindow, page: LinksPage, qtbot: QtBot
) -> None:
    window.document.edit("devices", 3)
    open_panel(page, qtbot, DEVICES)
    tick(page, "gb200-nccl/4/measured")
    qtbot.mouseClick(page.devices.parts, LEFT)
    rows = page.devices.rows()
    assert rows is not None
    assert [row.devices for row in rows.rows] == [1, 2, 3, 4]
    assert sentences.assumed("3", "2, 4") in page.devices.sentences.whole()


def test_a_modelled_link_is_compared_on_the_n_of_its_parts(page: LinksPage, qtbot: QtBot) -> None:
    use(page, qtbot, "nvlink4/–/algorithm")
    open_panel(page, qtbot, DEVICES)
    tick(page, FAST)
    qtbot.mouseClick(page.devices.parts, LEFT)
    rows = page.devices.rows()
    assert rows is not None
    assert "assumed" not in page.devices.sentences.whole()
    qtbot.mouseClick(page.devices.seconds, LEFT)
    _, own, fast = page.devices.chart.plot.series()
    assert own.x.tolist() == [row.devices for row in rows.rows[1:]]
    assert fast.x.tolist() == [2, 4, 8]
    assert f"{sentences.of_scenario(rows.best.devices)} (" in page.devices.sentences.whole()
    assert sentences.without_figures("H100 NVLink 4 NCCL for N = 16, ") in page.devices.sentences.whole()


@pytest.mark.parametrize("dark", [False, True])
def test_what_waits_for_a_tick_is_grey(window: MainWindow, page: LinksPage, qtbot: QtBot, dark: bool) -> None:
    window.colours.show_choice(Choice.DARK if dark else Choice.LIGHT)
    theme = DARK if dark else LIGHT
    open_panel(page, qtbot, DEVICES)

    def fill() -> str:
        image = page.devices.speedups.grab().toImage()
        return image.pixelColor(6, 5).name()

    assert fill() == theme.grid
    assert page.devices.sentences.whole().endswith(sentences.TICK_HERE)
    tick(page, SLOW)
    assert fill() == theme.card
    assert sentences.TICK not in page.devices.sentences.whole()


def test_links_without_figures_are_named(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    use(page, qtbot, FAST)
    tick(page, SLOW, "gb200-nccl/4/measured")
    window.document.edit("devices", 16)
    open_panel(page, qtbot, DEVICES)
    text = page.devices.sentences.whole()
    assert sentences.without_figures("this scenario for N = 16") in text
    assert "L40S PCIe 4.0 x16 NCCL for N = 16" in text
    page.devices.chart.plot.hovered.emit(16.0)
    assert "this scenario: no figures" in page.devices.sentences.whole()


def test_the_comparison_follows_the_scenario_and_its_drags(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    open_panel(page, qtbot, DEVICES)
    tick(page, FAST, SLOW)
    before = page.devices.chart.plot.series()[2].y.copy()
    window.document.begin_gesture()
    window.document.drag("divisible", 0.02)
    window.document.end_gesture()
    after = page.devices.chart.plot.series()[2].y
    assert after - before == pytest.approx([0.008 / 0.8 / devices for devices in (2, 4, 8)])


def test_the_comparison_is_exported(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    open_panel(page, qtbot, DEVICES)
    tick(page, FAST, SLOW)
    exporter = window.exports.in_sight()
    sheet = exporter.sheet("link_devices", QSize(720, 560))
    assert sheet is not None
    paper = next(part for part in sheet.findChildren(type(page.panels)))
    assert paper.devices.is_comparing()
    named = "compared: H100 NVLink 4 NCCL: measured, L40S PCIe 4.0 x16 NCCL: measured"
    assert [label for label in sheet.findChildren(QLabel) if label.text().endswith(named)]
    rows = paper.devices.numbers().splitlines()
    assert rows[0] == "link,status,devices N (1),time T_N (s),speed-up T1/T_N (1)"
    assert len(rows) == 1 + 3 * 3
    assert rows[-1].startswith("L40S · PCIe 4.0 x16 · NCCL 2.27.3,measured,8,")
