"""The balance of times: one device against N devices that split the same work.

Every function takes a :class:`Phase` whose fields are numbers or NumPy arrays that broadcast against each other, and
returns a float or an array of the common shape. All values are SI: seconds, bytes, bytes per second.

The law of partial overlap is "a fraction f of the communication is issued while compute is running": it is continuous,
never increases with f, equals the sum at f = 0 and the longer part at f = 1, and never beats that ideal bound.

Source: the article "Il problema: raddoppiare le risorse senza dimezzare l'attesa", extended to N devices, to extra
serial work and to partial overlap.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

Number = float | NDArray[np.float64]

TIE_BAND = 1e-12
"""Margins below this share of the times that enter them are rounding, hence ties."""


def plain(values: Any) -> Number:
    """Return an array of no dimension as a float, any other as an array of floats."""
    held = np.asarray(values, float)
    return float(held) if held.ndim == 0 else held


@dataclass(frozen=True)
class Phase:
    """One phase of work, the devices that share it and the messages that they exchange.

    Attributes
    ----------
    serial : S >= 0, seconds that no division shortens.
    divisible : C >= 0, seconds of divisible compute on one device.
    efficiency : eta > 0, local efficiency of each shard, which takes C/(N eta). Not the utilisation of a dashboard.
    messages : Q >= 0, communications in series; whole in a scenario, real in a sweep.
    startup : l >= 0, fixed seconds of one communication.
    message_bytes : V >= 0, bytes on the critical path of one communication.
    bandwidth : B > 0, bytes per second on that path; may be infinite.
    devices : N >= 2.
    overlap : f in [0, 1], share of the communication issued during compute.
    extra_serial : Delta S >= 0, serial seconds that only the split version pays.
    """

    serial: Number
    divisible: Number
    efficiency: Number
    messages: Number
    startup: Number
    message_bytes: Number
    bandwidth: Number
    devices: Number = 2
    overlap: Number = 0.0
    extra_serial: Number = 0.0


class Verdict(StrEnum):
    """Which of the two is faster."""

    SPLIT = "split"
    TIE = "tie"
    SINGLE = "single"


def one_device_time(phase: Phase) -> Number:
    """T1 = S + C, seconds."""
    return phase.serial + phase.divisible


def compute_time(phase: Phase) -> Number:
    """Cp = C/(N eta), seconds that each device computes its shard."""
    return phase.divisible / (phase.devices * phase.efficiency)


def message_time(phase: Phase) -> Number:
    """Seconds of one communication, l + V/B; without bytes the bandwidth does not enter."""
    return phase.startup + phase.message_bytes / phase.bandwidth


def communication_time(phase: Phase) -> Number:
    """H = Q (l + V/B), seconds of all communications in series."""
    return phase.messages * message_time(phase)


def exposed_communication(phase: Phase) -> Number:
    """(1 - f) H, seconds of communication issued after compute."""
    return (1 - phase.overlap) * communication_time(phase)


def split_time(phase: Phase) -> Number:
    """TN = S + Delta S + max(Cp + (1 - f) H, H), seconds."""
    parallel = np.maximum(compute_time(phase) + exposed_communication(phase), communication_time(phase))
    return phase.serial + phase.extra_serial + parallel


def overlap_bound(phase: Phase) -> Number:
    """TN at f = 1, S + Delta S + max(Cp, H), seconds: a lower bound, not a forecast."""
    return phase.serial + phase.extra_serial + np.maximum(compute_time(phase), communication_time(phase))


def hidden_time(phase: Phase) -> Number:
    """Seconds of communication that run under compute, min(f H, Cp)."""
    return np.minimum(phase.overlap * communication_time(phase), compute_time(phase))


def saving_rate(phase: Phase, target: Number = 1.0) -> Number:
    """G = 1/r - 1/(N eta), the share of C that splitting saves beyond what the target r asks.

    Written as (eta - r/N)/(r eta), which keeps its digits where eta is close to r/N.
    """
    return (phase.efficiency - target / phase.devices) / (target * phase.efficiency)


def serial_penalty(phase: Phase, target: Number = 1.0) -> Number:
    """S (1 - 1/r), seconds that a target above 1 must save on the serial part's behalf; 0 at r = 1."""
    return phase.serial * ((target - 1) / target)


