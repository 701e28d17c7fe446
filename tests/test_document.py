"""The document: one writer, undo, gestures, files."""

from __future__ import annotations

import gc
import random
import weakref
from pathlib import Path

import pytest
from PySide6.QtGui import QUndoCommand
from PySide6.QtWidgets import QApplication

from explorer.document import UNDO_STEPS, Document
from explorer.scenario import file
from explorer.scenario.collection import DocumentState
from explorer.scenario.edit import ScenarioError, value_of
from explorer.scenario.library import built_in
from tests.scenario import sentences as scenario_words

pytestmark = pytest.mark.usefixtures("qapp")


class Heard:
    """Counts what a document tells."""

    def __init__(self, document: Document) -> None:
        self.changes = 0
        self.refusals: list[tuple[str, str]] = []
        document.changed.connect(self.count)
        document.rejected.connect(self.keep)

    def count(self) -> None:
        self.changes += 1

    def keep(self, name: str, told: object) -> None:
        self.refusals.append((name, str(told)))


def test_starts_on_the_six_cases_and_unmodified(document: Document) -> None:
    assert document.state.scenarios == built_in()
    assert not document.is_modified


def test_an_edit_changes_one_value_and_tells_once(document: Document) -> None:
    heard = Heard(document)
    document.edit("divisible", 0.013)
    assert value_of(document.scenario, "divisible") == 0.013
    assert heard.changes == 1
    assert document.stack.undoText() == "C = 13 ms"
    assert document.is_modified


def test_an_edit_to_the_same_value_is_no_step(document: Document) -> None:
    document.edit("divisible", 0.012)
    assert document.stack.count() == 0
    assert document.scenario is built_in()[0]


def test_a_refused_edit_changes_nothing_and_says_why(document: Document) -> None:
    heard = Heard(document)
    document.edit("divisible", -1.0)
    assert document.scenario is built_in()[0]
    assert heard.changes == 0
    (name, told) = heard.refusals[0]
    assert name == "divisible"
    assert scenario_words.out_of_range("-1.0") in told


def test_undo_returns_the_very_scenario(document: Document) -> None:
    before = document.scenario
    document.edit("bandwidth", 2e9)
    after = document.scenario
    document.undo()
    assert document.scenario is before
    document.redo()
    assert document.scenario is after


def test_undo_at_random_returns_the_very_values(document: Document) -> None:
    rng = random.Random(7)
    seen = [document.state]
    for _ in range(60):
        document.choose(rng.randrange(6))
        before = document.state
        document.edit(rng.choice(["divisible", "startup", "serial"]), rng.uniform(1e-6, 1e-3))
        seen[-1] = before
        seen.append(document.state)
    at = len(seen) - 1
    for _ in range(400):
        if rng.random() < 0.5 and at > 0:
            document.undo()
            at -= 1
        elif at < len(seen) - 1:
            document.redo()
            at += 1
        assert document.state.scenarios is seen[at].scenarios


def test_undo_shows_the_scenario_that_it_changed(document: Document) -> None:
    document.choose(2)
    document.edit("serial", 0.5)
    document.choose(4)
    document.undo()
    assert document.state.current == 2


def test_choosing_is_no_step(document: Document) -> None:
    document.choose(3)
    assert document.scenario.name == "B = 50 GB/s"
    assert document.stack.count() == 0
    assert not document.is_modified


def test_a_drag_is_one_step(document: Document) -> None:
    before = document.scenario
    document.begin_gesture()
    for value in (0.011, 0.010, 0.009):
        document.drag("divisible", value)
    document.end_gesture()
    assert document.stack.count() == 1
    assert document.stack.undoText() == "C = 9 ms"
    document.undo()
    assert document.scenario is before


def test_two_drags_are_two_steps(document: Document) -> None:
    for value in (0.011, 0.010):
        document.begin_gesture()
        document.drag("divisible", value)
        document.end_gesture()
    assert document.stack.count() == 2


def test_a_drag_that_ends_where_it_began_is_no_step(document: Document) -> None:
    before = document.scenario
    document.begin_gesture()
    document.drag("divisible", 0.011)
    document.drag("divisible", 0.012)
    document.end_gesture()
    assert document.stack.count() == 0
    assert document.scenario == before
    assert not document.is_modified


