"""The answer in words: the article's sentences, and for any scenario no word that is not true."""

from __future__ import annotations

import math
import re
from collections import Counter
from fractions import Fraction

import pytest

from explorer.answers import formatting
from explorer.answers.break_even import words as wording
from explorer.answers.break_even.explanations import explanation
from explorer.answers.outcome import Outcome
from explorer.model.thresholds import DIRECTIONS, Reason, State
from explorer.scenario.edit import change, replace_at
from explorer.scenario.file import read
from explorer.scenario.library import shipped
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.quantity import RATIO, SHARE, TIME, Dimension, parse
from explorer.scenario.scenario import Scenario
from tests.answers.break_even import sentences
from tests.answers.builders import without_answer
from tests.answers.links.sentences import status as link_status
from tests.model.reference import RISING, Exact
from tests.model.scenarios import exact_of, random_scenarios

MANY = random_scenarios(seed=11, count=600)


def outcome_of(scenario: Scenario, **changes: float) -> Outcome:
    for name, value in changes.items():
        scenario = change(scenario, name, value)
    return Outcome(scenario)


# --- sentences of the article


@pytest.mark.parametrize(
    ("changes", "name", "said"),
    [
        ({}, "divisible", sentences.above("C = 2.453333 ms")),
        ({}, "bandwidth", sentences.above("B = 1.826484 GB/s")),
        ({}, "startup", sentences.below("ℓ = 925 µs")),
        ({"target": 1.2}, "efficiency", sentences.above("η = 0.6706408", sentences.met("1.2×"))),
        ({"divisible": 0.001, "efficiency": 7.0}, "efficiency", sentences.above("η = 6.25")),
    ],
)
def test_sentence_of_a_threshold(base: Scenario, changes: dict[str, float], name: str, said: str) -> None:
    assert str(explanation(outcome_of(base, **changes), name)) == said


@pytest.mark.parametrize(
    ("changes", "name", "head", "reason"),
    [
        (
            {"divisible": 0.00024},
            "bandwidth",
            sentences.NO_BANDWIDTH,
            sentences.STARTUPS_COST,
        ),
        (
            {"divisible": 0.00032},
            "bandwidth",
            sentences.NO_BANDWIDTH,
            "the start-ups alone, 4 × 30 µs, cost all of the 120 µs that splitting saves",
        ),
        (
            {"divisible": 0.001},
            "startup",
            "No start-up is short enough",
            sentences.BYTES_COST,
        ),
        (
            {"startup": 0.0012},
            "message_bytes",
            "No message is small enough",
            "the start-ups alone, 4 × 1.2 ms, cost more than the 4.5 ms that splitting saves",
        ),
        (
            {"efficiency": 0.5},
            "divisible",
            "No amount of work can help: each device is too inefficient",
            "two devices at η = 0.5 do 1× the work of one; more than 1× is needed",
        ),
        (
            {"efficiency": 0.25, "devices": 8, "target": 3},
            "messages",
            "No number of messages is small enough: each device is too inefficient",
            "8 devices at η = 0.25 do 2× the work of one; more than 3× is needed",
        ),
        (
            {"serial": 0.01, "target": 1.5},
            "overlap",
            "No overlap can help",
            "the serial time alone rules out 1.5×: at most 1.257×",
        ),
        (
            {"extra_serial": 0.005},
            "messages",
            "No number of messages is small enough",
            "the extra serial time is 5 ms, more than the 4.5 ms that splitting saves",
        ),
        (
            {"bandwidth": 5e8},
            "overlap",
            "No overlap can help",
            "communication alone takes 16.12 ms, but the parallel part may take at most 12 ms",
        ),
        (
            {"divisible": 0.001},
            "extra_serial",
            "Not even zero extra serial time would help",
            "the communication issued after compute takes 920 µs, more than the 375 µs that splitting saves",
        ),
        (
            {"target": 1.5},
            "serial",
            "No serial time is short enough",
            "the communication issued after compute takes 920 µs, more than the 500 µs that can be spent",
        ),
        (
            {"divisible": 0},
            "efficiency",
            "No efficiency can help",
            "there is no divisible work (C = 0), so splitting saves nothing",
        ),
        ({"divisible": 0.001}, "efficiency", "Unreachable", sentences.UNREACHABLE),
        ({}, "overlap", *sentences.NO_OVERLAP_NEEDED.split(": ")),
        ({"target": 1.2}, "overlap", "Whatever f is, 1.2× is met", "no overlap is needed"),
        (
            {"bandwidth": math.inf},
            "message_bytes",
            "Whatever V is, splitting pays",
            "at infinite bandwidth the bytes take no time",
        ),
        (
            {"messages": 0},
            "divisible",
            "However little work there is, splitting pays",
            "splitting adds no cost",
        ),
        ({}, "serial", "S has no effect", sentences.SERIAL_CANCELS),
        ({"messages": 0}, "startup", "ℓ has no effect", "there are no messages (Q = 0)"),
        ({"message_bytes": 0}, "bandwidth", "B has no effect", "the messages carry no bytes (V = 0)"),
    ],
)
def test_sentence_where_there_is_no_threshold(
    base: Scenario, changes: dict[str, float], name: str, head: str, reason: str
) -> None:
    assert str(explanation(outcome_of(base, **changes), name)) == f"{head}: {reason}."


