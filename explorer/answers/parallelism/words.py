"""The divisions of devices in words: names, the verdict for each goal, and why one does not fit or has no figures."""

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


def name(division: Division) -> Sentence:
    """Name a division by what it uses."""
    parts = []
    if division.tensor > 1:
        parts.append(sentence("tensor × {count}", count=str(division.tensor)))
    if division.pipeline > 1:
        parts.append(sentence("pipeline × {count}", count=str(division.pipeline)))
    if division.replicas > 1:
        parts.append(sentence("{count} replicas", count=str(division.replicas)))
    if not parts:
        return sentence("one device")
    return formatting.listed(parts)


class GoalVerdict(NamedTuple):
    """A goal, the division that is best for it, and its figure."""

    goal: Sentence
    answer: Sentence
    figure: str = ""


def verdicts(plan: Plan, scenario: Scenario) -> list[GoalVerdict]:
    """Return the verdict for each goal; ties went to the lower latency."""
    fast, much, within = (plan.row(place) for place in (plan.lowest_latency, plan.most_throughput, plan.within))
    if fast is None or much is None:
        return [GoalVerdict(sentence("Nothing fits in memory"), _least_memory(plan, scenario))]
    least = formatting.seconds(fast.latency_s)
    found = [
        GoalVerdict(sentence("Lowest latency"), name(fast), least),
        GoalVerdict(
            sentence("Most requests per second (capacity)"), name(much), formatting.rate(much.throughput_per_s)
        ),
    ]
    target = scenario.load.latency_target_s
    if target > 0:
        goal = sentence("Most within {time}, no queue", time=formatting.short_seconds(target))
        none = GoalVerdict(goal, sentence("none: the lowest latency is {time}", time=least))
        found.append(
            none if within is None else GoalVerdict(goal, name(within), formatting.rate(within.throughput_per_s))
        )
    return found


def memory_told(division: Division, scenario: Scenario) -> Sentence:
    """Say what stands on one device, and of how much."""
    memory = scenario.memory
    free = memory.device_bytes * (1 - memory.reserve)
    figures = {"need": format_quantity(division.memory_bytes, SIZE), "room": format_quantity(free, SIZE)}
    if division.fits:
        return sentence("{need} of {room} on each device", **figures)
    return sentence("does not fit: {need} on each device, room for {room}", **figures)


def memory_short(division: Division, scenario: Scenario) -> Sentence:
    """Say in two words what stands on one device; nothing where neither weights nor state are known."""
    if not scenario.memory.weights_bytes and not scenario.memory.request_bytes:
        return sentence("–")
    need = format_quantity(division.memory_bytes, SIZE)
    return sentence("{need}", need=need) if division.fits else sentence("{need} ✗", need=need)


def _least_memory(plan: Plan, scenario: Scenario) -> Sentence:
    least = min(plan.rows, key=lambda row: row.memory_bytes)
    return sentence("{name} {told}", name=name(least), told=memory_told(least, scenario))


def row_told(division: Division, scenario: Scenario) -> list[Sentence]:
    """Say all figures of one division."""
    told = [
        sentence(
            "{name}: {latency} for one request, S {serial} + compute {compute} + all-reduces {exposed} + hops {hops}.",
            name=name(division),
            latency=formatting.seconds(division.latency_s),
            serial=formatting.short_seconds(division.serial_s),
            compute=formatting.short_seconds(division.compute_s),
            exposed=formatting.short_seconds(division.exposed_s),
            hops=formatting.short_seconds(division.hops_s),
        ),
        sentence(
            "A request every {period} on each replica: {rate}, {kept} of the capacity of {count} replicas kept.",
            period=formatting.short_seconds(division.period_s),
            rate=formatting.rate(division.throughput_per_s),
            kept=format_percent(division.kept),
            count=str(scenario.devices),
        ),
    ]
    if division.pipeline > 1:
        told.append(
            sentence(
                "Bubble with {count} requests: {share} of the makespan.",
                count=str(scenario.pipeline.micro_batches),
                share=format_percent(division.bubble_of_makespan),
            )
        )
    if scenario.memory.weights_bytes or scenario.memory.request_bytes:
        told.append(sentence("Memory: {told}.", told=memory_told(division, scenario)))
    return told


def left_out(plan: Plan) -> list[Sentence]:
    """Say which tensor degrees have no figures, those with one reason together."""
    found = []
    for reason, entries in groupby(plan.left_out, key=lambda entry: entry.reason):
        counts = ", ".join(str(entry.tensor) for entry in entries)
        found.append(sentence("Left out: tensor × {counts}: {reason}.", counts=counts, reason=reason))
    return found


def _taken_over(plan: Plan, scenario: Scenario) -> list[Sentence]:
    """Say which single figures are taken for tensor degrees that they may not have been given for."""
    link = scenario.communication.link
    own = [entry.devices for entry in link.by_devices]
    degrees = {row.tensor for row in plan.rows}
    others = sorted(degrees - {1, scenario.devices})
    single = [] if isinstance(scenario.work.efficiency, tuple) else ["η"]
    if link.assumes_figures:
        single += ["V"] if set(others) <= set(own) else ["ℓ", "V", "B"]
    told = []
    if others and single:
        counts = ", ".join(map(str, others))
        told.append(sentence("Assuming {what} for tensor × {counts}, too.", what=", ".join(single), counts=counts))
    away, node = scenario.pipeline.link, per_node(scenario)
    if away is not None and away.assumes_figures and node is not None and max(degrees, default=0) > 2 * node:
        told.append(sentence("The start-up between nodes is taken for any number of them as for two."))
    return told


def assumptions(plan: Plan, outcome: Outcome) -> list[Sentence]:
    """Say what the figures rest on: what stages share, what a hop takes, and what replicas and memory leave out."""
    scenario, between = outcome.scenario, plan.hops.between
    hop = sentence("A hop takes {time}.", time=formatting.short_seconds(between.seconds))
    if between.at_most:
        hop = sentence(
            "A hop takes at most {time}, an all-reduce of its bytes: the measured link has no other times.",
            time=formatting.short_seconds(between.seconds),
        )
    elif plan.hops.inside.seconds != between.seconds:
        hop = sentence(
            "A hop takes {inside} within a node, {between} between nodes.",
            inside=formatting.short_seconds(plan.hops.inside.seconds),
            between=formatting.short_seconds(between.seconds),
        )
    sends = sentence("Stages share S and C equally, and sends do not hold them up.")
    if scenario.pipeline.blocking_sends:
        sends = sentence("Stages share S and C equally, and each send holds its stage up.")
    return [
        sends,
        hop,
        *_taken_over(plan, scenario),
        sentence("Capacity kept is the parallel efficiency. Replicas take work that does not depend on batching."),
    ]
