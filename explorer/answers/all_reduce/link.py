"""The data that the all-reduce of a scenario is drawn from: devices, bytes, α and B, and the source of α and B.

Reads the library of links, so the first window must not import this module.
"""

from __future__ import annotations

from dataclasses import dataclass

from explorer.answers import formatting
from explorer.answers.algorithm_time import AlgorithmTime, wire_of
from explorer.answers.links.library import library_rows
from explorer.answers.outcome import Outcome, answer
from explorer.model.collectives import costs
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.wire import Wire
from explorer.scenario.link import AlgorithmLink, MeasuredLink
from explorer.scenario.parameters import ALPHA, WIRE
from explorer.scenario.sentence import Sentence, sentence

MOST_DRAWN = 16
"""Most devices that are drawn."""


@dataclass(frozen=True)
class AllReduceLink:
    """What determines an all-reduce.

    Attributes
    ----------
    wire : N, α, B, launch, and what the wiring allows.
    size : n, bytes of the vector on each device.
    algorithm : the algorithm that the scenario runs, or is modelled with.
    knows_wiring : whether the wire says which algorithms the link permits.
    origin : where α and B come from, in words.
    notes : further sentences on what is drawn.
    is_fastest : the scenario runs the fastest algorithm that its link permits, which depends on the size.
    measured_s : time of this message on the measured curve, where α and B only model a measured link.
    """

    wire: Wire
    size: float
    algorithm: Algorithm
    knows_wiring: bool
    origin: Sentence
    notes: tuple[Sentence, ...] = ()
    is_fastest: bool = False
    measured_s: float | None = None

    @property
    def drawn_devices(self) -> int:
        """Devices that are drawn: at most as many as there is room for."""
        return min(self.wire.devices, MOST_DRAWN)

    @property
    def is_partial(self) -> bool:
        """Whether fewer devices are drawn than there are."""
        return self.drawn_devices < self.wire.devices

    def permits(self, algorithm: Algorithm) -> bool:
        """Whether the scenario's link can run an algorithm, as far as is known."""
        return not self.knows_wiring or algorithm is self.algorithm or algorithm in self.wire.permitted


def _figures(wire: Wire) -> dict[str, str | Sentence]:
    return {"alpha": ALPHA.show(wire.alpha_s), "bandwidth": WIRE.show(wire.bandwidth)}


def _ring(devices: int, startup: float, bandwidth: float) -> Wire:
    """Return the wire on which a ring takes ``startup + n/bandwidth`` seconds, with bandwidth in bytes per second."""
    return Wire(devices, startup / (2 * (devices - 1)), float(costs.bus_factor(devices)) * bandwidth)


def _of_constant(outcome: Outcome, size: float) -> AllReduceLink:
    devices = outcome.scenario.devices
    line = outcome.link.line(1.0, devices)
    wire = _ring(devices, line.startup, line.bandwidth / line.path_bytes if line.path_bytes > 0 else float("inf"))
    origin = sentence(
        "The link has no per-step data; modelled as a ring with α = ℓ/(2(N−1)) = {alpha} and {bandwidth} per port, "
        "which takes the same ℓ + V/B.",
        **_figures(wire),
    )
    return AllReduceLink(wire, size, Algorithm.RING, False, origin)


def _of_algorithm(link: AlgorithmLink, outcome: Outcome, size: float) -> AllReduceLink:
    devices, network = outcome.scenario.devices, link.network
    origin = sentence("From the link: α = {alpha} per step, B = {bandwidth}.", **_figures(wire_of(link, devices)))
    if network is not None and devices > network.devices_per_node:
        node = network.devices_per_node
        count = formatting.devices(node)
        notes = [sentence("One node of {count} is drawn, without the network between nodes.", count=count)]
        if outcome.link.has(devices):
            time = formatting.seconds(float(outcome.link.seconds(size, devices)))
            whole = sentence("Across all N = {devices}, one all-reduce takes {time}.", devices=str(devices), time=time)
            notes.append(whole)
        return AllReduceLink(wire_of(link, node), size, Algorithm.RING, True, origin, tuple(notes))
    algorithm = AlgorithmTime(link).algorithm(size, devices)
    return AllReduceLink(wire_of(link, devices), size, algorithm, True, origin, is_fastest=link.algorithm == "best")


def _library_wire(family: str, devices: int) -> tuple[Wire, str] | None:
    """Return the library's data for NCCL on a family's interconnect, and its name; None where it has none."""
    rows = library_rows()
    measured = {row.interconnect for row in rows if row.id == family and row.library.startswith("NCCL")}
    row = next((row for row in rows if row.modelled and row.interconnect in measured), None)
    link = None if row is None else row.link(devices)
    return (wire_of(link, devices), row.interconnect) if row and isinstance(link, AlgorithmLink) else None


def _of_measured(family: str, outcome: Outcome, size: float) -> AllReduceLink:
    devices = outcome.scenario.devices
    seconds = float(outcome.link.seconds(size, devices))
    measured = formatting.seconds(seconds)
    modelled = _library_wire(family, devices)
    if modelled is not None:
        wire, name = modelled
        origin = sentence(
            "Modelled with the library's data for {name}, not measured step by step: α = {alpha}, B = {bandwidth}, "
            "launch {launch}; the measured curve gives {measured} for this message.",
            name=name,
            launch=ALPHA.show(wire.launch_s),
            measured=measured,
            **_figures(wire),
        )
        return AllReduceLink(wire, size, Algorithm.RING, True, origin, measured_s=seconds)
    line = outcome.link.line(max(size, 1.0), devices)
    wire = _ring(devices, line.startup, line.bandwidth)
    origin = sentence(
        "Modelled from the curve's local ℓ and B, not measured step by step: a ring with α = {alpha} and "
        "{bandwidth} per port takes the measured {measured} for this message.",
        measured=measured,
        **_figures(wire),
    )
    return AllReduceLink(wire, size, Algorithm.RING, False, origin, measured_s=seconds)


@answer
def all_reduce_link(outcome: Outcome, size: float | None = None) -> AllReduceLink | None:
    """Return the data of a scenario's all-reduce, or None where its link has no data for its N.

    Parameters
    ----------
    size : n in bytes; None for the scenario's.
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
