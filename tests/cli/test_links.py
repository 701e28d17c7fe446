"""``pareggio links``, as a table and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from explorer.cli.links import COLUMNS
from explorer.scenario.links import families, presets
from tests.cli.program import WITHOUT_QT, call, run


def listed(*arguments: str, **options: Any) -> tuple[int, str, str]:
    done = call("links", *arguments, **options)
    return done.returncode, done.stdout, done.stderr


def test_json_lists_every_link_with_the_documented_keys() -> None:
    status, text, told = listed("--json")
    assert (status, told) == (0, "")
    found = json.loads(text, parse_constant=pytest.fail)
    assert [entry["id"] for entry in found] == [link.id for link in (*families(), *presets())]
    for entry in found:
        assert list(entry) == ["id", "accelerator", "interconnect", "library", "devices", "status", "source"]
        assert all(isinstance(entry[key], str) for key in COLUMNS if key != "devices")
        assert all(type(count) is int for count in entry["devices"])
        assert entry["source"]
    by_id = {entry["id"]: entry for entry in found}
    assert by_id["h100-sxm-nccl"] == {
        "id": "h100-sxm-nccl",
        "accelerator": "NVIDIA H100 80GB HBM3",
        "interconnect": "NVLink 4",
        "library": "NCCL 2.29.2",
        "devices": [2, 4, 8],
        "status": "measured",
        "source": families()[0].source,
    }
    assert by_id["pcie6x16"]["devices"] == []
    assert by_id["pcie6x16"]["status"] == "guess"


def test_the_table_is_aligned_and_its_sources_are_spelled_out() -> None:
    status, text, told = listed()
    assert (status, told) == (0, "")
    table, notes = (part.splitlines() for part in text.split("\n\n"))
    assert table[0].split() == list(COLUMNS)
    assert len(table) == 1 + len(families()) + len(presets())
    for name in COLUMNS[1:]:
        edge = table[0].index(name)
        assert all(line[edge - 2 : edge].isspace() and not line[edge].isspace() for line in table)
    marks = [line.split(" ", 1) for line in notes]
    assert [mark for mark, _ in marks] == [f"[{number}]" for number in range(1, len(marks) + 1)]
    texts = dict(marks)
    for line, link in zip(table[1:], (*families(), *presets()), strict=True):
        cells = line.split()
        assert cells[0] == link.id
        assert texts[cells[-1]] == link.source
        assert cells[-2] == link.status


def test_needs_no_qt_and_no_display() -> None:
    done = run("links", start=("-c", WITHOUT_QT), DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    assert (done.returncode, done.stderr) == (0, "")
    assert "h100-sxm-nccl" in done.stdout


@pytest.mark.parametrize("arguments", [("--frobnicate",), ("a.json",), ("--json=1",)])
def test_what_is_wrong_is_one_sentence_and_status_2(arguments: tuple[str, ...]) -> None:
    status, text, told = listed(*arguments)
    assert (status, text) == (2, "")
    assert told.startswith("pareggio links: ")
    assert told.count("\n") == 1


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_output_that_cannot_hold_greek_is_no_traceback(encoding: str) -> None:
    for arguments in ((), ("--json",)):
        status, text, told = listed(*arguments, encoding=encoding)
        assert (status, told) == (0, "")
        if arguments:
            assert any("ℓ" in entry["source"] for entry in json.loads(text))
