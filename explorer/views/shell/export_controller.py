"""The export of what is on the page; what it needs is imported when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.document import Document
from explorer.views.base.pages import PAGES
from explorer.views.shell.pages import LazyPages, LazyTab

if TYPE_CHECKING:
    from explorer.views.export.exporter import Exporter


class ExportController(QObject):
    """Opens the dialog on the page in sight, or exports one panel at once."""

    def __init__(self, document: Document, lazy: LazyPages, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._lazy, self._window = document, lazy, window
        self._exporters: dict[str, Exporter] = {}

    def open(self) -> None:
        """Open the dialog."""
        from explorer.views.export.export_dialog import ExportDialog

        dialog = ExportDialog(self.in_sight(), self._window)
        dialog.exec()
        dialog.deleteLater()

    def export(self, name: str, kind: str) -> None:
        """Export one panel of the page in sight, as its menu asks."""
        exporter = self.in_sight()
        if kind == "frames":
            self._lazy.page.save_frames(self._document.outcome(), self._window)
        else:
            exporter.export(name, kind)

    def in_sight(self) -> Exporter:
        """Return the exporter of the page in sight, which pauses: what is exported is the moment that is shown."""
        tab = self._lazy.exported_tab()
        tab.made().pause()
        return self._ready(tab)

    def ready(self) -> Exporter:
        """Return the exporter of the first page."""
        return self._ready(self._lazy.tabs[PAGES[0].name])

    def _ready(self, tab: LazyTab) -> Exporter:
        """Return the exporter of a page, with what the document has now."""
        from explorer.views.export.exporter import Exporter

        name, view = tab.entry.name, tab.made().exported()
        if name not in self._exporters and view is not None:
            self._exporters[name] = Exporter(view, tab.entry, self._window)
        self._exporters[name].show_outcome(self._document.outcome(), self._document.pinned)
        return self._exporters[name]
