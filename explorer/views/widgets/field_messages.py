"""What the fields of a panel have to say, in one balloon that is made when first needed."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from explorer.views.widgets.card import Balloon


class FieldMessages:
    """The balloon of a panel."""

    def __init__(self, panel: QWidget) -> None:
        self._panel = panel
        self._balloon: Balloon | None = None

    def show_message(self, field: QWidget, text: str, *, wrong: bool) -> None:
        """Show a text under a field; ``wrong`` marks it as a refusal."""
        if self._balloon is None:
            self._balloon = Balloon(self._panel.window())
        self._balloon.show_message(field, text, wrong=wrong)

    def hide_message(self) -> None:
        """Take the message away."""
        if self._balloon is not None:
            self._balloon.hide()

    def message(self) -> str:
        """Return the message that is shown, or nothing."""
        return self._balloon.text() if self._balloon is not None and not self._balloon.isHidden() else ""
