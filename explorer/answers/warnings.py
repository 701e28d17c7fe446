"""What a reader has to know before trusting a result, and which parameters have no effect now."""

from __future__ import annotations

import math
from collections.abc import Iterator

from explorer.answers.message_time import message_time
from explorer.model import balance
from explorer.model.balance import Phase
from explorer.model.collectives.costs import POINT_TO_POINT, Algorithm
from explorer.model.collectives.wire import DIRECT, MOST_DIRECT_DEVICES
from explorer.scenario.edit import is_edited, path_of
from explorer.scenario.link import AlgorithmLink
from explorer.scenario.parameters import CAP_OF_EFFICIENCY, EFFICIENCY, PARAMETERS
from explorer.scenario.quantity import SIZE, format_percent, format_quantity
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence

ILL_CONDITIONED = 20.0
"""Relative change of C* per relative change of eta above which eta decides alone: 0.1 % of it move C* by 2 %."""


def warnings(scenario: Scenario, phase: Phase) -> list[Sentence]:
    """Return what a reader has to know before trusting the result."""
    return [
        *_efficiency_warnings(scenario, phase),
        *_link_warnings(scenario),
        *_node_warnings(scenario),
        *_assumptions(scenario),
    ]


def _efficiency_warnings(scenario: Scenario, phase: Phase) -> Iterator[Sentence]:
    efficiency = float(phase.efficiency)
    if efficiency > CAP_OF_EFFICIENCY:
        yield sentence(
            "η = {value} is above {cap}, the highest measured for whole layers; please check",
            value=EFFICIENCY.show(efficiency),
            cap=EFFICIENCY.show(CAP_OF_EFFICIENCY),
        )
    condition = float(balance.condition_of_break_even(phase, scenario.target_speedup))
    if ILL_CONDITIONED < condition < math.inf:
        yield sentence(
            "η is barely above r/N = {limit}: changing η by {percent} moves C* by about {change}",
            limit=EFFICIENCY.show(scenario.target_speedup / scenario.devices),
            percent="0.1 %",
            change=format_percent(0.001 * condition, 2),
        )


def _assumptions(scenario: Scenario) -> Iterator[Sentence]:
    """Name the single values that are used for an N that they may not hold for."""
    devices, what = str(scenario.devices), ", ".join(_assumed_symbols(scenario))
    if what:
        yield sentence("N was changed by hand; assuming the same {what} at N = {devices}", what=what, devices=devices)
    unlisted = unlisted_devices(scenario)
    if unlisted is not None:
        yield unlisted


def unlisted_devices(scenario: Scenario) -> Sentence | None:
    """Say which figures are used for an N that the link's list leaves out, or None."""
    listed = scenario.communication.link.by_devices
    if not listed or _is_listed(scenario):
        return None
    return sentence(
        "ℓ and B are listed for N = {listed}; assuming V and the single values of ℓ and B at N = {devices}",
        listed=", ".join(str(entry.devices) for entry in listed),
        devices=str(scenario.devices),
    )


def is_beyond_node(scenario: Scenario) -> bool:
    """Whether N exceeds the devices of a node while another link, which the result leaves out, joins the nodes."""
    node = scenario.pipeline.devices_per_node
    return node is not None and scenario.devices > node and scenario.pipeline.link is not None


def _node_warnings(scenario: Scenario) -> Iterator[Sentence]:
    """Say that the result leaves out the link between nodes."""
    if is_beyond_node(scenario):
        yield sentence(
            "a node has {node} devices: this result uses the link within a node for all {devices}; the page "
            "Parallelism includes the link between nodes",
            node=str(scenario.pipeline.devices_per_node),
            devices=str(scenario.devices),
        )


