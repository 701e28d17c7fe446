"""The answer in words: headline, nearest change, thresholds with their reasons. For the window and for ``solve``."""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.model import balance, thresholds
from explorer.model.balance import Phase, Verdict
from explorer.model.thresholds import DIRECTIONS, Direction, Reason, State, Threshold
from explorer.outcome import Answer, Outcome
from explorer.scenario.edit import value_of
from explorer.scenario.quantity import COUNT, RATIO, TIME, format_percent, format_quantity
from explorer.scenario.scenario import PARAMETERS
from explorer.scenario.sentence import Sentence, sentence

_EQUAL = 1e-9
_AS_PERCENT = 5e-4
_PRECISE = 7


def seconds(value: float) -> str:
    """Write a time with four digits, trailing zeros kept."""
    return format_quantity(value, TIME, padded=True)


def _time(value: float) -> str:
    return format_quantity(value, TIME)


def ratio(value: float) -> str:
    """Write a speed-up: three decimals where that is four digits or less, else four significant digits."""
    return f"{value:.3f}×" if 0.1 <= value < 9.9995 else format_quantity(value, RATIO, padded=True)


def short_ratio(value: float) -> str:
    """Write a speed-up that somebody chose, such as a target."""
    return format_quantity(value, RATIO)


def devices(count: int) -> Sentence:
    """Name the devices."""
    return sentence("two devices") if count == 2 else sentence("{count} devices", count=str(count))


def headline(outcome: Outcome) -> Sentence:
    """Give the verdict in one line."""
    found = outcome.answer
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


def target_line(outcome: Outcome) -> Sentence | None:
    """Say whether a target above break-even is met, or None at break-even."""
    target, found = outcome.scenario.target_speedup, outcome.answer
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
    found, near = outcome.answer, outcome.nearest
    if found is None:
        return sentence("no answer: {reason}", reason=outcome.missing or "")
    if near is None:
        return sentence("no change of one number alone decides this")
    name, factor = near
    symbol = PARAMETERS[name].symbol
    if math.isclose(factor, 1, rel_tol=1e-12):
        return sentence("{symbol} stands exactly at its threshold: any change decides", symbol=symbol)
    parts = {
        "symbol": symbol,
        "change": change_text(factor),
        "value": PARAMETERS[name].show(outcome.thresholds[name].value),
        "target": short_ratio(outcome.scenario.target_speedup),
    }
    if outcome.scenario.target_speedup > 1:
        if found.meets_target:
            return sentence("nearest: {symbol} {change} (to {value}), there {target} is lost", **parts)
        return sentence("nearest: {symbol} {change} (to {value}), from there on {target} is met", **parts)
    if found.meets_target:
        return sentence("nearest: {symbol} {change} (to {value}), there splitting stops paying", **parts)
    return sentence("nearest: {symbol} {change} (to {value}), from there on splitting pays", **parts)


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
    parameter = PARAMETERS[name]
    met = bool(outcome.answer and outcome.answer.meets_target)
    why = explanation(outcome, name)
    symbol = parameter.symbol
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


def condition(name: str, found: Threshold, digits: int = 4, *, padded: bool = True) -> Sentence:
    """Write a threshold that is a number as a condition such as "C > 2.453 ms"."""
    sign = ">" if DIRECTIONS[name] is Direction.ABOVE else "<"
    value = PARAMETERS[name].show(found.value, digits, padded=padded)
    return sentence("{symbol} {sign} {value}", symbol=PARAMETERS[name].symbol, sign=sign, value=value)


def _title(outcome: Outcome, name: str, found: Threshold) -> Sentence:
    symbol, largest = PARAMETERS[name].symbol, outcome.largest_messages
    if name == "messages" and largest is not None:
        return sentence("{symbol} ≤ {value}", symbol=symbol, value=str(largest))
    return condition(name, found)


