"""Scenarios to test with: one that is written out, and a strategy for any that is accepted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st

from explorer.scenario import parameters as parts
from explorer.scenario import section_parameters as sections
from explorer.scenario.edit import ScenarioError
from explorer.scenario.parameter import Parameter
from explorer.scenario.scenario import Scenario
from tests.draws import examples

EXAMPLES = examples()
MANY_EXAMPLES = examples(200)

_INSIDES = re.compile(r"Traceback|\w+Error\b|\w+Exception|pydantic|errors\.|<class|object at 0x")


def named(cases: dict[str, Any]) -> list[Any]:
    """Cases of a table by their names, which become the ids of the tests."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), id=name) for name, case in cases.items()]


def content(**changes: Any) -> dict[str, Any]:
    """What a file says of a plain scenario."""
    plain: dict[str, Any] = {
        "name": "Plain",
        "work": {"serial_s": 0.0008, "divisible_s": 0.012, "efficiency": 0.8},
        "communication": {
            "messages": 4,
            "message_bytes": 2000000,
            "link": {"kind": "constant", "startup_s": 3e-05, "bandwidth_bytes_per_s": 1e10},
        },
    }
    return plain | changes


def plain(**changes: Any) -> Scenario:
    return Scenario.model_validate(content(**changes))


def with_efficiency(*listed: tuple[int, float], **changes: Any) -> Scenario:
    """The plain scenario with a list of efficiencies, and a source for its work."""
    entries = [{"devices": devices, "value": value} for devices, value in listed]
    work = {"serial_s": 0.0008, "divisible_s": 0.012, "efficiency": entries}
    return plain(work=work, sources={"work": {"status": "measured", "source": "a log"}}, **changes)


def refusal_of(call: Callable[[], object]) -> ScenarioError:
    """The error of a call, after a look at how it is told: one short line without the insides of the program."""
    try:
        call()
    except ScenarioError as error:
        told_well(error)
        return error
    raise AssertionError("nothing was refused")


def told_well(error: Exception) -> None:
    text = str(error)
    assert len(text.splitlines()) == 1, f"not one line: {text!r}"
    assert not [sign for sign in text if unicodedata.category(sign) == "Cc"], f"control characters: {text!r}"
    assert len(text) < 400, f"{len(text)} characters: {text[:100]}"
    assert not _INSIDES.search(text), text


@cache
def numbers(parameter: Parameter) -> st.SearchStrategy[float]:
    """Every number that a parameter accepts, its ends and infinity included."""
    if parameter.dimension.whole:
        return st.integers(int(parameter.minimum), int(parameter.maximum))
    finite = st.floats(parameter.minimum, parameter.maximum, exclude_min=parameter.above_minimum)
    ends = [value for value in (parameter.minimum, parameter.maximum) if parameter.accepts(value)]
    return finite | st.sampled_from(ends + [float("inf")] * parameter.dimension.may_be_infinite)


_PRINTABLE = st.characters(exclude_categories=("C", "Z")) | st.just(" ")
NAMES = st.text(_PRINTABLE, min_size=1, max_size=200).filter(str.strip)
_COUNTS = st.integers(2, 16) | numbers(parts.DEVICES)
_PATHS = (
    "name",
    "work",
    "work.serial_s",
    "work.efficiency",
    "work.efficiency[0].value",
    "communication",
    "communication.message_bytes",
    "communication.link",
    "communication.link.startup_s",
    "devices",
    "overlap",
    "target_speedup",
    "matrix",
    "pipeline.stages",
    "load.arrival_per_s",
    "memory",
)


def _by_devices(**values: st.SearchStrategy[float]) -> st.SearchStrategy[list[dict[str, Any]]]:
    entry = st.fixed_dictionaries({"devices": _COUNTS, **values})
    return st.lists(entry, min_size=1, max_size=4, unique_by=lambda made: made["devices"])


@cache
def _matrices_of(rows: int, inputs: int, outputs: int, widths: tuple[int, ...]) -> st.SearchStrategy[dict[str, Any]]:
    def matrix(height: int, width: int) -> st.SearchStrategy[list[list[float]]]:
        row = st.lists(st.floats(-1e6, 1e6), min_size=width, max_size=width)
        return st.lists(row, min_size=height, max_size=height)

    return st.fixed_dictionaries(
        {
            "x": matrix(rows, inputs),
            "a": matrix(inputs, sum(widths)),
            "b": matrix(sum(widths), outputs),
            "activation": st.sampled_from(["relu", "gelu", "identity"]),
            "shards": st.sampled_from([None, list(widths)]),
        }
    )


