"""The page "Load": curves of three designs over 400 rates, crossovers, and a simulated run of 100,000 requests.

Curves and crossovers belong to a drag step of at most 16 ms; runs are made off the window's thread, and the longest
wait between two questions whether to stop is told. The last line is JSON.
"""

from __future__ import annotations

import itertools
import json
import statistics
import time
from collections.abc import Callable

import numpy as np

from explorer.model.queueing import serving
from explorer.model.queueing.serving import Design, Dispatch, pipeline, replicas, split
from explorer.model.queueing.simulation import simulate

RATES, REQUESTS, RUNS, LIMIT = 400, 100_000, 15, 0.016
ONE, SPLIT, HOP = 12.8e-3, 9.22e-3, 0.23e-3


def seconds(task: Callable[[], object]) -> float:
    """Return the median seconds of a task."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        task()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def designs(count: int) -> list[Design]:
    """A split, replicas and a pipeline of so many devices; two are the base case."""
    group = split(ONE / (1 + (ONE / SPLIT - 1) * (count - 1)))
    return [group, replicas(ONE, count), pipeline(ONE / count, ONE + (count - 1) * HOP, count)]


def drag_step(count: int, cv2: float) -> dict[str, float]:
    """Median seconds of what one step of a drag asks."""
    group, copies, line = designs(count)
    rates = np.linspace(0.0, serving.capacity(copies), RATES)

    def curves() -> None:
        for design in (group, copies, line):
            serving.mean_time(design, rates, cv2)

    def crossovers() -> None:
        for design in (copies, line):
            serving.crossover(group, design, cv2)

    found = {
        "curves": seconds(curves),
        "crossovers": seconds(crossovers),
        "target": seconds(lambda: [serving.max_rate(design, 1.2 * ONE, cv2) for design in (group, copies, line)]),
    }
    if cv2 == 1:
        found["p99"] = seconds(lambda: [serving.percentile(design, rates, 0.99) for design in (group, copies)])
    return found


def run(design: Design, cv2: float) -> tuple[float, float]:
    """Median seconds of a run at 80 requests per second, and the longest without a question."""
    asked: list[float] = []

    def should_stop() -> bool:
        asked.append(time.perf_counter())
        return False

    median = seconds(lambda: simulate(design, 80.0, cv2, seed=1, requests=REQUESTS, should_stop=should_stop))
    slices = len(asked) // RUNS
    gaps = [later - sooner for at, (sooner, later) in enumerate(itertools.pairwise(asked), 1) if at % slices]
    return median, max(gaps)


def main() -> None:
    steps = {f"{count} devices, cv2 {cv2:g}": drag_step(count, cv2) for count in (2, 64, 65536) for cv2 in (0.0, 1.0)}
    group, shared, line = designs(2)
    apart = replicas(ONE, 2, Dispatch.RANDOM)
    named = {"split": group, "shared": shared, "random": apart, "pipeline": line}
    runs = {f"{name}, cv2 {cv2:g}": run(design, cv2) for name, design in named.items() for cv2 in (0.0, 1.0)}
    totals = {name: sum(parts.values()) for name, parts in steps.items()}
    result = {
        "step_s": {name: {part: round(value, 5) for part, value in parts.items()} for name, parts in steps.items()},
        "run_s": {name: round(whole, 4) for name, (whole, _) in runs.items()},
        "longest_slice_s": round(max(gap for _, gap in runs.values()), 4),
        "limit_s": LIMIT,
        "within": {name: total <= LIMIT for name, total in totals.items()},
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
