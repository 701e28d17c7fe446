"""The timelines of a pipeline with its bubble below, on the page and on the exported sheet."""

from __future__ import annotations

from typing import Self

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget
from typing_extensions import override

from explorer.views.base.panel_group import PanelGroup
from explorer.views.pipeline.bubble_panel import BubblePanel
from explorer.views.pipeline.gantt_panel import GanttPanel


class PipelinePanels(PanelGroup, QSplitter):
    """Shows both panels; one of them on a sheet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setChildrenCollapsible(False)
        self.times, self.bubble = GanttPanel(self), BubblePanel(self)
        self.all = (self.times, self.bubble)
        for panel in self.all:
            self.addWidget(panel)
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self.setSizes([420, 230])  # in the smallest window: the bubble keeps its axis and two lines of words

    @override
    def copy_view_state(self, other: Self, only: str | None) -> None:
        super().copy_view_state(other, only)
        self.refresh()  # beside a hidden panel the handle goes now, not with the next events, when a picture is drawn
