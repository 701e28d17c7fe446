"""The all-reduce step by step: two algorithms with the same message on one clock."""

from __future__ import annotations

from typing import Self

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QWidget
from typing_extensions import override

from explorer.answers.all_reduce import tables, words
from explorer.answers.all_reduce.link import AllReduceLink, all_reduce_link
from explorer.answers.all_reduce.race import STAGES, AllReduceComparison
from explorer.answers.link_words import algorithm_name
from explorer.answers.outcome import Outcome
from explorer.model.collectives.costs import Algorithm
from explorer.views.all_reduce.race_bars import BYTES, LAUNCH, MEASURED, STARTUP, bar_of, draw_measured, fill_of
from explorer.views.all_reduce.side import AllReduceSide
from explorer.views.base.panel import ExportableCard
from explorer.views.widgets.card import ToggleButton, sized
from explorer.views.widgets.export_menu import EXPORTS
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.key import FillSample, Key, KeyEntry
from explorer.views.widgets.layouts import column, row
from explorer.views.widgets.player import Player
from explorer.views.widgets.stacked_bars import StackedBars, UprightLine
from explorer.views.widgets.theme import translated

SIZES = {"8 KiB": 2.0**13, "256 KiB": 2.0**18, "8 MiB": 2.0**23, "64 MiB": 2.0**26}
_ALGORITHMS = tuple(Algorithm)
_EDGE = 10
"""Pixels between the frame of the card and its contents."""
_BAR_PADDING = 6
"""Pixels of a bar above and below its text."""
_NARROW = 950
"""Width in pixels below which the text at the bottom gets fewer lines."""


