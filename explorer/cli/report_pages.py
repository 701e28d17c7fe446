"""The chapters of a report that belong to the pages beside the first one: a picture and the numbers of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QSize

from explorer.answers.load import designs, simulation
from explorer.answers.outcome import Outcome
from explorer.answers.parallelism.divisions import plan
from explorer.answers.parallelism.tables import divisions_csv
from explorer.answers.pipeline.tables import events_csv
from explorer.views.all_reduce.all_reduce_panel import AllReducePanel
from explorer.views.export import picture
from explorer.views.export.sheet import Sheet
from explorer.views.load.load_view import LoadView
from explorer.views.parallelism.division_panel import ParallelismPanel
from explorer.views.pipeline.panels import PipelinePanels

SIZE = QSize(1280, 960)
PIPELINE_SIZE = QSize(1280, 720)
ALL_REDUCE_SIZE = QSize(1080, 720)
MOST_EVENTS = 20_000
"""Events of a pipeline above which their list is left out."""


class Chapter(Protocol):
    """Draws what a page shows of an outcome."""

    def files(self, outcome: Outcome, scale: int) -> Iterator[tuple[str, bytes]]:
        """Return name and content of each file, pictures first."""


class DivisionsChapter:
    """The divisions of the devices."""

    def __init__(self) -> None:
        self._panel = ParallelismPanel()
        self._sheet = Sheet(self._panel)

    def files(self, outcome: Outcome, scale: int) -> Iterator[tuple[str, bytes]]:
        """Return the picture and the table."""
        self._sheet.show_outcome(outcome, SIZE)
        self._sheet.add_note(self._panel.footnote())
        yield "divisions.png", picture.png(self._sheet, scale)
        yield "divisions.csv", divisions_csv(outcome.of(plan)).encode()


class PipelineChapter:
    """The pipeline under each schedule; its events as numbers, unless they are very many."""

    def __init__(self) -> None:
        self._panels = PipelinePanels()
        self._panels.show_controls(False)
        self._sheet = Sheet(self._panels)

    def files(self, outcome: Outcome, scale: int) -> Iterator[tuple[str, bytes]]:
        """Return the picture, the bubble against m and the events."""
        self._sheet.show_outcome(outcome, PIPELINE_SIZE)
        self._sheet.add_note(self._panels.footnote())
        yield "pipeline.png", picture.png(self._sheet, scale)
        yield "bubble.csv", self._panels.bubble.numbers().encode()
        runs = self._panels.times.runs()
        if sum(run.events for run in runs if run.timeline is not None) <= MOST_EVENTS:
            yield "pipeline.csv", events_csv(runs).encode()


class LoadChapter:
    """The designs under load; what has to be simulated is simulated here and now."""

    def __init__(self) -> None:
        self._view = LoadView()
        self._view.show_controls(False)
        self._sheet = Sheet(self._view)

    def files(self, outcome: Outcome, scale: int) -> Iterator[tuple[str, bytes]]:
        """Return the picture and the curves."""
        runs = simulation.run_all(simulation.requests_for(outcome.of(designs.compare)))
        self._view.panel.show_runs(runs, None)
        self._sheet.show_outcome(outcome, SIZE)
        self._sheet.add_note(self._view.footnote())
        yield "load.png", picture.png(self._sheet, scale)
        if self._view.panel.has_numbers(outcome):
            yield "load.csv", self._view.panel.numbers().encode()


class AllReduceChapter:
    """The end of the all-reduce, where it has one, and its messages."""

    def __init__(self) -> None:
        self._panel = AllReducePanel()
        self._panel.show_controls(False)
        self._panel.show_position(self._panel.stages)
        self._sheet = Sheet(self._panel)

    def files(self, outcome: Outcome, scale: int) -> Iterator[tuple[str, bytes]]:
        """Return the last frame and the table of steps."""
        name = self._panel.name
        if self._panel.has_numbers(name, outcome):
            self._sheet.show_outcome(outcome, ALL_REDUCE_SIZE)
            yield f"{name}.png", picture.png(self._sheet, scale)
            yield f"{name}.csv", self._panel.numbers(name, outcome).encode()


def chapters() -> tuple[Chapter, ...]:
    """Return the chapters in their order."""
    return DivisionsChapter(), PipelineChapter(), LoadChapter(), AllReduceChapter()
