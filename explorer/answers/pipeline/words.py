"""The scenario's pipeline in words: what each schedule takes, what sets the schedules apart, what it rests on."""

from __future__ import annotations

import math

from explorer.answers import formatting
from explorer.answers.outcome import Outcome
from explorer.answers.pipeline.schedules import MOST_EVENTS, Run, hop_of, run
from explorer.model.pipeline import Schedule
from explorer.model.timeline import Timeline
from explorer.scenario.quantity import COUNT, format_percent, format_quantity
from explorer.scenario.sentence import Sentence, sentence

NAMES = {
    Schedule.GPIPE: sentence("GPipe"),
    Schedule.ONE_F_ONE_B: sentence("1F1B"),
    Schedule.INTERLEAVED: sentence("Interleaved"),
}
MEANINGS = {
    Schedule.GPIPE: sentence("All forwards, then all backwards: every micro-batch's activations are kept until then."),
    Schedule.ONE_F_ONE_B: sentence(
        "By turns one forward and one backward as soon as one can run: fewer activations are kept."
    ),
    Schedule.INTERLEAVED: sentence(
        "Each device has v chunks of the layers: the pipeline fills v times faster and sends v times as many messages."
    ),
}
CONVENTIONS = sentence(
    "Of the makespan (GPipe's): idle over all device time. Over the ideal time (Megatron's): idle over pure work time."
)
_EQUAL = 1e-9
_FACTOR = 10.0
"""Share over the ideal time from which on it is told as a factor."""


def _number(value: float) -> str:
    return f"{value:.10g}" if value >= 1000 else f"{value:.4g}"


def share(value: float) -> str | Sentence:
    """Write an idle share: a percentage, or a factor where that would have many digits."""
    if math.isinf(value):
        return "∞"
    if value < _FACTOR:
        return format_percent(value)
    for size, word in ((1e9, sentence("billion")), (1e6, sentence("million"))):
        if value >= size * (1 - 1e-3):
            return sentence("{factor} {size} times", factor=format_quantity(value / size, COUNT, 3), size=word)
    return sentence("{factor} times", factor=format_quantity(value, COUNT, 3))


def over_ideal(value: float) -> Sentence:
    """Say an idle share over the ideal time, which can be many times as long."""
    if _FACTOR <= value < math.inf:
        return sentence("{share} the ideal time", share=share(value))
    return sentence("{share} over the ideal time", share=share(value))


def head(found: Run) -> Sentence:
    """Say in one line what a schedule takes; why it cannot run or has no figures."""
    name = NAMES[found.schedule]
    if not found.can_run:
        return sentence("{name} {reason}", name=name, reason=_why_not(found))
    if found.makespan is None or found.idle_of_makespan is None or found.idle_of_ideal is None:
        return sentence("{name}: {reason}", name=name, reason=too_many(found))
    return sentence(
        "{name}: {time}, bubble {makespan} of the makespan (GPipe's convention), {ideal} (Megatron's)",
        name=name,
        time=formatting.seconds(found.makespan),
        makespan=share(found.idle_of_makespan),
        ideal=over_ideal(found.idle_of_ideal),
    )


def short_head(found: Run) -> Sentence:
    """Say the same where there is little room; the conventions are named all the same."""
    if found.makespan is None or found.idle_of_makespan is None or found.idle_of_ideal is None:
        return head(found)
    return sentence(
        "{name}: {time}, bubble {makespan} (GPipe's), {ideal} (Megatron's)",
        name=NAMES[found.schedule],
        time=formatting.seconds(found.makespan),
        makespan=share(found.idle_of_makespan),
        ideal=share(found.idle_of_ideal),
    )


def heads(found: Run) -> tuple[Sentence, ...]:
    """Say it ever more shortly; only the name where there are no figures."""
    name = NAMES[found.schedule]
    if found.makespan is None:
        return (name,)
    return (
        head(found),
        short_head(found),
        sentence("{name}: {time}", name=name, time=formatting.seconds(found.makespan)),
    )


def head_explained(found: Run) -> Sentence:
    """Say in full what :func:`heads` may have had no room for, and what the two shares are shares of."""
    if found.makespan is None:
        return head(found)
    return sentence("{head}. {conventions}", head=head(found), conventions=CONVENTIONS)


