"""What the page "Links" shows of a link, without a window: each against the model itself."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from explorer.answers.algorithm_time import wire_of
from explorer.answers.links import algorithms, by_devices, by_size, device_words, grouping, size_words, words
from explorer.answers.links import speedup_map as link_map
from explorer.answers.links.by_size import Measure, SizeCurve
from explorer.answers.links.library import LibraryRow, library_rows
from explorer.answers.message_time import message_time
from explorer.answers.outcome import Outcome
from explorer.answers.times import MessageTime
from explorer.model import balance
from explorer.model.collectives import costs as collective
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.wire import Wire
from explorer.model.division import divisors
from explorer.scenario.edit import change, replace_at, with_link
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from tests.answers.links import sentences
from tests.model.scenarios import random_scenarios


def row(key: str) -> LibraryRow:
    return next(entry for entry in library_rows() if entry.key == key)


def using(key: str, devices: int | None = None, base: Scenario | None = None) -> Scenario:
    entry = row(key)
    scenario = base or built_in()[0]
    count = entry.on(scenario.devices) if devices is None else devices
    return with_link(scenario, entry.link(count), count, entry.source(count))


def ring(devices: int = 2, **values: Any) -> Scenario:
    link = {"kind": "algorithm", "algorithm": "ring", "alpha_s": 1.5e-5, "bandwidth_bytes_per_s": 1e10}
    scenario = replace_at(built_in()[0], ("communication", "link"), link)
    for name, value in {"devices": devices, **values}.items():
        scenario = change(scenario, name, value)
    return scenario


# The library


def test_the_list_has_each_family_on_each_n_and_each_preset() -> None:
    rows = library_rows()
    assert len({entry.key for entry in rows}) == len(rows)
    assert sum(entry.devices is not None for entry in rows) == 40
    assert {entry.on(16) for entry in rows if entry.devices is None} == {16}


@pytest.mark.parametrize("entry", library_rows(), ids=lambda entry: entry.key)
def test_each_row_becomes_a_link_of_a_scenario_that_notes_its_source(entry: LibraryRow) -> None:
    scenario = with_link(built_in()[0], entry.link(2), entry.on(2), entry.source(2))
    assert scenario.sources["communication.link"].status == entry.status
    assert scenario.sources["communication.link"].source
    assert scenario.sources["communication.link"].preset == entry.id
    assert scenario.devices == (entry.devices or 2)
    assert Outcome(scenario).performance is not None
    assert float(entry.times(2).seconds(1e6, entry.on(2))) == pytest.approx(
        float(Outcome(scenario).link.seconds(1e6, scenario.devices))
    )


def test_words_find_rows_in_any_order() -> None:
    assert [entry.id for entry in library_rows() if entry.matches("nvlink h100 nccl n=4")] == ["h100-sxm-nccl"]
    assert not [entry for entry in library_rows() if entry.matches("nothing such")]


# Time against size


def test_a_measured_link_has_points_line_and_fits() -> None:
    scenario = using("h100-sxm-nccl/4/measured")
    link = Outcome(scenario).link
    curve = by_size.size_curve(link, 4, *by_size.USUAL_SPAN)
    assert curve is not None
    assert len(curve.point_sizes) == 21
    assert np.isin(curve.point_sizes, curve.sizes).all()
    np.testing.assert_allclose(curve.seconds, link.seconds(curve.sizes, 4))
    error = curve.largest_error
    assert error is not None
    sizes, seconds = curve.fitted()
    assert np.isnan(sizes).sum() == len(curve.fits)
    assert (seconds[~np.isnan(seconds)] > 0).all()
    errors = [
        abs((fit.startup + size / fit.bandwidth) / seconds_there - 1)
        for fit in curve.fits
        for size, seconds_there in zip(curve.point_sizes, curve.point_seconds, strict=True)
        if fit.first_size <= size <= fit.last_size
    ]
    assert len(errors) == 21
    assert error == pytest.approx(max(errors))
    assert str(size_words.fit_quality(curve, link, 1e6)) == sentences.fit(4, f"{100 * error:.2g} %")
    assert by_size.size_curve(link, 3, 1.0, 1e6) is None
    again = by_size.size_curve(link, 4, 256.0, 2.0**30)
    assert again is not None
    assert again.fits is curve.fits


def test_bandwidths_are_those_of_the_model() -> None:
    sizes, seconds = np.array([1e6, 1e8]), np.array([2e-5, 1e-3])
    for measure, expected in (
        (Measure.TIME, seconds),
        (Measure.ALGORITHM, collective.algorithm_bandwidth(sizes, seconds)),
        (Measure.BUS, collective.bus_bandwidth(sizes, seconds, 4)),
    ):
        np.testing.assert_allclose(by_size.measured_as(measure, sizes, seconds, 4), expected)
    assert sentences.RING_BANDWIDTH in str(size_words.measure_meaning(Measure.BUS))


def test_reading_says_where_a_time_comes_from() -> None:
    link = Outcome(using("h100-sxm-nccl/4/measured")).link
    assert f", measured {sentences.LOCAL}" in str(size_words.size_reading(link, 1e6, 4, Measure.TIME))
    assert f", extrapolated {sentences.LOCAL}" in str(size_words.size_reading(link, 1e10, 4, Measure.TIME))
    assert str(size_words.size_reading(link, 1e6, 4, Measure.BUS)).split()[1] == "GB/s,"
    base = Outcome(built_in()[0]).link
    assert str(size_words.size_reading(base, 2e6, 2, Measure.TIME)) == sentences.time(
        "230.0 µs", "given", "30 µs", "10 GB/s"
    )


def test_the_fastest_of_several_is_named_for_each_range() -> None:
    fast = curve_of(row("h100-sxm-nccl/4/measured").times(4), 4)
    slow = curve_of(row("l40s-nccl/4/measured").times(4), 4)
    text = str(size_words.fastest_links([("A", fast), ("B", slow)]))
    assert text.startswith(f"A {sentences.FASTEST_EVERYWHERE}, by at least ")
    assert size_words.fastest_links([("A", fast)]) is None
    ring_4 = curve_of(Outcome(ring(4)).link, 4)
    assert " from " in str(size_words.fastest_links([("ring", ring_4), ("L40S", slow)]))


def curve_of(times: MessageTime, devices: int) -> SizeCurve:
    curve = by_size.size_curve(times, devices, *by_size.USUAL_SPAN)
    assert curve is not None
    return curve


def curve_on(link: dict[str, object], devices: int = 2) -> SizeCurve:
    outcome = Outcome(change(replace_at(built_in()[0], ("communication", "link"), link), "devices", devices))
    return curve_of(outcome.link, devices)


def constant(startup_s: float, bandwidth: float) -> dict[str, object]:
    return {"kind": "constant", "startup_s": startup_s, "bandwidth_bytes_per_s": bandwidth}


def test_times_that_are_practically_equal_have_no_winner() -> None:
    plain, near, far = (curve_on(constant(startup, 1e10)) for startup in (3e-5, 3.1e-5, 3.3e-5))
    text = str(size_words.fastest_links([("A", plain), ("B", near)]))
    assert text == f"A and B {sentences.EQUAL} at every size"
    text = str(size_words.practically_equal([("A", plain), ("B", near)], 2e6))
    assert text == sentences.equal_at("2 MB", "A", "B")
    assert size_words.practically_equal([("A", plain), ("C", far)], 1e3) is None
    assert size_words.practically_equal([("A", plain), ("C", far)], 2e6) is not None, "at this size they meet"
    text = str(size_words.fastest_links([("A", plain), ("C", far)]))
    assert text.startswith(f"A {sentences.FASTEST}, A and C {sentences.EQUAL} from ")
    fast, slow = curve_on(constant(1e-5, 1e9)), curve_on(constant(1e-4, 1e11))
    text = str(size_words.fastest_links([("low latency", fast), ("high bandwidth", slow)]))
    assert [part.split(" from ")[0] for part in text.split(", ")] == [
        f"low latency {sentences.FASTEST}", f"low latency and high bandwidth {sentences.EQUAL}", "high bandwidth",
    ]  # fmt: skip


@pytest.mark.parametrize("size", [1e3, 91e3, 1e7])
def test_a_winner_is_named_exactly_where_the_times_differ(size: float) -> None:
    links = {"A": constant(1e-5, 1e9), "B": constant(1e-4, 1e11)}
    times = sorted(Outcome(replace_at(built_in()[0], ("communication", "link"), link)).link.seconds(size, 2)
                   for link in links.values())  # fmt: skip
    equal = size_words.practically_equal([(name, curve_on(link)) for name, link in links.items()], size)
    assert (equal is not None) == (times[1] < 1.05 * times[0])


# Devices


def test_parts_add_up_to_the_golden_times_of_the_ring() -> None:
    rows = by_devices.rows(Outcome(ring(8)))
    by_n = {entry.devices: entry for entry in rows.rows}
    for devices, expected in ((1, 12.8e-3), (2, 9.22e-3), (4, 6.11e-3), (8, 4.915e-3), (16, 5.0375e-3)):
        assert by_n[devices].total_s == pytest.approx(expected, rel=1e-6)
        assert sum(value for _, value in by_n[devices].parts()) == pytest.approx(expected, rel=1e-6)
    assert rows.best.devices == 8
    assert by_n[8].startup_s == pytest.approx(4 * 14 * 15e-6)
    assert f"{sentences.best(8)}: 4.915 ms" in device_texts(Outcome(ring(8)))[0]


def device_texts(outcome: Outcome) -> list[str]:
    """Return what is said of the scenario's link on each N."""
    rows = by_devices.rows(outcome)
    assumed = by_devices.assumed_figures(outcome, [entry.devices for entry in rows.rows])
    return [str(text) for text in device_words.device_sentences(rows, assumed, outcome)]


