"""``pareggio report``: pictures and numbers of every scenario in a folder, with one page of HTML that shows them."""

from __future__ import annotations

import html
from pathlib import Path

from PySide6.QtCore import QSize

from explorer.answers.break_even import words
from explorer.answers.break_even.explanations import explanation
from explorer.answers.break_even.tables import csv_of
from explorer.answers.formatting import slug
from explorer.answers.matrices.frames import STAGES
from explorer.answers.outcome import Outcome
from explorer.answers.overlap.tables import overlap_csv
from explorer.cli import report_pages
from explorer.scenario.scenario import Scenario
from explorer.views.export import picture
from explorer.views.export.sheet import Sheet
from explorer.views.shell.front_page import FrontPage

SIZE = QSize(1280, 960)


class ReportError(Exception):
    """A file that cannot be written; one sentence."""


class Report:
    """Writes the report of some scenarios into a folder. Needs an application."""

    def __init__(self, folder: Path, scale: int) -> None:
        self._folder, self._scale = folder, scale
        self.page = FrontPage()
        self.page.show_controls(False)
        self.page.split.show_position(STAGES)  # the end, where everything is to be seen
        self.sheet = Sheet(self.page)
        self._chapters = report_pages.chapters()
        self.written: list[Path] = []

    def write(self, scenarios: tuple[Scenario, ...]) -> None:
        """Write everything, or raise :class:`ReportError` at the first file that cannot be written."""
        sections = []
        for number, scenario in enumerate(scenarios, start=1):
            outcome = Outcome(scenario)
            sections.append(self._section(outcome, f"{number:02d}-{slug(scenario.name)}"))
        self._put("index.html", _document(sections).encode())

    def _section(self, outcome: Outcome, folder: str) -> str:
        self.sheet.show_outcome(outcome, SIZE)
        self._put(f"{folder}/page.png", picture.png(self.sheet, self._scale))
        pictures, numbered = [f"{folder}/page.png"], []
        if outcome.performance is not None:
            for plot in self.page.plots.plots:
                span = plot.span()
                self._put(f"{folder}/{plot.name}.png", picture.png(plot, self._scale))
                numbers = csv_of(outcome, plot.name, *span, logarithmic=plot.is_logarithmic())
                self._put(f"{folder}/{plot.name}.csv", numbers.encode())
                numbered.append(plot.name)
            self._put(f"{folder}/overlap.csv", overlap_csv(outcome).encode())
            numbered.append("overlap")
        for name, panel in self.page.panels().items():
            self._put(f"{folder}/{name}.png", picture.png(panel, self._scale))
        for chapter in self._chapters:
            for name, content in chapter.files(outcome, self._scale):
                self._put(f"{folder}/{name}", content)
                stem, _, kind = name.rpartition(".")
                if kind == "csv":
                    numbered.append(stem)
                else:
                    pictures.append(f"{folder}/{name}")
        return _section(outcome, pictures, numbered, folder)

    def _put(self, name: str, content: bytes) -> None:
        path = self._folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ReportError(f"{path.parent}: the folder cannot be made: {error.strerror}") from None
        problem = picture.write(str(path), content)
        if problem is not None:
            raise ReportError(f"{path}: the file cannot be written: {problem}")
        self.written.append(path)


def _section(outcome: Outcome, pictures: list[str], numbered: list[str], folder: str) -> str:
    escape = html.escape
    headline = escape(str(words.headline(outcome)))
    rows = []
    for name in outcome.thresholds:
        text = words.threshold(outcome, name)
        cells = (text.title, text.detail, explanation(outcome, name))
        rows.append("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>")
    parts = [
        f'<section id="{folder}">',
        f"<h2>{escape(outcome.scenario.name)}: {headline}</h2>",
        f"<p>{escape(str(words.summary(outcome)))}<br>{escape(str(words.nearest(outcome)))}</p>",
        *(f"<p>{escape(text)}</p>" for text in [outcome.scenario.notes] if text),
        *(f"<p>⚠ {escape(str(warning))}</p>" for warning in outcome.warnings),
        *(f'<img src="{path}" alt="{headline}">' for path in pictures),
    ]
    if rows:
        parts.append(f"<table>{''.join(rows)}</table>")
    if numbered:
        links = ", ".join(f'<a href="{folder}/{name}.csv">{name}</a>' for name in numbered)
        parts.append(f"<p>Numbers (CSV): {links}</p>")
    return "\n".join([*parts, f"<footer>{escape(str(words.footer(outcome)))}</footer>", "</section>"])


_STYLE = (
    "body{font-family:sans-serif;max-width:1280px;margin:1.5em auto;padding:0 1em;color:#1b2330}"
    "img{max-width:100%;border:1px solid #d5dae2}section{margin-bottom:3em}"
    "table{border-collapse:collapse}td{padding:.15em 1em .15em 0;vertical-align:top}"
    "footer{color:#5b6675;font-size:.85em}"
)


def _document(sections: list[str]) -> str:
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Pareggio report</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>Does splitting pay?</h1>"
    )
    return "\n".join([head, *sections, "</body>", "</html>", ""])
