"""A scenario's devices under load: figures, words, simulated runs, CSV."""

from __future__ import annotations

import csv
import io
import math
import time

import numpy as np
import pytest

from explorer.answers.load import designs, ranking, simulation, tables, words
from explorer.answers.load.designs import DesignComparison, DesignKind
from explorer.answers.load.ranking import MeanSource
from explorer.answers.load.simulation import BackgroundRuns
from explorer.answers.outcome import Outcome
from explorer.answers.parallelism import divisions
from explorer.model.queueing.serving import Accuracy
from explorer.scenario import file
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in, resource
from explorer.scenario.scenario import Scenario
from tests.answers.builders import without_answer
from tests.answers.load import sentences
from tests.model.scenarios import random_scenarios


def compared(scenario: Scenario, dispatch: str = "shared", **numbers: float) -> DesignComparison:
    for name, value in numbers.items():
        scenario = change(scenario, name, value)
    return designs.compare(Outcome(replace_at(scenario, ("load", "dispatch"), dispatch)))


def means_ms(found: DesignComparison) -> list[float]:
    return [round(1e3 * served.mean_s, 6) for served in found.served]


def said(found: DesignComparison, known: simulation.SimulatedRuns | None = None) -> list[str]:
    return [str(words.verdict(found, known or {})), *map(str, words.rest(found))]


def larger() -> tuple[Scenario, ...]:
    """The shipped scenarios of a model that does not fit on one device."""
    return file.read(resource("scenarios", "tensor-or-pipeline.json"))


def run_own(found: DesignComparison) -> simulation.SimulatedRuns:
    """Simulate the scenario's own rate alone."""
    return simulation.run_all([task for task in simulation.wanted(found) if task.rate == found.rate])


# Figures


@pytest.mark.parametrize(
    ("rate", "cv2", "dispatch", "split", "replicas"),
    [
        (30, 1, "shared", 12.745369, 13.289920),
        (30, 1, "random", 12.745369, 15.841584),
        (30, 0, "random", 10.982685, 14.320792),
        (30, 0, "shared", 10.982685, 13.044960),
        (80, 1, "shared", 35.137195, 17.347558),
        (80, 0, "shared", 22.178598, 15.073779),
    ],
)
def test_means_are_those_of_the_queues(
    base: Scenario, rate: float, cv2: float, dispatch: str, split: float, replicas: float
) -> None:
    found = compared(base, dispatch, arrivals=rate, service_cv2=cv2)
    assert means_ms(found)[:2] == [split, replicas]


@pytest.mark.parametrize(
    ("cv2", "dispatch", "rate"),
    [(1, "shared", 34.0436), (1, "random", 60.6697), (0, "random", 71.7673), (0, "shared", 53.0517)],
)
def test_replicas_overtake_where_the_model_says(base: Scenario, cv2: float, dispatch: str, rate: float) -> None:
    found = compared(base, dispatch, service_cv2=cv2)
    assert found.overtakes[DesignKind.REPLICAS] == pytest.approx(rate, abs=1e-4)


@pytest.mark.parametrize(
    ("target", "split", "replicas"), [(12, 25.127, 0), (13, 31.537, 19.380), (15, 41.793, 59.839), (20, 58.460, 93.75)]
)
def test_what_a_target_allows(base: Scenario, target: float, split: float, replicas: float) -> None:
    found = compared(base, latency_target=target * 1e-3)
    assert [served.within_per_s for served in found.served[:2]] == pytest.approx([split, replicas], abs=1e-3)


def test_p99_of_the_split_is_exact_with_exponential_service(base: Scenario) -> None:
    split = compared(base).of(DesignKind.SPLIT)
    assert split is not None
    assert split.p99_s == pytest.approx(58.695e-3, abs=1e-6)
    alike = compared(base, service_cv2=0).of(DesignKind.SPLIT)
    assert alike is not None
    assert alike.p99_s is None


def test_the_pipeline_is_that_of_the_plan(base: Scenario) -> None:
    line = compared(base, service_cv2=0, arrivals=0).of(DesignKind.PIPELINE)
    assert line is not None
    assert (line.mean_s, line.saturation_per_s) == pytest.approx((13.03e-3, 156.25))
    blocking = designs.compare(Outcome(replace_at(base, ("pipeline", "blocking_sends"), True))).of(DesignKind.PIPELINE)
    assert blocking is not None
    assert blocking.saturation_per_s == pytest.approx(150.830, abs=1e-3)
    assert blocking.design.stages == 2


