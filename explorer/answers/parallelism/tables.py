"""The parallelism configurations as CSV: units in the header, all digits, the same in every locale."""

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
    "exposed all-reduces (s)",
    "hops (s)",
    "period per replica (s)",
    "throughput (1/s)",
    "parallel efficiency (1)",
    "communication (s)",
    "bubble of the makespan (1)",
    "memory per device (bytes)",
    "fits",
    "on the Pareto front",
)


def divisions_csv(plan: Plan) -> str:
    """Return a row for each division that has figures, numbers with all their digits."""
    rows: list[tuple[object, ...]] = []
    for row, front in zip(plan.rows, plan.front, strict=True):
        times = (row.latency_s, row.serial_s, row.compute_s, row.exposed_s, row.hops_s, row.period_s)
        rest = (
            row.throughput_per_s,
            row.parallel_efficiency,
            row.communication_s,
            row.bubble_of_makespan,
            row.memory_bytes,
        )
        flags = ("yes" if flag else "no" for flag in (row.fits, front))
        rows.append((*row.key, *times, *rest, *flags))
    return written(_HEADER, rows)
