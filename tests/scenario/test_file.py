"""Files: what is written reads back to the bit, what is wrong is refused with its place, a write is whole or none."""

from __future__ import annotations

import builtins
import errno
import io
import json
import os
import re
import signal
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.scenario import file
from explorer.scenario.edit import ScenarioError, covering, dotted
from explorer.scenario.file import MIGRATIONS, VERSION, dumps, loads, migrated, read, schema, write
from explorer.scenario.library import built_in, resource
from explorer.scenario.scenario import Scenario
from tests.scenario.build import EXAMPLES, MANY_EXAMPLES, content, named, plain, refusal_of, scenarios, told_well

SAMPLES = Path(__file__).parent / "samples"
SHIPPED = sorted(resource("scenarios").glob("*.json"))
SCHEMA = jsonschema.Draft202012Validator(schema())
PLAIN = dumps((plain(),))

FILES = st.lists(scenarios(), min_size=1, max_size=3, unique_by=lambda made: made.name).map(tuple)


def whole(**changes: Any) -> dict[str, Any]:
    return {"format": "pareggio-scenarios", "version": 1, "scenarios": [content()]} | changes


def refused(data: str | bytes | dict[str, Any]) -> ScenarioError:
    if isinstance(data, dict):
        data = json.dumps(data)
    raw = data.encode() if isinstance(data, str) else data
    return refusal_of(lambda: loads(raw))


def with_text(old: str, new: str) -> str:
    """The plain file with one piece of its text replaced."""
    assert PLAIN.count(old) == 1
    return PLAIN.replace(old, new)


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
  "version": 1,
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


# Refused: text that is not accepted JSON


@pytest.mark.parametrize(
    ("text", "words"),
    named(
        {
            "empty": ("", "not JSON"),
            "blank": (" \n ", "not JSON"),
            "word": ("hello", "not JSON"),
            "ini": ("name = 1", "not JSON"),
            "html": ("<html></html>", "not JSON"),
            "quotes": ("{'format': 1}", "not JSON"),
            "no end": (PLAIN[:-2], "not JSON"),
            "cut": (PLAIN[:200], "not JSON"),
            "cut in text": (PLAIN[: PLAIN.index("Plain") + 2], "not JSON"),
            "x after": (PLAIN + "x", "trailing"),
            "twice": (PLAIN + PLAIN, "trailing"),
            "commas": (PLAIN.replace('"version": 1,', '"version": 1,,'), "not JSON"),
            "zero": (PLAIN.replace('"version": 1,', '"version": 01,'), "not JSON"),
            "comment": (PLAIN.replace('"version": 1,', '"version": 1, // one'), "not JSON"),
            "tab": (PLAIN.replace("Plain", "Pl\tain"), "control character"),
            "escape": (PLAIN.replace("Plain", "Pl\\xain"), "not JSON"),
            "half": (PLAIN.replace("Plain", "Pl\\ud800ain"), "not JSON"),
        }
    ),
)
def test_what_is_not_json_is_refused_with_line_and_column(text: str, words: str) -> None:
    error = refused(text)
    assert re.fullmatch(r"line \d+, column \d+", error.place)
    assert words in str(error.told)


@pytest.mark.parametrize(
    "literal", ["NaN", "Infinity", "-Infinity", "nan", "inf", "+1", "1_0", ".5", "0x1", "1." + "0" * 5000 + "e", "True"]
)
def test_what_json_does_not_know_is_refused_where_it_stands(literal: str) -> None:
    text = with_text('"serial_s": 0.0008', f'"serial_s": {literal}')
    line = text[: text.index(literal)].count("\n") + 1
    assert refused(text).place.startswith(f"line {line}, column ")


def test_line_and_column_count_from_one() -> None:
    assert refused('{"format":\n  x}').place == "line 2, column 3"


def test_a_doubled_key_is_refused_with_its_name() -> None:
    error = refused(with_text('"serial_s": 0.0008', '"serial_s": 1, "serial_s": 2'))
    assert re.fullmatch(r"line \d+, column \d+", error.place)
    assert "duplicate" in str(error.told)
    assert "serial_s" in str(error.told)


