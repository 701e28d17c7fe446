"""Changing one number: what is shared, what is marked, what is refused, and the way back."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from explorer.scenario import file
from explorer.scenario.edit import (
    Path,
    ScenarioError,
    change,
    covering,
    dotted,
    is_edited,
    path_of,
    replace_at,
    restored,
    value_of,
)
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.scenario import Scenario, Source
from tests.scenario import sentences
from tests.scenario.build import (
    EXAMPLES,
    content,
    numbers,
    plain,
    refusal_of,
    scenarios,
    with_efficiency,
)

LINK: Path = ("communication", "link")
PATHS: dict[str, Path] = {
    "serial": ("work", "serial_s"),
    "extra_serial": ("work", "extra_serial_s"),
    "divisible": ("work", "divisible_s"),
    "efficiency": ("work", "efficiency"),
    "messages": ("communication", "messages"),
    "startup": (*LINK, "startup_s"),
    "message_bytes": ("communication", "message_bytes"),
    "bandwidth": (*LINK, "bandwidth_bytes_per_s"),
    "devices": ("devices",),
    "overlap": ("overlap",),
    "target": ("target_speedup",),
}
BEFORE = {
    "serial": 0.0008,
    "extra_serial": 0.0,
    "divisible": 0.012,
    "efficiency": 0.8,
    "messages": 4,
    "startup": 3e-05,
    "message_bytes": 2e6,
    "bandwidth": 1e10,
    "devices": 2,
    "overlap": 0.0,
    "target": 1.0,
}
AFTER = {
    "serial": 0.1,
    "extra_serial": 1e-05,
    "divisible": 0.001,
    "efficiency": 1.05,
    "messages": 7,
    "startup": 5e-06,
    "message_bytes": 123456.0,
    "bandwidth": math.inf,
    "devices": 8,
    "overlap": 0.3,
    "target": 1.9,
}
each_name = pytest.mark.parametrize("name", PARAMETERS)
GUESS = {"status": "guess", "source": "a guess"}


def sourced(*keys: str, **changes: Any) -> Scenario:
    return plain(sources=dict.fromkeys(keys, GUESS), **changes)


def marks(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    return {key: source.edited for key, source in scenario.sources.items() if source.edited}


def text(scenario: Scenario) -> str:
    return file.dumps((scenario,))


def by_devices(**changes: Any) -> Scenario:
    """A scenario whose link has figures for 4 devices."""
    made = content(**changes)
    entry = {"devices": 4, "startup_s": 1e-06, "bandwidth_bytes_per_s": 5e10}
    made["communication"]["link"]["by_devices"] = [entry]
    return Scenario.model_validate(made)


# Reading


def test_the_names_are_those_of_the_parameters() -> None:
    assert set(PATHS) == set(PARAMETERS)


@each_name
def test_a_name_has_its_path_and_value(name: str) -> None:
    assert path_of(plain(), name) == PATHS[name]
    assert value_of(plain(), name) == BEFORE[name]


@pytest.mark.parametrize(
    ("path", "written"),
    [
        (("devices",), "devices"),
        (("work", "efficiency", 0, "value"), "work.efficiency[0].value"),
        (("scenarios", 3, "name"), "scenarios[3].name"),
        ((0, 1), "[0][1]"),
        ((), ""),
    ],
    ids=repr,
)
def test_a_path_is_written_with_dots_and_brackets(path: Path, written: str) -> None:
    assert dotted(path) == written


def test_efficiency_stands_where_the_list_holds_the_number_of_devices() -> None:
    listed = with_efficiency((2, 0.95), (8, 0.7), devices=8)
    assert path_of(listed, "efficiency") == ("work", "efficiency", 1, "value")
    assert value_of(listed, "efficiency") == 0.7


def test_a_list_without_the_number_of_devices_has_no_efficiency() -> None:
    listed = with_efficiency((2, 0.95), (8, 0.7), devices=4)
    assert path_of(listed, "efficiency") == ("work", "efficiency")
    assert value_of(listed, "efficiency") is None


def test_a_link_by_devices_counts_only_for_its_number_of_devices() -> None:
    two, four = by_devices(), by_devices(devices=4)
    assert path_of(two, "startup") == (*LINK, "startup_s")
    assert (value_of(two, "startup"), value_of(two, "bandwidth")) == (3e-05, 1e10)
    assert path_of(four, "startup") == (*LINK, "by_devices", 0, "startup_s")
    assert (value_of(four, "startup"), value_of(four, "bandwidth")) == (1e-06, 5e10)


# Changing


@each_name
def test_a_change_changes_one_value(name: str) -> None:
    before = plain()
    after = change(before, name, AFTER[name])
    assert value_of(before, name) == BEFORE[name]
    assert {other: value_of(after, other) for other in PARAMETERS} == BEFORE | {name: AFTER[name]}


@each_name
def test_what_is_not_on_the_way_is_shared(name: str) -> None:
    before = sourced("work", "communication", "devices", "overlap", "target_speedup", "matrix")
    after = change(before, name, AFTER[name])
    assert after is not before
    for part in ("work", "communication", "matrix"):
        assert (getattr(after, part) is getattr(before, part)) == (part != PATHS[name][0])
    shared = after.communication.link is before.communication.link
    assert shared == (PATHS[name][:2] != LINK)
    for key, source in before.sources.items():
        assert (after.sources[key] is source) == (key != PATHS[name][0])


def test_entries_of_a_list_that_are_not_changed_are_shared() -> None:
    before = with_efficiency((2, 0.95), (8, 0.7), devices=8)
    after = change(before, "efficiency", 0.6)
    assert isinstance(before.work.efficiency, tuple)
    assert isinstance(after.work.efficiency, tuple)
    assert after.work.efficiency[0] is before.work.efficiency[0]


@pytest.mark.parametrize("name", ["messages", "devices"])
def test_a_count_given_as_a_float_is_stored_as_an_integer(name: str) -> None:
    after = change(plain(), name, 16.0)
    assert type(value_of(after, name)) is int
    assert value_of(after, name) == 16


def test_the_tensor_is_stored_and_v_is_shown() -> None:
    before = replace_at(plain(), (*LINK, "path_factor"), 1.5)
    assert before.communication.message_bytes == 2e6
    assert value_of(before, "message_bytes") == 3e6
    after = change(before, "message_bytes", 6e6)
    assert after.communication.message_bytes == 4e6
    assert value_of(after, "message_bytes") == 6e6


def test_a_path_factor_of_zero_leaves_no_bytes() -> None:
    none = replace_at(plain(), (*LINK, "path_factor"), 0)
    assert value_of(none, "message_bytes") == 0
    with pytest.raises(ScenarioError, match="V = φ·n stays 0 while the path factor φ is 0"):
        change(none, "message_bytes", 5e6)


def test_an_efficiency_is_changed_for_the_number_of_devices_alone() -> None:
    after = change(with_efficiency((2, 0.95), (8, 0.7), devices=8), "efficiency", 0.6)
    assert isinstance(after.work.efficiency, tuple)
    assert [(entry.devices, entry.value) for entry in after.work.efficiency] == [(2, 0.95), (8, 0.6)]
    assert marks(after) == {"work": ("work.efficiency[1].value",)}


def test_an_efficiency_for_a_new_number_of_devices_is_added() -> None:
    before = with_efficiency((2, 0.95), (8, 0.7), devices=4)
    after = change(before, "efficiency", 0.8)
    assert isinstance(after.work.efficiency, tuple)
    assert [(entry.devices, entry.value) for entry in after.work.efficiency] == [(2, 0.95), (8, 0.7), (4, 0.8)]
    assert value_of(after, "efficiency") == 0.8
    assert list(marks(after)) == ["work"]


def test_a_link_is_changed_for_the_number_of_devices_alone() -> None:
    after = change(by_devices(devices=4), "bandwidth", 1e9)
    assert after.communication.link.bandwidth_bytes_per_s == 1e10
    assert after.communication.link.by_devices[0].bandwidth_bytes_per_s == 1e9
    assert value_of(replace_at(after, ("devices",), 2), "bandwidth") == 1e10


def test_a_value_may_be_replaced_by_a_text_with_its_unit() -> None:
    assert replace_at(plain(), (*LINK, "startup_s"), "30 us").communication.link.startup_s == 3e-05


def test_whole_parts_may_be_replaced() -> None:
    after = replace_at(plain(), ("matrix",), {"x": [[1]], "a": [[1]], "b": [[1]]})
    assert after.matrix.x == ((1.0,),)
    assert replace_at(plain(), ("name",), "New").name == "New"
    added = replace_at(plain(), ("sources", "work"), GUESS)
    assert added.sources == {"work": Source(status="guess", source="a guess")}


@EXAMPLES
@given(st.data(), scenarios(), st.sampled_from(sorted(PARAMETERS)))
def test_an_accepted_change_is_what_is_read_then(data: st.DataObject, before: Scenario, name: str) -> None:
    value = data.draw(numbers(PARAMETERS[name]))
    factor = before.communication.link.path_factor
    if name == "message_bytes":
        assume(factor > 1e-3)
        value *= factor
    others = {other: value_of(before, other) for other in PARAMETERS if other != name}
    after = change(before, name, value)
    if name == "message_bytes" and factor != 1:
        assert value_of(after, name) == pytest.approx(value, rel=1e-15, abs=1e-300)
    else:
        assert value_of(after, name) == value
    if name != "devices":
        assert {other: value_of(after, other) for other in others} == others
    assert (after.name, after.notes) == (before.name, before.notes)
    assert after.matrix is before.matrix


# Marks of edits


@each_name
def test_a_change_marks_the_source_that_covers_it(name: str) -> None:
    path = PATHS[name]
    before = sourced("work", "communication", "devices", "overlap", "target_speedup")
    after = change(before, name, AFTER[name])
    assert marks(before) == {}
    assert not is_edited(before, path)
    assert marks(after) == {path[0]: (dotted(path),)}
    assert is_edited(after, path)
    assert [other for other in PARAMETERS if is_edited(after, PATHS[other])] == [name]
    assert list(after.sources) == list(before.sources)
    assert after.sources[str(path[0])].source == "a guess"


@each_name
def test_a_change_without_a_source_marks_nothing(name: str) -> None:
    after = change(sourced("matrix"), name, AFTER[name])
    assert marks(after) == {}
    assert covering(after, PATHS[name]) is None
    assert not is_edited(after, PATHS[name])


def test_the_longest_path_that_leads_there_covers() -> None:
    made = sourced("work", "work.serial_s", "communication", "communication.link")
    assert covering(made, ("work", "serial_s")) == "work.serial_s"
    assert covering(made, ("work", "divisible_s")) == "work"
    assert covering(made, ("work",)) == "work"
    assert covering(made, (*LINK, "startup_s")) == "communication.link"
    assert covering(made, (*LINK, "by_devices", 0, "startup_s")) == "communication.link"
    assert covering(made, ("communication", "messages")) == "communication"
    assert covering(made, ("devices",)) is None
    assert marks(change(made, "serial", 1.0)) == {"work.serial_s": ("work.serial_s",)}
    assert marks(change(made, "startup", 1.0)) == {"communication.link": ("communication.link.startup_s",)}


def test_a_source_of_a_list_entry_covers_that_entry() -> None:
    made = replace_at(with_efficiency((2, 0.9), (4, 0.8)), ("sources", "work.efficiency[0]"), GUESS)
    assert covering(made, ("work", "efficiency", 0, "value")) == "work.efficiency[0]"
    assert covering(made, ("work", "efficiency", 1, "value")) == "work"


def test_a_second_change_marks_no_second_time() -> None:
    once = change(sourced("work"), "serial", 1.0)
    twice = change(once, "serial", 2.0)
    assert marks(twice) == {"work": ("work.serial_s",)}
    assert twice.sources["work"] is once.sources["work"]


def test_marks_are_kept_in_the_order_of_the_edits() -> None:
    after = change(change(sourced("work"), "efficiency", 0.5), "serial", 1.0)
    assert marks(after) == {"work": ("work.efficiency", "work.serial_s")}


def test_a_change_of_the_path_factor_marks_the_link() -> None:
    after = replace_at(sourced("communication.link"), (*LINK, "path_factor"), 1.5)
    assert marks(after) == {"communication.link": ("communication.link.path_factor",)}


def test_a_change_of_a_source_is_no_edit_below_it() -> None:
    after = replace_at(sourced("work"), ("sources", "work", "source"), "a log")
    assert after.sources["work"] == Source(status="guess", source="a log")


# Back to the original


@each_name
def test_restored_gives_the_original_back(name: str) -> None:
    original = sourced("work", "communication", "devices", "overlap", "target_speedup")
    again = restored(change(original, name, AFTER[name]), original, name)
    assert again == original
    assert text(again) == text(original)
    assert not is_edited(again, PATHS[name])


@each_name
def test_restored_keeps_the_other_edits(name: str) -> None:
    original = sourced("work", "communication", "devices", "overlap", "target_speedup")
    other = "divisible" if name == "serial" else "serial"
    edited = change(original, other, 5.0)
    assert restored(change(edited, name, AFTER[name]), original, name) == edited


def test_restored_keeps_a_mark_that_the_original_has() -> None:
    original = change(sourced("work"), "serial", 1.0)
    again = restored(change(original, "serial", 2.0), original, "serial")
    assert again == original
    assert is_edited(again, PATHS["serial"])


def test_restored_gives_v_back_to_the_bit() -> None:
    original = replace_at(plain(), (*LINK, "path_factor"), 1.1)
    again = restored(change(original, "message_bytes", 7.7e6), original, "message_bytes")
    assert again.communication.message_bytes == 2e6


def test_restored_gives_the_entry_of_a_list_back() -> None:
    original = with_efficiency((2, 0.95), (8, 0.7), devices=8)
    assert restored(change(original, "efficiency", 0.6), original, "efficiency") == original


def test_restored_takes_an_added_entry_away_again() -> None:
    original = with_efficiency((2, 0.95), devices=8)
    once = change(original, "efficiency", 0.6)
    assert restored(once, original, "efficiency") == original
    assert restored(change(once, "efficiency", 0.7), original, "efficiency") == original


def test_restored_changes_nothing_that_is_as_in_the_original() -> None:
    original = sourced("work")
    assert all(restored(original, original, name) == original for name in PARAMETERS)


def test_restored_leaves_what_the_original_does_not_hold() -> None:
    original, other = plain(), with_efficiency((2, 0.95))
    assert restored(other, original, "efficiency") == other


@EXAMPLES
@given(st.data(), scenarios(), st.sampled_from(sorted(PARAMETERS)))
def test_any_change_can_be_restored(data: st.DataObject, original: Scenario, name: str) -> None:
    assume(name != "message_bytes" or original.communication.link.path_factor >= 1)
    assume(value_of(original, name) is not None)
    changed = change(original, name, data.draw(numbers(PARAMETERS[name])))
    again = restored(changed, original, name)
    assert again == original
    assert text(again) == text(original)


# Refused


@each_name
@pytest.mark.parametrize("value", [-1, -1e-300, math.nan, -math.inf, 1e300], ids=repr)
def test_a_refused_change_names_the_place_and_changes_nothing(name: str, value: float) -> None:
    before = sourced("work", "communication")
    written, parts = text(before), dict(before)
    error = refusal_of(lambda: change(before, name, value))
    assert error.place == dotted(PATHS[name])
    assert sentences.ACCEPTED in str(error.message)
    assert text(before) == written
    assert all(getattr(before, key) is part for key, part in parts.items())


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("devices", 1, "1 is out of range; accepted is a whole number from 2 to 65536"),
        ("devices", 2.5, "2.5 is not a whole number; accepted is a whole number from 2 to 65536"),
        ("messages", 0.5, "0.5 is not a whole number; accepted is a whole number from 0 to 1000000000"),
        ("overlap", 1.01, "1.01 is out of range; accepted is a number or percentage from 0 % to 100 %"),
        ("serial", math.inf, "inf is out of range; accepted is a time from 0 ms to 1e9 s"),
        ("devices", math.inf, "inf is out of range; accepted is a whole number from 2 to 65536"),
        ("bandwidth", 0.0, "0.0 is out of range; accepted is a bandwidth above 0 and up to 1 EB/s, or ∞"),
        ("target", 0.99, "0.99 is out of range; accepted is a ratio from 1× to 1000000×"),
    ],
)
def test_a_refused_change_says_what_is_accepted(name: str, value: float, told: str) -> None:
    assert str(refusal_of(lambda: change(plain(), name, value)).message) == told


def test_a_refused_change_in_a_list_names_the_entry() -> None:
    listed = with_efficiency((2, 0.95), (8, 0.7), devices=8)
    assert refusal_of(lambda: change(listed, "efficiency", 11)).place == "work.efficiency[1].value"


def test_a_refused_path_factor_is_told() -> None:
    error = refusal_of(lambda: replace_at(plain(), (*LINK, "path_factor"), -1))
    assert error.place == "communication.link.path_factor"
    assert str(error.message) == "-1 is out of range; accepted is a ratio from 0× to 1000000×"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("colour",), 1),
        (("work", "colour"), 1),
        (("work", "serial_s", "x"), 1),
        (("work",), {}),
        (("work",), None),
        (("name",), ""),
        (("matrix", "shards"), [1]),
        (("matrix", "x"), [[1, 2, 3]]),
        (("sources", "colour"), GUESS),
        (("sources", "work"), {"status": "true", "source": ""}),
        ((*LINK, "kind"), "measured"),
        ((*LINK, "by_devices"), [1]),
    ],
    ids=lambda value: dotted(value) if isinstance(value, tuple) else "",
)
def test_a_refused_replacement_names_the_path(path: Path, value: object) -> None:
    before = plain()
    assert refusal_of(lambda: replace_at(before, path, value)).place == dotted(path)
    assert before == plain()
