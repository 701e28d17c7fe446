"""The split of one layer's matrices: every intermediate value of the undivided network and of each device.

The network is output = activation(x A) B; pure numbers, no unit. Two splits are computed. By columns of A and rows of
B it needs one all-reduce, after the second product. By rows of A and columns of x it is wrong for an activation that is
not linear, unless an all-reduce before the activation mends it.

All is computed as :mod:`explorer.model.rounding` says: each product and each sum rounded in the precision, in a fixed
order. Thus x A has the same bits however its columns are divided, and the column split differs from the whole only
because the last sum is grouped by devices: what difference there is comes from the order of summation and the
precision, not from the split. Where :func:`is_exact` holds there is none.

Source: the article "Il problema: raddoppiare le risorse senza dimezzare l'attesa", section "Dividere un modello non
significa duplicarlo"; Shoeybi and others, "Megatron-LM", arXiv 1909.08053v4, section 3.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike

from explorer.model.rounding import (
    Array,
    Precision,
    all_finite,
    frozen,
    largest_integer,
    product,
    quiet,
    rounded,
    total,
)

MOST_DEVICES = 8
"""Most shards that :func:`default_shards` makes."""


class Activation(StrEnum):
    """What is applied to each value between the two products."""

    RELU = "relu"
    GELU = "gelu"
    IDENTITY = "identity"


class ReductionPoint(StrEnum):
    """Where the devices cannot do without an all-reduce."""

    NOWHERE = "nowhere"
    BEFORE_ACTIVATION = "before_activation"
    AFTER_SECOND_PRODUCT = "after_second_product"


@dataclass(frozen=True, eq=False)
class LayerMatrices:
    """The matrices, read-only and rounded to the precision; made by :func:`network`.

    Attributes
    ----------
    x : rows × inputs.
    a : inputs × hidden.
    b : hidden × outputs.
    activation : what stands between the two products.
    precision : the type of the matrices and of all that is computed from them.
    rounded : whether the precision changed an entry.
    """

    x: Array
    a: Array
    b: Array
    activation: Activation
    precision: Precision
    rounded: bool


@dataclass(frozen=True, eq=False)
class Whole:
    """The values of the undivided network.

    Attributes
    ----------
    pre : x A, rows × hidden.
    hidden : activation(x A), rows × hidden.
    output : activation(x A) B, rows × outputs.
    """

    pre: Array
    hidden: Array
    output: Array

    @property
    def overflowed(self) -> bool:
        """Whether a value was too large for the precision, so that some are infinite or not a number."""
        return not all_finite(self.pre, self.hidden, self.output)


@dataclass(frozen=True, eq=False)
class Device:
    """What one device holds and computes.

    Attributes
    ----------
    start, stop : its slice of what is divided, the hidden size (column split) or the inputs (row split); of some width.
    x : column split: all of x; row split: its columns, rows × width.
    a : column split: its columns, inputs × width; row split: its rows, width × hidden.
    b : column split: its rows, width × outputs; row split: all of B.
    pre : its x times its A. Column split: some columns, rows × width; row split: a part of each sum, rows × hidden.
    hidden : activation(pre), of the shape of pre.
    partial : hidden times its B, its contribution to the output, rows × outputs.
    """

    start: int
    stop: int
    x: Array
    a: Array
    b: Array
    pre: Array
    hidden: Array
    partial: Array


@dataclass(frozen=True, eq=False)
class Split:
    """The network divided over devices.

    Attributes
    ----------
    devices : what each holds and computes.
    output : the sum of the partials in the order of the devices, rows × outputs; an all-reduce leaves it on each.
    communication : where an all-reduce cannot be left out.
    """

    devices: tuple[Device, ...]
    output: Array
    communication: ReductionPoint

    @property
    def overflowed(self) -> bool:
        """Whether a value was too large for the precision, so that some are infinite or not a number."""
        arrays = [array for device in self.devices for array in (device.pre, device.hidden, device.partial)]
        return not all_finite(*arrays, self.output)


@dataclass(frozen=True, eq=False)
class RowSplit(Split):
    """The split by rows of A: ``output`` applies the activation before the sum, ``mended`` after it.

    Attributes
    ----------
    mended : pre is the sum of the devices' pre in their order, which an all-reduce before the activation leaves on each
        device; hidden and output follow from it on each. B is not divided, so that no second all-reduce is needed; nor
        is the second product any faster.
    """

    mended: Whole


def default_shards(size: int, devices: int) -> tuple[int, ...]:
    """Near-even widths that add up to size, the larger first, one for each of min(devices, 8, size) devices.

    Raises
    ------
    ValueError
        Where size or devices is below 1.
    """
    if size < 1 or devices < 1:
        raise ValueError(f"a size of {size} cannot be divided over {devices} devices")
    count = min(devices, MOST_DEVICES, size)
    width, wider = divmod(size, count)
    return (width + 1,) * wider + (width,) * (count - wider)


def network(
    x: ArrayLike, a: ArrayLike, b: ArrayLike, activation: Activation, precision: Precision = Precision.FLOAT64
) -> LayerMatrices:
    """Take the matrices, tables of finite numbers, into the precision.

    Raises
    ------
    ValueError
        Where one is not a table of at least one cell or the inner sizes do not agree.
    """
    given = [np.array(matrix, np.float64) for matrix in (x, a, b)]
    shapes = [matrix.shape for matrix in given]
    if [len(shape) for shape in shapes] != [2, 2, 2] or 0 in sum(shapes, ()):
        raise ValueError(f"x, A and B must be tables of numbers; their shapes are {shapes}")
    if shapes[0][1] != shapes[1][0] or shapes[1][1] != shapes[2][0]:
        raise ValueError(f"the shapes of x, A and B do not agree: {shapes}")
    held = [rounded(matrix, precision) for matrix in given]
    changed = not all(np.array_equal(entry, kept) for entry, kept in zip(given, held, strict=True))
    return LayerMatrices(held[0], held[1], held[2], activation, precision, changed)


def activate(values: Array, activation: Activation) -> Array:
    """Apply ReLU max(v, 0), the exact GELU v (1 + erf(v/√2))/2 or the identity to each value.

    Returns a new array of the same shape and type. GELU is computed in float64 and rounded once.
    """
    if activation == Activation.RELU:
        return frozen(np.maximum(values, 0))
    if activation == Activation.GELU:
        with quiet():
            smooth = np.asarray(_GELU(values.astype(np.float64)), np.float64).astype(values.dtype)
        return frozen(smooth + 0)  # a negative zero becomes zero
    return frozen(values.copy())


def _gelu(value: float) -> float:
    """Return the exact GELU of a number, by erfc, which keeps the digits that 1 + erf loses below 0; 0 at -infinity."""
    weight = math.erfc(-value / math.sqrt(2))
    return 0.5 * value * weight if weight else 0.0


_GELU = np.frompyfunc(_gelu, 1, 1)


def whole(undivided: LayerMatrices) -> Whole:
    """Compute the network without a split."""
    return _finish(product(undivided.x, undivided.a), undivided)


def _finish(pre: Array, undivided: LayerMatrices) -> Whole:
    hidden = activate(pre, undivided.activation)
    return Whole(pre, hidden, product(hidden, undivided.b))


def _slices(shards: Sequence[int], size: int) -> list[tuple[int, int]]:
    if min(shards, default=0) < 1 or sum(shards) != size:
        raise ValueError(f"the shards {tuple(shards)} must be at least 1 each and add up to {size}")
    return [(stop - width, stop) for width, stop in zip(shards, accumulate(shards), strict=True)]


def _device(start: int, stop: int, share: LayerMatrices) -> Device:
    values = whole(share)
    return Device(start, stop, share.x, share.a, share.b, values.pre, values.hidden, values.output)


def column_split(undivided: LayerMatrices, shards: Sequence[int]) -> Split:
    """Divide columns of A and rows of B: right for every activation, with one all-reduce after the second product.

    Parameters
    ----------
    undivided : the network.
    shards : widths of the blocks of the hidden size, one for each device.

    Raises
    ------
    ValueError
        Where a width is below 1 or they do not add up to the hidden size.
    """
    devices = tuple(
        _device(start, stop, replace(undivided, a=undivided.a[:, start:stop], b=undivided.b[start:stop]))
        for start, stop in _slices(shards, len(undivided.b))
    )
    reduction = ReductionPoint.AFTER_SECOND_PRODUCT if len(devices) > 1 else ReductionPoint.NOWHERE
    return Split(devices, total([device.partial for device in devices]), reduction)


def row_split(undivided: LayerMatrices, shards: Sequence[int]) -> RowSplit:
    """Divide columns of x and rows of A: wrong, unless the sum over the devices comes before the activation.

    Each device holds a part of every sum x A, and ReLU(2 - 3) is not ReLU(2) + ReLU(-3). Only with the identity the sum
    may wait until after the second product. With ReLU the output is right by chance where the parts of each sum have
    one sign.

    Parameters
    ----------
    undivided : the network.
    shards : numbers of inputs, one for each device; thus at most as many devices as inputs.

    Raises
    ------
    ValueError
        Where a number is below 1 or they do not add up to that of the inputs.
    """
    devices = tuple(
        _device(start, stop, replace(undivided, x=undivided.x[:, start:stop], a=undivided.a[start:stop]))
        for start, stop in _slices(shards, len(undivided.a))
    )
    mended = _finish(total([device.pre for device in devices]), undivided)
    reduction = _reduction_in_row_split(undivided.activation, len(devices))
    return RowSplit(devices, total([device.partial for device in devices]), reduction, mended)


def _reduction_in_row_split(activation: Activation, devices: int) -> ReductionPoint:
    if devices == 1:
        return ReductionPoint.NOWHERE
    linear = activation == Activation.IDENTITY
    return ReductionPoint.AFTER_SECOND_PRODUCT if linear else ReductionPoint.BEFORE_ACTIVATION


def is_exact(undivided: LayerMatrices) -> bool:
    """Whether the whole and every split of it are sure to be exact, without rounding in whatever order.

    So it is for integers that the precision did not change, with ReLU or the identity, where the sums of the products'
    absolute values, |x| |A| and |x| |A| |B|, stay below 2^53 (float64), 2^24 (float32) or 2^11 (float16). Elsewhere
    rounding is possible, not certain.
    """
    x, a, b = (np.abs(matrix.astype(np.float64)) for matrix in (undivided.x, undivided.a, undivided.b))
    integers = not undivided.rounded and all(np.array_equal(matrix, np.rint(matrix)) for matrix in (x, a, b))
    if undivided.activation == Activation.GELU or not integers:
        return False
    limit = largest_integer(undivided.precision)
    with quiet():
        pre = x @ a
        # Sums of positive integers stay below 2^53 in float64 only where the true ones do.
        return bool(pre.max() < limit and (pre @ b).max() < limit)