@pytest.mark.parametrize(
    ("changes", "name", "reason"),
    [
        ({}, "extra_serial", "communication alone takes 20.12 ms, but the parallel part may take at most 12 ms"),
        (
            {"target": 1.2},
            "serial",
            "communication alone takes 20.12 ms, but the parallel part may take at most 10 ms",
        ),
    ],
)
def test_communication_that_outlasts_compute_is_not_said_to_be_hidden(
    base: Scenario, changes: dict[str, float], name: str, reason: str
) -> None:
    """All of it is issued during compute, which lasts 7.5 ms."""
    said = str(explanation(outcome_of(base, overlap=1.0, bandwidth=4e8, **changes), name))
    assert said.endswith(f": {reason}.")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, sentences.pays("1.388×")),
        ({"divisible": 0.001}, sentences.loses("0.768×")),
        ({"divisible": 0.00736 / 3}, sentences.TIE),
        ({"serial": 1000.0}, sentences.pays("0.000358 %")),
        ({"serial": 1000.0, "divisible": 0.001}, sentences.slower("0.0000545 %")),
        ({"devices": 64, "efficiency": 1.0, "serial": 0.0, "messages": 0}, sentences.pays("64.00×")),
        ({"serial": 0.0, "divisible": 0.0}, sentences.loses("0×")),
        ({"serial": 0.0, "divisible": 0.0, "messages": 0}, sentences.TIE),
        ({"target": 1.2}, sentences.meets("1.2×", "1.388×")),
        ({"target": 1.5}, sentences.misses("1.5×", "1.388×")),
        ({"target": 1.5, "divisible": 0.001}, sentences.loses("0.768×")),
    ],
)
def test_headline(base: Scenario, changes: dict[str, float], said: str) -> None:
    assert str(wording.headline(outcome_of(base, **changes))) == said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, sentences.NEAREST),
        ({"divisible": 0.001}, sentences.nearest("C ×2.45 (to 2.453 ms)", won=sentences.GOAL)),
        ({"bandwidth": 1e9}, sentences.nearest("C +80 % (to 21.65 ms)", won=sentences.GOAL)),
        ({"target": 1.2}, sentences.nearest("η −16 % (to 0.6706)", lost="1.2× is lost")),
        ({"target": 1.5}, sentences.nearest("η +10 % (to 0.8806)", won=sentences.met("1.5×"))),
        ({"divisible": 0, "messages": 0}, sentences.ANY_WORK),
        ({"divisible": 0}, sentences.from_zero("C > 2.453 ms", "0 ms")),
        ({"divisible": 0, "overlap": 1}, sentences.from_zero("C > 920.0 µs", "0 ms")),
        ({"efficiency": 0.3, "bandwidth": 1e8}, sentences.NONE_DECIDES),
        ({"divisible": 0.00736 / 3}, sentences.at_its_threshold("C")),
    ],
)
def test_nearest_change(base: Scenario, changes: dict[str, float], said: str) -> None:
    assert str(wording.nearest(outcome_of(base, **changes))) == said