def _distance(outcome: Outcome, name: str, found: Threshold) -> Sentence:
    now = value_of(outcome.scenario, name) or 0.0
    if not 0 < now < math.inf:
        return sentence("now {value}", value=PARAMETERS[name].show(now))
    factor = now / found.value
    parts = {"factor": format_quantity(factor, RATIO, 2 if factor < 100 else 3)}
    if outcome.scenario.target_speedup > 1:
        return sentence("now {factor} what it takes", **parts)
    return sentence("now {factor} break-even", **parts)


def explanation(outcome: Outcome, name: str) -> Sentence:
    """Say in one sentence what a threshold means or why there is none."""
    found = outcome.thresholds[name]
    parameter = PARAMETERS[name]
    goal = _goal(outcome)
    if found.state is State.FINITE or (found.state is State.UNREACHABLE and _now_above(outcome, found)):
        value = parameter.show(found.value, _PRECISE)
        if DIRECTIONS[name] is Direction.ABOVE:
            return sentence(
                "Above {symbol} = {value}, all else unchanged, {goal}.", symbol=parameter.symbol, value=value, goal=goal
            )
        return sentence(
            "Below {symbol} = {value}, all else unchanged, {goal}.", symbol=parameter.symbol, value=value, goal=goal
        )
    return sentence("{head}: {reason}.", head=_head(name, found.state, goal), reason=_reason(outcome, name, found))


def _now_above(outcome: Outcome, found: Threshold) -> bool:
    return outcome.phase is not None and float(outcome.phase.efficiency) > found.value


def _goal(outcome: Outcome) -> Sentence:
    target = outcome.scenario.target_speedup
    if target == 1:
        return sentence("splitting pays")
    return sentence("{target} is met", target=short_ratio(target))


_NEVER_HEADS: dict[str, Sentence] = {
    "divisible": sentence("No amount of work can help"),
    "bandwidth": sentence("No bandwidth can help"),
    "efficiency": sentence("No efficiency can help"),
    "startup": sentence("No start-up is short enough"),
    "message_bytes": sentence("No message is small enough"),
    "messages": sentence("No number of messages is small enough"),
    "extra_serial": sentence("Not even splitting without added serial work would help"),
    "overlap": sentence("No overlap can help"),
    "serial": sentence("No undivided part is short enough"),
}


def _head(name: str, state: State, goal: Sentence) -> Sentence:
    symbol = PARAMETERS[name].symbol
    if state is State.NEVER:
        return _NEVER_HEADS[name]
    if state is State.ALWAYS:
        return sentence("Whatever {symbol} is, {goal}", symbol=symbol, goal=goal)
    if state is State.UNREACHABLE:
        return sentence("Unreachable")
    return sentence("{symbol} has no effect", symbol=symbol)


_PLAIN_REASONS: dict[Reason, Sentence] = {
    Reason.NO_DIVISIBLE_WORK: sentence("there is no divisible work (C = 0), so that splitting saves nothing"),
    Reason.NO_MESSAGES: sentence("there are no messages (Q = 0)"),
    Reason.NO_BYTES: sentence("the messages carry no bytes (V = 0)"),
    Reason.SERIAL_CANCELS: sentence("at the break-even S stands on both sides and cancels"),
    Reason.NOTHING_TO_PAY: sentence("splitting adds no cost, so that the least work pays"),
    Reason.MET_WITHOUT_OVERLAP: sentence("it is met without any overlap"),
    Reason.BANDWIDTH_INFINITE: sentence("at infinite bandwidth the bytes take no time"),
    Reason.MESSAGES_FREE: sentence("a message takes no time"),
}


