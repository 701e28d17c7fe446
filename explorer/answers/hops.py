"""How long activations take from one pipeline stage to the next: a message between two devices, no all-reduce."""

from __future__ import annotations

from typing import NamedTuple

from explorer.answers.message_time import message_time
from explorer.answers.times import Hop
from explorer.model.division import hops_between_nodes
from explorer.scenario.scenario import Scenario


class Hops(NamedTuple):
    """Hops within a node, and between nodes."""

    intra_node: Hop
    inter_node: Hop


def hops(scenario: Scenario) -> Hops:
    """Return the hops of a scenario.

    Those between nodes go over the pipeline's own link where there is one, else over the scenario's; where no nodes are
    known, every hop counts as one between nodes.
    """
    own, section = scenario.communication.link, scenario.pipeline
    size = scenario.communication.message_bytes if section.hop_bytes is None else section.hop_bytes
    inter_node = message_time(section.link or own).hop(size, between_nodes=True)
    if per_node(scenario) is None:
        return Hops(inter_node, inter_node)
    return Hops(message_time(own).hop(size, between_nodes=False), inter_node)


def mean(scenario: Scenario, stages: int) -> Hop:
    """Return what each of the p - 1 hops of p stages of one device takes on average, so that their sum is right."""
    hop, node = hops(scenario), per_node(scenario)
    count = max(stages - 1, 1)
    inter_node = count if node is None else min(hops_between_nodes(1, stages, node), count)
    counts = ((hop.intra_node, count - inter_node), (hop.inter_node, inter_node))
    seconds = sum(number * kind.seconds for kind, number in counts) / count
    return Hop(seconds, any(kind.at_most for kind, number in counts if number))


def per_node(scenario: Scenario) -> int | None:
    """Return the devices of a node, those of an algorithm link's network included, or None without nodes."""
    if scenario.pipeline.devices_per_node is not None:
        return scenario.pipeline.devices_per_node
    network = scenario.communication.link.network
    return None if network is None else network.devices_per_node
