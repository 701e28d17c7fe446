"""A label of several lines that shows as much text as fits, in whole sentences."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.scenario.sentence import Sentence
from explorer.views.widgets.card import StillLabel, plain_tip
from explorer.views.widgets.theme import translated


class FitLabel(StillLabel):
    """Shows the first of several texts that fits, or what fits of the last one. The tooltip has the first text."""

    _FLAGS = Qt.TextFlag.TextWordWrap

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: tuple[str, ...] = ("",)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def keep_lines(self, lines: int) -> None:
        """Fix the height at a number of lines, whatever the text, and take the width there is."""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 4)

    def show_texts(self, texts: Sequence[str]) -> None:
        """Take texts, the fullest first; the last one is elided where it does not fit."""
        if tuple(texts) != self._texts:
            self._texts = tuple(texts) or ("",)
            self.setAccessibleName(self._texts[0])
            self._fit()

    def show_message(self, sentences: Sequence[Sentence]) -> None:
        """Show sentences one after another, without the last ones where not all fit."""
        texts = [translated(sentence) for sentence in sentences]
        self.show_texts([" ".join(texts[:count]) for count in range(len(texts), 0, -1)])

    def whole(self) -> str:
        """Return the fullest text."""
        return self._texts[0]

    def _fit(self) -> None:
        fitting = next((text for text in self._texts if self._holds(text)), None)
        if fitting is None:
            fitting = self._elided(self._texts[-1])
        if fitting != self.text():
            self.setText(fitting)
        self.setToolTip("" if fitting == self._texts[0] else plain_tip(self._texts[0]))

    def _holds(self, text: str) -> bool:
        return self._height_of(text, max(self.width() - 2, 1)) <= self.height()

    def _height_of(self, text: str, width: int) -> int:
        return self.fontMetrics().boundingRect(QRect(0, 0, width, 10_000), int(self._FLAGS), text).height()

    @override
    def heightForWidth(self, width: int) -> int:
        return self._height_of(self.text(), width)

    def _elided(self, text: str) -> str:
        """Cut a text after a word, so that it fits."""
        words = text.split(" ")
        for count in range(len(words) - 1, 0, -1):
            shorter = " ".join(words[:count]) + " …"
            if self._holds(shorter):
                return shorter
        return text

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
