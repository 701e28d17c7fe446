"""The panels of the page "Links" as pictures and numbers: from their menus and from the dialog."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from explorer.answers.links.by_size import Measure
from explorer.views.export.export_dialog import ExportDialog
from explorer.views.export.sheet import Sheet
from explorer.views.links.page import LinksPage
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.theme import Choice
from tests.answers.links import sentences
from tests.views import sentences as shell
from tests.views.hands import LEFT, choosing_file, menu_over, settle, type_into
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
    tick,
    use,
)

NAMES = ["link_sizes", "link_devices", "link_algorithms", "link_map", "link_groups"]
SMALL = QSize(720, 560)


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> LinksPage:
    page = open_links(window, qtbot)
    window.document.edit("messages", 24)
    settle()
    return page


def picture(window: MainWindow, name: str) -> QImage:
    image = window.exports.in_sight().image(name, SMALL, 1)
    assert image is not None
    return image


def sheet_of(window: MainWindow, name: str) -> Sheet:
    picture(window, name)  # lays everything out
    sheet = window.exports.in_sight().sheet(name, SMALL)
    assert sheet is not None
    return sheet


def texts(window: MainWindow, name: str) -> str:
    """Return all that labels say on the sheet of a panel."""
    sheet = sheet_of(window, name)
    return "\n".join(label.text() for label in sheet.findChildren(QLabel) if label.isVisibleTo(sheet))


def rows_of(window: MainWindow, name: str, path: Path) -> list[dict[str, str]]:
    choosing_file(window, partial(window.requests.export.emit, name, "csv"), str(path))
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("place", range(5))
def test_every_panel_has_the_menu_of_the_right_button(
    window: MainWindow, page: LinksPage, qtbot: QtBot, tmp_path: Path, place: int
) -> None:
    open_panel(page, qtbot, place)
    panel = page.panel()
    assert panel.name == NAMES[place]
    drawing = page.devices.bars if place == DEVICES else panel.plot.plot.viewport()  # type: ignore[attr-defined]
    menu = menu_over(drawing)
    assert [action.text() for action in menu.actions()] == [
        shell.COPY, shell.PNG, shell.SVG, shell.CSV,
    ]  # fmt: skip
    menu.actions()[0].trigger()
    menu.close()
    copied = QGuiApplication.clipboard().image()
    assert copied.size() == SMALL * 2
    saved, drawn = tmp_path / "a.png", tmp_path / "a.svg"
    choosing_file(window, menu.actions()[1].trigger, str(saved))
    assert QImage(str(saved)).convertToFormat(copied.format()) == copied
    choosing_file(window, menu.actions()[2].trigger, str(drawn))
    content = drawn.read_text(encoding="utf-8")
    assert sentences.status("hypothetical") in content
    assert ("<image" in content) is (place == MAP)  # colours alone are no lines
    numbers = tmp_path / "a.csv"
    choosing_file(window, menu.actions()[3].trigger, str(numbers))
    assert len(numbers.read_text(encoding="utf-8").splitlines()) > 2
    settle()


def test_the_dialog_offers_the_panels_of_the_page_that_is_up(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    open_panel(page, qtbot, MAP)
    dialog = ExportDialog(window.exports.in_sight(), window)
    qtbot.addWidget(dialog)
    dialog.show()
    keys = [dialog.subject.itemData(place) for place in range(dialog.subject.count())]
    assert keys == ["link_map", "link_sizes", "link_devices", "link_algorithms", "link_groups"]
    assert dialog.subject.currentText() == "Speed-up over work C and message size"
    for place in range(dialog.subject.count()):
        dialog.subject.setCurrentIndex(place)
        assert dialog.csv.isEnabled()
        assert not dialog.preview.pixmap().isNull()
    dialog.close()
    window.tabs.setCurrentIndex(0)
    assert window.exports.in_sight() is window.exports.ready()


def test_a_picture_shows_the_newest_outcome_whatever_panel_is_in_sight(
    window: MainWindow, page: LinksPage, qtbot: QtBot
) -> None:
    before = {name: picture(window, name) for name in NAMES}
    window.document.edit("message_bytes", 3e7)
    after = {name: picture(window, name) for name in NAMES}
    assert [name for name in NAMES if before[name] == after[name]] == []
    assert len({picture(window, name).cacheKey() for name in NAMES}) == 5
    assert page.panels.panel() is page.times
    assert page.groups.outcome is None  # what is hidden in the window stays so


def test_a_picture_shows_what_is_chosen(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    plain = picture(window, "link_sizes")
    tick(page, FAST, SLOW)
    ticked = picture(window, "link_sizes")
    qtbot.mouseClick(page.times.switches[Measure.BUS], LEFT)
    bus = picture(window, "link_sizes")
    assert plain != ticked != bus != plain
    costs = picture(window, "link_algorithms")
    open_panel(page, qtbot, ALGORITHMS)
    type_into(qtbot, page.algorithms.alpha, "50 us")
    typed = picture(window, "link_algorithms")
    assert "algorithms: modelled, what-if with α = 50 µs, B = 10 GB/s" in texts(window, "link_algorithms")
    qtbot.mouseClick(page.algorithms.by_devices, LEFT)
    assert costs != typed != picture(window, "link_algorithms")
    window.document.choose(1)  # figures typed for another scenario mean nothing there, whatever panel is in sight
    open_panel(page, qtbot, SIZE)
    assert "α = 50 µs" not in texts(window, "link_algorithms")


def test_a_picture_is_light_and_has_no_controls(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    window.colours.show_choice(Choice.DARK)
    for name in NAMES:
        assert picture(window, name).pixelColor(2, 2).lightness() > 230
        sheet = sheet_of(window, name)
        paper = next(part for part in sheet.findChildren(type(page.panels)))
        assert not [part for part in paper.panel().tab_order() if part.isVisibleTo(sheet)]
    assert page.times.switches[Measure.TIME].isVisible()


def test_paper_has_the_map_of_the_window(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    open_panel(page, qtbot, MAP)
    window.document.edit("divisible", 0.05)
    paper = next(part for part in sheet_of(window, "link_map").findChildren(type(page.panels)))
    assert paper.map.map is page.map.map, "the same ranges, as long as they hold the scenario"
    window.document.edit("divisible", 50.0)
    paper = next(part for part in sheet_of(window, "link_map").findChildren(type(page.panels)))
    cells = paper.map.map
    assert cells is not None
    assert cells.holds(window.document.outcome())


def test_all_of_many_links_are_named_on_paper(window: MainWindow, page: LinksPage) -> None:
    keys = [page.list.row_of(item).key for item in page.list.items()[:12]]
    tick(page, *keys)
    sheet = sheet_of(window, "link_sizes")
    legend = next(part for part in sheet.findChildren(type(page.panels))).times.legend
    assert legend.written() == legend.texts()
    assert legend.height() >= legend.heightForWidth(legend.width())
    assert texts(window, "link_sizes").count("N = ") > 12


def test_the_footer_names_the_status_of_the_links_figures(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    assert sentences.status("hypothetical · ") in texts(window, "link_map")
    use(page, qtbot, FAST)
    assert sentences.status("measured · ") in texts(window, "link_map")
    window.document.edit("message_bytes", 1e12)
    assert sentences.status("measured, extrapolated · ") in texts(window, "link_map")
    tick(page, SLOW)
    assert "overlaid: L40S · PCIe 4.0 x16 · NCCL 2.27.3, N = 4: measured, extrapolated" in texts(window, "link_sizes")
    assert "N = 4: measured, extrapolated, " in page.times.legend.texts()[1]
    assert sentences.status("measured, extrapolated") in _front_footer(window)
    use(page, qtbot, "nvlink2/–/constant")
    assert sentences.status("guess · ") in texts(window, "link_map")
    window.document.edit("startup", 1.25e-5)
    assert sentences.status("guess, edited · ") in texts(window, "link_map")
    use(page, qtbot, "nvlink4/–/algorithm")
    assert ", modelled as " in texts(window, "link_map")


def _front_footer(window: MainWindow) -> str:
    sheet = window.exports.ready().sheet("divisible", SMALL)
    assert sheet is not None
    return "\n".join(label.text() for label in sheet.findChildren(QLabel))


# Numbers


def test_the_numbers_of_the_sizes(window: MainWindow, page: LinksPage, tmp_path: Path) -> None:
    tick(page, FAST)
    rows = rows_of(window, "link_sizes", tmp_path / "a.csv")
    curve = next(row for _, row in page.list.overlaid()).times(4).curve(4)  # type: ignore[attr-defined]
    points = [row for row in rows if row["measured at this size"] == "yes"]
    assert [float(row["message size n (bytes)"]) for row in points] == curve.sizes.tolist()
    assert [float(row["time (s)"]) for row in points] == pytest.approx(curve.seconds.tolist(), rel=1e-12)
    assert {(row["devices N (1)"], row["status"]) for row in points} == {("4", "measured")}
    for row in points:
        rate = float(row["message size n (bytes)"]) / float(row["time (s)"])
        assert float(row["algorithm bandwidth (bytes/s)"]) == pytest.approx(rate)
        assert float(row["bus bandwidth (bytes/s)"]) == pytest.approx(1.5 * rate)


def test_the_numbers_of_devices_map_and_grouping_are_those_of_the_outcome(
    window: MainWindow, page: LinksPage, qtbot: QtBot, tmp_path: Path
) -> None:
    use(page, qtbot, FAST)
    outcome = window.document.outcome()
    assert outcome.performance is not None
    rows = rows_of(window, "link_devices", tmp_path / "d.csv")
    assert [row["devices N (1)"] for row in rows] == ["1", "2", "4", "8"]
    four = rows[2]
    assert float(four["time T_N (s)"]) == pytest.approx(outcome.performance.split_s)
    parts = ("serial S + dS (s)", "compute (s)", "exposed start-ups (s)", "exposed bytes (s)")
    assert sum(float(four[part]) for part in parts) == pytest.approx(outcome.performance.split_s)
    cells = rows_of(window, "link_map", tmp_path / "m.csv")
    assert len(cells) == 200 * 200
    assert all((float(row["speed-up T1/T_N (1)"]) > 1) == (float(row["work C (s)"]) > float(row["C* at this size (s)"]))
               for row in cells[::97])  # fmt: skip
    groups = rows_of(window, "link_groups", tmp_path / "g.csv")
    assert [int(row["k messages as one (1)"]) for row in groups] == [1, 2, 3, 4, 6, 8, 12, 24]
    assert float(groups[0]["time T_N (s)"]) == pytest.approx(outcome.performance.split_s)


def test_the_numbers_of_the_algorithms_have_no_cost_where_one_cannot_run(
    window: MainWindow, page: LinksPage, qtbot: QtBot, tmp_path: Path
) -> None:
    open_panel(page, qtbot, ALGORITHMS)
    qtbot.mouseClick(page.algorithms.by_devices, LEFT)
    rows = rows_of(window, "link_algorithms", tmp_path / "a.csv")
    by_n = {row["devices N (1)"]: row for row in rows}
    assert by_n["9.0"]["one_shot (s)"] == ""
    assert float(by_n["8.0"]["one_shot (s)"]) > 0
    assert float(by_n["16.0"]["ring (s)"]) > float(by_n["2.0"]["ring (s)"])


def test_nothing_is_offered_where_nothing_is_drawn(window: MainWindow, page: LinksPage, qtbot: QtBot) -> None:
    window.document.edit("messages", 1)
    open_panel(page, qtbot, GROUPING)
    menu = menu_over(page.groups)
    assert not any(action.isEnabled() for action in menu.actions())
    menu.close()
    use(page, qtbot, FAST)
    window.document.edit("devices", 3)
    exporter = window.exports.in_sight()
    assert {name: exporter.has_numbers(name) for name in NAMES} == {
        "link_sizes": False, "link_devices": True, "link_algorithms": True, "link_map": False, "link_groups": False,
    }  # fmt: skip
    for name in NAMES:
        assert picture(window, name).size() == SMALL
