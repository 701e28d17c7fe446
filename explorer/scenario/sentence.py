"""Sentences that are made without Qt and shown with or without it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from typing_extensions import override

CONTEXT = ""
"""Translation context of the templates: lupdate gives functions outside classes none."""

_LONGEST = 200
_JOINERS = "\u200c\u200d"  # hold letters and emoji together; all else that is not printable would break the line


def one_line(text: str, longest: int = _LONGEST) -> str:
    """Return foreign text fit for a sentence: on one line, without control characters, its middle cut if it is long."""
    brief = text if len(text) <= longest else text[: longest // 2] + "…" + text[1 - longest // 2 :]
    if brief.isprintable():
        return brief
    return "".join(letter if letter.isprintable() or letter in _JOINERS else " " for letter in brief)


@dataclass(frozen=True)
class Sentence:
    """A template in English with named places and what stands in them; ``str`` fills it in."""

    template: str
    values: tuple[tuple[str, str | Sentence], ...] = ()

    def filled(self, translate: Callable[[str], str]) -> str:
        """Return the text with the template, and those of its parts, translated before they are filled in."""
        parts = {
            name: value.filled(translate) if isinstance(value, Sentence) else one_line(value)
            for name, value in self.values
        }
        return translate(self.template).format(**parts)

    @override
    def __str__(self) -> str:
        """Return the English text."""
        return self.filled(lambda template: template)


def sentence(template: str, **values: str | Sentence) -> Sentence:
    """Make a sentence. The template is a literal, so that lupdate finds it (``-tr-function-alias tr+=sentence``)."""
    return Sentence(template, tuple(values.items()))
