"""Two all-reduces as bars on one time scale: start-ups and bytes, step by step.

Where not all devices are drawn, a bar has all start-ups first and all bytes after them.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from explorer.answers import formatting
from explorer.answers.all_reduce.race import AllReduceScene
from explorer.answers.link_words import algorithm_name
from explorer.views.widgets.painting import Fill
from explorer.views.widgets.stacked_bars import BarPiece, StackedBar, draw_upright
from explorer.views.widgets.theme import Theme, translated

LAUNCH, STARTUP, BYTES, MEASURED = "launch", "startup", "bytes", "measured"


def fill_of(key: str, theme: Theme) -> Fill:
    """Return the fill of a part of a bar, or the colour of the mark of the measured time."""
    if key == STARTUP:
        return Fill(theme.communication, theme.card)
    return Fill({LAUNCH: theme.one, BYTES: theme.communication, MEASURED: theme.text}[key])


def draw_measured(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Draw the mark of the measured time for the key."""
    draw_upright(painter, room.center().x(), room.top(), room.bottom(), fill_of(MEASURED, theme).colour, head=True)


def bar_of(scene: AllReduceScene) -> StackedBar:
    """Return the bar of one all-reduce: the launch, then start-up and bytes of each step, in seconds."""
    parts = scene.parts()
    pieces = [BarPiece(LAUNCH, scene.link.wire.launch_s)] if parts else []
    for begin, end, startup in parts:
        pieces += [BarPiece(STARTUP, (end - begin) * startup), BarPiece(BYTES, (end - begin) * (1 - startup))]
    return StackedBar(translated(algorithm_name(scene.algorithm)), tuple(pieces), formatting.seconds(scene.seconds))
