"""Matrix arithmetic in a chosen precision, against NumPy's scalars one operation at a time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from explorer.model import rounding
from explorer.model.rounding import Precision

PRECISIONS = list(Precision)
HALVES = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
HALVES = HALVES[np.isfinite(HALVES)]
SOME_HALVES = np.concatenate(
    [HALVES[:: len(HALVES) // 40], np.array([0, 1, -1, 3, 2**-24, -(2**-14), 1 / 3, 2049, -65504, 65504], np.float16)]
)


def one_at_a_time(left: rounding.Array, right: rounding.Array) -> rounding.Array:
    """The product as the module's docstring states it, with scalars of the type."""
    result = np.zeros((left.shape[0], right.shape[1]), left.dtype)
    with np.errstate(all="ignore"):
        for i in range(left.shape[0]):
            for j in range(right.shape[1]):
                cell = left.dtype.type(0)
                for k in range(left.shape[1]):
                    cell = cell + left[i, k] * right[k, j]
                result[i, j] = cell
    return result


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("scale", [1.0, 1e-4, 100.0])  # float16: subnormal products; infinite ones
def test_product_rounds_each_step_in_order(precision: Precision, scale: float) -> None:
    random = np.random.default_rng(7)
    left = rounding.rounded(random.normal(size=(6, 40)) * scale, precision)
    right = rounding.rounded(random.normal(size=(40, 5)) * scale, precision)
    found = rounding.product(left, right)
    assert found.dtype == precision.value
    assert np.array_equal(found, one_at_a_time(left, right), equal_nan=True)


def test_float16_products_are_rounded_as_numpy_rounds_them() -> None:
    found = rounding.product(HALVES[:, np.newaxis], SOME_HALVES[np.newaxis, :])
    with np.errstate(all="ignore"):
        assert np.array_equal(found, HALVES[:, np.newaxis] * SOME_HALVES)
    assert np.isinf(found).any()


def test_float16_sums_are_rounded_as_numpy_rounds_them() -> None:
    left = np.stack([HALVES, np.ones_like(HALVES)], axis=1)
    right = np.stack([np.ones_like(SOME_HALVES), SOME_HALVES])
    found = rounding.product(left, right)
    with np.errstate(all="ignore"):
        assert np.array_equal(found, HALVES[:, np.newaxis] + SOME_HALVES)
    assert np.isinf(found).any()


@pytest.mark.parametrize("precision", PRECISIONS)
def test_no_result_is_a_negative_zero(precision: Precision) -> None:
    left, right = rounding.rounded([[-1, 0]], precision), rounding.rounded([[0], [-3]], precision)
    assert not np.signbit(rounding.product(left, right)).any()
    assert not np.signbit(rounding.total([left * right[0], left * right[0]])).any()


def test_overflow_is_infinite_and_may_become_not_a_number() -> None:
    left = rounding.rounded([[300, 300, 1]], Precision.FLOAT16)
    right = rounding.rounded([[300, 300, -300], [1, -300, 1], [1, 1, 1]], Precision.FLOAT16)
    assert np.array_equal(rounding.product(left, right), [[np.inf, np.nan, -np.inf]], equal_nan=True)


def test_a_cell_overflows_beside_one_that_is_not_a_number() -> None:
    left = rounding.rounded([[300, 300, 300, 1]], Precision.FLOAT16)
    right = rounding.rounded([[300, 0], [-300, 200], [0, 100], [0, -40000]], Precision.FLOAT16)
    assert np.array_equal(rounding.product(left, right), [[np.nan, np.inf]], equal_nan=True)


@pytest.mark.parametrize("precision", PRECISIONS)
def test_total_runs_in_the_order_of_the_parts(precision: Precision) -> None:
    large = rounding.largest_integer(precision)
    parts = [rounding.rounded([[value]], precision) for value in (large, 1, 1)]
    assert rounding.total(parts).tolist() == [[large]]
    assert rounding.total(parts[::-1]).tolist() == [[large + 2]]
    assert parts[0].tolist() == [[large]]


@pytest.mark.parametrize("precision", PRECISIONS)
def test_largest_integer(precision: Precision) -> None:
    large = int(rounding.largest_integer(precision))
    kind = np.dtype(precision.value).type
    assert [int(kind(value)) for value in (large - 1, large, large + 1)] == [large - 1, large, large]


def test_rounded_is_a_read_only_copy() -> None:
    given = np.array([[2049.0, 70000.0, 0.1, -70000.0]])
    held = rounding.rounded(given, Precision.FLOAT16)
    assert held.tolist() == [[2048, math.inf, float(np.float16(0.1)), -math.inf]]
    assert given.tolist() == [[2049, 70000, 0.1, -70000]]
    same = rounding.rounded(given, Precision.FLOAT64)
    assert not np.shares_memory(same, given)
    assert given.flags.writeable
    assert not same.flags.writeable
    assert not rounding.product(same, same.T).flags.writeable
    assert not rounding.total([same]).flags.writeable


def test_terms_of_a_cell() -> None:
    assert rounding.terms(np.array([1.0, 2.0]), np.array([2.0, -1.0])) == [(1, 2, 2), (2, -1, -2)]
    halves = np.array([2047, 60000], np.float16), np.array([3, 2], np.float16)
    assert [term.product for term in rounding.terms(*halves)] == [6140, math.inf]
    with pytest.raises(ValueError, match="broadcast"):
        rounding.terms(np.ones(2), np.ones(3))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ([[1, 2], [3, 4]], [[1, 2.5], [0.5, 4]], 2.5),
        ([[1, 2]], [[1, 2]], 0),
        ([[math.inf, math.nan, -math.inf]], [[math.inf, math.nan, -math.inf]], 0),
        ([[math.inf]], [[-math.inf]], math.inf),
        ([[math.inf, 1]], [[5, 1]], math.inf),
        ([[math.nan, 1]], [[5, 4]], math.inf),
        ([[1, 4]], [[1, math.nan]], math.inf),
    ],
)
def test_difference(one: list[list[float]], other: list[list[float]], expected: float) -> None:
    assert rounding.difference(np.array(one), np.array(other)) == expected
    assert rounding.difference(np.array(other), np.array(one)) == expected


def test_difference_is_taken_in_float64() -> None:
    assert rounding.difference(np.array([[60000]], np.float16), np.array([[-60000]], np.float16)) == 120000
    assert rounding.difference(np.array([[0.1]], np.float32), np.array([[0.1]])) == float(np.float32(0.1)) - 0.1


def test_all_finite() -> None:
    fine, large, lost = np.ones((2, 2)), np.array([[1, np.inf]]), np.array([[np.nan]])
    assert rounding.all_finite(fine, fine)
    assert not rounding.all_finite(fine, large)
    assert not rounding.all_finite(lost, fine)
