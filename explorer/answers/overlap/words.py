"""Communication that overlap can hide, in words: the names of the bars, and the sentences beside and below them."""

from __future__ import annotations

import math

from explorer.answers.break_even.explanations import explanation
from explorer.answers.formatting import seconds, short_seconds
from explorer.answers.outcome import Outcome
from explorer.answers.overlap.bars import ONE, OVERLAP, SERIES, Bar, Segment, SegmentKind
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.quantity import TIME, format_percent, format_quantity
from explorer.scenario.sentence import Sentence, sentence

_EQUAL = 1e-12
"""Relative difference up to which two times are equal."""
_PRECISE = 7
"""Digits under the mouse, where a person compares times."""


def bar_label(outcome: Outcome, key: str, *, short: bool = False) -> Sentence:
    """Name a bar, in a word where there is little room."""
    count, share = outcome.scenario.devices, PARAMETERS["overlap"].show(outcome.scenario.overlap)
    if key == ONE:
        return sentence("one") if short else sentence("one device")
    if short:
        brief = {SERIES: sentence("in series"), OVERLAP: sentence("f = {share}", share=share)}
        return brief.get(key, sentence("bound"))
    number = sentence("two") if count == 2 else str(count)
    names = {
        SERIES: sentence("{count}, in series", count=number),
        OVERLAP: sentence("{count}, f = {share}", count=number, share=share),
    }
    return names.get(key, sentence("{count}, ideal bound", count=number))


def bound_lines(outcome: Outcome) -> tuple[Sentence, ...]:
    """Return the ideal bound as a sum in words, in symbols, and alone; () without a result."""
    performance = outcome.performance
    if performance is None:
        return ()
    bound = seconds(performance.overlap_bound_s)
    serial = "S + ΔS" if outcome.scenario.work.extra_serial_s > 0 else "S"
    return (
        sentence("{serial} + max(compute, communication) = {bound}", serial=serial, bound=bound),
        sentence("{serial} + max(C/(Nη), H) = {bound}", serial=serial, bound=bound),
        sentence("bound {bound}", bound=bound),
    )


CAUTION = sentence("A bound, not a forecast: work that waits for a result cannot overlap it.")


def binding_sentence(outcome: Outcome) -> Sentence:
    """Return which part takes longer and how much can be hidden."""
    performance = outcome.performance
    if performance is None or performance.communication_s == 0:
        return sentence("There is no communication to hide.")
    compute, communication = performance.compute_s, performance.communication_s
    if compute == 0:
        return sentence("There is no compute (C = 0) that could hide communication.")
    if math.isclose(compute, communication, rel_tol=_EQUAL):
        return sentence(
            "Compute and communication take the same time: at most {time} can be hidden.",
            time=short_seconds(communication),
        )
    if compute > communication:
        return sentence("Compute takes longer: at most {time} can be hidden.", time=short_seconds(communication))
    return sentence(
        "Communication takes longer: at most {time} of its {whole} can be hidden.",
        time=short_seconds(compute),
        whole=short_seconds(communication),
    )


def distance_sentence(outcome: Outcome) -> Sentence | None:
    """Return how far TN is above the bound, also in percent of it; None where nothing could be hidden."""
    performance = outcome.performance
    if performance is None or performance.communication_s == 0 or performance.compute_s == 0:
        return None
    possible = min(performance.compute_s, performance.communication_s)
    above = possible - performance.hidden_s
    if above <= _EQUAL * possible:
        return sentence("Now at the bound.")
    share = format_percent(above / performance.overlap_bound_s)
    return sentence("Now {time} ({share}) above the bound.", time=short_seconds(above), share=share)


def sentences_below(outcome: Outcome) -> dict[str, Sentence]:
    """Return the sentences below the bars: binding, distance, threshold and caution; {} without a result."""
    if outcome.performance is None:
        return {}
    sentences = {
        "binding": binding_sentence(outcome),
        "distance": distance_sentence(outcome),
        "threshold": explanation(outcome, "overlap"),
        "caution": CAUTION,
    }
    return {name: text for name, text in sentences.items() if text is not None}


_SYMBOLS = {SegmentKind.SERIAL: "S", SegmentKind.EXTRA: "ΔS"}


def inside(segment: Segment) -> tuple[Sentence | str, ...]:
    """Return what can be written into a segment as a whole, the fullest text first."""
    time, symbol = short_seconds(segment.seconds), _SYMBOLS.get(segment.kind)
    if symbol is not None:
        return f"{symbol} {time}", symbol
    if segment.kind is SegmentKind.COMPUTE:
        return sentence("compute {time}", time=time), time
    return sentence("communication {time}", time=time), time


def inside_hidden(segment: Segment) -> tuple[Sentence | str, ...]:
    """Return what can be written into the hidden part of communication, the fullest text first."""
    time = short_seconds(segment.hidden_s)
    return sentence("{time} hidden", time=time), time


def inside_exposed(segment: Segment) -> tuple[Sentence | str, ...]:
    """Return what can be written into the exposed part of communication, the fullest text first."""
    time = short_seconds(segment.seconds - segment.hidden_s)
    return sentence("{time} exposed", time=time), time


def beside(segment: Segment) -> tuple[Sentence | str, ...]:
    """Return what can be written beside communication that is too short for words, the fullest text first."""
    time, hidden = short_seconds(segment.seconds), short_seconds(segment.hidden_s)
    if segment.hidden is None:
        return inside(segment)
    if segment.hidden_s >= segment.seconds:
        return sentence("communication {time}, hidden", time=time), *inside(segment)
    return sentence("communication {time}, {hidden} hidden", time=time, hidden=hidden), *inside(segment)


_PARTS: dict[SegmentKind, Sentence] = {
    SegmentKind.SERIAL: sentence("serial part S"),
    SegmentKind.EXTRA: sentence("extra serial time ΔS"),
    SegmentKind.COMPUTE: sentence("compute"),
    SegmentKind.COMMUNICATION: sentence("communication"),
}


def segment_sentences(outcome: Outcome, bar: Bar, segment: Segment) -> tuple[Sentence, ...]:
    """Return what a segment is, its time and how much of it is hidden."""
    first = sentence(
        "{bar}: {part} {time}, from {start} to {stop}.",
        bar=bar_label(outcome, bar.key),
        part=_PARTS[segment.kind],
        time=_precise_seconds(segment.seconds),
        start=_precise_seconds(segment.start),
        stop=_precise_seconds(segment.stop),
    )
    if segment.hidden is None:
        return (first,)
    if segment.hidden_s >= segment.seconds:
        return first, sentence("All of it is hidden under compute.")
    return first, sentence("{time} of it is hidden under compute.", time=_precise_seconds(segment.hidden_s))


def _precise_seconds(value: float) -> str:
    return format_quantity(value, TIME, _PRECISE)