def test_a_tie_at_a_target_above_break_even_is_worded_as_one(base: Scenario) -> None:
    """The target is the speed-up of the scenario: splitting pays, the target is not met, each parameter decides."""
    speedup = outcome_of(base).performance.speedup
    outcome = outcome_of(base, target=speedup)
    assert str(wording.headline(outcome)) == sentences.misses("1.388286×", "1.388×")
    assert str(wording.target_line(outcome)) == sentences.target_missed("1.388286×")
    assert str(wording.nearest(outcome)) == sentences.at_its_threshold("C")
    assert str(wording.short_nearest(outcome)) == sentences.SYMBOL_AT_THRESHOLD
    chips = {name: wording.threshold(outcome, name) for name in ("divisible", "bandwidth", "startup", "serial")}
    assert {str(chip.detail) for chip in chips.values()} == {sentences.AT_THRESHOLD}
    assert {chip.met for chip in chips.values()} == {False}


def test_a_tie_up_to_rounding_is_worded_as_one_beside_a_long_serial_time(base: Scenario) -> None:
    """With S = 1000 s the thresholds at the scenario's speed-up are off by 1e-11: rounding, not a change to make."""
    speedup = outcome_of(base, serial=1000.0).performance.speedup
    outcome = outcome_of(base, serial=1000.0, target=speedup)
    assert outcome.nearest[1] != 1
    assert str(wording.nearest(outcome)) == sentences.at_its_threshold("η")
    assert str(wording.threshold(outcome, "efficiency").detail) == sentences.AT_THRESHOLD


@pytest.mark.parametrize(
    ("factor", "said"),
    [
        (1.5, "+50 %"),
        (0.676895, "−32 %"),
        (2.0, "+100 %"),
        (2.453, "×2.45"),
        (0.5, "−50 %"),
        (0.25, "÷4"),
        (1e6, "×1000000"),
    ],
)
def test_change_is_a_percentage_up_to_a_factor_of_two(factor: float, said: str) -> None:
    assert wording.change_text(factor) == said


@pytest.mark.parametrize(
    ("target", "said"), [(1.0, "None"), (1.2, "target 1.2× met"), (1.5, sentences.target_missed("1.5×"))]
)
def test_target_line(base: Scenario, target: float, said: str) -> None:
    assert str(wording.target_line(outcome_of(base, target=target))) == said


def test_without_an_answer_the_reason_is_given(base: Scenario) -> None:
    outcome = Outcome(without_answer(base))
    assert str(wording.headline(outcome)) == sentences.no_result(2)
    reason = sentences.no_efficiency(2, "4")
    assert str(wording.nearest(outcome)) == sentences.no_result_since(reason)
    assert str(wording.verdict_sentence(outcome)) == f"Base case: {sentences.no_result(2)}; {reason}."
    assert wording.target_line(outcome) is None


def test_copied_sentence(base: Scenario) -> None:
    assert str(wording.verdict_sentence(Outcome(base))) == sentences.BASE_COPIED


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {},
            "Device-time N·Tₙ/T₁ = 1.441×: the split run uses 1.441× the device-seconds of the run on one device.",
        ),
        ({"serial": 0.0, "divisible": 0.0}, "Device-time N·Tₙ/T₁ is undefined here."),
    ],
)
def test_cost_in_device_time(base: Scenario, changes: dict[str, float], said: str) -> None:
    assert str(wording.cost_line(outcome_of(base, **changes))) == said


@pytest.mark.parametrize(
    ("changes", "name", "title", "detail"),
    [
        ({}, "divisible", "C > 2.453 ms", "4.9× above the limit"),
        ({}, "messages", "Q ≤ 19", "4.8× below the limit"),
        ({}, "extra_serial", "ΔS < 3.580 ms", sentences.now("0 ms")),
        ({"bandwidth": math.inf}, "bandwidth", "B > 1.826 GB/s", sentences.now("∞")),
        ({}, "serial", "S", sentences.NO_EFFECT),
        ({}, "overlap", "f: any value", sentences.ALWAYS_MET),
        ({"messages": 0}, "divisible", "C > 0", sentences.now("12 ms")),
        ({"divisible": 0.00736 / 3 * 1.001}, "divisible", "C > 2.453 ms", "0.1 % above the limit"),
        ({"divisible": 0.001}, "startup", "ℓ: no value", "no value helps"),
        ({"divisible": 0.001}, "efficiency", "η > 6.250", "unreachable: at most 1"),
        ({"divisible": 0.001, "efficiency": 7.0}, "efficiency", "η > 6.250", "12 % above the limit"),
        ({"target": 1.2}, "divisible", "C > 5.056 ms", "2.4× above the limit"),
        ({"target": 1.5}, "efficiency", "η > 0.8806", "9.2 % below the limit"),
        ({"divisible": 0.001}, "divisible", "C > 2.453 ms", "2.5× below the limit"),
        ({}, "startup", "ℓ < 925.0 µs", "31× below the limit"),
        ({"startup": 0.002}, "startup", "ℓ < 925.0 µs", "2.2× above the limit"),
        ({"startup": 0.001}, "startup", "ℓ < 925.0 µs", "8.1 % above the limit"),
        ({"messages": 19}, "messages", "Q ≤ 19", "at the limit"),
        ({"messages": 20}, "messages", "Q ≤ 19", "5.3 % above the limit"),
        ({"bandwidth": 1e18}, "bandwidth", "B > 1.826 GB/s", "548000000× above the limit"),
    ],
)
def test_card_of_a_threshold(base: Scenario, changes: dict[str, float], name: str, title: str, detail: str) -> None:
    found = wording.threshold(outcome_of(base, **changes), name)
    assert (str(found.title), str(found.detail)) == (title, detail)


