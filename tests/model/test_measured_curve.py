"""Measured curves: exact at their points, sensible between and beyond, and better than one line."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.measured_curve import Curve, segments
from tests.model.cases import DRAWN
from tests.model.measured_fits import left_out_errors, one_line_fit

US = 1e-6


def curve(*points: tuple[float, float]) -> Curve:
    return Curve(np.array([size for size, _ in points]), np.array([seconds for _, seconds in points]))


RISING = curve((1e3, 10 * US), (1e4, 10 * US), (1e5, 20 * US), (1e6, 110 * US))
FALLING = curve((1e3, 20 * US), (1e4, 12 * US), (1e5, 60 * US), (1e6, 50 * US))
"""Falls, rises by less than the size, falls at its end."""
STEEP = curve((1e3, 1 * US), (1e4, 100 * US))
"""Grows with the square of the size."""


@st.composite
def curves(draw: st.DrawFn) -> Curve:
    steps = draw(st.lists(st.floats(0.01, 3.0), min_size=1, max_size=8))
    times = draw(st.lists(st.floats(1e-7, 1e-2), min_size=len(steps) + 1, max_size=len(steps) + 1))
    return Curve(100 * np.exp(np.cumsum([0.0, *steps])), np.array(times))


SHARES = st.lists(st.floats(-0.5, 1.5), min_size=1, max_size=8)


def sizes_of(measured: Curve, shares: list[float]) -> Any:
    """Sizes spread, by ratio, over the curve's range and half of it on either side."""
    return measured.sizes[0] * (measured.sizes[-1] / measured.sizes[0]) ** np.array(shares)


# --- reading


@DRAWN
@given(curves())
def test_exact_at_its_points(measured: Curve) -> None:
    assert np.asarray(measured.time(measured.sizes)).tolist() == measured.seconds.tolist()
    assert measured.time(float(measured.sizes[-1])) == measured.seconds[-1]


@DRAWN
@given(curves())
def test_continuous_at_its_points(measured: Curve) -> None:
    for share in (1 - 1e-12, 1 + 1e-12):
        assert np.asarray(measured.time(measured.sizes * share)) == pytest.approx(measured.seconds, rel=1e-8)


@DRAWN
@given(curves(), SHARES)
def test_between_its_points_it_keeps_between_their_times(measured: Curve, shares: list[float]) -> None:
    for size in sizes_of(measured, [min(max(share, 0.0), 1.0) for share in shares]):
        place = min(np.searchsorted(measured.sizes, size, side="right"), len(measured.sizes) - 1)
        near = measured.seconds[max(place - 1, 0) : place + 1]
        assert near.min() * (1 - 1e-12) <= measured.time(size) <= near.max() * (1 + 1e-12)


def test_read_in_log_log() -> None:
    assert RISING.time(math.sqrt(1e4 * 1e5)) == pytest.approx(math.sqrt(10 * 20) * US, rel=1e-14)
    assert STEEP.time(2e3) == pytest.approx(4 * US, rel=1e-14)
    assert FALLING.time(math.sqrt(1e3 * 1e4)) == pytest.approx(math.sqrt(20 * 12) * US, rel=1e-14)


def test_nothing_costs_nothing_and_little_costs_as_the_first_point() -> None:
    assert RISING.time(0) == 0
    assert RISING.time(1) == RISING.time(999.0) == 10 * US
    assert FALLING.time(1e-300) == 20 * US


def test_beyond_the_last_point_the_last_bandwidth_holds() -> None:
    assert RISING.time(3e6) == pytest.approx(310 * US, rel=1e-14)
    assert STEEP.time(2e4) == pytest.approx(210 * US, rel=1e-14)


def test_where_the_last_times_do_not_rise_bytes_still_cost() -> None:
    assert FALLING.time(3e6) == pytest.approx(150 * US, rel=1e-14)
    assert curve((1e3, US), (2e3, US)).time(4e3) == pytest.approx(2 * US, rel=1e-14)


