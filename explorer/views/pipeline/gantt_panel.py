"""The timelines of the scenario's schedule, or of all three, with a player and words."""

from __future__ import annotations

from functools import partial
from typing import Self

from PySide6.QtWidgets import QButtonGroup, QWidget
from typing_extensions import override

from explorer.answers.formatting import seconds
from explorer.answers.outcome import Outcome
from explorer.answers.pipeline import schedules as pipelining
from explorer.answers.pipeline import tables, words
from explorer.answers.pipeline.schedules import Run
from explorer.model.pipeline import Pipeline, Schedule
from explorer.scenario.sentence import Sentence, sentence
from explorer.views.base.panel import Panel
from explorer.views.pipeline import gantt_key
from explorer.views.pipeline.gantt import Gantt, Over
from explorer.views.pipeline.gantt_lanes import ScheduleLane
from explorer.views.pipeline.gantt_painting import MOST_PIECES
from explorer.views.widgets.card import ToggleButton
from explorer.views.widgets.key import Key, KeyEntry
from explorer.views.widgets.player import Player
from explorer.views.widgets.theme import translated

OWN, ALL = "pipeline", "pipeline_schedules"
"""What the picture is called where it is exported: with the scenario's schedule, or with all three."""
_PARTS = 4
"""Parts of the time between which the player steps."""


