"""The texts of the table of designs under load, and the look of each design."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from explorer.answers import formatting
from explorer.answers.load import ranking, simulation, words
from explorer.answers.load.designs import DesignComparison, DesignFigures, DesignKind
from explorer.answers.load.simulation import SimulatedRuns
from explorer.views.load.load_table import LoadRow
from explorer.views.widgets.painting import mixed
from explorer.views.widgets.theme import Theme, translated

MARKERS = {DesignKind.SPLIT: "o", DesignKind.REPLICAS: "s", DesignKind.PIPELINE: "t"}
_PALE = 0.45
"""Share of its colour that a design keeps if it does not fit in memory: it cannot run."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("LoadTable", text)


def colours(comparison: DesignComparison, theme: Theme) -> dict[DesignKind, str]:
    """Return the colour of each design, paler where it does not fit in memory."""
    full = {DesignKind.SPLIT: theme.split, DesignKind.REPLICAS: theme.one, DesignKind.PIPELINE: theme.devices[1]}
    pale = {figures.kind for figures in comparison.figures if not figures.fits}
    return {kind: mixed(full[kind], theme.card, _PALE).name() if kind in pale else full[kind] for kind in full}


def heads(comparison: DesignComparison) -> list[str]:
    """Return the titles of the columns."""
    target = comparison.load.latency_target_s
    max_rate = _tr("max rate for {time}").format(time=formatting.short_seconds(target))
    titles = [_tr("mean"), _tr("p99"), _tr("utilization"), _tr("saturates at")]
    return [*titles, max_rate if target > 0 else _tr("no target")]


def rows(comparison: DesignComparison, runs: SimulatedRuns, look: Mapping[DesignKind, str]) -> list[LoadRow]:
    """Return a row for each design; none is the best while that is undecided."""
    ranked = ranking.ranking(comparison, runs)
    best = ranked.best if ranked.rival is None else None
    with_figures = [
        LoadRow(
            translated(words.NAMES[figures.kind]),
            look[figures.kind],
            MARKERS[figures.kind],
            _cells(figures, runs),
            figures is best,
            "" if figures.fits else _tr("does not fit in memory"),
        )
        for figures in comparison.figures
    ]
    return with_figures + [
        LoadRow(translated(words.NAMES[kind]), look[kind], MARKERS[kind], ("–",) * 5, False)
        for kind, _ in comparison.missing
    ]


def tooltip(comparison: DesignComparison, runs: SimulatedRuns) -> str:
    """Return how accurate the figures are, what does not fit in memory, and what the signs mean."""
    lines = [*words.accuracy(comparison, runs), *words.not_fitting(comparison), words.signs(comparison, runs)]
    return "\n".join(map(translated, lines))


def _cells(figures: DesignFigures, runs: SimulatedRuns) -> tuple[str, ...]:
    return (
        words.mean_text(ranking.mean(figures, runs)),
        _p99_text(figures, runs),
        translated(words.utilization_text(figures)),
        formatting.rate(figures.saturation_per_s),
        translated(words.max_rate_text(figures)),
    )


def _p99_text(figures: DesignFigures, runs: SimulatedRuns) -> str:
    if not figures.is_stable:
        return "∞"
    if figures.p99_s is not None:
        return formatting.seconds(figures.p99_s)
    run = simulation.run_at_rate(figures, runs)
    if run is not None:
        return f"~ {formatting.seconds(run.percentiles[0])}"
    return "…" if simulation.is_simulated(figures) else "–"
