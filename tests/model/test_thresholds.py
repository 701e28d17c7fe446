"""Thresholds against the article's numbers and, for any phase, against the exact margin."""

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
from explorer.model.thresholds import (
    DIRECTIONS,
    Direction,
    Reason,
    State,
    Threshold,
    communication_budget,
    largest_messages,
    nearest,
    thresholds,
)
from tests.draws import examples
from tests.model.cases import DRAWN, base_with, cases, stacked
from tests.model.reference import PARAMETERS, RISING, Exact, fault

MS, MB, GB = 1e-3, 1e6, 1e9
NEVER, ALWAYS, NO_EFFECT, UNREACHABLE = State.NEVER, State.ALWAYS, State.NO_EFFECT, State.UNREACHABLE


def found_for(target: float = 1.0, **changes: str | int) -> dict[str, Threshold]:
    return thresholds(base_with(**changes).phase(), target)


def printed(value: float, digits: int = 6) -> object:
    """The printed value, right to half a unit in its last decimal."""
    return pytest.approx(value, rel=0, abs=0.5000001 * 10.0**-digits)


# --- the article's numbers: (changes, target, parameter, value in unit, unit)


@pytest.mark.parametrize(
    ("changes", "target", "name", "value", "unit"),
    [
        ({}, 1, "divisible", 2.453333, MS),
        ({}, 1, "bandwidth", 1.826484, GB),
        ({}, 1, "efficiency", 0.541516, 1),
        ({}, 1, "startup", 0.925, MS),
        ({}, 1, "message_bytes", 10.95, MB),
        ({}, 1, "messages", 19.565217, 1),
        ({}, 1, "extra_serial", 3.58, MS),
        ({"divisible": "0.001"}, 1, "bandwidth", 31.372549, GB),
        ({"divisible": "0.001"}, 1, "efficiency", 6.25, 1),
        ({"divisible": "0.001"}, 1, "overlap", 0.592391, 1),
        ({"divisible": "0.001"}, 1, "divisible", 2.453333, MS),
        ({"bandwidth": "1e9"}, 1, "overlap", 0.445813, 1),
        ({}, 1.2, "divisible", 5.056, MS),
        ({}, 1.2, "bandwidth", 3.560831, GB),
        ({}, 1.2, "efficiency", 0.670641, 1),
        ({}, 1.2, "startup", 0.391667, MS),
        ({}, 1.2, "message_bytes", 5.616667, MB),
        ({}, 1.2, "messages", 10.289855, 1),
        ({}, 1.2, "extra_serial", 1.446667, MS),
        ({}, 1.2, "serial", 9.48, MS),
        ({}, 1.5, "divisible", 28.48, MS),
        ({}, 1.5, "bandwidth", 70.588235, GB),
        ({}, 1.5, "efficiency", 0.880626, 1),
        ({}, 1.5, "message_bytes", 0.283333, MB),
        ({}, 1.5, "messages", 1.014493, 1),
        ({"overlap": "0.5"}, 1, "divisible", 1.226667, MS),
        ({"overlap": "1"}, 1, "divisible", 0.92, MS),
        ({"overlap": "0.5"}, 1, "bandwidth", 0.900901, GB),
        ({"overlap": "1"}, 1, "bandwidth", 0.673401, GB),
        ({"extra_serial": "0.0005"}, 1, "divisible", 3.786667, MS),
        ({"extra_serial": "0.0005"}, 1, "bandwidth", 2.061856, GB),
        ({"extra_serial": "0.0005"}, 1, "efficiency", 0.567108, 1),
        ({"efficiency": "0.6"}, 1, "divisible", 5.52, MS),
        ({"efficiency": "0.55"}, 1, "divisible", 10.12, MS),
        ({"efficiency": "0.51"}, 1, "divisible", 46.92, MS),
        ({"efficiency": "0.501"}, 1, "divisible", 460.92, MS),
        ({"devices": 4, "startup": "0.00009", "message_bytes": 3_000_000}, 1, "divisible", 2.269091, MS),
        ({"devices": 8, "startup": "0.00021", "message_bytes": 3_500_000}, 1, "divisible", 2.654815, MS),
        ({"devices": 16, "startup": "0.00045", "message_bytes": 3_750_000}, 1, "divisible", 3.579661, MS),
    ],
)
def test_thresholds_of_the_article(
    changes: dict[str, str], target: float, name: str, value: float, unit: float
) -> None:
    state, threshold, _ = found_for(target, **changes)[name]
    assert state is (UNREACHABLE if name == "efficiency" and value > 1 else State.FINITE)
    assert threshold / unit == printed(value)


