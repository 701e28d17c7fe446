"""The place of the page "Links": the page, and the library that it shows, are made when it first comes up."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.outcome import Outcome
from explorer.views.parts.theme import LIGHT, Theme

if TYPE_CHECKING:
    from explorer.views.links_page import LinksPage


class LinksTab(QWidget):
    """Holds the page once it is wanted, and passes on what it asks.

    Signals
    -------
    dragged : name and value, between ``gesture_started`` and ``gesture_ended``.
    link_asked : link, number of devices, source and name of a link that the scenario is to have.
    export_asked : a panel's name and one of the kinds that the menu of the right button offers.
    """

    dragged = Signal(str, float)
    gesture_started = Signal()
    gesture_ended = Signal()
    link_asked = Signal(object, int, object, str)
    export_asked = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.page: LinksPage | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)

    def show_outcome(self, outcome: Outcome, *, still: bool, ghost: Outcome | None = None) -> None:
        """Show an outcome on the page, which is made if it is not there yet."""
        self.made().show_outcome(outcome, still=still, ghost=ghost)

    def made(self) -> LinksPage:
        """Return the page, which is made if it is not there yet."""
        return self.page or self._make()

    def _make(self) -> LinksPage:
        from explorer.views.links_page import LinksPage

        page = self.page = LinksPage(self)
        page.show_theme(self._theme)
        page.dragged.connect(self.dragged)
        page.gesture_started.connect(self.gesture_started)
        page.gesture_ended.connect(self.gesture_ended)
        page.link_asked.connect(self.link_asked)
        page.export_asked.connect(self.export_asked)
        for before, after in pairwise(page.tab_order()):
            self.setTabOrder(before, after)
        layout = self.layout()
        if layout is not None:
            layout.addWidget(page)
            page.show()
        return page

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        if self.page is not None:
            self.page.show_theme(theme)
