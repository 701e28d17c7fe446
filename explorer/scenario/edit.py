"""Reading and changing one number of a scenario; what is not on the way to it is shared with the old one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from explorer.scenario.parameter import brief
from explorer.scenario.scenario import EfficiencyAt, LinkAt, Scenario
from explorer.scenario.sentence import Sentence, sentence

Path = tuple[str | int, ...]

_PATHS: dict[str, Path] = {
    "serial": ("work", "serial_s"),
    "extra_serial": ("work", "extra_serial_s"),
    "divisible": ("work", "divisible_s"),
    "messages": ("communication", "messages"),
    "message_bytes": ("communication", "message_bytes"),
    "devices": ("devices",),
    "overlap": ("overlap",),
    "target": ("target_speedup",),
}
_LINK: Path = ("communication", "link")


class ScenarioError(ValueError):
    """A value or a file that is not accepted: the place in it and one sentence."""

    def __init__(self, place: str, told: Sentence) -> None:
        super().__init__(f"{place}: {told}" if place else str(told))
        self.place = place
        self.told = told


def dotted(path: Path) -> str:
    """Write a path as text: ``work.efficiency[0].value``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def explain(error: ValidationError) -> ScenarioError:
    """Turn pydantic's first error into place and sentence."""
    first = error.errors(include_url=False)[0]
    tags = {"number", "list"}  # how pydantic names the branches of efficiency
    place = dotted(tuple(step for step in first["loc"] if step not in tags))
    kind, context = first["type"], first.get("ctx", {})
    if kind == "refused":
        return ScenarioError(place, context["told"])
    if kind == "missing":
        return ScenarioError(place, sentence("this key is missing"))
    if kind == "extra_forbidden":
        return ScenarioError(place, sentence("this key is not known in this version of the format"))
    told = sentence("{value} is not accepted: {reason}", value=brief(first["input"]), reason=first["msg"])
    return ScenarioError(place, told)


def _replaced(part: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(head, int):
        return (*part[:head], _replaced(part[head], rest, value), *part[head + 1 :])
    new = dict(part) if isinstance(part, BaseModel | dict) else {}
    new[head] = _replaced(new.get(head), rest, value)
    return type(part).model_validate(new) if isinstance(part, BaseModel) else new


def replace_at(scenario: Scenario, path: Path, value: Any) -> Scenario:
    """Return the scenario with one value replaced and everything on the way validated.

    Raises
    ------
    ScenarioError
        With the path; the scenario given is untouched in any case.
    """
    try:
        changed = _replaced(scenario, path, value)
    except ValidationError as error:
        raise ScenarioError(dotted(path), explain(error).told) from None
    return _marked(scenario, changed, path)


def covering(scenario: Scenario, path: Path) -> str | None:
    """Return the key of ``sources`` that speaks of a path: the longest one that leads to it."""
    for length in range(len(path), 0, -1):
        key = dotted(path[:length])
        if key in scenario.sources:
            return key
    return None


def is_edited(scenario: Scenario, path: Path) -> bool:
    """Whether the value at a path was changed by hand since its source was noted."""
    key = covering(scenario, path)
    return key is not None and dotted(path) in scenario.sources[key].edited


def _marked(old: Scenario, new: Scenario, path: Path) -> Scenario:
    key = covering(old, path)
    if key is None or path[0] == "sources" or is_edited(old, path):
        return new
    source = old.sources[key]
    edited = (*source.edited, dotted(path))
    marked = type(source).model_validate({**dict(source), "edited": edited})
    return Scenario.model_validate({**dict(new), "sources": {**old.sources, key: marked}})


def path_of(scenario: Scenario, name: str) -> Path:
    """Return where a parameter stands in this scenario: its list entry for the scenario's N where there is one."""
    if name == "efficiency":
        listed = scenario.work.efficiency
        if isinstance(listed, tuple):
            index = _index_at(listed, scenario.devices)
            return ("work", "efficiency") if index is None else ("work", "efficiency", index, "value")
        return ("work", "efficiency")
    if name in ("startup", "bandwidth"):
        key = {"startup": "startup_s", "bandwidth": "bandwidth_bytes_per_s"}[name]
        index = _index_at(scenario.communication.link.by_devices, scenario.devices)
        return (*_LINK, key) if index is None else (*_LINK, "by_devices", index, key)
    return _PATHS[name]


def _index_at(entries: Sequence[EfficiencyAt | LinkAt], devices: int) -> int | None:
    return next((index for index, entry in enumerate(entries) if entry.devices == devices), None)


def value_of(scenario: Scenario, name: str) -> float | None:
    """Return a parameter's value in SI, or None where the scenario's N has none. V is the tensor times phi."""
    value = _stored(scenario, path_of(scenario, name))
    if isinstance(value, tuple):
        return None
    number: float = value
    return scenario.communication.link.path_factor * number if name == "message_bytes" else number


def change(scenario: Scenario, name: str, value: float) -> Scenario:
    """Return the scenario with one parameter changed.

    V is stored as the tensor's n = V/phi. An efficiency for an N that a list does not hold yet is added to the list.
    """
    path = path_of(scenario, name)
    stored: Any = value
    if name in ("messages", "devices") and float(value).is_integer():
        stored = int(value)
    if name == "message_bytes":
        factor = scenario.communication.link.path_factor
        stored = value / factor if factor else value
    if name == "efficiency" and isinstance(scenario.work.efficiency, tuple) and path == ("work", "efficiency"):
        entry = {"devices": scenario.devices, "value": value}
        stored = (*scenario.work.efficiency, entry)
    return replace_at(scenario, path, stored)


def restored(scenario: Scenario, original: Scenario, name: str) -> Scenario:
    """Return the scenario with a parameter as it is in the original, the mark of its edit included."""
    path = path_of(scenario, name)
    value = value_of(original, name)
    if value is None or path != path_of(original, name):
        return scenario
    changed = replace_at(scenario, path, _stored(original, path))
    key = covering(changed, path)
    if key is None or key not in original.sources or is_edited(original, path):
        return changed
    source = changed.sources[key]
    kept = tuple(text for text in source.edited if text != dotted(path))
    unmarked = type(source).model_validate({**dict(source), "edited": kept})
    return Scenario.model_validate({**dict(changed), "sources": {**changed.sources, key: unmarked}})


def _stored(scenario: Scenario, path: Path) -> Any:
    value: Any = scenario
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value
