"""Menus and tool bars out of groups of actions."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolBar


def fill_menu(menu: QMenu | QToolBar, *groups: Iterable[QAction]) -> None:
    """Add groups of actions with a line between them."""
    for number, group in enumerate(groups):
        if number:
            menu.addSeparator()
        menu.addActions(list(group))


def name_step(action: QAction, word: str, step: str, *, enabled: bool) -> None:
    """Let undo or redo name its step in the menu and the tooltip; the tool bar keeps its width."""
    action.setEnabled(enabled)
    action.setText(f"{word}: {step}" if enabled else word)
    action.setIconText(word)
    action.setToolTip(action.text())
