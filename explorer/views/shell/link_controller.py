"""What a person does with the kind of link: each choice becomes one edit of the document."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.answers.link_conversion import as_algorithm, as_constant, network_for, source_of
from explorer.document import Document
from explorer.scenario.edit import replace_at, with_link
from explorer.scenario.link import AlgorithmLink
from explorer.scenario.scenario import Scenario
from explorer.views.parameters.link_row import LinkRow
from explorer.views.parameters.node_rows import NodeRows

_NETWORK = ("communication", "link", "network")


class LinkController(QObject):
    """Turns a choice of kind into an edit; the time of the present message stays where it can."""

    def __init__(
        self,
        document: Document,
        row: LinkRow,
        nodes: NodeRows,
        window: QWidget,
        commit_pending_edit: Callable[[], bool],
    ) -> None:
        super().__init__(window)
        self._document, self._commit_pending_edit = document, commit_pending_edit
        row.kind_asked.connect(self._change)
        row.wiring_asked.connect(self._wire)
        row.network_asked.connect(self._join)
        nodes.edited.connect(self._edit_network)
        nodes.dragged.connect(self._drag_network)

    def _wire(self, flag: str, holds: bool) -> None:
        if self._commit_pending_edit():
            path = ("communication", "link", flag)
            self._document.revise(lambda scenario: replace_at(scenario, path, holds), self.tr("wiring of the link"))

    def _join(self, joined: bool) -> None:
        """Put a network between nodes, or take it away."""

        def changed(scenario: Scenario) -> Scenario:
            link = scenario.communication.link
            if not isinstance(link, AlgorithmLink) or joined == (link.network is not None):
                return scenario
            network = network_for(link, scenario.devices) if joined else None
            return replace_at(scenario, _NETWORK, network)

        if self._commit_pending_edit():
            self._document.revise(changed, self.tr("network between nodes"))

    def _drag_network(self, key: str, value: float) -> None:
        if self._document.in_gesture:  # undo ends a gesture though the key is still held
            self._edit_network(key, value, dragged=True)

    def _edit_network(self, key: str, value: float, *, dragged: bool = False) -> None:
        stored = int(value) if key == "devices_per_node" and value.is_integer() else value
        text = self.tr("network between nodes")
        self._document.revise(lambda scenario: replace_at(scenario, (*_NETWORK, key), stored), text, dragged=dragged)

    def _change(self, kind: str, algorithm: str) -> None:
        if not self._commit_pending_edit():
            return

        def changed(scenario: Scenario) -> Scenario:
            before = scenario.communication.link
            if kind == "algorithm" and isinstance(before, AlgorithmLink):  # the figures stay what they are
                if before.algorithm == algorithm:
                    return scenario
                return replace_at(scenario, ("communication", "link", "algorithm"), algorithm)
            link = as_constant(scenario) if kind == "constant" else as_algorithm(scenario, algorithm)  # type: ignore[arg-type]
            if link == before:
                return scenario
            return with_link(scenario, link, scenario.devices, source_of(scenario))

        self._document.revise(changed, self.tr("kind of link"))
