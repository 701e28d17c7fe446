"""What would have to change: the threshold that is nearest to where its parameter stands."""

from __future__ import annotations

import math
from collections.abc import Mapping

from explorer.model.thresholds import State, Threshold


def nearest(values: Mapping[str, float], thresholds: dict[str, Threshold]) -> tuple[str, float] | None:
    """Name and factor threshold/value of the parameter whose threshold is nearest, by |ln factor|. Numbers only.

    A parameter that stands at 0 or at infinity has no factor. An efficiency above 1 counts only where the present one
    is above it too. Among equals the first one wins.
    """
    best: tuple[float, str, float] | None = None
    for name, (state, value, _) in thresholds.items():
        now = values[name]
        reached = state == State.FINITE or (state == State.UNREACHABLE and now >= value)
        if not (reached and value > 0 and 0 < now < math.inf):
            continue
        distance = abs(math.log(value / now))
        if best is None or distance < best[0] * (1 - 1e-9) - 1e-15:
            best = (distance, name, float(value / now))
    return best and (best[1], best[2])
