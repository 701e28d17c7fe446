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
    """Let undo or redo name its step in the menu and the tooltip; the tool bar keeps its width.

    Qt keeps some 140 bytes for each change of an action, so that no more is set than has to be: the tooltip follows the
    text by itself.
    """
    if action.iconText() != word:
        action.setIconText(word)
    if action.isEnabled() != enabled:
        action.setEnabled(enabled)
    text = f"{word}: {step}" if enabled else word
    if action.text() != text:
        action.setText(text)