def test_undo_in_the_middle_of_a_drag_ends_it(document: Document) -> None:
    document.begin_gesture()
    document.drag("divisible", 0.011)
    document.undo()
    document.drag("divisible", 0.010)
    assert not document.in_gesture
    assert document.scenario == built_in()[0]


@pytest.mark.parametrize("end", ["choose", "edit", "reset", "end"])
def test_a_drag_that_was_ended_writes_nothing_more(document: Document, end: str) -> None:
    """The mouse still holds on; what it asks for must not land in another scenario, nor fill the undo stack."""
    document.begin_gesture()
    document.drag("divisible", 0.011)
    ends = {
        "choose": lambda: document.choose(1),
        "edit": lambda: document.edit("serial", 0.5),
        "reset": lambda: document.reset("divisible"),
        "end": document.end_gesture,
    }
    ends[end]()
    state, count = document.state, document.stack.count()
    for value in (0.02, 0.03, 0.04):
        document.drag("divisible", value)
    assert document.state is state
    assert document.stack.count() == count


def test_a_save_in_mid_drag_makes_two_steps(document: Document, tmp_path: Path) -> None:
    document.begin_gesture()
    document.drag("divisible", 0.011)
    document.save(tmp_path / "a.json")
    document.drag("divisible", 0.010)
    document.drag("divisible", 0.009)
    document.end_gesture()
    assert document.stack.count() == 2
    document.undo()
    assert value_of(document.scenario, "divisible") == 0.011
    assert not document.is_modified


def test_a_drag_to_the_same_value_is_no_step(document: Document) -> None:
    document.begin_gesture()
    document.drag("devices", 2)
    document.drag("devices", 2)
    document.end_gesture()
    assert document.stack.count() == 0


def test_a_document_that_nothing_holds_is_freed_at_once(qapp: QApplication) -> None:
    """In a circle with its undo steps it waited for Python's collector, which crashed the process."""
    document = Document()
    document.edit("divisible", 0.011)
    document.edit("divisible", 0.012)
    document.undo()
    held = weakref.ref(document)
    gc.disable()
    try:
        del document
        assert held() is None
    finally:
        gc.enable()


def alive(kind: type[object]) -> int:
    gc.collect()
    return sum(issubclass(type(entry), kind) for entry in gc.get_objects())


def test_the_steps_of_a_drag_leave_nothing_behind(document: Document) -> None:
    """Each step kept its whole state for ever: ten kilobytes of a document of a thousand scenarios."""
    before = alive(DocumentState), alive(QUndoCommand)
    for drag in range(1, 4):
        document.begin_gesture()
        for step in range(1, 101):
            document.drag("divisible", 1e-3 * drag + 1e-5 * step)
        document.end_gesture()
    document.begin_gesture()
    document.drag("serial", 0.5)
    document.drag("serial", value_of(built_in()[0], "serial"))
    document.end_gesture()
    assert document.stack.count() == 3
    assert alive(QUndoCommand) == before[1] + 3
    assert alive(DocumentState) <= before[0] + 2 * 3
    document.new()
    assert alive(QUndoCommand) == before[1]
    assert alive(DocumentState) == before[0]


def test_an_edit_marks_its_source_and_a_reset_unmarks_it(document: Document) -> None:
    document.edit("divisible", 0.02)
    assert document.scenario.sources["work"].edited == ("work.divisible_s",)
    document.reset("divisible")
    assert document.scenario == built_in()[0]
    assert document.stack.undoText() == "reset of C"


def test_a_reset_goes_back_to_the_saved_file(document: Document, tmp_path: Path) -> None:
    document.edit("divisible", 0.02)
    document.save(tmp_path / "a.json")
    document.edit("divisible", 0.03)
    document.reset("divisible")
    assert value_of(document.scenario, "divisible") == 0.02


def test_keeps_two_hundred_steps(document: Document) -> None:
    for number in range(UNDO_STEPS + 50):
        document.edit("divisible", 0.001 + number * 1e-6)
    assert document.stack.count() == 200


def test_the_outcome_is_computed_once_for_a_value(document: Document) -> None:
    first = document.outcome()
    assert document.outcome() is first
    document.edit("divisible", 0.013)
    assert document.outcome() is not first
    assert document.outcome(1) is document.outcome(1)


