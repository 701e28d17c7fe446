"""The scenario's pipeline in words: what each schedule takes, how the schedules differ, the bubble, the assumptions."""

from __future__ import annotations

import math
from collections.abc import Iterator

from explorer.answers import formatting
from explorer.answers.outcome import Outcome
from explorer.answers.pipeline import schedules
from explorer.answers.pipeline.schedules import MOST_EVENTS, Bubble, Run, SmallFrom, hop_of, run
from explorer.model.pipeline import Schedule
from explorer.model.timeline import Timeline
from explorer.scenario.parameters import MOST_DEVICES
from explorer.scenario.quantity import COUNT, format_percent, format_quantity
from explorer.scenario.sentence import Sentence, sentence

NAMES = {
    Schedule.GPIPE: sentence("GPipe"),
    Schedule.ONE_F_ONE_B: sentence("1F1B"),
    Schedule.INTERLEAVED: sentence("Interleaved"),
}
MEANINGS = {
    Schedule.GPIPE: sentence(
        "All forward passes, then all backward passes; keeps the activations of all micro-batches."
    ),
    Schedule.ONE_F_ONE_B: sentence(
        "Alternates forward and backward passes as soon as they can run; keeps fewer activations."
    ),
    Schedule.INTERLEAVED: sentence(
        "Each device runs v chunks of layers: the pipeline fills v times faster and sends v times as many messages."
    ),
}
CONVENTIONS = sentence(
    "Of the makespan (GPipe's): idle time / total device time. "
    "Of the ideal time (Megatron's): idle time / compute time."
)
SMALL_BUBBLE = 0.1
"""Share below which a bubble is small."""
_EQUAL = 1e-9
"""Relative difference up to which two makespans are equal."""
_FACTOR = 10.0
"""Share of the ideal time from which it is written as a factor."""


def share(value: float) -> str | Sentence:
    """Write an idle share: a percentage, or a factor where that would have many digits."""
    if math.isinf(value):
        return "∞"
    if value < _FACTOR:
        return format_percent(value)
    for size, word in ((1e9, sentence("billion")), (1e6, sentence("million"))):
        if value >= 0.9995 * size:  # rounded to three digits
            return sentence("{factor} {size} times", factor=format_quantity(value / size, COUNT, 3), size=word)
    return sentence("{factor} times", factor=format_quantity(value, COUNT, 3))


def _share_of_ideal(value: float) -> Sentence:
    if _FACTOR <= value < math.inf:
        return sentence("{share} the ideal time", share=share(value))
    return sentence("{share} of the ideal time", share=share(value))


def titles(run: Run) -> tuple[Sentence, ...]:
    """Return the title of a timeline, in full and ever shorter; the name alone where the run has no figures."""
    if run.makespan is None or run.idle_of_makespan is None or run.idle_of_ideal is None:
        return (NAMES[run.schedule],)
    values: dict[str, str | Sentence] = {
        "name": NAMES[run.schedule],
        "time": formatting.seconds(run.makespan),
        "makespan": share(run.idle_of_makespan),
        "ideal": share(run.idle_of_ideal),
        "of_ideal": _share_of_ideal(run.idle_of_ideal),
    }
    return (
        sentence(
            "{name}: {time}, bubble {makespan} of the makespan (GPipe's convention), {of_ideal} (Megatron's)", **values
        ),
        sentence("{name}: {time}, bubble {makespan} (GPipe's), {ideal} (Megatron's)", **values),
        sentence("{name}: {time}", **values),
    )


def title(run: Run) -> Sentence:
    """Return the full title, or why the schedule cannot run or has no figures."""
    if run.can_run and run.makespan is None:
        return sentence("{name}: {reason}", name=NAMES[run.schedule], reason=_event_limit(run))
    return titles(run)[0] if run.can_run else _needed_multiple(run)


def explained_title(run: Run) -> Sentence:
    """Return the full title and the definitions of both shares."""
    if run.makespan is None:
        return title(run)
    return sentence("{title}. {conventions}", title=title(run), conventions=CONVENTIONS)


