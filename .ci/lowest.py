"""Print the lowest allowed version of each dependency for the Python that runs this, as constraints for pip."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
for requirement in map(Requirement, [*project["dependencies"], *project["optional-dependencies"]["test"]]):
    if requirement.marker is None or requirement.marker.evaluate():
        (lowest,) = (bound.version for bound in requirement.specifier if bound.operator == ">=")
        print(f"{requirement.name}=={lowest}")  # noqa: T201
