"""What the animation of the split is drawn of: cells, tags and ways, in units of one cell."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

WHOLE = -1
"""Device of what is not divided."""


class CellKey(NamedTuple):
    """A cell: matrix, device (:data:`WHOLE` for the undivided network), row and column within that device's matrix."""

    matrix: str
    device: int
    row: int
    column: int


class Cell(NamedTuple):
    """A cell as it is drawn, in units of one cell.

    Attributes
    ----------
    key : which one it is.
    x, y : upper left corner.
    text : its number.
    tint : 0 neutral to 1 in the colour of its device.
    strength : 0 invisible to 1.
    lit : whether it takes part in what is being computed.
    struck : how far a line through it is drawn, 0 to 1: a negative value on its way to zero.
    mark : 1 equal to the undivided result, 0 equal up to rounding, -1 wrong; None not compared.
    plus : whether it is added, or has just been, to what stands where it goes.
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
    """A word or sign.

    ``kind`` is name or all_reduce (left end of what stands above), sign, right or wrong (centre), device (left end), or
    mend: a line from the top down to y, where an all-reduce would have to come.
    """

    kind: str
    text: str
    x: float
    y: float
    device: int = WHOLE
    strength: float = 1.0


class Way(NamedTuple):
    """The way of a message from one device's contribution, or sum, to another one's sum.

    ``lane`` is where it goes up or down, between two sums of one column; None from elsewhere, straight over.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    strength: float
    lane: float | None = None


@dataclass
class Frame:
    """All that is drawn at a position."""

    cells: list[Cell] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)


def number_text(value: float) -> str:
    """Write a value into a cell: integers bare, others with three digits."""
    value = float(value)  # a half compared with a million would overflow
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.0f}" if value == int(value) and abs(value) < 1e6 else f"{value:.3g}"
    return text.replace("-", "−")


def ease(t: float) -> float:
    """Begin and end gently."""
    t = min(max(t, 0.0), 1.0)
    return t * t * (3 - 2 * t)


def between(start: tuple[float, float], end: tuple[float, float], t: float) -> tuple[float, float]:
    """Return a point on the way from one to another."""
    return start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t
