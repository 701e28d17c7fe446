"""The divisions of a scenario's devices: which have figures, over which links, and in words which is best for what."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from explorer.answers.hops import hops
from explorer.answers.message_time import message_time
from explorer.answers.outcome import Outcome
from explorer.answers.parallelism import words
from explorer.answers.parallelism.divisions import Division, Plan, plan
from explorer.answers.pipeline import schedules
from explorer.cli.solve import Solved
from explorer.scenario.edit import replace_at
from explorer.scenario.library import built_in
from explorer.scenario.link import AlgorithmLink, ConstantLink, MeasuredLink
from explorer.scenario.scenario import Scenario
from tests.answers.links.sentences import no_figures
from tests.answers.parallelism import sentences
from tests.scenario.build import EXAMPLES, plain, scenarios
from tests.scenario.library import family

MILLI = 1e-3
RING = {"kind": "algorithm", "algorithm": "ring", "alpha_s": 5e-6, "bandwidth_bytes_per_s": 2e11}
SLOW = {"kind": "constant", "startup_s": 60e-6, "bandwidth_bytes_per_s": "inf"}


def eight(link: dict[str, Any] | None = None, **changes: Any) -> Scenario:
    """The hybrid example: 96 ms of compute and 160 messages on eight devices."""
    return plain(
        work={"serial_s": "1.6 ms", "divisible_s": "96 ms", "efficiency": 0.9},
        communication={"messages": 160, "message_bytes": 2_000_000, "link": link or RING},
        devices=8,
        **changes,
    )


def by_key(of: Plan) -> dict[tuple[int, int, int], Division]:
    return {row.key: row for row in of.rows}


def rows_of(scenario: Scenario) -> dict[tuple[int, int, int], Division]:
    return by_key(plan(Outcome(scenario)))


def test_the_two_devices_of_the_article() -> None:
    divisions = plan(Outcome(built_in()[0]))
    split, stages, replicas = (by_key(divisions)[key] for key in ((2, 1, 1), (1, 2, 1), (1, 1, 2)))
    assert [row.latency_s / MILLI for row in (split, stages, replicas)] == pytest.approx([9.22, 13.03, 12.8])
    capacities = [row.throughput_per_s for row in (split, stages, replicas)]
    assert capacities == pytest.approx([108.460, 156.25, 156.25], abs=5e-4)
    assert [row.parallel_efficiency for row in (split, stages, replicas)] == pytest.approx([0.694143, 1, 1], abs=1e-6)
    assert divisions.row(divisions.lowest_latency) is split
    assert divisions.row(divisions.highest_throughput) is replicas  # a tie with the pipeline, which is slower
    assert [row for row, front in zip(divisions.rows, divisions.front, strict=True) if front] == [split, replicas]


def test_sends_that_block_cost_a_hop_each() -> None:
    divisions = plan(Outcome(plain(pipeline={"blocking_sends": True})))
    assert by_key(divisions)[1, 2, 1].throughput_per_s == pytest.approx(150.830, abs=5e-4)


def test_the_eight_devices_of_the_table() -> None:
    """ℓ grows with t, from 10 over 15 to 22 µs, and V with the ring's factor; a hop takes 60 µs."""
    for tensor, startup, latency, capacity in (
        (2, 10e-6, 58.313, 68.81),
        (4, 15e-6, 33.127, 60.48),
        (8, 22e-6, 21.253, 47.05),
    ):
        link = {
            "kind": "constant",
            "startup_s": startup,
            "bandwidth_bytes_per_s": 2e11,
            "path_factor": 2 * (tensor - 1) / tensor,
        }
        row = rows_of(eight(link, pipeline={"link": SLOW}))[tensor, 8 // tensor, 1]
        assert row.latency_s / MILLI == pytest.approx(latency, abs=5e-4)
        assert row.throughput_per_s == pytest.approx(capacity, abs=5e-3)


def test_latency_is_the_sum_of_its_parts_and_the_bubble_that_of_the_makespan() -> None:
    for row in plan(Outcome(eight(pipeline={"link": SLOW, "micro_batches": 5}))).rows:
        assert row.serial_s + row.compute_s + row.exposed_s + row.hops_s == pytest.approx(row.latency_s)
        busy = (row.latency_s - row.hops_s) / row.pipeline
        assert row.idle_s / (row.idle_s + busy) == pytest.approx(row.bubble_of_makespan, abs=1e-12)


@EXAMPLES
@given(scenarios())
def test_every_scenario_has_a_plan_whose_best_are_on_the_front(scenario: Scenario) -> None:
    if scenario.devices > 4096:
        scenario = scenario.model_copy(update={"devices": scenario.devices % 64 + 2})
    divisions = plan(Outcome(scenario))
    assert len(divisions.rows) >= 2 or scenario.devices == 1
    for index in (divisions.lowest_latency, divisions.highest_throughput):
        assert (index is None) == (not any(row.fits for row in divisions.rows))
        assert index is None or divisions.front[index]
    for row in divisions.rows:
        assert row.latency_s >= 0
        assert row.throughput_per_s > 0
        assert row.memory_bytes >= 0
    assert all(str(text) for verdict in words.verdicts(divisions, scenario) for text in verdict[:2])


# Links within and between nodes


def test_a_hop_is_one_message_between_two_devices() -> None:
    constant = ConstantLink(kind="constant", startup_s=30e-6, bandwidth_bytes_per_s=1e10, path_factor=1.75)
    assert message_time(constant).hop(2e6, between_nodes=False).seconds == pytest.approx(
        0.23e-3
    )  # no path factor of an all-reduce
    algorithm = AlgorithmLink.model_validate(
        RING | {"launch_s": 1e-6, "network": {"devices_per_node": 8, "alpha_s": 2e-5, "bandwidth_bytes_per_s": 5e10}}
    )
    assert message_time(algorithm).hop(2e6, between_nodes=False).seconds == pytest.approx(1e-6 + 5e-6 + 1e-5)
    assert message_time(algorithm).hop(2e6, between_nodes=True).seconds == pytest.approx(1e-6 + 2e-5 + 4e-5)
    assert message_time(algorithm).hop(0, between_nodes=True).seconds == 0


def test_a_measured_link_gives_a_hop_an_upper_bound() -> None:
    link = MeasuredLink(kind="measured", curves=family("h100-sxm-nccl").curves)
    hop = message_time(link).hop(2**20, between_nodes=False)
    assert hop.at_most
    assert hop.seconds == pytest.approx(dict(zip(link.curves[0].bytes, link.curves[0].seconds, strict=True))[2**20])


def test_hops_within_a_node_take_the_scenarios_link_and_those_between_nodes_the_pipelines() -> None:
    scenario = eight(pipeline={"devices_per_node": 4, "link": SLOW})
    intra_node, inter_node = hops(scenario)
    assert (intra_node.seconds, inter_node.seconds) == pytest.approx((5e-6 + 1e-5, 60e-6))
    rows = rows_of(scenario)
    assert rows[1, 8, 1].hops_s == pytest.approx(6 * 15e-6 + 60e-6)  # one hop of seven leaves the node
    assert rows[4, 2, 1].hops_s == pytest.approx(60e-6)
    assert rows[2, 2, 2].hops_s == pytest.approx(15e-6)


def test_an_all_reduce_over_several_nodes_has_a_part_within_and_a_part_between_them() -> None:
    scenario = eight(pipeline={"devices_per_node": 4, "link": SLOW})
    row = rows_of(scenario)[8, 1, 1]
    inside = 6 * 5e-6 + 1.5 * 2e6 / 2e11
    assert row.communication_s == pytest.approx(160 * (inside + 60e-6))


def test_an_efficiency_of_all_devices_alone_is_enough_for_an_all_reduce_over_several_nodes() -> None:
    listed = eight(pipeline={"devices_per_node": 4, "link": SLOW})
    only = replace_at(listed, ("work", "efficiency"), [{"devices": 8, "value": 0.9}])
    divisions = plan(Outcome(only))
    assert by_key(divisions)[8, 1, 1] == rows_of(listed)[8, 1, 1]
    assert [entry.tensor for entry in divisions.left_out] == [2, 4]


def test_the_bytes_between_nodes_grow_with_their_number_as_in_a_ring() -> None:
    link = {"kind": "constant", "startup_s": 15e-6, "bandwidth_bytes_per_s": 5e10}
    for nodes in (2, 4, 8):
        scenario = eight(pipeline={"devices_per_node": 4, "link": link}).model_copy(update={"devices": 4 * nodes})
        row = rows_of(scenario)[4 * nodes, 1, 1]
        inside = 6 * 5e-6 + 1.5 * 2e6 / 2e11
        between = 15e-6 + 2 * (nodes - 1) / nodes * 0.5e6 / 5e10
        assert row.communication_s == pytest.approx(160 * (inside + between))


def test_tensor_within_the_node_and_pipeline_between_nodes_is_the_answer_when_it_is() -> None:
    """Two nodes of four over a slow network, weights that no single device holds: t = 4 with p = 2 wins throughput."""
    slow = {"kind": "constant", "startup_s": 1e-3, "bandwidth_bytes_per_s": 5e9}
    scenario = eight(pipeline={"devices_per_node": 4, "link": slow}, memory={"weights_bytes": "500 GB"})
    divisions = plan(Outcome(scenario))
    best = divisions.row(divisions.lowest_latency)
    assert best is not None
    assert best.key == (4, 2, 1)


def test_a_tensor_degree_that_does_not_fill_nodes_is_left_out_with_the_reason() -> None:
    divisions = plan(Outcome(plain(devices=12, pipeline={"devices_per_node": 4, "link": SLOW})))
    assert [entry.tensor for entry in divisions.left_out] == [3, 6]
    assert str(divisions.left_out[0].reason) == sentences.uneven_nodes(3, 4)
    assert str(words.omissions(divisions)[0]) == sentences.omitted(3, sentences.uneven_nodes(3, 4))


def test_degrees_without_a_curve_are_left_out_by_name() -> None:
    curves = [curve.model_dump() for curve in family("h100-sxm-nccl").curves]
    link = {"kind": "measured", "curves": curves}
    divisions = plan(Outcome(eight(link).model_copy(update={"devices": 16})))
    assert {row.tensor for row in divisions.rows} == {1, 2, 4, 8}
    assert no_figures(16) in str(divisions.left_out[0].reason)


def test_unequal_stages_set_the_pace_of_their_pipeline_alone() -> None:
    rows = rows_of(plain(pipeline={"stage_times_s": ["5 ms", "7.8 ms"]}))
    assert rows[1, 2, 1].throughput_per_s == pytest.approx(1 / 7.8e-3)
    assert rows[1, 2, 1].latency_s == pytest.approx(12.8e-3 + 0.23e-3)
    assert rows[1, 1, 2].throughput_per_s == pytest.approx(156.25)


@pytest.mark.parametrize("node", [4, 5, 6, 7, 8, 100])
def test_a_node_that_holds_all_devices_is_one_whatever_its_size(node: int) -> None:
    divisions = plan(Outcome(plain(devices=4, pipeline={"devices_per_node": node, "link": SLOW})))
    assert not divisions.left_out
    assert by_key(divisions)[4, 1, 1].latency_s == rows_of(plain(devices=4))[4, 1, 1].latency_s
    assert by_key(divisions)[1, 4, 1].hops_s == pytest.approx(3 * 0.23e-3)


@pytest.mark.parametrize("blocking", [False, True])
@pytest.mark.parametrize("node", [None, 2, 3, 4])
def test_the_bubble_is_that_of_the_pipelines_timeline(node: int | None, *, blocking: bool) -> None:
    scenario = plain(devices=4, pipeline={"devices_per_node": node, "link": SLOW, "blocking_sends": blocking})
    row = rows_of(scenario)[1, 4, 1]
    drawn = schedules.run(Outcome(scenario))
    assert drawn.idle_of_makespan == pytest.approx(row.bubble_of_makespan, rel=1e-12)


@pytest.mark.parametrize("times", [[5e-3, 7.8e-3], [7.8e-3, 5e-3], [7e-3, 7.1e-3]])
def test_the_last_of_unequal_stages_is_held_up_by_no_send(times: list[float]) -> None:
    scenario = plain(pipeline={"stage_times_s": times, "blocking_sends": True})
    row = rows_of(scenario)[1, 2, 1]
    assert row.period_s == pytest.approx(max(times[0] + 0.23e-3, times[1]))
    assert row.period_s == pytest.approx(schedules.run(Outcome(scenario)).period)


@pytest.mark.parametrize(("overlap", "exposed"), [(0.0, 0.92e-3), (0.25, 0.69e-3), (1.0, 0.0)])
def test_what_is_not_hidden_keeps_its_digits_beside_a_long_serial_part(overlap: float, exposed: float) -> None:
    scenario = plain(overlap=overlap, work={"serial_s": 1e9, "divisible_s": 0.012, "efficiency": 0.8})
    assert rows_of(scenario)[2, 1, 1].exposed_s == pytest.approx(exposed, rel=1e-12)


def test_a_stage_that_takes_no_time_keeps_any_capacity() -> None:
    scenario = plain(pipeline={"stage_times_s": [0.0]})
    row = rows_of(scenario)[1, 1, 2]
    assert [str(line) for line in words.figures(row, scenario)] == [
        sentences.latency("2 replicas", "0 s", "0 s", "0 s", serial="0 s"),
        sentences.rate("0 s", "∞", "∞"),
    ]


# Memory


def test_what_does_not_fit_is_no_answer() -> None:
    memory = {"weights_bytes": "100 GB", "device_bytes": "80 GB", "reserve": 0.1}
    divisions = plan(Outcome(plain(memory=memory)))
    assert {row.key: row.fits for row in divisions.rows} == {(2, 1, 1): True, (1, 2, 1): True, (1, 1, 2): False}
    best = divisions.row(divisions.highest_throughput)
    assert best is not None
    assert best.key == (1, 2, 1)


def test_where_nothing_fits_the_nearest_is_named() -> None:
    scenario = plain(memory={"weights_bytes": "1 TB"})
    divisions = plan(Outcome(scenario))
    assert divisions.lowest_latency is None
    (verdict,) = words.verdicts(divisions, scenario)
    assert [str(text) for text in verdict[:2]] == [
        sentences.NOTHING_FITS,
        sentences.too_large("tensor × 2", "500 GB", "72 GB"),
    ]


# Words


def verdicts(scenario: Scenario) -> list[str]:
    return [
        f"{verdict.goal}: {verdict.answer} {verdict.figure}".strip()
        for verdict in words.verdicts(plan(Outcome(scenario)), scenario)
    ]


def test_each_goal_has_its_verdict() -> None:
    assert verdicts(plain()) == [
        sentences.lowest_latency("tensor × 2 9.220 ms"),
        sentences.highest_throughput("2 replicas 156.2 /s"),
    ]
    for target, configuration in (
        ("12 ms", "tensor × 2 108.5 /s"),
        ("12.8 ms", "2 replicas 156.2 /s"),
        ("5 ms", sentences.none_within("9.220 ms")),
    ):
        verdict = verdicts(plain(load={"latency_target_s": target}))[2]
        assert verdict == sentences.highest_within(target, configuration)


def test_a_hybrid_is_named_by_all_it_uses() -> None:
    rows = rows_of(eight())
    assert str(words.configuration_name(rows[2, 2, 2])) == "tensor × 2, pipeline × 2, 2 replicas"


def test_a_row_says_its_parts() -> None:
    row = rows_of(plain())[1, 2, 1]
    assert [str(line) for line in words.figures(row, plain())] == [
        sentences.latency("pipeline × 2", "13.03 ms", "12 ms", "230 µs"),
        sentences.rate("6.4 ms", "156.2 /s", "100 %"),
        sentences.bubble(8, "11.5 %"),
    ]


CONSTANT = {"kind": "constant", "startup_s": 1e-5, "bandwidth_bytes_per_s": 1e10}


@pytest.mark.parametrize(
    ("link", "efficiency", "said"),
    [
        (CONSTANT, 0.9, sentences.assuming("η, ℓ, V, B", "2, 4")),
        (RING, 0.9, sentences.assuming("η", "2, 4")),
        (CONSTANT, [{"devices": n, "value": 0.9} for n in (2, 4, 8)], sentences.assuming("ℓ, V, B", "2, 4")),
        (RING, [{"devices": n, "value": 0.9} for n in (2, 4, 8)], ""),
    ],
)
def test_figures_that_are_taken_over_for_other_degrees_are_named(link: Any, efficiency: Any, said: str) -> None:
    outcome = Outcome(replace_at(eight(link), ("work", "efficiency"), efficiency))
    whole = " ".join(map(str, words.assumptions(plan(outcome), outcome)))
    assert said in whole
    assert bool(said) == (sentences.ASSUMING in whole)


def test_two_devices_take_nothing_over() -> None:
    outcome = Outcome(plain())
    assert sentences.ASSUMING not in " ".join(map(str, words.assumptions(plan(outcome), outcome)))


@pytest.mark.parametrize(("node", "said"), [(4, False), (2, True)])
def test_a_constant_link_between_more_than_two_nodes_is_told(node: int, said: bool) -> None:
    outcome = Outcome(eight(pipeline={"devices_per_node": node, "link": SLOW}))
    text = " ".join(map(str, words.assumptions(plan(outcome), outcome)))
    assert (sentences.INTER_NODE_START_UP in text) is said


# The command


def test_solve_prints_the_plan() -> None:
    rows = Solved(plain(memory={"weights_bytes": "100 GB"})).as_json()["plan"]
    assert rows[0] == {
        "tensor": 2,
        "pipeline": 1,
        "replicas": 1,
        "latency_s": pytest.approx(9.22e-3),
        "throughput_per_s": pytest.approx(108.45987),
        "communication_s": pytest.approx(0.92e-3),
        "bubble_of_makespan": 0,
        "memory_bytes": 50e9,
        "fits": True,
    }
