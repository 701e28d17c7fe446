"""The balance of times against the article's numbers, its limits and the exact reference."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model import balance
from explorer.model.balance import Phase, Verdict
from tests.draws import examples
from tests.model.cases import DRAWN, base_with, cases, stacked
from tests.model.reference import BASE, Exact, exact

BASE_PHASE = BASE.phase()
MS = 1e-3

FUNCTIONS = (
    balance.one_device_time,
    balance.compute_time,
    balance.message_time,
    balance.communication_time,
    balance.exposed_communication,
    balance.split_time,
    balance.overlap_bound,
    balance.hidden_time,
    balance.saving_rate,
    balance.serial_penalty,
    balance.saving,
    balance.allowance,
    balance.margin,
    balance.tie_width,
    balance.meets,
    balance.verdict,
    balance.speedup,
    balance.relative_gain,
    balance.parallel_efficiency,
    balance.device_time_ratio,
    balance.communication_share,
    balance.condition_of_break_even,
)


def close(value: float, digits: int = 6) -> object:
    """The printed value, right to half a unit in its last decimal."""
    return pytest.approx(value, rel=0, abs=0.5000001 * 10.0**-digits)


# --- the article's numbers


def test_base_case() -> None:
    p = BASE_PHASE
    assert p.message_bytes / p.bandwidth == pytest.approx(0.2 * MS, rel=1e-14)
    assert balance.message_time(p) == pytest.approx(0.23 * MS, rel=1e-14)
    assert balance.communication_time(p) == pytest.approx(0.92 * MS, rel=1e-14)
    assert balance.compute_time(p) == pytest.approx(7.5 * MS, rel=1e-14)
    assert balance.one_device_time(p) == pytest.approx(12.8 * MS, rel=1e-14)
    assert balance.split_time(p) == pytest.approx(9.22 * MS, rel=1e-14)
    assert balance.speedup(p) == close(1.388286)
    assert balance.parallel_efficiency(p) == close(0.694143)
    assert balance.saving(p) == pytest.approx(4.5 * MS, rel=1e-14)
    assert balance.margin(p) == pytest.approx(3.58 * MS, rel=1e-14)
    assert balance.overlap_bound(p) == pytest.approx(8.3 * MS, rel=1e-14)
    assert balance.speedup(replace(p, overlap=1.0)) == close(1.542169)
    assert balance.relative_gain(p) == close(0.388286)
    assert balance.device_time_ratio(p) == pytest.approx(2 * 9.22 / 12.8, rel=1e-14)
    assert balance.communication_share(p) == pytest.approx(0.92 / 9.22, rel=1e-14)


@pytest.mark.parametrize(
    ("changes", "one_ms", "split_ms", "speedup", "verdict"),
    [
        ({}, 12.8, 9.22, 1.388286, "split"),
        ({"divisible": "0.001"}, 1.8, 2.345, 0.767591, "single"),
        ({"bandwidth": "1e9"}, 12.8, 16.42, 0.779537, "single"),
        ({"bandwidth": "5e10"}, 12.8, 8.58, 1.491841, "split"),
        ({"serial": "0.1"}, 112.0, 108.42, 1.033020, "split"),
        ({"divisible": "0.00736/3"}, 3.253333, 3.253333, 1.0, "tie"),
        ({"bandwidth": "inf"}, 12.8, 8.42, 1.520190, "split"),
        ({"extra_serial": "0.0005"}, 12.8, 9.72, 12.8 / 9.72, "split"),
        ({"overlap": "0.25"}, 12.8, 8.99, 12.8 / 8.99, "split"),
        ({"overlap": "0.5"}, 12.8, 8.76, 12.8 / 8.76, "split"),
        ({"overlap": "0.75"}, 12.8, 8.53, 12.8 / 8.53, "split"),
        ({"overlap": 1}, 12.8, 8.3, 12.8 / 8.3, "split"),
    ],
)
def test_cases_of_the_article(
    changes: dict[str, str], one_ms: float, split_ms: float, speedup: float, verdict: str
) -> None:
    phase = base_with(**changes).phase()
    assert balance.one_device_time(phase) / MS == close(one_ms)
    assert balance.split_time(phase) / MS == close(split_ms)
    assert balance.speedup(phase) == close(speedup)
    assert balance.verdict(phase) is Verdict(verdict)


@pytest.mark.parametrize(("bandwidth", "total_ms"), [("1e9", 8.12), ("5e10", 0.28), ("inf", 0.12)])
def test_communication_at_other_bandwidths(bandwidth: str, total_ms: float) -> None:
    phase = base_with(bandwidth=bandwidth).phase()
    assert balance.communication_time(phase) / MS == pytest.approx(total_ms, rel=1e-14)


RING = [12.8, 9.22, 7.106667, 6.11, 5.56, 5.233333, 5.034286, 4.915, 4.848889, 4.82, 4.818182, 4.836667, 4.870769]


@pytest.mark.parametrize("devices", range(2, 14))
def test_more_devices_on_a_ring(devices: int) -> None:
    """Start-up 2(N−1) × 15 µs and 2(N−1)/N × 2 MB, as a ring has them; N = 2 is the base case."""
    bytes_ = f"{4_000_000 * (devices - 1)}/{devices}"
    case = base_with(devices=devices, startup=f"{30 * (devices - 1)}/1000000", message_bytes=bytes_)
    assert balance.split_time(case.phase()) / MS == close(RING[devices - 1])


@pytest.mark.parametrize(
    ("efficiency", "condition"), [("0.8", 5 / 3), ("0.6", 5), ("0.55", 10), ("0.51", 50), ("0.501", 500)]
)
def test_condition_of_break_even(efficiency: str, condition: float) -> None:
    phase = base_with(efficiency=efficiency).phase()
    assert balance.condition_of_break_even(phase) == pytest.approx(condition, rel=1e-12)


@pytest.mark.parametrize(("efficiency", "target"), [("0.5", 1.0), ("0.4", 1.0), ("0.6", 1.2)])
def test_condition_is_infinite_where_no_work_breaks_even(efficiency: str, target: float) -> None:
    assert balance.condition_of_break_even(base_with(efficiency=efficiency).phase(), target) == math.inf


# --- limits


@pytest.mark.parametrize(
    ("changes", "limit"),
    [
        ({"divisible": "1e15"}, 1.6),
        ({"divisible": "1e15", "efficiency": "0.4"}, 0.8),
        ({"divisible": "1e15", "devices": 8}, 6.4),
        ({"divisible": 0}, 0.0008 / (0.0008 + 0.00092)),
        ({"divisible": 0, "extra_serial": "0.001"}, 0.0008 / (0.0008 + 0.001 + 0.00092)),
        ({"divisible": 0, "serial": 0}, 0.0),
        ({"divisible": 0, "serial": 0, "messages": 0}, 1.0),
        ({"serial": "1e15"}, 1.0),
        ({"bandwidth": "inf"}, 12.8 / (0.8 + 7.5 + 0.12)),
        ({"bandwidth": "1e-30"}, 0.0),
        ({"startup": "1e15"}, 0.0),
        ({"message_bytes": "1e30"}, 0.0),
        ({"messages": "1e20"}, 0.0),
        ({"extra_serial": "1e15"}, 0.0),
        ({"efficiency": "1e15"}, 12.8 / (0.8 + 0.92)),
        ({"efficiency": "1e-15"}, 0.0),
        ({"messages": 0, "efficiency": 1}, 1 / (0.0625 + (1 - 0.0625) / 2)),
    ],
)
def test_speedup_tends_to_its_limit(changes: dict[str, str], limit: float) -> None:
    assert balance.speedup(base_with(**changes).phase()) == pytest.approx(limit, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("efficiency", ["0.5", "0.8", "1", "1.1"])
def test_speedup_rises_with_work_towards_n_eta(efficiency: str) -> None:
    work = np.geomspace(1e-6, 1e3, 200)
    phase = replace(base_with(efficiency=efficiency).phase(), divisible=work)
    found = np.asarray(balance.speedup(phase))
    assert np.all(np.diff(found) > 0)
    assert found[-1] < 2 * float(efficiency)


def test_an_inefficient_pair_never_wins() -> None:
    work = np.geomspace(1e-9, 1e9, 300)
    for efficiency in (1e-3, 0.3, 0.499):
        phase = replace(BASE_PHASE, divisible=work, efficiency=efficiency, overlap=1.0)
        assert np.all(np.asarray(balance.speedup(phase)) < 1)
        assert set(np.asarray(balance.verdict(phase)).tolist()) == {"single"}


# --- edge cases


def test_nothing_to_do_is_a_tie_at_one() -> None:
    empty = exact(
        serial=0, divisible=0, efficiency=1, messages=0, startup=1, message_bytes=1, bandwidth="1e-30", overlap="0.5"
    ).phase()
    assert balance.split_time(empty) == 0
    assert balance.speedup(empty) == 1
    assert balance.relative_gain(empty) == 0
    assert balance.parallel_efficiency(empty) == 0.5
    assert balance.communication_share(empty) == 0
    assert balance.verdict(empty) is Verdict.TIE


def test_no_speedup_costs_infinite_device_time() -> None:
    assert balance.device_time_ratio(base_with(serial=0, divisible=0).phase()) == math.inf


@pytest.mark.parametrize(
    "changes",
    [
        {"messages": 0},
        {"messages": 0, "bandwidth": "inf"},
        {"messages": 0, "startup": "1e9", "message_bytes": "1e18", "bandwidth": "1e-20"},
        {"startup": 0, "message_bytes": 0},
        {"startup": 0, "message_bytes": 0, "bandwidth": "inf"},
        {"startup": 0, "bandwidth": "inf"},
    ],
)
@pytest.mark.parametrize("overlap", ["0", "0.5", "1"])
def test_free_communication_takes_exactly_no_time(changes: dict[str, str], overlap: str) -> None:
    phase = base_with(overlap=overlap, **changes).phase()
    assert balance.communication_time(phase) == 0
    assert balance.hidden_time(phase) == 0
    assert balance.split_time(phase) == balance.overlap_bound(phase)


def test_without_bytes_the_bandwidth_does_not_enter() -> None:
    for bandwidth in ("1e-30", "1", "1e18", "inf"):
        assert balance.communication_time(base_with(message_bytes=0, bandwidth=bandwidth).phase()) == 4 * 3e-5


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({"efficiency": "0.5", "messages": 0}, "tie"),
        ({"efficiency": "0.25", "devices": 4, "messages": 0}, "tie"),
        ({"efficiency": "0.5"}, "single"),
        ({"efficiency": "0.5", "overlap": 1}, "tie"),  # C >= H is hidden whole
        ({"efficiency": "0.5", "overlap": 1, "divisible": "0.00092"}, "tie"),
        ({"efficiency": "0.5", "overlap": 1, "divisible": "0.00091"}, "single"),
        ({"efficiency": "0.51", "messages": 0, "divisible": "1e-9"}, "split"),
        ({"divisible": "0.00092", "efficiency": 10}, "single"),
        ({"divisible": 0}, "single"),
        ({"divisible": 0, "messages": 0}, "tie"),
        ({"divisible": 0, "messages": 0, "extra_serial": "1e-9"}, "single"),
        ({"messages": 0, "extra_serial": "0.0045"}, "tie"),
    ],
)
def test_verdict_at_the_edges(changes: dict[str, str], verdict: str) -> None:
    assert balance.verdict(base_with(**changes).phase()) is Verdict(verdict)


# --- ties

TIED = {"divisible": "0.00736/3"}


@pytest.mark.parametrize("serial", ["0", "0.0008", "0.1", "1", "1e6"])
def test_the_serial_part_does_not_decide(serial: str) -> None:
    """At C* it is a tie whatever S is, and 1e-9 beside C* it is none, even beside hours of serial work."""
    assert balance.verdict(base_with(serial=serial, **TIED).phase()) is Verdict.TIE
    for factor, verdict in (("1.000000001", Verdict.SPLIT), ("0.999999999", Verdict.SINGLE)):
        work = Fraction(TIED["divisible"].split("/")[0]) / 3 * Fraction(factor)
        assert balance.verdict(base_with(serial=serial, divisible=str(work)).phase()) is verdict


@pytest.mark.parametrize("side", [1, -1])
def test_band_of_ties(side: int) -> None:
    """|M| up to 1e-12 (C + Cp + ΔS + H) is a tie, beyond it is none."""
    work, saved = Fraction(12, 1000), Fraction(45, 10000)  # without messages ΔS = G = 4.5 ms is the tie
    band = (work + Fraction(75, 10000) + saved) / 10**12
    inside = base_with(messages=0, extra_serial=str(saved - side * band * Fraction(9, 10))).phase()
    outside = base_with(messages=0, extra_serial=str(saved - side * band * Fraction(11, 10))).phase()
    assert balance.verdict(inside) is Verdict.TIE
    assert balance.verdict(outside) is (Verdict.SPLIT if side > 0 else Verdict.SINGLE)
    assert not balance.meets(inside)
    assert bool(balance.meets(outside)) is (side > 0)


def test_a_tie_does_not_meet_the_target() -> None:
    """At r = 1.2 the base case's C* is 5.056 ms."""
    at = base_with(divisible="0.005056").phase()
    assert not balance.meets(at, 1.2)
    assert balance.meets(base_with(divisible="0.0050561").phase(), 1.2)
    assert balance.verdict(at) is Verdict.SPLIT  # the verdict is always about r = 1


