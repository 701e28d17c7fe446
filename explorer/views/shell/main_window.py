"""The window: pages, menus, actions. It routes edits to the document and outcomes to the views; it has no numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QSettings, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QTabBar, QWidget
from shiboken6 import isValid
from typing_extensions import override

from explorer.document import Document
from explorer.scenario.sentence import Sentence
from explorer.views.base.kept import keep_place, keep_splitters, kept_text, restore_place, restore_splitters
from explorer.views.base.page import Page
from explorer.views.break_even.verdict_bar import VerdictBar
from explorer.views.parameters.parameter_panel import ParameterPanel
from explorer.views.shell import help_controller
from explorer.views.shell.actions import Actions, Acts
from explorer.views.shell.export_controller import ExportController
from explorer.views.shell.file_controller import FileController
from explorer.views.shell.link_controller import LinkController
from explorer.views.shell.matrix_controller import MatrixController
from explorer.views.shell.mouse_focus import MouseFocus
from explorer.views.shell.pages import LazyPages
from explorer.views.shell.pin_strip import PinStrip
from explorer.views.shell.scenario_controller import ScenarioController
from explorer.views.shell.theme_switch import ThemeSwitch
from explorer.views.widgets.field_messages import FieldMessages
from explorer.views.widgets.layouts import column, splitter
from explorer.views.widgets.parameter_row import ParameterRow
from explorer.views.widgets.requests import Requests
from explorer.views.widgets.theme import Choice, translated

if TYPE_CHECKING:
    from explorer.views.scenarios.page import ScenariosPage
    from explorer.views.shell.front_page import FrontPage, FrontPanels

DEFAULT_SIZE = (1440, 900)

_kept: list[MainWindow] = []
"""Windows that Qt has not deleted yet. A plot that Python's collector frees before Qt does crashes the process."""


