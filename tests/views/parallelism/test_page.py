"""The page "Parallelism": the verdict for each goal, the plot, the bars, the table, and the parameters beside them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from pydantic import BaseModel
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from explorer.answers.parallelism import divisions
from explorer.scenario.file import write
from explorer.scenario.link import ConstantLink
from explorer.scenario.scenario import Scenario
from explorer.views.parallelism.page import ParallelismPage
from explorer.views.shell.main_window import MainWindow
from tests.answers import sentences as shared
from tests.answers.parallelism import sentences
from tests.scenario import sentences as scenario_words
from tests.scenario.build import plain
from tests.views.hands import LEFT, choosing_file, move, settle, type_into

SLOW = {"kind": "constant", "startup_s": 1e-3, "bandwidth_bytes_per_s": 5e9}


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> ParallelismPage:
    """The page, brought up by a click on its tab."""
    tab = next(index for index in range(window.tabs.count()) if window.tabs.tabText(index) == "Parallelism")
    qtbot.mouseClick(window.tabs, LEFT, pos=window.tabs.tabRect(tab).center())
    settle()
    page = window.lazy.tabs["parallelism"].page
    assert isinstance(page, ParallelismPage)
    return page


def opened(window: MainWindow, folder: Path, *scenarios: Scenario) -> None:
    path = folder / "divided.json"
    write(path, scenarios)
    window.document.open(path)
    settle()


def goals(page: ParallelismPage) -> list[str]:
    return [goal.text() for goal in page.panel.goals if goal.text()]


def bars(page: ParallelismPage) -> list[tuple[str, str]]:
    return [(bar.title, bar.total) for bar in page.panel.bars.bars()]


def test_the_best_for_each_goal_stands_above_the_plot(page: ParallelismPage) -> None:
    assert goals(page) == [
        sentences.lowest_latency("tensor × 2 9.220 ms"),
        sentences.highest_throughput("2 replicas 156.2 /s"),
    ]
    assert bars(page) == [("tensor × 2", "9.220 ms  108.5 /s"), ("2 replicas", "12.80 ms  156.2 /s")]


def test_a_latency_target_is_typed_and_answered(page: ParallelismPage, window: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, page.rows.rows["latency_target"].field, "12 ms")
    assert goals(page)[2] == sentences.highest_within("12 ms", "tensor × 2 108.5 /s")
    window.document.undo()
    assert len(goals(page)) == 2


def test_the_table_has_a_row_for_each_division(page: ParallelismPage) -> None:
    assert page.table.texts() == [
        ["tensor × 2", "9.220 ms", "108.5 /s", "69.4 %", "9.98 %", "0 %", "–", "latency"],
        ["2 replicas", "12.80 ms", "156.2 /s", "100 %", "0 %", "0 %", "–", "throughput"],
        ["pipeline × 2", "13.03 ms", "156.2 /s", "100 %", "1.77 %", "11.5 %", "–", ""],
    ]


def test_a_click_on_a_column_sorts(page: ParallelismPage, qtbot: QtBot) -> None:
    head = page.table.horizontalHeader()
    at = QPoint(head.sectionPosition(2) + 20, head.height() // 2)
    orders = []
    for _ in range(2):
        qtbot.mouseClick(head.viewport(), LEFT, pos=at)
        orders.append([row[2] for row in page.table.texts()])
    assert sorted(orders) == [["108.5 /s", "156.2 /s", "156.2 /s"], ["156.2 /s", "156.2 /s", "108.5 /s"]]


def test_the_division_under_the_mouse_is_explained(page: ParallelismPage) -> None:
    viewport = page.panel.plot.plot.viewport()
    QTest.mouseMove(viewport, page.panel.plot.pixel_of_point((1, 2, 1)).toPoint() + QPoint(6, 0))
    settle()
    assert bars(page)[0] == ("pipeline × 2", "13.03 ms  156.2 /s")
    assert "hops 230 µs" in page.panel.sentences.whole()
    assert sentences.bubble(8, "11.5 %") in page.panel.sentences.whole()


def test_a_click_keeps_a_division_and_marks_its_row(page: ParallelismPage, qtbot: QtBot) -> None:
    viewport = page.panel.plot.plot.viewport()
    qtbot.mouseClick(viewport, LEFT, pos=page.panel.plot.pixel_of_point((2, 1, 1)).toPoint())
    settle()
    row = page.table.selectionModel().currentIndex().row()
    assert page.table.texts()[row][0] == "tensor × 2"


def test_arrow_keys_in_the_table_go_through_the_divisions(page: ParallelismPage, qtbot: QtBot) -> None:
    page.table.setFocus()
    for _ in range(3):
        qtbot.keyClick(page.table, Qt.Key.Key_Down)
    settle()
    chosen = page.table.texts()[page.table.selectionModel().currentIndex().row()][0]
    assert bars(page)[0][0] == chosen == "pipeline × 2"


def test_weights_that_do_not_fit_make_a_hollow_symbol_with_the_reason(page: ParallelismPage, qtbot: QtBot) -> None:
    type_into(qtbot, page.rows.rows["weights"].field, "100 GB")
    assert [point.division.key for point in page.panel.plot.points if not point.division.fits] == [(1, 1, 2)]
    assert goals(page)[1] == sentences.highest_throughput("pipeline × 2 156.2 /s")
    texts = {row[0]: row[6] for row in page.table.texts()}
    assert texts == {"tensor × 2": "50 GB", "pipeline × 2": "50 GB", "2 replicas": "100 GB ✗"}


def test_what_says_nothing_yet_is_named_in_the_place_of_its_name(page: ParallelismPage, window: MainWindow) -> None:
    labels = {name: row.label for name, row in page.rows.rows.items()}
    assert [labels[name].whole() for name in ("latency_target", "devices_per_node", "weights", "request_bytes")] == [
        *(shared.NO_TARGET, shared.ONE_NODE, shared.UNKNOWN, shared.NO_STATE),
    ]
    for name, value in (("latency_target", 0.012), ("weights", 14e9), ("devices", 4), ("devices_per_node", 2)):
        window.document.edit(name, value)
    settle()
    names = [labels[name].whole().removesuffix(" •") for name in ("latency_target", "devices_per_node", "weights")]
    assert names == ["latency target", "devices per node", "weights"]


def test_without_nodes_a_link_of_the_hops_makes_each_stage_a_node(page: ParallelismPage, window: MainWindow) -> None:
    window.document.set_network(ConstantLink.model_validate(SLOW), None, "slow")
    settle()
    assert page.rows.rows["devices_per_node"].label.whole() == shared.NODE_PER_STAGE


def test_a_wrong_entry_is_answered_at_its_field(page: ParallelismPage, window: MainWindow, qtbot: QtBot) -> None:
    before = window.document.scenario
    type_into(qtbot, page.rows.rows["reserve"].field, "150 %")
    assert scenario_words.ACCEPTED in window.messages.message()
    assert window.document.scenario is before


def test_a_link_between_nodes_is_chosen_from_the_library(
    page: ParallelismPage, window: MainWindow, qtbot: QtBot
) -> None:
    names = [page.node_link.itemText(index) for index in range(page.node_link.count())]
    page.node_link.setFocus()
    for _ in range(names.index("InfiniBand NDR 400")):
        qtbot.keyClick(page.node_link, Qt.Key.Key_Down)
    settle()
    assert page.node_link.currentText() == "InfiniBand NDR 400"
    assert page.node_link_status.whole() == "guess"
    link = window.document.scenario.pipeline.link
    assert link is not None
    assert window.document.scenario.sources["pipeline.link"].preset == "ib_ndr400"
    assert sentences.hop("58.48 µs") in page.panel.sentences.whole()
    window.document.undo()
    settle()
    assert page.node_link.currentText() != "InfiniBand NDR 400"


def test_an_edit_makes_no_link_of_the_library_again(
    page: ParallelismPage, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    constructed: list[str] = []
    construct = BaseModel.__init__

    def counted(self: BaseModel, /, **values: object) -> None:
        constructed.append(type(self).__name__)
        construct(self, **values)

    monkeypatch.setattr(BaseModel, "__init__", counted)
    type_into(qtbot, window.panel.rows["divisible"].field, "20 ms")
    assert window.document.outcome().scenario.work.divisible_s == 0.02
    assert constructed == []


def test_sends_that_block_are_one_click_and_one_step(page: ParallelismPage, window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.blocking, LEFT, pos=QPoint(10, page.blocking.height() // 2))
    settle()
    assert {row[0]: row[2] for row in page.table.texts()}["pipeline × 2"] == "150.8 /s"
    assert window.document.stack.undoText() == "blocking sends"
    qtbot.mouseClick(page.blocking, LEFT, pos=QPoint(10, page.blocking.height() // 2))
    settle()
    assert window.document.stack.undoText() == "non-blocking sends"
    window.document.undo()
    window.document.undo()
    settle()
    assert not page.blocking.isChecked()


def test_a_drag_keeps_the_axes_until_it_ends(page: ParallelismPage, window: MainWindow) -> None:
    slider = page.rows.rows["latency_target"].slider
    before = page.panel.plot.axes()
    centre = QPoint(slider.width() // 2, slider.height() // 2)
    QTest.mousePress(slider, LEFT, Qt.KeyboardModifier.NoModifier, centre)
    for step in range(5):
        move(slider, centre + QPoint(4 * step, 0))
    assert page.panel.plot.axes() == before
    QTest.mouseRelease(slider, LEFT, Qt.KeyboardModifier.NoModifier, centre + QPoint(16, 0))
    settle()
    assert window.document.stack.count() == 1
    assert len(goals(page)) == 3


def test_tensor_within_the_node_and_pipeline_between_nodes_is_the_answer(
    page: ParallelismPage, window: MainWindow, tmp_path: Path
) -> None:
    scenario = plain(
        work={"serial_s": "1.6 ms", "divisible_s": "96 ms", "efficiency": 0.9},
        communication={
            "messages": 160,
            "message_bytes": 2_000_000,
            "link": {"kind": "algorithm", "algorithm": "ring", "alpha_s": 5e-6, "bandwidth_bytes_per_s": 2e11},
        },
        devices=8,
        pipeline={"devices_per_node": 4, "link": SLOW},
        memory={"weights_bytes": "500 GB"},
    )
    opened(window, tmp_path, scenario)
    assert goals(page)[0].startswith(sentences.lowest_latency("tensor × 4, pipeline × 2 "))
    assert page.node_link.currentText() == shared.FROM_FILE


def test_the_picture_and_the_numbers_are_saved(page: ParallelismPage, window: MainWindow, tmp_path: Path) -> None:
    target = tmp_path / "a.csv"
    choosing_file(window, partial(window.requests.export.emit, "divisions", "csv"), str(target))
    lines = target.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("tensor t (1),pipeline p (1),replicas r (1),latency (s)")
    assert len(lines) == 4
    assert float(lines[1].split(",")[3]) == pytest.approx(9.22e-3, rel=1e-15)
    image = window.exports.in_sight().image("divisions", window.size(), 1)
    assert image is not None
    assert not image.isNull()


def test_every_control_can_be_reached_with_tab(page: ParallelismPage, qtbot: QtBot) -> None:
    page.table.setFocus()
    seen = set()
    for _ in range(60):
        widget = QApplication.focusWidget()
        if widget is None:
            break
        seen.add(widget)
        qtbot.keyClick(widget, Qt.Key.Key_Tab)
    assert {page.node_link, page.blocking, page.rows.rows["weights"].field} <= seen


@pytest.mark.parametrize("devices", [3, 64, 65536])
def test_any_number_of_devices_is_shown(
    page: ParallelismPage, window: MainWindow, tmp_path: Path, devices: int
) -> None:
    opened(window, tmp_path, plain(devices=devices))
    assert goals(page)
    assert len(page.table.texts()) >= 3


def test_no_work_at_all_is_shown(page: ParallelismPage, window: MainWindow, tmp_path: Path) -> None:
    link = {"kind": "constant", "startup_s": 0, "bandwidth_bytes_per_s": 1e10}
    communication = {"messages": 0, "message_bytes": 0, "link": link}
    work = {"serial_s": 0, "divisible_s": 0, "efficiency": 0.8}
    opened(window, tmp_path, plain(work=work, communication=communication))
    assert page.table.texts()[0][2] == "∞"


def test_the_first_picture_is_as_the_second(page: ParallelismPage, window: MainWindow) -> None:
    small = QSize(720, 560)
    first, second = (window.exports.in_sight().image("divisions", small, 1) for _ in range(2))
    assert first == second


def test_of_many_divisions_the_plot_keeps_400_with_the_front_and_the_best(
    page: ParallelismPage, window: MainWindow
) -> None:
    window.document.edit("devices", 5040)
    settle()
    plan = window.document.outcome().of(divisions.plan)
    assert len(plan.rows) > 400
    points = page.panel.plot.points
    assert len(points) == len({point.division.key for point in points}) == 400
    front = {row.key for row, is_front in zip(plan.rows, plan.front, strict=True) if is_front}
    assert {point.division.key for point in points if point.front} == front
    best = {plan.rows[index].key for index in plan.best if index is not None}
    assert best <= {point.division.key for point in points if point.word}


@pytest.mark.parametrize(("size", "below"), [((1440, 900), False), ((1024, 640), True)])
def test_a_goals_figure_is_beside_its_answer_where_there_is_room(
    window: MainWindow, page: ParallelismPage, size: tuple[int, int], below: bool
) -> None:
    window.resize(*size)
    settle()
    goal = page.panel.goals[0]
    assert (goal.figure.geometry().top() > goal.answer.geometry().bottom()) == below
    assert goal.rect().contains(goal.figure.geometry())


def test_a_drag_moves_the_axes_only_where_a_point_would_leave_them(page: ParallelismPage, window: MainWindow) -> None:
    plot = page.panel.plot
    before = plot.axes()
    work = window.document.scenario.work.divisible_s
    window.document.begin_gesture()
    for factor, stay in ((0.98, True), (1.02, True), (8.0, False), (0.05, False)):
        window.document.drag("divisible", factor * work)
        settle()
        assert (plot.axes() == before) == stay
        (left, right), (bottom, top) = plot.x_range(), plot.y_range()
        assert all(
            left <= row.latency_s <= right and bottom <= row.throughput_per_s <= top
            for row in [point.division for point in plot.points]
        )
    window.document.end_gesture()
