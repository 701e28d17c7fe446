"""The bars against the model, f from where communication begins, and the words beside them."""

from __future__ import annotations

import csv
import io
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from explorer.answers.outcome import Outcome
from explorer.answers.overlap.bars import (
    IDEAL,
    KEYS,
    ONE,
    OVERLAP,
    SERIES,
    Bar,
    SegmentKind,
    bars,
    curve,
    overlap_at,
)
from explorer.answers.overlap.tables import overlap_csv
from explorer.answers.overlap.words import (
    bar_label,
    binding_sentence,
    bound_lines,
    distance_sentence,
    segment_sentences,
    sentences_below,
)
from explorer.model import balance
from explorer.scenario.edit import change
from explorer.scenario.scenario import Scenario
from tests.answers.break_even import sentences as break_even
from tests.answers.builders import without_answer
from tests.answers.overlap import sentences
from tests.model.scenarios import exact_of, random_scenarios

RANDOM = random_scenarios(41, 400)


def changed(scenario: Scenario, **values: float) -> Outcome:
    for name, value in values.items():
        scenario = change(scenario, name, value)
    return Outcome(scenario)


def by_key(outcome: Outcome) -> dict[str, Bar]:
    return {bar.key: bar for bar in bars(outcome)}


def test_the_base_case(base: Scenario) -> None:
    by_name = by_key(changed(base, overlap=0.4))
    assert tuple(by_name) == KEYS
    assert [bar.end for bar in by_name.values()] == pytest.approx([12.8e-3, 9.22e-3, 8.852e-3, 8.3e-3])
    assert [segment.kind for segment in by_name[ONE].segments] == [SegmentKind.SERIAL, SegmentKind.COMPUTE]
    assert [segment.kind for segment in by_name[SERIES].segments] == [
        SegmentKind.SERIAL,
        SegmentKind.COMPUTE,
        SegmentKind.COMMUNICATION,
    ]
    piece = by_name[OVERLAP].communication()
    assert piece is not None
    assert (piece.start, piece.stop, piece.seconds, piece.lane) == pytest.approx((7.932e-3, 8.852e-3, 0.92e-3, 1))
    assert piece.hidden == pytest.approx((7.932e-3, 8.3e-3))
    assert piece.hidden_s == pytest.approx(0.368e-3)


@pytest.mark.parametrize("scenario", RANDOM, ids=lambda scenario: scenario.name)
def test_the_bars_are_the_models_times(scenario: Scenario) -> None:
    outcome = Outcome(scenario)
    phase, performance, by_name = outcome.phase, outcome.performance, by_key(outcome)
    assert phase is not None
    assert performance is not None
    assert by_name[ONE].end == performance.one_device_s
    assert by_name[SERIES].end == balance.split_time(replace(phase, overlap=0.0))
    assert by_name[OVERLAP].end == performance.split_s
    assert by_name[IDEAL].end == performance.overlap_bound_s
    case, _ = exact_of(scenario)
    compute = case.divisible / (case.devices * case.efficiency)
    communication = Fraction(performance.communication_s)
    base = case.serial + case.extra_serial
    for key, share in ((OVERLAP, case.overlap), (IDEAL, Fraction(1))):
        bar = by_name[key]
        assert max((segment.stop for segment in bar.segments), default=0.0) == bar.end
        piece = bar.communication()
        assert (piece is None) == (communication == 0)
        if piece is None:
            continue
        assert piece.start == pytest.approx(float(base + max(compute - share * communication, 0)), rel=1e-12)
        assert piece.seconds == performance.communication_s
        assert piece.hidden_s == pytest.approx(float(min(share * communication, compute)), rel=1e-12)
        assert (piece.hidden is None) == (piece.hidden_s == 0)
        if piece.hidden is not None:
            assert bar.segments[-2].kind is SegmentKind.COMPUTE
            assert piece.hidden[0] == piece.start
            assert piece.hidden[1] == pytest.approx(min(bar.segments[-2].stop, bar.end))
    for bar in by_name.values():
        work = [segment for segment in bar.segments if segment.lane == 0]
        assert [segment.start for segment in work] == pytest.approx([0.0, *(segment.stop for segment in work)][:-1])
        assert all(segment.seconds > 0 for segment in bar.segments)


