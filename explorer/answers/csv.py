"""Tables as CSV, whatever the locale: commas and decimal points, and every number reads back to the same float."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def as_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as text: floats with all their digits, anything else as ``str`` writes it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([repr(float(cell)) if isinstance(cell, float) else str(cell) for cell in row] for row in rows)
    return text.getvalue()
