"""The scenario's pipeline: which stages and hops it has, what the schedules take, and what is said of them."""

from __future__ import annotations

import csv
import io
import math
from typing import Any

import pytest
from hypothesis import given

from explorer.answers.outcome import Outcome
from explorer.answers.pipeline import schedules, words
from explorer.answers.pipeline.schedules import (
    MOST_EVENTS,
    Run,
    SmallFrom,
    bubble,
    most_shown,
    pipeline_of,
    small_from,
)
from explorer.answers.pipeline.tables import bubble_csv, events_csv
from explorer.cli.solve import Solved
from explorer.model import timeline as simulation
from explorer.model.pipeline import Schedule, balanced_idle_of_ideal, balanced_idle_of_makespan
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from tests.answers.pipeline import sentences
from tests.scenario.build import EXAMPLES, plain, scenarios

GPIPE, ALTERNATING, CHUNKED = Schedule
FREE = {"kind": "constant", "startup_s": 0.0, "bandwidth_bytes_per_s": "inf"}
SLOW = {"kind": "constant", "startup_s": 60e-6, "bandwidth_bytes_per_s": "inf"}


def balanced(stages: int, count: int, ratio: float = 2.0, **section: Any) -> Scenario:
    """Stages of a millisecond each, with hops that take no time."""
    return plain(
        work={"serial_s": 0.0, "divisible_s": stages * 1e-3, "efficiency": 1.0},
        pipeline={"stages": stages, "micro_batches": count, "backward_ratio": ratio, "link": FREE, **section},
    )


def run(scenario: Scenario) -> Run:
    return Outcome(scenario).of(schedules.run)


def runs(scenario: Scenario) -> list[Run]:
    return [Outcome(scenario).of(schedules.run, schedule) for schedule in Schedule]


def said(parts: list[Any]) -> str:
    return " ".join(map(str, parts))


# Stages and hops


def test_stages_share_all_the_work_unless_they_are_listed() -> None:
    assert pipeline_of(built_in()[0]).forward == pytest.approx((6.4e-3, 6.4e-3))
    listed = plain(pipeline={"stage_times_s": [0.001, 0.004, 0.002]})
    assert pipeline_of(listed).forward == (0.001, 0.004, 0.002)
    assert schedules.stages_of(listed) == 3


def test_the_hop_is_the_mean_of_those_within_nodes_and_between_them() -> None:
    inside = plain(pipeline={"stages": 4, "devices_per_node": 4, "link": SLOW})
    between = plain(pipeline={"stages": 5, "devices_per_node": 4, "link": SLOW})
    unknown = plain(pipeline={"stages": 2, "link": SLOW})
    assert pipeline_of(inside).hop == pytest.approx(230e-6)
    assert pipeline_of(between).hop == pytest.approx((3 * 230e-6 + 60e-6) / 4)  # one hop of four leaves the node
    assert pipeline_of(unknown).hop == pytest.approx(60e-6)


# Figures


@pytest.mark.parametrize(("stages", "count"), [(2, 4), (4, 8), (4, 32), (8, 32)])
def test_balanced_stages_have_the_shares_of_both_conventions(stages: int, count: int) -> None:
    for one in runs(balanced(stages, count)):
        chunks = 2 if one.schedule == CHUNKED else 1
        assert one.idle_of_makespan == pytest.approx(balanced_idle_of_makespan(stages, count, chunks))
        assert one.idle_of_ideal == pytest.approx(balanced_idle_of_ideal(stages, count, chunks))
        assert one.period == pytest.approx(3e-3)


def test_the_pipeline_of_the_article() -> None:
    found = run(built_in()[0])
    assert found.makespan == pytest.approx(8 * 6.4e-3 + 6.4e-3 + 230e-6)
    assert found.period is not None
    assert 1 / found.period == pytest.approx(156.25)
    blocking = run(plain(pipeline={"blocking_sends": True}))
    assert blocking.period is not None
    assert 1 / blocking.period == pytest.approx(150.830, abs=5e-4)
    assert blocking.makespan == found.makespan


