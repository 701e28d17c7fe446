"""The animation of an all-reduce as a function of time, and the race of two algorithms on one clock.

A state depends on the time alone, so playing, stepping and scrubbing to a time show the same. The messages of a step
wait at their sender during its start-up and travel while its bytes flow; what passes a switch reaches the switch in the
first half of that time and leaves it in the second.

Times, and which algorithm is faster, are those of the scenario's N. Where fewer devices are drawn, the messages drawn
are slowed down or sped up so that they end when the all-reduce of all devices does. All times are in seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.answers.all_reduce.link import AllReduceLink
from explorer.model.balance import TIE_BAND
from explorer.model.collectives.clock import Busiest, Clock, busiest, clock, startup_shares
from explorer.model.collectives.contributions import contributions
from explorer.model.collectives.costs import Algorithm, Cost
from explorer.model.collectives.double_tree import tree_chunks
from explorer.model.collectives.steps import AllReduce, steps

Values = NDArray[np.float64]

STAGES = 5
"""Length of the animation in units of the player, however long the all-reduce takes."""
MOST_CHUNKS = 16
"""Most chunks of the double binary tree that are drawn."""
_LARGEST = 1e18
"""Bytes up to which crossovers are searched for."""
_NEAR = 1e-9
"""Difference in time, relative to the whole, within which a position of the player counts as an event."""
_ROUNDING = 1e-12
"""Relative error of a time that is scaled to the devices drawn."""


@dataclass(frozen=True)
class SceneState:
    """An all-reduce as drawn, at one time.

    Attributes
    ----------
    seconds : time so far of what is drawn, at most what that takes.
    steps : complete steps.
    path_bytes : sent per device on the critical path; the bytes of a step flow after its start-up.
    half : 1 where the switch has received and not yet passed on, else 0.
    moving : which messages are under way.
    share : how far they are, 0 to 1; 0 while they wait for the start-up.
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
    waiting: bool = False
    launching: bool = False
    done: bool = False


@lru_cache(maxsize=32)  # shared by outcomes: a drag of the size leaves the messages as they are
def _of_one_byte(algorithm: Algorithm, devices: int, chunks: int) -> AllReduce:
    return steps(algorithm, devices, 1.0, tree_chunks=chunks)


def _all_reduce(algorithm: Algorithm, devices: int, size: float, chunks: int) -> AllReduce:
    """Return the messages of an all-reduce: the same ones, computed once, for every size above 0."""
    if size == 0:
        return steps(algorithm, devices, size, tree_chunks=chunks)
    return replace(_of_one_byte(algorithm, devices, chunks), size=size)


