"""The sentences about designs under load: verdict, crossovers, accuracy, and the figures at another rate."""

from __future__ import annotations

import pytest

from explorer.answers.load import designs, ranking, simulation, words
from explorer.answers.load.designs import DesignKind
from explorer.answers.outcome import Outcome
from explorer.model.queueing.serving import Accuracy
from explorer.scenario.edit import change
from explorer.scenario.scenario import Scenario
from tests.answers.builders import without_answer
from tests.answers.load import sentences
from tests.answers.load.builders import compare, figures_of, run_all, run_at_own_rate, texts


def test_the_base_case_in_words(base: Scenario) -> None:
    assert texts(compare(base, latency_target=13e-3)) == [
        sentences.fastest("30 /s", "split", "12.75 ms", "replicas +4.3 %, pipeline ≥ +14 %"),
        sentences.REPLICAS_WIN,
        sentences.faster_at_the_earliest("pipeline", "44.16 /s"),
    ]


def test_saturated_designs_are_named(base: Scenario) -> None:
    assert texts(compare(base, arrivals=120))[0] == (
        sentences.fastest("120 /s", "replicas", "31.21 ms", "split saturated, pipeline ≥ +9.6 %")
    )
    assert texts(compare(base, arrivals=200))[0] == sentences.saturated("200 /s")


def test_a_missing_design_is_named_with_the_reason(base: Scenario) -> None:
    comparison = designs.compare(Outcome(without_answer(base)))
    verdict, reason, *_ = texts(comparison)
    assert verdict.endswith("no split).")
    assert reason == sentences.NO_SPLIT
    assert [figures.crossover_per_s for figures in comparison.figures] == [None, None]


def test_no_work_takes_no_time_and_saturates_nowhere(base: Scenario) -> None:
    comparison = compare(base, serial=0, divisible=0)
    assert texts(comparison)[0] == sentences.fastest("30 /s", "replicas", "0 s", "split 946.1 µs, pipeline 230.0 µs")
    assert words.saturations(comparison) == [
        (pytest.approx(1086.96, abs=0.01), words.NAMES[DesignKind.SPLIT], DesignKind.SPLIT)
    ]
    nothing = compare(base, serial=0, divisible=0, messages=0, hop_bytes=0, startup=0)
    assert designs.plot_range(nothing) is None
    assert texts(nothing)[-1] == sentences.NEVER_SATURATED


def test_the_largest_number_of_devices(base: Scenario) -> None:
    comparison = compare(base, devices=65536)
    assert texts(comparison)[0] == (
        sentences.fastest("30 /s", "split", "1.814 ms", "replicas 12.80 ms, pipeline ≥ 15.09 s")
    )
    assert str(words.accuracy(comparison, {})[-1]).endswith(f"p99 {sentences.NOT_SIMULATED_P99}")
    assert simulation.requests_for(comparison) == []


# Crossovers


def test_a_split_that_never_or_always_wins(base: Scenario) -> None:
    loses = texts(compare(base, bandwidth=1e9))
    assert sentences.REPLICAS_NEVER_SLOWER in loses
    assert sentences.PIPELINE_FAST_AT_FIRST in loses
    assert sentences.PIPELINE_NEVER_SLOWER in texts(compare(base, bandwidth=1e9, service_cv2=0))
    wins = texts(compare(change(base, "message_bytes", 0), messages=0, efficiency=1.2, serial=0))
    assert sentences.REPLICAS_NEVER_FASTER in wins


@pytest.mark.parametrize(("cv2", "rate"), [(0.0, "60.6 /s"), (1e-9, "60.6 /s"), (1.0, "44.16 /s")])
def test_only_a_lower_bound_overtakes_at_the_earliest(base: Scenario, cv2: float, rate: str) -> None:
    comparison = compare(base, service_cv2=cv2)
    replicas, pipeline = (figures_of(comparison, kind) for kind in (DesignKind.REPLICAS, DesignKind.PIPELINE))
    assert (pipeline.accuracy is Accuracy.LOWER_BOUND) == (cv2 > 0)
    if cv2 == 0:
        assert texts(comparison)[-1] == sentences.faster_above("pipeline", rate)
        assert words.crossover_text(pipeline) == rate
    else:
        assert texts(comparison)[-1] == sentences.faster_at_the_earliest("pipeline", rate)
        assert words.crossover_text(pipeline) == f"≥ {rate}"
    assert texts(comparison)[-2] == sentences.faster_above("replicas", words.crossover_text(replicas))


