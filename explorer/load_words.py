"""The designs under load in words: who is fastest, who overtakes, what saturates, what a target allows."""

from __future__ import annotations

import math

import numpy as np

from explorer import load, load_runs, phrases
from explorer.load import Comparison, Kind, Served
from explorer.load_runs import Known
from explorer.model import serving
from explorer.model.serving import Accuracy, Dispatch
from explorer.scenario.quantity import format_percent
from explorer.scenario.sentence import Sentence, sentence

NAMES: dict[Kind, Sentence] = {
    Kind.SPLIT: sentence("split"),
    Kind.REPLICAS: sentence("replicas"),
    Kind.PIPELINE: sentence("pipeline"),
}
_FASTER: dict[Kind, Sentence] = {
    Kind.REPLICAS: sentence("replicas are faster"),
    Kind.PIPELINE: sentence("the pipeline is faster"),
}
_SIGNS = {Accuracy.EXACT: "", Accuracy.APPROXIMATE: "≈ ", Accuracy.LOWER_BOUND: "≥ "}
_EQUAL = 5e-4
"""Relative difference of means below which no digit that is shown tells them apart."""


def verdict(found: Comparison) -> Sentence:
    """Say which design has the lowest mean at this rate, and by how much."""
    best, rate = found.fastest, phrases.rate(found.rate)
    if best is None:
        return sentence("At {rate} every design is saturated: requests pile up without end.", rate=rate)
    others = [_behind(served, best) for served in found.served if served is not best]
    others += [sentence("no {name}", name=NAMES[kind]) for kind, _ in found.missing]
    return sentence(
        "At {rate} fastest on average: {name}, {time} ({others}).",
        rate=rate,
        name=NAMES[best.kind],
        time=mean_text(best),
        others=phrases.listed(others),
    )


def _behind(served: Served, best: Served) -> Sentence:
    name = NAMES[served.kind]
    if not served.settles:
        return sentence("{name} saturated", name=name)
    if served.mean_s <= best.mean_s * (1 + _EQUAL):
        return sentence("{name} equally fast", name=name)
    longer = served.mean_s / best.mean_s - 1 if best.mean_s > 0 else math.inf
    if longer >= 1:
        return sentence("{name} {time}", name=name, time=mean_text(served))
    return sentence(
        "{name} {longer}", name=name, longer=_SIGNS[served.accuracy] + format_percent(longer, 2, signed=True)
    )


def simulated(found: Comparison, known: Known) -> list[Sentence]:
    """Say what a run makes of each mean that is only a lower bound, as soon as it is there."""
    told = []
    for served in found.served:
        run = load_runs.point(served, found, known)
        if served.accuracy is Accuracy.LOWER_BOUND and run is not None and served.settles:
            told.append(
                sentence(
                    "Simulated, the mean of the {name} is {mean}: requests that vary also queue between its stages.",
                    name=NAMES[served.kind],
                    mean=phrases.seconds(run.mean),
                )
            )
    return told


def overtaking(found: Comparison) -> list[Sentence]:
    """Say from which rate on each other design is faster than the split, or why there is none."""
    return [_overtaking(found, kind, rate) for kind, rate in found.overtakes.items()]


def _overtaking(found: Comparison, kind: Kind, rate: float) -> Sentence:
    split, other = found.of(Kind.SPLIT), found.of(kind)
    if math.isinf(rate):
        return sentence("The split is faster than {name} at any rate.", name=_with_article(kind))
    if rate == 0:
        return sentence("The split is at no rate faster than {name}.", name=_with_article(kind))
    words: dict[str, Sentence | str] = {"rate": phrases.rate(rate), "faster": _FASTER[kind]}
    if split is not None and other is not None and other.saturation_per_s < split.saturation_per_s:
        return sentence("From {rate} on {faster}, until their own saturation nears.", **words)
    if other is not None and other.accuracy is Accuracy.LOWER_BOUND:
        return sentence("Above {rate} at the earliest {faster}.", **words)
    return sentence("Above {rate} {faster} than the split.", **words)


def _with_article(kind: Kind) -> Sentence:
    return sentence("replicas") if kind is Kind.REPLICAS else sentence("the pipeline")


def saturations(found: Comparison) -> Sentence:
    """Say where each design saturates; those that do so together are named together."""
    groups = together(found)
    if not groups:
        return sentence("Nothing saturates: no design holds a request for any time.")
    parts = [sentence("{names} at {rate}", names=names, rate=phrases.rate(rate)) for rate, names, _ in groups]
    return sentence("Saturation: {parts}.", parts=phrases.listed(parts))


def together(found: Comparison) -> list[tuple[float, Sentence, Kind]]:
    """Return the finite rates of saturation, rising, with the names of all that saturate there and the first kind."""
    groups: list[tuple[float, list[Kind]]] = []
    finite = [served for served in found.served if math.isfinite(served.saturation_per_s)]
    for served in sorted(finite, key=lambda served: served.saturation_per_s):
        rate = served.saturation_per_s
        if groups and math.isclose(groups[-1][0], rate, rel_tol=1e-9):
            groups[-1][1].append(served.kind)
        else:
            groups.append((rate, [served.kind]))
    return [
        (rate, phrases.listed([NAMES[kind] for kind in kinds], last_with_and=True), kinds[0]) for rate, kinds in groups
    ]