class AllReduceScene:
    """One algorithm: its messages, when they travel, and which contributions they have brought to each node.

    Attributes
    ----------
    all_reduce, clock : the messages that are drawn, and when their steps begin and end.
    cost, seconds : cost and time by the formula, on all devices.
    drawn_seconds : time on the devices that are drawn.
    pace : seconds of the all-reduce drawn per second of that of all devices.
    path_bytes : bytes per device on the critical path, as drawn.
    startup_shares : share of each step's time that its start-up takes, one value per step.
    """

    def __init__(self, link: AllReduceLink, algorithm: Algorithm) -> None:
        wire = link.wire
        self.algorithm, self.link = algorithm, link
        chunks = tree_chunks(link.size, link.drawn_devices, wire.alpha_s, wire.bandwidth, MOST_CHUNKS)
        self.all_reduce: AllReduce = _all_reduce(algorithm, link.drawn_devices, link.size, chunks)
        self.clock: Clock = clock(self.all_reduce, wire.alpha_s, wire.bandwidth, launch=wire.launch_s)
        self.cost: Cost = wire.cost(algorithm, link.size)
        self.seconds = float(self.cost.seconds)
        self.drawn_seconds = float(self.clock.ends[-1]) if self.all_reduce.steps else 0.0
        self.pace = self.drawn_seconds / self.seconds if link.is_partial and self.seconds > 0 else 1.0
        self.path_bytes = self._sent(self.all_reduce.steps)
        self.startup_shares: Values = startup_shares(self.all_reduce, wire.alpha_s, wire.bandwidth)
        self._held: dict[tuple[int, int], NDArray[np.bool_]] = {}

    def parts(self) -> list[tuple[float, float, float]]:
        """Return begin, end and start-up share of each step; of all steps as one where not all devices are drawn."""
        if not self.link.is_partial:
            ends = self.clock.ends.tolist()
            return list(zip(self.clock.begins.tolist(), ends, self.startup_shares.tolist(), strict=True))
        wire = self.link.wire
        flow, after_launch = float(self.cost.path_bytes) / wire.bandwidth, self.seconds - wire.launch_s
        return [(wire.launch_s, self.seconds, max(1 - flow / after_launch, 0.0))] if after_launch > 0 else []

    @cached_property
    def busiest(self) -> Busiest:
        """The links that carry the most over the whole all-reduce."""
        nothing = np.empty((0, 2), np.intp)
        return busiest(self.all_reduce) if self.all_reduce.steps else Busiest(nothing[:, 0], 0.0, nothing, 0.0)

    @cached_property
    def busiest_links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of nodes whose link carries the most, each once, the lower number first."""
        return tuple(sorted({(min(pair), max(pair)) for pair in map(tuple, self.busiest.links.tolist())}))

    @cached_property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of nodes between which messages travel, each once, the lower number first."""
        pairs = zip(self.all_reduce.source.tolist(), self.all_reduce.target.tolist(), strict=True)
        return tuple(sorted({(min(pair), max(pair)) for pair in pairs}))

    def held(self, steps_done: int, half: int) -> NDArray[np.bool_]:
        """Return whether a node's chunk contains a device's contribution: nodes × chunks × devices."""
        if (steps_done, half) not in self._held:
            self._held[steps_done, half] = contributions(self.all_reduce, steps_done, half)
        return self._held[steps_done, half]

    def state(self, time: float) -> SceneState:
        """Return the state at a time of the all-reduce of all devices, in seconds from 0."""
        begins, ends, count = self.clock.begins, self.clock.ends, self.all_reduce.steps
        time = self.drawn_seconds if time >= self.seconds else time * self.pace
        done = int(np.searchsorted(ends, time * (1 + _ROUNDING * self.link.is_partial), side="right"))
        nothing = slice(0, 0)
        sent = self._sent(done)
        if done == count:
            return SceneState(self.drawn_seconds, done, sent, 0, nothing, 0.0, done=True)
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
        return SceneState(time, done, sent, half, moving, share, waiting=waiting, launching=time < begin)

    def _sent(self, done: int) -> float:
        """Return the bytes per device of the first steps."""
        return float(self.clock.path_bytes[done - 1]) if done else 0.0

    def events(self) -> Values:
        """Return the times of the all-reduce of all devices at which steps drawn begin and end, ascending."""
        times = np.concatenate([self.clock.begins, self.clock.ends[:-1]]) / self.pace
        return np.append(np.unique(times).clip(max=self.seconds), self.seconds)

    def message_times(self, message: int) -> tuple[float, float]:
        """Return when a message's start-up begins, or the switch forwards it, and when it arrives; as drawn."""
        step = int(self.all_reduce.step[message])
        begin, end = float(self.clock.begins[step]), float(self.clock.ends[step])
        if not self.all_reduce.half[self.all_reduce.between(step, step + 1)].any():
            return begin, end
        flows = begin + float(self.startup_shares[step]) * (end - begin)
        middle = (flows + end) / 2
        return (middle, end) if self.all_reduce.half[message] else (begin, middle)


class AllReduceComparison:
    """The race of two algorithms: the same message on one clock."""

    def __init__(self, link: AllReduceLink, left: Algorithm, right: Algorithm) -> None:
        self.link = link
        self.scenes = self.left, self.right = AllReduceScene(link, left), AllReduceScene(link, right)
        self.seconds = max(self.left.seconds, self.right.seconds)
        """Until the slower one is done."""
        self._events = np.unique(np.concatenate([[0.0], self.left.events(), self.right.events()]))

    def stops(self) -> list[float]:
        """Return the positions of the player at which a step begins or ends, ascending from 0 to the end."""
        if self.seconds == 0:
            return [0.0, float(STAGES)]
        return [STAGES * (event / self.seconds) for event in self._events.tolist()]

    def time(self, position: float) -> float:
        """Return the time in seconds at a position of the player; the exact time of an event close to it."""
        time = self.seconds if position >= STAGES else self.seconds * position / STAGES
        near = self._events[np.abs(self._events - time) <= _NEAR * self.seconds]
        return float(near[-1]) if len(near) else time

    @property
    def faster(self) -> AllReduceScene | None:
        """The faster algorithm at the size compared, or None where both take the same time, up to rounding."""
        return self._with_less(self.left.seconds, self.right.seconds)

    def _with_less(self, left: float, right: float) -> AllReduceScene | None:
        if abs(left - right) <= TIE_BAND * max(left, right):
            return None
        return self.left if left < right else self.right

    @cached_property
    def crossovers(self) -> tuple[float, ...]:
        """Sizes in bytes at which the faster algorithm changes: none or one for any two of the algorithms."""
        return self.link.wire.crossings(self.left.algorithm, self.right.algorithm, 1.0, _LARGEST)

    def faster_at(self, size: float) -> Algorithm | None:
        """Return the faster algorithm at another size, n bytes, or None for a tie."""
        wire = replace(self.link.wire, launch_s=0.0)
        scene = self._with_less(*(float(wire.cost(scene.algorithm, size).seconds) for scene in self.scenes))
        return None if scene is None else scene.algorithm
