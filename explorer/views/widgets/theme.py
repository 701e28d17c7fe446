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


LIGHT = Theme(
    name="light",
    window="#f4f6f9",
    card="#ffffff",
    border="#d5dae2",
    text="#1b2330",
    faint="#5b6675",
    grid="#e3e7ed",
    field="#ffffff",
    highlight="#0072b2",
    one="#6b7685",
    split="#0072b2",
    bound="#3d9bd6",
    communication="#d55e00",
    pays="#007d5b",
    pays_tint="#e8f5f0",
    marked="#fdf1d8",
    loses="#b34700",
    warning="#8a5a00",
    devices=("#0072b2", "#e69f00", "#b0568f", "#4f9a94", "#a08c00", "#7a5195", "#8c564b", "#5f6b7a"),
)
SELECTED = "#ffffff"
"""Text and lines on the highlight, in each theme."""
PAPER = replace(LIGHT, name="paper", one="#9aa4b0", pays_tint="#d6ede3")
"""For pictures: a grey printer, too, tells the curves apart, where two of them are no dashes."""

DARK = Theme(
    name="dark",
    window="#171b21",
    card="#20262e",
    border="#39424e",
    text="#e8ecf1",
    faint="#a3adba",
    grid="#323a45",
    field="#171b21",
    highlight="#2f8fd0",
    one="#a9b3c0",
    split="#4aa8e8",
    bound="#7cc4f2",
    communication="#f08a3c",
    pays="#35c596",
    pays_tint="#1f372f",
    marked="#40371f",
    loses="#f08a3c",
    warning="#e0b040",
    devices=("#4aa8e8", "#e6a93a", "#d98abd", "#74bfb8", "#c9b43a", "#a98ad0", "#bf8a7c", "#98a5b5"),
)


_NAMED_BY = QPalette.ColorRole.LinkVisited
"""The role whose colour names the theme of a palette: nothing is painted in it, and no two themes have one grey."""
_THEMES = {QColor(theme.one).rgb(): theme for theme in (LIGHT, PAPER, DARK)}


def theme_of(widget: QWidget) -> Theme:
    """Return the theme of the window or the sheet that a widget is on: Qt hands palettes down; light without one."""
    return _THEMES.get(widget.palette().color(_NAMED_BY).rgb(), LIGHT)


if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object  # the widget that a class is beside this one, of whatever kind


class Themed(_Widget):
    """Stands before a class of widgets as a base: in another theme they are to do more than paint, which Qt sees to.

    Qt tells of a change, not of the first theme: a constructor ends with ``apply_theme`` where that matters.
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
    if choice is Choice.SYSTEM:
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return DARK if dark else LIGHT
    return DARK if choice is Choice.DARK else LIGHT


def palette(theme: Theme) -> QPalette:
    """Return the palette of the application, a window or a sheet; Fusion draws all its widgets from it."""
    made = QPalette()
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.window,
        role.Base: theme.field,
        role.AlternateBase: theme.card,
        role.Button: theme.card,
        role.Text: theme.text,
        role.WindowText: theme.text,
        role.ButtonText: theme.text,
        role.BrightText: theme.text,
        role.PlaceholderText: theme.faint,
        role.ToolTipBase: theme.card,
        role.ToolTipText: theme.text,
        role.Highlight: theme.highlight,
        role.HighlightedText: SELECTED,
        role.Link: theme.split,
        _NAMED_BY: theme.one,
        role.Light: theme.card,
        role.Midlight: theme.border,
        role.Mid: theme.border,
        role.Dark: theme.border,
        role.Accent: theme.highlight,
    }
    for name, colour in colours.items():
        made.setColor(name, QColor(colour))
    for name in (role.Text, role.WindowText, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, name, QColor(theme.faint))
    return made


def tick_palette(theme: Theme) -> QPalette:
    """Return the palette of what has boxes to tick: Fusion draws these a little darker than the window."""
    colours = QPalette()
    if theme.name == "dark":
        colours.setColor(QPalette.ColorRole.Window, QColor(theme.faint))
    return colours
