"""Scenarios with other links, for several tests of the answers and of what shows them."""

from __future__ import annotations

from typing import Any

from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from tests.scenario.library import family

ALGORITHMS = (
    "best", "ring", "recursive_doubling", "halving_doubling", "binomial_tree", "double_binary_tree", "one_shot",
    "two_shot", "in_switch", "network_tree",
)  # fmt: skip


def with_link(link: dict[str, Any], devices: int = 2, **values: float) -> Scenario:
    scenario = replace_at(built_in()[0], ("communication", "link"), link)
    for name, value in {"devices": devices, **values}.items():
        scenario = change(scenario, name, value)
    return scenario


def modelled(algorithm: str = "ring", **parts: Any) -> dict[str, Any]:
    return {"kind": "algorithm", "algorithm": algorithm, "alpha_s": 1.5e-5, "bandwidth_bytes_per_s": 1e10, **parts}


def measured(name: str) -> dict[str, Any]:
    curves = [curve.model_dump() for curve in family(name).curves]
    return {"kind": "measured", "preset": name, "curves": curves}


def without_answer(scenario: Scenario) -> Scenario:
    """Give the efficiency of four devices alone: two have no answer."""
    return replace_at(scenario, ("work", "efficiency"), [{"devices": 4, "value": 0.9}])
