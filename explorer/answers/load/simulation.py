"""Percentiles without a closed form: simulated runs for the page on load, in a thread that touches nothing of a window.

A run belongs to a design, a rate and a spread of service; what has been run is kept, so that a drag of the arrival rate
leaves the curve and asks for one point only.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.answers.load import designs
from explorer.answers.load.designs import DesignComparison, DesignFigures
from explorer.model.queueing import serving
from explorer.model.queueing.serving import Design
from explorer.model.queueing.simulation import QueueRun, simulate

SEED = 1
REQUESTS = 50_000
"""Of each run: as many along a curve as at the scenario's rate, so that this point lies on the curve."""

UTILISATIONS = (*(0.05 * step for step in range(19)), 0.925, 0.95)
"""Where a curve is simulated. Beyond them the figures wander for longer than any run."""

_FIRST = (0.0, 0.002, 0.004, 0.007, 0.012, 0.02, 0.035)
"""Shares of what is above the rate at which 1 % of equal requests wait: there their p99 leaves the latency steeply."""

_STEPS = (0.0, 0.005, 0.01, *(0.025 * step for step in range(1, 21)))
"""Where those are simulated, too, whose p99 is steep at few requests: equal ones, in steps, and very varied ones."""

MOST_STAGES = 256
"""Requests that vary are followed through no more stages: a slice of a run has to stay short."""

MOST_SERVERS = 1024
"""More servers take so long to warm up that the scenario's rate alone is simulated."""

_KEPT = 2000


@dataclass(frozen=True)
class RunRequest:
    """One run that is wanted."""

    design: Design
    rate: float
    service_cv2: float


SimulatedRuns = Mapping[RunRequest, QueueRun]


def is_simulated(served: DesignFigures, found: DesignComparison) -> bool:
    """Whether the percentile of a design comes from runs."""
    followed = found.service_cv2 == 0 or served.design.stages <= MOST_STAGES
    return followed and not designs.has_exact(served.design, found.service_cv2)


def at_rate(served: DesignFigures, found: DesignComparison) -> RunRequest:
    """Return the run at the scenario's own rate."""
    return RunRequest(served.design, found.rate, found.service_cv2)


def along(served: DesignFigures, found: DesignComparison) -> list[RunRequest]:
    """Return the runs of a curve; where it begins exactly, see :func:`curve`, none at a rate of 0."""
    if not is_simulated(served, found) or served.design.servers > MOST_SERVERS:
        return []
    shares = list(UTILISATIONS) if 0 < found.service_cv2 <= 1 else sorted({*_STEPS, *UTILISATIONS})
    if found.service_cv2 == 0:
        knee = serving.waiting_from(served.design, 1 - designs.SHARE)
        near = [knee + first * (1 - knee) for first in _FIRST]
        shares = [*near, *(share for share in shares if share > near[-1])]
    return [RunRequest(served.design, share * served.saturation_per_s, found.service_cv2) for share in shares]


def wanted(found: DesignComparison) -> list[RunRequest]:
    """Return all runs of a comparison, those at its own rate first."""
    simulated = [served for served in found.served if is_simulated(served, found)]
    first = [at_rate(served, found) for served in simulated if served.settles and served.p99_s is None]
    return [*first, *(task for served in simulated for task in along(served, found))]


def run(task: RunRequest, should_stop: Callable[[], bool] = lambda: False) -> QueueRun | None:
    """Do one run, or nothing where it was stopped."""
    return simulate(
        task.design,
        task.rate,
        task.service_cv2,
        seed=SEED,
        requests=REQUESTS,
        shares=(designs.SHARE,),
        should_stop=should_stop,
    )


def run_all(tasks: Iterable[RunRequest]) -> dict[RunRequest, QueueRun]:
    """Do runs here and now, as for a report."""
    return {task: found for task in tasks if (found := run(task)) is not None}


def point(served: DesignFigures, found: DesignComparison, known: SimulatedRuns) -> QueueRun | None:
    """Return the run at the scenario's rate, if it is there yet."""
    return known.get(at_rate(served, found))


def curve(
    served: DesignFigures, found: DesignComparison, known: SimulatedRuns
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return rates and simulated percentiles of a design, as far as they are there.

    Those of equal requests begin exactly, with the latency at a rate of 0.
    """
    wanted = {*along(served, found), at_rate(served, found)}
    tails = {task.rate: known[task].percentiles[0] for task in wanted if task in known}
    if tails and found.service_cv2 == 0:
        tails[0.0] = served.design.latency
    rates = sorted(tails)
    return np.array(rates), np.array([tails[rate] for rate in rates])


class BackgroundRuns:
    """Runs in the background, one after the other. Nobody is told: who wants to know asks now and then."""

    def __init__(self) -> None:
        self.known: dict[RunRequest, QueueRun] = {}
        self._stop = threading.Event()
        self.thread: threading.Thread | None = None
        self._done: list[tuple[RunRequest, QueueRun]] = []
        self._count = 0

    def start(self, tasks: Iterable[RunRequest]) -> None:
        """Begin with those of some runs that are not known, in the place of any under way."""
        self.cancel()
        if len(self.known) > _KEPT:
            self.known.clear()
        left = [task for task in tasks if task not in self.known]
        self._count = len(left)
        if left:
            self._stop, self._done = threading.Event(), []
            self.thread = threading.Thread(target=_work, args=(left, self._done, self._stop), daemon=True)
            self.thread.start()

    def cancel(self) -> None:
        """Stop what is under way; what is done by then stays known."""
        self._stop.set()
        self.collect()
        self.thread = None

    def collect(self) -> bool:
        """Take what is done into ``known``; whether that is anything new."""
        before = len(self.known)
        self.known.update(self._done)
        return len(self.known) > before

    def is_busy(self) -> bool:
        """Whether runs are under way."""
        return self.thread is not None and self.thread.is_alive()

    def progress(self) -> tuple[int, int]:
        """Return how many runs are done, and of how many."""
        return len(self._done), self._count


def _work(tasks: list[RunRequest], done: list[tuple[RunRequest, QueueRun]], stop: threading.Event) -> None:
    for task in tasks:
        found = run(task, stop.is_set)
        if found is None:
            return
        done.append((task, found))
