"""What differs between two scenarios, and what each difference alone does."""

from __future__ import annotations

import pytest

from explorer.answers.outcome import Outcome
from explorer.answers.scenarios.differences import LINK, differences, factor_together, others
from explorer.scenario.edit import change, replace_at, value_of
from explorer.scenario.file import read
from explorer.scenario.library import built_in, shipped
from explorer.scenario.scenario import Scenario
from tests.model.scenarios import random_scenarios


def test_one_difference_does_all() -> None:
    first, second = Outcome(built_in()[0]), Outcome(change(built_in()[0], "bandwidth", 1e9))
    (found,) = differences(first, second)
    assert (found.name, found.before, found.after) == ("bandwidth", 1e10, 1e9)
    assert found.speedup == pytest.approx(12.8 / 16.42)
    assert found.factor == pytest.approx(0.779537 / 1.388286, rel=1e-5)
    assert found.factor == factor_together(first, second)


def test_each_alone_is_seen_from_the_first() -> None:
    second = change(change(change(built_in()[0], "divisible", 0.001), "bandwidth", 5e10), "target", 1.5)
    found = differences(Outcome(built_in()[0]), Outcome(second))
    assert [entry.name for entry in found] == ["divisible", "bandwidth"]
    assert found[0].speedup == pytest.approx(0.767591, rel=1e-6)
    assert found[1].speedup == pytest.approx(1.491841, rel=1e-6)
    assert others(built_in()[0], second) == ("target_speedup", "sources")


def test_numbers_of_sections_are_lines_without_effect_on_the_times() -> None:
    first = built_in()[0]
    second = change(change(change(first, "arrivals", 44), "weights", 1e10), "hop_bytes", 1e6)
    found = differences(Outcome(first), Outcome(second))
    assert [(entry.name, entry.before, entry.after, entry.factor) for entry in found] == [
        ("hop_bytes", None, 1e6, 1.0),
        ("arrivals", 30.0, 44.0, 1.0),
        ("weights", 0.0, 1e10, 1.0),
    ]
    assert others(first, second) == ()
    for path, value, part in (
        (("pipeline", "schedule"), "gpipe", "pipeline"),
        (("load", "dispatch"), "random", "load"),
        (("notes",), "another", "notes"),
    ):
        changed = replace_at(first, path, value)
        assert others(first, changed) == (part,)
        assert differences(Outcome(first), Outcome(changed)) == ()


def test_every_part_of_a_scenario_but_its_name_is_compared() -> None:
    first, second = random_scenarios(7, 2)
    for part in set(Scenario.model_fields) - {"name"}:
        changed = first.model_copy(update={part: getattr(second, part)})
        if getattr(first, part) != getattr(changed, part):
            assert differences(Outcome(first), Outcome(changed)) or others(first, changed)


def test_no_difference_is_no_line() -> None:
    assert differences(Outcome(built_in()[0]), Outcome(built_in()[0])) == ()


def test_all_differences_one_after_the_other_lead_to_the_other_scenario() -> None:
    drawn = random_scenarios(11, 120)
    for one, other in zip(drawn[::2], drawn[1::2], strict=True):
        first, second = Outcome(one), Outcome(other)
        reached = one
        for entry in differences(first, second):
            assert entry.after is not None
            alone = Outcome(change(one, entry.name, entry.after))
            assert alone.performance is not None
            assert entry.speedup == alone.performance.speedup
            reached = change(reached, entry.name, entry.after)
            assert value_of(reached, entry.name) == pytest.approx(entry.after, rel=1e-15)
        end = Outcome(reached).performance
        assert end is not None
        assert second.performance is not None
        assert end.speedup == pytest.approx(second.performance.speedup, rel=1e-12)


def test_another_measured_link_is_a_difference_of_its_own() -> None:
    nvlink, pcie = (read(path)[0] for _, path in shipped()[1:3])
    same = nvlink.model_copy(update={"communication": pcie.communication})
    (found,) = differences(Outcome(nvlink), Outcome(same))
    performance = Outcome(same).performance
    assert performance is not None
    assert (found.name, found.before, found.after, found.speedup) == (LINK, None, None, performance.speedup)
    assert differences(Outcome(nvlink), Outcome(nvlink.model_copy(update={"name": "other"}))) == ()


def test_a_constant_and_a_measured_link_differ_as_a_whole() -> None:
    constant, measured = built_in()[0], read(shipped()[1][1])[0]
    for first, second in ((constant, measured), (measured, constant)):
        found = {entry.name: entry for entry in differences(Outcome(first), Outcome(second))}
        assert LINK in found
        assert not {"startup", "bandwidth"} & set(found)
        sizes = found["message_bytes"]
        assert {sizes.before, sizes.after} == {2e6, 8388608}
        assert found[LINK].speedup is not None
