"""Designs under load: their figures, memory and nodes, what a plot shows of them, and the numbers as CSV."""

from __future__ import annotations

import csv
import io
import math

import numpy as np
import pytest

from explorer.answers.load import designs, ranking, simulation, tables, words
from explorer.answers.load.designs import DesignComparison, DesignKind, PlotRange
from explorer.answers.outcome import Outcome
from explorer.answers.parallelism import divisions
from explorer.model.queueing.serving import Accuracy
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from tests.answers.load import sentences
from tests.answers.load.builders import compare, figures_of, large_models, run_all, texts
from tests.model.scenarios import random_scenarios


def means_ms(comparison: DesignComparison) -> list[float]:
    return [round(1e3 * figures.mean_s, 6) for figures in comparison.figures]


def plot_range(comparison: DesignComparison, p99s: list[float] | None = None) -> PlotRange:
    shown = designs.plot_range(comparison, None, p99s or [])
    assert shown is not None
    return shown


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
    assert means_ms(compare(base, dispatch, arrivals=rate, service_cv2=cv2))[:2] == [split, replicas]


@pytest.mark.parametrize(
    ("cv2", "dispatch", "rate"),
    [(1, "shared", 34.0436), (1, "random", 60.6697), (0, "random", 71.7673), (0, "shared", 53.0517)],
)
def test_replicas_overtake_where_the_model_says(base: Scenario, cv2: float, dispatch: str, rate: float) -> None:
    comparison = compare(base, dispatch, service_cv2=cv2)
    assert figures_of(comparison, DesignKind.REPLICAS).crossover_per_s == pytest.approx(rate, abs=1e-4)
    assert figures_of(comparison, DesignKind.SPLIT).crossover_per_s is None


@pytest.mark.parametrize(
    ("target", "split", "replicas"), [(12, 25.127, 0), (13, 31.537, 19.380), (15, 41.793, 59.839), (20, 58.460, 93.75)]
)
def test_the_highest_rate_that_meets_the_target(base: Scenario, target: float, split: float, replicas: float) -> None:
    comparison = compare(base, latency_target=target * 1e-3)
    rates = [figures.max_rate_per_s for figures in comparison.figures[:2]]
    assert rates == pytest.approx([split, replicas], abs=1e-3)


def test_p99_of_the_split_is_exact_with_exponential_service(base: Scenario) -> None:
    assert figures_of(compare(base), DesignKind.SPLIT).p99_s == pytest.approx(58.695e-3, abs=1e-6)
    assert figures_of(compare(base, service_cv2=0), DesignKind.SPLIT).p99_s is None


def test_the_pipeline_is_that_of_the_plan(base: Scenario) -> None:
    pipeline = figures_of(compare(base, service_cv2=0, arrivals=0), DesignKind.PIPELINE)
    assert (pipeline.mean_s, pipeline.saturation_per_s) == pytest.approx((13.03e-3, 156.25))
    blocking = figures_of(compare(replace_at(base, ("pipeline", "blocking_sends"), True)), DesignKind.PIPELINE)
    assert blocking.saturation_per_s == pytest.approx(150.830, abs=1e-3)
    assert blocking.design.stages == 2


def test_unequal_stages_count_as_those_that_make_up_the_latency(base: Scenario) -> None:
    uneven = replace_at(base, ("pipeline", "stage_times_s"), [10e-3, 1e-3])
    pipeline = figures_of(compare(uneven), DesignKind.PIPELINE)
    assert (pipeline.design.stages, pipeline.stages, pipeline.accuracy) == (1, 2, Accuracy.LOWER_BOUND)
    assert pipeline.saturation_per_s == pytest.approx(100)


def test_next_to_no_work_and_very_long_hops(base: Scenario) -> None:
    slow = {"kind": "constant", "startup_s": 1e9, "bandwidth_bytes_per_s": math.inf}
    comparison = compare(replace_at(base, ("pipeline", "link"), slow), serial=0, divisible=1e-300, service_cv2=0)
    pipeline = figures_of(comparison, DesignKind.PIPELINE)
    assert (pipeline.mean_s, pipeline.design.stages) == (1e9, 2)


@pytest.mark.parametrize("scenario", random_scenarios(6, 25), ids=lambda scenario: scenario.name)
def test_any_scenario_has_figures_and_words(scenario: Scenario) -> None:
    for rate in (0.0, scenario.load.arrival_per_s, 1e9):
        comparison = compare(scenario, arrivals=rate)
        for figures in comparison.figures:
            assert figures.mean_s >= figures.design.latency
            assert figures.is_stable == (rate < figures.saturation_per_s)
        shown = designs.plot_range(comparison)
        if shown is not None:
            curves = designs.curves(comparison, shown)
            assert (np.diff(curves.rates) > 0).all()
            for means in curves.means.values():
                assert not np.isnan(means).any()
        assert all("nan" not in text and "{" not in text for text in texts(comparison))


