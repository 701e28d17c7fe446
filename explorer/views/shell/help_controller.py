"""Help and "About", imported when somebody asks for them."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def open_help(window: QWidget) -> None:
    """Show the help."""
    from explorer.views.shell.help_dialog import HelpDialog

    HelpDialog(window).exec()


def open_about(window: QWidget) -> None:
    """Say what this program is."""
    from explorer.views.shell.help_dialog import about

    about(window)
