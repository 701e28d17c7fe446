"""The sentences of the page "Links" about the library, algorithms, the map and grouping, and what they share.

Those about size and about N are in ``size_words`` and ``device_words``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.answers import formatting
from explorer.answers.link_words import algorithm_name
from explorer.answers.links import grouping, speedup_map
from explorer.answers.links.algorithms import AlgorithmComparison, ranking
from explorer.answers.links.grouping import Grouping
from explorer.answers.links.library import ANY, LibraryRow
from explorer.answers.links.speedup_map import SpeedupMap
from explorer.answers.outcome import Outcome
from explorer.answers.times import MessageTime, Origin
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.wire import Wire
from explorer.scenario.edit import parameter_of
from explorer.scenario.parameters import ALPHA, DIVISIBLE, WIRE
from explorer.scenario.quantity import SIZE, format_percent, format_quantity
from explorer.scenario.sentence import Sentence, sentence


def size_text(size: float) -> str:
    """Write a size in bytes."""
    return format_quantity(size, SIZE)


def readings(head: Sentence, parts: Sequence[Sentence]) -> list[Sentence]:
    """Return a head with all parts, then with fewer of them, for a label that shows what it has room for."""
    joined = [sentence("{head} {part}", head=head, part=parts[0])] if parts else [head]
    for part in parts[1:]:
        joined.append(sentence("{parts}; {part}", parts=joined[-1], part=part))
    return joined[::-1]


# The library


def link_description(row: LibraryRow) -> Sentence:
    """Describe a link of the library: name, N, status, note and source."""
    return sentence(
        "{name}, N = {devices}: {status}. {note} Source: {source}",
        name=row.name,
        devices=str(row.devices or ANY),
        status=row.status,
        note=row.entry.note,
        source=row.source_text,
    )


def status_text(status: str, *, extrapolated: bool) -> Sentence:
    """Name the status of a link's figures, and whether they are extrapolated; empty where neither is known."""
    if extrapolated:
        return sentence("{status}, extrapolated", status=status or "–")
    return Sentence("{status}", (("status", status),))


def status_at(status: str, times: MessageTime, size: float, devices: int) -> Sentence:
    """Name the status of a link's figures for a message of ``size`` bytes on N devices."""
    beyond = times.has(devices) and times.origin(size, devices) is Origin.EXTRAPOLATED
    return status_text(status, extrapolated=beyond)


def overlaid_statuses(rows: Sequence[LibraryRow], outcome: Outcome) -> Sentence | None:
    """Name the links drawn over a scenario's own, each with the status of its figures; None without any."""
    own, size = outcome.scenario.devices, outcome.scenario.communication.message_bytes
    statuses = [
        sentence(
            "{name}, N = {devices}: {status}",
            name=row.name,
            devices=str(row.on(own)),
            status=status_at(row.status_on(own), row.times(own), size, row.on(own)),
        )
        for row in rows
    ]
    return sentence("overlaid: {links}", links=formatting.listed(statuses)) if statuses else None


# Algorithms


def wire_source(wire: Wire, *, typed: bool) -> Sentence:
    """Say which alpha and B the costs follow from; ``typed`` where they are not those of the scenario's link."""
    values = {"alpha": ALPHA.show(wire.alpha_s), "bandwidth": WIRE.show(wire.bandwidth)}
    if typed:
        return sentence("algorithms: modelled, what-if with α = {alpha}, B = {bandwidth}", **values)
    return sentence("algorithms: modelled, the link's α = {alpha}, B = {bandwidth}", **values)


def _algorithm_names(algorithms: Sequence[Algorithm]) -> Sentence:
    """Name one algorithm, or several as equal."""
    if len(algorithms) == 1:
        return algorithm_name(algorithms[0])
    names = [algorithm_name(algorithm) for algorithm in algorithms]
    return sentence("{names} (equal)", names=formatting.listed(names, last_with_and=True))


def fastest_by_size(comparison: AlgorithmComparison) -> list[Sentence]:
    """Say which algorithm is the fastest for which sizes."""
    names = [_algorithm_names(comparison.tied(index)) for index in range(len(comparison.fastest))]
    edges = [format_quantity(size, SIZE, 3) for size, _ in comparison.fastest[1:]]
    if not edges:
        return [sentence("Fastest at every size: {name}.", name=names[0])]
    between = [
        sentence("{start} to {end}: {name}.", start=start, end=end, name=name)
        for start, end, name in zip(edges, edges[1:], names[1:], strict=False)
    ]
    return [
        sentence("Fastest up to {size}: {name}.", size=edges[0], name=names[0]),
        *between,
        sentence("Above {size}: {name}.", size=edges[-1], name=names[-1]),
    ]


def fastest_by_devices(comparison: AlgorithmComparison) -> list[Sentence]:
    """Say for each algorithm on which N it is the fastest."""
    tied = [comparison.tied(index) for index in range(len(comparison.fastest))]
    counts = [int(count) for count, _ in comparison.fastest]
    return [
        sentence(
            "Fastest at N = {listed}: {name}.",
            listed=_ranges([count for count, fastest in zip(counts, tied, strict=True) if fastest == algorithms]),
            name=_algorithm_names(algorithms),
        )
        for algorithms in dict.fromkeys(tied)
    ]


