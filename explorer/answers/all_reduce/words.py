"""Two all-reduces on one clock in words: which is faster, where the order flips and why, and what is drawn."""

from __future__ import annotations

import numpy as np

from explorer.answers import formatting
from explorer.answers.all_reduce.link import AllReduceLink
from explorer.answers.all_reduce.race import AllReduceScene, Race, SceneState
from explorer.answers.formatting import short_seconds
from explorer.answers.link_words import algorithm_name
from explorer.model.collectives.choice import DIRECT
from explorer.model.collectives.clock import traffic
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.steps import WITH_SWITCH
from explorer.scenario.quantity import RATIO, SIZE, format_quantity
from explorer.scenario.sentence import Sentence, sentence

_WORTH_TELLING = 1.01
_ALIKE = 1e-9
_FAR = 1.3
"""Factor between model and measurement that is worth a warning."""


def title(link: AllReduceLink, size: str | None = None) -> list[Sentence]:
    """Name the message and the devices, the fullest text first; ``size`` is what its size is called elsewhere."""
    told = format_quantity(link.size, SIZE)
    parts: dict[str, str | Sentence] = {
        "size": told if size is None else f"{size} = {told}",
        "devices": formatting.devices(link.wire.devices),
        "count": str(link.wire.devices),
    }
    return [
        sentence("All-reduce of n = {size} on {devices}", **parts),
        sentence("n = {size} on {devices}", **parts),
        sentence("n = {size}, N = {count}", **parts),
    ]


def verdict(race: Race) -> Sentence:
    """Say which one is done first, and by how much."""
    left, right, first = race.left, race.right, race.first
    if not left.all_reduce.steps:
        return sentence("Nothing has to be sent.")
    if left.algorithm is right.algorithm:
        return sentence("Both are the same: {time}.", time=formatting.seconds(left.seconds))
    if first is None:
        return sentence("Both are done at the same time: {time}.", time=formatting.seconds(left.seconds))
    other = right if first is left else left
    told: dict[str, str | Sentence] = {
        "first": algorithm_name(first.algorithm),
        "other": algorithm_name(other.algorithm),
        "time": formatting.seconds(first.seconds),
        "ahead": short_seconds(other.seconds - first.seconds),
    }
    factor = other.seconds / first.seconds if first.seconds > 0 else 1.0
    if factor < _WORTH_TELLING:
        return sentence("Faster: {first} in {time}; {other} is done {ahead} later.", **told)
    told["factor"] = formatting.short_ratio(float(f"{factor:.3g}"))
    return sentence("Faster: {first} in {time}; {other} is done {ahead} later, it takes {factor} as long.", **told)


def _is_uneven(scene: AllReduceScene, devices: int) -> bool:
    """Whether another device sends in each step, so that none sends all that is on the critical path."""
    whole = devices & (devices - 1) == 0
    halves = (Algorithm.RECURSIVE_DOUBLING, Algorithm.HALVING_DOUBLING)
    trees = (Algorithm.BINOMIAL_TREE, Algorithm.DOUBLE_BINARY_TREE)
    return scene.algorithm in trees or (scene.algorithm in halves and not whole)


def _share(scene: AllReduceScene) -> Sentence:
    """Say what an algorithm pays: start-ups and bytes."""
    devices, count = scene.link.wire.devices, round(float(scene.cost.steps))
    told: dict[str, str | Sentence] = {
        "name": algorithm_name(scene.algorithm),
        "count": str(count),
        "bytes": format_quantity(float(scene.cost.path_bytes) / scene.link.size, RATIO, 5).removesuffix("×"),
    }
    if scene.algorithm is Algorithm.NETWORK_TREE:
        return sentence("{name} pays half a start-up for each of its 2 steps and sends {bytes} n per device", **told)
    if scene.algorithm is Algorithm.DOUBLE_BINARY_TREE:
        return sentence("{name} pays {count} start-ups, more to fill its pipeline, and sends up to {bytes} n", **told)
    if _is_uneven(scene, devices):
        if count == 1:
            return sentence("{name} pays one start-up and sends {bytes} n along the slowest path", **told)
        return sentence("{name} pays {count} start-ups and sends {bytes} n along the slowest path", **told)
    if count == 1:
        return sentence("{name} pays one start-up and sends {bytes} n per device", **told)
    return sentence("{name} pays {count} start-ups and sends {bytes} n per device", **told)


