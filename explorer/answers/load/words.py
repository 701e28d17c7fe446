"""The designs under load in words: who is fastest, who overtakes, what does not fit, how far the figures hold."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from explorer.answers import formatting
from explorer.answers.load import designs, ranking, simulation
from explorer.answers.load.designs import DesignComparison, DesignFigures, DesignKind
from explorer.answers.load.ranking import Mean, MeanSource
from explorer.answers.load.simulation import SimulatedRuns
from explorer.model.queueing import serving
from explorer.model.queueing.serving import Accuracy, Dispatch
from explorer.scenario.quantity import SIZE, format_percent, format_quantity
from explorer.scenario.sentence import Sentence, sentence

NAMES: dict[DesignKind, Sentence] = {
    DesignKind.SPLIT: sentence("split"),
    DesignKind.REPLICAS: sentence("replicas"),
    DesignKind.PIPELINE: sentence("pipeline"),
}
_FASTER: dict[DesignKind, Sentence] = {
    DesignKind.REPLICAS: sentence("replicas are faster"),
    DesignKind.PIPELINE: sentence("the pipeline is faster"),
}
_SIGNS = {MeanSource.EXACT: "", MeanSource.APPROXIMATE: "≈ ", MeanSource.LOWER_BOUND: "≥ ", MeanSource.SIMULATED: "~ "}
_NEVER_SLOWER: dict[tuple[DesignKind, bool], Sentence] = {
    (DesignKind.REPLICAS, False): sentence("Replicas are as fast as the split or faster at any rate."),
    (DesignKind.PIPELINE, False): sentence("The pipeline is as fast as the split or faster at any rate."),
    (DesignKind.PIPELINE, True): sentence("With few requests the pipeline is as fast as the split or faster."),
}
_NOT_FITTING: dict[DesignKind, Sentence] = {
    DesignKind.SPLIT: sentence("the split does not fit in memory"),
    DesignKind.REPLICAS: sentence("replicas do not fit in memory"),
    DesignKind.PIPELINE: sentence("the pipeline does not fit in memory"),
}
_EQUAL = 5e-4
"""Relative difference of means below which no digit that is shown tells them apart."""


def verdict(found: DesignComparison, known: SimulatedRuns) -> Sentence:
    """Say which design that fits in memory has the lowest mean at this rate, and by how much, or what is open."""
    ranked, rate = ranking.ranking(found, known), formatting.rate(found.rate)
    best, rival = ranked.best, ranked.rival
    if best is None:
        if not any(served.fits for served in found.served):
            return sentence("No design fits in memory.")
        if not all(served.fits for served in found.served):
            return sentence("At {rate} every design that fits in memory is saturated.", rate=rate)
        return sentence("At {rate} every design is saturated: requests pile up without end.", rate=rate)
    told: dict[str, Sentence | str] = {
        "rate": rate,
        "name": NAMES[best.kind],
        "time": mean_text(ranking.mean(best, found, known)),
    }
    others = [_behind(served, best, found, known) for served in found.served if served not in (best, rival)]
    others += [sentence("no {name}", name=NAMES[kind]) for kind, _ in found.missing]
    if rival is not None:
        return _undecided(rival, found, told, others)
    if not others:
        return sentence("At {rate} fastest on average: {name}, {time}.", **told)
    return sentence(
        "At {rate} fastest on average: {name}, {time} ({others}).", others=formatting.listed(others), **told
    )


def _undecided(
    rival: DesignFigures, found: DesignComparison, told: dict[str, Sentence | str], others: Sequence[Sentence]
) -> Sentence:
    told = {**told, "rival": with_article(rival.kind), "least": formatting.seconds(rival.mean_s)}
    if others:
        told["time"] = sentence("{time} ({others})", time=told["time"], others=formatting.listed(others))
    if simulation.is_simulated(rival, found):
        return sentence("At {rate} not decided until simulated: {name} {time}; {rival} takes at least {least}.", **told)
    return sentence("At {rate} not decided: {name} {time}; {rival} takes at least {least}.", **told)


def _behind(served: DesignFigures, best: DesignFigures, found: DesignComparison, known: SimulatedRuns) -> Sentence:
    name, mean, least = NAMES[served.kind], ranking.mean(served, found, known), ranking.mean(best, found, known)
    if not served.fits:
        return _NOT_FITTING[served.kind]
    if not served.settles:
        return sentence("{name} saturated", name=name)
    if mean.seconds <= least.seconds * (1 + _EQUAL):
        return sentence("{name} equally fast", name=name)
    longer = mean.seconds / least.seconds - 1 if least.seconds > 0 else math.inf
    if longer >= 1:
        return sentence("{name} {time}", name=name, time=mean_text(mean))
    return sentence("{name} {longer}", name=name, longer=_SIGNS[mean.source] + format_percent(longer, 2, signed=True))


def not_fitting(found: DesignComparison) -> list[Sentence]:
    """Say which designs do not fit in memory, and what they need."""
    parts = [
        sentence("{name} {need}", name=NAMES[served.kind], need=format_quantity(served.memory_bytes, SIZE))
        for served in found.served
        if not served.fits
    ]
    if not parts:
        return []
    room = format_quantity(found.room_bytes, SIZE)
    return [
        sentence("Does not fit in memory, {room} on each device: {parts}.", room=room, parts=formatting.listed(parts))
    ]


def over_nodes(found: DesignComparison) -> list[Sentence]:
    """Say that the split crosses nodes, where its time is another than that of the scenario's own link."""
    split = found.of(DesignKind.SPLIT)
    if not found.over_nodes or split is None:
        return []
    time = formatting.seconds(split.design.latency)
    return [sentence("The split takes {time} with the network between nodes.", time=time)]


