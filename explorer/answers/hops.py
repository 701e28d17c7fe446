"""How long activations take from one pipeline stage to the next: a message between two devices, no all-reduce."""

from __future__ import annotations

from typing import NamedTuple

from explorer.answers.message_time import message_time
from explorer.model.division import hops_between_nodes
from explorer.scenario.link import Link
from explorer.scenario.scenario import Scenario


class Hop(NamedTuple):
    """Seconds of one hop; ``at_most`` says that only an upper bound of it is known."""

    seconds: float
    at_most: bool = False


def over(link: Link, size: float, *, between_nodes: bool) -> Hop:
    """Return the time of one message of ``size`` bytes from a device to one other.

    A constant link takes l + a/B, with its figures for N = 2 where it lists them: the path factor belongs to the
    all-reduce. An algorithm link takes one step, over its network where the hop leaves a node. A measured link has
    times of all-reduces alone: that of the fewest devices, which moves the bytes there and back, is an upper bound.
    """
    if link.kind == "constant":
        own = next((entry for entry in link.by_devices if entry.devices == 2), link)
        return Hop(own.startup_s + size / own.bandwidth_bytes_per_s)
    if link.kind == "algorithm":
        wire = link.network if between_nodes and link.network is not None else link
        return Hop(link.launch_s + wire.alpha_s + size / wire.bandwidth_bytes_per_s if size > 0 else 0.0)
    fewest = min(curve.devices for curve in link.curves)
    return Hop(float(message_time(link).seconds(size, fewest)), at_most=True)


class Hops(NamedTuple):
    """Hops within a node, and between nodes."""

    inside: Hop
    between: Hop


def hops(scenario: Scenario) -> Hops:
    """Return the hops of a scenario.

    Those between nodes go over the pipeline's own link where there is one, else over the scenario's; where no nodes are
    known, every hop counts as one between nodes.
    """
    own, section = scenario.communication.link, scenario.pipeline
    size = scenario.communication.message_bytes if section.hop_bytes is None else section.hop_bytes
    between = over(section.link or own, size, between_nodes=True)
    return Hops(between if per_node(scenario) is None else over(own, size, between_nodes=False), between)


def mean(scenario: Scenario, stages: int) -> Hop:
    """Return what each of the p - 1 hops of p stages of one device takes on average, so that their sum is right."""
    found, node = hops(scenario), per_node(scenario)
    count = max(stages - 1, 1)
    away = count if node is None else min(hops_between_nodes(1, stages, node), count)
    seconds = ((count - away) * found.inside.seconds + away * found.between.seconds) / count
    used = [hop for hop, number in ((found.inside, count - away), (found.between, away)) if number]
    return Hop(seconds, any(hop.at_most for hop in used))


def per_node(scenario: Scenario) -> int | None:
    """Return the devices of a node, those of an algorithm link's network included, or None without nodes."""
    if scenario.pipeline.devices_per_node is not None:
        return scenario.pipeline.devices_per_node
    link = scenario.communication.link
    return link.network.devices_per_node if link.kind == "algorithm" and link.network is not None else None
