"""A threshold as a small two-line button: the condition and how far the scenario is from it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from explorer.answers.break_even.words import ThresholdText
from explorer.views.widgets.card import RADIUS, sized
from explorer.views.widgets.painting import painter_on
from explorer.views.widgets.theme import theme_of, translated

_MARKS = {True: "✓", False: "✗", None: "–"}


class ThresholdChip(QAbstractButton):
    """Shows a condition with a tick, a cross or a dash; a click asks for the whole sentence."""

    HEIGHT = 42

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._detail, self._near = "", "", False  # Qt's text would ask for a layout at each drag step
        self._met: bool | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        bold = QFontMetrics(sized(self.font(), 1.0, bold=True))
        self.setMinimumWidth(bold.horizontalAdvance("✓ B > 1.826 GB/s") + 20)
        self.setMaximumWidth(int(1.35 * self.minimumWidth()))

    def show_threshold(self, threshold: ThresholdText, *, near: bool) -> None:
        """Show a threshold; ``near`` marks the nearest one."""
        title, detail, explanation = map(translated, (threshold.title, threshold.detail, threshold.explanation))
        met = threshold.met
        text = f"{_MARKS[met]} {title}"
        if (text, detail, near) != (self.text(), self._detail, self._near):
            self._title, self._detail, self._met, self._near = text, detail, met, near
            self.update()
            state = [] if met is None else [self.tr("met") if met else self.tr("not met")]
            self.setAccessibleName(", ".join([title, *state, detail]))
        if explanation != self.toolTip():
            self.setToolTip(explanation)
            self.setAccessibleDescription(explanation)

    @override
    def text(self) -> str:
        return self._title

    def detail(self) -> str:
        """Return the second line."""
        return self._detail

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.maximumWidth(), self.HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = painter_on(self)
        colour = theme.faint if self._met is None else theme.pays if self._met else theme.loses
        fill = theme.pays_tint if self._met else theme.window
        strong = self._near or self.hasFocus() or self.underMouse()
        painter.setPen(QPen(QColor(colour if strong else theme.border), 1.6 if self._near or self.hasFocus() else 1))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        if self.hasFocus():  # another line than that of the nearest
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.text), 1, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3.5, 3.5, -3.5, -3.5), RADIUS - 2, RADIUS - 2)
        room = QRectF(self.rect()).adjusted(9, 4, -6, -4)
        painter.setFont(sized(self.font(), 1.0, bold=True))
        painter.setPen(QColor(colour))
        title = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), title)
        painter.setFont(sized(self.font(), 0.88))
        painter.setPen(QColor(theme.faint))
        detail = painter.fontMetrics().elidedText(self._detail, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom), detail)
