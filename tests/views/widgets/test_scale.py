"""Where a value stands on a slider."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.scenario.edit import ALL_PARAMETERS
from explorer.views.widgets.scale import STEPS, Scale, stepped
from tests.draws import examples

SCALES = {name: Scale.of(parameter) for name, parameter in ALL_PARAMETERS.items() if parameter.slider}
LOG = Scale(1e-6, 1.0, zero_notch=True, infinite_notch=True)


def test_the_ends_are_zero_and_infinity() -> None:
    assert LOG.value(0) == 0.0
    assert LOG.value(STEPS) == math.inf
    assert LOG.position(0.0) == 0
    assert LOG.position(math.inf) == STEPS


def test_a_value_outside_stands_at_the_end_of_the_scale() -> None:
    assert LOG.value(LOG.position(1e-9)) == 1e-6
    assert LOG.value(LOG.position(50.0)) == 1.0


@pytest.mark.parametrize("name", SCALES)
@examples(60)
@given(position=st.integers(0, STEPS))
def test_every_position_means_a_value_that_is_accepted_and_stands_there(name: str, position: int) -> None:
    scale = SCALES[name]
    value = scale.value(position)
    assert ALL_PARAMETERS[name].accepts(value)
    assert scale.value(scale.position(value)) == value


@pytest.mark.parametrize("name", SCALES)
def test_the_value_never_falls_along_the_slider(name: str) -> None:
    values = [SCALES[name].value(position) for position in range(STEPS + 1)]
    assert values == sorted(values)


@pytest.mark.parametrize(
    ("value", "direction", "after"),
    [
        (0.012, 1, 0.013),
        (0.01, -1, 0.0099),
        (0.0099, 1, 0.01),
        (0.0, 1, 1e-3),
        (0.0, -1, 0.0),
        (3e-5, 1, 3.1e-5),
        (math.inf, -1, math.inf),
    ],
)
def test_a_key_steps_the_second_digit(value: float, direction: int, after: float) -> None:
    assert stepped(value, direction, whole=False, share=False, first=1e-3) == pytest.approx(after, rel=1e-12)


def test_counts_step_by_one_and_shares_by_a_hundredth() -> None:
    assert stepped(4, -1, whole=True, share=False, first=1) == 3
    assert stepped(0.8, 1, whole=False, share=True, first=1) == 0.81
