"""What is exported of the page "Load": its one panel, on the page and on the sheet."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.views.base.panel_group import PanelGroup
from explorer.views.load.load_panel import LoadPanel


class LoadView(PanelGroup, QWidget):
    """Holds the panel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = LoadPanel(self)
        self.all = (self.panel,)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.panel)