_SIZE = st.integers(1, 3)
_WIDTHS = st.lists(st.integers(1, 2), min_size=1, max_size=3).map(tuple)
_MATRICES = st.tuples(_SIZE, _SIZE, _SIZE, _WIDTHS).flatmap(lambda sizes: _matrices_of(*sizes))

_SOURCES = st.fixed_dictionaries(
    {"status": st.sampled_from(["measured", "estimate", "hypothetical"]), "source": st.text(max_size=20)},
    optional={"preset": st.text(max_size=20), "edited": st.lists(st.sampled_from(_PATHS), max_size=3)},
)


def _some(**values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=values)


_LINKS = st.just(None) | st.fixed_dictionaries(
    {
        "kind": st.just("constant"),
        "startup_s": numbers(parts.STARTUP),
        "bandwidth_bytes_per_s": numbers(parts.BANDWIDTH),
    }
)
_STAGES = st.just({}) | st.fixed_dictionaries({"stages": st.none() | numbers(sections.STAGES)})
_SECTIONS = {
    "pipeline": st.tuples(
        _STAGES | st.fixed_dictionaries({"stage_times_s": st.lists(numbers(sections.STAGE_TIME), max_size=4)}),
        _some(
            micro_batches=numbers(sections.MICRO_BATCHES),
            schedule=st.sampled_from(["gpipe", "1f1b", "interleaved"]),
            chunks=numbers(sections.CHUNKS),
            backward_ratio=numbers(sections.BACKWARD_RATIO),
            hop_bytes=st.none() | numbers(sections.HOP_BYTES),
            devices_per_node=st.none() | numbers(sections.DEVICES_PER_NODE),
            blocking_sends=st.booleans(),
            link=_LINKS,
        ),
    ).map(lambda made: made[0] | made[1]),
    "load": _some(
        arrival_per_s=numbers(sections.ARRIVALS),
        service_cv2=numbers(sections.SERVICE_CV2),
        dispatch=st.sampled_from(["shared", "random"]),
        latency_target_s=numbers(sections.LATENCY_TARGET),
    ),
    "memory": _some(
        weights_bytes=numbers(sections.WEIGHTS),
        request_bytes=numbers(sections.REQUEST_BYTES),
        device_bytes=numbers(sections.DEVICE_BYTES),
        reserve=numbers(sections.RESERVE),
    ),
}


_ANY = st.fixed_dictionaries(
    {
        "name": NAMES,
        "notes": st.text(max_size=40),
        "target_speedup": numbers(parts.TARGET),
        "work": st.fixed_dictionaries(
            {
                "serial_s": numbers(parts.SERIAL),
                "divisible_s": numbers(parts.DIVISIBLE),
                "efficiency": numbers(parts.EFFICIENCY) | _by_devices(value=numbers(parts.EFFICIENCY)),
                "extra_serial_s": numbers(parts.EXTRA_SERIAL),
            }
        ),
        "communication": st.fixed_dictionaries(
            {
                "messages": numbers(parts.MESSAGES),
                "message_bytes": numbers(parts.MESSAGE_BYTES),
                "link": st.fixed_dictionaries(
                    {
                        "kind": st.just("constant"),
                        "startup_s": numbers(parts.STARTUP),
                        "bandwidth_bytes_per_s": numbers(parts.BANDWIDTH),
                        "path_factor": st.just(1.0) | numbers(parts.PATH_FACTOR),
                        "by_devices": st.just([])
                        | _by_devices(startup_s=numbers(parts.STARTUP), bandwidth_bytes_per_s=numbers(parts.BANDWIDTH)),
                    }
                ),
            }
        ),
        "devices": _COUNTS,
        "overlap": numbers(parts.OVERLAP),
        "matrix": _MATRICES,
        "sources": st.dictionaries(st.sampled_from(_PATHS), _SOURCES, max_size=3),
    },
    optional=_SECTIONS,
).map(Scenario.model_validate)


def scenarios() -> st.SearchStrategy[Scenario]:
    """Any scenario that is accepted.

    Made once: strategies that are made within a draw are checked anew at each draw, which takes longer than drawing.
    """
    return _ANY
