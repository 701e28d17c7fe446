"""The page "Load": what is shown, what a drag asks, what is simulated meanwhile, what is exported."""

from __future__ import annotations

import csv
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QStyle, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from explorer.answers.load import ranking, simulation
from explorer.model.queueing.serving import mean_time
from explorer.scenario.edit import replace_at
from explorer.views.load.load_panel import LoadPanel
from explorer.views.load.page import LoadPage
from explorer.views.shell.main_window import MainWindow
from explorer.views.widgets.card import sized
from explorer.views.widgets.theme import DARK, LIGHT, Choice
from tests.answers.builders import without_answer
from tests.answers.load import sentences
from tests.views.hands import LEFT, choosing_file, drag_line, menu_over, move, settle, type_into, use_scenario


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> LoadPage:
    window.tabs.setCurrentIndex(window.pages.indexOf(window.lazy.tabs["load"]))
    settle()
    load_page = window.lazy.tabs["load"].page
    assert isinstance(load_page, LoadPage)
    wait_for_runs(load_page, qtbot)
    return load_page


def wait_for_runs(page: LoadPage, qtbot: QtBot) -> None:
    """Wait until all runs are finished and shown."""
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    settle()


def set_part(window: MainWindow, path: tuple[str, ...], value: object) -> None:
    use_scenario(window, replace_at(window.document.scenario, path, value))


def mark_texts(page: LoadPage) -> list[str]:
    return [mark.text for mark in page.panel.plot.mark_lines.marks()]


def hover(page: LoadPage, rate: float) -> None:
    viewport = page.panel.plot.plot.viewport()
    QTest.mouseMove(viewport, page.panel.plot.pixel_of(rate).toPoint() + QPoint(0, 3))
    settle()
    QTest.mouseMove(viewport, page.panel.plot.pixel_of(rate).toPoint())
    QTest.qWait(20)
    settle()


# What is shown


def test_the_verdict_comes_first_and_the_rest_below(page: LoadPage) -> None:
    panel = page.panel
    assert panel.verdict.text().replace("\N{NO-BREAK SPACE}", " ") == (
        sentences.fastest("30 /s", "split", "12.75 ms", "replicas +4.3 %, pipeline ~ +32 %")
    )
    assert panel.sentences.whole().startswith(f"{sentences.REPLICAS_WIN} ")
    assert panel.left_out.text() == sentences.FIRST_ORDER
    assert panel.left_out.isVisible()


def test_means_are_solid_and_p99_dashed_in_the_colours_of_the_designs(page: LoadPage) -> None:
    series = page.panel.plot.series()
    means, p99s = series[::2], series[1::2]
    assert [curve.colour for curve in means] == [LIGHT.split, LIGHT.one, LIGHT.devices[1]]
    assert [curve.colour for curve in p99s] == [curve.colour for curve in means]
    assert {curve.dash for curve in means} == {Qt.PenStyle.SolidLine}
    assert {curve.dash for curve in p99s} == {Qt.PenStyle.DashLine}
    assert max(curve.width for curve in p99s) < min(curve.width for curve in means)
    assert len({curve.marker for curve in means}) == 3
    comparison = page.panel.comparison
    assert comparison is not None
    for figures, curve in zip(comparison.figures, means, strict=True):
        assert curve.y == pytest.approx(mean_time(figures.design, curve.x, 1.0))


def test_crossovers_and_saturations_are_marked_with_labels(page: LoadPage) -> None:
    assert mark_texts(page) == [
        sentences.replicas_mark("34.04 /s"),
        sentences.pipeline_mark("≥ 44.16 /s"),
        sentences.saturation_mark("split"),
        sentences.saturation_mark("replicas and pipeline"),
    ]


def test_labels_of_marks_are_all_above_the_curves_and_never_overlap(window: MainWindow, page: LoadPage) -> None:
    for size in ((1440, 900), (1024, 640)):
        for dispatch in ("random", "shared"):
            set_part(window, ("load", "dispatch"), dispatch)
            window.resize(*size)
            settle()
            look_at_labels(page)


