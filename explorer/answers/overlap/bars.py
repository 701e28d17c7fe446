"""What overlapping could hide: the bars of the times as plain values, and the words beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from explorer.answers.break_even.explanations import explanation
from explorer.answers.formatting import seconds, short_seconds
from explorer.answers.outcome import Outcome, Performance, answer
from explorer.model import balance
from explorer.model.balance import Phase
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.quantity import TIME, format_percent, format_quantity
from explorer.scenario.sentence import Sentence, sentence

ONE, SERIES, OVERLAP, IDEAL = "one", "series", "overlap", "ideal"
KEYS = (ONE, SERIES, OVERLAP, IDEAL)

_EQUAL = 1e-12
_PRECISE = 7


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
    """Return one device, the split in series, with the scenario's overlap and at the ideal bound; () without an answer.

    Each ends exactly at T1, TN(0), TN(f) and TN(1) of the model. Communication is one piece of length H that begins at
    S + dS + max(Cp - f H, 0): what lies under compute is hidden, the rest sticks out.
    """
    phase, performance = outcome.phase, outcome.performance
    if phase is None or performance is None:
        return ()
    one = _in_series((SegmentKind.SERIAL, float(phase.serial)), (SegmentKind.COMPUTE, float(phase.divisible)))
    series = _in_series(
        (SegmentKind.SERIAL, float(phase.serial)),
        (SegmentKind.EXTRA, float(phase.extra_serial)),
        (SegmentKind.COMPUTE, performance.compute_s),
        (SegmentKind.COMMUNICATION, performance.communication_s),
    )
    return (
        _bar(ONE, one, performance.one_device_s),
        _bar(SERIES, series, float(balance.split_time(replace(phase, overlap=0.0)))),
        _overlapped(OVERLAP, phase, performance),
        _overlapped(IDEAL, replace(phase, overlap=1.0), performance),
    )


def _in_series(*parts: tuple[SegmentKind, float]) -> list[Segment]:
    """Lay parts end to end, without those that take no time."""
    made: list[Segment] = []
    at = 0.0
    for kind, length in parts:
        if length > 0:
            made.append(Segment(kind, at, at + length, length))
        at += length
    return made


def _bar(key: str, segments: list[Segment], end: float) -> Bar:
    """Make a bar whose last segment ends exactly where the bar does."""
    if segments:
        segments[-1] = replace(segments[-1], stop=end)
    return Bar(key, tuple(segments), end)


def _overlapped(key: str, phase: Phase, performance: Performance) -> Bar:
    """Lay communication under compute as far as the phase's overlap lets it."""
    work = _in_series(
        (SegmentKind.SERIAL, float(phase.serial)),
        (SegmentKind.EXTRA, float(phase.extra_serial)),
        (SegmentKind.COMPUTE, performance.compute_s),
    )
    end, length = float(balance.split_time(phase)), performance.communication_s
    if length > 0:
        base, hidden_s = float(phase.serial + phase.extra_serial), float(balance.hidden_time(phase))
        start = base + max(performance.compute_s - float(phase.overlap) * length, 0.0)
        hidden = (start, min(base + performance.compute_s, end)) if hidden_s > 0 else None
        work.append(Segment(SegmentKind.COMMUNICATION, start, end, length, 1, hidden, hidden_s))
    return Bar(key, tuple(work), end)


