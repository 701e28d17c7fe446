"""The ticks below painted bars."""

from __future__ import annotations

from itertools import pairwise

from explorer.views.parts.time_axis import time_axis


def test_ticks_are_round_and_keep_apart() -> None:
    def seven(text: str) -> float:
        return 7.0 * len(text)

    told = [text for _, text in time_axis(0.0128, 0.0155, 340, seven).major]
    assert told == ["0", "2", "4", "6", "8", "10", "12", "14"]
    assert time_axis(0.0128, 0.0155, 340, seven).unit == "ms"
    for power in range(-18, 12):
        for longest in (1.01, 2.2, 4.9, 9.99):
            end = longest * 10.0**power
            axis = time_axis(end, end * 1.1, 300, seven)
            at = [time / (end * 1.1) * 300 for time, _ in axis.major]
            assert 2 <= len(at) <= 12
            assert all(last - first >= 7 for first, last in pairwise(at))
            assert axis.minor == tuple(sorted(axis.minor))
