"""The small matrices of a scenario, whose split is shown cell by cell."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema, model_validator

from explorer.scenario.parameter import brief, refuse
from explorer.scenario.part import Part
from explorer.scenario.sentence import sentence

LARGEST_SIZE = 256
LARGEST_ENTRY = 1e6
MOST_SHARDS = 8

Shards = Annotated[
    tuple[Annotated[int, Field(ge=1, le=LARGEST_SIZE)], ...] | None,
    Field(strict=False, fail_fast=True, max_length=MOST_SHARDS),
]
Rows = tuple[tuple[float, ...], ...]


def _entry(value: Any, row: int, column: int) -> float:
    parts = {"row": str(row + 1), "column": str(column + 1), "value": brief(value)}
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise refuse(sentence("row {row}, column {column}: {value} is not a number; accepted is −1e6 to 1e6", **parts))
    if not -LARGEST_ENTRY <= value <= LARGEST_ENTRY:  # nan, too; a whole number may be too long for a float
        raise refuse(sentence("row {row}, column {column}: {value} is out of range; accepted is −1e6 to 1e6", **parts))
    return float(value) + 0.0


def _rows(value: Any) -> Rows:
    """Validate a rectangular matrix given as a list of rows."""
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= LARGEST_SIZE:
        raise refuse(sentence("{value} is not a matrix; accepted is a list of 1 to 256 rows", value=brief(value)))
    width = len(value[0]) if isinstance(value[0], list | tuple) else 0
    for number, row in enumerate(value):
        if not isinstance(row, list | tuple) or len(row) != width or not 1 <= width <= LARGEST_SIZE:
            raise refuse(
                sentence(
                    "row {row} is not accepted; every row is a list of the same 1 to 256 numbers", row=str(number + 1)
                )
            )
    return tuple(tuple(_entry(cell, i, j) for j, cell in enumerate(row)) for i, row in enumerate(value))


_NUMBER_SCHEMA = {"type": "number", "minimum": -LARGEST_ENTRY, "maximum": LARGEST_ENTRY}
_ROW_SCHEMA = {"type": "array", "items": _NUMBER_SCHEMA, "minItems": 1, "maxItems": LARGEST_SIZE}
MatrixRows = Annotated[
    Rows,
    PlainValidator(_rows),
    PlainSerializer(lambda rows: [list(row) for row in rows], return_type=list[list[float]]),
    WithJsonSchema({"type": "array", "items": _ROW_SCHEMA, "minItems": 1, "maxItems": LARGEST_SIZE}),
]


class Matrix(Part):
    """A minimal network: a row vector (or several) x, hidden activation(x A), output activation(x A) B.

    Shapes: x rows × inputs, a inputs × hidden, b hidden × outputs. ``shards`` are the widths of A's column blocks, one
    for each device; None is near-even over min(devices, 8, hidden). The defaults give the article's intermediate
    values [1, 1] and [0, 4], contributions [1, 1] and [-4, 8] and output [-3, 9]; the article does not print A and B.
    """

    x: MatrixRows = ((1.0, 2.0),)
    a: MatrixRows = ((1.0, -1.0, 2.0, 0.0), (0.0, 1.0, -1.0, 2.0))
    b: MatrixRows = ((1.0, 0.0), (0.0, 1.0), (2.0, 1.0), (-1.0, 2.0))
    activation: Literal["relu", "gelu", "identity"] = "relu"
    shards: Shards = None

    @model_validator(mode="after")
    def _shapes_fit(self) -> Self:
        inputs, hidden = len(self.a), len(self.b)
        if len(self.x[0]) != inputs:
            raise refuse(
                sentence("x has {x} columns and a {a} rows; they must agree", x=str(len(self.x[0])), a=str(inputs))
            )
        if len(self.a[0]) != hidden:
            raise refuse(
                sentence("a has {a} columns and b {b} rows; they must agree", a=str(len(self.a[0])), b=str(hidden))
            )
        if self.shards is not None and sum(self.shards) != hidden:
            raise refuse(
                sentence(
                    "the shards add up to {sum}; accepted are 1 to 8 widths that add up to the hidden size {hidden}",
                    sum=str(sum(self.shards)),
                    hidden=str(hidden),
                )
            )
        return self
