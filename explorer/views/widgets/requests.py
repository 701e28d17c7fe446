"""The one channel by which widgets ask for changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from explorer.document import Document


class Requests(QObject):
    """What the widgets of a window ask for. Its document is connected once; what is asked on paper nobody hears.

    Signals
    -------
    edit, drag, reset : a parameter's name (and value); ``drag`` between ``gesture_started`` and ``gesture_ended``.
    section : name, value and undo text of a section that the scenario is to have.
    node_link : link between nodes (or None), its source (or None) and its name.
    link : link, number of devices, source and name of a link that the scenario is to have.
    library : the person wants to see the links.
    export : name of a panel and one of the kinds of an export menu.
    """

    edit = Signal(str, float)
    drag = Signal(str, float)
    reset = Signal(str)
    gesture_started = Signal()
    gesture_ended = Signal()
    section = Signal(str, object, str)
    node_link = Signal(object, object, str)
    link = Signal(object, int, object, str)
    library = Signal()
    export = Signal(str, str)

    def __init__(self, window: QWidget, document: Document | None = None) -> None:
        super().__init__(window)
        if document is not None:
            self.edit.connect(document.edit)
            self.drag.connect(document.drag)
            self.reset.connect(document.reset)
            self.gesture_started.connect(document.begin_gesture)
            self.gesture_ended.connect(document.end_gesture)
            self.section.connect(document.set_part)
            self.node_link.connect(document.set_network)
            self.link.connect(document.set_link)

    @staticmethod
    def of(widget: QWidget) -> Requests:
        """Return the requests of the window that a widget is made in; a window without any gets some."""
        window = widget.window()
        requests = window.findChild(Requests, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return Requests(window) if requests is None else requests
