"""What ships with the program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from explorer.scenario import file
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence

_PACKAGE = Path(__file__).resolve().parent.parent


def resource(*parts: str) -> Path:
    """Return the path of a shipped file: in the package when it is installed, at the project's top in a checkout."""
    inside = _PACKAGE / "resources"
    return (inside if inside.is_dir() else _PACKAGE.parent / "resources").joinpath(*parts)


BUILT_IN = ("scenarios", "two-devices.json")


_SHIPPED = (
    (sentence("The article's six cases on two devices"), BUILT_IN),
    (sentence("H100 over NVLink, measured: one layer's MLP"), ("scenarios", "h100-nvlink-mlp.json")),
    (sentence("L40S over PCIe, measured: one layer's MLP"), ("scenarios", "l40s-pcie-mlp.json")),
    (sentence("Tensor or pipeline: many such layers on H100 and L40S"), ("scenarios", "tensor-or-pipeline.json")),
)


def shipped() -> tuple[tuple[Sentence, Path], ...]:
    """Return title and path of each file of scenarios that ships, in the order of a list; none is read here."""
    return tuple((title, resource(*parts)) for title, parts in _SHIPPED)


@cache
def built_in() -> tuple[Scenario, ...]:
    """Return the six cases of the article on two devices."""
    return file.read(resource(*BUILT_IN))
