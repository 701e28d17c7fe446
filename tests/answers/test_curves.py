"""Curves: exact where they bend, and ranges that show the scenario and its threshold."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import numpy as np
import pytest

from explorer.answers import curves
from explorer.answers.outcome import Outcome
from explorer.model import balance, thresholds
from explorer.model.balance import Phase
from explorer.model.thresholds import State
from explorer.scenario.edit import change
from explorer.scenario.scenario import Scenario
from tests.model.cases import base_with
from tests.model.scenarios import random_scenarios

LINEAR = ("serial", "startup", "message_bytes", "messages", "overlap", "extra_serial")
AXES = ("divisible", "bandwidth", "efficiency", *LINEAR)
BENDING = ("divisible", "bandwidth", "efficiency", "startup", "message_bytes", "messages")
MANY = random_scenarios(seed=3, count=150)


def swept(phase: Phase, axis: str, low: float, high: float, *, logarithmic: bool = True) -> curves.Curves:
    found = thresholds.thresholds(phase)[axis]
    marks = (float(getattr(phase, axis)), float(found.value))
    return curves.curves(phase, axis, low, high, logarithmic=logarithmic, marks=marks)


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("logarithmic", [True, False])
def test_every_point_is_the_balance_there(axis: str, logarithmic: bool) -> None:
    phase = base_with(overlap="0.25", extra_serial="0.001").phase()
    now = getattr(phase, axis)
    found = swept(phase, axis, now / 10, now * 3, logarithmic=logarithmic)
    assert {len(getattr(found, field.name)) for field in fields(found)} == {len(found.value)}
    assert np.all(np.diff(found.value) > 0)
    assert found.value[0] == pytest.approx(now / 10)
    assert found.value[-1] == pytest.approx(now * 3)
    for index, value in enumerate(found.value):
        there = replace(phase, **{axis: float(value)})
        assert found.one_device_s[index] == balance.one_device_time(there)
        assert found.split_s[index] == balance.split_time(there)
        assert found.bound_s[index] == balance.overlap_bound(there)
        assert found.speedup[index] == balance.speedup(there)
        assert found.bound_speedup[index] == balance.speedup(replace(there, overlap=1.0))


@pytest.mark.parametrize("overlap", ["0", "0.5", "0.9", "1"])
@pytest.mark.parametrize("axis", BENDING)
def test_value_threshold_and_kinks_are_points(axis: str, overlap: str) -> None:
    phase = base_with(overlap=overlap, message_bytes=10_000_000).phase()
    found = swept(phase, axis, getattr(phase, axis) / 1e3, getattr(phase, axis) * 1e3)
    threshold = thresholds.thresholds(phase)[axis]
    assert getattr(phase, axis) in found.value
    assert threshold.state is State.NEVER or threshold.value in found.value
    there = replace(phase, **{axis: found.value})
    compute, communication = balance.compute_time(there), balance.communication_time(there)
    for share in {1.0, float(overlap)} - {0.0}:  # where compute ends with communication, or with what runs under it
        assert np.min(np.abs(compute / (share * communication) - 1)) < 1e-12


@pytest.mark.parametrize("axis", ["serial", "extra_serial", "overlap"])
def test_value_and_threshold_are_points_where_no_message_is_swept(axis: str) -> None:
    phase = base_with(overlap="0.1", extra_serial="0.001", divisible="0.004", efficiency="0.95").phase()
    threshold = thresholds.thresholds(phase, 1.01)[axis]
    assert threshold.state is State.FINITE
    marks = (float(getattr(phase, axis)), float(threshold.value))
    found = curves.curves(phase, axis, 1e-6, 1.0, logarithmic=True, marks=marks)
    assert set(marks) <= set(found.value.tolist())


@pytest.mark.parametrize("logarithmic", [True, False])
def test_the_overlap_at_which_compute_is_used_up_is_a_point(logarithmic: bool) -> None:
    phase = base_with(overlap="0.5", message_bytes=50_000_000).phase()
    kink = balance.compute_time(phase) / balance.communication_time(phase)
    assert 0.01 < kink < 1
    found = swept(phase, "overlap", 0.01, 1.0, logarithmic=logarithmic)
    assert kink in found.value
    assert len(found.value) >= curves.POINTS + 1


@pytest.mark.parametrize("axis", LINEAR)
@pytest.mark.parametrize("overlap", ["0.25", "0.5", "1"])
@pytest.mark.parametrize("logarithmic", [True, False])
def test_against_what_adds_times_nothing_bends_between_two_points(axis: str, overlap: str, logarithmic: bool) -> None:
    """All times are straight but for their kinks against S, DS, l, V, Q and f."""
    phase = base_with(overlap=overlap, extra_serial="0.001", message_bytes=20_000_000).phase()
    now = float(getattr(phase, axis))
    found = swept(
        phase, axis, now / 100, min(now * 100, 1.0) if axis == "overlap" else now * 100, logarithmic=logarithmic
    )
    middle = replace(phase, **{axis: (found.value[1:] + found.value[:-1]) / 2})
    for times, curve in (
        (balance.one_device_time, found.one_device_s),
        (balance.split_time, found.split_s),
        (balance.overlap_bound, found.bound_s),
    ):
        np.testing.assert_allclose(times(middle), (curve[1:] + curve[:-1]) / 2, rtol=1e-13)


@pytest.mark.parametrize("overlap", ["0.25", "0.5", "1"])
@pytest.mark.parametrize("logarithmic", [True, False])
def test_nothing_bends_between_two_points(overlap: str, logarithmic: bool) -> None:
    """Against C all times are straight but for their kinks: the middle of two points lies on their chord."""
    phase = base_with(overlap=overlap).phase()
    found = swept(phase, "divisible", 1e-5, 5e-3, logarithmic=logarithmic)
    middle = replace(phase, divisible=(found.value[1:] + found.value[:-1]) / 2)
    for times, curve in ((balance.split_time, found.split_s), (balance.overlap_bound, found.bound_s)):
        np.testing.assert_allclose(times(middle), (curve[1:] + curve[:-1]) / 2, rtol=1e-13)


def test_marks_outside_the_range_are_left_out() -> None:
    phase = base_with().phase()
    found = curves.curves(phase, "bandwidth", 1e9, 2e9, logarithmic=True, marks=(math.inf, math.nan, 5e8, 1.5e9))
    assert found.value[0] == pytest.approx(1e9)
    assert found.value[-1] == pytest.approx(2e9)
    assert 1.5e9 in found.value
    assert np.all(np.isfinite(found.split_s))


@pytest.mark.parametrize(
    ("changes", "axis", "shown"),
    [
        ({}, "divisible", 0.00736 / 3),
        ({}, "bandwidth", 1.8264840182648e9),
        ({"bandwidth": math.inf}, "bandwidth", 1.8264840182648e9),
        ({}, "efficiency", 0.5415162),
        ({"bandwidth": 1e9}, "efficiency", 1.5463918),  # out of reach, yet near
        ({"divisible": 0}, "divisible", 0.00736 / 3),
        ({"efficiency": 10}, "efficiency", 0.5415162),
        ({"devices": 64, "efficiency": 0.02}, "efficiency", 0.0169),
        ({"startup": 1e-4}, "startup", 925e-6),
        ({"startup": 0}, "startup", 925e-6),
        ({}, "message_bytes", 10.95e6),
        ({}, "messages", 4.58 / 0.23),
        ({"messages": 0}, "messages", 7.9),
        ({"extra_serial": 0}, "extra_serial", 3.58e-3),
        ({"extra_serial": 5e-3}, "extra_serial", 3.58e-3),
        ({"target": 1.2}, "serial", 2.48e-3),
        ({"serial": 0}, "serial", 0.001),
        ({"devices": 64}, "devices", 2.0),
        ({"devices": 60000}, "devices", 2.0),
    ],
)
def test_span_shows_the_value_and_a_near_threshold(
    base: Scenario, changes: dict[str, float], axis: str, shown: float
) -> None:
    for name, value in changes.items():
        base = change(base, name, value)
    outcome = Outcome(base)
    assert outcome.phase is not None
    now = getattr(outcome.phase, axis)
    for logarithmic in (False, True):
        low, high = outcome.span(axis, logarithmic) or (0.0, 0.0)
        assert low < shown < high
        assert low < now < high or now in (0, math.inf)
        assert low > 0 or not logarithmic


def test_span_leaves_a_far_threshold_out(base: Scenario) -> None:
    """C* of 9.2 s does not squeeze the 12 ms beside it on a straight axis."""
    outcome = Outcome(change(base, "efficiency", 0.50005))
    assert outcome.thresholds["divisible"].value == pytest.approx(9.2, rel=1e-3)
    low, high = outcome.span("divisible", False) or (0.0, 0.0)
    assert low == 0
    assert 0.012 < high < 0.1


@pytest.mark.parametrize("logarithmic", [True, False])
def test_any_scenario_has_a_range_and_curves(logarithmic: bool) -> None:
    for scenario in MANY:
        outcome = Outcome(scenario)
        assert outcome.phase is not None
        for axis in (*AXES, "devices"):
            if axis == "overlap" and logarithmic:
                continue  # that axis is linear only
            low, high = outcome.span(axis, logarithmic) or (0.0, 0.0)
            assert 0 <= low < high < math.inf
            now = getattr(outcome.phase, axis)
            assert low <= now <= high or now in (0, math.inf)
            low = low or high / 1e4 if axis in ("bandwidth", "efficiency") or logarithmic else low
            found = outcome.curves(axis, low, high, logarithmic)
            assert found is not None
            assert all(np.all(np.isfinite(getattr(found, field.name))) for field in fields(found))
            assert math.isfinite(outcome.top(axis, low, high, logarithmic, as_speedup=True))
            assert outcome.top(axis, low, high, logarithmic, as_speedup=False) > 0


def test_top_shows_both_times_though_one_blows_up(base: Scenario) -> None:
    """At 1 MB/s the split takes 8 s; the axis keeps to what stands at the scenario's own 10 GB/s."""
    outcome = Outcome(base)
    top = outcome.top("bandwidth", 1e6, 1e11, True, as_speedup=False)
    assert 0.0128 < top < 0.03
    assert outcome.top("divisible", 1e-4, 1e-1, True, as_speedup=False) > 0.1


@pytest.mark.parametrize(("target", "seen"), [(1.0, True), (1.5, True), (1.9, True), (100.0, False)])
def test_top_of_speedups_shows_a_target_that_is_near(base: Scenario, target: float, seen: bool) -> None:
    outcome = Outcome(change(base, "target", target))
    assert (outcome.top("divisible", 1e-4, 1.0, True, as_speedup=True) > target) is seen
