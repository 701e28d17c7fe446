"""The all-reduce step by step: two algorithms with the same message on one clock."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from explorer.answers.all_reduce import tables, words
from explorer.answers.all_reduce.link import AllReduceLink, all_reduce_link
from explorer.answers.all_reduce.race import STAGES, Race
from explorer.answers.link_words import algorithm_name
from explorer.answers.outcome import Outcome
from explorer.model.collectives.costs import Algorithm
from explorer.views.all_reduce.canvas import AllReduceCanvas
from explorer.views.all_reduce.race_bars import BYTES, LAUNCH, MEASURED, STARTUP, bar_of, draw_measured, fill_of
from explorer.views.base.panel import ExportableCard
from explorer.views.widgets.card import ElidedLabel, ToggleButton, sized
from explorer.views.widgets.combo_box import ComboBox
from explorer.views.widgets.export_menu import EXPORTS
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.key import FillSample, Key, KeyEntry
from explorer.views.widgets.player import Player
from explorer.views.widgets.stacked_bars import StackedBars, UprightLine
from explorer.views.widgets.theme import translated

SIZES = {"8 KiB": 2.0**13, "256 KiB": 2.0**18, "8 MiB": 2.0**23, "64 MiB": 2.0**26}
_ALGORITHMS = tuple(Algorithm)
_EDGE = 10
_NARROW = 950
"""Pixels below which the text below the picture gets fewer lines."""


class AllReducePanel(ExportableCard):
    """Shows the race of two algorithms; which ones, and another size, are choices of the view."""

    name = "all_reduce"
    exports = (*EXPORTS, "frames")
    stages = STAGES

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None
        self._link: AllReduceLink | None = None
        self._race: Race | None = None
        self._left: Algorithm | None = None
        self._right: Algorithm | None = None
        self._controls = True
        self.heading, self.verdict = self._text(1, bold=True), self._text(1, 1.15, bold=True)
        self._group = QButtonGroup(self)
        self.sizes = [self._segment(text) for text in (*SIZES, self.tr("the scenario's"))]
        self.sizes[-1].setChecked(True)
        self.choosers = (self._chooser(self.tr("First algorithm")), self._chooser(self.tr("Second algorithm")))
        self.names = (ElidedLabel(self), ElidedLabel(self))
        self.counters = (self._text(1), self._text(1))
        self.canvases = (AllReduceCanvas(self), AllReduceCanvas(self))
        self.loads = (self._text(1), self._text(1))
        self.legend, self.key = self._text(1), Key(self, lines=1)
        self.bars = StackedBars(fill_of, self, usual=("", "888.8 ms"))
        self.bars.setFixedHeight(2 * (self.bars.fontMetrics().height() + 6))
        self.sentences = self._text(4)
        self.player = Player(STAGES, self)
        self.player.show_words(self.tr("Back to the start"), self.tr("One step back"), self.tr("One step on"))
        self._lay_out()
        self._group.idToggled.connect(self._choose_size)
        self.choosers[0].activated.connect(self._choose_left)
        self.choosers[1].activated.connect(self._choose_right)
        self.player.moved.connect(self._show_position)

    def _segment(self, text: str) -> ToggleButton:
        button = ToggleButton(self)
        button.setText(text)
        self._group.addButton(button, len(self._group.buttons()))
        return button

    def _chooser(self, words: str) -> ComboBox:
        made = ComboBox(self)
        made.setAccessibleName(words)
        made.setToolTip(words)
        made.setMinimumContentsLength(31)
        return made

    def _text(self, lines: int, factor: float = 1.0, *, bold: bool = False) -> FitLabel:
        label = FitLabel(self)
        label.setFont(sized(label.font(), factor, bold=bold))
        label.keep_lines(lines)
        return label

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_room()

    def _give_room(self) -> None:
        """Let texts take a second line where they need it; in a narrow panel the picture needs the room below."""
        room = self.width() - 2 * _EDGE - 2
        for label in (self.verdict, self.legend):
            label.keep_lines(1 if label.fontMetrics().horizontalAdvance(label.whole()) < room else 2)
        self.sentences.keep_lines(3 if self.width() < _NARROW else 4)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        for button in self.sizes:
            head.addWidget(button)
        sides = QHBoxLayout()
        sides.setSpacing(10)
        for place in range(2):
            side = QVBoxLayout()
            side.setSpacing(2)
            top = QHBoxLayout()
            top.addWidget(self.choosers[place])
            top.addWidget(self.names[place], 1)
            top.addStretch()
            side.addLayout(top)
            side.addWidget(self.counters[place])
            side.addWidget(self.loads[place])
            side.addWidget(self.canvases[place], 1)
            sides.addLayout(side, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_EDGE, 6, _EDGE, 6)
        layout.setSpacing(3)
        layout.addLayout(head)
        layout.addWidget(self.verdict)
        layout.addLayout(sides, 1)
        layout.addWidget(self.legend)
        layout.addWidget(self.key)
        layout.addWidget(self.bars)
        layout.addWidget(self.sentences)
        layout.addSpacing(3)
        layout.addWidget(self.player)
        for label in self.names:
            label.hide()

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return [*self.sizes, *self.choosers, *self.player.tab_order()]

    def race(self) -> Race | None:
        """Return what is shown, or None where the link has no figures."""
        return self._race

    def title(self) -> str:
        """Return what the panel is called."""
        return self.tr("All-reduce, step by step")

    # What is shown

    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show the all-reduce of an outcome's scenario; nothing is done for one that is shown already."""
        self._outcome = outcome
        self._show(anew=False)

    def _chosen_size(self) -> float | None:
        """Return the size that is chosen, or None for the scenario's."""
        return dict(enumerate(SIZES.values())).get(self._group.checkedId())

    def _show(self, *, anew: bool = True) -> None:
        if self._outcome is None:
            return
        link = self._outcome.of(all_reduce_link, self._chosen_size())
        if anew or link is None or link != self._link:
            self._link = link
            self._race = None if link is None else Race(link, *self._algorithms(link))
            self._show_race(self._outcome)

    def _algorithms(self, link: AllReduceLink) -> tuple[Algorithm, Algorithm]:
        """Return both: the scenario's, and one that is its opposite, where none was chosen."""
        opposite = Algorithm.RING if link.own is Algorithm.ONE_SHOT else Algorithm.ONE_SHOT
        return self._left or link.own, self._right or opposite

    def _show_race(self, outcome: Outcome) -> None:
        race, link = self._race, self._link
        for canvas, scene in zip(self.canvases, (None, None) if race is None else race.scenes, strict=True):
            canvas.show_scene(scene, None if scene is None else scene.state(0.0))
        self.player.setEnabled(race is not None)
        for chooser in self.choosers:
            chooser.setEnabled(race is not None)
        if race is None or link is None:
            self._show_nothing(outcome)
            return
        names = [translated(algorithm_name(one)) for one in _ALGORITHMS]
        own = translated(words.scenario_runs(link))
        left = 0 if self._left is None else 1 + _ALGORITHMS.index(self._left)
        self.choosers[0].show_choices([own, *names], left)
        self.choosers[1].show_choices(names, _ALGORITHMS.index(race.right.algorithm))
        for label, load, canvas, scene in zip(self.names, self.loads, self.canvases, race.scenes, strict=True):
            label.set_whole(translated(algorithm_name(scene.algorithm)))
            canvas.setAccessibleName(label.whole())
            load.show_texts([translated(each) for each in words.load(scene)])
        named = dict(enumerate(SIZES)).get(self._group.checkedId())
        self.heading.show_texts([translated(each) for each in words.title(link, named)])
        self.verdict.show_texts([translated(words.verdict(race))])
        told = [translated(each) for each in words.told(race)]
        shorter = [" ".join(told[:count]) + " …" for count in range(len(told) - 1, 0, -1)]
        self.sentences.show_texts([" ".join(told), *shorter])
        self._show_legend(race)
        self.player.show_stops(race.stops())
        measured = race.link.measured_s
        lines = [] if measured is None else [UprightLine(measured, MEASURED, head=True)]
        self.bars.show_bars([bar_of(scene) for scene in race.scenes] if race.seconds > 0 else [], lines)
        self._show_position(self.player.position())

    def _show_legend(self, race: Race) -> None:
        """Explain the marks, those of the bars that are there."""
        drawn = self.tr(
            "Columns: chunks; rows: whose contribution is in; line below: complete. Packets: + is added, = replaces; "
            "hatched waits. Wide band: busiest link."
        )
        self.legend.show_texts([drawn])
        texts = {LAUNCH: self.tr("launch"), STARTUP: self.tr("start-ups"), BYTES: self.tr("bytes")}
        if race.link.wire.launch_s == 0:
            del texts[LAUNCH]
        entries = [KeyEntry(text, FillSample(fill_of, key)) for key, text in texts.items()]
        if race.link.measured_s is not None:
            entries.append(KeyEntry(self.tr("measured"), draw_measured))
        self.key.show_entries(entries)
        self._give_room()

    def _show_nothing(self, outcome: Outcome) -> None:
        """Say why there is nothing to draw."""
        self.player.pause()
        self.heading.show_texts([self.title()])
        self.verdict.show_texts(["" if outcome.missing is None else translated(outcome.missing)])
        for label in self.names:
            label.set_whole("")
        for text in (self.sentences, *self.counters, *self.loads):
            text.show_texts([""])
        self.bars.show_bars([])

    def _show_position(self, position: float) -> None:
        race = self._race
        if race is None:
            return
        time = race.time(position)
        for canvas, label, scene in zip(self.canvases, self.counters, race.scenes, strict=True):
            state = scene.state(time)
            canvas.show_state(state)
            told = words.counters(scene, state, first=scene is race.first)
            label.show_texts([translated(each) for each in told])
        self.bars.show_clock(time)

    def show_position(self, position: float) -> None:
        """Show a position of the animation."""
        self.player.show_position(position)

    # What is chosen

    def _choose_size(self, _place: int, chosen: bool) -> None:
        if chosen:
            self._show()

    def _choose_left(self, place: int) -> None:
        self._left = None if place == 0 else _ALGORITHMS[place - 1]
        self._show()

    def _choose_right(self, place: int) -> None:
        self._right = _ALGORITHMS[place]
        self._show()

    # What is exported

    def subjects(self) -> dict[str, str]:
        """Return what can be exported, as key and words."""
        return {self.name: self.title()}

    def has_numbers(self, subject: str, outcome: Outcome) -> bool:
        """Whether there are messages to list."""
        return outcome.of(all_reduce_link, self._chosen_size()) is not None

    def numbers(self, subject: str, outcome: Outcome) -> str:
        """Return the messages of both as CSV."""
        return "" if self._race is None else tables.steps_csv(self._race)

    def footnote(self) -> str:
        """Return nothing: what is drawn is named on the panel."""
        return ""

    def show_controls(self, shown: bool) -> None:
        """Show, or leave out on paper, what only a person at the screen needs."""
        for part in (*self.sizes, *self.choosers, self.player):
            part.setVisible(shown)
        for label in self.names:
            label.setVisible(not shown)
        for canvas in self.canvases:
            canvas.on_paper = not shown

    def copy_view_state(self, other: AllReducePanel, only: str | None = None) -> None:
        """Show what another panel shows: the same algorithms, size and position."""
        self._left, self._right, self._link = other._left, other._right, None
        self._outcome = None
        self.sizes[[button.isChecked() for button in other.sizes].index(True)].setChecked(True)
        self.show_position(other.player.position())

    def stage_words(self) -> str:
        """Ask for the frames of a stage."""
        return self.tr("&Frames for each fifth of the animation")

    @override
    def can_export(self) -> bool:
        return self._race is not None
