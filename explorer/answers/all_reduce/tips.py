"""What the picture of an all-reduce shows at a place, in words: a device, a message, a link."""

from __future__ import annotations

import numpy as np

from explorer.answers import formatting
from explorer.answers.all_reduce.race import AllReduceScene, SceneState
from explorer.model.collectives.clock import link_bytes
from explorer.scenario.quantity import SIZE, format_quantity
from explorer.scenario.sentence import Sentence, sentence


def _name(scene: AllReduceScene, node: int) -> Sentence:
    if node == scene.all_reduce.switch:
        return sentence("the switch")
    return sentence("device {number}", number=str(node + 1))


def box(scene: AllReduceScene, state: SceneState, node: int) -> Sentence:
    """Say how much of the sum a node holds."""
    held = scene.held(state.steps, state.half)[node]
    complete = int(np.all(held, axis=1).sum())
    told: dict[str, str | Sentence] = {
        "name": _name(scene, node),
        "complete": str(complete),
        "chunks": str(scene.all_reduce.chunks),
        "most": str(int(held.sum(axis=1).max())),
        "devices": formatting.devices(scene.all_reduce.devices),
    }
    if complete == scene.all_reduce.chunks:
        return sentence("{name}: holds the whole sum of {devices}", **told)
    return sentence(
        "{name}: {complete} of {chunks} chunks complete; at most {most} contributions of {devices} in one chunk", **told
    )


def packet(scene: AllReduceScene, state: SceneState, message: int) -> Sentence:
    """Say what a message carries and what becomes of it."""
    all_reduce = scene.all_reduce
    contributors = int(scene.held(state.steps, state.half)[all_reduce.source[message], all_reduce.first[message]].sum())
    told: dict[str, str | Sentence] = {
        "source": _name(scene, int(all_reduce.source[message])),
        "target": _name(scene, int(all_reduce.target[message])),
        "bytes": format_quantity(float(all_reduce.bytes[message]), SIZE),
        "of": formatting.devices(contributors),
        "does": sentence("is added there") if all_reduce.reduces[message] else sentence("takes the place there"),
    }
    if state.waiting:
        return sentence("{source} to {target}: {bytes}, the sum of {of}, {does}; waits for the start-up", **told)
    return sentence("{source} to {target}: {bytes}, the sum of {of}, {does}", **told)


def link(scene: AllReduceScene, one: int, other: int) -> Sentence:
    """Say what a link carries over the whole, each way."""
    carried = link_bytes(scene.all_reduce)
    return sentence(
        "link of {one} and {other}: {there} there, {back} back in all",
        one=_name(scene, one),
        other=_name(scene, other),
        there=format_quantity(float(carried[one, other]), SIZE),
        back=format_quantity(float(carried[other, one]), SIZE),
    )
