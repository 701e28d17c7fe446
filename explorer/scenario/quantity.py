"""Numbers with units: the one parser and formatter.

Text is scaled in decimal, so that "30 us" is exactly 3e-05. No units library is used: the grammar (decimal comma,
groups, bits and bytes, the unit that a field shows) is refused or read otherwise by those looked at (QuantiPhy reads
"1,5 ms" as 15 ms and takes "nan"; pint costs 0.2 s at import), and a whitelist of units in ``decimal`` is all it takes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Context, Decimal
from functools import lru_cache

from explorer.scenario.sentence import Sentence, sentence


class QuantityError(ValueError):
    """A text that is no quantity of the asked kind; the sentence says what is accepted."""

    def __init__(self, message: Sentence) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True)
class Unit:
    """A unit for display, used from the absolute value ``start`` (SI) on."""

    name: str
    scale: Decimal
    start: Decimal


@dataclass(frozen=True, eq=False)
class Dimension:
    """A kind of quantity: the spellings that are read and the units that are shown."""

    name: str
    noun: Sentence
    accepted: Sentence
    read: dict[str, Decimal]
    shown: tuple[Unit, ...]
    whole: bool = False
    may_be_infinite: bool = False

    @property
    def si_unit(self) -> str:
        """Return a spelling of the unit that values have inside the program."""
        return next(name for name, scale in self.read.items() if scale == 1)

    def unit(self, name: str) -> Unit:
        """Return the display unit of that name."""
        return next(unit for unit in self.shown if unit.name == name)


def _scale(power: int) -> Decimal:
    return Decimal(1).scaleb(power)


def _units(suffix: str, prefixes: dict[str, int]) -> tuple[Unit, ...]:
    return tuple(Unit(prefix + suffix, _scale(power), _scale(power)) for prefix, power in prefixes.items())


_SECONDS = {"fs": -15, "ps": -12, "ns": -9, "µs": -6, "us": -6, "ms": -3, "s": 0}
_DECIMAL = {"": 0, "k": 3, "K": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50}
_SHOWN_PREFIXES = {"": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}


def _sizes(suffix: str) -> dict[str, Decimal]:
    """Bytes and bits with decimal and binary prefixes; b is bit, B is byte."""
    known: dict[str, Decimal] = {}
    for name, size in (("B", Decimal(1)), ("bit", Decimal("0.125")), ("b", Decimal("0.125"))):
        known |= {prefix + name + suffix: size * _scale(power) for prefix, power in _DECIMAL.items()}
        known |= {prefix + name + suffix: size * 2**power for prefix, power in _BINARY.items()}
    return known


TIME = Dimension(
    "time",
    sentence("a time"),
    sentence("a number with ns, µs, ms, s, min or h, such as 12 ms"),
    {name: _scale(power) for name, power in _SECONDS.items()} | {"min": Decimal(60), "h": Decimal(3600)},
    (*_units("s", {"f": -15, "p": -12, "n": -9, "µ": -6, "m": -3, "": 0}), Unit("h", Decimal(3600), Decimal(10000))),
)
SIZE = Dimension(
    "size",
    sentence("a size"),
    sentence("a number with B, kB, MB, GB, KiB, MiB or GiB, such as 2 MB"),
    _sizes(""),
    _units("B", _SHOWN_PREFIXES),
)
BANDWIDTH = Dimension(
    "bandwidth",
    sentence("a bandwidth"),
    sentence("a number with MB/s, GB/s, GiB/s or Gbit/s, such as 10 GB/s, or ∞"),
    _sizes("/s") | {f"{prefix}bps": Decimal("0.125") * _scale(power) for prefix, power in _DECIMAL.items() if prefix},
    _units("B/s", _SHOWN_PREFIXES),
    may_be_infinite=True,
)
SHARE = Dimension(
    "share",
    sentence("a number or percentage"),
    sentence("a number or a percentage, such as 0.8 or 80 %"),
    {"": Decimal(1), "%": Decimal("0.01")},
    (Unit("", Decimal(1), Decimal(0)), Unit("%", Decimal("0.01"), Decimal("Infinity"))),
)
RATIO = Dimension(
    "ratio",
    sentence("a ratio"),
    sentence("a number such as 1.5 or 1.5×"),
    {"": Decimal(1), "×": Decimal(1), "x": Decimal(1), "%": Decimal("0.01")},
    (Unit("×", Decimal(1), Decimal(0)),),
)
RATE = Dimension(
    "rate",
    sentence("a rate"),
    sentence("a number a second, such as 30 /s or 1.5 k/s"),
    {"/s": Decimal(1), "k/s": _scale(3), "K/s": _scale(3), "M/s": _scale(6), "/ms": _scale(3)}
    | {"req/s": Decimal(1), "requests/s": Decimal(1)},
    (Unit("/s", Decimal(1), Decimal(0)), Unit("k/s", _scale(3), _scale(4)), Unit("M/s", _scale(6), _scale(6))),
)
COUNT = Dimension(
    "count",
    sentence("a whole number"),
    sentence("a whole number, such as 4"),
    {"": Decimal(1)},
    (Unit("", Decimal(1), Decimal(0)),),
    whole=True,
)
DIMENSIONS = (TIME, SIZE, BANDWIDTH, SHARE, RATIO, RATE, COUNT)

_LONGEST = 100
_EXACT = Context(prec=400)  # holds every product of a text and a unit, so that rounding happens once
_TEXT = re.compile(r"([+-]?)([0-9.,_ ]*[0-9])([eE][+-]?[0-9]{1,4})?\s*([^0-9]*|[^0-9 ].*)", re.ASCII)
_GROUPED = re.compile(r"[0-9]{1,3}([ _][0-9]{3})+|[0-9]*")
_GROUPED_BY_SIGN = re.compile(r"[0-9]{1,3}([.,][0-9]{3}){2,}")
_SAME = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2212": "-", "\u03bc": "µ"})


def _plain_digits(digits: str) -> str | None:
    """Return the digits with a point and without groups, or None for a mixture of separators."""
    signs = [sign for sign in digits if sign in ".,"]
    groups = {sign for sign in digits if sign in " _"}
    if len(set(signs)) > 1 or len(groups) > 1:
        return None
    if len(signs) > 1:
        return re.sub("[.,]", "", digits) if _GROUPED_BY_SIGN.fullmatch(digits) else None
    whole, sign, part = digits.partition(signs[0]) if signs else (digits, "", "")
    if not _GROUPED.fullmatch(whole) or (sign and not part.isdigit()):
        return None
    return re.sub("[ _]", "", whole) + ("." + part if sign else "")


def _wrong_unit(brief: str, unit: str, dimension: Dimension) -> Sentence:
    accepted = dimension.accepted
    if not unit and "" in dimension.read:
        return sentence("“{text}” is a text; write {accepted}, without quotes", text=brief, accepted=accepted)
    if not unit:
        return sentence("“{text}” has no unit; type {accepted}", text=brief, accepted=accepted)
    other = next((kind for kind in DIMENSIONS if unit in kind.read), None)
    if other is None:
        return sentence("“{unit}” is not a known unit; type {accepted}", unit=unit, accepted=accepted)
    values: dict[str, str | Sentence] = {
        "unit": unit,
        "other": other.name,
        "noun": dimension.noun,
        "accepted": accepted,
    }
    return sentence("“{unit}” is a unit of {other}, not {noun}; type {accepted}", **values)


def parse(text: str, dimension: Dimension, plain_unit: str | None = None) -> float:
    """Read a quantity.

    Parameters
    ----------
    text : what was typed, or stands in a file.
    dimension : the kind that is asked for.
    plain_unit : the unit that digits alone take (that of the field); with an exponent they are SI. None refuses them.

    Returns
    -------
    The value in SI, correctly rounded; infinite only for a bandwidth.

    Raises
    ------
    QuantityError
        With one sentence that says what is accepted.
    """
    brief = text.strip() if len(text) <= _LONGEST else text[:20].strip() + "…"
    cleaned = text.translate(_SAME).strip()
    if dimension.may_be_infinite and cleaned.lower() in ("inf", "∞", "infinity"):
        return float("inf")
    match = _TEXT.fullmatch(cleaned) if len(text) <= _LONGEST else None
    digits = match and _plain_digits(match[2])
    if not match or digits is None:
        values: dict[str, str | Sentence] = {"text": brief, "noun": dimension.noun, "accepted": dimension.accepted}
        raise QuantityError(sentence("“{text}” is not {noun}; type {accepted}", **values))
    exponent, unit = match[3] or "", " ".join(match[4].split())
    if unit:
        scale = dimension.read.get(unit)
    elif plain_unit is None:
        scale = None
    else:
        scale = Decimal(1) if exponent else dimension.read[plain_unit]
    if scale is None:
        raise QuantityError(_wrong_unit(brief, unit, dimension))
    return _as_float(Decimal(match[1] + digits + exponent), scale, brief, dimension)


def _as_float(number: Decimal, scale: Decimal, brief: str, dimension: Dimension) -> float:
    exact = _EXACT.multiply(number, scale)
    value = float(exact)
    if value in (float("inf"), float("-inf")) or (value == 0 and number != 0):
        raise QuantityError(sentence("“{text}” is outside the range of numbers", text=brief))
    if dimension.whole and exact != exact.to_integral_value():
        raise QuantityError(
            sentence("“{text}” is not a whole number; type {accepted}", text=brief, accepted=dimension.accepted)
        )
    return value + 0.0  # −0 becomes 0


def _rounded(value: Decimal, digits: int) -> Decimal:
    """Round to significant digits; 9.9996 becomes 10.00, with four digits and not five."""
    if value == 0:
        return value
    once = value.quantize(Decimal(1).scaleb(value.adjusted() - digits + 1))
    return once.quantize(Decimal(1).scaleb(once.adjusted() - digits + 1))


@lru_cache(maxsize=1024)
def best_unit(value: float, dimension: Dimension, digits: int | None = 4) -> Unit:
    """Return the unit in which the rounded value has one to four digits before the point, where one exists.

    With all digits (None) only units are taken in which every float can be written out.
    """
    base = next(unit for unit in dimension.shown if unit.scale == 1)
    if value == 0 or value in (float("inf"), float("-inf")):
        return base
    size = abs(Decimal(repr(float(value))))
    if digits is not None:
        size = _rounded(size, digits)
    fitting = [
        unit
        for unit in dimension.shown
        if size >= unit.start and (digits is not None or unit.scale.as_tuple().digits == (1,))
    ]
    return fitting[-1] if fitting else dimension.shown[0]


def _digits(number: Decimal, digits: int | None, padded: bool) -> str:
    if digits is not None:
        number = _rounded(number, digits)
    size = 0 if number == 0 else number.adjusted()
    if size > 8 or size < -6:
        return f"{number.normalize():e}".replace("e+", "e") if number else "0"
    text = f"{number:f}"
    return text if padded or "." not in text else text.rstrip("0").rstrip(".")


def _with_minus(number: str) -> str:
    """Set a leading hyphen as the minus sign that is read back, too."""
    return "−" + number[1:] if number.startswith("-") else number


@lru_cache(maxsize=4096)  # a drag changes few of the values that are in sight, and all of them are written at each step
def format_quantity(
    value: float, dimension: Dimension, digits: int | None = 4, *, unit: str | None = None, padded: bool = False
) -> str:
    """Write a quantity with its unit.

    Parameters
    ----------
    value : in SI.
    digits : significant digits, or None for all of them: the text then parses to the very float.
    unit : the unit to use for zero, where the size gives none, and always for a share ("" or "%").
    padded : keep trailing zeros, so that numbers beside each other keep their width.
    """
    if value in (float("inf"), float("-inf")):
        return "∞" if value > 0 else "−∞"
    fixed = unit is not None and (value == 0 or dimension is SHARE)
    chosen = dimension.unit(unit or "") if fixed else best_unit(value, dimension, digits)
    number = _digits(Decimal(repr(float(value) + 0.0)) / chosen.scale, digits, padded and value != 0)
    gap = "" if chosen.name in ("", "×") else " "
    return _with_minus(number) + gap + chosen.name


def format_percent(share: float, digits: int = 3, *, signed: bool = False) -> str:
    """Write a share as a percentage, such as "69.4 %"; ``signed`` adds the plus."""
    if share in (float("inf"), float("-inf")):
        return "∞" if share > 0 else "−∞"
    text = _digits(Decimal(repr(float(share) + 0.0)) * 100, digits, padded=share != 0)
    if signed and not text.startswith("-"):
        text = "+" + text
    return _with_minus(text) + " %"
