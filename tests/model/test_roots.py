"""Where functions change sign: none missed, each to the last digit."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.measured_curve import Curve
from explorer.model.roots import GRID, regions, sign_changes
from tests.model.cases import DRAWN


def test_roots_are_exact_to_a_floating_point_number() -> None:
    (root,) = sign_changes(lambda x: x * x - 2, 0.0, 2.0)
    assert abs(root - math.sqrt(2)) <= math.ulp(root)
    assert sign_changes(lambda x: x - 0.1, 0.0, 1.0) == (0.1,)
    assert sign_changes(lambda x: 0.1 - x, 1e-9, 1e9, logarithmic=True) == (0.1,)
    assert sign_changes(lambda x: x - 1e-200, 0.0, 1.0) == (1e-200,)


def test_many_roots_ascend() -> None:
    found = sign_changes(np.sin, 1.0, 60.0)
    assert found == pytest.approx([k * math.pi for k in range(1, 20)], rel=1e-15)


def test_no_root() -> None:
    assert sign_changes(lambda x: x + 1, 0.0, 1.0) == ()
    assert sign_changes(np.zeros_like, 0.0, 1.0) == ()


def test_a_touch_is_no_change_and_a_plateau_changes_where_it_begins() -> None:
    assert sign_changes(lambda x: (x - 0.5) ** 2, 0.0, 1.0, [0.5]) == ()
    assert sign_changes(lambda x: np.clip(x - 0.75, 0, None) + np.clip(x - 0.3, None, 0), 0.0, 1.0) == (0.3,)
    assert sign_changes(lambda x: x - 0.5, 0.0, 1.0, [0.5]) == (0.5,)
    assert sign_changes(lambda x: x - 0.5, 0.5, 1.0) == ()


def test_a_narrow_dip_at_a_knot_is_seen() -> None:
    def dip(x: np.ndarray) -> np.ndarray:
        return np.abs(x - 0.123456789) * 1e7 - 1

    assert sign_changes(dip, 0.0, 1.0) == ()
    found = sign_changes(dip, 0.0, 1.0, [0.123456789])
    assert found == pytest.approx([0.123456689, 0.123456889], rel=1e-12)
    below, above = regions(dip, 0.0, 1.0, [0.123456789])
    assert (below, above) == ((0.0, pytest.approx(found[0])), (pytest.approx(found[1]), 1.0))


def test_between_near_knots_the_grid_is_finer() -> None:
    found = sign_changes(lambda x: (x - 0.50003) * (x - 0.50006), 0.0, 1.0, [0.5, 0.5001])
    assert found == pytest.approx([0.50003, 0.50006], rel=1e-12)


@pytest.mark.parametrize(("low", "high"), [(1.0, 1.0), (2.0, 1.0), (-1.0, 1.0), (0.0, math.inf), (0.0, math.nan)])
def test_bounds_without_a_range_are_refused(low: float, high: float) -> None:
    with pytest.raises(ValueError, match="cannot search"):
        sign_changes(np.sin, low, high)


def test_negative_zero_is_zero() -> None:
    assert sign_changes(lambda x: x - 1e-5, -0.0, 1.0) == (1e-5,)


def test_a_logarithmic_search_may_start_at_zero() -> None:
    for knots in ([], [512.0], [1e-3, 512.0]):
        assert sign_changes(lambda x: x - 3e-7, 0.0, 1e9, knots, logarithmic=True) == (3e-7,)
        assert sign_changes(lambda x: x - 700.0, 0.0, 1e9, knots, logarithmic=True) == (700.0,)


def test_the_function_is_called_few_times() -> None:
    calls = []

    def watched(x: np.ndarray) -> np.ndarray:
        calls.append(len(x))
        return np.cos(x)

    assert len(sign_changes(watched, 0.0, 100.0)) == 32
    assert len(calls) <= 6
    assert calls[0] < 2 * GRID


# --- drawn

HEIGHTS = st.one_of(st.floats(0.01, 10.0), st.floats(-10.0, -0.01))


@st.composite
def broken_lines(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Knots and heights of a function that is straight between them, thus monotone."""
    steps = draw(st.lists(st.floats(1e-6, 2.0), min_size=1, max_size=12))
    heights = draw(st.lists(HEIGHTS, min_size=len(steps) + 1, max_size=len(steps) + 1))
    return 3.0 + np.cumsum([0.0, *steps]), np.array(heights)


