"""The page "Load": the designs under load at the left, the parameters of the load at the right."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.answers.load import simulation, words
from explorer.answers.load.simulation import BackgroundRuns
from explorer.answers.outcome import Outcome
from explorer.scenario.scenario import Scenario
from explorer.views.base.page import Page
from explorer.views.base.panel_group import PanelGroup, SinglePanel
from explorer.views.load.load_panel import LoadPanel
from explorer.views.widgets.combo_box import ComboBox
from explorer.views.widgets.layouts import row
from explorer.views.widgets.row_column import RowColumn
from explorer.views.widgets.theme import translated

_POLL = 60
"""Milliseconds between two looks at the runs under way: often enough for a counter that moves."""
_COLUMN, _NARROW_COLUMN, _NARROW = 312, 252, 800
"""Pixels of the column of parameters, whose longest label is read whole, and of the one on a page narrower than the
last, where the plot needs the room."""
_DISPATCHES = ("shared", "random")


class LoadPage(Page):
    """Shows the comparison. Simulates percentiles while the page is in sight and nothing is dragged."""

    rows: RowColumn

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.runs = BackgroundRuns()
        self._timer = QTimer(self)
        self._timer.setInterval(_POLL)
        self._timer.timeout.connect(self._poll)
        self.panel = LoadPanel(self)
        self.view = SinglePanel(self.panel, self)
        self.rows = RowColumn(self)
        self.dispatch, self.variability = ComboBox(self), ComboBox(self)
        self._fill()
        row((self.view, 1), self.rows, owner=self)
        self.dispatch.activated.connect(self._choose_dispatch)
        self.variability.activated.connect(self._choose_variability)

    def _fill(self) -> None:
        rows = self.rows
        rows.add_title(self.tr("Arrivals"))
        rows.add_row("arrivals")
        rows.add_row("latency_target")
        rows.add_title(self.tr("Service"))
        rows.add_choice(self.tr("Service times"), self.variability)
        rows.add_row("service_cv2")
        rows.add_title(self.tr("Replicas"))
        rows.add_choice(self.tr("Queue"), self.dispatch)
        self.dispatch.setToolTip(
            self.tr(
                "Shared queue: the next free replica takes the next request. "
                "Separate queues: each request joins the queue of a random replica."
            )
        )
        rows.column.addStretch(1)

    # What is shown

    @override
    def show_outcome(
        self, outcome: Outcome, original: Scenario, *, keep_ranges: bool, pinned: Outcome | None = None
    ) -> None:
        self.rows.show_rows(outcome, original)
        load = outcome.scenario.load
        queues = [self.tr("shared queue"), self.tr("separate queues, random routing")]
        self.dispatch.show_choices(queues, _DISPATCHES.index(load.dispatch))
        names = dict(words.VARIABILITIES)
        names.setdefault(load.service_cv2, words.custom_variability(load.service_cv2))
        self.variability.show_choices([*map(translated, names.values())], list(names).index(load.service_cv2))
        self.view.show_outcome(outcome, keep_ranges=keep_ranges)
        if keep_ranges:
            self._stop()
        else:
            self._start()

    def _start(self) -> None:
        comparison = self.panel.comparison
        if comparison is not None and self.isVisible():
            self.runs.start(simulation.requests_for(comparison))
            self._poll()

    def _stop(self) -> None:
        self._timer.stop()
        self.runs.cancel()

    def is_settled(self) -> bool:
        """Whether nothing is simulated any more and all runs are shown."""
        return not self.runs.is_busy() and not self._timer.isActive()

    def _poll(self) -> None:
        """Show the runs that are finished by now."""
        busy = self.runs.is_busy()
        if self.runs.collect() or not busy or not self._timer.isActive():
            self.panel.show_runs(self.runs.finished, self.runs.progress() if busy else None)
        if busy:
            self._timer.start()
        else:
            self._timer.stop()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.rows.setFixedWidth(_COLUMN if self.width() >= _NARROW else _NARROW_COLUMN)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stop()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._start()

    # What is asked

    def _choose_dispatch(self, index: int) -> None:
        comparison = self.panel.comparison
        if comparison is not None:
            changes: dict[str, object] = {"dispatch": _DISPATCHES[index]}
            self.ask_section("load", comparison.load, changes, self.tr("queue discipline"))

    def _choose_variability(self, index: int) -> None:
        if index < len(words.VARIABILITIES):
            self.requests.edit.emit("service_cv2", words.VARIABILITIES[index][0])

    @override
    def exported(self) -> PanelGroup:
        return self.view

    @override
    def tab_order(self) -> list[QWidget]:
        names = ("arrivals", "latency_target", "service_cv2")
        rate, target, cv2 = ([self.rows.rows[name].field, self.rows.rows[name].slider] for name in names)
        return [*self.panel.tab_order(), *rate, *target, self.variability, *cv2, self.dispatch]
