"""The first page: the plots above, and below them the matrix split and the communication that overlap can hide."""

from __future__ import annotations

from typing import Self

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QSplitter, QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.scenario.scenario import Scenario
from explorer.views.base.kept import kept_text
from explorer.views.base.page import Page
from explorer.views.base.panel import Exportable
from explorer.views.base.panel_group import PAGE, PanelGroup
from explorer.views.break_even.page import BreakEvenPage, show_grips
from explorer.views.matrices.split_view import SplitView
from explorer.views.overlap.overlap_view import OverlapView
from explorer.views.widgets.layouts import column, splitter
from explorer.views.widgets.player import Player


class FrontPanels(PanelGroup, QWidget):
    """Puts the panels into splitters and passes outcomes down. A hidden panel is shown nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None
        self._pinned: Outcome | None = None
        self.plots = BreakEvenPage(self)
        self.split = SplitView(self)
        self.overlap = OverlapView(self)
        self.lower_panels: dict[str, SplitView | OverlapView] = {
            panel.name: panel for panel in (self.split, self.overlap)
        }
        """The lower panels by name."""
        self.below = splitter(self.split, self.overlap, sizes=(600, 500), owner=self)
        vertical = Qt.Orientation.Vertical
        self.rows = splitter(self.plots, self.below, sizes=(360, 340), owner=self, direction=vertical)
        column(self.rows, owner=self)

    def shown_panels(self) -> list[str]:
        """Return the names of the lower panels that are in sight."""
        return [name for name, panel in self.lower_panels.items() if not panel.isHidden()]

    def show_panel(self, name: str, shown: bool) -> None:
        """Show a lower panel, or leave its room to the others."""
        panel = self.lower_panels[name]
        panel.setVisible(shown)
        self.below.setVisible(bool(self.shown_panels()))
        if shown and self._outcome is not None:
            panel.show_outcome(self._outcome, keep_ranges=False, pinned=self._pinned)

    def hidden_panels(self) -> str:
        """Return the names of the lower panels that are out of sight, for the settings."""
        return " ".join(name for name, panel in self.lower_panels.items() if panel.isHidden())

    def restore(self, fourth: str, hidden: str) -> None:
        """Show the plots and panels as they were kept."""
        self.plots.restore(fourth)
        for name in self.lower_panels:
            self.show_panel(name, name not in hidden.split())

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return [*self.plots.tab_order(), *self.split.tab_order(), *self.overlap.tab_order()]

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show an outcome, and the pinned one if any; ``keep_ranges`` keeps all ranges, as during a drag."""
        self._outcome, self._pinned = outcome, pinned
        if not self.plots.isHidden():
            self.plots.show_outcome(outcome, keep_ranges=keep_ranges, pinned=pinned)
        for name in self.shown_panels():
            self.lower_panels[name].show_outcome(outcome, keep_ranges=keep_ranges, pinned=pinned)

    # What is exported

    @override
    def offered(self) -> tuple[Exportable, ...]:
        return (*self.plots.shown_plots(), self.split, self.overlap)

    @override
    def subjects(self) -> dict[str, str]:
        return {PAGE: self.tr("The whole page")} | super().subjects()

    @override
    def has_numbers(self, subject: str, outcome: Outcome) -> bool:
        return subject != PAGE and super().has_numbers(subject, outcome)

    @override
    def report_parts(self, outcome: Outcome) -> dict[str, QWidget]:
        plots = () if outcome.performance is None else self.plots.shown_plots()
        return {panel.name: panel for panel in (*plots, self.split, self.overlap)}

    @override
    def show_controls(self, shown: bool) -> None:
        for part in (self.plots, self.split, self.overlap):
            part.show_controls(shown)
        for handles in (self.rows, self.below):
            show_grips(handles, shown)

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        single = only in other.lower_panels
        self.plots.setVisible(not single)
        self.plots.copy_view_state(other.plots, None if single else only)
        for name, panel in self.lower_panels.items():
            panel.setVisible(name in other.shown_panels() if only is None else name == only)
        self.below.setVisible(bool(self.shown_panels()))
        self.split.copy_view_state(other.split, only)


class FrontPage(Page):
    """Holds the panels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panels = FrontPanels(self)
        column(self.panels, owner=self)

    @override
    def show_outcome(
        self, outcome: Outcome, original: Scenario, *, keep_ranges: bool, pinned: Outcome | None = None
    ) -> None:
        self.panels.show_outcome(outcome, keep_ranges=keep_ranges, pinned=pinned)

    @override
    def commit_pending_edit(self) -> bool:
        self.panels.split.canvas.editor.commit()
        return True

    @override
    def exported(self) -> PanelGroup:
        return self.panels

    @override
    def save_frames(self, outcome: Outcome, window: QWidget) -> None:
        from explorer.views.export.frame_saver import save_frames  # the first window has no use for it

        save_frames(outcome, self.panels.split, window)

    @override
    def player(self) -> Player | None:
        return self.panels.split.player if self.panels.split.isVisible() else None

    @override
    def tab_order(self) -> list[QWidget]:
        return self.panels.tab_order()

    @override
    def splitters(self) -> dict[str, QSplitter]:
        return {"plots": self.panels.plots.splitter, "rows": self.panels.rows, "lower": self.panels.below}

    @override
    def keep(self, settings: QSettings) -> None:
        settings.setValue("fourth", self.panels.plots.keep())
        settings.setValue("hidden", self.panels.hidden_panels())

    @override
    def restore(self, settings: QSettings) -> None:
        self.panels.restore(kept_text(settings, "fourth"), kept_text(settings, "hidden"))
