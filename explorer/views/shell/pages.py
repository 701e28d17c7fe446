"""The pages of a window, each made when it is first shown, and what the window does with the one in sight."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.document import Document
from explorer.views.base.kept import keep_splitters, kept_text, restore_splitters
from explorer.views.base.page import Page
from explorer.views.base.pages import PAGES, PageEntry


class LazyTab(QWidget):
    """Holds a page, which is made when it is first wanted; ``prepare`` is called with it then."""

    def __init__(self, entry: PageEntry, prepare: Callable[[LazyTab, Page], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.entry, self._prepare = entry, prepare
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
            self._prepare(self, self.page)
            self.page.show()
        return self.page


class LazyPages(QObject):
    """Makes the tabs; knows which of them is in sight: at first the one that the settings keep, or the first."""

    def __init__(self, document: Document, settings: QSettings, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._settings = document, settings
        self._users: dict[str, Callable[[Page], None]] = {}
        self.tabs = {entry.name: LazyTab(entry, self._prepare, window) for entry in PAGES}
        kept = kept_text(settings, "page")
        self._tab = self.tabs[kept if kept in self.tabs else PAGES[0].name]

    def when_made(self, name: str, use: Callable[[Page], None]) -> None:
        """Have a function called with a page once that is made."""
        self._users[name] = use

    def _prepare(self, tab: LazyTab, page: Page) -> None:
        page.restore(self._settings)
        restore_splitters(self._settings, page.splitters())
        if tab.entry.name in self._users:
            self._users[tab.entry.name](page)

    def keep(self) -> None:
        """Write what the settings keep: which page is in sight, and the state of those that were made."""
        self._settings.setValue("page", self.page_name())
        for page in (tab.page for tab in self.tabs.values()):
            if page is not None:
                keep_splitters(self._settings, page.splitters())
                page.keep(self._settings)

    def bring_up(self, name: str) -> None:
        """Take note of the page that is in sight; the one that was so before pauses."""
        before, self._tab = self._tab, self.tabs[name]
        if before is not self._tab and before.page is not None:
            before.page.pause()

    def page_name(self) -> str:
        """Return the name of the page in sight."""
        return self._tab.entry.name

    @property
    def page(self) -> Page:
        """The page in sight."""
        return self._tab.made()

    def exported_tab(self) -> LazyTab:
        """Return the tab in sight, or the first one where a page has nothing to export."""
        return self._tab if self.page.exported() is not None else self.tabs[PAGES[0].name]

    def show_document(self) -> None:
        """Show the document on the page in sight."""
        self.page.show_document(self._document)
