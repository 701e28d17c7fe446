"""What two scenarios have different, and what each difference alone does to the speed-up."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.outcome import Outcome
from explorer.scenario.edit import ScenarioError, change, value_of
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.scenario import Scenario


@dataclass(frozen=True)
class Difference:
    """One parameter that differs.

    Attributes
    ----------
    name : the parameter.
    before, after : its values in the two scenarios, SI; None where N has none there.
    speedup : of the first scenario with this one parameter taken from the second; None where there is no such result.
    factor : that speed-up over the first scenario's own; None likewise.
    """

    name: str
    before: float | None
    after: float | None
    speedup: float | None
    factor: float | None


def differences(first: Outcome, second: Outcome) -> tuple[Difference, ...]:
    """Compare two scenarios, parameter by parameter, in the order of the panel; the target is none of the work's."""
    found = []
    for name in PARAMETERS:
        before, after = value_of(first.scenario, name), value_of(second.scenario, name)
        if before != after and name != "target":
            found.append(_alone(first, name, before, after))
    return tuple(found)


def _alone(first: Outcome, name: str, before: float | None, after: float | None) -> Difference:
    changed = None if after is None else _changed(first.scenario, name, after)
    answer = None if changed is None else Outcome(changed).answer
    if answer is None:
        return Difference(name, before, after, None, None)
    own = first.answer
    factor = answer.speedup / own.speedup if own is not None and own.speedup else None
    return Difference(name, before, after, answer.speedup, factor)


def _changed(scenario: Scenario, name: str, value: float) -> Scenario | None:
    try:
        return change(scenario, name, value)
    except ScenarioError:
        return None


def factor_together(first: Outcome, second: Outcome) -> float | None:
    """Return the second scenario's speed-up over the first one's, or None where one of them has none."""
    if first.answer is None or second.answer is None or not first.answer.speedup:
        return None
    return second.answer.speedup / first.answer.speedup


def others(first: Scenario, second: Scenario) -> tuple[str, ...]:
    """Return which other parts differ: those that do not enter the times."""
    parts = ("target_speedup", "notes", "matrix", "sources")
    return tuple(part for part in parts if getattr(first, part) != getattr(second, part))