def overtaking(found: DesignComparison) -> list[Sentence]:
    """Say from which rate on each other design is faster than the split, or why there is none."""
    return [_overtaking(found, kind, rate) for kind, rate in found.overtakes.items()]


def _overtaking(found: DesignComparison, kind: DesignKind, rate: float) -> Sentence:
    split, other = found.of(DesignKind.SPLIT), found.of(kind)
    words: dict[str, Sentence | str] = {"rate": formatting.rate(rate), "faster": _FASTER[kind]}
    bound = other is not None and other.accuracy is Accuracy.LOWER_BOUND
    if math.isinf(rate):
        return sentence("The split is faster than {name} at any rate.", name=with_article(kind))
    if rate == 0:
        return _NEVER_SLOWER[kind, bound]
    if bound:
        return sentence("Above {rate} at the earliest {faster}.", **words)
    if split is not None and other is not None and other.saturation_per_s < split.saturation_per_s:
        return sentence("From {rate} on {faster}, until their own saturation nears.", **words)
    return sentence("Above {rate} {faster} than the split.", **words)


def with_article(kind: DesignKind) -> Sentence:
    """Name a design within a sentence."""
    articles = {DesignKind.SPLIT: sentence("the split"), DesignKind.PIPELINE: sentence("the pipeline")}
    return articles.get(kind, NAMES[kind])


def together(found: DesignComparison) -> list[tuple[float, Sentence, DesignKind]]:
    """Return where designs that fit in memory saturate, rising, with the names of all there and the first kind."""
    groups: list[tuple[float, list[DesignKind]]] = []
    finite = [served for served in found.served if served.fits and math.isfinite(served.saturation_per_s)]
    for served in sorted(finite, key=lambda served: served.saturation_per_s):
        rate = served.saturation_per_s
        if groups and math.isclose(groups[-1][0], rate, rel_tol=1e-9):
            groups[-1][1].append(served.kind)
        else:
            groups.append((rate, [served.kind]))
    return [
        (rate, formatting.listed([NAMES[kind] for kind in kinds], last_with_and=True), kinds[0])
        for rate, kinds in groups
    ]


def missing(found: DesignComparison) -> list[Sentence]:
    """Say which designs have no figures, and why."""
    return [sentence("No {name}: {reason}.", name=NAMES[kind], reason=reason) for kind, reason in found.missing]


def rest(found: DesignComparison) -> list[Sentence]:
    """Say what follows the verdict and what the table has not, what matters most first."""
    told = [*missing(found), *not_fitting(found), *over_nodes(found), *overtaking(found)]
    if not any(math.isfinite(served.saturation_per_s) for served in found.served):
        told.append(sentence("Nothing saturates: no design holds a request for any time."))
    return told


def accuracy(found: DesignComparison, known: SimulatedRuns | None = None) -> list[Sentence]:
    """Say how far the mean of each design and its percentile hold; in the place of a bound, what has been simulated."""
    return [
        sentence(
            "{name}: mean {mean}, p99 {percentile}",
            name=NAMES[served.kind],
            mean=_of_mean(served, found, known or {}),
            percentile=_of_percentile(served, found),
        )
        for served in found.served
    ]


def _of_mean(served: DesignFigures, found: DesignComparison, known: SimulatedRuns) -> Sentence:
    source = ranking.mean(served, found, known).source
    if source is MeanSource.SIMULATED:
        least = formatting.seconds(served.mean_s)
        return sentence("simulated (its curve is a lower bound, here {least})", least=least)
    return {
        MeanSource.EXACT: sentence("exact"),
        MeanSource.APPROXIMATE: sentence("an approximation (Allen and Cunneen)"),
        MeanSource.LOWER_BOUND: sentence("a lower bound: requests that vary also queue between stages"),
    }[source]


