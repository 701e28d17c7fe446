"""The map of the page "Links", 1,000 × 1,000 cells over C and message size; at most 100 ms. The last line is JSON."""

from __future__ import annotations

import json
import statistics
import time

from explorer.answers.links import speedup_map
from explorer.answers.links.library import library_rows
from explorer.answers.outcome import Outcome
from explorer.scenario.edit import with_link
from explorer.scenario.library import built_in

CELLS, RUNS, LIMIT = 1000, 15, 0.1


def measure(key: str | None) -> float:
    """Return the median seconds of one map, with the library's link of a key or the base case's own."""
    scenario = built_in()[0]
    if key is not None:
        row = next(entry for entry in library_rows() if entry.key == key)
        scenario = with_link(scenario, row.link(2), row.on(2), row.source(2))
    outcome = Outcome(scenario)
    ranges = speedup_map.ranges(outcome)
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        speedup_map.speedup_map(outcome, *ranges, CELLS)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


if __name__ == "__main__":
    keys = (None, "h100-sxm-nccl/4/measured", "nvlink4/–/algorithm")
    found = {key or "constant": round(measure(key), 4) for key in keys}
    print(json.dumps({"map_s": found, "limit_s": LIMIT, "within": max(found.values()) <= LIMIT}))