def test_unequal_stages_count_as_those_that_make_up_the_latency(base: Scenario) -> None:
    uneven = replace_at(base, ("pipeline", "stage_times_s"), [10e-3, 1e-3])
    line = designs.compare(Outcome(uneven)).of(DesignKind.PIPELINE)
    assert line is not None
    assert (line.design.stages, line.stages, line.accuracy) == (1, 2, Accuracy.LOWER_BOUND)
    assert line.saturation_per_s == pytest.approx(100)


@pytest.mark.parametrize("scenario", random_scenarios(6, 25), ids=lambda scenario: scenario.name)
def test_any_scenario_has_figures_and_words(scenario: Scenario) -> None:
    for rate in (0.0, scenario.load.arrival_per_s, 1e9):
        found = compared(scenario, arrivals=rate)
        for served in found.served:
            assert served.mean_s >= served.design.latency
            assert served.settles == (rate < served.saturation_per_s)
        shown = designs.reach(found)
        if shown is not None:
            drawn = designs.curves(found, shown)
            assert (np.diff(drawn.rates) > 0).all()
            for curve in drawn.means.values():
                assert not np.isnan(curve).any()
        assert all("nan" not in text and "{" not in text for text in said(found))


# What is shown


def test_what_is_shown_holds_saturations_and_the_scenarios_rate(base: Scenario) -> None:
    shown = designs.reach(compared(base))
    assert shown is not None
    assert not shown.logarithmic
    assert shown.low == 0
    assert 156.25 < shown.high < 200
    assert shown.shortest_s < 9.22e-3
    assert 58e-3 < shown.longest_s < 1
    far = designs.reach(compared(base, arrivals=1e6))
    assert far is not None
    assert far.logarithmic
    assert far.low < 108
    assert far.high > 1e6


def test_a_target_that_is_near_is_within_what_is_shown(base: Scenario) -> None:
    near = designs.reach(compared(base, latency_target=2e-3))
    far = designs.reach(compared(base, latency_target=1e-9))
    usual = designs.reach(compared(base))
    assert near is not None
    assert near.shortest_s < 2e-3
    assert far == usual


def test_curves_are_computed_once_for_all_rates_of_the_scenario(base: Scenario) -> None:
    found, later = compared(base), compared(base, arrivals=44)
    shown = designs.reach(found)
    assert shown is not None
    assert designs.curves(found, shown) is designs.curves(later, shown)
    assert designs.curves(compared(base, divisible=11e-3), shown) is not designs.curves(found, shown)


# Words


def test_the_base_case_in_words(base: Scenario) -> None:
    assert said(compared(base, latency_target=13e-3)) == [
        sentences.fastest("30 /s", "split", "12.75 ms", "replicas +4.3 %, pipeline ≥ +14 %"),
        sentences.REPLICAS_WIN,
        "Above 44.16 /s at the earliest the pipeline is faster.",
    ]


def test_requests_alike_leave_nothing_but_exact_and_one_approximation(base: Scenario) -> None:
    found = compared(base, service_cv2=0)
    assert [str(told) for told in words.accuracy(found)] == [
        "split: mean exact, p99 simulated, 50,000 requests",
        "replicas: mean an approximation (Allen and Cunneen), p99 simulated, 50,000 requests",
        "pipeline: mean exact, p99 simulated, 50,000 requests",
    ]
    assert str(words.signs(found, {})) == "≈ approximation (Allen–Cunneen), ~ simulated, all else exact"
    assert said(found)[0] == sentences.fastest("30 /s", "split", "10.98 ms", "replicas ≈ +19 %, pipeline +26 %")
    assert "Above 60.6 /s the pipeline is faster than the split." in said(found)


def test_what_is_saturated_is_told(base: Scenario) -> None:
    assert said(compared(base, arrivals=120))[0] == (
        sentences.fastest("120 /s", "replicas", "31.21 ms", "split saturated, pipeline ≥ +9.6 %")
    )
    assert said(compared(base, arrivals=200))[0] == (sentences.saturated("200 /s"))


