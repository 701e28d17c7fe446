"""Order, widths and hidden columns of the table as a text, which the settings keep.

Qt's own state of a header can hang the program with one wrong byte.
"""

from __future__ import annotations

import re

from PySide6.QtWidgets import QTableView

from explorer.answers.scenarios.columns import BY_KEY, COLUMNS, NAME


def columns_text(view: QTableView) -> str:
    """Return key and width of each column from left to right, in brackets where it is hidden."""
    heads = view.horizontalHeader()
    texts = []
    for section in map(heads.logicalIndex, range(heads.count())):
        hidden = view.isColumnHidden(section)
        view.setColumnHidden(section, False)  # a hidden one has no width
        text = f"{COLUMNS[section].key}:{view.columnWidth(section)}"
        view.setColumnHidden(section, hidden)
        texts.append(f"[{text}]" if hidden else text)
    return " ".join(texts)


def show_columns(view: QTableView, text: str) -> bool:
    """Show columns as they were kept; False, and nothing happens, where the text is not of this table's columns."""
    entries = [re.fullmatch(r"(\[?)([^:\s\[]+):(\d{1,4})\]?", part) for part in text.split()]
    kept = {entry[2]: (int(entry[3]), bool(entry[1])) for entry in entries if entry is not None}
    if len(kept) != len(entries) or set(kept) != set(BY_KEY):
        return False
    heads = view.horizontalHeader()
    for place, (key, (width, hidden)) in enumerate(kept.items()):
        section = COLUMNS.index(BY_KEY[key])
        heads.moveSection(heads.visualIndex(section), place)
        view.setColumnWidth(section, max(width, heads.minimumSectionSize()))
        view.setColumnHidden(section, hidden and key != NAME)
    return True