def overlap_at(outcome: Outcome, start: float, step: float = 0.0) -> float:
    """Return the f for which communication begins at a time, within [0, 1].

    Before compute it cannot begin: there the f that it has stands, or else the least that brings it there. Without
    communication nothing can be asked: the present f.

    Parameters
    ----------
    start : seconds from the beginning of the bar with the scenario's overlap.
    step : seconds that the hand can tell apart; f comes no finer than they ask for. 0 gives all digits.
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


def curve(outcome: Outcome) -> tuple[tuple[float, float], ...]:
    """Return TN against f as the points where it bends: f = 0, where all that can be is hidden, f = 1."""
    phase, performance = outcome.phase, outcome.performance
    if phase is None or performance is None:
        return ()
    bound, length = performance.overlap_bound_s, performance.communication_s
    bend = performance.compute_s / length if length > 0 else 1.0
    points = [(0.0, float(balance.split_time(replace(phase, overlap=0.0))))]
    return (*points, *([(bend, bound)] if 0 < bend < 1 else []), (1.0, bound))


# Words


def label(outcome: Outcome, key: str, *, short: bool = False) -> Sentence:
    """Name a bar, or in a word where there is little room."""
    count, share = outcome.scenario.devices, PARAMETERS["overlap"].show(outcome.scenario.overlap)
    if key == ONE:
        return sentence("one") if short else sentence("one device")
    if short:
        brief = {SERIES: sentence("in series"), OVERLAP: sentence("f = {share}", share=share)}
        return brief.get(key, sentence("bound"))
    if count == 2:
        named = {SERIES: sentence("two, in series"), OVERLAP: sentence("two, f = {share}", share=share)}
        return named.get(key, sentence("two, ideal bound"))
    number = str(count)
    numbered = {
        SERIES: sentence("{count}, in series", count=number),
        OVERLAP: sentence("{count}, f = {share}", count=number, share=share),
    }
    return numbered.get(key, sentence("{count}, ideal bound", count=number))


def bound_lines(outcome: Outcome) -> tuple[Sentence, ...]:
    """Give the ideal bound as a sum, at full length, in symbols and alone; the first that has room is shown."""
    performance = outcome.performance
    if performance is None:
        return ()
    bound = seconds(performance.overlap_bound_s)
    if outcome.phase is not None and outcome.phase.extra_serial > 0:
        full = sentence("S + ΔS + max(compute, communication) = {bound}", bound=bound)
        symbols = sentence("S + ΔS + max(C/(Nη), H) = {bound}", bound=bound)
    else:
        full = sentence("S + max(compute, communication) = {bound}", bound=bound)
        symbols = sentence("S + max(C/(Nη), H) = {bound}", bound=bound)
    return full, symbols, sentence("bound {bound}", bound=bound)


CAUTION = sentence("A bound, not a forecast: work that waits for a result cannot overlap it.")


def binding(outcome: Outcome) -> Sentence:
    """Say which part is the longer one and what can be hidden at most. Needs an answer."""
    performance = outcome.performance
    if performance is None or performance.communication_s == 0:
        return sentence("There is no communication: nothing to hide.")
    compute, communication = performance.compute_s, performance.communication_s
    if compute == 0:
        return sentence("There is no compute (C = 0) under which communication could hide.")
    if math.isclose(compute, communication, rel_tol=_EQUAL):
        return sentence(
            "Compute and communication take equally long: at most {time} can be hidden.",
            time=short_seconds(communication),
        )
    if compute > communication:
        return sentence("Compute is the longer part: at most {time} can be hidden.", time=short_seconds(communication))
    return sentence(
        "Communication is the longer part: at most {time} of its {whole} can be hidden.",
        time=short_seconds(compute),
        whole=short_seconds(communication),
    )


def distance(outcome: Outcome) -> Sentence | None:
    """Say how far TN is from the bound, in percent of the bound; None where nothing could be hidden."""
    performance = outcome.performance
    if performance is None or performance.communication_s == 0 or performance.compute_s == 0:
        return None
    possible = min(performance.compute_s, performance.communication_s)
    above = possible - performance.hidden_s
    if above <= _EQUAL * possible:
        return sentence("Now at the bound.")
    share = format_percent(above / performance.overlap_bound_s)
    return sentence("Now {time} ({share}) above the bound.", time=short_seconds(above), share=share)


def words(outcome: Outcome) -> dict[str, Sentence]:
    """Return what is said below the bars: binding, distance, threshold and caution; {} without an answer."""
    if outcome.performance is None:
        return {}
    told = {
        "binding": binding(outcome),
        "distance": distance(outcome),
        "threshold": explanation(outcome, "overlap"),
        "caution": CAUTION,
    }
    return {name: said for name, said in told.items() if said is not None}


_PARTS: dict[SegmentKind, Sentence] = {
    SegmentKind.SERIAL: sentence("undivided work S"),
    SegmentKind.EXTRA: sentence("added serial work ΔS"),
    SegmentKind.COMPUTE: sentence("compute"),
    SegmentKind.COMMUNICATION: sentence("communication"),
}


def reading(outcome: Outcome, bar: Bar, segment: Segment) -> tuple[Sentence, ...]:
    """Say what a segment is, how long it takes and how much of it is hidden."""
    first = sentence(
        "{bar}: {part} {time}, from {start} to {stop}.",
        bar=label(outcome, bar.key),
        part=_PARTS[segment.kind],
        time=_exactly(segment.seconds),
        start=_exactly(segment.start),
        stop=_exactly(segment.stop),
    )
    if segment.hidden is None:
        return (first,)
    if segment.hidden_s >= segment.seconds:
        return first, sentence("All of it is hidden under compute.")
    return first, sentence("{time} of it are hidden under compute.", time=_exactly(segment.hidden_s))


def _exactly(value: float) -> str:
    return format_quantity(value, TIME, _PRECISE)
