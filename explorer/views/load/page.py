"""The page "Load": the designs under load at the left, the numbers of the load at the right."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from typing_extensions import override

from explorer.answers.load import designs, simulation, words
from explorer.answers.load.simulation import BackgroundRuns
from explorer.answers.outcome import Outcome
from explorer.scenario.scenario import Scenario
from explorer.views.base.page import Page
from explorer.views.load.load_view import LoadView
from explorer.views.widgets.combo_box import ComboBox
from explorer.views.widgets.row_column import RowColumn
from explorer.views.widgets.theme import translated

_LOOK = 60
"""Milliseconds between two looks at the runs under way."""
_COLUMN, _NARROW_COLUMN, _NARROW = 284, 240, 800


class LoadPage(Page):
    """Shows the comparison, and has percentiles simulated while nothing is dragged and the page is in sight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None
        self.runs = BackgroundRuns()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK)
        self._timer.timeout.connect(self._look)
        self.view = LoadView(self)
        self.panel = self.view.panel
        self.rows = RowColumn(self)
        self.dispatch, self.spread = ComboBox(self), ComboBox(self)
        self._fill()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.rows)
        self.dispatch.activated.connect(self._choose_dispatch)
        self.spread.activated.connect(self._choose_spread)

    def _fill(self) -> None:
        rows = self.rows
        rows.add_title(self.tr("Arrivals"))
        rows.add_row("arrivals")
        rows.add_row("latency_target")
        rows.add_title(self.tr("Service"))
        self._add_choice(self.tr("Requests"), self.spread)
        rows.add_row("service_cv2")
        rows.add_title(self.tr("Replicas"))
        self._add_choice(self.tr("Queue"), self.dispatch)
        self.dispatch.setToolTip(
            self.tr("One queue: the replica that frees first takes the next. At random: a queue before each replica.")
        )
        rows.column.addStretch(1)

    def _add_choice(self, text: str, chooser: ComboBox) -> None:
        label = QLabel(text, self)
        label.setBuddy(chooser)
        chooser.setAccessibleName(text)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(chooser, 1)
        self.rows.column.addLayout(row)

    @override
    def column(self) -> RowColumn | None:
        return self.rows

    # What is shown

    @override
    def show_outcome(
        self, outcome: Outcome, original: Scenario, *, keep_ranges: bool, pinned: Outcome | None = None
    ) -> None:
        self._outcome = outcome
        section = outcome.scenario.load
        self.rows.show_rows(outcome, original)
        self.dispatch.show_choices(
            [self.tr("one, shared"), self.tr("own, at random")], int(section.dispatch == "random")
        )
        named = [value for value, _ in words.SPREADS]
        place = named.index(section.service_cv2) if section.service_cv2 in named else len(named)
        texts = [*(told for _, told in words.SPREADS), words.own_spread(section.service_cv2)]
        self.spread.show_choices([translated(told) for told in texts[: max(len(named), place + 1)]], place)
        self.view.show_outcome(outcome, keep_ranges=keep_ranges)
        if keep_ranges:
            self._stop()
        else:
            self._start()

    def _start(self) -> None:
        if self._outcome is not None and self.isVisible():
            self.runs.start(simulation.wanted(self._outcome.of(designs.compare)))
            self._look()

    def _stop(self) -> None:
        self._timer.stop()
        self.runs.cancel()

    def is_settled(self) -> bool:
        """Whether all that was simulated is shown."""
        return not self.runs.is_busy() and not self._timer.isActive()

    def _look(self) -> None:
        """Show what has been simulated by now."""
        busy = self.runs.is_busy()
        new = self.runs.collect()
        if new or not busy or not self._timer.isActive():
            self.panel.show_known(self.runs.known, self.runs.progress() if busy else None)
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

    def _choose_dispatch(self, place: int) -> None:
        if self._outcome is not None:
            change: dict[str, object] = {"dispatch": ("shared", "random")[place]}
            self.ask_section("load", self._outcome.scenario.load, change, self.tr("dispatch"))

    def _choose_spread(self, place: int) -> None:
        if place < len(words.SPREADS):
            self.requests.edit.emit("service_cv2", words.SPREADS[place][0])

    @override
    def exported(self) -> QWidget:
        return self.view

    @override
    def tab_order(self) -> list[QWidget]:
        names = ("arrivals", "latency_target", "service_cv2")
        first, target, spread = ([self.rows.rows[name].field, self.rows.rows[name].slider] for name in names)
        return [*self.panel.tab_order(), *first, *target, self.spread, *spread, self.dispatch]
