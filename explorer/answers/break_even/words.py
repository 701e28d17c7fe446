"""The break-even in words: headline, nearest change, thresholds. For the window, the report and ``solve``."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from explorer import __version__
from explorer.answers.break_even.explanations import explanation, target_met
from explorer.answers.formatting import devices, ratio, seconds, short_ratio
from explorer.answers.link_words import link_name, link_status
from explorer.answers.outcome import Outcome, Performance
from explorer.answers.warnings import is_beyond_node
from explorer.model.balance import Verdict
from explorer.model.thresholds import DIRECTIONS, Direction, State, Threshold
from explorer.scenario.edit import parameter_of, value_of
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.quantity import COUNT, RATIO, format_percent, format_quantity
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, one_line, sentence

_AS_PERCENT = 5e-4
"""Gain below which the ratio of the times would read 1.000×."""
_AT_THRESHOLD = 1e-9
"""Relative distance to a threshold that is rounding alone."""
_NEXT_TO = 0.005
"""Relative distance below which one digit says enough."""
_LONGEST_NAME = 40


def headline(outcome: Outcome) -> Sentence:
    """Return the verdict in one line; where more than break-even is asked for, whether that is reached."""
    performance = outcome.performance
    if performance is None:
        return sentence("No result for N = {devices}", devices=str(outcome.scenario.devices))
    if performance.verdict is Verdict.TIE:
        return sentence("A tie: neither is faster")
    gain, target = performance.relative_gain, outcome.scenario.target_speedup
    if performance.verdict is Verdict.SPLIT:
        factor = format_percent(gain) if gain < _AS_PERCENT else ratio(performance.speedup)
        if target == 1:
            return sentence("Splitting pays: {factor} faster", factor=factor)
        if performance.meets_target:
            return sentence("Splitting meets {target}: {factor} faster", target=short_ratio(target), factor=factor)
        return sentence("Splitting misses {target}: {factor} faster", target=short_ratio(target), factor=factor)
    if gain > -_AS_PERCENT:
        return sentence("Splitting loses: {percent} slower", percent=format_percent(-gain))
    return sentence("Splitting loses: {ratio} as fast", ratio=ratio(performance.speedup))


def summary(outcome: Outcome) -> Sentence:
    """Return the times, the parallel efficiency and the ideal bound in one line."""
    performance = outcome.performance
    if performance is None:
        return outcome.missing or sentence("no result")
    line = sentence(
        "one device {one} → {devices} {split} · parallel efficiency {efficiency} · ideal bound {bound}",
        **_figures(outcome, performance),
    )
    return sentence("{line} · assuming a single node", line=line) if is_beyond_node(outcome.scenario) else line


def _figures(outcome: Outcome, performance: Performance) -> dict[str, Sentence | str]:
    """Return the figures that sentences put together, by the name of their place."""
    return {
        "one": seconds(performance.one_device_s),
        "devices": devices(outcome.scenario.devices),
        "split": seconds(performance.split_s),
        "ratio": ratio(performance.speedup),
        "efficiency": format_percent(performance.parallel_efficiency),
        "bound": seconds(performance.overlap_bound_s),
    }


def footer(outcome: Outcome) -> Sentence:
    """Return the line below an exported picture, for a reader a year later: scenario, parameters, status, version."""
    scenario = outcome.scenario
    defaults = {"extra_serial": 0, "target": 1}
    names = [name for name in PARAMETERS if value_of(scenario, name) != defaults.get(name)]
    status: Sentence | str = ", ".join(dict.fromkeys(source.status for source in scenario.sources.values())) or "–"
    if any(source.edited for source in scenario.sources.values()):
        status = sentence("{status}, edited", status=status)
    return sentence(
        "{name} · {parameters} · data: {status} · link data: {link} · Pareggio {version}",
        name=scenario.name,
        parameters=_with_link(_parameters(scenario, names), scenario),
        status=status,
        link=link_status(outcome),
        version=__version__,
    )


def _with_link(parameters: str, scenario: Scenario) -> Sentence:
    """Add the name of a measured link, which has no l and B. Parameters are a template: a value would be cut."""
    if scenario.communication.link.has_figures:
        return Sentence(parameters)
    link = sentence("link = {name}", name=link_name(scenario))
    return Sentence(f"{parameters}, {{link}}" if parameters else "{link}", (("link", link),))


def _parameters(scenario: Scenario, names: Iterable[str]) -> str:
    """Write parameters, those that the link has no value of left out, as "C = 12 ms, N = 2"."""
    values = {name: value_of(scenario, name) for name in names}
    known = ((parameter_of(scenario, name), value) for name, value in values.items() if value is not None)
    return ", ".join(f"{parameter.symbol} = {parameter.show(value, 7)}" for parameter, value in known)


def dotted_caption(pinned: Outcome, now: Outcome) -> Sentence:
    """Return the line below an exported picture on its dotted curves: the pinned scenario and where it differs."""
    before, after = pinned.scenario, now.scenario
    parameters = _parameters(before, (name for name in PARAMETERS if value_of(before, name) != value_of(after, name)))
    before_link, after_link = before.communication.link, after.communication.link
    differs_in_link = not before_link.has_figures and before_link != after_link
    if not parameters and not differs_in_link:
        return sentence("dotted: {line}; same parameters", line=_times_line(pinned))
    return sentence(
        "dotted: {line}; with {parameters}, all other parameters the same",
        line=_times_line(pinned),
        parameters=_with_link(parameters, before) if differs_in_link else Sentence(parameters),
    )


def target_line(outcome: Outcome) -> Sentence | None:
    """Return whether a target above break-even is met; None at break-even."""
    target, performance = outcome.scenario.target_speedup, outcome.performance
    if performance is None or target == 1:
        return None
    if performance.meets_target:
        return sentence("target {target} met", target=short_ratio(target))
    return sentence("target {target} not met", target=short_ratio(target))


def change_text(factor: float) -> str:
    """Write a factor as a change: as a signed percentage up to a factor of two either way, else as the factor."""
    if 0.5 <= factor <= 2:
        return format_percent(factor - 1, 2, signed=True)
    return f"×{format_quantity(factor, COUNT, 3)}" if factor > 1 else f"÷{format_quantity(1 / factor, COUNT, 3)}"


def nearest(outcome: Outcome) -> Sentence:
    """Answer "What would have to change?": the parameter whose threshold is nearest, with its change."""
    performance, near = outcome.performance, outcome.nearest
    if performance is None:
        return sentence("no result: {reason}", reason=outcome.missing or "")
    if near is None:
        return _nearest_from_zero(outcome)
    name, factor = near
    symbol = parameter_of(outcome.scenario, name).symbol
    if math.isclose(factor, 1, rel_tol=_AT_THRESHOLD):
        return sentence("{symbol} is exactly at its threshold; any change tips the result", symbol=symbol)
    target = outcome.scenario.target_speedup
    parts: dict[str, Sentence | str] = {
        "symbol": symbol,
        "change": change_text(factor),
        "value": parameter_of(outcome.scenario, name).show(outcome.thresholds[name].value),
    }
    if not performance.meets_target:
        goal = target_met(outcome)
        return sentence("nearest: {symbol} {change} (to {value}); beyond that, {goal}", goal=goal, **parts)
    if target == 1:
        return sentence("nearest: {symbol} {change} (to {value}), where splitting stops paying", **parts)
    ratio_lost = short_ratio(target)
    return sentence("nearest: {symbol} {change} (to {value}), where {target} is lost", target=ratio_lost, **parts)


def short_nearest(outcome: Outcome) -> Sentence:
    """Return the nearest change in a word or two, for a table."""
    if outcome.nearest is None:
        return sentence("–")
    name, factor = outcome.nearest
    symbol = parameter_of(outcome.scenario, name).symbol
    if math.isclose(factor, 1, rel_tol=_AT_THRESHOLD):
        return sentence("{symbol}: at threshold", symbol=symbol)
    return sentence("{symbol} {change}", symbol=symbol, change=change_text(factor))


def pinned_line(pinned: Outcome, now: Outcome) -> Sentence:
    """Return the times of the pinned scenario, and how those of the present one differ."""
    before, after = pinned.performance, now.performance
    if before is None or after is None or not before.split_s or not before.speedup:
        return _times_line(pinned)
    return sentence(
        "{name}: Tₙ {split}, {ratio} · now Tₙ {time}, speed-up {change}",
        name=one_line(pinned.scenario.name, _LONGEST_NAME),
        split=seconds(before.split_s),
        ratio=ratio(before.speedup),
        time=_relative(after.split_s / before.split_s),
        change=_relative(after.speedup / before.speedup),
    )


def _times_line(pinned: Outcome) -> Sentence:
    performance = pinned.performance
    if performance is None:
        return sentence("{name}: {headline}", name=pinned.scenario.name, headline=headline(pinned))
    return sentence(
        "{name}: one device {one} → {devices} {split}, {ratio}",
        name=pinned.scenario.name,
        **_figures(pinned, performance),
    )


def _relative(factor: float) -> Sentence | str:
    return sentence("the same") if math.isclose(factor, 1, rel_tol=1e-9) else change_text(factor)


def _nearest_from_zero(outcome: Outcome) -> Sentence:
    """Return the parameter that is zero, which no factor changes, and has to grow; else that no parameter decides."""
    for name, nearby in outcome.thresholds.items():
        if value_of(outcome.scenario, name) != 0 or DIRECTIONS[name] is not Direction.ABOVE:
            continue
        if nearby.state is State.FINITE and nearby.value > 0:
            return sentence(
                "nearest: {condition}, now {now}",
                condition=condition(outcome, name, nearby),
                now=parameter_of(outcome.scenario, name).show(0),
            )
        if nearby.state is State.ALWAYS and name == "divisible":
            return sentence("nearest: any C above 0")
    return sentence("no single parameter change flips the result")


@dataclass(frozen=True)
class ThresholdText:
    """A threshold in words: a short title, how far the scenario is from it, one full sentence.

    ``met`` says whether the target is met, None where the parameter has no effect on that.
    """

    title: Sentence
    detail: Sentence
    explanation: Sentence
    met: bool | None


def threshold(outcome: Outcome, name: str) -> ThresholdText:
    """Return the threshold of a parameter in words, or why there is no result."""
    symbol = parameter_of(outcome.scenario, name).symbol
    if outcome.performance is None:
        return ThresholdText(Sentence(symbol), sentence("no result"), nearest(outcome), None)
    limit, met, full = outcome.thresholds[name], outcome.performance.meets_target, explanation(outcome, name)
    if limit.state is State.ALWAYS and name == "divisible":
        return ThresholdText(sentence("{symbol} > 0", symbol=symbol), _now(outcome, name), full, met)
    if limit.state is State.ALWAYS:
        return ThresholdText(sentence("{symbol}: any value", symbol=symbol), sentence("always met"), full, met)
    if limit.state is State.NEVER:
        detail = sentence("no value helps")
        return ThresholdText(sentence("{symbol}: no value", symbol=symbol), detail, full, met)
    if limit.state is State.NO_EFFECT:
        return ThresholdText(Sentence(symbol), sentence("no effect"), full, None)
    title = _title(outcome, name, limit)
    if limit.state is State.UNREACHABLE and not met:
        return ThresholdText(title, sentence("unreachable: at most 1"), full, met)
    return ThresholdText(title, _distance(outcome, name, limit), full, met)


def condition(outcome: Outcome, name: str, limit: Threshold, digits: int = 4, *, padded: bool = True) -> Sentence:
    """Write a threshold that is a number as a condition such as "C > 2.453 ms"."""
    sign = ">" if DIRECTIONS[name] is Direction.ABOVE else "<"
    parameter = parameter_of(outcome.scenario, name)
    value = parameter.show(limit.value, digits, padded=padded)
    return sentence("{symbol} {sign} {value}", symbol=parameter.symbol, sign=sign, value=value)


def _title(outcome: Outcome, name: str, limit: Threshold) -> Sentence:
    symbol, largest = parameter_of(outcome.scenario, name).symbol, outcome.largest_messages
    if name == "messages" and largest is not None:
        sign = "≤" if largest else "="  # without a message alone
        return sentence("{symbol} {sign} {value}", symbol=symbol, sign=sign, value=str(largest))
    return condition(outcome, name, limit)


def _distance(outcome: Outcome, name: str, limit: Threshold) -> Sentence:
    """Return how far a parameter is above or below its threshold, or its value where no factor leads there."""
    now = value_of(outcome.scenario, name) or 0.0
    largest = outcome.largest_messages if name == "messages" else None
    value = limit.value if largest is None else largest
    if not 0 < now < math.inf or value <= 0:
        return _now(outcome, name)
    factor = now / value
    if largest is not None and factor == 1:
        return sentence("at the limit")
    if math.isclose(factor, 1, rel_tol=_AT_THRESHOLD):
        return sentence("at threshold")
    distance = _distance_text(factor)
    if factor > 1:
        return sentence("{distance} above the limit", distance=distance)
    return sentence("{distance} below the limit", distance=distance)


def _distance_text(factor: float) -> str:
    """Write how far apart two values are: as a percentage up to a factor of two either way, else as a factor."""
    if 0.5 < factor < 2:
        return format_percent(abs(factor - 1), 1 if abs(factor - 1) < _NEXT_TO else 2)
    times = max(factor, 1 / factor)
    return format_quantity(times, RATIO, 2 if times < 100 else 3)


def _now(outcome: Outcome, name: str) -> Sentence:
    scenario = outcome.scenario
    return sentence("now {value}", value=parameter_of(scenario, name).show(value_of(scenario, name) or 0.0))


def verdict_sentence(outcome: Outcome) -> Sentence:
    """Return verdict, times and nearest change as one sentence to paste elsewhere."""
    performance = outcome.performance
    title: dict[str, Sentence | str] = {"name": outcome.scenario.name, "headline": headline(outcome)}
    if performance is None:
        return sentence("{name}: {headline}; {reason}.", **title, reason=outcome.missing or "")
    return sentence(
        "{name}: {headline} ({one} on one device, {split} on {devices}, parallel efficiency {efficiency}, ideal bound "
        "{bound}); {nearest}.",
        **title,
        **_figures(outcome, performance),
        nearest=_with_target(outcome),
    )


def _with_target(outcome: Outcome) -> Sentence:
    target = target_line(outcome)
    if target is None:
        return nearest(outcome)
    return sentence("{target}; {nearest}", target=target, nearest=nearest(outcome))


ASSUMPTIONS: tuple[Sentence, ...] = (
    sentence("The devices are identical, and each computes its shard in C/(N·η)."),
    sentence("Messages are of equal size and sequential; only the fraction f of them overlaps compute."),
    sentence("Link and devices are not shared, and no request waits in a queue."),
    sentence("The work is fixed: while one of S, C, η, Q, ℓ, V and B varies, the others stay constant."),
)


def cost_line(outcome: Outcome) -> Sentence:
    """Return what the speed costs in device-time."""
    performance = outcome.performance
    if performance is None or math.isinf(performance.device_time_ratio):
        return sentence("Device-time N·Tₙ/T₁ is undefined here.")
    return sentence(
        "Device-time N·Tₙ/T₁ = {ratio}: the split run uses {ratio} the device-seconds of the run on one device.",
        ratio=ratio(performance.device_time_ratio),
    )
