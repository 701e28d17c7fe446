"""Queues against exact probabilities, printed values and each other."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.queueing import queues
from tests.model.cases import DRAWN
from tests.model.queueing.closed_forms import mean_sojourn, sojourn_tail

T1, T2 = 12.8e-3, 9.22e-3

SERVERS = st.sampled_from([1, 2, 3, 4, 8, 16, 17, 100, 1000, 65536])
SERVICE = st.floats(1e-6, 1e3)
BUSY = st.floats(0.0, 0.999)
CV2 = st.sampled_from([0.0, 0.25, 1.0, 4.0])


def exact_erlang_c(servers: int, load: Fraction) -> Fraction:
    """The printed formula: (a^c/c!)(c/(c-a)) / (sum of a^k/k! below c + the same)."""
    term, below = Fraction(1), Fraction(0)
    for k in range(servers):
        below += term
        term = term * load / (k + 1)
    waiting = term * servers / (servers - load)
    return waiting / (below + waiting)


def recursive_erlang_c(servers: int, load: float) -> float:
    """Erlang's recursion for the loss, server by server: stable, and slow."""
    loss = 1.0
    for k in range(1, servers + 1):
        loss = load * loss / (k + load * loss)
    return loss / (1 - load / servers * (1 - loss))


# --- Erlang


@pytest.mark.parametrize("servers", [1, 2, 3, 7, 15, 16, 40, 120])
@pytest.mark.parametrize("utilisation", ["1/1000", "1/10", "1/2", "9/10", "999/1000"])
def test_erlang_c_is_the_printed_formula(servers: int, utilisation: str) -> None:
    load = Fraction(utilisation) * servers
    found = queues.erlang_c(servers, float(load))
    assert found == pytest.approx(float(exact_erlang_c(servers, load)), rel=2e-12)


@pytest.mark.parametrize("utilisation", [0.9, 0.99, 0.999, 1 - 1e-6, 1 - 1e-12])
def test_erlang_c_keeps_its_digits_on_65536_servers(utilisation: float) -> None:
    load = 65536 * utilisation
    assert queues.erlang_c(65536, load) == pytest.approx(recursive_erlang_c(65536, load), rel=1e-11)


def test_erlang_c_at_its_ends() -> None:
    for servers in (1, 2, 100, 65536):
        assert queues.erlang_c(servers, 0.0) == 0
        assert queues.erlang_c(servers, float(servers)) == 1
        assert queues.erlang_c(servers, servers + 5.0) == 1
    assert queues.erlang_c(65536, 1000.0) == 0  # less than the least number


# --- mean times


@pytest.mark.parametrize(
    ("rate", "service", "servers", "cv2", "printed"),
    [
        (30.0, T2, 1, 1.0, 12.745369),
        (30.0, T1, 2, 1.0, 13.289920),
        (15.0, T1, 1, 1.0, 15.841584),
        (30.0, T2, 1, 0.0, 10.982685),
        (15.0, T1, 1, 0.0, 14.320792),
        (30.0, T1, 2, 0.0, 13.044960),
        (80.0, T2, 1, 1.0, 35.137195),
        (80.0, T1, 2, 1.0, 17.347558),
        (40.0, T1, 1, 1.0, 26.229508),
        (80.0, T2, 1, 0.0, 22.178598),
        (40.0, T1, 1, 0.0, 19.514754),
        (80.0, T1, 2, 0.0, 15.073779),
    ],
)
def test_mean_times_of_the_base_case(rate: float, service: float, servers: int, cv2: float, printed: float) -> None:
    assert mean_sojourn(rate, service, servers, cv2) * 1e3 == pytest.approx(printed, abs=5.1e-7)


@DRAWN
@given(SERVICE, BUSY, CV2)
def test_one_server_is_the_formula_of_pollaczek_and_khinchine(service: float, busy: float, cv2: float) -> None:
    rate = busy / service
    second_moment = service**2 * (1 + cv2)
    expected = service + rate * second_moment / (2 * (1 - rate * service))
    assert mean_sojourn(rate, service, 1, cv2) == pytest.approx(expected, rel=1e-11)


@DRAWN
@given(SERVICE, BUSY)
def test_two_exponential_servers_have_a_short_form(service: float, busy: float) -> None:
    load = 2 * busy
    expected = 4 * service / (4 - load**2)
    assert mean_sojourn(load / service, service, 2) == pytest.approx(expected, rel=1e-11)


@DRAWN
@given(SERVICE, SERVERS, CV2)
def test_times_rise_with_the_rate_from_the_service_time(service: float, servers: int, cv2: float) -> None:
    rates = np.linspace(0.0, servers / service, 60)
    times = np.asarray(mean_sojourn(rates, service, servers, cv2))
    assert times[0] == service
    assert np.isinf(times[-1])
    assert np.isfinite(times[:-1]).all()
    assert (np.diff(times[:-1]) >= -1e-13 * times[1:-1]).all()
    assert (times >= service).all()


@DRAWN
@given(SERVICE, SERVERS, BUSY, CV2)
def test_a_shared_queue_is_never_slower_than_one_before_each_server(
    service: float, servers: int, busy: float, cv2: float
) -> None:
    rate = busy * servers / service
    shared = mean_sojourn(rate, service, servers, cv2)
    assert shared <= mean_sojourn(rate / servers, service, 1, cv2) * (1 + 1e-12)