def _ranges(counts: Sequence[int]) -> str:
    """Write rising N, neighbours as one range."""
    ranges: list[list[int]] = []
    for count in counts:
        if ranges and ranges[-1][1] == count - 1:
            ranges[-1][1] = count
        else:
            ranges.append([count, count])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in ranges)


def costs_at_size(wire: Wire, size: float) -> list[Sentence]:
    """Read the costs at a size in bytes, the fastest first; see :func:`readings`."""
    return readings(sentence("At {size}:", size=size_text(size)), _costs(ranking(wire, size)))


def costs_at_devices(comparison: AlgorithmComparison, devices: float) -> list[Sentence]:
    """Read the costs at the N next to a place on the axis, the fastest first; see :func:`readings`."""
    count, ranked = comparison.ranking_at(devices)
    return readings(sentence("At N = {devices}:", devices=str(count)), _costs(ranked))


def _costs(ranked: Sequence[tuple[Algorithm, float]]) -> list[Sentence]:
    return [
        sentence("{name} {time}", name=algorithm_name(algorithm), time=formatting.seconds(cost))
        for algorithm, cost in ranked
    ]


# The map


def _place_on_map(outcome: Outcome, work: float, size: float, digits: int) -> dict[str, str]:
    """Return the texts of C in seconds and of V or n in bytes, with that symbol."""
    parameter = parameter_of(outcome.scenario, "message_bytes")
    return {"work": DIVISIBLE.show(work, digits), "symbol": parameter.symbol, "size": parameter.show(size, digits)}


def map_sentences(outcome: Outcome, *, draggable: bool) -> list[Sentence]:
    """Say where the scenario is on the map, which C would just meet the target, and how to move the scenario."""
    performance = outcome.performance
    if performance is None:
        return [outcome.missing or sentence("no result")]
    scenario = sentence(
        "This scenario (C = {work}, {symbol} = {size}) has a speed-up of {speedup}.",
        speedup=formatting.ratio(performance.speedup),
        **_place_on_map(outcome, *speedup_map.present(outcome), 4),
    )
    threshold = outcome.threshold("divisible")
    if threshold is None or not np.isfinite(threshold.value):
        star = sentence("No C meets the target.")
    else:
        star = sentence("At this size the line is at C* = {star}.", star=DIVISIBLE.show(float(threshold.value), 4))
    return [scenario, star, *([sentence("Drag the cross to change both.")] if draggable else [])]


def cell_reading(outcome: Outcome, cells: SpeedupMap, work: float, size: float) -> Sentence:
    """Read the map at C in seconds and V or n in bytes."""
    speedup = formatting.ratio(speedup_map.speedup_at(cells, work, size))
    return sentence(
        "C = {work}, {symbol} = {size}: {speedup}", speedup=speedup, **_place_on_map(outcome, work, size, 3)
    )


# Grouping


def grouping_sentences(groups: Grouping | None, outcome: Outcome) -> list[Sentence]:
    """Say which k is the best, where a larger one stops paying, and how long the first result takes."""
    if groups is None:
        if outcome.performance is None:
            return [outcome.missing or sentence("no result")]
        return [sentence("Nothing to group: fewer than two messages.")]
    best = groups.best
    if best == 0:
        return [
            sentence("Grouping does not pay here: no k is faster than sending each message separately."),
            _first_result(groups, len(groups.k) - 1),
        ]
    sentences = [_best_grouping(groups, outcome.scenario.communication.messages)]
    if groups.enough != best:
        share = format_percent(grouping.ENOUGH, 2)
        sentences.append(
            sentence("k = {k} already gets {share} of the saving.", k=str(groups.k[groups.enough]), share=share)
        )
    if best + 1 < len(groups.k):
        sentences.append(sentence("Beyond k = {k} grouping stops paying.", k=str(groups.k[best])))
    return [*sentences, _first_result(groups, best)]


def _best_grouping(groups: Grouping, count: int) -> Sentence:
    k = groups.k[groups.best]
    values = {
        "k": str(k),
        "messages": str(count // k),
        "count": str(count),
        "before": formatting.seconds(float(groups.split_s[0])),
        "after": formatting.seconds(float(groups.split_s[groups.best])),
    }
    if k == count:
        return sentence("Best is k = {k}: one message instead of {count}, {before} → {after}.", **values)
    return sentence("Best is k = {k}: {messages} messages instead of {count}, {before} → {after}.", **values)


def _first_result(groups: Grouping, index: int) -> Sentence:
    return sentence(
        "The first result takes {alone} with k = 1 and {grouped} with k = {k}, assuming equal work per message.",
        alone=formatting.seconds(float(groups.first_s[0])),
        grouped=formatting.seconds(float(groups.first_s[index])),
        k=str(groups.k[index]),
    )


def grouping_reading(groups: Grouping, k: float) -> Sentence:
    """Read the divisor of Q next to a place on the axis of k."""
    index = grouping.nearest(groups, k)
    return sentence(
        "k = {k}: {time}; first result after {first}.",
        k=str(groups.k[index]),
        time=formatting.seconds(float(groups.split_s[index])),
        first=formatting.seconds(float(groups.first_s[index])),
    )
