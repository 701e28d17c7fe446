"""The export of what is on the page; what it needs is imported when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.document import Document
from explorer.views.base.page import Page
from explorer.views.shell.front_page import FrontPage
from explorer.views.shell.pages import LazyPages

if TYPE_CHECKING:
    from explorer.views.export.exporter import ExportedView, Exporter


class ExportController(QObject):
    """Opens the dialog on the page in sight, or exports one plot at once; the table leads to the first page's."""

    def __init__(self, document: Document, page: FrontPage, lazy: LazyPages, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._page, self._lazy, self._window = document, page, lazy, window
        self.exporter: Exporter | None = None
        self._of_pages: dict[Page, Exporter] = {}

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
        """Return the exporter of the page that is up, with what is shown now, which no longer moves."""
        up = self._lazy.page
        if up is None:
            self._page.split.player.pause()
            return self.ready()
        up.pause()
        return self.ready_for(up)

    def ready_for(self, page: Page) -> Exporter:
        """Return the exporter of a page, with what is shown now."""
        from explorer.views.export.exporter import Exporter

        if page not in self._of_pages:
            shown = cast("ExportedView", page.exported())
            self._of_pages[page] = Exporter(shown, type(shown), self._window)
        self._of_pages[page].show_outcome(self._document.outcome(), self._document.pinned)
        return self._of_pages[page]

    def ready(self) -> Exporter:
        """Return the exporter, with what is shown now."""
        from explorer.views.export.exporter import Exporter

        self.exporter = self.exporter or Exporter(self._page, FrontPage, self._window)
        self.exporter.show_outcome(self._document.outcome(), self._document.pinned)
        return self.exporter
