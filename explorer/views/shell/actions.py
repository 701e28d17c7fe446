"""The actions of a window, its menus and its tool bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, QPoint, QSignalBlocker, Signal
from PySide6.QtGui import QAction, QKeySequence, QUndoStack
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QTabBar

from explorer.views.shell.export_controller import ExportController
from explorer.views.shell.file_controller import FileController
from explorer.views.shell.menus import StepNames, fill_menu, make_action, tool_bar
from explorer.views.shell.scenario_controller import ScenarioController
from explorer.views.shell.theme_switch import ThemeSwitch

Acts = Mapping[str, Callable[[], object]]


class Actions(QObject):
    """Every action as an attribute. The controllers do most of it; ``own``, by name, is what the window does itself.

    Signals
    -------
    panel_asked : a panel's name and whether it is to be in sight.
    """

    panel_asked = Signal(str, bool)

    def __init__(self, window: QMainWindow, own: Acts, stack: QUndoStack) -> None:
        super().__init__(window)
        self._window, self._own, self._make = window, own, partial(make_action, window)
        make = self._make
        self.undo = make(self.tr("Undo"), own["undo"], "Ctrl+Z")
        self.redo = make(self.tr("Redo"), own["redo"], "Ctrl+Shift+Z", "Ctrl+Y")
        self.reset = make(self.tr("&Reset value to file"), own["reset"], "Ctrl+R")
        self.copy = make(self.tr("&Copy the verdict"), own["copy"], "Ctrl+Shift+C")
        self.full = make(self.tr("&Full screen"), own["full"], "F11")
        self.help = make(self.tr("&Help"), own["help"], "F1")
        self.about = make(self.tr("&About Pareggio"), own["about"])
        self.steps = StepNames(stack, self.undo, self.redo, window)

    def fill(
        self,
        files: FileController,
        exports: ExportController,
        scenarios: ScenarioController,
        colours: ThemeSwitch,
        tabs: QTabBar,
    ) -> None:
        """Make the menus and the tool bar, in this order."""
        self._fill_file_menu(files, exports)
        edit = self._menu(self.tr("&Edit"))
        fill_menu(edit, [self.undo, self.redo], [self.reset, self.copy])
        self._fill_scenario_menu(scenarios)
        self._fill_view_menu(colours, tabs)
        fill_menu(self._menu(self.tr("&Help")), [self.help, self.about])
        groups = [[self.new, self.open, self.save], [self.undo, self.redo], [self.export], [self.theme, self.help]]
        self.tool_bar = tool_bar(self._window, self.tr("Tools"), *groups)
        self.steps.watch(edit, self.tool_bar)

    def _menu(self, title: str) -> QMenu:
        return self._window.menuBar().addMenu(title)

    def _fill_file_menu(self, files: FileController, exports: ExportController) -> None:
        standard, make = QKeySequence.StandardKey, self._make
        self.new = make(self.tr("&New"), files.new, standard.New)
        self.window = make(self.tr("New &window"), self._own["window"], "Ctrl+Shift+N")
        self.open = make(self.tr("&Open…"), files.open, standard.Open)
        self.recent = QMenu(self.tr("Open &recent"), self._window)
        files.serve(self.recent)
        self.examples = QMenu(self.tr("Open e&xample"), self._window)
        files.list_examples(self.examples)
        self.save = make(self.tr("&Save"), files.save, standard.Save)
        self.save_as = make(self.tr("Save &as…"), files.save_as, "Ctrl+Shift+S")
        self.export = make(self.tr("&Export…"), exports.open, "Ctrl+E")
        self.close = make(self.tr("&Close window"), self._window.close, "Ctrl+W")
        self.quit = make(self.tr("&Quit"), QApplication.closeAllWindows, "Ctrl+Q")
        opens = [self.new, self.window, self.open, self.recent.menuAction(), self.examples.menuAction()]
        fill_menu(self._menu(self.tr("&File")), opens, [self.save, self.save_as, self.export], [self.close, self.quit])

    def _fill_scenario_menu(self, scenarios: ScenarioController) -> None:
        make, own = self._make, self._own
        self.previous = make(self.tr("&Previous"), own["previous"], "Alt+Up")
        self.next = make(self.tr("&Next"), own["next"], "Alt+Down")
        arrange = [
            make(self.tr("&Add"), scenarios.add, "Ctrl+Shift+A"),
            make(self.tr("&Duplicate"), scenarios.duplicate, "Ctrl+Shift+D"),
            make(self.tr("&Rename…"), scenarios.rename),
            make(self.tr("N&otes…"), scenarios.edit_notes),
            make(self.tr("De&lete"), scenarios.remove),
            make(self.tr("Move &up"), scenarios.move_up, "Alt+Shift+Up"),
            make(self.tr("Move do&wn"), scenarios.move_down, "Alt+Shift+Down"),
        ]
        self.pin = make(self.tr("P&in for comparison"), scenarios.pin, "Ctrl+P")
        self.unpin = make(self.tr("Unpi&n"), scenarios.unpin, "Ctrl+Shift+P")
        compare = [self.pin, self.unpin, make(self.tr("Di&fferences"), own["differences"])]
        self.scenario_menu = self._menu(self.tr("&Scenario"))
        fill_menu(self.scenario_menu, [self.previous, self.next], arrange, compare)

    def _fill_view_menu(self, colours: ThemeSwitch, tabs: QTabBar) -> None:
        make = self._make
        pages = [
            make(tabs.tabText(index), partial(tabs.setCurrentIndex, index), f"Ctrl+{index + 1}")
            for index in range(tabs.count())
        ]
        self.theme = make(self.tr("&Light / dark"), colours.toggle, "Ctrl+D")
        self.panels: dict[str, QAction] = {}
        for name, text in (
            ("split", self.tr("&Matrix split")),
            ("overlap", self.tr("Communication that &overlap can hide")),
        ):
            action = QAction(text, self._window)
            action.setCheckable(True)
            action.toggled.connect(partial(self.panel_asked.emit, name))
            self.panels[name] = action
        groups = (pages, self.panels.values(), [self.theme, *colours.actions()], [self.full])
        fill_menu(self._menu(self.tr("&View")), *groups)

    def pop_up(self, point: QPoint) -> None:
        """Open the menu of the scenarios at a point of the screen."""
        self.scenario_menu.popup(point)

    def show_panels(self, *, hidden: list[str]) -> None:
        """Tick the panels of the first page that are not hidden. Emits nothing."""
        for name, action in self.panels.items():
            with QSignalBlocker(action):
                action.setChecked(name not in hidden)
