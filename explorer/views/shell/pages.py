"""The pages that are made when they first come up, and their way to the document."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.answers.outcome import Outcome
from explorer.document import Document
from explorer.views.base.page import Page
from explorer.views.shell.later_tab import LaterTab


def _links() -> type[Page]:
    from explorer.views.links.page import LinksPage

    return LinksPage


def _divide() -> type[Page]:
    from explorer.views.parallelism.page import ParallelismPage

    return ParallelismPage


def _pipeline() -> type[Page]:
    from explorer.views.pipeline.page import PipelinePage

    return PipelinePage


def _load() -> type[Page]:
    from explorer.views.load.page import LoadPage

    return LoadPage


def _exchange() -> type[Page]:
    from explorer.views.all_reduce.page import AllReducePage

    return AllReducePage


class LaterPages(QObject):
    """Makes the tabs and routes what they ask; knows which of them is in sight."""

    def __init__(self, document: Document, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self._up: LaterTab | None = None
        self.links = LaterTab(_links, window)
        self.divide = LaterTab(_divide, window)
        self.pipeline = LaterTab(_pipeline, window)
        self.load = LaterTab(_load, window)
        self.exchange = LaterTab(_exchange, window)
        self.tabs: tuple[tuple[LaterTab, str], ...] = (
            (self.links, self.tr("Links")),
            (self.divide, self.tr("Divide")),
            (self.pipeline, self.tr("Pipeline")),
            (self.load, self.tr("Load")),
            (self.exchange, self.tr("All-reduce")),
        )

    def bring_up(self, page: QWidget | None) -> bool:
        """Take note of the page that is in sight; False where it is none of these."""
        if self._up is not None and self._up is not page:
            self._up.pause()
        self._up = page if isinstance(page, LaterTab) else None
        return self._up is not None

    def show_outcome(self, outcome: Outcome) -> None:
        """Show an outcome on the page in sight."""
        document = self._document
        if self._up is not None:
            keep_ranges = document.in_gesture
            self._up.show_outcome(outcome, document.original(), keep_ranges=keep_ranges, pinned=document.pinned)

    def refuse(self, name: str, text: str) -> bool:
        """Show why an edit was refused, at its field; False where no page in sight has it."""
        column = None if self._up is None else self._up.column()
        if column is None or name not in column.rows:
            return False
        column.refuse(name, text)
        return True

    def commit_pending_edit(self) -> bool:
        """Enter what is typed in a field of the page in sight; False, with the field in focus, where it is refused."""
        column = None if self._up is None else self._up.column()
        return column is None or column.commit_pending_edit()

    def hide_message(self) -> None:
        """Take the message of the page in sight away."""
        column = None if self._up is None else self._up.column()
        if column is not None:
            column.hide_message()

    def toggle_animation(self) -> bool:
        """Play or pause what is in sight; False where nothing plays there."""
        return self._up is not None and self._up.toggle_animation()

    def has_animation(self) -> bool:
        """Whether the page in sight has something that plays."""
        return self._up is not None and self._up.has_animation()
