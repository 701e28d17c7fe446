"""Stage 5 of the split: the partial outputs are summed, message by message, as the all-reduce's algorithm sends them.

Messages go in rounds: all of one step, or of one half of a step through a switch. The output is cut into the chunks of
the algorithm, whole elements in row order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.answers.matrices.cells import WHOLE, Cell, CellKey, Frame, Point, Route, between, ease, number_text
from explorer.answers.matrices.layout import MatrixArea, Scene
from explorer.model.collectives.contributions import chunk_bounds, contributions
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.steps import AllReduce, steps
from explorer.model.matrix_split import Split
from explorer.model.rounding import Array, total

SUMMING = 4
"""Position at which the stage begins in which the outputs are summed."""
_TREE_CHUNKS = 4
"""Chunks of the double binary tree: few enough to be followed by eye."""
_TRAVELLING = 0.7
"""Share of a round in which elements travel; for the rest of it they are shown beside what they are added to."""
_ROUNDING = 1e-9
"""Tolerance for positions, which are sums of fractions."""
_MOST_TRAVELLING = 2000
"""Elements that are drawn in transit at once; of larger messages only the first ones."""
_ASIDE = 0.35
"""Gap between the sums and the elements that pass them."""
_APART = 0.3
"""Further gap for each sum that is passed, so that messages of different lengths do not cover each other."""
_BESIDE = 0.15
"""Gap between a sum and a line to it."""
_TURN = 0.25
"""Share of a route in which elements leave a sum's column, and in which they come back to it."""


class Transfer(NamedTuple):
    """A message, or what a device copies from its own contribution into its own sum (source and target are equal).

    Attributes
    ----------
    source, target : nodes.
    elements : row and column of each element of the output that is sent, elements × 2.
    reduces : whether the target adds the elements; else they replace what it holds.
    """

    source: int
    target: int
    elements: NDArray[np.intp]
    reduces: bool


@lru_cache(maxsize=32)  # shared by outcomes: the steps follow from an algorithm and a number of devices alone
def steps_of_rounds(algorithm: Algorithm, devices: int) -> tuple[int, ...]:
    """Return for each round of an all-reduce the step, from 1, that it belongs to; nothing on one device."""
    all_reduce = steps(algorithm, devices, 1.0, tree_chunks=_TREE_CHUNKS)
    return tuple(step + 1 for step, _ in _rounds(all_reduce))


def _rounds(all_reduce: AllReduce) -> list[tuple[int, int]]:
    """Return step and half of each round."""
    return sorted(set(zip(all_reduce.step.tolist(), all_reduce.half.tolist(), strict=True)))


