"""Menus and tool bars out of groups of actions; undo and redo name their step when somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence, QUndoStack
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar
from typing_extensions import override

Key = QKeySequence | QKeySequence.StandardKey | str


def make_action(window: QMainWindow, text: str, act: Callable[[], object], *keys: Key) -> QAction:
    """Return an action of a window with its shortcuts."""
    action = QAction(text, window)
    action.setShortcuts([QKeySequence(key) for key in keys])
    action.triggered.connect(act)
    return action


def fill_menu(menu: QMenu | QToolBar, *groups: Iterable[QAction]) -> None:
    """Add groups of actions with a line between them."""
    for number, group in enumerate(groups):
        if number:
            menu.addSeparator()
        menu.addActions(list(group))


def tool_bar(window: QMainWindow, title: str, *groups: Iterable[QAction]) -> QToolBar:
    """Add a tool bar that stays where it is."""
    bar = QToolBar(title, window)
    bar.setObjectName("tools")
    bar.setMovable(False)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    fill_menu(bar, *groups)
    window.addToolBar(bar)
    return bar


class StepNames(QObject):
    """Lets undo and redo name their step: when the menu opens and when a tooltip is wanted.

    Not at each edit: Qt keeps some 140 bytes for each change of an action, which a day of work would feel.
    """

    def __init__(self, stack: QUndoStack, undo: QAction, redo: QAction, window: QMainWindow) -> None:
        super().__init__(window)
        self._stack, self._undo, self._redo = stack, undo, redo
        self._words = (undo.text(), redo.text())

    def watch(self, menu: QMenu, bar: QToolBar) -> None:
        """Name the steps in a menu and on the buttons of a tool bar."""
        menu.aboutToShow.connect(self.name)
        for action in (self._undo, self._redo):
            action.setIconText(action.text())  # the tool bar keeps its width
            bar.widgetForAction(action).installEventFilter(self)

    def enable(self) -> None:
        """Let them be used where there is a step."""
        for action, able in ((self._undo, self._stack.canUndo()), (self._redo, self._stack.canRedo())):
            if action.isEnabled() != able:
                action.setEnabled(able)

    def name(self) -> None:
        """Write the names of the steps."""
        steps = (self._stack.undoText(), self._stack.redoText())
        for action, word, step in zip((self._undo, self._redo), self._words, steps, strict=True):
            text = f"{word}: {step}" if step else word
            if action.text() != text:
                action.setText(text)  # the tooltip follows by itself

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            self.name()
        return False
