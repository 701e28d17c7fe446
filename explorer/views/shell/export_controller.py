"""The export of what is on the page; what it needs is imported when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.document import Document
from explorer.views.base.pages import PAGES, PageEntry
from explorer.views.base.panel_group import PanelGroup
from explorer.views.shell.front_page import FrontPage
from explorer.views.shell.pages import LazyPages

if TYPE_CHECKING:
    from explorer.views.export.exporter import Exporter


class ExportController(QObject):
    """Opens the dialog on the page in sight, or exports one plot at once; the table leads to the first page's."""

    def __init__(self, document: Document, page: FrontPage, lazy: LazyPages, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._page, self._lazy, self._window = document, page, lazy, window
        self._exporters: dict[PanelGroup, Exporter] = {}

    def open(self) -> None:
        """Open the dialog."""
        from explorer.views.export.export_dialog import ExportDialog

        dialog = ExportDialog(self.in_sight(), self._window)
        dialog.exec()
        dialog.deleteLater()

    def export(self, name: str, kind: str) -> None:
        """Export one panel of the page in sight, as its menu asks."""
        up, exporter = self._lazy.page, self.in_sight()
        if kind != "frames":
            exporter.export(name, kind)
        elif up is not None:
            up.save_frames(self._document.outcome(), self._window)
        else:
            from explorer.views.export.frame_saver import save_frames

            save_frames(self._document.outcome(), self._page.split, self._window)

    def in_sight(self) -> Exporter:
        """Return the exporter of the page in sight, with what is shown now, which no longer moves."""
        tab = self._lazy.tab
        if tab is None:
            self._page.split.player.pause()
            return self.ready()
        page = tab.made()
        page.pause()
        return self._ready(page.exported(), tab.entry)

    def ready(self) -> Exporter:
        """Return the exporter of the first page, with what is shown now."""
        return self._ready(self._page, PAGES[0])

    def _ready(self, view: PanelGroup, entry: PageEntry) -> Exporter:
        from explorer.views.export.exporter import Exporter

        if view not in self._exporters:
            self._exporters[view] = Exporter(view, entry, self._window)
        self._exporters[view].show_outcome(self._document.outcome(), self._document.pinned)
        return self._exporters[view]