@pytest.mark.parametrize(
    ("changes", "target", "name", "state", "reason"),
    [
        ({}, 1, "overlap", ALWAYS, Reason.MET_WITHOUT_OVERLAP),
        ({}, 1, "serial", NO_EFFECT, Reason.SERIAL_CANCELS),
        ({"divisible": "0.001"}, 1, "startup", NEVER, Reason.BYTES),
        ({"divisible": "0.001"}, 1, "extra_serial", NEVER, Reason.COMMUNICATION),
        ({"divisible": "0.001"}, 1, "efficiency", UNREACHABLE, Reason.ABOVE_ONE),
        ({"divisible": "0.00024"}, 1, "bandwidth", NEVER, Reason.STARTUPS),  # saves 90 µs, the start-ups take 120
        ({"divisible": "0.00092"}, 1, "efficiency", NEVER, Reason.COMMUNICATION_OUTLASTS),  # C = H
        ({}, 1.5, "startup", NEVER, Reason.BYTES),
        ({}, 1.5, "extra_serial", NEVER, Reason.COMMUNICATION),
        ({}, 1.5, "serial", NEVER, Reason.COMMUNICATION),
    ],
)
def test_no_threshold_and_why_in_the_article(
    changes: dict[str, str], target: float, name: str, state: State, reason: Reason
) -> None:
    found = found_for(target, **changes)[name]
    assert (found.state, found.reason) == (state, reason)
    assert math.isnan(found.value) is (state is not UNREACHABLE)


def test_base_case_wins_up_to_nineteen_messages() -> None:
    assert largest_messages(base_with().phase()) == 19


# --- reasons: each case has the named reason and, where it says so, several others that come later in the order


def every(state: State, reason: Reason, *names: str) -> dict[str, tuple[State, Reason]]:
    return dict.fromkeys(names, (state, reason))


COMMUNICATION = ("bandwidth", "startup", "message_bytes", "messages")
SPENT = (*COMMUNICATION, "extra_serial", "overlap")

