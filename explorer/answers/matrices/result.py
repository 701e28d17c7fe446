"""The split of a scenario's small matrices: what the view draws and ``solve`` prints, computed from the scenario."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.answers.outcome import Outcome, answer
from explorer.model import matrix_split as split
from explorer.model import rounding
from explorer.model.matrix_split import Activation, LayerMatrices, RowSplit, Split, Whole
from explorer.model.rounding import Array, Precision
from explorer.scenario.matrix import Matrix


@dataclass(frozen=True, eq=False)
class MatrixSplit:
    """Both splits beside the undivided network.

    Attributes
    ----------
    net : the matrices in the precision.
    whole : the undivided values.
    columns : the split by columns of A and rows of B.
    rows : the split by rows of A and columns of x, on at most as many devices as inputs.
    exact : whether no rounding can have happened.
    """

    net: LayerMatrices
    whole: Whole
    columns: Split
    rows: RowSplit
    exact: bool

    def shown(self, *, failing: bool) -> Split:
        """Return the split by rows of A (``failing``) or the one by columns."""
        return self.rows if failing else self.columns

    def difference(self, *, failing: bool) -> float:
        """Return the largest difference of a split's output to the undivided one."""
        return rounding.difference(self.shown(failing=failing).output, self.whole.output)

    def agreement(self, output: Array) -> Array:
        """Compare an output with the undivided one, cell by cell: 1 equal, 0 equal up to rounding, -1 wrong.

        Rounding can move a sum of n terms by about n units in the last place of the sum of their absolute values.
        """
        with rounding.quiet():
            size = np.abs(self.whole.hidden.astype(np.float64)) @ np.abs(self.net.b.astype(np.float64))
            terms = len(self.net.a) + len(self.net.b)
            band = 2 * terms * float(np.finfo(self.net.precision.value).eps) * size
            apart = np.abs(output.astype(np.float64) - self.whole.output.astype(np.float64))
        same = (output == self.whole.output) | (np.isnan(output) & np.isnan(self.whole.output))
        near = np.zeros_like(same) if self.exact else apart <= band
        found: Array = np.where(same, 1, np.where(near, 0, -1))
        return found


@answer
def matrix_split(outcome: Outcome, precision: Precision) -> MatrixSplit:
    """Return the split of the scenario's small matrices, computed in a precision."""
    return split_matrices(outcome.scenario.matrix, outcome.scenario.devices, precision)


def split_matrices(matrix: Matrix, devices: int, precision: Precision = Precision.FLOAT64) -> MatrixSplit:
    """Compute everything; without widths of its own the matrix is divided near-evenly over ``devices``, at most 8."""
    net = split.network(matrix.x, matrix.a, matrix.b, Activation(matrix.activation), precision)
    widths = matrix.shards or split.default_shards(len(matrix.b), devices)
    return MatrixSplit(
        net,
        split.whole(net),
        split.column_split(net, widths),
        split.row_split(net, split.default_shards(len(matrix.a), len(widths))),
        split.is_exact(net),
    )
