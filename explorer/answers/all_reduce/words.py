"""Two all-reduces on one clock in words: which is faster and why, the counters, and what the mouse points at."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from explorer.answers import formatting
from explorer.answers.all_reduce.link import AllReduceLink
from explorer.answers.all_reduce.race import AllReduceComparison, AllReduceScene, SceneState
from explorer.answers.formatting import short_seconds
from explorer.answers.link_words import algorithm_name
from explorer.model.collectives.clock import link_bytes, traffic
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.steps import WITH_SWITCH
from explorer.model.collectives.wire import DIRECT
from explorer.scenario.quantity import RATIO, SIZE, format_quantity
from explorer.scenario.sentence import Sentence, sentence

_WORTH_A_FACTOR = 1.01
"""Ratio of the two times from which it is stated: below it, the difference in seconds says more."""
_EQUAL = 1e-9
"""Relative difference in bytes sent up to which devices count as sending the same."""
_FAR = 1.3
"""Factor between model and measurement that is worth a warning."""


def headings(link: AllReduceLink, size: str | None = None) -> list[Sentence]:
    """Name the message and the devices, the fullest text first; ``size`` is how the page labels the size."""
    quantity = format_quantity(link.size, SIZE)
    values: dict[str, str | Sentence] = {
        "size": quantity if size is None else f"{size} = {quantity}",
        "devices": formatting.devices(link.wire.devices),
        "count": str(link.wire.devices),
    }
    return [
        sentence("All-reduce of n = {size} on {devices}", **values),
        sentence("n = {size} on {devices}", **values),
        sentence("n = {size}, N = {count}", **values),
    ]


def scenario_choice(link: AllReduceLink) -> Sentence:
    """Name the scenario's own algorithm as an entry in a list of algorithms."""
    name = algorithm_name(link.algorithm)
    if link.measured_s is not None:
        return sentence("modelled: {name}", name=name)
    if link.is_fastest:
        return sentence("fastest at this size: {name}", name=name)
    return sentence("scenario's: {name}", name=name)


# Which is faster, and why


def verdict(comparison: AllReduceComparison) -> Sentence:
    """Say which algorithm finishes first, and by how much."""
    left, right, faster = comparison.left, comparison.right, comparison.faster
    if not left.all_reduce.steps:
        return sentence("Nothing to send.")
    if left.algorithm is right.algorithm:
        return sentence("Same algorithm on both sides: {time}.", time=formatting.seconds(left.seconds))
    if faster is None:
        return sentence("Both finish at the same time: {time}.", time=formatting.seconds(left.seconds))
    slower = right if faster is left else left
    values: dict[str, str | Sentence] = {
        "first": algorithm_name(faster.algorithm),
        "other": algorithm_name(slower.algorithm),
        "time": formatting.seconds(faster.seconds),
        "ahead": short_seconds(slower.seconds - faster.seconds),
    }
    factor = slower.seconds / faster.seconds if faster.seconds > 0 else 1.0
    if factor < _WORTH_A_FACTOR:
        return sentence("Faster: {first}, {time}; {other} finishes {ahead} later.", **values)
    values["factor"] = formatting.short_ratio(float(f"{factor:.3g}"))
    return sentence("Faster: {first}, {time}; {other} finishes {ahead} later ({factor}).", **values)


def explanation(comparison: AllReduceComparison) -> list[Sentence]:
    """Return the sentences below the animation, the most important first."""
    sends = comparison.left.all_reduce.steps > 0
    sentences = [
        _measurement_warning(comparison),
        *([crossover(comparison), _reason(comparison), *_drawing_notes(comparison)] if sends else []),
        *comparison.link.notes,
        _what_if(comparison),
        comparison.link.origin,
    ]
    return [each for each in sentences if each is not None]