def test_outcomes_of_old_values_are_let_go(document: Document) -> None:
    outcomes = []
    for number in range(50):
        document.edit("divisible", 0.001 + number * 1e-6)
        outcomes.append(weakref.ref(document.outcome()))
    gc.collect()
    assert sum(outcome() is not None for outcome in outcomes) <= len(document.state.scenarios) + 1


def test_save_open_and_new(document: Document, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    document.edit("divisible", 0.02)
    document.save(path)
    assert not document.is_modified
    assert file.read(path) == document.state.scenarios
    document.new()
    assert document.state.scenarios == built_in()
    assert document.path is None
    document.open(path)
    assert value_of(document.scenario, "divisible") == 0.02
    assert document.path == path
    assert document.stack.count() == 0


def test_undo_after_a_save_is_modified_again(document: Document, tmp_path: Path) -> None:
    document.edit("divisible", 0.02)
    document.save(tmp_path / "a.json")
    document.undo()
    assert document.is_modified
    document.redo()
    assert not document.is_modified


def test_a_broken_file_leaves_everything(document: Document, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"format": "pareggio-scenarios", "version": 1, "scenarios": [', encoding="utf-8")
    document.edit("divisible", 0.02)
    state = document.state
    with pytest.raises(ScenarioError, match="line 1"):
        document.open(path)
    assert document.state is state
    assert document.path is None
    assert document.stack.count() == 1


def test_a_save_that_fails_stays_modified(document: Document, tmp_path: Path) -> None:
    document.edit("divisible", 0.02)
    with pytest.raises(ScenarioError):
        document.save(tmp_path / "missing" / "a.json")
    assert document.is_modified
    assert document.path is None


def test_a_document_goes_without_a_sound(qapp: QApplication) -> None:
    document = Document()
    heard = Heard(document)
    document.edit("divisible", 0.02)
    document.deleteLater()
    QApplication.sendPostedEvents(None, 52)
    qapp.processEvents()
    assert heard.changes == 1


def test_scenarios_are_added_renamed_moved_and_removed_with_undo(document: Document) -> None:
    before = document.state
    document.duplicate([0])
    document.rename(1, "Mine")
    document.edit("divisible", 0.02)
    document.move([1], 7)
    document.remove([0, 2])
    names = [scenario.name for scenario in document.state.scenarios]
    assert names == [before.scenarios[place].name for place in (1, 3, 4, 5)] + ["Mine"]
    assert document.scenario.name == "Mine"
    assert document.stack.count() == 5
    for _ in range(5):
        document.undo()
    assert document.state == before
    for _ in range(5):
        document.redo()
    assert [scenario.name for scenario in document.state.scenarios] == names


def test_a_refused_arrangement_is_no_step(document: Document) -> None:
    heard = Heard(document)
    document.rename(0, document.state.scenarios[1].name)
    document.remove(range(6))
    document.move([0], 1)
    assert document.stack.count() == 0
    assert heard.changes == 0
    assert [name for name, _ in heard.refusals] == ["scenarios", "scenarios"]


def test_a_renamed_scenario_is_reset_to_its_own_value(document: Document) -> None:
    document.rename(1, "Mine")
    document.edit("divisible", 0.5)
    document.reset("divisible")
    assert value_of(document.scenario, "divisible") == 0.001


def test_a_copy_is_reset_to_what_it_was_copied_from(document: Document, tmp_path: Path) -> None:
    document.edit("divisible", 0.5)
    document.duplicate([0])
    document.edit("divisible", 0.7)
    document.reset("divisible")
    assert value_of(document.scenario, "divisible") == 0.5
    document.edit("divisible", 0.7)
    document.save(tmp_path / "mine.json")
    document.edit("divisible", 0.9)
    document.reset("divisible")
    assert value_of(document.scenario, "divisible") == 0.7


def test_another_scenario_is_edited_and_undo_shows_it(document: Document) -> None:
    document.edit("divisible", 0.5, 3)
    assert document.state.current == 3
    document.choose(0)
    document.undo()
    assert document.state.current == 3
    assert document.scenario is built_in()[3]


def test_what_is_pinned_stays_as_it_was(document: Document) -> None:
    heard = Heard(document)
    document.pin(0)
    document.edit("divisible", 0.5)
    assert document.pinned is not None
    assert document.pinned.scenario is built_in()[0]
    assert heard.changes == 2
    assert document.stack.count() == 1
    document.pin(None)
    assert document.pinned is None
    document.pin(1)
    document.new()
    assert document.pinned is None