@pytest.mark.parametrize("servers", [1, 2, 7, 65536])
def test_from_saturation_on_times_are_infinite(servers: int) -> None:
    for service in (T1, T2, 0.1, 1 / 3, 7e-7):
        most = float(queues.saturation(service, servers))
        rates = np.array([most, np.nextafter(most, np.inf), 2 * most, 1e300])
        assert np.isinf(mean_sojourn(rates, service, servers)).all()
        assert np.isinf(queues.sojourn_quantile(0.5, rates, service, servers)).all()
        assert (np.asarray(sojourn_tail(1e9, rates, service, servers)) == 1).all()


def test_no_work_takes_no_time() -> None:
    assert queues.saturation(0.0, 3) == math.inf
    for servers in (1, 2, 100):
        assert mean_sojourn(1e12, 0.0, servers) == 0
        assert queues.sojourn_quantile(0.99, 1e12, 0.0, servers) == 0
        assert sojourn_tail(0.0, 1e12, 0.0, servers) == 0


def test_numbers_and_arrays_agree() -> None:
    rates, services = np.array([0.0, 30.0, 80.0, 1e4])[:, np.newaxis], np.array([0.0, T2, T1])
    for servers in (1, 2, 5):
        means = np.asarray(mean_sojourn(rates, services, servers, 0.5))
        tails = np.asarray(sojourn_tail(0.02, rates, services, servers))
        quantiles = np.asarray(queues.sojourn_quantile(0.9, rates, services, servers))
        assert means.shape == tails.shape == quantiles.shape == (4, 3)
        for row, rate in enumerate(rates.ravel().tolist()):
            for column, service in enumerate(services.tolist()):
                one = mean_sojourn(rate, service, servers, 0.5)
                assert isinstance(one, float)
                assert one == pytest.approx(means[row, column], rel=1e-14)
                assert sojourn_tail(0.02, rate, service, servers) == pytest.approx(tails[row, column], rel=1e-13)
                found = queues.sojourn_quantile(0.9, rate, service, servers)
                assert found == pytest.approx(quantiles[row, column], rel=1e-13)


# --- the tail


def test_p99_of_the_base_case() -> None:
    assert queues.sojourn_quantile(0.99, 30.0, T2) * 1e3 == pytest.approx(58.695, abs=5e-4)


@DRAWN
@given(SERVICE, st.floats(0.0, 0.99), st.floats(0.01, 0.9999))
def test_one_exponential_server_has_an_exponential_tail(service: float, busy: float, share: float) -> None:
    spare = 1 / service - busy / service
    found = queues.sojourn_quantile(share, busy / service, service)
    assert found == pytest.approx(-math.log1p(-share) / spare, rel=1e-9)
    assert sojourn_tail(found, busy / service, service) == pytest.approx(1 - share, rel=1e-9)


@DRAWN
@given(SERVICE, SERVERS, BUSY, st.floats(0.01, 0.9999))
def test_the_quantile_is_the_inverse_of_the_distribution(
    service: float, servers: int, busy: float, share: float
) -> None:
    rate = busy * servers / service
    time = queues.sojourn_quantile(share, rate, service, servers)
    assert sojourn_tail(time, rate, service, servers) == pytest.approx(1 - share, rel=1e-9)


@pytest.mark.parametrize(("servers", "load"), [(2, 0.3), (2, 1.9), (3, 1.0), (8, 7.5), (8, 1.0)])
def test_the_tail_is_the_printed_mixture(servers: int, load: float) -> None:
    waits, spare = float(exact_erlang_c(servers, Fraction(load))), servers - load
    for time in (0.0, 0.1, 1.0, 5.0, 30.0):
        both = (spare * math.exp(-time) - math.exp(-spare * time)) / (spare - 1)
        expected = (1 - waits) * math.exp(-time) + waits * both
        assert sojourn_tail(time * T1, load / T1, T1, servers) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("servers", [2, 3, 50])
def test_waiting_as_long_as_service_is_no_exception(servers: int) -> None:
    """At c - a = 1 the mixture's denominator is 0; the tail is e^-u (1 + C u)."""
    waits = float(exact_erlang_c(servers, Fraction(servers - 1)))
    for time in (0.5, 3.0, 20.0):
        expected = math.exp(-time) * (1 + waits * time)
        near = [sojourn_tail(time, servers - 1 + off, 1.0, servers) for off in (-1e-9, 0.0, 1e-9)]
        assert near == pytest.approx([expected] * 3, rel=1e-7)
        assert near[1] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("servers", "rate"), [(1, 60.0), (2, 80.0), (2, 140.0), (16, 900.0)])
def test_the_area_under_the_tail_is_the_mean(servers: int, rate: float) -> None:
    times = np.linspace(0.0, 4.0, 400_001)
    tail = np.asarray(sojourn_tail(times, rate, T1, servers))
    area = (tail[1:] + tail[:-1]).sum() / 2 * times[1]
    assert area == pytest.approx(mean_sojourn(rate, T1, servers), rel=1e-6)


def test_a_far_tail_neither_overflows_nor_vanishes_early() -> None:
    """Close to saturation those who wait decide: e^-(c - a)u."""
    spare = 1e-3
    far = sojourn_tail(np.array([1e4, 1e5, 1e9]), 2 - spare, 1.0, 2)
    assert far == pytest.approx([math.exp(-10), math.exp(-100), 0.0], rel=2e-3)
