"""Tables as CSV, whatever the locale: commas and decimal points, and every number reads back to the same float."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from numbers import Number

_FORMULA = re.compile("'*[=+@\t\r-].", re.DOTALL)
"""A sign alone is none."""


def guarded(text: str) -> str:
    """Return a text so that no spreadsheet runs it as a formula: behind an apostrophe where it begins like one."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """Return the text of a cell as it was before :func:`guarded`."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def as_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as text: floats with all their digits, anything else as ``str`` writes it, texts guarded."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, float):
        return repr(float(value))
    return str(value) if isinstance(value, Number) else guarded(str(value))
