"""The list of the library's links: searchable, each with a tick that overlays it and a button that takes it over."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from explorer.answers.links.library import ANY, LibraryRow, library_rows
from explorer.views.links import thumbnail
from explorer.views.widgets.card import Card, ElidedLabel, plain_tip, sized
from explorer.views.widgets.theme import SELECTED, Theme, tick_palette, translated
from explorer.views.widgets.window_keys import WindowKeys

MARKERS = ("s", "t", "d", "star", "t1", "h", "x")
_ROOM = 60
_WIDE = 400
_WIDTHS = {False: (90, 22, 76, 68, 54), True: (102, 24, 90, 68, 54)}
"""Widths of the columns but the last one, in a narrow list and in a wide one."""
_CURVE, _USUAL = 4, 2
"""Column of the thumbnails, and the N of those whose figures are for any."""


def look(slot: int, theme: Theme) -> tuple[str, str]:
    """Return colour and marker of the curve in a slot: as many pairs as there are links to tick."""
    return theme.devices[slot % len(theme.devices)], MARKERS[slot % len(MARKERS)]


class _Tree(QTreeWidget):
    """A list whose ticks Space toggles, whatever column the cursor is in."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() == Qt.Key.Key_Space and item is not None:
            ticked = item.checkState(0) == Qt.CheckState.Checked
            item.setCheckState(0, Qt.CheckState.Unchecked if ticked else Qt.CheckState.Checked)
        else:
            super().keyPressEvent(event)


