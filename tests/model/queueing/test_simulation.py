"""Simulated queues against a plain loop over the same draws, against the formulas, and stopped half-way."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.queueing import serving
from explorer.model.queueing.serving import Design, Dispatch, pipeline, replicas, split
from explorer.model.queueing.simulation import SLICE, QueueRun, simulate
from tests.draws import examples

T1, T2, HOP = 12.8e-3, 9.22e-3, 0.23e-3
SPLIT, SHARED, RANDOM = split(T2), replicas(T1, 2), replicas(T1, 2, Dispatch.RANDOM)
PIPELINE = pipeline(T1 / 2, T1 + HOP, 2)

FEW = examples(40)


def run(design: Design, rate: float, cv2: float = 0.0, *, seed: int = 1, requests: int = 100_000) -> QueueRun:
    found = simulate(design, rate, cv2, seed=seed, requests=requests)
    assert found is not None
    return found


def drawn(seed: int, rate: float, cv2: float, count: int) -> tuple[list[float], list[float]]:
    """Arrivals and sizes of the first requests of a run."""
    random, gaps, sizes = np.random.default_rng(seed), [], []
    for _ in range(-(-count // SLICE)):
        gaps += (random.standard_exponential(SLICE) / rate).tolist()
        sizes += (random.standard_gamma(1 / cv2, SLICE) * cv2).tolist() if cv2 else [1.0] * SLICE
    return np.cumsum(gaps)[:count].tolist(), sizes[:count]


def one_by_one(design: Design, arrivals: list[float], sizes: list[float]) -> list[float]:
    """Seconds in system, by a loop over requests, servers and stages, sending included."""
    free = [[0.0] * design.stages for _ in range(design.servers)]
    hop = (design.latency - design.stages * design.period) / max(design.stages - 1, 1)
    spent = []
    for arrival, size in zip(arrivals, sizes, strict=True):
        line, now = min(free), arrival
        for stage in range(design.stages):
            now = max(now + (hop if stage else 0.0), line[stage]) + size * design.period
            line[stage] = now
        spent.append(now - arrival)
    return spent


# --- against a plain loop


@FEW
@given(
    st.sampled_from([split(T2), replicas(T1, 2), replicas(T1, 7), PIPELINE, pipeline(T1 / 5, T1 + 4 * HOP, 5)]),
    st.floats(0.05, 0.98),
    st.sampled_from([0.0, 0.3, 1.0, 4.0]),
    st.integers(2, 12_000),
    st.integers(0, 2**31),
)
def test_a_run_is_what_a_loop_over_its_requests_gives(
    design: Design, busy: float, cv2: float, requests: int, seed: int
) -> None:
    rate = busy * serving.capacity(design)
    found = run(design, rate, cv2, seed=seed, requests=requests)
    warm_up = requests // 10 + 10 * design.servers
    spent = np.array(one_by_one(design, *drawn(seed, rate, cv2, warm_up + requests))[warm_up:])
    assert found.requests == requests
    assert found.mean == pytest.approx(spent.mean(), rel=1e-9)
    assert found.percentiles == pytest.approx(np.quantile(spent, found.shares), rel=1e-8)


def test_replicas_of_pipelines_whose_requests_are_alike() -> None:
    design = Design(T1 + HOP, T1 / 2, 3, Dispatch.SHARED, 2)
    found = run(design, 400.0, requests=5000)
    spent = np.array(one_by_one(design, *drawn(1, 400.0, 0.0, 5530))[530:])
    assert found.mean == pytest.approx(spent.mean(), rel=1e-9)


# --- against the formulas


@pytest.mark.parametrize(
    ("design", "cv2", "printed", "within"),
    [
        (SPLIT, 1.0, 35.137195, 0.03),
        (SHARED, 1.0, 17.347558, 0.03),
        (SPLIT, 0.0, 22.178598, 0.03),
        (SHARED, 0.0, 15.073779, 0.03),
        (PIPELINE, 0.0, 16.3874, 0.01),
    ],
)
def test_mean_times_at_80_per_second(design: Design, cv2: float, printed: float, within: float) -> None:
    assert run(design, 80.0, cv2, requests=400_000).mean * 1e3 == pytest.approx(printed, rel=within)


@pytest.mark.parametrize("cv2", [0.0, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("design", [SPLIT, RANDOM, PIPELINE, SHARED, replicas(T1, 16)])
def test_the_mean_lies_within_its_error(design: Design, cv2: float) -> None:
    rate = 0.5 * serving.capacity(design)
    found, told = run(design, rate, cv2, seed=7), serving.mean_time(design, rate, cv2)
    if serving.accuracy(design, cv2) is serving.Accuracy.LOWER_BOUND:
        assert found.mean - 4 * found.mean_error > told
    else:
        allowance = 0.01 if serving.accuracy(design, cv2) is serving.Accuracy.APPROXIMATE else 0.0
        assert found.mean == pytest.approx(told, abs=4 * found.mean_error + allowance * told)


@pytest.mark.parametrize("design", [SPLIT, SHARED, RANDOM, replicas(T1, 16)])
def test_percentiles_of_exponential_service(design: Design) -> None:
    rate = 0.4 * serving.capacity(design)
    found = run(design, rate, 1.0, requests=200_000)
    exact = [serving.percentile(design, rate, share) for share in found.shares]
    assert found.percentiles == pytest.approx(exact, rel=0.03)


@pytest.mark.parametrize("cv2", [0.25, 1.0, 3.0])
def test_sizes_have_the_mean_and_the_variation_asked_for(cv2: float) -> None:
    """Where nobody waits the times are the sizes."""
    found = run(split(1.0), 0.0, cv2, requests=50_000)
    assert found.mean == pytest.approx(1.0, abs=4 * math.sqrt(cv2 / 50_000))
    assert found.mean_error == pytest.approx(math.sqrt(cv2 / 50_000), rel=0.5)


def test_many_servers_start_full_enough() -> None:
    """The warm-up grows with the servers, or they would still be filling."""
    design = replicas(T1, 4096)
    found = run(design, 0.99 * serving.capacity(design), 1.0, requests=20_000)
    assert found.mean == pytest.approx(serving.mean_time(design, 0.99 * serving.capacity(design), 1.0), rel=0.03)


# --- ends


@pytest.mark.parametrize("design", [SPLIT, SHARED, RANDOM, PIPELINE, split(0.0), replicas(0.0, 3)])
def test_without_load_every_request_takes_the_latency(design: Design) -> None:
    found = run(design, 0.0, requests=1000)
    assert found.mean == pytest.approx(design.latency, rel=1e-12)
    assert found.percentiles == pytest.approx((design.latency,) * 3, rel=1e-12)
    assert found.mean_error == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("design", [SPLIT, SHARED, RANDOM, PIPELINE])
def test_at_saturation_nothing_is_run(design: Design) -> None:
    def asked() -> bool:
        raise AssertionError

    for rate in (serving.capacity(design), 1e6):
        found = simulate(design, rate, seed=1, should_stop=asked)
        assert found is not None
        assert (found.mean, found.percentiles, found.requests) == (math.inf, (math.inf,) * 3, 0)


def test_pipelines_that_share_a_queue_need_requests_that_are_alike() -> None:
    hybrid = Design(T1, T1 / 2, 2, Dispatch.SHARED, 2)
    with pytest.raises(ValueError, match="one size"):
        simulate(hybrid, 30.0, 1.0, seed=1)
    apart = replace(hybrid, dispatch=Dispatch.RANDOM)
    assert run(apart, 30.0, 1.0).mean == run(replace(apart, servers=1), 15.0, 1.0).mean


# --- seeds, labels, stopping


def test_a_seed_gives_the_same_again_and_another_gives_another() -> None:
    assert run(SHARED, 80.0, 0.5, requests=3000) == run(SHARED, 80.0, 0.5, requests=3000)
    assert run(SHARED, 80.0, 0.5, requests=3000) != run(SHARED, 80.0, 0.5, seed=2, requests=3000)


@pytest.mark.parametrize("design", [SPLIT, SHARED, PIPELINE])
def test_one_seed_draws_the_same_for_all_rates(design: Design) -> None:
    """With the same requests closer together none is done sooner: curves rise without noise."""
    rates = np.linspace(0.0, 0.95, 12) * serving.capacity(design)
    means = [run(design, rate, requests=5000).mean for rate in rates.tolist()]
    assert means == sorted(means)


def test_a_run_is_labelled() -> None:
    found = run(SPLIT, 30.0, requests=100)
    assert found.simulated
    with pytest.raises(FrozenInstanceError):
        found.simulated = False  # type: ignore[misc]


def test_shares_are_answered_in_their_order() -> None:
    found = simulate(SPLIT, 80.0, seed=3, requests=2000, shares=(0.999, 0.0, 0.5))
    assert found is not None
    assert found.shares == (0.999, 0.0, 0.5)
    assert found.percentiles[1] == pytest.approx(T2, rel=1e-12)
    assert found.percentiles[1] < found.percentiles[2] < found.percentiles[0]


def stopping_at(question: int) -> tuple[Callable[[], bool], list[int]]:
    asked: list[int] = []

    def should_stop() -> bool:
        asked.append(len(asked) + 1)
        return len(asked) == question

    return should_stop, asked


@pytest.mark.parametrize("design", [SPLIT, SHARED])
def test_a_run_stops_when_it_is_told_to(design: Design) -> None:
    for question in (1, 3):
        should_stop, asked = stopping_at(question)
        assert simulate(design, 80.0, seed=1, requests=10**9, should_stop=should_stop) is None
        assert len(asked) == question


def test_a_run_asks_before_every_slice() -> None:
    should_stop, asked = stopping_at(0)
    assert simulate(SPLIT, 80.0, seed=1, requests=10 * SLICE, should_stop=should_stop) is not None
    assert len(asked) == 12  # a tenth and ten requests of warm-up besides
