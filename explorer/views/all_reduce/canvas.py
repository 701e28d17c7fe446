"""The picture of one all-reduce at one time."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.answers.all_reduce import words
from explorer.answers.all_reduce.race import AllReduceScene, SceneState
from explorer.scenario.sentence import Sentence
from explorer.views.all_reduce.painter import AllReducePainter
from explorer.views.widgets.card import TipsByPoint
from explorer.views.widgets.theme import Themed


class AllReduceCanvas(TipsByPoint, Themed, QWidget):
    """Draws messages between links and boxes; keeps links and boxes, which change once a step, as pictures.

    Attributes
    ----------
    scene, state : what is shown and at which time; None where nothing is.
    on_paper : draws lines that scale in place of the kept pictures.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene: AllReduceScene | None = None
        self.state: SceneState | None = None
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
        self.scene, self.state = scene, state
        if scene is None or self._drawing is None or not self._drawing.show_scene(scene):
            self._drawing, self._pictured = None, None
        self.update()

    def show_state(self, state: SceneState) -> None:
        """Show another state of the scene."""
        if state != self.state:
            self.state = state
            self.update()

    @override
    def apply_theme(self) -> None:
        self._drawing, self._pictured = None, None

    def drawing(self) -> AllReducePainter | None:
        """Return what draws the scene at the size of the canvas, or None where nothing is shown."""
        if self._drawing is None and self.scene is not None:
            size, switch = QSizeF(self.size()), self.tr("switch")
            self._drawing = AllReducePainter(self.theme, self.font(), size, self.scene, switch)
        return self._drawing

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._drawing, self._pictured = None, None

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        drawing, state = self.drawing(), self.state
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

    @override
    def tip_at(self, point: QPointF) -> Sentence | None:
        """Describe the device, the message or the link at a point; None where there is none."""
        drawing, state, scene = self.drawing(), self.state, self.scene
        if drawing is None or state is None or scene is None:
            return None
        if (node := drawing.node_at(point)) is not None:
            return words.node_tooltip(scene, state, node)
        if (message := drawing.message_at(state, point)) is not None:
            return words.message_tooltip(scene, state, message)
        pair = drawing.link_at(point)
        return None if pair is None else words.link_tooltip(scene, *pair)
