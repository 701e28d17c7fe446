"""The numbers of the page "Links" as CSV: SI units in the header, every number reads back to the very float."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.answers.csv import written
from explorer.answers.links import by_size, comparison
from explorer.answers.links.algorithms import AlgorithmComparison
from explorer.answers.links.by_devices import Rows
from explorer.answers.links.by_size import Figures, Measure
from explorer.answers.links.grouping import Grouping
from explorer.answers.links.speedup_map import SpeedupMap
from explorer.answers.times import MessageTime


@dataclass(frozen=True)
class Drawn:
    """A link as it is drawn against size: its name and N (short for sentences), status, times and the line."""

    name: str
    short: str
    status: str
    link: MessageTime
    figures: Figures


def sizes_csv(shown: Sequence[Drawn]) -> str:
    """Return time and both bandwidths of each link at each size that is drawn, and whether it was measured there."""
    rows: list[tuple[object, ...]] = []
    for drawn in shown:
        devices, sizes, seconds = drawn.figures.devices, drawn.figures.sizes, drawn.figures.seconds
        rates = (by_size.measured_as(measure, sizes, seconds, devices) for measure in (Measure.ALGORITHM, Measure.BUS))
        points = np.isin(sizes, drawn.figures.point_sizes)
        for size, time, algorithm, bus, point in zip(sizes, seconds, *rates, points, strict=True):
            origin = str(drawn.link.origin(float(size), devices))
            rows.append(
                (drawn.name, drawn.status, devices, origin, "yes" if point else "no", size, time, algorithm, bus)
            )
    head = ["link", "status", "devices N (1)", "time is", "measured at this size"]
    head += ["message size n (bytes)", "time (s)", "algorithm bandwidth (bytes/s)", "bus bandwidth (bytes/s)"]
    return written(head, rows)


def devices_csv(found: Rows) -> str:
    """Return the parts of the time for each N."""
    head = ["devices N (1)", "serial S + dS (s)", "compute (s)", "exposed start-ups (s)", "exposed bytes (s)"]
    head += ["hidden communication (s)", "time T_N (s)", "speed-up T1/T_N (1)"]
    return written(
        head,
        (
            (row.devices, *(value for _, value in row.parts()), row.hidden_s, row.total_s, row.speedup)
            for row in found.rows
        ),
    )


def compared_csv(found: comparison.LinkComparison) -> str:
    """Return time and speed-up of each link on each N that it has figures for."""
    rows = (
        (link.name or "this scenario", str(link.status), int(devices), float(time), float(speedup))
        for link in found.links
        for devices, time, speedup in zip(link.devices, link.seconds, link.speedups, strict=True)
    )
    return written(["link", "status", "devices N (1)", "time T_N (s)", "speed-up T1/T_N (1)"], rows)


def algorithms_csv(found: AlgorithmComparison, along: str) -> str:
    """Return the cost of each algorithm, a column each; empty where one cannot run."""
    columns = [costs for _, costs in found.costs]
    rows = (
        (float(at), *("" if np.isnan(cost) else float(cost) for cost in costs))
        for at, *costs in zip(found.along, *columns, strict=True)
    )
    return written([along, *(f"{one} (s)" for one, _ in found.costs)], rows)


def map_csv(found: SpeedupMap, symbol: str) -> str:
    """Return the speed-up of each cell, and the C* of its row."""
    rows = (
        (float(work), float(size), float(found.speedups[row, column]), float(found.break_even[row]))
        for row, size in enumerate(found.sizes)
        for column, work in enumerate(found.work)
    )
    return written(["work C (s)", f"message size {symbol} (bytes)", "speed-up T1/T_N (1)", "C* at this size (s)"], rows)


def groups_csv(found: Grouping) -> str:
    """Return the times for each k that divides Q."""
    rows = zip(found.k, found.split_s.tolist(), found.first_s.tolist(), strict=True)
    return written(["k messages as one (1)", "time T_N (s)", "until the first result (s)"], rows)