def why(race: Race) -> Sentence | None:
    """Say what decides: start-ups against bytes; of one algorithm what it pays."""
    left, right = race.scenes
    if not left.all_reduce.steps:
        return None
    if left.algorithm is right.algorithm:
        return sentence("Why: {left}.", left=_share(left))
    told: dict[str, str | Sentence] = {"left": _share(left), "right": _share(right)}
    if race.flips:
        return sentence(
            "Why: {left}; {right}. Small messages are nearly all start-up (hatched), large ones nearly all bytes "
            "(filled).",
            **told,
        )
    return sentence("Why: {left}; {right}.", **told)


def port(race: Race) -> Sentence | None:
    """Say that a device's links share its port, where one sends to several at once."""
    if not race.left.all_reduce.steps or not any(scene.algorithm in DIRECT for scene in race.scenes):
        return None
    return sentence("All links of a device share its one port of B: what it sends to all leaves one after the other.")


def drawing(race: Race) -> list[Sentence]:
    """Say where the picture is not to be taken at its word."""
    found, shown = [], {scene.algorithm for scene in race.scenes}
    if not race.left.all_reduce.steps:
        return []
    if race.link.in_part:
        found.append(
            sentence(
                "Drawn: {drawn} of {whole} devices, with the same α and B, at the pace of the bars, which are those of "
                "all {whole}.",
                drawn=str(race.link.drawn),
                whole=str(race.link.wire.devices),
            )
        )
    tree = next((scene for scene in race.scenes if scene.algorithm is Algorithm.DOUBLE_BINARY_TREE), None)
    if tree is not None:
        found.append(
            sentence(
                "Double binary tree: solid lines are tree 1, dashed ones tree 2; its {count} steps of {chunks} chunks "
                "are stretched to the time of the formula, which takes the best number of chunks, whole or not.",
                count=str(tree.all_reduce.steps),
                chunks=str(tree.all_reduce.chunks),
            )
        )
    if shown & set(WITH_SWITCH):
        found.append(
            sentence(
                "The switch passes bytes on while it receives: both steps are one stream, drawn one after the other "
                "and counted evenly over its time."
            )
        )
    return found


def measured(race: Race) -> Sentence | None:
    """Warn where a measured link's curve and the ring that models it are far apart."""
    link = race.link
    model = next((scene.seconds for scene in race.scenes if scene.algorithm is link.own), None)
    if link.measured_s is None or model is None or min(link.measured_s, model) <= 0:
        return None
    factor = max(model / link.measured_s, link.measured_s / model)
    if factor <= _FAR:
        return None
    return sentence(
        "⚠ Modelled and measured differ {factor}: the model says {model} for {name}, the curve {measured} (mark on the "
        "bars).",
        factor=formatting.short_ratio(float(f"{factor:.3g}")),
        model=formatting.seconds(model),
        name=algorithm_name(link.own),
        measured=formatting.seconds(link.measured_s),
    )


def scenario_runs(link: AllReduceLink) -> Sentence:
    """Name what stands for the scenario's all-reduce in a list of algorithms."""
    if link.measured_s is not None:
        return sentence("modelled: {name}", name=algorithm_name(link.own))
    if link.is_fastest:
        return sentence("fastest at this size: {name}", name=algorithm_name(link.own))
    return sentence("scenario's: {name}", name=algorithm_name(link.own))


def what_if(race: Race) -> Sentence | None:
    """Say which of the two the scenario's link cannot run."""
    names = [algorithm_name(one.algorithm) for one in race.scenes if not race.link.permits(one.algorithm)]
    if not names:
        return None
    if len(names) == 1 or race.left.algorithm is race.right.algorithm:
        return sentence("A what-if: this link is not wired for {name} on so many devices.", name=names[0])
    return sentence(
        "A what-if: this link is not wired for {name} and {other} on so many devices.", name=names[0], other=names[1]
    )


def flip(race: Race) -> Sentence | None:
    """Say below and above which size each is the faster one; None where both are the same algorithm."""
    if race.left.algorithm is race.right.algorithm:
        return None
    if not race.flips:
        faster = race.faster_at(max(race.link.size, 1.0))
        if faster is None:
            return sentence("Both take the same time at every size.")
        return sentence("With this α and B {name} is faster at every size.", name=algorithm_name(faster))
    at = race.flips[0]
    small, large = (race.faster_at(size) or race.left.algorithm for size in (at / 2, 2 * at))
    return sentence(
        "Below {size} {small} is faster, above it {large}.",
        size=format_quantity(at, SIZE, 3),
        small=algorithm_name(small),
        large=algorithm_name(large),
    )


