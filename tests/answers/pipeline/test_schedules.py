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
from explorer.model.pipeline import Schedule
from explorer.scenario.library import built_in
from explorer.scenario.scenario import Scenario
from tests.answers.pipeline import sentences
from tests.model.closed_forms import balanced_idle_of_ideal, balanced_idle_of_makespan
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


def run_of(scenario: Scenario) -> Run:
    return Outcome(scenario).of(schedules.run)


def runs_of(scenario: Scenario) -> list[Run]:
    return [Outcome(scenario).of(schedules.run, schedule) for schedule in Schedule]


def text_of(parts: list[Any]) -> str:
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
    for run in runs_of(balanced(stages, count)):
        chunks = 2 if run.schedule == CHUNKED else 1
        assert run.idle_of_makespan == pytest.approx(balanced_idle_of_makespan(stages, count, chunks))
        assert run.idle_of_ideal == pytest.approx(balanced_idle_of_ideal(stages, count, chunks))
        assert run.period == pytest.approx(3e-3)


def test_the_pipeline_of_the_article() -> None:
    run = run_of(built_in()[0])
    assert run.makespan == pytest.approx(8 * 6.4e-3 + 6.4e-3 + 230e-6)
    assert run.period is not None
    assert 1 / run.period == pytest.approx(156.25)
    blocking = run_of(plain(pipeline={"blocking_sends": True}))
    assert blocking.period is not None
    assert 1 / blocking.period == pytest.approx(150.830, abs=5e-4)
    assert blocking.makespan == run.makespan


@given(scenarios())
@EXAMPLES
def test_a_run_agrees_with_its_timeline(scenario: Scenario) -> None:
    for run in runs_of(scenario):
        timeline = run.timeline
        assert run.can_run or run.makespan is None
        if timeline is None:
            assert not run.can_run or run.events > MOST_EVENTS
            continue
        assert len(timeline.start) == run.events
        assert timeline.makespan == pytest.approx(run.makespan, rel=1e-9)
        assert timeline.idle_of_makespan == pytest.approx(run.idle_of_makespan, abs=1e-9)
        finish_times = schedules.finish_times(timeline)
        assert len(finish_times) == run.pipeline.micro_batches
        assert finish_times[-1] == timeline.makespan


def test_a_timeline_is_simulated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Schedule] = []
    real = simulation.simulate

    def counted(schedule: Schedule, pipeline: Any) -> Any:
        calls.append(schedule)
        return real(schedule, pipeline)

    monkeypatch.setattr(simulation, "simulate", counted)
    scenario = plain(pipeline={"stages": 3, "micro_batches": 7, "backward_ratio": 1.75, "schedule": "1f1b"})
    first = run_of(scenario)
    assert first.makespan == pytest.approx(first.timeline.makespan)  # type: ignore[union-attr]
    assert run_of(Scenario.model_validate({**dict(scenario), "name": "another"})).timeline is first.timeline
    assert calls == [ALTERNATING]


@pytest.mark.parametrize(
    ("stages", "given_", "nearby"),
    [(4, 10, (8, 12)), (4, 1, (4,)), (7, 7, (7,)), (40000, 50000, (40000,)), (2, 7, (6, 8))],
)
def test_where_chunks_cannot_run_nearby_counts_are_suggested(stages: int, given_: int, nearby: tuple[int, ...]) -> None:
    run = run_of(balanced(stages, given_, schedule="interleaved"))
    assert run.nearby == nearby
    assert run.can_run is (nearby == (given_,))
    if not run.can_run:
        assert (run.makespan, run.period, run.timeline) == (None, None, None)
        tried = " or ".join(str(count) for count in nearby)
        reason = sentences.only_multiples(stages, tried)
        assert str(words.problem(run)) == reason


def test_beyond_the_bound_closed_forms_alone_are_shown() -> None:
    free = run_of(balanced(64, 60000))
    assert free.events > MOST_EVENTS
    assert free.timeline is None
    assert free.makespan == pytest.approx((60000 + 63) * 3e-3)
    assert sentences.FROM_CLOSED_FORMS in str(words.problem(free))
    unknown = run_of(plain(pipeline={"stages": 64, "micro_batches": 60000, "backward_ratio": 2.0}))
    assert unknown.makespan is None
    assert sentences.NO_CLOSED_FORM in str(words.problem(unknown))


def test_what_is_too_much_for_a_step_of_a_drag() -> None:
    counts = balanced(4, 32)
    assert not schedules.is_heavy(counts, [ALTERNATING])
    assert schedules.is_heavy(counts, tuple(Schedule))  # 256 + 256 + 512 events
    assert schedules.is_heavy(balanced(4, 126), [GPIPE])


