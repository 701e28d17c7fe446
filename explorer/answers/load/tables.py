"""The curves of the page "Load" as CSV: SI units in the header, every number reads back to the very float."""

from __future__ import annotations

import math

import numpy as np

from explorer.answers.csv import as_csv
from explorer.answers.load import designs, simulation
from explorer.answers.load.designs import DesignComparison, DesignCurves
from explorer.answers.load.simulation import SimulatedRuns


def load_csv(comparison: DesignComparison, curves: DesignCurves, runs: SimulatedRuns) -> str:
    """Return mean and p99 of each design at each arrival rate; the header says how each was obtained.

    Times are infinite where a design is saturated. A simulated p99 is empty at rates that were not simulated.
    """
    simulated = {figures.kind: simulation.p99_curve(figures, runs) for figures in comparison.figures}
    rates = np.unique(np.concatenate([curves.rates, *(run_rates for run_rates, _ in simulated.values())]))
    head, columns = ["arrivals (1/s)"], []
    for figures in comparison.figures:
        if figures.has_exact_p99:
            p99s: list[object] = designs.percentiles(figures.design, rates).tolist()
        else:
            known = dict(zip(*(values.tolist() for values in simulated[figures.kind]), strict=True))
            p99s = [math.inf if rate >= figures.saturation_per_s else known.get(rate, "") for rate in rates.tolist()]
        kind = "exact" if figures.has_exact_p99 else "simulated"
        head += [f"{figures.kind} mean, {figures.accuracy} (s)", f"{figures.kind} p99, {kind} (s)"]
        columns += [figures.means(rates).tolist(), p99s]
    return as_csv(head, zip(rates.tolist(), *columns, strict=True))
