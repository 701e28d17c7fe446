"""How numbers stand in sentences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from explorer.scenario.quantity import RATE, RATIO, TIME, format_quantity
from explorer.scenario.sentence import Sentence, sentence


def seconds(value: float) -> str:
    """Write a time with four digits, trailing zeros kept."""
    return format_quantity(value, TIME, padded=True)


_BETWEEN, _AND = sentence("{first}, {rest}"), sentence("{first} and {rest}")


def listed(entries: Sequence[Sentence | str], *, last_with_and: bool = False) -> Sentence:
    """Put entries behind each other with commas, the last two with an "and" where that is wanted."""
    joined = entries[-1]
    for place, entry in enumerate(reversed(entries[:-1])):
        between = _AND if last_with_and and place == 0 else _BETWEEN
        joined = Sentence(between.template, (("first", entry), ("rest", joined)))
    return joined if isinstance(joined, Sentence) else Sentence("{first}", (("first", joined),))


def short_seconds(value: float) -> str:
    """Write a time within a sentence."""
    return format_quantity(value, TIME)


def rate(value: float) -> str:
    """Write requests per second."""
    return format_quantity(value, RATE)


def ratio(value: float) -> str:
    """Write a speed-up: three decimals where that is four digits or less, else four significant digits."""
    return f"{value:.3f}×" if 0.1 <= value < 9.9995 else format_quantity(value, RATIO, padded=True)


def short_ratio(value: float) -> str:
    """Write a speed-up that somebody chose, such as a target."""
    return format_quantity(value, RATIO, 7)


def devices(count: int) -> Sentence:
    """Name the devices."""
    if count == 1:
        return sentence("one device")
    return sentence("two devices") if count == 2 else sentence("{count} devices", count=str(count))


def slug(name: str) -> str:
    """Return a name in plain letters for files and folders: "B = 1 GB/s" is ``b-1-gb-s``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-") or "scenario"
