"""The split of a scenario's small matrices, which the view draws and ``solve`` prints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.answers.outcome import Outcome, answer
from explorer.model import matrix_split as split
from explorer.model import rounding
from explorer.model.collectives.costs import Algorithm
from explorer.model.matrix_split import Activation, LayerMatrices, RowSplit, Split, Whole
from explorer.model.rounding import Array, Precision
from explorer.scenario.matrix import Matrix


@dataclass(frozen=True, eq=False)
class MatrixSplit:
    """Both splits and the undivided network.

    Attributes
    ----------
    net : the matrices, rounded to the precision.
    whole : the undivided values.
    columns : the split by columns of A and rows of B.
    rows : the split by rows of A and columns of x, which fails; it has at most one device per input.
    exact : whether integers are small enough that no sum can be rounded.
    """

    net: LayerMatrices
    whole: Whole
    columns: Split
    rows: RowSplit
    exact: bool

    def split(self, *, failing: bool) -> Split:
        """Return the split by rows of A (``failing``) or the one by columns of A."""
        return self.rows if failing else self.columns

    def overflowed(self, *, failing: bool) -> bool:
        """Whether numbers of a split or of the undivided result are too large for the precision: then none is right."""
        return self.split(failing=failing).overflowed or self.whole.overflowed

    def difference(self, *, failing: bool) -> float:
        """Return the largest absolute difference between a split's output and the undivided one."""
        return rounding.difference(self.split(failing=failing).output, self.whole.output)

    def agreement(self, output: Array) -> Array:
        """Compare an output with the undivided one, cell by cell: 1 equal, 0 equal up to rounding, -1 wrong.

        Returns an array of the output's shape, rows × outputs. Rounding can change a sum of n terms by about n units
        in the last place of the sum of their absolute values.
        """
        with rounding.quiet():
            sizes = np.abs(self.whole.hidden.astype(np.float64)) @ np.abs(self.net.b.astype(np.float64))
            terms = len(self.net.a) + len(self.net.b)
            tolerance = 2 * terms * float(np.finfo(self.net.precision.value).eps) * sizes
            differences = np.abs(output.astype(np.float64) - self.whole.output.astype(np.float64))
        same = (output == self.whole.output) | (np.isnan(output) & np.isnan(self.whole.output))
        near = np.zeros_like(same) if self.exact else differences <= tolerance
        return np.asarray(np.where(same, 1, np.where(near, 0, -1)))


@answer
def matrix_split(outcome: Outcome, precision: Precision) -> MatrixSplit:
    """Return the split of the scenario's small matrices, computed in a precision."""
    return split_matrices(outcome.scenario.matrix, outcome.scenario.devices, precision)


@answer
def sum_algorithm(outcome: Outcome) -> Algorithm:
    """Return the algorithm that sums the partial outputs: the link's, or within nodes; a ring where it names none."""
    communication, algorithm = outcome.scenario.communication, outcome.algorithm
    steps = outcome.link.steps(communication.message_bytes, outcome.scenario.devices)
    return Algorithm.RING if algorithm is None or steps is None else Algorithm(algorithm)


def split_matrices(matrix: Matrix, devices: int, precision: Precision = Precision.FLOAT64) -> MatrixSplit:
    """Compute both splits; matrices without shards are divided near-evenly over ``devices``, at most 8."""
    net = split.network(matrix.x, matrix.a, matrix.b, Activation(matrix.activation), precision)
    widths = matrix.shards or split.default_shards(len(matrix.b), devices)
    return MatrixSplit(
        net,
        split.whole(net),
        split.column_split(net, widths),
        split.row_split(net, split.default_shards(len(matrix.a), len(widths))),
        split.is_exact(net),
    )
