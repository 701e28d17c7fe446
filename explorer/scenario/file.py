"""Scenario files: text to scenarios and back, the format's version, its migrations and the atomic write.

Files are untrusted: sizes and depths are bounded and nothing in them is run. Every fault is reported with its place,
and nothing of an invalid file is kept.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import jiter  # reads JSON with the line and column of each fault and refuses NaN and doubled keys; json does neither
from pydantic import Field, ValidationError, model_validator

from explorer.scenario import storage
from explorer.scenario.edit import Path as Keys
from explorer.scenario.edit import ScenarioError, dotted, explain
from explorer.scenario.parameter import brief, refuse
from explorer.scenario.part import Part, first_repeated
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence

FORMAT = "pareggio-scenarios"
VERSION = 3
LARGEST_FILE = 16 * 2**20
DEEPEST = 64
MOST_SCENARIOS = 1000

Migration = Callable[[dict[str, Any]], dict[str, Any]]
MIGRATIONS: Mapping[int, Migration] = {1: dict, 2: dict}  # 2 adds kinds of links, 3 sections; neither takes anything
"""For each older version a pure function from its content to that of the next; a sample of each stands in the tests."""


class ScenarioFile(Part):
    """The whole content of a file."""

    format: Literal["pareggio-scenarios"] = "pareggio-scenarios"
    version: Literal[3] = 3
    scenarios: Annotated[
        tuple[Scenario, ...], Field(strict=False, fail_fast=True, min_length=1, max_length=MOST_SCENARIOS)
    ]

    @model_validator(mode="after")
    def _names_are_unique(self) -> Self:
        twice = first_repeated(scenario.name for scenario in self.scenarios)
        if twice is not None:
            raise refuse(sentence("two scenarios are named {name}; names are unique", name=brief(twice)))
        return self


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the current version, as it ships in ``resources/``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **ScenarioFile.model_json_schema(mode="validation"),
        "required": ["format", "version", "scenarios"],
    }


def migrated(
    content: dict[str, Any], steps: Mapping[int, Migration] = MIGRATIONS, current: int = VERSION
) -> dict[str, Any]:
    """Bring the content of an older version to the current one, step by step."""
    version = content.get("version")
    values = {"version": brief(version), "current": str(current)}
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ScenarioError("version", sentence("{version} is not accepted; accepted are 1 to {current}", **values))
    if version > current:
        message = sentence(
            "the file has version {version}, this Pareggio reads up to {current}; open it with a newer Pareggio",
            **values,
        )
        raise ScenarioError("version", message)
    while version < current:
        content = {**steps[version](content), "version": version + 1}
        version += 1
    return content


def _check_tree(root: Any) -> None:
    """Bound depth and lengths and refuse numbers beyond a float, before anything else looks at the content."""
    pending: list[tuple[Any, Keys]] = [(root, ())]
    while pending:
        node, path = pending.pop()
        fault = _fault_of(node, len(path) + 1)
        if fault is not None:
            raise ScenarioError(dotted(path), fault)
        if isinstance(node, dict):
            pending += [(value, (*path, key)) for key, value in node.items()]
        elif isinstance(node, list):
            pending += [(value, (*path, index)) for index, value in enumerate(node)]


def _fault_of(node: Any, depth: int) -> Sentence | None:
    if isinstance(node, float) and math.isinf(node):
        return sentence("a number beyond 1e308 is not accepted")
    if isinstance(node, dict | list) and depth > DEEPEST:
        return sentence("nested deeper than {most} levels", most=str(DEEPEST))
    if isinstance(node, dict | list) and len(node) > MOST_SCENARIOS:
        return sentence("{count} entries are too many; at most 1,000 are accepted", count=str(len(node)))
    return None


def parsed(data: bytes) -> Any:
    """Read JSON whose depth, lengths and numbers are bounded; a fault is a :class:`ScenarioError` with its place."""
    if not data.strip():
        raise ScenarioError(_line(1, 1), sentence("the file is empty"))
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise ScenarioError(_line(line, column), sentence("the file is not UTF-8 text")) from None
    try:
        content = jiter.from_json(data.removeprefix(b"\xef\xbb\xbf"), allow_inf_nan=False, catch_duplicate_keys=True)
    except ValueError as error:
        match = re.fullmatch(r"(.*) at line (\d+) column (\d+)", str(error), re.DOTALL)
        reason, place = (match[1], _place(data, int(match[2]), int(match[3]))) if match else (str(error), "")
        raise ScenarioError(place, sentence("not JSON that is accepted: {reason}", reason=reason)) from None
    _check_tree(content)
    return content


def _place(data: bytes, line: int, column: int) -> str:
    """Count the column in characters; the reader counts bytes."""
    text = data.split(b"\n")[line - 1]
    return _line(line, max(1, len(text[:column].decode("utf-8", "ignore"))))


def _line(line: int, column: int) -> str:
    return f"line {line}, column {column}"


def loads(data: bytes) -> tuple[Scenario, ...]:
    """Read the scenarios of a file's bytes.

    Raises
    ------
    ScenarioError
        With the key path, or the line and column, and one sentence.
    """
    content = parsed(data)
    if not isinstance(content, dict) or "format" not in content:
        raise ScenarioError("", sentence('not a scenario file: it does not say "format": "{format}"', format=FORMAT))
    if content["format"] != FORMAT:
        raise ScenarioError(
            "format",
            sentence("{value} is another format; accepted is {format}", value=brief(content["format"]), format=FORMAT),
        )
    content = migrated(content)
    if content.get("scenarios") == []:
        raise ScenarioError("scenarios", sentence("the file holds no scenarios; at least one is needed"))
    try:
        return ScenarioFile.model_validate(content).scenarios
    except ValidationError as error:
        raise explain(error) from None


def _plain(value: Any) -> Any:
    """Write whole floats as integers, which read back to the same float."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    return value


