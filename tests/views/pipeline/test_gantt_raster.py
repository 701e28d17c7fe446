"""Timelines as pixels: the mean colour of what runs in each, and nothing where nothing does."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor

from explorer.model.pipeline import Pipeline, Schedule
from explorer.model.timeline import Timeline, simulate
from explorer.views.pipeline.gantt_lanes import look_of
from explorer.views.pipeline.gantt_raster import EventRows, Integrals, Look, raster
from explorer.views.widgets.theme import LIGHT

RED, BLUE = "#ff0000", "#0000ff"
PLAIN = Look((((RED,), (RED,)), ((BLUE,), (BLUE,))))


def pixels_of(timeline: Timeline, low: float, high: float, width: int, look: Look = PLAIN) -> list[list[QColor]]:
    rows = EventRows(timeline)
    image = raster(rows, Integrals.of(rows, look), range(timeline.stages), np.linspace(low, high, width + 1))
    return [[image.pixelColor(x, y) for x in range(width)] for y in range(image.height())]


def test_each_pixel_has_the_colour_of_what_runs_there() -> None:
    timeline = simulate(Schedule.ONE_F_ONE_B, Pipeline((1.0, 1.0), 2, 1.0))
    assert timeline.makespan == 6
    first, second = pixels_of(timeline, 0, 6, 6)
    kinds = {QColor(RED).rgba(): "F", QColor(BLUE).rgba(): "B"}
    assert "".join(kinds.get(pixel.rgba(), ".") for pixel in first) == "FF.B.B"
    assert "".join(kinds.get(pixel.rgba(), ".") for pixel in second) == ".FBFB."
    assert {pixel.alpha() for pixel in (first[2], first[4], second[0], second[5])} == {0}


def test_events_narrower_than_a_pixel_mix_and_idle_time_lets_through() -> None:
    timeline = simulate(Schedule.ONE_F_ONE_B, Pipeline((1.0, 1.0), 2, 1.0))
    first, second = (row[0] for row in pixels_of(timeline, 0, 6, 1))
    for pixel in (first, second):
        assert pixel.alphaF() == pytest.approx(4 / 6, abs=0.01)
        assert pixel.redF() == pytest.approx(0.5, abs=0.01)
        assert pixel.blueF() == pytest.approx(0.5, abs=0.01)


def test_a_part_in_sight_is_the_part_of_the_whole() -> None:
    timeline = simulate(Schedule.INTERLEAVED, Pipeline((1.0, 1.5, 1.25), 12, 2.0, 0.25, 2))
    look = look_of(LIGHT, 2)
    whole = pixels_of(timeline, 0, 80, 320, look)
    part = pixels_of(timeline, 20, 40, 80, look)
    for row, line in enumerate(part):
        for x, pixel in enumerate(line):
            other = whole[row][80 + x]
            assert abs(pixel.red() - other.red()) <= 2
            assert abs(pixel.alpha() - other.alpha()) <= 2


def test_the_event_at_a_time_is_found() -> None:
    rows = EventRows(simulate(Schedule.ONE_F_ONE_B, Pipeline((1.0, 1.0), 2, 1.0)))
    assert [rows.at(0, time) for time in (0.5, 1.5, 2.5, 3.5)] == [0, 1, None, 2]
    assert rows.begun_until(0, 3.5) == 4
    assert rows.begun_until(0, 2.5) == 2.5
