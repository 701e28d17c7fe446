"""Plain building blocks of the look: a card, a label that never grows, a toggle button."""

from __future__ import annotations

import html

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QToolButton, QToolTip, QWidget
from typing_extensions import override

from explorer.scenario.sentence import Sentence
from explorer.views.widgets.painting import painter_on
from explorer.views.widgets.theme import Themed, WidgetBase, theme_of, translated

RADIUS = 6.0


class Card(Themed, QFrame):
    """A panel with a thin rounded border, drawn without a style sheet (those slow every child down)."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self.theme, painter_on(self)
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)


class TipsByPoint(WidgetBase):
    """A base, before the class of the widget, of a painted widget whose tooltip depends on where the mouse is."""

    def tip_at(self, point: QPointF) -> Sentence | str | None:
        """Return the tooltip at a point; nothing where there is none."""
        raise NotImplementedError

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tip = translated(self.tip_at(QPointF(event.pos())) or "")
            QToolTip.showText(event.globalPos(), plain_tip(tip), self)  # an empty text hides the last tooltip
            return True
        return super().event(event)


class StillLabel(QLabel):
    """A label of plain text whose size does not depend on the text.

    Qt's own label asks for a new layout at each new text, and so lays out and repaints the whole window at each step
    of a drag. This one keeps the text to itself, and only repaints.
    """

    _FLAGS = Qt.TextFlag(0)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""

    @override
    def text(self) -> str:
        return self._text

    @override
    def setText(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        flags = int(self.alignment()) | int(self._FLAGS)
        room, role = self.contentsRect(), self.foregroundRole()
        self.style().drawItemText(QPainter(self), room, flags, self.palette(), self.isEnabled(), self._text, role)


class ElidedLabel(StillLabel):
    """A label of one line that elides what does not fit and shows it whole as a tooltip."""

    def __init__(
        self, parent: QWidget | None = None, text: str = "", factor: float = 1.0, *, bold: bool = False
    ) -> None:
        """Show a text in the usual font, ``factor`` times as large."""
        super().__init__(parent)
        self._whole = ""
        self.setFont(sized(self.font(), factor, bold=bold))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_whole(text)

    def set_whole(self, text: str) -> None:
        """Show a text."""
        if text != self._whole:
            self._whole = text
            self.setAccessibleName(text)
            self._elide()

    def whole(self) -> str:
        """Return the text with what is elided."""
        return self._whole

    @override
    def resizeEvent(self, event: object) -> None:
        self._elide()

    @override
    def sizeHint(self) -> QSize:
        return self.fontMetrics().size(int(Qt.TextFlag.TextSingleLine), self._whole or " ")

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    @override
    def event(self, event: object) -> bool:
        cut = self.text() != self._whole
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip() and cut:
            QToolTip.showText(event.globalPos(), plain_tip(self._whole), self)
            return True
        return bool(super().event(event))  # type: ignore[arg-type]

    def _elide(self) -> None:
        room = max(self.width() - 2, 0)
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room))


class ToggleButton(QToolButton):
    """A button of a few words whose checked state is plain in light and dark; ``tip`` is its tooltip."""

    def __init__(self, text: str, tip: str, parent: QWidget, *, checkable: bool = True) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setToolTip(tip)
        self.setCheckable(checkable)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 20, metrics.height() + 8)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = theme_of(self), painter_on(self)
        over = self.underMouse() and self.isEnabled()
        line = theme.text if self.hasFocus() else theme.highlight if over else theme.border
        painter.setPen(QPen(QColor(line), 1.6 if self.hasFocus() else 1))
        unchecked = theme.card if self.isEnabled() else theme.grid
        painter.setBrush(QColor(theme.highlight if self.isChecked() else unchecked))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        text = theme.text if self.isEnabled() else theme.faint
        painter.setPen(QColor("#ffffff" if self.isChecked() else text))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self.text())


def plain_tip(text: str) -> str:
    """Return a text for a tooltip, which would take a file's text for HTML, and load what it names."""
    return f"<p style='white-space: pre-wrap'>{html.escape(text)}</p>" if text else ""


def sized(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Return a font scaled from another one."""
    scaled = QFont(font)
    scaled.setPointSizeF(font.pointSizeF() * factor)
    scaled.setBold(bold)
    return scaled