def _of_percentile(served: DesignFigures, found: DesignComparison) -> Sentence:
    if served.p99_s is not None:
        return sentence("exact")
    if simulation.is_simulated(served, found):
        return sentence("simulated, {count} requests", count=f"{simulation.REQUESTS:,}")
    return sentence("not simulated with more than {most} stages", most=f"{simulation.MOST_STAGES:,}")


LEFT_OUT = sentence("First-order: no batching, admission limit or bursts.")
"""What the queue model leaves out; always in sight."""


def footnote(found: DesignComparison, known: SimulatedRuns) -> Sentence:
    """Name the queue model and how far it holds, for the footer of a picture."""
    dispatch = sentence("one shared queue") if found.dispatch is Dispatch.SHARED else sentence("random dispatch")
    return sentence(
        "Queue model: Poisson arrivals, cv² = {cv2}, {dispatch} before the replicas; {accuracy}. {left_out}",
        cv2=f"{found.service_cv2:g}",
        dispatch=dispatch,
        accuracy=formatting.listed(accuracy(found, known)),
        left_out=LEFT_OUT,
    )


def busy_text(served: DesignFigures) -> Sentence | str:
    """Write the share of its capacity at which a design works."""
    if not served.settles:
        return sentence("saturated")
    return "< 0.1 %" if 0 < served.utilisation < 1e-3 else format_percent(served.utilisation)


def mean_text(mean: Mean) -> str:
    """Write a mean with a sign of how far it holds: at least, about, simulated, or exactly so much."""
    return _SIGNS[mean.source] + formatting.seconds(mean.seconds) if math.isfinite(mean.seconds) else "∞"


def within_text(served: DesignFigures) -> str:
    """Write the rate up to which the target is kept, at most so much where the mean is a lower bound."""
    most = "≤ " if served.accuracy is Accuracy.LOWER_BOUND else ""
    return most + formatting.rate(served.within_per_s or 0.0)


def signs(found: DesignComparison, known: SimulatedRuns) -> Sentence:
    """Explain the signs that stand before the figures."""
    sources = {ranking.mean(served, found, known).source for served in found.served}
    parts = []
    if MeanSource.APPROXIMATE in sources:
        parts.append(sentence("≈ approximation (Allen–Cunneen)"))
    if MeanSource.LOWER_BOUND in sources:
        parts.append(sentence("≥ lower bound"))
    if any(simulation.is_simulated(served, found) for served in found.served):
        parts.append(sentence("~ simulated"))
    return formatting.listed([*parts, sentence("all else exact")]) if parts else sentence("all figures exact")


def bounds(found: DesignComparison) -> Sentence | None:
    """Name the designs whose curve of means is a lower bound, or None."""
    names = [NAMES[served.kind] for served in found.served if served.accuracy is Accuracy.LOWER_BOUND]
    return formatting.listed(names) if names else None


def crossover_text(found: DesignComparison, kind: DesignKind, rate: float) -> str:
    """Write the rate above which a design is faster than the split, at least so much where its mean is a bound."""
    other = found.of(kind)
    least = other is not None and other.accuracy is Accuracy.LOWER_BOUND
    return ("≥ " if least else "") + formatting.rate(rate)


def reading(found: DesignComparison, rate: float, known: SimulatedRuns) -> Sentence:
    """Say what each design does at another arrival rate."""
    parts = [_reading(served, found, rate, known) for served in found.served]
    return sentence("At {rate}: {parts}.", rate=formatting.rate(rate), parts=formatting.listed(parts))


def _reading(served: DesignFigures, found: DesignComparison, rate: float, known: SimulatedRuns) -> Sentence:
    name, mean = NAMES[served.kind], float(serving.mean_time(served.design, rate, found.service_cv2))
    if math.isinf(mean):
        return sentence("{name} saturated", name=name)
    told: dict[str, Sentence | str] = {
        "name": name,
        "mean": (_SIGNS[MeanSource(served.accuracy.value)] if rate else "") + formatting.seconds(mean),
        "busy": format_percent(rate / served.saturation_per_s, 2),
    }
    if designs.has_exact(served.design, found.service_cv2):
        exact = float(designs.percentile(served.design, np.array(rate)))
        return sentence("{name} {mean} (p99 {tail}, {busy} busy)", tail=formatting.seconds(exact), **told)
    rates, tails = simulation.curve(served, found, known)
    if len(rates) and rates[0] <= rate <= rates[-1]:
        tail = formatting.seconds(float(np.interp(rate, rates, tails)))
        return sentence("{name} {mean} (p99 simulated {tail}, {busy} busy)", tail=tail, **told)
    return sentence("{name} {mean} ({busy} busy)", **told)


SPREADS: tuple[tuple[float, Sentence], ...] = (
    (0.0, sentence("all alike (0)")),
    (1.0, sentence("exponential (1)")),
)
"""Spreads of service that have a name."""


def own_spread(value: float) -> Sentence:
    """Name a spread that has no name of its own."""
    return sentence("own value ({value})", value=f"{value:g}")