@given(scenarios())
@EXAMPLES
def test_a_run_agrees_with_its_timeline(scenario: Scenario) -> None:
    for one in runs(scenario):
        made = one.timeline
        assert one.can_run or one.makespan is None
        if made is None:
            assert not one.can_run or one.events > MOST_EVENTS
            continue
        assert len(made.start) == one.events
        assert made.makespan == pytest.approx(one.makespan, rel=1e-9)
        assert made.idle_of_makespan == pytest.approx(one.idle_of_makespan, abs=1e-9)
        done = schedules.finish_times(made)
        assert len(done) == one.pipeline.micro_batches
        assert done[-1] == made.makespan


def test_a_timeline_is_simulated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Schedule] = []
    real = simulation.simulate

    def counted(schedule: Schedule, pipeline: Any) -> Any:
        calls.append(schedule)
        return real(schedule, pipeline)

    monkeypatch.setattr(simulation, "simulate", counted)
    scenario = plain(pipeline={"stages": 3, "micro_batches": 7, "backward_ratio": 1.75, "schedule": "1f1b"})
    first = run(scenario)
    assert first.makespan == pytest.approx(first.timeline.makespan)  # type: ignore[union-attr]
    assert run(Scenario.model_validate({**dict(scenario), "name": "another"})).timeline is first.timeline
    assert calls == [ALTERNATING]


@pytest.mark.parametrize(
    ("stages", "given_", "nearby"),
    [(4, 10, (8, 12)), (4, 1, (4,)), (7, 7, (7,)), (40000, 50000, (40000,)), (2, 7, (6, 8))],
)
def test_where_chunks_cannot_run_counts_nearby_are_told(stages: int, given_: int, nearby: tuple[int, ...]) -> None:
    found = run(balanced(stages, given_, schedule="interleaved"))
    assert found.nearby == nearby
    assert found.can_run is (nearby == (given_,))
    if not found.can_run:
        assert (found.makespan, found.period, found.timeline) == (None, None, None)
        tried = " or ".join(str(count) for count in nearby)
        only = sentences.only_multiples(stages, tried)
        assert str(words.problem(found)) == only


def test_beyond_the_bound_closed_forms_alone_are_shown() -> None:
    free = run(balanced(64, 60000))
    assert free.events > MOST_EVENTS
    assert free.timeline is None
    assert free.makespan == pytest.approx((60000 + 63) * 3e-3)
    assert sentences.FROM_CLOSED_FORMS in str(words.problem(free))
    unknown = run(plain(pipeline={"stages": 64, "micro_batches": 60000, "backward_ratio": 2.0}))
    assert unknown.makespan is None
    assert sentences.NO_CLOSED_FORM in str(words.problem(unknown))


def test_what_is_too_much_for_a_step_of_a_drag() -> None:
    small = balanced(4, 32)
    assert not schedules.is_heavy(small, [ALTERNATING])
    assert schedules.is_heavy(small, tuple(Schedule))  # 256 + 256 + 512 events
    assert schedules.is_heavy(balanced(4, 126), [GPIPE])


# The bubble against m


@pytest.mark.parametrize("schedule", list(Schedule))
@pytest.mark.parametrize("ratio", [0.0, 2.0])
def test_the_curve_of_the_bubble_is_that_of_the_runs(schedule: Schedule, ratio: float) -> None:
    for link in (FREE, SLOW):
        scenario = plain(pipeline={"stages": 4, "backward_ratio": ratio, "schedule": str(schedule), "link": link})
        found = bubble(run(scenario), 64)
        assert found.micro_batches[0] == (4 if schedule == CHUNKED else 1)
        assert found.micro_batches[-1] <= 64
        for place in range(0, len(found.micro_batches), 3):
            section = {**dict(scenario.pipeline), "micro_batches": int(found.micro_batches[place])}
            there = run(plain(pipeline={**section, "link": link}))
            assert found.of_makespan[place] == pytest.approx(there.idle_of_makespan, abs=1e-9)
            assert found.of_ideal[place] == pytest.approx(there.idle_of_ideal, rel=1e-9, abs=1e-9)