def target(found: Comparison) -> list[Sentence]:
    """Say up to which rate each design keeps the latency target; nothing without one."""
    if found.target_s <= 0:
        return []
    parts = [
        sentence("{name} {rate}", name=NAMES[served.kind], rate=within_text(served))
        if served.within_per_s
        else sentence("{name} at no rate", name=NAMES[served.kind])
        for served in found.served
    ]
    return [
        sentence(
            "Within {time} on average: {parts}.",
            time=phrases.short_seconds(found.target_s),
            parts=phrases.listed(parts),
        )
    ]


def missing(found: Comparison) -> list[Sentence]:
    """Say which designs have no figures, and why."""
    return [sentence("No {name}: {reason}.", name=NAMES[kind], reason=reason) for kind, reason in found.missing]


def rest(found: Comparison, known: Known) -> list[Sentence]:
    """Say everything that follows the verdict, what matters most first."""
    return [*missing(found), *overtaking(found), *target(found), *simulated(found, known), saturations(found)]


def accuracy(found: Comparison) -> list[Sentence]:
    """Say how far the mean of each design and its percentile hold."""
    means = {
        Accuracy.EXACT: sentence("exact"),
        Accuracy.APPROXIMATE: sentence("an approximation (Allen and Cunneen)"),
        Accuracy.LOWER_BOUND: sentence("a lower bound: requests that vary also queue between stages"),
    }
    return [
        sentence(
            "{name}: mean {mean}, p99 {percentile}",
            name=NAMES[served.kind],
            mean=means[served.accuracy],
            percentile=_of_percentile(served, found),
        )
        for served in found.served
    ]


def _of_percentile(served: Served, found: Comparison) -> Sentence:
    if served.p99_s is not None:
        return sentence("exact")
    if load_runs.is_simulated(served, found):
        return sentence("simulated, {count} requests", count=f"{load_runs.REQUESTS:,}")
    return sentence("not simulated with more than {most} stages", most=f"{load_runs.MOST_STAGES:,}")


LEFT_OUT = sentence("First-order: no batching, admission limit, memory or bursts.")
"""What the queue model leaves out; always in sight."""


def footnote(found: Comparison) -> Sentence:
    """Name the queue model and how far it holds, for the footer of a picture."""
    dispatch = sentence("one shared queue") if found.dispatch is Dispatch.SHARED else sentence("random dispatch")
    return sentence(
        "Queue model: Poisson arrivals, cv² = {cv2}, {dispatch} before the replicas; {accuracy}. {left_out}",
        cv2=f"{found.service_cv2:g}",
        dispatch=dispatch,
        accuracy=phrases.listed(accuracy(found)),
        left_out=LEFT_OUT,
    )


def busy_text(served: Served) -> Sentence | str:
    """Write the share of its capacity at which a design works."""
    if not served.settles:
        return sentence("saturated")
    return "< 0.1 %" if 0 < served.utilisation < 1e-3 else format_percent(served.utilisation)


def mean_text(served: Served) -> str:
    """Write the mean with a sign of how far it holds: at least, about, or exactly so much."""
    return _SIGNS[served.accuracy] + phrases.seconds(served.mean_s) if served.settles else "∞"


def within_text(served: Served) -> str:
    """Write the rate up to which the target is kept, at most so much where the mean is a lower bound."""
    most = "≤ " if served.accuracy is Accuracy.LOWER_BOUND else ""
    return most + phrases.rate(served.within_per_s or 0.0)


def signs(found: Comparison) -> Sentence:
    """Explain the signs that stand before the figures."""
    kinds = {served.accuracy for served in found.served}
    parts = []
    if Accuracy.APPROXIMATE in kinds:
        parts.append(sentence("≈ approximation (Allen–Cunneen)"))
    if Accuracy.LOWER_BOUND in kinds:
        parts.append(sentence("≥ lower bound"))
    if any(load_runs.is_simulated(served, found) for served in found.served):
        parts.append(sentence("~ simulated"))
    return phrases.listed([*parts, sentence("all else exact")]) if parts else sentence("all figures exact")


def reading(found: Comparison, rate: float, known: Known) -> Sentence:
    """Say what each design does at another arrival rate."""
    parts = [_reading(served, found, rate, known) for served in found.served]
    return sentence("At {rate}: {parts}.", rate=phrases.rate(rate), parts=phrases.listed(parts))


def _reading(served: Served, found: Comparison, rate: float, known: Known) -> Sentence:
    name, mean = NAMES[served.kind], float(serving.mean_time(served.design, rate, found.service_cv2))
    if math.isinf(mean):
        return sentence("{name} saturated", name=name)
    told: dict[str, Sentence | str] = {
        "name": name,
        "mean": phrases.seconds(mean),
        "busy": format_percent(rate / served.saturation_per_s, 2),
    }
    if served.p99_s is not None:
        exact = float(load.percentile(served.design, np.array(rate)))
        return sentence("{name} {mean} (p99 {tail}, {busy} busy)", tail=phrases.seconds(exact), **told)
    rates, tails = load_runs.curve(served, found, known)
    if len(rates) and rates[0] <= rate <= rates[-1]:
        tail = phrases.seconds(float(np.interp(rate, rates, tails)))
        return sentence("{name} {mean} (p99 simulated {tail}, {busy} busy)", tail=tail, **told)
    return sentence("{name} {mean} ({busy} busy)", **told)


SPREADS: tuple[tuple[float, Sentence], ...] = (
    (0.0, sentence("every request alike (0)")),
    (1.0, sentence("exponential times (1)")),
)
"""Spreads of service that have a name."""


def own_spread(value: float) -> Sentence:
    """Name a spread that has no name of its own."""
    return sentence("own value ({value})", value=f"{value:g}")
