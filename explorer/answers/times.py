"""What a link says of a message: the interface of all kinds of links, and the values that they answer with."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.model.collectives.costs import Algorithm
from explorer.model.measured_curve import Curve

Values = NDArray[np.float64]


class Origin(StrEnum):
    """Where a time comes from."""

    GIVEN = "given"
    MODELLED = "modelled"
    MEASURED = "measured"
    EXTRAPOLATED = "extrapolated"


class Line(NamedTuple):
    """A time as start-up and bytes over a bandwidth, ``startup + path_bytes / bandwidth``: s, bytes, bytes/s."""

    startup: float
    path_bytes: float
    bandwidth: float


class Hop(NamedTuple):
    """Seconds of a message from a device to one other; ``at_most`` says that only an upper bound is known."""

    seconds: float
    at_most: bool = False


class MessageTime(Protocol):
    """What a link says of a message of ``size`` bytes, the logical tensor, on N devices that it has figures for."""

    def has(self, devices: int) -> bool:
        """Whether there are figures for N."""
        return True

    def nodes(self, devices: int) -> int:
        """Return how many nodes N devices are: one, unless the link has a network between them."""
        return 1

    def usual_devices(self, own: int) -> tuple[int, ...]:
        """Return the N worth listing, rising, the scenario's own among them where it has figures."""

    def seconds(self, size: ArrayLike, devices: int) -> Values:
        """Return the time of one message for each size; without bytes a modelled or measured one takes none."""

    def line(self, size: float, devices: int) -> Line:
        """Return the time at one size as a start-up and bytes over a bandwidth, those of the curve there."""

    def origin(self, size: float, devices: int) -> Origin:
        """Say where the time comes from."""

    def steps(self, size: float, devices: int) -> int | None:
        """Return the steps on the critical path, or None where none are known."""
        return None

    def knots(self, devices: int) -> Values:
        """Return the sizes at which the time may bend or turn."""
        curve = self.curve(devices)
        return np.array([]) if curve is None else curve.sizes

    def algorithm(self, size: float, devices: int) -> Algorithm | None:
        """Return the algorithm that runs at a size, or None where the times follow from none."""
        return None

    def size_within(self, seconds: float, devices: int) -> float | None:
        """Return the largest size that takes a time, but for rounding; None where no closed form says."""
        return None

    def curve(self, devices: int) -> Curve | None:
        """Return the measured curve of N, or None where the times are from none."""
        return None

    def measured_range(self, devices: int) -> tuple[float, float] | None:
        """Return the smallest and the largest size in bytes that the times of N were measured at; None where none."""
        curve = self.curve(devices)
        return None if curve is None else (float(curve.sizes[0]), float(curve.sizes[-1]))

    def seconds_with_parameter(self, name: str, values: Values, size: float, devices: int) -> Values | None:
        """Return the times with "startup", "bandwidth" or "message_bytes" (n, bytes) at many values.

        None where the time is a start-up and bytes over a bandwidth, which a phase takes as parameters of its own.
        """
        return None

    def bus_seconds(self, size: float, devices: int) -> float:
        """Return the time where a constant link's bandwidth is a bus bandwidth, so that V = 2(N-1)/N n."""
        return float(self.seconds(size, devices))

    def hop(self, size: float, *, between_nodes: bool) -> Hop:
        """Return the time of one message of ``size`` bytes from a device to one other."""
