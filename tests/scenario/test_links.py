"""The library of links: what it holds, figure by figure where it matters, and what it refuses."""

from __future__ import annotations

import hashlib
import json
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from explorer.scenario import links
from explorer.scenario.edit import ScenarioError, explain
from explorer.scenario.library import resource
from explorer.scenario.link_curve import CURVE_DEVICES, POINT_BYTES, POINT_SECONDS, LinkCurve
from explorer.scenario.links import LinkFamily, LinkPreset, MeasuredShelf, PresetShelf
from explorer.scenario.scenario import DEVICES, DIVISIBLE, MESSAGE_BYTES, Source, Status
from tests.scenario import library, sentences

FAMILIES = {
    "a100-sxm-nccl": (2, 4, 8),
    "a100-sxm-vllm-custom": (2, 4, 8),
    "h100-sxm-nccl": (2, 4, 8),
    "h100-sxm-vllm-custom": (2, 4, 8),
    "h200-sxm-nccl": (2, 4, 8),
    "h200-sxm-vllm-custom": (2, 4, 8),
    "b200-sxm-nccl": (2, 4, 8),
    "b200-sxm-vllm-custom": (2, 4, 8),
    "gb200-nccl": (2, 4),
    "l40s-nccl": (2, 4, 8),
    "l40s-vllm-custom": (2, 4, 8),
    "rtx-pro-6000-nccl": (2, 4, 8),
    "rtx-pro-6000-vllm-custom": (2, 4, 8),
    "arc-b60-oneccl": (2, 4),
}
FIGURES_OF_THE_SOURCE = "d5868de74606d0cebb829a03bb01134cb43f9c40ebcbd394cbd381e6f5b18353"
"""SHA-256 of all sizes and times, bit for bit, as they came from the source."""

PRESETS = {
    "nvlink2": (10e-6, 120e9, "guess"),
    "nvlink3": (10e-6, 193e9, "measured"),
    "nvlink4": (6.4e-6, 320e9, "measured"),
    "nvlink5": (10.4e-6, 521e9, "measured"),
    "pcie3x16": (8e-6, 11e9, "estimate"),
    "pcie4x16": (6.5e-6, 20.1e9, "measured"),
    "pcie5x16": (6.3e-6, 38.6e9, "measured"),
    "pcie6x16": (6e-6, 75e9, "guess"),
    "ib_hdr200": (15e-6, 23e9, "guess"),
    "ib_ndr400": (15e-6, 46e9, "guess"),
    "ib_xdr800": (15e-6, 92e9, "guess"),
    "eth100": (20e-6, 11.5e9, "guess"),
    "eth200": (25e-6, 22e9, "guess"),
    "eth400": (25e-6, 37e9, "guess"),
    "tcp10": (100e-6, 1.1e9, "guess"),
    "xgmi_mi250x": (12e-6, 37e9, "guess"),
    "xgmi_mi300x": (12e-6, 47.7e9, "guess"),
    "tb4": (300e-6, 2.5e9, "guess"),
    "tb5_rdma": (30e-6, 7e9, "guess"),
    "ici_v4": (2e-6, 90e9, "derived"),
    "ici_v5e": (2e-6, 90e9, "derived"),
    "ici_v5p": (2e-6, 180e9, "derived"),
    "ici_v6e": (2e-6, 180e9, "derived"),
    "seed": (30e-6, 10e9, "hypothetical"),
}


# What it holds


def test_the_families_and_their_numbers_of_devices() -> None:
    assert {family.id: family.devices for family in links.families()} == FAMILIES
    assert sum(map(len, FAMILIES.values())) == 40
    assert links.families() is links.families()


def test_every_figure_is_that_of_the_source() -> None:
    lines = [
        f"{family.id}-{curve.devices} {[size.hex() for size in curve.bytes]} {[time.hex() for time in curve.seconds]}"
        for family in links.families()
        for curve in family.curves
    ]
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest() == FIGURES_OF_THE_SOURCE


