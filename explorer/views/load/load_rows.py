"""The rows of the table of designs under load: what stands in each cell."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from explorer.answers import formatting
from explorer.answers.load import ranking, simulation, words
from explorer.answers.load.designs import DesignComparison, DesignFigures, DesignKind
from explorer.answers.load.simulation import SimulatedRuns
from explorer.views.load.load_table import Row
from explorer.views.widgets.theme import translated

MARKERS = {DesignKind.SPLIT: "o", DesignKind.REPLICAS: "s", DesignKind.PIPELINE: "t"}
_PALE = 0.55


def _tr(text: str) -> str:
    return QCoreApplication.translate("LoadTable", text)


def paler(colour: str, card: str) -> str:
    """Return a colour nearer to that of the card, for what cannot run."""
    parts = zip(QColor(colour).getRgb()[:3], QColor(card).getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(_PALE * behind + (1 - _PALE) * before) for before, behind in parts)).name()


def head(found: DesignComparison) -> list[str]:
    """Return the titles of the columns."""
    within = _tr("{time} up to").format(time=formatting.short_seconds(found.target_s))
    titles = [_tr("mean"), _tr("p99"), _tr("busy"), _tr("saturates")]
    return [*titles, within if found.target_s > 0 else _tr("no target")]


def rows(found: DesignComparison, known: SimulatedRuns, colours: Mapping[DesignKind, str]) -> list[Row]:
    """Return a row for each design; one that is in doubt is not yet the best."""
    ranked = ranking.ranking(found, known)
    best = ranked.best if ranked.rival is None else None
    made = [
        Row(
            translated(words.NAMES[served.kind]),
            colours[served.kind],
            MARKERS[served.kind],
            _cells(served, found, known),
            served is best,
            "" if served.fits else _tr("does not fit in memory"),
        )
        for served in found.served
    ]
    none = ("–",) * 5
    return made + [
        Row(translated(words.NAMES[kind]), colours[kind], MARKERS[kind], none, False) for kind, _ in found.missing
    ]


def told(found: DesignComparison, known: SimulatedRuns) -> str:
    """Return what the tooltip says of the figures."""
    lines = [*words.accuracy(found, known), *words.not_fitting(found), words.signs(found, known)]
    return "\n".join(translated(line) for line in lines)


def _cells(served: DesignFigures, found: DesignComparison, known: SimulatedRuns) -> tuple[str, ...]:
    within = "–"
    if served.within_per_s is not None:
        within = words.within_text(served) if served.within_per_s else _tr("never")
    return (
        words.mean_text(ranking.mean(served, found, known)),
        _tail_text(served, found, known),
        translated(words.busy_text(served)),
        formatting.rate(served.saturation_per_s),
        within,
    )


def _tail_text(served: DesignFigures, found: DesignComparison, known: SimulatedRuns) -> str:
    if not served.settles:
        return "∞"
    if served.p99_s is not None:
        return formatting.seconds(served.p99_s)
    run = simulation.point(served, found, known)
    if run is not None:
        return _tr("~ {time}").format(time=formatting.seconds(run.percentiles[0]))
    return "…" if simulation.is_simulated(served, found) else "–"