def told(race: Race) -> list[Sentence]:
    """Say all that stands below the animation, the most important first."""
    found = [
        measured(race),
        flip(race) if race.left.all_reduce.steps else None,
        why(race),
        *drawing(race),
        port(race),
        *race.link.notes,
        what_if(race),
        race.link.origin,
    ]
    return [each for each in found if each is not None]


def counters(scene: AllReduceScene, state: SceneState, *, first: bool) -> list[Sentence]:
    """Say how far one is, the fullest text first: steps, bytes and time; ``first`` marks the faster one."""
    found = _counted(scene, state, first=first)
    if not scene.link.in_part:
        return found
    part = {"drawn": str(scene.link.drawn), "whole": str(scene.link.wire.devices)}
    full = [sentence("drawn: {drawn} of {whole} devices · {told}", told=told, **part) for told in found]
    return [full[0], *(sentence("drawn: {drawn} of {whole} · {told}", told=told, **part) for told in found)]


def _counted(scene: AllReduceScene, state: SceneState, *, first: bool) -> list[Sentence]:
    under_way = state.steps + (not state.done and state.moving.stop > state.moving.start)
    parts: dict[str, str | Sentence] = {
        "step": str(under_way),
        "count": str(scene.all_reduce.steps),
        "bytes": format_quantity(state.path_bytes, SIZE),
        "whole": format_quantity(scene.path_bytes, SIZE),
        "where": _where(scene),
        "time": formatting.seconds(state.seconds),
        "total": formatting.seconds(scene.drawn_seconds),
    }
    if state.done:
        mark = sentence("✓ faster") if first else sentence("✓ done")
        return [
            sentence("{mark} · {count} of {count} steps · {whole} {where} · {total}", mark=mark, **parts),
            sentence("{mark} · {count} steps · {whole} · {total}", mark=mark, **parts),
        ]
    if state.launching:
        return [sentence("launch · {time} of {total}", **parts)]
    return [
        sentence("step {step} of {count} · {bytes} of {whole} {where} · {time} of {total}", **parts),
        sentence("step {step}/{count} · {bytes} of {whole} · {time} of {total}", **parts),
        sentence("step {step}/{count} · {bytes} · {time} of {total}", **parts),
        sentence("{step}/{count} · {bytes} · {time}", **parts),
    ]


def _where(scene: AllReduceScene) -> Sentence:
    if _is_uneven(scene, scene.link.drawn):
        return sentence("along the slowest path")
    return sentence("per device")


def load(scene: AllReduceScene) -> list[Sentence]:
    """Say what devices send, and what the busiest link carries, the fullest text first; of what is drawn."""
    all_reduce, found = scene.all_reduce, scene.busiest
    if not len(found.links):
        return [sentence("nothing travels")]
    sent = traffic(all_reduce).sent.sum(axis=0)[: all_reduce.devices]
    lit = {(min(pair), max(pair)) for pair in map(tuple, found.links.tolist())}
    parts: dict[str, str | Sentence] = {
        "bytes": format_quantity(float(sent.max()), SIZE),
        "carried": format_quantity(found.link_bytes, SIZE),
        "count": str(len(lit)),
        "all": str(len(scene.links)),
    }
    who = _senders(scene, parts, alike=bool(np.ptp(sent) <= _ALIKE * sent.max()))
    short = sentence("port: {bytes}", **parts)
    if len(scene.links) == 1:
        full = sentence("{who}; its one link carries {carried} one way", who=who, **parts)
    elif len(lit) == len(scene.links):
        full = sentence("{who}; busiest link: {carried} one way, all {all} alike", who=who, **parts)
    else:
        full = sentence("{who}; busiest link: {carried} one way, {count} of {all} links", who=who, **parts)
    return [full, sentence("{who}; busiest link {carried}", who=who, **parts), who, short]


def _senders(scene: AllReduceScene, parts: dict[str, str | Sentence], *, alike: bool) -> Sentence:
    if not alike:
        return sentence("the busiest device sends {bytes} through its port (B)", **parts)
    if scene.link.in_part:
        return sentence(
            "each of the {drawn} drawn sends {bytes} through its port (B)", drawn=str(scene.link.drawn), **parts
        )
    return sentence("each device sends {bytes} through its port (B)", **parts)
