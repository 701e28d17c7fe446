"""Numbers with units: what is read, what is refused, and that what is written reads back."""

from __future__ import annotations

import math
import re
import time
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from explorer.scenario.quantity import (
    BANDWIDTH,
    COUNT,
    DIMENSIONS,
    RATIO,
    SHARE,
    SIZE,
    TIME,
    Dimension,
    QuantityError,
    best_unit,
    format_percent,
    format_quantity,
    parse,
)
from tests.scenario.build import EXAMPLES, MANY_EXAMPLES, told_well

by_name = pytest.mark.parametrize("dimension", DIMENSIONS, ids=lambda dimension: dimension.name)


def refused(text: str, dimension: Dimension, plain_unit: str | None = None) -> str:
    with pytest.raises(QuantityError) as caught:
        parse(text, dimension, plain_unit)
    told_well(caught.value)
    assert str(caught.value) == str(caught.value.message)
    return str(caught.value)


def plain_unit_of(dimension: Dimension) -> str:
    return next(unit.name for unit in dimension.shown if unit.scale == 1)


# What is read


@pytest.mark.parametrize(
    ("text", "dimension", "value"),
    [
        ("0.8 ms", TIME, 0.0008),
        ("30us", TIME, 3e-05),
        ("30 us", TIME, 3e-05),
        ("30 \u00b5s", TIME, 3e-05),
        ("30 \u03bcs", TIME, 3e-05),
        ("30\u00b5s", TIME, 3e-05),
        ("30\u03bcs", TIME, 3e-05),
        ("12 ms", TIME, 0.012),
        ("2 h", TIME, 7200.0),
        ("1 min", TIME, 60.0),
        ("7 ns", TIME, 7e-09),
        ("7 s", TIME, 7.0),
        ("10 GB/s", BANDWIDTH, 1e10),
        ("80 Gbit/s", BANDWIDTH, 1e10),
        ("80 Gb/s", BANDWIDTH, 1e10),
        ("80 Gbps", BANDWIDTH, 1e10),
        ("80 GB/s", BANDWIDTH, 8e10),
        ("9.3 GiB/s", BANDWIDTH, 9985798963.2),
        ("8 Mib/s", BANDWIDTH, 1048576.0),
        ("inf", BANDWIDTH, math.inf),
        ("Inf", BANDWIDTH, math.inf),
        ("∞", BANDWIDTH, math.inf),
        (" ∞ ", BANDWIDTH, math.inf),
        ("2 MB", SIZE, 2e6),
        ("2 MiB", SIZE, 2097152.0),
        ("2 Mb", SIZE, 250000.0),
        ("2 Mbit", SIZE, 250000.0),
        ("1 kB", SIZE, 1000.0),
        ("1 KB", SIZE, 1000.0),
        ("1 KiB", SIZE, 1024.0),
        ("1 GiB", SIZE, 1073741824.0),
        ("1 TiB", SIZE, 1099511627776.0),
        ("1 TB", SIZE, 1e12),
        ("5 B", SIZE, 5.0),
        ("8 bit", SIZE, 1.0),
        ("80 %", SHARE, 0.8),
        ("80%", SHARE, 0.8),
        ("7 %", SHARE, 0.07),
        ("1.5×", RATIO, 1.5),
        ("1.5 x", RATIO, 1.5),
        ("150 %", RATIO, 1.5),
    ],
)
def test_reads_a_number_with_its_unit(text: str, dimension: Dimension, value: float) -> None:
    assert parse(text, dimension) == value


def test_scales_in_decimal() -> None:
    assert 30 * 1e-6 != 3e-05
    assert parse("30 us", TIME) == 3e-05


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,5 ms", 0.0015),
        ("1,500 ms", 0.0015),
        ("1.500 ms", 0.0015),
        (",5 ms", 0.0005),
        (".5 ms", 0.0005),
        ("1,500,000 ms", 1500.0),
        ("1.500.000 ms", 1500.0),
        ("1 500 ms", 1.5),
        ("1 500 000 ms", 1500.0),
        ("1_500_000 ms", 1500.0),
        ("1\u00a0500\u00a0000 ms", 1500.0),
        ("1\u202f500 ms", 1.5),
        ("1\u2009500\u00a0ms", 1.5),
        ("1e3 ms", 1.0),
        ("1E-3 s", 0.001),
        ("1,5e3 ms", 1.5),
        ("+5 ms", 0.005),
        ("-5 ms", -0.005),
        ("−5 ms", -0.005),
        ("  5   ms ", 0.005),
        ("0e999 s", 0.0),
    ],
)
def test_reads_commas_groups_signs_and_exponents(text: str, value: float) -> None:
    assert parse(text, TIME) == value


