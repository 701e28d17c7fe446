"""The number of devices as an axis, against each N tried by itself."""

from __future__ import annotations

import math
import random
import re
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from explorer.answers import device_axis
from explorer.answers.break_even.explanations import explanation
from explorer.answers.outcome import Outcome
from explorer.scenario.edit import change, replace_at
from explorer.scenario.parameters import MOST_DEVICES
from explorer.scenario.scenario import Scenario
from tests.answers.break_even import sentences as break_even
from tests.model.scenarios import random_scenarios

MOST = 300
LISTED = (2, 3, 4, 8, 16, 32, 64, 128, 256)


def with_lists(scenario: Scenario, rng: random.Random, *, links: bool, efficiencies: bool) -> Scenario:
    """Return the scenario with figures of their own for some N, the scenario's own N among those with an efficiency."""
    raw: dict[str, Any] = scenario.model_dump()
    if links:
        link = raw["communication"]["link"]
        link["by_devices"] = [
            {
                "devices": count,
                "startup_s": link["startup_s"] * rng.choice((0.0, 0.1, 1.0, 10.0)),
                "bandwidth_bytes_per_s": link["bandwidth_bytes_per_s"] * rng.choice((0.1, 1.0, 10.0)),
            }
            for count in rng.sample(LISTED, rng.randint(1, 5))
        ]
    if efficiencies:
        counts = {*rng.sample(LISTED, rng.randint(1, 5)), scenario.devices}
        raw["work"]["efficiency"] = [
            {"devices": count, "value": rng.choice((0.1, 0.4, 0.7, 0.95, 1.1))} for count in counts
        ]
    return Scenario.model_validate(raw)


KINDS = ("single", "link", "efficiency", "link and efficiency")


@cache
def drawn(kind: str) -> tuple[tuple[Scenario, dict[int, bool]], ...]:
    """Return scenarios, each with what trying every N says."""
    rng = random.Random(kind)
    links, efficiencies = "link" in kind, "efficiency" in kind
    made = (
        with_lists(scenario, rng, links=links, efficiencies=efficiencies)
        for scenario in random_scenarios(seed=len(kind), count=40)
        if scenario.devices <= MOST
    )
    return tuple((scenario, tried(scenario)) for scenario in made)


def tried(scenario: Scenario) -> dict[int, bool]:
    """Return whether the target is met, for each N that has figures, by changing the scenario to that N."""
    listed = scenario.work.efficiency
    counts = range(2, MOST + 1) if not isinstance(listed, tuple) else sorted(entry.devices for entry in listed)
    found = {count: Outcome(change(scenario, "devices", count)).performance for count in counts}
    assert None not in found.values()
    return {count: performance.meets_target for count, performance in found.items() if performance}


