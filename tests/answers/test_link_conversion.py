"""Another kind of link keeps the time of the present message."""

from __future__ import annotations

import pytest

from explorer.answers.link_conversion import as_algorithm, as_constant, described, source_of
from explorer.answers.outcome import Outcome
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario, Source, Status
from tests.answers.builders import ALGORITHMS, measured, modelled, with_link
from tests.scenario.library import family

LINEAR = [name for name in ALGORITHMS if name not in ("best", "double_binary_tree")]


def split_s(scenario: Scenario) -> float:
    performance = Outcome(scenario).performance
    assert performance is not None
    return performance.split_s


@pytest.mark.parametrize("algorithm", LINEAR)
@pytest.mark.parametrize("devices", [2, 5, 8])
def test_a_modelled_link_takes_as_long_as_the_constant_one(algorithm: str, devices: int) -> None:
    before = change(built_in()[0], "devices", devices)
    after = replace_at(before, ("communication", "link"), as_algorithm(before, algorithm))  # type: ignore[arg-type]
    assert split_s(after) == pytest.approx(split_s(before), rel=1e-12)
    assert described(after) == ("algorithm", algorithm)


def test_the_base_case_as_a_ring() -> None:
    ring = as_algorithm(built_in()[0], "ring")
    assert (ring.alpha_s, ring.bandwidth_bytes_per_s) == pytest.approx((1.5e-5, 1e10))


@pytest.mark.parametrize(
    "link",
    [modelled(name, fully_connected=True, in_switch=True) for name in ALGORITHMS]
    + [measured("h100-sxm-nccl"), measured("l40s-vllm-custom")],
)
@pytest.mark.parametrize("size", [8192.0, 2e6, 3e8])
def test_a_constant_link_takes_as_long_as_the_one_before(link: dict[str, object], size: float) -> None:
    before = with_link(link, 4, message_bytes=size)
    constant = as_constant(before)
    after = replace_at(before, ("communication", "link"), constant)
    assert split_s(after) == pytest.approx(split_s(before), rel=1e-12)
    assert described(after) == ("constant", "")


def test_another_algorithm_keeps_the_rest_of_the_link() -> None:
    before = with_link(modelled("ring", fully_connected=True, launch_s=1e-6), 4)
    after = as_algorithm(before, "two_shot")
    assert (after.algorithm, after.launch_s, after.fully_connected, after.alpha_s) == ("two_shot", 1e-6, True, 1.5e-5)


def test_no_size_and_no_curve_are_no_obstacle() -> None:
    nothing = with_link(measured("h100-sxm-nccl"), 2, message_bytes=0.0)
    assert as_constant(nothing).path_factor == 1.0
    assert as_algorithm(change(built_in()[0], "message_bytes", 0.0), "ring").bandwidth_bytes_per_s == 1e11
    other = with_link(measured("gb200-nccl"), 8)
    assert as_constant(other).startup_s > 0
    assert described(other) == ("measured", family("gb200-nccl").id)


@pytest.mark.parametrize(
    ("before", "after"),
    [("measured", "derived"), ("derived", "derived"), ("guess", "guess"), (None, "derived")],
)
def test_a_converted_link_is_worth_no_more_than_the_one_before(before: Status | None, after: Status) -> None:
    sources = {} if before is None else {"communication.link": Source(status=before, source="a test")}
    scenario = built_in()[0].model_copy(update={"sources": sources})
    assert source_of(scenario).status == after
