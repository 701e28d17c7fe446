"""Every division of a scenario's devices into tensor, pipeline and replicas, and which is best for what."""

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
    """Tensor degree t, stages p and replicas r, with t p r = D, and what they do. Seconds, bytes, requests per second.

    Attributes
    ----------
    serial_s, compute_s, exposed_s, hops_s : the parts of the latency: S with what splitting adds, compute, the
        all-reduces as far as no compute hides them, the hops.
    communication_s : all-reduces, hidden or not, and hops.
    idle_s : how long a stage idles for each of the m requests of a makespan.
    fits : whether ``memory_bytes`` leaves the reserve free.
    kept : capacity over that of D replicas, which is the parallel efficiency of the division.
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
    kept: float

    @property
    def communication_share(self) -> float:
        """Of the latency, what messages take, hidden ones included; 0 where nothing takes time."""
        return self.communication_s / self.latency_s if self.latency_s > 0 else 0.0

    @property
    def key(self) -> tuple[int, int, int]:
        """What tells divisions apart."""
        return self.tensor, self.pipeline, self.replicas


class LeftOut(NamedTuple):
    """A tensor degree that no division has, and why."""

    tensor: int
    reason: Sentence


@dataclass(frozen=True)
class Plan:
    """All divisions of D devices that have figures; which are on the front, and the places of the best, None if none.

    ``within`` is the best for throughput among those that keep the latency target; None without a target, too.
    """

    devices: int
    rows: tuple[Division, ...]
    left_out: tuple[LeftOut, ...]
    front: tuple[bool, ...]
    lowest_latency: int | None
    most_throughput: int | None
    within: int | None
    hops: Hops

    def row(self, place: int | None) -> Division | None:
        """Return the division at a place."""
        return None if place is None else self.rows[place]


class _Split(NamedTuple):
    """One request on t devices: the parts of its time."""

    serial: float
    compute: float
    exposed: float
    communication: float

    @property
    def total(self) -> float:
        return self.serial + self.compute + self.exposed


@answer
def plan(outcome: Outcome) -> Plan:
    """Return the divisions of the scenario's devices."""
    scenario = outcome.scenario
    made = model.divisions(scenario.devices)
    splits = {tensor: _split(outcome, tensor) for tensor in sorted(set(made[:, 0].tolist()))}
    between = hops(scenario)
    rows = [
        _row(scenario, split, key, between)
        for key in map(tuple, made.tolist())
        if isinstance(split := splits[key[0]], _Split)
    ]
    left_out = tuple(LeftOut(tensor, told) for tensor, told in splits.items() if isinstance(told, Sentence))
    latency, throughput = (np.array([getattr(row, name) for row in rows]) for name in ("latency_s", "throughput_per_s"))
    fits = np.array([row.fits for row in rows], dtype=bool)
    on_front = np.zeros(len(rows), dtype=bool)
    on_front[np.flatnonzero(fits)] = model.front(latency[fits], throughput[fits])
    target = scenario.load.latency_target_s
    return Plan(
        devices=scenario.devices,
        rows=tuple(rows),
        left_out=left_out,
        front=tuple(on_front.tolist()),
        lowest_latency=model.lowest_latency(latency, throughput, fits),
        most_throughput=model.most_throughput(latency, throughput, fits),
        within=model.most_throughput(latency, throughput, fits, target) if target > 0 else None,
        hops=between,
    )


def single(outcome: Outcome, tensor: int, replicas: int) -> Division | Sentence:
    """Return the division without stages (t, 1, r), or why its tensor degree has no figures."""
    split = _split(outcome, tensor)
    if isinstance(split, Sentence):
        return split
    return _row(outcome.scenario, split, (tensor, 1, replicas), hops(outcome.scenario))


def pure_pipeline(outcome: Outcome) -> Division:
    """Return the division into stages alone, which has figures whatever the scenario has: the row (1, D, 1)."""
    scenario = outcome.scenario
    whole = _Split(scenario.work.serial_s, scenario.work.divisible_s, 0.0, 0.0)
    return _row(scenario, whole, (1, scenario.devices, 1), hops(scenario))


