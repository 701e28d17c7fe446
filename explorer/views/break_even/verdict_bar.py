"""The verdict bar: the answer in words, what would have to change, and every threshold."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget
from typing_extensions import override

from explorer.answers.break_even import words
from explorer.answers.break_even.explanations import explanation
from explorer.answers.outcome import Outcome
from explorer.model.balance import Verdict
from explorer.model.thresholds import DIRECTIONS
from explorer.scenario.edit import parameter_of
from explorer.scenario.parameters import TARGET
from explorer.views.break_even.threshold_chip import ThresholdChip
from explorer.views.widgets.card import Card, ElidedLabel, sized
from explorer.views.widgets.field_messages import FieldMessages
from explorer.views.widgets.quantity_edit import QuantityEdit
from explorer.views.widgets.requests import Requests
from explorer.views.widgets.theme import colour_words, translated

_ORDER = tuple(DIRECTIONS)


class _Popup(QFrame):
    """A small window that closes on a click elsewhere or on Esc."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(14, 10, 14, 10)
        self._grid.setHorizontalSpacing(14)

    def show_rows(self, rows: list[tuple[str, ...]], anchor: QWidget) -> None:
        """Show rows of text under a widget; the last column wraps."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
        for number, row in enumerate(rows):
            for column, text in enumerate(row):
                label = QLabel(text, self)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                if column == len(row) - 1:
                    label.setWordWrap(True)
                    label.setMinimumWidth(420)
                self._grid.addWidget(label, number, column, Qt.AlignmentFlag.AlignTop)
        self.adjustSize()
        corner = anchor.mapToGlobal(QPoint(0, anchor.height() + 4))
        screen = anchor.screen().availableGeometry()
        window = anchor.window().frameGeometry()
        right = min(screen.right(), max(window.right(), window.left() + self.width()))
        x = max(min(corner.x(), right - self.width() - 4), screen.left() + 4)
        self.move(x, min(corner.y(), screen.bottom() - self.height() - 4))
        self.show()

    def texts(self) -> str:
        """Return all that is shown."""
        return "\n".join(label.text() for label in self.findChildren(QLabel))


class VerdictBar(Card):
    """Headline, times, target, nearest change, warnings and chips."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None
        self._requests = Requests.of(self)
        self.headline = ElidedLabel(self)
        self.headline.setFont(sized(self.headline.font(), 1.75, bold=True))
        self.summary = ElidedLabel(self)
        self.change = ElidedLabel(self)
        self.warning = QToolButton(self)
        self.warning.setAutoRaise(True)
        room = self.warning.sizePolicy()
        room.setRetainSizeWhenHidden(True)  # nothing moves when a note comes or goes
        self.warning.setSizePolicy(room)
        self.warning.setFixedHeight(self.warning.fontMetrics().height() + 4)  # no higher than the line beside it
        self.target = QuantityEdit(TARGET, self)
        self.target.setFixedWidth(self.target.fontMetrics().horizontalAdvance("1000000×") + 18)
        self.target.setToolTip(self.tr("The speed-up that the thresholds refer to; 1× is break-even"))
        self.assumptions = QPushButton(self.tr("Assumptions"), self)
        self.assumptions.setToolTip(self.tr("What this result assumes, and what the speed-up costs"))
        self.copy = QPushButton(self.tr("Copy"), self)
        self.copy.setToolTip(self.tr("Copy the verdict as a sentence"))
        self.more = QToolButton(self)
        self.more.setText(self.tr("All"))
        self.more.setToolTip(self.tr("All thresholds with their reasons"))
        self.more.setFixedHeight(ThresholdChip.HEIGHT)
        self.chips = {name: ThresholdChip(self) for name in _ORDER}
        self.popup = _Popup(self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.headline, 1)
        label = QLabel(self.tr("Target"), self)
        label.setBuddy(self.target)
        for part in (label, self.target, self.assumptions, self.copy):
            top.addWidget(part)
        chips = QHBoxLayout()
        chips.setSpacing(6)
        for chip in self.chips.values():
            chips.addWidget(chip, 10)
        chips.addStretch(1)
        chips.addWidget(self.more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 6, 10, 8)
        layout.setSpacing(3)
        layout.addLayout(top)
        second = QHBoxLayout()
        second.addWidget(self.summary, 1)
        second.addWidget(self.warning)
        layout.addLayout(second)
        layout.addWidget(self.change)
        layout.addLayout(chips)

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return [self.warning, self.target, self.assumptions, self.copy, *self.chips.values(), self.more]

    def _connect(self) -> None:
        self.target.edited.connect(self._ask)
        self.target.dragged.connect(self._drag)
        FieldMessages.of(self).follow(self.target)
        self.target.gesture_started.connect(self._requests.gesture_started)
        self.target.gesture_ended.connect(self._requests.gesture_ended)
        self.assumptions.clicked.connect(self._show_assumptions)
        self.copy.clicked.connect(self.copy_sentence)
        self.more.clicked.connect(self._show_all)
        self.warning.clicked.connect(self._show_notes)
        for chip in self.chips.values():
            chip.clicked.connect(self._explain)

    def show_outcome(self, outcome: Outcome) -> None:
        """Show an outcome."""
        self._outcome = outcome
        self.headline.set_whole(translated(words.headline(outcome)))
        self.target.show_value(outcome.scenario.target_speedup)
        self.change.set_whole("" if outcome.performance is None else self._change_text(outcome))
        self._show_warnings(outcome)
        self.summary.set_whole(translated(words.summary(outcome)))
        self.apply_theme()
        self.more.setEnabled(outcome.performance is not None)
        near = outcome.nearest[0] if outcome.nearest else None
        for name, chip in self.chips.items():
            chip.setEnabled(outcome.performance is not None)
            if outcome.performance is None:
                chip.show_texts(
                    parameter_of(outcome.scenario, name).symbol,
                    self.tr("no result"),
                    translated(words.nearest(outcome)),
                    None,
                    near=False,
                )
            else:
                text = words.threshold(outcome, name)
                chip.show_texts(
                    translated(text.title),
                    translated(text.detail),
                    translated(text.explanation),
                    text.met,
                    name == near,
                )

    def _show_warnings(self, outcome: Outcome) -> None:
        text = "\n".join(translated(warning) for warning in outcome.warnings)
        self.warning.setVisible(bool(text))
        if text != self.warning.toolTip():
            count = len(outcome.warnings)
            title = self.tr("⚠ 1 note") if count == 1 else self.tr("⚠ {count} notes").format(count=count)
            self.warning.setText(title)
            self.warning.setToolTip(text)
            self.warning.setAccessibleName(text)

    def _show_notes(self) -> None:
        if self._outcome is not None:
            self.popup.show_rows([(translated(warning),) for warning in self._outcome.warnings], self.warning)

    def _change_text(self, outcome: Outcome) -> str:
        change = translated(words.nearest(outcome))
        target = words.target_line(outcome)
        lead = self.tr("What would have to change?")
        return f"{lead} {change}" if target is None else f"{lead} {translated(target)}; {change}"

    @override
    def apply_theme(self) -> None:
        theme, performance = self.theme, None if self._outcome is None else self._outcome.performance
        colours = {Verdict.SPLIT: theme.pays, Verdict.SINGLE: theme.loses}
        colour_words(self.headline, theme.text if performance is None else colours.get(performance.verdict, theme.text))
        colour_words(self.warning, theme.warning)

    # What is asked

    def _ask(self, value: float) -> None:
        self._requests.edit.emit("target", value)

    def _drag(self, value: float) -> None:
        self._requests.drag.emit("target", value)

    def refuse(self, text: str) -> None:
        """Show why the target was refused."""
        self.target.refuse(text)

    def copy_sentence(self) -> None:
        """Put the verdict on the clipboard as a sentence."""
        if self._outcome is not None:
            QGuiApplication.clipboard().setText(translated(words.verdict_sentence(self._outcome)))

    def _show_assumptions(self) -> None:
        if self._outcome is not None:
            lines = [f"• {translated(assumption)}" for assumption in words.ASSUMPTIONS]
            lines += ["", translated(words.cost_line(self._outcome))]
            lines += [f"⚠ {translated(warning)}" for warning in self._outcome.warnings]
            self.popup.show_rows([(line,) for line in lines], self.assumptions)

    def _row(self, outcome: Outcome, name: str) -> tuple[str, str, str]:
        text = words.threshold(outcome, name)
        return (self.chips[name].text(), translated(text.detail), translated(text.explanation))

    def _show_all(self) -> None:
        if self._outcome is not None and self._outcome.performance is not None:
            self.popup.show_rows([self._row(self._outcome, name) for name in _ORDER], self.more)

    def _explain(self) -> None:
        chip = self.sender()
        name = next((key for key, value in self.chips.items() if value is chip), None)
        if name is not None and self._outcome is not None and self._outcome.performance is not None:
            self.popup.show_rows([(translated(explanation(self._outcome, name)),)], self.chips[name])

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many chips as fit; the button beside them shows all."""
        super().resizeEvent(event)
        room = self.width() - 22 - self.more.sizeHint().width() - 6
        fitting = max(1, room // (next(iter(self.chips.values())).minimumWidth() + 6))
        for index, chip in enumerate(self.chips.values()):
            chip.setVisible(index < fitting)
