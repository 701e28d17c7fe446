"""What the fills of a Gantt are."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.views.pipeline.gantt_lanes import look_of
from explorer.views.widgets.flow_key import FlowKey
from explorer.views.widgets.painting import hatching, line, mixed, readable_on
from explorer.views.widgets.theme import Theme


class GanttKey(FlowKey):
    """A sample and a word for each kind of thing that is to be seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__({}, None, parent)
        self._chunks = 1

    def show_kinds(self, *, backward: bool, hops: bool, chunks: int) -> None:
        """Explain these kinds beside forwards and the bubble."""
        words = {
            "F": self.tr("forward"),
            "B": self.tr("backward"),
            "bubble": self.tr("bubble"),
            "hop": self.tr("hop"),
            "chunks": self.tr("chunks, later ones fade"),
        }
        others = {"B": backward, "hop": hops, "chunks": chunks > 1}
        self._chunks = chunks
        self.show_words({key: text for key, text in words.items() if others.get(key, True)})

    @override
    def sample(self, painter: QPainter, key: str, box: QRectF, theme: Theme) -> None:
        fills = look_of(theme, max(self._chunks, 1)).fills
        if key in ("F", "B"):
            fill = fills[key == "B"][0][0]
            painter.fillRect(box, QColor(fill))
            painter.setPen(QColor(readable_on(fill)))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), key)
        elif key == "bubble":
            painter.setPen(line(mixed(theme.faint, theme.card, 0.6), 0.9))
            painter.drawLines(hatching(box, 5.0))
        elif key == "hop":
            painter.setPen(line(theme.communication, 1.5))
            painter.drawLine(QLineF(box.left() + 3, box.top(), box.right() - 3, box.bottom()))
        else:
            each = box.width() / self._chunks
            for chunk, fill in enumerate(fills[0][0]):
                painter.fillRect(QRectF(box.left() + chunk * each, box.top(), each, box.height()), QColor(fill))
