"""The pages that are made when first shown, and what a window does with the one in sight."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.answers.outcome import Outcome
from explorer.document import Document
from explorer.views.base.page import Page
from explorer.views.base.pages import PAGES, PageEntry
from explorer.views.widgets.row_column import RowColumn


class LazyTab(QWidget):
    """The place of a page, which is made there when it is first wanted."""

    def __init__(self, entry: PageEntry, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry = entry
        self.page: Page | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def made(self) -> Page:
        """Return the page, which is made if it is not there yet."""
        if self.page is None:
            self.page = self.entry.make_page(self)
            for before, after in pairwise(self.page.tab_order()):
                self.setTabOrder(before, after)
            self._layout.addWidget(self.page)
            self.page.show()
        return self.page


class LazyPages(QObject):
    """Makes the tabs; knows which of them is in sight."""

    def __init__(self, document: Document, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self.tab: LazyTab | None = None
        """The tab in sight, or None where that is none of these."""
        self.tabs = {entry.name: LazyTab(entry, window) for entry in PAGES[2:]}

    def bring_up(self, tab: QWidget | None) -> bool:
        """Take note of the tab that is in sight, and make its page; False where it is none of these."""
        page, self.tab = self.page, tab if isinstance(tab, LazyTab) else None
        if page is not None and page is not self.page:
            page.pause()
        return self.tab is not None

    @property
    def page(self) -> Page | None:
        """The page in sight, or None where that is none of these."""
        return None if self.tab is None else self.tab.made()

    def show_outcome(self, outcome: Outcome) -> None:
        """Show an outcome on the page in sight."""
        document = self._document
        if self.page is not None:
            keep_ranges = document.in_gesture
            self.page.show_outcome(outcome, document.original(), keep_ranges=keep_ranges, pinned=document.pinned)

    def _column(self) -> RowColumn | None:
        return None if self.page is None else self.page.column()

    def refuse(self, name: str, text: str) -> bool:
        """Show why an edit was refused, at its field; False where no page in sight has it."""
        column = self._column()
        if column is None or name not in column.rows:
            return False
        column.refuse(name, text)
        return True

    def commit_pending_edit(self) -> bool:
        """Enter what is typed in a field of the page in sight; False, with the field in focus, where it is refused."""
        column = self._column()
        return column is None or column.commit_pending_edit()

    def hide_message(self) -> None:
        """Take the message of the page in sight away."""
        column = self._column()
        if column is not None:
            column.hide_message()

    def toggle_animation(self) -> bool:
        """Play or pause what is in sight; False where nothing plays there."""
        return self.page is not None and self.page.toggle_animation()

    def has_animation(self) -> bool:
        """Whether the page in sight has something that plays."""
        return self.page is not None and self.page.has_animation()
