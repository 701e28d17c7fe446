"""Where a function of one number changes sign: thresholds that have no closed form.

The function is looked at on a grid, at both bounds and at every knot that it is given, the places where it may bend or
turn: between two knots a measured curve only rises or only falls, so that nothing is missed however it runs. Each
change found is then narrowed down to two neighbouring floating-point numbers.

Bounds are finite, 0 <= low < high. Functions take an array of one dimension and return one of its shape, without NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Function = Callable[[NDArray[np.float64]], Array]

GRID = 256
"""Steps of the grid between the bounds."""

BETWEEN_KNOTS = 16
"""Steps of the grid between two neighbouring knots."""

LOWEST_SHARE = 1e-15
"""Of the upper bound: where a logarithmic grid starts if the lower bound is 0 and no knot lies below."""

_PARTS = 32
_NEARER = np.array([4, 8, 13, 18, 24, 30, 36, 43])
"""Powers of two by which steps around a guess are smaller than its bracket."""


def _spread(ends: Array, parts: int, logarithmic: bool) -> Array:
    """Ascending points that divide the gap between neighbours into equal parts, in ratio or in difference."""
    share = np.arange(parts) / parts
    scaled = np.log(ends) if logarithmic else ends
    points = scaled[:-1, np.newaxis] + np.diff(scaled)[:, np.newaxis] * share
    return np.asarray(np.exp(points) if logarithmic else points).ravel()


def _grid(low: float, high: float, knots: Iterable[float], logarithmic: bool) -> NDArray[np.float64]:
    """Ascending points from low to high, both among them, as are all knots between them."""
    if not (np.isfinite(high) and 0 <= low < high):
        raise ValueError(f"cannot search from {low} to {high}")
    low += 0.0  # no negative zero: its bits would come last
    given = np.fromiter(knots, float)
    inner = given[(given > low) & (given < high)]
    ends = np.unique(np.concatenate([[low], inner, [high]]))
    spread = ends
    if logarithmic and low == 0:
        spread = np.unique(np.append(ends[1:], min(ends[1], high * LOWEST_SHARE)))
    whole = _spread(spread[[0, -1]], GRID, logarithmic)
    fine = _spread(spread, BETWEEN_KNOTS, logarithmic)
    return np.asarray(np.clip(np.unique(np.concatenate([ends, whole, fine])), low, high))


def _inner(below: Array, above: Array, low: Array, high: Array) -> Array:
    """Return where to look in brackets: evenly, and ever closer to where a straight line between the ends is zero.

    Parameters
    ----------
    below, above : ends, as patterns of bits, below < above.
    low, high : values of the function there.

    Returns
    -------
    brackets × points, ascending patterns of bits from below to above.
    """
    width, share = (above - below)[:, np.newaxis], np.arange(1, _PARTS)
    # Whole steps and the remainder apart: width times share would leave the range of integers.
    step, rest = np.divmod(width, _PARTS)
    even = below[:, np.newaxis] + step * share + rest * share // _PARTS
    left, right = below.view(np.float64), above.view(np.float64)
    with np.errstate(all="ignore"):
        crossing = np.nan_to_num(left + (right - left) * (low / (low - high)), nan=0.0)
    guess = np.clip(crossing, left, right).view(np.int64)[:, np.newaxis]
    points = np.concatenate([even, guess - (width >> _NEARER), guess, guess + (width >> _NEARER)], axis=1)
    return np.asarray(np.sort(np.clip(points, below[:, np.newaxis], above[:, np.newaxis]), axis=1))


def _changes(function: Function, state: Callable[[Array], Array], grid: Array, values: Array) -> tuple[Array, ...]:
    """Narrow each change of state between neighbours of a grid down: the state before it, and the two numbers.

    The patterns of bits of numbers >= 0, read as integers, are in the numbers' order. Each round divides all brackets
    in that order, so that a dozen rounds do from any start, zero included, and four for a smooth function.

    Parameters
    ----------
    state : of values of the function, such as their signs.
    values : of the function on the grid.
    """
    states = state(values)
    turns = np.flatnonzero(states[1:] != states[:-1])
    before, bracket = states[turns], np.arange(len(turns))
    below, above = np.array(grid[turns], float).view(np.int64), np.array(grid[turns + 1], float).view(np.int64)
    low, high = np.array(values[turns], float), np.array(values[turns + 1], float)
    while (above - below > 1).any():
        inner = _inner(below, above, low, high)
        heights = np.asarray(function(inner.view(np.float64).ravel())).reshape(inner.shape)
        differs = np.column_stack([state(heights) != before[:, np.newaxis], np.ones(len(below), bool)])
        first = np.argmax(differs, axis=1)
        points, heights = np.column_stack([below, inner, above]), np.column_stack([low, heights, high])
        below, above = points[bracket, first], points[bracket, first + 1]
        low, high = heights[bracket, first], heights[bracket, first + 1]
    return before, below.view(np.float64), above.view(np.float64)


def change_between(function: Function, left: float, right: float) -> float | None:
    """Return the first number at which a function is no longer positive, where it falls once between two numbers.

    None where it is not positive at the left one or positive at the right one. As exact as :func:`regions`, and without
    its grid: for a place that is known but for rounding.
    """
    ends = np.array([left, right])
    values = np.asarray(function(ends))
    if not values[0] > 0 or values[1] > 0:
        return None
    return float(_changes(function, _is_positive, ends, values)[2][0])


def _is_positive(values: Array) -> Array:
    return np.asarray(values > 0)


def sign_changes(
    function: Function, low: float, high: float, knots: Iterable[float] = (), *, logarithmic: bool = False
) -> tuple[float, ...]:
    """Places between the bounds, ascending, at which a continuous function goes from one sign to the other.

    A place is exact to a floating-point number: the first at which the function no longer has its sign from the left.
    Where it is 0 over a range between the signs, that is where the range begins. Where it touches 0 and turns back it
    changes no sign. Two changes within one step of the grid, between knots, are missed.

    Parameters
    ----------
    function : vectorised, continuous.
    low, high : 0 <= low < high, finite.
    knots : where it may bend or turn; those out of bounds are left out.
    logarithmic : whether the grid divides ratios evenly, else differences.

    Raises
    ------
    ValueError
        Where the bounds are not so.
    """
    grid = _grid(low, high, knots, logarithmic)
    values = np.asarray(function(grid), float)
    _, _, first = _changes(function, np.sign, grid[values != 0], values[values != 0])
    return tuple(first.tolist())


def regions(
    function: Function, low: float, high: float, knots: Iterable[float] = (), *, logarithmic: bool = False
) -> tuple[tuple[float, float], ...]:
    """Open intervals between the bounds, ascending, in which a function is positive.

    An end is a bound, exactly, where the function is positive there; else the number next to the interval at which the
    function is not positive. A point of the grid at which it is not positive, if only there, divides. Intervals that
    hold no number between their ends are left out.

    Parameters
    ----------
    function : vectorised and continuous, or of bool: where something holds.
    low, high, knots, logarithmic : as for :func:`sign_changes`.
    """
    grid = _grid(low, high, knots, logarithmic)
    values = np.asarray(function(grid))
    before, left, right = _changes(function, _is_positive, grid, values)
    starts = ([float(low)] if values[0] > 0 else []) + left[~before].tolist()
    stops = right[before].tolist() + ([float(high)] if values[-1] > 0 else [])
    return tuple((start, stop) for start, stop in zip(starts, stops, strict=True) if np.nextafter(start, stop) < stop)
