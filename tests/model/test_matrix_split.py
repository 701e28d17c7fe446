"""The split of the matrices against the article's numbers, exact integers and bounds on rounding."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from explorer.model.matrix_split import (
    Activation,
    LayerMatrices,
    ReductionPoint,
    activate,
    column_split,
    default_shards,
    is_exact,
    network,
    row_split,
    whole,
)
from explorer.model.rounding import Precision, difference, largest_integer, terms
from tests.model.cases import DRAWN

RELU, GELU, IDENTITY = Activation.RELU, Activation.GELU, Activation.IDENTITY
PRECISIONS = list(Precision)

X = ((1, 2),)
A = ((1, -1, 2, 0), (0, 1, -1, 2))
VARIANT = ((1, -1, 1, 0), (0, 1, -1, 2))
B = ((1, 0), (0, 1), (2, 1), (-1, 2))

Rows = list[list[int]]


@st.composite
def integers(draw: st.DrawFn) -> tuple[Rows, Rows, Rows]:
    """Matrices x, A and B of whole numbers whose results float64 holds: 5 · 9 · 20,000³ < 2^53."""
    largest = draw(st.sampled_from([1, 4, 60, 20_000]))
    rows, inputs, hidden, outputs = (draw(st.integers(1, most)) for most in (3, 5, 9, 3))

    def matrix(height: int, width: int) -> Rows:
        row = st.lists(st.integers(-largest, largest), min_size=width, max_size=width)
        return draw(st.lists(row, min_size=height, max_size=height))

    return matrix(rows, inputs), matrix(inputs, hidden), matrix(hidden, outputs)


def shards_of(size: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Any widths from 1 on, at most eight, that add up to the size."""
    cuts = st.sets(st.integers(1, size - 1), max_size=7) if size > 1 else st.just(set())
    return cuts.map(lambda inner: tuple(high - low for low, high in pairwise([0, *sorted(inner), size])))


def in_integers(x: Rows, a: Rows, b: Rows, activation: Activation) -> tuple[Any, Any, Any]:
    """pre, hidden and output in Python's integers."""
    pre = np.array(x, object) @ np.array(a, object)
    hidden = np.maximum(pre, 0) if activation == RELU else pre
    return pre, hidden, hidden @ np.array(b, object)


def random_network(seed: int, activation: Activation, precision: Precision) -> LayerMatrices:
    """A network of normal numbers, 3 × 7, 7 × 16 and 16 × 4."""
    random = np.random.default_rng(seed)
    return network(*(random.normal(size=size) for size in ((3, 7), (7, 16), (16, 4))), activation, precision)


# --- the article's numbers


def test_article_whole() -> None:
    result = whole(network(X, A, B, RELU))
    assert result.pre.tolist() == [[1, 1, 0, 4]]
    assert result.hidden.tolist() == [[1, 1, 0, 4]]
    assert result.output.tolist() == [[-3, 9]]


@pytest.mark.parametrize("precision", PRECISIONS)
def test_article_column_split(precision: Precision) -> None:
    result = column_split(network(X, A, B, RELU, precision), (2, 2))
    one, two = result.devices
    assert (one.start, one.stop, two.start, two.stop) == (0, 2, 2, 4)
    assert one.x.tolist() == two.x.tolist() == [[1, 2]]
    assert (one.a.tolist(), one.b.tolist()) == ([[1, -1], [0, 1]], [[1, 0], [0, 1]])
    assert (two.a.tolist(), two.b.tolist()) == ([[2, 0], [-1, 2]], [[2, 1], [-1, 2]])
    assert (one.pre.tolist(), two.pre.tolist()) == ([[1, 1]], [[0, 4]])
    assert (one.partial.tolist(), two.partial.tolist()) == ([[1, 1]], [[-4, 8]])
    assert result.output.tolist() == [[-3, 9]]
    assert result.output.dtype == one.a.dtype == precision.value