def _measurement_warning(comparison: AllReduceComparison) -> Sentence | None:
    """Warn where a measured link's curve and the ring that models it are far apart."""
    link = comparison.link
    model = next((scene.seconds for scene in comparison.scenes if scene.algorithm is link.algorithm), None)
    if link.measured_s is None or model is None or min(link.measured_s, model) <= 0:
        return None
    factor = max(model / link.measured_s, link.measured_s / model)
    if factor <= _FAR:
        return None
    return sentence(
        "⚠ Model and measurement differ by {factor}: the model gives {model} for {name}, the curve {measured} (mark on "
        "the bars).",
        factor=formatting.short_ratio(float(f"{factor:.3g}")),
        model=formatting.seconds(model),
        name=algorithm_name(link.algorithm),
        measured=formatting.seconds(link.measured_s),
    )


def crossover(comparison: AllReduceComparison) -> Sentence | None:
    """Say which algorithm is faster at small and at large sizes; None for an algorithm and itself."""
    if comparison.left.algorithm is comparison.right.algorithm:
        return None
    if not comparison.crossovers:
        faster = comparison.faster_at(max(comparison.link.size, 1.0))
        if faster is None:
            return sentence("Both take the same time at every size.")
        return sentence("With this α and B, {name} is faster at every size.", name=algorithm_name(faster))
    at = comparison.crossovers[0]
    small, large = (comparison.faster_at(size) or comparison.left.algorithm for size in (at / 2, 2 * at))
    return sentence(
        "Below {size}, {small} is faster; above it, {large}.",
        size=format_quantity(at, SIZE, 3),
        small=algorithm_name(small),
        large=algorithm_name(large),
    )


def _reason(comparison: AllReduceComparison) -> Sentence:
    """Weigh start-ups against bytes; for an algorithm and itself, name its costs."""
    left, right = (_costs(scene) for scene in comparison.scenes)
    if comparison.left.algorithm is comparison.right.algorithm:
        return sentence("Why: {left}.", left=left)
    if not comparison.crossovers:
        return sentence("Why: {left}; {right}.", left=left, right=right)
    return sentence(
        "Why: {left}; {right}. Small messages are dominated by start-ups (hatched), large ones by bytes (filled).",
        left=left,
        right=right,
    )


def _costs(scene: AllReduceScene) -> Sentence:
    """Say how many start-ups an algorithm pays and how many bytes it sends, on all devices of the scenario."""
    count = round(float(scene.cost.steps))
    values: dict[str, str | Sentence] = {
        "name": algorithm_name(scene.algorithm),
        "count": str(count),
        "bytes": format_quantity(float(scene.cost.path_bytes) / scene.link.size, RATIO, 5).removesuffix("×"),
    }
    if scene.algorithm is Algorithm.NETWORK_TREE:
        return sentence("{name} takes 2 steps at half a start-up each and sends {bytes} n per device", **values)
    if scene.algorithm is Algorithm.DOUBLE_BINARY_TREE:
        return sentence(
            "{name} pays {count} start-ups, plus some to fill its pipeline, and sends up to {bytes} n", **values
        )
    values["startups"] = sentence("one start-up") if count == 1 else sentence("{count} start-ups", count=str(count))
    values["where"] = _where(scene, scene.link.wire.devices)
    return sentence("{name} pays {startups} and sends {bytes} n {where}", **values)


def _where(scene: AllReduceScene, devices: int) -> Sentence:
    """Say what the bytes are counted on: where other devices send in each step, no device sends them all."""
    power_of_two = devices & (devices - 1) == 0
    halves = (Algorithm.RECURSIVE_DOUBLING, Algorithm.HALVING_DOUBLING)
    trees = (Algorithm.BINOMIAL_TREE, Algorithm.DOUBLE_BINARY_TREE)
    if scene.algorithm in trees or (scene.algorithm in halves and not power_of_two):
        return sentence("on the critical path")
    return sentence("per device")