@pytest.mark.parametrize(
    ("name", "devices", "size", "time"),
    [
        ("a100-sxm-nccl", 8, 536_870_912, 0.0042259),
        ("h100-sxm-nccl", 2, 512, 6.18e-06),
        ("h100-sxm-nccl", 4, 8_388_608, 6.277e-05),
        ("h100-sxm-vllm-custom", 8, 1_073_741_824, 0.00400924),
        ("l40s-nccl", 2, 8_388_608, 0.0004289),
        ("l40s-nccl", 4, 8_388_608, 0.0024588),
        ("arc-b60-oneccl", 4, 536_870_912, 0.0440007),
    ],
)
def test_figures_read_off_the_curves(name: str, devices: int, size: int, time: float) -> None:
    curve = library.family(name).curve(devices)
    assert curve is not None
    assert curve.seconds[curve.bytes.index(size)] == time


@pytest.mark.parametrize("family", links.families(), ids=lambda family: family.id)
def test_every_family_is_sound(family: LinkFamily) -> None:
    assert (family.collective, family.status) == ("all_reduce", "measured")
    assert "aiconfigurator" in family.source
    assert "Apache-2.0" in family.source
    assert "095f58a51" in family.source
    assert family.datasheet_rate.endswith("GB/s per direction")
    assert "GB/s" not in family.interconnect
    for curve in family.curves:
        assert len(curve.bytes) == len(curve.seconds) in (21, 23)
        assert all(low < high for low, high in pairwise(curve.bytes))
        assert all(0 < time < 1 for time in curve.seconds)
    assert Source(status=family.status, source=family.source, preset=family.id)


def test_a_number_of_devices_without_a_curve_has_none() -> None:
    assert library.family("gb200-nccl").curve(8) is None
    assert library.family("h100-sxm-nccl").curve(3) is None


def test_the_presets_and_their_figures() -> None:
    found = {preset.id: (preset.startup_s, preset.bandwidth_bytes_per_s, preset.status) for preset in links.presets()}
    assert list(found) == list(PRESETS)
    for name, (startup, bandwidth, status) in PRESETS.items():
        assert found[name] == (pytest.approx(startup, rel=1e-15, abs=0), bandwidth, status)
    assert library.preset("nvlink4").startup_s == 6.4e-6  # scaled in decimal: 6.4 * 1e-6 is another number


def test_ids_are_unique_over_both_kinds() -> None:
    names = [link.id for link in (*links.families(), *links.presets())]
    assert len(set(names)) == len(names) == 38


@pytest.mark.parametrize("preset", links.presets(), ids=lambda preset: preset.id)
def test_every_preset_says_where_it_comes_from(preset: LinkPreset) -> None:
    statuses = (preset.startup_status, preset.bandwidth_status)
    assert preset.status in statuses
    assert all(get_args(Status).index(preset.status) >= get_args(Status).index(status) for status in statuses)
    assert ("guess" in preset.source) is ("guess" in statuses)
    assert (preset.devices != ()) is ("measured" in statuses)
    assert bool(preset.datasheet_rate) is bool(preset.datasheet_source) is (preset.id != "seed")


def test_the_start_up_of_a_network_is_a_guess_though_its_bandwidth_was_measured() -> None:
    ethernet = library.preset("eth400")
    assert (ethernet.bandwidth_status, ethernet.startup_status, ethernet.status) == ("measured", "guess", "guess")


def test_figures_of_the_ring_come_from_nccls_tuning_model() -> None:
    found = {preset.id: preset.algorithm for preset in links.presets() if preset.algorithm is not None}
    rates = {name: figures.wire_bandwidth_bytes_per_s for name, figures in found.items()}
    assert rates == {"nvlink2": 120e9, "nvlink3": 240e9, "nvlink4": 370.8e9, "nvlink5": 721.8e9, "pcie3x16": 12e9}
    assert {figures.launch_s for figures in found.values()} == {8.4e-6}
    assert [figures.step_s for figures in found.values()] == [3.4e-6] * 4 + [5.7e-6]
    assert {figures.status for figures in found.values()} == {"derived"}


def test_what_the_wiring_allows() -> None:
    found = {preset.id: preset.topology for preset in links.presets() if preset.topology is not None}
    assert {name: (wiring.fully_connected, wiring.in_switch) for name, wiring in found.items()} == {
        "nvlink3": (True, False),
        "nvlink4": (True, True),
        "nvlink5": (True, True),
        "xgmi_mi300x": (True, False),
    }


