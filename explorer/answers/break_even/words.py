"""The answer in words: headline, nearest change, thresholds with their reasons. For the window and for ``solve``."""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer import __version__
from explorer.answers.break_even.explanations import explanation
from explorer.answers.formatting import devices, ratio, seconds, short_ratio
from explorer.answers.link_words import link_name, link_status
from explorer.answers.outcome import Outcome
from explorer.answers.warnings import is_beyond_node
from explorer.model.balance import Verdict
from explorer.model.thresholds import DIRECTIONS, Direction, State, Threshold
from explorer.scenario.edit import parameter_of, value_of
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.quantity import COUNT, RATIO, format_percent, format_quantity
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, one_line, sentence

_AS_PERCENT = 5e-4
_NEXT_TO = 0.005
_LONGEST_NAME = 40


def headline(outcome: Outcome) -> Sentence:
    """Give the verdict in one line."""
    found = outcome.performance
    if found is None:
        return sentence("No result for N = {devices}", devices=str(outcome.scenario.devices))
    if found.verdict is Verdict.TIE:
        return sentence("A tie: neither is faster")
    gain = found.relative_gain
    if found.verdict is Verdict.SPLIT:
        if gain < _AS_PERCENT:
            return sentence("Splitting pays: {percent} faster", percent=format_percent(gain))
        return sentence("Splitting pays: {ratio} faster", ratio=ratio(found.speedup))
    if gain > -_AS_PERCENT:
        return sentence("Splitting loses: {percent} slower", percent=format_percent(-gain))
    return sentence("Splitting loses: {ratio} as fast", ratio=ratio(found.speedup))


def summary(outcome: Outcome) -> Sentence:
    """Give the times, the parallel efficiency and the ideal bound in one line."""
    found = outcome.performance
    if found is None:
        return outcome.missing or sentence("no result")
    told = sentence(
        "one device {one} → {devices} {split} · parallel efficiency {efficiency} · ideal bound {bound}",
        one=seconds(found.one_device_s),
        devices=devices(outcome.scenario.devices),
        split=seconds(found.split_s),
        efficiency=format_percent(found.parallel_efficiency),
        bound=seconds(found.overlap_bound_s),
    )
    return sentence("{told} · as if all in one node", told=told) if is_beyond_node(outcome.scenario) else told


def footer(outcome: Outcome) -> Sentence:
    """Say below a picture what it shows, so that it can be read a year later: scenario, parameters, status, version."""
    scenario = outcome.scenario
    shown = []
    for name in PARAMETERS:
        value = value_of(scenario, name)
        moot = (name == "extra_serial" and value == 0) or (name == "target" and value == 1)
        if not moot:
            shown += _parameter_text(scenario, name)
    status: Sentence | str = ", ".join(dict.fromkeys(source.status for source in scenario.sources.values())) or "–"
    if any(source.edited for source in scenario.sources.values()):
        status = sentence("{status}, edited", status=status)
    return sentence(
        "{name} · {parameters} · figures: {status} · those of the link: {link} · Pareggio {version}",
        name=scenario.name,
        parameters=_with_link(shown, scenario),
        status=status,
        link=link_status(outcome),
        version=__version__,
    )


def _with_link(shown: list[str], scenario: Scenario) -> Sentence:
    """Join parameters, made of our own words, however long, and name a measured link, which has no l and B."""
    text = ", ".join(shown)
    if scenario.communication.link.has_figures:
        return Sentence(text)
    named = sentence("link = {name}", name=link_name(scenario))
    return Sentence(f"{text}, {{link}}" if text else "{link}", (("link", named),))


def _parameter_text(scenario: Scenario, name: str) -> list[str]:
    value, parameter = value_of(scenario, name), parameter_of(scenario, name)
    return [] if value is None else [f"{parameter.symbol} = {parameter.show(value, 7)}"]


def compared(pinned: Outcome, now: Outcome) -> Sentence:
    """Say below a picture what the dotted curves are: the pinned scenario and what it has different."""
    before, after = pinned.scenario, now.scenario
    different = [name for name in PARAMETERS if value_of(before, name) != value_of(after, name)]
    shown = [text for name in different for text in _parameter_text(before, name)]
    before_link, after_link = before.communication.link, after.communication.link
    linked = not before_link.has_figures and before_link != after_link
    if not shown and not linked:
        return sentence("dotted: {line}; the same parameters", line=_own_line(pinned))
    return sentence(
        "dotted: {line}; there {parameters}, the other parameters the same",
        line=_own_line(pinned),
        parameters=_with_link(shown, before) if linked else Sentence(", ".join(shown)),
    )


def target_line(outcome: Outcome) -> Sentence | None:
    """Say whether a target above break-even is met, or None at break-even."""
    target, found = outcome.scenario.target_speedup, outcome.performance
    if found is None or target == 1:
        return None
    if found.meets_target:
        return sentence("target {target} met", target=short_ratio(target))
    return sentence("target {target} not met", target=short_ratio(target))


