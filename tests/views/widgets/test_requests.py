"""The one channel by which widgets ask."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer.document import Document
from explorer.views.widgets.requests import Requests


def test_all_widgets_of_a_window_ask_through_its_requests(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    document = Document()
    requests = Requests(window, document)
    within = QWidget(QWidget(window))
    assert Requests.of(within) is requests
    Requests.of(within).edit.emit("divisible", 9e-3)
    assert document.scenario.work.divisible_s == 9e-3


def test_what_is_made_outside_a_window_asks_nobody_and_goes_on_so(qtbot: QtBot) -> None:
    window, paper = QWidget(), QWidget()
    qtbot.addWidget(window)
    document = Document()
    requests = Requests(window, document)
    asking = Requests.of(paper)
    paper.setParent(window)
    assert asking is not requests
    asking.edit.emit("divisible", 9e-3)
    assert document.stack.count() == 0
