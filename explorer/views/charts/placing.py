"""Where a label stands beside a point of a plot, so that it is not cut at the edges."""

from __future__ import annotations


def anchor(share: float, label: float, room: float) -> float:
    """Return which part of a label, 0 (left end) to 1 (right end), stands at a point.

    Parameters
    ----------
    share : where the point is, 0 at the plot's left edge and 1 at its right.
    label, room : widths of the label and the plot, in the same pixels.
    """
    at = min(max(share, 0.0), 1.0) * room
    if at + label <= room:
        return 0.0
    if at >= label:
        return 1.0
    return min(max((at + label - room) / max(label, 1.0), 0.0), 1.0)
