"""The window: pages, menus, actions. It routes edits to the document and outcomes to the views; it has no numbers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QMenu,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QToolBar,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid
from typing_extensions import override

from explorer.document import Document
from explorer.views import window_state
from explorer.views.break_even_page import BreakEvenPage
from explorer.views.file_desk import FileDesk
from explorer.views.menus import fill_menu, name_step
from explorer.views.parameter_panel import ParameterPanel
from explorer.views.parts.parameter_row import ParameterRow
from explorer.views.parts.theme import Choice, translated
from explorer.views.theme_switch import ThemeSwitch
from explorer.views.verdict_bar import VerdictBar

if TYPE_CHECKING:
    from explorer.views.exporter import Exporter

DEFAULT_SIZE = (1440, 900)

_kept: list[MainWindow] = []
"""Windows that Qt has not deleted yet. A plot that Python's collector frees before Qt does crashes the process."""


class MainWindow(QMainWindow):
    """One window on one document.

    Signals
    -------
    closed : the window closes, with nothing unsaved that the person wanted to keep.
    """

    closed = Signal()

    def __init__(self, document: Document, settings: QSettings) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        _kept[:] = [*filter(isValid, _kept), self]
        self.document = document
        self._settings = settings
        document.setParent(self)
        self.exporter: Exporter | None = None
        self.files = FileDesk(document, self, settings, self._take_over_typing)
        self.panel = ParameterPanel(self)
        self.bar = VerdictBar(self)
        self.page = BreakEvenPage(self)
        self.colours = ThemeSwitch((self.panel, self.bar, self.page), self)
        self.tabs = QTabBar(self)
        self.pages = QStackedWidget(self)
        self._lay_out()
        self._make_actions()
        self._connect()
        self.setMinimumSize(1024, 600)
        rows = [part for row in self.panel.rows.values() for part in (row.field, row.slider)]
        order = [self.panel.chooser, *rows, *self.bar.tab_order(), *self.page.tab_order()]
        for before, after in pairwise(order):
            self.setTabOrder(before, after)
        self.resize(*DEFAULT_SIZE)
        window_state.restore(settings, self, self._splitters())
        kept = str(settings.value("theme", str(Choice.SYSTEM)))
        self.colours.show_choice(Choice(kept) if kept in list(Choice) else Choice.SYSTEM)
        self._show()

    # Making

    def _lay_out(self) -> None:
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(self.tr("Pages"))
        self._add_page(self.page, self.tr("Break-even"))
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.bar)
        column.addWidget(self.pages, 1)
        self.splitter = QSplitter(self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.panel)
        self.splitter.addWidget(right)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([306, 1116])
        center = QWidget(self)
        layout = QVBoxLayout(center)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.setSpacing(4)
        layout.addWidget(self.tabs)
        layout.addWidget(self.splitter, 1)
        self.setCentralWidget(center)

    def _add_page(self, page: QWidget, title: str) -> None:
        self.pages.addWidget(page)
        self.tabs.addTab(title)

    def _action(
        self, text: str, act: Callable[[], object], key: QKeySequence | QKeySequence.StandardKey | str = ""
    ) -> QAction:
        action = QAction(text, self)
        if key:
            action.setShortcut(QKeySequence(key))
        action.triggered.connect(act)
        return action

    def _make_actions(self) -> None:
        standard = QKeySequence.StandardKey
        self.new_action = self._action(self.tr("&New"), self.files.new, standard.New)
        self.open_action = self._action(self.tr("&Open…"), self.files.open, standard.Open)
        self.save_action = self._action(self.tr("&Save"), self.files.save, standard.Save)
        self.save_as_action = self._action(self.tr("Save &as…"), self.files.save_as, "Ctrl+Shift+S")
        self.export_action = self._action(self.tr("&Export…"), self._export, "Ctrl+E")
        self.quit_action = self._action(self.tr("&Quit"), self.close, "Ctrl+Q")
        self.undo_action = self._action(self.tr("Undo"), self._undo, "Ctrl+Z")
        self.redo_action = self._action(self.tr("Redo"), self._redo, "Ctrl+Shift+Z")
        self.redo_action.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        self.reset_action = self._action(self.tr("&Reset the focused value"), self._reset_focused, "Ctrl+R")
        self.copy_action = self._action(self.tr("&Copy the verdict"), self.bar.copy_sentence, "Ctrl+Shift+C")
        self.theme_action = self._action(self.tr("&Light / dark"), self.colours.toggle, "Ctrl+D")
        self.full_action = self._action(self.tr("&Full screen"), self._toggle_full_screen, "F11")
        self.previous_action = self._action(self.tr("&Previous scenario"), self._previous, "Alt+Up")
        self.next_action = self._action(self.tr("&Next scenario"), self._next, "Alt+Down")
        self.help_action = self._action(self.tr("&Help"), self._help, "F1")
        self.about_action = self._action(self.tr("&About Pareggio"), self._about)
        self._make_menus()
        self._make_tool_bar()

    def _make_menus(self) -> None:
        self.recent_menu = QMenu(self.tr("Open &recent"), self)
        opens = [self.new_action, self.open_action, self.recent_menu.menuAction()]
        saves = [self.save_action, self.save_as_action, self.export_action]
        edits = [[self.undo_action, self.redo_action], [self.reset_action, self.copy_action]]
        colours = [self.theme_action, *self.colours.actions()]
        fill_menu(self.menuBar().addMenu(self.tr("&File")), opens, saves, [self.quit_action])
        fill_menu(self.menuBar().addMenu(self.tr("&Edit")), *edits)
        view = self.menuBar().addMenu(self.tr("&View"))
        fill_menu(view, [self.previous_action, self.next_action], colours, [self.full_action])
        fill_menu(self.menuBar().addMenu(self.tr("&Help")), [self.help_action, self.about_action])

    def _make_tool_bar(self) -> None:
        self.tool_bar = QToolBar(self.tr("Tools"), self)
        self.tool_bar.setObjectName("tools")
        self.tool_bar.setMovable(False)
        self.tool_bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        fill_menu(
            self.tool_bar,
            [self.new_action, self.open_action, self.save_action],
            [self.undo_action, self.redo_action],
            [self.export_action],
            [self.theme_action, self.help_action],
        )
        self.addToolBar(self.tool_bar)

    def _connect(self) -> None:
        document = self.document
        self.setAcceptDrops(True)
        self.recent_menu.aboutToShow.connect(self._list_recent)
        self.recent_menu.triggered.connect(self._open_recent)
        document.changed.connect(self._show)
        document.rejected.connect(self._refuse)
        for typed in (self.panel, self.bar):
            typed.edited.connect(document.edit)
        for part in (self.panel, self.bar, self.page):
            part.dragged.connect(document.drag)
            part.gesture_started.connect(document.begin_gesture)
            part.gesture_ended.connect(document.end_gesture)
        self.page.export_asked.connect(self._export_plot)
        self.panel.reset_asked.connect(document.reset)
        self.panel.scenario_chosen.connect(self._choose)
        self.tabs.currentChanged.connect(self._show_page)

    # Showing

    def _show(self) -> None:
        document = self.document
        outcome, state = document.outcome(), document.state
        still = document.in_gesture
        if not still:
            self.panel.hush()
            self.bar.hush()
            self._show_title()
        names = tuple(scenario.name for scenario in state.scenarios)
        self.panel.show_outcome(outcome, document.original(), names, state.current)
        self.bar.show_outcome(outcome)
        if self.pages.currentWidget() is self.page:
            self.page.show_outcome(outcome, still=still)

    def _show_title(self) -> None:
        document = self.document
        name = self.files.name().replace("[*]", "[*][*]")  # doubled it stands for itself
        self.setWindowTitle(f"{name}[*] – Pareggio")
        current, count = document.state.current, len(document.state.scenarios)
        self.previous_action.setEnabled(current > 0)
        self.next_action.setEnabled(current < count - 1)
        self.setWindowModified(document.is_modified)
        stack = document.stack
        name_step(self.undo_action, self.tr("Undo"), stack.undoText(), enabled=stack.canUndo())
        name_step(self.redo_action, self.tr("Redo"), stack.redoText(), enabled=stack.canRedo())

    def _show_page(self, index: int) -> None:
        self.pages.setCurrentIndex(index)
        self._show()

    def _refuse(self, name: str, told: object) -> None:
        text = translated(told)  # type: ignore[arg-type]
        if name == "target":
            self.bar.refuse(text)
        else:
            self.panel.refuse(name, text)

    def _take_over_typing(self) -> bool:
        """Enter what is typed in a field: it belongs to the scenario that is shown. False where it is refused."""
        if not self.bar.target.commit():
            self.bar.target.setFocus()
            return False
        return self.panel.take_over()

    @override
    def event(self, event: QEvent) -> bool:
        """End a drag when a dialog comes over the window: the mouse is let go where nobody sees it."""
        if event.type() == QEvent.Type.WindowBlocked:
            self.document.end_gesture()
        return super().event(event)

    def _list_recent(self) -> None:
        self.recent_menu.clear()
        for path in self.files.recent():
            self.recent_menu.addAction(str(path).replace("&", "&&")).setData(str(path))
        if self.recent_menu.isEmpty():
            self.recent_menu.addAction(self.tr("No file was open yet")).setEnabled(False)

    def _open_recent(self, action: QAction) -> None:
        if action.data():
            self.files.open_dropped(Path(action.data()))

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
        if self._take_over_typing():
            self.document.choose(index)
        else:
            self.panel.show_current(self.document.state.current)

    def _previous(self) -> None:
        self._choose(self.document.state.current - 1)

    def _next(self) -> None:
        self._choose(self.document.state.current + 1)

    def _undo(self) -> None:
        if self._take_over_typing():
            self.document.undo()

    def _redo(self) -> None:
        if self._take_over_typing():
            self.document.redo()

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

    def _export(self) -> None:
        from explorer.views.export_dialog import ExportDialog

        dialog = ExportDialog(self._ready_exporter(), self)
        dialog.exec()
        dialog.deleteLater()

    def _export_plot(self, name: str, kind: str) -> None:
        self._ready_exporter().export(name, kind)

    def _ready_exporter(self) -> Exporter:
        from explorer.views.exporter import Exporter

        self.exporter = self.exporter or Exporter(self.page, self)
        self.exporter.show_outcome(self.document.outcome())
        return self.exporter

    def _help(self) -> None:
        from explorer.views.help_dialog import HelpDialog

        HelpDialog(self).exec()

    def _about(self) -> None:
        from explorer.views.help_dialog import about

        about(self)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.files.may_go_on():
            event.ignore()
            return
        window_state.keep(self._settings, self, self._splitters())
        self._settings.setValue("theme", str(self.colours.choice))
        self.closed.emit()
        event.accept()

    def _splitters(self) -> dict[str, QSplitter]:
        return {"panels": self.splitter, "plots": self.page.splitter}
