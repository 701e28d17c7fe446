"""Random scenarios, seeded, and what they are in exact rationals."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from explorer.scenario.scenario import Scenario
from tests.model.reference import Exact

_ROUND: dict[str, tuple[Any, ...]] = {
    "serial_s": ("0 s", "0.8 ms", "1 ms", "24 ms", "100 ms", "10 s"),
    "divisible_s": ("0 s", "1 ms", "0.24 ms", "2 ms", "12 ms", "12 ms", "12 ms", "24 ms", "3 s"),
    "efficiency": (0.8, 0.8, 0.9, 1, 1.1, 1.3, 0.51, 0.5, 0.3),
    "extra_serial_s": ("0 s", "0 s", "0 s", "0.5 ms", "4.4 ms", "13 ms"),
    "messages": (0, 1, 4, 4, 4, 32),
    "message_bytes": ("0 B", "1 kB", "2 MB", "2 MB", "30 MB"),
    "startup_s": ("0 s", "1 µs", "30 µs", "30 µs", "1.2 ms"),
    "bandwidth_bytes_per_s": ("inf", "1 GB/s", "10 GB/s", "10 GB/s", "50 GB/s"),
    "path_factor": (1, 1, 1.5, 0.25),
    "devices": (2, 2, 2, 3, 4, 8, 64),
    "overlap": (0, 0, 0.25, 0.5, 0.9, 1),
    "target_speedup": (1, 1, 1, 1.2, 1.5, 3),
}


def _decimal(rng: random.Random, low: int, high: int) -> float:
    return float(f"{rng.randint(1, 9999)}e{rng.randint(low, high) - 4}")


def _drawn(rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.6:
        return {name: rng.choice(values) for name, values in _ROUND.items()}
    return {
        "serial_s": rng.choice([0, _decimal(rng, -4, 1)]),
        "divisible_s": _decimal(rng, -4, 1),
        "efficiency": rng.randint(300, 1250) / 1000,
        "extra_serial_s": rng.choice([0, 0, _decimal(rng, -5, 0)]),
        "messages": rng.randint(0, 100),
        "message_bytes": rng.choice([0, _decimal(rng, 3, 9)]),
        "startup_s": rng.choice([0, _decimal(rng, -6, -2)]),
        "bandwidth_bytes_per_s": rng.choice(["inf", _decimal(rng, 8, 12), _decimal(rng, 8, 12)]),
        "path_factor": rng.choice([1, _decimal(rng, 0, 1)]),
        "devices": rng.choice([2, 2, 3, 4, 8, 16, 65536]),
        "overlap": rng.choice([0, 1, rng.randint(1, 999) / 1000]),
        "target_speedup": rng.choice([1, 1, rng.randint(1001, 6000) / 1000]),
    }


def random_scenarios(seed: int, count: int) -> list[Scenario]:
    """Scenarios around the article's and far from it, validated as those of a file are."""
    rng = random.Random(seed)
    return [_scenario(f"random {index}", _drawn(rng)) for index in range(count)]


def _scenario(name: str, drawn: dict[str, Any]) -> Scenario:
    work = {key: drawn[key] for key in ("serial_s", "divisible_s", "efficiency", "extra_serial_s")}
    link = {key: drawn[key] for key in ("startup_s", "bandwidth_bytes_per_s", "path_factor")}
    return Scenario.model_validate(
        {
            "name": name,
            "target_speedup": drawn["target_speedup"],
            "work": work,
            "communication": {
                "messages": drawn["messages"],
                "message_bytes": drawn["message_bytes"],
                "link": {"kind": "constant", **link},
            },
            "devices": drawn["devices"],
            "overlap": drawn["overlap"],
        }
    )


def exact_of(scenario: Scenario) -> tuple[Exact, Fraction]:
    """What a scenario with one efficiency stores, and its target; V = φ n."""
    work, communication = scenario.work, scenario.communication
    link, efficiency = communication.link, scenario.work.efficiency
    assert isinstance(efficiency, float)
    infinite = link.bandwidth_bytes_per_s == float("inf")
    case = Exact(
        serial=Fraction(work.serial_s),
        divisible=Fraction(work.divisible_s),
        efficiency=Fraction(efficiency),
        messages=Fraction(communication.messages),
        startup=Fraction(link.startup_s),
        message_bytes=Fraction(communication.message_bytes) * Fraction(link.path_factor),
        bandwidth=None if infinite else Fraction(link.bandwidth_bytes_per_s),
        devices=Fraction(scenario.devices),
        overlap=Fraction(scenario.overlap),
        extra_serial=Fraction(work.extra_serial_s),
    )
    return case, Fraction(scenario.target_speedup)
