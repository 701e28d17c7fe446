"""The sentences about designs under load: the fastest one, crossovers, memory, and how accurate the figures are."""

from __future__ import annotations

import math
from itertools import groupby

import numpy as np

from explorer.answers import formatting
from explorer.answers.load import designs, ranking, simulation
from explorer.answers.load.designs import DesignComparison, DesignFigures, DesignKind
from explorer.answers.load.ranking import Mean, MeanSource
from explorer.answers.load.simulation import SimulatedRuns
from explorer.model.queueing.serving import Accuracy
from explorer.scenario.quantity import SIZE, format_percent, format_quantity
from explorer.scenario.sentence import Sentence, sentence

NAMES = {
    DesignKind.SPLIT: sentence("split"),
    DesignKind.REPLICAS: sentence("replicas"),
    DesignKind.PIPELINE: sentence("pipeline"),
}
_WITH_ARTICLE = NAMES | {DesignKind.SPLIT: sentence("the split"), DesignKind.PIPELINE: sentence("the pipeline")}
_FASTEST = {
    DesignKind.SPLIT: sentence("the split has the lowest mean latency"),
    DesignKind.REPLICAS: sentence("replicas have the lowest mean latency"),
    DesignKind.PIPELINE: sentence("the pipeline has the lowest mean latency"),
}
_FASTER = {
    DesignKind.REPLICAS: sentence("Replicas are faster"),
    DesignKind.PIPELINE: sentence("The pipeline is faster"),
}
_NEVER_SLOWER = {
    (DesignKind.REPLICAS, False): sentence("Replicas are at least as fast as the split at any rate."),
    (DesignKind.PIPELINE, False): sentence("The pipeline is at least as fast as the split at any rate."),
    (DesignKind.PIPELINE, True): sentence("At low rates the pipeline is at least as fast as the split."),
}
_SIGNS = {MeanSource.EXACT: "", MeanSource.APPROXIMATE: "≈ ", MeanSource.LOWER_BOUND: "≥ ", MeanSource.SIMULATED: "~ "}
_EQUAL = 5e-4
"""Relative difference up to which two means count as equal: no digit shown tells them apart."""


# Which design is fastest


def verdict(comparison: DesignComparison, runs: SimulatedRuns) -> Sentence:
    """Say which design that fits in memory has the lowest mean at the scenario's rate and by how much, or why none."""
    ranked, rate = ranking.ranking(comparison, runs), formatting.rate(comparison.load.arrival_per_s)
    best, rival = ranked.best, ranked.rival
    if best is None:
        if not any(figures.fits for figures in comparison.figures):
            return sentence("No design fits in memory.")
        if not all(figures.fits for figures in comparison.figures):
            return sentence("At {rate}, every design that fits in memory is saturated.", rate=rate)
        return sentence("At {rate}, every design is saturated: the queue grows without bound.", rate=rate)
    time: Sentence | str = mean_text(ranking.mean(best, runs))
    others = [_behind(other, best, runs) for other in comparison.figures if other not in (best, rival)]
    others += [sentence("no {name}", name=NAMES[kind]) for kind, _ in comparison.missing]
    if others:
        time = sentence("{time} ({others})", time=time, others=formatting.listed(others))
    if rival is None:
        return sentence("At {rate}, {fastest}, {time}.", rate=rate, fastest=_FASTEST[best.kind], time=time)
    values: dict[str, Sentence | str] = {
        "rate": rate,
        "name": NAMES[best.kind],
        "time": time,
        "rival": _WITH_ARTICLE[rival.kind],
        "bound": formatting.seconds(rival.mean_s),
    }
    if simulation.is_simulated(rival):
        return sentence(
            "At {rate}, undecided until the simulation finishes: {name} {time}; {rival} takes at least {bound}.",
            **values,
        )
    return sentence("At {rate}, undecided: {name} {time}; {rival} takes at least {bound}.", **values)


def _behind(figures: DesignFigures, best: DesignFigures, runs: SimulatedRuns) -> Sentence:
    """Say how far a design is behind the best one."""
    name, mean, lowest = NAMES[figures.kind], ranking.mean(figures, runs), ranking.mean(best, runs)
    if not figures.fits:
        return sentence("{name} too large for memory", name=name)
    if not figures.is_stable:
        return sentence("{name} saturated", name=name)
    if mean.seconds <= lowest.seconds * (1 + _EQUAL):
        return sentence("{name} equally fast", name=name)
    excess = mean.seconds / lowest.seconds - 1 if lowest.seconds > 0 else math.inf
    if excess >= 1:
        return sentence("{name} {time}", name=name, time=mean_text(mean))
    return sentence("{name} {excess}", name=name, excess=_SIGNS[mean.source] + format_percent(excess, 2, signed=True))


