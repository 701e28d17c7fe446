"""The outcome of a scenario: every result that is shown, each computed once, when it is first needed.

The outcome imports no capability. A capability marks its functions of an outcome as answers, and the outcome keeps
their values: ``outcome.of(divisions.plan)``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import numpy as np

from explorer.answers import curves as sweep
from explorer.answers import device_axis, link_thresholds
from explorer.answers import warnings as caveats
from explorer.answers.curves import Curves
from explorer.answers.device_axis import DevicesMet
from explorer.answers.message_time import message_time
from explorer.answers.times import MessageTime, Origin
from explorer.model import balance, thresholds
from explorer.model.balance import Phase, Verdict
from explorer.model.thresholds import Reason, State, Threshold
from explorer.scenario.edit import covering, value_of
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence

_Arguments = ParamSpec("_Arguments")
_Value = TypeVar("_Value")


class Answer(Generic[_Arguments, _Value]):
    """A function of an outcome and possibly of further hashable arguments; each outcome keeps its values."""

    def __init__(self, compute: Callable[Concatenate[Outcome, _Arguments], _Value]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __call__(self, outcome: Outcome, *arguments: _Arguments.args, **named: _Arguments.kwargs) -> _Value:
        """Return what ``outcome.of`` returns, so that no call computes the value again."""
        return outcome.of(self, *arguments, **named)


def answer(compute: Callable[Concatenate[Outcome, _Arguments], _Value]) -> Answer[_Arguments, _Value]:
    """Mark a function of an outcome as an answer."""
    return Answer(compute)


@dataclass(frozen=True)
class Performance:
    """The times of a phase on one device and split over N (s), and their ratios."""

    one_device_s: float
    split_s: float
    speedup: float
    relative_gain: float
    parallel_efficiency: float
    compute_s: float
    communication_s: float
    hidden_s: float
    overlap_bound_s: float
    bound_speedup: float
    device_time_ratio: float
    verdict: Verdict
    meets_target: bool


def evaluate(phase: Phase, target: float) -> Performance:
    """Return the performance of a phase of numbers, for a target speed-up."""
    return Performance(
        one_device_s=float(balance.one_device_time(phase)),
        split_s=float(balance.split_time(phase)),
        speedup=float(balance.speedup(phase)),
        relative_gain=float(balance.relative_gain(phase)),
        parallel_efficiency=float(balance.parallel_efficiency(phase)),
        compute_s=float(balance.compute_time(phase)),
        communication_s=float(balance.communication_time(phase)),
        hidden_s=float(balance.hidden_time(phase)),
        overlap_bound_s=float(balance.overlap_bound(phase)),
        bound_speedup=float(balance.speedup(replace(phase, overlap=1.0))),
        device_time_ratio=float(balance.device_time_ratio(phase)),
        verdict=balance.verdict(phase),
        meets_target=bool(balance.meets(phase, target)),
    )


class Outcome:
    """All results of one scenario; ``performance`` and all that follows from it is None where its N has no values."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._values: dict[Hashable, Any] = {}

    def of(self, answer: Answer[_Arguments, _Value], *arguments: _Arguments.args, **named: _Arguments.kwargs) -> _Value:
        """Return the value of an answer, computed when it is first asked for and then kept."""
        key = (answer, arguments, tuple(named.items()))
        if key not in self._values:
            self._values[key] = answer.compute(self, *arguments, **named)
        value: _Value = self._values[key]
        return value

    @cached_property
    def phase(self) -> Phase | None:
        """The scenario as the model takes it, or None where its N has no efficiency or no time of a message."""
        scenario = self.scenario
        efficiency = value_of(scenario, "efficiency")
        if efficiency is None or not self.link.has(scenario.devices):
            return None
        line = self.link.line(scenario.communication.message_bytes, scenario.devices)
        phase = device_axis.phase_taking(scenario, scenario.devices, float(efficiency), line.startup)
        return replace(phase, message_bytes=line.path_bytes, bandwidth=line.bandwidth)

    @cached_property
    def link(self) -> MessageTime:
        """How long messages take."""
        return message_time(self.scenario.communication.link)

    @cached_property
    def link_status(self) -> str:
        """The status of the link's data as the scenario gives it, or an empty text."""
        path = covering(self.scenario, ("communication", "link"))
        return "" if path is None else self.scenario.sources[path].status

    @cached_property
    def is_extrapolated(self) -> bool:
        """Whether the scenario's message is outside the range of sizes that its link was measured at."""
        size, devices = self.scenario.communication.message_bytes, self.scenario.devices
        return self.link.has(devices) and self.link.origin(size, devices) is Origin.EXTRAPOLATED

    @cached_property
    def algorithm(self) -> str | None:
        """The id of the algorithm used for this message, or None where the link is not modelled."""
        algorithm = self.link.algorithm(self.scenario.communication.message_bytes, self.scenario.devices)
        return None if algorithm is None else str(algorithm)

    @cached_property
    def nodes(self) -> int:
        """The number of nodes that the all-reduce spans: 1, unless a modelled link has a network between nodes."""
        return self.link.nodes(self.scenario.devices)

    @cached_property
    def missing(self) -> Sentence | None:
        """Why there is no result, or None."""
        listed = self.scenario.work.efficiency
        if self.phase is not None:
            return None
        if not self.link.has(self.scenario.devices):
            return sentence(
                "the link has no figures for N = {devices} (only for N = {listed})",
                devices=str(self.scenario.devices),
                listed=", ".join(str(count) for count in self.link.usual_devices(self.scenario.devices)),
            )
        if not isinstance(listed, tuple):
            return None
        return sentence(
            "no efficiency is given for N = {devices} (given: N = {listed})",
            devices=str(self.scenario.devices),
            listed=", ".join(str(entry.devices) for entry in listed),
        )

    @cached_property
    def performance(self) -> Performance | None:
        """Times, speed-up and verdict."""
        return None if self.phase is None else evaluate(self.phase, self.scenario.target_speedup)

    @cached_property
    def thresholds(self) -> dict[str, Threshold]:
        """The threshold of each parameter for the scenario's target (SI); empty without a result."""
        if self.phase is None:
            return {}
        of_phase = thresholds.thresholds(self.phase, self.scenario.target_speedup)
        if self.scenario.communication.link.assumes_figures:
            return of_phase
        return of_phase | link_thresholds.of_link(self.scenario, self.phase, of_phase)

    def now(self, name: str) -> float:
        """Return the scenario's value of a parameter (SI); NaN where its link has no such parameter."""
        value = value_of(self.scenario, name)
        return math.nan if value is None else float(value)

    @cached_property
    def size_regions(self) -> tuple[tuple[float, float], ...]:
        """The open intervals of message sizes (bytes) in which the target is met."""
        if self.phase is None:
            return ()
        limit = link_thresholds.longest_message(self.phase, self.scenario.target_speedup)
        return link_thresholds.size_regions(self.link, self.scenario.devices, limit)

    @cached_property
    def nearest(self) -> tuple[str, float] | None:
        """The parameter whose threshold is nearest and the factor to it, or None."""
        if self.phase is None:
            return None
        reachable = {
            name: threshold
            for name, threshold in self.thresholds.items()
            if name == "messages" or PARAMETERS[name].accepts(threshold.value)
        }
        return thresholds.nearest({name: self.now(name) for name in reachable}, reachable)

    @cached_property
    def largest_messages(self) -> int | None:
        """The largest number of messages that meets the target, or None."""
        return None if self.phase is None else thresholds.largest_messages(self.phase, self.scenario.target_speedup)

    @cached_property
    def warnings(self) -> tuple[Sentence, ...]:
        """What a reader has to know before trusting the result."""
        return () if self.phase is None else tuple(caveats.warnings(self.scenario, self.phase))

    @cached_property
    def no_effect(self) -> dict[str, Sentence]:
        """The parameters that do not change the times now, each with the reason."""
        reasons = {} if self.phase is None else caveats.no_effect(self.phase)
        if not self.scenario.communication.link.has_figures:
            reasons |= dict.fromkeys(("startup", "bandwidth"), sentence("from the curve"))
        return reasons

    @cached_property
    def inactive_defaults(self) -> dict[str, Sentence]:
        """The numbers of the sections whose default switches something off, each with what it means."""
        return caveats.inactive_defaults(self.scenario)

    def threshold(self, name: str) -> Threshold | None:
        """Return the threshold of a parameter (SI); that of N is the smallest N that meets the target."""
        if name != "devices":
            return self.thresholds.get(name)
        first = None if self.devices_met is None else self.devices_met.first
        never = Threshold(State.NEVER, math.nan, Reason.NONE)
        return never if first is None else Threshold(State.FINITE, float(first), Reason.NONE)

    @cached_property
    def devices_met(self) -> DevicesMet | None:
        """The numbers of devices that meet the target, or None without a result."""
        return None if self.phase is None else device_axis.met(self.scenario, self.phase)

    def at(self, name: str, value: float) -> Performance | None:
        """Return the performance with one parameter at another value (SI), or None where N has no values for that."""
        if self.phase is None:
            return None
        if name == "devices":
            if value_of(self.scenario, "efficiency", int(value)) is None or not self.link.has(int(value)):
                return None
            phase = device_axis.phase_at(self.scenario, self.phase, np.array([int(value)]))
        else:
            swept = link_thresholds.swept(self.scenario, self.phase, name, np.array([value]))
            phase = replace(self.phase, **{name: value}) if swept is None else swept
        single = {field.name: float(np.ravel(getattr(phase, field.name))[0]) for field in fields(phase)}
        return evaluate(Phase(**single), self.scenario.target_speedup)

    def span(self, name: str, logarithmic: bool) -> tuple[float, float] | None:
        """Return the range of an axis (SI) that shows the parameter and its threshold, or None without a result."""
        if self.phase is None:
            return None
        threshold = self.threshold(name)
        if threshold is None:
            return None
        low, high = sweep.span(self.phase, name, threshold, logarithmic, self.now(name))
        listed = device_axis.listed(self.scenario) if name == "devices" else None
        return (low, 1.25 * max(2.0, *listed)) if listed else (low, high)

    def curves(self, name: str, low: float, high: float, logarithmic: bool) -> Curves | None:
        """Return the curves over a range of a parameter (SI), computed once, or None without a result."""
        return self.of(_swept, name, low, high, logarithmic)

    def top(self, name: str, low: float, high: float, logarithmic: bool, as_speedup: bool) -> float:
        """Return the upper end of the vertical axis over a range: a speed-up or seconds."""
        curves, now = self.curves(name, low, high, logarithmic), self.performance
        if curves is None or now is None:
            return 1.0
        return sweep.top(curves, now.one_device_s, now.split_s, as_speedup, self.scenario.target_speedup)

    def region(self, name: str) -> tuple[float, float] | None:
        """Return the range of a parameter (SI) in which the target is met, or None where nowhere."""
        threshold = self.threshold(name)
        if name == "devices" and self.devices_met is not None and self.devices_met.runs:
            now = self.scenario.devices  # the run with the scenario's N, otherwise the first run
            runs = self.devices_met.runs
            first, last = next((run for run in runs if run[0] <= now <= run[1]), runs[0])
            return float(first), last
        if threshold is None or threshold.state is State.NEVER:
            return None
        if threshold.state in (State.ALWAYS, State.NO_EFFECT):
            met = self.performance is not None and self.performance.meets_target
            return (0.0, math.inf) if met or threshold.state is State.ALWAYS else None
        if name == "message_bytes" and not self.scenario.communication.link.has_figures:
            # A measured time can fall with size, so that smaller messages need not meet the target.
            return next((run for run in self.size_regions if run[1] == threshold.value), (0.0, float(threshold.value)))
        above = thresholds.DIRECTIONS[name] is thresholds.Direction.ABOVE
        return (float(threshold.value), math.inf) if above else (0.0, float(threshold.value))


@answer
def _swept(outcome: Outcome, name: str, low: float, high: float, logarithmic: bool) -> Curves | None:
    phase = outcome.phase
    if phase is None:
        return None
    if name == "devices":
        at = device_axis.counts(outcome.scenario, low, high, logarithmic=logarithmic, points=sweep.POINTS)
        return sweep.along(device_axis.phase_at(outcome.scenario, phase, at), at.astype(float))
    marks = (outcome.now(name), float(outcome.thresholds[name].value))
    x = sweep.points(low, high, logarithmic, (*marks, *outcome.link.knots(outcome.scenario.devices)))
    link = link_thresholds.swept(outcome.scenario, phase, name, x)
    if link is not None:
        return sweep.along(link, x)
    return sweep.curves(phase, name, low, high, logarithmic=logarithmic, marks=marks)
