"""The open document: its scenarios, the undo stack and the file they belong to. The one place where they change."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.scenario import edit, file, storage
from explorer.scenario.collection import DocumentState, ScenarioId
from explorer.scenario.edit import ScenarioError
from explorer.scenario.library import built_in
from explorer.scenario.link import Link
from explorer.scenario.scenario import Scenario, Source

UNDO_STEPS = 200
_OUTCOMES_TO_SPARE = 16


class _Change(QUndoCommand):
    """From one value of the document to another."""

    def __init__(self, document: Document, text: str, before: DocumentState, after: DocumentState) -> None:
        super().__init__(text)
        self._document = weakref.ref(document)  # in a circle with it, Python's collector would free both, and crash
        self._before, self._after = before, after

    @override
    def redo(self) -> None:
        self._take(self._after)

    @override
    def undo(self) -> None:
        self._take(self._before)

    def _take(self, state: DocumentState) -> None:
        document = self._document()
        if document is not None:
            document._take(state)

    def begins_with(self, state: DocumentState) -> bool:
        """Whether the drag is back where it began, so that nothing is left to undo."""
        return state == self._before

    def go_on(self, text: str, after: DocumentState, stack: QUndoStack) -> None:
        """Take the next step of a drag, without another command: Qt's merging keeps those of all steps for ever."""
        self._after = after
        self.setText(text)
        self.redo()
        if self.begins_with(after):
            self.setObsolete(True)
            stack.undo()  # takes it off the stack


class _Outcomes:
    """The outcomes of scenarios, found by identity, so that no two scenarios are compared field by field."""

    def __init__(self) -> None:
        self._kept: dict[int, Outcome] = {}

    def of(self, scenario: Scenario, present: Sequence[Scenario]) -> Outcome:
        """Return a scenario's outcome; of scenarios that are no longer present a few are kept, for undo."""
        outcome = self._kept.get(id(scenario))
        if outcome is None or outcome.scenario is not scenario:
            if len(self._kept) > len(present) + _OUTCOMES_TO_SPARE:
                alive = {id(entry) for entry in present}
                self._kept = {key: old for key, old in self._kept.items() if key in alive}
            outcome = self._kept[id(scenario)] = Outcome(scenario)
        return outcome


