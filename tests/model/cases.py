"""Phases to test with: the base case changed, and drawn ones in exact decimals, rich in zeros, ties and extremes."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from explorer.model.balance import Phase
from tests.draws import examples
from tests.model.reference import BASE, Exact

DRAWN = examples()


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
    powers = [Fraction(10) ** power for power in range(low, high - 1)]
    return st.builds(Fraction.__mul__, st.sampled_from(powers), st.integers(1, 999))


def _of(*values: str) -> st.SearchStrategy[Fraction]:
    return st.sampled_from([Fraction(value) for value in values])


_EFFICIENCIES = _of("0.8", "0.5", "0.25", "0.3", "0.6", "0.75", "1", "1.1", "2", "10", "0.001", "0.51", "0.9")
_TARGETS = _of("1", "1", "1", "1.2", "1.5", "2", "4", "1.001", "100")
_DEVICES = _of("2", "2", "2", "3", "4", "5", "8", "12", "64", "65536")
_OVERLAPS = _of("0", "0", "1", "1", "0.25", "0.5", "0.9", "0.999", "0.001")


def _ms(*values: str) -> st.SearchStrategy[Fraction]:
    return st.sampled_from([Fraction(value) / 1000 for value in values])


_NOUGHT = st.just(Fraction(0))

# Strategies are made once: one made within a draw is checked anew at each draw, which takes longer than drawing.

_NEAR = st.builds(
    Exact,
    serial=_ms("0", "0.8", "1", "100"),
    divisible=_ms("0", "0.1", "1", "2", "3", "4", "6", "8", "12", "24", "100"),
    efficiency=_EFFICIENCIES,
    messages=_of("0", "1", "2", "4", "8", "10", "25"),
    startup=_ms("0", "0.03", "0.05", "0.25", "0.5", "1", "2"),
    message_bytes=_of("0", "1000", "1000000", "2000000", "5000000"),
    bandwidth=st.one_of(st.none(), _of("1e9", "2e9", "1e10", "5e10")),
    devices=_DEVICES,
    overlap=_OVERLAPS,
    extra_serial=_ms("0", "0", "0", "0.5", "1", "3"),
)
"""Round numbers around the base case: all costs alike, so that every state and many exact ties come up."""

_FAR = st.builds(
    Exact,
    serial=_NOUGHT | _decimals(-6, 6),
    divisible=_decimals(-6, 6),
    efficiency=_EFFICIENCIES | st.integers(1, 1200).map(lambda value: Fraction(value, 1000)),
    messages=st.integers(0, 1000).map(Fraction),
    startup=_NOUGHT | _decimals(-9, 1),
    message_bytes=_NOUGHT | _decimals(0, 12),
    bandwidth=st.none() | _decimals(3, 15),
    devices=_DEVICES | st.integers(2, 100).map(Fraction),
    overlap=_OVERLAPS | st.integers(0, 100).map(lambda value: Fraction(value, 100)),
    extra_serial=_NOUGHT | _decimals(-9, 3),
)
"""Anything that a file may hold, over many powers of ten."""


def _level(
    work: Fraction, messages: Fraction, bandwidth: Fraction, shares: dict[str, Fraction], others: dict[str, Fraction]
) -> Exact:
    return Exact(
        serial=shares["serial"] * work,
        divisible=work,
        messages=messages,
        startup=shares["startups"] * work / messages,
        message_bytes=shares["transfers"] * work / messages * bandwidth,
        bandwidth=bandwidth,
        extra_serial=shares["extra_serial"] * work,
        **others,
    )


_LEVEL = st.builds(
    _level,
    work=_of("0.001", "0.012", "0.3", "20"),
    messages=_of("1", "3", "4", "16"),
    bandwidth=_of("1e8", "3e10"),
    shares=st.fixed_dictionaries(
        {
            "serial": _of("0", "0.01", "0.1", "0.4", "3"),
            "startups": _of("0", "0.01", "0.1", "0.3", "0.5"),
            "transfers": _of("0", "0.05", "0.2", "0.4", "0.8"),
            "extra_serial": _of("0", "0", "0.02", "0.15"),
        }
    ),
    others=st.fixed_dictionaries(
        {
            "efficiency": _of("0.6", "0.7", "0.8", "0.9", "1", "1.2"),
            "devices": _of("2", "3", "4", "8"),
            "overlap": _of("0", "0.1", "0.3", "0.5", "0.7", "0.9", "1"),
        }
    ),
)
"""Costs that are shares of the work: close decisions, with and without overlap."""

_CASES = st.one_of(
    st.tuples(_NEAR, _TARGETS),
    st.tuples(_LEVEL, _of("1", "1", "1.1", "1.25", "1.6", "2.5")),
    st.tuples(_FAR, _TARGETS | st.integers(100, 1000).map(lambda value: Fraction(value, 100))),
).map(lambda drawn: (drawn[0], Fraction(float(drawn[1]))))


def cases() -> st.SearchStrategy[tuple[Exact, Fraction]]:
    """A phase in decimals and a target that is exactly a float: at 1.001 its rounding alone would cost digits."""
    return _CASES
