"""How well the library's curves are read between their points, beside the best straight line through each.

The last line is one JSON object: median relative errors over all inner points, each left out and read off its
neighbours, and of the one-line fit.
"""

from __future__ import annotations

import json

import numpy as np

from explorer.model.measured_curve import Curve
from explorer.scenario.links import families
from tests.model.measured_fits import left_out_errors, one_line_fit


def main() -> None:
    left_out: list[float] = []
    lines: list[float] = []
    worst = ("", 0.0)
    for family in families():
        for entry in family.curves:
            curve = Curve(np.array(entry.bytes, float), np.array(entry.seconds, float))
            errors = np.abs(left_out_errors(curve))
            left_out += errors.tolist()
            fit = one_line_fit(curve)
            told = fit.startup + curve.sizes / fit.bandwidth
            lines += np.abs(told / curve.seconds - 1).tolist()
            if float(np.median(errors)) > worst[1]:
                worst = (f"{family.id} × {entry.devices}", float(np.median(errors)))
    result = {
        "curves": sum(len(family.curves) for family in families()),
        "left_out_median": round(float(np.median(left_out)), 4),
        "one_line_median": round(float(np.median(lines)), 4),
        "one_line_largest": round(max(lines), 4),
        "worst_curve": worst[0],
        "worst_curve_median": round(worst[1], 4),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