def test_variant_where_relu_matters() -> None:
    variant = network(X, VARIANT, B, RELU)
    assert whole(variant).pre.tolist() == [[1, 1, -1, 4]]
    assert whole(variant).hidden.tolist() == [[1, 1, 0, 4]]
    assert whole(variant).output.tolist() == [[-3, 9]]
    split = column_split(variant, (2, 2))
    assert [device.pre.tolist() for device in split.devices] == [[[1, 1]], [[-1, 4]]]
    assert [device.hidden.tolist() for device in split.devices] == [[[1, 1]], [[0, 4]]]
    assert [device.partial.tolist() for device in split.devices] == [[[1, 1]], [[-4, 8]]]
    assert whole(network(X, VARIANT, B, IDENTITY)).output.tolist() == [[-5, 8]]


@pytest.mark.parametrize(("a", "hidden", "wrong"), [(A, [1, 2, 2, 4], [1, 12]), (VARIANT, [1, 2, 1, 4], [-1, 11])])
def test_the_split_that_fails(a: object, hidden: list[float], wrong: list[float]) -> None:
    result = row_split(network(X, a, B, RELU), (1, 1))
    one, two = result.devices
    assert (one.x.tolist(), one.a.tolist()) == ([[1]], [list(a[0])])
    assert (two.x.tolist(), two.a.tolist()) == ([[2]], [list(a[1])])
    assert one.b.tolist() == two.b.tolist() == [list(row) for row in B]
    assert (one.pre.tolist(), two.pre.tolist()) == ([list(a[0])], [[2 * value for value in a[1]]])
    assert (one.hidden + two.hidden).tolist() == [hidden]
    assert result.output.tolist() == [wrong]
    assert difference(result.output, whole(network(X, a, B, RELU)).output) == wrong[0] + 3


@pytest.mark.parametrize("a", [A, VARIANT])
def test_an_all_reduce_before_the_activation_mends_it(a: object) -> None:
    mended, right = row_split(network(X, a, B, RELU), (1, 1)).mended, whole(network(X, a, B, RELU))
    assert mended.pre.tolist() == right.pre.tolist()
    assert mended.hidden.tolist() == right.hidden.tolist()
    assert mended.output.tolist() == [[-3, 9]]


def test_relu_of_a_sum_is_not_the_sum_of_relus() -> None:
    result = row_split(network([[1, 1]], [[2], [-3]], [[1]], RELU), (1, 1))
    assert [device.hidden.tolist() for device in result.devices] == [[[2]], [[0]]]
    assert result.output.tolist() == [[2]]
    assert result.mended.output.tolist() == [[0]]


def test_how_a_cell_came_about() -> None:
    article = network(X, A, B, RELU)
    assert terms(article.x[0], article.a[:, 2]) == [(1, 2, 2), (2, -1, -2)]  # "1·2 + 2·(−1) = 0"


def test_where_communication_is_obligatory() -> None:
    for activation in Activation:
        article = network(X, A, B, activation)
        assert column_split(article, (2, 2)).communication == ReductionPoint.AFTER_SECOND_PRODUCT
        assert column_split(article, (4,)).communication == ReductionPoint.NOWHERE
        assert row_split(article, (2,)).communication == ReductionPoint.NOWHERE
    assert row_split(network(X, A, B, RELU), (1, 1)).communication == ReductionPoint.BEFORE_ACTIVATION
    assert row_split(network(X, A, B, GELU), (1, 1)).communication == ReductionPoint.BEFORE_ACTIVATION
    assert row_split(network(X, A, B, IDENTITY), (1, 1)).communication == ReductionPoint.AFTER_SECOND_PRODUCT


# --- whole numbers are exact, however they are divided


@DRAWN
@given(matrices=integers(), activation=st.sampled_from([RELU, IDENTITY]), data=st.data())
def test_column_split_equals_the_whole(
    matrices: tuple[Rows, Rows, Rows], activation: Activation, data: st.DataObject
) -> None:
    one = network(*matrices, activation)
    pre, hidden, output = in_integers(*matrices, activation)
    undivided, split = whole(one), column_split(one, data.draw(shards_of(len(matrices[2]))))
    assert undivided.pre.tolist() == pre.tolist()
    assert undivided.hidden.tolist() == hidden.tolist()
    assert undivided.output.tolist() == output.tolist()
    assert split.output.tolist() == output.tolist()
    assert difference(split.output, undivided.output) == 0
    for device in split.devices:
        part = slice(device.start, device.stop)
        assert device.pre.tolist() == pre[:, part].tolist()
        assert device.hidden.tolist() == hidden[:, part].tolist()
        assert device.partial.tolist() == (hidden[:, part] @ np.array(matrices[2], object)[part]).tolist()


