"""The parallelism configurations in words: names, the best for each goal, figures, and what the figures assume."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from explorer.answers import formatting
from explorer.answers.hops import per_node
from explorer.answers.outcome import Outcome
from explorer.answers.parallelism.divisions import Division, Plan
from explorer.scenario.quantity import SIZE, format_percent, format_quantity
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence


def configuration_name(division: Division) -> Sentence:
    """Name a division by the kinds of parallelism that it uses."""
    parts = []
    if division.tensor > 1:
        parts.append(sentence("tensor × {count}", count=str(division.tensor)))
    if division.pipeline > 1:
        parts.append(sentence("pipeline × {count}", count=str(division.pipeline)))
    if division.replicas > 1:
        parts.append(sentence("{count} replicas", count=str(division.replicas)))
    return formatting.listed(parts) if parts else sentence("one device")


class GoalVerdict(NamedTuple):
    """A goal, the configuration that is best for it, and its figure."""

    goal: Sentence
    answer: Sentence
    figure: str = ""


def verdicts(plan: Plan, scenario: Scenario) -> list[GoalVerdict]:
    """Return the best configuration for each goal; of equal ones the one with the lower latency."""
    fastest, highest, within = (plan.row(index) for index in plan.best)
    if fastest is None or highest is None:
        least = min(plan.rows, key=lambda row: row.memory_bytes)
        nearest = sentence("{name} {memory}", name=configuration_name(least), memory=memory(least, scenario))
        return [GoalVerdict(sentence("Nothing fits in memory"), nearest)]
    latency = formatting.seconds(fastest.latency_s)
    goals = [
        GoalVerdict(sentence("Lowest latency"), configuration_name(fastest), latency),
        _throughput_verdict(sentence("Highest throughput"), highest),
    ]
    target = scenario.load.latency_target_s
    if target > 0:
        goal = sentence("Highest throughput within {time} (no queueing)", time=formatting.short_seconds(target))
        none = GoalVerdict(goal, sentence("none: the lowest latency is {time}", time=latency))
        goals.append(none if within is None else _throughput_verdict(goal, within))
    return goals


def _throughput_verdict(goal: Sentence, division: Division) -> GoalVerdict:
    return GoalVerdict(goal, configuration_name(division), formatting.rate(division.throughput_per_s))


def memory(division: Division, scenario: Scenario) -> Sentence:
    """Say how many bytes a device holds, and how many it has room for."""
    section = scenario.memory
    free = section.device_bytes * (1 - section.reserve)
    values = {"need": format_quantity(division.memory_bytes, SIZE), "room": format_quantity(free, SIZE)}
    if division.fits:
        return sentence("{need} of {room} per device", **values)
    return sentence("does not fit: {need} per device, room for {room}", **values)


def short_memory(division: Division) -> Sentence:
    """Return the bytes on a device for a table cell; a dash where neither weights nor state are known."""
    if not division.memory_bytes:
        return sentence("–")
    need = format_quantity(division.memory_bytes, SIZE)
    return sentence("{need}", need=need) if division.fits else sentence("{need} ✗", need=need)


def figures(division: Division, scenario: Scenario) -> list[Sentence]:
    """Return all figures of one configuration."""
    sentences = [
        sentence(
            "{name}: {latency} per request = S {serial} + compute {compute} + all-reduces {exposed} + hops {hops}.",
            name=configuration_name(division),
            latency=formatting.seconds(division.latency_s),
            serial=formatting.short_seconds(division.serial_s),
            compute=formatting.short_seconds(division.compute_s),
            exposed=formatting.short_seconds(division.exposed_s),
            hops=formatting.short_seconds(division.hops_s),
        ),
        sentence(
            "One request per {period} per replica: {rate}, {efficiency} of the throughput of {count} replicas.",
            period=formatting.short_seconds(division.period_s),
            rate=formatting.rate(division.throughput_per_s),
            efficiency=format_percent(division.parallel_efficiency),
            count=str(scenario.devices),
        ),
    ]
    if division.pipeline > 1:
        sentences.append(
            sentence(
                "Bubble with {count} requests: {share} of the makespan.",
                count=str(scenario.pipeline.micro_batches),
                share=format_percent(division.bubble_of_makespan),
            )
        )
    if division.memory_bytes:
        sentences.append(sentence("Memory: {memory}.", memory=memory(division, scenario)))
    return sentences


def omissions(plan: Plan) -> list[Sentence]:
    """Name the tensor degrees without figures, those with the same reason together."""
    sentences = []
    for reason, entries in groupby(plan.left_out, key=lambda entry: entry.reason):
        counts = ", ".join(str(entry.tensor) for entry in entries)
        sentences.append(sentence("Omitted: tensor × {counts} ({reason}).", counts=counts, reason=reason))
    return sentences


def _reused_figures(plan: Plan, scenario: Scenario) -> list[Sentence]:
    """Name the single figures that are used for tensor degrees, or for numbers of nodes, other than their own."""
    link = scenario.communication.link
    degrees = {row.tensor for row in plan.rows}
    others = sorted(degrees - {1, scenario.devices})
    reused = [] if isinstance(scenario.work.efficiency, tuple) else ["η"]
    if link.assumes_figures:
        reused += ["V"] if {*others} <= {entry.devices for entry in link.by_devices} else ["ℓ", "V", "B"]
    sentences = []
    if others and reused:
        what, counts = ", ".join(reused), ", ".join(map(str, others))
        sentences.append(sentence("Assuming the same {what} for tensor × {counts}.", what=what, counts=counts))
    inter_node, node = scenario.pipeline.link, per_node(scenario)
    over_more_than_two = node is not None and max(degrees, default=0) > 2 * node
    if inter_node is not None and inter_node.assumes_figures and over_more_than_two:
        sentences.append(sentence("Inter-node start-up is assumed independent of the number of nodes."))
    return sentences


def assumptions(plan: Plan, outcome: Outcome) -> list[Sentence]:
    """Return what the figures assume about stages, hops, replicas and memory."""
    scenario, inter_node = outcome.scenario, plan.hops.inter_node
    time = formatting.short_seconds(inter_node.seconds)
    if inter_node.at_most:
        hop = sentence(
            "A hop takes at most {time}, as long as an all-reduce of its bytes: the measured link has no other times.",
            time=time,
        )
    elif plan.hops.intra_node.seconds != inter_node.seconds:
        inside = formatting.short_seconds(plan.hops.intra_node.seconds)
        hop = sentence("A hop takes {inside} within a node, {between} between nodes.", inside=inside, between=time)
    else:
        hop = sentence("A hop takes {time}.", time=time)
    sends = sentence("Stages share S and C equally; sends do not block them.")
    if scenario.pipeline.blocking_sends:
        sends = sentence("Stages share S and C equally; each send blocks its stage.")
    return [
        sends,
        hop,
        *_reused_figures(plan, scenario),
        sentence(
            "Parallel efficiency is the throughput relative to N replicas. Replicas assume work that is independent of "
            "batching."
        ),
    ]