@DRAWN
@given(cases())
def test_verdict_is_that_of_the_exact_margin(drawn: tuple[Exact, Fraction]) -> None:
    case, _ = drawn
    beside_band = abs(abs(case.margin()) - case.scale() / 10**12) > case.scale() / 10**14
    found = balance.verdict(case.phase())
    assert isinstance(found, Verdict)
    assert found == case.verdict() or not beside_band


# --- any phase


@DRAWN
@given(cases())
def test_times_are_those_of_the_exact_reference(drawn: tuple[Exact, Fraction]) -> None:
    case, target = drawn
    phase, r = case.phase(), float(target)
    assert balance.one_device_time(phase) == pytest.approx(float(case.one_device()), rel=1e-14)
    assert balance.compute_time(phase) == pytest.approx(float(case.compute()), rel=1e-14)
    assert balance.communication_time(phase) == pytest.approx(float(case.communication()), rel=1e-14)
    assert balance.hidden_time(phase) == pytest.approx(float(case.hidden()), rel=1e-14)
    assert balance.split_time(phase) == pytest.approx(float(case.split()), rel=1e-14)
    assert balance.overlap_bound(phase) == pytest.approx(float(case.bound()), rel=1e-14)
    assert balance.speedup(phase) == pytest.approx(float(case.speedup()), rel=1e-14)
    assert balance.parallel_efficiency(phase) == pytest.approx(float(case.speedup() / case.devices), rel=1e-14)
    if case.speedup() > 0:
        assert balance.device_time_ratio(phase) == pytest.approx(float(case.devices / case.speedup()), rel=1e-14)
    rounding = float(case.scale(target)) * 1e-14
    assert balance.margin(phase, r) == pytest.approx(float(case.margin(target)), rel=0, abs=rounding)
    if case.split() > 0:
        assert balance.communication_share(phase) == pytest.approx(
            float(case.communication() / case.split()), rel=1e-13
        )
        gain = float(case.margin() / case.split())
        assert balance.relative_gain(phase) == pytest.approx(
            gain, rel=0, abs=float(case.scale() / case.split()) * 1e-14
        )
    if abs(case.margin(target)) > case.scale(target) / 10**11:
        assert bool(balance.meets(phase, r)) is (case.margin(target) > 0)


