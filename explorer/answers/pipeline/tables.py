"""The numbers of the page "Pipeline" as CSV; stages, micro-batches and chunks are numbered from 1."""

from __future__ import annotations

from explorer.answers.csv import written
from explorer.answers.pipeline.schedules import Bubble, Run


def events_csv(found: tuple[Run, ...]) -> str:
    """Return the events of all runs that have a timeline, a row for each."""
    head = ["schedule", "stage (from 1)", "pass", "micro-batch (from 1)", "chunk (from 1)", "start (s)", "end (s)"]
    rows: list[tuple[object, ...]] = []
    for one in found:
        made = one.timeline
        if made is not None:
            columns = (made.stage + 1, made.is_backward, made.micro + 1, made.chunk + 1, made.start, made.end)
            rows += [
                (str(one.schedule), stage, "backward" if backward else "forward", micro, chunk, start, end)
                for stage, backward, micro, chunk, start, end in zip(
                    *(column.tolist() for column in columns), strict=True
                )
            ]
    return written(head, rows)


def bubble_csv(found: Run, drawn: Bubble) -> str:
    """Return both idle shares for each number of micro-batches that is drawn."""
    head = ["schedule", "micro-batches m (1)", "idle of the makespan (1)", "idle over the ideal time (1)"]
    rows = (
        (str(found.schedule), int(count), float(makespan), float(ideal))
        for count, makespan, ideal in zip(drawn.micro_batches, drawn.of_makespan, drawn.of_ideal, strict=True)
    )
    return written(head, rows)
