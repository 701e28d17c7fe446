"""How the partial outputs of a split are summed, message by message, by an all-reduce's algorithm.

Messages go in moments: all of one step, or of one half of a step through a switch. The outputs are cut into the chunks
of the algorithm, whole elements in the order of their rows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.collectives.contributions import chunk_bounds, contributions
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.steps import AllReduce, steps
from explorer.model.matrix_split import Split
from explorer.model.rounding import Array, total

_TREE_CHUNKS = 4


class Sent(NamedTuple):
    """A message, or what a device puts to its own sum: elements are rows of row and column."""

    source: int
    target: int
    elements: NDArray[np.intp]
    reduces: bool


@lru_cache(maxsize=32)  # shared by outcomes: the steps follow from an algorithm and a number of devices alone
def steps_of_moments(algorithm: Algorithm, count: int) -> tuple[int, ...]:
    """Return the step, from 1, of each moment of an all-reduce over so many devices."""
    all_reduce = steps(algorithm, count, 1.0, tree_chunks=_TREE_CHUNKS)
    return tuple(step + 1 for step, _ in _moments(all_reduce))


def _moments(all_reduce: AllReduce) -> list[tuple[int, int]]:
    return sorted(set(zip(all_reduce.step.tolist(), all_reduce.half.tolist(), strict=True)))


class Sums:
    """The sums on the way, after each moment; ``switch`` is the node that is no device."""

    def __init__(self, split: Split, algorithm: Algorithm) -> None:
        self._partials = [device.partial for device in split.devices]
        count = len(self._partials)
        all_reduce = self._all_reduce = steps(algorithm, count, 1.0, tree_chunks=_TREE_CHUNKS)
        self._moments = _moments(all_reduce)
        self.switch = all_reduce.switch
        self.moments = max(len(self._moments), 1)
        """How many there are; one device takes one for its own."""
        shape = self._partials[0].shape
        bounds = chunk_bounds(shape[0] * shape[1], all_reduce.chunks)
        self._chunk = np.repeat(np.arange(all_reduce.chunks), np.diff(bounds)).reshape(shape)
        self._held = [contributions(all_reduce, *moment) for moment in self._moments] + [contributions(all_reduce)]
        self._summed = self._arrivals()
        self._places = [[int(chunk) for chunk in row] for row in self._chunk]
        self._contributors: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._totals: dict[tuple[int, ...], Array] = {}

    def _arrivals(self) -> list[NDArray[np.bool_]]:
        """Return for each number of moments which chunks have come to the place of the sum: nodes × chunks."""
        all_reduce = self._all_reduce
        arrived = np.zeros((all_reduce.nodes, all_reduce.chunks), bool)
        found = [arrived]
        for moment in range(len(self._moments)):
            arrived = arrived.copy()
            for message in self._messages(moment):
                arrived[all_reduce.target[message], all_reduce.first[message] : all_reduce.stop[message]] = True
            found.append(arrived)
        return found if self._moments else [arrived, ~arrived]

    def _messages(self, moment: int) -> list[int]:
        step, half = self._moments[moment]
        at = (self._all_reduce.step == step) & (self._all_reduce.half == half)
        return [int(message) for message in np.flatnonzero(at)]

    def is_summed(self, done: int, node: int, row: int, column: int) -> bool:
        """Whether an element stands in a node's place of the sum after so many moments."""
        return bool(self._summed[done][node, self._places[row][column]])

    def contributors(self, done: int, node: int, row: int, column: int) -> tuple[int, ...]:
        """Return whose contributions are in an element that a node holds after so many moments."""
        key = (min(done, len(self._held) - 1), node, self._places[row][column])
        if key not in self._contributors:
            self._contributors[key] = tuple(np.flatnonzero(self._held[key[0]][key[1:]]).tolist())
        return self._contributors[key]

    def value(self, contributors: tuple[int, ...], row: int, column: int) -> float:
        """Return the sum of some contributions to an element, in the order of the devices."""
        if contributors not in self._totals:
            self._totals[contributors] = total([self._partials[device] for device in contributors])
        return float(self._totals[contributors][row, column])

    def sent(self, moment: int) -> list[Sent]:
        """Return what travels in a moment: first what receivers put to their own sums, then the messages."""
        all_reduce = self._all_reduce
        if not self._moments:
            return [Sent(0, 0, np.argwhere(self._chunk >= 0), True)]
        messages: list[Sent] = []
        own: dict[int, NDArray[np.bool_]] = {}
        for place in self._messages(moment):
            source, target, reduces = (
                int(all_reduce.source[place]),
                int(all_reduce.target[place]),
                all_reduce.reduces[place],
            )
            inside = (self._chunk >= all_reduce.first[place]) & (self._chunk < all_reduce.stop[place])
            messages.append(Sent(source, target, np.argwhere(inside), bool(reduces)))
            if reduces and target != self.switch:
                fresh = inside & ~self._summed[moment][target][self._chunk]
                own[target] = own.get(target, np.zeros_like(fresh)) | fresh
        return [Sent(node, node, np.argwhere(fresh), True) for node, fresh in own.items()] + messages
