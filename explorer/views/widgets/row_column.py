"""A column of parameters with their fields and sliders, and one balloon for what a field has to say."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QScrollArea, QWidget

from explorer.answers.outcome import Outcome
from explorer.scenario.scenario import Scenario
from explorer.views.widgets.card import Card, sized
from explorer.views.widgets.field_messages import FieldMessages
from explorer.views.widgets.layouts import column
from explorer.views.widgets.parameter_row import ParameterRow
from explorer.views.widgets.quantity_edit import QuantityEdit


class RowColumn(Card):
    """Rows of parameters below each other, scrolled where there is no room for all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._messages = FieldMessages.of(self)
        self.rows: dict[str, ParameterRow] = {}
        inner = QWidget(self)
        self.column = column(owner=inner, margins=(10, 4, 10, 4), spacing=1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        inner.setAutoFillBackground(False)  # setWidget has switched it on
        area.viewport().setAutoFillBackground(False)
        column(area, owner=self, margins=(2, 4, 2, 4))

    def add_title(self, text: str) -> QLabel:
        """Add the title of a group."""
        label = QLabel(text, self)
        label.setFont(sized(label.font(), 1.0, bold=True))
        label.setContentsMargins(0, 6 if self.column.count() else 0, 0, 1)
        self.column.addWidget(label)
        return label

    def add_row(self, name: str) -> ParameterRow:
        """Add the row of a parameter."""
        row = ParameterRow(name, self)
        self.rows[name] = row
        self._messages.follow(row.field)
        self.column.addWidget(row)
        return row

    def add_choice(self, text: str, choice: QComboBox) -> None:
        """Add a list of choices below its label, whose "&" marks the key that goes to the list."""
        label = QLabel(text, self)
        label.setBuddy(choice)
        choice.setAccessibleName(text.replace("&", ""))
        self.column.addWidget(label)
        self.column.addWidget(choice)

    def show_rows(self, outcome: Outcome, original: Scenario) -> None:
        """Show the numbers of a scenario."""
        for row in self.rows.values():
            row.show_outcome(outcome, original)

    def fields(self) -> list[QuantityEdit]:
        """Return all fields that can be typed in."""
        return [row.field for row in self.rows.values()]

    def commit_pending_edit(self) -> bool:
        """Enter what is typed in a field and not yet entered; False, with the field in focus, where it is refused."""
        for field in self.fields():
            if not field.commit():
                field.setFocus()
                return False
        return True

    def refuse(self, name: str, text: str) -> None:
        """Show why an edit was refused, at its field."""
        if name in self.rows:
            self.rows[name].field.refuse(text)
