"""Simulated runs of designs under load: which are wanted, what they give, and how they run in the background."""

from __future__ import annotations

import time

import numpy as np
import pytest

from explorer.answers.load import ranking, simulation
from explorer.answers.load.designs import DesignKind
from explorer.answers.load.ranking import MeanSource
from explorer.answers.load.simulation import BackgroundRuns
from explorer.scenario.scenario import Scenario
from tests.answers.load.builders import compare, figures_of, run_all, run_at_own_rate


def test_runs_agree_with_what_is_known_exactly(base: Scenario) -> None:
    split = figures_of(compare(base, arrivals=60), DesignKind.SPLIT)
    run = simulation.run(simulation.request_at_rate(split))
    assert run is not None
    assert run.mean == pytest.approx(split.mean_s, rel=0.05)
    assert run.percentiles[0] == pytest.approx(split.p99_s, rel=0.1)


def test_runs_agree_at_a_rate_of_zero(base: Scenario) -> None:
    pipeline = figures_of(compare(base, arrivals=0), DesignKind.PIPELINE)
    run = simulation.run(simulation.RunRequest(pipeline.design, 0.0, 1.0))
    assert run is not None
    assert run.percentiles[0] == pytest.approx(pipeline.p99_s, rel=0.03)


def test_only_what_has_no_closed_form_is_simulated(base: Scenario) -> None:
    requests = simulation.requests_for(compare(base))
    assert {request.design.stages for request in requests} == {2}
    assert requests[0].rate == 30
    equal = compare(base, service_cv2=0)
    curves = sum(len(simulation.curve_requests(figures)) for figures in equal.figures)
    assert len(simulation.requests_for(equal)) == 3 + curves
    assert simulation.requests_for(compare(base, service_cv2=0, arrivals=120))[0].rate == 120
    assert len(simulation.requests_for(compare(base, arrivals=200))) == len(simulation.UTILIZATIONS)


def test_the_point_lies_on_the_curve_and_the_seed_holds(base: Scenario) -> None:
    comparison = compare(base, service_cv2=0, arrivals=70)
    runs = run_all(comparison)
    assert runs == run_all(comparison)
    for figures in comparison.figures:
        rates, p99s = simulation.p99_curve(figures, runs)
        assert 70 in rates
        assert (np.diff(rates) > 0).all()
        assert (np.diff(p99s) >= 0).all()
        assert p99s[0] == pytest.approx(figures.design.latency)
        assert simulation.p99_at(figures, 70, runs) == p99s[np.flatnonzero(rates == 70)[0]]
        assert simulation.p99_at(figures, 2 * figures.saturation_per_s, runs) is None


def test_p99_of_equal_requests_begins_with_the_latency_and_has_no_coarse_kink(base: Scenario) -> None:
    for devices in (2, 4):
        comparison = compare(base, service_cv2=0, devices=devices)
        runs = run_all(comparison)
        for figures in comparison.figures:
            rates, p99s = simulation.p99_curve(figures, runs)
            assert (rates[0], p99s[0]) == (0, figures.design.latency)
            low = rates / figures.saturation_per_s < 0.4
            steps = np.diff(p99s[low]) / figures.design.latency
            assert steps.max() < 0.25  # of the latency, which is the height of the steep beginning
            first = int(np.flatnonzero(steps > 1e-3)[0])
            assert p99s[: first + 1] == pytest.approx(figures.design.latency, rel=1e-3)


def test_a_simulated_mean_is_never_below_its_bound(base: Scenario) -> None:
    for rate in (0.1, 1.0, 5.0, 80.0):
        comparison = compare(base, arrivals=rate)
        pipeline = figures_of(comparison, DesignKind.PIPELINE)
        mean = ranking.mean(pipeline, run_at_own_rate(comparison))
        assert mean.source is MeanSource.SIMULATED
        assert mean.seconds >= pipeline.mean_s


# In the background


def wait(runs: BackgroundRuns) -> None:
    end = time.monotonic() + 20
    while runs.is_busy():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_runs_in_the_background_are_those_of_the_foreground(base: Scenario) -> None:
    requests = simulation.requests_for(compare(base))[:3]
    runs = BackgroundRuns()
    runs.start(requests)
    wait(runs)
    assert runs.progress() == (3, 3)
    assert runs.collect()
    assert runs.finished == simulation.run_all(requests)
    runs.start(requests)
    assert not runs.is_busy()


def test_runs_are_stopped_when_others_are_wanted(base: Scenario) -> None:
    many = simulation.requests_for(compare(base, devices=200))
    runs = BackgroundRuns()
    runs.start(many)
    thread = runs.thread
    assert thread is not None
    runs.cancel()
    thread.join(5)
    assert not thread.is_alive()
    assert len(runs.finished) < len(many)
