"""The speed-up over C and message size as a map, with the break-even as a line through it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.answers import formatting
from explorer.answers.message_time import message_time
from explorer.answers.outcome import Outcome
from explorer.model import balance
from explorer.model.balance import Phase
from explorer.scenario.edit import parameter_of
from explorer.scenario.parameters import DIVISIBLE
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence

Values = NDArray[np.float64]

CELLS = 200
_DECADES = 2.0
_USUAL_SIZE, _USUAL_WORK = 1e6, 1e-3


@dataclass(frozen=True, eq=False)
class SpeedupMap:
    """The map: columns of C (s), rows of V or n as the parameter is meant (bytes), and C* of each row.

    Attributes
    ----------
    speedups : rows × columns.
    break_even : C at which the target is met, for each row; infinite where none.
    """

    work: Values
    sizes: Values
    speedups: Values
    break_even: Values


def factor(scenario: Scenario) -> float:
    """Return phi = V/n of a constant link, 1 for others, whose size is the tensor's."""
    return scenario.communication.link.path_factor


def present(outcome: Outcome) -> tuple[float, float]:
    """Return where the scenario stands: C and V or n."""
    return outcome.scenario.work.divisible_s, outcome.now("message_bytes")


def ranges(outcome: Outcome) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return C and sizes that hold the scenario, and the break-even at its size, some decades wide."""
    work, size = present(outcome)
    work, size = work if work > 0 else _USUAL_WORK, size if size > 0 else _USUAL_SIZE
    found = outcome.threshold("divisible")
    star = float(found.value) if found is not None else work
    star = min(max(star, work / 1e3), work * 1e3) if np.isfinite(star) and star > 0 else work
    wide = 10.0**_DECADES
    most = parameter_of(outcome.scenario, "message_bytes").maximum
    columns = max(min(work, star) / wide, 1e-15), min(max(work, star) * wide, DIVISIBLE.maximum)
    return columns, (max(size / wide / 10, 1e-3), min(size * wide * 10, most))


def _phase(outcome: Outcome, phase: Phase, work: Values, sizes: Values) -> Phase:
    """Return the phase over sizes and C; the link is asked for each size once, not for each cell."""
    scenario = outcome.scenario
    phi = factor(scenario)
    tensors = sizes / phi if phi > 0 else np.zeros_like(sizes)
    times = message_time(scenario.communication.link).seconds(tensors, scenario.devices)
    return replace(
        phase, divisible=work[np.newaxis, :], startup=times[:, np.newaxis], message_bytes=0.0, bandwidth=np.inf
    )


def break_even(phase: Phase, target: float) -> Values:
    """Return C* for each communication time of a phase: the margin is the lesser of two that rise with C."""
    rate = float(balance.saving_rate(phase, target))
    owed = phase.extra_serial + balance.serial_penalty(phase, target)
    communication = np.ravel(np.asarray(balance.communication_time(phase)))
    exposed = np.ravel(np.asarray(balance.exposed_communication(phase)))
    if rate <= 0:
        return np.full_like(communication, np.inf)
    return np.asarray(np.maximum((owed + exposed) / rate, target * (owed + communication)))


def speedup_map(
    outcome: Outcome, columns: tuple[float, float], rows: tuple[float, float], cells: int = CELLS
) -> SpeedupMap | None:
    """Compute the map, or None where the scenario's N has no figures."""
    if outcome.phase is None:
        return None
    work, sizes = np.geomspace(*columns, cells), np.geomspace(*rows, cells)
    phase = _phase(outcome, outcome.phase, work, sizes)
    return SpeedupMap(
        work, sizes, np.asarray(balance.speedup(phase)), break_even(phase, outcome.scenario.target_speedup)
    )


def base(scenario: Scenario) -> Scenario:
    """Return the scenario without what the map has on its axes: equal ones have the same map."""
    return scenario.model_copy(
        update={
            "name": "",
            "notes": "",
            "sources": {},
            "work": scenario.work.model_copy(update={"divisible_s": 0.0}),
            "communication": scenario.communication.model_copy(update={"message_bytes": 0.0}),
        }
    )


_HOW = sentence("Drag the cross to change both.")


def told(outcome: Outcome, *, draggable: bool = True) -> list[Sentence]:
    """Say where the scenario stands, what would bring it to the line and how it is moved."""
    said = [_told(outcome)]
    return [*said, _HOW] if draggable and outcome.performance is not None else said


def _told(outcome: Outcome) -> Sentence:
    performance = outcome.performance
    if performance is None:
        return outcome.missing or sentence("no answer")
    work, size = present(outcome)
    parameter = parameter_of(outcome.scenario, "message_bytes")
    words = {
        "work": DIVISIBLE.show(work, 4),
        "symbol": parameter.symbol,
        "size": parameter.show(size, 4),
        "speedup": formatting.ratio(performance.speedup),
    }
    found = outcome.threshold("divisible")
    if found is None or not np.isfinite(found.value):
        return sentence(
            "The scenario, C = {work} and {symbol} = {size}, has {speedup}. No C meets the target.", **words
        )
    return sentence(
        "The scenario, C = {work} and {symbol} = {size}, has {speedup}. At this size the line is at C* = {star}.",
        star=DIVISIBLE.show(float(found.value), 4),
        **words,
    )


def cell_told(outcome: Outcome, found: SpeedupMap, work: float, size: float) -> Sentence:
    """Read the map at a place."""
    column = int(np.clip(np.searchsorted(found.work, work), 0, len(found.work) - 1))
    row = int(np.clip(np.searchsorted(found.sizes, size), 0, len(found.sizes) - 1))
    parameter = parameter_of(outcome.scenario, "message_bytes")
    return sentence(
        "C = {work}, {symbol} = {size}: {speedup}",
        work=DIVISIBLE.show(work, 3),
        symbol=parameter.symbol,
        size=parameter.show(size, 3),
        speedup=formatting.ratio(float(found.speedups[row, column])),
    )
