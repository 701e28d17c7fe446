"""The bubble against the number of micro-batches in words."""

from __future__ import annotations

import math

from explorer.answers.pipeline import schedules
from explorer.answers.pipeline.schedules import Below, Bubble, Run
from explorer.answers.pipeline.words import over_ideal, share
from explorer.model.pipeline import Schedule
from explorer.scenario.parameters import MOST_DEVICES
from explorer.scenario.quantity import format_percent
from explorer.scenario.sentence import Sentence, sentence

LIMIT = 0.1
"""Share below which a bubble is small."""


def bubble_told(found: Run, drawn: Bubble) -> list[Sentence]:
    """Say what more micro-batches do to the bubble."""
    if found.pipeline.stages == 1:
        return [sentence("One stage never waits: there is no bubble.")]
    if not len(drawn.micro_batches):
        return [sentence("Too many events to simulate, and no closed form.")]
    told = [*below_told(found, drawn)[:1], _limit_told(drawn)]
    if drawn.simulated:
        most = str(int(drawn.micro_batches[-1]))
        told.append(sentence("Dots are simulated, up to {most} micro-batches.", most=most))
    if found.schedule == Schedule.INTERLEAVED:
        told.append(sentence("Only multiples of {stages} can run.", stages=str(found.pipeline.stages)))
    return told


def below_told(found: Run, drawn: Bubble) -> list[Sentence]:
    """Say from how many micro-batches on the bubble is below :data:`LIMIT`, in full and shortly."""
    if found.pipeline.stages == 1 or not len(drawn.micro_batches):
        return []
    most = int(drawn.micro_batches[-1]) if drawn.simulated else MOST_DEVICES
    limit = format_percent(LIMIT, 2)
    first, second = schedules.first_below(found, drawn, LIMIT)
    if first is None:
        return [sentence("Not below {limit} up to m = {most}.", limit=limit, most=str(most))]
    short = sentence("Below {limit} of the makespan {first}", limit=limit, first=_from(first))
    ideal = sentence("not up to m = {most}", most=str(most)) if second is None else _from(second)
    return [
        sentence("{short} (over the ideal time {second}).", short=short, second=ideal),
        sentence("{short}.", short=short),
    ]


def _from(found: Below) -> Sentence:
    if found.exact:
        return sentence("from m = {count}", count=str(found.micro_batches))
    return sentence("from m = {count} at the latest", count=str(found.micro_batches))


def _limit_told(drawn: Bubble) -> Sentence:
    first, last = (float(drawn.of_makespan[place]) for place in (0, -1))
    figures = {
        "first": share(first),
        "few": str(int(drawn.micro_batches[0])),
        "last": share(last),
        "many": str(int(drawn.micro_batches[-1])),
    }
    if last < first:
        return sentence("Bubble of the makespan: {first} with m = {few}, {last} with {many}.", **figures)
    return sentence("More micro-batches do not shrink the bubble: {first} with {few}, {last} with {many}.", **figures)


def bubble_at(drawn: Bubble, count: float) -> Sentence | None:
    """Read the bubble at the number of micro-batches nearest to one; None where nothing is drawn."""
    if not len(drawn.micro_batches):
        return None
    place = int(abs(drawn.micro_batches - count).argmin())
    ideal = float(drawn.of_ideal[place])
    return sentence(
        "With {count} micro-batches: {makespan} of the makespan (GPipe's convention), {ideal} (Megatron's).",
        count=str(int(drawn.micro_batches[place])),
        makespan=share(float(drawn.of_makespan[place])),
        ideal=over_ideal(math.inf if math.isnan(ideal) else ideal),
    )
