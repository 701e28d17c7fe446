"""The open document: its scenarios, the undo stack and the file they belong to. The one place where they change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from explorer.outcome import Outcome
from explorer.scenario import edit, file
from explorer.scenario.edit import ScenarioError
from explorer.scenario.library import built_in
from explorer.scenario.scenario import PARAMETERS, Scenario

UNDO_STEPS = 200
_COMMAND = 1


@dataclass(frozen=True)
class State:
    """The document's value: frozen scenarios and the one that is shown. Structure is shared between values."""

    scenarios: tuple[Scenario, ...]
    current: int = 0

    @property
    def scenario(self) -> Scenario:
        """The scenario that is shown."""
        return self.scenarios[self.current]


class _Change(QUndoCommand):
    """From one value of the document to another; the steps of one gesture merge."""

    def __init__(self, document: Document, text: str, before: State, after: State, gesture: int | None) -> None:
        super().__init__(text)
        self._document, self._before, self._after, self._gesture = document, before, after, gesture

    @override
    def id(self) -> int:
        return -1 if self._gesture is None else _COMMAND

    @override
    def redo(self) -> None:
        self._document._take(self._after)

    @override
    def undo(self) -> None:
        self._document._take(self._before)

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Change) or other._gesture != self._gesture:
            return False
        self._after = other._after
        self.setText(other.text())
        self.setObsolete(self._after == self._before)
        return True


class Document(QObject):
    """The scenarios that are open, with undo.

    Signals
    -------
    changed : the value, the shown scenario or the file's name is another one. Fires once for each change.
    rejected : parameter's name and sentence of an edit that was refused; nothing else has changed.
    """

    changed = Signal()
    rejected = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stack = QUndoStack(self)
        self.stack.setUndoLimit(UNDO_STEPS)
        self.stack.cleanChanged.connect(self._tell)
        self.path: Path | None = None
        self._stamp: file.Stamp | None = None
        self._state = State(built_in())
        self._saved = self._state.scenarios
        self._gesture: int | None = None
        self._gestures = 0
        self._base = self._state.scenario  # of the gesture under way, whose values are set on it anew at each step
        self._gesture_values: dict[str, float] = {}
        self._outcomes: dict[int, Outcome] = {}
        self._telling = True

    @property
    def state(self) -> State:
        """The present value."""
        return self._state

    @property
    def scenario(self) -> Scenario:
        """The scenario that is shown."""
        return self._state.scenario

    @property
    def is_modified(self) -> bool:
        """Whether there is something to save."""
        return not self.stack.isClean()

    @property
    def in_gesture(self) -> bool:
        """Whether a drag is under way."""
        return self._gesture is not None

    def outcome(self, index: int | None = None) -> Outcome:
        """Return the outcome of a scenario (None: the shown one), computed once for each value."""
        scenario = self._state.scenarios[self._state.current if index is None else index]
        key = id(scenario)
        found = self._outcomes.get(key)
        if found is None or found.scenario is not scenario:
            alive = {id(entry) for entry in self._state.scenarios}
            self._outcomes = {number: old for number, old in self._outcomes.items() if number in alive}
            found = self._outcomes[key] = Outcome(scenario)
        return found

    def original(self) -> Scenario:
        """Return the shown scenario as the file holds it, or the base case where the file has none of that name."""
        name = self.scenario.name
        return next((scenario for scenario in self._saved if scenario.name == name), built_in()[0])

    def drag(self, name: str, value: float) -> None:
        """Change one parameter as part of the gesture under way; nothing where that has ended.

        Undo, a choice of scenario or a dialog end a gesture though the mouse still holds on.
        """
        if self._gesture is not None:
            self._change(name, value)

    def edit(self, name: str, value: float) -> None:
        """Change one parameter of the shown scenario, as one undo step of its own."""
        self._end_any_gesture()
        self._change(name, value)

    def _change(self, name: str, value: float) -> None:
        wanted = {**self._gesture_values, name: value}
        scenario = self._base if self._gesture is not None else self.scenario
        try:
            for key, entry in wanted.items():
                if entry != edit.value_of(scenario, key):  # an equal value leaves no mark of an edit
                    scenario = edit.change(scenario, key, entry)
        except ScenarioError as error:
            self.rejected.emit(name, error.told)
            return
        if self._gesture is not None:
            self._gesture_values = wanted
        parameter = PARAMETERS[name]
        self._push(scenario, self.tr("{symbol} = {value}").format(symbol=parameter.symbol, value=parameter.show(value)))

    def reset(self, name: str) -> None:
        """Give a parameter the value back that the file, or the base case, has."""
        self._end_any_gesture()
        scenario = edit.restored(self.scenario, self.original(), name)
        self._push(scenario, self.tr("reset of {symbol}").format(symbol=PARAMETERS[name].symbol))

    def _push(self, scenario: Scenario, text: str) -> None:
        before = self._state
        if scenario == self.scenario:
            return
        scenarios = (*before.scenarios[: before.current], scenario, *before.scenarios[before.current + 1 :])
        after = State(scenarios, before.current)
        self._telling = False
        try:
            self.stack.push(_Change(self, text, before, after, self._gesture))
        finally:
            self._telling = True
        self.changed.emit()

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
        self._gestures += 1
        self._gesture = self._gestures
        self._base = self.scenario

    def end_gesture(self) -> None:
        """End a drag; tells once more, so that what stood still during it can follow."""
        if self._gesture is not None:
            self._end_any_gesture()
            self.changed.emit()

    def _end_any_gesture(self) -> None:
        self._gesture = None
        self._gesture_values = {}

    def choose(self, index: int) -> None:
        """Show another scenario; this is no undo step."""
        if index != self._state.current and 0 <= index < len(self._state.scenarios):
            self._end_any_gesture()
            self._take(State(self._state.scenarios, index))

    def _take(self, state: State) -> None:
        self._state = state
        self._tell()

    def _tell(self) -> None:
        if self._telling:
            self.changed.emit()

    def changed_on_disk(self) -> bool:
        """Whether somebody else has written the file, or taken it away, since it was opened or saved."""
        return self.path is not None and self._stamp is not None and file.stamp(self.path) != self._stamp

    def _start(self, scenarios: tuple[Scenario, ...], path: Path | None) -> None:
        self._telling = False
        try:
            self._end_any_gesture()
            self.stack.clear()
            self.path, self._saved = path, scenarios
            self._stamp = file.stamp(path) if path is not None else None
            self._outcomes.clear()
            self._state = State(scenarios)
        finally:
            self._telling = True
        self.changed.emit()

    def new(self) -> None:
        """Start over with the built-in scenarios."""
        self._start(built_in(), None)

    def open(self, path: Path) -> None:
        """Open a file, or raise :class:`ScenarioError` and stay as it was."""
        self._start(file.read(path), path)

    def restore(self, scenarios: tuple[Scenario, ...], path: Path | None, current: int) -> None:
        """Take up work that was not saved: the file's values are those on disk, and there is something to save."""
        try:
            saved = file.read(path) if path is not None else built_in()
        except ScenarioError:
            saved = scenarios
        self._start(scenarios, path)
        self._saved = saved
        self._silently(self.stack.resetClean)
        self.choose(current)

    def save(self, path: Path) -> None:
        """Write the file, or raise :class:`ScenarioError` and stay as it was. A drag goes on as a new step."""
        file.write(path, self._state.scenarios)
        if self._gesture is not None:
            self._end_any_gesture()
            self.begin_gesture()
        self.path, self._saved = path, self._state.scenarios
        self._stamp = file.stamp(path)
        self._silently(self.stack.setClean)
