"""The list of the library's links: searchable, with a tick that overlays a link and a button that uses one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QLineEdit, QPushButton, QSizePolicy, QTreeWidget, QTreeWidgetItem, QWidget
from typing_extensions import override

from explorer.answers.links import words
from explorer.answers.links.library import ANY, LibraryRow, library_rows
from explorer.views.links import thumbnail
from explorer.views.widgets.card import Card, ElidedLabel, plain_tip, sized
from explorer.views.widgets.layouts import column
from explorer.views.widgets.theme import SELECTED, Theme, tick_palette, translated
from explorer.views.widgets.window_keys import WindowKeys

MARKERS = ("s", "t", "d", "star", "t1", "h", "x")
_WIDE = 400
"""Pixels from which on the list is wide."""
_WIDTHS = {False: (90, 22, 76, 68, 54), True: (102, 24, 90, 68, 54)}
"""Pixels of the columns but the last one, in a narrow list and in a wide one; "measured" always has room."""
_THUMBNAIL_COLUMN, _THUMBNAIL_DEVICES = 4, 2
"""Column of the thumbnails, and the N of those whose figures are for any N."""
_SAMPLE, _SYMBOL = 14, 11
"""Pixels of the sample beside a ticked link, and of the marker in it, which leaves a margin all around."""
_BUTTON_FRAME = 16
"""Pixels of a button beside its text."""


def look(slot: int, theme: Theme) -> tuple[str, str]:
    """Return colour and marker of the curve in a slot; with 8 colours and 7 markers, 56 slots differ."""
    return theme.devices[slot % len(theme.devices)], MARKERS[slot % len(MARKERS)]


class _Tree(QTreeWidget):
    """A list in which Space toggles the tick of the current line, whatever column the cursor is in."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() == Qt.Key.Key_Space and item is not None:
            ticked = item.checkState(0) == Qt.CheckState.Checked
            item.setCheckState(0, Qt.CheckState.Unchecked if ticked else Qt.CheckState.Checked)
        else:
            super().keyPressEvent(event)


class _UseButton(QPushButton):
    """A button that never asks for more width: a name too long for it is elided in the middle."""

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
        room = self.width() - _BUTTON_FRAME
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, room))


