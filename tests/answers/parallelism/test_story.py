"""The bundled comparison of tensor and pipeline parallelism: its figures, worked out outside the program."""

from __future__ import annotations

import pytest

from explorer.answers.break_even import words as break_even_words
from explorer.answers.outcome import Outcome
from explorer.answers.parallelism import words
from explorer.answers.parallelism.divisions import Division, plan
from explorer.scenario.file import read
from explorer.scenario.library import resource
from explorer.scenario.scenario import Scenario
from tests.answers.break_even import sentences as break_even
from tests.answers.sentences import LINK_BETWEEN_NODES
from tests.scenario.build import named

PATH = resource("scenarios", "tensor-or-pipeline.json")

# Measured, µs: one layer on one card, on two and on four; all-reduce of 8 MiB on two and on four, from the bundled data
H100 = {"one": 178.5 + 171.7, 2: 97.85 + 86.55, 4: 45.34 + 45.34}
L40S = {"one": 577.5 + 585.4, 2: 278.9 + 286.7, 4: 132.2 + 132.2}


def story(index: int) -> Scenario:
    return read(PATH)[index]


def rows(scenario: Scenario) -> dict[tuple[int, int, int], Division]:
    return {row.key: row for row in plan(Outcome(scenario)).rows}


def message(scenario: Scenario, devices: int) -> float:
    """The measured time of the all-reduce; 8 MiB is one of the curve's points."""
    link = scenario.communication.link
    assert link.kind == "measured"
    curve = next(entry for entry in link.curves if entry.devices == devices)
    return dict(zip(curve.bytes, curve.seconds, strict=True))[8 * 2**20]


