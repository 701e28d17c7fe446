"""The messages of an all-reduce, one by one: N devices each hold a vector of n bytes, and are left with their sum.

The vector is cut into K chunks of n/K bytes. In each step devices send ranges of chunks to each other; all messages of
a step leave at once, with what their sender held before it. The receiver adds what comes to what it holds (it reduces)
or puts it in the place of what it holds (it copies). Nothing is held but the vector: all is done in place.

    ring                 K = N   to the next device: N - 1 steps that reduce one chunk (reduce-scatter), N - 1 that copy
                                 one (all-gather)
    recursive doubling   K = 1   with each device at a distance of 1, 2, 4, …
    halving-doubling     K = P   in those pairs half of what is left, until one chunk is; then the same way back
    binomial tree        K = 1   to device 0 and back
    double binary tree   K = m   see :mod:`explorer.model.collectives.double_tree`
    one-shot             K = 1   each device to all others
    two-shot             K = N   each device to all others, first what they reduce, then what it has reduced
    in the switch        K = N   node N is the switch. It sums the vectors as they come and gives each device its
                                 chunk of the sum; each sends that back, and the switch sends it on to all
    network tree         K = 1   node N is the switch: all vectors to it, their sum from it

With P = 2^floor(lg N): where N is no power of two, N - P devices of recursive doubling and halving-doubling first give
their vector to a neighbour, and get the sum from it last.

Steps, bytes and bytes reduced are those that :func:`explorer.model.collectives.costs.cost` counts, and its sources are
the sources here. Bytes are counted as if any vector could be cut into equal parts: real numbers, n/K a chunk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.double_tree import starts
from explorer.model.rounding import frozen

Array = NDArray[Any]

WITH_SWITCH = (Algorithm.IN_SWITCH, Algorithm.NETWORK_TREE)
"""Those in which one node more than the devices takes part."""

TREE_CHUNKS = 8
"""Chunks of the double binary tree where nothing is known of the link."""


class Message(NamedTuple):
    """One message: see :class:`AllReduce` for what its fields mean."""

    step: int
    half: int
    source: int
    target: int
    first: int
    stop: int
    reduces: bool


@dataclass(frozen=True, eq=False)
class AllReduce:
    """All messages of an all-reduce, in the order of steps and of the halves of a step; made by :func:`steps`.

    Arrays have one entry for each message and are read-only.

    Attributes
    ----------
    algorithm : how the sum is formed.
    devices : N; devices are the nodes 0 to N - 1.
    size : n, bytes of the vector on each device.
    chunks : K, equal parts of the vector; chunk c is from c/K to (c + 1)/K of it.
    steps : how many there are, 0 where there is nothing to send or nobody to send it to.
    step : of the message, from 0.
    half : 1 for what the switch passes on within the step in which it came, else 0.
    source, target : nodes.
    first, stop : it carries the chunks from first to before stop.
    reduces : whether the target adds it to what it holds, else it replaces that.
    """

    algorithm: Algorithm
    devices: int
    size: float
    chunks: int
    steps: int
    step: NDArray[np.intp]
    half: NDArray[np.intp]
    source: NDArray[np.intp]
    target: NDArray[np.intp]
    first: NDArray[np.intp]
    stop: NDArray[np.intp]
    reduces: NDArray[np.bool_]

    @property
    def switch(self) -> int | None:
        """The node that is no device."""
        return self.devices if self.algorithm in WITH_SWITCH else None

    @property
    def nodes(self) -> int:
        """Devices, and the switch if there is one."""
        return self.devices + (self.algorithm in WITH_SWITCH)

    @property
    def count(self) -> NDArray[np.intp]:
        """Chunks of each message."""
        return self.stop - self.first

    @property
    def bytes(self) -> NDArray[np.float64]:
        """Bytes of each message."""
        return self.count * self.size / self.chunks

    def between(self, begin: int, end: int) -> slice:
        """Return the slice of the messages of the steps from begin to before end."""
        return slice(*np.searchsorted(self.step, (begin, end)).tolist())


def _ring(devices: int) -> Iterator[Message]:
    """Send in each step the chunk that came in the step before."""
    for step in range(2 * (devices - 1)):
        for device in range(devices):
            chunk = (device - step) % devices
            yield Message(step, 0, device, (device + 1) % devices, chunk, chunk + 1, step < devices - 1)


def _power(devices: int) -> int:
    """P = 2^floor(lg N)."""
    return 1 << (devices.bit_length() - 1)


def _doubling(power: int) -> Iterator[Message]:
    for step in range(power.bit_length() - 1):
        for device in range(power):
            yield Message(step, 0, device, device ^ (1 << step), 0, 1, True)


def _halving(power: int) -> Iterator[Message]:
    """Keep in each step the half that the device's bit of that step names; sums then go back in reverse."""
    levels = power.bit_length() - 1
    kept = [0] * power
    for level in range(levels):
        half = power >> (level + 1)
        for device in range(power):
            upper = device >> level & 1
            partner, given = device ^ (1 << level), kept[device] + (1 - upper) * half
            kept[device] += upper * half
            yield Message(level, 0, device, partner, given, given + half, True)
            yield Message(2 * levels - 1 - level, 0, device, partner, kept[device], kept[device] + half, False)


