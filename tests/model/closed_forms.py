"""Closed forms of pipelines that the simulated timelines are checked against; the product does not use them.

Idle time and speed-up are those of balanced stages, numbers or arrays that broadcast; v = 1 chunk but for the
interleaved schedule.
"""

from __future__ import annotations

import numpy as np

from explorer.model.balance import Number
from explorer.model.pipeline import Pipeline


def balanced_idle_of_makespan(stages: Number, micro_batches: Number, chunks: Number = 1) -> Number:
    """(p-1)/(v m + p-1), idle share of the devices' time until all have finished (GPipe's convention)."""
    return (stages - 1) / (chunks * micro_batches + stages - 1)


def balanced_idle_of_ideal(stages: Number, micro_batches: Number, chunks: Number = 1) -> Number:
    """(p-1)/(v m), idle time over busy time (Megatron-LM's convention)."""
    return (stages - 1) / (chunks * micro_batches)


def balanced_speedup(stages: Number, micro_batches: Number, chunks: Number = 1) -> Number:
    """Speed-up p v m/(v m + p-1), one device's time over the pipeline's."""
    return stages * (chunks * micro_batches) / (chunks * micro_batches + stages - 1)


def request_latency(pipeline: Pipeline) -> float:
    """Seconds of one request alone, sum t_r + (p-1) c: no gain over one device, and p-1 hops more."""
    return sum(pipeline.forward) + pipeline.travel


def _token_round(pipeline: Pipeline) -> float:
    """Seconds of one token through all stages and back to the first, sum t_r + p c; one stage has no hop."""
    return request_latency(pipeline) + (pipeline.hop if pipeline.stages > 1 else 0.0)


def decode_period(pipeline: Pipeline) -> float:
    """Seconds between two tokens of one group, autoregressive decode with m groups in flight.

    max(m max t_r, sum t_r + p c), for equal stages max(m t, p(t + c)): a group's next token needs its last one, which
    travels from the last stage to the first. All groups together produce m tokens in this time.
    """
    return max(pipeline.micro_batches * pipeline.longest, _token_round(pipeline))


def groups_to_fill(pipeline: Pipeline) -> float:
    """Return the groups m from which on the slowest stage never waits in decode; equal stages p(1 + c/t).

    The whole number needed is its ceiling. Infinite where no stage takes time but hops do.
    """
    if pipeline.longest == 0:
        return np.inf if pipeline.hop and pipeline.stages > 1 else 1.0
    return _token_round(pipeline) / pipeline.longest
