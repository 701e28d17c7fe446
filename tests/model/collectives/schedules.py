"""The time of an all-reduce's messages as they are, step by step: what the formulas of the cost are held against."""

from __future__ import annotations

from explorer.model.collectives.clock import traffic
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.steps import AllReduce


def seconds_by_steps(
    all_reduce: AllReduce, alpha: float, bandwidth: float, *, launch: float = 0.0, gamma: float = 0.0
) -> float:
    """Launch, and for each step alpha, the most bytes that one device sends over B, and its reduced bytes gamma.

    Within rounding those of the cost, but for the double binary tree. Alpha of the network tree is that of both steps.
    """
    if not all_reduce.steps:
        return 0.0
    sent, _, reduced = (bytes_of[:, : all_reduce.devices].max(axis=1).sum() for bytes_of in traffic(all_reduce))
    each = alpha / 2 if all_reduce.algorithm == Algorithm.NETWORK_TREE else alpha
    return float(launch + all_reduce.steps * each + sent / bandwidth + reduced * gamma)