class AllReducePanel(ExportableCard):
    """Shows the race of two algorithms; the algorithms and another size are choices of the view, not edits.

    ``comparison`` is the race that is shown, or None where the link has no data.
    """

    name = "all_reduce"
    exports = (*EXPORTS, "frames")
    stages = STAGES

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = self.tr("All-reduce, step by step")
        self._outcome: Outcome | None = None
        self.comparison: AllReduceComparison | None = None
        self._left: Algorithm | None = None
        self._right: Algorithm | None = None
        self.heading, self.verdict, self.legend, self.sentences = (FitLabel(self) for _ in range(4))
        for label, factor in ((self.heading, 1.0), (self.verdict, 1.15)):
            label.setFont(sized(label.font(), factor, bold=True))
        self.heading.keep_lines(1)
        self._group = QButtonGroup(self)
        self.sizes = [ToggleButton(text, "", self) for text in (*SIZES, self.tr("the scenario's"))]
        for index, button in enumerate(self.sizes):
            self._group.addButton(button, index)
        self.sizes[-1].setChecked(True)
        self.sides = AllReduceSide(self.tr("First algorithm"), self), AllReduceSide(self.tr("Second algorithm"), self)
        self.key = Key(self, lines=1)
        self.bars = StackedBars(fill_of, self, usual=("", "888.8 ms"))
        self.bars.setFixedHeight(2 * (self.bars.fontMetrics().height() + _BAR_PADDING))
        self.player = Player(STAGES, self, (self.tr("Previous step"), self.tr("Next step")))
        self._lay_out()
        self._group.idToggled.connect(self._choose_size)
        self.sides[0].chooser.activated.connect(self._choose_left)
        self.sides[1].chooser.activated.connect(self._choose_right)
        self.player.moved.connect(self._show_position)

    def _lay_out(self) -> None:
        head, sides = row((self.heading, 1), *self.sizes), row(*((side, 1) for side in self.sides), spacing=10)
        texts = (self.legend, self.key, self.bars, self.sentences)
        layout = column(head, self.verdict, (sides, 1), *texts, owner=self, margins=(_EDGE, 6, _EDGE, 6), spacing=3)
        layout.addSpacing(3)
        layout.addWidget(self.player)
        self._keep_lines()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_lines()

    def _keep_lines(self) -> None:
        """Let texts take a second line where they need it; a narrow panel leaves more of its height to the picture."""
        room = self.width() - 2 * _EDGE - 2
        for label in (self.verdict, self.legend):
            label.keep_lines(1 if label.fontMetrics().horizontalAdvance(label.whole()) < room else 2)
        self.sentences.keep_lines(3 if self.width() < _NARROW else 4)

    @override
    def tab_order(self) -> list[QWidget]:
        return [*self.sizes, *(side.chooser for side in self.sides), *self.player.tab_order()]

    # What is shown

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show the all-reduce of an outcome's scenario; what is shown stays where only other numbers differ."""
        self._outcome = outcome
        if self.comparison is None or outcome.of(all_reduce_link, self._chosen_size()) != self.comparison.link:
            self._show()

    def _chosen_size(self) -> float | None:
        """Return the size that is chosen in bytes, or None for the scenario's."""
        return dict(enumerate(SIZES.values())).get(self._group.checkedId())

    def _show(self) -> None:
        if self._outcome is None:
            return
        link = self._outcome.of(all_reduce_link, self._chosen_size())
        comparison = self.comparison = None if link is None else self._compare(link)
        for side, scene in zip(self.sides, (None, None) if comparison is None else comparison.scenes, strict=True):
            side.show_scene(scene)
        self.player.setEnabled(comparison is not None)
        if comparison is None:
            self._show_nothing(self._outcome)
        else:
            self._show_comparison(comparison)

    def _compare(self, link: AllReduceLink) -> AllReduceComparison:
        """Compare the algorithms chosen; else the scenario's, and one that trades bytes for start-ups the other way."""
        opposite = Algorithm.RING if link.algorithm is Algorithm.ONE_SHOT else Algorithm.ONE_SHOT
        return AllReduceComparison(link, self._left or link.algorithm, self._right or opposite)

    def _show_comparison(self, comparison: AllReduceComparison) -> None:
        link = comparison.link
        names = [translated(algorithm_name(algorithm)) for algorithm in _ALGORITHMS]
        left = 0 if self._left is None else 1 + _ALGORITHMS.index(self._left)
        self.sides[0].chooser.show_choices([translated(words.scenario_choice(link)), *names], left)
        self.sides[1].chooser.show_choices(names, _ALGORITHMS.index(comparison.right.algorithm))
        size = dict(enumerate(SIZES)).get(self._group.checkedId())
        self.heading.show_texts([translated(text) for text in words.headings(link, size)])
        self.verdict.show_texts([translated(words.verdict(comparison))])
        texts = [translated(text) for text in words.explanation(comparison)]
        shorter = (" ".join(texts[:count]) + " …" for count in range(len(texts) - 1, 0, -1))  # … says there are more
        self.sentences.show_texts([" ".join(texts), *shorter])
        self._show_legend(link)
        self.player.show_stops(comparison.stops())
        lines = [] if link.measured_s is None else [UprightLine(link.measured_s, MEASURED, head=True)]
        self.bars.show_bars([bar_of(scene) for scene in comparison.scenes] if comparison.seconds > 0 else [], lines)
        self._show_position(self.player.position())

    def _show_legend(self, link: AllReduceLink) -> None:
        """Explain the marks of the pictures, and those parts of the bars that occur."""
        marks = self.tr(
            "Columns: chunks. Rows: contributing devices. Underlined: complete. + adds, = replaces, hatched: waiting. "
            "Wide: busiest link."
        )
        self.legend.show_texts([marks])
        texts = {LAUNCH: self.tr("launch"), STARTUP: self.tr("start-ups"), BYTES: self.tr("bytes")}
        if link.wire.launch_s == 0:
            del texts[LAUNCH]
        entries = [KeyEntry(text, FillSample(fill_of, key)) for key, text in texts.items()]
        if link.measured_s is not None:
            entries.append(KeyEntry(self.tr("measured"), draw_measured))
        self.key.show_entries(entries)
        self._keep_lines()

    def _show_nothing(self, outcome: Outcome) -> None:
        """Say why there is nothing to draw."""
        self.player.pause()
        self.heading.show_texts([self.words])
        self.verdict.show_texts([translated(outcome.missing or "")])
        self.sentences.show_texts([])
        self.bars.show_bars([])

    def _show_position(self, position: float) -> None:
        if self.comparison is not None:
            time = self.comparison.time(position)
            for side, scene in zip(self.sides, self.comparison.scenes, strict=True):
                side.show_time(time, faster=scene is self.comparison.faster)
            self.bars.show_clock(time)

    def show_position(self, position: float) -> None:
        """Show a position of the animation."""
        self.player.show_position(position)

    # What is chosen

    def _choose_size(self, _index: int, chosen: bool) -> None:
        if chosen:
            self._show()

    def _choose_left(self, index: int) -> None:
        self._left = None if index == 0 else _ALGORITHMS[index - 1]
        self._show()

    def _choose_right(self, index: int) -> None:
        self._right = _ALGORITHMS[index]
        self._show()

    # What is exported

    @override
    def has_numbers(self, outcome: Outcome) -> bool:
        return outcome.of(all_reduce_link, self._chosen_size()) is not None

    @override
    def numbers(self) -> str:
        return "" if self.comparison is None else tables.steps_csv(self.comparison)

    @override
    def prepare_report(self, outcome: Outcome) -> bool:
        self.show_position(self.stages)
        return self.has_numbers(outcome)

    @override
    def show_controls(self, shown: bool) -> None:
        for part in (*self.sizes, self.player):
            part.setVisible(shown)
        for side in self.sides:
            side.show_controls(shown)

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        self._left, self._right = other._left, other._right
        self._outcome = self.comparison = None
        self.sizes[[button.isChecked() for button in other.sizes].index(True)].setChecked(True)
        self.show_position(other.player.position())

    def stage_words(self) -> str:
        """Return the label of the number of frames per stage."""
        return self.tr("&Frames per fifth of the animation")

    @override
    def can_export(self) -> bool:
        return self.comparison is not None
