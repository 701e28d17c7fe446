"""Changes of the small matrices: cells, blocks, sizes, shards, random numbers, presets, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from explorer.scenario.matrices import (
    ARTICLE,
    RELU_MATTERS,
    Sizes,
    random_matrix,
    randomised,
    read_block,
    read_number,
    resized,
    sizes,
    with_activation,
    with_block,
    with_shards,
)
from explorer.scenario.matrix import Matrix
from tests.scenario import sentences
from tests.scenario.build import EXAMPLES, named, refusal_of

ENTRIES = st.floats(-1e6, 1e6)
SIZES = st.builds(Sizes, *[st.integers(1, 6)] * 4)
SEEDS = st.integers(0, 999_999)
SHAPES = {"x": ("rows", "inputs"), "a": ("inputs", "hidden"), "b": ("hidden", "outputs")}
NAMES = st.sampled_from(sorted(SHAPES))


def shape(matrix: Matrix, name: str) -> tuple[int, int]:
    return len(getattr(matrix, name)), len(getattr(matrix, name)[0])


@st.composite
def matrices(draw: st.DrawFn) -> Matrix:
    """Matrices of any small sizes, shards and activation."""
    wanted = draw(SIZES)
    made = with_activation(random_matrix(wanted, draw(SEEDS)), draw(st.sampled_from(["relu", "gelu", "identity"])))
    cut = draw(st.integers(0, wanted.hidden - 1))
    return with_shards(made, f"{cut} {wanted.hidden - cut}") if cut else made


# One number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0), ("-1.5", -1.5), ("−1.5", -1.5), ("1,5", 1.5), ("−2,5e−1", -0.25), (" +2 ", 2.0), ("1e3", 1000.0),
        ("1E-2", 0.01), (".5", 0.5), ("5.", 5.0), ("0", 0.0), ("\t7\n", 7.0), ("1e-300", 1e-300),
    ],
)  # fmt: skip
def test_a_number_is_read(text: str, value: float) -> None:
    assert read_number(text) == value


@given(ENTRIES)
@EXAMPLES
def test_every_number_is_read_back_to_the_last_bit(value: float) -> None:
    text = repr(value)
    assert read_number(text) == value
    assert read_number(text.replace("-", "−").replace(".", ",")) == value


def refused_number(text: str) -> str:
    return str(refusal_of(lambda: read_number(text)).message)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "abc", "1.2.3", "1,2,3", "1.000,5", "nan", "inf", "−∞", "1e", "e5", "0x10", "1_000", "--1", "1 2", "²",
        "1e1000", "1;2", "1" * 30 + "x", "1\x00",
    ],
)  # fmt: skip
def test_what_is_no_number_is_refused_with_what_is_accepted(text: str) -> None:
    assert refused_number(text).startswith("“" + text[:20].replace("\x00", " "))
    assert refused_number(text).endswith("” is not a number; accepted is −1e6 to 1e6")


def test_a_long_text_is_told_in_brief() -> None:
    assert refused_number("x" * 20).startswith("“" + "x" * 20 + "”")
    assert refused_number("x" * 21).startswith("“" + "x" * 20 + "…”")


# A block


@pytest.mark.parametrize(
    "text",
    ["1\t−2\n3,5\t4", "1\t-2\r\n3.5\t4\r\n", "1;−2\n3,5;4\n\n", "1 -2\n3.5  4", "  1\t-2 \n3.5\t4"],
)
def test_a_block_is_read_as_spreadsheets_copy_it(text: str) -> None:
    assert read_block(text) == [[1.0, -2.0], [3.5, 4.0]]


@given(st.lists(st.lists(ENTRIES, min_size=3, max_size=3), min_size=1, max_size=4), st.sampled_from("\t; "))
@EXAMPLES
def test_every_block_is_read_back(block: list[list[float]], between: str) -> None:
    assert read_block("\n".join(between.join(map(repr, row)) for row in block)) == block


@pytest.mark.parametrize(
    ("text", "told"),
    named(
        {
            "nothing": ("", sentences.NO_BLOCK),
            "only blanks": (" \n\t\n", sentences.NO_BLOCK),
            "ragged": ("1\t2\n3", "the lines of the block have different lengths"),
            "a word": ("1\tB\n3\t4", sentences.not_a("B", "number")),
            "an empty cell": ("1\t\t2", sentences.not_a("", "number")),
            "257 lines": ("1\n" * 257, "at most 256 × 256"),
            "too long": ("1" + "0" * (2 * 2**20), "at most 256 × 256"),
        }
    ),
)
def test_what_is_no_block_is_refused(text: str, told: str) -> None:
    assert told in str(refusal_of(lambda: read_block(text)).message)


@pytest.mark.parametrize("text", ["\t1\n\t2", "1\n\n2"], ids=["first column", "row within"])
def test_empty_cells_of_a_spreadsheet_do_not_shift_the_others(text: str) -> None:
    """An empty column or row is refused like any empty cell; left out it would move the numbers to wrong cells."""
    refusal_of(lambda: read_block(text))


def test_256_lines_are_still_read() -> None:
    assert len(read_block("1\t2\n" * 256)) == 256


@given(matrices(), NAMES, st.data())
@EXAMPLES
def test_a_block_is_written_where_it_belongs_and_nowhere_else(matrix: Matrix, name: str, data: st.DataObject) -> None:
    down, right = shape(matrix, name)
    row, column = data.draw(st.integers(0, down - 1)), data.draw(st.integers(0, right - 1))
    rows, columns = data.draw(st.integers(1, down - row)), data.draw(st.integers(1, right - column))
    line = st.lists(ENTRIES, min_size=columns, max_size=columns)
    block = data.draw(st.lists(line, min_size=rows, max_size=rows))
    before = matrix.model_dump()
    made = with_block(matrix, name, row, column, block)
    wanted = np.array(before[name])
    wanted[row : row + rows, column : column + columns] = block
    assert np.array_equal(np.array(getattr(made, name)), wanted)
    assert made.model_dump(exclude={name}) == {key: value for key, value in before.items() if key != name}
    assert matrix.model_dump() == before


def test_a_negative_zero_is_stored_as_zero() -> None:
    assert math.copysign(1, with_block(ARTICLE, "x", 0, 0, [[read_number("-0")]]).x[0][0]) == 1


@pytest.mark.parametrize(
    ("row", "column", "block", "told"),
    [
        (0, 0, [[1.0] * 5], sentences.no_room(1, 5, 2, 4)),
        (0, 0, [[1.0]] * 3, sentences.no_room(3, 1, 2, 4)),
        (1, 3, [[1.0, 2.0]], sentences.no_room(1, 2, 1, 1)),
        (0, 1, [[1e6, 1.000001e6]], "row 1, column 3: 1000001.0 is out of range; accepted is −1e6 to 1e6"),
        (1, 0, [[-math.inf]], "row 2, column 1: -inf is out of range; accepted is −1e6 to 1e6"),
    ],
)
def test_a_block_that_does_not_fit_is_refused(row: int, column: int, block: list[list[float]], told: str) -> None:
    assert str(refusal_of(lambda: with_block(ARTICLE, "a", row, column, block)).message) == told


# Sizes and random numbers


@given(SIZES, SEEDS)
@EXAMPLES
def test_random_matrices_are_small_integers_of_the_sizes_wanted(wanted: Sizes, seed: int) -> None:
    made = random_matrix(wanted, seed)
    assert sizes(made) == wanted
    for name, (rows, columns) in SHAPES.items():
        assert shape(made, name) == (getattr(wanted, rows), getattr(wanted, columns))
        assert {cell for row in getattr(made, name) for cell in row} <= set(range(-3, 4))
    assert random_matrix(wanted, seed) == made
    assert (made.activation, made.shards) == ("relu", None)


def test_a_seed_gives_the_same_numbers_in_every_version() -> None:
    """The seed is shown beside the numbers: whoever enters it elsewhere gets these."""
    made = random_matrix(Sizes(1, 2, 2, 1), 1)
    assert (made.x, made.a, made.b) == (((-2.0, 1.0),), ((3.0, 3.0), (3.0, -3.0)), ((-1.0,), (-3.0,)))


def test_random_numbers_use_their_whole_range_and_differ_between_seeds() -> None:
    large = random_matrix(Sizes(9, 9, 9, 9), 3)
    assert {cell for row in large.a for cell in row} == set(range(-3, 4))
    assert len({random_matrix(Sizes(2, 2, 2, 2), seed).x for seed in range(20)}) > 15


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("size", [0, -1, 257])
def test_sizes_out_of_range_are_refused(place: int, size: int) -> None:
    wanted = Sizes(*(size if number == place else 2 for number in range(4)))
    for call in (lambda: random_matrix(wanted, 1), lambda: resized(ARTICLE, wanted, 1)):
        assert str(refusal_of(call).message) == "sizes from 1 to 256 are accepted"


def test_the_largest_and_the_smallest_sizes_are_accepted() -> None:
    assert sizes(random_matrix(Sizes(256, 1, 256, 1), 1)) == (256, 1, 256, 1)


@given(matrices(), SIZES, SEEDS)
@EXAMPLES
def test_resized_keeps_what_was_there(matrix: Matrix, wanted: Sizes, seed: int) -> None:
    made, fresh = resized(matrix, wanted, seed), random_matrix(wanted, seed)
    assert sizes(made) == wanted
    for name in SHAPES:
        old, new, drawn = (np.array(getattr(part, name)) for part in (matrix, made, fresh))
        rows, columns = min(len(old), len(new)), min(len(old[0]), len(new[0]))
        expected = drawn.copy()
        expected[:rows, :columns] = old[:rows, :columns]
        assert np.array_equal(new, expected)
    assert made.activation == matrix.activation
    assert made.shards == (matrix.shards if wanted.hidden == sizes(matrix).hidden else None)


@given(matrices(), SEEDS)
@EXAMPLES
def test_the_same_sizes_change_nothing(matrix: Matrix, seed: int) -> None:
    assert resized(matrix, sizes(matrix), seed) == matrix


@given(matrices(), SEEDS)
@EXAMPLES
def test_randomised_keeps_sizes_shards_and_activation(matrix: Matrix, seed: int) -> None:
    made = randomised(matrix, seed)
    assert (sizes(made), made.shards, made.activation) == (sizes(matrix), matrix.shards, matrix.activation)
    assert made == randomised(made, seed)
    fresh = random_matrix(sizes(matrix), seed)
    assert (made.x, made.a, made.b) == (fresh.x, fresh.a, fresh.b)


# Shards and activation


@pytest.mark.parametrize(
    ("text", "shards"),
    [
        ("", None), ("  ", None), ("2, 2", (2, 2)), ("1 3", (1, 3)), ("3;1", (3, 1)), ("1+1+2", (1, 1, 2)), ("4", (4,)),
        ("1,1,1,1", (1, 1, 1, 1)), (" 2,2, ", (2, 2)),
    ],
)  # fmt: skip
def test_shards_are_read(text: str, shards: tuple[int, ...] | None) -> None:
    made = with_shards(with_activation(ARTICLE, "gelu"), text)
    assert (made.shards, made.activation, made.a) == (shards, "gelu", ARTICLE.a)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=8), st.sampled_from([", ", " ", ";", "+"]))
@EXAMPLES
def test_every_division_of_the_hidden_size_is_accepted(widths: list[int], between: str) -> None:
    matrix = random_matrix(Sizes(1, 1, sum(widths), 1), 1)
    made = with_shards(matrix, between.join(map(str, widths)))
    assert made.shards == tuple(widths)
    assert with_shards(made, "") == matrix


@given(st.lists(st.integers(1, 4), min_size=1, max_size=8))
@EXAMPLES
def test_another_sum_is_refused(widths: list[int]) -> None:
    assume(sum(widths) != 4)
    told = str(refusal_of(lambda: with_shards(ARTICLE, ", ".join(map(str, widths)))).message)
    assert told == (f"the shards add up to {sum(widths)}; accepted are 1 to 8 widths that add up to the hidden size 4")


@pytest.mark.parametrize("text", ["a", "2, x", "-2, 6", "1.5, 2.5", "２, ２", "1000", "²", "2/2"])
def test_what_is_no_list_of_widths_is_refused(text: str) -> None:
    told = str(refusal_of(lambda: with_shards(ARTICLE, text)).message)
    assert told.endswith("is not a list of widths, such as 2, 2")


def test_empty_shards_and_too_many_are_refused() -> None:
    refusal_of(lambda: with_shards(ARTICLE, "0, 4"))
    nine = random_matrix(Sizes(1, 1, 9, 1), 1)
    assert "8" in str(refusal_of(lambda: with_shards(nine, " ".join("1" * 9))).message)


@pytest.mark.parametrize("activation", ["relu", "gelu", "identity"])
def test_an_activation_changes_nothing_else(activation: str) -> None:
    made = with_activation(with_shards(RELU_MATTERS, "1, 3"), activation)
    assert made.model_dump() == RELU_MATTERS.model_dump() | {"activation": activation, "shards": (1, 3)}


def test_an_unknown_activation_is_refused() -> None:
    assert "tanh" in str(refusal_of(lambda: with_activation(ARTICLE, "tanh")).message)


# Presets


def output(matrix: Matrix, *, relu: bool = True) -> list[float]:
    pre = np.array(matrix.x) @ np.array(matrix.a)
    found: list[float] = ((np.maximum(pre, 0) if relu else pre) @ np.array(matrix.b))[0].tolist()
    return found


def test_the_presets_are_what_they_say() -> None:
    assert Matrix() == ARTICLE
    assert output(ARTICLE) == [-3.0, 9.0]
    assert output(ARTICLE, relu=False) == [-3.0, 9.0]
    assert (np.array(RELU_MATTERS.x) @ np.array(RELU_MATTERS.a))[0].tolist() == [1.0, 1.0, -1.0, 4.0]
    assert output(RELU_MATTERS) == [-3.0, 9.0]
    assert output(RELU_MATTERS, relu=False) == [-5.0, 8.0]