def _reason(outcome: Outcome, name: str, found: Threshold) -> Sentence:
    """Put a reason into words, with its numbers."""
    phase, answer = outcome.phase, outcome.answer
    if phase is None or answer is None or found.reason in _PLAIN_REASONS:
        return _PLAIN_REASONS[found.reason]
    target = outcome.scenario.target_speedup
    if found.reason is Reason.ABOVE_ONE:
        return sentence(
            "η would have to exceed {value}, above the cap of 1", value=PARAMETERS["efficiency"].show(found.value)
        )
    if found.reason is Reason.TOO_INEFFICIENT:
        return sentence(
            "each device is too inefficient: {devices} at η = {efficiency} do {work} the work of one, and more than "
            "{target} is needed",
            devices=devices(outcome.scenario.devices),
            efficiency=PARAMETERS["efficiency"].show(float(phase.efficiency)),
            work=short_ratio(float(phase.devices * phase.efficiency)),
            target=short_ratio(target),
        )
    if found.reason is Reason.SERIAL_PART:
        parallel = 0.0 if name == "efficiency" else answer.compute_s
        best = answer.one_device_s / (float(phase.serial) + parallel)
        return sentence(
            "the serial part alone forbids {target}: at most {best}", target=short_ratio(target), best=ratio(best)
        )
    if found.reason is Reason.COMMUNICATION_OUTLASTS:
        return sentence(
            "communication alone takes {time}, and the parallel part may take no more than {allowed}",
            time=_time(answer.communication_s),
            allowed=_time(float(balance.allowance(phase, target))),
        )
    return _cost(outcome, phase, answer, name, found.reason)


def _cost(outcome: Outcome, phase: Phase, answer: Answer, name: str, reason: Reason) -> Sentence:
    """Say which cost exceeds what is saved."""
    target = outcome.scenario.target_speedup
    saved = float(balance.saving(phase, target))
    if reason is Reason.EXTRA_SERIAL:
        if name == "efficiency":
            saved = float(balance.allowance(phase, target) + phase.extra_serial)
        elif name == "serial":
            saved = float(phase.divisible * balance.saving_rate(phase, target))
        cost = float(phase.extra_serial)
        what = sentence("the serial work that splitting adds takes {time},", time=_time(cost))
    elif reason is Reason.COMMUNICATION:
        if name == "serial":
            saved = float(phase.divisible * balance.saving_rate(phase, target) - phase.extra_serial)
        cost = answer.communication_s - float(phase.overlap) * answer.communication_s
        what = sentence("the communication that compute does not hide takes {time},", time=_time(cost))
    else:
        saved = float(thresholds.communication_budget(phase, target))
        count = str(int(phase.messages))
        if reason is Reason.STARTUPS:
            cost = float(phase.messages * phase.startup)
            what = sentence(
                "the start-ups alone, {count} × {time}, cost", count=count, time=_time(float(phase.startup))
            )
        else:
            cost = float(phase.messages * (phase.message_bytes / phase.bandwidth))
            what = sentence(
                "the bytes alone, {count} × {time}, cost", count=count, time=_time(cost / float(phase.messages))
            )
    return _exceeds(what, cost, saved, plain=target == 1 and phase.overlap == 0)


def _exceeds(what: Sentence, cost: float, saved: float, *, plain: bool) -> Sentence:
    parts: dict[str, Sentence | str] = {"what": what, "saved": _time(saved)}
    if cost <= saved * (1 + _EQUAL):
        if plain:
            return sentence("{what} all of the {saved} that splitting saves", **parts)
        return sentence("{what} all of the {saved} that can be spent", **parts)
    if plain:
        return sentence("{what} more than the {saved} that splitting saves", **parts)
    return sentence("{what} more than the {saved} that can be spent", **parts)


def copied(outcome: Outcome) -> Sentence:
    """Give the verdict as one sentence to paste elsewhere."""
    found = outcome.answer
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
        nearest=nearest(outcome),
    )


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
    found = outcome.answer
    if found is None or math.isinf(found.device_time_ratio):
        return sentence("Device-time N·T_N/T₁: not defined here.")
    return sentence(
        "Device-time N·T_N/T₁ = {ratio}: the split run occupies {ratio} the device-seconds of the run on one device.",
        ratio=ratio(found.device_time_ratio),
    )
