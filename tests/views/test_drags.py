"""A line that is dragged past the edge of its plot, on every plot that has one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.shell.main_window import MainWindow
from tests.views.hands import LEFT, move, settle

Start = Callable[[MainWindow], CurvesPlot]


def front(place: int, logarithmic: bool, window: MainWindow) -> CurvesPlot:
    plot = window.front.plots.plots[place]
    plot.scale_switch.setChecked(logarithmic)
    return plot.chart


def load(logarithmic: bool, window: MainWindow) -> CurvesPlot:
    page = window.lazy.tabs["load"].made()
    window.tabs.setCurrentIndex(list(window.lazy.tabs).index("load"))
    page.panel.log_switch.setChecked(logarithmic)
    plot: CurvesPlot = page.panel.plot
    return plot


def bubble(window: MainWindow) -> CurvesPlot:
    page = window.lazy.tabs["pipeline"].made()
    window.tabs.setCurrentIndex(list(window.lazy.tabs).index("pipeline"))
    plot: CurvesPlot = page.bubble.plot
    return plot


PLOTS: dict[str, list[Start]] = {
    "break-even": [partial(front, place, log) for place in range(3) for log in (False, True)],
    "load": [partial(load, False), partial(load, True)],
    "bubble": [bubble],
}


@pytest.mark.parametrize("page", PLOTS)
def test_the_range_at_the_press_is_that_of_the_whole_drag(window: MainWindow, page: str) -> None:
    for start in PLOTS[page]:
        plot = start(window)
        settle()
        for to_left in (True, False):
            drag_out_and_back(plot, to_left=to_left)
            assert window.document.stack.count() <= 1  # none where the number is what it was
            while window.document.stack.canUndo():
                window.document.undo()
            settle()


def drag_out_and_back(plot: CurvesPlot, *, to_left: bool) -> None:
    """Drag the line beyond an edge and back to where it was, and look at range and value on the way."""
    viewport, before = plot.plot.viewport(), plot.x_range()
    point = plot.pixel_of(plot.value.value()).toPoint()
    edge = QPoint(round(plot.inside().left() if to_left else plot.inside().right()), point.y())
    outward = QPoint(-1 if to_left else 1, 0)
    QTest.mouseMove(viewport, point)
    settle()
    QTest.mousePress(viewport, LEFT, pos=point)
    reached = []
    for far in (-20, 5, 15, 40, 80, 5, -20):
        move(viewport, edge + far * outward)
        settle()
        assert plot.x_range() == before
        reached.append(plot.value.value())
    assert reached[1] == reached[2] == reached[3] == reached[4] == reached[5]  # it stays at the edge
    assert reached[0] == reached[-1]
    assert before[0] <= reached[1] <= before[1] * (1 + 1e-12)
    move(viewport, point)
    QTest.mouseRelease(viewport, LEFT, pos=point)
    settle()


def test_undo_takes_such_a_drag_back_in_one_step(window: MainWindow) -> None:
    scenario = window.document.scenario
    plot = front(1, True, window)
    settle()
    point, viewport = plot.pixel_of(plot.value.value()).toPoint(), plot.plot.viewport()
    QTest.mouseMove(viewport, point)
    QTest.mousePress(viewport, LEFT, pos=point)
    for x in (30, -30, -60):
        move(viewport, QPoint(round(plot.inside().left()) + x, point.y()))
    QTest.mouseRelease(viewport, LEFT, pos=QPoint(0, point.y()))
    settle()
    assert window.document.scenario.communication.link != scenario.communication.link
    window.document.undo()
    assert window.document.scenario == scenario
