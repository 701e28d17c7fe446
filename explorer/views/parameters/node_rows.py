"""The network between the nodes of a modelled link: three rows that are there while the link has one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from explorer.answers.outcome import Outcome
from explorer.scenario.parameter import Parameter
from explorer.scenario.parameters import ALPHA, WIRE
from explorer.scenario.section_parameters import DEVICES_PER_NODE
from explorer.views.widgets.card import ElidedLabel, plain_tip
from explorer.views.widgets.field_messages import FieldMessages
from explorer.views.widgets.parameter_row import symbol_label
from explorer.views.widgets.quantity_edit import QuantityEdit
from explorer.views.widgets.requests import Requests
from explorer.views.widgets.theme import translated


class NodeRows(QWidget):
    """Devices per node, and latency and bandwidth of a device's share of the network.

    Signals
    -------
    edited, dragged : a key of the network in the file, and the value that is asked for; ``dragged`` in a gesture.
    """

    edited = Signal(str, float)
    dragged = Signal(str, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        head = ElidedLabel(self, self.tr("Network between nodes"), 0.95, bold=True)
        self.message = ElidedLabel(self, factor=0.9)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 2, 0, 4)
        self._grid.setVerticalSpacing(3)
        self._grid.setHorizontalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(head, 0, 0, 1, 3)
        self.fields = {
            "devices_per_node": self._field(DEVICES_PER_NODE, self.tr("devices per node")),
            "alpha_s": self._field(ALPHA, self.tr("network latency per step")),
            "bandwidth_bytes_per_s": self._field(WIRE, self.tr("network bandwidth per device")),
        }
        self._grid.addWidget(self.message, len(self.fields) + 1, 0, 1, 3)
        self.hide()

    def _field(self, parameter: Parameter, name: str) -> QuantityEdit:
        field = QuantityEdit(parameter, self)
        field.setAccessibleName(f"{parameter.symbol}, {name}")
        field.setToolTip(plain_tip(translated(parameter.meaning)))
        row = self._grid.rowCount()
        for column, part in enumerate((symbol_label(parameter, field), ElidedLabel(self, name), field)):
            self._grid.addWidget(part, row, column)
        FieldMessages.of(self).follow(field)
        field.edited.connect(self._ask)
        field.dragged.connect(self._step)
        field.gesture_started.connect(Requests.of(self).gesture_started)
        field.gesture_ended.connect(Requests.of(self).gesture_ended)
        return field

    def _ask(self, value: float) -> None:
        self.edited.emit(self._key_of_sender(), value)

    def _step(self, value: float) -> None:
        self.dragged.emit(self._key_of_sender(), value)

    def _key_of_sender(self) -> str:
        field = self.sender()
        return next(key for key, candidate in self.fields.items() if candidate is field)

    def show_outcome(self, outcome: Outcome) -> None:
        """Show the network of the scenario's link, or nothing where it has none."""
        network = outcome.scenario.communication.link.network
        self.setVisible(network is not None)
        if network is None:
            return
        for key, field in self.fields.items():
            field.show_value(getattr(network, key))
        devices, each = outcome.scenario.devices, network.devices_per_node
        text = self.tr("{nodes} nodes of {each}")
        if devices <= each:
            text = self.tr("One node holds all devices: network not used.")
        elif devices % each:
            text = self.tr("N = {devices} is not a multiple of {each} devices per node.")
        self.message.set_whole(text.format(devices=devices, each=each, nodes=devices // each))
