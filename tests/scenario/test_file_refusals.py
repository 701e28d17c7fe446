"""What is wrong in a file is refused with its place, in one line, and nothing of it is kept."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.scenario.edit import ScenarioError
from explorer.scenario.file import VERSION, dumps, loads
from tests.scenario import sentences
from tests.scenario.build import EXAMPLES, MANY_EXAMPLES, content, named, plain, told_well
from tests.scenario.files import PLAIN, SAMPLES, refused, whole, with_text

# Refused: text that is not accepted JSON


@pytest.mark.parametrize(
    ("text", "words"),
    named(
        {
            "empty": ("", "the file is empty"),
            "blank": (" \n ", "the file is empty"),
            "word": ("hello", "not JSON"),
            "ini": ("name = 1", "not JSON"),
            "html": ("<html></html>", "not JSON"),
            "quotes": ("{'format': 1}", "not JSON"),
            "no end": (PLAIN[:-2], "not JSON"),
            "cut": (PLAIN[:200], "not JSON"),
            "cut in text": (PLAIN[: PLAIN.index("Plain") + 2], "not JSON"),
            "x after": (PLAIN + "x", "trailing"),
            "twice": (PLAIN + PLAIN, "trailing"),
            "commas": (PLAIN.replace('"version": 3,', '"version": 3,,'), "not JSON"),
            "zero": (PLAIN.replace('"version": 3,', '"version": 03,'), "not JSON"),
            "comment": (PLAIN.replace('"version": 3,', '"version": 3, // one'), "not JSON"),
            "tab": (PLAIN.replace("Plain", "Pl\tain"), "control character"),
            "escape": (PLAIN.replace("Plain", "Pl\\xain"), "not JSON"),
            "half": (PLAIN.replace("Plain", "Pl\\ud800ain"), "not JSON"),
        }
    ),
)
def test_what_is_not_json_is_refused_with_line_and_column(text: str, words: str) -> None:
    error = refused(text)
    assert re.fullmatch(r"line \d+, column \d+", error.place)
    assert words in str(error.message)


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
    assert "duplicate" in str(error.message)
    assert "serial_s" in str(error.message)


@pytest.mark.parametrize("key", ["k" * 5000, "a\\nb", "\\u2028"], ids=["endless", "two lines", "separator"])
def test_any_doubled_key_is_told_in_one_short_line(key: str) -> None:
    assert "duplicate" in str(refused(f'{{"{key}": 1, "{key}": 2}}').message)


@pytest.mark.parametrize("literal", ["1e400", "-1e400", "1e99999999999", "9" * 309 + ".0"], ids=lambda text: text[:8])
@pytest.mark.parametrize("key", ["serial_s", "startup_s"])
def test_a_number_beyond_a_float_is_refused_at_its_key(key: str, literal: str) -> None:
    error = refused(re.sub(rf'"{key}": [^,]+', f'"{key}": {literal}', PLAIN))
    assert error.place.endswith(f".{key}")
    assert error.place.startswith("scenarios[0].")
    assert "1e308" in str(error.message)


def test_a_number_beyond_a_float_is_refused_within_a_matrix() -> None:
    error = refused(PLAIN.replace("[1, 2]", "[1, 1e999]"))
    assert error.place == "scenarios[0].matrix.x[0][1]"


@pytest.mark.parametrize("digits", [400, 4000, 5000, 100_000])
@pytest.mark.parametrize(
    "old",
    ['"serial_s": 0.0008', '"messages": 4', '"devices": 2', '"version": 3', '"shards": null', '"overlap": 0', "[1, 2]"],
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
    assert re.search("nested|recursion", str(error.message))


def test_depth_below_long_keys_is_told_in_one_short_line() -> None:
    opening = f'{{"{"k" * 100}":'
    assert "nested" in str(refused(opening * 70 + "1" + "}" * 70).message)


def test_64_levels_are_looked_at() -> None:
    assert "format" in str(refused("[" * 64 + "]" * 64).message)


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
    assert "UTF-8" in str(error.message)


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
    assert str(error.message).startswith(shown)
    assert "accepted is pareggio-scenarios" in str(error.message)


@pytest.mark.parametrize("version", [VERSION + 1, 99, 10**30, 10**400], ids=["next", "99", "e30", "e400"])
def test_a_newer_version_is_refused_with_the_way_out(version: int) -> None:
    error = refused(whole(version=version))
    assert error.place == "version"
    assert "newer Pareggio" in str(error.message)


@pytest.mark.parametrize("version", [0, -1, 1.0, 1.5, True, False, None, "1", "", [], {}], ids=repr)
def test_what_is_no_version_is_refused(version: object) -> None:
    error = refused(whole(version=version))
    assert error.place == "version"
    assert "accepted" in str(error.message)


def test_a_missing_version_is_refused() -> None:
    made = whole()
    del made["version"]
    assert refused(made).place == "version"


@pytest.mark.parametrize(
    ("value", "words"),
    [([], "no scenarios"), (None, "null"), ({}, sentences.AN_OBJECT), ("x", "“x”"), (1, "1 is not a list")],
    ids=["none", "null", "object", "text", "number"],
)
def test_scenarios_are_a_list_of_at_least_one(value: object, words: str) -> None:
    error = refused(whole(scenarios=value))
    assert error.place == "scenarios"
    assert words in str(error.message)


def test_missing_scenarios_are_refused() -> None:
    made = whole()
    del made["scenarios"]
    assert refused(made).place == "scenarios"


def test_two_scenarios_of_one_name_are_refused() -> None:
    error = refused(whole(scenarios=[content(name="A"), content(name="B"), content(name="A")]))
    assert "“A”" in str(error.message)
    assert "unique" in str(error.message)


def test_more_than_1000_scenarios_are_refused() -> None:
    error = refused(whole(scenarios=[content(name=str(number)) for number in range(1001)]))
    assert error.place == "scenarios"
    assert sentences.AT_MOST_1000 in str(error.message)


@pytest.mark.parametrize("value", [True, False, "10", "", "0.012", None, [], {}], ids=repr)
def test_strictly_a_number_where_a_number_belongs(value: object) -> None:
    made = content()
    made["work"]["divisible_s"] = value
    error = refused(whole(scenarios=[content(name="first"), made]))
    assert error.place == "scenarios[1].work.divisible_s"
    assert re.search("accepted|type", str(error.message))


def test_a_text_without_unit_is_told_to_be_a_text() -> None:
    """“4” has no unit, yet none is wanted here; the sentence must not ask for what was given."""
    made = content()
    made["communication"]["messages"] = "4"
    error = refused(whole(scenarios=[made]))
    assert error.place == "scenarios[0].communication.messages"
    assert "has no unit" not in str(error.message)


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
    assert "not known" in str(error.message)


@pytest.mark.parametrize(
    "key", ["k" * 5000, "a\nb", "a\rb", "a\x1b[31mb"], ids=["endless", "lines", "return", "escape"]
)
def test_any_unknown_key_is_told_in_one_short_line(key: str) -> None:
    assert "not known" in str(refused(whole(scenarios=[content(**{key: 1})])).message)


def test_a_number_beyond_a_float_under_a_long_key_is_told_in_one_short_line() -> None:
    assert "1e308" in str(refused(with_text('"serial_s": 0.0008', f'"{"s" * 5000}": 1e400')).message)


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
    sample = data.draw(st.sampled_from(["version-1.json", "version-3.json"]))
    tree = json.loads((SAMPLES / sample).read_text(encoding="utf-8"))
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
