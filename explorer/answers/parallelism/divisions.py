"""Every division of a scenario's devices into tensor, pipeline and replicas, and the best one for each goal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from explorer.answers.device_axis import phase_taking
from explorer.answers.hops import Hops, hops, per_node
from explorer.answers.message_time import message_time
from explorer.answers.outcome import Outcome, answer
from explorer.model import balance
from explorer.model import division as model
from explorer.scenario.edit import value_of
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence


@dataclass(frozen=True)
class Division:
    """Tensor degree t, stages p and replicas r, with t p r = D, and their performance.

    Attributes
    ----------
    serial_s, compute_s, exposed_s, hops_s : the parts of the latency in seconds: S with the extra serial time, compute,
        the all-reduces that compute does not hide, the hops.
    period_s : seconds between two requests of one replica.
    throughput_per_s : requests per second of all replicas.
    communication_s : seconds of all all-reduces, hidden or not, and of the hops.
    bubble_of_makespan : idle share of the makespan of m requests.
    idle_s : idle seconds of a stage for each of the m requests of a makespan.
    memory_bytes : bytes on each device.
    fits : whether ``memory_bytes`` leaves the reserve free.
    parallel_efficiency : throughput over that of D replicas.
    """

    tensor: int
    pipeline: int
    replicas: int
    serial_s: float
    compute_s: float
    exposed_s: float
    hops_s: float
    latency_s: float
    period_s: float
    throughput_per_s: float
    communication_s: float
    bubble_of_makespan: float
    idle_s: float
    memory_bytes: float
    fits: bool
    parallel_efficiency: float

    @property
    def communication_share(self) -> float:
        """Communication over latency, hidden messages included; 0 where nothing takes time."""
        return self.communication_s / self.latency_s if self.latency_s > 0 else 0.0

    @property
    def key(self) -> tuple[int, int, int]:
        """(t, p, r), which identifies the division."""
        return self.tensor, self.pipeline, self.replicas


class LeftOut(NamedTuple):
    """A tensor degree without figures, and why."""

    tensor: int
    reason: Sentence


@dataclass(frozen=True)
class Plan:
    """All divisions of D devices that have figures.

    Attributes
    ----------
    rows : in the order of falling tensor and pipeline degree.
    left_out : tensor degrees without figures.
    front : for each row, whether it fits in memory and is on the Pareto front of latency and throughput.
    lowest_latency, highest_throughput : indices of the best rows that fit, None where none fits.
    within_target : index of the highest throughput within the latency target; None without one or without a target.
    hops : the time of a hop.
    """

    rows: tuple[Division, ...]
    left_out: tuple[LeftOut, ...]
    front: tuple[bool, ...]
    lowest_latency: int | None
    highest_throughput: int | None
    within_target: int | None
    hops: Hops

    def row(self, index: int | None) -> Division | None:
        """Return the division at an index, None for None."""
        return None if index is None else self.rows[index]

    @property
    def best(self) -> tuple[int | None, int | None, int | None]:
        """Indices of the best division for each goal: latency, throughput, throughput within the target."""
        return self.lowest_latency, self.highest_throughput, self.within_target


class _Split(NamedTuple):
    """The parts of the time of one request on t devices, in seconds."""

    serial: float
    compute: float
    exposed: float
    communication: float

    @property
    def total(self) -> float:
        return self.serial + self.compute + self.exposed


@answer
def plan(outcome: Outcome) -> Plan:
    """Return all divisions of the scenario's devices and the best for each goal."""
    scenario = outcome.scenario
    keys = [tuple(key) for key in model.divisions(scenario.devices).tolist()]
    splits = {tensor: _split(outcome, tensor) for tensor in sorted({key[0] for key in keys})}
    hop = hops(scenario)
    rows = [_row(scenario, split, key, hop) for key in keys if isinstance(split := splits[key[0]], _Split)]
    left_out = tuple(LeftOut(tensor, reason) for tensor, reason in splits.items() if isinstance(reason, Sentence))
    latency, throughput = (np.array([getattr(row, name) for row in rows]) for name in ("latency_s", "throughput_per_s"))
    fits = np.array([row.fits for row in rows], dtype=bool)
    on_front = np.zeros(len(rows), dtype=bool)
    on_front[np.flatnonzero(fits)] = model.front(latency[fits], throughput[fits])
    target = scenario.load.latency_target_s
    return Plan(
        rows=tuple(rows),
        left_out=left_out,
        front=tuple(on_front.tolist()),
        lowest_latency=model.lowest_latency(latency, throughput, fits),
        highest_throughput=model.most_throughput(latency, throughput, fits),
        within_target=model.most_throughput(latency, throughput, fits, target) if target > 0 else None,
        hops=hop,
    )


def single(outcome: Outcome, tensor: int, replicas: int) -> Division | Sentence:
    """Return the division without stages (t, 1, r), or why its tensor degree has no figures."""
    split = _split(outcome, tensor)
    if isinstance(split, Sentence):
        return split
    return _row(outcome.scenario, split, (tensor, 1, replicas), hops(outcome.scenario))


def pure_pipeline(outcome: Outcome) -> Division:
    """Return the division (1, D, 1) into stages alone, which has figures in every scenario."""
    scenario = outcome.scenario
    return _row(scenario, _on_one_device(scenario), (1, scenario.devices, 1), hops(scenario))