REASONS = {
    "too inefficient before all else": (
        {"efficiency": "0.5", "divisible": 0, "extra_serial": 1, "startup": 1},
        1,
        every(NEVER, Reason.TOO_INEFFICIENT, "divisible", *SPENT),
    ),
    "too inefficient for the target": (
        {"efficiency": "0.6"},
        1.2,
        every(NEVER, Reason.TOO_INEFFICIENT, "divisible", "serial", *SPENT),
    ),
    "no divisible work before the costs": (
        {"divisible": 0, "extra_serial": 1, "startup": 1},
        1.2,
        every(NEVER, Reason.NO_DIVISIBLE_WORK, "efficiency", "serial", *SPENT),
    ),
    "serial part before added serial work": (
        {"serial": "0.1", "extra_serial": 1, "startup": 1},
        1.5,
        every(NEVER, Reason.SERIAL_PART, "efficiency", *SPENT),
    ),
    "serial part that takes just all that is saved": (
        {"serial": "0.0045", "efficiency": "0.8", "messages": 1},
        2.0 * 0.8 / (0.8 + 0.2),  # at r = 1.6 nothing is saved whatever C is
        every(NEVER, Reason.TOO_INEFFICIENT, "divisible", *SPENT),
    ),
    "serial part, yet better devices would do": (
        {"serial": "0.01"},
        1.5,  # saves 0.5 ms of C, loses 3.3 ms of S
        every(NEVER, Reason.SERIAL_PART, *SPENT) | every(UNREACHABLE, Reason.ABOVE_ONE, "efficiency"),
    ),
    "added serial work before start-ups and bytes": (
        {"extra_serial": "0.0045", "startup": 1, "message_bytes": "1e15"},
        1,
        every(NEVER, Reason.EXTRA_SERIAL, "bandwidth", "startup", "message_bytes", "messages", "overlap"),
    ),
    "added serial work, seen by the serial part": (
        {"extra_serial": "0.0026"},
        1.2,  # C g = 2.5 ms
        every(NEVER, Reason.EXTRA_SERIAL, "serial"),
    ),
    "added serial work, seen by the efficiency": (
        {"extra_serial": "0.012"},
        1,
        every(NEVER, Reason.EXTRA_SERIAL, "efficiency"),
    ),
    "start-ups alone": (
        {"startup": "0.0012"},
        1,
        every(NEVER, Reason.STARTUPS, "bandwidth", "message_bytes"),
    ),
    "start-ups that take just all that is saved": (
        {"startup": "0.001125"},
        1,
        every(NEVER, Reason.STARTUPS, "bandwidth", "message_bytes"),
    ),
    "start-ups before an infinite bandwidth": (
        {"startup": "0.0012", "bandwidth": "inf"},
        1,
        every(NEVER, Reason.STARTUPS, "bandwidth", "message_bytes"),
    ),
    "bytes alone": ({"message_bytes": "2e7"}, 1, every(NEVER, Reason.BYTES, "startup")),
    "communication outlasts the allowance": (
        {"bandwidth": "5e8"},
        1,
        every(NEVER, Reason.COMMUNICATION_OUTLASTS, "efficiency", "overlap")
        | every(NEVER, Reason.COMMUNICATION, "extra_serial"),
    ),
    "communication outlasts the allowance even when all is issued during compute": (
        {"bandwidth": "5e8", "overlap": 1},
        1,
        every(NEVER, Reason.COMMUNICATION_OUTLASTS, "efficiency", "overlap")
        | every(State.FINITE, Reason.NONE, "divisible"),
    ),
    "infinite bandwidth": (
        {"bandwidth": "inf"},
        1,
        every(ALWAYS, Reason.BANDWIDTH_INFINITE, "message_bytes") | every(State.FINITE, Reason.NONE, "bandwidth"),
    ),
    "no messages": (
        {"messages": 0, "message_bytes": 0, "efficiency": "0.3"},
        1,
        every(NO_EFFECT, Reason.NO_MESSAGES, "bandwidth", "startup", "message_bytes"),
    ),
    "no bytes": (
        {"message_bytes": 0, "divisible": 0},
        1,
        every(NO_EFFECT, Reason.NO_BYTES, "bandwidth"),
    ),
    "messages that take no time": (
        {"startup": 0, "message_bytes": 0},
        1,
        every(ALWAYS, Reason.MESSAGES_FREE, "messages"),
    ),
    "messages that take no time do not help where nothing is saved": (
        {"startup": 0, "message_bytes": 0, "extra_serial": "0.0045"},
        1,
        every(NEVER, Reason.EXTRA_SERIAL, "messages"),
    ),
    "nothing to pay": (
        {"messages": 0},
        1,
        every(ALWAYS, Reason.NOTHING_TO_PAY, "divisible") | every(ALWAYS, Reason.MET_WITHOUT_OVERLAP, "overlap"),
    ),
    "a serial part has to be paid for a target": (
        {"messages": 0},
        1.2,
        every(State.FINITE, Reason.NONE, "divisible", "serial"),
    ),
    "overlap is not needed": ({}, 1.2, every(ALWAYS, Reason.MET_WITHOUT_OVERLAP, "overlap")),
}


@pytest.mark.parametrize("name", REASONS)
def test_reason_names_the_guilty_one(name: str) -> None:
    changes, target, expected = REASONS[name]
    found = found_for(target, **changes)
    assert {key: (found[key].state, found[key].reason) for key in expected} == expected


@pytest.mark.parametrize(
    ("overlap", "budget"),
    [("0", 0.0045), ("0.25", 0.006), ("0.5", 0.009), ("0.625", 0.012), ("0.75", 0.012), ("1", 0.012)],
)
def test_overlap_stretches_what_communication_may_take(overlap: str, budget: float) -> None:
    """(A − Cp)/(1 − f), at most A: past f = Cp/A = 0.625 the base case gains nothing more."""
    assert communication_budget(base_with(overlap=overlap).phase()) == pytest.approx(budget, rel=1e-14)