class PartialSums:
    """Which elements of the output each node holds after some rounds, and whose contributions are in them.

    Nodes are the devices and, where ``switch`` is not None, the switch. ``rounds`` is at least 1: a single device takes
    one round to copy its own contribution.
    """

    def __init__(self, split: Split, algorithm: Algorithm) -> None:
        self._partials = [device.partial for device in split.devices]
        all_reduce = steps(algorithm, len(self._partials), 1.0, tree_chunks=_TREE_CHUNKS)
        self._all_reduce, self._rounds = all_reduce, _rounds(all_reduce)
        self.switch, self.rounds = all_reduce.switch, max(len(self._rounds), 1)
        shape = self._partials[0].shape
        bounds = chunk_bounds(shape[0] * shape[1], all_reduce.chunks)
        self._chunks = np.repeat(np.arange(all_reduce.chunks), np.diff(bounds)).reshape(shape)
        self._chunk_rows = [[int(chunk) for chunk in row] for row in self._chunks]
        self._held = [contributions(all_reduce, *begin) for begin in self._rounds] + [contributions(all_reduce)]
        self._messages = [
            np.flatnonzero((all_reduce.step == step) & (all_reduce.half == half)).tolist()
            for step, half in self._rounds
        ]
        self._summed = self._arrivals()
        self._contributors: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._totals: dict[tuple[int, ...], Array] = {}

    def _arrivals(self) -> list[NDArray[np.bool_]]:
        """Return for each number of rounds which chunks are in a node's sum, nodes × chunks."""
        all_reduce = self._all_reduce
        arrivals = [np.zeros((all_reduce.nodes, all_reduce.chunks), bool)]
        if not self._rounds:
            return [*arrivals, ~arrivals[0]]
        for number in range(len(self._rounds)):
            arrived = arrivals[-1].copy()
            for message in self._messages[number]:
                arrived[all_reduce.target[message], all_reduce.first[message] : all_reduce.stop[message]] = True
            arrivals.append(arrived)
        return arrivals

    def is_summed(self, done: int, node: int, row: int, column: int) -> bool:
        """Whether an element is in a node's sum after ``done`` rounds; a switch has nothing else."""
        return node == self.switch or bool(self._summed[done][node, self._chunk_rows[row][column]])

    def contributors(self, done: int, node: int, row: int, column: int) -> tuple[int, ...]:
        """Return the devices whose contributions are in an element that a node holds after ``done`` rounds."""
        key = (min(done, len(self._held) - 1), node, self._chunk_rows[row][column])
        if key not in self._contributors:
            self._contributors[key] = tuple(np.flatnonzero(self._held[key[0]][key[1:]]).tolist())
        return self._contributors[key]

    def value(self, contributors: tuple[int, ...], row: int, column: int) -> float:
        """Return the sum of some contributions to an element, in the order of the devices."""
        if contributors not in self._totals:
            self._totals[contributors] = total([self._partials[device] for device in contributors])
        return float(self._totals[contributors][row, column])

    def transfers(self, number: int) -> list[Transfer]:
        """Return what is sent in a round: first what devices copy into their own sums, then the messages."""
        all_reduce = self._all_reduce
        if not self._rounds:
            return [Transfer(0, 0, np.argwhere(self._chunks >= 0), True)]
        messages: list[Transfer] = []
        copied: dict[int, NDArray[np.bool_]] = {}
        for message in self._messages[number]:
            target, reduces = int(all_reduce.target[message]), bool(all_reduce.reduces[message])
            inside = (self._chunks >= all_reduce.first[message]) & (self._chunks < all_reduce.stop[message])
            messages.append(Transfer(int(all_reduce.source[message]), target, np.argwhere(inside), reduces))
            if reduces and target != self.switch:
                fresh = inside & ~self._summed[number][target][self._chunks]
                copied[target] = copied.get(target, np.zeros_like(fresh)) | fresh
        return [Transfer(node, node, np.argwhere(fresh), True) for node, fresh in copied.items()] + messages


