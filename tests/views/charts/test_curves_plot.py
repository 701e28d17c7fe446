"""The plot of curves: what its parts draw, and what a drag of its line asks."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from explorer.scenario.quantity import TIME
from explorer.views.charts.axes import Axis, Coordinates
from explorer.views.charts.curves_plot import CurvesPlot
from explorer.views.charts.items import Series, Values
from explorer.views.charts.marks import Level, Mark
from explorer.views.charts.pinned_curves import PinnedState
from tests.views.hands import drag_over, settle

X = np.linspace(0.0, 1.0, 11)


@pytest.fixture
def plot(qtbot: QtBot) -> CurvesPlot:
    """A plot of 0 to 1 s over 0 to 1 s that may be zoomed."""
    widget = CurvesPlot()
    qtbot.addWidget(widget)
    widget.resize(600, 400)
    widget.show()
    widget.show_axes(axis(0.0, 1.0), axis(0.0, 1.0))
    settle()
    return widget


def axis(low: float, high: float, *, logarithmic: bool = False) -> Axis:
    return Axis(Coordinates(TIME, logarithmic, "s", 1.0), low, high, "t", (0.0, 1.0))


def line(y: Values, colour: str = "#000000") -> Series:
    return Series(X, y, colour)


def test_curves_are_drawn_in_the_place_of_those_before(plot: CurvesPlot) -> None:
    plot.show_series([line(X), line(X**2)])
    plot.show_series([line(1 - X)])
    ((x, y),) = plot.drawn()
    assert x == pytest.approx(X)
    assert y == pytest.approx(1 - X)
    plot.show_series([line(1 - X), line(X**3)])
    assert plot.drawn()[1][1] == pytest.approx(X**3)


def test_a_curve_moves_with_its_axes(plot: CurvesPlot) -> None:
    curve = line(X)
    plot.show_series([curve])
    plot.show_axes(axis(0.1, 1.0, logarithmic=True), axis(0.0, 1.0))
    plot.show_series([curve])
    ((x, y),) = plot.drawn()
    assert x[1:] == pytest.approx(X[1:])
    assert y[1:] == pytest.approx(X[1:])


def test_marks_and_level_are_drawn_within_the_axes_only(plot: CurvesPlot) -> None:
    plot.show_series([], [Mark(0.5, "half", "#000000"), Mark(1.5, "beyond", "#000000")])
    assert [mark.text for mark in plot.mark_lines.marks()] == ["half", "beyond"]
    assert plot.mark_lines.drawn() == [0.5]
    for height, inside in ((0.4, True), (1.4, False)):
        plot.level.show(Level(height, "#000000"))
        assert (plot.level.level() is not None) is inside


# A drag


def dragged(plot: CurvesPlot, start: float, pixels: range) -> list[float]:
    """Drag the line from a value over some pixels; return the values that are asked for."""
    asked: list[float] = []
    plot.value.show(start)
    plot.dragged.connect(asked.append)
    first = plot.pixel_of(start).toPoint()
    drag_over(plot.plot.viewport(), [first, *(first + QPoint(pixel, 0) for pixel in pixels)], let_go=True)
    plot.dragged.disconnect(asked.append)
    return asked


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (0.4, 0.6), (0.4999, 0.5001), (0.4999999, 0.5000001)])
def test_a_drag_tells_pixels_apart_however_far_the_plot_is_zoomed(plot: CurvesPlot, low: float, high: float) -> None:
    plot.show_axes(axis(low, high), axis(0.0, 1.0))
    settle()
    asked = dragged(plot, 0.5, range(4, 9))
    pixel = plot.pixel_of(high).x() - plot.pixel_of(low).x()
    steps = np.diff(list(dict.fromkeys(asked)))
    assert len(steps) >= 3
    assert steps == pytest.approx((high - low) / pixel, rel=0.15)


@pytest.mark.parametrize("pixel", [1e-2, 1e-3, 1e-4, 1e-6])
@pytest.mark.parametrize("value", [0.123456789123, 0.987654321987])
def test_a_drag_asks_for_no_more_digits_than_a_pixel_decides(pixel: float, value: float) -> None:
    asked = axis(0.0, 1.0).rounded(value, pixel)
    assert abs(asked - value) <= max(pixel / 10, 5e-4)
    digits = len(f"{asked:.15g}") - len("0.")
    assert digits <= max(round(-np.log10(pixel)) + 1, 3)


# The pinned scenario


def state(value: float, height: float) -> PinnedState:
    return PinnedState("Base", (Series(X, X + 0.2, "#000000"), Series(X, 1 - X, "#000000")), value, height)


def test_a_pinned_scenario_keeps_its_curves_and_loses_its_dot_beyond_the_plot(plot: CurvesPlot) -> None:
    plot.pinned.show(state(0.25, 0.75), 0.5)
    assert plot.pinned.dot() == pytest.approx((0.25, 0.75))
    one_device, split = plot.pinned.drawn()
    assert one_device[1] == pytest.approx(X + 0.2)
    assert split[1] == pytest.approx(1 - X)
    for value, height in ((-0.1, 0.5), (1.1, 0.5), (0.5, np.inf), (0.5, 1.2)):
        plot.pinned.show(state(value, height), 0.5)
        assert plot.pinned.dot() is None
        assert len(plot.pinned.drawn()) == 2
        assert plot.pinned.label() == "⋯ Base"
    for edge in (0.0, 1.0):
        plot.pinned.show(state(edge, edge), 0.5)
        assert plot.pinned.dot() == pytest.approx((edge, edge))
    plot.pinned.show(None, 0.5)
    assert plot.pinned.drawn() == []
    assert plot.pinned.dot() is None
    assert plot.pinned.label() == ""
