"""Where the matrices of the split are drawn, undivided and on each device, in units of one cell.

A scene is laid out once; its frames (:mod:`explorer.answers.matrices.frames`) move cells between its areas.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from explorer.answers.matrices.cells import Point
from explorer.answers.matrices.result import MatrixSplit, matrix_split, sum_algorithm
from explorer.answers.outcome import Outcome, answer
from explorer.model.collectives.costs import Algorithm
from explorer.model.matrix_split import Device, Split
from explorer.model.rounding import Array, Precision

MOST_DRAWN = 16
"""Rows and columns of a matrix that are drawn; of larger matrices, the first ones."""

NAME_ROOM = 2.8
"""Width of the names of the devices, to the left of their matrices."""
GAP = 0.95
"""Gap between two matrices, wide enough for the sign between them."""
_ARROW_GAP = 3.0
"""Gap between contributions and sums, which messages cross."""
_LANE_GAP = 1.5
"""Gap between the lanes of two devices."""
_TITLE = 0.95
"""Room above a matrix for its name."""
_ACTIVATION = 2.1
"""Room for the name of the activation before its results."""
_UNDIVIDED = 3.1
"""Room for the words above the undivided result."""


@dataclass(frozen=True)
class MatrixArea:
    """Upper left corner of a matrix, and how many of its rows and columns are drawn."""

    x: float
    y: float
    rows: int
    columns: int

    @property
    def right(self) -> float:
        """Right edge."""
        return self.x + self.columns

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return self.y + self.rows

    @property
    def middle(self) -> float:
        """Half-way down."""
        return self.y + self.rows / 2

    def cell(self, row: int, column: int) -> Point:
        """Return the upper left corner of a cell."""
        return self.x + column, self.y + row


class Lane(NamedTuple):
    """The areas of one device's matrices; ``sum`` is where the all-reduce leaves the result."""

    x: MatrixArea
    a: MatrixArea
    pre: MatrixArea
    hidden: MatrixArea
    b: MatrixArea
    partial: MatrixArea
    sum: MatrixArea


class WholeLane(NamedTuple):
    """The areas of the undivided network; ``check`` is where its result waits for the comparison."""

    x: MatrixArea
    a: MatrixArea
    b: MatrixArea
    output: MatrixArea
    check: MatrixArea


class Scene:
    """The layout of one split.

    Parameters
    ----------
    result : the values.
    failing : whether to lay out the split by rows of A, instead of the one by columns.
    algorithm : how the partial outputs are summed.
    """

    def __init__(self, result: MatrixSplit, *, failing: bool, algorithm: Algorithm = Algorithm.RING) -> None:
        self.result, self.failing, self.algorithm = result, failing, algorithm
        self.split: Split = result.split(failing=failing)
        self.most = max(2, MOST_DRAWN // len(self.split.devices))
        """How much of each device's part of the divided dimension is drawn."""
        self.widths = [min(device.stop - device.start, self.most) for device in self.split.devices]
        """Rows or columns that are drawn of each device's part of the divided dimension."""
        self._shapes = [
            self._drawn_shapes(device, width) for device, width in zip(self.split.devices, self.widths, strict=True)
        ]

    def divides(self, matrix: str) -> tuple[bool, bool]:
        """Whether a device has only some of the rows, and only some of the columns, of x, A or B."""
        by_rows, by_columns = ("a", "x") if self.failing else ("b", "a")
        return matrix == by_rows, matrix == by_columns

    def _drawn_shapes(self, device: Device, width: int) -> dict[str, tuple[int, int]]:
        """Return how many rows and columns are drawn of each of a device's matrices."""
        names = ("x", "a", "pre", "hidden", "b", "partial")
        shapes = {name: _drawn_shape(getattr(device, name)) for name in names}
        by_columns, by_rows = (("x",), "a") if self.failing else (("a", "pre", "hidden"), "b")
        divided = {name: (shapes[name][0], width) for name in by_columns}
        return shapes | divided | {by_rows: (width, shapes[by_rows][1])}

    @cached_property
    def leaves_out(self) -> bool:
        """Whether some cells are not drawn."""
        return any(
            getattr(device, name).shape != shape
            for device, shapes in zip(self.split.devices, self._shapes, strict=True)
            for name, shape in shapes.items()
        )

    @cached_property
    def lanes(self) -> tuple[Lane, ...]:
        """One lane per device, one below the other; the same matrix of all devices is in the same column."""
        lefts, left = {}, NAME_ROOM
        for name in self._shapes[0]:
            left += _ACTIVATION - GAP if name == "hidden" else 0.0
            lefts[name] = left
            left += max(shapes[name][1] for shapes in self._shapes) + GAP
        sums_left = left - GAP + _ARROW_GAP
        lanes, top = [], _TITLE
        for shapes in self._shapes:
            height = max(rows for rows, _ in shapes.values())
            areas = {
                name: MatrixArea(lefts[name], top + (height - rows) / 2, rows, columns)
                for name, (rows, columns) in shapes.items()
            }
            last = areas["partial"]
            lanes.append(Lane(**areas, sum=MatrixArea(sums_left, last.y, last.rows, last.columns)))
            top += height + _LANE_GAP
        return tuple(lanes)

    @property
    def _bottom(self) -> float:
        return max(area.bottom for lane in self.lanes for area in lane)

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of everything at any position."""
        whole = self.whole
        right = max(whole.check.right, whole.check.x + _UNDIVIDED, whole.output.right)
        return right + 0.5, max(self._bottom, *(area.bottom for area in whole)) + 0.4

    @cached_property
    def whole(self) -> WholeLane:
        """The areas of the undivided matrices, half-way down."""
        net = self.result.net
        rows, inputs = _drawn_shape(net.x)
        hidden, outputs = _drawn_shape(net.b)
        divided = sum(self.widths)
        inputs, hidden = (divided, hidden) if self.failing else (inputs, divided)
        middle = max((self._bottom + _TITLE) / 2, _TITLE + max(rows, inputs, hidden) / 2)
        check = MatrixArea(self.lanes[0].sum.right + GAP + 0.9, middle - rows / 2, rows, outputs)
        width = inputs + hidden + 2 * outputs + 3 * GAP + _ACTIVATION
        x = MatrixArea(max((check.right - width) / 2, 0.4), middle - rows / 2, rows, inputs)
        a = MatrixArea(x.right + GAP, middle - inputs / 2, inputs, hidden)
        b = MatrixArea(a.right + GAP + _ACTIVATION, middle - hidden / 2, hidden, outputs)
        output = MatrixArea(b.right + GAP, middle - rows / 2, rows, outputs)
        return WholeLane(x, a, b, output, check)


def _drawn_shape(matrix: Array) -> tuple[int, int]:
    """Return how much is drawn of a matrix that is not divided."""
    return min(matrix.shape[0], MOST_DRAWN), min(matrix.shape[1], MOST_DRAWN)


@answer
def scene_of(outcome: Outcome, precision: Precision, failing: bool) -> Scene:
    """Return the layout of a split of the scenario's matrices; ``failing`` is the one by rows of A."""
    return Scene(outcome.of(matrix_split, precision), failing=failing, algorithm=outcome.of(sum_algorithm))


def has_same_scene(left: Outcome, right: Outcome) -> bool:
    """Whether two outcomes have the very same matrices, number of devices and algorithm, so that scenes agree."""
    if left.scenario.matrix is not right.scenario.matrix or left.scenario.devices != right.scenario.devices:
        return False
    return left.of(sum_algorithm) is right.of(sum_algorithm)