class Reduction:
    """The cells of the sums, and of the elements in transit, while the outputs are summed."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.sums = PartialSums(scene.split, scene.algorithm)
        self._transfers: dict[int, list[tuple[Transfer, list[tuple[int, int]]]]] = {}
        self._texts: dict[tuple[tuple[int, ...], int, int], str] = {}

    def round_at(self, position: float) -> tuple[int, float]:
        """Return how many rounds are over at a position of the animation, and the share of the round under way."""
        passed = min(max(position - SUMMING, 0.0), 1.0) * self.sums.rounds
        done = min(math.floor(passed + _ROUNDING), self.sums.rounds)
        return done, max(passed - done, 0.0)

    def contributors(self, position: float, key: CellKey) -> tuple[int, ...]:
        """Return the devices whose contributions are in a cell of a sum, that of the switch too."""
        done, _ = self.round_at(position)
        node = self.sums.switch if key.device == WHOLE and self.sums.switch is not None else key.device
        return self.sums.contributors(done, node, key.row, key.column)

    def sum_cells(self, device: int, area: MatrixArea, done: int) -> Iterator[Cell]:
        """Return the cells of a device's sum that have arrived after ``done`` rounds."""
        for row, column in product(range(area.rows), range(area.columns)):
            if self.sums.is_summed(done, device, row, column):
                key = CellKey("sum", device, row, column)
                yield Cell(key, *area.cell(row, column), self._text(done, device, row, column))

    def draw_transfers(self, frame: Frame, done: int, share: float) -> None:
        """Add what travels after ``done`` rounds, at a share of the next round, to a frame."""
        if done == self.sums.rounds:
            return
        moved = min(share / _TRAVELLING + _ROUNDING, 1.0)
        for transfer, elements in self._drawn_transfers(done):
            row, column = transfer.elements[0].tolist()
            from_sum = self.sums.is_summed(done, transfer.source, row, column)
            source, target = self._area(transfer.source, summed=from_sum), self._area(transfer.target, summed=True)
            start = (source.x - _BESIDE if from_sum else source.right, source.y + row + 0.5)
            shift = self._shift(transfer, source) if from_sum else None
            detour = None if shift is None else source.x + column + shift + _width(transfer) / 2
            strength = min(4 * moved, 4 - 4 * moved, 1.0)
            frame.routes.append(Route(start, (target.x - _BESIDE, target.y + row + 0.5), strength, detour))
            frame.cells += [self._in_transit(transfer, done, element, moved, shift) for element in elements]

    def _text(self, done: int, node: int, row: int, column: int) -> str:
        """Write an element that a node holds after ``done`` rounds; the same sum is written once."""
        key = (self.sums.contributors(done, node, row, column), row, column)
        if key not in self._texts:
            self._texts[key] = number_text(self.sums.value(*key))
        return self._texts[key]

    def _drawn_transfers(self, number: int) -> list[tuple[Transfer, list[tuple[int, int]]]]:
        """Return each transfer of a round that has elements, and those of its elements that are drawn."""
        if number not in self._transfers:
            transfers, area = self.sums.transfers(number), self.scene.lanes[0].sum
            most, limits = max(_MOST_TRAVELLING // len(transfers), 1), np.array([area.rows, area.columns])
            self._transfers[number] = [
                (transfer, [(row, column) for row, column in inside[:most].tolist()])
                for transfer in transfers
                for inside in [transfer.elements[(transfer.elements < limits).all(axis=1)]]
                if len(transfer.elements)
            ]
        return self._transfers[number]

    def _area(self, node: int, *, summed: bool) -> MatrixArea:
        """Return where a node's sum, or its own contribution, is drawn; a switch is between these two columns."""
        lanes = self.scene.lanes
        if node < len(lanes):
            return lanes[node].sum if summed else lanes[node].partial
        first, last = lanes[0], lanes[-1]
        x = (first.partial.right + first.sum.x - first.sum.columns) / 2
        return replace(first.sum, x=x, y=(first.sum.middle + last.sum.middle - first.sum.rows) / 2)

    def _shift(self, transfer: Transfer, source: MatrixArea) -> float | None:
        """Return how far elements move aside to pass from one sum up or down to another; None for other routes."""
        if self.sums.switch in (transfer.source, transfer.target) or transfer.source == transfer.target:
            return None
        width, column = _width(transfer), int(transfer.elements[0][1])
        room = source.x - max(lane.partial.right for lane in self.scene.lanes) - width - _ASIDE
        distance, upper = abs(transfer.source - transfer.target), min(transfer.source, transfer.target)
        aside = _ASIDE + min(_APART * (distance - 1 + upper % distance), max(room, 0.0))
        return -float(column + width + aside)

    def _in_transit(
        self, transfer: Transfer, done: int, element: tuple[int, int], moved: float, shift: float | None
    ) -> Cell:
        """Return an element in transit; on arrival, for a moment, the sum that the target then has."""
        sums, (row, column), target = self.sums, element, transfer.target
        adds = transfer.reduces and target != transfer.source
        end = self._area(target, summed=True).cell(row, column)
        if moved == 1 and adds and target != sums.switch:
            text = self._text(done + 1, target, row, column)
            return Cell(CellKey("sum", target, row, column), *end, text, strength=0.95, plus=True)
        summed = sums.is_summed(done, transfer.source, row, column)
        x, y = _on_route(self._area(transfer.source, summed=summed).cell(row, column), end, moved, shift)
        device = WHOLE if transfer.source == sums.switch else transfer.source
        key = CellKey("sum" if summed else "partial", device, row, column)
        return Cell(key, x, y, self._text(done, transfer.source, row, column), strength=0.95, plus=adds)


def _width(transfer: Transfer) -> int:
    """Return over how many columns the elements of a transfer extend."""
    return int(np.ptp(transfer.elements[:, 1])) + 1


def _on_route(start: Point, end: Point, moved: float, shift: float | None) -> Point:
    """Return where an element is: straight across, or aside by ``shift``, then up or down, and back."""
    if shift is None:
        return between(start, end, ease(moved))
    aside = ease(moved / _TURN) if moved < 0.5 else ease((1 - moved) / _TURN)
    passed = ease((moved - _TURN) / (1 - 2 * _TURN))
    return start[0] + aside * shift, start[1] + passed * (end[1] - start[1])
