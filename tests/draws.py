"""How many examples a property is held against: hypothesis's own number in the suite, many times that in a long run."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

TIMES = int(os.environ.get("PAREGGIO_EXAMPLES", "1"))
"""Factor of a long run, such as PAREGGIO_EXAMPLES=50."""


def examples(count: int = 100) -> settings:
    """Return the settings of a property: the same examples in each run, wherever it runs."""
    return settings(
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=TIMES * count,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=[HealthCheck.too_slow],
    )