@DRAWN
@given(matrices=integers(), activation=st.sampled_from([RELU, IDENTITY]), data=st.data())
def test_row_split_is_what_it_says_and_mended_equals_the_whole(
    matrices: tuple[Rows, Rows, Rows], activation: Activation, data: st.DataObject
) -> None:
    x, a, b = (np.array(matrix, object) for matrix in matrices)
    split = row_split(network(*matrices, activation), data.draw(shards_of(len(a))))
    for device in split.devices:
        part = slice(device.start, device.stop)
        pre, hidden, partial = in_integers(x[:, part], a[part], b, activation)
        assert device.pre.tolist() == pre.tolist()
        assert device.hidden.tolist() == hidden.tolist()
        assert device.partial.tolist() == partial.tolist()
    assert split.output.tolist() == sum(device.partial for device in split.devices).tolist()
    for found, expected in zip(
        (split.mended.pre, split.mended.hidden, split.mended.output), in_integers(x, a, b, activation), strict=True
    ):
        assert found.tolist() == expected.tolist()
    if activation == IDENTITY:
        assert split.output.tolist() == split.mended.output.tolist()


@DRAWN
@given(
    matrices=integers(),
    activation=st.sampled_from([RELU, IDENTITY]),
    precision=st.sampled_from(Precision),
    data=st.data(),
)
def test_what_is_called_exact_is_exact(
    matrices: tuple[Rows, Rows, Rows], activation: Activation, precision: Precision, data: st.DataObject
) -> None:
    one = network(*matrices, activation, precision)
    assume(is_exact(one))
    output = in_integers(*matrices, activation)[2].tolist()
    rows = row_split(one, data.draw(shards_of(len(matrices[1]))))
    assert whole(one).output.tolist() == output
    assert column_split(one, data.draw(shards_of(len(matrices[2])))).output.tolist() == output
    assert rows.mended.output.tolist() == output
    assert rows.output.tolist() == sum(device.partial.astype(np.float64) for device in rows.devices).tolist()


@pytest.mark.parametrize("precision", PRECISIONS)
def test_exact_up_to_the_last_integer_that_is_sure(precision: Precision) -> None:
    large = largest_integer(precision)

    def exact(x: float, a: list[float], b: list[float], activation: Activation = RELU) -> bool:
        return is_exact(network([[x]], [a], [[value] for value in b], activation, precision))

    assert exact(1, [large - 1], [1])
    assert exact(1, [large - 2, 1], [1, -1], IDENTITY)
    assert not exact(1, [large], [1])
    assert not exact(1, [large - 1, -1], [1, 1])
    assert not exact(1, [large], [0])  # x A
    assert not exact(1, [large / 2], [2])
    assert not exact(0.5, [2], [1])
    assert not exact(1, [1], [1], GELU)


def test_what_the_precision_changes_is_not_exact() -> None:
    large, wide = ([[0]], [[2049]], [[1]], RELU), ([[0]], [[70000]], [[1]], RELU)
    for matrices in (large, wide):
        assert network(*matrices, Precision.FLOAT16).rounded
        assert not is_exact(network(*matrices, Precision.FLOAT16))
        assert not network(*matrices).rounded
        assert is_exact(network(*matrices))
    assert network([[0.1]], [[1]], [[1]], RELU, Precision.FLOAT32).rounded


def test_numbers_of_the_largest_size_are_not_called_exact() -> None:
    size = 256
    full = np.full((size, size), 1e6)
    assert not is_exact(network(full, full, full, RELU))
    assert is_exact(network(full / 1e6, full, full / 1e6, RELU))


# --- rounding


