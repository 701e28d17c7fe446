"""A scenario is validated strictly: what it accepts, and what it refuses with the place and the accepted range."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from explorer.scenario import parameters as parts
from explorer.scenario.edit import Path, ScenarioError, dotted, explain
from explorer.scenario.matrix import Matrix
from explorer.scenario.parameter import Parameter
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.quantity import QuantityError
from explorer.scenario.scenario import Scenario
from tests.scenario import sentences
from tests.scenario.build import EXAMPLES, content, named, numbers, plain, refusal_of, scenarios, told_well

LINK: Path = ("communication", "link")
PLACES: dict[Path, Parameter] = {
    ("work", "serial_s"): parts.SERIAL,
    ("work", "divisible_s"): parts.DIVISIBLE,
    ("work", "extra_serial_s"): parts.EXTRA_SERIAL,
    ("work", "efficiency"): parts.EFFICIENCY,
    ("communication", "messages"): parts.MESSAGES,
    ("communication", "message_bytes"): parts.MESSAGE_BYTES,
    (*LINK, "startup_s"): parts.STARTUP,
    (*LINK, "bandwidth_bytes_per_s"): parts.BANDWIDTH,
    (*LINK, "path_factor"): parts.PATH_FACTOR,
    ("devices",): parts.DEVICES,
    ("overlap",): parts.OVERLAP,
    ("target_speedup",): parts.TARGET,
}
BOUNDS = {
    "work.serial_s": (0, 1e9),
    "work.divisible_s": (0, 1e9),
    "work.extra_serial_s": (0, 1e9),
    "work.efficiency": (1e-3, 10),
    "communication.messages": (0, 10**9),
    "communication.message_bytes": (0, 1e18),
    "communication.link.startup_s": (0, 1e9),
    "communication.link.bandwidth_bytes_per_s": (1e-29, 1e18),
    "communication.link.path_factor": (0, 1e6),
    "devices": (2, 65536),
    "overlap": (0, 1),
    "target_speedup": (1, 1e6),
}
each_number = pytest.mark.parametrize("path", PLACES, ids=dotted)


def put(path: Path, value: Any) -> dict[str, Any]:
    """The plain content with one value replaced or added."""
    made = content()
    part: Any = made
    for step in path[:-1]:
        part = part.setdefault(step, {}) if isinstance(step, str) else part[step]
    part[path[-1]] = value
    return made


def accepted(path: Path, value: Any) -> Any:
    found: Any = Scenario.model_validate(put(path, value))
    for step in path:
        found = found[step] if isinstance(step, int) else getattr(found, step)
    return found


def refused(made: dict[str, Any]) -> ScenarioError:
    def validate() -> None:
        try:
            Scenario.model_validate(made)
        except ValidationError as error:
            raise explain(error) from None

    return refusal_of(validate)


def refused_at(path: Path, value: Any) -> str:
    error = refused(put(path, value))
    assert error.place == dotted(path)
    assert str(error) == f"{error.place}: {error.message}"
    return str(error.message)


# Numbers


@each_number
def test_ends_of_the_range_are_accepted(path: Path) -> None:
    for end in BOUNDS[dotted(path)]:
        value = accepted(path, end)
        assert value == end
        assert type(value) is (int if PLACES[path].dimension.whole else float)


@each_number
@pytest.mark.parametrize("side", [0, 1], ids=["below", "above"])
def test_what_is_beyond_the_range_is_refused_with_the_range(path: Path, side: int) -> None:
    end = BOUNDS[dotted(path)][side]
    outside = end + (1 if side else -1) if isinstance(end, int) else end * (1.001 if side else 0.01)
    told = refused_at(path, outside)
    assert told == f"{outside!r} is out of range; accepted is {PLACES[path].range_text()}"


@pytest.mark.parametrize(
    ("path", "range_text"),
    [
        (("work", "serial_s"), "a time from 0 ms to 1e9 s"),
        (("work", "efficiency"), "a number or percentage from 0.001 to 10"),
        (("communication", "messages"), "a whole number from 0 to 1000000000"),
        (("communication", "message_bytes"), "a size from 0 MB to 1 EB"),
        ((*LINK, "startup_s"), "a time from 0 µs to 1e9 s"),
        ((*LINK, "bandwidth_bytes_per_s"), "a bandwidth above 0 and up to 1 EB/s, or ∞"),
        ((*LINK, "path_factor"), "a ratio from 0× to 1000000×"),
        (("devices",), "a whole number from 2 to 65536"),
        (("overlap",), "a number or percentage from 0 % to 100 %"),
        (("target_speedup",), "a ratio from 1× to 1000000×"),
    ],
    ids=lambda value: dotted(value) if isinstance(value, tuple) else None,
)
def test_the_range_is_told_in_words(path: Path, range_text: str) -> None:
    assert refused_at(path, -1).endswith(f"accepted is {range_text}")


@each_number
@pytest.mark.parametrize(
    ("value", "shown"),
    [(True, "true"), (False, "false"), (None, "null"), ({}, sentences.AN_OBJECT), (b"1", "b'1'"), (1j, "1j")],
    ids=["true", "false", "null", "object", "bytes", "complex"],
)
def test_what_is_no_number_is_refused(path: Path, value: object, shown: str) -> None:
    assert refused_at(path, value) == f"{shown} is not a number; accepted is {PLACES[path].range_text()}"


@each_number
@pytest.mark.parametrize("value", [[], [1]], ids=["empty", "one"])
def test_a_list_is_no_number(path: Path, value: list[int]) -> None:
    assert refused(put(path, value)).place.startswith(dotted(path))


@each_number
@pytest.mark.parametrize("text", ["10", "", "1e3", "nan", "10 parsecs", "ten", "-5", "1,000.5", "x" * 5000, "5 a\nb"])
def test_a_text_without_the_right_unit_is_refused(path: Path, text: str) -> None:
    assert str(PLACES[path].dimension.accepted) in refused_at(path, text)


@each_number
@pytest.mark.parametrize("value", [math.nan, -math.inf, 10**400, -(10**400)], ids=["nan", "-inf", "huge", "-huge"])
def test_no_number_beyond_floats_is_accepted(path: Path, value: float) -> None:
    assert str(PLACES[path].range_text()) in refused_at(path, value)


@each_number
def test_only_the_bandwidth_is_infinite(path: Path) -> None:
    if PLACES[path].dimension.may_be_infinite:
        assert path[-1] == "bandwidth_bytes_per_s"
        assert accepted(path, math.inf) == accepted(path, "inf") == accepted(path, "∞") == math.inf
    else:
        assert refused_at(path, math.inf).startswith("inf is out of range")


@pytest.mark.parametrize("value", [0, 0.0, 1e-30, -1, "0 GB/s"])
def test_a_bandwidth_is_above_zero(value: object) -> None:
    assert refused_at((*LINK, "bandwidth_bytes_per_s"), value).endswith("a bandwidth above 0 and up to 1 EB/s, or ∞")


@pytest.mark.parametrize("path", [("communication", "messages"), ("devices",)], ids=dotted)
@pytest.mark.parametrize("value", [2.0, 2.5, 1e1])
def test_a_count_is_an_integer(path: Path, value: float) -> None:
    assert refused_at(path, value).startswith(f"{value} is not a whole number; accepted is a whole number from")


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        (("work", "serial_s"), "0.8 ms", 0.0008),
        (("work", "extra_serial_s"), "2 h", 7200.0),
        (("work", "efficiency"), "80 %", 0.8),
        (("communication", "message_bytes"), "2 MiB", 2097152.0),
        ((*LINK, "startup_s"), "30 us", 3e-05),
        ((*LINK, "bandwidth_bytes_per_s"), "80 Gbit/s", 1e10),
        ((*LINK, "path_factor"), "1.5×", 1.5),
        (("overlap",), "25 %", 0.25),
        (("target_speedup",), "2×", 2.0),
    ],
    ids=lambda value: dotted(value) if isinstance(value, tuple) else None,
)
def test_a_quantity_may_be_a_text_with_its_unit(path: Path, text: str, value: float) -> None:
    assert accepted(path, text) == value


@each_number
def test_minus_zero_becomes_zero(path: Path) -> None:
    parameter = PLACES[path]
    if parameter.accepts(0.0):
        zero = 0 if parameter.dimension.whole else -0.0
        assert math.copysign(1, accepted(path, zero)) == 1
    else:
        assert sentences.ACCEPTED in refused_at(path, -0.0)


@EXAMPLES
@given(st.data(), st.sampled_from(sorted(PLACES, key=dotted)))
def test_what_a_parameter_accepts_is_kept_to_the_bit(data: st.DataObject, path: Path) -> None:
    value = data.draw(numbers(PLACES[path]))
    assert repr(accepted(path, value)) == repr(value if PLACES[path].dimension.whole else float(value) + 0.0)


def test_an_efficiency_above_one_is_accepted() -> None:
    assert accepted(("work", "efficiency"), 1.09) == 1.09
    assert accepted(("work", "efficiency"), 1.3) == 1.3


# Keys, types and defaults


def test_what_is_left_out_has_its_default() -> None:
    scenario = plain()
    assert (scenario.notes, scenario.target_speedup, scenario.devices, scenario.overlap) == ("", 1.0, 2, 0.0)
    assert scenario.work.extra_serial_s == 0.0
    assert scenario.communication.link.path_factor == 1.0
    assert scenario.communication.link.by_devices == ()
    assert scenario.matrix == Matrix()
    assert scenario.sources == {}


@pytest.mark.parametrize(
    "path",
    [
        ("name",),
        ("work",),
        ("work", "serial_s"),
        ("work", "divisible_s"),
        ("work", "efficiency"),
        ("communication",),
        ("communication", "messages"),
        ("communication", "message_bytes"),
        LINK,
        (*LINK, "kind"),
        (*LINK, "startup_s"),
        (*LINK, "bandwidth_bytes_per_s"),
    ],
    ids=dotted,
)
def test_a_missing_key_is_named(path: Path) -> None:
    made = content()
    part: Any = made
    for step in path[:-1]:
        part = part[step]
    del part[path[-1]]
    error = refused(made)
    assert error.place == dotted(path)
    assert "missing" in str(error.message)


@pytest.mark.parametrize(
    "path",
    [
        ("colour",),
        ("Name",),
        ("work", "serial"),
        ("communication", "bytes"),
        (*LINK, "curves"),
        ("matrix", "c"),
        ("matrix", "Shards"),
    ],
    ids=dotted,
)
def test_an_unknown_key_is_named(path: Path) -> None:
    assert "not known" in refused_at(path, 1)


@pytest.mark.parametrize("key", ["k" * 5000, "a\nb", "a\u2028b"], ids=["endless", "two lines", "separator"])
def test_any_unknown_key_is_told_in_one_short_line(key: str) -> None:
    assert "not known" in str(refused(put(("work", key), 1)).message)


@pytest.mark.parametrize("path", [("work",), ("communication",), LINK, ("matrix",), ("sources",)], ids=dotted)
@pytest.mark.parametrize("value", [None, 1, True, "x", [], [[]]], ids=repr)
def test_a_part_is_an_object(path: Path, value: object) -> None:
    assert "is not an object with keys" in refused_at(path, value)


@pytest.mark.parametrize("kind", ["modelled", "Constant", "", None, 1])
def test_another_kind_of_link_is_refused_with_those_known(kind: object) -> None:
    assert "accepted is 'constant', 'algorithm', 'measured'" in refused_at((*LINK, "kind"), kind)


def test_the_whole_is_an_object() -> None:
    with pytest.raises(ValidationError) as caught:
        Scenario.model_validate([])
    told_well(explain(caught.value))


@pytest.mark.parametrize(
    "part",
    [
        lambda made: (made, "devices", 3),
        lambda made: (made, "work", made.work),
        lambda made: (made.work, "serial_s", 1.0),
        lambda made: (made.communication, "messages", 1),
        lambda made: (made.communication.link, "startup_s", 1.0),
        lambda made: (made.matrix, "shards", None),
        lambda made: (made.sources["work"], "status", "guess"),
    ],
    ids=["devices", "work", "serial", "messages", "startup", "matrix", "source"],
)
def test_scenarios_are_frozen(part: Any) -> None:
    made = plain(sources={"work": {"status": "measured", "source": ""}})
    before = repr(made)
    with pytest.raises(ValidationError):
        setattr(*part(made))
    assert repr(made) == before


@EXAMPLES
@given(scenarios())
def test_a_scenario_is_valid_and_the_same_when_validated_again(made: Scenario) -> None:
    assert Scenario.model_validate(made.model_dump()) == made


# Names and notes


@pytest.mark.parametrize(
    "name",
    [
        "x",
        "x" * 200,
        "Base case",
        " a ",
        "B = 1 GB/s",
        "ünïcödé",
        "日本語",
        "η·N²",
        "🚀",
        "“quoted”",
        'a"b\\c',
        "👩\u200d💻",
    ],
)
def test_names_of_one_line_are_accepted(name: str) -> None:
    assert accepted(("name",), name) == name


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u2003", "x" * 201, "a\nb", "a\r", "\t", "a\x00b", "a\u2028b", "a\x85b", "a\x1bb"],
    ids=ascii,
)
def test_names_that_are_not_one_line_of_text_are_refused(name: str) -> None:
    assert refused_at(("name",), name).endswith("a name has 1 to 200 characters on one line")


@pytest.mark.parametrize("path", [("name",), ("notes",)], ids=dotted)
@pytest.mark.parametrize("value", [None, 1, True, [], {}, b"x"], ids=repr)
def test_a_text_is_a_text(path: Path, value: object) -> None:
    assert sentences.NOT_A_TEXT in refused_at(path, value)


@pytest.mark.parametrize("path", [("name",), ("notes",)], ids=dotted)
def test_half_a_character_is_refused(path: Path) -> None:
    assert refused(put(path, "a\ud800")).place == dotted(path)


def test_notes_hold_100_000_characters_of_any_kind() -> None:
    notes = "a\nb\t\u2028" * 20_000
    assert accepted(("notes",), notes) == notes
    assert "100000" in refused_at(("notes",), notes + "x")


# Lists by number of devices


def efficiencies(*entries: object) -> dict[str, Any]:
    return put(("work", "efficiency"), list(entries))


def links(*entries: object) -> dict[str, Any]:
    return put((*LINK, "by_devices"), list(entries))


def test_an_efficiency_is_a_number_or_a_list() -> None:
    listed = Scenario.model_validate(efficiencies({"devices": 4, "value": "90 %"}, {"devices": 2, "value": 0.95}))
    assert isinstance(listed.work.efficiency, tuple)
    assert [(entry.devices, entry.value) for entry in listed.work.efficiency] == [(4, 0.9), (2, 0.95)]


def test_a_link_may_be_listed_by_devices() -> None:
    entry = {"devices": 4, "startup_s": "30 us", "bandwidth_bytes_per_s": "inf"}
    (made,) = Scenario.model_validate(links(entry)).communication.link.by_devices
    assert (made.devices, made.startup_s, made.bandwidth_bytes_per_s) == (4, 3e-05, math.inf)


@pytest.mark.parametrize(
    ("made", "place", "words"),
    named(
        {
            "empty": (efficiencies(), "work.efficiency", sentences.AT_LEAST_ONE),
            "number": (efficiencies(3), "work.efficiency[0]", "3 is not an object with keys"),
            "no value": (efficiencies({"devices": 2}), "work.efficiency[0].value", "missing"),
            "unknown": (efficiencies({"devices": 2, "value": 1, "n": 1}), "work.efficiency[0].n", "not known"),
            "range": (
                efficiencies({"devices": 2, "value": 11}),
                "work.efficiency[0].value",
                "a number or percentage from 0.001 to 10",
            ),
            "true": (
                efficiencies({"devices": 2, "value": True}),
                "work.efficiency[0].value",
                sentences.not_a_value("true", "number"),
            ),
            "one device": (efficiencies({"devices": 1, "value": 1}), "work.efficiency[0].devices", "from 2 to 65536"),
            "float": (efficiencies({"devices": 2.0, "value": 1}), "work.efficiency[0].devices", sentences.NOT_WHOLE),
            "twice": (efficiencies(*[{"devices": 2, "value": 1}] * 2), "work.efficiency", "2 devices are listed twice"),
            "1001": (
                efficiencies(*[{"devices": 2 + n, "value": 1} for n in range(1001)]),
                "work.efficiency",
                "at most 1000",
            ),
            "link number": (links(3), "communication.link.by_devices[0]", "3 is not an object with keys"),
            "link part": (links({"devices": 4}), "communication.link.by_devices[0].startup_s", "missing"),
            "link twice": (
                links(*[{"devices": 4, "startup_s": 0, "bandwidth_bytes_per_s": 1}] * 2),
                "communication.link.by_devices",
                "4 devices are listed twice",
            ),
        }
    ),
)
def test_wrong_lists_are_refused(made: dict[str, Any], place: str, words: str) -> None:
    error = refused(made)
    assert error.place == place
    assert words in str(error.message)


def test_a_list_holds_1000_entries() -> None:
    made = Scenario.model_validate(efficiencies(*[{"devices": 2 + n, "value": 1} for n in range(1000)]))
    assert isinstance(made.work.efficiency, tuple)
    assert len(made.work.efficiency) == 1000


# Sources


@pytest.mark.parametrize(
    "status", ["measured", "verified", "derived", "secondary", "estimate", "guess", "hypothetical"]
)
def test_a_source_has_one_of_seven_statuses(status: str) -> None:
    made = plain(sources={"work.serial_s": {"status": status, "source": "a log"}})
    source = made.sources["work.serial_s"]
    assert (source.status, source.source, source.preset, source.edited) == (status, "a log", None, ())


@pytest.mark.parametrize(
    ("sources", "place", "words"),
    named(
        {
            "status": ({"work": {"status": "true", "source": ""}}, "sources.work.status", "hypothetical"),
            "no status": ({"work": {"source": ""}}, "sources.work.status", "missing"),
            "no text": ({"work": {"status": "guess"}}, "sources.work.source", "missing"),
            "number": ({"work": {"status": "guess", "source": 1}}, "sources.work.source", sentences.NOT_A_TEXT),
            "unknown": ({"work": {"status": "guess", "source": "", "by": ""}}, "sources.work.by", "not known"),
            "long": ({"work": {"status": "guess", "source": "x" * 10_001}}, "sources.work.source", "10000"),
            "long preset": (
                {"work": {"status": "guess", "source": "", "preset": "x" * 201}},
                "sources.work.preset",
                "200",
            ),
            "preset": (
                {"work": {"status": "guess", "source": "", "preset": 1}},
                "sources.work.preset",
                sentences.NOT_A_TEXT,
            ),
            "edited": ({"work": {"status": "guess", "source": "", "edited": "work"}}, "sources.work.edited", "“work”"),
            "edited one": (
                {"work": {"status": "guess", "source": "", "edited": [1]}},
                "sources.work.edited[0]",
                sentences.NOT_A_TEXT,
            ),
            "no object": ({"work": 1}, "sources.work", "1 is not an object with keys"),
            "tag": ({"list": {"status": "true", "source": ""}}, "sources.list.status", "hypothetical"),
            "no path": ({"labour": {"status": "guess", "source": ""}}, "", "“labour” in sources is not a path"),
            "empty": ({"": {"status": "guess", "source": ""}}, "", "“” in sources is not a path"),
        }
    ),
)
def test_wrong_sources_are_refused(sources: dict[str, Any], place: str, words: str) -> None:
    error = refused(content(sources=sources))
    assert error.place == place
    assert words in str(error.message)


@pytest.mark.parametrize("key", ["work." + "x" * 300, "foo\nbar", "x" * 5000], ids=["long", "two lines", "endless"])
def test_any_wrong_path_of_a_source_is_told_in_one_short_line(key: str) -> None:
    assert "sources" in str(refused(content(sources={key: {"status": "guess", "source": ""}})))


# Matrices


def matrix(**changes: Any) -> dict[str, Any]:
    plain_one = {"x": [[1, 2]], "a": [[1, 2, 3], [4, 5, 6]], "b": [[1], [2], [3]]}
    return content(matrix=plain_one | changes)


def square(size: int) -> list[list[float]]:
    return [[1.0] * size for _ in range(size)]


def test_a_matrix_is_rows_of_floats() -> None:
    made = Scenario.model_validate(matrix(shards=[2, 1], activation="gelu")).matrix
    assert made.a == ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    assert all(type(entry) is float for row in made.a for entry in row)
    assert made.shards == (2, 1)
    assert made.activation == "gelu"


def test_matrices_have_up_to_256_rows_and_columns_of_up_to_a_million() -> None:
    made = Scenario.model_validate(matrix(x=square(256), a=square(256), b=[[1e6, -1e6]] * 256)).matrix
    assert (len(made.x), len(made.a[0]), made.b[255]) == (256, 256, (1e6, -1e6))


def test_minus_zero_in_a_matrix_becomes_zero() -> None:
    assert math.copysign(1, Scenario.model_validate(matrix(x=[[-0.0, 1]])).matrix.x[0][0]) == 1


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (None, "null is not a matrix"),
        (1, "1 is not a matrix"),
        ("ab", "“ab” is not a matrix"),
        ({}, "an object is not a matrix"),
        ([], "1 to 256 rows"),
        ([[1, 2]] * 257, "1 to 256 rows"),
        ([[]], "row 1 "),
        ([1, 2], "row 1 "),
        ([[1, 2], [3]], "row 2 "),
        ([[1, 2], "ab"], "row 2 "),
        ([[1] * 257], "1 to 256 numbers"),
    ],
    ids=[
        "null",
        "number",
        "text",
        "object",
        "empty",
        "257 rows",
        "empty row",
        "flat",
        "ragged",
        "text row",
        "257 wide",
    ],
)
def test_what_is_no_matrix_is_refused(rows: object, words: str) -> None:
    error = refused(matrix(x=rows))
    assert error.place == "matrix.x"
    assert words in str(error.message)


@pytest.mark.parametrize(
    ("entry", "shown"),
    [
        (True, "true"),
        (None, "null"),
        ("1", "“1”"),
        ("10 %", "“10 %”"),
        ([1], "a list"),
        (math.nan, "nan"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (1000001, "1000001"),
        (-1.0000001e6, "-1000000.1"),
        (10**400, "a number of more than 40 digits"),
        (-(10**400), "a number of more than 40 digits"),
    ],
    ids=["true", "null", "text", "share", "list", "nan", "inf", "-inf", "above", "below", "huge", "-huge"],
)
def test_a_wrong_entry_is_refused_with_its_row_column_and_range(entry: object, shown: str) -> None:
    error = refused(matrix(a=[[1, 2, 3], [4, entry, 6]]))
    assert error.place == "matrix.a"
    told = str(error.message)
    assert told.startswith(f"row 2, column 2: {shown} is ")
    assert "accepted" in told
    assert "1e6" in told


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"x": [[1, 2, 3]]}, "x has 3 columns and a 2 rows"),
        ({"b": [[1], [2]]}, "a has 3 columns and b 2 rows"),
        ({"shards": [1, 1]}, "add up to 2; accepted are 1 to 8 widths that add up to the hidden size 3"),
        ({"shards": [3, 1]}, "add up to 4;"),
        ({"shards": []}, "1 to 8 widths"),
        ({"shards": [10**400]}, "accepted"),
        ({"shards": [10**4200] * 8}, "accepted"),
    ],
    ids=["x a", "a b", "too narrow", "too wide", "no shard", "huge shard", "8 huge shards"],
)
def test_shapes_that_do_not_fit_are_refused(changes: dict[str, Any], words: str) -> None:
    error = refused(matrix(**changes))
    assert error.place in ("matrix", "matrix.shards", "matrix.shards[0]")
    assert words in str(error.message)


@pytest.mark.parametrize("width", [0, -1, True, None, "1", 1.0, 1.5], ids=repr)
def test_a_shard_is_a_width_of_at_least_one(width: object) -> None:
    error = refused(matrix(shards=[width, 3]))
    assert error.place == "matrix.shards[0]"


@pytest.mark.parametrize("shards", [{}, "3", 3, True], ids=repr)
def test_shards_are_a_list(shards: object) -> None:
    assert refused(matrix(shards=shards)).place == "matrix.shards"


def test_there_are_up_to_eight_shards() -> None:
    nine = {"a": [[1] * 9] * 2, "b": [[1]] * 9}
    assert Scenario.model_validate(matrix(**nine, shards=[1] * 7 + [2])).matrix.shards == (1,) * 7 + (2,)
    error = refused(matrix(**nine, shards=[1] * 9))
    assert error.place == "matrix.shards"
    assert "at most 8" in str(error.message)


@pytest.mark.parametrize("activation", ["tanh", "ReLU", None, 1])
def test_another_activation_is_refused_with_those_known(activation: object) -> None:
    error = refused(matrix(activation=activation))
    assert error.place == "matrix.activation"
    assert all(known in str(error.message) for known in ("relu", "gelu", "identity"))


# What a parameter says of itself


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_parameter_reads_what_it_shows(name: str) -> None:
    parameter = PARAMETERS[name]
    for value in BOUNDS[dotted(next(path for path, kept in PLACES.items() if kept is parameter))]:
        assert parameter.read(parameter.show(value, None), parameter.usual_unit) == value


def test_a_parameter_reads_plain_digits_in_the_unit_shown() -> None:
    assert parts.DIVISIBLE.read("13", "ms") == 0.013
    assert parts.OVERLAP.read("25", "%") == 0.25
    assert parts.BANDWIDTH.read("∞", "GB/s") == math.inf


@pytest.mark.parametrize(
    ("parameter", "text", "unit", "told"),
    [
        (parts.DIVISIBLE, " 2e9 s ", "ms", "2e9 s is out of range; accepted is a time from 0 ms to 1e9 s"),
        (parts.OVERLAP, "101 %", "%", "101 % is out of range; accepted is a number or percentage from 0 % to 100 %"),
        (parts.DEVICES, "1", "", "1 is out of range; accepted is a whole number from 2 to 65536"),
        (
            parts.BANDWIDTH,
            "0",
            "GB/s",
            "0 is out of range; accepted is a bandwidth above 0 and up to 1 EB/s, or ∞",
        ),
    ],
    ids=["time", "share", "count", "bandwidth"],
)
def test_a_parameter_refuses_what_is_out_of_range(parameter: Parameter, text: str, unit: str, told: str) -> None:
    with pytest.raises(QuantityError) as caught:
        parameter.read(text, unit)
    assert str(caught.value) == told


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_parameter_says_what_it_means(name: str) -> None:
    parameter = PARAMETERS[name]
    assert parameter.symbol
    assert str(parameter.name)
    assert str(parameter.meaning).endswith(".")
