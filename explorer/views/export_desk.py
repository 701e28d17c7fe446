"""The export of what is on the page; what it needs is imported when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.document import Document
from explorer.views.front_page import FrontPage

if TYPE_CHECKING:
    from explorer.views.exporter import Exporter


class ExportDesk(QObject):
    """Opens the dialog, or exports one plot at once."""

    def __init__(self, document: Document, page: FrontPage, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._page, self._window = document, page, window
        self.exporter: Exporter | None = None

    def open(self) -> None:
        """Open the dialog."""
        from explorer.views.export_dialog import ExportDialog

        self._page.split.player.pause()  # what is previewed is what is saved
        dialog = ExportDialog(self.ready(), self._window)
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

    def ready(self) -> Exporter:
        """Return the exporter, with what is shown now."""
        from explorer.views.exporter import Exporter

        self.exporter = self.exporter or Exporter(self._page, self._window)
        self.exporter.show_outcome(self._document.outcome(), self._document.pinned)
        return self.exporter
