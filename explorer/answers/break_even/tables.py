"""The curves of a plot as CSV: units in the header, all digits, decimal points and commas whatever the locale."""

from __future__ import annotations

from explorer.answers.csv import as_csv
from explorer.answers.outcome import Outcome
from explorer.scenario.edit import parameter_of
from explorer.scenario.quantity import BANDWIDTH, COUNT, RATE, RATIO, SHARE, SIZE, TIME

SI = {TIME: "s", SIZE: "bytes", BANDWIDTH: "bytes/s", SHARE: "1", RATIO: "1", RATE: "1/s", COUNT: "1"}
"""The SI unit of each dimension."""


def csv_of(outcome: Outcome, name: str, low: float, high: float, logarithmic: bool) -> str:
    """Return the curves of a plot, one row per point; each number reads back as the same float."""
    parameter = parameter_of(outcome.scenario, name)
    head = [
        f"{name} {parameter.symbol} ({SI[parameter.dimension]})",
        "one device T1 (s)",
        "split over N T_N (s)" if name == "devices" else f"split over {outcome.scenario.devices} T_N (s)",
        "ideal bound (s)",
        "speed-up T1/T_N (1)",
        "speed-up at the bound (1)",
    ]
    curves = outcome.curves(name, low, high, logarithmic)
    if curves is None:
        return as_csv(head, [])
    columns = (curves.value, curves.one_device_s, curves.split_s, curves.bound_s, curves.speedup, curves.bound_speedup)
    return as_csv(head, ([float(value) for value in row] for row in zip(*columns, strict=True)))
