"""Which kind of link it is, and the menu that puts another one in its place."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget

from explorer.answers.link_conversion import described
from explorer.answers.link_words import algorithm_name
from explorer.answers.outcome import Outcome
from explorer.model.collectives.costs import Algorithm
from explorer.scenario.link import AlgorithmId
from explorer.views.widgets.card import ElidedLabel
from explorer.views.widgets.layouts import row
from explorer.views.widgets.requests import Requests
from explorer.views.widgets.theme import translated


class LinkRow(QWidget):
    """One line: what the link is, and a button.

    Signals
    -------
    kind_asked : "constant" and "", or "algorithm" and its id: of another link that takes as long for this message.
    wiring_asked : a flag of a modelled link, "fully_connected" or "in_switch", and whether it is to hold.
    network_asked : whether a modelled link is to have a network between nodes.
    """

    kind_asked = Signal(str, str)
    wiring_asked = Signal(str, bool)
    network_asked = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = ElidedLabel(self)
        self.change = QPushButton(self.tr("Change"), self)
        self.change.setAccessibleName(self.tr("Kind of link"))
        self.change.setToolTip(self.tr("Constant start-up and bandwidth, an all-reduce algorithm, or a measured curve"))
        self._menu = QMenu(self)
        self._fill()
        self.change.setMenu(self._menu)
        row(QLabel(self.tr("Link"), self), (self.message, 1), self.change, owner=self, margins=(0, 0, 0, 2))

    def _fill(self) -> None:
        self._menu.addAction(self.tr("Constant ℓ and B")).setData(("constant", ""))
        modelled = self._menu.addMenu(self.tr("All-reduce algorithm"))
        for name in get_args(AlgorithmId):
            modelled.addAction(self._word(name)).setData(("algorithm", name))
        self._switches = {
            "fully_connected": self._menu.addAction(self.tr("Fully connected")),
            "in_switch": self._menu.addAction(self.tr("In-switch reduction (NVLS, SHARP)")),
            "network": self._menu.addAction(self.tr("Network between nodes")),
        }
        for name, action in self._switches.items():
            action.setCheckable(True)
            action.setData(("network" if name == "network" else "wiring", name))
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Measured, from the library…")).setData(("library", ""))
        self._menu.triggered.connect(self._ask)

    def _word(self, algorithm: str) -> str:
        if algorithm == "best":
            return self.tr("the fastest permitted")
        return translated(algorithm_name(Algorithm(algorithm)))

    def _ask(self, action: QAction) -> None:
        kind, name = action.data()
        if kind == "wiring":
            self.wiring_asked.emit(name, action.isChecked())
        elif kind == "network":
            self.network_asked.emit(action.isChecked())
        elif kind == "library":
            Requests.of(self).library.emit()
        else:
            self.kind_asked.emit(kind, name)

    def show_outcome(self, outcome: Outcome) -> None:
        """Say what kind of link a scenario has, and which algorithm runs where that is left to the link."""
        scenario = outcome.scenario
        kind, name = described(scenario)
        link = scenario.communication.link
        for key, action in self._switches.items():
            action.setEnabled(kind == "algorithm")
            action.setChecked(bool(getattr(link, key, False)))
        if kind == "algorithm" and outcome.nodes > 1:
            text, name = self.tr("{nodes} nodes, between: {name}"), self._word(outcome.algorithm or name)
        elif name == "best":
            text, name = self.tr("fastest: {name}"), self._word(outcome.algorithm or name)
        elif kind == "algorithm":
            text, name = "{name}", self._word(name)
        elif kind == "measured":
            text = self.tr("measured: {name}")
        else:
            text = self.tr("constant: {name}") if name else self.tr("constant")
        self.message.set_whole(text.format(nodes=outcome.nodes, name=name or "–"))