def test_the_curve_reaches_the_present_count() -> None:
    for stages, count in ((2, 8), (64, 512), (3, 1000), (65536, 65536)):
        assert most_shown(pipeline_of(balanced(stages, count))) >= count


# Words


def test_both_conventions_are_always_named() -> None:
    for one in runs(balanced(4, 8)):
        for told in words.titles(one)[:2]:
            assert "GPipe's" in str(told)
            assert "Megatron's" in str(told)
    assert sentences.bubble("27.3 %", "37.5 %") in str(words.title(run(balanced(4, 8))))


def test_what_sets_the_schedules_apart_is_told() -> None:
    even = said(words.comparison_sentences(runs(balanced(4, 8))))
    assert f"{sentences.activations(4, 8)}; both take the same time." in even
    assert "Interleaved takes 4.5 ms less than 1F1B and sends 2× as many messages." in even
    forward = said(words.comparison_sentences(runs(balanced(4, 8, 0.0))))
    assert forward.startswith(sentences.IDENTICAL)
    far = plain(pipeline={"stages": 4, "backward_ratio": 2.0, "hop_bytes": 2e9})
    slow = said(words.comparison_sentences(runs(far)))
    assert sentences.WAITS_FOR_HOPS in slow
    assert sentences.MORE_HOPS in slow
    odd = said(words.comparison_sentences(runs(balanced(4, 10))))
    assert f"{sentences.only_multiples(4, '8 or 12')}." in odd


def test_pace_activations_and_what_they_rest_on_are_told() -> None:
    base = Outcome(built_in()[0])
    told = said([*words.figure_sentences(run(base.scenario)), *words.assumption_sentences(base)])
    assert sentences.RATE in told
    assert "no activations are kept" in told
    assert sentences.SHARED_EQUALLY in told
    training = said(words.figure_sentences(run(balanced(4, 8))))
    assert sentences.TRAINING_STEADY_STATE in training
    assert "4 on the first stage, 1 on the last" in training
    blocking = Outcome(balanced(4, 8, 0.0, blocking_sends=True))
    assert sentences.BLOCKING in said(words.assumption_sentences(blocking))
    chunked = Outcome(balanced(4, 8, 0.0, blocking_sends=True, schedule="interleaved"))
    assert sentences.NOT_MODELLED in said(words.assumption_sentences(chunked))


def test_an_event_is_told_from_one_on() -> None:
    made = run(balanced(4, 8)).timeline
    assert made is not None
    index = int(((made.stage == 2) & made.is_backward & (made.micro == 4)).nonzero()[0][0])
    told = str(words.event_sentence(made, index, ALTERNATING))
    assert told.startswith(sentences.event("1F1B", 3, "backward (B)", 5))
    chunks = run(balanced(4, 8, schedule="interleaved")).timeline
    assert chunks is not None
    assert "through chunk 1, from 0 s to 500.0 µs" in str(words.event_sentence(chunks, 0, CHUNKED))


@given(scenarios())
@EXAMPLES
def test_everything_can_be_said_of_any_scenario(scenario: Scenario) -> None:
    found = runs(scenario)
    told = [*words.comparison_sentences(found), words.footnote(Outcome(scenario))]
    for one in found:
        drawn = bubble(one, most_shown(one.pipeline))
        told += [*words.titles(one), *words.figure_sentences(one), *words.assumption_sentences(Outcome(scenario))]
        told += [*words.bubble_sentences(one, drawn), words.bubble_sentence_at(drawn, 5.0)]
    assert "nan" not in said(told)
    assert "None" not in said([part for part in told if part is not None])


# Numbers


