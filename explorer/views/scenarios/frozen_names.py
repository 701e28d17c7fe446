"""The names of the rows, kept in sight at the left while the table is scrolled to the right."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView
from typing_extensions import override


class FrozenNames(QTableView):
    """A table that lies over the first column of another one as soon as that is scrolled away.

    It shares the other one's model and selection; keys go to the other one.
    """

    def __init__(self, over: QTableView) -> None:
        super().__init__(over)
        self._over = over
        self.setModel(over.model())
        shared: QItemSelectionModel = over.selectionModel()
        self.setSelectionModel(shared)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusProxy(over)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(over.verticalHeader().defaultSectionSize())
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(over.editTriggers())
        self.hide()
        over.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(over.verticalScrollBar().setValue)
        over.horizontalScrollBar().valueChanged.connect(self._on_scrolled)
        over.horizontalHeader().sectionResized.connect(self.place)

    def _on_scrolled(self, value: int) -> None:
        self.setVisible(value > 0)
        self.place()

    def place(self) -> None:
        """Lie over the first column."""
        over = self._over
        for section in range(1, over.model().columnCount()):
            if not self.isColumnHidden(section):
                self.setColumnHidden(section, True)
        self.setColumnWidth(0, over.columnWidth(0))
        self.horizontalHeader().setFixedHeight(over.horizontalHeader().height())
        frame = over.frameWidth()
        self.setGeometry(
            frame + over.verticalHeader().width(),
            frame,
            over.columnWidth(0) + 1,
            over.horizontalHeader().height() + over.viewport().height(),
        )

    @override
    def startDrag(self, supportedActions: Qt.DropAction) -> None:
        self._over.startDrag(supportedActions)
