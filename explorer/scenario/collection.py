"""The scenarios of a document as one frozen value: adding, renaming, moving and removing return another value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from explorer.scenario.edit import ScenarioError, revised
from explorer.scenario.file import MOST_SCENARIOS
from explorer.scenario.parameter import brief
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import sentence

_LONGEST_NAME = 200


class ScenarioId:
    """The identity of a scenario, which stays the same while it is edited, renamed and moved; compared by identity.

    ``original`` is the value that it began with: that of the file, or the scenario that it was copied from.
    """

    __slots__ = ("original",)

    def __init__(self, original: Scenario) -> None:
        self.original = original


@dataclass(frozen=True)
class DocumentState:
    """The document's value: frozen scenarios, their identities, and the one that is shown. Structure is shared.

    All methods return a new value; what they are given as ``index`` must exist.
    """

    scenarios: tuple[Scenario, ...]
    ids: tuple[ScenarioId, ...]
    current: int = 0

    @classmethod
    def of(cls, scenarios: tuple[Scenario, ...], originals: Sequence[Scenario] = ()) -> Self:
        """Give each scenario a new identity; ``originals`` are their values in the file where those differ."""
        return cls(scenarios, tuple(ScenarioId(scenario) for scenario in originals or scenarios))

    @property
    def scenario(self) -> Scenario:
        """The scenario that is shown."""
        return self.scenarios[self.current]

    def with_current(self, index: int) -> DocumentState:
        """Show another scenario."""
        return replace(self, current=index)

    def replaced(self, index: int, scenario: Scenario) -> DocumentState:
        """Put another value in the index of a scenario, and show it."""
        scenarios = (*self.scenarios[:index], scenario, *self.scenarios[index + 1 :])
        return replace(self, scenarios=scenarios, current=index)

    def added(self, at: int, scenarios: Iterable[Scenario]) -> DocumentState:
        """Insert scenarios, under names that are free, and show the first of them.

        Raises
        ------
        ScenarioError
            Where the file would hold more than it may.
        """
        taken = {scenario.name for scenario in self.scenarios}
        new: list[Scenario] = []
        for scenario in scenarios:
            name = unused_name(scenario.name, taken)
            taken.add(name)
            new.append(scenario if name == scenario.name else with_name(scenario, name))
        if len(self.scenarios) + len(new) > MOST_SCENARIOS:
            raise ScenarioError(
                "scenarios", sentence("a file holds at most {most} scenarios", most=f"{MOST_SCENARIOS:,}")
            )
        ids = tuple(ScenarioId(scenario) for scenario in new)
        return DocumentState(
            (*self.scenarios[:at], *new, *self.scenarios[at:]), (*self.ids[:at], *ids, *self.ids[at:]), at
        )

    def duplicated(self, indices: Iterable[int]) -> DocumentState:
        """Insert copies of scenarios after the last of them."""
        chosen = sorted(set(indices))
        return self.added(chosen[-1] + 1, [self.scenarios[index] for index in chosen])

    def renamed(self, index: int, name: str) -> DocumentState:
        """Give a scenario another name.

        Raises
        ------
        ScenarioError
            Where the name is none, or another scenario has it.
        """
        wanted = name.strip()
        others = (scenario.name for position, scenario in enumerate(self.scenarios) if position != index)
        if wanted in others:
            raise ScenarioError(
                "name", sentence("another scenario is named {name}; names are unique", name=brief(wanted))
            )
        return self.replaced(index, with_name(self.scenarios[index], wanted))

    def moved(self, indices: Iterable[int], before: int) -> DocumentState:
        """Move scenarios, in their order, to stand before the one that is at ``before`` now (its length: the end)."""
        chosen = sorted(set(indices))
        head = [index for index in range(before) if index not in chosen]
        tail = [index for index in range(before, len(self.scenarios)) if index not in chosen]
        order = [*head, *chosen, *tail]
        return self._in_order(order, order.index(self.current))

    def removed(self, indices: Iterable[int]) -> DocumentState:
        """Take scenarios away; the one shown stays, or gives way to its neighbour.

        Raises
        ------
        ScenarioError
            Where none would be left.
        """
        gone = set(indices)
        kept = [index for index in range(len(self.scenarios)) if index not in gone]
        if not kept:
            raise ScenarioError("scenarios", sentence("a file holds at least one scenario; add another one first"))
        before = sum(index < self.current for index in kept)
        return self._in_order(kept, min(before, len(kept) - 1))

    def _in_order(self, order: Sequence[int], current: int) -> DocumentState:
        scenarios = tuple(self.scenarios[index] for index in order)
        return DocumentState(scenarios, tuple(self.ids[index] for index in order), current)


def with_name(scenario: Scenario, name: str) -> Scenario:
    """Return a scenario under another name, or raise :class:`ScenarioError` where that is no name."""
    return revised(scenario, name=name)


def unused_name(name: str, taken: Iterable[str]) -> str:
    """Return the name, or with the first free number after it: "Base case" becomes "Base case (2)"."""
    names = set(taken)
    if name not in names:
        return name
    match = re.fullmatch(r"(.*\S) \((\d{1,6})\)", name)
    stem, number = (match[1], int(match[2])) if match else (name, 1)
    while True:
        number += 1
        ending = f" ({number})"
        candidate = stem[: _LONGEST_NAME - len(ending)] + ending
        if candidate not in names:
            return candidate
