"""Pipeline parallelism in closed form: p stages one after the other, through which m micro-batches pass.

Stage r takes t_r seconds for the forward pass of one micro-batch and rho t_r for its backward pass; from one stage to
the next a micro-batch travels c seconds, during which both stages compute on. rho = 0 is forward only, as in inference:
there is no backward pass. T_r = (1 + rho) t_r is what a stage works on one micro-batch. All values are SI.

Three schedules. GPipe runs all forwards, then all backwards. 1F1B alternates them as soon as the first backward can
run, so that stage r keeps the activations of at most p - r micro-batches. The interleaved schedule gives each device v
chunks of the layers, t_r/v seconds each: the pipeline fills v times faster, and sends v times as many messages.

Idle time is told under two conventions that differ widely, 0.27 and 0.375 for p = 4 and m = 8:

    of the makespan   idle/(p makespan)   (p-1)/(v m + p-1)   GPipe
    of the ideal      idle/busy           (p-1)/(v m)         Megatron-LM

The third column holds for balanced stages, all equal and without hops; v = 1 but for the interleaved schedule.

Sources: Huang et al. 2019 (GPipe); Narayanan et al. 2021 (1F1B, interleaved). Unequal stages and hops are derived here
and agree with the simulation of :mod:`explorer.model.timeline`. Zero-bubble schedules, which split the backward pass in
two, are not modelled.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Schedule(StrEnum):
    """In which order a stage runs its forwards and backwards."""

    GPIPE = "gpipe"
    ONE_F_ONE_B = "1f1b"
    INTERLEAVED = "interleaved"


@dataclass(frozen=True)
class Pipeline:
    """The stages and what passes through them.

    Attributes
    ----------
    forward : t_r >= 0, seconds of one micro-batch on each of the p >= 1 stages.
    micro_batches : m >= 1.
    backward_ratio : rho >= 0, backward over forward time; 0 is forward only.
    hop : c >= 0, seconds from one stage to the next.
    chunks : v >= 1, parts of the layers on each device; only the interleaved schedule looks at it.
    """

    forward: tuple[float, ...]
    micro_batches: int
    backward_ratio: float = 0.0
    hop: float = 0.0
    chunks: int = 1

    @property
    def stages(self) -> int:
        """Number of stages, p."""
        return len(self.forward)

    @property
    def longest(self) -> float:
        """Seconds of the slowest stage's forward pass, max t_r."""
        return max(self.forward)

    @property
    def travel(self) -> float:
        """Seconds of all hops in one direction, (p-1) c."""
        return (self.stages - 1) * self.hop

    @property
    def balanced(self) -> bool:
        """Whether all stages are equal and no hop delays them."""
        return min(self.forward) == self.longest and self.travel == 0

    @property
    def work(self) -> float:
        """Seconds of all passes on all stages, m sum T_r: one device's time."""
        return self.micro_batches * (1 + self.backward_ratio) * sum(self.forward)


def can_run(schedule: Schedule, stages: int, micro_batches: int) -> bool:
    """Whether the schedule exists: interleaved, micro-batches go in groups of p, so that it needs m mod p = 0."""
    return schedule != Schedule.INTERLEAVED or micro_batches % stages == 0


def require_run(schedule: Schedule, pipeline: Pipeline) -> None:
    """Raise ValueError where :func:`can_run` says no."""
    stages, given = pipeline.stages, pipeline.micro_batches
    if not can_run(schedule, stages, given):
        raise ValueError(f"the interleaved schedule needs a multiple of {stages} micro-batches, not {given}")


def chunks_of(schedule: Schedule, pipeline: Pipeline) -> int:
    """Chunks on each device under the schedule: v if it is interleaved, else 1."""
    return pipeline.chunks if schedule == Schedule.INTERLEAVED else 1


# --- idle time of any makespan


def idle_of_makespan(makespan: float, work: float, stages: int) -> float:
    """Idle share 1 - work/(p makespan), in GPipe's convention; 0 where nothing takes time."""
    return max(0.0, 1 - work / (stages * makespan)) if makespan else 0.0


def idle_of_ideal(makespan: float, work: float, stages: int) -> float:
    """Idle over busy time, p makespan/work - 1, in Megatron-LM's convention; infinite where only hops take time."""
    if work == 0:
        return np.inf if makespan else 0.0
    return max(0.0, stages * makespan / work - 1)


# --- makespan, activations, period


