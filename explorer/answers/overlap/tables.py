"""The bars of the overlap panel as CSV."""

from __future__ import annotations

from explorer.answers.csv import as_csv
from explorer.answers.outcome import Outcome
from explorer.answers.overlap.bars import IDEAL, ONE, OVERLAP, SERIES, bars


def overlap_csv(outcome: Outcome) -> str:
    """Return the segments of the bars, a row for each; every number reads back to the very float."""
    split = f"split over {outcome.scenario.devices}"
    names = {
        ONE: "one device",
        SERIES: f"{split}, in series",
        OVERLAP: f"{split}, f = {outcome.scenario.overlap!r}",
        IDEAL: f"{split}, ideal bound",
    }
    rows = [
        [names[bar.key], segment.kind.value, segment.start, segment.stop, segment.hidden_s]
        for bar in outcome.of(bars)
        for segment in bar.segments
    ]
    return as_csv(["bar", "segment", "start (s)", "end (s)", "hidden (s)"], rows)