def _drawing_notes(comparison: AllReduceComparison) -> Iterator[Sentence]:
    """Say where the picture differs from what runs, and what the algorithms share."""
    scenes = {scene.algorithm: scene for scene in comparison.scenes}
    if comparison.link.is_partial:
        yield sentence(
            "Drawn: {drawn} of {whole} devices, with the same α and B, timed as for all {whole} devices.",
            **_drawn_part(comparison.link),
        )
    if Algorithm.DOUBLE_BINARY_TREE in scenes:
        tree = scenes[Algorithm.DOUBLE_BINARY_TREE].all_reduce
        yield sentence(
            "Double binary tree: solid lines are tree 1, dashed lines tree 2; its {count} steps of {chunks} chunks "
            "are scaled to the time of the formula, which uses the optimal (possibly fractional) number of chunks.",
            count=str(tree.steps),
            chunks=str(tree.chunks),
        )
    if not scenes.keys().isdisjoint(WITH_SWITCH):
        yield sentence(
            "The switch forwards bytes while it receives: the two steps are one stream, drawn one after the other, "
            "with its bytes counted evenly over its time."
        )
    if not scenes.keys().isdisjoint(DIRECT):
        yield sentence("A device's links share one port of bandwidth B, so its sends are serialized.")


def _drawn_part(link: AllReduceLink) -> dict[str, str]:
    return {"drawn": str(link.drawn_devices), "whole": str(link.wire.devices)}


def _what_if(comparison: AllReduceComparison) -> Sentence | None:
    """Say which algorithms the scenario's link cannot run."""
    algorithms = [scene.algorithm for scene in comparison.scenes if not comparison.link.permits(scene.algorithm)]
    names = [algorithm_name(algorithm) for algorithm in dict.fromkeys(algorithms)]
    if not names:
        return None
    if len(names) == 1:
        return sentence("What-if: this link does not support {name} at this N.", name=names[0])
    return sentence("What-if: this link does not support {name} or {other} at this N.", name=names[0], other=names[1])


# One algorithm


def counters(scene: AllReduceScene, state: SceneState, *, faster: bool) -> list[Sentence]:
    """Return steps, bytes and time so far, the fullest text first; ``faster`` marks the faster algorithm."""
    counts = _counters_as_drawn(scene, state, faster=faster)
    if not scene.link.is_partial:
        return counts
    part = _drawn_part(scene.link)
    full = sentence("drawn: {drawn} of {whole} devices · {counts}", counts=counts[0], **part)
    return [full, *(sentence("drawn: {drawn} of {whole} · {counts}", counts=each, **part) for each in counts)]


def _counters_as_drawn(scene: AllReduceScene, state: SceneState, *, faster: bool) -> list[Sentence]:
    values: dict[str, str | Sentence] = {
        "step": str(state.steps + (state.moving.stop > state.moving.start)),  # the one under way counts
        "count": str(scene.all_reduce.steps),
        "bytes": format_quantity(state.path_bytes, SIZE),
        "whole": format_quantity(scene.path_bytes, SIZE),
        "where": _where(scene, scene.link.drawn_devices),
        "time": formatting.seconds(state.seconds),
        "total": formatting.seconds(scene.drawn_seconds),
    }
    if state.done:
        mark = sentence("✓ faster") if faster else sentence("✓ done")
        return [
            sentence("{mark} · {count} of {count} steps · {whole} {where} · {total}", mark=mark, **values),
            sentence("{mark} · {count} steps · {whole} · {total}", mark=mark, **values),
        ]
    if state.launching:
        return [sentence("launch · {time} of {total}", **values)]
    return [
        sentence("step {step} of {count} · {bytes} of {whole} {where} · {time} of {total}", **values),
        sentence("step {step}/{count} · {bytes} of {whole} · {time} of {total}", **values),
        sentence("step {step}/{count} · {bytes} · {time} of {total}", **values),
        sentence("{step}/{count} · {bytes} · {time}", **values),
    ]