@pytest.mark.parametrize("own", [2, 8, 16])
def test_the_longest_part_is_named_where_the_scenarios_n_is_not_the_best(own: int) -> None:
    texts = device_texts(Outcome(ring(own)))
    assert any(text.startswith(f"At N = {own} the longest part is ") for text in texts) == (own != 8)


def test_the_best_is_always_among_the_rows() -> None:
    base = built_in()[0]
    listed = [{"devices": n, "value": 0.8} for n in range(2, 402)]
    many = replace_at(ring(2), ("work", "efficiency"), listed)
    outcome = Outcome(many)
    rows = by_devices.rows(outcome)
    assert rows.best.devices == 11
    assert rows.best.total_s == pytest.approx(4.818182e-3, rel=1e-6)
    assert len(rows.rows) == by_devices.MOST
    assert rows.not_listed > 300
    assert device_texts(outcome)[-1] == f"{rows.not_listed} more N are not shown."
    assert [row.devices for row in by_devices.rows(Outcome(base)).rows] == [1, 2, 4, 8]


def test_each_random_scenario_has_rows_that_agree_with_its_answer() -> None:
    for scenario in random_scenarios(11, 120):
        outcome = Outcome(scenario)
        rows = by_devices.rows(outcome)
        for entry in rows.rows[1:]:
            total = sum(value for _, value in entry.parts())
            assert total == pytest.approx(entry.total_s, rel=1e-9, abs=1e-15)
        own = rows.row(scenario.devices)
        if outcome.performance is not None:
            assert own is not None
            assert own.total_s == pytest.approx(outcome.performance.split_s)
        assert all(device_texts(outcome))


