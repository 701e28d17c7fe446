"""The export dialog: what, how large, and a live preview."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from explorer.views.export import picture
from explorer.views.export.exporter import Exporter
from explorer.views.widgets.card import ElidedLabel

_PREVIEW = QSize(620, 420)
_CM_PER_PIXEL = 2.54 / 96


class ExportDialog(QDialog):
    """Choose what to export and at which size; always light, for paper."""

    def __init__(self, exporter: Exporter, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self._exporter = exporter
        self.subject = QComboBox(self)
        for key, words in exporter.subjects():
            self.subject.addItem(words, key)
        self.width_box, self.height_box = self._box(320, 4000), self._box(240, 4000)
        self.scale = self._box(1, picture.LARGEST_SCALE)
        self.scale.setValue(2)
        self.scale.setPrefix("×")
        self.size_told = QLabel(self)
        self.done_told = ElidedLabel(self)
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

    def _box(self, low: int, high: int) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(low, high)
        return box

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("&What"), self.subject)
        form.addRow(self.tr("W&idth"), self.width_box)
        form.addRow(self.tr("&Height"), self.height_box)
        form.addRow(self.tr("Pixe&ls for each"), self.scale)
        form.addRow("", self.size_told)
        side = QVBoxLayout()
        side.addLayout(form)
        side.addStretch(1)
        side.addWidget(self.done_told)
        for button in (self.png, self.svg, self.csv, self.copy, self.done_button):
            button.setAutoDefault(False)
            side.addWidget(button)
        layout = QHBoxLayout(self)
        layout.addLayout(side)
        layout.addWidget(self.preview)

    def _connect(self) -> None:
        self.subject.currentIndexChanged.connect(self._choose_subject)
        for box in (self.width_box, self.height_box, self.scale):
            box.valueChanged.connect(self._show_preview)
        self.png.clicked.connect(self._save_png)
        self.svg.clicked.connect(self._save_svg)
        self.csv.clicked.connect(self._save_csv)
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
        self.size_told.setText(
            text.format(
                width=size.width() * scale,
                height=size.height() * scale,
                w_cm=f"{size.width() * _CM_PER_PIXEL:.1f}",
                h_cm=f"{size.height() * _CM_PER_PIXEL:.1f}",
                dpi=96 * scale,
            )
        )
        made = self._exporter.image(self._subject(), size, 1)
        if made is not None:
            fitted = made.scaled(
                _PREVIEW, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            self.preview.setPixmap(QPixmap.fromImage(fitted))

    def _save_png(self) -> None:
        self._tell(self._exporter.save(self._subject(), "png", self._size(), self.scale.value()))

    def _save_svg(self) -> None:
        self._tell(self._exporter.save(self._subject(), "svg", self._size(), 1))

    def _save_csv(self) -> None:
        self._tell(self._exporter.save(self._subject(), "csv", self._size(), 1))

    def _copy(self) -> None:
        self._exporter.copy(self._subject(), self._size(), self.scale.value())
        self.done_told.set_whole(self.tr("The picture is on the clipboard"))

    def _tell(self, path: Path | None) -> None:
        """Say what was saved."""
        if path is not None:
            self.done_told.set_whole(self.tr("Saved: {file}").format(file=path.name))