class LinkList(Card):
    """Shows the library; reports which links are ticked, which one is selected and which one is to be used.

    Signals
    -------
    ticked : other links are ticked than before.
    preview_changed : another link is to be previewed, or none.
    use_asked : the person wants the selected link, a row of the library, in the scenario.
    """

    ticked = Signal()
    preview_changed = Signal()
    use_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slots: dict[int, LibraryRow] = {}
        self._unticked: LibraryRow | None = None
        self._wide: bool | None = None
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(self.tr("Search: H100 NVLink, PCIe 4 …"))
        self.filter.setAccessibleName(self.tr("Search links"))
        self.filter.setClearButtonEnabled(True)
        self._keys = WindowKeys(self)
        self.filter.installEventFilter(self._keys)
        self.tree = _Tree(self)
        self.tree.setAccessibleName(self.tr("Link library; Space overlays a link"))
        self.message = ElidedLabel(self)
        self.message.setFont(sized(self.message.font(), 0.9))
        self.use = _UseButton(self)
        self._fill()
        column(self.filter, (self.tree, 1), self.message, self.use, owner=self, margins=(8, 8, 8, 8), spacing=4)
        self.filter.textChanged.connect(self._search)
        self.tree.itemChanged.connect(self._tick)
        self.tree.currentItemChanged.connect(self._on_selected)
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
        titles = [self.tr("Accelerator"), self.tr("N"), self.tr("Interconnect")]
        titles += [self.tr("Status"), self.tr("t(n)"), self.tr("Library")]
        tree.setHeaderLabels(titles)
        for row in library_rows():
            texts = [row.accelerator or ANY, str(row.devices or ANY), row.interconnect, row.status, "", row.library]
            item = QTreeWidgetItem(tree, texts)
            item.setData(0, Qt.ItemDataRole.UserRole, row)
            item.setCheckState(0, Qt.CheckState.Unchecked)
            for index in range(len(texts)):
                item.setToolTip(index, plain_tip(translated(words.link_description(row))))
        header = tree.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(5, QHeaderView.ResizeMode.Stretch)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give names more room where the list is wide; where it is narrow, the status comes first."""
        super().resizeEvent(event)
        wide = self.width() >= _WIDE
        if wide != self._wide:
            self._wide = wide
            for index, width in enumerate(_WIDTHS[wide]):
                self.tree.setColumnWidth(index, width)

    def items(self) -> list[QTreeWidgetItem]:
        """Return the lines, those that the search hides included."""
        return [item for index in range(self.tree.topLevelItemCount()) if (item := self.tree.topLevelItem(index))]

    def item_of(self, key: str) -> QTreeWidgetItem:
        """Return the line of a row by its key."""
        return next(item for item in self.items() if self.row_of(item).key == key)

    @staticmethod
    def row_of(item: QTreeWidgetItem) -> LibraryRow:
        """Return the row of the library that a line shows."""
        row: LibraryRow = item.data(0, Qt.ItemDataRole.UserRole)
        return row

    def overlaid(self) -> list[tuple[int, LibraryRow]]:
        """Return the ticked rows, each with the slot that gives its look."""
        return sorted(self._slots.items(), key=lambda entry: entry[0])

    @override
    def apply_theme(self) -> None:
        self.tree.setPalette(tick_palette(self.theme))
        self._show_thumbnails()
        self._show_samples()

    def _show_thumbnails(self) -> None:
        """Draw each link's time against message size, on the same axes for all."""
        with QSignalBlocker(self.tree):
            for item in self.items():
                row = self.row_of(item)
                devices = row.on(_THUMBNAIL_DEVICES)
                item.setIcon(_THUMBNAIL_COLUMN, thumbnail.thumbnail(row.times(devices), devices, self.theme))

    def _show_samples(self) -> None:
        slots = {row.key: slot for slot, row in self.overlaid()}
        with QSignalBlocker(self.tree):
            for item in self.items():
                slot = slots.get(self.row_of(item).key)
                item.setIcon(0, QIcon() if slot is None else self._sample(slot))

    def _sample(self, slot: int) -> QIcon:
        colour, marker = look(slot, self.theme)
        icon = QIcon(self._symbol(marker, colour))
        icon.addPixmap(self._symbol(marker, SELECTED), QIcon.Mode.Selected)
        return icon

    @staticmethod
    def _symbol(marker: str, colour: str) -> QPixmap:
        picture = QPixmap(_SAMPLE, _SAMPLE)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(_SAMPLE / 2, _SAMPLE / 2)
        painter.scale(_SYMBOL, _SYMBOL)  # pyqtgraph's symbols are one unit wide
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawPath(pg.graphicsItems.ScatterPlotItem.Symbols[marker])
        painter.end()
        return picture

    def _tick(self, item: QTreeWidgetItem, column: int) -> None:
        row, ticked = self.row_of(item), item.checkState(0) == Qt.CheckState.Checked
        slot = next((slot for slot, held in self._slots.items() if held is row), None)
        if column != 0 or ticked == (slot is not None):
            return
        self._unticked = None if slot is None else row
        if slot is not None:
            del self._slots[slot]
        else:
            self._slots[next(free for free in itertools.count(1) if free not in self._slots)] = row
        self._show_samples()
        self.ticked.emit()
        self.preview_changed.emit()

    def _search(self, text: str) -> None:
        count = 0
        for item in self.items():
            matches = self.row_of(item).matches(text)
            item.setHidden(not matches)
            count += matches
        message = self.tr("{count} of {all} links").format(count=count, all=self.tree.topLevelItemCount())
        self.message.set_whole(message if count else self.tr("no matching links"))
        self._select()

    def selected(self) -> LibraryRow | None:
        """Return the row of the current line, or None where there is none or the search hides it."""
        item = self.tree.currentItem()
        return None if item is None or item.isHidden() else self.row_of(item)

    def preview(self) -> LibraryRow | None:
        """Return the selected row if it is not ticked, and was not just before: that removes its curve."""
        row = self.selected()
        return None if row is self._unticked or row in self._slots.values() else row

    def _on_selected(self, *_items: object) -> None:
        self._unticked = None
        self._select()

    def _select(self) -> None:
        row = self.selected()
        self.use.setEnabled(row is not None)
        text, tip = self.tr("Use in this scenario"), self.tr("Select a link in the list first")
        if row is not None:
            text = self.tr("Use {name}").format(name=row.button_name)
            tip = plain_tip(self.tr("Use this link in the scenario: {name}").format(name=row.name))
        self.use.set_whole(text)
        self.use.setToolTip(tip)
        self.preview_changed.emit()

    def _ask(self) -> None:
        row = self.selected()
        if row is not None:
            self.use_asked.emit(row)

    def tab_order(self) -> Sequence[QWidget]:
        """Return the controls in the order in which Tab goes through them."""
        return (self.filter, self.tree, self.use)
