"""What differs between the pinned scenario and the one shown, and what each difference alone does."""

from __future__ import annotations

import math

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)
from typing_extensions import override

from explorer.answers.break_even.words import change_text
from explorer.answers.formatting import ratio
from explorer.answers.link_words import link_name
from explorer.answers.outcome import Outcome
from explorer.answers.scenarios.differences import LINK, Difference, differences, factor_together, others
from explorer.scenario.edit import parameter_of
from explorer.scenario.scenario import Scenario
from explorer.views.widgets.card import Card, ElidedLabel, sized
from explorer.views.widgets.layouts import column
from explorer.views.widgets.theme import theme_of, translated

_FACTOR = Qt.ItemDataRole.UserRole


class _Bar(QStyledItemDelegate):
    """Draws an effect on the speed-up as a bar to the left or right of the middle, and writes it beside."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = parent
        self.widest = 1.0

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, room = theme_of(self._table), QRectF(option.rect)
        text_room = 84.0
        middle = room.left() + text_room + (room.width() - text_room) / 2
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.drawLine(int(middle), int(room.top()), int(middle), int(room.bottom()))
        factor = index.data(_FACTOR)
        if factor:
            length = (room.width() - text_room - 12) / 2 * math.log(factor) / self.widest
            bar = QRectF(middle, room.top() + 5, length, room.height() - 10).normalized()
            painter.fillRect(bar, QColor(theme.pays if factor > 1 else theme.loses))
        painter.setPen(QColor(theme.text))
        inside = QRectF(room.left() + 6, room.top(), text_room - 6, room.height())
        painter.drawText(inside, int(Qt.AlignmentFlag.AlignVCenter), index.data() or "")


class DifferenceView(Card):
    """A line for each parameter that differs; the last line is all of them together."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(self)
        self.title.setFont(sized(self.title.font(), 1.0, bold=True))
        self.note = ElidedLabel(self)
        self.table = QTableWidget(0, 5, self)
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("Parameter"),
                self.tr("From"),
                self.tr("To"),
                self.tr("Speed-up with this change only"),
                self.tr("Effect"),
            ]
        )
        self.table.setAccessibleName(self.tr("Differences"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        heads = self.table.horizontalHeader()
        heads.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        heads.setStretchLastSection(True)
        heads.setHighlightSections(False)
        heads.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for section, width in enumerate((170, 104, 104, 104)):
            self.table.setColumnWidth(section, max(width, heads.sectionSizeHint(section)))  # a heading is whole
        self._bar = _Bar(self.table)
        self.table.setItemDelegateForColumn(4, self._bar)
        column(self.title, (self.table, 1), self.note, owner=self, margins=(10, 8, 10, 8))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(200, 120)

    def show_pair(self, first: Outcome, second: Outcome, *, pinned: bool) -> None:
        """Compare two scenarios; ``pinned`` says whether the first one was pinned, else it is the file's first."""
        what = self.tr("Differences from {first} (pinned) to {second}")
        if not pinned:
            what = self.tr("Differences from {first} (the first) to {second}; pin a scenario to compare with that")
        self.title.set_whole(what.format(first=first.scenario.name, second=second.scenario.name))
        entries = differences(first, second)
        together = factor_together(first, second)
        factors = [entry.factor for entry in entries if entry.factor] + ([together] if together else [])
        self._bar.widest = max([abs(math.log(factor)) for factor in factors] + [0.05])
        rows = [self._cells(entry, first.scenario, second.scenario) for entry in entries]
        if len(entries) > 1:
            last = ratio(second.performance.speedup) if second.performance else self.tr("no result")
            rows.append((self.tr("all together"), "", "", last, together))
        self.table.setRowCount(len(rows))
        for row, cells in enumerate(rows):
            self._show_row(row, cells)
        self._show_note(first, second, nothing=not entries)

    def _cells(self, entry: Difference, first: Scenario, second: Scenario) -> tuple[str, str, str, str, float | None]:
        alone = self.tr("no figures for that") if entry.speedup is None else ratio(entry.speedup)
        if entry.name == LINK:
            before, after = translated(link_name(first)), translated(link_name(second))
            return self.tr("the link"), before, after, alone, entry.factor
        meant = second if second.communication.link.meanings else first  # n where one of them has n
        parameter = parameter_of(meant, entry.name)
        before, after = ("–" if value is None else parameter.show(value, 7) for value in (entry.before, entry.after))
        name = f"{parameter.symbol}  {translated(parameter.name)}"
        return name, before, after, alone, entry.factor

    def _show_row(self, row: int, cells: tuple[str, str, str, str, float | None]) -> None:
        factor = cells[4]
        effect = "" if factor is None else self.tr("nothing") if math.isclose(factor, 1) else change_text(factor)
        for section, text in enumerate((*cells[:4], effect)):
            item = self.table.item(row, section)
            if item is None:
                item = QTableWidgetItem()
                self.table.setItem(row, section, item)
            if item.text() != text:
                item.setText(text)
            if section == 4 and item.data(_FACTOR) != factor:
                item.setData(_FACTOR, factor)

    def _show_note(self, first: Outcome, second: Outcome, *, nothing: bool) -> None:
        words = {
            "target_speedup": self.tr("target"),
            "notes": self.tr("notes"),
            "matrix": self.tr("matrices"),
            "sources": self.tr("sources"),
            "pipeline": self.tr("pipeline"),
            "load": self.tr("load"),
            "memory": self.tr("memory"),
        }
        lead = self.tr("The numbers are the same.") if nothing else ""
        also = ", ".join(words.get(part, part) for part in others(first.scenario, second.scenario))
        also = self.tr("Also different, without effect on the times: {what}.").format(what=also) if also else ""
        self.note.set_whole(f"{lead} {also}".strip())