def _folded(devices: int, chunks: int, inner: Iterable[Message]) -> Iterator[Message]:
    """Run an all-reduce of P devices on N: of the first 2(N - P), each even device gives its vector to the next one."""
    spare = devices - _power(devices)
    steps = 0
    for message in inner:
        source, target = (node + min(node + 1, spare) for node in (message.source, message.target))
        step = message.step + (spare > 0)
        steps = max(steps, step + 1)
        yield message._replace(step=step, source=source, target=target)
    for device in range(0, 2 * spare, 2):
        yield Message(0, 0, device, device + 1, 0, chunks, True)
        yield Message(steps, 0, device + 1, device, 0, chunks, False)


def _recursive_doubling(devices: int) -> Iterator[Message]:
    return _folded(devices, 1, _doubling(_power(devices)))


def _halving_doubling(devices: int) -> Iterator[Message]:
    power = _power(devices)
    return _folded(devices, power, _halving(power))


def _binomial_tree(devices: int) -> Iterator[Message]:
    levels = (devices - 1).bit_length()
    for level in range(levels):
        for parent in range(0, devices - (1 << level), 2 << level):
            child = parent + (1 << level)
            yield Message(level, 0, child, parent, 0, 1, True)
            yield Message(2 * levels - 1 - level, 0, parent, child, 0, 1, False)


def _double_binary_tree(devices: int, chunks: int) -> Iterator[Message]:
    """Leave out the steps in which no edge works."""
    up = [
        (start.step + 2 * turn, start.edge, chunk)
        for start in starts(devices)
        for turn, chunk in enumerate(range(start.edge.tree, chunks, 2))
    ]
    numbers = {step: number for number, step in enumerate(sorted({step for step, _, _ in up}))}
    last = 2 * len(numbers) - 1
    for step, edge, chunk in up:
        yield Message(numbers[step], 0, edge.child, edge.parent, chunk, chunk + 1, True)
        yield Message(last - numbers[step], 0, edge.parent, edge.child, chunk, chunk + 1, False)


def _one_shot(devices: int) -> Iterator[Message]:
    for source, target in permutations(range(devices), 2):
        yield Message(0, 0, source, target, 0, 1, True)


def _two_shot(devices: int) -> Iterator[Message]:
    for source, target in permutations(range(devices), 2):
        yield Message(0, 0, source, target, target, target + 1, True)
        yield Message(1, 0, source, target, source, source + 1, False)


def _in_switch(devices: int) -> Iterator[Message]:
    for device in range(devices):
        yield Message(0, 0, device, devices, 0, devices, True)
        yield Message(0, 1, devices, device, device, device + 1, False)
        yield Message(1, 0, device, devices, device, device + 1, False)
        yield Message(1, 1, devices, device, 0, devices, False)


def _network_tree(devices: int) -> Iterator[Message]:
    for device in range(devices):
        yield Message(0, 0, device, devices, 0, 1, True)
        yield Message(1, 0, devices, device, 0, 1, False)


_MESSAGES: dict[Algorithm, Callable[[int], Iterator[Message]]] = {
    Algorithm.RING: _ring,
    Algorithm.RECURSIVE_DOUBLING: _recursive_doubling,
    Algorithm.HALVING_DOUBLING: _halving_doubling,
    Algorithm.BINOMIAL_TREE: _binomial_tree,
    Algorithm.ONE_SHOT: _one_shot,
    Algorithm.TWO_SHOT: _two_shot,
    Algorithm.IN_SWITCH: _in_switch,
    Algorithm.NETWORK_TREE: _network_tree,
}


def _chunks(algorithm: Algorithm, devices: int, tree_chunks: int) -> int:
    if algorithm in (Algorithm.RING, Algorithm.TWO_SHOT, Algorithm.IN_SWITCH):
        return devices
    if algorithm == Algorithm.HALVING_DOUBLING:
        return _power(devices)
    return tree_chunks if algorithm == Algorithm.DOUBLE_BINARY_TREE else 1


def steps(algorithm: Algorithm, devices: int, size: float, *, tree_chunks: int = TREE_CHUNKS) -> AllReduce:
    """Return the messages of an all-reduce of n bytes over N devices; none where n = 0 or N = 1.

    Parameters
    ----------
    algorithm : how.
    devices : N >= 1.
    size : n >= 0, bytes of the vector on each device.
    tree_chunks : m >= 1, chunks of the double binary tree, of both trees together; the others have their own number.
        See :func:`explorer.model.collectives.double_tree.tree_chunks`.

    Raises
    ------
    ValueError
        Where N or m is less than 1.
    """
    if devices < 1 or tree_chunks < 1:
        raise ValueError(f"no all-reduce over {devices} devices in {tree_chunks} chunks")
    needed = devices > 1 and size > 0
    is_tree = algorithm == Algorithm.DOUBLE_BINARY_TREE
    unsorted = _double_binary_tree(devices, tree_chunks) if is_tree else _MESSAGES[algorithm](devices)
    messages = sorted(unsorted) if needed else []
    table = np.array(messages, np.intp).reshape(len(messages), len(Message._fields)).T
    columns = dict(zip(Message._fields, table, strict=True))
    columns["reduces"] = columns["reduces"].astype(bool)
    return AllReduce(
        algorithm,
        devices,
        size,
        _chunks(algorithm, devices, tree_chunks),
        messages[-1].step + 1 if messages else 0,
        **{name: frozen(column) for name, column in columns.items()},
    )
