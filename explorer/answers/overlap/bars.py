"""Communication that overlap can hide: the bars of the times, in seconds."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from explorer.answers.outcome import Outcome, Performance, answer
from explorer.model import balance
from explorer.model.balance import Phase
from explorer.model.thresholds import State

ONE, SERIES, OVERLAP, IDEAL = "one", "series", "overlap", "ideal"
KEYS = (ONE, SERIES, OVERLAP, IDEAL)


class SegmentKind(StrEnum):
    """What a device does in a segment."""

    SERIAL = "serial"
    EXTRA = "extra"
    COMPUTE = "compute"
    COMMUNICATION = "communication"


@dataclass(frozen=True)
class Segment:
    """A piece of a bar.

    Attributes
    ----------
    kind : what is done.
    start, stop : seconds from the bar's beginning.
    seconds : its length as it was computed; ``stop - start`` has lost digits where S is large.
    lane : 0 for the work of a device, 1 for communication beneath it.
    hidden : from when to when it runs under compute, or None.
    hidden_s : length of that.
    """

    kind: SegmentKind
    start: float
    stop: float
    seconds: float
    lane: int = 0
    hidden: tuple[float, float] | None = None
    hidden_s: float = 0.0


@dataclass(frozen=True)
class Bar:
    """A run from 0 to its end, seconds, as the segments that take any time."""

    key: str
    segments: tuple[Segment, ...]
    end: float

    @property
    def lanes(self) -> int:
        """How many things a device does side by side."""
        return 1 + max((segment.lane for segment in self.segments), default=0)

    def communication(self) -> Segment | None:
        """Return the piece of communication, or None where there is none."""
        return next((segment for segment in self.segments if segment.kind is SegmentKind.COMMUNICATION), None)


@answer
def bars(outcome: Outcome) -> tuple[Bar, ...]:
    """Return one device, the split in series, with the scenario's overlap and at the ideal bound; () without a result.

    Each ends exactly at T1, TN(0), TN(f) and TN(1) of the model. Communication is one piece of length H that begins at
    S + dS + max(Cp - f H, 0): what lies under compute is hidden, the rest sticks out.
    """
    phase, performance = outcome.phase, outcome.performance
    if phase is None or performance is None:
        return ()
    one = _in_series((SegmentKind.SERIAL, float(phase.serial)), (SegmentKind.COMPUTE, float(phase.divisible)))
    series = _in_series(*_work(phase, performance), (SegmentKind.COMMUNICATION, performance.communication_s))
    return (
        _bar(ONE, one, performance.one_device_s),
        _bar(SERIES, series, float(balance.split_time(replace(phase, overlap=0.0)))),
        _overlapped(OVERLAP, phase, performance),
        _overlapped(IDEAL, replace(phase, overlap=1.0), performance),
    )


def _work(phase: Phase, performance: Performance) -> tuple[tuple[SegmentKind, float], ...]:
    """Return what a device of the split does but for communication, in seconds."""
    return (
        (SegmentKind.SERIAL, float(phase.serial)),
        (SegmentKind.EXTRA, float(phase.extra_serial)),
        (SegmentKind.COMPUTE, performance.compute_s),
    )


def _in_series(*parts: tuple[SegmentKind, float]) -> list[Segment]:
    """Lay parts end to end, without those that take no time."""
    segments: list[Segment] = []
    at = 0.0
    for kind, length in parts:
        if length > 0:
            segments.append(Segment(kind, at, at + length, length))
        at += length
    return segments


def _bar(key: str, segments: list[Segment], end: float) -> Bar:
    """Make a bar whose last segment ends exactly where the bar does."""
    if segments:
        segments[-1] = replace(segments[-1], stop=end)
    return Bar(key, tuple(segments), end)


def _overlapped(key: str, phase: Phase, performance: Performance) -> Bar:
    """Lay communication under compute as far as the phase's overlap lets it."""
    work = _in_series(*_work(phase, performance))
    end, length = float(balance.split_time(phase)), performance.communication_s
    if length > 0:
        base, hidden_s = float(phase.serial + phase.extra_serial), float(balance.hidden_time(phase))
        start = base + max(performance.compute_s - float(phase.overlap) * length, 0.0)
        hidden = (start, min(base + performance.compute_s, end)) if hidden_s > 0 else None
        work.append(Segment(SegmentKind.COMMUNICATION, start, end, length, 1, hidden, hidden_s))
    return Bar(key, tuple(work), end)


def overlap_at(outcome: Outcome, start: float, step: float = 0.0) -> float:
    """Return the f for which communication begins at a time, within [0, 1].

    Communication cannot begin before compute: such a time gives the present f where that already hides all of compute,
    else the smallest f that does. Without communication it is the present f.

    Parameters
    ----------
    start : seconds from the beginning of the bar with the scenario's overlap.
    step : seconds of a step of the mouse; f is rounded accordingly. 0 gives all digits.
    """
    phase, performance = outcome.phase, outcome.performance
    if phase is None or performance is None or performance.communication_s == 0:
        return float(outcome.scenario.overlap)
    now, length = float(phase.overlap), performance.communication_s
    late = max(start - float(phase.serial + phase.extra_serial), 0.0)
    if late == 0 and now * length >= performance.compute_s:
        return now
    share = min(max((performance.compute_s - late) / length, 0.0), 1.0)
    if step <= 0:
        return share
    digits: int = min(max(math.ceil(-math.log10(min(step / length, 1.0))), 2), 12)
    if late == 0:  # rounded up, so that nothing stays uncovered that could be hidden
        return min(math.ceil(share * 10.0**digits) / 10.0**digits, 1.0)
    return round(share, digits)


def threshold(outcome: Outcome) -> float | None:
    """Return the f at which the target is met, or None where there is no such number."""
    limit = outcome.threshold("overlap")
    return float(limit.value) if limit is not None and limit.state is State.FINITE else None


def curve(outcome: Outcome) -> tuple[tuple[float, float], ...]:
    """Return f and TN (seconds) at the points where the curve bends: f = 0, where all is hidden that can be, f = 1."""
    phase, performance = outcome.phase, outcome.performance
    if phase is None or performance is None:
        return ()
    bound, length = performance.overlap_bound_s, performance.communication_s
    bend = performance.compute_s / length if length > 0 else 1.0
    points = [(0.0, float(balance.split_time(replace(phase, overlap=0.0))))]
    return (*points, *([(bend, bound)] if 0 < bend < 1 else []), (1.0, bound))