@pytest.mark.parametrize("key", ["k" * 5000, "a\\nb", "\\u2028"], ids=["endless", "two lines", "separator"])
def test_any_doubled_key_is_told_in_one_short_line(key: str) -> None:
    assert "duplicate" in str(refused(f'{{"{key}": 1, "{key}": 2}}').told)


@pytest.mark.parametrize("literal", ["1e400", "-1e400", "1e99999999999", "9" * 309 + ".0"], ids=lambda text: text[:8])
@pytest.mark.parametrize("key", ["serial_s", "startup_s"])
def test_a_number_beyond_a_float_is_refused_at_its_key(key: str, literal: str) -> None:
    error = refused(re.sub(rf'"{key}": [^,]+', f'"{key}": {literal}', PLAIN))
    assert error.place.endswith(f".{key}")
    assert error.place.startswith("scenarios[0].")
    assert "1e308" in str(error.told)


def test_a_number_beyond_a_float_is_refused_within_a_matrix() -> None:
    error = refused(PLAIN.replace("[1, 2]", "[1, 1e999]"))
    assert error.place == "scenarios[0].matrix.x[0][1]"


@pytest.mark.parametrize("digits", [400, 4000, 5000, 100_000])
@pytest.mark.parametrize(
    "old",
    ['"serial_s": 0.0008', '"messages": 4', '"devices": 2', '"version": 1', '"shards": null', '"overlap": 0', "[1, 2]"],
)
def test_numbers_of_thousands_of_digits_are_refused(old: str, digits: int) -> None:
    huge = "9" * digits
    key = old.split(":", maxsplit=1)[0]
    new = f"[1, {huge}]" if key == old else f"{key}: [{huge}]" if "shards" in key else f"{key}: {huge}"
    start = time.process_time()
    assert refused(with_text(old, new)).place
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    "digits", ["0." + "1" * 5000, "1." + "0" * 5000, "0." + "0" * 5000 + "1"], ids=["1s", "one", "tiny"]
)
def test_fractions_of_thousands_of_digits_are_refused_or_rounded(digits: str) -> None:
    try:
        (made,) = loads(with_text('"serial_s": 0.0008', f'"serial_s": {digits}').encode())
    except ScenarioError as error:
        told_well(error)
    else:
        assert made.work.serial_s == float(digits)


@pytest.mark.parametrize("opening", ["[", '{"k":', '[{"k":'], ids=["lists", "objects", "both"])
@pytest.mark.parametrize("depth", [65, 100, 201, 1000, 100_000])
def test_depth_is_refused(opening: str, depth: int) -> None:
    closing = {"[": "]", '{"k":': "}", '[{"k":': "}]"}[opening]
    error = refused(opening * depth + "1" + closing * depth)
    assert error.place
    assert re.search("nested|recursion", str(error.told))


def test_depth_below_long_keys_is_told_in_one_short_line() -> None:
    opening = f'{{"{"k" * 100}":'
    assert "nested" in str(refused(opening * 70 + "1" + "}" * 70).told)


def test_64_levels_are_looked_at() -> None:
    assert "format" in str(refused("[" * 64 + "]" * 64).told)


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (PLAIN.replace("Plain", "Pl\u00e4in").encode("latin-1"), "line 6, column 18"),
        (PLAIN.encode("utf-16"), "line 1, column 1"),
        (PLAIN.encode("utf-16-le").replace(b"{", b"\xff"), "line 1, column 1"),
        (b"\xff\xfe", "line 1, column 1"),
        (b'{"a": "\xc0\x80"}', "line 1, column 8"),
        (b'{"a":\n"\xed\xa0\x80"}', "line 2, column 2"),
    ],
    ids=["latin-1", "utf-16", "utf-16-le", "mark alone", "overlong", "half"],
)
def test_what_is_not_utf8_is_refused_with_line_and_column(data: bytes, place: str) -> None:
    error = refused(data)
    assert error.place == place
    assert "UTF-8" in str(error.told)


def test_a_byte_order_mark_is_passed_over() -> None:
    assert loads(b"\xef\xbb\xbf" + PLAIN.encode()) == (plain(),)