@DRAWN
@given(curves(), SHARES)
def test_never_falls_beyond_its_points(measured: Curve, shares: list[float]) -> None:
    beyond = measured.sizes[-1] * (1 + np.sort(np.abs(shares)))
    times = np.asarray(measured.time(np.append(measured.sizes[-1], beyond)))
    assert (np.diff(times) >= 0).all()
    assert (times[1:] > times[0])[beyond > measured.sizes[-1] * 1.001].all()


def test_where_it_is_extrapolated() -> None:
    sizes = np.array([0.0, 1.0, 999.0, 1e3, 5e4, 1e6, 1e6 + 1])
    assert RISING.is_below(sizes).tolist() == [False, True, True, False, False, False, False]
    assert RISING.is_beyond(sizes).tolist() == [False] * 6 + [True]
    assert RISING.is_extrapolated(sizes).tolist() == [False, True, True, False, False, False, True]
    assert not RISING.is_extrapolated(1e3)
    assert RISING.is_extrapolated(2e6)


@DRAWN
@given(curves(), SHARES)
def test_arrays_read_what_numbers_read(measured: Curve, shares: list[float]) -> None:
    sizes = np.append(sizes_of(measured, shares), 0.0)
    times, line = np.asarray(measured.time(sizes)), measured.local_line(sizes)
    for place, size in enumerate(sizes.tolist()):
        single, local = measured.time(size), measured.local_line(size)
        assert isinstance(single, float)
        assert isinstance(local.bandwidth, float)
        # NumPy's powers of arrays and of numbers may differ in the last digit.
        assert times[place] == pytest.approx(single, rel=1e-14)
        assert np.asarray(line.startup)[place] == pytest.approx(local.startup, rel=1e-14)
        assert np.asarray(line.bandwidth)[place] == pytest.approx(local.bandwidth, rel=1e-12)
        assert measured.is_extrapolated(sizes)[place] == measured.is_extrapolated(size)
    assert np.asarray(measured.time(sizes.reshape(1, -1))).shape == (1, len(sizes))


# --- the local line


@DRAWN
@given(curves(), SHARES)
def test_the_local_line_meets_the_curve(measured: Curve, shares: list[float]) -> None:
    sizes = np.concatenate([sizes_of(measured, shares), measured.sizes, [0.0]])
    startup, bandwidth = (np.asarray(values) for values in measured.local_line(sizes))
    assert (startup >= 0).all()
    assert (bandwidth > 0).all()
    assert startup + sizes / bandwidth == pytest.approx(np.asarray(measured.time(sizes)), rel=1e-13)


def test_the_local_line_is_the_tangent() -> None:
    power = math.log10(2)
    line = RISING.local_line(3e4)
    assert line.startup == pytest.approx(RISING.time(3e4) * (1 - power), rel=1e-13)
    step = 3e4 * 1e-6
    slope = (RISING.time(3e4 + step) - RISING.time(3e4 - step)) / (2 * step)
    assert 1 / line.bandwidth == pytest.approx(slope, rel=1e-8)
    beyond = RISING.local_line(5e6)
    assert beyond.startup == pytest.approx(10 * US, rel=1e-12)
    assert beyond.bandwidth == pytest.approx(1e10, rel=1e-13)
    last = RISING.local_line(1e6)
    assert tuple(last) == pytest.approx(tuple(beyond), rel=1e-12)


def test_a_local_line_without_meaning_is_turned() -> None:
    assert tuple(RISING.local_line(5e3)) == (10 * US, math.inf)
    assert tuple(RISING.local_line(10.0)) == (10 * US, math.inf)
    assert tuple(FALLING.local_line(2e3)) == (FALLING.time(2e3), math.inf)
    assert tuple(STEEP.local_line(2e3)) == (0, pytest.approx(2e3 / STEEP.time(2e3), rel=1e-14))
    assert tuple(STEEP.local_line(1e5)) == (0, pytest.approx(1e5 / STEEP.time(1e5), rel=1e-14))
    assert tuple(FALLING.local_line(1e7)) == (0, pytest.approx(2e10, rel=1e-13))
    assert tuple(RISING.local_line(0)) == (0, math.inf)


# --- what is refused