def test_a_threshold_of_no_overlap_at_all_is_worded(base: Scenario) -> None:
    """Both take 4 s without overlap, so that f* is 0, and half of it is overlapped."""
    parts = {
        "serial": 0,
        "divisible": 4,
        "efficiency": 1,
        "messages": 1,
        "startup": 2,
        "message_bytes": 0,
        "overlap": 0.5,
    }
    outcome = outcome_of(base, **parts)
    assert outcome.thresholds["overlap"][:2] == (State.FINITE, 0)
    assert str(wording.threshold(outcome, "overlap").title) == "f > 0 %"
    assert "50 %" in str(wording.threshold(outcome, "overlap").detail)


# --- any scenario


def every_text(outcome: Outcome) -> list[str]:
    """All that is said of a scenario, of each threshold first of all."""
    cards = [wording.threshold(outcome, name) for name in DIRECTIONS]
    said = [str(text) for card in cards for text in (card.title, card.detail, card.explanation)]
    said += [
        str(make(outcome)) for make in (wording.headline, wording.nearest, wording.verdict_sentence, wording.cost_line)
    ]
    line = wording.target_line(outcome)
    said += [str(line)] if line else []
    return said + [str(text) for text in (*outcome.warnings, *outcome.no_effect.values())]


def test_no_text_shows_a_number_that_is_none() -> None:
    for scenario in MANY:
        for text in every_text(Outcome(scenario)):
            assert not re.search(r"\b(nan|inf|None|State|Reason)\b|[{}<>]{2}|[{}]|Sentence", text), text
            assert not re.search(r"  |\.\.| \.|−−|\+−", text), text


def test_every_explanation_is_one_sentence() -> None:
    for scenario in MANY:
        outcome = Outcome(scenario)
        for name in DIRECTIONS:
            said = str(explanation(outcome, name))
            assert said[0].isupper() or said[0] in "ℓηfΔ"
            assert re.fullmatch(r"(?:[^.]|\.(?=\d))+\.", said), said


def near(text: str, dimension: Dimension, exact: Fraction, scale: Fraction = Fraction(0)) -> bool:
    """Whether a printed number of four digits is the exact one, or both are rounding beside the scale."""
    return parse(text, dimension, "") == pytest.approx(float(exact), rel=5.1e-4, abs=float(scale) * 1e-14)


def allowed_in_parallel(case: Exact, target: Fraction) -> Fraction:
    """A, what is left for compute and communication together."""
    return case.one_device() / target - case.serial - case.extra_serial


def spendable(case: Exact, target: Fraction) -> Fraction:
    """All communication has to be shorter than this: Cp + (1 − f) H < A and H < A."""
    allowed = allowed_in_parallel(case, target)
    if case.overlap == 1:
        return allowed
    return min((allowed - case.compute()) / (1 - case.overlap), allowed)


def saved_by_splitting(case: Exact, target: Fraction, name: str) -> Fraction:
    """The margin before added serial work and communication; with ideal devices, or without S, where that is asked."""
    free = case.at("messages", Fraction(0)).at("extra_serial", Fraction(0))
    if name == "efficiency":
        free = free.at("efficiency", Fraction(10**40))
    return (free.at("serial", Fraction(0)) if name == "serial" else free).margin(target)


