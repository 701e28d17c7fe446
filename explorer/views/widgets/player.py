"""Play, pause, step, speed and a scrubber: a position, and the only timer that moves it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent
from PySide6.QtWidgets import QComboBox, QSlider, QStyle, QStyleOptionSlider, QWidget
from typing_extensions import override

from explorer.views.widgets.card import ToggleButton, plain_tip
from explorer.views.widgets.layouts import row

_TICKS = 1000
"""Steps of the scrubber for each stage."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
_STAGE_S = 2.2
_NEAR = 1e-9
"""Positions closer than this are one."""


class _Scrubber(QSlider):
    """A slider whose handle jumps to where it is clicked, and can be dragged from there."""

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_SliderHandle
        handle = self.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, self)
        if event.button() is Qt.MouseButton.LeftButton and not handle.contains(event.position().toPoint()):
            x, room = round(event.position().x()) - handle.width() // 2, self.width() - handle.width()
            self.setValue(QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), x, room))
        super().mousePressEvent(event)


class Player(QWidget):
    """Moves a position from 0 to the number of stages; ``steps`` are other words for a step back and one on.

    Signals
    -------
    moved : the new position, whether the timer or a person changed it.
    """

    moved = Signal(float)

    def __init__(self, stages: int, parent: QWidget | None = None, steps: tuple[str, str] | None = None) -> None:
        super().__init__(parent)
        self._stages, self._position = stages, 0.0
        self._stops: tuple[float, ...] = tuple(range(stages + 1))
        self._lengths = (1.0,) * stages
        self.clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(16)
        self._timer.timeout.connect(self.advance)
        back, forth = steps or (self.tr("Previous stage"), self.tr("Next stage"))
        self.first = self._button("|◀", self.tr("Back to start"))
        self.back = self._button("◀", back)
        self.play = self._button("", self.tr("Play or pause (Space)"))
        self.forth = self._button("▶|", forth)
        self._words = (self.tr("▶ Play"), self.tr("❚❚ Pause"))
        self.play.setFixedWidth(max(map(self.fontMetrics().horizontalAdvance, self._words)) + 20)
        self.scrubber = _Scrubber(Qt.Orientation.Horizontal, self)
        self.scrubber.setRange(0, stages * _TICKS)
        self.scrubber.setSingleStep(_TICKS // 20)
        self.scrubber.setPageStep(_TICKS)
        self.scrubber.setAccessibleName(self.tr("Position of the animation"))
        self.speed = QComboBox(self)
        self.speed.setAccessibleName(self.tr("Speed"))
        for speed in SPEEDS:
            self.speed.addItem(f"{speed:g}×", speed)
        self.speed.setCurrentIndex(SPEEDS.index(1.0))
        row(self.first, self.back, self.play, self.forth, (self.scrubber, 1), self.speed, owner=self, spacing=4)
        self._tips = {part: part.toolTip() for part in self.tab_order()}
        self._show_word()
        self.first.clicked.connect(self.rewind)
        self.back.clicked.connect(self.step_back)
        self.play.clicked.connect(self.toggle)
        self.forth.clicked.connect(self.step_on)
        self.scrubber.valueChanged.connect(self._scrub)

    def _button(self, text: str, tip: str) -> ToggleButton:
        button = ToggleButton(text, tip, self, checkable=False)
        button.setAccessibleName(tip)
        return button

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return [self.first, self.back, self.play, self.forth, self.scrubber, self.speed]

    def show_stops(self, stops: Sequence[float]) -> None:
        """Let steps go to these positions, rising from 0 to the end, in place of the ends of the stages."""
        self._stops = tuple(stops)

    def show_lengths(self, lengths: Sequence[float]) -> None:
        """Let each stage take a multiple of the usual time."""
        self._lengths = tuple(lengths)

    def permit(self, reason: str) -> None:
        """Enable the controls, or disable them, with the reason why there is nothing to play as their tooltip."""
        if reason:
            self.pause()
        self.setEnabled(not reason)
        for part, words in self._tips.items():
            part.setToolTip(plain_tip(reason) if reason else words)

    def position(self) -> float:
        """Return the position."""
        return self._position

    def is_playing(self) -> bool:
        """Whether the timer runs."""
        return self._timer.isActive()

    def show_position(self, position: float) -> None:
        """Go to a position."""
        position = min(max(position, 0.0), float(self._stages))
        if position == self._position:
            return
        self._position = position
        with QSignalBlocker(self.scrubber):
            self.scrubber.setValue(round(position * _TICKS))
        self.moved.emit(position)

    def toggle(self) -> None:
        """Play, from the start where the end is reached, or pause."""
        if self._timer.isActive():
            self.pause()
            return
        if self._position >= self._stages:
            self.show_position(0.0)
        self.clock.start()
        self._timer.start()
        self._show_word()

    def pause(self) -> None:
        """Stop; nothing runs from now on."""
        self._timer.stop()
        self._show_word()

    def _show_word(self) -> None:
        self.play.setText(self._words[self._timer.isActive()])

    def rewind(self) -> None:
        """Go back to the start."""
        self.pause()
        self.show_position(0.0)

    def step_on(self) -> None:
        """Go to the end of this stage."""
        self.pause()
        self.show_position(next((stop for stop in self._stops if stop > self._position + _NEAR), float(self._stages)))

    def step_back(self) -> None:
        """Go to the start of this stage, or of the one before."""
        self.pause()
        self.show_position(next((stop for stop in reversed(self._stops) if stop < self._position - _NEAR), 0.0))

    def _scrub(self, value: int) -> None:
        self.pause()
        self.show_position(value / _TICKS)

    def advance(self) -> None:
        """Move by the time that has passed on the clock."""
        passed = self.clock.restart() / 1000.0
        length = _STAGE_S * self._lengths[min(int(self._position), self._stages - 1)]
        self.show_position(self._position + float(self.speed.currentData()) * passed / length)
        if self._position >= self._stages:
            self.pause()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.pause()
