"""An all-reduce on real vectors, message by message, and whose contributions each node holds on the way.

Both follow the messages of :func:`explorer.model.collectives.steps.steps`, all of one half of a step at once. A state
amid an all-reduce is given by the number of complete steps and by the number of complete halves of the step that
follows: one where the switch has received and not yet passed on, else none.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.collectives.steps import AllReduce

Array = NDArray[Any]


def _spread(all_reduce: AllReduce, until: int) -> tuple[Array, ...]:
    """Source, target, chunk, whether it reduces and moment of each chunk that the first messages carry."""
    count = all_reduce.count[:until]
    before = np.cumsum(count) - count
    within = np.arange(count.sum()) - np.repeat(before, count)
    moment = 2 * all_reduce.step + all_reduce.half
    columns = (all_reduce.source, all_reduce.target, all_reduce.first, all_reduce.reduces, moment)
    source, target, first, reduces, when = (np.repeat(column[:until], count) for column in columns)
    return source, target, first + within, reduces, when


def _advance(all_reduce: AllReduce, held: Array, after: int | None, halves: int) -> None:
    """Let the messages change what is held, nodes × chunks × anything; a sum of truths is their "or"."""
    moments = 2 * all_reduce.step + all_reduce.half
    until = len(moments) if after is None else int(np.searchsorted(moments, 2 * after + halves))
    source, target, chunk, reduces, when = _spread(all_reduce, until)
    ends = np.append(np.flatnonzero(np.diff(when)) + 1, len(when))
    begin = 0
    for end in ends.tolist():
        now = slice(begin, end)
        carried, adds = held[source[now], chunk[now]], reduces[now]
        cells = target[now], chunk[now]
        np.add.at(held, (cells[0][adds], cells[1][adds]), carried[adds])
        held[cells[0][~adds], cells[1][~adds]] = carried[~adds]
        begin = end


def chunk_bounds(length: int, chunks: int) -> NDArray[np.intp]:
    """Return the K + 1 ends of the chunks of a vector of whole elements, which differ by one element at most."""
    return np.asarray(np.arange(chunks + 1) * length // chunks, np.intp)


def run(all_reduce: AllReduce, vectors: Array, after: int | None = None, halves: int = 0) -> Array:
    """Vectors that the devices hold after an all-reduce, or within it; exact where their sums are.

    Chunks have whole elements, as near to equal as can be, and none where there are more chunks than elements.

    Parameters
    ----------
    all_reduce : over N devices.
    vectors : devices × length, whole numbers or real ones.
    after, halves : how far to go; all the way where left out.

    Returns
    -------
    Array
        devices × length, of the type of the vectors. Until its chunk is complete a device holds partial sums.
    """
    length = vectors.shape[1]
    bounds = chunk_bounds(length, all_reduce.chunks)
    widths = np.diff(bounds)
    chunk = np.repeat(np.arange(all_reduce.chunks), widths)
    offset = np.arange(length) - bounds[chunk]
    held = np.zeros((all_reduce.nodes, all_reduce.chunks, int(widths.max())), vectors.dtype)
    held[: all_reduce.devices, chunk, offset] = vectors
    _advance(all_reduce, held, after, halves)
    return np.asarray(held[: all_reduce.devices, chunk, offset])


def contributions(all_reduce: AllReduce, after: int | None = None, halves: int = 0) -> NDArray[np.bool_]:
    """Return whether a node's chunk contains a device's contribution: nodes × chunks × devices.

    It does not tell how often; that no contribution is added twice is true of each all-reduce.

    Parameters
    ----------
    all_reduce : over N devices; a switch is the last of the nodes and holds nothing at first.
    after, halves : how far to go; all the way where left out.
    """
    held = np.zeros((all_reduce.nodes, all_reduce.chunks, all_reduce.devices), bool)
    devices = np.arange(all_reduce.devices)
    held[devices, :, devices] = True
    _advance(all_reduce, held, after, halves)
    return held
