"""Comparisons of designs under load, for several tests."""

from __future__ import annotations

from explorer.answers.load import designs, simulation, words
from explorer.answers.load.designs import DesignComparison, DesignFigures, DesignKind
from explorer.answers.outcome import Outcome
from explorer.scenario import file
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import resource
from explorer.scenario.scenario import Scenario


def compare(scenario: Scenario, dispatch: str = "shared", **numbers: float) -> DesignComparison:
    """Compare the designs of a scenario with some numbers changed."""
    for name, value in numbers.items():
        scenario = change(scenario, name, value)
    return designs.compare(Outcome(replace_at(scenario, ("load", "dispatch"), dispatch)))


def figures_of(comparison: DesignComparison, kind: DesignKind) -> DesignFigures:
    figures = comparison.of(kind)
    assert figures is not None
    return figures


def texts(comparison: DesignComparison, runs: simulation.SimulatedRuns | None = None) -> list[str]:
    """Return the verdict and the sentences after it."""
    return [str(words.verdict(comparison, runs or {})), *map(str, words.details(comparison))]


def large_models() -> tuple[Scenario, ...]:
    """Return the shipped scenarios of a model that does not fit on one device."""
    return file.read(resource("scenarios", "tensor-or-pipeline.json"))


def run_at_own_rate(comparison: DesignComparison) -> simulation.SimulatedRuns:
    """Simulate the scenario's arrival rate alone."""
    requests = simulation.requests_for(comparison)
    return simulation.run_all([request for request in requests if request.rate == comparison.load.arrival_per_s])


def run_all(comparison: DesignComparison) -> simulation.SimulatedRuns:
    """Simulate all that a comparison asks for."""
    return simulation.run_all(simulation.requests_for(comparison))
