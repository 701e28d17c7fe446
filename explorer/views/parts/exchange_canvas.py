"""One all-reduce on the screen, drawn at a time of its clock."""

from __future__ import annotations

from PySide6.QtCore import QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.exchange_scene import ExchangeScene, State
from explorer.views.parts.exchange_painter import ExchangePainter
from explorer.views.parts.theme import LIGHT, Theme


class ExchangeCanvas(QWidget):
    """Keeps what stands still within a step as a picture, and draws the messages over it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._scene: ExchangeScene | None = None
        self._state: State | None = None
        self._painter: ExchangePainter | None = None
        self._still: QPixmap | None = None
        self._drawn: tuple[int, int, bool] | None = None
        self.on_paper = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(220, 130)

    def show_scene(self, scene: ExchangeScene | None, state: State | None) -> None:
        """Show another scene at a state, or nothing."""
        self._scene, self._state = scene, state
        if scene is None or self._painter is None or not self._painter.shows(scene):
            self._painter, self._drawn = None, None
        self.update()

    def show_state(self, state: State) -> None:
        """Show another state of the scene."""
        if state != self._state:
            self._state = state
            self.update()

    def show_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme, self._painter, self._drawn = theme, None, None
        self.update()

    def scene(self) -> ExchangeScene | None:
        """Return what is shown."""
        return self._scene

    def state(self) -> State | None:
        """Return the state that is shown."""
        return self._state

    def painter(self) -> ExchangePainter | None:
        """Return what draws the scene at this size."""
        if self._painter is None and self._scene is not None:
            self._painter = ExchangePainter(
                self._theme, self.font(), QSizeF(self.size()), self._scene, self.tr("switch")
            )
        return self._painter

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._painter, self._drawn = None, None

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        made, state = self.painter(), self._state
        if made is None or state is None:
            return
        painter = QPainter(self)
        if self.on_paper:
            made.draw_still(painter, state)
        else:
            painter.drawPixmap(0, 0, self._kept(made, state))
        made.draw_moving(painter, state, kept=not self.on_paper)

    def _kept(self, made: ExchangePainter, state: State) -> QPixmap:
        """Return the picture of what stands still, drawn once a step."""
        key = (state.steps, state.hops, state.moving.start == state.moving.stop)
        ratio = self.devicePixelRatioF()
        if self._still is None or self._still.size() != self.size() * ratio:
            self._still = QPixmap(self.size() * ratio)
            self._drawn = None
        if self._drawn != key:
            self._still.setDevicePixelRatio(ratio)
            self._still.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._still)
            made.draw_still(painter, state)
            painter.end()
            self._drawn = key
        return self._still
