"""The numbers of the page "Links" as CSV: SI units in the header, every number reads back to the very float."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.answers.csv import as_csv
from explorer.answers.links import by_size
from explorer.answers.links.algorithms import AlgorithmComparison
from explorer.answers.links.by_devices import DeviceRows
from explorer.answers.links.by_size import Measure, SizeCurve
from explorer.answers.links.comparison import LinkComparison
from explorer.answers.links.device_words import compared_status
from explorer.answers.links.grouping import Grouping
from explorer.answers.links.speedup_map import SpeedupMap
from explorer.answers.times import MessageTime


@dataclass(frozen=True)
class NamedCurve:
    """A link as it is drawn against size: its name with N, status, times and curve."""

    name: str
    status: str
    times: MessageTime
    curve: SizeCurve


def sizes_csv(curves: Sequence[NamedCurve]) -> str:
    """Return time and both bandwidths of each link at each size that is drawn, and whether it was measured there."""
    head = ["link", "status", "devices N (1)", "time is", "measured at this size"]
    head += ["message size n (bytes)", "time (s)", "algorithm bandwidth (bytes/s)", "bus bandwidth (bytes/s)"]
    return as_csv(head, (row for named in curves for row in _size_rows(named)))


def _size_rows(named: NamedCurve) -> Iterator[tuple[object, ...]]:
    devices, sizes, seconds = named.curve.devices, named.curve.sizes, named.curve.seconds
    rates = (by_size.measured_as(measure, sizes, seconds, devices) for measure in (Measure.ALGORITHM, Measure.BUS))
    is_point = np.isin(sizes, named.curve.point_sizes)
    for size, *figures, point in zip(sizes, seconds, *rates, is_point, strict=True):
        origin = str(named.times.origin(float(size), devices))
        yield named.name, named.status, devices, origin, "yes" if point else "no", size, *figures


def devices_csv(rows: DeviceRows) -> str:
    """Return the parts of the time for each N."""
    head = ["devices N (1)", "serial S + dS (s)", "compute (s)", "exposed start-ups (s)", "exposed bytes (s)"]
    head += ["hidden communication (s)", "time T_N (s)", "speed-up T1/T_N (1)"]
    return as_csv(
        head,
        (
            (row.devices, *(seconds for _, seconds in row.parts()), row.hidden_s, row.total_s, row.speedup)
            for row in rows.rows
        ),
    )


def compared_csv(comparison: LinkComparison) -> str:
    """Return time and speed-up of each link on each N that it has figures for."""
    rows = (
        (link.name or "this scenario", str(compared_status(link)), int(devices), float(time), float(speedup))
        for link in comparison.links
        for devices, time, speedup in zip(link.devices, link.seconds, link.speedups, strict=True)
    )
    return as_csv(["link", "status", "devices N (1)", "time T_N (s)", "speed-up T1/T_N (1)"], rows)


def algorithms_csv(comparison: AlgorithmComparison, along: str) -> str:
    """Return the cost of each algorithm, a column each; empty where it cannot run."""
    rows = (
        (float(at), *("" if np.isnan(cost) else float(cost) for cost in costs))
        for at, *costs in zip(comparison.along, *comparison.costs.values(), strict=True)
    )
    return as_csv([along, *(f"{algorithm} (s)" for algorithm in comparison.costs)], rows)


def map_csv(cells: SpeedupMap, symbol: str) -> str:
    """Return the speed-up of each cell, and the C* of its row."""
    rows = (
        (float(work), float(size), float(cells.speedups[row, column]), float(cells.break_even[row]))
        for row, size in enumerate(cells.sizes)
        for column, work in enumerate(cells.work)
    )
    return as_csv(["work C (s)", f"message size {symbol} (bytes)", "speed-up T1/T_N (1)", "C* at this size (s)"], rows)


def groups_csv(groups: Grouping) -> str:
    """Return the times for each k that divides Q."""
    rows = zip(groups.k, groups.split_s.tolist(), groups.first_s.tolist(), strict=True)
    return as_csv(["k messages as one (1)", "time T_N (s)", "time to first result (s)"], rows)