@pytest.mark.parametrize(("index", "card", "layers"), [(0, H100, 512), (1, L40S, 192), (2, L40S, 192)])
def test_a_request_takes_its_layers_and_their_all_reduces(index: int, card: dict[object, float], layers: int) -> None:
    scenario = story(index)
    configurations = rows(scenario)
    single = layers * card["one"] * 1e-6
    devices = scenario.devices
    assert configurations[1, devices, 1].throughput_per_s == pytest.approx(devices / single)
    assert configurations[1, 1, devices].latency_s == pytest.approx(single)
    for tensor in (2, 4)[: devices // 2]:
        time = layers * (card[tensor] * 1e-6 + message(scenario, tensor))
        assert configurations[tensor, 1, devices // tensor].latency_s == pytest.approx(time)


def test_weights_are_those_of_all_layers() -> None:
    assert [scenario.memory.weights_bytes for scenario in read(PATH)] == [
        layers * 2 * 4096 * 16384 * 2 for layers in (512, 192, 192, 512)
    ]


VERDICTS = {
    "NVLink, one user": (0, ["tensor × 4 78.57 ms", "pipeline × 2, 2 replicas 22.31 /s", "tensor × 4 12.73 /s"]),
    "PCIe, two cards": (1, ["tensor × 2 190.9 ms", "pipeline × 2 8.957 /s", "pipeline × 2 8.957 /s"]),
    "PCIe, four cards": (
        2,
        ["tensor × 2, 2 replicas 190.9 ms", "pipeline × 2, 2 replicas 17.91 /s", "pipeline × 2, 2 replicas 17.91 /s"],
    ),
    "two nodes": (
        3,
        ["tensor × 2, pipeline × 2 120.1 ms", "pipeline × 4 22.31 /s", "tensor × 2, pipeline × 2 16.86 /s"],
    ),
}


@pytest.mark.parametrize(("index", "verdicts"), named(VERDICTS))
def test_the_best_for_latency_throughput_and_both(index: int, verdicts: list[str]) -> None:
    scenario = story(index)
    answers = [f"{verdict.answer} {verdict.figure}" for verdict in words.verdicts(plan(Outcome(scenario)), scenario)]
    assert answers == verdicts


def test_over_nvlink_one_user_is_served_by_tensor_parallelism_alone() -> None:
    configurations = rows(story(0))
    assert configurations[4, 1, 1].latency_s < min(
        row.latency_s for key, row in configurations.items() if key != (4, 1, 1)
    )
    assert configurations[4, 1, 1].communication_s == pytest.approx(32.14e-3, abs=5e-6)  # of 78.6 ms: not negligible
    assert configurations[4, 1, 1].parallel_efficiency == pytest.approx(0.571, abs=5e-4)


def test_over_pcie_all_reduces_take_the_articles_share_and_more() -> None:
    two, four = rows(story(1))[2, 1, 1], rows(story(2))[4, 1, 1]
    assert 0.25 < two.communication_s / two.latency_s < 0.5
    assert four.communication_s / four.latency_s == pytest.approx(0.9, abs=5e-3)
    assert four.latency_s / rows(story(2))[1, 1, 4].latency_s == pytest.approx(2.34, abs=5e-3)


def test_replicas_are_no_answer_because_of_the_weights_alone() -> None:
    scenario = story(1)
    assert not rows(scenario)[1, 1, 2].fits
    smaller = scenario.model_copy(update={"memory": scenario.memory.model_copy(update={"weights_bytes": 40e9})})
    divisions = plan(Outcome(smaller))
    best = divisions.row(divisions.highest_throughput)
    assert best is not None
    assert best.key == (1, 1, 2)
    assert rows(smaller)[1, 2, 1].latency_s - best.latency_s == pytest.approx(0.43e-3, abs=5e-6)


def test_between_nodes_the_network_is_counted() -> None:
    scenario = story(3)
    configurations = rows(scenario)
    link = scenario.pipeline.link
    assert link is not None
    assert link.kind == "constant"
    network = link.startup_s + scenario.communication.message_bytes / 2 / link.bandwidth_bytes_per_s
    time = 512 * (H100[4] * 1e-6 + message(scenario, 2) + network)
    assert configurations[4, 1, 1].latency_s == pytest.approx(time)
    hop = link.startup_s + scenario.communication.message_bytes / link.bandwidth_bytes_per_s
    assert configurations[2, 2, 1].latency_s == pytest.approx(512 * (H100[2] * 1e-6 + message(scenario, 2)) + hop)
    assert any(LINK_BETWEEN_NODES in str(warning) for warning in Outcome(scenario).warnings)


def test_the_notes_say_what_follows_from_the_file() -> None:
    notes = [scenario.notes for scenario in read(PATH)]
    for text in ("78.6 ms", "179 ms", "57 %", "32 of the 78.6 ms"):
        assert text in notes[0]
    for text in ("8.96 requests", "5.24", "82 of its 191 ms", "43 %", "224 ms", "1.17×", "0.4 ms sooner"):
        assert text in notes[1]
    for text in ("523 ms", "2.3 times", "90 %", "17.9 requests", "191 ms"):
        assert text in notes[2]
    for text in ("120 ms", "454 ms"):
        assert text in notes[3]


def test_every_figure_has_a_source() -> None:
    for scenario in read(PATH):
        assert {"memory", "load", "work.divisible_s", "communication.messages"} <= set(scenario.sources)
        assert (scenario.pipeline.link is not None) == ("pipeline.link" in scenario.sources)


def test_an_answer_that_knows_no_network_says_so_in_its_summary() -> None:
    assert str(break_even_words.summary(Outcome(story(3)))).endswith(break_even.SINGLE_NODE)
    assert "node" not in str(break_even_words.summary(Outcome(story(0))))


def test_the_help_says_what_follows_from_the_files() -> None:
    text = resource("help", "help.md").read_text(encoding="utf-8")
    nvlink, two, four, nodes = (rows(story(index)) for index in range(4))
    split = nvlink[4, 1, 1]
    assert f"{split.communication_s * 1e3:.0f} of {split.latency_s * 1e3:.0f} ms in the first scenario" in text
    shares = [row.communication_s / row.latency_s for row in (two[2, 1, 1], four[4, 1, 1])]
    assert "Second scenario: {:.0%}; on four cards {:.0%}".format(*shares).replace("%", " %") in text
    parts = [(row.communication_s / 192 * 1e3, row.compute_s / 192 * 1e3) for row in (four[4, 1, 1], two[2, 1, 1])]
    assert "Four L40S: {:.2f} ms against {:.2f} ms for each layer".format(*parts[0]) in text
    assert "two cards: {:.2f} ms against {:.2f} ms".format(*parts[1]) in text
    best, flat = nodes[2, 2, 1].latency_s, nodes[4, 1, 1].latency_s
    assert f"{best * 1e3:.0f} ms, against {flat * 1e3:.0f} ms for tensor parallelism over the network" in text
