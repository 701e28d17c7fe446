"""Where the matrices of the split stand, undivided and on each device, in units of one cell.

A scene is laid out once; its frames (:mod:`explorer.answers.matrices.frames`) move cells between its places.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from explorer.answers.matrices.result import MatrixSplit
from explorer.model.collectives.costs import Algorithm
from explorer.model.matrix_split import Device, Split
from explorer.model.rounding import Array

MOST_SHOWN = 16
"""Rows and columns of a matrix that are drawn; of more, the first ones."""

NAME_ROOM = 2.8
GAP = 0.95
ARROW_GAP = 3.0
LANE_GAP = 1.5
TITLE = 0.95
"""Room above a matrix for its name."""
_ACTIVATION = 2.1
"""Room for the activation's name before the values that it gives."""
_UNDIVIDED = 3.1
"""Room for the words above the undivided result."""


@dataclass(frozen=True)
class Place:
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
    def middle(self) -> float:
        """Half-way down."""
        return self.y + self.rows / 2

    def cell(self, row: int, column: int) -> tuple[float, float]:
        """Upper left corner of a cell."""
        return self.x + column, self.y + row


@dataclass(frozen=True)
class Lane:
    """The places of one device's matrices; ``sum`` is where the all-reduce leaves the result."""

    x: Place
    a: Place
    pre: Place
    hidden: Place
    b: Place
    partial: Place
    sum: Place


@dataclass(frozen=True)
class WholeLane:
    """The places of the undivided network; ``check`` is where its result waits for the comparison."""

    x: Place
    a: Place
    b: Place
    output: Place
    check: Place


class Scene:
    """The layout for one split.

    Parameters
    ----------
    result : the values.
    failing : lay out the split by rows of A.
    algorithm : how the partial outputs are summed.
    """

    def __init__(self, result: MatrixSplit, *, failing: bool, algorithm: Algorithm = Algorithm.RING) -> None:
        self.result, self.failing, self.algorithm = result, failing, algorithm
        self.split: Split = result.shown(failing=failing)
        self.most = max(2, MOST_SHOWN // len(self.split.devices))
        """Of what is divided, the part of each device that is drawn."""

    def shape(self, matrix: Array) -> tuple[int, int]:
        """Return how much is drawn of a matrix that is not divided."""
        return min(matrix.shape[0], MOST_SHOWN), min(matrix.shape[1], MOST_SHOWN)

    def _shapes(self, device: Device) -> dict[str, tuple[int, int]]:
        """Return what is drawn of each of a device's matrices."""
        found = {name: self.shape(getattr(device, name)) for name in ("x", "a", "pre", "hidden", "b", "partial")}
        width = min(device.stop - device.start, self.most)
        if self.failing:
            return found | {"x": (found["x"][0], width), "a": (width, found["a"][1])}
        cut = {name: (found[name][0], width) for name in ("a", "pre", "hidden")}
        return found | cut | {"b": (width, found["b"][1])}

    @cached_property
    def leaves_out(self) -> bool:
        """Whether some cells are not drawn."""
        drawn = [self._shapes(device) for device in self.split.devices]
        return any(
            getattr(device, name).shape != shape
            for device, shapes in zip(self.split.devices, drawn, strict=True)
            for name, shape in shapes.items()
        )

    @cached_property
    def lanes(self) -> tuple[Lane, ...]:
        """A lane for each device, one below the other; what answers to each other stands in one column."""
        shapes = [self._shapes(device) for device in self.split.devices]
        widest = {name: max(shape[name][1] for shape in shapes) for name in shapes[0]}
        starts, at = {}, NAME_ROOM
        for name in ("x", "a", "pre", "hidden", "b", "partial"):
            at += _ACTIVATION - GAP if name == "hidden" else 0.0
            starts[name] = at
            at += widest[name] + GAP
        starts["sum"] = at - GAP + ARROW_GAP
        lanes, top = [], TITLE
        for shape in shapes:
            height = max(rows for rows, _ in shape.values())
            places = {
                name: Place(starts[name], top + (height - rows) / 2, rows, columns)
                for name, (rows, columns) in shape.items()
            }
            last = places["partial"]
            lanes.append(Lane(**places, sum=Place(starts["sum"], last.y, last.rows, last.columns)))
            top += height + LANE_GAP
        return tuple(lanes)

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of everything, whatever the position."""
        bottom = max(place.y + place.rows for lane in self.lanes for place in vars(lane).values())
        whole = self.whole
        lowest = max(bottom, *(place.y + place.rows for place in vars(whole).values()))
        right = max(whole.check.right, whole.check.x + _UNDIVIDED, whole.output.right)
        return right + 0.5, lowest + 0.4

    @cached_property
    def whole(self) -> WholeLane:
        """Places of the undivided matrices, half-way down."""
        result = self.result
        rows, inputs = self.shape(result.net.x)
        parts = [device.stop - device.start for device in self.split.devices]
        divided = sum(min(part, self.most) for part in parts)
        hidden = self.shape(result.net.a)[1] if self.failing else divided
        inputs = divided if self.failing else inputs
        outputs = self.shape(result.net.b)[1]
        bottom = max(place.y + place.rows for lane in self.lanes for place in vars(lane).values())
        middle = (bottom + TITLE) / 2
        lane = self.lanes[0]
        middle = max(middle, TITLE + max(rows, inputs, hidden) / 2)
        check = Place(lane.sum.right + GAP + 0.9, middle - rows / 2, rows, outputs)
        width = inputs + hidden + 2 * outputs + 3 * GAP + _ACTIVATION
        x = Place(max((check.right - width) / 2, 0.4), middle - rows / 2, rows, inputs)
        a = Place(x.right + GAP, middle - inputs / 2, inputs, hidden)
        b = Place(a.right + GAP + _ACTIVATION, middle - hidden / 2, hidden, outputs)
        output = Place(b.right + GAP, middle - rows / 2, rows, outputs)
        return WholeLane(x, a, b, output, check)