def _on_one_device(scenario: Scenario) -> _Split:
    return _Split(scenario.work.serial_s, scenario.work.divisible_s, 0.0, 0.0)


def _row(scenario: Scenario, split: _Split, key: tuple[int, ...], hop: Hops) -> Division:
    tensor, pipeline, replicas = key
    hops_s, longest_hop = _hop_seconds(scenario, tensor, pipeline, hop)
    section, memory = scenario.pipeline, scenario.memory
    listed = section.stage_times_s if tensor == 1 and len(section.stage_times_s) == pipeline else ()
    if listed:
        split = _Split(0.0, math.fsum(listed), 0.0, 0.0)
    figures = model.figures(
        split.total,
        pipeline,
        replicas,
        hops_s,
        longest_hop,
        micro_batches=section.micro_batches,
        blocking=section.blocking_sends and not listed,
        slowest_stage=_slowest(listed, longest_hop if section.blocking_sends else 0.0) if listed else None,
    )
    memory_bytes = float(model.memory(memory.weights_bytes, memory.request_bytes, tensor, pipeline))
    latency, period, throughput = (float(figure) for figure in figures[:3])
    requests, stage = section.micro_batches, max(listed) if listed else split.total / pipeline
    serial_time = scenario.work.serial_s + scenario.work.divisible_s
    efficiency = throughput * serial_time / scenario.devices
    return Division(
        tensor=tensor,
        pipeline=pipeline,
        replicas=replicas,
        serial_s=split.serial,
        compute_s=split.compute,
        exposed_s=split.exposed,
        hops_s=hops_s,
        latency_s=latency,
        period_s=period,
        throughput_per_s=throughput,
        communication_s=split.communication + hops_s,
        bubble_of_makespan=float(figures.bubble_of_makespan),
        idle_s=max((latency + (requests - 1) * stage) / requests - split.total / pipeline, 0.0),
        memory_bytes=memory_bytes,
        fits=memory_bytes <= memory.device_bytes * (1 - memory.reserve),
        parallel_efficiency=efficiency if serial_time > 0 else float(math.isinf(throughput)),
    )


def _slowest(listed: tuple[float, ...], blocked: float) -> float:
    """Return the seconds per request of the slowest listed stage; sends block each stage but the last."""
    return max(*(seconds + blocked for seconds in listed[:-1]), listed[-1], 0.0)


def _hop_seconds(scenario: Scenario, tensor: int, pipeline: int, hop: Hops) -> tuple[float, float]:
    """Return the seconds of all hops of one request, and of the longest of them."""
    count, node = pipeline - 1, per_node(scenario)
    inter_node = count if node is None else model.hops_between_nodes(tensor, pipeline, node)
    counts = ((hop.intra_node.seconds, count - inter_node), (hop.inter_node.seconds, inter_node))
    longest = max((seconds for seconds, number in counts if number), default=0.0)
    return sum(number * seconds for seconds, number in counts), longest


def _split(outcome: Outcome, tensor: int) -> _Split | Sentence:
    """Return the time of one request on t devices, or why there are no figures for it."""
    scenario = outcome.scenario
    if tensor == 1:
        return _on_one_device(scenario)
    node = per_node(scenario)
    if node is not None and scenario.devices > node and node % tensor and tensor % node:
        return sentence("{tensor} devices do not fill nodes of {node} evenly", tensor=str(tensor), node=str(node))
    if node is not None and tensor > node and scenario.pipeline.link is not None:
        return _over_nodes(scenario, tensor, node)
    split_outcome = outcome if tensor == scenario.devices else _on(scenario, tensor)
    return _parts(split_outcome.phase) if split_outcome.phase is not None else _reason(split_outcome)


def _on(scenario: Scenario, devices: int) -> Outcome:
    return Outcome(scenario.model_copy(update={"devices": devices}))


def _reason(outcome: Outcome) -> Sentence:
    return outcome.missing or sentence("no figures are given")


def _parts(phase: balance.Phase) -> _Split:
    serial = float(phase.serial) + float(phase.extra_serial)
    communication = float(balance.communication_time(phase))
    exposed = communication - float(balance.hidden_time(phase))
    return _Split(serial, float(balance.compute_time(phase)), exposed, communication)


def _over_nodes(scenario: Scenario, tensor: int, node: int) -> _Split | Sentence:
    """Return the time of one request on several whole nodes, with each all-reduce within a node and between nodes.

    One follows the other (model.md, section 2.2, without pipelining): n bytes within a node, then n/g between nodes. A
    constant link between k nodes gives a bus bandwidth: V is 2(k-1)/k of the n/g bytes, whatever its path factor, and
    its start-up is used as given.
    """
    inter_node = scenario.pipeline.link
    inner = message_time(scenario.communication.link)
    efficiency = value_of(scenario, "efficiency", tensor)
    if not inner.has(node):
        return _reason(_on(scenario, node))
    if efficiency is None:
        return _reason(_on(scenario, tensor))
    outer, nodes = message_time(inter_node) if inter_node is not None else inner, tensor // node
    if not outer.has(nodes):
        return sentence("the link between nodes has no figures for {nodes} nodes", nodes=str(nodes))
    size = scenario.communication.message_bytes
    share = size / node
    outer_s = outer.bus_seconds(share, nodes) if inter_node is not None else float(outer.seconds(share, nodes))
    return _parts(phase_taking(scenario, tensor, float(efficiency), float(inner.seconds(size, node)) + outer_s))
