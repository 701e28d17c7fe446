"""Tables as CSV: decimal points and commas whatever the locale, and every number reads back to the very float."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def written(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table; floats with all their digits, whatever else as it is."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([repr(float(cell)) if isinstance(cell, float) else str(cell) for cell in row] for row in rows)
    return text.getvalue()
