"""The page "Scenarios": all scenarios of the file in one table, and what differs between two of them."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QSplitter, QWidget
from typing_extensions import override

from explorer.document import Document
from explorer.views.base.kept import kept_text
from explorer.views.base.page import Page
from explorer.views.scenarios.difference_view import DifferenceView
from explorer.views.scenarios.kept_columns import columns_text
from explorer.views.scenarios.scenario_panel import ScenarioPanel
from explorer.views.widgets.layouts import column, splitter


class ScenariosPage(Page):
    """The table above, the differences below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = ScenarioPanel(self)
        self.differences = DifferenceView(self)
        vertical = Qt.Orientation.Vertical
        self.splitter = splitter(self.panel, self.differences, sizes=(430, 250), owner=self, direction=vertical)
        column(self.splitter, owner=self)

    @override
    def show_document(self, document: Document) -> None:
        self.panel.show_scenarios(document.state, document.outcome)
        first = document.pinned or document.outcome(0)
        self.differences.show_pair(first, document.outcome(), pinned=document.pinned is not None)

    @override
    def commit_pending_edit(self) -> bool:
        self.panel.commit_pending_edit()
        return True

    @override
    def pause(self) -> None:
        self.panel.pause()

    @override
    def tab_order(self) -> list[QWidget]:
        return self.panel.tab_order()

    @override
    def splitters(self) -> dict[str, QSplitter]:
        return {"table": self.splitter}

    @override
    def keep(self, settings: QSettings) -> None:
        settings.setValue("columns", columns_text(self.panel.view))

    @override
    def restore(self, settings: QSettings) -> None:
        self.panel.restore(kept_text(settings, "columns"))