def test_line_ends_of_windows_are_read() -> None:
    assert loads(PLAIN.replace("\n", "\r\n").encode()) == (plain(),)


# Refused: JSON that is no scenario file


@pytest.mark.parametrize(
    "text", ["null", "true", "1", '"text"', "[]", "{}", "[1]", '{"version": 1}', '{"Format": "pareggio-scenarios"}']
)
def test_what_does_not_name_the_format_is_refused(text: str) -> None:
    assert '"format": "pareggio-scenarios"' in str(refused(text))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("other", "“other”"),
        ("Pareggio-Scenarios", "“Pareggio-Scenarios”"),
        (None, "null"),
        (1, "1"),
        (["pareggio-scenarios"], "a list"),
        ("x" * 5000, "“xxx"),
        ("a\nb", "“a"),
        ("a\u2028b", "“a"),
    ],
    ids=["other", "case", "null", "number", "list", "endless", "two lines", "separator"],
)
def test_another_format_is_refused_with_ours(value: object, shown: str) -> None:
    error = refused(whole(format=value))
    assert error.place == "format"
    assert str(error.told).startswith(shown)
    assert "accepted is pareggio-scenarios" in str(error.told)


@pytest.mark.parametrize("version", [VERSION + 1, 99, 10**30, 10**400], ids=["next", "99", "e30", "e400"])
def test_a_newer_version_is_refused_with_the_way_out(version: int) -> None:
    error = refused(whole(version=version))
    assert error.place == "version"
    assert "newer Pareggio" in str(error.told)


@pytest.mark.parametrize("version", [0, -1, 1.0, 1.5, True, False, None, "1", "", [], {}], ids=repr)
def test_what_is_no_version_is_refused(version: object) -> None:
    error = refused(whole(version=version))
    assert error.place == "version"
    assert "accepted" in str(error.told)


def test_a_missing_version_is_refused() -> None:
    made = whole()
    del made["version"]
    assert refused(made).place == "version"


@pytest.mark.parametrize(
    ("value", "words"),
    [([], "no scenarios"), (None, "null"), ({}, "an object"), ("x", "“x”"), (1, "1 is not a list")],
    ids=["none", "null", "object", "text", "number"],
)
def test_scenarios_are_a_list_of_at_least_one(value: object, words: str) -> None:
    error = refused(whole(scenarios=value))
    assert error.place == "scenarios"
    assert words in str(error.told)


def test_missing_scenarios_are_refused() -> None:
    made = whole()
    del made["scenarios"]
    assert refused(made).place == "scenarios"


def test_two_scenarios_of_one_name_are_refused() -> None:
    error = refused(whole(scenarios=[content(name="A"), content(name="B"), content(name="A")]))
    assert "“A”" in str(error.told)
    assert "unique" in str(error.told)


def test_more_than_1000_scenarios_are_refused() -> None:
    error = refused(whole(scenarios=[content(name=str(number)) for number in range(1001)]))
    assert error.place == "scenarios"
    assert "1000" in str(error.told)


@pytest.mark.parametrize("value", [True, False, "10", "", "0.012", None, [], {}], ids=repr)
def test_strictly_a_number_where_a_number_belongs(value: object) -> None:
    made = content()
    made["work"]["divisible_s"] = value
    error = refused(whole(scenarios=[content(name="first"), made]))
    assert error.place == "scenarios[1].work.divisible_s"
    assert re.search("accepted|type", str(error.told))


def test_a_text_without_unit_is_told_to_be_a_text() -> None:
    """“4” has no unit, yet none is wanted here; the sentence must not ask for what was given."""
    made = content()
    made["communication"]["messages"] = "4"
    error = refused(whole(scenarios=[made]))
    assert error.place == "scenarios[0].communication.messages"
    assert "has no unit" not in str(error.told)


@pytest.mark.parametrize("value", [-1, 1e7, "2 EiB", "x"], ids=repr)
def test_a_wrong_path_factor_is_refused(value: object) -> None:
    made = content()
    made["communication"]["link"]["path_factor"] = value
    assert refused(whole(scenarios=[made])).place == "scenarios[0].communication.link.path_factor"