class GanttPanel(Panel):
    """Shows one schedule or three on one time axis. Above 1,000 events the picture waits for a drag to end."""

    name = OWN

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Stages against time"), 3, parent)
        self._runs: tuple[Run, ...] = ()
        self._waits = False
        self._copied: tuple[bool, float, tuple[float, float] | None] | None = None  # all, longest time and span
        self.gantt = Gantt(self)
        self.gantt.setAccessibleName(self.words)
        self.key = Key(self)
        steps = (self.tr("A quarter of the time back"), self.tr("A quarter of the time on"))
        self.player = Player(_PARTS, self, steps)
        self._group = QButtonGroup(self)
        self.own = self._switch(self.tr("One schedule"), self.tr("The scenario's schedule alone"))
        self.all = self._switch(self.tr("All three"), self.tr("The three schedules below each other on one time axis"))
        self.own.setChecked(True)
        self.body.addWidget(self.key)
        self.body.addWidget(self.gantt, 1)
        self.body.addWidget(self.player)
        self.gantt.hovered.connect(self._read)
        self.player.moved.connect(self._move)
        self.all.toggled.connect(self._change)

    def _switch(self, text: str, tip: str) -> ToggleButton:
        button = ToggleButton(self)
        button.setText(text)
        button.setToolTip(tip)
        self._group.addButton(button)
        self.head.addWidget(button)
        return button

    def shows_all(self) -> bool:
        """Whether all three schedules are in sight."""
        return self.all.isChecked()

    def show_all(self, shown: bool) -> None:
        """Show all three schedules, or the scenario's alone."""
        (self.all if shown else self.own).setChecked(True)

    def _schedules(self, outcome: Outcome) -> tuple[Schedule, ...]:
        return tuple(Schedule) if self.shows_all() else (Schedule(outcome.scenario.pipeline.schedule),)

    def runs(self) -> tuple[Run, ...]:
        """Return the runs that are drawn."""
        return self._runs

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        schedules = self._schedules(outcome)
        self._waits = keep_ranges and pipelining.is_heavy(outcome.scenario, schedules) and bool(self._runs)
        if not self._waits:
            self._draw(outcome, schedules, keep_ranges=keep_ranges)
        self._read(None)

    def _change(self) -> None:
        """Follow the switch between one schedule and three."""
        if self.outcome is not None:
            self._waits = False
            self._draw(self.outcome, self._schedules(self.outcome), keep_ranges=False)
            self._read(None)

    def _draw(self, outcome: Outcome, schedules: tuple[Schedule, ...], *, keep_ranges: bool) -> None:
        own = Schedule(outcome.scenario.pipeline.schedule)
        self._runs = tuple(outcome.of(pipelining.run, schedule) for schedule in schedules)
        self.gantt.show_lanes(
            tuple(self._lane(one, is_own=one.schedule == own) for one in self._runs),
            keep_ranges=keep_ranges,
        )
        if self._copied is not None:
            same = self._copied[:2] == (self.shows_all(), self.gantt.longest())
            self.gantt.show_span(self._copied[2] if same else None)
        self._show_key(self._runs[0].pipeline, interleaved=Schedule.INTERLEAVED in schedules)
        self.gantt.setAccessibleDescription("; ".join(translated(words.head(one)) for one in self._runs))
        nothing = words.nothing_to_play(self._runs)
        self.player.permit("" if nothing is None else translated(nothing))
        self._move(self.player.position())

    def _show_key(self, drawn: Pipeline, *, interleaved: bool) -> None:
        """Explain what is to be seen."""
        chunks = max(drawn.chunks, 1) if interleaved else 1
        entries = [KeyEntry(self.tr("forward"), partial(gantt_key.event, "F", chunks))]
        if drawn.backward_ratio > 0:
            entries.append(KeyEntry(self.tr("backward"), partial(gantt_key.event, "B", chunks)))
        entries.append(KeyEntry(self.tr("bubble"), gantt_key.bubble))
        if drawn.hop > 0 and drawn.stages > 1:
            entries.append(KeyEntry(self.tr("hop"), gantt_key.hop))
        if chunks > 1:
            entries.append(KeyEntry(self.tr("chunks, later ones fade"), partial(gantt_key.chunk_fills, chunks)))
        self.key.show_entries(entries)

    def _lane(self, found: Run, *, is_own: bool) -> ScheduleLane:
        problem = words.problem(found)
        told = "" if problem is None else translated(problem)
        heads = tuple(translated(head) for head in words.heads(found))
        return ScheduleLane.of(found, heads, told, translated(words.head_explained(found)), is_own=is_own)

    def _move(self, position: float) -> None:
        """Put the cursor where the player stands; at its start everything is shown."""
        self.gantt.show_time(position / _PARTS * self.gantt.longest() if position > 0 else None)

    def _read(self, over: Over | None) -> None:
        if self.outcome is None or not self._runs:
            return
        if self._waits:
            self.show_message([sentence("So many events are drawn anew when you let go: the picture is the last one.")])
        elif over is None:
            self.show_message(self._told(self.outcome))
        else:
            self.show_message([self._told_over(over)])

    def _told_over(self, over: Over) -> Sentence:
        found = self._runs[over.lane]
        made = found.timeline
        if made is not None and over.event is not None:
            return words.event_told(made, over.event, found.schedule)
        return sentence(
            "{name}: stage {stage} is idle at {time}.",
            name=words.NAMES[found.schedule],
            stage=str(over.stage + 1),
            time=seconds(over.time),
        )

    def _told(self, outcome: Outcome) -> list[Sentence]:
        own = outcome.of(pipelining.run)
        basis = words.basis(own, outcome)
        if self._mixes():
            basis = [sentence("Colours mix where events are narrower than a pixel; the wheel zooms."), *basis]
        if self.shows_all():
            return [*words.compared(self._runs), *basis]
        return [*words.figures_told(own), *basis]

    def _mixes(self) -> bool:
        return any(one.events > MOST_PIECES for one in self._runs if one.timeline is not None)

    def toggle(self) -> None:
        """Play or pause."""
        if self.player.isEnabled():
            self.player.toggle()

    # What is exported

    @override
    def subjects(self) -> dict[str, str]:
        return {OWN: self.tr("The scenario's schedule"), ALL: self.tr("All three schedules")}

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return any(outcome.of(pipelining.run, schedule).timeline for schedule in self._schedules(outcome))

    @override
    def numbers(self) -> str:
        return tables.events_csv(self._runs)

    @override
    def footnote(self) -> Sentence | None:
        return None if self.outcome is None else words.footnote(self.outcome)

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self.show_all(other.shows_all() if only is None else only == ALL)
        self._copied = (other.shows_all(), other.gantt.longest(), other.gantt.span())

    @override
    def show_controls(self, shown: bool) -> None:
        for part in (self.player, self.own, self.all):
            part.setVisible(shown)

    @override
    def tab_order(self) -> list[QWidget]:
        return [self.own, self.all, *self.player.tab_order()]

    @override
    def subject(self) -> str:
        return ALL if self.shows_all() else OWN
