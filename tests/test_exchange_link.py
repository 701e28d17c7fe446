"""What an all-reduce is drawn with for each kind of link, and what is said about it."""

from __future__ import annotations

from itertools import combinations

import pytest

from explorer import exchange_words
from explorer.exchange_link import MOST_DRAWN, exchange_link
from explorer.exchange_scene import STAGES, Race
from explorer.model.collective import Algorithm
from explorer.outcome import Outcome
from explorer.scenario import file
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in, resource
from explorer.scenario.link import AlgorithmLink, ConstantLink, LinkAt, NodeNetwork
from explorer.scenario.scenario import Scenario

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


def race(outcome: Outcome, right: Algorithm = A.ONE_SHOT, size: float | None = None) -> Race:
    found = exchange_link(outcome, size)
    assert found is not None
    return Race(found, found.own, right)


def text(found: Race) -> str:
    return " ".join(str(each) for each in exchange_words.told(found))


def test_the_seeds_link_is_a_ring_of_its_very_time() -> None:
    found = race(Outcome(BASE))
    assert (found.link.own, found.link.wire.alpha_s, found.link.wire.bandwidth) == (A.RING, 15e-6, 1e10)
    assert found.left.seconds == pytest.approx(230 * US, rel=1e-14)
    assert "taken as a ring with α = ℓ/2(N−1) = 15 µs and a wire of 10 GB/s" in text(found)


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
    assert race(outcome).left.seconds == pytest.approx(expected, rel=1e-12)


def test_a_modelled_link_runs_its_own_algorithm_in_its_own_time() -> None:
    for algorithm in ("best", *(str(one) for one in Algorithm)):
        outcome = with_link(wired(algorithm=algorithm, fully_connected=True, in_switch=True), 8)
        found = race(outcome)
        assert str(found.link.own) == outcome.algorithm
        assert found.left.seconds == float(outcome.link.seconds(2e6, 8))
    assert "The link's own: α = 3 µs for each step, B = 100 GB/s." in text(found)


def test_the_best_depends_on_the_size_that_is_chosen() -> None:
    outcome = with_link(wired(fully_connected=True), 8)
    own = [race(outcome, size=size).link.own for size in (8192.0, 2.0**26)]
    assert own == [A.ONE_SHOT, A.TWO_SHOT]


def test_what_a_link_is_not_wired_for_is_a_what_if() -> None:
    bare, full = (with_link(wired(algorithm="ring", fully_connected=wiring), 8) for wiring in (False, True))
    assert "A what-if: this link is not wired for one-shot" in text(race(bare))
    assert "what-if" not in text(race(full))
    assert "what-if" not in text(race(bare, A.HALVING_DOUBLING))
    many = with_link(wired(algorithm="ring", fully_connected=True), 64)
    assert "not wired for one-shot on so many devices" in text(race(many))


def test_a_measured_link_takes_the_librarys_figures_where_there_are_some() -> None:
    found = race(example("h100-nvlink-mlp"))
    wire = found.link.wire
    assert (wire.alpha_s, wire.bandwidth, wire.launch_s) == (3.4e-6, 370.8e9, 8.4e-6)
    assert "not measured step by step" in text(found)
    assert "the measured curve says" in text(found)
    assert race(example("h100-nvlink-mlp"), size=8192.0).link.wire == wire  # one wire for every size


def test_another_measured_link_takes_its_local_line() -> None:
    outcome = example("l40s-pcie-mlp")
    for size in (8192.0, 2.0**26):
        found = race(outcome, size=size)
        assert found.left.seconds == pytest.approx(float(outcome.link.seconds(size, 4)), rel=1e-9)
        assert "Modelled from the curve's local ℓ and B, not measured step by step" in text(found)


def test_a_link_without_figures_for_n_draws_nothing() -> None:
    assert exchange_link(example("l40s-pcie-mlp", devices=3)) is None


