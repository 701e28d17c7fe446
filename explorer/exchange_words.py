"""Two all-reduces on one clock in words: who is first, where the order flips and why, and what is drawn."""

from __future__ import annotations

from explorer import phrases
from explorer.exchange_link import ExchangeLink
from explorer.exchange_scene import ExchangeScene, Race, State
from explorer.link_algorithms import name
from explorer.model.collective import Algorithm
from explorer.phrases import short_seconds
from explorer.scenario.quantity import RATIO, SIZE, format_quantity
from explorer.scenario.sentence import Sentence, sentence

_WORTH_TELLING = 1.01


def title(link: ExchangeLink) -> Sentence:
    """Name the message and the devices."""
    return sentence(
        "All-reduce of n = {size} on {devices}",
        size=format_quantity(link.size, SIZE),
        devices=phrases.devices(link.wire.devices),
    )


def verdict(race: Race) -> Sentence:
    """Say which one is done first, and by how much."""
    left, right, first = race.left, race.right, race.first
    if not left.exchange.steps:
        return sentence("Nothing has to be sent.")
    if left.algorithm is right.algorithm:
        return sentence("Both are the same: {time}.", time=phrases.seconds(left.seconds))
    if first is None:
        return sentence("Both are done at the same time: {time}.", time=phrases.seconds(left.seconds))
    other = right if first is left else left
    told: dict[str, str | Sentence] = {
        "first": name(first.algorithm),
        "other": name(other.algorithm),
        "time": phrases.seconds(first.seconds),
        "ahead": short_seconds(other.seconds - first.seconds),
    }
    factor = other.seconds / first.seconds if first.seconds > 0 else 1.0
    if factor < _WORTH_TELLING:
        return sentence("First: {first} in {time}; {other} is done {ahead} later.", **told)
    told["factor"] = phrases.short_ratio(float(f"{factor:.3g}"))
    return sentence("First: {first} in {time}; {other} is done {ahead} later, it takes {factor} as long.", **told)


def flip(race: Race) -> Sentence | None:
    """Say below and above which size each is the faster one; None where both are the same algorithm."""
    if race.left.algorithm is race.right.algorithm:
        return None
    if not race.flips:
        faster = race.faster_at(max(race.link.size, 1.0))
        if faster is None:
            return sentence("Both take the same time at every size.")
        return sentence("With this α and B {name} is faster at every size.", name=name(faster))
    at = race.flips[0]
    small, large = (race.faster_at(size) or race.left.algorithm for size in (at / 2, 2 * at))
    return sentence(
        "Below {size} {small} is faster, above it {large}.",
        size=format_quantity(at, SIZE, 3),
        small=name(small),
        large=name(large),
    )


def _share(scene: ExchangeScene) -> Sentence:
    """Say what an algorithm pays: start-ups and bytes."""
    count, sent = scene.exchange.steps, float(scene.cost.path_bytes) / scene.link.size
    told: dict[str, str | Sentence] = {
        "name": name(scene.algorithm),
        "count": str(count),
        "bytes": format_quantity(sent, RATIO, 3).removesuffix("×"),
    }
    if scene.algorithm is Algorithm.NETWORK_TREE:
        return sentence("{name} pays one start-up for its 2 steps and sends {bytes} n per device", **told)
    if scene.algorithm is Algorithm.DOUBLE_BINARY_TREE:
        return sentence(
            "{name} pipelines {chunks} chunks in {count} short steps and sends {bytes} n per device",
            chunks=str(scene.exchange.chunks),
            **told,
        )
    if count == 1:
        return sentence("{name} pays one start-up and sends {bytes} n per device", **told)
    return sentence("{name} pays {count} start-ups and sends {bytes} n per device", **told)


def why(race: Race) -> Sentence | None:
    """Say what decides: start-ups against bytes."""
    left, right = race.scenes
    if not left.exchange.steps or left.algorithm is right.algorithm:
        return None
    told: dict[str, str | Sentence] = {"left": _share(left), "right": _share(right)}
    if race.flips:
        return sentence(
            "Why: {left}; {right}. Small messages are nearly all start-up (hatched), large ones nearly all bytes "
            "(filled).",
            **told,
        )
    return sentence("Why: {left}; {right}.", **told)


def what_if(race: Race) -> Sentence | None:
    """Say which of the two the scenario's link cannot run."""
    names = [name(one.algorithm) for one in race.scenes if not race.link.permits(one.algorithm)]
    if not names:
        return None
    if len(names) == 1 or race.left.algorithm is race.right.algorithm:
        return sentence("A what-if: this link is not wired for {name} on so many devices.", name=names[0])
    return sentence(
        "A what-if: this link is not wired for {name} and {other} on so many devices.", name=names[0], other=names[1]
    )


def beyond(race: Race) -> Sentence | None:
    """Say what both take on all devices, where fewer are drawn."""
    link = race.link
    if link.whole == link.wire.devices or not race.left.exchange.steps:
        return None
    left, right = (float(scene.cost_of(link.whole).seconds) for scene in race.scenes)
    return sentence(
        "On {whole} devices {left} takes {time}, {right} {others}.",
        whole=str(link.whole),
        left=name(race.left.algorithm),
        right=name(race.right.algorithm),
        time=phrases.seconds(left),
        others=phrases.seconds(right),
    )


def told(race: Race) -> list[Sentence]:
    """Say all that stands below the animation, the most important first."""
    found = [
        *race.link.notes,
        beyond(race),
        flip(race) if race.left.exchange.steps else None,
        why(race),
        what_if(race),
        race.link.origin,
    ]
    return [each for each in found if each is not None]


def counters(scene: ExchangeScene, state: State, *, first: bool) -> list[Sentence]:
    """Say how far one is, the fullest text first: steps, bytes per device and time; ``first`` marks the winner."""
    under_way = state.steps + (not state.done and state.share > 0)
    parts: dict[str, str | Sentence] = {
        "step": str(under_way),
        "count": str(scene.exchange.steps),
        "bytes": format_quantity(state.path_bytes, SIZE),
        "whole": format_quantity(scene.path_bytes, SIZE),
        "time": phrases.seconds(state.seconds),
        "total": phrases.seconds(scene.seconds),
    }
    if state.done:
        mark = sentence("✓ first") if first else sentence("✓ done")
        return [
            sentence("{mark} · {count} of {count} steps · {whole} per device · {total}", mark=mark, **parts),
            sentence("{mark} · {count} steps · {whole} · {total}", mark=mark, **parts),
        ]
    if state.launching:
        return [sentence("launch · {time} of {total}", **parts)]
    return [
        sentence("step {step} of {count} · {bytes} of {whole} per device · {time} of {total}", **parts),
        sentence("step {step}/{count} · {bytes} of {whole} · {time} of {total}", **parts),
        sentence("step {step}/{count} · {bytes} · {time} of {total}", **parts),
        sentence("{step}/{count} · {bytes} · {time}", **parts),
    ]


def load(scene: ExchangeScene) -> Sentence:
    """Say what the busiest link carries, and what happens there."""
    exchange, found = scene.exchange, scene.busiest
    directed = len(set(zip(exchange.source.tolist(), exchange.target.tolist(), strict=True)))
    if not len(found.links):
        return sentence("nothing travels")
    carried = format_quantity(found.link_bytes, SIZE)
    if len(found.links) == directed:
        return sentence("every link: {bytes} one way", bytes=carried)
    return sentence(
        "busiest link: {bytes} one way (lit, {count} of {all})",
        count=str(len(found.links)),
        all=str(directed),
        bytes=carried,
    )
