"""The time of an exchange's messages as they are, step by step: what the formulas of the cost are held against."""

from __future__ import annotations

from explorer.model.collectives.clock import traffic
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.steps import Exchange


def seconds_by_steps(
    exchange: Exchange, alpha: float, bandwidth: float, *, launch: float = 0.0, gamma: float = 0.0
) -> float:
    """Launch, and for each step alpha, the most bytes that one device sends over B, and its reduced bytes gamma.

    Within rounding those of the cost, but for the double binary tree. Alpha of the network tree is that of both steps.
    """
    if not exchange.steps:
        return 0.0
    sent, _, reduced = (bytes_of[:, : exchange.devices].max(axis=1).sum() for bytes_of in traffic(exchange))
    each = alpha / 2 if exchange.algorithm == Algorithm.NETWORK_TREE else alpha
    return float(launch + exchange.steps * each + sent / bandwidth + reduced * gamma)