@pytest.mark.parametrize(
    ("made", "place"),
    [
        (whole(author="x"), "author"),
        (whole(scenarios=[content(colour="red")]), "scenarios[0].colour"),
        (whole(scenarios=[content(name="A"), content(work=content()["work"] | {"c": 1})]), "scenarios[1].work.c"),
    ],
    ids=["file", "scenario", "part"],
)
def test_an_unknown_key_is_refused_at_its_place(made: dict[str, Any], place: str) -> None:
    error = refused(made)
    assert error.place == place
    assert "not known" in str(error.told)


@pytest.mark.parametrize(
    "key", ["k" * 5000, "a\nb", "a\rb", "a\x1b[31mb"], ids=["endless", "lines", "return", "escape"]
)
def test_any_unknown_key_is_told_in_one_short_line(key: str) -> None:
    assert "not known" in str(refused(whole(scenarios=[content(**{key: 1})])).told)


def test_a_number_beyond_a_float_under_a_long_key_is_told_in_one_short_line() -> None:
    assert "1e308" in str(refused(with_text('"serial_s": 0.0008', f'"{"s" * 5000}": 1e400')).told)


# Whatever stands in a file


@MANY_EXAMPLES
@given(st.data())
def test_a_damaged_file_is_read_or_refused(data: st.DataObject) -> None:
    raw = bytearray(PLAIN.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = start + data.draw(st.integers(0, 3))
        raw[start:end] = data.draw(st.binary(max_size=3) | st.sampled_from([b'"', b"{", b"]", b",", b"-", b"e9", b"0"]))
    try:
        made = loads(bytes(raw))
    except ScenarioError as error:
        told_well(error)
    else:
        assert loads(dumps(made).encode()) == made


@EXAMPLES
@given(st.binary(max_size=200))
def test_any_bytes_are_refused(data: bytes) -> None:
    refused(data)


_LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
_HUGE = st.sampled_from(
    [10**40, -(10**400), 10**4000, 1e308, 5e-324, "inf", "5 ms", "80 %", "a\nb", "x" * 1000, "\u2028"]
)
_KEYS = st.text(max_size=8) | st.sampled_from(["name", "value", "devices", "k" * 1000, "a\nb"])
_JSON = st.recursive(
    _LEAVES | _HUGE, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3), max_leaves=6
)


def places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Each list or object in a tree with each of its keys, and one key that it does not hold."""
    keys: Any = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else []
    for key in keys:
        yield tree, key
        yield from places(tree[key])


@MANY_EXAMPLES
@given(st.data())
def test_any_json_in_any_place_is_read_or_refused(data: st.DataObject) -> None:
    tree = json.loads((SAMPLES / "version-1.json").read_text(encoding="utf-8"))
    for _ in range(data.draw(st.integers(1, 2))):
        part, key = data.draw(st.sampled_from(list(places(tree))))
        if isinstance(part, dict) and data.draw(st.booleans()):
            key = data.draw(_KEYS)
        part[key] = data.draw(_JSON)
    try:
        made = loads(json.dumps(tree).encode())
    except ScenarioError as error:
        told_well(error)
    else:
        assert loads(dumps(made).encode()) == made


# Reading from disk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A scenario file alone in its folder."""
    made = tmp_path / "here" / "a.json"
    made.parent.mkdir()
    made.write_text(PLAIN, encoding="utf-8")
    return made