@pytest.mark.parametrize(
    ("efficiency", "text"),
    [
        (0.99, sentences.faster_above("replicas", "35.07 /s")),
        (1.0, sentences.faster_above("replicas", "37.04 /s")),
        (1.01, sentences.faster_until_saturation("replicas", "39.25 /s")),
        (1.05, sentences.faster_until_saturation("replicas", "54.01 /s")),
    ],
)
def test_only_replicas_that_saturate_before_the_split_are_faster_until_they_approach_saturation(
    base: Scenario, efficiency: float, text: str
) -> None:
    alone = change(change(base, "message_bytes", 0), "messages", 0)
    comparison = compare(alone, efficiency=efficiency, serial=0, service_cv2=10)
    split, replicas = (figures_of(comparison, kind) for kind in (DesignKind.SPLIT, DesignKind.REPLICAS))
    assert (replicas.saturation_per_s < split.saturation_per_s) == (efficiency > 1)
    assert text in texts(comparison)


# Bounds and simulated means


def test_a_lower_bound_never_wins_over_a_figure(base: Scenario) -> None:
    comparison = compare(base, "random", arrivals=60)
    assert texts(comparison)[0] == (
        sentences.undecided("60 /s", "split 20.64 ms (replicas +0.70 %); the pipeline takes at least 17.02 ms.")
    )
    runs = run_at_own_rate(comparison)
    assert texts(comparison, runs)[0].startswith(
        sentences.fastest("60 /s", "split", "20.64 ms (replicas +0.70 %, pipeline ~ +7")
    )
    pipeline = figures_of(comparison, DesignKind.PIPELINE)
    assert ranking.mean(pipeline, runs).seconds == pytest.approx(22.09e-3, rel=0.01)
    accuracy = str(words.accuracy(comparison, runs)[-1])
    assert accuracy == sentences.accuracy("pipeline", sentences.simulated_mean("17.02 ms"), sentences.SIMULATED_P99)


def test_what_is_never_simulated_stays_undecided(base: Scenario) -> None:
    comparison = compare(base, "random", devices=300, arrivals=200, hop_bytes=0, startup=0, divisible=1.0)
    assert not simulation.is_simulated(figures_of(comparison, DesignKind.PIPELINE))
    assert texts(comparison)[0].startswith(sentences.undecided("200 /s", "replicas ", simulated=False))


def test_a_design_alone_is_the_fastest_with_any_figure(base: Scenario) -> None:
    comparison = compare(change(base, "weights", 100e9), arrivals=120)
    assert texts(comparison)[0] == (
        sentences.fastest("120 /s", "pipeline", "≥ 34.22 ms", "split saturated, " + sentences.REPLICAS_TOO_LARGE)
    )


def test_at_a_rate_of_zero_everything_is_exact(base: Scenario) -> None:
    for cv2 in (0.0, 1.0):
        comparison = compare(base, arrivals=0, service_cv2=cv2)
        assert texts(comparison)[0] == sentences.fastest("0 /s", "split", "9.220 ms", "replicas +39 %, pipeline +41 %")
        assert [figures.p99_s is None for figures in comparison.figures] == [False] * 3
        assert run_at_own_rate(comparison) == {} or cv2 == 1  # the curve of what varies begins with a run


def test_how_accurate_the_figures_of_equal_requests_are(base: Scenario) -> None:
    comparison = compare(base, service_cv2=0)
    assert [str(text) for text in words.accuracy(comparison, {})] == [
        sentences.accuracy("split", "exact", sentences.SIMULATED_P99),
        sentences.accuracy("replicas", sentences.APPROXIMATE, sentences.SIMULATED_P99),
        sentences.accuracy("pipeline", "exact", sentences.SIMULATED_P99),
    ]
    assert str(words.signs(comparison, {})) == f"≈ {sentences.APPROXIMATE}, ~ simulated, all others exact"
    assert texts(comparison)[0] == (sentences.fastest("30 /s", "split", "10.98 ms", "replicas ≈ +19 %, pipeline +26 %"))


# Another rate, and the footer of a picture


def test_the_figures_at_another_rate(base: Scenario) -> None:
    comparison = compare(base)
    assert str(words.figures_at(comparison, 80.0, {})) == (
        f"At 80 /s: {sentences.figures_at('split', '35.14 ms', '74 %', '161.8 ms')}, "
        f"{sentences.figures_at('replicas', '17.35 ms', '51 %', '73.58 ms')}, "
        f"{sentences.figures_at('pipeline', '≥ 19.74 ms', '51 %')}."
    )
    assert str(words.figures_at(comparison, 120.0, {})).startswith("At 120 /s: split saturated, replicas ")
    assert "pipeline ≥ 19.74 ms (p99 ~ " in str(words.figures_at(comparison, 80.0, run_all(comparison)))


def test_the_footnote_names_model_and_accuracy(base: Scenario) -> None:
    text = str(words.footnote(compare(base, "random"), {}))
    assert text.startswith(f"{sentences.queue_model(sentences.RANDOM_QUEUE)}split: mean exact")
    assert text.endswith(sentences.FIRST_ORDER)