@pytest.mark.parametrize("precision", PRECISIONS)
def test_the_order_of_summation_makes_a_difference(precision: Precision) -> None:
    """One by one, two ones vanish beside the largest integer; the second device adds them first."""
    large = largest_integer(precision)
    one = network([[1]], [[large, 1, 1]], [[1], [1], [1]], RELU, precision)
    assert whole(one).output.tolist() == [[large]]
    assert column_split(one, (1, 2)).output.tolist() == [[large + 2]]
    assert difference(column_split(one, (1, 2)).output, whole(one).output) == 2
    assert difference(column_split(one, (3,)).output, whole(one).output) == 0


@pytest.mark.parametrize("activation", list(Activation))
@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("shards", [(8, 8), (1, 15), (5, 1, 3, 7), (2,) * 8])
def test_column_split_differs_by_the_last_sums_alone(
    precision: Precision, activation: Activation, shards: tuple[int, ...]
) -> None:
    differences = []
    for seed in range(20):
        one = random_network(seed, activation, precision)
        undivided, split = whole(one), column_split(one, shards)
        assert np.array_equal(np.hstack([device.pre for device in split.devices]), undivided.pre)
        assert np.array_equal(np.hstack([device.hidden for device in split.devices]), undivided.hidden)
        # Fifteen sums that count, each off by half a unit at most: Higham, "Accuracy and Stability", section 4.2.
        error = 15 / largest_integer(precision)
        products = undivided.hidden[:, :, np.newaxis] * one.b
        bound = 2 * error / (1 - error) * np.abs(products.astype(np.float64)).sum(axis=1)
        gap = np.abs(split.output.astype(np.float64) - undivided.output.astype(np.float64))
        assert (gap <= bound).all()
        differences.append(difference(split.output, undivided.output))
        assert differences[-1] == gap.max()
    assert max(differences) > 0


@pytest.mark.parametrize("activation", list(Activation))
def test_mended_row_split_is_close_and_the_other_is_not(activation: Activation) -> None:
    one = random_network(1, activation, Precision.FLOAT64)
    split, right = row_split(one, (3, 2, 2)), whole(one).output
    assert difference(split.mended.output, right) < 1e-13
    assert (difference(split.output, right) < 1e-13) == (activation == IDENTITY)


def test_lower_precision_is_further_from_float64() -> None:
    right = whole(random_network(3, GELU, Precision.FLOAT64)).output
    single, half = (difference(whole(random_network(3, GELU, p)).output, right) for p in PRECISIONS[1:])
    assert 1e-8 < single < 1e-5
    assert 1e-4 < half < 1e-1


def test_overflow_is_told_without_a_warning() -> None:
    def large(precision: Precision) -> LayerMatrices:
        return network([[300, 1]], [[300, 1], [1, 1]], [[1, -1], [1, 1]], RELU, precision)

    half = large(Precision.FLOAT16)
    assert whole(half).output.tolist() == [[math.inf, -math.inf]]
    for result in (whole(half), column_split(half, (1, 1)), row_split(half, (1, 1)), row_split(half, (1, 1)).mended):
        assert result.overflowed
    single = large(Precision.FLOAT32)
    for result in (whole(single), column_split(single, (1, 1)), row_split(single, (1, 1))):
        assert not result.overflowed


def test_overflow_that_relu_hides_is_told() -> None:
    hidden = network([[300]], [[-300]], [[1]], RELU, Precision.FLOAT16)
    assert whole(hidden).output.tolist() == [[0]]
    assert whole(hidden).overflowed
    assert column_split(hidden, (1,)).overflowed


def test_an_entry_too_large_for_the_precision_is_told() -> None:
    for place in range(3):
        entries = [1.0, 1.0, 1.0]
        entries[place] = 1e6
        one = network(*([[entry]] for entry in entries), RELU, Precision.FLOAT16)
        assert one.rounded
        assert whole(one).overflowed


# --- the parts


@pytest.mark.parametrize("value", [-8.0, -3.0, -1.0, -0.5, -1e-9, 0.0, 1e-9, 0.3, 1.0, 2.5, 7.0])
def test_gelu_is_the_exact_one(value: float) -> None:
    expected = 0.5 * value * (1 + math.erf(value / math.sqrt(2)))
    assert activate(np.array([[value]]), GELU).item() == pytest.approx(expected, rel=1e-13, abs=1e-15)