@pytest.mark.parametrize(
    ("text", "dimension", "unit", "value"),
    [
        ("13", TIME, "ms", 0.013),
        ("13", TIME, "µs", 1.3e-05),
        ("13", TIME, "h", 46800.0),
        ("1,5", TIME, "ms", 0.0015),
        ("1 500", SIZE, "MB", 1.5e9),
        ("2e6", SIZE, "MB", 2e6),
        ("3e-5", TIME, "ms", 3e-05),
        ("1e10", BANDWIDTH, "GB/s", 1e10),
        ("2e6 B", SIZE, "MB", 2e6),
        ("2e3 MB", SIZE, "kB", 2e9),
        ("13 µs", TIME, "ms", 1.3e-05),
        ("inf", BANDWIDTH, "GB/s", math.inf),
        ("0.8", SHARE, "", 0.8),
        ("80", SHARE, "%", 0.8),
        ("8e-1", SHARE, "%", 0.8),
        ("1.5", RATIO, "×", 1.5),
        ("4", COUNT, "", 4.0),
        ("4.0", COUNT, "", 4.0),
        ("1e3", COUNT, "", 1000.0),
        ("1 000 000", COUNT, "", 1e6),
        ("1,000,000", COUNT, "", 1e6),
    ],
)
def test_plain_digits_take_the_unit_shown_and_an_exponent_means_si(
    text: str, dimension: Dimension, unit: str, value: float
) -> None:
    assert parse(text, dimension, unit) == value


@by_name
def test_every_spelling_is_read(dimension: Dimension) -> None:
    for spelling, scale in dimension.read.items():
        wanted = float(40 * scale)
        assert parse(f"40 {spelling}", dimension, plain_unit_of(dimension)) == wanted
        assert parse(f"40{spelling}", dimension, plain_unit_of(dimension)) == wanted
        assert parse("40", dimension, spelling) == wanted


@by_name
def test_every_unit_shown_is_read(dimension: Dimension) -> None:
    assert all(dimension.read[unit.name] == unit.scale for unit in dimension.shown)


@by_name
def test_minus_zero_becomes_zero(dimension: Dimension) -> None:
    unit = plain_unit_of(dimension)
    assert math.copysign(1, parse(f"-0 {unit}", dimension, unit)) == 1


@MANY_EXAMPLES
@given(st.from_regex(r"[0-9]{1,30}(\.[0-9]{1,60})?", fullmatch=True))
@example("1.00000000000000011102230246251565404236316680908203124")  # a hair below the middle of two floats
@example("1.00000000000000011102230246251565404236316680908203126")
def test_the_value_is_correctly_rounded(digits: str) -> None:
    assert parse(f"{digits} s", TIME) == float(Fraction(digits))
    assert parse(f"{digits} us", TIME) == float(Fraction(digits) / 10**6)


# What is refused


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("1,500.5 ms", TIME),
        ("1.500,5 ms", TIME),
        ("1,500.500,5 ms", TIME),
        ("1_000 000 ms", TIME),
        ("1 000_000 ms", TIME),
        ("1,50,000 ms", TIME),
        ("1500,000,000 ms", TIME),
        ("15 00 ms", TIME),
        ("1500 000 ms", TIME),
        ("1  500 ms", TIME),
        ("1__500 ms", TIME),
        ("1.5 000 ms", TIME),
        ("1,,5 ms", TIME),
        ("5 .5 ms", TIME),
    ],
)
def test_mixtures_of_separators_are_refused(text: str, dimension: Dimension) -> None:
    assert f"“{text}” is not a time; type a number with" in refused(text, dimension)


@pytest.mark.parametrize(
    "text",
    ["", " ", "-", "ms", ".", ",", ". ms", "5. ms", "5, ms", "-.", "1e ms", "1e+ ms", "--5 ms", "+-5 ms", "five ms"],
)
def test_half_numbers_are_refused(text: str) -> None:
    assert "type a number with ns, µs, ms, s, min or h" in refused(text, TIME)
    assert "type a number with ns, µs, ms, s, min or h" in refused(text, TIME, "ms")