def _row(scenario: Scenario, split: _Split, key: tuple[int, ...], between: Hops) -> Division:
    tensor, pipeline, replicas = key
    away, longest = _between(scenario, tensor, pipeline, between)
    section, memory = scenario.pipeline, scenario.memory
    listed = section.stage_times_s if tensor == 1 and len(section.stage_times_s) == pipeline else ()
    if listed:
        split = _Split(0.0, math.fsum(listed), 0.0, 0.0)
    found = model.figures(
        split.total,
        pipeline,
        replicas,
        away,
        longest,
        micro_batches=section.micro_batches,
        blocking=section.blocking_sends and not listed,
        slowest_stage=_slowest(listed, longest if section.blocking_sends else 0.0) if listed else None,
    )
    bytes_on_one = float(model.memory(memory.weights_bytes, memory.request_bytes, tensor, pipeline))
    latency, period, throughput = (float(entry) for entry in found[:3])
    requests, stage = section.micro_batches, max(listed) if listed else split.total / pipeline
    whole = scenario.work.serial_s + scenario.work.divisible_s
    return Division(
        tensor=tensor,
        pipeline=pipeline,
        replicas=replicas,
        serial_s=split.serial,
        compute_s=split.compute,
        exposed_s=split.exposed,
        hops_s=away,
        latency_s=latency,
        period_s=period,
        throughput_per_s=throughput,
        communication_s=split.communication + away,
        bubble_of_makespan=float(found.bubble_of_makespan),
        idle_s=max((latency + (requests - 1) * stage) / requests - split.total / pipeline, 0.0),
        memory_bytes=bytes_on_one,
        fits=bytes_on_one <= memory.device_bytes * (1 - memory.reserve),
        kept=throughput * whole / scenario.devices if whole > 0 else float(math.isinf(throughput)),
    )


def _slowest(listed: tuple[float, ...], held: float) -> float:
    """Return how long the slowest listed stage is occupied where sends hold all but the last one up."""
    return max(*(seconds + held for seconds in listed[:-1]), listed[-1], 0.0)


def _between(scenario: Scenario, tensor: int, pipeline: int, found: Hops) -> tuple[float, float]:
    """Return the seconds of all hops of one request, and of the longest."""
    count = pipeline - 1
    node = per_node(scenario)
    away = count if node is None else model.hops_between_nodes(tensor, pipeline, node)
    used = [hop.seconds for hop, number in ((found.inside, count - away), (found.between, away)) if number]
    return (count - away) * found.inside.seconds + away * found.between.seconds, max(used, default=0.0)


def _split(outcome: Outcome, tensor: int) -> _Split | Sentence:
    """Return one request on t devices, or why there are no figures for it."""
    scenario = outcome.scenario
    if tensor == 1:
        return _Split(scenario.work.serial_s, scenario.work.divisible_s, 0.0, 0.0)
    node = per_node(scenario)
    if node is not None and scenario.devices > node and node % tensor and tensor % node:
        return sentence("{tensor} devices do not fill nodes of {node} evenly", tensor=str(tensor), node=str(node))
    section = scenario.pipeline
    if node is not None and tensor > node and section.link is not None:
        return _over_nodes(scenario, tensor, node)
    there = outcome if tensor == scenario.devices else _on(scenario, tensor)
    return _parts(there.phase) if there.phase is not None else _why(there)


def _on(scenario: Scenario, devices: int) -> Outcome:
    return Outcome(scenario.model_copy(update={"devices": devices}))


def _why(outcome: Outcome) -> Sentence:
    return outcome.missing or sentence("no figures are given")


def _parts(phase: balance.Phase) -> _Split:
    serial = float(phase.serial) + float(phase.extra_serial)
    communication = float(balance.communication_time(phase))
    exposed = communication - float(balance.hidden_time(phase))
    return _Split(serial, float(balance.compute_time(phase)), exposed, communication)


def _over_nodes(scenario: Scenario, tensor: int, node: int) -> _Split | Sentence:
    """Return one request on several whole nodes: each all-reduce within a node, and of its share between nodes.

    The two follow each other (model.md, section 2.2, without pipelining): within a node the whole tensor, then between
    the nodes n/g bytes. A constant link between them has a bus bandwidth: V is 2(k-1)/k of those for k nodes, whatever
    its path factor, and its start-up is taken as it is given.
    """
    away = scenario.pipeline.link
    inner = message_time(scenario.communication.link)
    efficiency = value_of(scenario, "efficiency", tensor)
    if not inner.has(node):
        return _why(_on(scenario, node))
    if efficiency is None:
        return _why(_on(scenario, tensor))
    outer, nodes = message_time(away) if away is not None else inner, tensor // node
    if not outer.has(nodes):
        return sentence("the link between nodes has no figures for {nodes} nodes", nodes=str(nodes))
    size = scenario.communication.message_bytes
    share = size / node
    between = outer.bus_seconds(share, nodes) if away is not None else float(outer.seconds(share, nodes))
    seconds = float(inner.seconds(size, node)) + between
    return _parts(phase_taking(scenario, tensor, float(efficiency), seconds))
