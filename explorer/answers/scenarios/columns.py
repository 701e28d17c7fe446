"""The columns of a table of scenarios: what stands in a cell, as text, as number and in which order."""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import attrgetter

from explorer.answers.break_even import words
from explorer.answers.break_even.explanations import explanation
from explorer.answers.break_even.tables import SI
from explorer.answers.formatting import ratio, seconds
from explorer.answers.outcome import Outcome
from explorer.model.balance import Verdict
from explorer.model.thresholds import State
from explorer.scenario.edit import value_of
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence

NAME = "name"
THRESHOLDS = ("divisible", "bandwidth", "message_bytes", "efficiency")


@dataclass(frozen=True)
class Column:
    """One column.

    Attributes
    ----------
    key : for code and settings; a parameter's column has the parameter's name.
    title : symbol or word above the column.
    unit : SI unit of its numbers, "" for texts.
    meaning : one sentence.
    parameter : whether it shows a number that can be changed.
    """

    key: str
    title: Sentence
    unit: str
    meaning: Sentence
    parameter: bool = False

    def head(self) -> str:
        """Return the title with its unit, as a block that is copied has it."""
        return f"{self.title} ({self.unit})" if self.unit else str(self.title)


def _threshold(name: str) -> Column:
    parameter = PARAMETERS[name]
    meaning = sentence("Value of {symbol} at which the target is just met", symbol=parameter.symbol)
    return Column(f"{name}*", Sentence(f"{parameter.symbol}*"), SI[parameter.dimension], meaning)


def _parameter(name: str) -> Column:
    parameter = PARAMETERS[name]
    return Column(name, Sentence(parameter.symbol), SI[parameter.dimension], parameter.meaning, parameter=True)


COLUMNS: tuple[Column, ...] = (
    Column(NAME, sentence("name"), "", sentence("Name of the scenario, unique in the file")),
    Column("one_device", sentence("T₁"), "s", sentence("Time on one device")),
    Column("split", sentence("Tₙ"), "s", sentence("Time split over N devices")),
    Column("speedup", sentence("T₁/Tₙ"), "1", sentence("Speed-up; ✓ the target is met, ✗ it is not, = a tie")),
    *(_threshold(name) for name in THRESHOLDS),
    Column("bound", sentence("bound"), "s", sentence("Ideal bound of the split")),
    Column("nearest", sentence("nearest"), "", sentence("The smallest change that changes the answer")),
    *(_parameter(name) for name in PARAMETERS),
)
BY_KEY = {column.key: column for column in COLUMNS}

_TIMES = {
    "one_device": attrgetter("one_device_s"),
    "split": attrgetter("split_s"),
    "bound": attrgetter("overlap_bound_s"),
    "speedup": attrgetter("speedup"),
}


def cell_unit(name: str, value: float | None) -> str:
    """Return the unit that a bare number takes in the cell of a parameter: the one that the cell shows."""
    return PARAMETERS[name].plain_unit(value, 4)


def tooltip(column: Column) -> Sentence:
    """Return what a column means and, of a parameter, in which unit a bare number is read."""
    if not column.parameter or column.unit == "1":
        return column.meaning
    read = sentence("A number without a unit has the one that its cell shows.")
    return sentence("{meaning} {read}", meaning=column.meaning, read=read)


def number(column: Column, outcome: Outcome) -> float | None:
    """Return a cell's number in SI, or None where it has none."""
    if column.parameter:
        return value_of(outcome.scenario, column.key)
    if column.key in _TIMES:
        return None if outcome.performance is None else _TIMES[column.key](outcome.performance)
    threshold = outcome.thresholds.get(column.key.removesuffix("*"))
    if threshold is None or threshold.state not in (State.FINITE, State.UNREACHABLE):
        return None
    return float(threshold.value)


def text(column: Column, outcome: Outcome) -> Sentence | str:
    """Return what a cell shows."""
    scenario = outcome.scenario
    if column.key == NAME:
        return scenario.name
    if column.parameter:
        return parameter_text(scenario, column.key)
    if outcome.performance is None:
        return "–"
    if column.key == "nearest":
        return words.short_nearest(outcome)
    if column.key == "speedup":
        mark = "=" if is_tie(outcome) else "✓" if outcome.performance.meets_target else "✗"
        return f"{mark} {ratio(outcome.performance.speedup)}"
    if column.key in _TIMES:
        return seconds(_TIMES[column.key](outcome.performance))
    return _threshold_text(outcome, column.key.removesuffix("*"))


def is_tie(outcome: Outcome) -> bool:
    """Whether neither is faster, where no more than that is asked."""
    performance = outcome.performance
    return performance is not None and performance.verdict is Verdict.TIE and outcome.scenario.target_speedup == 1


def parameter_text(scenario: Scenario, name: str) -> str:
    """Return a parameter as a cell shows it."""
    value = value_of(scenario, name)
    return "–" if value is None else PARAMETERS[name].show(value)


_STATES: dict[State, Sentence] = {
    State.ALWAYS: sentence("any"),
    State.NEVER: sentence("none"),
    State.NO_EFFECT: sentence("no effect"),
}


def _threshold_text(outcome: Outcome, name: str) -> Sentence | str:
    threshold = outcome.thresholds[name]
    return _STATES.get(threshold.state) or PARAMETERS[name].show(threshold.value, padded=True)


def explained(column: Column, outcome: Outcome) -> Sentence | None:
    """Return the sentence behind a cell, or None where there is none."""
    if outcome.performance is None or column.key == "nearest":
        return words.nearest(outcome)
    if column.key == "speedup":
        return words.headline(outcome)
    if column.key.endswith("*"):
        return explanation(outcome, column.key.removesuffix("*"))
    return None


def order(column: Column, scenario: Scenario, outcome: Outcome | None) -> tuple[float, str]:
    """Return what a column is sorted by; NaN where there is nothing to sort by."""
    if column.key == NAME:
        return 0.0, scenario.name.casefold()
    if column.parameter:
        value = value_of(scenario, column.key)
    elif outcome is None:
        value = None
    elif column.key == "nearest":
        value = abs(math.log(outcome.nearest[1])) if outcome.nearest else None
    else:
        value = number(column, outcome)
    return (math.nan if value is None else value), ""


def differs(column: Column, scenario: Scenario, first: Scenario) -> bool:
    """Whether a parameter is another one than that of the file's first scenario."""
    return column.parameter and value_of(scenario, column.key) != value_of(first, column.key)
