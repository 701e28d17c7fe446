"""The time of a hop, the message with activations from a device of one pipeline stage to one of the next stage."""

from __future__ import annotations

from typing import NamedTuple

from explorer.answers.message_time import message_time
from explorer.answers.times import Hop
from explorer.model.division import hops_between_nodes
from explorer.scenario.scenario import Scenario


class Hops(NamedTuple):
    """One hop within a node, and one between nodes."""

    intra_node: Hop
    inter_node: Hop


def hops(scenario: Scenario) -> Hops:
    """Return the hops of a scenario.

    Between nodes they use the link between nodes if there is one, otherwise the scenario's link. If the scenario has no
    nodes, every hop counts as one between nodes.
    """
    link, section = scenario.communication.link, scenario.pipeline
    size = scenario.communication.message_bytes if section.hop_bytes is None else section.hop_bytes
    inter_node = message_time(section.link or link).hop(size, between_nodes=True)
    if per_node(scenario) is None:
        return Hops(inter_node, inter_node)
    return Hops(message_time(link).hop(size, between_nodes=False), inter_node)


def mean(scenario: Scenario, stages: int) -> Hop:
    """Return the average of the p - 1 hops of p stages with one device each; p - 1 times this is their sum."""
    hop, node = hops(scenario), per_node(scenario)
    count = max(stages - 1, 1)
    inter_node = count if node is None else min(hops_between_nodes(1, stages, node), count)
    counts = ((hop.intra_node, count - inter_node), (hop.inter_node, inter_node))
    seconds = sum(number * kind.seconds for kind, number in counts) / count
    return Hop(seconds, any(kind.at_most for kind, number in counts if number))


def per_node(scenario: Scenario) -> int | None:
    """Return the devices per node, of the pipeline section or else of a modelled link; None without nodes."""
    if scenario.pipeline.devices_per_node is not None:
        return scenario.pipeline.devices_per_node
    network = scenario.communication.link.network
    return None if network is None else network.devices_per_node
