"""The animation of the split as a function of its position: 0 is the undivided network, each of six stages takes 1.

A frame depends on the position alone, not on the frames before it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import numpy as np

from explorer.answers.matrices.cells import WHOLE, Cell, CellKey, Frame, Tag, between, ease, factor_keys, number_text
from explorer.answers.matrices.layout import MOST_DRAWN, Lane, MatrixArea, Scene
from explorer.answers.matrices.reduction import SUMMING, Reduction, steps_of_rounds
from explorer.model.matrix_split import Activation
from explorer.model.rounding import Array

STAGES = 6
_COLOURED = 0.35
"""Share of the first stage in which the shards take their colours, before they move."""
_WAITING = 0.28
"""Opacity of the undivided result until it is compared."""
_ROUNDS = 3
"""Rounds of the all-reduce that can be followed in a stage of the usual length."""
_LONGEST = 5.0
"""Largest length of a stage: more rounds than that are shown faster."""
_LEAD = 0.15
"""Gap between a line and the words beside it."""
_ACTIVATIONS = {Activation.RELU: "ReLU", Activation.GELU: "GELU", Activation.IDENTITY: "id"}


def stage_lengths(scene: Scene) -> list[float]:
    """Return how long each stage takes, 1 being the usual time: the all-reduce takes longer if it has many rounds."""
    rounds = len(steps_of_rounds(scene.algorithm, len(scene.split.devices)))
    length = min(max(rounds / _ROUNDS, 1.0), _LONGEST)
    return [length if stage == SUMMING else 1.0 for stage in range(STAGES)]


class Frames:
    """The frames of a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._result, self._split = scene.result, scene.split
        self.reduction = Reduction(scene)
        self._offsets = np.cumsum([0, *scene.widths])
        self._agreement = self._result.agreement(self._split.output)
        self._is_wrong = bool(self._agreement.min() < 0)
        self._written: dict[tuple[str, int], list[list[str]]] = {}
        self._settled_cells: dict[tuple[str, int], list[Cell]] = {}

    def frame(self, position: float) -> Frame:
        """Return what is drawn at a position, which is clamped to 0 and 6."""
        frame = Frame()
        progress = [min(max(position - stage, 0.0), 1.0) for stage in range(STAGES)]
        lit = self._lit(progress)
        frame.tags = [tag for tag in self._tags(progress) if tag.strength > 0]
        struck, activated = min(2 * progress[2], 1.0), 2 * progress[2] - 1
        for device, lane in enumerate(self.scene.lanes):
            for name, done, cells in (
                ("inputs", progress[0], partial(self._inputs, device, lane, progress[0])),
                (
                    f"pre {struck:.0f}",
                    progress[1] * (struck in (0, 1)),
                    partial(self._pre, device, lane, progress[1], struck),
                ),
                ("hidden", activated, partial(self._activated, device, lane, activated)),
                ("partial", progress[3], partial(self._appearing, "partial", device, lane.partial, progress[3])),
            ):
                frame.cells += self._settled(name, device, cells) if done == 1 else cells()
        if lit:
            frame.cells = [cell._replace(lit=True) if cell.key in lit else cell for cell in frame.cells]
        if progress[SUMMING] > 0:
            done, share = self.reduction.round_at(position)
            frame.cells += self._sums(done, progress[5])
            self.reduction.draw_transfers(frame, done, share)
        frame.cells += self._undivided(progress)
        return frame

    def _settled(self, name: str, device: int, cells: Callable[[], Iterator[Cell]]) -> list[Cell]:
        """Return cells that do not change any more, computed once."""
        if (name, device) not in self._settled_cells:
            self._settled_cells[name, device] = list(cells())
        return self._settled_cells[name, device]

    def _texts(self, name: str, device: int) -> list[list[str]]:
        """Return the texts of a matrix's cells that are drawn, written once."""
        if (name, device) not in self._written:
            whole = device == WHOLE
            values: Array = self._result.whole.output if whole else getattr(self._split.devices[device], name)
            rows = values[: 2 * MOST_DRAWN, : 2 * MOST_DRAWN].tolist()
            self._written[name, device] = [[number_text(value) for value in row] for row in rows]
        return self._written[name, device]

    # The stages

    def _inputs(self, device: int, lane: Lane, progress: float) -> Iterator[Cell]:
        """Stage 1: the shards take the colours of their devices and move there."""
        tint, moved = min(progress / _COLOURED, 1.0), ease((progress - _COLOURED) / (1 - _COLOURED))
        whole = self.scene.whole
        for name, home, area in (("x", whole.x, lane.x), ("a", whole.a, lane.a), ("b", whole.b, lane.b)):
            is_copied, offset = not any(self.scene.divides(name)), int(self._offsets[device])
            if progress == 0 and device and is_copied:
                continue  # all copies are still in the same place
            down, right = (offset * divided for divided in self.scene.divides(name))
            copied = tint * moved if is_copied else tint
            yield from self._moving(name, device, (home, area), moved, first=(down, right), tint=copied)

    def _moving(
        self,
        name: str,
        device: int,
        way: tuple[MatrixArea, MatrixArea],
        moved: float,
        *,
        first: tuple[int, int] = (0, 0),
        tint: float = 1.0,
        strength: float = 1.0,
    ) -> Iterator[Cell]:
        """Return the cells of a matrix on their way from one area to another, from its ``first`` row and column on."""
        texts, (home, area), (down, right) = self._texts(name, device), way, first
        for row, column in product(range(area.rows), range(area.columns)):
            x, y = between(home.cell(row + down, column + right), area.cell(row, column), moved)
            yield Cell(CellKey(name, device, row, column), x, y, texts[row][column], tint, strength)

    def _pre(self, device: int, lane: Lane, progress: float, struck: float) -> Iterator[Cell]:
        """Stage 2, and in stage 3 the striking of what ReLU sets to zero."""
        cells = self._appearing("pre", device, lane.pre, progress)
        if not struck or self._result.net.activation is not Activation.RELU:
            return cells
        values = self._split.devices[device].pre
        return (cell._replace(struck=struck) if values[cell.key.row, cell.key.column] < 0 else cell for cell in cells)

    def _appearing(self, name: str, device: int, area: MatrixArea, progress: float) -> Iterator[Cell]:
        """Stages 2 and 4: the cells of a product appear one after the other."""
        texts = self._texts(name, device)
        count = progress * area.rows * area.columns
        for number in range(min(math.ceil(count), area.rows * area.columns)):
            row, column = divmod(number, area.columns)
            key = CellKey(name, device, row, column)
            yield Cell(key, *area.cell(row, column), texts[row][column], strength=min(count - number, 1.0))

    def _activated(self, device: int, lane: Lane, progress: float) -> Iterator[Cell]:
        """Second half of stage 3: the activated values move to their own matrix."""
        if progress > 0:
            yield from self._moving("hidden", device, (lane.pre, lane.hidden), ease(progress))

    def _sums(self, done: int, compared: float) -> list[Cell]:
        """Return the cells of all sums after ``done`` rounds; stage 6 marks them one after the other."""
        sums: list[Cell] = []
        for device, lane in enumerate(self.scene.lanes):
            cells = self._settled(f"sum {done}", device, partial(self.reduction.sum_cells, device, lane.sum, done))
            count = compared * lane.sum.rows * lane.sum.columns
            sums += [
                cell._replace(mark=int(self._agreement[cell.key.row, cell.key.column])) if number < count else cell
                for number, cell in enumerate(cells)
            ]
        return sums

    def _undivided(self, progress: list[float]) -> Iterator[Cell]:
        """Move the undivided result aside, where it waits for the comparison."""
        way = self.scene.whole.output, self.scene.whole.check
        moved = ease((progress[0] - _COLOURED) / (1 - _COLOURED))
        strength = 1 - (1 - _WAITING) * moved + (1 - _WAITING) * ease(3 * progress[5])
        return self._moving("whole", WHOLE, way, moved, tint=0.0, strength=strength)

    # What is lit, and the words

    def _lit(self, progress: list[float]) -> set[CellKey]:
        """Return the cell that each device is computing, with the row and the column that it is the product of."""
        lit: set[CellKey] = set()
        for stage, left, name in ((1, "x", "pre"), (3, "hidden", "partial")):
            for device, lane in enumerate(self.scene.lanes if 0 < progress[stage] < 1 else ()):
                area: MatrixArea = getattr(lane, name)
                row, column = divmod(int(progress[stage] * area.rows * area.columns), area.columns)
                key = CellKey(name, device, row, column)
                lit |= {key, *factor_keys(key, getattr(lane, left).columns)}
        return lit

    def _tags(self, progress: list[float]) -> Iterator[Tag]:
        """Return the names of the matrices and the signs between them; those of strength 0 are not drawn."""
        whole, lanes = self.scene.whole, self.scene.lanes
        activation = _ACTIVATIONS[self._result.net.activation]
        leaving, arrived = 1 - min(progress[0] / _COLOURED, 1.0), ease((progress[0] - 0.7) / 0.3)
        for text, area in (("x", whole.x), ("A", whole.a), ("B", whole.b), ("y", whole.output)):
            yield Tag("name", text, area.x, area.y, strength=leaving)
        for text, left, right in (("·", whole.x, whole.a), ("=", whole.b, whole.output)):
            yield Tag("sign", text, (left.right + right.x) / 2, right.middle, strength=leaving)
        yield Tag("sign", f"→ {activation} ·", (whole.a.right + whole.b.x) / 2, whole.a.middle, strength=leaving)
        strength = arrived * max(_WAITING * 2, progress[5])
        yield Tag("name", "undivided y", whole.check.x, whole.check.y, strength=strength)
        for device, lane in enumerate(lanes):
            yield from self._lane_tags(device, lane, activation, progress, arrived)
        if len(lanes) > 1:
            x, y = lanes[0].partial.right + _LEAD, lanes[0].sum.y - 0.5  # above the first line, which starts there
            yield Tag("all_reduce", "all-reduce", x, y, strength=min(6 * progress[SUMMING], 1.0))
        if self.scene.failing and self._is_wrong:  # another all-reduce is missing
            bottom = max(lane.pre.bottom for lane in lanes)
            x = lanes[0].pre.right + 0.18  # close to the values before the activation
            yield Tag("mend", "", x, bottom, strength=progress[5])
            yield Tag("all_reduce", "all-reduce here", x + _LEAD, bottom + 1.25, strength=progress[5])

    def _lane_tags(
        self, device: int, lane: Lane, activation: str, progress: list[float], arrived: float
    ) -> Iterator[Tag]:
        """Return the names and signs of a device's matrices; each fades in with its matrix."""
        subscript = chr(ord("₁") + device)
        x, a, b = (
            (f"x{subscript}", f"A{subscript}", "B") if self.scene.failing else ("x", f"A{subscript}", f"B{subscript}")
        )
        yield Tag("device", str(device + 1), 0.0, lane.x.middle, device, arrived)
        names = [
            (x, lane.x, arrived), (a, lane.a, arrived), (b, lane.b, arrived), (f"{x}·{a}", lane.pre, progress[1]),
            (f"h{subscript}", lane.hidden, ease(2 * progress[2] - 1)), (f"y{subscript}", lane.partial, progress[3]),
            ("y", lane.sum, min(progress[SUMMING] * len(self.scene.lanes), 1.0)),
        ]  # fmt: skip
        for text, area, strength in names:
            yield Tag("name", text, area.x, area.y, device, min(3 * strength, 1.0))
        signs = [
            ("·", lane.x, lane.a, arrived), ("=", lane.a, lane.pre, progress[1]),
            (f"{activation} →", lane.pre, lane.hidden, progress[2]), ("·", lane.hidden, lane.b, arrived),
            ("=", lane.b, lane.partial, progress[3]),
        ]  # fmt: skip
        for text, left, right, strength in signs:
            yield Tag("sign", text, (left.right + right.x) / 2, lane.pre.middle, device, min(3 * strength, 1.0))
        if progress[5] == 1 and not self.scene.result.overflowed(failing=self.scene.failing):  # what says nothing
            kind, mark = ("wrong", "✗") if self._is_wrong else ("right", "✓")
            yield Tag(kind, mark, lane.sum.right + 0.55, lane.sum.middle, device)
