"""Ticks and coordinates of the axes."""

from __future__ import annotations

import math
from itertools import pairwise

import pyqtgraph as pg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QPainter, QPicture
from pytestqt.qtbot import QtBot

from explorer.scenario.quantity import BANDWIDTH, COUNT, TIME
from explorer.views.charts.axes import Coordinates, QuantityAxis, log_ticks
from tests.draws import examples


@pytest.mark.parametrize(
    ("low", "high", "unit"), [(0.0, 24e-3, "ms"), (0.0, 3e-9, "ns"), (0.0, 5e4, "h"), (0.0, 2.0, "s")]
)
def test_the_unit_follows_the_range(low: float, high: float, unit: str) -> None:
    assert Coordinates.over(TIME, low, high, logarithmic=False).unit == unit


@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize("value", [1e-12, 3.7e-3, 12.0, 8e11])
def test_back_is_the_inverse(value: float, logarithmic: bool) -> None:
    here = Coordinates.over(BANDWIDTH, 1e8, 1e12, logarithmic)
    assert here.back(float(here.to(value))) == pytest.approx(value, rel=1e-12)


def test_a_few_decades_are_all_labelled() -> None:
    ticks = log_ticks(8.66, 11.3, 5)
    assert ticks[0][1] == [9.0, 10.0, 11.0]
    assert len(ticks[1][1]) > 10


def test_many_decades_are_thinned_out() -> None:
    major = log_ticks(-3.0, 17.0, 4)[0][1]
    assert 2 <= len(major) <= 5


def test_within_a_decade_steps_are_even() -> None:
    values = [10**tick for tick in log_ticks(math.log10(2.0), math.log10(2.4), 4)[0][1]]
    assert values == pytest.approx([2.0, 2.1, 2.2, 2.3, 2.4])


@examples(200)
@given(low=st.floats(-25, 25), width=st.floats(2e-3, 28), most=st.integers(2, 12))
def test_ticks_lie_within_the_range_and_some_are_labelled(low: float, width: float, most: int) -> None:
    ticks = log_ticks(low, low + width, most)
    major = ticks[0][1]
    assert 1 <= len(major) <= 2 * most + 3
    assert all(low - 1e-6 <= tick <= low + width + 1e-6 for tick in (*major, *ticks[1][1]))
    assert not set(major) & set(ticks[1][1])


def labels(qtbot: QtBot, orientation: str, low: float, high: float, length: int) -> list[tuple[str, float, float]]:
    """The labels that an axis draws, with their beginnings and ends along it."""
    axis = QuantityAxis(orientation)
    plot = pg.PlotWidget(axisItems={orientation: axis})
    menu, state = plot.getPlotItem().ctrlMenu, plot.getPlotItem().stateGroup
    menu.setParent(plot, menu.windowFlags())
    state.setParent(plot)
    qtbot.addWidget(plot)
    across = (length, 300) if orientation == "bottom" else (300, length)
    plot.resize(*across)
    plot.getPlotItem().setRange(xRange=(low, high), yRange=(low, high), padding=0)
    axis.show_coordinates(Coordinates(COUNT, True, "", 1.0))
    plot.show()
    kept = QPicture()
    painter = QPainter(kept)
    drawn = axis.generateDrawSpecs(painter)[2]
    painter.end()
    ends = (
        (lambda box: (box.left(), box.right())) if orientation == "bottom" else (lambda box: (box.top(), box.bottom()))
    )
    return sorted(((text, *ends(box)) for box, _, text in drawn), key=lambda label: label[1])


@pytest.mark.parametrize("orientation", ["bottom", "left"])
@pytest.mark.parametrize("length", [180, 300, 500, 760, 1200])
@pytest.mark.parametrize("high", [64, 1024, 65536])
def test_labels_never_touch(qtbot: QtBot, orientation: str, length: int, high: int) -> None:
    found = labels(qtbot, orientation, -0.2, math.log10(high) + 0.2, length)
    assert len(found) >= 2
    assert all(before[2] < after[1] for before, after in pairwise(found))
    if length > 300:
        assert {"1", "10"} <= {text for text, *_ in found}


def test_decades_have_their_labels_first_then_fives_and_twos(qtbot: QtBot) -> None:
    texts = [text for text, *_ in labels(qtbot, "bottom", -0.1, 3.1, 800)]
    assert {"1", "2", "5", "10", "20", "50", "100", "200", "500", "1000"} <= set(texts)
    assert "900" not in texts