def test_of_many_devices_some_are_drawn_and_it_is_said() -> None:
    found = race(with_link(wired(algorithm="ring"), 64))
    assert (found.link.wire.devices, found.left.exchange.devices) == (MOST_DRAWN, MOST_DRAWN)
    assert "Drawn and counted as if there were 16 devices, not 64." in text(found)
    assert "On 64 devices ring takes 425.4 µs" in text(found)  # 8 + 126 · 3 + 39.4
    state = found.left.state(found.time(STAGES))
    assert state.seconds == found.left.cost.seconds
    vast = race(with_link(BASE.communication.link, 65536))
    assert vast.left.seconds > 0


def test_of_a_link_with_nodes_one_node_is_drawn() -> None:
    network = NodeNetwork(devices_per_node=8, alpha_s=10 * US, bandwidth_bytes_per_s=2e10)
    found = race(with_link(wired(network=network), 32))
    assert (found.link.wire.devices, found.link.own) == (8, A.RING)
    assert "Drawn is one node of 8 devices, not the network between nodes. On all N = 32" in text(found)
    assert "network" not in text(race(with_link(wired(network=network), 8)))
    uneven = text(race(with_link(wired(network=network), 12)))
    assert "one node" in uneven
    assert "On all" not in uneven


SMALL, LARGE = 2.0**13, 2.0**26


def test_the_verdict_and_the_flip_are_told() -> None:
    outcome = with_link(wired(algorithm="ring", fully_connected=True, launch_s=0.0), 8)
    small, large = (race(outcome, size=size) for size in (SMALL, LARGE))
    assert str(exchange_words.verdict(small)).startswith("First: one-shot in 3.573 µs; ring is done 38.57 µs later")
    assert str(exchange_words.verdict(large)).startswith("First: ring in 1.216 ms; one-shot is done")
    assert "Below 743 kB one-shot is faster, above it ring." in text(small)
    assert "ring pays 14 start-ups and sends 1.75 n per device; one-shot pays one start-up and sends 7 n" in text(small)
    two = race(outcome, A.TWO_SHOT, SMALL)
    assert "With this α and B two-shot is faster at every size." in text(two)
    same = race(outcome, A.RING)
    assert str(exchange_words.verdict(same)).startswith("Both are the same: ")
    nothing = race(outcome, size=0.0)
    assert str(exchange_words.verdict(nothing)) == "Nothing has to be sent."


@pytest.mark.parametrize("devices", range(2, MOST_DRAWN + 1))
def test_no_two_algorithms_flip_twice(devices: int) -> None:
    outcome = with_link(wired(algorithm="ring", launch_s=0.0), devices)
    for left, right in combinations(Algorithm, 2):
        found = race(outcome, right)
        each = Race(found.link, left, right)
        told = str(exchange_words.flip(each))
        assert len(each.flips) <= 1
        assert told.startswith("Below " if each.flips else ("With this", "Both take the same"))
        if not each.flips:
            assert len({each.faster_at(size) for size in (1.0, 1e3, 1e6, 1e9, 1e12)}) == 1


def test_counters_say_how_far_one_is(base: Scenario) -> None:
    found = race(Outcome(base))
    scene = found.left

    def told(position: float) -> str:
        return str(exchange_words.counters(scene, scene.state(found.time(position)), first=False)[0])

    assert told(0) == "step 0 of 2 · 0 B of 2 MB per device · 0 s of 230.0 µs"
    assert told(STAGES / 2) == "step 1 of 2 · 1 MB of 2 MB per device · 115.0 µs of 230.0 µs"
    assert told(STAGES * 0.75).startswith("step 2 of 2 · ")
    assert told(STAGES) == "✓ done · 2 of 2 steps · 2 MB per device · 230.0 µs"
    winner = exchange_words.counters(found.right, found.right.state(found.time(STAGES)), first=True)[0]
    assert str(winner).startswith("✓ first · 1 of 1 steps")
    assert str(exchange_words.load(scene)) == "every link: 2 MB one way"
    halving = race(with_link(wired(algorithm="halving_doubling"), 8)).left
    assert str(exchange_words.load(halving)) == "busiest link: 2 MB one way (lit, 8 of 24)"
