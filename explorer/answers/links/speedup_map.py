"""The speed-up over C and message size as a map, with the break-even as a line through it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.answers.message_time import message_time
from explorer.answers.outcome import Outcome
from explorer.model import balance
from explorer.model.balance import Phase
from explorer.scenario.edit import parameter_of
from explorer.scenario.parameters import DIVISIBLE
from explorer.scenario.scenario import Scenario

Values = NDArray[np.float64]
Range = tuple[float, float]

CELLS = 200
MARGIN = 1.5
"""Factor between the scenario and the edge of a map, below which the map is made anew around the scenario."""
_DECADES = 2.0
_USUAL_SIZE, _USUAL_WORK = 1e6, 1e-3


@dataclass(frozen=True, eq=False)
class SpeedupMap:
    """The speed-up over C and the message size.

    Attributes
    ----------
    work : C of the columns in seconds, rising.
    sizes : V or n of the rows in bytes, as the scenario gives it; rising.
    speedups : rows × columns.
    break_even : C in seconds above which the target is met, for each row; infinite where no C meets it.
    scenario : what it follows from, without what is on the axes.
    """

    work: Values
    sizes: Values
    speedups: Values
    break_even: Values
    scenario: Scenario

    @property
    def ranges(self) -> tuple[Range, Range]:
        """Where the axes of C (s) and of the size (bytes) begin and end."""
        work, sizes = self.work, self.sizes
        return (float(work[0]), float(work[-1])), (float(sizes[0]), float(sizes[-1]))

    def holds(self, outcome: Outcome) -> bool:
        """Whether this is the map of an outcome, with the scenario well within its ranges."""
        within = (
            low * MARGIN <= value <= high / MARGIN
            for value, (low, high) in zip(present(outcome), self.ranges, strict=True)
        )
        return self.scenario == base(outcome.scenario) and all(within)


def factor(scenario: Scenario) -> float:
    """Return phi = V/n of a constant link, 1 for others, whose size is the tensor's."""
    return scenario.communication.link.path_factor


def present(outcome: Outcome) -> tuple[float, float]:
    """Return C in seconds and V or n in bytes of the scenario."""
    return outcome.scenario.work.divisible_s, outcome.now("message_bytes")


def ranges(outcome: Outcome) -> tuple[Range, Range]:
    """Return ranges of C (s) and of sizes (bytes), some decades wide, with the scenario and its break-even inside."""
    work, size = present(outcome)
    work, size = work if work > 0 else _USUAL_WORK, size if size > 0 else _USUAL_SIZE
    threshold = outcome.threshold("divisible")
    star = float(threshold.value) if threshold is not None else work
    star = min(max(star, work / 1e3), work * 1e3) if np.isfinite(star) and star > 0 else work
    wide = 10.0**_DECADES
    largest = parameter_of(outcome.scenario, "message_bytes").maximum
    columns = max(min(work, star) / wide, 1e-15), min(max(work, star) * wide, DIVISIBLE.maximum)
    return columns, (max(size / wide / 10, 1e-3), min(size * wide * 10, largest))


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
    """Return C* in seconds for each communication time of a phase; infinite where no C meets the target.

    The margin to the target is the lesser of two that rise with C.
    """
    rate = float(balance.saving_rate(phase, target))
    owed = phase.extra_serial + balance.serial_penalty(phase, target)
    communication = np.ravel(np.asarray(balance.communication_time(phase)))
    exposed = np.ravel(np.asarray(balance.exposed_communication(phase)))
    if rate <= 0:
        return np.full_like(communication, np.inf)
    return np.asarray(np.maximum((owed + exposed) / rate, target * (owed + communication)))


def speedup_map(outcome: Outcome, columns: Range, rows: Range, cells: int = CELLS) -> SpeedupMap | None:
    """Return the map over C (s) and sizes (bytes), or None where the scenario's N has no figures."""
    if outcome.phase is None:
        return None
    work, sizes = np.geomspace(*columns, cells), np.geomspace(*rows, cells)
    phase = _phase(outcome, outcome.phase, work, sizes)
    stars = break_even(phase, outcome.scenario.target_speedup)
    return SpeedupMap(work, sizes, np.asarray(balance.speedup(phase)), stars, base(outcome.scenario))


def base(scenario: Scenario) -> Scenario:
    """Return the scenario without what the map has on its axes, and without words: equal ones have the same map."""
    return scenario.model_copy(
        update={
            "name": "",
            "notes": "",
            "sources": {},
            "work": scenario.work.model_copy(update={"divisible_s": 0.0}),
            "communication": scenario.communication.model_copy(update={"message_bytes": 0.0}),
        }
    )


def speedup_at(cells: SpeedupMap, work: float, size: float) -> float:
    """Return the speed-up of the cell at a place, or of the nearest one."""
    column = int(np.clip(np.searchsorted(cells.work, work), 0, len(cells.work) - 1))
    row = int(np.clip(np.searchsorted(cells.sizes, size), 0, len(cells.sizes) - 1))
    return float(cells.speedups[row, column])
