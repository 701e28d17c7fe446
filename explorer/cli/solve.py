"""What ``pareggio solve`` prints of a scenario."""

from __future__ import annotations

import math
from typing import Any

from explorer.answers.break_even import words
from explorer.answers.break_even.explanations import explanation
from explorer.answers.load import designs
from explorer.answers.load.designs import DesignKind
from explorer.answers.matrices.result import matrix_split
from explorer.answers.outcome import Outcome
from explorer.answers.parallelism import divisions
from explorer.answers.pipeline import schedules
from explorer.answers.pipeline import words as pipeline_words
from explorer.model.rounding import Array, Precision
from explorer.model.thresholds import State, Threshold
from explorer.scenario.edit import parameter_of
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.quantity import TIME, format_quantity
from explorer.scenario.scenario import Scenario

_PERFORMANCE = (
    "one_device_s", "split_s", "speedup", "parallel_efficiency", "communication_s", "overlap_bound_s", "verdict",
)  # fmt: skip
_PER_DEVICES = ("split_s", "speedup", "communication_s")
_DIVISION = (
    "tensor", "pipeline", "replicas", "latency_s", "throughput_per_s", "communication_s", "bubble_of_makespan",
    "memory_bytes", "fits",
)  # fmt: skip
DIGITS = 7
"""Significant digits in plain text: the six decimals of the article and one."""


def _key(name: str) -> str:
    """Return the key of a parameter in JSON: that of the scenario file."""
    return PARAMETERS[name].path[-1]


