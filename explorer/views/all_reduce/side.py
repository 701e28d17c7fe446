"""One of the two algorithms that race: its name, its counters, its traffic and its picture."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from explorer.answers.all_reduce import words
from explorer.answers.all_reduce.race import AllReduceScene
from explorer.answers.link_words import algorithm_name
from explorer.views.all_reduce.canvas import AllReduceCanvas
from explorer.views.widgets.card import ElidedLabel
from explorer.views.widgets.combo_box import ComboBox
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.layouts import STRETCH, column, row
from explorer.views.widgets.theme import translated

_NAME_CHARACTERS = 31
"""Characters that the list of algorithms has room for: "fastest at this size: " and most names."""


class AllReduceSide(QWidget):
    """Shows one algorithm at a time of the race; on paper a label takes the place of the list."""

    def __init__(self, description: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chooser = ComboBox(self)
        self.chooser.setAccessibleName(description)
        self.chooser.setToolTip(description)
        self.chooser.setMinimumContentsLength(_NAME_CHARACTERS)
        self.name = ElidedLabel(self)
        self.name.hide()
        self.counters, self.loads = FitLabel(self), FitLabel(self)
        for label in (self.counters, self.loads):
            label.keep_lines(1)
        self.canvas = AllReduceCanvas(self)
        top = row(self.chooser, (self.name, 1), STRETCH)
        column(top, self.counters, self.loads, (self.canvas, 1), owner=self, spacing=2)

    def show_scene(self, scene: AllReduceScene | None) -> None:
        """Show another algorithm or size at its start, or nothing."""
        self.canvas.show_scene(scene, None if scene is None else scene.state(0.0))
        self.chooser.setEnabled(scene is not None)
        self.name.set_whole("" if scene is None else translated(algorithm_name(scene.algorithm)))
        self.canvas.setAccessibleName(self.name.whole())
        self.loads.show_texts([] if scene is None else [translated(text) for text in words.loads(scene)])
        if scene is None:
            self.counters.show_texts([])

    def show_time(self, time: float, *, faster: bool) -> None:
        """Show the algorithm at a time in seconds; ``faster`` marks the one that finishes first."""
        scene = self.canvas.scene
        if scene is not None:
            state = scene.state(time)
            self.canvas.show_state(state)
            self.counters.show_texts([translated(text) for text in words.counters(scene, state, faster=faster)])

    def show_controls(self, shown: bool) -> None:
        """Show the list of algorithms, or on paper the name of the one that was chosen."""
        self.chooser.setVisible(shown)
        self.name.setVisible(not shown)
        self.canvas.on_paper = not shown