def _needed_multiple(run: Run) -> Sentence:
    values = {"stages": str(run.pipeline.stages), "first": str(run.nearby[0]), "last": str(run.nearby[-1])}
    if len(run.nearby) == 1:
        return sentence("Interleaved needs a multiple of {stages} micro-batches; try {first}", **values)
    return sentence("Interleaved needs a multiple of {stages} micro-batches; try {first} or {last}", **values)


def _event_limit(run: Run) -> Sentence:
    values = {"count": f"{run.events:,}", "most": f"{MOST_EVENTS:,}"}
    if run.makespan is None:
        return sentence("{count} events exceed the limit of {most}, and there is no closed form", **values)
    return sentence("{count} events exceed the limit of {most}; figures from closed forms only", **values)


def problem(run: Run) -> Sentence | None:
    """Return why there is no timeline, or None."""
    if not run.can_run:
        return _needed_multiple(run)
    return _event_limit(run) if run.timeline is None else None


def nothing_to_play(runs: tuple[Run, ...]) -> Sentence | None:
    """Return why none of the timelines can be played, or None."""
    if any(run.timeline is not None and run.makespan for run in runs):
        return None
    reason = next(filter(None, map(problem, runs)), None)
    if reason is None:
        return sentence("Nothing to play: no stage takes any time")
    return sentence("Nothing to play: {reason}", reason=reason)


def figure_sentences(run: Run) -> list[Sentence]:
    """Return the steady-state rate of a schedule and the activations it keeps; its meaning where it has no figures."""
    if not run.can_run or run.makespan is None:
        return [MEANINGS[run.schedule]]
    alone = [sentence("A single stage never waits.")] if run.pipeline.stages == 1 else []
    return [*alone, *_steady_state(run), _kept_activations(run)]


def _steady_state(run: Run) -> list[Sentence]:
    if run.period is None:
        return []
    if run.period == 0:
        return [sentence("No stage takes any time: nothing limits the rate.")]
    values = {"period": formatting.short_seconds(run.period), "rate": formatting.rate(1 / run.period)}
    if run.pipeline.backward_ratio == 0:
        return [sentence("In steady state one request completes every {period}: {rate}.", **values)]
    return [sentence("In steady state each micro-batch adds {period}: {rate}.", **values)]


def _kept_activations(run: Run) -> Sentence:
    if run.pipeline.backward_ratio == 0:
        return sentence("Forward only: no activations are kept.")
    kept = run.in_flight
    if len(kept) == 1 and kept[0] == 1:
        return sentence("The stage keeps the activations of one micro-batch.")
    first, last = _number(float(kept[0])), _number(float(kept[-1]))
    if first == last:
        return sentence("Each stage keeps the activations of up to {first} micro-batches.", first=first)
    return sentence(
        "Activations kept, in micro-batches: {first} on the first stage, {last} on the last.", first=first, last=last
    )


def _number(value: float) -> str:
    return f"{value:.10g}" if value >= 1000 else f"{value:.4g}"


def comparison_sentences(runs: tuple[Run, ...]) -> list[Sentence]:
    """Return how the three schedules differ in kept activations, time and messages."""
    gpipe, one_f_one_b, interleaved = (
        next(run for run in runs if run.schedule is schedule)
        for schedule in (Schedule.GPIPE, Schedule.ONE_F_ONE_B, Schedule.INTERLEAVED)
    )
    effects = _effect_of_alternating(gpipe, one_f_one_b), _effect_of_chunks(interleaved, one_f_one_b)
    return [effect for effect in effects if effect is not None]


