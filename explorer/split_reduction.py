"""Stage 5 of the split: partial sums travel as the algorithm sends them, and are added or taken over on arrival."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from explorer.split_cells import WHOLE, Cell, Frame, Key, Way, between, ease, number_text
from explorer.split_scene import Place, Scene
from explorer.split_sums import Sent, Sums

_TRAVELLING = 0.7
"""Share of a moment in which messages travel; then they stand beside what they are added to."""
_MOST_TRAVELLING = 2000
"""Elements that are drawn on their way at once; of larger messages the first ones."""


class Reduction:
    """The cells of the sums and of what travels to them, from 0 to 1 of the stage."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.sums = Sums(scene.split, scene.algorithm)
        self._messages: dict[int, list[tuple[Sent, list[tuple[int, int]], bool]]] = {}
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
        done = min(math.floor(passed + 1e-9), self.sums.moments)
        return done, max(passed - done, 0.0)

    def contributors(self, at: float, key: Key) -> tuple[int, ...]:
        """Return whose contributions are in a cell of a sum."""
        done, _ = self._moment(at)
        return self.sums.contributors(done, self._node(key), key.row, key.column)

    def _node(self, key: Key) -> int:
        """Return who holds a cell of a sum: the switch is no device."""
        return self.sums.switch if key.device == WHOLE and self.sums.switch is not None else key.device

    def draw(self, found: Frame, at: float, summed: Callable[[int], list[Cell]]) -> None:
        """Draw the sums as they are, made by ``summed`` for so many moments, and what travels."""
        done, passed = self._moment(at)
        found.cells += summed(done)
        if done == self.sums.moments:
            return
        moved = ease(min(passed / _TRAVELLING, 1.0))
        for message, elements, beside in self._sent(done):
            start, end = self._middle(message.source, done, message), self._middle(message.target, None, message)
            found.ways.append(Way(start, end, min(4 * moved, 4 - 4 * moved, 1.0)))
            stays = beside and moved == 1
            found.cells += [self._travelling(message, done, element, moved, beside=stays) for element in elements]

    def _sent(self, moment: int) -> list[tuple[Sent, list[tuple[int, int]], bool]]:
        """Return each message of a moment, those of its elements that are drawn, and whether it comes to them alone."""
        if moment not in self._messages:
            sent, place = self.sums.sent(moment), self.scene.lanes[0].sum
            senders = Counter(message.target for message in sent if message.source != message.target)
            most, drawn = max(_MOST_TRAVELLING // len(sent), 1), np.array([place.rows, place.columns])
            self._messages[moment] = [
                (
                    message,
                    [(row, column) for row, column in elements[(elements < drawn).all(axis=1)][:most].tolist()],
                    senders[message.target] == 1,
                )
                for message in sent
                for elements in [message.elements]
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
        row, column = message.elements[0].tolist() if len(message.elements) else (0, 0)
        summed = done is None or node == self.sums.switch or self.sums.is_summed(done, node, row, column)
        place = self._place(node, summed=summed)
        return (place.x - 0.15 if summed else place.right), place.middle

    def _travelling(self, message: Sent, done: int, element: tuple[int, int], moved: float, *, beside: bool) -> Cell:
        """Draw an element on its way; ``beside`` it stands beside what it is added to for a moment."""
        sums, (row, column) = self.sums, element
        own = sums.contributors(done, message.source, row, column)
        text = self._text(own, row, column)
        if beside and message.reduces and message.target not in (message.source, sums.switch):
            before = sums.contributors(done, message.target, row, column)
            text = f"{self._text(before, row, column)}+{text}"
        summed = message.source == sums.switch or sums.is_summed(done, message.source, row, column)
        start, end = self._place(message.source, summed=summed), self._place(message.target, summed=True)
        x, y = between(start.cell(row, column), end.cell(row, column), moved)
        device = WHOLE if message.source == sums.switch else message.source
        return Cell(Key("sum" if summed else "partial", device, row, column), x, y, text, strength=0.95)

    def sum(self, target: int, place: Place, done: int) -> Iterator[Cell]:
        """Return what of a device's sum has arrived after so many moments."""
        for row in range(place.rows):
            for column in range(place.columns):
                if self.sums.is_summed(done, target, row, column):
                    x, y = place.cell(row, column)
                    text = self._text(self.sums.contributors(done, target, row, column), row, column)
                    yield Cell(Key("sum", target, row, column), x, y, text)