# Memory and nodes


def test_designs_are_the_pure_divisions_of_the_parallelism_page() -> None:
    for scenario in large_models():
        outcome, count = Outcome(scenario), scenario.devices
        rows = {row.key: row for row in divisions.plan(outcome).rows}
        comparison = designs.compare(outcome)
        for kind, key in (
            (DesignKind.SPLIT, (count, 1, 1)),
            (DesignKind.REPLICAS, (1, 1, count)),
            (DesignKind.PIPELINE, (1, count, 1)),
        ):
            figures = figures_of(comparison, kind)
            assert figures.design.latency == rows[key].latency_s
            assert (figures.fits, figures.memory_bytes) == (rows[key].fits, rows[key].memory_bytes)


def test_a_design_that_does_not_fit_never_wins(base: Scenario) -> None:
    comparison = compare(change(base, "weights", 100e9), service_cv2=0, arrivals=80)
    crossovers = {figures.kind for figures in comparison.figures if figures.crossover_per_s is not None}
    assert crossovers == {DesignKind.PIPELINE}
    assert texts(comparison)[:2] == [
        sentences.fastest("80 /s", "pipeline", "16.39 ms", "split +35 %, " + sentences.REPLICAS_TOO_LARGE),
        sentences.too_large("replicas 100 GB"),
    ]
    assert [kind for _, _, kind in words.saturations(comparison)] == [DesignKind.SPLIT, DesignKind.PIPELINE]
    nothing = compare(change(base, "weights", 1e12))
    assert texts(nothing)[0] == sentences.NOTHING_FITS
    assert [figures.crossover_per_s for figures in nothing.figures] == [None] * 3
    full = compare(change(base, "weights", 100e9), arrivals=1000)
    assert texts(full)[0] == sentences.fitting_saturated("1000 /s")


def test_a_split_over_nodes_includes_the_link_between_nodes() -> None:
    (scenario,) = (scenario for scenario in large_models() if scenario.name.startswith("Two nodes"))
    outcome = Outcome(scenario)
    comparison = designs.compare(outcome)
    split = figures_of(comparison, DesignKind.SPLIT)
    assert outcome.performance is not None
    assert split.mean_s > outcome.performance.split_s
    assert comparison.crosses_nodes
    assert sentences.split_over_nodes("454.4 ms") in texts(comparison)
    assert not designs.compare(Outcome(built_in()[0])).crosses_nodes


# What a plot shows


def test_the_range_holds_saturations_and_the_scenarios_rate(base: Scenario) -> None:
    usual, far = plot_range(compare(base)), plot_range(compare(base, arrivals=1e6))
    assert not usual.logarithmic
    assert usual.low == 0
    assert 156.25 < usual.high < 200
    assert usual.shortest_s < 9.22e-3
    assert 58e-3 < usual.longest_s < 1
    assert far.logarithmic
    assert far.low < 108
    assert far.high > 1e6


def test_the_range_holds_a_target_that_is_near(base: Scenario) -> None:
    assert plot_range(compare(base, latency_target=2e-3)).shortest_s < 2e-3
    assert plot_range(compare(base, latency_target=1e-9)) == plot_range(compare(base))


def test_the_range_holds_the_p99_at_the_scenarios_rate(base: Scenario) -> None:
    comparison = compare(base, service_cv2=100)
    p99s = ranking.p99s(comparison, run_all(comparison))
    assert len(p99s) == 3
    assert plot_range(comparison).longest_s < max(p99s) < plot_range(comparison, p99s).longest_s


def test_curves_are_computed_once_for_all_rates_of_the_scenario(base: Scenario) -> None:
    comparison, later = compare(base), compare(base, arrivals=44)
    shown = plot_range(comparison)
    assert designs.curves(comparison, shown) is designs.curves(later, shown)
    assert designs.curves(compare(base, divisible=11e-3), shown) is not designs.curves(comparison, shown)


# Numbers


def test_csv_reads_back_to_the_very_numbers(base: Scenario) -> None:
    comparison = compare(base, service_cv2=0)
    curves, runs = designs.curves(comparison, plot_range(comparison)), run_all(comparison)
    head, *rows = csv.reader(io.StringIO(tables.load_csv(comparison, curves, runs), newline=""))
    assert head == [
        "arrivals (1/s)", "split mean, exact (s)", "split p99, simulated (s)", "replicas mean, approximate (s)",
        "replicas p99, simulated (s)", "pipeline mean, exact (s)", "pipeline p99, simulated (s)",
    ]  # fmt: skip
    own_row = next(row for row in rows if row[0] == "30.0")
    for index, figures in enumerate(comparison.figures):
        run = simulation.run_at_rate(figures, runs)
        assert run is not None
        assert float(own_row[1 + 2 * index]) == figures.mean_s
        assert float(own_row[2 + 2 * index]) == run.percentiles[0]
    assert [float(cell) for cell in rows[-1][1:]] == [math.inf] * 6
