"""Rows and columns of widgets, each laid out in one call."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QSplitter, QVBoxLayout, QWidget

STRETCH = None
"""Empty room between parts, which takes what the others leave."""
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | None
"""What a row or a column holds: a widget or layout, alone or with its share of the room that is left, or STRETCH."""
Margins = tuple[int, int, int, int]
_Layout = TypeVar("_Layout", bound=QBoxLayout)


def row(*parts: Part, owner: QWidget | None = None, margins: Margins | None = None, spacing: int = -1) -> QHBoxLayout:
    """Return the parts from left to right.

    Parameters
    ----------
    owner : the widget that is laid out; None where the row goes into another layout.
    margins : pixels at the left, top, right and bottom; none unless given.
    spacing : pixels between parts; -1 takes those of the style.
    """
    return _filled(QHBoxLayout(), parts, owner, margins, spacing)


def column(
    *parts: Part, owner: QWidget | None = None, margins: Margins | None = None, spacing: int = -1
) -> QVBoxLayout:
    """Return the parts from top to bottom; arguments as for :func:`row`."""
    return _filled(QVBoxLayout(), parts, owner, margins, spacing)


def splitter(
    *parts: QWidget, sizes: tuple[int, ...], owner: QWidget, direction: Qt.Orientation = Qt.Orientation.Horizontal
) -> QSplitter:
    """Return the parts side by side or stacked; none can be collapsed, and ``sizes`` in pixels hold at first."""
    split = QSplitter(direction, owner)
    split.setChildrenCollapsible(False)
    for part in parts:
        split.addWidget(part)
    split.setSizes(sizes)
    return split


def keep_room(*parts: QWidget) -> None:
    """Let widgets keep their room while they are hidden, so that what is around them stays where it is."""
    for part in parts:
        policy = part.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        part.setSizePolicy(policy)


def _filled(
    layout: _Layout, parts: tuple[Part, ...], owner: QWidget | None, margins: Margins | None, spacing: int
) -> _Layout:
    if owner is not None:
        owner.setLayout(layout)
    layout.setContentsMargins(*(margins or (0, 0, 0, 0)))
    layout.setSpacing(spacing)
    for entry in parts:
        part, share = entry if isinstance(entry, tuple) else (entry, 0)
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, QWidget):
            layout.addWidget(part, share)
        else:
            layout.addLayout(part, share)
    return layout