def test_the_bandwidth_of_a_preset_is_bus_bandwidth() -> None:
    """Two devices send n, as the article's link; four send 1.5 n."""
    assert [LinkPreset.path_factor(devices) for devices in (2, 4, 8)] == [1, 1.5, 1.75]


def test_the_files_are_written_as_they_are_read() -> None:
    """Two spaces, a row of figures on one line, and no key that the program does not know."""
    for name in ("measured.json", "presets.json"):
        text = resource("links", name).read_text(encoding="utf-8")
        assert max(map(len, text.splitlines())) < 1000
        assert text.startswith('{\n  "about": "')
        assert text.endswith("\n}\n")
    content = json.loads(resource("links", "measured.json").read_text(encoding="utf-8"))
    dumped = MeasuredShelf.model_validate(content).model_dump(mode="json", exclude_unset=True)
    assert dumped == content


# What is refused

CURVE: dict[str, Any] = {"devices": 2, "bytes": [1024, 2048, 4096.0], "seconds": [1e-5, 9e-6, "12 us"]}


def test_a_curve_stands_in_a_scenario_file_as_it_stands_in_the_library() -> None:
    curve = LinkCurve.model_validate(CURVE)
    assert curve.bytes == (1024.0, 2048.0, 4096.0)
    assert curve.seconds == (1e-5, 9e-6, 1.2e-5)
    shipped = links.families()[0].curves[0]
    assert LinkCurve.model_validate(shipped.model_dump(mode="json")) == shipped
    assert LinkCurve.model_validate(json.loads(shipped.model_dump_json())) == shipped


