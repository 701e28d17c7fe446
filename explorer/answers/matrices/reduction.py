"""Stage 5 of the split: partial sums travel as the algorithm sends them, and are added or taken over on arrival."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from explorer.answers.matrices.cells import WHOLE, Cell, CellKey, Frame, Way, between, ease, number_text
from explorer.answers.matrices.layout import Place, Scene
from explorer.answers.matrices.sums import Sent, Sums

_TRAVELLING = 0.7
"""Share of a moment in which messages travel; then they stand beside what they are added to."""
_ROUNDING = 1e-9
_MOST_TRAVELLING = 2000
"""Elements that are drawn on their way at once; of larger messages the first ones."""
_ASIDE = 0.35
"""Room between sums and what passes them."""
_APART = 0.3
"""How much further left goes what passes one sum more, or would lie on what passes as many."""
_BESIDE = 0.15
"""Room between a sum and a line to it."""
_TURN = 0.25
"""Share of a way in which elements leave a sum's column, and in which they come back."""


def _between(
    start: tuple[float, float], end: tuple[float, float], moved: float, lane: float | None
) -> tuple[float, float]:
    """Return where an element is on its way: straight over, or to the left, along a lane, and back."""
    if lane is None:
        return between(start, end, ease(moved))
    left = ease(moved / _TURN) if moved < 0.5 else ease((1 - moved) / _TURN)
    passed = ease((moved - _TURN) / (1 - 2 * _TURN))
    return start[0] + left * lane, start[1] + passed * (end[1] - start[1])


class Reduction:
    """The cells of the sums and of what travels to them, from 0 to 1 of the stage."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.sums = Sums(scene.split, scene.algorithm)
        self._messages: dict[int, list[tuple[Sent, list[tuple[int, int]]]]] = {}
        self._written: dict[tuple[tuple[int, ...], int, int], str] = {}

    def _text(self, contributors: tuple[int, ...], row: int, column: int) -> str:
        """Write the sum of some contributions to an element, once."""
        key = (contributors, row, column)
        if key not in self._written:
            self._written[key] = number_text(self.sums.value(*key))
        return self._written[key]

    def _moment(self, at: float) -> tuple[int, float]:
        """Return how many moments of stage 5 are over, and how much of the one under way."""
        passed = at * self.sums.moments
        done = min(math.floor(passed + _ROUNDING), self.sums.moments)
        return done, max(passed - done, 0.0)

    def contributors(self, at: float, key: CellKey) -> tuple[int, ...]:
        """Return whose contributions are in a cell of a sum."""
        done, _ = self._moment(at)
        return self.sums.contributors(done, self._node(key), key.row, key.column)

    def _node(self, key: CellKey) -> int:
        """Return who holds a cell of a sum: the switch is no device."""
        return self.sums.switch if key.device == WHOLE and self.sums.switch is not None else key.device

    def draw(self, found: Frame, at: float, summed: Callable[[int], list[Cell]]) -> None:
        """Draw the sums as they are, made by ``summed`` for so many moments, and what travels."""
        done, passed = self._moment(at)
        found.cells += summed(done)
        if done == self.sums.moments:
            return
        moved = min(passed / _TRAVELLING + _ROUNDING, 1.0)
        for message, elements in self._sent(done):
            lane = self._lane(message, done)
            start, end = self._middle(message.source, done, message), self._middle(message.target, None, message)
            centre = (
                None if lane is None else lane + start[0] + _BESIDE + (message.elements[0][1] + self._wide(message) / 2)
            )
            found.ways.append(Way(start, end, min(4 * moved, 4 - 4 * moved, 1.0), centre))
            found.cells += [self._travelling(message, done, element, moved, lane) for element in elements]

    def _sent(self, moment: int) -> list[tuple[Sent, list[tuple[int, int]]]]:
        """Return each message of a moment that has elements, and those of them that are drawn."""
        if moment not in self._messages:
            sent, place = self.sums.sent(moment), self.scene.lanes[0].sum
            most, drawn = max(_MOST_TRAVELLING // len(sent), 1), np.array([place.rows, place.columns])
            self._messages[moment] = [
                (
                    message,
                    [(row, column) for row, column in elements[(elements < drawn).all(axis=1)][:most].tolist()],
                )
                for message in sent
                for elements in [message.elements]
                if len(elements)
            ]
        return self._messages[moment]

    def _place(self, node: int, *, summed: bool) -> Place:
        """Return where a node's sum, or its own contribution, stands; a switch stands between these."""
        lanes = self.scene.lanes
        if node < len(lanes):
            return lanes[node].sum if summed else lanes[node].partial
        first, last = lanes[0], lanes[-1]
        x = (first.partial.right + first.sum.x - first.sum.columns) / 2
        return replace(first.sum, x=x, y=(first.sum.middle + last.sum.middle - first.sum.rows) / 2)

    def _middle(self, node: int, done: int | None, message: Sent) -> tuple[float, float]:
        """Return where a way begins (after so many moments) or ends (None)."""
        row, column = message.elements[0].tolist()
        summed = done is None or node == self.sums.switch or self.sums.is_summed(done, node, row, column)
        place = self._place(node, summed=summed)
        return (place.x - _BESIDE if summed else place.right), place.y + row + 0.5

    @staticmethod
    def _wide(message: Sent) -> int:
        """Return how many columns of elements a message has."""
        return int(np.ptp(message.elements[:, 1])) + 1

    def _lane(self, message: Sent, done: int) -> float | None:
        """Return how far to the left elements go before they go up or down, from one sum to another; else None."""
        sums, lanes = self.sums, self.scene.lanes
        if sums.switch in (message.source, message.target) or message.source == message.target:
            return None
        row, column = message.elements[0].tolist()
        if not sums.is_summed(done, message.source, row, column):
            return None
        wide, place = self._wide(message), lanes[message.source].sum
        room = place.x - max(lane.partial.right for lane in lanes) - wide - _ASIDE
        far, first = abs(message.source - message.target), min(message.source, message.target)
        aside = _ASIDE + min(_APART * (far - 1 + first % far), max(room, 0.0))
        return -float(column + wide + aside)

    def _travelling(self, message: Sent, done: int, element: tuple[int, int], moved: float, lane: float | None) -> Cell:
        """Draw an element on its way; where it has arrived, what the receiver then has, for a moment."""
        sums, (row, column) = self.sums, element
        adds = message.reduces and message.target != message.source
        if moved == 1 and adds and message.target != sums.switch:
            x, y = self._place(message.target, summed=True).cell(row, column)
            text = self._text(sums.contributors(done + 1, message.target, row, column), row, column)
            return Cell(CellKey("sum", message.target, row, column), x, y, text, strength=0.95, plus=True)
        text = self._text(sums.contributors(done, message.source, row, column), row, column)
        summed = message.source == sums.switch or sums.is_summed(done, message.source, row, column)
        start, end = self._place(message.source, summed=summed), self._place(message.target, summed=True)
        x, y = _between(start.cell(row, column), end.cell(row, column), moved, lane)
        device = WHOLE if message.source == sums.switch else message.source
        return Cell(CellKey("sum" if summed else "partial", device, row, column), x, y, text, strength=0.95, plus=adds)

    def sum(self, target: int, place: Place, done: int) -> Iterator[Cell]:
        """Return what of a device's sum has arrived after so many moments."""
        for row in range(place.rows):
            for column in range(place.columns):
                if self.sums.is_summed(done, target, row, column):
                    x, y = place.cell(row, column)
                    text = self._text(self.sums.contributors(done, target, row, column), row, column)
                    yield Cell(CellKey("sum", target, row, column), x, y, text)
