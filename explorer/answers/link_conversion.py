"""A link of another kind in place of a scenario's own, with the same time for its message where that is possible."""

from __future__ import annotations

import math

from explorer.answers.message_time import message_time
from explorer.model.collectives import costs
from explorer.model.collectives.costs import Algorithm
from explorer.scenario.edit import covering, is_link_edited
from explorer.scenario.link import AlgorithmId, AlgorithmLink, ConstantLink, LinkAt, MeasuredLink, NodeNetwork
from explorer.scenario.quantity import SIZE, format_quantity
from explorer.scenario.scenario import Scenario, Source, weaker
from explorer.scenario.sentence import one_line

_SHORT = 160
_USUAL_NODE = 8
_ALPHA, _WIRE = 5e-6, 1e11
"""Latency and bandwidth of a modelled link where the present one has none to keep."""


def as_constant(scenario: Scenario) -> ConstantLink:
    """Return the constant link that takes as long as the scenario's for its message, with the curve's slope there."""
    link = scenario.communication.link
    if isinstance(link, ConstantLink):
        return link
    size, devices = scenario.communication.message_bytes, scenario.devices
    times = message_time(link)
    if not times.has(devices):
        devices = times.usual_devices(devices)[0]
    line = times.line(size, devices)
    factor = line.path_bytes / size if size > 0 else 1.0
    figures = {"startup_s": line.startup, "bandwidth_bytes_per_s": line.bandwidth}
    return ConstantLink(  # listed for this N, so that another N says that it assumes them
        kind="constant", path_factor=factor, by_devices=(LinkAt(devices=devices, **figures),), **figures
    )


def as_algorithm(scenario: Scenario, algorithm: AlgorithmId) -> AlgorithmLink:
    """Return a modelled link: the scenario's own with another algorithm, or one made from its start-up and bandwidth.

    From a constant or measured link, latency and bandwidth are set so that this algorithm takes the same time for the
    scenario's message ("best": so that a ring does).
    """
    link = scenario.communication.link
    if isinstance(link, AlgorithmLink):
        return link.with_values(algorithm=algorithm)
    size, devices = scenario.communication.message_bytes, scenario.devices
    constant = as_constant(scenario)
    line = message_time(constant).line(size, devices)
    of = Algorithm.RING if algorithm == "best" else Algorithm(algorithm)
    unit = costs.cost(of, 1.0, devices, 0.0, 1.0)
    rounds = costs.cost(of, 1.0, devices, 1.0, math.inf)
    path = float(unit.path_bytes) * size
    bytes_s = line.path_bytes / line.bandwidth
    alpha = line.startup / float(rounds.seconds)
    wire = path / bytes_s if bytes_s > 0 else math.inf if size > 0 and line.path_bytes > 0 else _WIRE
    return AlgorithmLink(
        kind="algorithm",
        algorithm=algorithm,
        alpha_s=alpha if alpha > 0 else _ALPHA if line.startup > 0 else 0.0,
        bandwidth_bytes_per_s=wire,
    )


def network_for(link: AlgorithmLink, devices: int) -> NodeNetwork:
    """Return a network between nodes to begin with: as fast as the link within a node, over several nodes if N allows.

    A node has the most devices, up to eight, of which N is a multiple; all of them where there is no such number.
    """
    able = [count for count in range(2, min(_USUAL_NODE, devices - 1) + 1) if devices % count == 0]
    return NodeNetwork(
        devices_per_node=max(able, default=devices),
        alpha_s=link.alpha_s,
        bandwidth_bytes_per_s=link.bandwidth_bytes_per_s,
    )


def source_of(scenario: Scenario) -> Source:
    """Return the source of a link that is made to take the same time as the scenario's own for its message."""
    key = covering(scenario, ("communication", "link"))
    link = scenario.communication.link
    before = scenario.sources.get(key) if key is not None else None
    name = f"{link.kind} {link.algorithm}" if isinstance(link, AlgorithmLink) else link.kind
    if before is not None:
        edited = ", edited" if is_link_edited(scenario) else ""
        name += f" {before.preset}" if before.preset else ""
        name += f" ({before.status}{edited}: {one_line(before.source, _SHORT)})"
    size = format_quantity(scenario.communication.message_bytes, SIZE)
    text = (
        f"set so that a message of {size} on N = {scenario.devices} takes the same time as on the previous link: {name}"
    )
    return Source(status=weaker("derived", before.status if before is not None else "derived"), source=text)


def described(scenario: Scenario) -> tuple[str, str]:
    """Return the kind of a scenario's link, and the id of its algorithm or of its entry in the library."""
    link = scenario.communication.link
    if isinstance(link, AlgorithmLink):
        return link.kind, link.algorithm
    if isinstance(link, MeasuredLink):
        return link.kind, link.preset
    noted = scenario.sources.get("communication.link")
    return link.kind, "" if noted is None or noted.preset is None else noted.preset
