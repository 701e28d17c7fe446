"""Timelines of pipelines: 64 stages × 512 micro-batches in at most 300 ms, 4 × 32 within a drag step in at most 2 ms.

The last line is JSON, medians in milliseconds.
"""

from __future__ import annotations

import json
import statistics
import time

from explorer.model.pipeline import Pipeline, Schedule
from explorer.model.timeline import simulate

LARGE, SMALL = 300.0, 2.0
HOP, RATIO = 0.1, 2.0


def measure(schedule: Schedule, stages: int, micro_batches: int, runs: int, chunks: int = 2) -> float:
    """Return the median milliseconds of one timeline, forward and backward, of slightly unequal stages."""
    forward = tuple(1 + 0.01 * (stage % 3) for stage in range(stages))
    pipeline = Pipeline(forward, micro_batches, RATIO, HOP, chunks)
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        simulate(schedule, pipeline)
        times.append(time.perf_counter() - start)
    return round(statistics.median(times) * 1e3, 3)


if __name__ == "__main__":
    large = {str(schedule): measure(schedule, 64, 512, 9) for schedule in Schedule}
    small = {str(schedule): measure(schedule, 4, 32, 101) for schedule in Schedule}
    within = max(large.values()) <= LARGE and max(small.values()) <= SMALL
    print(json.dumps({"64x512_ms": large, "4x32_ms": small, "within": within}))