def closed_makespan(schedule: Schedule, pipeline: Pipeline) -> float | None:
    """Seconds until every stage has finished, or None where no closed form is known.

    One direction is a flow shop of equal jobs, F = sum t_r + (m-1) max t_r + (p-1) c. Closed forms are known for

    * forward only without chunks: F;
    * GPipe, forwards and then backwards: (1 + rho)(sum t_r + (m-1) max t_r) + 2(p-1) c, so that equal stages take
      (m+p-1) T + 2(p-1) c;
    * balanced stages: 1F1B (m+p-1) T, interleaved m T + (p-1) T/v.

    Raises
    ------
    ValueError
        Where the schedule does not exist, see :func:`can_run`.
    """
    require_run(schedule, pipeline)
    chunks, both = chunks_of(schedule, pipeline), 1 + pipeline.backward_ratio
    one_way = chunks == 1 and pipeline.backward_ratio == 0
    if one_way or schedule == Schedule.GPIPE:
        working = sum(pipeline.forward) + (pipeline.micro_batches - 1) * pipeline.longest
        return both * working + (1 if one_way else 2) * pipeline.travel
    if pipeline.balanced:
        return (pipeline.micro_batches + (pipeline.stages - 1) / chunks) * both * pipeline.longest
    return None


def warm_up(schedule: Schedule, pipeline: Pipeline) -> NDArray[Any]:
    """Count the forwards that each stage runs before it alternates, of all m v: an array of p.

    GPipe m; 1F1B min(p-1-r, m); interleaved min(2(p-1-r) + (v-1)p, m v), as in Megatron-LM.
    """
    stages, chunks = pipeline.stages, chunks_of(schedule, pipeline)
    forwards = pipeline.micro_batches * chunks
    after = np.arange(stages)[::-1]
    if schedule == Schedule.GPIPE:
        return np.full(stages, forwards)
    wanted = after if schedule == Schedule.ONE_F_ONE_B else 2 * after + (chunks - 1) * stages
    return np.minimum(wanted, forwards)


def in_flight(schedule: Schedule, pipeline: Pipeline) -> NDArray[np.float64]:
    """Most activations that each stage keeps for backward passes, in micro-batches of a whole stage: an array of p.

    GPipe m; 1F1B min(m, p - r); interleaved a v-th of min(2(p-1-r) + (v-1)p + 1, m v), as a chunk keeps a v-th of what
    the stage would. Forward only, nothing is kept.
    """
    if pipeline.backward_ratio == 0:
        return np.zeros(pipeline.stages)
    chunks = chunks_of(schedule, pipeline)
    kept = np.minimum(warm_up(schedule, pipeline) + 1, pipeline.micro_batches * chunks)
    return np.asarray(kept / chunks, float)


def _alternating_period(pipeline: Pipeline) -> float:
    """Steady period of 1F1B, see :func:`closed_steady_period`."""
    if min(pipeline.forward) == pipeline.longest:
        return (1 + pipeline.backward_ratio) * pipeline.longest + 2 * pipeline.travel / pipeline.stages
    works = (1 + pipeline.backward_ratio) * np.asarray(pipeline.forward)
    before = np.concatenate(([0.0], np.cumsum(works)))
    further = np.arange(pipeline.stages) - np.arange(pipeline.stages)[:, None]
    round_trips = before[1:] - before[:-1, None] + 2 * pipeline.hop * further
    return float(np.max(round_trips / (np.maximum(further, 0) + 1), where=further >= 0, initial=0.0))


def closed_steady_period(schedule: Schedule, pipeline: Pipeline) -> float | None:
    """Seconds that each further micro-batch adds when there are many, or None where no closed form is known.

    * one stage, balanced stages, GPipe, and forward only without chunks: max T_r, whatever the hops;
    * 1F1B: the largest, over stages r <= s, of (T_r + … + T_s + 2(s-r) c)/(s-r+1), since between its stages r and s a
      round trip brings s-r+1 micro-batches; for equal stages T + 2c (p-1)/p, as stage 0 keeps only p in flight;
    * interleaved, forward only: max(max t_r, ((v-1)(sum t_r/v + p c) + p max t_r/v)/p), the v-1 returns to stage 0 of
      each group of p.
    """
    p, v = pipeline.stages, chunks_of(schedule, pipeline)
    forward_only = pipeline.backward_ratio == 0
    if p == 1 or pipeline.balanced or schedule == Schedule.GPIPE or (forward_only and v == 1):
        return (1 + pipeline.backward_ratio) * pipeline.longest
    if schedule == Schedule.ONE_F_ONE_B:
        return _alternating_period(pipeline)
    if forward_only:
        returns = (v - 1) * (sum(pipeline.forward) / v + p * pipeline.hop)
        return max(pipeline.longest, (returns + p * pipeline.longest / v) / p)
    return None


# --- inference


def capacity(pipeline: Pipeline, *, blocking_sends: bool = False) -> float:
    """Return requests per second, forward only, 1/max t_r; infinite where no stage takes time.

    With blocking sends every stage but the last is occupied for t_r + c, since it waits until its message has arrived.
    """
    occupied = list(pipeline.forward)
    if blocking_sends:
        occupied[:-1] = [seconds + pipeline.hop for seconds in occupied[:-1]]
    return 1 / max(occupied) if max(occupied) > 0 else np.inf
