"""The parallelism configurations as CSV: units in the header, all digits, the same in every locale."""

from __future__ import annotations

from operator import attrgetter

from explorer.answers.csv import as_csv
from explorer.answers.parallelism.divisions import Plan

_COLUMNS = {
    "tensor t (1)": "tensor",
    "pipeline p (1)": "pipeline",
    "replicas r (1)": "replicas",
    "latency (s)": "latency_s",
    "serial S (s)": "serial_s",
    "compute (s)": "compute_s",
    "exposed all-reduces (s)": "exposed_s",
    "hops (s)": "hops_s",
    "period per replica (s)": "period_s",
    "throughput (1/s)": "throughput_per_s",
    "parallel efficiency (1)": "parallel_efficiency",
    "communication (s)": "communication_s",
    "bubble of the makespan (1)": "bubble_of_makespan",
    "memory per device (bytes)": "memory_bytes",
}
"""Headings of the numbers, with their attributes of a division."""
_NO_YES = ("no", "yes")


def divisions_csv(plan: Plan) -> str:
    """Return a row for each division that has figures, numbers with all their digits."""
    numbers = attrgetter(*_COLUMNS.values())
    rows = [
        (*numbers(row), _NO_YES[row.fits], _NO_YES[front]) for row, front in zip(plan.rows, plan.front, strict=True)
    ]
    return as_csv([*_COLUMNS, "fits", "on the Pareto front"], rows)
