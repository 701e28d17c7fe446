"""What a reader has to know before trusting an answer, and which numbers do not matter now."""

from __future__ import annotations

import math

from explorer.answers.message_time import message_time
from explorer.model import balance
from explorer.model.balance import Phase
from explorer.model.collectives.choice import DIRECT, MOST_DIRECT_DEVICES
from explorer.model.collectives.costs import POINT_TO_POINT, Algorithm
from explorer.scenario.edit import is_edited, path_of
from explorer.scenario.link import AlgorithmLink
from explorer.scenario.parameters import CAP_OF_EFFICIENCY, EFFICIENCY, PARAMETERS
from explorer.scenario.quantity import SIZE, format_percent, format_quantity
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence

ILL_CONDITIONED = 20.0


def warnings(scenario: Scenario, phase: Phase) -> list[Sentence]:
    """Return the sentences."""
    found = []
    efficiency, devices = float(phase.efficiency), scenario.devices
    if efficiency > CAP_OF_EFFICIENCY:
        found.append(
            sentence(
                "η = {value} is above {cap}, the most that whole layers were measured at; check it",
                value=EFFICIENCY.show(efficiency),
                cap=EFFICIENCY.show(CAP_OF_EFFICIENCY),
            )
        )
    condition = float(balance.condition_of_break_even(phase, scenario.target_speedup))
    if ILL_CONDITIONED < condition < math.inf:
        found.append(
            sentence(
                "η is barely above r/N = {limit}: a change of η by {percent} moves C* by about {change}",
                limit=EFFICIENCY.show(scenario.target_speedup / devices),
                percent="0.1 %",
                change=format_percent(0.001 * condition, 2),
            )
        )
    found += [*_link_warnings(scenario), *_node_warnings(scenario)]
    taken = _taken_over(scenario)
    if taken:
        found.append(
            sentence(
                "N was changed by hand; assuming that {what} hold at N = {devices}",
                what=", ".join(taken),
                devices=str(devices),
            )
        )
    link = scenario.communication.link
    listed = link.by_devices
    if listed and not _is_listed(scenario):
        found.append(
            sentence(
                "ℓ and B are listed for N = {listed}; assuming that V and the single figures hold at N = {devices}",
                listed=", ".join(str(entry.devices) for entry in listed),
                devices=str(devices),
            )
        )
    return found


def is_beyond_node(scenario: Scenario) -> bool:
    """Whether N is more than a node has, of which the scenario's link, as another joins the nodes, knows nothing."""
    node = scenario.pipeline.devices_per_node
    return node is not None and scenario.devices > node and scenario.pipeline.link is not None


def _node_warnings(scenario: Scenario) -> list[Sentence]:
    """Say so."""
    if not is_beyond_node(scenario):
        return []
    return [
        sentence(
            "a node has {node} devices: this answer takes the link within a node for all {devices}; the page "
            "Parallelism counts the network",
            node=str(scenario.pipeline.devices_per_node),
            devices=str(scenario.devices),
        )
    ]


def _link_warnings(scenario: Scenario) -> list[Sentence]:
    """Say where a link is asked for more than is known of it, or for an algorithm that it does not permit."""
    link, devices = scenario.communication.link, scenario.devices
    if not isinstance(link, AlgorithmLink):
        measured = message_time(link).measured_range(devices)
        return [] if measured is None else _beyond_the_curve(measured, scenario.communication.message_bytes)
    if link.network is not None and devices > link.network.devices_per_node:
        able = link.algorithm in ("best", *POINT_TO_POINT, Algorithm.NETWORK_TREE)
        return [] if able else [sentence("over several nodes a ring runs: the chosen algorithm needs one node")]
    if link.algorithm in DIRECT and (devices > MOST_DIRECT_DEVICES or not link.fully_connected):
        return [
            sentence(
                "a direct all-reduce needs a fully connected link, among at most {most} devices; here N = {devices}",
                most=str(MOST_DIRECT_DEVICES),
                devices=str(devices),
            )
        ]
    if link.algorithm == "in_switch" and not link.in_switch:
        return [sentence("the link's switch is not said to reduce")]
    return []


def _beyond_the_curve(measured: tuple[float, float], size: float) -> list[Sentence]:
    """Say where a message is smaller or larger than those that the link was measured with."""
    low, high = measured
    if size <= 0 or low <= size <= high:
        return []
    return [
        sentence(
            "the link was measured from {low} to {high}; its time for n = {size} is extrapolated",
            low=format_quantity(low, SIZE),
            high=format_quantity(high, SIZE),
            size=format_quantity(size, SIZE),
        )
    ]


def _taken_over(scenario: Scenario) -> list[str]:
    """Symbols of the single figures that were given for another N than the one that was entered by hand."""
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


def unsaid(scenario: Scenario) -> dict[str, Sentence]:
    """Return which numbers of the sections say nothing yet, and in their place what that means."""
    found: dict[str, Sentence] = {}
    if scenario.load.latency_target_s == 0:
        found["latency_target"] = sentence("no target")
    for name, value in (("weights", scenario.memory.weights_bytes), ("request_bytes", scenario.memory.request_bytes)):
        if value == 0:
            found[name] = {"weights": sentence("not known"), "request_bytes": sentence("none kept")}[name]
    node = scenario.pipeline.devices_per_node
    if node is None and scenario.pipeline.link is not None:
        found["devices_per_node"] = sentence("each stage its own")
    elif node is None or node >= scenario.devices:
        found["devices_per_node"] = sentence("all in one node")
    return found


def _is_listed(scenario: Scenario) -> bool:
    """Whether a constant link has figures of its own for the scenario's N."""
    return scenario.devices in [entry.devices for entry in scenario.communication.link.by_devices]


def without_effect(phase: Phase) -> dict[str, Sentence]:
    """Return why the parameters that do not change the times now do not."""
    found: dict[str, Sentence] = {}
    if phase.messages == 0:
        reason = sentence("no effect while Q = 0")
        found |= dict.fromkeys(("startup", "message_bytes", "bandwidth", "overlap"), reason)
    elif math.isinf(float(phase.bandwidth)):
        found["message_bytes"] = sentence("no effect while B = ∞")
    if phase.messages and phase.message_bytes == 0:
        found["bandwidth"] = sentence("no effect while V = 0")
    if phase.messages and balance.message_time(phase) == 0:
        reason = sentence("no effect while ℓ = 0, V/B = 0")
        found |= dict.fromkeys(("messages", "overlap"), reason)
    if phase.divisible == 0:
        reason = sentence("no effect while C = 0")
        found |= dict.fromkeys(("efficiency", "overlap"), reason)
    return found
