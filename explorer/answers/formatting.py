"""The texts of numbers in sentences, and of lists and file names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from explorer.scenario.quantity import RATE, RATIO, TIME, format_quantity
from explorer.scenario.sentence import Sentence, sentence


def seconds(value: float) -> str:
    """Write a time (s) with four significant digits, trailing zeros kept."""
    return format_quantity(value, TIME, padded=True)


_COMMA, _AND = sentence("{first}, {rest}"), sentence("{first} and {rest}")


def listed(entries: Sequence[Sentence | str], *, last_with_and: bool = False) -> Sentence:
    """Join entries, one at least, with commas; ``last_with_and`` joins the last two with "and"."""
    *others, joined = entries
    joiner = _AND if last_with_and else _COMMA
    for entry in reversed(others):
        joined = Sentence(joiner.template, (("first", entry), ("rest", joined)))
        joiner = _COMMA
    return joined if isinstance(joined, Sentence) else Sentence("{first}", (("first", joined),))


def short_seconds(value: float) -> str:
    """Write a time (s) without trailing zeros."""
    return format_quantity(value, TIME)


def rate(value: float) -> str:
    """Write a rate (1/s)."""
    return format_quantity(value, RATE)


def ratio(value: float) -> str:
    """Write a speed-up with three decimals from 0.1 to 10, otherwise with four significant digits."""
    return f"{value:.3f}×" if 0.1 <= value < 9.9995 else format_quantity(value, RATIO, padded=True)


def short_ratio(value: float) -> str:
    """Write a speed-up that a person entered, such as the target, with up to seven digits."""
    return format_quantity(value, RATIO, 7)


def devices(count: int) -> Sentence:
    """Write a number of devices."""
    if count == 1:
        return sentence("one device")
    return sentence("two devices") if count == 2 else sentence("{count} devices", count=str(count))


def slug(name: str) -> str:
    """Return a name as ASCII letters, digits and hyphens for files and folders: "B = 1 GB/s" is ``b-1-gb-s``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-") or "scenario"
