"""Split, replicas and pipeline under load: printed values, who overtakes where, and what a target allows."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.queueing import serving
from explorer.model.queueing.serving import Accuracy, Design, Dispatch, pipeline, replicas, split
from explorer.model.queueing.simulation import simulate
from tests.model.cases import DRAWN

T1, T2, HOP = 12.8e-3, 9.22e-3, 0.23e-3
SPLIT, SHARED, RANDOM = split(T2), replicas(T1, 2), replicas(T1, 2, Dispatch.RANDOM)
PIPELINE = pipeline(T1 / 2, T1 + HOP, 2)

CV2 = st.sampled_from([0.0, 0.25, 1.0, 3.0])
COUNTS = st.sampled_from([2, 3, 4, 8, 64, 1000])
DISPATCHES = st.sampled_from(Dispatch)
TIMES = st.floats(1e-5, 10.0)


@st.composite
def designs(draw: st.DrawFn) -> Design:
    """Any of the three, and replicas of pipelines."""
    time, stages = draw(TIMES), draw(st.sampled_from([1, 1, 2, 8]))
    hops = draw(st.sampled_from([0.0, 0.01, 1.0])) * time * (stages - 1)
    servers = draw(COUNTS | st.just(1))
    return Design(time + hops, time / stages, servers, draw(DISPATCHES), stages)


# --- mean times


@pytest.mark.parametrize(
    ("design", "cv2", "at_30", "at_80"),
    [
        (SPLIT, 1.0, 12.745369, 35.137195),
        (SHARED, 1.0, 13.289920, 17.347558),
        (RANDOM, 1.0, 15.841584, 26.229508),
        (SPLIT, 0.0, 10.982685, 22.178598),
        (RANDOM, 0.0, 14.320792, 19.514754),
        (SHARED, 0.0, 13.044960, 15.073779),
    ],
)
def test_mean_times_of_the_base_case(design: Design, cv2: float, at_30: float, at_80: float) -> None:
    assert serving.mean_time(design, np.array([30.0, 80.0]), cv2) * 1e3 == pytest.approx([at_30, at_80], abs=5.1e-7)


def test_the_pipeline_of_the_base_case() -> None:
    assert serving.mean_time(PIPELINE, 30.0) * 1e3 == pytest.approx(13.7904, abs=5e-5)
    assert serving.mean_time(PIPELINE, 80.0) * 1e3 == pytest.approx(16.3874, abs=5e-5)


def test_capacities_of_the_base_case() -> None:
    assert serving.capacity(split(T1)) == pytest.approx(78.125)
    assert serving.capacity(SPLIT) == pytest.approx(108.460, abs=5e-4)
    assert serving.capacity(PIPELINE) == pytest.approx(156.25)
    assert serving.capacity(SHARED) == serving.capacity(RANDOM) == pytest.approx(156.25)
    blocking = pipeline((T1 + HOP * 2) / 2, T1 + HOP, 2)
    assert serving.capacity(blocking) == pytest.approx(150.830, abs=5e-4)


@DRAWN
@given(designs(), CV2)
def test_times_rise_from_the_latency_to_infinity_at_capacity(design: Design, cv2: float) -> None:
    most = serving.capacity(design)
    times = np.asarray(serving.mean_time(design, np.linspace(0.0, most, 50), cv2))
    assert times[0] == design.latency
    assert (np.diff(times[:-1]) >= -1e-13 * times[1:-1]).all()
    assert np.isfinite(times[:-1]).all()
    for beyond in (most, math.nextafter(most, math.inf), 3 * most):
        assert serving.mean_time(design, beyond, cv2) == math.inf
    assert serving.mean_time(design, most * 0.37, cv2) == pytest.approx(
        serving.mean_time(design, np.array([most * 0.37]), cv2)[0], rel=1e-14
    )


@DRAWN
@given(TIMES, COUNTS, st.floats(0.0, 0.999), CV2)
def test_a_shared_queue_is_never_slower_than_random_dispatch(time: float, count: int, busy: float, cv2: float) -> None:
    rate = busy * count / time
    shared = serving.mean_time(replicas(time, count), rate, cv2)
    assert shared <= serving.mean_time(replicas(time, count, Dispatch.RANDOM), rate, cv2) * (1 + 1e-12)


def test_work_that_takes_no_time() -> None:
    for design in (split(0.0), replicas(0.0, 4), replicas(0.0, 4, Dispatch.RANDOM)):
        assert serving.capacity(design) == math.inf
        assert serving.mean_time(design, 1e9, 1.0) == 0
        assert serving.max_rate(design, 0.0) == math.inf
        assert serving.percentile(design, 1e9, 0.99) == 0


@pytest.mark.parametrize(
    ("design", "cv2", "expected"),
    [
        (SPLIT, 0.0, Accuracy.EXACT),
        (SPLIT, 2.0, Accuracy.EXACT),
        (RANDOM, 2.0, Accuracy.EXACT),
        (SHARED, 1.0, Accuracy.EXACT),
        (SHARED, 0.0, Accuracy.APPROXIMATE),
        (PIPELINE, 0.0, Accuracy.EXACT),
        (PIPELINE, 1.0, Accuracy.LOWER_BOUND),
    ],
)
def test_how_far_a_mean_holds(design: Design, cv2: float, expected: Accuracy) -> None:
    assert serving.accuracy(design, cv2) is expected


# --- percentiles


def test_p99_of_the_base_case() -> None:
    assert serving.percentile(SPLIT, 30.0, 0.99) * 1e3 == pytest.approx(58.695, abs=5e-4)


def test_percentiles_with_random_dispatch_are_those_of_one_server() -> None:
    found = serving.percentile(RANDOM, np.array([0.0, 80.0, 156.25]), 0.9)
    assert found == pytest.approx([T1 * math.log(10), math.log(10) / (1 / T1 - 40.0), math.inf], rel=1e-12)


def test_a_shared_queue_shortens_the_tail() -> None:
    assert T1 * math.log(100) < serving.percentile(SHARED, 80.0, 0.99) < serving.percentile(RANDOM, 80.0, 0.99)


def test_a_pipeline_has_no_exact_percentiles() -> None:
    assert not serving.has_exact_percentiles(PIPELINE, 1.0)
    assert not serving.has_exact_percentiles(SPLIT, 0.0)
    assert serving.has_exact_percentiles(SHARED, 1.0)
    with pytest.raises(ValueError, match="no closed form"):
        serving.percentile(PIPELINE, 30.0, 0.99)


# --- under a target


@pytest.mark.parametrize(
    ("target", "one", "two"), [(12, 25.127, 0.0), (13, 31.537, 19.380), (15, 41.793, 59.839), (20, 58.460, 93.75)]
)
def test_rates_under_a_target_of_the_base_case(target: float, one: float, two: float) -> None:
    assert serving.max_rate(SPLIT, target * 1e-3, 1.0) == pytest.approx(one, abs=5.1e-4)
    assert serving.max_rate(SHARED, target * 1e-3, 1.0) == pytest.approx(two, abs=5.1e-4)


@pytest.mark.parametrize("target", [13e-3, 15e-3, 20e-3, 1.0])
def test_rates_under_a_target_in_closed_form(target: float) -> None:
    assert serving.max_rate(SPLIT, target, 1.0) == pytest.approx(1 / T2 - 1 / target, rel=1e-13)
    assert serving.max_rate(SHARED, target, 1.0) == pytest.approx(2 / T1 * math.sqrt(1 - T1 / target), rel=1e-13)
    deterministic = 2 * (target - T1) / ((2 * target - T1) * T1)
    assert serving.max_rate(split(T1), target) == pytest.approx(deterministic, rel=1e-13)
    assert serving.max_rate(RANDOM, target) == pytest.approx(2 * deterministic, rel=1e-13)


@DRAWN
@given(designs(), CV2, st.floats(1e-3, 100.0))
def test_at_the_rate_found_the_mean_time_is_the_target(design: Design, cv2: float, excess: float) -> None:
    target = design.latency + excess * design.period
    rate = serving.max_rate(design, target, cv2)
    assert 0 < rate < serving.capacity(design)
    assert serving.mean_time(design, rate, cv2) == pytest.approx(target, rel=1e-9)


@pytest.mark.parametrize("design", [SPLIT, SHARED, RANDOM, PIPELINE, replicas(T1, 7)])
def test_targets_that_always_or_never_hold(design: Design) -> None:
    assert serving.max_rate(design, math.inf) == serving.capacity(design)
    assert serving.max_rate(design, design.latency) == 0
    assert serving.max_rate(design, design.latency / 2) == 0
    assert serving.max_rate(Design(design.latency, 0.0), design.latency / 2) == 0


# --- who overtakes


def smaller_root(one: float, two: float) -> float:
    """M/D/1 against random dispatch to two."""
    d = one - two
    a, b, c = one * two * d, one**2 + 2 * one * two - 2 * two**2, 4 * d
    return 2 * c / (b + math.sqrt(b * b - 4 * a * c))


def test_crossovers_of_the_base_case() -> None:
    assert serving.crossover(SPLIT, SHARED, 1.0) == pytest.approx(34.0436, abs=5e-5)
    assert serving.crossover(SPLIT, SHARED, 1.0) * T1 / 2 == pytest.approx(0.217879, abs=5e-7)
    assert serving.crossover(SPLIT, RANDOM, 1.0) == pytest.approx(60.6697, abs=5e-5)
    assert serving.crossover(SPLIT, RANDOM, 0.0) == pytest.approx(71.7673, abs=5e-5)
    assert serving.crossover(SPLIT, SHARED, 0.0) == pytest.approx(53.0517, abs=5e-5)
    assert serving.crossover(SPLIT, PIPELINE) == pytest.approx(60.601, abs=5e-4)


@pytest.mark.parametrize(
    ("sigma", "printed"), [(1.1, 0.051317), (1.25, 0.133975), (1.5, 0.292893), (1.75, 0.5), (1.9, 0.683772)]
)
def test_utilisation_at_which_two_replicas_overtake(sigma: float, printed: float) -> None:
    found = serving.crossover(split(T1 / sigma), SHARED, 1.0) * T1 / 2
    assert found == pytest.approx(printed, abs=5.1e-7)
    assert found < sigma / 2


@DRAWN
@given(TIMES, st.floats(1.001, 1.999))
def test_crossovers_in_closed_form(time: float, sigma: float) -> None:
    fast = time / sigma
    shared, apart = replicas(time, 2), replicas(time, 2, Dispatch.RANDOM)
    expected = 2 / time * (1 - math.sqrt(2 - sigma))
    assert serving.crossover(split(fast), shared, 1.0) == pytest.approx(expected, rel=1e-9)
    assert serving.crossover(split(fast), apart, 1.0) == pytest.approx(2 * (1 / fast - 1 / time), rel=1e-9)
    assert serving.crossover(split(fast), apart, 0.0) == pytest.approx(smaller_root(time, fast), rel=1e-9)


def leads(first: Design, second: Design, rate: float, cv2: float) -> bool:
    return bool(serving.mean_time(first, rate, cv2) < serving.mean_time(second, rate, cv2))


@DRAWN
@given(TIMES, COUNTS, DISPATCHES, CV2, st.floats(0.01, 0.99))
def test_exactly_there_the_lead_changes(
    time: float, count: int, dispatch: Dispatch, cv2: float, between: float
) -> None:
    """The split leads at any rate below, down to the last number, and at none above at which it settles."""
    one, many = split(time / (1 + between * (count - 1))), replicas(time, count, dispatch)
    rate = serving.crossover(one, many, cv2)
    assert 0 < rate < serving.capacity(one)
    for below in (0.0, 0.01 * rate, 0.5 * rate, rate * (1 - 1e-6), math.nextafter(rate, 0)):
        assert leads(one, many, below, cv2)
    more = serving.capacity(one) - rate
    for above in (rate, rate * (1 + 1e-6), rate + 0.01 * more, rate + 0.5 * more, rate + more):
        assert not leads(one, many, above, cv2)


@DRAWN
@given(TIMES, st.sampled_from([2, 4, 8]), st.floats(1.0, 1.9), st.floats(0.0, 0.2), CV2)
def test_exactly_there_the_pipeline_overtakes(time: float, stages: int, sigma: float, hop: float, cv2: float) -> None:
    one, line = split(time / sigma), pipeline(time / stages, time * (1 + hop), stages)
    rate = serving.crossover(one, line, cv2)
    if one.latency >= line.latency:
        assert rate == 0
        return
    assert 0 < rate < serving.capacity(one)
    assert leads(one, line, math.nextafter(rate, 0), cv2)
    assert not leads(one, line, rate, cv2)


@DRAWN
@given(TIMES, COUNTS, DISPATCHES, CV2, st.floats(0.1, 1.0))
def test_a_split_that_is_no_faster_never_leads(
    time: float, count: int, dispatch: Dispatch, cv2: float, sigma: float
) -> None:
    assert serving.crossover(split(time / sigma), replicas(time, count, dispatch), cv2) == 0


@DRAWN
@given(TIMES, COUNTS, DISPATCHES, CV2, st.floats(1.0, 3.0))
def test_a_split_of_no_less_capacity_always_leads(
    time: float, count: int, dispatch: Dispatch, cv2: float, beyond: float
) -> None:
    one, many = split(time / count / beyond), replicas(time, count, dispatch)
    assert serving.crossover(one, many, cv2) == math.inf
    for busy in (0.0, 0.3, 0.9, 0.999):
        assert leads(one, many, busy * serving.capacity(many), cv2)


def test_where_service_varies_much_a_larger_split_is_overtaken_and_wins_again() -> None:
    one, many = split(T1 / 2.05), replicas(T1, 2)
    rate = serving.crossover(one, many, 9.0)
    assert 0 < rate < 0.9 * serving.capacity(many)
    assert not leads(one, many, rate * 1.1, 9.0)
    assert leads(one, many, 0.9999 * serving.capacity(many), 9.0)


def test_a_design_is_overtaken_before_it_saturates() -> None:
    """A period so short beside the latency that the wait shows only at saturation itself."""
    first, second = Design(1.0, 1e-12), Design(2.0, 1e-13)
    rate = serving.crossover(first, second)
    assert 0.99999999 * serving.capacity(first) < rate < serving.capacity(first)
    assert leads(first, second, math.nextafter(rate, 0), 0.0)
    assert not leads(first, second, rate, 0.0)


def test_designs_that_never_saturate_are_told_apart_by_their_latency() -> None:
    assert serving.crossover(Design(1.0, 0.0), Design(2.0, 0.0)) == math.inf
    assert serving.crossover(Design(2.0, 0.0), Design(1.0, 0.0)) == 0
    assert serving.crossover(split(0.0), SHARED) == math.inf
    assert serving.crossover(SHARED, split(0.0)) == 0


# Requests that meet no other, and the first that wait


@pytest.mark.parametrize("cv2", [0.0, 1.0])
def test_the_percentile_of_lone_requests_is_what_a_run_without_queue_draws(cv2: float) -> None:
    for design in (SPLIT, PIPELINE):
        exact = serving.lone_percentile(design, 0.99, cv2)
        run = simulate(design, 0.0, cv2, seed=3, requests=200_000, shares=(0.99,))
        assert run is not None
        assert run.percentiles[0] == pytest.approx(exact, rel=0.02)
    assert serving.lone_percentile(PIPELINE, 0.99, 0.5) is None


def test_one_server_makes_as_many_wait_as_it_is_busy() -> None:
    assert serving.waiting_from(SPLIT, 0.01) == 0.01
    two = serving.replicas(SPLIT.latency, 2)
    busy = serving.waiting_from(two, 0.01)
    assert 2 * busy**2 / (1 + busy) == pytest.approx(0.01)  # Erlang's C of two servers
    assert serving.waiting_from(serving.replicas(SPLIT.latency, 2, serving.Dispatch.RANDOM), 0.01) == 0.01