def test_n_without_figures_are_left_out_by_name() -> None:
    scenario = using("h100-sxm-nccl/4/measured")
    scenario = replace_at(scenario, ("work", "efficiency"), [{"devices": n, "value": 0.8} for n in (2, 4, 6)])
    assert [entry.devices for entry in by_devices.rows(Outcome(scenario)).rows] == [1, 2, 4]
    texts = device_texts(Outcome(scenario))
    assert sentences.left_out(6, "no figures for the link") in texts
    assert sentences.left_out(8, "no efficiency given") in texts


def test_without_an_answer_the_other_n_are_still_there() -> None:
    outcome = Outcome(using("h100-sxm-nccl/4/measured", 3))
    assert outcome.performance is None
    rows = by_devices.rows(outcome)
    assert [entry.devices for entry in rows.rows] == [1, 2, 4, 8]
    assert rows.left_out == (3,)


# Algorithms


def test_the_fastest_changes_where_costs_cross() -> None:
    wire = Wire(8, 5e-6, 1e11, fully_connected=True)
    comparison = algorithms.compare_by_size(wire)
    assert comparison.fastest[0][1] is Algorithm.ONE_SHOT
    for (_, before), (at, after) in itertools.pairwise(comparison.fastest):
        costs = [float(wire.cost(algorithm, at).seconds) for algorithm in (before, after)]
        assert costs[0] == pytest.approx(costs[1], rel=1e-9)
    texts = [str(text) for text in words.fastest_by_size(comparison)]
    assert texts[0].startswith("Fastest up to ")
    assert texts[-1].startswith("Above ")
    assert algorithms.ranking(wire, 1024 * 1024)[0] == (Algorithm.TWO_SHOT, pytest.approx(28.35008e-6))