def test_gelu_far_out() -> None:
    found = activate(np.array([-10.0, -40.0, -math.inf, math.inf, 1e308]), GELU)
    assert found[0] == pytest.approx(-7.61985302416e-23, rel=1e-9)
    assert found[1:].tolist() == [0, 0, math.inf, 1e308]
    assert not np.signbit(found[1:]).any()
    assert math.isnan(activate(np.array([math.nan]), GELU).item())
    small = activate(np.array([-(2.0**-24)], np.float16), GELU)
    assert small.item() == 0
    assert not np.signbit(small).any()


@pytest.mark.parametrize("precision", PRECISIONS[1:])
def test_gelu_is_rounded_once(precision: Precision) -> None:
    values = np.linspace(-6, 6, 101).astype(precision.value)
    found = activate(values, GELU)
    assert found.dtype == values.dtype
    assert np.array_equal(found, activate(values.astype(np.float64), GELU).astype(precision.value))


def test_relu_and_identity() -> None:
    values = np.array([[-2.0, 0.0, 3.5, -math.inf, math.inf]], np.float16)
    assert activate(values, RELU).tolist() == [[0, 0, 3.5, 0, math.inf]]
    assert activate(values, IDENTITY).tolist() == values.tolist()
    assert activate(values, RELU).dtype == np.float16
    assert not np.shares_memory(activate(values, IDENTITY), values)


@DRAWN
@given(size=st.integers(1, 300), devices=st.integers(1, 70_000))
def test_default_shards(size: int, devices: int) -> None:
    shards = default_shards(size, devices)
    assert sum(shards) == size
    assert len(shards) == min(devices, 8, size)
    assert max(shards) - min(shards) <= 1
    assert list(shards) == sorted(shards, reverse=True)


def test_default_shards_by_example() -> None:
    assert default_shards(4, 2) == (2, 2)
    assert default_shards(16, 3) == (6, 5, 5)
    assert default_shards(1, 8) == (1,)
    assert default_shards(256, 65536) == (32,) * 8
    for size, devices in ((0, 2), (4, 0), (-1, 2)):
        with pytest.raises(ValueError, match="divided"):
            default_shards(size, devices)


@pytest.mark.parametrize("shards", [(), (2, 1), (4, 1), (4, 0), (5, -1)])
def test_shards_that_do_not_fit_are_refused(shards: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="add up to 4"):
        column_split(network(X, A, B, RELU), shards)
    with pytest.raises(ValueError, match="add up to 2"):
        row_split(network(X, A, B, RELU), (*shards, 7))


@pytest.mark.parametrize(
    ("x", "a", "b"),
    [
        ([[1, 2, 3]], A, B),
        (X, A, B[:3]),
        ([1, 2], A, B),
        (X, [A], B),
        ([[]], np.zeros((0, 4)), B),
        (np.zeros((0, 2)), A, B),
        (X, A, np.zeros((4, 0))),
        (X, [[1, 2, 3, 4], [1, 2, 3]], B),
    ],
)
def test_shapes_that_do_not_agree_are_refused(x: object, a: object, b: object) -> None:
    with pytest.raises(ValueError, match="shape"):
        network(x, a, b, RELU)


def test_nothing_given_changes_and_nothing_found_can() -> None:
    given = [np.array(matrix, float) for matrix in (X, VARIANT, B)]
    before = [matrix.copy() for matrix in given]
    one = network(*given, RELU)
    undivided, columns, rows = whole(one), column_split(one, (3, 1)), row_split(one, (1, 1))
    assert all(np.array_equal(now, then) for now, then in zip(given, before, strict=True))
    given[0][:] = 99
    assert whole(one).output.tolist() == undivided.output.tolist() == [[-3, 9]]
    arrays = [one.x, one.a, one.b, undivided.pre, undivided.hidden, undivided.output, columns.output, rows.mended.pre]
    for device in (*columns.devices, *rows.devices):
        arrays += [device.x, device.a, device.b, device.pre, device.hidden, device.partial]
    assert not any(array.flags.writeable for array in arrays)
    with pytest.raises(FrozenInstanceError):
        columns.output = undivided.output