# --- any phase


def test_directions_are_those_of_the_balance() -> None:
    assert set(DIRECTIONS) == set(PARAMETERS)
    assert {name for name, side in DIRECTIONS.items() if side is Direction.ABOVE} == RISING


@examples(300)
@given(cases())
def test_the_exact_margin_agrees_with_every_threshold(drawn: tuple[Exact, Fraction]) -> None:
    case, target = drawn
    found = thresholds(case.phase(), float(target))
    assert list(found) == list(DIRECTIONS)
    faults = [fault(case, target, name, str(entry.state), entry.value) for name, entry in found.items()]
    assert faults == [None] * len(found)


FROM_ONE_END_TO_THE_OTHER = {
    "serial": ("0", "1e-9", "1e9"),
    "divisible": ("0", "1e-12", "1e9"),
    "efficiency": ("0.001", "1", "10"),
    "messages": ("0", "1", "1e9"),
    "startup": ("0", "1e-12", "1e9"),
    "message_bytes": ("0", "1", "1e18"),
    "bandwidth": ("1e-20", "1", "1e18", "inf"),
    "overlap": ("0", "0.001", "1"),
    "extra_serial": ("0", "1e-9", "1e9"),
}


SOME = {
    "base": base_with(),
    "half overlapped": base_with(overlap="0.5"),
    "outlasted": base_with(overlap=1, bandwidth="5e8"),
    "of microseconds": base_with(divisible="12e-6", serial="8e-7", startup="3e-8", message_bytes=2000),
    "start-ups alone": base_with(divisible="0.00024"),
    "added serial work": base_with(extra_serial="0.004"),
}


@pytest.mark.parametrize("target", [1.0, 1.2])
@pytest.mark.parametrize("name", DIRECTIONS)
def test_a_threshold_does_not_depend_on_where_its_parameter_stands(name: str, target: float) -> None:
    moved = []
    for label, case in SOME.items():
        state, value, reason = thresholds(case.phase(), target)[name]
        for now in FROM_ONE_END_TO_THE_OTHER[name]:
            there = case.at(name, None if now == "inf" else Fraction(now))
            found = thresholds(there.phase(), target)[name]
            same = found.value == pytest.approx(value, rel=1e-9, nan_ok=True)
            if (found.state, found.reason) != (state, reason) or not same:
                moved.append((label, now, *found))
    assert moved == []


@DRAWN
@given(cases())
def test_the_budget_is_the_communication_that_is_just_too_long(drawn: tuple[Exact, Fraction]) -> None:
    case, target = drawn
    budget = float(communication_budget(case.phase(), float(target)))
    one_message = case.at("messages", Fraction(1)).at("message_bytes", Fraction(0))
    assert fault(one_message, target, "startup", "finite" if budget > 0 else "never", budget) is None


@DRAWN
@given(cases())
def test_state_value_and_reason_go_together(drawn: tuple[Exact, Fraction]) -> None:
    case, target = drawn
    for name, (state, value, reason) in thresholds(case.phase(), float(target)).items():
        assert isinstance(state, State)
        assert isinstance(reason, Reason)
        assert math.isnan(value) is (state not in (State.FINITE, UNREACHABLE))
        assert (reason is Reason.NONE) is (state is State.FINITE)
        assert name == "efficiency" or state is not UNREACHABLE


@DRAWN
@given(cases())
def test_the_side_of_a_threshold_is_that_of_the_answer(drawn: tuple[Exact, Fraction]) -> None:
    """A value clearly on the meeting side of its threshold meets the target, on the other side it does not."""
    case, target = drawn
    phase = case.phase()
    met = bool(balance.meets(phase, float(target)))
    if abs(case.margin(target)) <= case.scale(target) / 10**10:
        return  # a tie but for rounding: the value stands at all its thresholds
    for name, (state, value, _) in thresholds(phase, float(target)).items():
        now = getattr(phase, name)
        if state in (State.FINITE, UNREACHABLE):
            assert (now > value if name in RISING else now < value) is met
        elif state is not NO_EFFECT and not (name == "divisible" and now == 0):
            assert met is (state is ALWAYS)