def _why_not(found: Run) -> Sentence:
    """Say which numbers of micro-batches a schedule runs, and which to try."""
    figures = {"stages": str(found.pipeline.stages), "first": str(found.nearby[0]), "last": str(found.nearby[-1])}
    if len(found.nearby) == 1:
        return sentence("runs only a multiple of {stages} micro-batches (the stages): try {first}", **figures)
    return sentence("runs only a multiple of {stages} micro-batches (the stages): try {first} or {last}", **figures)


def too_many(found: Run) -> Sentence:
    """Say that a timeline is too long, and what is known all the same."""
    figures = {"count": f"{found.events:,}", "most": f"{MOST_EVENTS:,}"}
    if found.makespan is None:
        return sentence("{count} events, more than the {most} that are simulated, and no closed form", **figures)
    return sentence("{count} events, more than the {most} that are drawn: from closed forms alone", **figures)


def problem(found: Run) -> Sentence | None:
    """Say why there is no timeline, or None."""
    if not found.can_run:
        return sentence("interleaved {reason}", reason=_why_not(found))
    return too_many(found) if found.timeline is None else None


def nothing_to_play(found: tuple[Run, ...]) -> Sentence | None:
    """Say why none of the schedules can be played, or None."""
    if any(one.timeline is not None and one.makespan for one in found):
        return None
    told = next((told for told in map(problem, found) if told is not None), None)
    if told is None:
        return sentence("Nothing to play: no stage takes any time")
    return sentence("Nothing to play: {reason}", reason=told)


def figures_told(found: Run) -> list[Sentence]:
    """Say what else a schedule comes to: pace and activations; why it has no figures."""
    if not found.can_run or found.makespan is None:
        return [MEANINGS[found.schedule]]
    alone = [sentence("One stage never waits.")] if found.pipeline.stages == 1 else []
    return [*alone, *_pace_told(found), _kept_told(found)]


def _pace_told(found: Run) -> list[Sentence]:
    if found.period is None:
        return []
    if found.period == 0:
        return [sentence("No stage takes any time: nothing limits the rate.")]
    figures = {"period": formatting.short_seconds(found.period), "rate": formatting.rate(1 / found.period)}
    if found.pipeline.backward_ratio == 0:
        return [sentence("When many follow each other, a request leaves every {period}: {rate}.", **figures)]
    return [sentence("When there are many, each micro-batch adds {period}: {rate}.", **figures)]


def _kept_told(found: Run) -> Sentence:
    if found.pipeline.backward_ratio == 0:
        return sentence("Forward only: no activations are kept.")
    kept = found.in_flight
    if len(kept) == 1 and kept[0] == 1:
        return sentence("The stage keeps the activations of one micro-batch.")
    counts = [_number(value) for value in (float(kept[0]), float(kept[-1]))]
    if len(kept) == 1 or counts[0] == counts[1]:
        return sentence("Each stage keeps the activations of up to {first} micro-batches.", first=counts[0])
    return sentence(
        "Activations kept, in micro-batches: {first} on the first stage, {last} on the last.",
        first=counts[0],
        last=counts[1],
    )


def compared(found: tuple[Run, ...]) -> list[Sentence]:
    """Say what sets the three schedules apart here."""
    by_name = {one.schedule: one for one in found}
    gpipe, alternating = by_name[Schedule.GPIPE], by_name[Schedule.ONE_F_ONE_B]
    return [*_turns_told(gpipe, alternating), *_chunks_told(by_name[Schedule.INTERLEAVED], alternating)]


def _turns_told(gpipe: Run, alternating: Run) -> list[Sentence]:
    if gpipe.pipeline.backward_ratio == 0:
        return [sentence("Forward only, GPipe and 1F1B are the same.")]
    kept = sentence(
        "1F1B keeps the activations of {few} micro-batches on stage 1, GPipe of {many}",
        few=_number(float(alternating.in_flight[0])),
        many=_number(float(gpipe.in_flight[0])),
    )
    if gpipe.makespan is None or alternating.makespan is None:
        return [sentence("{kept}.", kept=kept)]
    change = alternating.makespan - gpipe.makespan
    time = formatting.short_seconds(abs(change))
    if abs(change) <= _EQUAL * gpipe.makespan:
        return [sentence("{kept}; both take as long.", kept=kept)]
    if change < 0:
        return [sentence("{kept}; it takes {time} less.", kept=kept, time=time)]
    if gpipe.pipeline.travel == 0:
        return [sentence("{kept}; it takes {time} longer.", kept=kept, time=time)]
    return [sentence("{kept}; it takes {time} longer, waiting for hops there and back.", kept=kept, time=time)]