def as_large(cost: Fraction, saved: Fraction, scale: Fraction) -> bool:
    return cost >= saved - scale / 10**14


Claims = tuple[bool, ...]
"""What a sentence says, each part held against the exact phase."""


def claims_of_cap(case: Exact, target: Fraction, name: str, said: str) -> Claims:
    found = re.search(r"η would have to exceed (\S+), above the cap of 1\.$", said)
    at_one, ideal = case.at("efficiency", Fraction(1)), case.at("efficiency", Fraction(10**40))
    slack = at_one.scale(target) / 10**14
    return parse(found[1], SHARE, "") >= 1, ideal.margin(target) > 0, at_one.margin(target) <= slack


def claims_of_inefficiency(case: Exact, target: Fraction, name: str, said: str) -> Claims:
    words = r": (\S+) devices at η = (\S+) do (\S+) the work of one; more than (\S+) is needed\.$"
    found = re.search(words, said)
    count, work = "two" if case.devices == 2 else str(case.devices), case.devices * case.efficiency
    numbers = near(found[2], SHARE, case.efficiency), near(found[3], RATIO, work), near(found[4], RATIO, target)
    return found[1] == count, *numbers, as_large(target, work, target)


def claims_of_serial_part(case: Exact, target: Fraction, name: str, said: str) -> Claims:
    found = re.search(r"the serial time alone rules out (\S+): at most (\S+)\.$", said)
    best = case.one_device() / (case.serial + (0 if name == "efficiency" else case.compute()))
    return near(found[1], RATIO, target), near(found[2], RATIO, best), as_large(target, best, target)


def claims_of_outlasting(case: Exact, target: Fraction, name: str, said: str) -> Claims:
    words = r"communication alone takes (.+), but the parallel part may take at most (.+)\.$"
    found = re.search(words, said)
    best = case.at(name, Fraction(0)) if name in ("extra_serial", "serial") else case
    cost, allowed, scale = case.communication(), allowed_in_parallel(best, target), case.scale(target)
    return near(found[1], TIME, cost), near(found[2], TIME, allowed, scale), as_large(cost, allowed, scale)


def claims_of_cost(case: Exact, target: Fraction, said: str, what: str, cost: Fraction, saved: Fraction) -> Claims:
    """A cost is said to be more than, or all of, what is saved."""
    end = r"(?P<how>more than|all of) the (?P<saved>.+) that (?P<end>splitting saves|can be spent)\.$"
    found = re.search(rf"the {what},(?: cost)? {end}", said)
    scale = case.scale(target)
    true = {
        "more than": as_large(cost, saved, scale),
        "all of": abs(cost - saved) <= saved / 10**8 + scale / 10**12,
    }
    plain = target == 1 and case.overlap == 0
    return (
        true[found["how"]],
        near(found["saved"], TIME, saved, scale),
        near(found["cost"], TIME, cost / (case.messages if "×" in what else 1), scale),
        (found["end"] == "splitting saves") is plain,
    )


def claims_of_startups(case: Exact, target: Fraction, name: str, said: str) -> Claims:
    cost = case.messages * case.startup
    words = rf"start-ups alone, {case.messages} × (?P<cost>.+?)"
    return claims_of_cost(case, target, said, words, cost, spendable(case, target))


def claims_of_bytes(case: Exact, target: Fraction, name: str, said: str) -> Claims:
    cost = case.at("startup", Fraction(0)).communication()
    words = rf"bytes alone, {case.messages} × (?P<cost>.+?)"
    return claims_of_cost(case, target, said, words, cost, spendable(case, target))


def claims_of_extra_serial(case: Exact, target: Fraction, name: str, said: str) -> Claims:
    words = r"extra serial time is (?P<cost>.+?)"
    return claims_of_cost(case, target, said, words, case.extra_serial, saved_by_splitting(case, target, name))


def claims_of_communication(case: Exact, target: Fraction, name: str, said: str) -> Claims:
    words = r"communication issued after compute takes (?P<cost>.+?)"
    saved = saved_by_splitting(case, target, name) - (case.extra_serial if name == "serial" else 0)
    return claims_of_cost(case, target, said, words, (1 - case.overlap) * case.communication(), saved)


