"""What an all-reduce is drawn with for each kind of link, and what is said about it."""

from __future__ import annotations

from itertools import combinations

import pytest

from explorer.answers.all_reduce import words
from explorer.answers.all_reduce.link import MOST_DRAWN, all_reduce_link
from explorer.answers.all_reduce.race import STAGES, AllReduceComparison
from explorer.answers.outcome import Outcome
from explorer.model.collectives.costs import Algorithm
from explorer.scenario import file
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in, resource
from explorer.scenario.link import AlgorithmLink, ConstantLink, LinkAt, NodeNetwork
from explorer.scenario.scenario import Scenario
from tests.answers.all_reduce import sentences

A = Algorithm
US = 1e-6
BASE = built_in()[0]


def with_link(link: object, devices: int, size: float = 2e6) -> Outcome:
    scenario = change(change(BASE, "devices", devices), "message_bytes", size)
    return Outcome(replace_at(scenario, ("communication", "link"), link))


def wired(**values: object) -> AlgorithmLink:
    own: dict[str, object] = {"alpha_s": 3 * US, "bandwidth_bytes_per_s": 1e11, "launch_s": 8 * US}
    return AlgorithmLink.model_validate({"kind": "algorithm", **own, **values})


def example(name: str, number: int = 0, devices: int = 4) -> Outcome:
    return Outcome(change(file.read(resource("scenarios", f"{name}.json"))[number], "devices", devices))


def compare(outcome: Outcome, right: Algorithm = A.ONE_SHOT, size: float | None = None) -> AllReduceComparison:
    link = all_reduce_link(outcome, size)
    assert link is not None
    return AllReduceComparison(link, link.algorithm, right)


def text(comparison: AllReduceComparison) -> str:
    return " ".join(str(each) for each in words.explanation(comparison))


def test_the_seeds_link_is_a_ring_of_its_very_time() -> None:
    comparison = compare(Outcome(BASE))
    assert (comparison.link.algorithm, comparison.link.wire.alpha_s, comparison.link.wire.bandwidth) == (
        A.RING,
        15e-6,
        1e10,
    )
    assert comparison.left.seconds == pytest.approx(230 * US, rel=1e-14)
    assert f"{sentences.NO_STEP_DATA} with α = ℓ/(2(N−1)) = 15 µs and 10 GB/s per port" in text(comparison)


@pytest.mark.parametrize("devices", [2, 3, 8, 16])
@pytest.mark.parametrize("factor", [1.0, 1.75, 0.0])
@pytest.mark.parametrize("bandwidth", [1e10, float("inf")])
def test_the_ring_takes_what_a_constant_link_says(devices: int, factor: float, bandwidth: float) -> None:
    entry = LinkAt(devices=8, startup_s=50 * US, bandwidth_bytes_per_s=2e10)
    link = ConstantLink(
        kind="constant", startup_s=30 * US, bandwidth_bytes_per_s=bandwidth, path_factor=factor, by_devices=(entry,)
    )
    outcome = with_link(link, devices)
    expected = float(outcome.link.seconds(2e6, devices))
    assert compare(outcome).left.seconds == pytest.approx(expected, rel=1e-12)


def test_a_modelled_link_runs_its_own_algorithm_in_its_own_time() -> None:
    for algorithm in ("best", *map(str, Algorithm)):
        outcome = with_link(wired(algorithm=algorithm, fully_connected=True, in_switch=True), 8)
        comparison = compare(outcome)
        assert str(comparison.link.algorithm) == outcome.algorithm
        assert comparison.left.seconds == float(outcome.link.seconds(2e6, 8))
    assert sentences.from_the_link("3 µs", "100 GB/s") in text(comparison)


def test_the_best_depends_on_the_size_that_is_chosen() -> None:
    outcome = with_link(wired(fully_connected=True), 8)
    own = [compare(outcome, size=size).link.algorithm for size in (8192.0, 2.0**26)]
    assert own == [A.ONE_SHOT, A.TWO_SHOT]


