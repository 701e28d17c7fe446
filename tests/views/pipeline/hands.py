"""What a person does on the page "Pipeline"."""

from __future__ import annotations

from explorer.scenario.sections import PipelineSection
from explorer.views.pipeline.page import PipelinePage
from explorer.views.shell.main_window import MainWindow
from tests.views.hands import settle


def open_pipeline(window: MainWindow) -> PipelinePage:
    titles = [window.tabs.tabText(index) for index in range(window.tabs.count())]
    window.tabs.setCurrentIndex(titles.index("Pipeline"))
    settle()
    page = window.lazy.tabs["pipeline"].page
    assert isinstance(page, PipelinePage)
    return page


def section(window: MainWindow, **changes: object) -> None:
    now = window.document.scenario.pipeline
    window.document.set_part("pipeline", PipelineSection.model_validate({**dict(now), **changes}), "test")
    settle()
