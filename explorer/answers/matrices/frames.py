"""The animation of the split as a function of its position: 0 is the whole, each of six stages takes 1.

A frame depends on the position alone, so that it is the same whichever way one came to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from explorer.answers.matrices.cells import WHOLE, Cell, CellKey, Frame, Tag, between, ease, number_text
from explorer.answers.matrices.layout import MOST_SHOWN, Lane, Place, Scene
from explorer.answers.matrices.reduction import Reduction
from explorer.model.matrix_split import Activation
from explorer.model.rounding import Array

STAGES = 6
_COLOURED = 0.35
"""Share of the first stage in which the shards take their colours, before they leave."""
_WAITING = 0.28
"""How strong the undivided result is until it is compared."""


class Frames:
    """The frames of a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._result, self._split = scene.result, scene.split
        self._reduction = Reduction(scene)
        self._offsets = np.cumsum([0, *(min(device.stop - device.start, scene.most) for device in self._split.devices)])
        self._agreement = self._result.agreement(self._split.output)
        self._written: dict[tuple[str, int], list[list[str]]] = {}
        self._made: dict[tuple[str, int], list[Cell]] = {}

    def frame(self, position: float) -> Frame:
        """Return what is drawn at a position from 0 to 6; beyond these ends as at them."""
        found = Frame()
        at = [min(max(position - stage, 0.0), 1.0) for stage in range(STAGES)]
        lit = self._lit(at)
        self._tag(found, at)
        for number, lane in enumerate(self.scene.lanes):
            struck, passed = min(2 * at[2], 1.0), 2 * at[2] - 1
            for name, done, cells in (
                ("inputs", at[0], partial(self._inputs, number, lane, at[0])),
                (f"pre {struck:.0f}", at[1] * (struck in (0, 1)), partial(self._pre, number, lane, at[1], struck)),
                ("hidden", passed, partial(self._activated, number, lane, passed)),
                ("partial", at[3], partial(self._appearing, "partial", number, lane.partial, at[3])),
            ):
                found.cells += self._still(name, number, cells) if done == 1 else cells()
        if lit:
            found.cells = [cell._replace(lit=True) if cell.key in lit else cell for cell in found.cells]
        if at[4] > 0:
            self._reduction.draw(found, at[4], partial(self._summed, at[5]))
        found.cells += self._undivided(at)
        return found

    def _still(self, name: str, number: int, cells: Callable[[], Iterator[Cell]]) -> list[Cell]:
        """Return cells that stand still from now on, made once."""
        if (name, number) not in self._made:
            self._made[name, number] = list(cells())
        return self._made[name, number]

    def _texts(self, name: str, number: int, values: Array) -> list[list[str]]:
        """Return the texts of a matrix's cells that are drawn, written once."""
        if (name, number) not in self._written:
            rows = values[: 2 * MOST_SHOWN, : 2 * MOST_SHOWN].tolist()
            self._written[name, number] = [[number_text(value) for value in row] for row in rows]
        return self._written[name, number]

    # The stages

    def _inputs(self, number: int, lane: Lane, at: float) -> Iterator[Cell]:
        """Stage 1: the shards take their colours and leave for their device."""
        tint, moved = min(at / _COLOURED, 1.0), ease((at - _COLOURED) / (1 - _COLOURED))
        device, whole = self._split.devices[number], self.scene.whole
        for name, home, place in (("x", whole.x, lane.x), ("a", whole.a, lane.a), ("b", whole.b, lane.b)):
            if at == 0 and number and self._is_copied(name):
                continue  # all copies still lie on one another
            texts = self._texts(name, number, getattr(device, name))
            down, right = self._offset(name, number)
            for row in range(place.rows):
                for column in range(place.columns):
                    key = CellKey(name, number, row, column)
                    x, y = between(home.cell(row + down, column + right), place.cell(row, column), moved)
                    copied = tint * moved if self._is_copied(name) else tint
                    yield Cell(key, x, y, texts[row][column], tint=copied)

    def _is_copied(self, name: str) -> bool:
        return name == ("b" if self.scene.failing else "x")

    def _offset(self, name: str, number: int) -> tuple[int, int]:
        """Rows and columns by which a device's part stands further on within the undivided matrix."""
        if self._is_copied(name):
            return 0, 0
        offset = int(self._offsets[number])
        down = name == ("a" if self.scene.failing else "b")
        return (offset, 0) if down else (0, offset)

    def _pre(self, number: int, lane: Lane, at: float, struck: float) -> Iterator[Cell]:
        """Stage 2, and in stage 3 a line through what is negative."""
        cells = self._appearing("pre", number, lane.pre, at)
        if not struck or self._result.net.activation is not Activation.RELU:
            return cells
        values = self._split.devices[number].pre
        return (cell._replace(struck=struck) if values[cell.key.row, cell.key.column] < 0 else cell for cell in cells)

    def _appearing(self, name: str, number: int, place: Place, at: float) -> Iterator[Cell]:
        """Stages 2 and 4: the cells of a product appear one after the other."""
        texts = self._texts(name, number, getattr(self._split.devices[number], name))
        count = at * place.rows * place.columns
        for place_in_order in range(min(math.ceil(count), place.rows * place.columns)):
            row, column = divmod(place_in_order, place.columns)
            key = CellKey(name, number, row, column)
            x, y = place.cell(row, column)
            strength = min(count - place_in_order, 1.0)
            yield Cell(key, x, y, texts[row][column], strength=strength)

    def _activated(self, number: int, lane: Lane, at: float) -> Iterator[Cell]:
        """Second half of stage 3: the activated values leave for their place."""
        if at <= 0:
            return
        texts, moved = self._texts("hidden", number, self._split.devices[number].hidden), ease(at)
        for row in range(lane.pre.rows):
            for column in range(lane.pre.columns):
                key = CellKey("hidden", number, row, column)
                x, y = between(lane.pre.cell(row, column), lane.hidden.cell(row, column), moved)
                yield Cell(key, x, y, texts[row][column])

    def _summed(self, compared: float, done: int) -> list[Cell]:
        """Return the cells of all sums after so many moments; stage 6 marks them one after the other."""
        found: list[Cell] = []
        for target, lane in enumerate(self.scene.lanes):
            cells = self._still(f"sum {done}", target, partial(self._reduction.sum, target, lane.sum, done))
            count = compared * lane.sum.rows * lane.sum.columns
            found += [
                cell._replace(mark=int(self._agreement[cell.key.row, cell.key.column])) if place < count else cell
                for place, cell in enumerate(cells)
            ]
        return found

    def contributors(self, position: float, key: CellKey) -> tuple[int, ...]:
        """Return whose contributions are in a cell of a sum at a position."""
        return self._reduction.contributors(min(max(position - 4, 0.0), 1.0), key)

    def _undivided(self, at: list[float]) -> Iterator[Cell]:
        """Move the undivided result aside, where it waits for the comparison."""
        whole, texts = self.scene.whole, self._texts("whole", WHOLE, self._result.whole.output)
        moved = ease((at[0] - _COLOURED) / (1 - _COLOURED))
        strength = 1 - (1 - _WAITING) * moved + (1 - _WAITING) * ease(3 * at[5])
        for row in range(whole.output.rows):
            for column in range(whole.output.columns):
                x, y = between(whole.output.cell(row, column), whole.check.cell(row, column), moved)
                key = CellKey("whole", WHOLE, row, column)
                yield Cell(key, x, y, texts[row][column], tint=0.0, strength=strength)

    # What is lit and what is written

    def _lit(self, at: list[float]) -> set[CellKey]:
        """Return row and column of the cell that each device is computing."""
        found: set[CellKey] = set()
        for stage, left, right, name in ((1, "x", "a", "pre"), (3, "hidden", "b", "partial")):
            if not 0 < at[stage] < 1:
                continue
            for number, lane in enumerate(self.scene.lanes):
                place: Place = getattr(lane, name)
                row, column = divmod(int(at[stage] * place.rows * place.columns), place.columns)
                found.add(CellKey(name, number, row, column))
                found |= {CellKey(left, number, row, inner) for inner in range(getattr(lane, left).columns)}
                found |= {CellKey(right, number, inner, column) for inner in range(getattr(lane, right).rows)}
        return found

    def _tag(self, found: Frame, at: list[float]) -> None:
        """Write the names of the matrices and the signs between them."""
        whole, leaving = self.scene.whole, 1 - min(at[0] / _COLOURED, 1.0)
        act = {Activation.RELU: "ReLU", Activation.GELU: "GELU", Activation.IDENTITY: "id"}[self._result.net.activation]
        if leaving > 0:
            for text, place in (("x", whole.x), ("A", whole.a), ("B", whole.b), ("y", whole.output)):
                found.tags.append(Tag("name", text, place.x, place.y, strength=leaving))
            for text, left, right in (("·", whole.x, whole.a), ("=", whole.b, whole.output)):
                found.tags.append(Tag("sign", text, (left.right + right.x) / 2, right.middle, strength=leaving))
            middle = (whole.a.right + whole.b.x) / 2
            found.tags.append(Tag("sign", f"→ {act} ·", middle, whole.a.middle, strength=leaving))
        arrived = ease((at[0] - 0.7) / 0.3)
        if arrived > 0:
            check = self.scene.whole.check
            found.tags.append(Tag("name", "undivided y", check.x, check.y, strength=arrived * max(_WAITING * 2, at[5])))
            for number, lane in enumerate(self.scene.lanes):
                found.tags += self._lane_tags(number, lane, act, at, arrived)
        self._tag_messages(found, at)

    def _tag_messages(self, found: Frame, at: list[float]) -> None:
        """Name the all-reduce, and in the end where another one would have to be."""
        lanes = self.scene.lanes
        if at[4] > 0 and len(lanes) > 1:
            strength = min(6 * at[4], 1.0)
            found.tags.append(
                Tag("all_reduce", "all-reduce", lanes[0].partial.right + 0.15, lanes[0].sum.y - 0.5, strength=strength)
            )
        if self.scene.failing and at[5] > 0 and int(self._agreement.min()) < 0:
            bottom = max(lane.pre.y + lane.pre.rows for lane in lanes)
            x = lanes[0].pre.right + 0.18  # before the activation
            found.tags.append(Tag("mend", "", x, bottom, strength=at[5]))
            found.tags.append(Tag("all_reduce", "all-reduce here", x + 0.15, bottom + 1.25, strength=at[5]))

    def _lane_tags(self, number: int, lane: Lane, act: str, at: list[float], arrived: float) -> Iterator[Tag]:
        sub = chr(ord("₁") + number)
        x, a, b = ("x" + sub, "A" + sub, "B") if self.scene.failing else ("x", "A" + sub, "B" + sub)
        yield Tag("device", str(number + 1), 0.0, lane.x.middle, number, arrived)
        names: list[tuple[str, Place, float]] = [(x, lane.x, arrived), (a, lane.a, arrived), (b, lane.b, arrived)]
        product = f"{x}·{a}"
        names += [(product, lane.pre, at[1]), (f"h{sub}", lane.hidden, ease(2 * at[2] - 1))]
        names += [(f"y{sub}", lane.partial, at[3]), ("y", lane.sum, min(at[4] * len(self.scene.lanes), 1.0))]
        for text, place, strength in names:
            if strength > 0:
                yield Tag("name", text, place.x, place.y, number, min(3 * strength, 1.0))
        signs = [
            ("·", lane.x, lane.a, arrived),
            ("=", lane.a, lane.pre, at[1]),
            (f"{act} →", lane.pre, lane.hidden, at[2]),
        ]
        signs += [("·", lane.hidden, lane.b, arrived), ("=", lane.b, lane.partial, at[3])]
        for text, left, right, strength in signs:
            if strength > 0:
                yield Tag("sign", text, (left.right + right.x) / 2, lane.pre.middle, number, min(3 * strength, 1.0))
        if at[5] == 1:
            kind, mark = ("wrong", "✗") if int(self._agreement.min()) < 0 else ("right", "✓")
            yield Tag(kind, mark, lane.sum.right + 0.55, lane.sum.middle, number)