def test_what_a_link_is_not_wired_for_is_a_what_if() -> None:
    bare, full = (with_link(wired(algorithm="ring", fully_connected=wiring), 8) for wiring in (False, True))
    assert sentences.what_if("one-shot") in text(compare(bare))
    assert sentences.WHAT_IF not in text(compare(full))
    assert sentences.WHAT_IF not in text(compare(bare, A.HALVING_DOUBLING))
    many = with_link(wired(algorithm="ring", fully_connected=True), 64)
    assert sentences.what_if("one-shot") in text(compare(many))


def test_a_measured_link_takes_the_librarys_figures_where_there_are_some() -> None:
    comparison = compare(example("h100-nvlink-mlp"))
    wire = comparison.link.wire
    assert (wire.alpha_s, wire.bandwidth, wire.launch_s) == (3.4e-6, 370.8e9, 8.4e-6)
    assert sentences.NOT_STEP_BY_STEP in text(comparison)
    assert sentences.CURVE_GIVES in text(comparison)
    assert compare(example("h100-nvlink-mlp"), size=8192.0).link.wire == wire  # one wire for every size


def test_another_measured_link_takes_its_local_line() -> None:
    outcome = example("l40s-pcie-mlp")
    for size in (8192.0, 2.0**26):
        comparison = compare(outcome, size=size)
        assert comparison.left.seconds == pytest.approx(float(outcome.link.seconds(size, 4)), rel=1e-9)
        assert f"Modelled from the curve's {sentences.LOCAL_NOT_STEP_BY_STEP}" in text(comparison)


def test_a_link_without_figures_for_n_draws_nothing() -> None:
    assert all_reduce_link(example("l40s-pcie-mlp", devices=3)) is None


def test_of_many_devices_some_are_drawn_and_it_is_said() -> None:
    comparison = compare(with_link(wired(algorithm="ring"), 64))
    assert (comparison.link.wire.devices, comparison.left.all_reduce.devices) == (64, MOST_DRAWN)
    assert sentences.drawn_in_part(16, 64) in text(comparison)
    ring = sentences.pays("ring", "126 start-ups", "1.9688 n per device")
    assert f"{ring}; {sentences.pays('one-shot', 'one start-up', '63 n')}" in text(comparison)
    assert str(words.verdict(comparison)).startswith(sentences.faster("ring", "425.4 µs"))  # 8 + 126 · 3 + 39.4
    assert comparison.left.seconds == pytest.approx((8 + 126 * 3 + 39.375) * US, rel=1e-12)
    state = comparison.left.state(comparison.time(STAGES))
    assert state.done
    assert state.seconds == pytest.approx((8 + 30 * 3 + 37.5) * US, rel=1e-12)  # of what is drawn, the link's own α
    counters = words.counters(comparison.left, state, faster=True)
    assert (
        str(counters[0])
        == f"drawn: {sentences.drawn(16, 64)} · {sentences.done(30, 30, faster=True)} · 3.75 MB per device · 135.5 µs"
    )


def test_what_is_drawn_in_part_ends_with_the_whole_and_stops_at_its_own_steps() -> None:
    comparison = compare(with_link(wired(algorithm="ring", launch_s=0.0), 1000), A.HALVING_DOUBLING)
    seen = [comparison.left.state(comparison.time(stop)).steps for stop in comparison.stops()]
    assert set(seen) == set(range(31))
    for scene in comparison.scenes:
        just_before = scene.state(scene.seconds * (1 - 1e-6))
        assert not just_before.done
        assert scene.state(scene.seconds).done
    ((begin, end, startup),) = comparison.left.parts()  # of more devices than are drawn all start-ups as one
    assert (begin, end) == (0.0, comparison.left.seconds)
    assert startup * end == pytest.approx(1998 * 3 * US, rel=1e-9)


def test_a_constant_links_ring_takes_its_own_time_on_any_number_of_devices() -> None:
    for devices in (64, 65536):
        outcome = with_link(BASE.communication.link, devices)
        comparison = compare(outcome)
        assert comparison.left.seconds == pytest.approx(float(outcome.link.seconds(2e6, devices)), rel=1e-12)
        assert comparison.link.wire.alpha_s == pytest.approx(30 * US / (2 * (devices - 1)), rel=1e-12)