def change_text(factor: float) -> str:
    """Write a change: signed percent up to a factor of two, beyond it the factor."""
    if 0.5 <= factor <= 2:
        return format_percent(factor - 1, 2, signed=True)
    return f"×{format_quantity(factor, COUNT, 3)}" if factor > 1 else f"÷{format_quantity(1 / factor, COUNT, 3)}"


def nearest(outcome: Outcome) -> Sentence:
    """Answer "what would have to change?"."""
    found, near = outcome.performance, outcome.nearest
    if found is None:
        return sentence("no answer: {reason}", reason=outcome.missing or "")
    if near is None:
        return _from_zero(outcome)
    name, factor = near
    symbol = parameter_of(outcome.scenario, name).symbol
    if math.isclose(factor, 1, rel_tol=1e-12):
        return sentence("{symbol} stands exactly at its threshold: any change decides", symbol=symbol)
    parts = {
        "symbol": symbol,
        "change": change_text(factor),
        "value": parameter_of(outcome.scenario, name).show(outcome.thresholds[name].value),
        "target": short_ratio(outcome.scenario.target_speedup),
    }
    if outcome.scenario.target_speedup > 1:
        if found.meets_target:
            return sentence("nearest: {symbol} {change} (to {value}), there {target} is lost", **parts)
        return sentence("nearest: {symbol} {change} (to {value}), from there on {target} is met", **parts)
    if found.meets_target:
        return sentence("nearest: {symbol} {change} (to {value}), there splitting stops paying", **parts)
    return sentence("nearest: {symbol} {change} (to {value}), from there on splitting pays", **parts)


def short_nearest(outcome: Outcome) -> Sentence:
    """Name the nearest change in a word or two, for a table."""
    near = outcome.nearest
    if near is None:
        return sentence("–")
    if math.isclose(near[1], 1, rel_tol=1e-12):
        return sentence("{symbol}: at it", symbol=parameter_of(outcome.scenario, near[0]).symbol)
    return sentence(
        "{symbol} {change}", symbol=parameter_of(outcome.scenario, near[0]).symbol, change=change_text(near[1])
    )


def pinned_line(pinned: Outcome, now: Outcome) -> Sentence:
    """Give the numbers of the scenario that is pinned, beside what is shown now."""
    before, after = pinned.performance, now.performance
    if before is None or after is None or not before.split_s or not before.speedup:
        return _own_line(pinned)
    return sentence(
        "{name}: Tₙ {split}, {ratio} · now Tₙ {time}, speed-up {change}",
        name=one_line(pinned.scenario.name, _LONGEST_NAME),
        split=seconds(before.split_s),
        ratio=ratio(before.speedup),
        time=_relative(after.split_s / before.split_s),
        change=_relative(after.speedup / before.speedup),
    )


def _own_line(pinned: Outcome) -> Sentence:
    found = pinned.performance
    if found is None:
        return sentence("{name}: {headline}", name=pinned.scenario.name, headline=headline(pinned))
    return sentence(
        "{name}: one device {one} → {devices} {split}, {ratio}",
        name=pinned.scenario.name,
        one=seconds(found.one_device_s),
        devices=devices(pinned.scenario.devices),
        split=seconds(found.split_s),
        ratio=ratio(found.speedup),
    )


def _relative(factor: float) -> Sentence | str:
    return sentence("the same") if math.isclose(factor, 1, rel_tol=1e-9) else change_text(factor)


def _from_zero(outcome: Outcome) -> Sentence:
    """Name a parameter that stands at zero, from where no factor leads, and has to grow; else say that none decides."""
    for name, found in outcome.thresholds.items():
        stands = value_of(outcome.scenario, name) == 0 and DIRECTIONS[name] is Direction.ABOVE
        if stands and found.state is State.FINITE and found.value > 0:
            return sentence(
                "nearest: {condition}, now {now}",
                condition=condition(outcome, name, found),
                now=parameter_of(outcome.scenario, name).show(0),
            )
        if stands and found.state is State.ALWAYS and name == "divisible":
            return sentence("nearest: any C above 0")
    return sentence("none of the numbers with a threshold decides this alone")


@dataclass(frozen=True)
class ThresholdText:
    """A threshold in words: a short title, a shorter detail, one full sentence; ``met`` is None where it is moot."""

    title: Sentence
    detail: Sentence
    explanation: Sentence
    met: bool | None


