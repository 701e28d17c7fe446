"""What a threshold means or why there is none: one sentence for each parameter and state."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from explorer.answers.formatting import devices, ratio, short_ratio, short_seconds
from explorer.answers.outcome import Outcome
from explorer.model import balance, thresholds
from explorer.model.balance import Phase
from explorer.model.thresholds import DIRECTIONS, Direction, Reason, State, Threshold
from explorer.scenario.edit import parameter_of
from explorer.scenario.parameters import MOST_DEVICES, PARAMETERS
from explorer.scenario.sentence import Sentence, sentence

_EQUAL = 1e-9
"""Relative excess of a cost that is rounding alone."""
_PRECISE = 7
"""Significant digits of a threshold in a sentence, where there is room for them."""


def explanation(outcome: Outcome, name: str) -> Sentence:
    """Return in one sentence what a threshold means, or why there is none; ``outcome.performance`` must not be None."""
    goal = target_met(outcome)
    if name == "devices":
        return _devices(outcome, goal)
    limit = outcome.thresholds[name]
    parameter = parameter_of(outcome.scenario, name)
    symbol = parameter.symbol
    # The efficiency may be above a threshold that no efficiency up to 1 reaches.
    is_above = limit.state is State.UNREACHABLE and outcome.now("efficiency") > limit.value
    if limit.state is not State.FINITE and not is_above:
        reason = _reason(outcome, name, limit)
        return sentence("{head}: {reason}.", head=_head(symbol, name, limit.state, goal), reason=reason)
    if name == "messages" and outcome.largest_messages is not None:
        if not outcome.largest_messages:
            return sentence("Only with no messages (Q = 0), all else unchanged, {goal}.", goal=goal)
        most = str(outcome.largest_messages)
        return sentence("Up to {symbol} = {most}, all else unchanged, {goal}.", symbol="Q", most=most, goal=goal)
    value = parameter.show(limit.value, _PRECISE)
    if DIRECTIONS[name] is Direction.ABOVE:
        return sentence("Above {symbol} = {value}, all else unchanged, {goal}.", symbol=symbol, value=value, goal=goal)
    region = outcome.region(name) if name == "message_bytes" else None
    if region is not None and region[0] > 0:
        low = parameter.show(region[0], _PRECISE)
        return sentence("Between n = {low} and {high}, all else unchanged, {goal}.", low=low, high=value, goal=goal)
    return sentence("Below {symbol} = {value}, all else unchanged, {goal}.", symbol=symbol, value=value, goal=goal)


def _devices(outcome: Outcome, goal: Sentence) -> Sentence:
    """Return which N meet the target, and which figures that assumes."""
    met = outcome.devices_met
    if met is None or met.first is None:
        return _no_devices(outcome, None if met is None else met.listed)
    if met.listed is not None:
        meeting = [count for count in met.listed if any(first <= count <= last for first, last in met.runs)]
        return sentence(
            "At N = {met} (of the listed N: {listed}), {goal}.", met=_list(meeting), listed=_list(met.listed), goal=goal
        )
    if met.runs == ((met.first, math.inf),):
        return sentence("For N ≥ {first}, with η, ℓ, V and B unchanged, {goal}.", first=str(met.first), goal=goal)
    return sentence("At N = {runs}, {goal}.", runs=", ".join(_run(*run) for run in met.runs), goal=goal)


def _no_devices(outcome: Outcome, listed: Iterable[int] | None) -> Sentence:
    """Say that no N meets the target, of those that figures are listed for or of all."""
    target, most = outcome.scenario.target_speedup, f"{MOST_DEVICES:,}"
    if target == 1 and listed is not None:
        return sentence("Splitting pays at none of the listed N ({listed}).", listed=_list(listed))
    if target == 1:
        return sentence("Splitting pays at no N up to {most}, all else unchanged.", most=most)
    reached = short_ratio(target)
    if listed is not None:
        return sentence("{target} is met at none of the listed N ({listed}).", target=reached, listed=_list(listed))
    return sentence("{target} is met at no N up to {most}, all else unchanged.", target=reached, most=most)


def _run(first: int, last: float) -> str:
    """Write a run of numbers of devices; an infinite one is open at its end."""
    if math.isinf(last):
        return f"{first}…"
    return str(first) if first == last else f"{first}–{int(last)}"


def _list(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in numbers)


def target_met(outcome: Outcome) -> Sentence:
    """Say that the target is met, as a clause that begins with a small letter."""
    target = outcome.scenario.target_speedup
    return sentence("splitting pays") if target == 1 else sentence("{target} is met", target=short_ratio(target))


_NEVER_HEADS: dict[str, Sentence] = {
    "divisible": sentence("No amount of work can help"),
    "bandwidth": sentence("No bandwidth can help"),
    "efficiency": sentence("No efficiency can help"),
    "startup": sentence("No start-up is short enough"),
    "message_bytes": sentence("No message is small enough"),
    "messages": sentence("No number of messages is small enough"),
    "extra_serial": sentence("Not even zero extra serial time would help"),
    "overlap": sentence("No overlap can help"),
    "serial": sentence("No serial time is short enough"),
}


def _head(symbol: str, name: str, state: State, goal: Sentence) -> Sentence:
    if state is State.NEVER:
        return _NEVER_HEADS[name]
    if state is State.ALWAYS and name == "divisible":
        return sentence("However little work there is, {goal}", goal=goal)
    if state is State.ALWAYS:
        return sentence("Whatever {symbol} is, {goal}", symbol=symbol, goal=goal)
    if state is State.UNREACHABLE:
        return sentence("Unreachable")
    return sentence("{symbol} has no effect", symbol=symbol)


_PLAIN_REASONS: dict[Reason, Sentence] = {
    Reason.NO_DIVISIBLE_WORK: sentence("there is no divisible work (C = 0), so splitting saves nothing"),
    Reason.NO_MESSAGES: sentence("there are no messages (Q = 0)"),
    Reason.NO_BYTES: sentence("the messages carry no bytes (V = 0)"),
    Reason.SERIAL_CANCELS: sentence("at break-even S appears on both sides and cancels"),
    Reason.NOTHING_TO_PAY: sentence("splitting adds no cost"),
    Reason.MET_WITHOUT_OVERLAP: sentence("no overlap is needed"),
    Reason.BANDWIDTH_INFINITE: sentence("at infinite bandwidth the bytes take no time"),
    Reason.MESSAGES_FREE: sentence("messages take no time"),
    Reason.MEASURED_LINK: sentence("the link is measured; its times come from its curve"),
}


def _reason(outcome: Outcome, name: str, limit: Threshold) -> Sentence:
    """Return why there is no threshold, with its numbers."""
    phase, performance = outcome.phase, outcome.performance
    if phase is None or performance is None or limit.reason in _PLAIN_REASONS:
        return _PLAIN_REASONS[limit.reason]
    target = outcome.scenario.target_speedup
    if limit.reason is Reason.ABOVE_ONE:
        value = PARAMETERS["efficiency"].show(limit.value)
        return sentence("η would have to exceed {value}, above the cap of 1", value=value)
    if limit.reason is Reason.TOO_INEFFICIENT:
        return sentence(
            "each device is too inefficient: {devices} at η = {efficiency} do {work} the work of one; more than "
            "{target} is needed",
            devices=devices(outcome.scenario.devices),
            efficiency=PARAMETERS["efficiency"].show(float(phase.efficiency)),
            work=short_ratio(float(phase.devices * phase.efficiency)),
            target=short_ratio(target),
        )
    if limit.reason is Reason.SERIAL_PART:
        parallel = 0.0 if name == "efficiency" else performance.compute_s
        best = performance.one_device_s / (float(phase.serial) + parallel)
        most, reached = ratio(best), short_ratio(target)
        return sentence("the serial time alone rules out {target}: at most {best}", target=reached, best=most)
    if limit.reason is Reason.COMMUNICATION_OUTLASTS:
        # with the parameter in question at its best
        at_best = replace(phase, **({name: 0.0} if name in ("extra_serial", "serial") else {}))
        return sentence(
            "communication alone takes {time}, but the parallel part may take at most {allowed}",
            time=short_seconds(performance.communication_s),
            allowed=short_seconds(float(balance.allowance(at_best, target))),
        )
    return _cost(outcome, phase, name, limit.reason)


def _cost(outcome: Outcome, phase: Phase, name: str, reason: Reason) -> Sentence:
    """Say which cost exceeds what splitting saves."""
    target = outcome.scenario.target_speedup
    saved = float(balance.saving(phase, target))
    if reason is Reason.EXTRA_SERIAL:
        if name == "efficiency":
            saved = float(balance.allowance(phase, target) + phase.extra_serial)
        elif name == "serial":
            saved = float(phase.divisible * balance.saving_rate(phase, target))
        cost = float(phase.extra_serial)
        what = sentence("the extra serial time is {time},", time=short_seconds(cost))
    elif reason is Reason.COMMUNICATION:
        if name == "serial":
            saved = float(phase.divisible * balance.saving_rate(phase, target) - phase.extra_serial)
        cost = float(balance.exposed_communication(phase))
        what = sentence("the communication issued after compute takes {time},", time=short_seconds(cost))
    else:
        saved = float(thresholds.communication_budget(phase, target))
        count = str(int(phase.messages))
        if reason is Reason.STARTUPS:
            cost, each = float(phase.messages * phase.startup), short_seconds(float(phase.startup))
            what = sentence("the start-ups alone, {count} × {time}, cost", count=count, time=each)
        else:
            cost = float(phase.messages * (phase.message_bytes / phase.bandwidth))
            each = short_seconds(cost / float(phase.messages))
            what = sentence("the bytes alone, {count} × {time}, cost", count=count, time=each)
    return _exceeds(what, cost, saved, plain=target == 1 and phase.overlap == 0)


def _exceeds(what: Sentence, cost: float, saved: float, *, plain: bool) -> Sentence:
    time = short_seconds(saved)
    limit = (
        sentence("the {saved} that splitting saves", saved=time)
        if plain
        else sentence("the {saved} that can be spent", saved=time)
    )
    if cost <= saved * (1 + _EQUAL):
        return sentence("{what} all of {limit}", what=what, limit=limit)
    return sentence("{what} more than {limit}", what=what, limit=limit)