@pytest.mark.parametrize("in_switch", [False, True])
def test_algorithms_that_take_as_long_are_named_as_equal(in_switch: bool) -> None:
    wire = Wire(2, 15e-6, 1e10, fully_connected=True, in_switch=in_switch)
    comparison = algorithms.compare_by_size(wire)
    tied = sentences.tied("recursive doubling", "one-shot")
    assert [str(text) for text in words.fastest_by_size(comparison)] == [sentences.fastest_at_every_size(tied)]
    assert (Algorithm.RING, Algorithm.HALVING_DOUBLING, Algorithm.TWO_SHOT) in comparison.equals()
    by_n = [str(text) for text in words.fastest_by_devices(algorithms.compare_by_devices(wire, 2e6))]
    assert by_n[0] == f"{sentences.fastest_algorithm('2')}: {tied}."
    assert by_n[1] == (
        f"{sentences.fastest_algorithm('3')}: {sentences.tied('two-shot', 'in-switch reduction')}."
        if in_switch
        else f"{sentences.fastest_algorithm('3–8')}: two-shot."
    )
    free = words.fastest_by_size(algorithms.compare_by_size(Wire(4, 0.0, np.inf)))
    assert str(free[0]).endswith(
        sentences.tied("ring", "recursive doubling", "halving-doubling", "binomial tree", "double binary tree") + "."
    )
    alone = algorithms.compare_by_size(Wire(8, 5e-6, 1e11, fully_connected=True))
    assert max(map(len, alone.equals())) == 1


def test_figures_suggested_for_a_constant_link_are_those_of_its_ring() -> None:
    assert algorithms.suggested(Outcome(built_in()[0])) == (15e-6, 1e10)
    assert algorithms.suggested(Outcome(using("h100-sxm-nccl/4/measured", 3))) == (5e-6, 1e11)
    alpha, bandwidth = algorithms.suggested(Outcome(using("l40s-nccl/4/measured")))
    assert 1e-6 < alpha < 3e-6
    assert 4e9 < bandwidth < 8e9
    link = ring(4).communication.link
    assert link.kind == "algorithm"
    assert wire_of(link, 4) == Wire(4, 1.5e-5, 1e10)


def test_against_n_each_algorithm_has_the_golden_costs_where_it_can_run() -> None:
    comparison = algorithms.compare_by_devices(Wire(4, 5e-6, 1e11, fully_connected=True), 2.0**20)
    costs = comparison.costs
    assert comparison.along[0] == 2
    assert costs[Algorithm.RING][2] == pytest.approx(45.72864e-6)
    assert costs[Algorithm.TWO_SHOT][6] == pytest.approx(28.35008e-6)
    assert np.isnan(costs[Algorithm.TWO_SHOT][7])
    texts = [str(text) for text in words.fastest_by_devices(comparison)]
    assert f"{sentences.fastest_algorithm('3–8')}: two-shot." in texts
    assert dict(comparison.fastest)[4.0] is Algorithm.TWO_SHOT


# The map


@pytest.mark.parametrize(
    "key", [None, "h100-sxm-nccl/4/measured", "nvlink4/–/algorithm", "l40s-vllm-custom/8/measured"]
)
@pytest.mark.parametrize(("overlap", "target"), [(0.0, 1.0), (0.6, 1.0), (1.0, 1.5), (0.3, 1.2)])
def test_the_map_is_the_model_and_its_line_the_break_even(key: str | None, overlap: float, target: float) -> None:
    scenario = built_in()[0] if key is None else using(key)
    scenario = change(change(scenario, "overlap", overlap), "target", target)
    outcome = Outcome(scenario)
    cells = link_map.speedup_map(outcome, *link_map.ranges(outcome), 24)
    assert cells is not None
    for column in (0, 7, 23):
        there = change(change(scenario, "divisible", float(cells.work[column])), "message_bytes", float(cells.sizes[9]))
        performance = Outcome(there).performance
        assert performance is not None
        assert cells.speedups[9, column] == pytest.approx(performance.speedup, rel=1e-9)
    met = np.isfinite(cells.break_even)
    above = cells.work[np.newaxis, :] > cells.break_even[:, np.newaxis] * (1 + 1e-9)
    assert ((cells.speedups > target) == above)[met].all()
    star = Outcome(change(scenario, "message_bytes", float(cells.sizes[5]))).thresholds["divisible"].value
    if math.isfinite(star):
        assert cells.break_even[5] == pytest.approx(star, rel=1e-9)


