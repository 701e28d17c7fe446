"""What ships with the program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from explorer.scenario import file
from explorer.scenario.scenario import Scenario

_PACKAGE = Path(__file__).resolve().parent.parent


def resource(*parts: str) -> Path:
    """Return the path of a shipped file: in the package when it is installed, at the project's top in a checkout."""
    inside = _PACKAGE / "resources"
    return (inside if inside.is_dir() else _PACKAGE.parent / "resources").joinpath(*parts)


BUILT_IN = ("scenarios", "two-devices.json")


@cache
def built_in() -> tuple[Scenario, ...]:
    """Return the six cases of the article on two devices."""
    return file.read(resource(*BUILT_IN))