@DRAWN
@given(cases(), st.fractions(0, 1, max_denominator=64))
def test_overlap_lies_between_its_bounds(drawn: tuple[Exact, Fraction], less: Fraction) -> None:
    """TN never rises with f, TN(1) <= TN(f) <= TN(0), and hidden <= min(H, Cp): all in floats, without tolerance."""
    phase = drawn[0].phase()
    none, whole = replace(phase, overlap=0.0), replace(phase, overlap=1.0)
    fewer = replace(phase, overlap=float(less) * float(phase.overlap))
    times = [balance.split_time(entry) for entry in (whole, phase, fewer, none)]
    assert times == sorted(times)
    assert balance.split_time(whole) == balance.overlap_bound(phase) == balance.overlap_bound(none)
    hidden = balance.hidden_time(phase)
    assert 0 <= hidden <= min(balance.communication_time(phase), balance.compute_time(phase))
    assert balance.hidden_time(none) == 0
    parts = phase.serial + phase.extra_serial + balance.compute_time(phase) + balance.communication_time(phase)
    assert balance.split_time(phase) + hidden == pytest.approx(parts, rel=1e-14)


@DRAWN
@given(cases())
def test_speedup_stays_below_n_eta(drawn: tuple[Exact, Fraction]) -> None:
    case, _ = drawn
    bound = case.devices * case.efficiency
    if bound >= 1:
        assert balance.speedup(case.phase()) <= float(bound) * (1 + 1e-14)
    elif case.divisible > 0:
        assert balance.speedup(case.phase()) < 1


@examples(40)
@given(st.lists(cases(), min_size=1, max_size=12))
def test_arrays_give_what_scalars_give(drawn: list[tuple[Exact, Fraction]]) -> None:
    phases = [case.phase() for case, _ in drawn]
    together = stacked(phases)
    for function in FUNCTIONS:
        found = np.asarray(function(together))
        assert found.shape == (len(phases),)
        assert found.tolist() == [function(phase) for phase in phases], function.__name__


def test_one_swept_field_broadcasts_against_numbers() -> None:
    swept = replace(BASE_PHASE, bandwidth=np.array([1e9, 1e10, np.inf]), devices=np.array([[2], [4]]))
    found = np.asarray(balance.split_time(swept))
    assert found.shape == (2, 3)
    for row, devices in enumerate((2, 4)):
        for column, bandwidth in enumerate((1e9, 1e10, np.inf)):
            one = Phase(**{**vars(BASE_PHASE), "bandwidth": bandwidth, "devices": devices})
            assert found[row, column] == balance.split_time(one)