class MainWindow(QMainWindow):
    """One window on one document.

    Signals
    -------
    closed : the window closes, with nothing unsaved that the person wanted to keep.
    window_asked : the person wants another window.
    """

    closed = Signal()
    window_asked = Signal()

    def __init__(self, document: Document, settings: QSettings) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        _kept[:] = [*filter(isValid, _kept), self]
        kept = kept_text(settings, "theme")
        self.colours = ThemeSwitch(self)
        self.colours.show_choice(Choice(kept) if kept in list(Choice) else Choice.SYSTEM)
        self.document = document
        self._settings = settings
        document.setParent(self)
        self.requests = Requests(self, document)
        self.messages = FieldMessages(self)
        self.files = FileController(document, self, settings, self._commit_pending_edit)
        self.panel = ParameterPanel(self)
        self.bar = VerdictBar(self)
        self.strip = PinStrip(self)
        self.lazy = LazyPages(document, settings, self)
        self.lazy.when_made("break_even", self._serve_front)
        self.lazy.when_made("scenarios", self._serve_table)
        self.scenario_controller = ScenarioController(document, self, self._commit_pending_edit)
        self.matrices = MatrixController(document, self)
        self.kinds = LinkController(document, self.panel.link, self.panel.nodes, self, self._commit_pending_edit)
        self.exports = ExportController(document, self.lazy, self)
        self.tabs = QTabBar(self)
        self.pages = QStackedWidget(self)
        self._lay_out()
        self.acts = Actions(self, self._own_acts(), document.stack)
        self.acts.fill(self.files, self.exports, self.scenario_controller, self.colours, self.tabs)
        self.acts.show_panels(hidden=kept_text(settings, "hidden").split())
        self._connect()
        self.setMinimumSize(1024, 600)
        self._order_tabs()
        restore_place(settings, self, QSize(*DEFAULT_SIZE))
        restore_splitters(settings, {"panels": self.splitter})
        self._show()
        self.setFocus()  # no field has it, so that Space plays from the start
        MouseFocus(self, self._playing_page)

    @property
    def front(self) -> FrontPanels:
        """The panels of the first page."""
        return cast("FrontPage", self.lazy.tabs["break_even"].made()).panels

    @property
    def scenarios(self) -> ScenariosPage:
        """The page of the scenarios."""
        return cast("ScenariosPage", self.lazy.tabs["scenarios"].made())

    # Making

    def _order_tabs(self) -> None:
        parts = (self.panel, self.bar, self.strip, self.lazy.page)
        order = [control for part in parts for control in part.tab_order()]
        for before, after in pairwise(order):
            self.setTabOrder(before, after)

    def _lay_out(self) -> None:
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(self.tr("Pages"))
        for tab in self.lazy.tabs.values():
            self.pages.addWidget(tab)
            self.tabs.addTab(translated(tab.entry.title))
        self._go_to(self.lazy.page_name())
        self.pages.setCurrentIndex(self.tabs.currentIndex())
        right = QWidget(self)
        column(self.bar, self.strip, (self.pages, 1), owner=right)
        self.splitter = splitter(self.panel, right, sizes=(306, 1116), owner=self)
        self.splitter.setStretchFactor(1, 1)
        center = QWidget(self)
        column(self.tabs, (self.splitter, 1), owner=center, margins=(8, 2, 8, 8), spacing=4)
        self.setCentralWidget(center)

    def _serve_front(self, page: Page) -> None:
        self.matrices.serve(cast("FrontPage", page).panels.split)

    def _serve_table(self, page: Page) -> None:
        from explorer.views.shell.table_controller import TableController

        panel = cast("ScenariosPage", page).panel
        self.scenario_controller.panel = panel
        TableController(self.document, panel, self.scenario_controller, self._commit_pending_edit)
        panel.chosen.connect(self._choose)
        panel.menu_asked.connect(self.acts.pop_up)

    def _own_acts(self) -> Acts:
        return {
            "undo": partial(self._travel, self.document.undo),
            "redo": partial(self._travel, self.document.redo),
            "reset": self._reset_focused,
            "copy": self.bar.copy_sentence,
            "full": self._toggle_full_screen,
            "help": partial(help_controller.open_help, self),
            "about": partial(help_controller.open_about, self),
            "window": partial(self.window_asked.emit),
            "previous": partial(self._step, -1),
            "next": partial(self._step, 1),
            "differences": partial(self._go_to, "scenarios"),
        }

    def _connect(self) -> None:
        document = self.document
        self.setAcceptDrops(True)
        document.changed.connect(self._show)
        document.rejected.connect(self._refuse)
        self.requests.library.connect(partial(self._go_to, "links"))
        self.requests.export.connect(self.exports.export)
        self.strip.differences.clicked.connect(partial(self._go_to, "scenarios"))
        self.strip.unpin.clicked.connect(self.scenario_controller.unpin)
        self.panel.scenario_chosen.connect(self._choose)
        self.acts.panel_asked.connect(self._show_panel)
        self.tabs.currentChanged.connect(self._show_page)

    # Showing

    def _show(self) -> None:
        document = self.document
        outcome, state = document.outcome(), document.state
        if not document.in_gesture:
            self.messages.hide()
            self._show_title()
            self.matrices.show_scenario()
        names = tuple(scenario.name for scenario in state.scenarios)
        self.panel.show_outcome(outcome, document.original(), names, state.current)
        self.bar.show_outcome(outcome)
        self.strip.show_pair(document.pinned, outcome)
        self.lazy.show_document()

    def _show_title(self) -> None:
        document = self.document
        name = self.files.name().replace("[*]", "[*][*]")  # doubled it stands for itself
        self.setWindowTitle(f"{name}[*] – Pareggio")
        current, count = document.state.current, len(document.state.scenarios)
        self.acts.previous.setEnabled(current > 0)
        self.acts.next.setEnabled(current < count - 1)
        self.setWindowModified(document.is_modified)
        self.acts.unpin.setEnabled(document.pinned is not None)
        self.acts.steps.enable()

    def _show_page(self, index: int) -> None:
        self._commit_pending_edit()
        self.lazy.bring_up(list(self.lazy.tabs)[index])
        self.pages.setCurrentIndex(index)
        self._show()

    def _show_panel(self, name: str, shown: bool) -> None:
        self.front.show_panel(name, shown)

    def _refuse(self, name: str, message: Sentence) -> None:
        text = translated(message)
        if name == "scenarios":
            self.scenario_controller.refuse(text)
        elif name == "target":
            self.bar.target.refuse(text)
        elif not self.lazy.page.refuse(name, text):
            self.panel.refuse(name, text)

    def _commit_pending_edit(self) -> bool:
        """Enter what is typed in a field: it belongs to the scenario that is shown. False where it is refused."""
        if not self.bar.target.commit():
            self.bar.target.setFocus()
            return False
        return self.panel.commit_pending_edit() and self.lazy.page.commit_pending_edit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space plays: it comes here from whatever has no use for it, not from fields and buttons."""
        if event.key() != Qt.Key.Key_Space or event.isAutoRepeat() or not self.lazy.page.toggle_animation():
            super().keyPressEvent(event)

    def _playing_page(self) -> QWidget | None:
        return None if self.lazy.page.player() is None else self.pages.currentWidget()

    @override
    def event(self, event: QEvent) -> bool:
        """End a drag when a dialog comes over the window: the mouse is let go where nobody sees it."""
        if event.type() == QEvent.Type.WindowBlocked:
            self.document.end_gesture()
        return super().event(event)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if len(event.mimeData().urls()) == 1 and event.mimeData().urls()[0].isLocalFile():
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.files.open_dropped(Path(event.mimeData().urls()[0].toLocalFile()))

    # Actions

    def _choose(self, index: int) -> None:
        if self._commit_pending_edit():
            self.document.choose(index)
        else:
            self.panel.chooser.setCurrentIndex(self.document.state.current)

    def _step(self, by: int) -> None:
        self._choose(self.document.state.current + by)

    def _travel(self, travel: Callable[[], None]) -> None:
        """Undo or redo, once what is typed is a step, too."""
        if self._commit_pending_edit():
            travel()

    def _reset_focused(self) -> None:
        widget: QWidget | None = QApplication.focusWidget()
        while widget is not None and not isinstance(widget, ParameterRow):
            widget = widget.parentWidget()
        if widget is not None:
            widget.ask_reset()
        elif self.bar.target.hasFocus():
            self.bar.target.discard()
            self.document.reset("target")

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _go_to(self, name: str) -> None:
        self.tabs.setCurrentIndex(list(self.lazy.tabs).index(name))

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.files.may_go_on():
            event.ignore()
            return
        keep_place(self._settings, self)
        keep_splitters(self._settings, {"panels": self.splitter})
        self.lazy.keep()
        self._settings.setValue("theme", str(self.colours.choice))
        self.closed.emit()
        event.accept()
