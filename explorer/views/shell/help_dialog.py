"""Help and about."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QMessageBox, QTextBrowser, QVBoxLayout, QWidget

from explorer import __version__
from explorer.scenario.library import resource


class HelpDialog(QDialog):
    """How to read and work the window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Help"))
        self.resize(640, 560)
        self.text = QTextBrowser(self)
        self.text.setMarkdown(resource("help", "help.md").read_text(encoding="utf-8"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.text)
        layout.addWidget(buttons)


def about(parent: QWidget) -> None:
    """Say what this is."""
    translate = QCoreApplication.translate
    text = translate(
        "HelpDialog",
        "Pareggio {version}\n\nDoes splitting a model over several devices make it faster, by how much, and what would "
        "have to change?",
    )
    QMessageBox.about(parent, translate("HelpDialog", "About Pareggio"), text.format(version=__version__))