@pytest.mark.parametrize("text", ["5 ms 2", "5 ms5", "2 5 ms", "1/2 s", "0x10 s", "5 ms ms", "1ee5 s", "٣ ms", "５ ms"])
def test_what_follows_no_rule_is_refused(text: str) -> None:
    assert "type a number with" in refused(text, TIME)


@by_name
@pytest.mark.parametrize("text", ["nan", "NaN", "-nan", "nan s", "-inf", "+inf", "−∞", "1e400", "inf inf"])
def test_what_is_no_number_is_refused(dimension: Dimension, text: str) -> None:
    assert text.split(maxsplit=1)[0] in refused(text, dimension, plain_unit_of(dimension))


@pytest.mark.parametrize("dimension", [TIME, SIZE, SHARE, RATIO, COUNT], ids=lambda dimension: dimension.name)
@pytest.mark.parametrize("text", ["inf", "∞", "Infinity"])
def test_only_a_bandwidth_is_infinite(dimension: Dimension, text: str) -> None:
    assert str(dimension.accepted) in refused(text, dimension, plain_unit_of(dimension))


@pytest.mark.parametrize(
    ("text", "dimension", "words"),
    [
        ("10 GB/s", TIME, ["“GB/s” is a unit of bandwidth, not a time", "ns, µs, ms, s, min or h"]),
        ("10 GB", TIME, ["“GB” is a unit of size, not a time"]),
        ("10 GB", BANDWIDTH, ["“GB” is a unit of size, not a bandwidth", "MB/s, GB/s, GiB/s or Gbit/s", "∞"]),
        ("10 Gbit", BANDWIDTH, ["“Gbit” is a unit of size, not a bandwidth"]),
        ("10 GB/s", SIZE, ["“GB/s” is a unit of bandwidth, not a size", "B, kB, MB, GB, KiB, MiB or GiB"]),
        ("12 ms", SIZE, ["“ms” is a unit of time, not a size"]),
        ("12 ms", SHARE, ["“ms” is a unit of time, not a number or percentage", "80 %"]),
        ("12 ms", RATIO, ["“ms” is a unit of time, not a ratio", "1.5"]),
        ("12 ms", COUNT, ["“ms” is a unit of time, not a whole number", "such as 4"]),
        ("80 %", COUNT, ["“%”", "a whole number"]),
        ("80 %", TIME, ["“%”", "not a time"]),
    ],
)
def test_units_of_another_kind_are_named_with_those_accepted(text: str, dimension: Dimension, words: list[str]) -> None:
    told = refused(text, dimension, plain_unit_of(dimension))
    assert all(word in told for word in words), told


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("5 m", TIME),
        ("5 S", TIME),
        ("5 Ms", TIME),
        ("5 sec", TIME),
        ("5 µ", TIME),
        ("5 mB", SIZE),
        ("5 gb", SIZE),
        ("5 GiBi", SIZE),
        ("5 G", SIZE),
        ("5 GB/S", BANDWIDTH),
        ("5 GB / s", BANDWIDTH),
        ("5 k", COUNT),
        ("5 ‰", SHARE),
    ],
)
def test_unknown_units_are_named_with_those_accepted(text: str, dimension: Dimension) -> None:
    told = refused(text, dimension, plain_unit_of(dimension))
    assert told == f"“{text[2:]}” is not a known unit; type {dimension.accepted}"


@pytest.mark.parametrize("text", ["10", "1e5", "0", "-3"])
@pytest.mark.parametrize("dimension", [TIME, SIZE, BANDWIDTH], ids=lambda dimension: dimension.name)
def test_digits_alone_are_refused_where_no_unit_is_shown(text: str, dimension: Dimension) -> None:
    assert refused(text, dimension) == f"“{text}” has no unit; type {dimension.accepted}"


@pytest.mark.parametrize("text", ["1.5", "1e-1", "1,5", "0.9999999999", "1.0000000000000000000000000000000000000001"])
def test_a_count_is_whole(text: str) -> None:
    assert refused(text, COUNT, "") == f"“{text}” is not a whole number; type a whole number, such as 4"


