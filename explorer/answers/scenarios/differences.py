"""What two scenarios have different, and what each difference alone does to the speed-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.answers.outcome import Outcome, Performance
from explorer.scenario.edit import Path, ScenarioError, change, replace_at, value_of
from explorer.scenario.link import AlgorithmLink, Link
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.scenario import Scenario
from explorer.scenario.section_parameters import SECTION_PARAMETERS

LINK = "link"
"""Name of a difference that is the whole link, whose times no start-up and bandwidth tell."""
_LINK_PATH = ("communication", "link")
_SIZE_PATH = ("communication", "message_bytes")


@dataclass(frozen=True)
class Difference:
    """One parameter that differs, or the whole link.

    Attributes
    ----------
    name : the parameter, or :data:`LINK`.
    before, after : its values in the two scenarios, SI; None where N has none there, and for the link.
    speedup : of the first scenario with this one parameter taken from the second; None where there is no such result.
    factor : that speed-up over the first scenario's own; None likewise.
    """

    name: str
    before: float | None
    after: float | None
    speedup: float | None
    factor: float | None


def differences(first: Outcome, second: Outcome) -> tuple[Difference, ...]:
    """Compare two scenarios, number by number: in the order of the panel, then those of the sections.

    The target is none of the work's.
    """
    whole = _is_another_link(first.scenario, second.scenario)
    lines = []
    for name in PARAMETERS:
        if name == "target" or (whole and name in ("startup", "bandwidth")):
            continue
        before, after = (_value(outcome.scenario, name, tensor=whole) for outcome in (first, second))
        if before != after:
            changed = None if after is None else _changed(first.scenario, name, after, tensor=whole)
            lines.append(_alone(first, name, before, after, changed))
        if whole and name == "messages":  # where the link's parameters would stand
            linked = replace_at(first.scenario, _LINK_PATH, second.scenario.communication.link)
            lines.append(_alone(first, LINK, None, None, linked))
    return (*lines, *_of_sections(first, second))


def _of_sections(first: Outcome, second: Outcome) -> Iterator[Difference]:
    """Compare the declared numbers of the sections as they stand in the file; None is what the section says of it."""
    for name, parameter in SECTION_PARAMETERS.items():
        section, key = parameter.path
        before, after = (getattr(getattr(outcome.scenario, str(section)), str(key)) for outcome in (first, second))
        if before != after:
            yield _alone(first, name, before, after, _replaced(first.scenario, parameter.path, after))


def _is_another_link(first: Scenario, second: Scenario) -> bool:
    """Whether the links differ by more than the start-up and bandwidth that each has at its N."""
    links = first.communication.link, second.communication.link
    if all(link.assumes_figures for link in links):
        return False
    return _bare(links[0]) != _bare(links[1])


def _bare(link: Link) -> Link:
    """Return a link without what its rows of the table tell."""
    if not isinstance(link, AlgorithmLink):
        return link
    return link.model_copy(update={"alpha_s": 0.0, "bandwidth_bytes_per_s": 1.0})


def _value(scenario: Scenario, name: str, *, tensor: bool) -> float | None:
    """Return a parameter's value; of a message the tensor's, where path bytes of two kinds of link do not compare."""
    return scenario.communication.message_bytes if tensor and name == "message_bytes" else value_of(scenario, name)


def _alone(
    first: Outcome, name: str, before: float | None, after: float | None, changed: Scenario | None
) -> Difference:
    performance = None if changed is None else Outcome(changed).performance
    if performance is None:
        return Difference(name, before, after, None, None)
    return Difference(name, before, after, performance.speedup, _factor(first.performance, performance))


def _changed(scenario: Scenario, name: str, value: float, *, tensor: bool) -> Scenario | None:
    if tensor and name == "message_bytes":
        return _replaced(scenario, _SIZE_PATH, value)
    try:
        return change(scenario, name, value)
    except ScenarioError:
        return None


def _replaced(scenario: Scenario, path: Path, value: object) -> Scenario | None:
    try:
        return replace_at(scenario, path, value)
    except ScenarioError:
        return None


def factor_together(first: Outcome, second: Outcome) -> float | None:
    """Return the second scenario's speed-up over the first one's, or None where one of them has none."""
    return _factor(first.performance, second.performance)


def _factor(before: Performance | None, after: Performance | None) -> float | None:
    return after.speedup / before.speedup if after is not None and before is not None and before.speedup else None


def others(first: Scenario, second: Scenario) -> tuple[str, ...]:
    """Return which other parts differ: the target, then in the order of the file what has no line of its own."""
    compared = {"name", *(parameter.path[0] for name, parameter in PARAMETERS.items() if name != "target")}
    parts = (part for part in dict.fromkeys(("target_speedup", *Scenario.model_fields)) if part not in compared)
    return tuple(part for part in parts if _without_numbers(first, part) != _without_numbers(second, part))


def _without_numbers(scenario: Scenario, part: str) -> object:
    """Return a part of a scenario without the numbers that have a line of their own."""
    value = getattr(scenario, part)
    numbers = {parameter.path[1]: None for parameter in SECTION_PARAMETERS.values() if parameter.path[0] == part}
    return {**dict(value), **numbers} if numbers else value
