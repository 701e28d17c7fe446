"""What the tests of files share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from explorer.scenario.edit import ScenarioError
from explorer.scenario.file import dumps, loads
from tests.scenario.build import content, plain, refusal_of, scenarios

SAMPLES = Path(__file__).parent / "samples"
PLAIN = dumps((plain(),))

FILES = st.lists(scenarios(), min_size=1, max_size=3, unique_by=lambda made: made.name).map(tuple)


def whole(**changes: Any) -> dict[str, Any]:
    return {"format": "pareggio-scenarios", "version": 3, "scenarios": [content()]} | changes


def refused(data: str | bytes | dict[str, Any]) -> ScenarioError:
    if isinstance(data, dict):
        data = json.dumps(data)
    raw = data.encode() if isinstance(data, str) else data
    return refusal_of(lambda: loads(raw))


def with_text(old: str, new: str) -> str:
    """The plain file with one piece of its text replaced."""
    assert PLAIN.count(old) == 1
    return PLAIN.replace(old, new)


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())
