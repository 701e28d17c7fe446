"""Links that are not constant: times, thresholds and regions, against the balance itself."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from explorer.answers.break_even.explanations import explanation
from explorer.answers.message_time import MeasuredTime, message_time
from explorer.answers.outcome import Outcome
from explorer.answers.times import Origin
from explorer.model import balance
from explorer.model.thresholds import State
from explorer.scenario.edit import change
from explorer.scenario.library import built_in
from explorer.scenario.links import families
from explorer.scenario.scenario import Scenario
from tests.answers.builders import ALGORITHMS, measured, modelled, with_link
from tests.answers.links.sentences import no_figures
from tests.scenario import sentences as scenario_words


def meets(scenario: Scenario) -> bool:
    performance = Outcome(scenario).performance
    assert performance is not None
    return performance.meets_target


def test_the_base_case_is_a_ring_of_two() -> None:
    one, other = Outcome(built_in()[0]), Outcome(with_link(modelled()))
    assert one.performance is not None
    assert other.performance is not None
    assert other.performance.split_s == pytest.approx(one.performance.split_s, rel=1e-15)
    times = [Outcome(with_link(modelled(), count)).performance for count in range(2, 17)]
    found = [performance.split_s for performance in times if performance is not None]
    assert min(found) == pytest.approx(4.818182e-3, rel=1e-6)
    assert found.index(min(found)) + 2 == 11


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("devices", [2, 3, 8])
def test_thresholds_of_a_modelled_link_are_where_the_answer_turns(algorithm: str, devices: int) -> None:
    link = modelled(algorithm, fully_connected=True, in_switch=True)
    for values in ({}, {"divisible": 0.002}, {"target": 1.2}, {"overlap": 0.5}):
        scenario = with_link(link, devices, **values)
        outcome = Outcome(scenario)
        for name, above in (("bandwidth", True), ("startup", False), ("message_bytes", False)):
            found = outcome.thresholds[name]
            if found.state is not State.FINITE:
                worst, best = (1e6, 1e17) if above else (1e3 if name == "startup" else 1e14, 1e-12)
                assert meets(change(scenario, name, best)) is (found.state is State.ALWAYS), (name, values)
                assert found.state is not State.ALWAYS or meets(change(scenario, name, worst))
                continue
            higher, lower = (meets(change(scenario, name, found.value * (1 + sign * 1e-6))) for sign in (1, -1))
            assert (higher, lower) == (above, not above), (name, values, found)


@pytest.mark.parametrize("name", ["h100-sxm-nccl", "l40s-nccl", "b200-sxm-vllm-custom", "rtx-pro-6000-nccl"])
def test_regions_of_a_measured_link_are_where_the_target_is_met(name: str) -> None:
    for devices, divisible in itertools.product((2, 4, 8), (2e-4, 2e-3, 0.012)):
        scenario = with_link(measured(name), devices, divisible=divisible, serial=0.0)
        regions = Outcome(scenario).size_regions
        for size in np.geomspace(1.0, 1e10, 60):
            within = any(low < size < high for low, high in regions)
            assert meets(change(scenario, "message_bytes", float(size))) is within, (devices, size, regions)


def test_a_number_without_a_curve_has_no_result_by_name() -> None:
    outcome = Outcome(with_link(measured("gb200-nccl"), 8))
    assert outcome.performance is None
    assert str(outcome.missing) == f"the link has {no_figures(8)} (only for N = 2, 4)"
    assert outcome.at("devices", 4) is None
    assert Outcome(with_link(measured("gb200-nccl"), 2)).at("devices", 3) is None


def test_measured_times_are_those_of_the_curve_and_say_so() -> None:
    for found in families():
        link = message_time(with_link(measured(found.id)).communication.link)
        assert isinstance(link, MeasuredTime)
        for curve in found.curves:
            assert link.seconds(np.array(curve.bytes), curve.devices) == pytest.approx(curve.seconds, rel=1e-15)
            for size in (0.0, 1.0, curve.bytes[0], 3.3e6, curve.bytes[-1], 1e12):
                line = link.line(size, curve.devices)
                assert line.startup + line.path_bytes / line.bandwidth == pytest.approx(
                    float(link.seconds(size, curve.devices)), rel=1e-12
                )
                inside = size == 0 or curve.bytes[0] <= size <= curve.bytes[-1]
                assert link.origin(size, curve.devices) is (Origin.MEASURED if inside else Origin.EXTRAPOLATED)


@pytest.mark.parametrize("link", [modelled("best", fully_connected=True), measured("h100-sxm-nccl")])
@pytest.mark.parametrize("name", ["message_bytes", "divisible", "efficiency", "messages", "devices"])
def test_curves_are_the_answers_along_them(link: dict[str, Any], name: str) -> None:
    outcome = Outcome(with_link(link, 4))
    span = outcome.span(name, True)
    assert span is not None
    curves = outcome.curves(name, *span, True)
    assert curves is not None
    assert np.all(np.isfinite(curves.split_s))
    for place in range(0, len(curves.value), 17):
        there = outcome.at(name, float(curves.value[place]))
        assert there is not None
        assert curves.split_s[place] == pytest.approx(there.split_s, rel=1e-12)
    assert outcome.now(name) in curves.value


def test_nodes_take_whole_nodes() -> None:
    network = {"devices_per_node": 8, "alpha_s": 1e-5, "bandwidth_bytes_per_s": 5e10}
    link = modelled("ring", network=network)
    assert Outcome(with_link(link, 12)).performance is None
    flat, wide = (Outcome(with_link(link, count)).phase for count in (8, 32))
    assert flat is not None
    assert wide is not None
    assert balance.message_time(wide) > balance.message_time(flat)
    per = {entry for entry in Outcome(with_link(link, 32)).link.usual_devices(32) if entry > 8}
    assert per == {16, 32, 64, 128, 256}


@pytest.mark.parametrize(("size", "runs"), [(8e3, "recursive_doubling"), (64e6, "halving_doubling")])
def test_between_nodes_the_fastest_runs_where_the_link_leaves_the_choice(size: float, runs: str) -> None:
    network = {"devices_per_node": 4, "alpha_s": 1e-5, "bandwidth_bytes_per_s": 5e10}

    def outcome(algorithm: str) -> Outcome:
        return Outcome(with_link(modelled(algorithm, network=network), 64, message_bytes=size))

    among = ("ring", "recursive_doubling", "halving_doubling", "binomial_tree", "double_binary_tree")
    times = {name: float(outcome(name).link.seconds(size, 64)) for name in among}
    best = outcome("best")
    assert float(best.link.seconds(size, 64)) == times[runs] == min(times.values())
    assert times[runs] < times["ring"]
    assert best.algorithm == runs
    assert balance.message_time(best.phase) == pytest.approx(times[runs])  # type: ignore[arg-type]
    sizes = np.geomspace(1e3, 1e9, 7)
    every = [outcome(name).link.seconds(sizes, 64) for name in among]
    assert best.link.seconds(sizes, 64) == pytest.approx(np.min(every, axis=0), rel=1e-15)


def test_an_edit_of_a_measured_links_bandwidth_is_refused() -> None:
    from explorer.scenario.edit import ScenarioError

    with pytest.raises(ScenarioError, match=scenario_words.TIMES_FROM_CURVES):
        change(with_link(measured("h100-sxm-nccl")), "bandwidth", 1e9)


def test_no_messages_cost_nothing_on_any_link() -> None:
    for link in (modelled("best"), measured("l40s-nccl")):
        outcome = Outcome(with_link(link, 2, messages=0))
        assert outcome.performance is not None
        assert outcome.performance.communication_s == 0
        assert outcome.thresholds["message_bytes"].state is State.NO_EFFECT
        phase = outcome.phase
        assert phase is not None
        assert math.isfinite(float(balance.split_time(replace(phase, overlap=1.0))))


def test_where_smaller_messages_take_longer_the_region_begins_above_zero() -> None:
    curve = {"devices": 2, "bytes": [1e3, 1e4, 1e5, 1e6], "seconds": [1e-5, 2e-5, 1e-5, 1e-4]}
    made = with_link({"kind": "measured", "curves": [curve]}, divisible=1e-4, efficiency=1.0, messages=3)
    outcome = Outcome(change(made, "message_bytes", 1e5))  # 50 µs are saved: three messages of 16.7 µs
    region = outcome.region("message_bytes")
    assert region is not None
    low, high = region
    assert 1e4 < low < 1e5 < high < 1e6
    assert str(explanation(outcome, "message_bytes")).startswith("Between n = ")
    for size, pays in ((low * 0.99, False), (low * 1.01, True), (high * 0.99, True), (high * 1.01, False)):
        assert meets(change(made, "message_bytes", size)) is pays
    small = Outcome(change(made, "message_bytes", 1e3))
    assert small.region("message_bytes") == (0.0, small.thresholds["message_bytes"].value)
    assert str(explanation(small, "message_bytes")).startswith("Below n = ")