_ROW = re.compile(r"\[\n\s+([-+.\deE,\s]+?)\n\s+\]")
"""A row of numbers. A line break within quotes is written \\n, so that no text matches."""


def dumps(scenarios: tuple[Scenario, ...]) -> str:
    """Write scenarios as text: two spaces of indentation, stable keys, each row of a matrix on one line."""
    content = ScenarioFile(scenarios=scenarios).model_dump(mode="json")
    text = json.dumps(_plain(content), indent=2, ensure_ascii=False, allow_nan=False)
    return _ROW.sub(lambda row: "[" + " ".join(row[1].split()) + "]", text) + "\n"


def compact(scenarios: tuple[Scenario, ...]) -> str:
    """Write scenarios as :func:`loads` reads them, without line breaks: ten times as fast as :func:`dumps`."""
    return ScenarioFile(scenarios=scenarios).model_dump_json()


_READ_FAILURES: dict[type[Exception], Sentence] = {
    FileNotFoundError: sentence("there is no such file"),
    IsADirectoryError: sentence("this is a folder; choose a scenario file (*.json)"),
    PermissionError: sentence("there is no permission to read this file"),
}


def read(path: Path) -> tuple[Scenario, ...]:
    """Read a scenario file; every failure is a :class:`ScenarioError` that names the file or the place in it."""
    return loads(contents(path))


def contents(path: Path, largest: int = LARGEST_FILE) -> bytes:
    """Return the bytes of a file of at most ``largest`` bytes, or raise :class:`ScenarioError`."""
    try:
        data = storage.read_bytes(path, largest + 1)
    except storage.NoFileError:
        raise ScenarioError(str(path), sentence("this is not a file")) from None
    except (OSError, ValueError) as error:
        unknown = sentence("the file cannot be read: {reason}", reason=storage.reason(error))
        raise ScenarioError(str(path), _READ_FAILURES.get(type(error), unknown)) from None
    if len(data) > largest:
        raise ScenarioError(str(path), sentence("the file is larger than {most} MiB", most=str(largest // 2**20)))
    return data


def write(path: Path, scenarios: tuple[Scenario, ...]) -> None:
    """Write a file whole or not at all: a kill or a full disk at any instant leaves the old one.

    A link is followed, and the permissions of an existing file are kept.

    Raises
    ------
    ScenarioError
        With the path and the reason.
    """
    data = dumps(scenarios).encode("utf-8")
    if len(data) > LARGEST_FILE:
        raise ScenarioError(str(path), sentence("the file would be larger than 16 MiB and could not be opened again"))
    denied = sentence("there is no permission to write here; save under another name")
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            reason = sentence("this is not a file; save under another name")
        elif target.exists() and not os.access(target, os.W_OK):
            reason = denied
        else:
            storage.write_bytes(target, data)
            return
    except PermissionError:
        reason = denied
    except (OSError, ValueError) as error:
        why = storage.reason(error)
        reason = sentence("the file cannot be written: {reason}; the old one is unchanged", reason=why)
    raise ScenarioError(str(path), reason)
