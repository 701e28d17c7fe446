"""What a person does on the page "Links"."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from explorer.views.links.page import LinksPage
from explorer.views.shell.main_window import MainWindow
from tests.views.hands import CONTROL, LEFT, settle

SIZE, DEVICES, ALGORITHMS, MAP, GROUPING = range(5)
FAST, SLOW = "h100-sxm-nccl/4/measured", "l40s-nccl/4/measured"


def the_page(window: MainWindow) -> LinksPage:
    assert window.lazy.tabs["links"].page is not None
    return window.lazy.tabs["links"].page


def open_links(window: MainWindow, qtbot: QtBot) -> LinksPage:
    """Open the page by its key."""
    qtbot.keyClick(window, Qt.Key.Key_3, CONTROL)
    settle()
    return the_page(window)


def open_panel(page: LinksPage, qtbot: QtBot, place: int) -> None:
    qtbot.mouseClick(page.switches[place], LEFT)
    settle()


def tick(page: LinksPage, *keys: str) -> None:
    for key in keys:
        page.list.tree.setCurrentItem(page.list.item_of(key))
        QTest.keyClick(page.list.tree, Qt.Key.Key_Space)
    settle()


def use(page: LinksPage, qtbot: QtBot, key: str) -> None:
    page.list.tree.setCurrentItem(page.list.item_of(key))
    qtbot.mouseClick(page.list.use, LEFT)
    settle()
