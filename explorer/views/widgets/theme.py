"""Colours: the same meaning everywhere, light and dark, safe for the colour-blind (Okabe and Ito)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from explorer.scenario.sentence import CONTEXT, Sentence


class Choice(StrEnum):
    """What the person asked for."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True)
class Theme:
    """Named colours as ``#rrggbb``."""

    name: str
    window: str
    card: str
    border: str
    text: str
    faint: str
    grid: str
    field: str
    highlight: str
    one: str
    split: str
    bound: str
    communication: str
    pays: str
    pays_tint: str
    marked: str
    loses: str
    warning: str
    devices: tuple[str, ...]
    """One colour for each of up to eight devices; the first two are the split's blue and orange."""


_COLOURS = {  # in light, in dark
    "window": ("#f4f6f9", "#171b21"),
    "card": ("#ffffff", "#20262e"),
    "border": ("#d5dae2", "#39424e"),
    "text": ("#1b2330", "#e8ecf1"),
    "faint": ("#5b6675", "#a3adba"),
    "grid": ("#e3e7ed", "#323a45"),
    "field": ("#ffffff", "#171b21"),
    "highlight": ("#0072b2", "#2f8fd0"),
    "one": ("#6b7685", "#a9b3c0"),
    "split": ("#0072b2", "#4aa8e8"),
    "bound": ("#3d9bd6", "#7cc4f2"),
    "communication": ("#d55e00", "#f08a3c"),
    "pays": ("#007d5b", "#35c596"),
    "pays_tint": ("#e8f5f0", "#1f372f"),
    "marked": ("#fdf1d8", "#40371f"),
    "loses": ("#b34700", "#f08a3c"),
    "warning": ("#8a5a00", "#e0b040"),
}
_DEVICES = (
    ("#0072b2", "#e69f00", "#b0568f", "#4f9a94", "#a08c00", "#7a5195", "#8c564b", "#5f6b7a"),
    ("#4aa8e8", "#e6a93a", "#d98abd", "#74bfb8", "#c9b43a", "#a98ad0", "#bf8a7c", "#98a5b5"),
)
LIGHT, DARK = (
    Theme(name, devices=_DEVICES[index], **{field: pair[index] for field, pair in _COLOURS.items()})
    for index, name in enumerate(("light", "dark"))
)
SELECTED = "#ffffff"
"""Text and lines on the highlight, in each theme."""
PAPER = replace(LIGHT, name="paper", one="#9aa4b0", pays_tint="#d6ede3")
"""For pictures: the curves differ on a grey printer, too, although two of them are solid."""

_NAMED_BY = QPalette.ColorRole.LinkVisited
"""The role whose colour names the theme of a palette: nothing is painted in it, and no two themes have one grey."""
_THEMES = {QColor(theme.one).rgb(): theme for theme in (LIGHT, PAPER, DARK)}


def theme_of(widget: QWidget) -> Theme:
    """Return the theme of the window or the sheet that a widget is on: Qt hands palettes down; light without one."""
    return _THEMES.get(widget.palette().color(_NAMED_BY).rgb(), LIGHT)


if TYPE_CHECKING:
    WidgetBase = QWidget
else:
    WidgetBase = object
"""The base of what stands before a class of widgets, of whatever kind, in the list of its bases."""


class Themed(WidgetBase):
    """A base, before the class of the widget, of widgets that do more in another theme than paint, which Qt sees to.

    Qt reports a change, not the first theme: a constructor ends with ``apply_theme`` where that matters.
    """

    @property
    def theme(self) -> Theme:
        """The theme of the window or the sheet."""
        return theme_of(self)

    def apply_theme(self) -> None:
        """Draw in the colours of ``theme`` what does not read them when it paints."""

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.apply_theme()


def colour_words(widget: QWidget, colour: str) -> None:
    """Write a label or a button in a colour; all others stay those of the theme."""
    colours = QPalette()
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        colours.setColor(role, QColor(colour))
    widget.setPalette(colours)


def translated(sentence: Sentence | str) -> str:
    """Return a sentence in the language of the window."""
    if isinstance(sentence, str):
        return sentence
    return sentence.filled(lambda template: QGuiApplication.translate(CONTEXT, template))


def chosen(choice: Choice) -> Theme:
    """Return the theme of a choice; the system's is a hint of the desktop, light where there is none."""
    desktop_is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return DARK if choice is Choice.DARK or (choice is Choice.SYSTEM and desktop_is_dark) else LIGHT


def palette(theme: Theme) -> QPalette:
    """Return the palette of the application, a window or a sheet; Fusion draws all its widgets from it."""
    colours, role = QPalette(), QPalette.ColorRole
    roles = (
        (theme.window, (role.Window,)),
        (theme.field, (role.Base,)),
        (theme.card, (role.AlternateBase, role.Button, role.ToolTipBase, role.Light)),
        (theme.text, (role.Text, role.WindowText, role.ButtonText, role.BrightText, role.ToolTipText)),
        (theme.faint, (role.PlaceholderText,)),
        (theme.border, (role.Midlight, role.Mid, role.Dark)),
        (theme.highlight, (role.Highlight, role.Accent)),
        (SELECTED, (role.HighlightedText,)),
        (theme.split, (role.Link,)),
        (theme.one, (_NAMED_BY,)),
    )
    for colour, painted_in_it in roles:
        for name in painted_in_it:
            colours.setColor(name, QColor(colour))
    for name in (role.Text, role.WindowText, role.ButtonText):
        colours.setColor(QPalette.ColorGroup.Disabled, name, QColor(theme.faint))
    return colours


def tick_palette(theme: Theme) -> QPalette:
    """Return the palette of what has boxes to tick: Fusion draws these a little darker than the window."""
    colours = QPalette()
    if theme.name == "dark":
        colours.setColor(QPalette.ColorRole.Window, QColor(theme.faint))
    return colours