CLAIMS = {
    Reason.ABOVE_ONE: claims_of_cap,
    Reason.TOO_INEFFICIENT: claims_of_inefficiency,
    Reason.SERIAL_PART: claims_of_serial_part,
    Reason.COMMUNICATION_OUTLASTS: claims_of_outlasting,
    Reason.STARTUPS: claims_of_startups,
    Reason.BYTES: claims_of_bytes,
    Reason.EXTRA_SERIAL: claims_of_extra_serial,
    Reason.COMMUNICATION: claims_of_communication,
}
PLAIN = {
    Reason.NO_DIVISIBLE_WORK: lambda case: case.divisible == 0,
    Reason.NO_MESSAGES: lambda case: case.messages == 0,
    Reason.NO_BYTES: lambda case: case.message_bytes == 0,
    Reason.SERIAL_CANCELS: lambda case: case.at("serial", Fraction(0)).margin() == case.margin(),
    Reason.NOTHING_TO_PAY: lambda case: case.extra_serial == case.communication() - case.hidden() == 0,
    Reason.MET_WITHOUT_OVERLAP: lambda case: case.at("overlap", Fraction(0)).margin() > 0,
    Reason.BANDWIDTH_INFINITE: lambda case: case.bandwidth is None,
    Reason.MESSAGES_FREE: lambda case: case.communication() == 0,
}
HEADS = {
    State.ALWAYS: r"(Whatever {symbol} is|However little work there is), {goal}: ",
    State.NEVER: r"(No|Not even) .+?: ",
    State.NO_EFFECT: r"{symbol} has no effect: ",
    State.UNREACHABLE: r"Unreachable: ",
}


def goal(target: Fraction) -> str:
    return sentences.GOAL if target == 1 else f"{formatting.short_ratio(float(target))} is met"


def tie_but_for_rounding(case: Exact, target: Fraction) -> bool:
    return abs(case.margin(target)) <= case.scale(target) / 10**12


def test_no_reason_claims_what_is_not_so() -> None:
    seen: Counter[tuple[str, Reason]] = Counter()
    for scenario in MANY:
        outcome, (case, target) = Outcome(scenario), exact_of(scenario)
        for name, (state, value, reason) in outcome.thresholds.items():
            said = str(explanation(outcome, name))
            if state is State.FINITE or (state is State.UNREACHABLE and case.efficiency > Fraction(value)):
                continue
            head = HEADS[state].format(symbol=PARAMETERS[name].symbol, goal=re.escape(goal(target)))
            assert re.match(head, said), said
            if reason in PLAIN:
                assert PLAIN[reason](case), said
            else:
                assert all(CLAIMS[reason](case, target, name, said)), (said, scenario)
            seen[name, reason] += 1
    assert {reason for _, reason in seen} == set(Reason) - {Reason.NONE, Reason.MEASURED_LINK}
    assert len(seen) >= 40


def test_a_threshold_is_said_with_its_value_and_side() -> None:
    checked = 0
    for scenario in MANY:
        outcome, target = Outcome(scenario), exact_of(scenario)[1]
        for name, (state, value, _) in outcome.thresholds.items():
            if state is not State.FINITE:
                continue
            symbol, dimension = PARAMETERS[name].symbol, PARAMETERS[name].dimension
            said, title = str(explanation(outcome, name)), str(wording.threshold(outcome, name).title)
            checked += 1
            if name == "messages":
                largest = outcome.largest_messages
                most = f"Up to Q = {largest}" if largest else "Only with no messages (Q = 0)"
                assert said == f"{most}, all else unchanged, {goal(target)}."
                assert title == (f"Q ≤ {largest}" if largest else "Q = 0")
                continue
            found = re.fullmatch(
                rf"(Above|Below) {symbol} = (.+), all else unchanged, {re.escape(goal(target))}\.", said
            )
            assert found, said
            assert found[1] == ("Above" if name in RISING else "Below")
            assert parse(found[2], dimension, "") == pytest.approx(value, rel=1e-6)
            sign = ">" if name in RISING else "<"
            assert title.startswith(f"{symbol} {sign} ")
            assert parse(title.split(f" {sign} ")[1], dimension, "") == pytest.approx(value, rel=5.1e-4)
    assert checked > 1500


def test_cards_say_met_as_the_answer_does() -> None:
    for scenario in MANY:
        outcome = Outcome(scenario)
        assert outcome.performance is not None
        for name, (state, _, _) in outcome.thresholds.items():
            met = wording.threshold(outcome, name).met
            assert met is (None if state is State.NO_EFFECT else outcome.performance.meets_target)


