"""``pareggio report``: pictures and numbers of every scenario in a folder, with one page of HTML that shows them."""

from __future__ import annotations

import html
import unicodedata
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from explorer.answers.break_even import words
from explorer.answers.break_even.explanations import explanation
from explorer.answers.formatting import slug
from explorer.answers.outcome import Outcome
from explorer.scenario import storage
from explorer.scenario.scenario import Scenario
from explorer.views.base.pages import PAGES, Chapter
from explorer.views.export import picture
from explorer.views.export.sheet import Sheet


class ReportError(Exception):
    """A file that cannot be written; one sentence."""


class DrawnChapter:
    """A chapter with its view on a sheet."""

    def __init__(self, chapter: Chapter) -> None:
        self.name, self._size = chapter.name, QSize(chapter.width, chapter.height)
        self.view = chapter.make_view()
        self.view.show_controls(False)
        self.sheet = Sheet(self.view)

    def show_outcome(self, outcome: Outcome) -> bool:
        """Show an outcome; False where it has nothing to draw here."""
        if not self.view.prepare_report(outcome):
            return False
        self.sheet.show_outcome(outcome, self._size)
        return True

    def pictures(self, outcome: Outcome) -> dict[str, QWidget]:
        """Return what becomes a picture, by name: the sheet, and the parts that have pictures of their own."""
        return {self.name: self.sheet, **self.view.report_parts(outcome)}


class Report:
    """Writes the report of some scenarios into a folder. Needs an application."""

    def __init__(self, folder: Path, scale: int) -> None:
        self._folder, self._scale = folder, scale
        self.chapters = [DrawnChapter(entry.chapter) for entry in PAGES if entry.chapter is not None]
        self.written: list[Path] = []

    def write(self, scenarios: tuple[Scenario, ...]) -> None:
        """Write everything, or raise :class:`ReportError` at the first file that cannot be written."""
        sections = []
        for number, scenario in enumerate(scenarios, start=1):
            outcome = Outcome(scenario)
            sections.append(self._section(outcome, f"{number:02d}-{slug(scenario.name)}"))
        self._put("index.html", _document(sections).encode())

    def _section(self, outcome: Outcome, folder: str) -> str:
        pictures, tables = [], []
        for chapter in self.chapters:
            if not chapter.show_outcome(outcome):
                continue
            pictures.append(f"{folder}/{chapter.name}.png")
            for name, part in chapter.pictures(outcome).items():
                self._put(f"{folder}/{name}.png", picture.png(part, self._scale))
            for name, text in chapter.view.report_numbers().items():
                self._put(f"{folder}/{name}.csv", text.encode())
                tables.append(name)
        return _section(outcome, pictures, tables, folder)

    def _put(self, name: str, content: bytes) -> None:
        path = self._folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ReportError(f"{path.parent}: the folder cannot be made: {storage.reason(error)}") from None
        problem = picture.write(path, content)
        if problem is not None:
            raise ReportError(f"{path}: the file cannot be written: {problem}")
        self.written.append(path)


def escape(text: str) -> str:
    """Return a text as HTML may hold it: no mark-up, and no control character but those of lines and tabs."""
    kept = (sign if sign in "\n\t" or unicodedata.category(sign) != "Cc" else "\ufffd" for sign in text)
    return html.escape("".join(kept))


def _section(outcome: Outcome, pictures: list[str], tables: list[str], folder: str) -> str:
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
        *(f'<p class="notes">{escape(text)}</p>' for text in [outcome.scenario.notes] if text),
        *(f"<p>⚠ {escape(str(warning))}</p>" for warning in outcome.warnings),
        *(f'<img src="{path}" alt="{headline}">' for path in pictures),
    ]
    if rows:
        parts.append(f"<table>{''.join(rows)}</table>")
    if tables:
        links = ", ".join(f'<a href="{folder}/{name}.csv">{name}</a>' for name in tables)
        parts.append(f"<p>Numbers (CSV): {links}</p>")
    return "\n".join([*parts, f"<footer>{escape(str(words.footer(outcome)))}</footer>", "</section>"])


_STYLE = (
    "body{font-family:sans-serif;max-width:1280px;margin:1.5em auto;padding:0 1em;color:#1b2330}"
    "img{max-width:100%;border:1px solid #d5dae2}section{margin-bottom:3em}"
    "table{border-collapse:collapse}td{padding:.15em 1em .15em 0;vertical-align:top}"
    ".notes{white-space:pre-wrap}footer{color:#5b6675;font-size:.85em}"
)


def _document(sections: list[str]) -> str:
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Pareggio report</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>Does splitting pay?</h1>"
    )
    return "\n".join([head, *sections, "</body>", "</html>", ""])