def look_at_labels(page: LoadPage) -> None:
    placed = page.panel.plot.strip.placed()
    assert sorted(label.word[1] for label in placed) == sorted(mark_texts(page))
    for index, label in enumerate(placed):
        assert 0 <= label.left <= page.panel.plot.strip.width() - label.width
        for other in placed[index + 1 :]:
            apart = label.left + label.width < other.left or other.left + other.width < label.left
            assert label.row != other.row or apart
    above, plot = page.panel.plot.strip, page.panel.plot.plot
    assert above.geometry().bottom() < plot.geometry().top()


def test_the_label_of_the_target_covers_neither_its_line_nor_curves(
    page: LoadPage, window: MainWindow, qtbot: QtBot
) -> None:
    plot = page.panel.plot
    for text in ("13 ms", "100 ms", "300 ms"):
        type_into(qtbot, page.rows.rows["latency_target"].field, text)
        settle()
        level = plot.level.level()
        assert level is not None
        assert level.text == f"target {text}"
        box = plot.level.word_box()
        line = plot.pixel_of(0, level.value).y()
        assert min(abs(box.bottom() - line), abs(box.top() - line)) > 1.5
        assert not box.top() <= line <= box.bottom()
        assert plot.inside().adjusted(-1, -1, 1, 1).contains(box)
    with_label = _around_the_target(page)
    plot.level.show(replace(level, text=""))
    assert with_label == _around_the_target(page)  # the label leaves each pixel of the line as it is


def _around_the_target(page: LoadPage) -> QImage:
    plot = page.panel.plot
    level = plot.level.level()
    assert level is not None
    at = plot.pixel_of(0, level.value).toPoint().y()
    settle()
    return plot.plot.grab(QRect(0, at - 2, plot.plot.width(), 4)).toImage()


def test_a_bound_is_marked_and_never_wins(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    set_part(window, ("load", "dispatch"), "random")
    drag_line(page.panel.plot, [50, 60], let_go=False)
    rate = window.document.scenario.load.arrival_per_s
    assert sentences.undecided(f"{rate:g} /s", "split ") in page.panel.verdict.text()
    assert [row.best for row in page.panel.table.rows] == [False] * 3
    assert page.panel.table.rows[2].cells[0].startswith("≥ ")
    assert page.panel.legend.texts()[0] == "mean (≥ for the pipeline)"
    viewport = page.panel.plot.plot.viewport()
    QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, page.panel.plot.pixel_of(60).toPoint())
    window.document.edit("arrivals", 60)
    wait_for_runs(page, qtbot)
    assert page.panel.verdict.text().startswith(sentences.fastest("60 /s", "split", "20.64 ms (replicas +0.70"))
    assert page.panel.table.rows[2].cells[0].startswith("~ 22.")
    assert [row.best for row in page.panel.table.rows] == [True, False, False]
    assert sentences.simulated_mean("17.02 ms") in page.panel.table.toolTip()


def test_what_does_not_fit_is_named_and_drawn_paler_and_thinner(
    page: LoadPage, window: MainWindow, qtbot: QtBot
) -> None:
    usual = page.panel.plot.series()[2]
    window.document.edit("weights", 100e9)
    wait_for_runs(page, qtbot)
    assert sentences.REPLICAS_TOO_LARGE in page.panel.verdict.text()
    assert page.panel.sentences.text().startswith(sentences.too_large("replicas 100 GB"))
    split, replicas = page.panel.table.rows[:2]
    assert (split.note, replicas.note) == ("", sentences.NO_FIT)
    assert page.panel.table.texts()[1] == f"replicas: mean 13.29 ms, p99 60.11 ms, {sentences.NO_FIT}"
    replicas_curve = page.panel.plot.series()[2]
    assert replicas_curve.width < usual.width
    assert QColor(replicas_curve.colour).lightness() > QColor(usual.colour).lightness()
    marks = [*map(sentences.saturation_mark, ("split", "pipeline"))]
    assert mark_texts(page) == [sentences.pipeline_mark("≥ 44.16 /s"), *marks]
    window.document.edit("weights", 1e12)
    wait_for_runs(page, qtbot)
    assert page.panel.verdict.text() == sentences.NOTHING_FITS