def test_headline_says_the_verdict() -> None:
    begins = {"split": f"{sentences.PAYS}: ", "single": f"{sentences.LOSES}: ", "tie": sentences.TIE[:7]}
    seen = set()
    for scenario in MANY:
        outcome, (case, target) = Outcome(scenario), exact_of(scenario)
        said = str(wording.headline(outcome))
        assert outcome.performance is not None
        if case.verdict() == "split" and target > 1:
            word = "meets" if outcome.performance.meets_target else "misses"
            assert said.startswith(f"Splitting {word} {formatting.short_ratio(float(target))}: ")
            seen.add(word)
        else:
            assert said.startswith(begins[case.verdict()])
        if case.verdict() == "tie":
            continue
        number = said.split(": ")[1].rsplit(" ", 2 if said.endswith("as fast") else 1)[0]
        if number.endswith("%"):
            expected = abs(case.speedup() - 1)
            assert expected < Fraction(5, 10**4) * (1 + Fraction(1, 10**9))
            assert parse(number, SHARE, "") == pytest.approx(float(expected), rel=5.1e-3, abs=1e-15)
        else:
            assert parse(number, RATIO, "") == pytest.approx(float(case.speedup()), rel=5.1e-3, abs=5.1e-4)
            assert number != "1.000×"
    assert seen == {"meets", "misses"}


def test_nearest_change_leads_to_the_other_side() -> None:
    checked = 0
    for scenario in MANY:
        outcome, (case, target) = Outcome(scenario), exact_of(scenario)
        said = str(wording.nearest(outcome))
        if outcome.nearest is None or tie_but_for_rounding(case, target):
            continue
        name, factor = outcome.nearest
        found = re.fullmatch(r"nearest: (\S+) (\S+(?: %)?) \(to (.+)\)[,;] (.+)", said)
        assert found, said
        assert found[1] == PARAMETERS[name].symbol
        assert found[2][0] in ("+×" if factor > 1 else "−÷")
        met = case.margin(target) > 0
        lost, won = (sentences.LOST, sentences.GOAL) if target == 1 else ("is lost", "is met")
        assert found[4].endswith(lost if met else won)
        beyond = Fraction(factor) * (1 + Fraction(1 if factor > 1 else -1, 10**6))
        there = case.at(name, getattr(case, name) * beyond)
        assert (there.margin(target) > 0) is not met, said
        checked += 1
    assert checked > 350


def test_copied_sentence_holds_the_times_of_any_scenario() -> None:
    for scenario in MANY[:200]:
        outcome, (case, _) = Outcome(scenario), exact_of(scenario)
        found = re.fullmatch(
            r".+ \((.+) on one device, (.+) on (\S+) devices, parallel efficiency (.+), ideal bound (.+?)\); .+\.",
            str(wording.verdict_sentence(outcome)),
        )
        assert near(found[1], TIME, case.one_device())
        assert near(found[2], TIME, case.split())
        assert found[3] == ("two" if case.devices == 2 else str(case.devices))
        assert parse(found[4], SHARE, "") == pytest.approx(float(case.speedup() / case.devices), rel=5.1e-3)
        assert near(found[5], TIME, case.bound())


def test_a_measured_link_is_named_below_a_picture(base: Scenario) -> None:
    nvlink, pcie = (Outcome(read(path)[0]) for _, path in shipped()[1:3])
    status = f"data: measured, derived, hypothetical · {link_status('measured')} · Pareggio "
    assert f", f = 0 %, link = h100-sxm-nccl · {status}" in str(wording.footer(nvlink))
    assert f", {sentences.others_same('link = l40s-nccl')}" in str(wording.dotted_caption(pcie, nvlink))
    assert "link" not in str(wording.dotted_caption(nvlink, nvlink))
    assert "link = " not in str(wording.footer(Outcome(base)))
    braces = replace_at(nvlink.scenario, ("communication", "link", "preset"), "{0} {x}")
    assert "link = {0} {x} · " in str(wording.footer(Outcome(braces)))
    unnamed = replace_at(nvlink.scenario, ("communication", "link", "preset"), "")
    assert "link = measured curves · " in str(wording.footer(Outcome(unnamed)))
