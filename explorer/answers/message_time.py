"""How long a message takes on a constant, modelled or measured link: the one place that asks for the kind of link."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import override

from explorer.answers.algorithm_time import AlgorithmTime
from explorer.answers.times import Hop, Line, MessageTime, Origin, Values
from explorer.model.measured_curve import Curve
from explorer.scenario.link import ConstantLink, Link


class ConstantTime(MessageTime):
    """A constant link: l + phi n / B, with the start-up and bandwidth listed for N if there are any."""

    def __init__(self, link: ConstantLink) -> None:
        self._link = link
        self._by_devices = {entry.devices: entry for entry in link.by_devices}

    @override
    def usual_devices(self, own: int) -> tuple[int, ...]:
        return tuple(sorted({own, *self._by_devices}))

    @override
    def seconds(self, size: ArrayLike, devices: int) -> Values:
        line = self._by_devices.get(devices, self._link)
        return line.startup_s + self._link.path_factor * np.asarray(size, float) / line.bandwidth_bytes_per_s

    @override
    def line(self, size: float, devices: int) -> Line:
        line = self._by_devices.get(devices, self._link)
        return Line(line.startup_s, self._link.path_factor * size, line.bandwidth_bytes_per_s)

    @override
    def origin(self, size: float, devices: int) -> Origin:
        return Origin.GIVEN

    @override
    def bus_seconds(self, size: float, devices: int) -> float:
        link = self._link  # its start-up is used as it is, its path factor is replaced
        return link.startup_s + 2 * (devices - 1) / devices * size / link.bandwidth_bytes_per_s

    @override
    def hop(self, size: float, *, between_nodes: bool) -> Hop:
        line = self._by_devices.get(2, self._link)  # the path factor belongs to the all-reduce
        return Hop(line.startup_s + size / line.bandwidth_bytes_per_s)


class MeasuredTime(MessageTime):
    """Times from measured curves, one for each N that was measured."""

    def __init__(self, curves: dict[int, Curve]) -> None:
        self._curves = curves

    @override
    def curve(self, devices: int) -> Curve | None:
        return self._curves.get(devices)

    @override
    def has(self, devices: int) -> bool:
        return devices in self._curves

    @override
    def usual_devices(self, own: int) -> tuple[int, ...]:
        return tuple(sorted(self._curves))

    @override
    def seconds(self, size: ArrayLike, devices: int) -> Values:
        return np.asarray(self._curves[devices].time(np.asarray(size, float)), float)

    @override
    def line(self, size: float, devices: int) -> Line:
        line = self._curves[devices].local_line(size)
        return Line(float(line.startup), size, float(line.bandwidth))

    @override
    def origin(self, size: float, devices: int) -> Origin:
        return Origin.EXTRAPOLATED if self._curves[devices].is_extrapolated(size) else Origin.MEASURED

    @override
    def seconds_with_parameter(self, name: str, values: Values, size: float, devices: int) -> Values:
        return self.seconds(values if name == "message_bytes" else np.full(len(values), size), devices)

    @override
    def hop(self, size: float, *, between_nodes: bool) -> Hop:
        """Return an upper bound: the all-reduce of the fewest devices, which sends the bytes there and back."""
        return Hop(float(self.seconds(size, min(self._curves))), at_most=True)


def message_time(link: Link) -> MessageTime:
    """Return the times of a scenario's link."""
    if link.kind == "constant":
        return ConstantTime(link)
    if link.kind == "algorithm":
        return AlgorithmTime(link)
    curves = {
        entry.devices: Curve(np.array(entry.bytes, float), np.array(entry.seconds, float)) for entry in link.curves
    }
    return MeasuredTime(curves)
