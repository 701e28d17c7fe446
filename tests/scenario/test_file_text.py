"""Text and back: what is written reads back to the bit, versions, the schema and what ships."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from explorer.scenario import file
from explorer.scenario.edit import covering, dotted
from explorer.scenario.file import MIGRATIONS, VERSION, dumps, loads, migrated, read, schema
from explorer.scenario.library import built_in, resource
from explorer.scenario.scenario import Scenario
from tests.model.scenarios import random_scenarios
from tests.scenario.build import EXAMPLES, content, named, plain, refusal_of
from tests.scenario.files import FILES, SAMPLES, names, refused, whole

SHIPPED = sorted(resource("scenarios").glob("*.json"))
SCHEMA = jsonschema.Draft202012Validator(schema())


# Round trips


@EXAMPLES
@given(FILES)
def test_a_file_reads_back_to_the_bit(made: tuple[Scenario, ...]) -> None:
    text = dumps(made)
    read_back = loads(text.encode())
    assert repr(read_back) == repr(made)
    assert dumps(read_back) == text
    SCHEMA.validate(json.loads(text))


@pytest.mark.parametrize(
    "value",
    [0.1, 0.1 + 0.2, 5e-324, 2.2250738585072014e-308, 1e-300, 1 / 3, 2.0**53, 2.0**53 - 1, 2.0**53 + 2, 1e17, 1e18],
)
def test_a_float_reads_back_to_the_bit(value: float) -> None:
    made = content()
    made["communication"]["message_bytes"] = value
    (read_back,) = loads(dumps((Scenario.model_validate(made),)).encode())
    assert repr(read_back.communication.message_bytes) == repr(value)


def test_infinite_bandwidth_is_written_inf() -> None:
    made = content()
    made["communication"]["link"]["bandwidth_bytes_per_s"] = float("inf")
    text = dumps((Scenario.model_validate(made),))
    assert '"bandwidth_bytes_per_s": "inf"' in text
    assert loads(text.encode())[0].communication.link.bandwidth_bytes_per_s == float("inf")


@pytest.mark.parametrize(
    "notes",
    [
        "",
        "η·N² – “so”",
        "日本語 🚀 👩\u200d💻",
        "a\nb\r\n\tc",
        "\x00\x1b\x7f\x85\u2028\u2029\ufeff",
        '"\\/',
        "[\n  1,\n  2\n]",
    ],
    ids=ascii,
)
def test_any_notes_read_back(notes: str) -> None:
    assert loads(dumps((plain(notes=notes),)).encode())[0].notes == notes


def test_a_thousand_scenarios_read_back() -> None:
    made = tuple(plain(name=str(number)) for number in range(1000))
    assert loads(dumps(made).encode()) == made


# How it is written


def test_the_file_is_written_for_people_to_compare() -> None:
    made = plain(
        notes="ηN",
        matrix={"x": [[1, 0.5]], "a": [[1, 2], [3, 4]], "b": [[1e-07], [-2]], "shards": [1, 1]},
        sources={"work": {"status": "guess", "source": "[1, 2]"}},
    )
    assert dumps((made,)) == (
        """{
  "format": "pareggio-scenarios",
  "version": 3,
  "scenarios": [
    {
      "name": "Plain",
      "notes": "ηN",
      "target_speedup": 1,
      "work": {
        "serial_s": 0.0008,
        "divisible_s": 0.012,
        "efficiency": 0.8,
        "extra_serial_s": 0
      },
      "communication": {
        "messages": 4,
        "message_bytes": 2000000,
        "link": {
          "kind": "constant",
          "startup_s": 3e-05,
          "bandwidth_bytes_per_s": 10000000000,
          "path_factor": 1
        }
      },
      "devices": 2,
      "overlap": 0,
      "matrix": {
        "x": [
          [1, 0.5]
        ],
        "a": [
          [1, 2],
          [3, 4]
        ],
        "b": [
          [1e-07],
          [-2]
        ],
        "activation": "relu",
        "shards": [1, 1]
      },
      "sources": {
        "work": {
          "status": "guess",
          "source": "[1, 2]"
        }
      }
    }
  ]
}
"""
    )


@EXAMPLES
@given(FILES)
def test_every_file_has_two_spaces_and_ends_with_one_newline(made: tuple[Scenario, ...]) -> None:
    lines = dumps(made).split("\n")
    assert lines[-1] == ""
    assert lines[-2] == "}"
    assert all((len(line) - len(line.lstrip(" "))) % 2 == 0 for line in lines)
    assert not any(line.endswith(" ") for line in lines)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_shipped_file_is_as_it_would_be_written(path: Path) -> None:
    assert dumps(read(path)) == path.read_text(encoding="utf-8")


# Versions


def test_steps_lead_from_version_to_version() -> None:
    def second(made: dict[str, Any]) -> dict[str, Any]:
        return {**made, "seen": [*made.get("seen", []), made["version"]], "name": made["title"]}

    def third(made: dict[str, Any]) -> dict[str, Any]:
        return {**made, "seen": [*made.get("seen", []), made["version"]], "loud": made["name"].upper()}

    old = {"version": 1, "title": "a"}
    new = migrated(old, steps={1: second, 2: third}, current=3)
    assert new == {"version": 3, "title": "a", "name": "a", "loud": "A", "seen": [1, 2]}
    assert old == {"version": 1, "title": "a"}


def test_steps_start_at_the_version_of_the_file() -> None:
    def never(made: dict[str, Any]) -> dict[str, Any]:
        raise AssertionError

    made = migrated({"version": 2}, steps={1: never, 2: lambda made: {**made, "new": True}}, current=3)
    assert made == {"version": 3, "new": True}


def test_a_file_of_the_current_version_is_left_as_it_is() -> None:
    made = {"version": 3, "name": "a"}
    assert migrated(made, steps={}, current=3) == made


def test_a_step_need_not_set_the_version() -> None:
    assert migrated({"version": 1}, steps={1: lambda _: {}}, current=2) == {"version": 2}


@pytest.mark.parametrize("version", [4, 10**50], ids=["next", "huge"])
def test_no_step_is_taken_for_a_newer_file(version: int) -> None:
    error = refusal_of(lambda: migrated({"version": version}, steps={}, current=3))
    assert error.place == "version"
    assert "reads up to 3" in str(error.message)


@pytest.mark.parametrize("version", [0, -1, 1.0, True, None, "1"], ids=repr)
def test_no_step_is_taken_for_what_is_no_version(version: object) -> None:
    error = refusal_of(lambda: migrated({"version": version}, steps={}, current=3))
    assert error.place == "version"
    assert "1 to 3" in str(error.message)


def test_each_older_version_has_a_step_and_every_version_a_sample() -> None:
    assert set(MIGRATIONS) == set(range(1, VERSION))
    assert names(SAMPLES) == [f"version-{number}.json" for number in range(1, VERSION + 1)]


@pytest.mark.parametrize("number", range(1, VERSION + 1))
def test_a_sample_of_each_version_loads(number: int) -> None:
    made = read(SAMPLES / f"version-{number}.json")
    assert loads(dumps(made).encode()) == made


def test_the_sample_of_version_1_means_what_it_meant() -> None:
    measured, typed = read(SAMPLES / "version-1.json")
    assert measured == plain(
        name="Measured – 8 × H100",
        notes="Every key of version 1.\nη from a log.",
        target_speedup=1.5,
        work={
            "serial_s": 0.0008,
            "divisible_s": 0.012,
            "efficiency": [{"devices": 2, "value": 0.95}, {"devices": 8, "value": 0.8}],
            "extra_serial_s": 5e-05,
        },
        communication={
            "messages": 4,
            "message_bytes": 2e6,
            "link": {
                "kind": "constant",
                "startup_s": 3e-05,
                "bandwidth_bytes_per_s": 1e10,
                "path_factor": 1.75,
                "by_devices": [{"devices": 8, "startup_s": 4.5e-05, "bandwidth_bytes_per_s": float("inf")}],
            },
        },
        devices=8,
        overlap=0.25,
        matrix={
            "x": [[1, -0.5]],
            "a": [[1, 2, 3], [4, 5, 6]],
            "b": [[1], [2], [0.1]],
            "activation": "gelu",
            "shards": [2, 1],
        },
        sources={
            "work": {"status": "measured", "source": "a log", "preset": "h100-sxm", "edited": ["work.serial_s"]},
            "communication.link": {"status": "secondary", "source": "a data sheet"},
        },
    )
    assert typed == plain(name="Typed by hand")


# The schema


def test_the_shipped_schema_is_that_of_the_code() -> None:
    assert json.loads(resource("scenario.schema.json").read_text(encoding="utf-8")) == schema()


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("path", [*SHIPPED, SAMPLES / f"version-{VERSION}.json"], ids=lambda path: path.name)
def test_files_keep_to_the_schema(path: Path) -> None:
    SCHEMA.validate(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "made",
    named(
        {
            "empty": {},
            "format": whole(format="other"),
            "version": whole(version=VERSION + 1),
            "none": whole(scenarios=[]),
            "key": whole(colour="red"),
            "inner key": whole(scenarios=[content(colour="red")]),
            "one device": whole(scenarios=[content(devices=1)]),
            "half a device": whole(scenarios=[content(devices=2.5)]),
            "overlap": whole(scenarios=[content(overlap=1.5)]),
            "true": whole(scenarios=[content(overlap=True)]),
            "null": whole(scenarios=[content(work=None)]),
            "status": whole(scenarios=[content(sources={"work": {"status": "true", "source": ""}})]),
        }
    ),
)
def test_the_schema_refuses_what_the_code_refuses(made: dict[str, Any]) -> None:
    refused(made)
    assert not SCHEMA.is_valid(made)


# What ships


def test_the_six_cases_ship_in_their_order() -> None:
    assert [made.name for made in built_in()] == [
        "Base case",
        "C = 1 ms",
        "B = 1 GB/s",
        "B = 50 GB/s",
        "S = 100 ms",
        "C at break-even",
    ]


def test_the_six_cases_differ_from_the_base_by_what_their_names_say() -> None:
    def figures(made: Scenario) -> dict[str, Any]:
        link = made.communication.link
        return {"C": made.work.divisible_s, "S": made.work.serial_s, "B": link.bandwidth_bytes_per_s}

    base = {"C": 0.012, "S": 0.0008, "B": 1e10}
    changes: list[dict[str, float]] = [{}, {"C": 0.001}, {"B": 1e9}, {"B": 5e10}, {"S": 0.1}]
    changes.append({"C": pytest.approx(0.92e-3 / 0.375, rel=1e-15)})
    assert [figures(made) for made in built_in()] == [base | change for change in changes]
    for made in built_in():
        communication = made.communication
        assert (made.devices, made.overlap, made.target_speedup, made.work.efficiency) == (2, 0, 1, 0.8)
        assert (communication.messages, communication.message_bytes, communication.link.startup_s) == (4, 2e6, 3e-05)


def paths(tree: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all numbers in a tree."""
    if isinstance(tree, dict | list | tuple):
        entries = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for key, value in entries:
            yield from paths(value, (*path, key))
    elif isinstance(tree, int | float):
        yield path


@pytest.mark.parametrize("made", built_in(), ids=lambda made: made.name)
def test_every_number_that_ships_has_a_source_with_a_status(made: Scenario) -> None:
    numbers = list(paths(made.model_dump(exclude={"sources"})))
    assert len(numbers) > 20
    assert [dotted(path) for path in numbers if covering(made, path) is None] == []
    assert all(source.status and source.source and not source.edited for source in made.sources.values())


def test_limits_are_those_of_the_page() -> None:
    assert (file.LARGEST_FILE, file.DEEPEST, file.MOST_SCENARIOS) == (16 * 2**20, 64, 1000)


def test_the_compact_text_reads_back_to_the_same_scenarios() -> None:
    drawn = tuple(random_scenarios(5, 200))
    assert file.loads(file.compact(drawn).encode()) == drawn