# The bubble against m


@pytest.mark.parametrize("schedule", list(Schedule))
@pytest.mark.parametrize("ratio", [0.0, 2.0])
def test_the_curve_of_the_bubble_is_that_of_the_runs(schedule: Schedule, ratio: float) -> None:
    for link in (FREE, SLOW):
        scenario = plain(pipeline={"stages": 4, "backward_ratio": ratio, "schedule": str(schedule), "link": link})
        curve = bubble(run_of(scenario), 64)
        assert curve.micro_batches[0] == (4 if schedule == CHUNKED else 1)
        assert curve.micro_batches[-1] <= 64
        for index in range(0, len(curve.micro_batches), 3):
            section = {**dict(scenario.pipeline), "micro_batches": int(curve.micro_batches[index])}
            run = run_of(plain(pipeline={**section, "link": link}))
            assert curve.of_makespan[index] == pytest.approx(run.idle_of_makespan, abs=1e-9)
            assert curve.of_ideal[index] == pytest.approx(run.idle_of_ideal, rel=1e-9, abs=1e-9)


def test_the_curve_reaches_the_present_count() -> None:
    for stages, count in ((2, 8), (64, 512), (3, 1000), (65536, 65536)):
        assert most_shown(pipeline_of(balanced(stages, count))) >= count


# Words


def test_both_conventions_are_always_named() -> None:
    for run in runs_of(balanced(4, 8)):
        for title in words.titles(run)[:2]:
            assert "GPipe's" in str(title)
            assert "Megatron's" in str(title)
    assert sentences.bubble("27.3 %", "37.5 %") in str(words.title(run_of(balanced(4, 8))))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1, "10.0 %"),
        (0.25, "25.0 %"),
        (9.99, "999 %"),
        (10.0, "10 times"),
        (20.0, "20 times"),
        (30.5, "30.5 times"),
        (999_600.0, "1 million times"),
        (math.inf, "∞"),
    ],
)
def test_a_share_of_ten_or_more_is_a_factor(value: float, text: str) -> None:
    assert str(words.share(value)) == text


@pytest.mark.parametrize(("stages", "text"), [(10, "900 % of the ideal"), (12, "11 times the ideal"), (26, "25 times")])
def test_a_bubble_many_times_the_ideal_time_is_a_factor_in_titles_and_under_the_mouse(stages: int, text: str) -> None:
    run = run_of(balanced(stages, 1))  # one micro-batch: each stage idles while the p - 1 others work
    assert f", {text}" in str(words.title(run))
    assert f", {text}" in str(words.bubble_sentence_at(bubble(run, 64), 1.0))


def test_the_schedules_are_compared() -> None:
    even = text_of(words.comparison_sentences(runs_of(balanced(4, 8))))
    assert f"{sentences.activations(4, 8)}; both take the same time." in even
    assert "Interleaved takes 4.5 ms less than 1F1B and sends 2× as many messages." in even
    forward = text_of(words.comparison_sentences(runs_of(balanced(4, 8, 0.0))))
    assert forward.startswith(sentences.IDENTICAL)
    far = plain(pipeline={"stages": 4, "backward_ratio": 2.0, "hop_bytes": 2e9})
    slow = text_of(words.comparison_sentences(runs_of(far)))
    assert sentences.WAITS_FOR_HOPS in slow
    assert sentences.MORE_HOPS in slow
    odd = text_of(words.comparison_sentences(runs_of(balanced(4, 10))))
    assert f"{sentences.only_multiples(4, '8 or 12')}." in odd


def test_rate_activations_and_assumptions_are_said() -> None:
    base = Outcome(built_in()[0])
    inference = text_of([*words.figure_sentences(run_of(base.scenario)), *words.assumption_sentences(base)])
    assert sentences.RATE in inference
    assert "no activations are kept" in inference
    assert sentences.SHARED_EQUALLY in inference
    training = text_of(words.figure_sentences(run_of(balanced(4, 8))))
    assert sentences.TRAINING_STEADY_STATE in training
    assert "4 on the first stage, 1 on the last" in training
    blocking = Outcome(balanced(4, 8, 0.0, blocking_sends=True))
    assert sentences.BLOCKING in text_of(words.assumption_sentences(blocking))
    chunked = Outcome(balanced(4, 8, 0.0, blocking_sends=True, schedule="interleaved"))
    assert sentences.NOT_MODELLED in text_of(words.assumption_sentences(chunked))