@pytest.mark.parametrize("text", ["1e400 s", "1e309 s", "-1e400 s", "1e9999 s", "1e-400 s", "1e-9999 s"])
def test_numbers_beyond_a_float_are_refused(text: str) -> None:
    assert refused(text, TIME) == f"“{text}” is outside the range of numbers"


@by_name
@pytest.mark.parametrize(
    "text",
    ["9" * 10_000, "x" * 10_000, " " * 10_000, "1 " * 5_000, "1," * 5_000, "∞" * 10_000, "5 " + "s" * 9_998],
    ids=lambda text: text[:2],
)
def test_endless_texts_are_refused_at_once_in_short(dimension: Dimension, text: str) -> None:
    start = time.process_time()
    told = refused(text, dimension, plain_unit_of(dimension))
    assert time.process_time() - start < 0.2
    assert len(told) < 200


@pytest.mark.parametrize(
    "text",
    [
        "1" + " 000" * 24 + " 00",
        "1" + "_000" * 24 + "_0",
        "1" + ",000" * 24 + ",0",
        "." * 100,
        "1" * 99 + "e",
        "1e" * 50,
    ],
    ids=["spaces", "underscores", "commas", "points", "digits", "exponents"],
)
def test_no_text_takes_long_to_refuse(text: str) -> None:
    start = time.process_time()
    refused(text, COUNT, "")
    assert time.process_time() - start < 0.2


# Whatever is typed

_PIECES = [*"0123456789", *".,_ +-−eE\u00a0\u202f", "%", "×", "x", "∞", "inf", "nan"]
_PIECES += sorted({spelling for dimension in DIMENSIONS for spelling in dimension.read})
_TEXTS = st.text(max_size=120) | st.lists(st.sampled_from(_PIECES), max_size=14).map("".join)


@MANY_EXAMPLES
@given(_TEXTS, st.sampled_from(DIMENSIONS), st.booleans())
@example("5 a\nb", TIME, True)
@example("a\nb", TIME, True)
@example("a\u2028b", SIZE, True)
@example("\x00", COUNT, True)
def test_any_text_is_a_number_or_told_in_one_line(text: str, dimension: Dimension, in_field: bool) -> None:
    try:
        value = parse(text, dimension, plain_unit_of(dimension) if in_field else None)
    except QuantityError as error:
        told_well(error)
    else:
        assert type(value) is float
        assert math.isfinite(value) or (value > 0 and dimension is BANDWIDTH)
        assert dimension is not COUNT or value.is_integer()


# What is written

_SIZES = st.floats(1e-25, 1e18) | st.builds(
    lambda digits, power: digits * 10.0**power, st.floats(1, 9.99), st.integers(-25, 17)
)


def values_of(dimension: Dimension) -> st.SearchStrategy[float]:
    sizes = st.integers(1, 10**18).map(float) if dimension is COUNT else _SIZES
    return st.just(0.0) | sizes | sizes.map(lambda size: -size)


_QUANTITIES = st.sampled_from(DIMENSIONS).flatmap(lambda kind: st.tuples(st.just(kind), values_of(kind)))


@MANY_EXAMPLES
@given(_QUANTITIES)
@example((TIME, 36000.0))
@example((TIME, 5e-324))
@example((SIZE, 1.7976931348623157e308))
@example((SHARE, 0.1 + 0.2))
def test_all_digits_read_back_to_the_very_float(quantity: tuple[Dimension, float]) -> None:
    dimension, value = quantity
    text = format_quantity(value, dimension, None)
    assert repr(parse(text, dimension, plain_unit_of(dimension))) == repr(value)


@EXAMPLES
@given(values_of(SHARE), st.sampled_from(["", "%"]))
def test_all_digits_of_a_share_read_back_in_either_unit(value: float, unit: str) -> None:
    assert repr(parse(format_quantity(value, SHARE, None, unit=unit), SHARE, "")) == repr(value)


@MANY_EXAMPLES
@given(_QUANTITIES)
def test_four_digits_read_back_to_half_a_thousandth(quantity: tuple[Dimension, float]) -> None:
    dimension, value = quantity
    read = parse(format_quantity(value, dimension), dimension, plain_unit_of(dimension))
    assert math.isclose(read, value, rel_tol=5.0001e-4)