@DRAWN
@given(broken_lines(), st.booleans())
def test_piecewise_monotone_functions_are_never_missed(line: tuple[np.ndarray, np.ndarray], logarithmic: bool) -> None:
    knots, heights = line

    def function(x: np.ndarray) -> np.ndarray:
        return np.interp(x, knots, heights)

    found = sign_changes(function, knots[0], knots[-1], knots, logarithmic=logarithmic)
    assert len(found) == np.count_nonzero(np.diff(np.sign(heights)))
    for root in found:
        left, right = np.sign(function(np.array([root * (1 - 1e-12), root * (1 + 1e-12)])))
        assert left * right < 0
    ends = [float(knots[0]), *found, float(knots[-1])]
    expected = [(a, b) for a, b in pairwise(ends) if function(np.array([(a + b) / 2]))[0] > 0]
    areas = regions(function, knots[0], knots[-1], knots, logarithmic=logarithmic)
    assert np.array(areas).ravel() == pytest.approx(np.array(expected).ravel(), rel=1e-12)
    for (start, stop), (wanted_start, wanted_stop) in zip(areas, expected, strict=True):
        assert (start == knots[0]) == (wanted_start == knots[0])
        assert (stop == knots[-1]) == (wanted_stop == knots[-1])


@DRAWN
@given(st.lists(st.floats(1e-6, 1e-3), min_size=2, max_size=10), st.floats(1e-6, 1e-3))
def test_curves_that_fall_are_never_missed(times: list[float], limit: float) -> None:
    """The sizes at which a measured curve takes longer than something else, however it runs."""
    times = [time for time in times if abs(time / limit - 1) > 1e-9]
    if len(times) < 2:
        return
    curve = Curve(1000 * 2.0 ** np.arange(len(times)), np.array(times))
    last = float(curve.sizes[-1])
    found = sign_changes(lambda n: limit - np.asarray(curve.time(n)), 1.0, last, curve.sizes, logarithmic=True)
    above = np.array(times) > limit
    assert len(found) == np.count_nonzero(above[1:] != above[:-1])
    for root in found:
        assert curve.time(root) == pytest.approx(limit, rel=1e-11)


# --- regions


def test_regions_end_at_the_bounds_where_the_function_is_positive_there() -> None:
    assert regions(np.ones_like, 0.0, 7.0) == ((0.0, 7.0),)
    assert regions(np.zeros_like, 0.0, 7.0) == ()
    assert regions(lambda x: x - 0.1, 0.0, 1.0) == ((0.1, 1.0),)
    assert regions(lambda x: 0.1 - x, 0.0, 1.0) == ((0.0, 0.1),)
    assert regions(lambda x: x, 0.0, 1.0) == ((0.0, 1.0),)
    (middle,) = regions(lambda x: (x - 1) * (4 - x), 0.5, 8.0, logarithmic=True)
    assert middle == (1.0, 4.0)


def test_regions_of_bool() -> None:
    (area,) = regions(lambda x: x >= 0.3, 0.0, 1.0)
    assert area == (math.nextafter(0.3, 0), 1.0)


def test_a_zero_at_a_knot_divides() -> None:
    below, above = regions(lambda x: np.abs(x - 0.3), 0.0, 1.0, [0.3])
    assert below == (0.0, 0.3)
    assert above == (0.3, 1.0)


def test_positive_at_the_lower_bound_alone_is_no_region() -> None:
    """A message of no bytes costs nothing, one of any costs the first point's time."""
    assert regions(lambda x: np.where(x == 0, 1.0, -1.0), 0.0, 1.0) == ()
    assert regions(lambda x: np.where(x == 0, 1.0, x - 0.5), 0.0, 1.0) == ((0.5, 1.0),)
