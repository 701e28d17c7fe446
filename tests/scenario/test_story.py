"""The two measured examples that tell the second article's story: what they hold and what follows from it."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from pathlib import Path

import pytest

from explorer.answers.outcome import Outcome
from explorer.cli.command import main
from explorer.scenario.edit import change, covering
from explorer.scenario.file import dumps, loads, read
from explorer.scenario.library import built_in, resource, shipped
from explorer.scenario.link import MeasuredLink
from explorer.scenario.scenario import Scenario
from tests.answers.sentences import ABOVE_MEASURED_EFFICIENCY
from tests.scenario import library

TOKENS = {"1,024 tokens": 1024, "1 token": 1, "128 tokens": 128, "8,192 tokens": 8192}
DEVICES = (2, 4, 8)
FILES = {"h100-nvlink-mlp": "h100-sxm-nccl", "l40s-pcie-mlp": "l40s-nccl"}

# µs of (m, 16384/N, 4096) and (m, 4096, 16384/N) for N = 1, 2, 4, 8, as in the table of measured products
PRODUCTS: dict[tuple[str, int], list[tuple[str, str]]] = {
    ("h100-nvlink-mlp", 1): [("50.23", "51.0"), ("26.82", "30.31"), ("16.56", "16.56"), ("10.27", "9.08")],
    ("h100-nvlink-mlp", 128): [("54.57", "60.73"), ("29.35", "29.43"), ("16.1", "16.1"), ("11.2", "9.308")],
    ("h100-nvlink-mlp", 1024): [("178.5", "171.7"), ("97.85", "86.55"), ("45.34", "45.34"), ("24.04", "25.02")],
    ("h100-nvlink-mlp", 8192): [("1653", "1381"), ("700.7", "673"), ("343.6", "343.6"), ("173.8", "179")],
    ("l40s-pcie-mlp", 1): [("195.3", "174.1"), ("93.66", "83.49"), ("47.14", "47.14"), ("24.61", "22.7")],
    ("l40s-pcie-mlp", 128): [("218.9", "227.8"), ("116.3", "105.9"), ("61.0", "61.0"), ("15.46", "14.98")],
    ("l40s-pcie-mlp", 1024): [("577.5", "585.4"), ("278.9", "286.7"), ("132.2", "132.2"), ("66.29", "67.07")],
    ("l40s-pcie-mlp", 8192): [("5406", "5325"), ("2536", "2670"), ("1248", "1248"), ("570", "592.8")],
}

# Speed-ups for N = 2, 4, 8, worked out outside the program
SPEEDUPS: dict[tuple[str, int], tuple[float, float, float]] = {
    ("h100-nvlink-mlp", 1): (1.584, 2.345, 2.867),
    ("h100-nvlink-mlp", 128): (1.568, 2.291, 2.512),
    ("h100-nvlink-mlp", 1024): (1.511, 2.282, 2.737),
    ("h100-nvlink-mlp", 8192): (1.863, 2.981, 4.479),
    ("l40s-pcie-mlp", 1): (1.994, 3.444, 4.628),
    ("l40s-pcie-mlp", 128): (1.504, 1.145, 0.500),
    ("l40s-pcie-mlp", 1024): (1.169, 0.427, 0.115),
    ("l40s-pcie-mlp", 8192): (1.253, 0.483, 0.190),
}
CASES = [(stem, name) for stem in FILES for name in TOKENS]


def path_of(stem: str) -> Path:
    return resource("scenarios", f"{stem}.json")


def story(stem: str, name: str = "1,024 tokens") -> Scenario:
    return next(made for made in read(path_of(stem)) if made.name == name)


def speedup(made: Scenario, devices: int) -> float:
    performance = Outcome(change(made, "devices", devices)).performance
    assert performance is not None
    return performance.speedup


def time_on_curve(sizes: list[float], seconds: list[float], size: float) -> float:
    """Read a curve between its points, straight in the logarithms."""
    for at in range(len(sizes) - 1):
        if sizes[at] <= size <= sizes[at + 1]:
            share = math.log(size / sizes[at]) / math.log(sizes[at + 1] / sizes[at])
            return math.exp(math.log(seconds[at]) + share * math.log(seconds[at + 1] / seconds[at]))
    raise AssertionError("outside the curve")


@pytest.mark.parametrize("stem", FILES)
def test_it_opens_on_1024_tokens_and_four_devices(stem: str) -> None:
    made = read(path_of(stem))
    assert [entry.name for entry in made] == list(TOKENS)
    assert {(entry.devices, entry.target_speedup, entry.overlap) for entry in made} == {(4, 1, 0)}


@pytest.mark.parametrize(("stem", "name"), CASES)
def test_figures_are_those_of_the_table_of_products(stem: str, name: str) -> None:
    made, tokens = story(stem, name), TOKENS[name]
    whole, *shards = (sum(Fraction(time) for time in pair) for pair in PRODUCTS[stem, tokens])
    assert made.work.divisible_s == float(whole / 10**6)
    assert isinstance(made.work.efficiency, tuple)
    listed = {entry.devices: entry.value for entry in made.work.efficiency}
    assert listed == {count: float(whole / (count * shard)) for count, shard in zip(DEVICES, shards, strict=True)}
    assert (made.work.serial_s, made.work.extra_serial_s, made.communication.messages) == (0, 0, 1)
    assert made.communication.message_bytes == tokens * 4096 * 2


@pytest.mark.parametrize(("stem", "name"), CASES)
def test_speedups_follow_from_the_numbers_in_the_file(stem: str, name: str) -> None:
    content = json.loads(path_of(stem).read_text(encoding="utf-8"))
    raw = next(entry for entry in content["scenarios"] if entry["name"] == name)
    work, communication = raw["work"], raw["communication"]
    for count, known in zip(DEVICES, SPEEDUPS[stem, TOKENS[name]], strict=True):
        eta = next(entry["value"] for entry in work["efficiency"] if entry["devices"] == count)
        curve = next(entry for entry in communication["link"]["curves"] if entry["devices"] == count)
        message = time_on_curve(curve["bytes"], curve["seconds"], communication["message_bytes"])
        expected = work["divisible_s"] / (work["divisible_s"] / (count * eta) + message)
        assert speedup(story(stem, name), count) == pytest.approx(expected, rel=1e-12)
        assert expected == pytest.approx(known, abs=5e-4)


def test_the_headline_figures() -> None:
    fast, slow = (Outcome(story(stem)).performance for stem in FILES)
    assert fast is not None
    assert slow is not None
    assert (f"{fast.speedup:.3f}", f"{slow.speedup:.3f}") == ("2.282", "0.427")
    assert (f"{fast.speedup:.1f}", f"{1 / slow.speedup:.1f}") == ("2.3", "2.3")
    assert f"{speedup(story('l40s-pcie-mlp'), 2):.2f}" == "1.17"
    assert all(speedup(story("l40s-pcie-mlp", "1 token"), count) > 1.9 for count in DEVICES)


@pytest.mark.parametrize(("stem", "name"), CASES)
def test_the_link_is_the_librarys_bit_for_bit(stem: str, name: str) -> None:
    link, family = story(stem, name).communication.link, library.family(FILES[stem])
    assert isinstance(link, MeasuredLink)
    assert link.preset == family.id
    assert repr(link.curves) == repr(family.curves)
    assert tuple(curve.devices for curve in link.curves) == DEVICES


@pytest.mark.parametrize(("stem", "name"), CASES)
def test_sources_say_what_was_measured_and_what_derived(stem: str, name: str) -> None:
    made = story(stem, name)
    sources = made.sources
    assert {path: sources[path].status for path in list(sources)[:4]} == {
        "work.divisible_s": "measured",
        "work.efficiency": "derived",
        "communication.link": "measured",
        "communication.message_bytes": "derived",
    }
    assert "element type" in sources["work.divisible_s"].source  # which the table does not state
    assert library.family(FILES[stem]).source in sources["communication.link"].source
    assert sources["communication.link"].preset == FILES[stem]
    for times in PRODUCTS[stem, TOKENS[name]][1:]:
        for time in times:
            assert re.search(rf"\b{re.escape(time)}(\.0)? µs", sources["work.efficiency"].source)
    for path in (("work", "serial_s"), ("work", "extra_serial_s"), ("communication", "messages"), ("overlap",)):
        assert covering(made, path) is not None
    assert not any(source.edited for source in sources.values())


@pytest.mark.parametrize(("stem", "name"), CASES)
def test_notes_tell_every_speedup(stem: str, name: str) -> None:
    told = [float(text) for text in re.findall(r"(\d+\.\d+)×", story(stem, name).notes)]
    own = SPEEDUPS[stem, TOKENS[name]]
    written = own if (stem, name) != ("l40s-pcie-mlp", "1,024 tokens") else own[1:]
    for figure in written:
        assert any(math.isclose(figure, text, abs_tol=0.0051) for text in told)


def test_notes_say_that_size_and_number_decide_not_the_plug() -> None:
    for stem in FILES:
        notes = story(stem).notes
        assert "1.17×" in notes
        assert re.search(r"two (such |L40S )?(L40S )?(cards )?still win", notes)
        assert "one token" in notes
        assert "plug" in notes
        assert re.search("size and N decide", notes, re.IGNORECASE)


def test_the_doubtful_efficiency_is_named() -> None:
    made = story("l40s-pcie-mlp", "128 tokens")
    assert re.search(r"Doubtful: the efficiency of 1\.83 with N = 8\..* cache", made.notes)
    assert "doubtful" in made.sources["work.efficiency"].source
    at_eight = Outcome(change(made, "devices", 8))
    assert any(ABOVE_MEASURED_EFFICIENCY in str(warning) for warning in at_eight.warnings)
    assert speedup(made, 8) < 1
    modest = change(change(made, "devices", 8), "efficiency", 1.0)
    assert f"{speedup(modest, 8):.3f}×" in made.notes  # the verdict does not hang on it


@pytest.mark.parametrize("stem", FILES)
def test_the_file_is_as_it_would_be_written(stem: str) -> None:
    text = path_of(stem).read_text(encoding="utf-8")
    assert dumps(loads(text.encode())) == text


@pytest.mark.parametrize("stem", FILES)
def test_solve_works_on_it(stem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(path_of(stem)), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [entry["name"] for entry in found] == list(TOKENS)
    for entry in found:
        listed = {each["devices"]: each["speedup"] for each in entry["per_devices"]}
        assert tuple(listed) == DEVICES
        assert tuple(listed.values()) == pytest.approx(SPEEDUPS[stem, TOKENS[entry["name"]]], abs=5e-4)
        assert {each["source"] for each in entry["per_devices"]} == {"measured"}


def test_the_examples_are_listed_in_their_order() -> None:
    assert [(str(title).split(":")[0], path.name) for title, path in shipped()] == [
        ("The article's six cases on two devices", "two-devices.json"),
        ("H100 over NVLink, measured", "h100-nvlink-mlp.json"),
        ("L40S over PCIe, measured", "l40s-pcie-mlp.json"),
        ("Tensor or pipeline", "tensor-or-pipeline.json"),
    ]
    assert sorted(path for _, path in shipped()) == sorted(resource("scenarios").glob("*.json"))
    assert read(shipped()[0][1]) == built_in()
