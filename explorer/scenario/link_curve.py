"""A measured curve of one link, as a family of the library and a measured link of a scenario hold it.

Scenarios may import this; the library, which the first window does not need, is :mod:`explorer.scenario.links`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from explorer.scenario.parameter import Parameter, refuse
from explorer.scenario.parameters import LARGEST_SIZE, LONGEST_TIME, MOST_DEVICES
from explorer.scenario.part import Part, unique_devices
from explorer.scenario.quantity import COUNT, SIZE, TIME
from explorer.scenario.sentence import sentence

FEWEST_POINTS = 2
MOST_POINTS = 200
MOST_CURVES = 100

CURVE_DEVICES = Parameter(
    "N",
    sentence("devices"),
    sentence("With so many devices the curve was measured; it says nothing of another number."),
    COUNT,
    2,
    MOST_DEVICES,
)
POINT_BYTES = Parameter(
    "n",
    sentence("size of a message"),
    sentence("Bytes of the logical tensor, not of what crosses the wire."),
    SIZE,
    1,  # the logarithm of a size is taken
    LARGEST_SIZE,
    "B",
)
POINT_SECONDS = Parameter(
    "t",
    sentence("time of a message"),
    sentence("Time of one communication of this size, everything included."),
    TIME,
    1e-12,  # the logarithm of a time is taken, and n/t stays finite
    LONGEST_TIME,
    "µs",
)

_Points = Field(strict=False, fail_fast=True, min_length=FEWEST_POINTS, max_length=MOST_POINTS)


class LinkCurve(Part):
    """Measured time against message size on one number of devices. Sizes rise; times may fall, as some measured do."""

    devices: Annotated[int, CURVE_DEVICES]
    bytes: Annotated[tuple[Annotated[float, POINT_BYTES], ...], _Points]
    seconds: Annotated[tuple[Annotated[float, POINT_SECONDS], ...], _Points]

    @model_validator(mode="after")
    def _points_fit(self) -> Self:
        if len(self.bytes) != len(self.seconds):
            counts = {"bytes": str(len(self.bytes)), "seconds": str(len(self.seconds))}
            raise refuse(sentence("{bytes} sizes and {seconds} times; accepted is one time for each size", **counts))
        for number, (size, following) in enumerate(pairwise(self.bytes), 2):
            if following <= size:
                values = {"number": str(number), "size": POINT_BYTES.show(following), "before": POINT_BYTES.show(size)}
                raise refuse(sentence("size {number}, {size}, follows {before}; accepted are rising sizes", **values))
        return self


Curves = Annotated[
    tuple[LinkCurve, ...],
    Field(strict=False, fail_fast=True, min_length=1, max_length=MOST_CURVES),
    AfterValidator(unique_devices),
]
"""The curves of one link, each for another number of devices."""
