"""The curves of the page "Load" as CSV: SI units in the header, every number reads back to the very float."""

from __future__ import annotations

import math

import numpy as np

from explorer.answers.csv import written
from explorer.answers.load import designs, simulation
from explorer.answers.load.designs import DesignComparison, DesignCurves, DesignFigures, Values
from explorer.answers.load.simulation import SimulatedRuns
from explorer.model.queueing import serving


def load_csv(found: DesignComparison, drawn: DesignCurves, known: SimulatedRuns) -> str:
    """Return mean and p99 of each design at each arrival rate, and what kind of figure the p99 is.

    Infinite times are those of saturated designs. A simulated p99 stands at the rates that were simulated alone.
    """
    simulated = {served.kind: simulation.curve(served, found, known) for served in found.served}
    rates = np.unique(np.concatenate([drawn.rates, *(at for at, _ in simulated.values())]))
    columns: list[list[object]] = []
    head = ["arrivals (1/s)"]
    for served in found.served:
        kind = "exact" if designs.has_exact(served.design, found.service_cv2) else "simulated"
        head += [f"{served.kind} mean, {served.accuracy} (s)", f"{served.kind} p99, {kind} (s)"]
        means = np.asarray(serving.mean_time(served.design, rates, found.service_cv2))
        columns += [means.tolist(), _tails(served, found, rates, simulated[served.kind])]
    return written(head, zip(rates.tolist(), *columns, strict=True))


def _tails(
    served: DesignFigures, found: DesignComparison, rates: Values, simulated: tuple[Values, Values]
) -> list[object]:
    if designs.has_exact(served.design, found.service_cv2):
        return list(designs.percentile(served.design, rates).tolist())
    there = dict(zip(*(values.tolist() for values in simulated), strict=True))
    return [math.inf if rate >= served.saturation_per_s else there.get(rate, "") for rate in rates.tolist()]