def saving(phase: Phase, target: Number = 1.0) -> Number:
    """G = C g - S (1 - 1/r), seconds that splitting saves before it pays for anything."""
    return phase.divisible * saving_rate(phase, target) - serial_penalty(phase, target)


def allowance(phase: Phase, target: Number = 1.0) -> Number:
    """Seconds that the parallel part may take, A = C/r - Delta S - S (1 - 1/r)."""
    return phase.divisible / target - phase.extra_serial - serial_penalty(phase, target)


def margin(phase: Phase, target: Number = 1.0) -> Number:
    """M = T1/r - TN, seconds; positive where the target is met.

    S cancels at r = 1 and must not decide by its rounding, so that the two times are never subtracted.
    """
    after_compute = saving(phase, target) - phase.extra_serial - exposed_communication(phase)
    return np.minimum(after_compute, allowance(phase, target) - communication_time(phase))


def tie_width(phase: Phase, target: Number = 1.0) -> Number:
    """Seconds within which a margin is a tie."""
    scale = phase.divisible + compute_time(phase) + phase.extra_serial + communication_time(phase)
    return TIE_BAND * (scale + serial_penalty(phase, target))


def meets(phase: Phase, target: Number = 1.0) -> Any:
    """Whether the speed-up is strictly above the target, ties excluded: a bool or an array of bool."""
    return margin(phase, target) > tie_width(phase, target)


def verdict(phase: Phase) -> Any:
    """Return the :class:`Verdict` at r = 1, or an object array of verdicts."""
    gain, width = np.broadcast_arrays(margin(phase), tie_width(phase))
    chosen = np.empty(gain.shape, dtype=object)
    chosen.fill(Verdict.TIE)
    chosen[gain > width] = Verdict.SPLIT
    chosen[gain < -width] = Verdict.SINGLE
    return chosen.item() if chosen.ndim == 0 else chosen


def _ratio(above: Number, below: Number) -> Number:
    """Quotient of two times, with 0/0 = 1: nothing to do takes equally long everywhere."""
    above, below = np.broadcast_arrays(np.asarray(above, float), np.asarray(below, float))
    empty = (above == 0) & (below == 0)
    return plain(np.where(empty, 1.0, above) / np.where(empty, 1.0, below))


def speedup(phase: Phase) -> Number:
    """Sigma = T1/TN, with 0/0 = 1."""
    return _ratio(one_device_time(phase), split_time(phase))


def relative_gain(phase: Phase) -> Number:
    """Sigma - 1 = M/TN: keeps its digits where S is huge and sigma close to 1."""
    gain, split = np.asarray(margin(phase)), np.asarray(split_time(phase))
    return plain(gain / np.where(split == 0, 1.0, split))


def parallel_efficiency(phase: Phase) -> Number:
    """E = sigma/N."""
    return speedup(phase) / phase.devices


def device_time_ratio(phase: Phase) -> Number:
    """N TN/T1, device-seconds paid for each second of one device; infinite where T1 = 0 and TN > 0."""
    with np.errstate(divide="ignore"):
        return np.float64(phase.devices) / speedup(phase)


def communication_share(phase: Phase) -> Number:
    """H/TN, the share of the split time that communication lasts; 0 where nothing takes time."""
    total = np.asarray(split_time(phase), float)
    return plain(communication_time(phase) / np.where(total == 0, 1.0, total))


def condition_of_break_even(phase: Phase, target: Number = 1.0) -> Number:
    """Relative condition of C* with respect to eta, r/(N eta - r); infinite where no C* exists.

    A change of eta by 1 % moves C* by about so many percent (article's base: 1.667).
    """
    excess = np.asarray(phase.efficiency - target / phase.devices, float)
    return plain(np.where(excess > 0, target / phase.devices / np.where(excess > 0, excess, 1.0), np.inf))
