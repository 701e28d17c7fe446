"""Simulated percentiles, for designs without a closed form, in a thread that touches nothing of a window.

A run belongs to a design, a rate and a variability of the service times. Runs are kept, so that a drag of the arrival
rate leaves the curve as it is and asks for one run only.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from explorer.answers.load import designs
from explorer.answers.load.designs import DesignComparison, DesignFigures, Values
from explorer.model.queueing import serving
from explorer.model.queueing.serving import Design
from explorer.model.queueing.simulation import QueueRun, simulate

SEED = 1
REQUESTS = 50_000
"""Requests of each run, on a curve as at the scenario's rate, so that this point lies on the curve."""

UTILIZATIONS = (*(0.05 * step for step in range(19)), 0.925, 0.95)
"""Where a curve is simulated. Closer to saturation the figures wander for longer than any run."""

_KNEE = (0.0, 0.002, 0.004, 0.007, 0.012, 0.02, 0.035)
"""Points after the knee, as shares of the utilization left there: with equal service times the p99 begins to rise
steeply where 1 % of the requests wait."""

_FINE_UTILIZATIONS = (0.0, 0.005, 0.01, *(0.025 * step for step in range(1, 21)))
"""Further points for service times that are equal or vary more than exponentially: their p99 is steep at low rates."""

MOST_STAGES = 256
"""More stages are not simulated if service times vary: a slice of a run has to stay short."""

MOST_SERVERS = 1024
"""With more servers, which take long to warm up, only the scenario's rate is simulated."""

_MOST_KEPT = 2000
"""Finished runs above which all are dropped, so that memory stays bounded."""


class RunRequest(NamedTuple):
    """A run to simulate: requests at a rate (1/s) on a design, with service times of this variability."""

    design: Design
    rate: float
    service_cv2: float


SimulatedRuns = Mapping[RunRequest, QueueRun]


def is_simulated(figures: DesignFigures) -> bool:
    """Whether the p99 of a design comes from runs."""
    return not figures.has_exact_p99 and (figures.load.service_cv2 == 0 or figures.design.stages <= MOST_STAGES)


def request_at_rate(figures: DesignFigures) -> RunRequest:
    """Return the run at the scenario's arrival rate."""
    return RunRequest(figures.design, figures.load.arrival_per_s, figures.load.service_cv2)


def curve_requests(figures: DesignFigures) -> list[RunRequest]:
    """Return the runs of a design's curve; none at a rate of 0 where :func:`p99_curve` has an exact value."""
    if not is_simulated(figures) or figures.design.servers > MOST_SERVERS:
        return []
    design, cv2 = figures.design, figures.load.service_cv2
    utilizations = list(UTILIZATIONS) if 0 < cv2 <= 1 else sorted({*_FINE_UTILIZATIONS, *UTILIZATIONS})
    if cv2 == 0:
        knee = serving.waiting_from(design, 1 - designs.P99)
        near = [knee + share * (1 - knee) for share in _KNEE]
        utilizations = [*near, *(utilization for utilization in utilizations if utilization > near[-1])]
    return [RunRequest(design, utilization * figures.saturation_per_s, cv2) for utilization in utilizations]


def requests_for(comparison: DesignComparison) -> list[RunRequest]:
    """Return all runs of a comparison, those at the scenario's arrival rate first."""
    simulated = [figures for figures in comparison.figures if is_simulated(figures)]
    first = [request_at_rate(figures) for figures in simulated if figures.is_stable and figures.p99_s is None]
    return [*first, *(request for figures in simulated for request in curve_requests(figures))]


def run(request: RunRequest, should_stop: Callable[[], bool] = lambda: False) -> QueueRun | None:
    """Simulate one run; None if it was stopped."""
    return simulate(*request, seed=SEED, requests=REQUESTS, shares=(designs.P99,), should_stop=should_stop)


def run_all(requests: Iterable[RunRequest]) -> dict[RunRequest, QueueRun]:
    """Simulate runs in the foreground, as for a report."""
    return {request: finished for request in requests if (finished := run(request)) is not None}


def run_at_rate(figures: DesignFigures, runs: SimulatedRuns) -> QueueRun | None:
    """Return the run at the scenario's arrival rate, or None where it is not finished."""
    return runs.get(request_at_rate(figures))


def p99_curve(figures: DesignFigures, runs: SimulatedRuns) -> tuple[Values, Values]:
    """Return rates (1/s) and the p99 (s) of the finished runs of a design, rising; both empty where there are none.

    With equal service times the curve begins with the exact value, the latency at a rate of 0.
    """
    wanted = {*curve_requests(figures), request_at_rate(figures)}
    p99s = {request.rate: runs[request].percentiles[0] for request in wanted if request in runs}
    if p99s and figures.load.service_cv2 == 0:
        p99s[0.0] = figures.design.latency
    rates = sorted(p99s)
    return np.array(rates), np.array([p99s[rate] for rate in rates])


def p99_at(figures: DesignFigures, rate: float, runs: SimulatedRuns) -> float | None:
    """Return the p99 in seconds at a rate, interpolated between finished runs; None outside of them."""
    rates, p99s = p99_curve(figures, runs)
    return float(np.interp(rate, rates, p99s)) if len(rates) and rates[0] <= rate <= rates[-1] else None


class BackgroundRuns:
    """Simulates in the background, one run after the other. It notifies nobody: whoever wants to know polls it."""

    def __init__(self) -> None:
        self.finished: dict[RunRequest, QueueRun] = {}
        self.thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._done: list[tuple[RunRequest, QueueRun]] = []
        self._count = 0

    def start(self, requests: Iterable[RunRequest]) -> None:
        """Simulate those of the runs that are not finished, in place of any under way."""
        self.cancel()
        if len(self.finished) > _MOST_KEPT:
            self.finished.clear()
        remaining = [request for request in requests if request not in self.finished]
        self._count = len(remaining)
        if remaining:
            self._stop, self._done = threading.Event(), []
            self.thread = threading.Thread(target=_work, args=(remaining, self._done, self._stop), daemon=True)
            self.thread.start()

    def cancel(self) -> None:
        """Stop what is under way, and keep what is done."""
        self._stop.set()
        self.collect()
        self.thread = None

    def collect(self) -> bool:
        """Add what is done to ``finished``; return whether there was anything new."""
        before = len(self.finished)
        self.finished.update(self._done)
        return len(self.finished) > before

    def is_busy(self) -> bool:
        """Whether runs are under way."""
        return self.thread is not None and self.thread.is_alive()

    def progress(self) -> tuple[int, int]:
        """Return how many runs are done, and of how many."""
        return len(self._done), self._count


def _work(requests: list[RunRequest], done: list[tuple[RunRequest, QueueRun]], stop: threading.Event) -> None:
    for request in requests:
        finished = run(request, stop.is_set)
        if finished is None:
            return
        done.append((request, finished))
