"""Messages sent together: T_N against k, how many are sent as one; and how long the first result has to wait.

Q messages of n bytes become Q/k of k n bytes. The work is taken as Q equal pieces, one before each message, so that the
first message leaves after k of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.answers.outcome import Outcome, answer
from explorer.model import balance
from explorer.model.division import divisors

Values = NDArray[np.float64]

POINTS = 160
ENOUGH = 0.9
"""Share of the best saving above which a larger k hardly matters."""


@dataclass(frozen=True, eq=False)
class Grouping:
    """Times against k: the curve, and the k that divide Q; seconds.

    Attributes
    ----------
    curve_k, curve_s : k, divisor of Q or not, and T_N there.
    k, split_s : the divisors of Q, rising, and T_N with them.
    first_s : time to the first result with each of the divisors.
    """

    curve_k: Values
    curve_s: Values
    k: tuple[int, ...]
    split_s: Values
    first_s: Values

    @property
    def best(self) -> int:
        """The index of the best k; of equal ones the smallest."""
        least = float(self.split_s.min())
        return int(np.argmax(self.split_s <= least * (1 + balance.TIE_BAND)))

    @property
    def enough(self) -> int:
        """The index of the smallest k that gets 90 % of the best saving."""
        saved, most = self.split_s[0] - self.split_s, self.split_s[0] - self.split_s[self.best]
        return int(np.argmax(saved >= ENOUGH * most))


_divisors = lru_cache(maxsize=8)(divisors)  # shared by outcomes: a drag leaves Q as it is, and those of 10⁹ take 7 ms


@answer
def grouping(outcome: Outcome) -> Grouping | None:
    """Return T_N against k, or None where there is no answer or nothing to group."""
    phase, communication = outcome.phase, outcome.scenario.communication
    if phase is None or communication.messages < 2:
        return None
    size, devices = communication.message_bytes, outcome.scenario.devices

    def at(k: Values) -> tuple[Values, Values]:
        times = outcome.link.seconds(k * size, devices)
        sent = replace(phase, messages=communication.messages / k, startup=times, message_bytes=0.0, bandwidth=np.inf)
        serial = float(phase.serial + phase.extra_serial)
        waits = serial + balance.compute_time(phase) * k / communication.messages + times
        return np.asarray(balance.split_time(sent)) * np.ones_like(k), np.asarray(waits)

    k = tuple(_divisors(communication.messages))
    divisors_of_q = np.array(k, float)
    curve_k = np.unique(np.concatenate([np.geomspace(1, communication.messages, POINTS), divisors_of_q]))
    return Grouping(curve_k, at(curve_k)[0], k, *at(divisors_of_q))


def nearest(groups: Grouping, k: float) -> int:
    """Return the index of the divisor of Q next to a place on the logarithmic axis of k."""
    return int(np.argmin(np.abs(np.log(np.array(groups.k, float)) - np.log(max(k, 1e-9)))))