def test_the_events_read_back() -> None:
    found = runs(balanced(2, 4))
    rows = list(csv.DictReader(io.StringIO(events_csv(found))))
    assert len(rows) == 2 * 2 * 4 * (1 + 1 + 2)
    own = [row for row in rows if row["schedule"] == "1f1b"]
    made = found[1].timeline
    assert made is not None
    assert [float(row["end (s)"]) for row in own] == made.end.tolist()
    assert {row["stage (from 1)"] for row in own} == {"1", "2"}
    assert [row["pass"] for row in own[:2]] == ["forward", "forward"]


@pytest.mark.parametrize("hop", [0.0, 2e6])
@pytest.mark.parametrize("ratio", [0.0, 2.0])
@pytest.mark.parametrize("schedule", list(Schedule))
def test_from_where_on_the_bubble_is_small_is_exact(schedule: Schedule, ratio: float, hop: float) -> None:
    section = {"stages": 4, "backward_ratio": ratio, "hop_bytes": hop, "schedule": str(schedule)}
    one = run(plain(pipeline=section))
    first, second = small_from(one, bubble(one, 128), 0.1)
    every = [run(plain(pipeline={**section, "micro_batches": count})) for count in range(1, 120)]
    for found, shares in (
        (first, [each.idle_of_makespan for each in every]),
        (second, [each.idle_of_ideal for each in every]),
    ):
        small = [count for count, share in enumerate(shares, 1) if share is not None and share < 0.1 - 1e-12]
        assert found == (SmallFrom(small[0], True) if small else None)


def test_where_the_bubble_stays_large_it_is_told() -> None:
    far = run(plain(pipeline={"stages": 4, "backward_ratio": 2.0, "hop_bytes": 1e10, "schedule": "1f1b"}))
    drawn = bubble(far, 64)
    assert str(words.bubble_sentences(far, drawn)[0]) == "Not below 10 % up to m = 64."
    near = run(balanced(4, 8, 0.0))
    told = str(words.bubble_sentences(near, bubble(near, 64))[0])
    assert told == sentences.small_from(28, 31)


def test_the_bubble_reads_back() -> None:
    one = run(balanced(4, 8))
    rows = list(csv.DictReader(io.StringIO(bubble_csv(one, bubble(one, 64)))))
    found = {int(row["micro-batches m (1)"]): row for row in rows}
    assert float(found[8][sentences.IDLE_OF_MAKESPAN_COLUMN]) == pytest.approx(3 / 11)
    assert float(found[8]["idle over the ideal time (1)"]) == pytest.approx(3 / 8)


def test_solve_prints_the_scenarios_schedule() -> None:
    found = Solved(balanced(4, 8)).as_json()["pipeline"]
    assert found == {
        "schedule": "1f1b",
        "makespan_s": pytest.approx(33e-3),
        "idle_of_makespan": pytest.approx(3 / 11),
        "idle_of_ideal": pytest.approx(3 / 8),
        "period_s": pytest.approx(3e-3),
    }
    solved = Solved(balanced(4, 10, schedule="interleaved"))
    assert set(solved.as_json()["pipeline"].values()) == {"interleaved", None}
    assert sentences.only_multiples(4, "8 or 12") in solved.warnings
    nothing = Solved(plain(work={"serial_s": 0.0, "divisible_s": 0.0, "efficiency": 1.0})).as_json()["pipeline"]
    assert nothing["idle_of_ideal"] is None
    assert math.isclose(nothing["makespan_s"], 230e-6)


def test_a_quick_curve_is_a_part_of_the_whole_one() -> None:
    found = run(plain(pipeline={"stages": 32, "micro_batches": 8, "backward_ratio": 2.0}))
    quick, whole = (bubble(found, 256, quick=quick) for quick in (True, False))
    count = len(quick.micro_batches)
    assert 3 < count < len(whole.micro_batches)
    assert quick.of_ideal.tolist() == whole.of_ideal[:count].tolist()
