"""The numbers of the page "Pipeline" as CSV; stages, micro-batches and chunks are numbered from 1."""

from __future__ import annotations

import numpy as np

from explorer.answers.csv import as_csv
from explorer.answers.pipeline.schedules import Bubble, Run


def events_csv(runs: tuple[Run, ...]) -> str:
    """Return the events of all runs that have a timeline, a row for each; times in seconds."""
    head = ["schedule", "stage (from 1)", "pass", "micro-batch (from 1)", "chunk (from 1)", "start (s)", "end (s)"]
    rows: list[tuple[object, ...]] = []
    for run in runs:
        events = run.timeline
        if events is not None:
            passes = np.where(events.is_backward, "backward", "forward")
            columns = (events.stage + 1, passes, events.micro + 1, events.chunk + 1, events.start, events.end)
            rows += [(str(run.schedule), *row) for row in zip(*(column.tolist() for column in columns), strict=True)]
    return as_csv(head, rows)


def bubble_csv(run: Run, bubble: Bubble) -> str:
    """Return both idle shares for each number of micro-batches that is drawn."""
    head = ["schedule", "micro-batches m (1)", "idle of the makespan (1)", "idle over the ideal time (1)"]
    columns = (bubble.micro_batches.astype(int), bubble.of_makespan, bubble.of_ideal)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return as_csv(head, ((str(run.schedule), *row) for row in rows))