class Document(QObject):
    """The scenarios that are open, with undo.

    Signals
    -------
    changed : the value, the shown or pinned scenario or the file's name is another one. Fires once for each change.
    rejected : parameter's name ("scenarios" for what concerns several) and sentence of an edit that was refused;
        nothing else has changed.
    """

    changed = Signal()
    rejected = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stack = QUndoStack(self, undoLimit=UNDO_STEPS)
        self.stack.cleanChanged.connect(self._tell)
        self.path: Path | None = None
        self.stamp: storage.Stamp | None = None
        self.state = DocumentState.of(built_in())
        """The present value."""
        self._saved: dict[ScenarioId, Scenario] = {}
        self.pinned: Outcome | None = None
        """The scenario that is pinned for comparison, as it was then."""
        self.in_gesture = False
        """Whether a drag is under way."""
        self._dragged: _Change | None = None  # the step that the gesture under way has made
        self._base = self.state.scenario  # of the gesture under way, whose values are set on it anew at each step
        self._gesture_values: dict[str, float] = {}
        self._outcomes, self._telling = _Outcomes(), True

    @property
    def scenario(self) -> Scenario:
        """The scenario that is shown."""
        return self.state.scenario

    @property
    def is_modified(self) -> bool:
        """Whether there is something to save."""
        return not self.stack.isClean()

    def outcome(self, index: int | None = None) -> Outcome:
        """Return the outcome of a scenario (None: the shown one), computed once for each value."""
        scenario = self.state.scenarios[self.state.current if index is None else index]
        return self._outcomes.of(scenario, self.state.scenarios)

    def original(self) -> Scenario:
        """Return the shown scenario as the file holds it, or as it was added where the file has none."""
        identity = self.state.ids[self.state.current]
        return self._saved.get(identity, identity.original)

    def pin(self, index: int | None) -> None:
        """Pin a scenario as it is now, or none; this is no undo step, and no file holds it."""
        before, self.pinned = self.pinned, None if index is None else self.outcome(index)
        if self.pinned is not before:
            self._tell()

    def drag(self, name: str, value: float) -> None:
        """Change one parameter within the gesture; nothing where undo, a choice or a dialog has ended that."""
        if self.in_gesture:
            self._change(name, value)

    def edit(self, name: str, value: float, index: int | None = None) -> None:
        """Change one parameter of a scenario (None: the shown one), which is shown, as one undo step of its own."""
        self._end_any_gesture()
        self._change(name, value, index)

    def _change(self, name: str, value: float, index: int | None = None) -> None:
        wanted = {**self._gesture_values, name: value}
        at = self.state.current if index is None else index
        scenario = self._base if self.in_gesture else self.state.scenarios[at]
        try:
            for key, entry in wanted.items():
                if entry != edit.value_of(scenario, key):  # an equal value leaves no mark of an edit
                    scenario = edit.change(scenario, key, entry)
        except ScenarioError as error:
            self.rejected.emit(name, error.message)
            return
        if self.in_gesture:
            self._gesture_values = wanted
        parameter = edit.ALL_PARAMETERS[name]
        text = self.tr("{symbol} = {value}").format(symbol=parameter.symbol, value=parameter.show(value))
        self._push(self.state.replaced(at, scenario), text)

    def reset(self, name: str) -> None:
        """Give a parameter the value back that the file, or the base case, has."""
        text = self.tr("reset of {symbol}").format(symbol=edit.ALL_PARAMETERS[name].symbol)
        self.revise(lambda scenario: edit.restored(scenario, self.original(), name), text)

    def add(self) -> None:
        """Add the base case after the shown scenario."""
        self.arrange(lambda state: state.added(state.current + 1, built_in()[:1]), self.tr("new scenario"))

    def duplicate(self, indices: Sequence[int]) -> None:
        """Add copies of scenarios after the last of them."""
        self.arrange(lambda state: state.duplicated(indices), self.tr("duplicate"))

    def rename(self, index: int, name: str) -> None:
        """Give a scenario another name."""
        self.arrange(lambda state: state.renamed(index, name), self.tr("name"))

    def move(self, indices: Sequence[int], before: int) -> None:
        """Move scenarios before the one at an index."""
        self.arrange(lambda state: state.moved(indices, before), self.tr("order"))

    def remove(self, indices: Sequence[int]) -> None:
        """Take scenarios away."""
        self.arrange(lambda state: state.removed(indices), self.tr("delete"))

    def set_part(self, part: str, value: object, text: str) -> None:
        """Give the shown scenario another part, such as ``notes``, ``matrix`` or ``pipeline``."""
        if getattr(self.scenario, part) != value:  # an equal value leaves no mark of an edit
            self.revise(lambda scenario: edit.replace_at(scenario, (part,), value), text)

    def revise(self, change: Callable[[Scenario], Scenario], text: str, *, dragged: bool = False) -> None:
        """Change the shown scenario as :meth:`arrange` does."""
        self.arrange(lambda state: state.replaced(state.current, change(state.scenario)), text, dragged=dragged)

    def set_link(self, link: Link, devices: int, source: Source, text: str) -> None:
        """Give the shown scenario another link on N devices, with a note where its figures come from."""
        text = self.tr("link {name}").format(name=text)
        self.revise(lambda scenario: edit.with_link(scenario, link, devices, source), text)

    def set_network(self, link: Link | None, source: Source | None, text: str) -> None:
        """Give the shown scenario another link between nodes, with a note where its figures come from."""
        text = self.tr("link between nodes: {name}").format(name=text)
        self.revise(lambda scenario: edit.with_network(scenario, link, source), text)

    def arrange(self, change: Callable[[DocumentState], DocumentState], text: str, *, dragged: bool = False) -> bool:
        """Change several scenarios as one undo step, or in the gesture under way; False where that is refused."""
        if not dragged:
            self._end_any_gesture()
        try:
            after = change(self.state)
        except ScenarioError as error:
            self.rejected.emit("scenarios", error.message)
            return False
        self._push(after, text)
        return True

    def _push(self, after: DocumentState, text: str) -> None:
        before = self.state
        if after.scenarios == before.scenarios:
            return
        before = before.with_current(after.current) if after.ids == before.ids else before  # undo shows what it changes
        dragged = self._dragged
        if dragged is not None:
            self._dragged = None if dragged.begins_with(after) else dragged
            self._silently(partial(dragged.go_on, text, after, self.stack))
            return
        change = _Change(self, text, before, after)
        self._dragged = change if self.in_gesture else None
        self._silently(partial(self.stack.push, change))

    def undo(self) -> None:
        """Take the last step back and show the scenario that it had changed."""
        self._end_any_gesture()
        self._silently(self.stack.undo)

    def redo(self) -> None:
        """Do the last undone step again."""
        self._end_any_gesture()
        self._silently(self.stack.redo)

    def _silently(self, act: Callable[[], None]) -> None:
        self._telling = False
        try:
            act()
        finally:
            self._telling = True
        self.changed.emit()

    def begin_gesture(self) -> None:
        """Start a drag: its edits become one step."""
        self._end_any_gesture()
        self.in_gesture, self._base = True, self.scenario

    def end_gesture(self) -> None:
        """End a drag; tells once more, so that what stood still during it can follow."""
        if self.in_gesture:
            self._end_any_gesture()
            self.changed.emit()

    def _end_any_gesture(self) -> None:
        self.in_gesture, self._dragged, self._gesture_values = False, None, {}

    def choose(self, index: int) -> None:
        """Show another scenario; this is no undo step."""
        if index != self.state.current and 0 <= index < len(self.state.scenarios):
            self._end_any_gesture()
            self._take(self.state.with_current(index))

    def _take(self, state: DocumentState) -> None:
        self.state = state
        self._tell()

    def _tell(self) -> None:
        if self._telling:
            self.changed.emit()

    def changed_on_disk(self) -> bool:
        """Whether somebody else has written the file, or taken it away, since it was opened or saved."""
        return self.path is not None and self.stamp is not None and storage.stamp(self.path) != self.stamp

    def start(
        self, scenarios: tuple[Scenario, ...], path: Path | None = None, originals: Sequence[Scenario] = ()
    ) -> None:
        """Start over with scenarios, of a file or of none; a reset goes back to them, or to their originals."""
        self._end_any_gesture()
        self.path, self._saved, self.pinned = path, {}, None
        self.stamp = storage.stamp(path) if path is not None else None
        self._outcomes, self.state = _Outcomes(), DocumentState.of(scenarios, originals)
        self._silently(self.stack.clear)

    def new(self) -> None:
        """Start over with the built-in scenarios."""
        self.start(built_in())

    def open(self, path: Path) -> None:
        """Open a file, or raise :class:`ScenarioError` and stay as it was."""
        self.start(file.read(path), path.absolute())
        storage.tidy(path)

    def restore(
        self, scenarios: tuple[Scenario, ...], path: Path | None, current: int, stamp: storage.Stamp | None = None
    ) -> None:
        """Take up work that was not saved: there is something to save, and values go back to those on disk.

        A scenario that the file has not, by its name, goes back to what it was taken up with. ``stamp`` is that of the
        file when it was opened or saved: where the file has another one by now, a save has to ask.
        """
        try:
            saved = file.read(path) if path is not None else built_in()
        except ScenarioError:
            saved = scenarios
        by_name = {scenario.name: scenario for scenario in saved}
        self.start(scenarios, path, [by_name.get(scenario.name, scenario) for scenario in scenarios])
        self.stamp = stamp or self.stamp
        self._silently(self.stack.resetClean)
        self.choose(current)

    def save(self, path: Path) -> None:
        """Write the file, or raise :class:`ScenarioError` and stay as it was. A drag goes on as a new step."""
        file.write(path, self.state.scenarios)
        if self.in_gesture:
            self.begin_gesture()
        self.path, self.stamp = path.absolute(), storage.stamp(path)
        self._saved = dict(zip(self.state.ids, self.state.scenarios, strict=True))
        self._silently(self.stack.setClean)