def _effect_of_alternating(gpipe: Run, one_f_one_b: Run) -> Sentence:
    if gpipe.pipeline.backward_ratio == 0:
        return sentence("Forward only: GPipe and 1F1B are identical.")
    kept = sentence(
        "On stage 1, 1F1B keeps the activations of {few} micro-batches, GPipe those of {many}",
        few=_number(float(one_f_one_b.in_flight[0])),
        many=_number(float(gpipe.in_flight[0])),
    )
    if gpipe.makespan is None or one_f_one_b.makespan is None:
        return sentence("{kept}.", kept=kept)
    change = one_f_one_b.makespan - gpipe.makespan
    time = formatting.short_seconds(abs(change))
    if abs(change) <= _EQUAL * gpipe.makespan:
        return sentence("{kept}; both take the same time.", kept=kept)
    if change < 0:
        return sentence("{kept}; 1F1B takes {time} less.", kept=kept, time=time)
    if gpipe.pipeline.travel == 0:
        return sentence("{kept}; 1F1B takes {time} longer.", kept=kept, time=time)
    return sentence("{kept}; 1F1B takes {time} longer: it waits for hops in both directions.", kept=kept, time=time)


def _effect_of_chunks(interleaved: Run, one_f_one_b: Run) -> Sentence | None:
    if not interleaved.can_run:
        return sentence("{reason}.", reason=_needed_multiple(interleaved))
    if interleaved.makespan is None or one_f_one_b.makespan is None:
        return None
    change = interleaved.makespan - one_f_one_b.makespan
    values = {"chunks": str(interleaved.pipeline.chunks), "time": formatting.short_seconds(abs(change))}
    if abs(change) <= _EQUAL * one_f_one_b.makespan:
        return sentence("Interleaved with {chunks} chunks takes as long as 1F1B.", **values)
    if change < 0:
        return sentence("Interleaved takes {time} less than 1F1B and sends {chunks}× as many messages.", **values)
    if one_f_one_b.pipeline.travel == 0:
        return sentence("Interleaved takes {time} longer than 1F1B.", **values)
    return sentence(
        "Interleaved takes {time} longer than 1F1B: {chunks}× as many hops cost more than the faster fill saves.",
        **values,
    )


def bubble_sentences(run: Run, bubble: Bubble) -> list[Sentence]:
    """Return what more micro-batches do to the bubble, and which numbers of them are simulated or can run."""
    if run.pipeline.stages == 1:
        return [sentence("A single stage never waits: there is no bubble.")]
    if not len(bubble.micro_batches):
        return [sentence("Too many events to simulate, and no closed form.")]
    sentences = [*small_from_sentences(run, bubble)[:1], _bubble_at_ends(bubble)]
    if bubble.simulated:
        most = str(int(bubble.micro_batches[-1]))
        sentences.append(sentence("Dots are simulated, up to {most} micro-batches.", most=most))
    if run.schedule == Schedule.INTERLEAVED:
        stages = str(run.pipeline.stages)
        sentences.append(sentence("Only multiples of {stages} micro-batches can run.", stages=stages))
    return sentences


def small_from_sentences(run: Run, bubble: Bubble) -> list[Sentence]:
    """Return from how many micro-batches the bubble is below :data:`SMALL_BUBBLE`: in full, then shorter."""
    if run.pipeline.stages == 1 or not len(bubble.micro_batches):
        return []
    most = str(int(bubble.micro_batches[-1]) if bubble.simulated else MOST_DEVICES)
    limit = format_percent(SMALL_BUBBLE, 2)
    of_makespan, of_ideal = schedules.small_from(run, bubble, SMALL_BUBBLE)
    if of_makespan is None:
        return [sentence("Not below {limit} up to m = {most}.", limit=limit, most=most)]
    short = sentence("Below {limit} of the makespan {first}", limit=limit, first=_small_from(of_makespan))
    ideal = sentence("not up to m = {most}", most=most) if of_ideal is None else _small_from(of_ideal)
    return [
        sentence("{short} (of the ideal time {second}).", short=short, second=ideal),
        sentence("{short}.", short=short),
    ]


def _small_from(small: SmallFrom) -> Sentence:
    count = str(small.micro_batches)
    return sentence("from m = {m}", m=count) if small.exact else sentence("from m = {m} at the latest", m=count)


def _bubble_at_ends(bubble: Bubble) -> Sentence:
    first, last = (float(bubble.of_makespan[index]) for index in (0, -1))
    few, many = (str(int(bubble.micro_batches[index])) for index in (0, -1))
    values = {"first": share(first), "few": few, "last": share(last), "many": many}
    if last < first:
        return sentence("Bubble of the makespan: {first} at m = {few}, {last} at m = {many}.", **values)
    return sentence(
        "More micro-batches do not shrink the bubble: {first} at m = {few}, {last} at m = {many}.", **values
    )