def test_a_split_that_never_or_always_wins_is_told(base: Scenario) -> None:
    loses = said(compared(base, bandwidth=1e9))
    assert "Replicas are as fast as the split or faster at any rate." in loses
    assert "With few requests the pipeline is as fast as the split or faster." in loses
    alike = said(compared(base, bandwidth=1e9, service_cv2=0))
    assert "The pipeline is as fast as the split or faster at any rate." in alike
    gains = said(compared(change(base, "message_bytes", 0), messages=0, efficiency=1.2, serial=0))
    assert "The split is faster than replicas at any rate." in gains


def test_a_design_that_is_missing_is_told_with_the_reason(base: Scenario) -> None:
    found = designs.compare(Outcome(without_answer(base)))
    told = said(found)
    assert told[0].endswith("no split).")
    assert told[1] == sentences.NO_SPLIT
    assert found.overtakes == {}


def test_no_work_takes_no_time_and_saturates_nowhere(base: Scenario) -> None:
    found = compared(base, serial=0, divisible=0)
    assert said(found)[0] == sentences.fastest("30 /s", "replicas", "0 s", "split 946.1 µs, pipeline 230.0 µs")
    assert words.together(found) == [
        (pytest.approx(1086.96, abs=0.01), words.NAMES[DesignKind.SPLIT], DesignKind.SPLIT)
    ]
    nothing = compared(base, serial=0, divisible=0, messages=0, hop_bytes=0, startup=0)
    assert designs.reach(nothing) is None
    assert said(nothing)[-1] == sentences.NEVER_SATURATED


def test_next_to_no_work_and_very_long_hops(base: Scenario) -> None:
    slow = {"kind": "constant", "startup_s": 1e9, "bandwidth_bytes_per_s": math.inf}
    found = compared(replace_at(base, ("pipeline", "link"), slow), serial=0, divisible=1e-300, service_cv2=0)
    line = found.of(DesignKind.PIPELINE)
    assert line is not None
    assert (line.mean_s, line.design.stages) == (1e9, 2)


def test_as_many_devices_as_there_can_be(base: Scenario) -> None:
    found = compared(base, devices=65536)
    assert said(found)[0] == sentences.fastest("30 /s", "split", "1.814 ms", "replicas 12.80 ms, pipeline ≥ 15.09 s")
    assert str(words.accuracy(found)[-1]).endswith("p99 not simulated with more than 256 stages")
    assert simulation.wanted(found) == []


def test_the_reading_of_another_rate(base: Scenario) -> None:
    assert str(words.reading(compared(base), 80.0, {})) == (
        f"At 80 /s: {sentences.reading('split 35.14 ms (p99 161.8 ms', '74 %')}, "
        f"{sentences.reading('replicas 17.35 ms (p99 73.58 ms', '51 %')}, pipeline ≥ 19.74 ms (51 % busy)."
    )
    assert str(words.reading(compared(base), 120.0, {})).startswith("At 120 /s: split saturated, replicas ")


def test_the_reading_has_what_was_simulated(base: Scenario) -> None:
    found = compared(base)
    told = str(words.reading(found, 80.0, simulation.run_all(simulation.wanted(found))))
    assert f"pipeline ≥ 19.74 ms ({sentences.SIMULATED} " in told


def test_the_footnote_names_model_and_accuracy(base: Scenario) -> None:
    told = str(words.footnote(compared(base, "random"), {}))
    assert told.startswith(f"{sentences.queue_model(sentences.RANDOM_QUEUE)}split: mean exact")
    assert told.endswith(sentences.FIRST_ORDER)


# Simulated runs


def test_runs_agree_with_what_is_known_exactly(base: Scenario) -> None:
    found = compared(base, arrivals=60)
    split = found.of(DesignKind.SPLIT)
    assert split is not None
    run = simulation.run(simulation.at_rate(split, found))
    assert run is not None
    assert run.mean == pytest.approx(split.mean_s, rel=0.05)
    assert run.percentiles[0] == pytest.approx(split.p99_s, rel=0.1)


def test_only_what_has_no_closed_form_is_simulated(base: Scenario) -> None:
    tasks = simulation.wanted(compared(base))
    assert {task.design.stages for task in tasks} == {2}
    assert tasks[0].rate == 30
    alike = compared(base, service_cv2=0)
    assert len(simulation.wanted(alike)) == 3 + sum(len(simulation.along(served, alike)) for served in alike.served)
    assert simulation.wanted(compared(base, service_cv2=0, arrivals=120))[0].rate == 120
    assert len(simulation.wanted(compared(base, arrivals=200))) == len(simulation.UTILISATIONS)