@DRAWN
@given(cases())
def test_largest_messages_is_the_last_that_strictly_wins(drawn: tuple[Exact, Fraction]) -> None:
    case, target = drawn
    found = largest_messages(case.phase(), float(target))

    def wins(count: int) -> bool:
        there = case.at("messages", Fraction(count))
        return there.margin(target) > there.scale(target) / 10**12

    state, threshold, _ = thresholds(case.phase(), float(target))["messages"]
    if threshold > 1e9:
        return  # more than a scenario may hold
    assert (found is None) is (state is not State.FINITE)
    if found is None:
        assert wins(0) is wins(10**9) is (state is ALWAYS)
    elif found < 60:
        assert found == max(count for count in range(62) if wins(count))
    else:
        assert wins(found)
        assert not wins(found + 1)


@pytest.mark.parametrize(
    ("changes", "target", "largest"),
    [
        ({}, 1.2, 10),
        ({}, 1.5, 1),
        ({"divisible": "0.00736/3"}, 1, 3),  # Q* is 4 exactly: four messages tie
        ({"startup": "0.0043"}, 1, 0),  # Q* is 1 exactly
        ({"startup": "0.01"}, 1, 0),
        ({"messages": 0}, 1, 19),
        ({"overlap": 1}, 1, 52),
        ({"startup": 0, "message_bytes": 0}, 1, None),
        ({"extra_serial": 1}, 1, None),
        ({"divisible": "1000", "startup": "1e-7", "message_bytes": 0}, 1, 3_749_999_999),
    ],
)
def test_largest_messages_of_cases(changes: dict[str, str], target: float, largest: int | None) -> None:
    assert largest_messages(base_with(**changes).phase(), target) == largest


@pytest.mark.parametrize(
    ("changes", "target", "name", "factor"),
    [
        ({}, 1, "efficiency", 0.676895),
        ({"divisible": "0.001"}, 1, "divisible", 2.453333),
        ({"bandwidth": "1e9"}, 1, "divisible", 1.804444),
        ({"bandwidth": "inf"}, 1, "efficiency", 0.631313),
        ({"efficiency": "1.3", "serial": 0}, 2, "efficiency", 0.908540),  # η* = 1.18 is above 1, but so is η
        ({"efficiency": "1.1", "serial": 0}, 2, "divisible", 1.686667),  # the same η* is out of reach
        ({"efficiency": "0.5", "messages": 1}, 1, "efficiency", 1.019541),
        ({"efficiency": "0.3", "bandwidth": "1e8"}, 1, None, None),
        ({"messages": 0, "divisible": 0, "serial": 0}, 1, None, None),
    ],
)
def test_nearest_threshold_of_cases(changes: dict[str, str], target: float, name: str, factor: float) -> None:
    phase = base_with(**changes).phase()
    found = nearest(vars(phase), thresholds(phase, target))
    if name is None:
        assert found is None
    else:
        assert found is not None
        assert found[0] == name
        assert found[1] == printed(factor)


@DRAWN
@given(cases())
def test_nearest_has_the_smallest_factor(drawn: tuple[Exact, Fraction]) -> None:
    case, target = drawn
    phase = case.phase()
    known = thresholds(phase, float(target))
    found = nearest(vars(phase), known)
    distances = {}
    for name, (state, value, _) in known.items():
        now = getattr(phase, name)
        within_reach = state is State.FINITE or (state is UNREACHABLE and now >= value)
        if within_reach and value > 0 and 0 < now < math.inf:
            distances[name] = abs(math.log(value / now))
    if found is None:
        assert not distances
    else:
        name, factor = found
        assert factor == pytest.approx(known[name].value / getattr(phase, name), rel=1e-15)
        assert distances[name] <= min(distances.values()) * (1 + 1e-8) + 1e-14


