"""The animation of an all-reduce as a function of time, and two of them on one clock.

A state depends on the time alone, so that it is the same whichever way one came to it. Messages of a step wait at their
sender while its start-up runs, and travel while its bytes flow; what passes a switch comes to it in the first half of
that and leaves in the second.

Times and the order of the two are those of the scenario's N. Where fewer devices are drawn, their messages go at the
pace of the whole: they are done when it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.answers.all_reduce.link import AllReduceLink
from explorer.model.balance import TIE_BAND
from explorer.model.collectives import choice
from explorer.model.collectives.clock import Busiest, Clock, busiest, clock, startup_shares
from explorer.model.collectives.contributions import contributions
from explorer.model.collectives.costs import Algorithm, Cost, cost
from explorer.model.collectives.double_tree import tree_chunks
from explorer.model.collectives.steps import AllReduce, steps

Values = NDArray[np.float64]

STAGES = 5
"""Length of the animation in units of the player, whatever the seconds of the all-reduce."""
MOST_CHUNKS = 16
"""Chunks of the double binary tree that are drawn, at most."""
_LARGEST = 1e18
_NEAR = 1e-9
_ROUNDING = 1e-12
"""Of the time of the whole, where it is turned into that of what is drawn."""


@dataclass(frozen=True)
class SceneState:
    """What is to be seen at a time.

    Attributes
    ----------
    seconds : time so far of what is drawn, no more than that takes.
    steps : how many are complete.
    path_bytes : sent per device on the critical path; those of a step flow after its start-up.
    half : 1 where the switch has received and not yet passed on, else 0.
    moving : which of the all-reduce's messages are under way.
    share : how far these are, 0 to 1; 0 while they wait for the start-up.
    waiting : the start-up of a step runs.
    launching : before the first step.
    done : all steps are complete.
    """

    seconds: float
    steps: int
    path_bytes: float
    half: int
    moving: slice
    share: float
    waiting: bool
    launching: bool
    done: bool


@lru_cache(maxsize=32)  # shared by outcomes: a drag of the size leaves the messages as they are
def _of_one_byte(algorithm: Algorithm, devices: int, chunks: int) -> AllReduce:
    return steps(algorithm, devices, 1.0, tree_chunks=chunks)


def _all_reduce(algorithm: Algorithm, devices: int, size: float, chunks: int) -> AllReduce:
    """Return the messages of another size: they are the same ones, made once, as long as there is something to send."""
    if size == 0:
        return steps(algorithm, devices, size, tree_chunks=chunks)
    return replace(_of_one_byte(algorithm, devices, chunks), size=size)


class AllReduceScene:
    """One algorithm: its messages, when they travel and what they leave behind."""

    def __init__(self, link: AllReduceLink, algorithm: Algorithm) -> None:
        wire = link.wire
        self.algorithm, self.link = algorithm, link
        chunks = tree_chunks(link.size, link.drawn, wire.alpha_s, wire.bandwidth, MOST_CHUNKS)
        self.all_reduce: AllReduce = _all_reduce(algorithm, link.drawn, link.size, chunks)
        self.clock: Clock = clock(self.all_reduce, wire.alpha_s, wire.bandwidth, launch=wire.launch_s)
        self._held: dict[tuple[int, int], NDArray[np.bool_]] = {}

    @cached_property
    def cost(self) -> Cost:
        """What the formula says on all devices."""
        wire = self.link.wire
        return cost(self.algorithm, self.link.size, wire.devices, wire.alpha_s, wire.bandwidth, launch=wire.launch_s)

    @property
    def seconds(self) -> float:
        """Time on all devices."""
        return float(self.cost.seconds)

    @property
    def drawn_seconds(self) -> float:
        """Time on the devices that are drawn."""
        return float(self.clock.ends[-1]) if self.all_reduce.steps else 0.0

    @property
    def pace(self) -> float:
        """Seconds of what is drawn for each second of the whole."""
        return self.drawn_seconds / self.seconds if self.link.in_part and self.seconds > 0 else 1.0

    @property
    def path_bytes(self) -> float:
        """Bytes on the critical path of what is drawn."""
        return float(self.clock.path_bytes[-1]) if self.all_reduce.steps else 0.0

    @cached_property
    def startup_shares(self) -> Values:
        """Which part of each step's time its start-up takes."""
        return startup_shares(self.all_reduce, self.link.wire.alpha_s, self.link.wire.bandwidth)

    def parts(self) -> list[tuple[float, float, float]]:
        """Return begin and end of each step and the share of its start-up; where not all is drawn, of all as one."""
        if not self.link.in_part:
            ends = self.clock.ends.tolist()
            return list(zip(self.clock.begins.tolist(), ends, self.startup_shares.tolist(), strict=True))
        wire = self.link.wire
        flowing = float(self.cost.path_bytes) / wire.bandwidth
        whole = self.seconds - wire.launch_s
        return [(wire.launch_s, self.seconds, max(1 - flowing / whole, 0.0))] if whole > 0 else []

    @cached_property
    def busiest(self) -> Busiest:
        """The links that carry the most over the whole all-reduce."""
        nothing = np.empty((0, 2), np.intp)
        return busiest(self.all_reduce) if self.all_reduce.steps else Busiest(nothing[:, 0], 0.0, nothing, 0.0)

    @cached_property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of nodes between which messages travel, each once."""
        pairs = zip(self.all_reduce.source.tolist(), self.all_reduce.target.tolist(), strict=True)
        return tuple(sorted({(min(pair), max(pair)) for pair in pairs}))

    def held(self, after: int, half: int) -> NDArray[np.bool_]:
        """Return whether a node's chunk contains a device's contribution: nodes × chunks × devices."""
        if (after, half) not in self._held:
            self._held[after, half] = contributions(self.all_reduce, after, half)
        return self._held[after, half]

    def state(self, time: float) -> SceneState:
        """Return what is to be seen at a time of the whole, from 0 on."""
        begins, ends, count = self.clock.begins, self.clock.ends, self.all_reduce.steps
        time = self.drawn_seconds if time >= self.seconds else time * self.pace
        done = int(np.searchsorted(ends, time * (1 + _ROUNDING * self.link.in_part), side="right"))
        nothing = slice(0, 0)
        sent = self._sent(done)
        if done == count:
            return SceneState(
                self.drawn_seconds, done, sent, 0, nothing, 0.0, waiting=False, launching=False, done=True
            )
        begin, end = float(begins[done]), float(ends[done])
        passed, startup = (time - begin) / (end - begin) if time > begin else 0.0, float(self.startup_shares[done])
        share = min((passed - startup) / (1 - startup), 1.0) if passed > startup else 0.0
        sent += share * (self._sent(done + 1) - sent)
        now, half = self.all_reduce.between(done, done + 1), 0
        if self.all_reduce.half[now].any():
            half = int(share >= 0.5)
            share = 2 * share - half
            first, last = np.searchsorted(self.all_reduce.half[now], (half, half + 1)).tolist()
            now = slice(now.start + first, now.start + last)
        moving, waiting = now if passed > 0 else nothing, 0 < passed < startup
        return SceneState(time, done, sent, half, moving, share, waiting=waiting, launching=time < begin, done=False)

    def _sent(self, done: int) -> float:
        """Return the bytes of so many steps."""
        return float(self.clock.path_bytes[done - 1]) if done else 0.0

    def moments(self) -> Values:
        """Return the times of the whole at which steps begin and end."""
        return np.unique(np.concatenate([self.clock.begins, self.clock.ends[:-1]]) / self.pace).clip(max=self.seconds)

    def message_times(self, message: int) -> tuple[float, float]:
        """Return when a message's start-up begins, or the switch sends it on, and when it arrives; of what is drawn."""
        step = int(self.all_reduce.step[message])
        begin, end = float(self.clock.begins[step]), float(self.clock.ends[step])
        if not self.all_reduce.half[self.all_reduce.between(step, step + 1)].any():
            return begin, end
        flows = begin + float(self.startup_shares[step]) * (end - begin)
        middle = (flows + end) / 2
        return (middle, end) if self.all_reduce.half[message] else (begin, middle)


class Race:
    """Two algorithms with the same message on one clock."""

    def __init__(self, link: AllReduceLink, left: Algorithm, right: Algorithm) -> None:
        self.link = link
        self.left, self.right = AllReduceScene(link, left), AllReduceScene(link, right)
        self.seconds = max(self.left.seconds, self.right.seconds)
        """Until the slower one is done."""
        self._moments = np.unique(np.concatenate([[0.0], *(self._all_moments(each) for each in self.scenes)]))

    @staticmethod
    def _all_moments(scene: AllReduceScene) -> Values:
        return np.append(scene.moments(), scene.seconds)

    @property
    def scenes(self) -> tuple[AllReduceScene, AllReduceScene]:
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
    def first(self) -> AllReduceScene | None:
        """The one that is done first, or None where both take the same time, up to rounding."""
        if abs(self.left.seconds - self.right.seconds) <= TIE_BAND * self.seconds:
            return None
        return self.left if self.left.seconds < self.right.seconds else self.right

    @cached_property
    def flips(self) -> tuple[float, ...]:
        """Sizes at which the faster one changes: none or one, as their costs are that much alike."""
        wire = self.link.wire
        return choice.crossings(
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
