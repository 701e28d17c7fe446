"""Colours that carry a meaning stay apart: for the eye, and on a grey printer."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtGui import QColor

from explorer.views.break_even.axis_plot import pens
from explorer.views.charts.pinned_curves import pinned_pen
from explorer.views.widgets.theme import DARK, LIGHT, PAPER, Theme


def luminance(colour: QColor) -> float:
    """Relative luminance of WCAG 2."""
    parts = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in colour.getRgbF()[:3]
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_curves_on_paper_differ_in_grey_or_in_their_dashes() -> None:
    drawn = [*pens(PAPER).values(), pinned_pen(PAPER, split=True), pinned_pen(PAPER, split=False)]
    for one, other in combinations(drawn, 2):
        assert one.style() != other.style() or contrast(one.color(), other.color()) > 1.9


def test_where_splitting_pays_is_seen_in_grey() -> None:
    assert contrast(QColor(PAPER.pays_tint), QColor(PAPER.card)) > 1.2


@pytest.mark.parametrize("theme", [LIGHT, DARK, PAPER], ids=lambda theme: theme.name)
def test_words_can_be_read(theme: Theme) -> None:
    for name in ("text", "faint", "pays", "loses", "warning"):
        assert contrast(QColor(getattr(theme, name)), QColor(theme.card)) >= 4.5, name
    for name in ("text", "pays", "loses"):
        assert contrast(QColor(getattr(theme, name)), QColor(theme.marked)) >= 4.5, name