def test_the_p99_at_the_scenarios_rate_is_in_sight(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    window.document.edit("arrivals", 60)
    window.document.edit("service_cv2", 100)
    wait_for_runs(page, qtbot)
    comparison = page.panel.comparison
    assert comparison is not None
    p99s = ranking.p99s(comparison, page.runs.finished)
    assert len(p99s) == 3
    top = page.panel.plot.y_range()[1]
    assert max(p99s) < top
    for series in page.panel.plot.series()[1::2]:
        (index,) = np.flatnonzero(series.x == 60)
        assert series.y[index] < top


def test_the_table_has_the_figures_and_says_what_they_are_worth(
    page: LoadPage, window: MainWindow, qtbot: QtBot
) -> None:
    texts = page.panel.table.texts()
    assert texts[0] == sentences.figures("split", "12.75 ms", "58.69 ms", "27.7 %", "108.5 /s")
    assert texts[1] == sentences.figures("replicas", "13.29 ms", "60.11 ms", "19.2 %", "156.2 /s")
    assert re.fullmatch(
        sentences.figures("pipeline", r"~ 16\.\d\d ms", r"~ \d\d\.\d\d ms", "19.2 %", "156.2 /s"), texts[2]
    )
    assert [row.best for row in page.panel.table.rows] == [True, False, False]
    assert f"mean {sentences.simulated_mean('14.55 ms')}" in page.panel.table.toolTip()
    type_into(qtbot, page.rows.rows["latency_target"].field, "13 ms")
    settle()
    assert [row.cells[-1] for row in page.panel.table.rows] == ["31.54 /s", "19.38 /s", "never"]
    level = page.panel.plot.level.level()
    assert level is not None
    assert level.text == "target 13 ms"


def test_the_choice_of_the_queue_is_one_step_of_undo(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    before = page.panel.table.texts()[1]
    page.dispatch.setFocus()
    qtbot.keyClick(page.dispatch, Qt.Key.Key_Down)
    settle()
    assert window.document.scenario.load.dispatch == "random"
    assert sentences.replicas_mark("60.67 /s") in mark_texts(page)
    assert page.panel.table.texts()[1].startswith("replicas: mean 15.84 ms")
    window.acts.undo.trigger()
    assert page.panel.table.texts()[1] == before
    assert page.dispatch.currentText() == sentences.QUEUES[0]


def test_the_variability_is_chosen_by_name_or_typed(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    assert page.variability.currentText() == sentences.EXPONENTIAL
    page.variability.setFocus()
    qtbot.keyClick(page.variability, Qt.Key.Key_Up)
    settle()
    assert page.variability.currentText() == sentences.DETERMINISTIC
    assert window.document.scenario.load.service_cv2 == 0
    assert page.panel.table.texts()[0].startswith("split: mean 10.98 ms")
    type_into(qtbot, page.rows.rows["service_cv2"].field, "0.4")
    settle()
    assert page.variability.currentText() == sentences.custom("0.4")
    assert page.panel.table.texts()[1].startswith("replicas: mean ≈ ")


def test_the_mouse_reads_the_plot(page: LoadPage) -> None:
    hover(page, 80.0)
    text = page.panel.sentences.whole()
    assert re.match(r"At (79|80)[.\d]* /s: split 3[45]", text)
    assert "p99 ~ " in text
    page.panel.plot.leaveEvent(None)
    assert page.panel.sentences.whole().startswith(sentences.REPLICAS_WIN)


# A drag


def test_dragging_the_line_changes_the_arrivals_in_one_step(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    ranges = page.panel.plot.x_range(), page.panel.plot.y_range()
    drag_line(page.panel.plot, [50, 70, 80])
    assert window.document.scenario.load.arrival_per_s == pytest.approx(80, abs=1)
    assert (page.panel.plot.x_range(), page.panel.plot.y_range()) == ranges
    assert re.match(sentences.fastest(r"[\d.]+ /s", "replicas", ""), page.panel.verdict.text())
    assert window.document.stack.count() == 1
    window.acts.undo.trigger()
    assert window.document.scenario.load.arrival_per_s == 30


def test_nothing_is_simulated_on_the_way_of_a_drag(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    drag_line(page.panel.plot, [50, 70], let_go=False)
    assert not page.runs.is_busy()
    assert page.panel.table.rows[2].cells[1] == "…"
    assert len(page.panel.plot.series()[5].x) == len(simulation.UTILIZATIONS)  # the curve does not depend on the rate
    viewport = page.panel.plot.plot.viewport()
    QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, page.panel.plot.pixel_of(70).toPoint())
    wait_for_runs(page, qtbot)
    assert page.panel.table.rows[2].cells[1].startswith("~ ")


def test_what_is_simulated_for_an_older_scenario_is_stopped(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    window.document.edit("devices", 200)
    assert page.runs.is_busy()
    thread = page.runs.thread
    assert "p99, simulating " in page.panel.legend.texts()[1]
    window.document.edit("devices", 3)
    assert page.runs.thread is not thread
    wait_for_runs(page, qtbot)
    assert page.panel.legend.texts()[1] == "p99 (simulated: pipeline)"
    assert thread is not None
    thread.join(5)
    assert not thread.is_alive()


def test_an_export_does_not_stop_what_is_simulated(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    window.document.edit("devices", 60)
    assert page.runs.is_busy()
    assert window.exports.in_sight().image("load", page.size(), 1) is not None
    wait_for_runs(page, qtbot)
    assert page.panel.table.rows[2].cells[1].startswith("~ ")


def test_a_page_out_of_sight_simulates_nothing(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    window.document.edit("devices", 200)
    assert page.runs.is_busy()
    window.tabs.setCurrentIndex(0)
    assert not page.runs.is_busy()
    outcome = page.panel.outcome
    window.document.edit("devices", 4)
    assert page.panel.outcome is outcome
    window.tabs.setCurrentIndex(window.pages.indexOf(window.lazy.tabs["load"]))
    wait_for_runs(page, qtbot)
    assert page.panel.outcome is window.document.outcome()


def test_simulated_figures_are_the_same_each_time(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    before = page.panel.table.texts()[2]
    window.document.edit("arrivals", 40)
    page.runs.finished.clear()
    window.document.edit("arrivals", 30)
    wait_for_runs(page, qtbot)
    assert page.panel.table.texts()[2] == before


# Extremes


def test_a_saturated_scenario_says_so(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    window.document.edit("arrivals", 200)
    wait_for_runs(page, qtbot)
    assert page.panel.verdict.text() == sentences.saturated("200 /s")
    assert {row.cells[:3] for row in page.panel.table.rows} == {("∞", "∞", sentences.SATURATED)}


def test_a_missing_split_is_named_with_its_reason(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    use_scenario(window, without_answer(window.document.scenario))
    wait_for_runs(page, qtbot)
    assert page.panel.sentences.whole().startswith(sentences.NO_SPLIT)
    assert page.panel.table.rows[-1].cells == ("–",) * 5
    assert len(page.panel.plot.series()) == 4
    assert page.panel.plot.isVisible()


def test_many_devices_have_a_logarithmic_axis_and_the_switch_leaves_it(
    page: LoadPage, window: MainWindow, qtbot: QtBot
) -> None:
    assert not page.panel.log_switch.isChecked()
    window.document.edit("devices", 65536)
    wait_for_runs(page, qtbot)
    assert page.panel.log_switch.isChecked()
    assert page.panel.table.rows[2].cells[:3] == ("≥ 15.09 s", "–", "< 0.1 %")
    qtbot.mouseClick(page.panel.log_switch, LEFT)
    settle()
    assert page.panel.plot.x_range()[0] == 0
    window.document.edit("arrivals", 0)
    qtbot.mouseClick(page.panel.log_switch, LEFT)
    settle()
    assert page.panel.plot.value.value() == page.panel.plot.x_range()[0]


def test_where_nothing_takes_time_there_is_no_plot(page: LoadPage, window: MainWindow, qtbot: QtBot) -> None:
    set_part(window, ("work",), {**dict(window.document.scenario.work), "serial_s": 0.0, "divisible_s": 0.0})
    wait_for_runs(page, qtbot)
    assert page.panel.plot.isVisible()
    assert page.panel.verdict.text().startswith(sentences.fastest("30 /s", "replicas", "0 s"))
    for name in ("messages", "hop_bytes", "startup"):
        window.document.edit(name, 0)
    settle()
    assert not page.panel.plot.isVisible()
    assert page.panel.sentences.whole().endswith(sentences.NEVER_SATURATED)
    assert not page.panel.log_switch.isEnabled()
    assert not window.exports.in_sight().has_numbers("load")


def test_the_theme_is_followed(page: LoadPage, window: MainWindow) -> None:
    window.colours.show_choice(Choice.DARK)
    settle()
    assert page.panel.plot.series()[0].colour == DARK.split
    assert page.panel.table.rows[0].colour == DARK.split


@pytest.mark.parametrize(("spread", "target"), [("1", "15 ms"), ("0", "100 ms")])
def test_nothing_is_cut_in_a_small_window(
    page: LoadPage, window: MainWindow, qtbot: QtBot, spread: str, target: str
) -> None:
    window.resize(1024, 640)
    type_into(qtbot, page.rows.rows["latency_target"].field, target)
    type_into(qtbot, page.rows.rows["service_cv2"].field, spread)
    window.document.edit("divisible", 0.1793)
    window.document.edit("arrivals", 5)
    wait_for_runs(page, qtbot)
    panel = page.panel
    assert panel.verdict.text() == panel.verdict.whole()
    assert panel.sentences.text() == panel.sentences.whole()
    factor, columns = panel.table.columns()
    for row in panel.table.rows:
        metrics = QFontMetricsF(sized(panel.table.font(), factor, bold=row.best))
        for cell, (_, width) in zip(row.cells, columns, strict=True):
            assert metrics.horizontalAdvance(cell) <= width + 0.5
    assert panel.legend.written() == panel.legend.texts()
    assert panel.legend.fit_one_line(panel.legend.texts())
    for chooser in (page.variability, page.dispatch):
        option = QStyleOptionComboBox()
        chooser.initStyleOption(option)
        field = chooser.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, chooser
        )
        for index in range(chooser.count()):
            assert chooser.fontMetrics().horizontalAdvance(chooser.itemText(index)) <= field.width()
    assert panel.plot.plot.height() > 120


# Export


def test_the_menu_saves_picture_and_curves(page: LoadPage, window: MainWindow, tmp_path: Path) -> None:
    menu = menu_over(page.panel.plot.plot.viewport(), 60, 60)
    picture, numbers = tmp_path / "a.png", tmp_path / "a.csv"
    choosing_file(window, menu.actions()[1].trigger, str(picture))
    choosing_file(window, menu.actions()[3].trigger, str(numbers))
    menu.close()
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (1440, 1120)
    with numbers.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    own_row = next(row for row in rows if row["arrivals (1/s)"] == "30.0")
    assert float(own_row["split mean, exact (s)"]) == pytest.approx(12.745369e-3, abs=5e-10)
    p99 = page.panel.table.rows[2].cells[1]
    assert f"~ {1e3 * float(own_row['pipeline p99, simulated (s)']):.2f} ms" == p99
    assert math.isinf(float(rows[-1]["replicas p99, exact (s)"]))
    settle()


def test_a_picture_of_the_usual_size_says_everything(page: LoadPage, window: MainWindow) -> None:
    sheet = window.exports.in_sight().sheet("load", QSize(720, 560))
    assert sheet is not None
    panel = sheet.findChild(LoadPanel)
    assert panel is not None
    sheet.grab()
    assert panel.verdict.text() == panel.verdict.whole()
    assert panel.sentences.text() == panel.sentences.whole()
    assert {label.word[1] for label in panel.plot.strip.placed()} == set(mark_texts(page))


def test_the_footer_names_the_queue_model(page: LoadPage, window: MainWindow) -> None:
    exporter = window.exports.in_sight()
    assert exporter.subjects() == [("load", sentences.TITLE)]
    sheet = exporter.sheet("load", page.size())
    assert sheet is not None
    text = " ".join(label.text() for label in sheet.findChildren(QLabel))
    assert sentences.queue_model(sentences.SHARED_QUEUE) in text
    assert sentences.FIRST_ORDER in text


def test_a_drag_off_the_plot_keeps_within_what_is_shown(page: LoadPage, window: MainWindow) -> None:
    plot = page.panel.plot
    viewport = plot.plot.viewport()
    start = plot.pixel_of(plot.value.value()).toPoint()
    QTest.mouseMove(viewport, start)
    settle()
    QTest.mousePress(viewport, LEFT, Qt.KeyboardModifier.NoModifier, start)
    move(viewport, plot.pixel_of(15).toPoint())
    move(viewport, QPointF(5, start.y()).toPoint())
    move(viewport, QPointF(-80, start.y()).toPoint())
    QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, QPointF(-80, start.y()).toPoint())
    settle()
    assert window.document.scenario.load.arrival_per_s == 0
    assert page.panel.verdict.text().startswith(sentences.fastest("0 /s", "split", "9.220 ms"))