def loads(scene: AllReduceScene) -> list[Sentence]:
    """Say what devices send and what the busiest link carries, as drawn, the fullest text first."""
    all_reduce, busiest = scene.all_reduce, scene.busiest
    if not len(busiest.links):
        return [sentence("no traffic")]
    sent = traffic(all_reduce).sent.sum(axis=0)[: all_reduce.devices]
    values: dict[str, str | Sentence] = {
        "bytes": format_quantity(float(sent.max()), SIZE),
        "carried": format_quantity(busiest.link_bytes, SIZE),
        "count": str(len(scene.busiest_links)),
        "all": str(len(scene.links)),
        "drawn": str(scene.link.drawn_devices),
    }
    if np.ptp(sent) > _EQUAL * sent.max():
        senders = sentence("the busiest device sends {bytes} through its port (B)", **values)
    elif scene.link.is_partial:
        senders = sentence("each of the {drawn} drawn devices sends {bytes} through its port (B)", **values)
    else:
        senders = sentence("each device sends {bytes} through its port (B)", **values)
    values["senders"] = senders
    if len(scene.links) == 1:
        full = sentence("{senders}; its only link carries {carried} one way", **values)
    elif len(scene.busiest_links) == len(scene.links):
        full = sentence("{senders}; busiest link: {carried} one way, same for all {all}", **values)
    else:
        full = sentence("{senders}; busiest link: {carried} one way, {count} of {all} links", **values)
    short = sentence("{senders}; busiest link {carried}", **values)
    return [full, short, senders, sentence("port: {bytes}", **values)]


# What the mouse points at


def _node_name(scene: AllReduceScene, node: int) -> Sentence:
    if node == scene.all_reduce.switch:
        return sentence("the switch")
    return sentence("device {number}", number=str(node + 1))


def node_tooltip(scene: AllReduceScene, state: SceneState, node: int) -> Sentence:
    """Say how much of the sum a node holds."""
    held = scene.held(state.steps, state.half)[node]
    complete = int(np.all(held, axis=1).sum())
    values: dict[str, str | Sentence] = {
        "name": _node_name(scene, node),
        "complete": str(complete),
        "chunks": str(scene.all_reduce.chunks),
        "most": str(int(held.sum(axis=1).max())),
        "devices": formatting.devices(scene.all_reduce.devices),
    }
    if complete == scene.all_reduce.chunks:
        return sentence("{name}: holds the complete sum of {devices}", **values)
    return sentence(
        "{name}: {complete} of {chunks} chunks complete; contributions from at most {most} of {devices} per chunk",
        **values,
    )


def message_tooltip(scene: AllReduceScene, state: SceneState, message: int) -> Sentence:
    """Say what a message carries and what its receiver does with it."""
    all_reduce, adds = scene.all_reduce, sentence("added to the value there")
    source, chunk = int(all_reduce.source[message]), int(all_reduce.first[message])
    values: dict[str, str | Sentence] = {
        "source": _node_name(scene, source),
        "target": _node_name(scene, int(all_reduce.target[message])),
        "bytes": format_quantity(float(all_reduce.bytes[message]), SIZE),
        "contributors": formatting.devices(int(scene.held(state.steps, state.half)[source, chunk].sum())),
        "effect": adds if all_reduce.reduces[message] else sentence("replaces the value there"),
    }
    if state.waiting:
        return sentence(
            "{source} to {target}: {bytes}, sum of {contributors}, {effect}; waiting for start-up", **values
        )
    return sentence("{source} to {target}: {bytes}, sum of {contributors}, {effect}", **values)


def link_tooltip(scene: AllReduceScene, left: int, right: int) -> Sentence:
    """Say what a link carries over the whole all-reduce, each way."""
    carried = link_bytes(scene.all_reduce)
    return sentence(
        "link between {left} and {right}: {there} there, {back} back in total",
        left=_node_name(scene, left),
        right=_node_name(scene, right),
        there=format_quantity(float(carried[left, right]), SIZE),
        back=format_quantity(float(carried[right, left]), SIZE),
    )