def test_the_map_does_not_change_with_what_is_on_its_axes() -> None:
    base = built_in()[0]
    moved = change(change(base, "divisible", 1.0), "message_bytes", 5.0)
    assert link_map.base(base) == link_map.base(moved)
    assert link_map.base(base) != link_map.base(change(base, "messages", 5))


def test_a_map_holds_while_the_scenario_is_well_within_it() -> None:
    base = using("h100-sxm-nccl/4/measured")
    outcome = Outcome(base)
    cells = link_map.speedup_map(outcome, *link_map.ranges(outcome), 12)
    assert cells is not None
    assert cells.holds(outcome)
    for name, (low, high) in zip(("divisible", "message_bytes"), cells.ranges, strict=True):
        for value, within in ((1.51 * low, True), (1.49 * low, False), (high / 1.51, True), (high / 1.49, False)):
            assert cells.holds(Outcome(change(base, name, value))) == within, (name, value)
    for name, value in (("messages", 5), ("target", 1.2), ("devices", 2), ("overlap", 0.5)):
        assert not cells.holds(Outcome(change(base, name, value))), name
    assert cells.holds(Outcome(base.model_copy(update={"name": "another", "notes": "other words"})))


@pytest.mark.parametrize("work", [0.0, 1e-9, 1e3])
def test_a_new_map_holds_its_scenario(work: float) -> None:
    outcome = Outcome(change(using("h100-sxm-nccl/4/measured"), "divisible", work))
    cells = link_map.speedup_map(outcome, *link_map.ranges(outcome), 12)
    assert cells is not None
    assert cells.holds(outcome) == (work > 0), "no logarithmic axis holds 0"


def test_random_scenarios_have_maps_without_a_fault() -> None:
    for scenario in random_scenarios(5, 80):
        outcome = Outcome(scenario)
        cells = link_map.speedup_map(outcome, *link_map.ranges(outcome), 12)
        assert (cells is None) == (outcome.phase is None)
        assert cells is None or not np.isnan(cells.speedups).any()
        assert all(str(text) for text in words.map_sentences(outcome, draggable=True))


# Grouping


def test_grouping_is_the_scenario_with_fewer_larger_messages() -> None:
    scenario = change(ring(4), "messages", 24)
    groups = grouping.grouping(Outcome(scenario))
    assert groups is not None
    assert groups.k == (1, 2, 3, 4, 6, 8, 12, 24)
    for k, split in zip(groups.k, groups.split_s, strict=True):
        grouped = change(change(scenario, "messages", 24 // k), "message_bytes", k * 2e6)
        performance = Outcome(grouped).performance
        assert performance is not None
        assert split == pytest.approx(performance.split_s, rel=1e-12)
    assert groups.k[groups.best] == 24
    assert groups.first_s[-1] == pytest.approx(groups.split_s[-1])
    assert (np.diff(groups.first_s) > 0).all()


def test_a_measured_curve_can_stop_paying_before_all_are_one() -> None:
    beginnings = set()
    for key in ("l40s-vllm-custom/8/measured", "b200-sxm-nccl/8/measured", "h100-sxm-vllm-custom/2/measured"):
        scenario = change(change(using(key), "messages", 64), "message_bytes", 16e3)
        outcome = Outcome(scenario)
        groups = grouping.grouping(outcome)
        assert groups is not None
        assert groups.split_s[groups.best] == groups.split_s.min()
        assert groups.enough <= groups.best
        beginnings |= {str(text)[:10] for text in words.grouping_sentences(groups, outcome)}
    assert sentences.BEST_GROUP in beginnings


def test_nothing_to_group_is_said() -> None:
    for count in (0, 1):
        outcome = Outcome(change(built_in()[0], "messages", count))
        assert grouping.grouping(outcome) is None
        assert str(words.grouping_sentences(None, outcome)[0]) == sentences.NOTHING_TO_GROUP
    none = Outcome(using("h100-sxm-nccl/4/measured", 3))
    assert sentences.no_figures(3) in str(words.grouping_sentences(grouping.grouping(none), none)[0])


def test_divisors_of_the_largest_count_come_at_once() -> None:
    assert len(divisors(10**9)) == 100
    outcome = Outcome(change(built_in()[0], "messages", 10**9))
    assert grouping.grouping(outcome) is not None
    assert balance.split_time(outcome.phase) > 0  # type: ignore[arg-type]
    assert message_time(outcome.scenario.communication.link).has(2)