def threshold(outcome: Outcome, name: str) -> ThresholdText:
    """Put the threshold of a parameter into words. Needs an answer."""
    found = outcome.thresholds[name]
    parameter = parameter_of(outcome.scenario, name)
    met = bool(outcome.performance and outcome.performance.meets_target)
    why = explanation(outcome, name)
    symbol = parameter.symbol
    if found.state is State.ALWAYS and name == "divisible":
        return ThresholdText(sentence("{symbol} > 0", symbol=symbol), _now(outcome, name), why, met)
    if found.state is State.ALWAYS:
        return ThresholdText(sentence("{symbol}: any value", symbol=symbol), sentence("met whatever it is"), why, met)
    if found.state is State.NEVER:
        return ThresholdText(sentence("{symbol}: no value", symbol=symbol), sentence("none helps, see why"), why, met)
    if found.state is State.NO_EFFECT:
        return ThresholdText(sentence("{symbol}: no effect", symbol=symbol), sentence("does not enter"), why, None)
    title = _title(outcome, name, found)
    if found.state is State.UNREACHABLE and not met:
        return ThresholdText(title, sentence("unreachable: at most 1"), why, met)
    return ThresholdText(title, _distance(outcome, name, found), why, met)


def condition(outcome: Outcome, name: str, found: Threshold, digits: int = 4, *, padded: bool = True) -> Sentence:
    """Write a threshold that is a number as a condition such as "C > 2.453 ms"."""
    sign = ">" if DIRECTIONS[name] is Direction.ABOVE else "<"
    parameter = parameter_of(outcome.scenario, name)
    value = parameter.show(found.value, digits, padded=padded)
    return sentence("{symbol} {sign} {value}", symbol=parameter.symbol, sign=sign, value=value)


def _title(outcome: Outcome, name: str, found: Threshold) -> Sentence:
    symbol, largest = parameter_of(outcome.scenario, name).symbol, outcome.largest_messages
    if name == "messages" and largest is not None:
        sign = "≤" if largest else "="  # without a message alone
        return sentence("{symbol} {sign} {value}", symbol=symbol, sign=sign, value=str(largest))
    return condition(outcome, name, found)


def _distance(outcome: Outcome, name: str, found: Threshold) -> Sentence:
    now = value_of(outcome.scenario, name) or 0.0
    if not 0 < now < math.inf:
        return _now(outcome, name)
    if found.value <= 0:
        return _now(outcome, name)
    largest = outcome.largest_messages if name == "messages" else None
    if largest == 0:
        return _now(outcome, name)
    factor = now / (found.value if largest is None else largest)
    if largest is not None and factor == 1:
        return sentence("at the limit")
    if math.isclose(factor, 1, rel_tol=1e-9):
        return sentence("exactly at it")
    if abs(factor - 1) < _NEXT_TO:
        return sentence("now {change} from it", change=format_percent(factor - 1, 1, signed=True))
    parts = {"factor": format_quantity(factor, RATIO, 2 if factor < 0.9 or 2 < factor < 100 else 3)}
    if DIRECTIONS[name] is Direction.BELOW:
        return sentence("now {factor} the limit", **parts)
    if outcome.scenario.target_speedup > 1:
        return sentence("now {factor} that", **parts)
    return sentence("now {factor} break-even", **parts)


def _now(outcome: Outcome, name: str) -> Sentence:
    return sentence(
        "now {value}", value=parameter_of(outcome.scenario, name).show(value_of(outcome.scenario, name) or 0.0)
    )


def copied(outcome: Outcome) -> Sentence:
    """Give the verdict as one sentence to paste elsewhere."""
    found = outcome.performance
    if found is None:
        return sentence("{name}: {headline}; {reason}.", **_named(outcome), reason=outcome.missing or "")
    return sentence(
        "{name}: {headline} ({one} on one device, {split} on {devices}, parallel efficiency {efficiency}, ideal bound "
        "{bound}); {nearest}.",
        **_named(outcome),
        one=seconds(found.one_device_s),
        split=seconds(found.split_s),
        devices=devices(outcome.scenario.devices),
        efficiency=format_percent(found.parallel_efficiency),
        bound=seconds(found.overlap_bound_s),
        nearest=_with_target(outcome),
    )


def _with_target(outcome: Outcome) -> Sentence:
    target = target_line(outcome)
    if target is None:
        return nearest(outcome)
    return sentence("{target}; {nearest}", target=target, nearest=nearest(outcome))


def _named(outcome: Outcome) -> dict[str, Sentence | str]:
    return {"name": outcome.scenario.name, "headline": headline(outcome)}


ASSUMPTIONS: tuple[Sentence, ...] = (
    sentence("The devices are identical, and each takes C/(N·η) for its shard."),
    sentence("The messages are equal and follow one another; what overlaps compute is only the share f."),
    sentence("Nobody else uses the link or the devices, and no request waits in a queue."),
    sentence("The work is fixed: S, C, η, Q, ℓ, V and B stay as they are while one of them is varied."),
)


def cost_line(outcome: Outcome) -> Sentence:
    """Say what the speed costs in device-time."""
    found = outcome.performance
    if found is None or math.isinf(found.device_time_ratio):
        return sentence("Device-time N·Tₙ/T₁: not defined here.")
    return sentence(
        "Device-time N·Tₙ/T₁ = {ratio}: the split run occupies {ratio} the device-seconds of the run on one device.",
        ratio=ratio(found.device_time_ratio),
    )