def test_the_point_lies_on_the_curve_and_the_seed_holds(base: Scenario) -> None:
    found = compared(base, service_cv2=0, arrivals=70)
    known = simulation.run_all(simulation.wanted(found))
    assert known == simulation.run_all(simulation.wanted(found))
    for served in found.served:
        rates, tails = simulation.curve(served, found, known)
        assert 70 in rates
        assert (np.diff(rates) > 0).all()
        assert (np.diff(tails) >= 0).all()
        assert tails[0] == pytest.approx(served.design.latency)


def test_a_lower_bound_never_wins_over_a_figure(base: Scenario) -> None:
    found = compared(base, "random", arrivals=60)
    assert said(found)[0] == (
        sentences.undecided("60 /s", "split 20.64 ms (replicas +0.70 %); the pipeline takes at least 17.02 ms.")
    )
    known = run_own(found)
    assert said(found, known)[0].startswith(
        sentences.fastest("60 /s", "split", "20.64 ms (replicas +0.70 %, pipeline ~ +7")
    )
    line = found.of(DesignKind.PIPELINE)
    assert line is not None
    assert ranking.mean(line, found, known).seconds == pytest.approx(22.09e-3, rel=0.01)
    assert f"pipeline: mean simulated {sentences.bound('17.02 ms')}" in str(words.accuracy(found, known)[-1])


def test_what_is_never_simulated_stays_open(base: Scenario) -> None:
    found = compared(base, "random", devices=300, arrivals=2000, hop_bytes=0, startup=0, divisible=1.0)
    line = found.of(DesignKind.PIPELINE)
    assert line is not None
    assert not simulation.is_simulated(line, found)
    told = said(found)[0]
    assert told.startswith("At 2000 /s ")
    assert sentences.UNDECIDED not in told


def test_a_design_alone_is_the_fastest_with_any_figure(base: Scenario) -> None:
    found = compared(change(base, "weights", 100e9), arrivals=120)
    assert said(found)[0] == (
        sentences.fastest("120 /s", "pipeline", "≥ 34.22 ms", "split saturated, " + sentences.REPLICAS_TOO_LARGE)
    )


def test_a_simulated_mean_is_never_below_its_bound(base: Scenario) -> None:
    for rate in (0.1, 1.0, 5.0, 80.0):
        found = compared(base, arrivals=rate)
        known = run_own(found)
        line = found.of(DesignKind.PIPELINE)
        assert line is not None
        shown = ranking.mean(line, found, known)
        assert shown.source is MeanSource.SIMULATED
        assert shown.seconds >= line.mean_s


def test_where_nothing_arrives_all_is_exact(base: Scenario) -> None:
    for cv2 in (0.0, 1.0):
        found = compared(base, arrivals=0, service_cv2=cv2)
        assert said(found)[0] == sentences.fastest("0 /s", "split", "9.220 ms", "replicas +39 %, pipeline +41 %")
        assert [served.p99_s is None for served in found.served] == [False] * 3
        assert run_own(found) == {} or cv2 == 1  # the curve of what varies begins with a run
    line = compared(base, arrivals=0).of(DesignKind.PIPELINE)
    assert line is not None
    drawn = simulation.run(simulation.RunRequest(line.design, 0.0, 1.0))
    assert drawn is not None
    assert drawn.percentiles[0] == pytest.approx(line.p99_s, rel=0.03)


# Memory and nodes


def test_designs_are_the_pure_divisions_of_the_page_divide() -> None:
    for scenario in larger():
        outcome = Outcome(scenario)
        rows = {row.key: row for row in divisions.plan(outcome).rows}
        count = scenario.devices
        found = designs.compare(outcome)
        for kind, key in (
            (DesignKind.SPLIT, (count, 1, 1)),
            (DesignKind.REPLICAS, (1, 1, count)),
            (DesignKind.PIPELINE, (1, count, 1)),
        ):
            served = found.of(kind)
            assert served is not None
            assert served.design.latency == rows[key].latency_s
            assert (served.fits, served.memory_bytes) == (rows[key].fits, rows[key].memory_bytes)