# What else matters


def details(comparison: DesignComparison) -> list[Sentence]:
    """Return what the verdict and the table leave out, the most important first."""
    sentences = [
        sentence("No {name}: {reason}.", name=NAMES[kind], reason=reason) for kind, reason in comparison.missing
    ]
    sentences += not_fitting(comparison)
    split = comparison.of(DesignKind.SPLIT)
    if comparison.crosses_nodes and split is not None:
        time = formatting.seconds(split.design.latency)
        sentences.append(sentence("The split takes {time}, the link between nodes included.", time=time))
    if split is not None:
        sentences += [_crossover(split, other) for other in comparison.figures if other.crossover_per_s is not None]
    if not any(math.isfinite(figures.saturation_per_s) for figures in comparison.figures):
        sentences.append(sentence("Nothing saturates: requests take no time."))
    return sentences


def not_fitting(comparison: DesignComparison) -> list[Sentence]:
    """Return the sentence that names the designs that do not fit in memory and what they need; none if all fit."""
    needs = [
        sentence("{name} {need}", name=NAMES[figures.kind], need=format_quantity(figures.memory_bytes, SIZE))
        for figures in comparison.figures
        if not figures.fits
    ]
    if not needs:
        return []
    room = format_quantity(comparison.device_room_bytes, SIZE)
    return [sentence("Does not fit in memory ({room} per device): {needs}.", room=room, needs=formatting.listed(needs))]


def _crossover(split: DesignFigures, other: DesignFigures) -> Sentence:
    """Say from which arrival rate a design is faster than the split."""
    rate, bound = other.crossover_per_s or 0.0, other.accuracy is Accuracy.LOWER_BOUND
    if math.isinf(rate):
        return sentence("The split is faster than {name} at any rate.", name=_WITH_ARTICLE[other.kind])
    if rate == 0:
        return _NEVER_SLOWER[other.kind, bound]
    faster, text = _FASTER[other.kind], formatting.rate(rate)
    if bound:
        return sentence("{faster} from {rate} at the earliest.", faster=faster, rate=text)
    if other.saturation_per_s < split.saturation_per_s:  # only replicas whose service times vary much, see the model
        return sentence("{faster} from {rate} until they approach saturation.", faster=faster, rate=text)
    return sentence("{faster} than the split above {rate}.", faster=faster, rate=text)


def saturations(comparison: DesignComparison) -> list[tuple[float, Sentence, DesignKind]]:
    """Return the rates (1/s) at which designs that fit saturate, rising; each with their names and the first kind."""
    finite = [figures for figures in comparison.figures if figures.fits and math.isfinite(figures.saturation_per_s)]
    finite.sort(key=lambda figures: figures.saturation_per_s)
    groups = [list(group) for _, group in groupby(finite, key=lambda figures: f"{figures.saturation_per_s:.9g}")]
    names = [formatting.listed([NAMES[figures.kind] for figures in group], last_with_and=True) for group in groups]
    return [(group[0].saturation_per_s, text, group[0].kind) for group, text in zip(groups, names, strict=True)]


# How accurate the figures are


def accuracy(comparison: DesignComparison, runs: SimulatedRuns) -> list[Sentence]:
    """Return a sentence for each design on how its mean and its p99 were obtained."""
    sources = [
        (NAMES[figures.kind], _mean_accuracy(figures, runs), _p99_accuracy(figures)) for figures in comparison.figures
    ]
    return [sentence("{name}: mean {mean}, p99 {p99}", name=name, mean=mean, p99=p99) for name, mean, p99 in sources]


def _mean_accuracy(figures: DesignFigures, runs: SimulatedRuns) -> Sentence:
    source = ranking.mean(figures, runs).source
    if source is MeanSource.SIMULATED:
        bound = formatting.seconds(figures.mean_s)
        return sentence("simulated (the curve is a lower bound, here {bound})", bound=bound)
    return {
        MeanSource.EXACT: sentence("exact"),
        MeanSource.APPROXIMATE: sentence("approximate (Allen–Cunneen)"),
        MeanSource.LOWER_BOUND: sentence("a lower bound (if service times vary, requests also queue between stages)"),
    }[source]


def _p99_accuracy(figures: DesignFigures) -> Sentence:
    if figures.p99_s is not None:
        return sentence("exact")
    if simulation.is_simulated(figures):
        return sentence("simulated with {count} requests", count=f"{simulation.REQUESTS:,}")
    return sentence("not simulated above {most} stages", most=f"{simulation.MOST_STAGES:,}")


