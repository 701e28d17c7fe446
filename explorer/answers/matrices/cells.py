"""What a frame of the animated matrix split consists of: cells, tags and routes, in units of one cell."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import NamedTuple

WHOLE = -1
"""Stands for the device in what is not divided."""

Point = tuple[float, float]
"""x to the right and y down, in cells."""


class CellKey(NamedTuple):
    """A cell of a matrix of a device: x, a, pre, hidden, b, partial or sum; row and column are within that matrix.

    The undivided result is the matrix whole of the device :data:`WHOLE`; of a switch's sum the device is that, too.
    """

    matrix: str
    device: int
    row: int
    column: int


FACTORS = {"pre": ("x", "a"), "partial": ("hidden", "b")}
"""The factors of each matrix that is a product."""


def factor_keys(key: CellKey, length: int) -> set[CellKey]:
    """Return the cells of the row and of the column, each of a length, whose product is in a cell."""
    left, right = FACTORS[key.matrix]
    keys = {CellKey(left, key.device, key.row, inner) for inner in range(length)}
    return keys | {CellKey(right, key.device, inner, key.column) for inner in range(length)}


class Cell(NamedTuple):
    """A cell as it is drawn.

    Attributes
    ----------
    key : the cell.
    x, y : upper left corner.
    text : its number.
    tint : 0 (neutral) to 1 (the colour of its device).
    strength : opacity, 0 to 1.
    lit : whether it takes part in the product that is being computed.
    struck : how far it is struck through, 0 to 1: a negative value that ReLU is about to set to zero.
    mark : 1 equal to the undivided result, 0 equal up to rounding, -1 wrong; None not compared.
    plus : whether it is being added to the sum that it travels to, or has just been.
    """

    key: CellKey
    x: float
    y: float
    text: str
    tint: float = 1.0
    strength: float = 1.0
    lit: bool = False
    struck: float = 0.0
    mark: int | None = None
    plus: bool = False


class Tag(NamedTuple):
    """A word or sign at a point.

    ``kind`` is name or all_reduce (the point is the lower left end of the text), sign, right or wrong (its centre),
    device (its left end), or mend: a line from the top down to y, where the missing all-reduce would be.
    """

    kind: str
    text: str
    x: float
    y: float
    device: int = WHOLE
    strength: float = 1.0


class Route(NamedTuple):
    """The line along which a message travels from a contribution, or a sum, to the sum of another device.

    ``detour`` is the x at which it goes up or down between two sums of the same column; None for a direct line.
    """

    start: Point
    end: Point
    strength: float
    detour: float | None = None


@dataclass
class Frame:
    """All that is drawn at one position of the animation; later cells are drawn over earlier ones."""

    cells: list[Cell] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    routes: list[Route] = field(default_factory=list)


def number_text(value: float) -> str:
    """Write a value into a cell: integers below a million in full, other values with three digits."""
    value = float(value)  # comparing a float16 with a million would overflow
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.0f}" if value == int(value) and abs(value) < 1e6 else f"{value:.3g}"
    return _plain_exponent(text)


def brief_number(text: str) -> str:
    """Return the size of a cell's number, for a cell in which it has no room: "6e4" for "61728"."""
    if not text[-1:].isdigit():
        return text  # infinite, or no number
    return _plain_exponent(f"{float(text.replace('−', '-')):.0e}")


def _plain_exponent(text: str) -> str:
    return re.sub(r"e([+-])0*(?=\d)", lambda sign: "e" + sign[1].strip("+"), text).replace("-", "−")


def ease(share: float) -> float:
    """Return the share of a movement after a share of its time: it begins and ends gently; clamped to 0 and 1."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


def between(start: Point, end: Point, share: float) -> Point:
    """Return the point at a share of the straight line between two points."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
