"""The place of a page that is made, with all that it imports, when it first comes up."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.scenario.scenario import Scenario
from explorer.views.base.page import Page
from explorer.views.widgets.row_column import RowColumn


class LaterTab(Page):
    """Holds the page once it is wanted, and passes on what it asks.

    ``make`` imports the page's class and returns it.
    """

    def __init__(self, make: Callable[[], type[Page]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._class = make
        self.page: Page | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)

    @override
    def show_outcome(
        self, outcome: Outcome, original: Scenario, *, keep_ranges: bool, pinned: Outcome | None = None
    ) -> None:
        self.made().show_outcome(outcome, original, keep_ranges=keep_ranges, pinned=pinned)

    def made(self) -> Page:
        """Return the page, which is made if it is not there yet."""
        return self.page or self._make()

    def _make(self) -> Page:
        page = self.page = self._class()(self)
        for before, after in pairwise(page.tab_order()):
            self.setTabOrder(before, after)
        layout = self.layout()
        if layout is not None:
            layout.addWidget(page)
            page.show()
        return page

    @override
    def column(self) -> RowColumn | None:
        return None if self.page is None else self.page.column()

    @override
    def toggle_animation(self) -> bool:
        return self.page is not None and self.page.toggle_animation()

    @override
    def has_animation(self) -> bool:
        return self.page is not None and self.page.has_animation()

    @override
    def pause(self) -> None:
        if self.page is not None:
            self.page.pause()

    @override
    def exported(self) -> QWidget:
        return self.made().exported()
