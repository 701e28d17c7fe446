"""The export dialog: what, how large, and a live preview."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QLabel, QPushButton, QWidget

from explorer.views.export import picture
from explorer.views.export.exporter import Exporter
from explorer.views.widgets.card import ElidedLabel
from explorer.views.widgets.dialogs import spin_box
from explorer.views.widgets.layouts import STRETCH, column, row

_PREVIEW = QSize(620, 420)
_CM_PER_PIXEL = 2.54 / 96
_MARGINS = (11, 11, 11, 11)
"""Pixels round the contents, as the style has them in other dialogs."""


class ExportDialog(QDialog):
    """Choose what to export and at which size; always light, for paper."""

    def __init__(self, exporter: Exporter, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self._exporter = exporter
        self.subject = QComboBox(self)
        for key, words in exporter.subjects():
            self.subject.addItem(words, key)
        self.width_box, self.height_box = spin_box(320, 4000, 320, self), spin_box(240, 4000, 240, self)
        self.scale = spin_box(1, picture.LARGEST_SCALE, 2, self)
        self.scale.setPrefix("×")
        self.size_text = QLabel(self)
        self.done_text = ElidedLabel(self)
        self.preview = QLabel(self)
        self.preview.setFixedSize(_PREVIEW)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.preview.setAccessibleName(self.tr("Preview"))
        self.png = QPushButton(self.tr("Save &PNG…"), self)
        self.svg = QPushButton(self.tr("Save &SVG…"), self)
        self.csv = QPushButton(self.tr("Save &numbers (CSV)…"), self)
        self.copy = QPushButton(self.tr("&Copy picture"), self)
        self.done_button = QPushButton(self.tr("Close"), self)
        self._lay_out()
        self._connect()
        self._choose_subject()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("&What"), self.subject)
        form.addRow(self.tr("W&idth"), self.width_box)
        form.addRow(self.tr("&Height"), self.height_box)
        form.addRow(self.tr("Sca&le"), self.scale)
        form.addRow("", self.size_text)
        buttons = (self.png, self.svg, self.csv, self.copy, self.done_button)
        for button in buttons:
            button.setAutoDefault(False)
        row(column(form, STRETCH, self.done_text, *buttons), self.preview, owner=self, margins=_MARGINS)

    def _connect(self) -> None:
        self.subject.currentIndexChanged.connect(self._choose_subject)
        for box in (self.width_box, self.height_box, self.scale):
            box.valueChanged.connect(self._show_preview)
        for button, kind in ((self.png, "png"), (self.svg, "svg"), (self.csv, "csv")):
            button.clicked.connect(partial(self._save, kind))
        self.copy.clicked.connect(self._copy)
        self.done_button.clicked.connect(self.reject)

    def _subject(self) -> str:
        return str(self.subject.currentData())

    def _size(self) -> QSize:
        return QSize(self.width_box.value(), self.height_box.value())

    def _choose_subject(self) -> None:
        size = self._exporter.size_of(self._subject())
        self.width_box.setValue(size.width())
        self.height_box.setValue(size.height())
        numbers = self._exporter.has_numbers(self._subject())
        self.csv.setEnabled(numbers)
        self.csv.setToolTip("" if numbers else self.tr("Choose one plot: its numbers can be saved"))
        self._show_preview()

    def _show_preview(self) -> None:
        size, scale = self._size(), self.scale.value()
        text = self.tr("{width} × {height} pixels\n{w_cm} × {h_cm} cm at {dpi} dpi")
        self.size_text.setText(
            text.format(
                width=size.width() * scale,
                height=size.height() * scale,
                w_cm=f"{size.width() * _CM_PER_PIXEL:.1f}",
                h_cm=f"{size.height() * _CM_PER_PIXEL:.1f}",
                dpi=96 * scale,
            )
        )
        image = self._exporter.image(self._subject(), size, 1)
        if image is not None:
            smooth = Qt.TransformationMode.SmoothTransformation
            fitted = image.scaled(_PREVIEW, Qt.AspectRatioMode.KeepAspectRatio, smooth)
            self.preview.setPixmap(QPixmap.fromImage(fitted))

    def _save(self, kind: str) -> None:
        path = self._exporter.save(self._subject(), kind, self._size(), self.scale.value())
        if path is not None:
            self.done_text.set_whole(self.tr("Saved: {file}").format(file=path.name))

    def _copy(self) -> None:
        self._exporter.copy(self._subject(), self._size(), self.scale.value())
        self.done_text.set_whole(self.tr("The picture is on the clipboard"))