def test_of_a_link_with_nodes_one_node_is_drawn() -> None:
    network = NodeNetwork(devices_per_node=8, alpha_s=10 * US, bandwidth_bytes_per_s=2e10)
    comparison = compare(with_link(wired(network=network), 32))
    assert (comparison.link.wire.devices, comparison.link.algorithm) == (8, A.RING)
    assert f"{sentences.one_node(8)} Across all N = 32, one all-reduce takes" in text(comparison)
    assert "network" not in text(compare(with_link(wired(network=network), 8)))
    uneven = text(compare(with_link(wired(network=network), 12)))
    assert "One node" in uneven
    assert "Across all" not in uneven


SMALL, LARGE = 2.0**13, 2.0**26


def test_the_verdict_and_the_crossover_are_stated() -> None:
    outcome = with_link(wired(algorithm="ring", fully_connected=True, launch_s=0.0), 8)
    small, large = (compare(outcome, size=size) for size in (SMALL, LARGE))
    assert str(words.verdict(small)).startswith(sentences.faster("one-shot", "3.573 µs", "ring") + "38.57 µs later")
    assert str(words.verdict(large)).startswith(sentences.faster("ring", "1.216 ms", "one-shot"))
    assert sentences.below("743 kB", "one-shot", "ring") in text(small)
    ring = sentences.pays("ring", "14 start-ups", "1.75 n per device")
    assert f"{ring}; {sentences.pays('one-shot', 'one start-up', '7 n')}" in text(small)
    two = compare(outcome, A.TWO_SHOT, SMALL)
    assert sentences.always_faster("two-shot") in text(two)
    same = compare(outcome, A.RING)
    assert str(words.verdict(same)).startswith(sentences.SAME_ALGORITHM)
    nothing = compare(outcome, size=0.0)
    assert str(words.verdict(nothing)) == sentences.NOTHING_SENT


@pytest.mark.parametrize(
    ("size", "time", "factor"),
    [(40.8e6, "720.0 µs", "1.05×"), (20.4e6, "363.0 µs", "1.1×"), (408e6, "7.146 ms", "")],  # of less than 1 %, none
)
def test_a_close_race_is_stated_in_seconds_and_from_one_percent_as_a_factor(
    size: float, time: str, factor: str
) -> None:
    """Ring: 14 start-ups of 3 µs; two-shot: 2; both 1.75 n."""
    outcome = with_link(wired(algorithm="ring", fully_connected=True, launch_s=0.0), 8, size)
    verdict = words.verdict(compare(outcome, A.TWO_SHOT))
    assert str(verdict) == sentences.faster("two-shot", time, "ring", "36 µs", factor)


@pytest.mark.parametrize("devices", range(2, MOST_DRAWN + 1))
def test_no_two_algorithms_cross_twice(devices: int) -> None:
    outcome = with_link(wired(algorithm="ring", launch_s=0.0), devices)
    for left, right in combinations(Algorithm, 2):
        comparison = AllReduceComparison(compare(outcome).link, left, right)
        crossover = str(words.crossover(comparison))
        assert len(comparison.crossovers) <= 1
        assert crossover.startswith("Below " if comparison.crossovers else ("With this", sentences.SAME_TIME))
        if not comparison.crossovers:
            assert len({comparison.faster_at(size) for size in (1.0, 1e3, 1e6, 1e9, 1e12)}) == 1


def test_counters_say_how_far_one_is(base: Scenario) -> None:
    comparison = compare(Outcome(base))
    scene = comparison.left

    def counter(position: float) -> str:
        return str(words.counters(scene, scene.state(comparison.time(position)), faster=False)[0])

    assert counter(0) == sentences.steps(0, 2, "0 B of 2 MB", "0 s of 230.0 µs")
    assert counter(STAGES / 2) == sentences.steps(1, 2, "1 MB of 2 MB", "115.0 µs of 230.0 µs")
    assert counter(STAGES * 0.75).startswith(sentences.steps(2, 2))
    assert counter(STAGES) == f"{sentences.done(2, 2)} · 2 MB per device · 230.0 µs"
    winner = words.counters(comparison.right, comparison.right.state(comparison.time(STAGES)), faster=True)[0]
    assert str(winner).startswith(sentences.done(1, 1, faster=True))