@MANY_EXAMPLES
@given(st.sampled_from([(TIME, 1e-15, 3.5997e7), (SIZE, 1.0, 1e18), (BANDWIDTH, 1.0, 1e18)]), st.floats(0, 1))
@example((TIME, 9999.4, 3.5e7), 0.0)
@example((TIME, 9999.6, 3.5e7), 0.0)
@example((TIME, 0.00099996, 1.0), 0.0)
@example((SIZE, 999.96, 1e18), 0.0)
def test_one_to_four_digits_stand_before_the_point(span: tuple[Dimension, float, float], where: float) -> None:
    dimension, low, high = span
    text = format_quantity(low * (high / low) ** where, dimension)
    assert re.fullmatch(r"[1-9][0-9]{0,3}(\.[0-9]{1,3})? \S+", text), text


@pytest.mark.parametrize(
    ("value", "dimension", "text"),
    [
        (0.012, TIME, "12 ms"),
        (3e-05, TIME, "30 µs"),
        (0.0008, TIME, "800 µs"),
        (0.002453333333333333, TIME, "2.453 ms"),
        (9.9996, TIME, "10 s"),
        (0.99996, TIME, "1 s"),
        (9999.0, TIME, "9999 s"),
        (10000.0, TIME, "2.778 h"),
        (0.0, TIME, "0 s"),
        (-0.012, TIME, "−12 ms"),
        (2e6, SIZE, "2 MB"),
        (2097152.0, SIZE, "2.097 MB"),
        (1e18, SIZE, "1 EB"),
        (1e10, BANDWIDTH, "10 GB/s"),
        (math.inf, BANDWIDTH, "∞"),
        (0.8, SHARE, "0.8"),
        (1.5, RATIO, "1.5×"),
        (4.0, COUNT, "4"),
    ],
)
def test_writes_with_the_unit_that_fits(value: float, dimension: Dimension, text: str) -> None:
    assert format_quantity(value, dimension) == text


@pytest.mark.parametrize(
    ("value", "dimension", "text"),
    [
        (0.002453333333333333, TIME, "2.453333333333333 ms"),
        (36000.0, TIME, "36000 s"),
        (2097152.0, SIZE, "2.097152 MB"),
        (9985798963.2, BANDWIDTH, "9.9857989632 GB/s"),
        (1e-30, SIZE, "1e-30 B"),
        (0.1 + 0.2, SHARE, "0.30000000000000004"),
    ],
)
def test_writes_all_digits_when_asked(value: float, dimension: Dimension, text: str) -> None:
    assert format_quantity(value, dimension, None) == text


def test_zero_takes_the_unit_that_is_asked_for() -> None:
    assert format_quantity(0.0, TIME, unit="ms") == "0 ms"
    assert format_quantity(0.0, BANDWIDTH, unit="GB/s") == "0 GB/s"
    assert format_quantity(0.012, TIME, unit="s") == "12 ms"


def test_a_share_keeps_the_unit_that_is_asked_for() -> None:
    assert format_quantity(0.8, SHARE, unit="%") == "80 %"
    assert format_quantity(0.8, SHARE, unit="") == "0.8"


@pytest.mark.parametrize(("value", "text"), [(0.012, "12.00 ms"), (9.9996, "10.00 s"), (0.0, "0 s"), (1.0, "1.000 s")])
def test_padded_numbers_keep_their_zeros(value: float, text: str) -> None:
    assert format_quantity(value, TIME, padded=True) == text


def test_the_unit_is_chosen_by_the_rounded_value() -> None:
    assert best_unit(0.00099996, TIME).name == "ms"
    assert best_unit(0.00099996, TIME, None).name == "µs"
    assert best_unit(9999.4, TIME).name == "s"
    assert best_unit(9999.6, TIME).name == "h"


@pytest.mark.parametrize(
    ("share", "plain", "signed"),
    [
        (0.694, "69.4 %", "+69.4 %"),
        (0.6944, "69.4 %", "+69.4 %"),
        (-0.325, "−32.5 %", "−32.5 %"),
        (0, "0 %", "+0 %"),
        (1.5, "150 %", "+150 %"),
    ],
)
def test_percentages_have_three_digits_and_a_sign_when_asked(share: float, plain: str, signed: str) -> None:
    assert format_percent(share) == plain
    assert format_percent(share, signed=True) == signed


def test_a_share_without_bound_is_infinite() -> None:
    assert format_percent(math.inf) == "∞"