@pytest.mark.parametrize("scenario", RANDOM[:150], ids=lambda scenario: scenario.name)
def test_f_follows_the_piece(scenario: Scenario) -> None:
    outcome = Outcome(scenario)
    piece = by_key(outcome)[OVERLAP].communication()
    if piece is None:
        assert overlap_at(outcome, 1.0) == scenario.overlap
        return
    ideal = by_key(outcome)[IDEAL].communication()
    series = by_key(outcome)[SERIES].communication()
    assert ideal is not None
    assert series is not None
    rng = random.Random(scenario.name)
    for start in (ideal.start, series.start, rng.uniform(ideal.start, series.start)):
        there = by_key(Outcome(change(scenario, "overlap", overlap_at(outcome, start))))[OVERLAP].communication()
        assert there is not None
        assert there.start == pytest.approx(start, rel=1e-9)
    assert overlap_at(outcome, series.stop) == 0
    for step in (0.0, series.stop / 300):
        assert 0 <= overlap_at(outcome, -1.0, step) <= 1
        hidden = changed(scenario, overlap=overlap_at(outcome, -1.0, step)).performance
        assert hidden is not None
        assert outcome.performance is not None
        assert hidden.split_s == pytest.approx(outcome.performance.overlap_bound_s, rel=1e-12)


def test_f_comes_no_finer_than_the_hand(base: Scenario) -> None:
    outcome = changed(base, overlap=0.4)
    assert overlap_at(outcome, 7.9321e-3) == pytest.approx(0.399891, abs=1e-6)
    assert overlap_at(outcome, 7.9321e-3, 1e-5) == 0.4
    assert overlap_at(outcome, 7.9321e-3, 1e-7) == 0.3999
    at_once = changed(base, bandwidth=1e9, overlap=0.2)
    assert overlap_at(at_once, 0.0, 1e-4) == 0.93  # 0.9236…, rounded so that all is hidden that can be
    assert overlap_at(changed(base, bandwidth=1e9, overlap=0.97), 0.0, 1e-4) == 0.97  # it stands there already


def test_the_curve_bends_where_all_is_hidden(base: Scenario) -> None:
    assert sum(curve(Outcome(base)), ()) == pytest.approx((0.0, 9.22e-3, 1.0, 8.3e-3))
    slow = curve(changed(base, bandwidth=1e9))
    assert sum(slow, ()) == pytest.approx((0.0, 16.42e-3, 7.5 / 8.12, 8.92e-3, 1.0, 8.92e-3))
    for scenario in RANDOM[:100]:
        for share, time in curve(Outcome(scenario)):
            phase = Outcome(scenario).phase
            assert phase is not None
            assert time == pytest.approx(float(balance.split_time(replace(phase, overlap=share))), rel=1e-12)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({}, sentences.hidden_at_most("920 µs")),
        ({"startup": 10.3e-3}, "Communication takes longer: at most 7.5 ms of its 42 ms can be hidden."),
        ({"startup": 1.675e-3}, "Compute and communication take the same time: at most 7.5 ms can be hidden."),
        ({"messages": 0}, sentences.NOTHING_TO_HIDE),
        ({"divisible": 0.0}, "There is no compute (C = 0) that could hide communication."),
        ({"divisible": 0.0, "messages": 0}, sentences.NOTHING_TO_HIDE),
    ],
)
def test_which_part_binds(base: Scenario, values: dict[str, float], told: str) -> None:
    assert str(binding_sentence(changed(base, **values))) == told


