"""One all-reduce on the screen, drawn at a time of its clock."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, QSizeF, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from explorer.answers.all_reduce import tips
from explorer.answers.all_reduce.race import AllReduceScene, SceneState
from explorer.scenario.sentence import Sentence
from explorer.views.all_reduce.painter import AllReducePainter
from explorer.views.widgets.card import plain_tip
from explorer.views.widgets.theme import Themed, translated


class AllReduceCanvas(Themed, QWidget):
    """Keeps what stands still within a step as two pictures, and draws the messages over links and below boxes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: AllReduceScene | None = None
        self._state: SceneState | None = None
        self._painter: AllReducePainter | None = None
        self._still: tuple[QPixmap, QPixmap] | None = None
        self._drawn: tuple[int, int, bool] | None = None
        self.on_paper = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(220, 130)

    def show_scene(self, scene: AllReduceScene | None, state: SceneState | None) -> None:
        """Show another scene at a state, or nothing."""
        self._scene, self._state = scene, state
        if scene is None or self._painter is None or not self._painter.shows(scene):
            self._painter, self._drawn = None, None
        self.update()

    def show_state(self, state: SceneState) -> None:
        """Show another state of the scene."""
        if state != self._state:
            self._state = state
            self.update()

    @override
    def apply_theme(self) -> None:
        self._painter, self._drawn = None, None

    def scene(self) -> AllReduceScene | None:
        """Return what is shown."""
        return self._scene

    def state(self) -> SceneState | None:
        """Return the state that is shown."""
        return self._state

    def painter(self) -> AllReducePainter | None:
        """Return what draws the scene at this size."""
        if self._painter is None and self._scene is not None:
            size, switch = QSizeF(self.size()), self.tr("switch")
            self._painter = AllReducePainter(self.theme, self.font(), size, self._scene, switch)
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
            made.draw_links(painter, state)
            made.draw_moving(painter, state, kept=False)
            made.draw_boxes(painter, state)
            return
        links, boxes = self._kept(made, state)
        painter.drawPixmap(0, 0, links)
        made.draw_moving(painter, state, kept=True)
        painter.drawPixmap(0, 0, boxes)

    def _kept(self, made: AllReducePainter, state: SceneState) -> tuple[QPixmap, QPixmap]:
        """Return the pictures of what stands still, links and boxes, drawn once a step."""
        key = (state.steps, state.half, state.moving.start == state.moving.stop)
        size = self.size() * self.devicePixelRatioF()
        if self._still is None or self._still[0].size() != size:
            self._still = QPixmap(size), QPixmap(size)
            self._drawn = None
        if self._drawn != key:
            for picture, draw in zip(self._still, (made.draw_links, made.draw_boxes), strict=True):
                picture.setDevicePixelRatio(self.devicePixelRatioF())
                picture.fill(Qt.GlobalColor.transparent)
                painter = QPainter(picture)
                draw(painter, state)
                painter.end()
            self._drawn = key
        return self._still

    def told_at(self, point: QPointF) -> Sentence | None:
        """Say what is drawn at a point: a device, a message, a link, or nothing."""
        made, state, scene = self.painter(), self._state, self._scene
        if made is None or state is None or scene is None:
            return None
        node = made.node_at(point.x(), point.y())
        if node is not None:
            return tips.box(scene, state, node)
        message = made.message_at(state, point.x(), point.y())
        if message is not None:
            return tips.packet(scene, state, message)
        pair = made.link_at(point.x(), point.y())
        return None if pair is None else tips.link(scene, *pair)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            told = self.told_at(QPointF(event.pos()))
            if told is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), plain_tip(translated(told)), self)
            return True
        return super().event(event)
