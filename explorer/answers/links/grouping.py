"""Messages sent together: T_N against k, how many are sent as one; and how long the first result has to wait.

Q messages of n bytes become Q/k of k n bytes. The work is taken as Q equal pieces, one before each message, so that the
first message leaves after k of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.answers import formatting
from explorer.answers.outcome import Outcome, answer
from explorer.model import balance
from explorer.model.division import divisors
from explorer.scenario.sentence import Sentence, sentence

Values = NDArray[np.float64]

POINTS = 160
_ENOUGH = 0.9


@dataclass(frozen=True, eq=False)
class Grouping:
    """Times against k: the curve, and the k that divide Q; seconds.

    Attributes
    ----------
    first_s : when the result of the first message is there, at each divisor.
    """

    curve_k: Values
    curve_s: Values
    k: tuple[int, ...]
    split_s: Values
    first_s: Values

    @property
    def best(self) -> int:
        """The place of the best k; of equal ones the smallest."""
        least = float(self.split_s.min())
        return int(np.argmax(self.split_s <= least * (1 + 1e-12)))

    @property
    def enough(self) -> int:
        """The place of the smallest k that saves nine tenths of what the best does."""
        gained, most = self.split_s[0] - self.split_s, self.split_s[0] - self.split_s[self.best]
        return int(np.argmax(gained >= _ENOUGH * most))


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
        own = float(phase.serial + phase.extra_serial)
        waits = own + balance.compute_time(phase) * k / communication.messages + times
        return np.asarray(balance.split_time(sent)) * np.ones_like(k), np.asarray(waits)

    whole = tuple(_divisors(communication.messages))
    smooth = np.unique(np.concatenate([np.geomspace(1, communication.messages, POINTS), np.array(whole, float)]))
    split, first = at(np.array(whole, float))
    return Grouping(smooth, at(smooth)[0], whole, split, first)


def told(found: Grouping | None, outcome: Outcome) -> list[Sentence]:
    """Say which k is the best, where more stops paying, and what the first result waits."""
    if found is None:
        if outcome.performance is None:
            return [outcome.missing or sentence("no answer")]
        return [sentence("There is nothing to group: fewer than two messages.")]
    best, enough = found.best, found.enough
    if best == 0:
        return [
            sentence("Grouping does not pay here: no k is faster than sending each message by itself."),
            _wait(found, len(found.k) - 1),
        ]
    count = outcome.scenario.communication.messages
    words = {
        "k": str(found.k[best]),
        "messages": str(count // found.k[best]),
        "count": str(count),
        "before": formatting.seconds(float(found.split_s[0])),
        "after": formatting.seconds(float(found.split_s[best])),
    }
    said = [
        sentence("Best is k = {k}: one message instead of {count}, {before} → {after}.", **words)
        if found.k[best] == count
        else sentence("Best is k = {k}: {messages} messages instead of {count}, {before} → {after}.", **words)
    ]
    if enough != best:
        said.append(sentence("k = {k} already saves nine tenths of that.", k=str(found.k[enough])))
    if best + 1 < len(found.k):
        said.append(sentence("Beyond k = {k} it stops paying.", k=str(found.k[best])))
    return [*said, _wait(found, best)]


def _wait(found: Grouping, place: int) -> Sentence:
    return sentence(
        "The first result is there after {alone} with k = 1 and after {grouped} with k = {k}, if the work is one equal "
        "piece for each message.",
        alone=formatting.seconds(float(found.first_s[0])),
        grouped=formatting.seconds(float(found.first_s[place])),
        k=str(found.k[place]),
    )


def reading(found: Grouping, k: float) -> Sentence:
    """Read the divisor of Q next to a place on the axis."""
    place = int(np.argmin(np.abs(np.log(np.array(found.k, float)) - np.log(max(k, 1e-9)))))
    return sentence(
        "k = {k}: {time}; the first result after {first}.",
        k=str(found.k[place]),
        time=formatting.seconds(float(found.split_s[place])),
        first=formatting.seconds(float(found.first_s[place])),
    )
