"""The animation of an all-reduce as a function of time, and two of them on one clock.

A state depends on the time alone, so that it is the same whichever way one came to it. Messages of a step are drawn on
their way from its begin to its end, start-up included; what passes a switch comes to it in the first half of the step
and leaves in the second.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.exchange_link import ExchangeLink
from explorer.model import algorithm_choice
from explorer.model.balance import TIE_BAND
from explorer.model.collective import Algorithm, Cost, cost
from explorer.model.collective_clock import Busiest, Clock, busiest, clock, startup_shares
from explorer.model.collective_run import contributions
from explorer.model.collective_steps import Exchange, steps
from explorer.model.double_tree import tree_chunks

Values = NDArray[np.float64]

STAGES = 5
"""Length of the animation in units of the player, whatever the seconds of the all-reduce."""
MOST_CHUNKS = 16
"""Chunks of the double binary tree that are drawn, at most."""
_LARGEST = 1e18
_NEAR = 1e-9


@dataclass(frozen=True)
class State:
    """What is to be seen at a time.

    Attributes
    ----------
    seconds : time so far, no more than the all-reduce takes.
    steps : how many are complete.
    path_bytes : sent per device on the critical path; those of a step flow after its start-up.
    hops : 1 where the switch has received and not yet passed on, else 0.
    moving : which of the exchange's messages are under way.
    share : how far these are, 0 to 1.
    launching : before the first step.
    done : all steps are complete.
    """

    seconds: float
    steps: int
    path_bytes: float
    hops: int
    moving: slice
    share: float
    launching: bool
    done: bool


@lru_cache(maxsize=32)
def _of_one_byte(algorithm: Algorithm, devices: int, chunks: int) -> Exchange:
    return steps(algorithm, devices, 1.0, tree_chunks=chunks)


def _exchange(algorithm: Algorithm, devices: int, size: float, chunks: int) -> Exchange:
    """Return the messages of another size: they are the same ones, made once, as long as there is something to send."""
    if size == 0:
        return steps(algorithm, devices, size, tree_chunks=chunks)
    return replace(_of_one_byte(algorithm, devices, chunks), size=size)


class ExchangeScene:
    """One algorithm: its messages, when they travel and what they leave behind."""

    def __init__(self, link: ExchangeLink, algorithm: Algorithm) -> None:
        wire = link.wire
        self.algorithm, self.link = algorithm, link
        chunks = tree_chunks(link.size, wire.devices, wire.alpha_s, wire.bandwidth, MOST_CHUNKS)
        self.exchange: Exchange = _exchange(algorithm, wire.devices, link.size, chunks)
        self.clock: Clock = clock(self.exchange, wire.alpha_s, wire.bandwidth, launch=wire.launch_s)
        self._held: dict[tuple[int, int], NDArray[np.bool_]] = {}

    def cost_of(self, devices: int) -> Cost:
        """Return what the formula says on so many devices."""
        wire = self.link.wire
        return cost(self.algorithm, self.link.size, devices, wire.alpha_s, wire.bandwidth, launch=wire.launch_s)

    @cached_property
    def cost(self) -> Cost:
        """What the formula says of what is drawn."""
        return self.cost_of(self.link.wire.devices)

    @property
    def seconds(self) -> float:
        """Time of the whole."""
        return float(self.clock.ends[-1]) if self.exchange.steps else 0.0

    @property
    def path_bytes(self) -> float:
        """Bytes per device on the critical path of the whole."""
        return float(self.clock.path_bytes[-1]) if self.exchange.steps else 0.0

    @cached_property
    def startup_shares(self) -> Values:
        """Which part of each step's time its start-up takes."""
        return startup_shares(self.exchange, self.link.wire.alpha_s, self.link.wire.bandwidth)

    @cached_property
    def busiest(self) -> Busiest:
        """The links that carry the most over the whole exchange."""
        nothing = np.empty((0, 2), np.intp)
        return busiest(self.exchange) if self.exchange.steps else Busiest(nothing[:, 0], 0.0, nothing, 0.0)

    @cached_property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of nodes between which messages travel, each once."""
        pairs = zip(self.exchange.source.tolist(), self.exchange.target.tolist(), strict=True)
        return tuple(sorted({(min(pair), max(pair)) for pair in pairs}))

    def held(self, after: int, hops: int) -> NDArray[np.bool_]:
        """Return whether a node's chunk contains a device's contribution: nodes × chunks × devices."""
        if (after, hops) not in self._held:
            self._held[after, hops] = contributions(self.exchange, after, hops)
        return self._held[after, hops]

    def state(self, time: float) -> State:
        """Return what is to be seen at a time, from 0 on."""
        begins, ends, count = self.clock.begins, self.clock.ends, self.exchange.steps
        done = int(np.searchsorted(ends, time, side="right"))
        nothing = slice(0, 0)
        sent = self._sent(done)
        if done == count:
            return State(self.seconds, done, sent, 0, nothing, 0.0, launching=False, done=True)
        begin, end = float(begins[done]), float(ends[done])
        share = (time - begin) / (end - begin) if time > begin else 0.0
        startup = float(self.startup_shares[done])
        flown = max(share - startup, 0.0) / (1 - startup) if startup < 1 else 0.0
        sent += flown * (self._sent(done + 1) - sent)
        now = self.exchange.between(done, done + 1)
        hops = int(bool(self.exchange.hop[now].any()) and share >= 0.5)
        if self.exchange.hop[now].any():
            share = 2 * share - hops
            first, last = np.searchsorted(self.exchange.hop[now], (hops, hops + 1)).tolist()
            now = slice(now.start + first, now.start + last)
        moving = now if share > 0 else nothing
        return State(time, done, sent, hops, moving, share, launching=time < begin, done=False)

    def _sent(self, done: int) -> float:
        """Return the bytes per device of so many steps."""
        return float(self.clock.path_bytes[done - 1]) if done else 0.0

    def moments(self) -> Values:
        """Return the times at which steps begin and end."""
        return np.unique(np.concatenate([self.clock.begins, self.clock.ends]))

    def message_times(self, message: int) -> tuple[float, float]:
        """Return when a message leaves and when it arrives."""
        step = int(self.exchange.step[message])
        begin, end = float(self.clock.begins[step]), float(self.clock.ends[step])
        if not self.exchange.hop[self.exchange.between(step, step + 1)].any():
            return begin, end
        middle = (begin + end) / 2
        return (middle, end) if self.exchange.hop[message] else (begin, middle)


class Race:
    """Two algorithms with the same message on one clock."""

    def __init__(self, link: ExchangeLink, left: Algorithm, right: Algorithm) -> None:
        self.link = link
        self.left, self.right = ExchangeScene(link, left), ExchangeScene(link, right)
        self.seconds = max(self.left.seconds, self.right.seconds)
        """Until the slower one is done."""
        self._moments = np.unique(np.concatenate([[0.0], self.left.moments(), self.right.moments()]))

    @property
    def scenes(self) -> tuple[ExchangeScene, ExchangeScene]:
        """Both."""
        return self.left, self.right

    def stops(self) -> list[float]:
        """Return the positions of the player at which a step begins or ends, rising from 0 to the end."""
        if self.seconds == 0:
            return [0.0, float(STAGES)]
        return [STAGES * (float(moment) / self.seconds) for moment in self._moments]

    def time(self, position: float) -> float:
        """Return the time at a position of the player; close to the end of a step it is that end itself."""
        time = self.seconds if position >= STAGES else self.seconds * position / STAGES
        near = self._moments[np.abs(self._moments - time) <= _NEAR * self.seconds]
        return float(near[-1]) if len(near) else time

    @property
    def first(self) -> ExchangeScene | None:
        """The one that is done first, or None where both take the same time, up to rounding."""
        if abs(self.left.seconds - self.right.seconds) <= TIE_BAND * self.seconds:
            return None
        return self.left if self.left.seconds < self.right.seconds else self.right

    @cached_property
    def flips(self) -> tuple[float, ...]:
        """Sizes at which the faster one changes, none or one for up to 16 devices: the costs are that much alike."""
        wire = self.link.wire
        return algorithm_choice.crossings(
            self.left.algorithm,
            self.right.algorithm,
            wire.devices,
            wire.alpha_s,
            wire.bandwidth,
            low=1.0,
            high=_LARGEST,
        )

    def faster_at(self, size: float) -> Algorithm | None:
        """Return which one is faster for another size, or None for a tie."""
        wire = self.link.wire
        left, right = (
            float(cost(scene.algorithm, size, wire.devices, wire.alpha_s, wire.bandwidth).seconds)
            for scene in self.scenes
        )
        if abs(left - right) <= TIE_BAND * max(left, right):
            return None
        return self.left.algorithm if left < right else self.right.algorithm
