"""The verdict bar: the answer in words, what would have to change, and every threshold."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QToolButton, QWidget
from typing_extensions import override

from explorer.answers.break_even import words
from explorer.answers.outcome import Outcome
from explorer.model.balance import Verdict
from explorer.model.thresholds import DIRECTIONS
from explorer.scenario.parameters import TARGET
from explorer.views.break_even.threshold_chip import ThresholdChip
from explorer.views.widgets.card import Card, ElidedLabel
from explorer.views.widgets.field_messages import FieldMessages
from explorer.views.widgets.layouts import STRETCH, column, keep_room, row
from explorer.views.widgets.parameter_row import ask_for
from explorer.views.widgets.quantity_edit import QuantityEdit
from explorer.views.widgets.theme import colour_words, translated


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
        for label in self.findChildren(QLabel):
            label.setParent(None)  # leaves the grid, too
            label.deleteLater()
        for number, texts in enumerate(rows):
            for index, text in enumerate(texts):
                label = QLabel(text, self)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                if index == len(texts) - 1:
                    label.setWordWrap(True)
                    label.setMinimumWidth(420)
                self._grid.addWidget(label, number, index, Qt.AlignmentFlag.AlignTop)
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
        self.headline = ElidedLabel(self, factor=1.75, bold=True)
        self.summary = ElidedLabel(self)
        self.change = ElidedLabel(self)
        self.warning = QToolButton(self)
        self.warning.setAutoRaise(True)
        keep_room(self.warning)  # nothing moves when a note comes or goes
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
        self.chips = {name: ThresholdChip(self) for name in DIRECTIONS}
        self.popup = _Popup(self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        label = QLabel(self.tr("Target"), self)
        label.setBuddy(self.target)
        column(
            row((self.headline, 1), label, self.target, self.assumptions, self.copy),
            row((self.summary, 1), self.warning),
            self.change,
            row(*((chip, 10) for chip in self.chips.values()), STRETCH, self.more, spacing=6),
            owner=self,
            margins=(12, 6, 10, 8),
            spacing=3,
        )

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return [self.warning, self.target, self.assumptions, self.copy, *self.chips.values(), self.more]

    def _connect(self) -> None:
        FieldMessages.of(self).follow(self.target)
        ask_for("target", self.target)
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
            chip.show_threshold(words.threshold(outcome, name), near=name == near)

    def _show_warnings(self, outcome: Outcome) -> None:
        text = "\n".join(translated(warning) for warning in outcome.warnings)
        self.warning.setVisible(bool(text))
        if text != self.warning.toolTip():
            count = len(outcome.warnings)
            title = self.tr("⚠ 1 note") if count == 1 else self.tr("⚠ {count} notes")
            self.warning.setText(title.format(count=count))
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
        colour = theme.text
        if performance is not None and performance.verdict is not Verdict.TIE:
            colour = theme.pays if performance.meets_target else theme.loses
        colour_words(self.headline, colour)
        colour_words(self.warning, theme.warning)

    # What is asked

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

    def _show_all(self) -> None:
        chips = self.chips.values()
        self.popup.show_rows([(chip.text(), chip.detail(), chip.toolTip()) for chip in chips], self.more)

    def _explain(self) -> None:
        chip = self.sender()
        if isinstance(chip, ThresholdChip):
            self.popup.show_rows([(chip.toolTip(),)], chip)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many chips as fit; the button beside them shows all."""
        super().resizeEvent(event)
        room = self.width() - 22 - self.more.sizeHint().width() - 6
        fitting = max(1, room // (next(iter(self.chips.values())).minimumWidth() + 6))
        for index, chip in enumerate(self.chips.values()):
            chip.setVisible(index < fitting)