LEFT_OUT = sentence("First-order model: no batching, admission limit or bursts.")
"""What the queue model leaves out; always in sight."""


def footnote(comparison: DesignComparison, runs: SimulatedRuns) -> Sentence:
    """Name the queue model and the accuracy of the figures, for the footer of a picture."""
    shared = comparison.load.dispatch == "shared"
    return sentence(
        "Queue model: Poisson arrivals, cv² = {cv2}, replicas with {dispatch}; {accuracy}. {left_out}",
        cv2=f"{comparison.load.service_cv2:g}",
        dispatch=sentence("a shared queue") if shared else sentence("separate queues, random routing"),
        accuracy=formatting.listed(accuracy(comparison, runs)),
        left_out=LEFT_OUT,
    )


def signs(comparison: DesignComparison, runs: SimulatedRuns) -> Sentence:
    """Explain the signs before the figures."""
    sources = {ranking.mean(figures, runs).source for figures in comparison.figures}
    explained = {
        sentence("≈ approximate (Allen–Cunneen)"): MeanSource.APPROXIMATE in sources,
        sentence("≥ lower bound"): MeanSource.LOWER_BOUND in sources,
        sentence("~ simulated"): any(map(simulation.is_simulated, comparison.figures)),
    }
    parts = [text for text, appears in explained.items() if appears]
    return formatting.listed([*parts, sentence("all others exact")]) if parts else sentence("all figures exact")


def lower_bounds(comparison: DesignComparison) -> Sentence | None:
    """Name the designs whose curve of means is a lower bound, or None."""
    names = [NAMES[figures.kind] for figures in comparison.figures if figures.accuracy is Accuracy.LOWER_BOUND]
    return formatting.listed(names) if names else None


# Figures


def mean_text(mean: Mean) -> str:
    """Write a mean with the sign of its source; "∞" where the design is saturated."""
    return _SIGNS[mean.source] + formatting.seconds(mean.seconds) if math.isfinite(mean.seconds) else "∞"


def utilization_text(figures: DesignFigures) -> Sentence | str:
    """Write the utilization at the scenario's arrival rate."""
    if not figures.is_stable:
        return sentence("saturated")
    return "< 0.1 %" if 0 < figures.utilization < 1e-3 else format_percent(figures.utilization)


def max_rate_text(figures: DesignFigures) -> Sentence | str:
    """Write the highest rate that meets the target, with "≤" where the mean is a lower bound; "–" without a target."""
    if not figures.max_rate_per_s:
        return "–" if figures.max_rate_per_s is None else sentence("never")
    return ("≤ " if figures.accuracy is Accuracy.LOWER_BOUND else "") + formatting.rate(figures.max_rate_per_s)


def crossover_text(figures: DesignFigures) -> str:
    """Write the rate above which a design is faster than the split, with "≥" where its mean is a lower bound."""
    return ("≥ " if figures.accuracy is Accuracy.LOWER_BOUND else "") + formatting.rate(figures.crossover_per_s or 0.0)


def figures_at(comparison: DesignComparison, rate: float, runs: SimulatedRuns) -> Sentence:
    """Say what each design does at another arrival rate (1/s)."""
    parts = [_figures_at(figures, rate, runs) for figures in comparison.figures]
    return sentence("At {rate}: {parts}.", rate=formatting.rate(rate), parts=formatting.listed(parts))


def _figures_at(figures: DesignFigures, rate: float, runs: SimulatedRuns) -> Sentence:
    rates = np.array([rate])
    name, mean = NAMES[figures.kind], float(figures.means(rates)[0])
    if math.isinf(mean):
        return sentence("{name} saturated", name=name)
    values: dict[str, Sentence | str] = {
        "name": name,
        "mean": (_SIGNS[MeanSource(figures.accuracy.value)] if rate else "") + formatting.seconds(mean),
        "utilization": format_percent(rate / figures.saturation_per_s, 2),
    }
    if figures.has_exact_p99:
        values["p99"] = formatting.seconds(float(designs.percentiles(figures.design, rates)[0]))
    elif (simulated := simulation.p99_at(figures, rate, runs)) is not None:
        values["p99"] = "~ " + formatting.seconds(simulated)
    else:
        return sentence("{name} {mean} ({utilization} utilized)", **values)
    return sentence("{name} {mean} (p99 {p99}, {utilization} utilized)", **values)


VARIABILITIES = ((0.0, sentence("deterministic (0)")), (1.0, sentence("exponential (1)")))
"""The values of cv² that have a name."""


def custom_variability(value: float) -> Sentence:
    """Name any other value of cv²."""
    return sentence("custom ({value})", value=f"{value:g}")
