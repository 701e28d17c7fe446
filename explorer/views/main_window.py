"""The window: pages, menus, actions. It routes edits to the document and outcomes to the views; it has no numbers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
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
from explorer.views.break_even_page import BreakEvenPage
from explorer.views.file_desk import FileDesk
from explorer.views.parameter_panel import ParameterPanel, ParameterRow
from explorer.views.parts.theme import LIGHT, Choice, chosen, palette, translated
from explorer.views.verdict_bar import VerdictBar

DEFAULT_SIZE = (1440, 900)

_kept: list[MainWindow] = []
"""Windows that Qt has not deleted yet. A plot that Python's collector frees before Qt does crashes the process."""


class MainWindow(QMainWindow):
    """One window on one document."""

    def __init__(self, document: Document, settings: QSettings) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        _kept[:] = [*filter(isValid, _kept), self]
        self.document = document
        self._settings = settings
        self._choice = Choice.SYSTEM
        self._theme = LIGHT
        document.setParent(self)
        self.files = FileDesk(document, self, self._take_over_typing)
        self.panel = ParameterPanel(self)
        self.bar = VerdictBar(self)
        self.page = BreakEvenPage(self)
        self.tabs = QTabBar(self)
        self.pages = QStackedWidget(self)
        self._lay_out()
        self._make_actions()
        self._connect()
        self.setMinimumSize(1024, 600)
        self._restore()
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
        self.quit_action = self._action(self.tr("&Quit"), self.close, "Ctrl+Q")
        self.undo_action = self._action(self.tr("Undo"), self.document.undo, "Ctrl+Z")
        self.redo_action = self._action(self.tr("Redo"), self.document.redo, "Ctrl+Shift+Z")
        self.redo_action.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        self.reset_action = self._action(self.tr("&Reset the focused value"), self._reset_focused, "Ctrl+R")
        self.copy_action = self._action(self.tr("&Copy the verdict"), self.bar.copy_sentence, "Ctrl+Shift+C")
        self.theme_action = self._action(self.tr("&Light / dark"), self._toggle_theme, "Ctrl+D")
        self.full_action = self._action(self.tr("&Full screen"), self._toggle_full_screen, "F11")
        self.previous_action = self._action(self.tr("&Previous scenario"), self._previous, "Alt+Up")
        self.next_action = self._action(self.tr("&Next scenario"), self._next, "Alt+Down")
        self.help_action = self._action(self.tr("&Help"), self._help, "F1")
        self.about_action = self._action(self.tr("&About Pareggio"), self._about)
        self._make_menus()
        self._make_tool_bar()

    def _make_menus(self) -> None:
        bar = self.menuBar()
        file_menu = bar.addMenu(self.tr("&File"))
        file_menu.addActions([self.new_action, self.open_action, self.save_action, self.save_as_action])
        file_menu.addSeparator()
        file_menu.addAction(self.quit_action)
        edit_menu = bar.addMenu(self.tr("&Edit"))
        edit_menu.addActions([self.undo_action, self.redo_action])
        edit_menu.addSeparator()
        edit_menu.addActions([self.reset_action, self.copy_action])
        view_menu = bar.addMenu(self.tr("&View"))
        view_menu.addActions([self.previous_action, self.next_action])
        view_menu.addSeparator()
        view_menu.addAction(self.theme_action)
        self._theme_group = QActionGroup(self)
        for choice, text in (
            (Choice.SYSTEM, self.tr("Colours of the &system")),
            (Choice.LIGHT, self.tr("L&ight")),
            (Choice.DARK, self.tr("&Dark")),
        ):
            action = QAction(text, self)
            action.setCheckable(True)
            action.setData(str(choice))
            self._theme_group.addAction(action)
            view_menu.addAction(action)
        view_menu.addSeparator()
        view_menu.addAction(self.full_action)
        help_menu = bar.addMenu(self.tr("&Help"))
        help_menu.addActions([self.help_action, self.about_action])

    def _make_tool_bar(self) -> None:
        self.tool_bar = QToolBar(self.tr("Tools"), self)
        self.tool_bar.setObjectName("tools")
        self.tool_bar.setMovable(False)
        self.tool_bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        groups = (
            (self.new_action, self.open_action, self.save_action),
            (self.undo_action, self.redo_action),
            (self.theme_action, self.help_action),
        )
        for number, group in enumerate(groups):
            if number:
                self.tool_bar.addSeparator()
            self.tool_bar.addActions(group)
        self.addToolBar(self.tool_bar)

    def _connect(self) -> None:
        document = self.document
        document.changed.connect(self._show)
        document.rejected.connect(self._refuse)
        for part in (self.panel, self.bar, self.page):
            part.edited.connect(document.edit)
            part.gesture_started.connect(document.begin_gesture)
            part.gesture_ended.connect(document.end_gesture)
        self.panel.reset_asked.connect(document.reset)
        self.panel.scenario_chosen.connect(document.choose)
        self.tabs.currentChanged.connect(self._show_page)
        self._theme_group.triggered.connect(self._choose_theme)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

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
        self.setWindowTitle(f"{self.files.name()}[*] – Pareggio")
        self.setWindowModified(document.is_modified)
        stack = document.stack
        for action, can, word, step in (
            (self.undo_action, stack.canUndo(), self.tr("Undo"), stack.undoText()),
            (self.redo_action, stack.canRedo(), self.tr("Redo"), stack.redoText()),
        ):
            action.setEnabled(can)
            action.setText(word)
            action.setToolTip(f"{word}: {step}" if can else self.tr("{word}: nothing to do").format(word=word))
            action.setStatusTip(action.toolTip())

    def _show_page(self, index: int) -> None:
        self.pages.setCurrentIndex(index)
        self._show()

    def _refuse(self, name: str, told: object) -> None:
        text = translated(told)  # type: ignore[arg-type]
        if name == "target":
            self.bar.refuse(text)
        else:
            self.panel.refuse(name, text)

    def _take_over_typing(self) -> None:
        self.panel.take_over()
        self.bar.target.commit()

    # Theme

    def show_theme(self, choice: Choice) -> None:
        """Choose the colours."""
        self._choice = choice
        self._theme = chosen(choice)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.setPalette(palette(self._theme))
        for part in (self.panel, self.bar, self.page):
            part.show_theme(self._theme)
        for action in self._theme_group.actions():
            action.setChecked(action.data() == str(choice))

    def _choose_theme(self, action: QAction) -> None:
        self.show_theme(Choice(action.data()))

    def _toggle_theme(self) -> None:
        self.show_theme(Choice.LIGHT if self._theme.name == "dark" else Choice.DARK)

    def _follow_system(self) -> None:
        if self._choice is Choice.SYSTEM:
            self.show_theme(Choice.SYSTEM)

    # Actions

    def _previous(self) -> None:
        self.document.choose(self.document.state.current - 1)

    def _next(self) -> None:
        self.document.choose(self.document.state.current + 1)

    def _reset_focused(self) -> None:
        widget: QWidget | None = QApplication.focusWidget()
        while widget is not None and not isinstance(widget, ParameterRow):
            widget = widget.parentWidget()
        if widget is not None:
            widget.ask_reset()
        elif self.bar.target.hasFocus():
            self.document.reset("target")

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _help(self) -> None:
        from explorer.views.help_dialog import HelpDialog

        HelpDialog(self).exec()

    def _about(self) -> None:
        from explorer.views.help_dialog import about

        about(self)

    # Window state

    def _restore(self) -> None:
        self.resize(*DEFAULT_SIZE)
        geometry, panels = self._settings.value("geometry"), self._settings.value("panels")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        if isinstance(panels, QByteArray):
            self.splitter.restoreState(panels)
        kept = str(self._settings.value("theme", str(Choice.SYSTEM)))
        self.show_theme(Choice(kept) if kept in list(Choice) else Choice.SYSTEM)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.files.may_go_on():
            event.ignore()
            return
        self._settings.setValue("geometry", self.saveGeometry())
        self._settings.setValue("panels", self.splitter.saveState())
        self._settings.setValue("theme", str(self._choice))
        event.accept()
