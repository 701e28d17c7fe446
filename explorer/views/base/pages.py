"""The list of the pages: what the shell, the exporter, the report and the menu know of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import cast

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from explorer.scenario.sentence import Sentence, sentence
from explorer.views.base.page import Page
from explorer.views.base.panel import Exportable
from explorer.views.base.panel_group import PAGE, PanelGroup, SinglePanel

_PLOT_SIZE = (720, 560)


def _imported(path: str) -> object:
    """Import a class, written as ``module.Class`` below ``explorer.views``."""
    module, _, name = f"explorer.views.{path}".rpartition(".")
    return getattr(import_module(module), name)


@dataclass(frozen=True)
class Chapter:
    """A page in the report: name of the picture, class of the panel or group it shows, and size in pixels."""

    name: str
    view: str
    width: int = 1280
    height: int = 960

    def make_view(self) -> PanelGroup:
        """Return what is drawn, for the paper."""
        view = cast("type[Exportable] | type[PanelGroup]", _imported(self.view))()
        return SinglePanel(view) if isinstance(view, Exportable) else view


@dataclass(frozen=True)
class PageEntry:
    """A page of the window.

    Attributes
    ----------
    name, title : what it is called, for the program and for a person.
    page : its class, imported when the page is first shown.
    chapter : its chapter of the report, or None.
    sizes : width and height in pixels of its exported pictures by subject, where other than those of a plot.
    """

    name: str
    title: Sentence
    page: str
    chapter: Chapter | None = None
    sizes: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def make_page(self, parent: QWidget) -> Page:
        """Return the page."""
        return cast("type[Page]", _imported(self.page))(parent)

    def export_size(self, subject: str) -> QSize:
        """Return the usual size in pixels of the exported picture of a subject."""
        return QSize(*self.sizes.get(subject, _PLOT_SIZE))


PAGES = (
    PageEntry(
        "break_even",
        sentence("Break-even"),
        "shell.front_page.FrontPage",
        Chapter(PAGE, "shell.front_page.FrontPanels"),
        {PAGE: (1280, 960), "split": (960, 480)},
    ),
    PageEntry("scenarios", sentence("Scenarios"), "scenarios.page.ScenariosPage"),
    PageEntry("links", sentence("Links"), "links.page.LinksPage"),
    PageEntry(
        "parallelism",
        sentence("Parallelism"),
        "parallelism.page.ParallelismPage",
        Chapter("divisions", "parallelism.division_panel.ParallelismPanel"),
    ),
    PageEntry(
        "pipeline",
        sentence("Pipeline"),
        "pipeline.page.PipelinePage",
        Chapter("pipeline", "pipeline.panels.PipelinePanels", height=720),
        {"pipeline": (1100, 560), "pipeline_schedules": (1100, 800)},
    ),
    PageEntry("load", sentence("Load"), "load.page.LoadPage", Chapter("load", "load.load_panel.LoadPanel")),
    PageEntry(
        "all_reduce",
        sentence("All-reduce"),
        "all_reduce.page.AllReducePage",
        Chapter("all_reduce", "all_reduce.all_reduce_panel.AllReducePanel", 1080, 720),
        {"all_reduce": (1080, 720)},
    ),
)