class Solved:
    """The answers to one scenario, as text and as JSON."""

    def __init__(self, scenario: Scenario) -> None:
        self.name = scenario.name
        self.outcome = Outcome(scenario)

    @property
    def warnings(self) -> list[str]:
        """Warnings, and the reasons where the split or the scenario's schedule has no answer; one sentence each."""
        run = self.outcome.of(schedules.run)
        no_schedule = pipeline_words.title(run) if run.makespan is None else None
        sentences = [*self.outcome.warnings, self.outcome.missing, no_schedule]
        return [str(warning) for warning in sentences if warning is not None]

    def as_text(self) -> list[str]:
        """``name: one_ms two_ms speedup``, as the article's fragment rounds them, and the thresholds indented."""
        performance = self.outcome.performance
        if performance is None:
            return [f"{self.name}: no result"]
        numbers = (performance.one_device_s * 1e3, performance.split_s * 1e3, performance.speedup)
        lines = [f"{self.name}: " + " ".join(str(round(number, 6)) for number in numbers)]
        lines += [f"    {self._threshold_line(name, threshold)}" for name, threshold in self.outcome.thresholds.items()]
        bound = format_quantity(performance.overlap_bound_s, TIME, DIGITS)
        communication = format_quantity(performance.communication_s, TIME, DIGITS)
        efficiency = round(performance.parallel_efficiency, 6)
        lines.append(f"    communication {communication}, ideal bound {bound}, parallel efficiency {efficiency}")
        return [*lines, f"    {words.headline(self.outcome)}; {words.nearest(self.outcome)}", self._matrix_line()]

    def _matrix_line(self) -> str:
        """Write the undivided output of the small matrices, each device's contribution, and their sum."""
        split = self.outcome.of(matrix_split, Precision.FLOAT64)
        parts = "; ".join(_rows_text(device.partial) for device in split.columns.devices)
        whole, total = _rows_text(split.whole.output), _rows_text(split.columns.output)
        return f"    matrix: {whole}; contributions {parts}; sum {total}"

    def _threshold_line(self, name: str, threshold: Threshold) -> str:
        if threshold.state is State.FINITE:
            now = parameter_of(self.outcome.scenario, name).show(self.outcome.now(name), DIGITS)
            largest = self.outcome.largest_messages if name == "messages" else None
            most = "" if largest is None else f", at most {largest}"
            return f"{words.condition(self.outcome, name, threshold, DIGITS, padded=False)}{most} (now {now})"
        return f"{parameter_of(self.outcome.scenario, name).symbol}: {explanation(self.outcome, name)}"

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain values, times in seconds."""
        performance, scenario = self.outcome.performance, self.outcome.scenario
        near = self.outcome.nearest
        return {
            "name": self.name,
            "devices": scenario.devices,
            "target_speedup": scenario.target_speedup,
            **{key: performance and getattr(performance, key) for key in _PERFORMANCE},
            "thresholds": {
                _key(name): self._threshold(name, threshold) for name, threshold in self.outcome.thresholds.items()
            },
            "nearest": near and {"parameter": _key(near[0]), "factor": _finite(near[1])},
            "matrix": self._matrix(),
            "link": self._link(),
            "regions": self._regions(),
            "per_devices": self._per_devices(),
            "plan": self._plan(),
            "pipeline": self._pipeline(),
            "load": self._load(),
            "warnings": self.warnings,
        }

    def _link(self) -> dict[str, Any]:
        """Say what kind of link it is, what one message takes on it, and where that comes from."""
        scenario, link = self.outcome.scenario, self.outcome.link
        size, devices = scenario.communication.message_bytes, scenario.devices
        kind = scenario.communication.link.kind
        if not link.has(devices):
            return {"kind": kind, "message_s": None, "startup_s": None, "bandwidth_bytes_per_s": None, "source": None}
        line = link.line(size, devices)
        return {
            "kind": kind,
            "message_s": float(link.seconds(size, devices)),
            "startup_s": line.startup,
            "bandwidth_bytes_per_s": _finite(line.bandwidth),
            "source": str(link.origin(size, devices)),
        }

    def _regions(self) -> dict[str, list[list[float | None]]]:
        """Return the open intervals in which the target is met; None as an end is infinity."""
        divisible = self.outcome.region("divisible")
        regions = {"divisible_s": [divisible] if divisible else [], "message_bytes": self.outcome.size_regions}
        return {key: [[low, _finite(high)] for low, high in intervals] for key, intervals in regions.items()}

    def _per_devices(self) -> list[dict[str, Any]]:
        """Return the results with the numbers of devices that the link has figures for."""
        outcome, size = self.outcome, self.outcome.scenario.communication.message_bytes
        entries = []
        for count in outcome.link.usual_devices(outcome.scenario.devices):
            performance = outcome.at("devices", count)
            if performance is not None:
                figures = {key: getattr(performance, key) for key in _PER_DEVICES}
                entries.append({"devices": count, **figures, "source": str(outcome.link.origin(size, count))})
        return entries

    def _plan(self) -> list[dict[str, Any]]:
        """Return every division of the devices that has figures; an infinite throughput, of no work at all, is None."""
        return [
            {key: getattr(row, key) for key in _DIVISION} | {"throughput_per_s": _finite(row.throughput_per_s)}
            for row in self.outcome.of(divisions.plan).rows
        ]

    def _load(self) -> dict[str, Any]:
        """Return the mean times at the scenario's arrival rate; None where a design is saturated or has no figures.

        The crossover is the rate above which replicas are faster than the split; None where there is no such change, or
        where one of the two does not fit in memory.
        """
        comparison = self.outcome.of(designs.compare)
        replicas = comparison.of(DesignKind.REPLICAS)
        means = {f"{kind}_mean_s": None for kind in DesignKind} | {
            f"{figures.kind}_mean_s": _finite(figures.mean_s) for figures in comparison.figures
        }
        return {
            "dispatch": comparison.load.dispatch,
            "crossover_per_s": None if replicas is None else _finite(replicas.crossover_per_s),
            **means,
        }

    def _pipeline(self) -> dict[str, Any]:
        """Return what the scenario's schedule takes; None where it has no figures, or an infinite one."""
        run = self.outcome.of(schedules.run)
        return {
            "schedule": str(run.schedule),
            "makespan_s": _finite(run.makespan),
            "idle_of_makespan": _finite(run.idle_of_makespan),
            "idle_of_ideal": _finite(run.idle_of_ideal),
            "period_s": _finite(run.period),
        }

    def _matrix(self) -> dict[str, Any]:
        split = self.outcome.of(matrix_split, Precision.FLOAT64)
        return {
            "full": split.whole.output.tolist(),
            "contributions": [device.partial.tolist() for device in split.columns.devices],
            "sum": split.columns.output.tolist(),
            "max_difference": split.difference(failing=False),
        }

    def _threshold(self, name: str, threshold: Threshold) -> dict[str, Any]:
        value, state = _finite(threshold.value), threshold.state
        reason = None if state is State.FINITE else str(explanation(self.outcome, name))
        if name == "message_bytes":
            factor = self.outcome.scenario.communication.link.path_factor
            if factor == 0:
                value, state = None, State.NO_EFFECT
                reason = "The tensor's size has no effect: with a path factor of 0 it does not cross the path."
            elif value is not None:
                value /= factor
        entry = {"state": str(state), "value": value, "reason": reason}
        return entry | {"largest": self.outcome.largest_messages} if name == "messages" else entry


def _finite(value: float | None) -> float | None:
    """Return a number, or None where JSON has none: infinite, NaN, or no figure at all."""
    return None if value is None or not math.isfinite(value) else float(value)


def _rows_text(rows: Array) -> str:
    """Write a table of numbers: a single row bare, integers without ".0"."""
    lines = [[int(value) if value.is_integer() else value for value in row] for row in rows.tolist()]
    return str(lines[0] if len(lines) == 1 else lines)
