"""The timelines of the scenario's schedule, or of all three, with a player and sentences."""

from __future__ import annotations

from functools import partial
from typing import Self

from PySide6.QtWidgets import QButtonGroup, QWidget
from typing_extensions import override

from explorer.answers.outcome import Outcome
from explorer.answers.pipeline import schedules as pipelining
from explorer.answers.pipeline import tables, words
from explorer.answers.pipeline.schedules import Run
from explorer.model.pipeline import Pipeline, Schedule
from explorer.scenario.sentence import Sentence, sentence
from explorer.views.base.panel import Panel
from explorer.views.pipeline import gantt_painting
from explorer.views.pipeline.gantt import Gantt, Hovered
from explorer.views.pipeline.gantt_lanes import ScheduleLane
from explorer.views.widgets.card import ToggleButton
from explorer.views.widgets.key import Key, KeyEntry
from explorer.views.widgets.player import Player
from explorer.views.widgets.theme import translated

OWN, ALL = "pipeline", "pipeline_schedules"
"""Names of the exported pictures: with the scenario's schedule, and with all three."""
MOST_LISTED = 20_000
"""Events above which a report leaves out their list."""
_PARTS = 4
"""Parts of the time between which the player steps."""


class GanttPanel(Panel):
    """Shows one schedule, or three on one time axis; many events are redrawn only when a drag ends."""

    name = OWN

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Stages against time"), 3, parent)
        self._drawn: Outcome | None = None
        self._copied: tuple[bool, float, tuple[float, float] | None] | None = None  # all, longest time and span
        self.gantt = Gantt(self)
        self.gantt.setAccessibleName(self.words)
        self.key = Key(self)
        self.player = Player(_PARTS, self, (self.tr("Back a quarter"), self.tr("Forward a quarter")))
        self._group = QButtonGroup(self)
        self.own = self._switch(self.tr("One schedule"), self.tr("Only the scenario's schedule"))
        self.all = self._switch(self.tr("All three"), self.tr("The three schedules below each other on one time axis"))
        self.own.setChecked(True)
        for part, share in ((self.key, 0), (self.gantt, 1), (self.player, 0)):
            self.body.addWidget(part, share)
        self.gantt.hovered.connect(self._describe)
        self.player.moved.connect(self._move)
        self.all.toggled.connect(self._change)

    def _switch(self, text: str, tip: str) -> ToggleButton:
        button = ToggleButton(text, tip, self)
        self._group.addButton(button)
        self.head.addWidget(button)
        return button

    def shows_all(self) -> bool:
        """Whether all three schedules are in sight."""
        return self.all.isChecked()

    def show_all(self, shown: bool) -> None:
        """Show all three schedules, or only the scenario's."""
        (self.all if shown else self.own).setChecked(True)

    def _schedules(self, outcome: Outcome) -> tuple[Schedule, ...]:
        return tuple(Schedule) if self.shows_all() else (Schedule(outcome.scenario.pipeline.schedule),)

    def runs(self) -> tuple[Run, ...]:
        """Return the runs that are drawn; during a drag these may be earlier than the outcome."""
        if self._drawn is None:
            return ()
        return tuple(self._drawn.of(pipelining.run, schedule) for schedule in self._schedules(self._drawn))

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        super().show_outcome(outcome, keep_ranges=keep_ranges)
        waits = keep_ranges and pipelining.is_heavy(outcome.scenario, self._schedules(outcome))
        if not waits or self._drawn is None:
            self._draw(outcome, keep_ranges=keep_ranges)
        self._describe(None)

    def _change(self) -> None:
        if self.outcome is not None:
            self.show_outcome(self.outcome, keep_ranges=False)

    def _draw(self, outcome: Outcome, *, keep_ranges: bool) -> None:
        self._drawn = outcome
        runs = self.runs()
        chosen = Schedule(outcome.scenario.pipeline.schedule)
        lanes = tuple(ScheduleLane.of(run, is_chosen=run.schedule is chosen) for run in runs)
        self.gantt.show_lanes(lanes, keep_ranges=keep_ranges)
        if self._copied is not None:
            same = self._copied[:2] == (self.shows_all(), self.gantt.longest)
            self.gantt.show_span(self._copied[2] if same else None)
        self._show_key(runs[0].pipeline, interleaved=any(run.schedule is Schedule.INTERLEAVED for run in runs))
        self.gantt.setAccessibleDescription("; ".join(translated(words.title(run)) for run in runs))
        reason = words.nothing_to_play(runs)
        self.player.permit("" if reason is None else translated(reason))
        self._move(self.player.position())

    def _show_key(self, pipeline: Pipeline, *, interleaved: bool) -> None:
        chunks = pipeline.chunks if interleaved else 1
        looks = (
            (True, self.tr("forward"), partial(gantt_painting.draw_event_sample, "F", chunks)),
            (pipeline.backward_ratio > 0, self.tr("backward"), partial(gantt_painting.draw_event_sample, "B", chunks)),
            (True, self.tr("bubble"), gantt_painting.draw_bubble_sample),
            (pipeline.travel > 0, self.tr("hop"), gantt_painting.draw_hop_sample),
            (chunks > 1, self.tr("later chunks are lighter"), partial(gantt_painting.draw_chunk_samples, chunks)),
        )
        self.key.show_entries([KeyEntry(text, sample) for occurs, text, sample in looks if occurs])

    def _move(self, position: float) -> None:
        """Put the cursor where the player is; at its start everything is shown."""
        self.gantt.show_time(position / _PARTS * self.gantt.longest if position > 0 else None)

    def _describe(self, hovered: Hovered | None) -> None:
        if self.outcome is None:
            return
        if self._drawn is not self.outcome:
            self.show_message([sentence("Too many events to redraw while dragging; updates on release.")])
        elif hovered is None:
            self.show_message(self._sentences(self.outcome))
        else:
            run = self.runs()[hovered.lane]
            if run.timeline is not None and hovered.event is not None:
                self.show_message([words.event_sentence(run.timeline, hovered.event, run.schedule)])
            else:
                self.show_message([words.idle_sentence(run.schedule, hovered.stage, hovered.time)])

    def _sentences(self, outcome: Outcome) -> list[Sentence]:
        runs = self.runs()
        figures = words.comparison_sentences(runs) if self.shows_all() else words.figure_sentences(runs[0])
        mixes = any(run.events > gantt_painting.MOST_BOXES for run in runs if run.timeline is not None)
        mixed = sentence("Colours mix where events are narrower than a pixel; the mouse wheel zooms.")
        return [*figures, *([mixed] if mixes else []), *words.assumption_sentences(outcome)]

    # What is exported

    @override
    def subjects(self) -> dict[str, str]:
        return {OWN: self.tr("The scenario's schedule"), ALL: self.tr("All three schedules")}

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return any(outcome.of(pipelining.run, schedule).timeline for schedule in self._schedules(outcome))

    @override
    def numbers(self) -> str:
        return tables.events_csv(self.runs())

    @override
    def report_numbers(self) -> str:
        events = sum(run.events for run in self.runs() if run.timeline is not None)
        return self.numbers() if events <= MOST_LISTED else ""

    @override
    def footnotes(self) -> list[Sentence]:
        return [] if self.outcome is None else [words.footnote(self.outcome)]

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        """Show what another panel shows, whole: its player's position is left out."""
        self.show_all(other.shows_all() if only is None else only == ALL)
        self._copied = (other.shows_all(), other.gantt.longest, other.gantt.span())

    @override
    def show_controls(self, shown: bool) -> None:
        for control in (self.player, self.own, self.all):
            control.setVisible(shown)

    @override
    def tab_order(self) -> list[QWidget]:
        return [self.own, self.all, *self.player.tab_order()]

    @override
    def subject(self) -> str:
        return ALL if self.shows_all() else OWN