class _UseButton(QPushButton):
    """A button that never asks for more width: a name that is too long for it is elided in its middle."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_whole(self, text: str) -> None:
        """Show a text, elided where there is no room for it."""
        self._whole = text
        self.setAccessibleName(text)
        self._elide()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, self.width() - 16))


class LinkList(Card):
    """Shows the library; tells which links are ticked and which one is to be used.

    Signals
    -------
    ticked : the ticked links are others.
    pointed : the line under the cursor is another one, or what is to be seen of it.
    use_asked : the person wants the selected row in the scenario.
    """

    ticked = Signal()
    pointed = Signal()
    use_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slots: dict[int, LibraryRow | None] = {}
        self._taken_off: LibraryRow | None = None
        self._wide = False
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(self.tr("Search: H100 NVLink, PCIe 4 …"))
        self.filter.setAccessibleName(self.tr("Search the links"))
        self.filter.setClearButtonEnabled(True)
        self._keys = WindowKeys(self)
        self.filter.installEventFilter(self._keys)
        self.tree = _Tree(self)
        self.tree.setAccessibleName(self.tr("Library of links; Space overlays a link"))
        self.message = ElidedLabel(self)
        self.message.setFont(sized(self.message.font(), 0.9))
        self.use = _UseButton(self)
        self._fill()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(4)
        layout.addWidget(self.filter)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.message)
        layout.addWidget(self.use)
        self.filter.textChanged.connect(self._search)
        self.tree.itemChanged.connect(self._tick)
        self.tree.currentItemChanged.connect(self._move)
        self.use.clicked.connect(self._ask)
        self._search("")
        self.apply_theme()

    def _fill(self) -> None:
        tree = self.tree
        tree.setRootIsDecorated(False)
        tree.setUniformRowHeights(True)
        tree.setAllColumnsShowFocus(True)
        tree.setIconSize(thumbnail.SIZE)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        tree.setHeaderLabels(
            [
                self.tr("Accelerator"),
                self.tr("N"),
                self.tr("Interconnect"),
                self.tr("Status"),
                self.tr("t(n)"),
                self.tr("Library"),
            ]
        )
        for row in library_rows():
            texts = [row.accelerator or ANY, str(row.devices or ANY), row.interconnect, row.status, "", row.library]
            item = QTreeWidgetItem(tree, texts)
            item.setData(0, Qt.ItemDataRole.UserRole, row)
            item.setCheckState(0, Qt.CheckState.Unchecked)
            for column in range(6):
                item.setToolTip(column, plain_tip(translated(row.told())))
        header = tree.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(24)
        for column, width in enumerate(_WIDTHS[False]):
            tree.setColumnWidth(column, width)
        header.setSectionResizeMode(5, QHeaderView.ResizeMode.Stretch)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give names more room where the list is wide; where it is narrow, the status comes first."""
        super().resizeEvent(event)
        wide = self.width() >= _WIDE
        if wide != self._wide:
            self._wide = wide
            for column, width in enumerate(_WIDTHS[wide]):
                self.tree.setColumnWidth(column, width)

    def items(self) -> list[QTreeWidgetItem]:
        return [item for place in range(self.tree.topLevelItemCount()) if (item := self.tree.topLevelItem(place))]

    def item_of(self, key: str) -> QTreeWidgetItem:
        """Return the line of a row by its key."""
        return next(item for item in self.items() if self.row_of(item).key == key)

    @staticmethod
    def row_of(item: QTreeWidgetItem) -> LibraryRow:
        found: LibraryRow = item.data(0, Qt.ItemDataRole.UserRole)
        return found

    def overlaid(self) -> list[tuple[int, LibraryRow]]:
        """Return the ticked rows, each with the slot that gives its look."""
        return [(slot, row) for slot, row in sorted(self._slots.items()) if row is not None]

    @override
    def apply_theme(self) -> None:
        self.tree.setPalette(tick_palette(self.theme))
        self._show_thumbnails()
        self._show_samples()

    def _show_thumbnails(self) -> None:
        """Draw each link's time against the size of a message; the axes are the same for all."""
        with QSignalBlocker(self.tree):
            for item in self.items():
                row = self.row_of(item)
                devices = row.on(_USUAL)
                item.setIcon(_CURVE, thumbnail.thumbnail(row.times(devices), devices, self.theme))

    def _show_samples(self) -> None:
        slots = {row.key: slot for slot, row in self.overlaid()}
        with QSignalBlocker(self.tree):
            for item in self.items():
                slot = slots.get(self.row_of(item).key)
                item.setIcon(0, QIcon() if slot is None else self._sample(slot))

    def _sample(self, slot: int) -> QIcon:
        colour, marker = look(slot, self.theme)
        found = QIcon(self._symbol(marker, colour))
        found.addPixmap(self._symbol(marker, SELECTED), QIcon.Mode.Selected)
        return found

    @staticmethod
    def _symbol(marker: str, colour: str) -> QPixmap:
        picture = QPixmap(14, 14)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(7, 7)
        painter.scale(11, 11)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawPath(pg.graphicsItems.ScatterPlotItem.Symbols[marker])
        painter.end()
        return picture

    def _tick(self, item: QTreeWidgetItem, column: int) -> None:
        row, ticked = self.row_of(item), item.checkState(0) == Qt.CheckState.Checked
        held = next((slot for slot, kept in self._slots.items() if kept is row), None)
        if column != 0 or ticked == (held is not None):
            return
        self._taken_off = row if held is not None else None
        if held is not None:
            self._slots[held] = None
        else:
            self._slots[next(slot for slot in range(1, _ROOM + 99) if self._slots.get(slot) is None)] = row
        self._show_samples()
        self.ticked.emit()
        self.pointed.emit()

    def _search(self, words: str) -> None:
        found = 0
        for item in self.items():
            fits = self.row_of(item).matches(words)
            item.setHidden(not fits)
            found += fits
        text = self.tr("{found} of {all} links").format(found=found, all=self.tree.topLevelItemCount())
        self.message.set_whole(text if found else self.tr("no link has all these words"))
        self._select()

    def selected(self) -> LibraryRow | None:
        """Return the row under the cursor, or None, also where the search leaves it out."""
        item = self.tree.currentItem()
        return None if item is None or item.isHidden() else self.row_of(item)

    def preview(self) -> LibraryRow | None:
        """Return the selected row if it is not ticked; a tick that is taken off takes its curve away."""
        row = self.selected()
        return None if row is self._taken_off or row in self._slots.values() else row

    def _move(self, *items: object) -> None:
        self._taken_off = None
        self._select()

    def _select(self) -> None:
        row = self.selected()
        self.use.setEnabled(row is not None)
        text = self.tr("Use in this scenario") if row is None else self.tr("Use {name}").format(name=row.told_on)
        self.use.set_whole(text)
        self.use.setToolTip(
            self.tr("Select a link in the list first")
            if row is None
            else plain_tip(self.tr("Give the scenario this link: {name}").format(name=row.name))
        )
        self.pointed.emit()

    def _ask(self) -> None:
        row = self.selected()
        if row is not None:
            self.use_asked.emit(row)

    def tab_order(self) -> Sequence[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return (self.filter, self.tree, self.use)
