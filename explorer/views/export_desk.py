"""The export of what is on the page; what it needs is imported when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.document import Document
from explorer.views.front_page import FrontPage
from explorer.views.links_tab import LinksTab

if TYPE_CHECKING:
    from explorer.views.exporter import Exporter


class ExportDesk(QObject):
    """Opens the dialog on the page in sight, or exports one plot at once; the table leads to the first page's."""

    def __init__(self, document: Document, page: FrontPage, links: LinksTab, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._page, self._links, self._window = document, page, links, window
        self.exporter: Exporter | None = None
        self.of_links: Exporter | None = None
        page.export_asked.connect(self.export_plot)
        links.export_asked.connect(self.export_link_panel)

    def open(self) -> None:
        """Open the dialog."""
        from explorer.views.export_dialog import ExportDialog

        self._page.split.player.pause()  # what is previewed is what is saved
        dialog = ExportDialog(self.in_sight(), self._window)
        dialog.exec()
        dialog.deleteLater()

    def export_plot(self, name: str, kind: str) -> None:
        """Export one plot or panel, as its menu asks."""
        self._page.split.player.pause()
        if kind == "frames":
            from explorer.views.frame_saver import save_frames

            save_frames(self._document.outcome(), self._page.split, self._window)
            return
        self.ready().export(name, kind)

    def export_link_panel(self, name: str, kind: str) -> None:
        """Export one panel of the page "Links", as its menu asks."""
        self.ready_for_links().export(name, kind)

    def in_sight(self) -> Exporter:
        """Return the exporter of the page that is up, with what is shown now."""
        return self.ready_for_links() if self._links.isVisible() else self.ready()

    def ready_for_links(self) -> Exporter:
        """Return the exporter of the page "Links", which has been up, with what is shown now."""
        from explorer.views.exporter import Exporter
        from explorer.views.link_panels import LinkPanels

        self.of_links = self.of_links or Exporter(self._links.made().panels, LinkPanels, self._window)
        self.of_links.show_outcome(self._document.outcome())
        return self.of_links

    def ready(self) -> Exporter:
        """Return the exporter, with what is shown now."""
        from explorer.views.exporter import Exporter

        self.exporter = self.exporter or Exporter(self._page, FrontPage, self._window)
        self.exporter.show_outcome(self._document.outcome(), self._document.pinned)
        return self.exporter