def told(scenario: Scenario) -> str:
    return str(explanation(Outcome(scenario), "devices"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_that_meets_the_target_is_the_first_found_by_trying(kind: str) -> None:
    for scenario, found in drawn(kind):
        met = Outcome(scenario).devices_met
        assert met is not None
        first = next((count for count, meets in found.items() if meets), None)
        if first is None:
            assert met.first is None or met.first > MOST, scenario
        else:
            assert met.first == first, scenario


@pytest.mark.parametrize("kind", KINDS)
def test_the_runs_are_those_found_by_trying(kind: str) -> None:
    for scenario, found in drawn(kind):
        met = Outcome(scenario).devices_met
        assert met is not None
        for count, meets in found.items():
            assert any(first <= count <= last for first, last in met.runs) is meets, (scenario, count)
        assert all(last < after[0] for (_, last), after in pairwise(met.runs))


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_sentence_says_of_every_number_is_true(kind: str) -> None:
    for scenario, found in drawn(kind):
        sentence = told(scenario)
        claim = re.match(r"For N ≥ (\d+), with|At N = ([\d, –…]+?),? (?:\(of the listed N|splitting|[\d.]+×)", sentence)
        said: set[int] = set()
        for run in (claim[2].split(", ") if claim and claim[2] else []) if claim else []:
            first, _, last = run.replace("…", f"–{MOST}").partition("–")
            said |= set(range(int(first), int(last or first) + 1))
        if claim and claim[1]:
            said = set(range(int(claim[1]), MOST + 1))
        assert said & set(found) == {count for count, meets in found.items() if meets}, sentence


@pytest.mark.parametrize("kind", KINDS)
def test_the_drawn_scenarios_are_of_every_sort(kind: str) -> None:
    found = [Outcome(scenario).devices_met for scenario, _ in drawn(kind)]
    firsts = [met.first for met in found if met is not None]
    assert None in firsts
    assert 2 in firsts
    assert len(set(firsts)) > 3
    assert any((met.runs and met.runs[-1][1] < math.inf) or len(met.runs) > 1 for met in found if met) is (
        kind != "single"
    )


def link_at(scenario: Scenario, *entries: tuple[int, float, float]) -> Scenario:
    keys = ("devices", "startup_s", "bandwidth_bytes_per_s")
    return replace_at(
        scenario, ("communication", "link", "by_devices"), [dict(zip(keys, entry, strict=True)) for entry in entries]
    )


def efficient_at(scenario: Scenario, values: dict[int, float]) -> Scenario:
    entries = [{"devices": count, "value": value} for count, value in values.items()]
    return replace_at(scenario, ("work", "efficiency"), entries)


def test_the_base_case_meets_the_target_from_two_on(base: Scenario) -> None:
    met = Outcome(base).devices_met
    assert met == device_axis.DevicesMet(((2, math.inf),), None)
    assert told(base) == break_even.from_devices(2)
    assert Outcome(base).region("devices") == (2.0, math.inf)


def test_a_higher_target_takes_more_devices(base: Scenario) -> None:
    scenario = change(base, "target", 3.0)
    assert [tried(scenario)[count] for count in (5, 6)] == [False, True]
    assert told(scenario) == break_even.from_devices(6, break_even.met("3×"))
    assert told(change(base, "target", 100.0)) == break_even.no_devices("65,536", "100×")


def test_an_exact_tie_is_not_met(base: Scenario) -> None:
    scenario = change(change(base, "messages", 0), "efficiency", 0.25)
    assert not tried(scenario)[4]
    assert Outcome(scenario).devices_met == device_axis.DevicesMet(((5, math.inf),), None)


@pytest.mark.parametrize(
    ("target", "first"), [(65.5345, MOST_DEVICES - 1), (65.5355, MOST_DEVICES), (65.536, None), (65.5365, None)]
)
def test_no_more_devices_than_can_be_entered_are_named(base: Scenario, target: float, first: int | None) -> None:
    scenario = change(change(base, "messages", 0), "serial", 0.0)
    met = Outcome(change(change(scenario, "efficiency", 1e-3), "target", target)).devices_met
    assert met is not None
    assert met.first == first


def test_a_bad_link_of_one_number_is_named(base: Scenario) -> None:
    scenario = link_at(base, (8, 1.0, 1e9), (16, 30e-6, 1e10))
    assert Outcome(scenario).devices_met == device_axis.DevicesMet(((2, 7.0), (9, math.inf)), None)
    assert told(scenario) == break_even.at_devices("2–7, 9…")
    assert Outcome(scenario).region("devices") == (2.0, 7.0)


def test_a_good_link_of_one_number_does_not_stand_for_its_neighbours(base: Scenario) -> None:
    """At 100 Mbyte/s splitting never pays but for N = 4, whose link is fast."""
    scenario = link_at(change(base, "bandwidth", 1e8), (4, 1e-6, 1e12))
    assert [count for count, meets in tried(scenario).items() if meets] == [4]
    assert Outcome(scenario).region("devices") == (4.0, 4.0)
    assert told(scenario) == break_even.at_devices("4")


def test_a_good_link_just_below_the_others_joins_them(base: Scenario) -> None:
    scenario = link_at(change(base, "target", 3.0), (5, 0.0, 1e13))
    assert [count for count, meets in tried(scenario).items() if meets][:3] == [5, 6, 7]
    assert Outcome(scenario).devices_met == device_axis.DevicesMet(((5, math.inf),), None)
    assert Outcome(scenario).region("devices") == (5.0, math.inf)


def test_a_bad_link_where_the_others_begin_moves_the_beginning(base: Scenario) -> None:
    scenario = link_at(change(base, "target", 3.0), (6, 1.0, 1e9))
    assert [count for count, meets in tried(scenario).items() if meets][:3] == [7, 8, 9]
    assert Outcome(scenario).devices_met == device_axis.DevicesMet(((7, math.inf),), None)


def test_only_listed_numbers_count_where_efficiencies_are_listed(base: Scenario) -> None:
    scenario = efficient_at(base, {16: 0.05, 8: 0.5, 4: 0.7, 2: 0.4})
    assert Outcome(scenario).devices_met == device_axis.DevicesMet(((4, 8.0),), (2, 4, 8, 16))
    assert told(scenario) == break_even.of_listed("4, 8", "2, 4, 8, 16")
    none = efficient_at(base, {2: 0.4, 4: 0.2})
    assert Outcome(none).devices_met == device_axis.DevicesMet((), (2, 4))
    assert told(none) == break_even.none_listed("2, 4")


@pytest.mark.parametrize("logarithmic", [True, False])
@pytest.mark.parametrize(("low", "high"), [(1.8, 1100.0), (1.0, 16.0), (2.0, 2.9), (2.2, 65536.0), (0.5, 1e6)])
def test_counts_are_whole_and_within_the_range(base: Scenario, low: float, high: float, logarithmic: bool) -> None:
    at = device_axis.counts(base, low, high, logarithmic=logarithmic, points=240).tolist()
    first, last = max(math.ceil(low), 2), min(math.floor(high), MOST_DEVICES)
    assert (at[0], at[-1]) == (first, last)
    assert at == sorted(set(at))
    assert len(at) <= 241
    if last - first < 100 and not logarithmic:
        assert at == list(range(first, last + 1))


def test_numbers_with_figures_of_their_own_are_points(base: Scenario) -> None:
    scenario = link_at(change(base, "devices", 777), (601, 1e-6, 1e9), (5003, 1e-6, 1e9))
    at = device_axis.counts(scenario, 2, 60000, logarithmic=False, points=50)
    assert {601, 777, 5003} <= set(at.tolist())
    assert 5003 not in device_axis.counts(scenario, 2, 5000, logarithmic=False, points=50)
    listed = efficient_at(base, {64: 0.3, 2: 0.8, 8: 0.6})
    assert device_axis.counts(listed, 2, 60, logarithmic=True, points=240).tolist() == [2, 8]


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_at_a_number_is_that_of_the_changed_scenario(kind: str) -> None:
    for scenario, _ in drawn(kind):
        outcome = Outcome(scenario)
        for count in (2, 3, 4, 7, 8, 64, 300):
            assert outcome.at("devices", count) == Outcome(change(scenario, "devices", count)).performance, count


@pytest.mark.parametrize("kind", KINDS)
def test_the_curve_at_a_number_is_that_of_the_changed_scenario(kind: str) -> None:
    for scenario, _ in drawn(kind)[:12]:
        outcome = Outcome(scenario)
        curves = outcome.curves("devices", 1.8, 300.0, True)
        assert curves is not None
        assert scenario.devices in curves.value
        for place, count in enumerate(curves.value.astype(int).tolist()):
            there = outcome.at("devices", count)
            assert there is not None
            assert curves.one_device_s[place] == there.one_device_s
            assert curves.split_s[place] == pytest.approx(there.split_s, rel=1e-14)
            assert curves.bound_s[place] == pytest.approx(there.overlap_bound_s, rel=1e-14)
            assert curves.speedup[place] == pytest.approx(there.speedup, rel=1e-14)


def test_a_number_without_an_efficiency_has_no_phase(base: Scenario) -> None:
    scenario = efficient_at(base, {2: 0.8, 8: 0.6})
    outcome = Outcome(scenario)
    assert outcome.phase is not None
    there = device_axis.phase_at(scenario, outcome.phase, np.array([2, 8]))
    assert np.asarray(there.efficiency).tolist() == [0.8, 0.6]
    assert np.asarray(there.devices).tolist() == [2.0, 8.0]
    assert outcome.at("devices", 4) is None