def test_an_event_is_numbered_from_one() -> None:
    timeline = run_of(balanced(4, 8)).timeline
    assert timeline is not None
    index = int(((timeline.stage == 2) & timeline.is_backward & (timeline.micro == 4)).nonzero()[0][0])
    event = str(words.event_sentence(timeline, index, ALTERNATING))
    assert event.startswith(sentences.event("1F1B", 3, "backward (B)", 5))
    chunks = run_of(balanced(4, 8, schedule="interleaved")).timeline
    assert chunks is not None
    assert "through chunk 1, from 0 s to 500.0 µs" in str(words.event_sentence(chunks, 0, CHUNKED))


@given(scenarios())
@EXAMPLES
def test_everything_can_be_said_of_any_scenario(scenario: Scenario) -> None:
    runs = runs_of(scenario)
    texts = [*words.comparison_sentences(runs), words.footnote(Outcome(scenario))]
    for run in runs:
        curve = bubble(run, most_shown(run.pipeline))
        texts += [*words.titles(run), *words.figure_sentences(run), *words.assumption_sentences(Outcome(scenario))]
        texts += [*words.bubble_sentences(run, curve), words.bubble_sentence_at(curve, 5.0)]
    assert "nan" not in text_of(texts)
    assert "None" not in text_of([text for text in texts if text is not None])


# Numbers


def test_the_events_read_back() -> None:
    runs = runs_of(balanced(2, 4))
    rows = list(csv.DictReader(io.StringIO(events_csv(runs))))
    assert len(rows) == 2 * 2 * 4 * (1 + 1 + 2)
    events = [row for row in rows if row["schedule"] == "1f1b"]
    timeline = runs[1].timeline
    assert timeline is not None
    assert [float(row["end (s)"]) for row in events] == timeline.end.tolist()
    assert {row["stage (from 1)"] for row in events} == {"1", "2"}
    assert [row["pass"] for row in events[:2]] == ["forward", "forward"]


@pytest.mark.parametrize("hop", [0.0, 2e6])
@pytest.mark.parametrize("ratio", [0.0, 2.0])
@pytest.mark.parametrize("schedule", list(Schedule))
def test_the_first_count_with_a_small_bubble_is_exact(schedule: Schedule, ratio: float, hop: float) -> None:
    section = {"stages": 4, "backward_ratio": ratio, "hop_bytes": hop, "schedule": str(schedule)}
    run = run_of(plain(pipeline=section))
    first, second = small_from(run, bubble(run, 128), 0.1)
    every = [run_of(plain(pipeline={**section, "micro_batches": count})) for count in range(1, 120)]
    for small, shares in (
        (first, [other.idle_of_makespan for other in every]),
        (second, [other.idle_of_ideal for other in every]),
    ):
        counts = [count for count, share in enumerate(shares, 1) if share is not None and share < 0.1 - 1e-12]
        assert small == (SmallFrom(counts[0], True) if counts else None)


def test_where_the_bubble_stays_large_the_sentence_says_so() -> None:
    far = run_of(plain(pipeline={"stages": 4, "backward_ratio": 2.0, "hop_bytes": 1e10, "schedule": "1f1b"}))
    curve = bubble(far, 64)
    assert str(words.bubble_sentences(far, curve)[0]) == "Not below 10 % up to m = 64."
    near = run_of(balanced(4, 8, 0.0))
    text = str(words.bubble_sentences(near, bubble(near, 64))[0])
    assert text == sentences.small_from(28, 31)


def test_the_bubble_reads_back() -> None:
    run = run_of(balanced(4, 8))
    rows = list(csv.DictReader(io.StringIO(bubble_csv(run, bubble(run, 64)))))
    by_count = {int(row["micro-batches m (1)"]): row for row in rows}
    assert float(by_count[8][sentences.IDLE_OF_MAKESPAN_COLUMN]) == pytest.approx(3 / 11)
    assert float(by_count[8]["idle over the ideal time (1)"]) == pytest.approx(3 / 8)


def test_solve_prints_the_scenarios_schedule() -> None:
    figures = Solved(balanced(4, 8)).as_json()["pipeline"]
    assert figures == {
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
    run = run_of(plain(pipeline={"stages": 32, "micro_batches": 8, "backward_ratio": 2.0}))
    quick, whole = (bubble(run, 256, quick=quick) for quick in (True, False))
    count = len(quick.micro_batches)
    assert 3 < count < len(whole.micro_batches)
    assert quick.of_ideal.tolist() == whole.of_ideal[:count].tolist()
