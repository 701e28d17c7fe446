"""The outcome: each part once, no answer without figures, what a reader has to know."""

from __future__ import annotations

import math
from dataclasses import fields
from types import ModuleType
from typing import Any

import pytest

from explorer.answers.outcome import Outcome, answer
from explorer.model import balance, thresholds
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from tests.answers.break_even import sentences as break_even
from tests.answers.sentences import ABOVE_MEASURED_EFFICIENCY, CHANGED, assuming_the_same, ill_conditioned, link_listed
from tests.model.reference import PARAMETERS, range_of
from tests.model.scenarios import exact_of, random_scenarios

LIST = [{"devices": 4, "value": 0.7}, {"devices": 8, "value": 0.6}]
LINK = ("communication", "link")


def with_changes(scenario: Scenario, **changes: float) -> Scenario:
    for name, value in changes.items():
        scenario = change(scenario, name, value)
    return scenario


def warnings_of(scenario: Scenario) -> list[str]:
    return [str(warning) for warning in Outcome(scenario).warnings]


@pytest.mark.parametrize(
    ("part", "module", "function"),
    [
        ("performance", balance, "split_time"),
        ("thresholds", thresholds, "thresholds"),
        ("nearest", thresholds, "nearest"),
        ("largest_messages", thresholds, "largest_messages"),
        ("warnings", balance, "condition_of_break_even"),
        ("no_effect", balance, "message_time"),
    ],
)
def test_each_part_is_computed_once_and_only_when_asked_for(
    base: Scenario, part: str, module: ModuleType, function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []
    original = getattr(module, function)
    monkeypatch.setattr(module, function, lambda *given: calls.append(given) or original(*given))
    outcome = Outcome(base)
    assert outcome.phase is outcome.phase
    assert calls == []
    first = getattr(outcome, part)
    once = len(calls)
    assert once > 0
    assert getattr(outcome, part) is first
    assert len(calls) == once


def test_curves_of_one_range_are_computed_once(base: Scenario) -> None:
    outcome = Outcome(base)
    first = outcome.curves("divisible", 1e-3, 1.0, True)
    assert outcome.curves("divisible", 1e-3, 1.0, True) is first
    for other in (("divisible", 1e-3, 1.0, False), ("divisible", 1e-3, 2.0, True), ("serial", 1e-3, 1.0, True)):
        assert outcome.curves(*other) is not first


def test_answer_is_that_of_the_balance(base: Scenario) -> None:
    outcome = Outcome(with_changes(base, overlap=0.25, extra_serial=0.0005))
    found, phase = outcome.performance, outcome.phase
    assert found is not None
    assert phase is not None
    ms = {field.name: getattr(found, field.name) * 1e3 for field in fields(found) if field.name.endswith("_s")}
    assert ms == pytest.approx(
        {
            "one_device_s": 12.8,
            "split_s": 9.49,
            "compute_s": 7.5,
            "communication_s": 0.92,
            "hidden_s": 0.23,
            "overlap_bound_s": 8.8,
        }
    )
    assert found.speedup == pytest.approx(12.8 / 9.49)
    assert found.relative_gain == pytest.approx(12.8 / 9.49 - 1)
    assert found.parallel_efficiency == pytest.approx(6.4 / 9.49)
    assert found.bound_speedup == pytest.approx(12.8 / 8.8)
    assert found.device_time_ratio == pytest.approx(2 * 9.49 / 12.8)
    assert (found.verdict, found.meets_target) == ("split", True)


def test_target_decides_what_is_met_but_not_the_verdict(base: Scenario) -> None:
    for target, met in ((1.38, True), (1.39, False)):
        found = Outcome(with_changes(base, target=target)).performance
        assert found is not None
        assert (found.verdict, found.meets_target) == ("split", met)


def test_devices_without_an_efficiency_have_no_answer_by_name(base: Scenario) -> None:
    outcome = Outcome(replace_at(base, ("work", "efficiency"), LIST))
    assert str(outcome.missing) == break_even.no_efficiency(2, "4, 8")
    assert outcome.phase is outcome.performance is outcome.nearest is outcome.largest_messages is None
    assert outcome.thresholds == outcome.no_effect == {}
    assert outcome.warnings == ()
    assert outcome.at("divisible", 1.0) is outcome.span("divisible", True) is None
    assert outcome.curves("divisible", 1.0, 2.0, True) is outcome.region("divisible") is None


@pytest.mark.parametrize(("devices", "efficiency"), [(4, 0.7), (8, 0.6)])
def test_listed_devices_have_their_own_efficiency(base: Scenario, devices: int, efficiency: float) -> None:
    outcome = Outcome(change(replace_at(base, ("work", "efficiency"), LIST), "devices", devices))
    assert outcome.missing is None
    assert outcome.performance is not None
    assert outcome.performance.compute_s == pytest.approx(0.012 / (devices * efficiency), rel=1e-15)


def test_listed_devices_have_their_own_link_and_others_are_warned_of(base: Scenario) -> None:
    entries = [{"devices": 4, "startup_s": 1e-3, "bandwidth_bytes_per_s": 1e9}]
    listed = replace_at(base, (*LINK, "by_devices"), entries)
    at_four, at_eight = Outcome(change(listed, "devices", 4)), Outcome(change(listed, "devices", 8))
    assert at_four.performance is not None
    assert at_eight.performance is not None
    assert at_four.performance.communication_s == pytest.approx(4 * (1e-3 + 2e-3))
    assert [str(warning) for warning in at_four.warnings] == [f"{CHANGED}; {assuming_the_same('η, V', 4)}"]
    assert at_eight.performance.communication_s == pytest.approx(0.92e-3)
    assert [str(warning) for warning in at_eight.warnings] == [
        f"{CHANGED}; {assuming_the_same('η', 8)}",
        link_listed(4, 8),
    ]


def test_path_factor_scales_the_bytes_on_the_path(base: Scenario) -> None:
    found = Outcome(replace_at(base, (*LINK, "path_factor"), 1.5)).performance
    assert found is not None
    assert found.communication_s == pytest.approx(4 * (30e-6 + 300e-6))


@pytest.mark.parametrize(("efficiency", "warned"), [(0.8, False), (1.2, False), (1.2000001, True), (3.9, True)])
def test_an_efficiency_above_what_was_measured_is_warned_of(base: Scenario, efficiency: float, warned: bool) -> None:
    assert (
        any(ABOVE_MEASURED_EFFICIENCY in text for text in warnings_of(change(base, "efficiency", efficiency))) is warned
    )


@pytest.mark.parametrize(
    ("changes", "percent"),
    [
        ({}, None),
        ({"efficiency": 0.5}, None),  # no C* at all
        ({"efficiency": 0.49}, None),
        ({"efficiency": 0.526}, None),  # κ = 19.2
        ({"efficiency": 0.524}, "2.1 %"),  # κ = 20.8: η < 1.05/N
        ({"efficiency": 0.51}, "5.0 %"),
        ({"efficiency": 0.501}, "50 %"),
        ({"efficiency": 0.255, "devices": 4}, "5.0 %"),
        ({"efficiency": 0.612, "target": 1.2}, "5.0 %"),
    ],
)
def test_an_efficiency_just_above_the_limit_is_ill_conditioned(
    base: Scenario, changes: dict[str, float], percent: str | None
) -> None:
    scenario = with_changes(base, **changes)
    limit = format(scenario.target_speedup / scenario.devices, "g")
    about_efficiency = [text for text in warnings_of(scenario) if not text.startswith(CHANGED)]
    assert about_efficiency == ([ill_conditioned(limit, percent)] if percent else [])


def test_another_number_of_devices_is_named_with_what_is_assumed(base: Scenario) -> None:
    assert warnings_of(with_changes(base, devices=8)) == [f"{CHANGED}; {assuming_the_same('η, ℓ, V, B', 8)}"]
    assert (
        warnings_of(with_changes(base, devices=8, efficiency=0.7, startup=5e-5, message_bytes=3e6, bandwidth=2e10))
        == []
    )


@pytest.mark.parametrize(
    ("changes", "without"),
    [
        ({}, {}),
        ({"messages": 0}, dict.fromkeys(("startup", "message_bytes", "bandwidth", "overlap"), "Q = 0")),
        ({"message_bytes": 0}, {"bandwidth": "V = 0"}),
        ({"bandwidth": math.inf}, {"message_bytes": "B = ∞"}),
        ({"message_bytes": 0, "startup": 0}, {"bandwidth": "V = 0", "messages": "ℓ = 0", "overlap": "ℓ = 0"}),
        ({"divisible": 0}, {"efficiency": "C = 0", "overlap": "C = 0"}),
    ],
)
def test_what_has_no_effect_is_named_with_its_reason(
    base: Scenario, changes: dict[str, float], without: dict[str, str]
) -> None:
    found = {name: str(reason) for name, reason in Outcome(with_changes(base, **changes)).no_effect.items()}
    assert set(found) == set(without)
    for name, because in without.items():
        assert found[name].startswith(break_even.NO_EFFECT_WHILE)
        assert because in found[name]


def test_exactly_what_does_not_change_the_times_is_without_effect() -> None:
    for scenario in random_scenarios(seed=7, count=150):
        case, _ = exact_of(scenario)
        unmoved = set()
        for name in PARAMETERS:
            there = [case.at(name, value) for value in range_of(case, name)]
            if len({(entry.one_device(), entry.split()) for entry in there}) == 1:
                unmoved.add(name)
        assert set(Outcome(scenario).no_effect) == unmoved, scenario


@pytest.mark.parametrize(
    ("changes", "name", "region"),
    [
        ({}, "divisible", (0.00736 / 3, math.inf)),
        ({}, "startup", (0.0, 0.000925)),
        ({"divisible": 1e-3}, "efficiency", (6.25, math.inf)),  # out of reach, yet a place on the axis
        ({"divisible": 1e-3}, "startup", None),
        ({}, "serial", (0.0, math.inf)),
        ({"divisible": 1e-3}, "serial", None),
        ({}, "overlap", (0.0, math.inf)),
    ],
)
def test_region_in_which_the_target_is_met(
    base: Scenario, changes: dict[str, float], name: str, region: tuple[float, float] | None
) -> None:
    assert Outcome(with_changes(base, **changes)).region(name) == (region and pytest.approx(region, rel=1e-12))


def test_answer_at_another_value_is_that_of_the_changed_scenario(base: Scenario) -> None:
    elsewhere: dict[str, Any] = {"divisible": 1e-3, "bandwidth": math.inf, "efficiency": 1.0, "overlap": 1.0}
    for name, value in elsewhere.items():
        assert Outcome(base).at(name, value) == Outcome(change(base, name, value)).performance


def test_an_answer_is_computed_once_for_each_outcome_and_argument() -> None:
    computed: list[tuple[str, int]] = []

    @answer
    def digits(outcome: Outcome, base: int) -> list[int]:
        computed.append((outcome.scenario.name, base))
        return [base]

    first, second = (Outcome(scenario) for scenario in built_in()[:2])
    value = first.of(digits, 2)
    assert first.of(digits, 2) is value
    assert digits(first, 2) is value, "called as a function it computes nothing anew"
    assert first.of(digits, 10) is not value
    assert second.of(digits, 2) is not value
    assert computed == [(first.scenario.name, 2), (first.scenario.name, 10), (second.scenario.name, 2)]
