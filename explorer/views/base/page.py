"""What all pages have in common."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QSplitter, QWidget

from explorer.answers.outcome import Outcome
from explorer.document import Document
from explorer.scenario.part import Part
from explorer.scenario.scenario import Scenario
from explorer.scenario.sections import PipelineSection
from explorer.views.base.panel_group import PanelGroup
from explorer.views.widgets.player import Player
from explorer.views.widgets.requests import Requests
from explorer.views.widgets.row_column import RowColumn


class Page(QWidget):
    """A page below the verdict. It shows outcomes and asks for changes.

    Attributes
    ----------
    rows : the page's own column of parameters, or None.
    """

    rows: RowColumn | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.requests = Requests.of(self)

    def ask_section(self, name: str, section: Part, changes: dict[str, object], text: str) -> None:
        """Ask for a section with some values changed; ``text`` is the word for undo."""
        self.requests.section.emit(name, section.with_values(**changes), text)

    def ask_blocking(self, section: PipelineSection, blocking: bool) -> None:
        """Ask for sends that block the stage, or for such that do not."""
        text = self.tr("blocking sends") if blocking else self.tr("non-blocking sends")
        self.ask_section("pipeline", section, {"blocking_sends": blocking}, text)

    def commit_pending_edit(self) -> bool:
        """Enter what is typed in a field of the page; False, with the field in focus, where it is refused."""
        return self.rows is None or self.rows.commit_pending_edit()

    def refuse(self, name: str, text: str) -> bool:
        """Show why an edit was refused, at its field; False where the page has no field of that name."""
        if self.rows is None or name not in self.rows.rows:
            return False
        self.rows.refuse(name, text)
        return True

    def show_document(self, document: Document) -> None:
        """Show what a document has."""
        outcome, original = document.outcome(), document.original()
        self.show_outcome(outcome, original, keep_ranges=document.in_gesture, pinned=document.pinned)

    def show_outcome(
        self, outcome: Outcome, original: Scenario, *, keep_ranges: bool, pinned: Outcome | None = None
    ) -> None:
        """Show an outcome, the scenario as the file has it, and perhaps a pinned one; ``keep_ranges``: as in a drag."""
        raise NotImplementedError

    def exported(self) -> PanelGroup | None:
        """Return what is exported, or None where the page has nothing to export."""
        return None

    def save_frames(self, outcome: Outcome, window: QWidget) -> None:
        """Save the frames of the page's animation; a page without one is never asked."""
        raise NotImplementedError

    def player(self) -> Player | None:
        """Return the player of the page's animation, or None where there is nothing to play."""
        return None

    def toggle_animation(self) -> bool:
        """Play or pause; False where there is nothing to play."""
        player = self.player()
        if player is None or not player.isEnabled():
            return False
        player.toggle()
        return True

    def pause(self) -> None:
        """Pause the animation, or other work: the page is about to be hidden."""
        player = self.player()
        if player is not None:
            player.pause()

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return []

    # What is kept from one start to the next

    def splitters(self) -> dict[str, QSplitter]:
        """Return the splitters whose positions are kept, by their names in the settings."""
        return {}

    def keep(self, settings: QSettings) -> None:
        """Write what else is kept of the page."""

    def restore(self, settings: QSettings) -> None:
        """Read what was kept; values of another kind leave the page as it is."""
