"""What the all-reduce of a scenario is drawn with: the devices, the bytes, alpha and B, and where these come from.

Imports the library of links where it reads one, so that nothing that the first window needs may import this.
"""

from __future__ import annotations

from dataclasses import dataclass

from explorer.answers import formatting
from explorer.answers.algorithm_time import AlgorithmTime
from explorer.answers.links.algorithms import Wire, wire_of
from explorer.answers.outcome import Outcome, answer
from explorer.model.collectives import costs
from explorer.model.collectives.costs import Algorithm
from explorer.scenario.link import AlgorithmLink, MeasuredLink
from explorer.scenario.parameters import ALPHA, WIRE
from explorer.scenario.sentence import Sentence, sentence

MOST_DRAWN = 16
"""Devices that are drawn; of more, so many."""


@dataclass(frozen=True)
class AllReduceLink:
    """What an all-reduce follows from.

    Attributes
    ----------
    wire : N, alpha, B, launch, and what the wiring allows.
    size : n, bytes of the vector on each device.
    own : the algorithm that the scenario runs, or is taken to run.
    knows_wiring : whether the wire says what the link permits.
    origin : where alpha and B come from, in words.
    notes : what else has to be said of what is drawn.
    is_fastest : the scenario runs the fastest that its link permits, another one for another size.
    measured_s : what the curve says of this message, where alpha and B only model a measured link.
    """

    wire: Wire
    size: float
    own: Algorithm
    knows_wiring: bool
    origin: Sentence
    notes: tuple[Sentence, ...] = ()
    is_fastest: bool = False
    measured_s: float | None = None

    @property
    def drawn(self) -> int:
        """Devices that are drawn: no more than there is room for."""
        return min(self.wire.devices, MOST_DRAWN)

    @property
    def in_part(self) -> bool:
        """Whether fewer devices are drawn than there are."""
        return self.drawn < self.wire.devices

    def permits(self, algorithm: Algorithm) -> bool:
        """Whether the scenario's link can run an algorithm, as far as is known."""
        if not self.knows_wiring or algorithm is self.own:
            return True
        return algorithm in self.wire.permitted


def _shown(wire: Wire) -> dict[str, str | Sentence]:
    return {"alpha": ALPHA.show(wire.alpha_s), "bandwidth": WIRE.show(wire.bandwidth)}


def _ring(devices: int, startup: float, bandwidth: float) -> Wire:
    """Return the wire on which a ring takes startup + n/bandwidth."""
    return Wire(devices, startup / (2 * (devices - 1)), float(costs.bus_factor(devices)) * bandwidth)


def _of_constant(outcome: Outcome, size: float) -> AllReduceLink:
    devices = outcome.scenario.devices
    line = outcome.link.line(1.0, devices)
    wire = _ring(devices, line.startup, line.bandwidth / line.path_bytes if line.path_bytes > 0 else float("inf"))
    origin = sentence(
        "The link gives ℓ and B and no steps: taken as a ring with α = ℓ/(2(N−1)) = {alpha} and a wire of {bandwidth}, "
        "which takes the same ℓ + V/B.",
        **_shown(wire),
    )
    return AllReduceLink(wire, size, Algorithm.RING, False, origin)


def _of_algorithm(link: AlgorithmLink, outcome: Outcome, size: float) -> AllReduceLink:
    devices, network = outcome.scenario.devices, link.network
    origin = sentence("The link's own: α = {alpha} for each step, B = {bandwidth}.", **_shown(wire_of(link, devices)))
    if network is not None and devices > network.devices_per_node:
        node = network.devices_per_node
        notes = [
            sentence("Drawn is one node of {count}, not the network between nodes.", count=formatting.devices(node))
        ]
        if outcome.link.has(devices):
            time = formatting.seconds(float(outcome.link.seconds(size, devices)))
            notes.append(sentence("On all N = {devices} one all-reduce takes {time}.", devices=str(devices), time=time))
        return AllReduceLink(wire_of(link, node), size, Algorithm.RING, True, origin, tuple(notes))
    own = AlgorithmTime(link).algorithm(size, devices)
    return AllReduceLink(wire_of(link, devices), size, own, True, origin, is_fastest=link.algorithm == "best")


def _library_wire(family: str, devices: int) -> tuple[Wire, str] | None:
    """Return the figures that the library has for NCCL on a family's interconnect, and its name."""
    from explorer.scenario.links import families, presets

    measured = next((entry for entry in families() if entry.id == family and entry.library.startswith("NCCL")), None)
    for preset in presets() if measured is not None else ():
        if preset.algorithm is not None and measured is not None and preset.interconnect == measured.interconnect:
            found, wiring = preset.algorithm, preset.topology
            return Wire(
                devices,
                found.step_s,
                found.wire_bandwidth_bytes_per_s,
                found.launch_s,
                fully_connected=wiring is not None and wiring.fully_connected,
                in_switch=wiring is not None and wiring.in_switch,
            ), preset.interconnect
    return None


def _of_measured(family: str, outcome: Outcome, size: float) -> AllReduceLink:
    devices = outcome.scenario.devices
    seconds = float(outcome.link.seconds(size, devices))
    measured = formatting.seconds(seconds)
    found = _library_wire(family, devices)
    if found is not None:
        wire, name = found
        origin = sentence(
            "Modelled with the library's figures for {name}, not measured step by step: α = {alpha}, B = {bandwidth}, "
            "launch {launch}; the measured curve says {measured} for this message.",
            name=name,
            launch=ALPHA.show(wire.launch_s),
            measured=measured,
            **_shown(wire),
        )
        return AllReduceLink(wire, size, Algorithm.RING, True, origin, measured_s=seconds)
    line = outcome.link.line(max(size, 1.0), devices)
    wire = _ring(devices, line.startup, line.bandwidth)
    origin = sentence(
        "Modelled from the curve's local ℓ and B, not measured step by step: a ring with α = {alpha} and a wire of "
        "{bandwidth} takes the measured {measured} for this message.",
        measured=measured,
        **_shown(wire),
    )
    return AllReduceLink(wire, size, Algorithm.RING, False, origin, measured_s=seconds)


@answer
def all_reduce_link(outcome: Outcome, size: float | None = None) -> AllReduceLink | None:
    """Return what a scenario's all-reduce is drawn with, or None where its link has no figures for its N.

    Parameters
    ----------
    size : n; None for the scenario's.
    """
    link, devices = outcome.scenario.communication.link, outcome.scenario.devices
    size = outcome.scenario.communication.message_bytes if size is None else size
    if isinstance(link, AlgorithmLink):
        return _of_algorithm(link, outcome, size)
    if not outcome.link.has(devices):
        return None
    if isinstance(link, MeasuredLink):
        return _of_measured(link.preset, outcome, size)
    return _of_constant(outcome, size)
