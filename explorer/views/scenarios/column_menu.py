"""The menu that shows and hides the columns of the table."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtWidgets import QMenu
from typing_extensions import override

from explorer.answers.scenarios.columns import COLUMNS, NAME
from explorer.scenario.parameters import PARAMETERS
from explorer.views.scenarios.scenario_view import ScenarioView
from explorer.views.widgets.theme import translated


class ColumnMenu(QMenu):
    """An entry for each column; stays open while entries are ticked. The names are always shown."""

    def __init__(self, view: ScenarioView) -> None:
        super().__init__(view)
        self._view = view
        for number, column in enumerate(COLUMNS):
            name = translated(PARAMETERS[column.key].name if column.parameter else column.meaning)
            action = QAction(f"{translated(column.title)}   {name}", self)
            action.setCheckable(True)
            action.setChecked(True)
            action.setEnabled(column.key != NAME)
            action.setData(number)
            action.setToolTip(translated(column.meaning))
            self.addAction(action)
        self.triggered.connect(self._show_column)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action: QAction | None = self.activeAction()
        if isinstance(action, QAction) and action.isEnabled():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)

    def _show_column(self, action: QAction) -> None:
        self._view.setColumnHidden(int(action.data()), not action.isChecked())

    def follow_view(self) -> None:
        """Tick the columns that the view shows."""
        for action in self.actions():
            action.setChecked(not self._view.isColumnHidden(int(action.data())))

    def pop_up(self, point: QPoint) -> None:
        """Open at a point of the view's header."""
        self.popup(self._view.horizontalHeader().mapToGlobal(point))
