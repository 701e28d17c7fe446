"""The picture of one all-reduce at one time."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, QSizeF, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from explorer.answers.all_reduce import words
from explorer.answers.all_reduce.race import AllReduceScene, SceneState
from explorer.scenario.sentence import Sentence
from explorer.views.all_reduce.painter import AllReducePainter
from explorer.views.widgets.card import plain_tip
from explorer.views.widgets.theme import Themed, translated


class AllReduceCanvas(Themed, QWidget):
    """Draws messages between links and boxes; keeps links and boxes, which change once a step, as pictures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: AllReduceScene | None = None
        self._state: SceneState | None = None
        self._drawing: AllReducePainter | None = None
        self._pictures: tuple[QPixmap, QPixmap] | None = None
        self._pictured: tuple[int, int, bool] | None = None
        self.on_paper = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(220, 130)

    def show_scene(self, scene: AllReduceScene | None, state: SceneState | None) -> None:
        """Show another scene at a state, or nothing."""
        self._scene, self._state = scene, state
        if scene is None or self._drawing is None or not self._drawing.show_scene(scene):
            self._drawing, self._pictured = None, None
        self.update()

    def show_state(self, state: SceneState) -> None:
        """Show another state of the scene."""
        if state != self._state:
            self._state = state
            self.update()

    @override
    def apply_theme(self) -> None:
        self._drawing, self._pictured = None, None

    def scene(self) -> AllReduceScene | None:
        """Return the scene that is shown, or None."""
        return self._scene

    def state(self) -> SceneState | None:
        """Return the state that is shown."""
        return self._state

    def drawing(self) -> AllReducePainter | None:
        """Return what draws the scene at the size of the canvas, or None where nothing is shown."""
        if self._drawing is None and self._scene is not None:
            size, switch = QSizeF(self.size()), self.tr("switch")
            self._drawing = AllReducePainter(self.theme, self.font(), size, self._scene, switch)
        return self._drawing

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._drawing, self._pictured = None, None

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        drawing, state = self.drawing(), self._state
        if drawing is None or state is None:
            return
        painter = QPainter(self)
        if self.on_paper:
            drawing.draw_links(painter, state)
            drawing.draw_moving(painter, state, kept=False)
            drawing.draw_boxes(painter, state)
            return
        links, boxes = self._kept_pictures(drawing, state)
        painter.drawPixmap(0, 0, links)
        drawing.draw_moving(painter, state, kept=True)
        painter.drawPixmap(0, 0, boxes)

    def _kept_pictures(self, drawing: AllReducePainter, state: SceneState) -> tuple[QPixmap, QPixmap]:
        """Return the pictures of links and boxes, drawn once a step, or once half a step of a switch."""
        key = (state.steps, state.half, state.moving.start == state.moving.stop)
        size = self.size() * self.devicePixelRatioF()
        if self._pictures is None or self._pictures[0].size() != size:
            self._pictures = QPixmap(size), QPixmap(size)
            self._pictured = None
        if self._pictured != key:
            for picture, draw in zip(self._pictures, (drawing.draw_links, drawing.draw_boxes), strict=True):
                picture.setDevicePixelRatio(self.devicePixelRatioF())
                picture.fill(Qt.GlobalColor.transparent)
                painter = QPainter(picture)
                draw(painter, state)
                painter.end()
            self._pictured = key
        return self._pictures

    def tooltip_at(self, point: QPointF) -> Sentence | None:
        """Describe the device, the message or the link at a point; None where there is none."""
        drawing, state, scene = self.drawing(), self._state, self._scene
        if drawing is None or state is None or scene is None:
            return None
        node = drawing.node_at(point.x(), point.y())
        if node is not None:
            return words.node_tooltip(scene, state, node)
        message = drawing.message_at(state, point.x(), point.y())
        if message is not None:
            return words.message_tooltip(scene, state, message)
        pair = drawing.link_at(point.x(), point.y())
        return None if pair is None else words.link_tooltip(scene, *pair)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tooltip = self.tooltip_at(QPointF(event.pos()))
            if tooltip is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), plain_tip(translated(tooltip)), self)
            return True
        return super().event(event)
