"""Rows and columns as a person sees them: order, shares of the room, gaps and margins."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer.views.widgets.layouts import STRETCH, column, row


def block(width: int, height: int) -> QWidget:
    part = QWidget()
    part.setMinimumSize(width, height)
    return part


def test_a_column_of_rows_gives_parts_their_places_and_what_is_left(qtbot: QtBot) -> None:
    owner, title, action, body, foot = QWidget(), block(40, 10), block(20, 10), block(50, 10), block(50, 12)
    column(row(title, STRETCH, action), (body, 1), foot, owner=owner, margins=(5, 6, 7, 8), spacing=2)
    qtbot.addWidget(owner)
    owner.resize(200, 100)
    owner.show()
    assert title.geometry().getRect() == (5, 6, 40, 10)
    assert action.geometry().getRect() == (200 - 7 - 20, 6, 20, 10)
    assert foot.geometry().getRect() == (5, 100 - 8 - 12, 188, 12)
    assert body.geometry().getRect() == (5, 18, 188, 100 - 18 - 2 - 12 - 8)


def test_an_owner_has_no_margins_unless_they_are_given(qtbot: QtBot) -> None:
    owner, left, right = QWidget(), block(30, 10), block(30, 10)
    row(left, (right, 1), owner=owner, spacing=4)
    qtbot.addWidget(owner)
    owner.resize(100, 10)
    owner.show()
    assert (left.x(), left.width()) == (0, 30)
    assert (right.x(), right.geometry().right()) == (34, 99)
