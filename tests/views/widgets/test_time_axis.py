"""The ticks below painted bars."""

from __future__ import annotations

from itertools import pairwise

from explorer.views.widgets.time_axis import time_axis


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


def test_an_axis_need_not_begin_at_zero() -> None:
    def seven(text: str) -> float:
        return 7.0 * len(text)

    told = [text for _, text in time_axis(0.0335, 0.0335, 340, seven, 0.0301).major]
    assert told == ["30.5", "31.0", "31.5", "32.0", "32.5", "33.0", "33.5"]
    for power in range(1, 8):
        width = 10.0**-power
        axis = time_axis(1 + width, 1 + width, 300, seven, 1.0)
        assert 2 <= len(axis.major) <= 12
        texts = [text for _, text in axis.major]
        assert len(set(texts)) == len(texts)
        assert all(1 - 1e-9 <= time <= 1 + width * (1 + 1e-9) for time, _ in axis.major)
        assert all(1 - 1e-9 <= time <= 1 + width * (1 + 1e-9) for time in axis.minor)