def test_a_curve_keeps_to_the_bounds_of_a_scenario() -> None:
    assert (CURVE_DEVICES.minimum, CURVE_DEVICES.maximum) == (DEVICES.minimum, DEVICES.maximum)
    assert POINT_BYTES.maximum == MESSAGE_BYTES.maximum
    assert POINT_SECONDS.maximum == DIVISIBLE.maximum


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        ({"devices": 1}, "devices", sentences.out_of_range("1")),
        ({"devices": 2.0}, "devices", sentences.NOT_WHOLE),
        ({"devices": True}, "devices", "not a number"),
        ({"bytes": [1024, 2048]}, "", "2 sizes and 3 times; accepted is one time for each size"),
        ({"bytes": [1024, 1024, 4096]}, "", "size 2, 1.024 kB, follows 1.024 kB; accepted are rising sizes"),
        ({"bytes": [1024, 4096, 2048]}, "", "size 3, 2.048 kB, follows 4.096 kB"),
        ({"bytes": [0, 1024, 2048]}, "bytes[0]", "0 is out of range; accepted is a size from 1 B to 1 EB"),
        ({"bytes": [1024, 2048, 1e19]}, "bytes[2]", sentences.OUT_OF_RANGE),
        ({"bytes": [1024, 2048, "1 ms"]}, "bytes[2]", "ms"),
        ({"bytes": [1024, 2048, True]}, "bytes[2]", sentences.not_a_value("true", "number")),
        ({"bytes": [1024, 2048, 10**400]}, "bytes[2]", "more than 40 digits"),
        ({"seconds": [1e-5, 0, 1e-5]}, "seconds[1]", sentences.out_of_range("0")),
        ({"seconds": [1e-5, -1e-5, 1e-5]}, "seconds[1]", sentences.OUT_OF_RANGE),
        ({"seconds": [1e-5, float("nan"), 1e-5]}, "seconds[1]", sentences.OUT_OF_RANGE),
        ({"seconds": [1e-5, float("inf"), 1e-5]}, "seconds[1]", sentences.OUT_OF_RANGE),
        ({"seconds": "1e-5"}, "seconds", "is not a list"),
        ({"bytes": [1024], "seconds": [1e-5]}, "bytes", "at least 2"),
        ({"bytes": [*range(1, 202)], "seconds": [1e-5] * 201}, "bytes", "at most 200"),
        ({"colour": "red"}, "colour", "not known"),
    ],
)
def test_a_curve_that_cannot_be_is_refused(change: dict[str, Any], place: str, said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        LinkCurve.model_validate(CURVE | change)
    told = explain(caught.value)
    assert told.place == place
    assert said in str(told)


FAMILY: dict[str, Any] = {
    "kind": "measured",
    "id": "a-link",
    "accelerator": "An accelerator",
    "interconnect": "A wire",
    "library": "A library",
    "collective": "all_reduce",
    "status": "measured",
    "source": "a test",
    "curves": [CURVE],
}


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        ({"curves": []}, "curves", sentences.AT_LEAST_ONE),
        ({"curves": [CURVE, CURVE]}, "curves", "2 devices are listed twice"),
        ({"curves": [CURVE | {"devices": devices} for devices in range(2, 103)]}, "curves", "at most 100"),
        ({"id": "A link"}, "id", "“A link”"),
        ({"id": "a" * 61}, "id", "at most 60"),
        ({"accelerator": ""}, "accelerator", sentences.AT_LEAST_ONE),
        ({"library": "x" * 121}, "library", "at most 120"),
        ({"interconnect": "two\nlines"}, "interconnect", "on one line"),
        ({"source": ""}, "source", sentences.AT_LEAST_ONE),
        ({"source": "x" * 2001}, "source", "at most 2000"),
        ({"status": "true"}, "status", "“true” is not accepted"),
        ({"collective": "all_gather"}, "collective", "all_reduce"),
        ({"bandwidth": 1e9}, "bandwidth", "not known"),
    ],
)
def test_a_family_that_cannot_be_is_refused(change: dict[str, Any], place: str, said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        LinkFamily.model_validate(FAMILY | change)
    told = explain(caught.value)
    assert told.place == place
    assert said in str(told)


PRESET: dict[str, Any] = {
    **{key: FAMILY[key] for key in ("id", "accelerator", "interconnect", "library", "collective", "source")},
    "kind": "constant",
    "devices": [],
    "startup_s": "6.4 µs",
    "startup_status": "guess",
    "bandwidth_bytes_per_s": "320 GB/s",
    "bandwidth_status": "measured",
}


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        ({"startup_s": -1e-6}, "startup_s", sentences.OUT_OF_RANGE),
        ({"bandwidth_bytes_per_s": 0}, "bandwidth_bytes_per_s", sentences.OUT_OF_RANGE),
        ({"devices": [1]}, "devices[0]", sentences.out_of_range("1")),
        ({"datasheet_rate": 450e9}, "datasheet_rate", sentences.NOT_A_TEXT),
        ({"algorithm": {"launch_s": 1e-6}}, "algorithm.step_s", "missing"),
        (
            {"topology": {"fully_connected": 1, "in_switch": False, "status": "guess", "source": "a test"}},
            "topology.fully_connected",
            "1 is not accepted",
        ),
    ],
)
def test_a_preset_that_cannot_be_is_refused(change: dict[str, Any], place: str, said: str) -> None:
    assert LinkPreset.model_validate(PRESET).bandwidth_bytes_per_s == 320e9
    with pytest.raises(ValidationError) as caught:
        LinkPreset.model_validate(PRESET | change)
    told = explain(caught.value)
    assert told.place == place
    assert said in str(told)


def test_two_links_of_one_id_are_refused() -> None:
    for shelf, content in (
        (MeasuredShelf, {"about": "", "families": [FAMILY, FAMILY]}),
        (PresetShelf, {"about": "", "presets": [PRESET, PRESET]}),
    ):
        with pytest.raises(ValidationError) as caught:
            shelf.model_validate(content)
        assert "two links have the id “a-link”" in str(explain(caught.value))


def test_values_are_frozen() -> None:
    with pytest.raises(ValidationError):
        links.families()[0].curves[0].devices = 4


@pytest.mark.parametrize(
    ("text", "said"),
    [(None, sentences.NOT_READABLE), (b"{", "not accepted"), (b'{"about": ""}', "families: this key is missing")],
)
def test_a_damaged_library_is_told(
    text: bytes | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from explorer.cli.command import main

    monkeypatch.setattr(links, "resource", lambda *parts: tmp_path / parts[-1])
    if text is not None:
        (tmp_path / "measured.json").write_bytes(text)
    links.families.cache_clear()
    try:
        with pytest.raises(ScenarioError) as caught:
            links.families()
        assert main(["links"]) == 1
    finally:
        links.families.cache_clear()
    assert said in str(caught.value)
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