def bubble_sentence_at(bubble: Bubble, count: float) -> Sentence | None:
    """Return the bubble at the computed number of micro-batches nearest to ``count``; None where nothing is drawn."""
    if not len(bubble.micro_batches):
        return None
    index = int(abs(bubble.micro_batches - count).argmin())
    of_ideal = float(bubble.of_ideal[index])
    return sentence(
        "With {count} micro-batches: {makespan} of the makespan (GPipe's convention), {ideal} (Megatron's).",
        count=str(int(bubble.micro_batches[index])),
        makespan=share(float(bubble.of_makespan[index])),
        ideal=_share_of_ideal(math.inf if math.isnan(of_ideal) else of_ideal),
    )


def assumption_sentences(outcome: Outcome) -> Iterator[Sentence]:
    """Return what the figures rest on: the times of stages and hops, the kind of sends."""
    scenario_run, section = outcome.of(run), outcome.scenario.pipeline
    pipeline = scenario_run.pipeline
    least, most = (formatting.short_seconds(pick(pipeline.forward)) for pick in (min, max))
    if section.stage_times_s:
        yield sentence("The listed stages take {least} to {most}.", least=least, most=most)
    else:
        yield sentence("Stages share S and C equally, {time} each.", time=most)
    if pipeline.stages > 1:
        hop = hop_of(outcome.scenario)
        time = formatting.short_seconds(hop.seconds)
        longest = sentence("A hop takes at most {time}, the time of an all-reduce of its bytes.", time=time)
        yield longest if hop.at_most else sentence("A hop takes {time}.", time=time)
    if section.blocking_sends and scenario_run.knows_blocking:
        yield sentence("Blocking sends occupy every stage but the last for one hop; included in the rate, not drawn.")
    elif section.blocking_sends:
        yield sentence("Blocking sends are not modelled here: the figures assume non-blocking sends.")


def event_sentence(timeline: Timeline, index: int, schedule: Schedule) -> Sentence:
    """Return which pass of which micro-batch an event is, on which stage and when."""
    values: dict[str, str | Sentence] = {
        "name": NAMES[schedule],
        "stage": str(int(timeline.stage[index]) + 1),
        "kind": sentence("backward (B)") if timeline.is_backward[index] else sentence("forward (F)"),
        "micro": str(int(timeline.micro[index]) + 1),
        "chunk": str(int(timeline.chunk[index]) + 1),
        "start": formatting.seconds(float(timeline.start[index])),
        "end": formatting.seconds(float(timeline.end[index])),
    }
    if timeline.chunks > 1:
        return sentence(
            "{name}, stage {stage}: {kind} of micro-batch {micro} through chunk {chunk}, from {start} to {end}.",
            **values,
        )
    return sentence("{name}, stage {stage}: {kind} of micro-batch {micro}, from {start} to {end}.", **values)


def idle_sentence(schedule: Schedule, stage: int, time: float) -> Sentence:
    """Return that a stage, counted from 0, is idle at a time in seconds."""
    values = {"stage": str(stage + 1), "time": formatting.seconds(time)}
    return sentence("{name}: stage {stage} is idle at {time}.", name=NAMES[schedule], **values)


def footnote(outcome: Outcome) -> Sentence:
    """Return the numbers of the section for the footer of a picture."""
    section, scenario_run = outcome.scenario.pipeline, outcome.of(run)
    return sentence(
        "pipeline: {name}, p = {stages}, m = {count}, v = {chunks}, b = {ratio}, hop {hop}",
        name=NAMES[scenario_run.schedule],
        stages=str(scenario_run.pipeline.stages),
        count=str(section.micro_batches),
        chunks=str(section.chunks),
        ratio=f"{section.backward_ratio:g}",
        hop=formatting.short_seconds(scenario_run.pipeline.hop),
    )
