"""The divisions of devices as CSV: units in the header, all digits, decimal points and commas whatever the locale."""

from __future__ import annotations

from explorer.answers.csv import written
from explorer.answers.parallelism.divisions import Plan

_HEADER = (
    "tensor t (1)",
    "pipeline p (1)",
    "replicas r (1)",
    "latency (s)",
    "serial S (s)",
    "compute (s)",
    "all-reduces not hidden (s)",
    "hops (s)",
    "period of a replica (s)",
    "throughput (1/s)",
    "capacity kept (1)",
    "communication (s)",
    "bubble of the makespan (1)",
    "memory of a device (bytes)",
    "fits",
    "on the front",
)


def divisions_csv(plan: Plan) -> str:
    """Return a row for each division that has figures; every number reads back to the very float."""
    rows: list[tuple[object, ...]] = []
    for row, front in zip(plan.rows, plan.front, strict=True):
        times = (row.latency_s, row.serial_s, row.compute_s, row.exposed_s, row.hops_s, row.period_s)
        rest = (row.throughput_per_s, row.kept, row.communication_s, row.bubble_of_makespan, row.memory_bytes)
        words = ("yes" if flag else "no" for flag in (row.fits, front))
        rows.append((*row.key, *times, *rest, *words))
    return written(_HEADER, rows)