@pytest.mark.parametrize(
    ("sizes", "seconds", "words"),
    [
        ([1.0], [1.0], "at least two"),
        ([[1.0, 2.0]], [1.0, 2.0], "at least two"),
        ([1.0, 2.0], [1.0, 2.0, 3.0], "a time for each size"),
        ([2.0, 1.0], [1.0, 2.0], "must rise"),
        ([1.0, 1.0], [1.0, 2.0], "must rise"),
        ([0.0, 1.0], [1.0, 2.0], "sizes .* above 0"),
        ([1.0, 2.0], [0.0, 2.0], "times .* above 0"),
        ([1.0, math.nan], [1.0, 2.0], "finite"),
        ([1.0, 2.0], [1.0, math.inf], "finite"),
    ],
)
def test_points_that_are_no_curve(sizes: Any, seconds: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Curve(np.array(sizes), np.array(seconds))


def test_a_curve_keeps_its_own_points() -> None:
    sizes, seconds = np.array([1.0, 2.0]), np.array([1.0, 2.0])
    held = Curve(sizes, seconds)
    sizes[0] = 1.5
    assert held.sizes[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        held.seconds[0] = 3


# --- errors and fits

SIZES = 2.0 ** np.arange(9, 30)


def protocols(seed: int) -> Curve:
    """Made like a library's: three protocols, the fastest for each size, each with its noise of 2 %."""
    random = np.random.default_rng(seed)
    latency = random.uniform(5, 20) * US
    bandwidth = 10 ** random.uniform(10, 11.7)
    lines = [latency + SIZES / (0.3 * bandwidth), 1.5 * latency + SIZES / (0.7 * bandwidth)]
    lines.append(2.5 * latency + SIZES / bandwidth)
    return Curve(SIZES, np.min(lines, axis=0) * (1 + 0.02 * random.standard_normal(len(SIZES))))


def test_left_out_points_are_found_again() -> None:
    made = [protocols(seed) for seed in range(30)]
    errors = np.concatenate([np.abs(left_out_errors(one)) for one in made])
    assert errors.shape == (30 * (len(SIZES) - 2),)
    assert np.median(errors) <= 0.05
    assert np.median(errors) < np.median([one_line_fit(one).median_error for one in made])


def test_a_left_out_error_is_that_of_the_curve_without_the_point() -> None:
    errors = left_out_errors(FALLING)
    for place in (1, 2):
        without = Curve(np.delete(FALLING.sizes, place), np.delete(FALLING.seconds, place))
        expected = without.time(FALLING.sizes[place]) / FALLING.seconds[place] - 1
        assert errors[place - 1] == pytest.approx(expected, rel=1e-12)
    assert len(left_out_errors(STEEP)) == 0


def test_one_line_finds_a_line() -> None:
    found = one_line_fit(Curve(SIZES, 30 * US + SIZES / 10e9))
    assert found.startup == pytest.approx(30 * US, rel=1e-9)
    assert found.bandwidth == pytest.approx(10e9, rel=1e-9)
    assert found.largest_error < 1e-9


def test_one_line_keeps_the_signs() -> None:
    steep = one_line_fit(STEEP)
    assert steep.startup == 0
    assert steep.median_error <= steep.largest_error
    flat = one_line_fit(curve((1e3, 2 * US), (1e4, US)))
    assert flat.startup == pytest.approx(1.2 * US)  # the mean with weights 1/t²
    assert flat.bandwidth == math.inf
    assert flat.largest_error == pytest.approx(0.4)


@DRAWN
@given(curves(), st.floats(0.9, 1.1), st.floats(0.9, 1.1))
def test_no_other_line_has_less_squared_error(measured: Curve, of_startup: float, of_slope: float) -> None:
    found = one_line_fit(measured)

    def squares(startup: float, slope: float) -> float:
        return float((((startup + slope * measured.sizes) / measured.seconds - 1) ** 2).sum())

    best = squares(found.startup, 1 / found.bandwidth)
    nudge = (of_slope - 1) * measured.seconds.min() / measured.sizes[-1]
    for startup, slope in (
        (found.startup * of_startup, of_slope / found.bandwidth),
        (found.startup + abs(of_startup - 1) * measured.seconds.min(), max(1 / found.bandwidth + nudge, 0.0)),
    ):
        assert best <= squares(startup, slope) * (1 + 1e-9) + 1e-15


def test_segments_find_the_protocols() -> None:
    jump = np.where(SIZES <= 2.0**19, 5 * US + SIZES / 100e9, 25 * US + SIZES / 300e9)
    low, high = segments(Curve(SIZES, jump))
    assert (low.first_size, low.last_size) == (2.0**9, 2.0**19)
    assert (high.first_size, high.last_size) == (2.0**20, 2.0**29)
    assert (low.startup, low.bandwidth) == pytest.approx((5 * US, 100e9), rel=1e-9)
    assert (high.startup, high.bandwidth) == pytest.approx((25 * US, 300e9), rel=1e-9)
    assert max(low.largest_error, high.largest_error) < 1e-9
    assert len(segments(Curve(SIZES, 5 * US + SIZES / 100e9))) == 1


@pytest.mark.parametrize("last", [2, 3, len(SIZES) - 5, len(SIZES) - 4])
def test_segments_find_a_protocol_of_the_fewest_points(last: int) -> None:
    jump = np.where(SIZES[last] >= SIZES, 5 * US + SIZES / 100e9, 5000 * US + SIZES / 300e9)
    low, high = segments(Curve(SIZES, jump))
    assert (low.last_size, high.first_size) == (SIZES[last], SIZES[last + 1])
    assert max(low.largest_error, high.largest_error) < 1e-9


@pytest.mark.parametrize("seed", range(4))
def test_segments_share_the_points_and_lessen_the_error(seed: int) -> None:
    made = protocols(seed)
    errors = []
    for most in (1, 2, 3, 4):
        found = segments(made, most, tolerance=0.0)
        errors.append(max(segment.largest_error for segment in found))
        inside = [(made.sizes >= one.first_size) & (made.sizes <= one.last_size) for one in found]
        assert (np.sum(inside, axis=0) == 1).all()
        assert all(within.sum() >= 3 for within in inside)
        for one, within in zip(found, inside, strict=True):
            read = one.startup + made.sizes[within] / one.bandwidth
            assert np.abs(read / made.seconds[within] - 1).max() == pytest.approx(one.largest_error, rel=1e-9)
    assert errors == sorted(errors, reverse=True)
    assert errors[0] == one_line_fit(made).largest_error
    assert errors[-1] < 0.1


def test_segments_are_as_few_as_the_tolerance_asks() -> None:
    made = protocols(1)
    counts = [len(segments(made, 4, tolerance=tolerance)) for tolerance in (1.0, 0.1, 0.02)]
    assert counts[0] == 1
    assert counts == sorted(counts)


def test_segments_are_the_best_of_all_cuts() -> None:
    made = protocols(2)
    count = len(SIZES)
    every = [
        max(one_line_fit(Curve(SIZES[a:b], made.seconds[a:b])).largest_error for a, b in ((0, cut), (cut, count)))
        for cut in range(3, count - 2)
    ]
    found = segments(made, 2, tolerance=0.0)
    assert max(one.largest_error for one in found) == pytest.approx(min(every), rel=1e-12)


def test_of_cuts_with_the_same_largest_error_the_closest_is_taken() -> None:
    """One wild stretch sets the largest error; the rest is still cut where its protocol changes."""
    seconds = np.where(SIZES <= 2.0**14, 5 * US + SIZES / 100e9, 15 * US + SIZES / 100e9)
    seconds[-6:] *= [1.2, 0.8, 1.2, 0.8, 1.2, 0.8]
    first, *_ = segments(Curve(SIZES, seconds), 3, tolerance=0.0)
    assert first.last_size == 2.0**14
    assert first.largest_error < 1e-9


def test_segments_of_few_points() -> None:
    (two,) = segments(STEEP)
    assert two.startup == 0
    (falling,) = segments(curve((1e3, 2 * US), (1e4, US)))
    assert falling.bandwidth == math.inf
    assert len(segments(FALLING)) == 1
