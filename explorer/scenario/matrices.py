"""Changes of a scenario's small matrices: one cell, a block, sizes, shards, random numbers, presets."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import NamedTuple

from explorer.scenario.edit import ScenarioError, revised
from explorer.scenario.matrix import LARGEST_SIZE, Matrix, Rows
from explorer.scenario.parameter import brief
from explorer.scenario.sentence import sentence

_LARGEST_TEXT = 2 * 2**20
_SMALL = (-3, 3)
"""Range of random entries: integers small enough for mental arithmetic."""

ARTICLE = Matrix()
RELU_MATTERS = Matrix(a=((1.0, -1.0, 1.0, 0.0), (0.0, 1.0, -1.0, 2.0)))
"""The third column of A is (1, -1): its pre-activation is -1, and without ReLU the output would be [-5, 8]."""


class Sizes(NamedTuple):
    """Rows of x, inputs, hidden values and outputs."""

    rows: int
    inputs: int
    hidden: int
    outputs: int


def sizes(matrix: Matrix) -> Sizes:
    """Return the sizes of the matrices."""
    return Sizes(len(matrix.x), len(matrix.a), len(matrix.b), len(matrix.b[0]))


def read_number(text: str) -> float:
    """Read an entry: decimal point or comma, optional exponent, minus sign or hyphen.

    Raises
    ------
    ScenarioError
        Where the text is not a number; the message names what is accepted.
    """
    cleaned = text.strip().replace("−", "-").replace(",", ".")
    if re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?", cleaned) is None:
        brief = text if len(text) <= 20 else text[:20] + "…"
        raise ScenarioError("", sentence("“{text}” is not a number; accepted is −1e6 to 1e6", text=brief))
    return float(cleaned)


def read_block(text: str) -> list[list[float]]:
    """Read a block of numbers as spreadsheets copy it: lines of cells separated by tabs, semicolons or spaces.

    Raises
    ------
    ScenarioError
        Where the text is not a rectangular block of at most 256 × 256 numbers; the message says why.
    """
    lines = text.rstrip().splitlines()
    if not lines or len(lines) > LARGEST_SIZE or len(text) > _LARGEST_TEXT:
        raise ScenarioError("", sentence("the clipboard does not contain a block of at most 256 × 256 numbers"))
    block = [[read_number(cell) for cell in re.split(r"\t|;| +", line.strip(" "))] for line in lines]
    if len({len(row) for row in block}) > 1:
        raise ScenarioError("", sentence("the lines of the block have different lengths"))
    return block


def with_number(matrix: Matrix, name: str, row: int, column: int, text: str) -> Matrix:
    """Write the number in a text into a cell of x, a or b, given by row and column from 0.

    Raises
    ------
    ScenarioError
        Where it is no number, or out of range.
    """
    return with_block(matrix, name, row, column, [[read_number(text)]])


def with_pasted(matrix: Matrix, name: str, row: int, column: int, text: str) -> Matrix:
    """Write the block of numbers in a text into x, a or b, its first cell at row and column, from 0.

    Raises
    ------
    ScenarioError
        Where it is no block of numbers, does not fit, or an entry is out of range.
    """
    return with_block(matrix, name, row, column, read_block(text))


def with_block(matrix: Matrix, name: str, row: int, column: int, block: Sequence[Sequence[float]]) -> Matrix:
    """Write a block of numbers into x, a or b, its first cell at row and column (from 0).

    Raises
    ------
    ScenarioError
        Where the block does not fit, or an entry is out of range.
    """
    old: Rows = getattr(matrix, name)
    rows, columns = len(block), max(len(line) for line in block)
    if row + rows > len(old) or column + columns > len(old[0]):
        room = {"rows": str(rows), "columns": str(columns), "down": str(len(old) - row)}
        message = sentence(
            "a block of {rows} × {columns} does not fit; there is room for {down} × {right} from this cell",
            **room,
            right=str(len(old[0]) - column),
        )
        raise ScenarioError(f"matrix.{name}", message)
    new = [list(line) for line in old]
    for down, line in enumerate(block):
        new[row + down][column : column + len(line)] = line
    return revised(matrix, **{name: new})


def resized(matrix: Matrix, wanted: Sizes, seed: int) -> Matrix:
    """Return the matrices in other sizes: existing entries are kept, new ones are random.

    Shards are dropped if the hidden size changes.

    Raises
    ------
    ScenarioError
        Where a size is out of range.
    """
    fresh = random_matrix(wanted, seed)
    parts = {}
    for name in ("x", "a", "b"):
        parts[name] = [list(row) for row in getattr(fresh, name)]
        for row, old in zip(parts[name], getattr(matrix, name), strict=False):
            kept = old[: len(row)]
            row[: len(kept)] = kept
    shards = matrix.shards if wanted.hidden == len(matrix.b) else None
    return revised(matrix, shards=shards, **parts)


def random_matrix(wanted: Sizes, seed: int) -> Matrix:
    """Return matrices of small random integers; the same seed gives the same integers.

    Raises
    ------
    ScenarioError
        Where a size is out of range.
    """
    if not all(1 <= size <= LARGEST_SIZE for size in wanted):
        raise ScenarioError("matrix", sentence("sizes from 1 to {most} are accepted", most=str(LARGEST_SIZE)))
    draw = random.Random(seed)  # noqa: S311  # numbers to look at, not secrets

    def table(rows: int, columns: int) -> Rows:
        return tuple(tuple(float(draw.randint(*_SMALL)) for _ in range(columns)) for _ in range(rows))

    rows, inputs, hidden, outputs = wanted
    return Matrix(x=table(rows, inputs), a=table(inputs, hidden), b=table(hidden, outputs))


def randomised(matrix: Matrix, seed: int) -> Matrix:
    """Return matrices of the same sizes, shards and activation with random entries."""
    fresh = random_matrix(sizes(matrix), seed)
    return revised(matrix, x=fresh.x, a=fresh.a, b=fresh.b)


def with_shards(matrix: Matrix, text: str) -> Matrix:
    """Divide the hidden size by the widths in a text, such as "2, 2", or near-evenly where it is empty.

    Raises
    ------
    ScenarioError
        Where the widths are not whole numbers that add up to the hidden size.
    """
    parts = [part for part in re.split(r"[\s,;+]+", text.strip()) if part]
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise ScenarioError(
            "matrix.shards",
            sentence("{text} is not a list of widths, such as {example}", text=brief(text), example="2, 2"),
        )
    return revised(matrix, shards=[int(part) for part in parts] or None)


def with_activation(matrix: Matrix, activation: str) -> Matrix:
    """Return the matrices with another activation between the two products."""
    return revised(matrix, activation=activation)