def test_how_far_it_is_from_the_bound(base: Scenario) -> None:
    assert str(distance_sentence(Outcome(base))) == sentences.above_bound("920 µs", "11.1 %")
    assert str(distance_sentence(changed(base, overlap=0.4))) == sentences.above_bound("552 µs", "6.65 %")
    assert str(distance_sentence(changed(base, overlap=1.0))) == "Now at the bound."
    assert str(distance_sentence(changed(base, bandwidth=1e9, overlap=0.95))) == "Now at the bound."
    assert distance_sentence(changed(base, messages=0)) is None
    assert distance_sentence(changed(base, divisible=0.0)) is None


def test_the_words_end_with_what_the_bound_is_not(base: Scenario) -> None:
    told = sentences_below(changed(base, bandwidth=1e9))
    assert list(told) == ["binding", "distance", "threshold", "caution"]
    assert str(told["threshold"]) == break_even.above("f = 44.58128 %")
    assert str(told["caution"]) == sentences.CAUTION
    never = sentences_below(changed(base, efficiency=0.3))["threshold"]
    assert str(never).startswith("No overlap can help: each device is too inefficient")


def test_the_bound_as_a_sum(base: Scenario) -> None:
    assert [str(line) for line in bound_lines(Outcome(base))] == [
        sentences.BOUND,
        sentences.BOUND_IN_SYMBOLS,
        sentences.BOUND_SHORT,
    ]
    assert str(bound_lines(changed(base, extra_serial=5e-4))[0]) == ("S + ΔS + max(compute, communication) = 8.800 ms")


def test_the_bars_are_named(base: Scenario) -> None:
    two, many = changed(base, overlap=0.4), changed(base, devices=64)
    assert [str(bar_label(two, key)) for key in KEYS] == [
        "one device",
        sentences.IN_SERIES,
        "two, f = 40 %",
        sentences.IDEAL_BOUND,
    ]
    assert [str(bar_label(many, key)) for key in KEYS[1:]] == ["64, in series", "64, f = 0 %", "64, ideal bound"]
    assert [str(bar_label(two, key, short=True)) for key in KEYS] == ["one", "in series", "f = 40 %", "bound"]


def test_a_segment_is_read_out(base: Scenario) -> None:
    outcome = changed(base, overlap=0.4)
    by_name = by_key(outcome)
    partly_hidden = by_name[OVERLAP].segments[-1]
    assert " ".join(map(str, segment_sentences(outcome, by_name[OVERLAP], partly_hidden))) == sentences.HIDDEN
    assert " ".join(map(str, segment_sentences(outcome, by_name[IDEAL], by_name[IDEAL].segments[-1]))) == (
        "two, ideal bound: communication 920 µs, from 7.38 ms to 8.3 ms. All of it is hidden under compute."
    )
    assert [str(told) for told in segment_sentences(outcome, by_name[ONE], by_name[ONE].segments[0])] == [
        "one device: serial part S 800 µs, from 0 s to 800 µs."
    ]


def test_without_an_answer_there_is_nothing(base: Scenario) -> None:
    outcome = Outcome(without_answer(base))
    assert bars(outcome) == curve(outcome) == bound_lines(outcome) == ()
    assert sentences_below(outcome) == {}
    assert overlap_at(outcome, 1.0) == 0
    assert overlap_csv(outcome).count("\r\n") == 1


def test_the_csv_reads_back_to_the_very_floats(base: Scenario) -> None:
    outcome = changed(base, overlap=0.4, extra_serial=5e-4)
    rows = list(csv.reader(io.StringIO(overlap_csv(outcome))))
    assert rows[0] == ["bar", "segment", "start (s)", "end (s)", "hidden (s)"]
    assert [row[0] for row in rows[1:]] == (
        ["one device"] * 2
        + ["split over 2, in series"] * 4
        + ["split over 2, f = 0.4"] * 4
        + ["split over 2, ideal bound"] * 4
    )
    expected = [
        (segment.kind, segment.start, segment.stop, segment.hidden_s)
        for bar in bars(outcome)
        for segment in bar.segments
    ]
    assert [(row[1], *map(float, row[2:])) for row in rows[1:]] == expected
