"""Adding, renaming, moving and removing scenarios."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.scenario.collection import DocumentState, unused_name, with_name
from explorer.scenario.edit import ScenarioError
from explorer.scenario.file import MOST_SCENARIOS
from explorer.scenario.library import built_in
from tests.scenario import sentences


def state(current: int = 0) -> DocumentState:
    return DocumentState.of(built_in()).with_current(current)


def names(value: DocumentState) -> list[str]:
    return [scenario.name for scenario in value.scenarios]


def test_a_duplicate_stands_behind_what_it_copies_and_is_shown() -> None:
    made = state().duplicated([0])
    assert names(made)[:3] == ["Base case", "Base case (2)", names(state())[1]]
    assert made.current == 1
    assert made.ids[1].original is made.scenarios[1]
    assert made.ids[0] is not made.ids[1]


def test_several_are_duplicated_in_their_order() -> None:
    assert names(state().duplicated([3, 1]))[4:6] == [f"{names(state())[1]} (2)", f"{names(state())[3]} (2)"]


def test_a_free_name_counts_on() -> None:
    assert unused_name("N = 4", []) == "N = 4"
    assert unused_name("N = 4", ["N = 4"]) == "N = 4 (2)"
    assert unused_name("N = 4 (2)", ["N = 4", "N = 4 (2)", "N = 4 (3)"]) == "N = 4 (4)"
    assert len(unused_name("x" * 200, ["x" * 200])) == 200


def test_a_name_has_to_be_one_and_its_own() -> None:
    assert names(state().renamed(2, "  Mine "))[2] == "Mine"
    assert names(state().renamed(0, "Base case"))[0] == "Base case"
    for name, told in (
        ("", sentences.NOT_A_NAME),
        ("a\nb", sentences.NOT_A_NAME),
        (names(state())[1], sentences.NAMES_UNIQUE),
    ):
        with pytest.raises(ScenarioError, match=told):
            state().renamed(0, name)


def test_the_last_one_cannot_be_removed() -> None:
    with pytest.raises(ScenarioError, match="at least one scenario"):
        state().removed(range(6))


def test_a_file_holds_no_more_than_it_may() -> None:
    many = DocumentState.of(tuple(with_name(built_in()[0], f"case {number}") for number in range(MOST_SCENARIOS)))
    with pytest.raises(ScenarioError, match=sentences.AT_MOST_1000):
        many.duplicated([0])
    assert len(many.removed([0]).duplicated([0]).scenarios) == MOST_SCENARIOS


chosen = st.sets(st.integers(0, 5), min_size=1)


@given(chosen, st.integers(0, 6), st.integers(0, 5))
def test_a_move_keeps_everything_and_the_one_shown(indices: set[int], before: int, current: int) -> None:
    old = state(current)
    new = old.moved(indices, before)
    assert sorted(names(new)) == sorted(names(old))
    assert new.scenario is old.scenario
    assert new.ids[new.current] is old.ids[old.current]
    block = [old.scenarios[index] for index in sorted(indices)]
    at = new.scenarios.index(block[0])
    assert list(new.scenarios[at : at + len(block)]) == block
    rest = [scenario for place, scenario in enumerate(old.scenarios) if place not in indices]
    assert [scenario for scenario in new.scenarios if scenario not in block] == rest
    assert at == sum(place not in indices for place in range(before))


@given(chosen.filter(lambda indices: len(indices) < 6), st.integers(0, 5))
def test_a_removal_keeps_the_others_in_order(indices: set[int], current: int) -> None:
    old = state(current)
    new = old.removed(indices)
    assert names(new) == [name for place, name in enumerate(names(old)) if place not in indices]
    if current not in indices:
        assert new.scenario is old.scenario
    assert len(new.ids) == len(new.scenarios)