def test_what_does_not_fit_never_wins_and_is_told(base: Scenario) -> None:
    found = compared(change(base, "weights", 100e9), service_cv2=0, arrivals=80)
    assert found.overtakes.keys() == {DesignKind.PIPELINE}
    assert said(found)[0] == (
        sentences.fastest("80 /s", "pipeline", "16.39 ms", "split +35 %, " + sentences.REPLICAS_TOO_LARGE)
    )
    assert said(found)[1] == sentences.too_large("replicas 100 GB")
    assert [kind for _, _, kind in words.together(found)] == [DesignKind.SPLIT, DesignKind.PIPELINE]
    nothing = compared(change(base, "weights", 1e12))
    assert said(nothing)[0] == sentences.NOTHING_FITS
    assert nothing.overtakes == {}
    full = compared(change(base, "weights", 100e9), arrivals=1000)
    assert said(full)[0] == "At 1000 /s every design that fits in memory is saturated."


def test_a_split_over_nodes_counts_the_network() -> None:
    (scenario,) = (one for one in larger() if one.name.startswith("Two nodes"))
    found = designs.compare(Outcome(scenario))
    split, performance = found.of(DesignKind.SPLIT), Outcome(scenario).performance
    assert split is not None
    assert performance is not None
    assert split.mean_s > performance.split_s
    assert found.over_nodes
    assert any(text.endswith("with the network between nodes.") for text in said(found))
    assert not designs.compare(Outcome(built_in()[0])).over_nodes


# The curves of what is simulated


def test_p99_of_equal_requests_begins_with_the_latency_and_has_no_coarse_kink(base: Scenario) -> None:
    for devices in (2, 4):
        found = compared(base, service_cv2=0, devices=devices)
        known = simulation.run_all(simulation.wanted(found))
        for served in found.served:
            rates, tails = simulation.curve(served, found, known)
            busy = rates / served.saturation_per_s
            assert (rates[0], tails[0]) == (0, served.design.latency)
            low = busy < 0.4
            steps = np.diff(tails[low]) / served.design.latency
            assert steps.max() < 0.25  # of the latency, which is the height of the steep beginning
            first = int(np.flatnonzero(steps > 1e-3)[0])
            assert tails[: first + 1] == pytest.approx(served.design.latency, rel=1e-3)


def test_what_is_shown_holds_the_p99_at_the_scenarios_rate(base: Scenario) -> None:
    found = compared(base, service_cv2=100)
    known = simulation.run_all(simulation.wanted(found))
    tails = list(ranking.tails(found, known))
    assert len(tails) == 3
    shown, usual = designs.reach(found, None, tails), designs.reach(found)
    assert shown is not None
    assert usual is not None
    assert usual.longest_s < max(tails) < shown.longest_s


def wait(runs: BackgroundRuns) -> None:
    end = time.monotonic() + 20
    while runs.is_busy():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_runs_in_the_background_are_those_of_the_foreground(base: Scenario) -> None:
    tasks = simulation.wanted(compared(base))[:3]
    runs = BackgroundRuns()
    runs.start(tasks)
    wait(runs)
    assert runs.progress() == (3, 3)
    assert runs.collect()
    assert runs.known == simulation.run_all(tasks)
    runs.start(tasks)
    assert not runs.is_busy()


def test_runs_are_stopped_when_others_are_wanted(base: Scenario) -> None:
    many = simulation.wanted(compared(base, devices=200))
    runs = BackgroundRuns()
    runs.start(many)
    thread = runs.thread
    assert thread is not None
    runs.cancel()
    thread.join(5)
    assert not thread.is_alive()
    assert len(runs.known) < len(many)


# Numbers


def test_csv_reads_back_to_the_very_numbers(base: Scenario) -> None:
    found = compared(base, service_cv2=0)
    shown = designs.reach(found)
    assert shown is not None
    known = simulation.run_all(simulation.wanted(found))
    head, *rows = csv.reader(io.StringIO(tables.load_csv(found, designs.curves(found, shown), known), newline=""))
    assert head == [
        "arrivals (1/s)", "split mean, exact (s)", "split p99, simulated (s)", "replicas mean, approximate (s)",
        "replicas p99, simulated (s)", "pipeline mean, exact (s)", "pipeline p99, simulated (s)",
    ]  # fmt: skip
    own = next(row for row in rows if row[0] == "30.0")
    for place, served in enumerate(found.served):
        run = simulation.point(served, found, known)
        assert run is not None
        assert float(own[1 + 2 * place]) == served.mean_s
        assert float(own[2 + 2 * place]) == run.percentiles[0]
    assert [float(cell) for cell in rows[-1][1:]] == [math.inf] * 6