def test_what_devices_and_links_carry_is_told() -> None:
    def load(algorithm: Algorithm, devices: int) -> str:
        return str(words.loads(compare(with_link(wired(algorithm=str(algorithm)), devices)).left)[0])

    assert load(A.RING, 2) == (f"each device sends 2 MB {sentences.PORT}; its only link carries 2 MB one way")
    assert load(A.ONE_SHOT, 4) == (
        f"each device sends 6 MB {sentences.PORT}; busiest link: 2 MB one way, same for all 6"
    )
    assert load(A.HALVING_DOUBLING, 8) == (
        f"each device sends 3.5 MB {sentences.PORT}; busiest link: 2 MB one way, 4 of 12 links"
    )
    assert load(A.BINOMIAL_TREE, 5).startswith(f"the busiest device sends 6 MB {sentences.PORT}; ")
    outcome = with_link(wired(algorithm="ring", fully_connected=True), 8)
    part = str(words.loads(compare(with_link(wired(algorithm="ring"), 64)).left)[0])
    assert part.startswith(f"each of the 16 drawn devices sends 3.75 MB {sentences.PORT}")
    shared = sentences.SHARED_PORT
    assert shared in text(compare(outcome))
    assert shared not in text(compare(outcome, A.HALVING_DOUBLING))


def test_bytes_of_uneven_algorithms_are_those_of_the_slowest_path() -> None:
    outcome = with_link(wired(algorithm="ring"), 6)
    assert f"{sentences.pays('halving-doubling', '6 start-ups', '3.5 n')} {sentences.CRITICAL_PATH}" in text(
        compare(outcome, A.HALVING_DOUBLING)
    )
    assert f"{sentences.pays('binomial tree', '6 start-ups', '6 n')} {sentences.CRITICAL_PATH}" in text(
        compare(outcome, A.BINOMIAL_TREE)
    )
    tree = compare(outcome, A.DOUBLE_BINARY_TREE)
    assert "sends up to 2 n" in text(tree)
    assert sentences.TREES in text(tree)
    assert sentences.SCALED in text(tree)
    whole = text(compare(with_link(wired(algorithm="ring"), 8), A.HALVING_DOUBLING))
    assert sentences.pays("halving-doubling", "6 start-ups", "1.75 n per device") in whole
    switch = text(compare(with_link(wired(algorithm="ring"), 8), A.IN_SWITCH))
    assert "sends 1.125 n per device" in switch
    assert sentences.ONE_STREAM in switch
    assert sentences.HALF_START_UPS in text(compare(outcome, A.NETWORK_TREE))


def test_one_algorithm_on_both_sides_keeps_its_why() -> None:
    comparison = compare(with_link(wired(algorithm="ring"), 4), A.RING)
    assert f"Why: {sentences.pays('ring', '6 start-ups', '1.5 n per device')}." in text(comparison)


def test_a_model_far_from_the_measured_curve_is_warned_of() -> None:
    near, far = (compare(example("h100-nvlink-mlp"), size=size) for size in (2.0**26, 8192.0))
    for comparison in (near, far):
        assert comparison.link.measured_s == float(example("h100-nvlink-mlp").link.seconds(comparison.link.size, 4))
        factor = comparison.left.seconds / comparison.link.measured_s
        warned = sentences.DIFFER in text(comparison)
        assert warned == (max(factor, 1 / factor) > 1.3)
    assert str(words.scenario_choice(near.link)) == sentences.modelled("ring")
    assert str(words.scenario_choice(compare(Outcome(BASE)).link)) == sentences.scenario_runs("ring")
    assert sentences.DIFFER not in text(compare(example("l40s-pcie-mlp"), size=8192.0))