@examples(60)
@given(st.lists(cases(), min_size=1, max_size=12))
def test_arrays_give_what_scalars_give(drawn: list[tuple[Exact, Fraction]]) -> None:
    phases, targets = [case.phase() for case, _ in drawn], [float(target) for _, target in drawn]
    together = thresholds(stacked(phases), np.array(targets))
    alone = [thresholds(phase, target) for phase, target in zip(phases, targets, strict=True)]
    for name, (states, values, reasons) in together.items():
        assert states.shape == values.shape == reasons.shape == (len(phases),)
        assert states.tolist() == [one[name].state for one in alone]
        assert reasons.tolist() == [one[name].reason for one in alone]
        np.testing.assert_array_equal(values, [one[name].value for one in alone])


def test_one_swept_field_gives_arrays_of_its_shape() -> None:
    swept = replace(base_with().phase(), efficiency=np.array([[0.5, 0.501], [0.8, 1.0]]))
    state, value, reason = thresholds(swept)["divisible"]
    assert state.tolist() == [[NEVER, State.FINITE], [State.FINITE, State.FINITE]]
    assert reason.tolist() == [[Reason.TOO_INEFFICIENT, Reason.NONE], [Reason.NONE, Reason.NONE]]
    assert value[0, 1] == pytest.approx(0.46092, rel=1e-12)
    assert np.isnan(value[0, 0])


# --- ties


def tied(efficiency: str, messages: int, startup: str, message_bytes: int, bandwidth: str) -> Exact:
    """A phase whose work is exactly C*, so that both take equally long."""
    case = base_with(
        efficiency=efficiency, messages=messages, startup=startup, message_bytes=message_bytes, bandwidth=bandwidth
    )
    return case.at("divisible", case.communication() / (1 - 1 / (case.devices * case.efficiency)))


TIES = [
    tied("0.8", 4, "0.00003", 2_000_000, "1e10"),
    tied("0.79", 8, "0.000057", 6_100_000, "4.2e10"),
    tied("0.82", 2, "0.000026", 7_400_000, "4.4e10"),
    tied("0.6", 3, "0.000001", 1_000_000, "3e9"),
    tied("0.95", 1, "0.00001", 0, "inf"),
]


@pytest.mark.parametrize("case", TIES, ids=lambda case: f"eta={float(case.efficiency)}")
def test_at_a_tie_the_target_is_not_met_and_nothing_is_left_to_spend(case: Exact) -> None:
    assert case.margin() == 0
    phase = case.phase()
    found = thresholds(phase)
    assert balance.verdict(phase) is Verdict.TIE
    assert found["overlap"].state is State.FINITE
    assert found["overlap"].value == pytest.approx(0, abs=1e-11)
    assert found["extra_serial"][::2] == (NEVER, Reason.COMMUNICATION)
    for name in ("divisible", "efficiency", "startup", "messages"):
        assert found[name].value == pytest.approx(getattr(phase, name), rel=1e-11)
    assert largest_messages(phase) == case.messages - 1


@pytest.mark.parametrize(("margin_s", "met"), [(1.3e-12, False), (1.7e-12, True), (-1.3e-12, False)])
def test_the_band_of_a_tie_counts_the_serial_part_that_a_target_has_to_make_up_for(margin_s: float, met: bool) -> None:
    """With N = 8, eta = 1 and r = 2 the margin is 3/8 C - S/2; its band 1e-12 (C + C/8 + S/2) is 1.5 ps for C = 1 s."""
    phase = Phase(0.75 - 2 * margin_s, 1.0, 1.0, 0, 0.0, 0.0, 1.0, devices=8)
    assert balance.tie_width(phase, 2.0) == pytest.approx(1.5e-12, rel=1e-9)
    assert balance.margin(phase, 2.0) == pytest.approx(margin_s, abs=2e-16)
    assert balance.meets(phase, 2.0) == met


def test_the_largest_number_of_messages_is_found_below_a_band_of_many() -> None:
    """Q* is 1e13 and the tie's band 40 messages wide: the whole numbers next to Q* do not win, those below it do."""
    phase = Phase(0.0, 1.0, 1.0, 1, 5e-14, 0.0, 1.0)
    largest = largest_messages(phase)
    assert largest is not None
    assert balance.meets(replace(phase, messages=largest))
    assert not balance.meets(replace(phase, messages=10**13 - 1))
    assert largest == pytest.approx(1e13, rel=2e-11)
