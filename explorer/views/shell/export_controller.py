"""The export of what is on the page; what it needs is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.document import Document
from explorer.views.shell.front_page import FrontPage
from explorer.views.shell.later_tab import LaterTab

if TYPE_CHECKING:
    from explorer.views.export.exporter import ExportedView, Exporter


class ExportController(QObject):
    """Opens the dialog on the page in sight, or exports one plot at once; the table leads to the first page's."""

    def __init__(self, document: Document, page: FrontPage, tabs: Sequence[LaterTab], window: QWidget) -> None:
        super().__init__(window)
        self._document, self._page, self._tabs, self._window = document, page, tuple(tabs), window
        self.exporter: Exporter | None = None
        self._of_tabs: dict[LaterTab, Exporter] = {}

    def open(self) -> None:
        """Open the dialog."""
        from explorer.views.export.export_dialog import ExportDialog

        dialog = ExportDialog(self.in_sight(), self._window)
        dialog.exec()
        dialog.deleteLater()

    def export(self, name: str, kind: str) -> None:
        """Export one panel of the page in sight, as its menu asks."""
        up, exporter = self._up(), self.in_sight()
        if kind != "frames":
            exporter.export(name, kind)
        elif up is not None:
            up.made().save_frames(self._document.outcome(), self._window)
        else:
            from explorer.views.export.frame_saver import save_frames

            save_frames(self._document.outcome(), self._page.split, self._window)

    def _up(self) -> LaterTab | None:
        return next((tab for tab in self._tabs if tab.isVisible()), None)

    def in_sight(self) -> Exporter:
        """Return the exporter of the page that is up, with what is shown now, which no longer moves."""
        up = self._up()
        if up is None:
            self._page.split.player.pause()
            return self.ready()
        up.pause()
        return self.ready_for(up)

    def ready_for(self, tab: LaterTab) -> Exporter:
        """Return the exporter of a page, with what is shown now."""
        from explorer.views.export.exporter import Exporter

        if tab not in self._of_tabs:
            shown = cast("ExportedView", tab.exported())
            self._of_tabs[tab] = Exporter(shown, type(shown), self._window)
        self._of_tabs[tab].show_outcome(self._document.outcome(), self._document.pinned)
        return self._of_tabs[tab]

    def ready(self) -> Exporter:
        """Return the exporter, with what is shown now."""
        from explorer.views.export.exporter import Exporter

        self.exporter = self.exporter or Exporter(self._page, FrontPage, self._window)
        self.exporter.show_outcome(self._document.outcome(), self._document.pinned)
        return self.exporter