def _link_warnings(scenario: Scenario) -> Iterator[Sentence]:
    """Say where a time is outside the measured range, or an algorithm cannot run on the link."""
    link, devices, size = scenario.communication.link, scenario.devices, scenario.communication.message_bytes
    if not isinstance(link, AlgorithmLink):
        measured = message_time(link).measured_range(devices)
        if measured is not None and size > 0 and not measured[0] <= size <= measured[1]:
            yield sentence(
                "the link was measured from {low} to {high}; its time for n = {size} is extrapolated",
                low=format_quantity(measured[0], SIZE),
                high=format_quantity(measured[1], SIZE),
                size=format_quantity(size, SIZE),
            )
    elif link.network is not None and devices > link.network.devices_per_node:
        if link.algorithm not in ("best", *POINT_TO_POINT, Algorithm.NETWORK_TREE):
            yield sentence("across several nodes a ring is used: the chosen algorithm needs one node")
    elif link.algorithm in DIRECT and (devices > MOST_DIRECT_DEVICES or not link.fully_connected):
        yield sentence(
            "a direct all-reduce needs a fully connected link and at most {most} devices; here N = {devices}",
            most=str(MOST_DIRECT_DEVICES),
            devices=str(devices),
        )
    elif link.algorithm == "in_switch" and not link.in_switch:
        yield sentence("this link is not marked as capable of in-switch reduction")


def _assumed_symbols(scenario: Scenario) -> list[str]:
    """Return the symbols of the single values that were given for another N than the one entered by hand."""
    if not is_edited(scenario, ("devices",)):
        return []
    single = ["efficiency", "startup", "message_bytes", "bandwidth"]
    if isinstance(scenario.work.efficiency, tuple):
        single.remove("efficiency")
    if not scenario.communication.link.assumes_figures:
        single = [name for name in single if name == "efficiency"]
    elif scenario.communication.link.by_devices:
        named = ("startup", "bandwidth") if _is_listed(scenario) else ("startup", "message_bytes", "bandwidth")
        single = [name for name in single if name not in named]
    return [PARAMETERS[name].symbol for name in single if not is_edited(scenario, path_of(scenario, name))]


def inactive_defaults(scenario: Scenario) -> dict[str, Sentence]:
    """Return the numbers of the sections whose default switches something off, each with what it means."""
    defaults: dict[str, Sentence] = {}
    if scenario.load.latency_target_s == 0:
        defaults["latency_target"] = sentence("no target")
    if scenario.memory.weights_bytes == 0:
        defaults["weights"] = sentence("unknown")
    if scenario.memory.request_bytes == 0:
        defaults["request_bytes"] = sentence("no state")
    node = scenario.pipeline.devices_per_node
    if node is None and scenario.pipeline.link is not None:
        defaults["devices_per_node"] = sentence("one node per stage")
    elif node is None or node >= scenario.devices:
        defaults["devices_per_node"] = sentence("a single node")
    return defaults


def _is_listed(scenario: Scenario) -> bool:
    """Whether a constant link lists a start-up and a bandwidth for the scenario's N."""
    return scenario.devices in [entry.devices for entry in scenario.communication.link.by_devices]


def no_effect(phase: Phase) -> dict[str, Sentence]:
    """Return the parameters that do not change the times now, each with the reason."""
    reasons: dict[str, Sentence] = {}
    if phase.messages == 0:
        reason = sentence("no effect while Q = 0")
        reasons |= dict.fromkeys(("startup", "message_bytes", "bandwidth", "overlap"), reason)
    elif math.isinf(float(phase.bandwidth)):
        reasons["message_bytes"] = sentence("no effect while B = ∞")
    if phase.messages and phase.message_bytes == 0:
        reasons["bandwidth"] = sentence("no effect while V = 0")
    if phase.messages and balance.message_time(phase) == 0:
        reasons |= dict.fromkeys(("messages", "overlap"), sentence("no effect while ℓ = 0, V/B = 0"))
    if phase.divisible == 0:
        reasons |= dict.fromkeys(("efficiency", "overlap"), sentence("no effect while C = 0"))
    return reasons