@pytest.fixture
def alarm() -> Iterator[None]:
    """Ends a test that waits."""

    def ring(*_: object) -> None:
        raise AssertionError("still waiting after 5 s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(5)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def unreadable(path: Path) -> str:
    error = refusal_of(lambda: read(path))
    assert error.place == str(path)
    return str(error.told)


def deny(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let calls of the system fail as they do without permission; root would be let through."""

    def denied(*_: object, **__: object) -> Any:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    for name in names:
        if name == "open":
            monkeypatch.setattr(io, "open", denied)
            monkeypatch.setattr(builtins, "open", denied)
            monkeypatch.setattr(os, "open", denied)
        else:
            monkeypatch.setattr(os, name, denied)


def test_reads_a_file(path: Path) -> None:
    assert read(path) == (plain(),)


def test_reads_through_a_link(path: Path) -> None:
    link = path.with_name("link.json")
    link.symlink_to("a.json")
    assert read(link) == (plain(),)


def test_a_missing_file_is_told(path: Path) -> None:
    assert "no such file" in unreadable(path.with_name("b.json"))
    assert "no such file" in unreadable(path.parent / "none" / "a.json")


def test_a_link_to_nothing_is_told(path: Path) -> None:
    link = path.with_name("link.json")
    link.symlink_to("b.json")
    assert "no such file" in unreadable(link)


def test_a_link_to_itself_is_told(path: Path) -> None:
    link = path.with_name("link.json")
    link.symlink_to("link.json")
    assert "cannot be read" in unreadable(link)


def test_a_file_that_vanishes_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly = Path.open

    def late(self: Path, *arguments: Any, **options: Any) -> Any:
        self.unlink()
        return plainly(self, *arguments, **options)

    monkeypatch.setattr(Path, "open", late)
    assert "no such file" in unreadable(path)


def test_a_folder_is_told(path: Path) -> None:
    assert "folder" in unreadable(path.parent)


def test_a_folder_that_is_a_file_is_told(path: Path) -> None:
    assert "cannot be read" in unreadable(path / "b.json")


@pytest.mark.parametrize("calls", [["open"], ["stat", "open"]], ids=["file", "folder"])
def test_no_permission_to_read_is_told(path: Path, monkeypatch: pytest.MonkeyPatch, calls: list[str]) -> None:
    with monkeypatch.context() as patched:
        deny(patched, *calls)
        error = refusal_of(lambda: read(path))
    assert error.place == str(path)
    assert "no permission" in str(error.told)


def test_a_failing_disk_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> Any:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", failing)
        error = refusal_of(lambda: read(path))
    assert os.strerror(errno.EIO) in str(error.told)


@pytest.mark.usefixtures("alarm")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert "not a file" in unreadable(tmp_path / "pipe.json")


@pytest.mark.parametrize("name", ["x" * 300, "a\x00b"], ids=["long", "zero"])
def test_an_impossible_name_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(ScenarioError, match="cannot be read") as caught:
        read(tmp_path / name)
    assert len(str(caught.value.told).splitlines()) == 1


def test_a_file_of_more_than_16_mib_is_refused(path: Path) -> None:
    with path.open("r+b") as stream:
        stream.truncate(16 * 2**20 + 1)
    assert "larger than 16 MiB" in unreadable(path)


def test_a_file_of_16_mib_is_read(path: Path) -> None:
    path.write_text(PLAIN + " " * (16 * 2**20 - len(PLAIN.encode())), encoding="utf-8")
    assert path.stat().st_size == 16 * 2**20
    assert read(path) == (plain(),)


# Writing to disk

OTHER = (plain(name="Other", notes="ηN"),)


def unwritable(path: Path) -> str:
    error = refusal_of(lambda: write(path, OTHER))
    assert error.place == str(path)
    return str(error.told)


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_writes_what_it_reads(path: Path) -> None:
    for target in (path, path.with_name("new.json"), path.with_name("ünïcödé 日本.json"), path.with_name("x" * 240)):
        write(target, OTHER)
        assert target.read_bytes() == dumps(OTHER).encode()
        assert read(target) == OTHER
    assert len(names(path.parent)) == 4


@pytest.mark.parametrize("call", ["fsync", "replace", "chmod"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS], ids=["full", "failing", "read-only"])
def test_a_write_that_fails_leaves_the_old_file_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    def failing(*_: object, **__: object) -> Any:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(os, call, failing)
        told = unwritable(path)
    assert os.strerror(number) in told
    assert "unchanged" in told
    assert path.read_text(encoding="utf-8") == PLAIN
    assert names(path.parent) == ["a.json"]


def test_a_first_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", failing)
        unwritable(tmp_path / "new.json")
    assert names(tmp_path) == []


def test_a_write_that_is_interrupted_leaves_the_old_file_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write(path, OTHER)
    assert path.read_text(encoding="utf-8") == PLAIN
    assert names(path.parent) == ["a.json"]


def test_the_bytes_are_on_the_disk_before_the_old_file_goes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def told(name: str) -> Callable[..., Any]:
        plainly = getattr(os, name)

        def call(*arguments: Any, **options: Any) -> Any:
            seen.append(name)
            assert path.read_text(encoding="utf-8") == PLAIN
            return plainly(*arguments, **options)

        return call

    with monkeypatch.context() as patched:
        for name in ("fsync", "replace"):
            patched.setattr(os, name, told(name))
        write(path, OTHER)
    assert seen[:2] == ["fsync", "replace"]
    assert read(path) == OTHER


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755], ids=oct)
def test_the_permissions_of_a_file_are_kept(path: Path, mode: int) -> None:
    path.chmod(mode)
    write(path, OTHER)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o027, 0o640), (0o077, 0o600)], ids=oct)
def test_a_new_file_has_the_usual_permissions(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        write(tmp_path / "new.json", OTHER)
    finally:
        after = os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.json").stat().st_mode) == mode
    assert after == mask


def test_a_link_is_followed(path: Path) -> None:
    link = path.parent / "links" / "link.json"
    link.parent.mkdir()
    link.symlink_to("../a.json")
    write(link, OTHER)
    assert link.is_symlink()
    assert not path.is_symlink()
    assert read(path) == read(link) == OTHER
    assert names(link.parent) == ["link.json"]


def test_a_link_to_nothing_makes_the_file(path: Path) -> None:
    link = path.with_name("link.json")
    link.symlink_to("new.json")
    write(link, OTHER)
    assert link.is_symlink()
    assert read(path.with_name("new.json")) == OTHER


def test_a_missing_folder_is_told_when_writing(tmp_path: Path) -> None:
    told = unwritable(tmp_path / "none" / "a.json")
    assert "cannot be written" in told
    assert os.strerror(errno.ENOENT) in told
    assert names(tmp_path) == []


def test_a_folder_is_told_when_writing(path: Path) -> None:
    assert "this is not a file" in unwritable(path.parent)
    assert path.read_text(encoding="utf-8") == PLAIN
    assert names(path.parent.parent) == ["here"]


def test_a_folder_that_is_a_file_is_told_when_writing(path: Path) -> None:
    assert "cannot be written" in unwritable(path / "b.json")


@pytest.mark.parametrize("name", ["x" * 300, "a\x00b"], ids=["long", "zero"])
def test_an_impossible_name_is_told_when_writing(tmp_path: Path, name: str) -> None:
    with pytest.raises(ScenarioError, match="cannot be written") as caught:
        write(tmp_path / name, OTHER)
    assert len(str(caught.value.told).splitlines()) == 1
    assert names(tmp_path) == []


@pytest.mark.parametrize("calls", [["open"], ["stat", "open"]], ids=["folder", "way there"])
def test_no_permission_to_write_is_told(path: Path, monkeypatch: pytest.MonkeyPatch, calls: list[str]) -> None:
    with monkeypatch.context() as patched:
        deny(patched, *calls)
        error = refusal_of(lambda: write(path, OTHER))
    assert error.place == str(path)
    assert "no permission" in str(error.told)
    assert path.read_text(encoding="utf-8") == PLAIN
    assert names(path.parent) == ["a.json"]


def test_a_file_that_is_write_protected_is_not_replaced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(os, "access", lambda *_, **__: False)
        told = unwritable(path)
    assert "no permission to write" in told
    assert path.read_text(encoding="utf-8") == PLAIN


@pytest.mark.usefixtures("alarm")
def test_a_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert "not a file" in unwritable(tmp_path / "pipe.json")
    assert (tmp_path / "pipe.json").is_fifo()


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
    assert "reads up to 3" in str(error.told)


@pytest.mark.parametrize("version", [0, -1, 1.0, True, None, "1"], ids=repr)
def test_no_step_is_taken_for_what_is_no_version(version: object) -> None:
    error = refusal_of(lambda: migrated({"version": version}, steps={}, current=3))
    assert error.place == "version"
    assert "1 to 3" in str(error.told)


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
            "version": whole(version=2),
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
