"""Reading and changing one number of a scenario; what is not on the way to it is shared with the old one."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from explorer.scenario.link import Link
from explorer.scenario.parameter import Parameter, brief
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.part import Part
from explorer.scenario.scenario import Scenario, Source
from explorer.scenario.section_parameters import SECTION_PARAMETERS
from explorer.scenario.sentence import Sentence, one_line, sentence

Path = tuple[str | int, ...]
_Part = TypeVar("_Part", bound=Part)

ALL_PARAMETERS = PARAMETERS | SECTION_PARAMETERS
"""Every number that a person turns, by name."""


def in_sections(*sections: str) -> list[str]:
    """Return the names of the numbers in parts of a scenario, such as ``work`` or ``memory``, as they are declared."""
    return [name for name, parameter in ALL_PARAMETERS.items() if parameter.path[0] in sections]


_LINK: Path = ("communication", "link")
_EFFICIENCY: Path = ("work", "efficiency")


class ScenarioError(ValueError):
    """A value or a file that is not accepted: the place in it and one sentence."""

    def __init__(self, place: str, message: Sentence) -> None:
        self.place = one_line(place, 120)
        super().__init__(f"{self.place}: {message}" if place else str(message))
        self.message = message


def dotted(path: Path) -> str:
    """Write a path as text: ``work.efficiency[0].value``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


_NO_OBJECT = sentence("{value} is not an object with keys")
_NO_CHOICE = sentence("{value} is not accepted; accepted is {expected}")
_TOO_LONG = sentence("too long; at most {max_length} are accepted")
_FAULTS: dict[str, Sentence] = {
    "missing": sentence("this key is missing"),
    "union_tag_not_found": sentence("this key is missing"),
    "extra_forbidden": sentence("this key is not known in this version of the format"),
    "tuple_type": sentence("{value} is not a list"),
    "dict_type": _NO_OBJECT,
    "model_type": _NO_OBJECT,
    "model_attributes_type": _NO_OBJECT,
    "string_type": sentence("{value} is not a text"),
    "int_type": sentence("{value} is not a whole number"),
    "literal_error": _NO_CHOICE,
    "union_tag_invalid": _NO_CHOICE,
    "too_long": _TOO_LONG,
    "string_too_long": _TOO_LONG,
}
"""Our words for pydantic's own faults, by its name of the kind."""


def _fault(kind: str, value: str, context: dict[str, Any], message: str) -> Sentence:
    """Put one of pydantic's own faults into our words."""
    template = _FAULTS.get(kind, sentence("{value} is not accepted: {reason}")).template
    expected = context.get("expected", context.get("expected_tags", ""))
    values = {"value": value, "expected": expected, "max_length": str(context.get("max_length")), "reason": message}
    return Sentence(template, tuple(values.items()))


_BRANCHES: dict[Any, tuple[str, ...]] = {
    "efficiency": ("number", "list"),
    "link": ("constant", "algorithm", "measured"),
}
"""Names that pydantic gives the branches of a union, after the key that has them: they stand in no file."""


def explain(error: ValidationError) -> ScenarioError:
    """Turn pydantic's first error into place and sentence."""
    first = error.errors(include_url=False)[0]
    steps = first["loc"]
    path = tuple(
        step for index, step in enumerate(steps) if not (index and step in _BRANCHES.get(steps[index - 1], ()))
    )
    kind, context, value = first["type"], first.get("ctx", {}), first["input"]
    if kind == "refused":
        return ScenarioError(dotted(path), context["message"])
    if kind.startswith("union_tag_") and "'kind'" in str(context.get("discriminator")):
        path, value = (*path, "kind"), value.get("kind")
    return ScenarioError(dotted(path), _fault(kind, brief(value), context, first["msg"]))


def revised(part: _Part, **values: Any) -> _Part:
    """Return a part with other values at some keys, or raise :class:`ScenarioError` where they are not accepted."""
    try:
        return part.with_values(**values)
    except ValidationError as error:
        raise explain(error) from None


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
        raise ScenarioError(dotted(path), explain(error).message) from None
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


def is_link_edited(scenario: Scenario) -> bool:
    """Whether a figure of the link, or the link, was changed by hand since its source was noted."""
    key, link = covering(scenario, _LINK), dotted(_LINK)
    return key is not None and any(path.startswith(link) for path in scenario.sources[key].edited)


def _marked(old: Scenario, new: Scenario, path: Path) -> Scenario:
    key = covering(old, path)
    if key is None or path[0] == "sources" or is_edited(old, path):
        return new
    return _with_marks(new, key, (*old.sources[key].edited, dotted(path)))


def _with_marks(scenario: Scenario, key: str, edited: tuple[str, ...]) -> Scenario:
    """Return the scenario with other paths marked as edited in one of its sources."""
    source = scenario.sources[key].with_values(edited=edited)
    return scenario.with_values(sources={**scenario.sources, key: source})


