"""A block of the table of scenarios as text with tabs, as spreadsheets copy and paste it.

Numbers are written in SI with all digits, below titles that name the unit, so that a spreadsheet can calculate with
them. What is pasted may be such numbers or texts with units.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from explorer.answers.csv import guarded, unguarded
from explorer.answers.outcome import Outcome
from explorer.answers.scenarios.columns import BY_KEY, COLUMNS, NAME, Column, cell_unit, number, text
from explorer.scenario.collection import DocumentState, with_name
from explorer.scenario.edit import ScenarioError, change, value_of
from explorer.scenario.file import MOST_SCENARIOS
from explorer.scenario.parameter import brief
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.quantity import QuantityError
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence

_Result = TypeVar("_Result")

LARGEST_BLOCK = 4 * 2**20
"""Characters that are read; a thousand scenarios with all columns take a tenth of it."""


def copied(outcomes: Sequence[Outcome], columns: Sequence[Column]) -> str:
    """Write a block: a line of titles, then a line for each scenario."""
    block = io.StringIO()
    writer = csv.writer(block, dialect="excel-tab", lineterminator="\n")
    writer.writerow([column.head() for column in columns])
    writer.writerows([_cell(column, outcome) for column in columns] for outcome in outcomes)
    return block.getvalue()


def _cell(column: Column, outcome: Outcome) -> str:
    if not column.unit:
        return guarded(str(text(column, outcome)))
    value = number(column, outcome)
    return "" if value is None else repr(value)


@dataclass(frozen=True)
class Pasted:
    """What a block makes of the scenarios, and what was done in one sentence."""

    state: DocumentState
    message: Sentence


def pasted(state: DocumentState, block: str, rows: Sequence[int], columns: Sequence[Column]) -> Pasted:
    """Apply a block of text.

    Titles above it, as :func:`copied` writes them, say which column is which, and the unit of its bare numbers; under
    a title without a unit, or none, a bare number has the unit that the cell shows, as where it is typed. With a column
    of names among them, rows go to the scenarios of that name, and new names become new scenarios. Without titles,
    cells go to ``columns`` in order; without names, rows go to the scenarios ``rows`` in order, and on as new scenarios
    at the end. New scenarios begin as copies of the last of ``rows``.

    Parameters
    ----------
    rows : indices of the scenarios from the current one on, in the order in which they are shown; not empty.
    columns : the columns from the current one on, in the order in which they are shown; not empty.

    Raises
    ------
    ScenarioError
        With line and column of the block; nothing of it is taken.
    """
    lines = _lines(block)
    titles = _titles(lines[0])
    used = tuple(column for column, _ in titles) or tuple(columns)
    if not titles and used[0].key == NAME:
        _refuse_output(lines)
    if not any(column.parameter or column.key == NAME for column in used[: max(map(len, lines))]):
        raise ScenarioError("", sentence("results follow from the parameters and cannot be pasted"))
    in_si = {column.key for column, title in titles if title == column.head()}
    work = _Work(list(state.scenarios), tuple(rows), in_si, by_name=bool(titles) and BY_KEY[NAME] in used)
    first = 1 if titles else 0
    for number_of_line, line in enumerate(lines[first:], start=first + 1):
        work.take(_entries(line, used, number_of_line), number_of_line)
    return work.finished(state)


class _Work:
    """A paste under way."""

    def __init__(self, scenarios: list[Scenario], rows: tuple[int, ...], in_si: set[str], *, by_name: bool) -> None:
        self._scenarios, self._rows, self._in_si, self._by_name = scenarios, rows, in_si, by_name
        self._rows_by_name = {scenario.name: row for row, scenario in enumerate(scenarios)}
        self._new: list[Scenario] = []
        self._taken = 0
        self._changed = 0

    def take(self, entries: dict[str, str], line: int) -> None:
        """Apply one line."""
        name = unguarded(entries.pop(NAME, ""))
        if self._by_name:
            row = self._rows_by_name.get(name)
        else:
            row = self._rows[self._taken] if self._taken < len(self._rows) else None
        self._taken += 1
        base = self._scenarios[self._rows[-1] if row is None else row]
        scenario = self._with_values(base, entries, line)
        if name and name != scenario.name:
            scenario = _placed(line, NAME, partial(with_name, scenario, name))
        if row is None:
            self._new.append(scenario)
        elif scenario is not base:
            self._changed += 1
            self._scenarios[row] = scenario

    def _with_values(self, scenario: Scenario, entries: dict[str, str], line: int) -> Scenario:
        for key in sorted(entries, key=lambda key: key != "devices"):  # the figures are those of this N
            scenario = _placed(line, key, partial(_with_value, scenario, key, entries[key], in_si=key in self._in_si))
        return scenario

    def finished(self, state: DocumentState) -> Pasted:
        """Return the new value of the document."""
        names = [scenario.name for scenario in self._scenarios]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ScenarioError(
                NAME, sentence("two scenarios would be named {name}; names are unique", name=brief(twice))
            )
        first = next((row for row, old in enumerate(state.scenarios) if self._scenarios[row] is not old), None)
        after = replace(state, scenarios=tuple(self._scenarios))
        if self._new:
            after = after.added(len(after.scenarios), self._new)
        elif first is not None:
            after = after.with_current(first)
        counts = {"changed": str(self._changed), "added": str(len(self._new))}
        return Pasted(after, sentence("pasted: {changed} scenarios changed, {added} added", **counts))


def _with_value(scenario: Scenario, key: str, written: str, *, in_si: bool) -> Scenario:
    parameter, present = PARAMETERS[key], value_of(scenario, key)
    value = parameter.read(written, parameter.dimension.si_unit if in_si else cell_unit(key, present))
    return scenario if value == present else change(scenario, key, value)


def _placed(line: int, key: str, act: Callable[[], _Result]) -> _Result:
    """Do something with a cell, and name the cell where that fails."""
    place = f"{key if key == NAME else PARAMETERS[key].symbol}, line {line}"
    try:
        return act()
    except (QuantityError, ScenarioError) as error:
        raise ScenarioError(place, error.message) from None


def _lines(block: str) -> list[list[str]]:
    if len(block) > LARGEST_BLOCK:
        raise ScenarioError("", sentence("the block is too large; at most 1,000 scenarios can be pasted"))
    try:
        lines = [line for line in csv.reader(io.StringIO(block), dialect="excel-tab") if any(map(str.strip, line))]
    except csv.Error as error:
        raise ScenarioError("", sentence("this is not a block of cells: {reason}", reason=str(error))) from None
    if not lines:
        raise ScenarioError("", sentence("the clipboard holds no cells"))
    if len(lines) > MOST_SCENARIOS + 1:
        raise ScenarioError("", sentence("the block is too large; at most 1,000 scenarios can be pasted"))
    return lines


_BEGINS_OUTPUT = re.compile(r"#(\s|$)|\[\d[\d:., -]*\]")
_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?(e[-+]?\d+)?")


def _refuse_output(lines: Sequence[Sequence[str]]) -> None:
    """Refuse what is no list of names: the output of a program, or a file."""
    for number_of_line, (cell, *_) in enumerate(lines, start=1):
        text = cell.strip()
        if _BEGINS_OUTPUT.match(text) or len([word for word in text[:400].split() if _NUMBER.fullmatch(word)]) > 3:
            looks = sentence("the output of a program")
        elif text.startswith(("{", "[", "<")):
            looks = sentence("a file of data")
        else:
            continue
        message = sentence("this looks like {what}, not like cells of a table: {line}", what=looks, line=brief(text))
        raise ScenarioError(f"line {number_of_line}", message)


def _titles(line: list[str]) -> list[tuple[Column, str]]:
    """Return the columns that a line of titles names, each with its title there, or nothing where it is none."""
    known = {column.head(): column for column in COLUMNS} | {str(column.title): column for column in COLUMNS}
    cells = [cell.strip() for cell in line]
    if not any(cell in known for cell in cells):
        return []
    for cell, title in zip(line, cells, strict=True):
        if title not in known:
            raise ScenarioError("line 1", sentence("{cell} is no title of a column", cell=brief(cell)))
    return [(known[title], title) for title in cells]


def _entries(line: list[str], columns: Sequence[Column], number_of_line: int) -> dict[str, str]:
    """Return the texts of a line that can be taken, by column."""
    if any(cell.strip() for cell in line[len(columns) :]):
        message = sentence("there are more cells than columns from here to the right")
        raise ScenarioError(f"line {number_of_line}", message)
    return {
        column.key: cell.strip()
        for column, cell in zip(columns, line, strict=False)
        if (column.parameter or column.key == NAME) and cell.strip() not in ("", "–")
    }