def _chunks_told(chunked: Run, plain: Run) -> list[Sentence]:
    if not chunked.can_run:
        return [sentence("Interleaved {reason}.", reason=_why_not(chunked))]
    if chunked.makespan is None or plain.makespan is None:
        return []
    change = chunked.makespan - plain.makespan
    figures = {"chunks": str(chunked.pipeline.chunks), "time": formatting.short_seconds(abs(change))}
    if abs(change) <= _EQUAL * plain.makespan:
        return [sentence("Interleaved with {chunks} chunks takes as long as 1F1B.", **figures)]
    if change < 0:
        return [sentence("Interleaved takes {time} less than 1F1B and sends {chunks}× the messages.", **figures)]
    if plain.pipeline.travel == 0:
        return [sentence("Interleaved takes {time} longer than 1F1B.", **figures)]
    return [
        sentence(
            "Interleaved takes {time} longer than 1F1B: its {chunks}× as many hops cost more than the shorter filling "
            "saves.",
            **figures,
        )
    ]


def basis(found: Run, outcome: Outcome) -> list[Sentence]:
    """Say what the figures rest on: times of the stages, hops, sends."""
    pipeline, section = found.pipeline, outcome.scenario.pipeline
    if section.stage_times_s:
        shortest, longest = (formatting.short_seconds(pick(pipeline.forward)) for pick in (min, max))
        told = [sentence("Listed stages take {least} to {most}.", least=shortest, most=longest)]
    else:
        each = formatting.short_seconds(pipeline.longest)
        told = [sentence("Stages share S and C equally, {time} each.", time=each)]
    if pipeline.stages > 1:
        told.append(_hop_told(outcome))
    if section.blocking_sends:
        told.append(_blocking_told(found))
    return told


def _hop_told(outcome: Outcome) -> Sentence:
    hop = hop_of(outcome.scenario)
    time = formatting.short_seconds(hop.seconds)
    if hop.at_most:
        return sentence("A hop takes at most {time}, an all-reduce of its bytes.", time=time)
    return sentence("A hop takes {time}.", time=time)


def _blocking_told(found: Run) -> Sentence:
    if found.knows_blocking:
        return sentence("Sends hold each stage but the last up for a hop: the rate counts it, not the bars.")
    return sentence(
        "Sends that hold their stage up are not modelled here: the figures are those of sends that overlap."
    )


def event_told(made: Timeline, index: int, schedule: Schedule) -> Sentence:
    """Say what an event is."""
    backward = bool(made.is_backward[index])
    figures: dict[str, str | Sentence] = {
        "name": NAMES[schedule],
        "stage": str(int(made.stage[index]) + 1),
        "micro": str(int(made.micro[index]) + 1),
        "chunk": str(int(made.chunk[index]) + 1),
        "start": formatting.seconds(float(made.start[index])),
        "end": formatting.seconds(float(made.end[index])),
    }
    kind = sentence("backward (B)") if backward else sentence("forward (F)")
    if made.chunks > 1:
        return sentence(
            "{name}, stage {stage}: {kind} of micro-batch {micro} through chunk {chunk}, from {start} to {end}.",
            kind=kind,
            **figures,
        )
    return sentence(
        "{name}, stage {stage}: {kind} of micro-batch {micro}, from {start} to {end}.", kind=kind, **figures
    )


def footnote(outcome: Outcome) -> Sentence:
    """Name the numbers of the section for the footer of a picture."""
    section, found = outcome.scenario.pipeline, outcome.of(run)
    return sentence(
        "pipeline: {name}, p = {stages}, m = {count}, v = {chunks}, b = {ratio}, hop {hop}",
        name=NAMES[found.schedule],
        stages=str(found.pipeline.stages),
        count=str(section.micro_batches),
        chunks=str(section.chunks),
        ratio=f"{section.backward_ratio:g}",
        hop=formatting.short_seconds(found.pipeline.hop),
    )