def path_of(scenario: Scenario, name: str, devices: int | None = None) -> Path:
    """Return where a parameter stands: its list entry for N devices (None: the scenario's) where there is one."""
    count = scenario.devices if devices is None else devices
    if name == "efficiency":
        listed = scenario.work.efficiency if isinstance(scenario.work.efficiency, tuple) else ()
        at = ((*_EFFICIENCY, index, "value") for index, entry in enumerate(listed) if entry.devices == count)
        return next(at, _EFFICIENCY)
    if name in ("startup", "bandwidth"):
        return (*_LINK, *scenario.communication.link.path_of(name, count))
    return ALL_PARAMETERS[name].path


def value_of(scenario: Scenario, name: str, devices: int | None = None) -> float | None:
    """Return a parameter's value in SI, or None where N devices, or the kind of link, have none.

    A constant link's V is the tensor times phi; other links have the tensor itself. Stages, devices of a node and the
    bytes of a hop that are null follow N and the tensor.
    """
    value = _stored(scenario, path_of(scenario, name, devices))
    if name == "stages" and scenario.pipeline.stage_times_s:
        return len(scenario.pipeline.stage_times_s)
    if value is None and ALL_PARAMETERS[name].follows:
        value = _stored(scenario, ALL_PARAMETERS[name].follows)
    if not isinstance(value, int | float):
        return None
    return scenario.communication.link.path_factor * value if name == "message_bytes" else value


def parameter_of(scenario: Scenario, name: str) -> Parameter:
    """Return what a parameter means with the scenario's kind of link."""
    return scenario.communication.link.meanings.get(name, ALL_PARAMETERS[name])


def change(scenario: Scenario, name: str, value: float) -> Scenario:
    """Return the scenario with one parameter changed.

    V is stored as the tensor's n = V/phi. An efficiency for an N that a list does not hold yet is added to the list.
    """
    path = path_of(scenario, name)
    stored: Any = value
    if name == "stages" and scenario.pipeline.stage_times_s:
        raise ScenarioError(dotted(path), sentence("the file lists stage times, which fix the number of stages"))
    if ALL_PARAMETERS[name].dimension.whole and float(value).is_integer():
        stored = int(value)
    link = scenario.communication.link
    if name in ("startup", "bandwidth") and not link.has_figures:
        raise ScenarioError(
            dotted(path), sentence("a measured link takes its times from its curves; choose another link")
        )
    if name == "message_bytes":
        if not link.path_factor:
            raise ScenarioError(dotted(path), sentence("V = φ·n stays 0 while the path factor φ is 0"))
        stored = value / link.path_factor
    if name == "efficiency" and isinstance(scenario.work.efficiency, tuple) and path == _EFFICIENCY:
        entry = {"devices": scenario.devices, "value": value}
        stored = (*scenario.work.efficiency, entry)
    return replace_at(scenario, path, stored)


def with_link(scenario: Scenario, link: Link, devices: int, source: Source) -> Scenario:
    """Return the scenario with another link on N devices, the old link's sources and marks of edits replaced."""
    changed = _with_link_at(scenario, _LINK, link, source)
    return changed if devices == scenario.devices else replace_at(changed, ("devices",), devices)


def with_network(scenario: Scenario, link: Link | None, source: Source | None) -> Scenario:
    """Return the scenario with another link between nodes, None for its own link, and that link's source."""
    return _with_link_at(scenario, ("pipeline", "link"), link, source)


def _with_link_at(scenario: Scenario, path: Path, link: Link | None, source: Source | None) -> Scenario:
    changed, key = replace_at(scenario, path, link), dotted(path)
    others = {name: noted for name, noted in changed.sources.items() if not name.startswith(key)}
    if source is not None:
        others = {name: _without_marks(noted, key) for name, noted in others.items()} | {key: source}
    return changed.with_values(sources=others)


def _without_marks(source: Source, key: str) -> Source:
    """Return a source without marks of edits below a key."""
    edited = tuple(path for path in source.edited if not path.startswith(key))
    return source if edited == source.edited else source.with_values(edited=edited)


def restored(scenario: Scenario, original: Scenario, name: str) -> Scenario:
    """Return the scenario with a parameter as it is in the original for this N, the mark of its edit included."""
    path, before = path_of(scenario, name), path_of(original, name, scenario.devices)
    if path == before:
        return _unmarked(replace_at(scenario, path, _stored(original, path)), original, path)
    listed = scenario.work.efficiency
    if name == "efficiency" and before == _EFFICIENCY and isinstance(listed, tuple) and len(listed) > 1:
        kept = tuple(entry for entry in listed if entry.devices != scenario.devices)
        shorter = replace_at(scenario, _EFFICIENCY, kept)
        return _unmarked(_unmarked(shorter, original, path), original, _EFFICIENCY)
    return scenario


def _unmarked(scenario: Scenario, original: Scenario, path: Path) -> Scenario:
    """Take the mark of a path's edit away, unless the original has it."""
    key = covering(scenario, path)
    if key is None or not is_edited(scenario, path) or is_edited(original, path):
        return scenario
    return _with_marks(scenario, key, tuple(text for text in scenario.sources[key].edited if text != dotted(path)))


def _stored(scenario: Scenario, path: Path) -> Any:
    value: Any = scenario
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value
