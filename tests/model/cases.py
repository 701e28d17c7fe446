"""Phases to test with: the base case changed, and drawn ones in exact decimals, rich in zeros, ties and extremes."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st

from explorer.model.balance import Phase
from tests.model.reference import BASE, Exact

DRAWN = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=200,
    phases=(Stage.generate, Stage.shrink),
    suppress_health_check=[HealthCheck.too_slow],
)
"""The same examples in each run, wherever it runs."""


def base_with(**changes: str | int) -> Exact:
    """The base case with some values changed, each a decimal, a fraction such as "1/3", or "inf"."""
    case = BASE
    for name, value in changes.items():
        above, _, below = str(value).partition("/")
        case = case.at(name, None if value == "inf" else Fraction(above) / Fraction(below or 1))
    return case


def stacked(phases: list[Phase]) -> Phase:
    """Make one phase of arrays out of many of numbers."""
    return Phase(
        **{field.name: np.array([getattr(one, field.name) for one in phases], float) for field in fields(Phase)}
    )


def _decimals(low: int, high: int) -> st.SearchStrategy[Fraction]:
    """Decimals of up to three digits between two powers of ten."""
    return st.builds(
        lambda digits, power: digits * Fraction(10) ** power, st.integers(1, 999), st.integers(low, high - 2)
    )


def _of(*values: str) -> st.SearchStrategy[Fraction]:
    return st.sampled_from([Fraction(value) for value in values])


_EFFICIENCIES = _of("0.8", "0.5", "0.25", "0.3", "0.6", "0.75", "1", "1.1", "2", "10", "0.001", "0.51", "0.9")
_TARGETS = _of("1", "1", "1", "1.2", "1.5", "2", "4", "1.001", "100")
_DEVICES = _of("2", "2", "2", "3", "4", "5", "8", "12", "64", "65536")
_OVERLAPS = _of("0", "0", "1", "1", "0.25", "0.5", "0.9", "0.999", "0.001")


@st.composite
def _near(draw: st.DrawFn) -> tuple[Exact, Fraction]:
    """Round numbers around the base case: all costs alike, so that every state and many exact ties come up."""
    ms = Fraction(1, 1000)
    case = Exact(
        serial=draw(_of("0", "0.8", "1", "100")) * ms,
        divisible=draw(_of("0", "0.1", "1", "2", "3", "4", "6", "8", "12", "24", "100")) * ms,
        efficiency=draw(_EFFICIENCIES),
        messages=draw(_of("0", "1", "2", "4", "8", "10", "25")),
        startup=draw(_of("0", "0.03", "0.05", "0.25", "0.5", "1", "2")) * ms,
        message_bytes=draw(_of("0", "1000", "1000000", "2000000", "5000000")),
        bandwidth=draw(st.one_of(st.none(), _of("1e9", "2e9", "1e10", "5e10"))),
        devices=draw(_DEVICES),
        overlap=draw(_OVERLAPS),
        extra_serial=draw(_of("0", "0", "0", "0.5", "1", "3")) * ms,
    )
    return case, draw(_TARGETS)


@st.composite
def _far(draw: st.DrawFn) -> tuple[Exact, Fraction]:
    """Anything that a file may hold, over many powers of ten."""
    nought = st.just(Fraction(0))
    case = Exact(
        serial=draw(nought | _decimals(-6, 6)),
        divisible=draw(_decimals(-6, 6)),
        efficiency=draw(_EFFICIENCIES | st.integers(1, 1200).map(lambda value: Fraction(value, 1000))),
        messages=draw(st.integers(0, 1000).map(Fraction)),
        startup=draw(nought | _decimals(-9, 1)),
        message_bytes=draw(nought | _decimals(0, 12)),
        bandwidth=draw(st.none() | _decimals(3, 15)),
        devices=draw(_DEVICES | st.integers(2, 100).map(Fraction)),
        overlap=draw(_OVERLAPS | st.integers(0, 100).map(lambda value: Fraction(value, 100))),
        extra_serial=draw(nought | _decimals(-9, 3)),
    )
    return case, draw(_TARGETS | st.integers(100, 1000).map(lambda value: Fraction(value, 100)))


@st.composite
def _level(draw: st.DrawFn) -> tuple[Exact, Fraction]:
    """Costs that are shares of the work: close decisions, with and without overlap."""
    work, messages = draw(_of("0.001", "0.012", "0.3", "20")), draw(_of("1", "3", "4", "16"))
    startups, transfers = draw(_of("0", "0.01", "0.1", "0.3", "0.5")), draw(_of("0", "0.05", "0.2", "0.4", "0.8"))
    bandwidth = draw(_of("1e8", "3e10"))
    case = Exact(
        serial=draw(_of("0", "0.01", "0.1", "0.4", "3")) * work,
        divisible=work,
        efficiency=draw(_of("0.6", "0.7", "0.8", "0.9", "1", "1.2")),
        messages=messages,
        startup=startups * work / messages,
        message_bytes=transfers * work / messages * bandwidth,
        bandwidth=bandwidth,
        devices=draw(_of("2", "3", "4", "8")),
        overlap=draw(_of("0", "0.1", "0.3", "0.5", "0.7", "0.9", "1")),
        extra_serial=draw(_of("0", "0", "0.02", "0.15")) * work,
    )
    return case, draw(_of("1", "1", "1.1", "1.25", "1.6", "2.5"))


def cases() -> st.SearchStrategy[tuple[Exact, Fraction]]:
    """A phase in decimals and a target that is exactly a float: at 1.001 its rounding alone would cost digits."""
    return st.one_of(_near(), _level(), _far()).map(lambda drawn: (drawn[0], Fraction(float(drawn[1]))))
