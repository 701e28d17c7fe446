"""The sections on pipeline, load and memory: their defaults, what a file says of them, and changes of their numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.scenario.edit import ALL_PARAMETERS, change, parameter_of, path_of, restored, value_of
from explorer.scenario.file import dumps, loads, read
from explorer.scenario.quantity import parse
from explorer.scenario.scenario import Scenario
from explorer.scenario.section_parameters import SECTION_PARAMETERS
from explorer.scenario.sections import LoadSection, MemorySection, PipelineSection
from tests.scenario.build import EXAMPLES, content, named, numbers, plain, refusal_of, scenarios
from tests.scenario.files import refused, whole

SAMPLE = Path(__file__).parent / "samples" / "version-3.json"


def test_a_scenario_without_sections_has_their_defaults_and_writes_none() -> None:
    made = plain()
    assert (made.pipeline, made.load, made.memory) == (PipelineSection(), LoadSection(), MemorySection())
    written = json.loads(dumps((made,)))["scenarios"][0]
    assert not {"pipeline", "load", "memory"} & set(written)


def test_a_section_that_says_something_is_written_whole() -> None:
    made = change(plain(), "arrivals", 80)
    assert json.loads(dumps((made,)))["scenarios"][0]["load"] == {
        "arrival_per_s": 80,
        "service_cv2": 1,
        "dispatch": "shared",
        "latency_target_s": 0,
    }


def test_the_sample_of_version_3_means_what_it_meant() -> None:
    divided, uneven = read(SAMPLE)
    assert divided.pipeline == PipelineSection.model_validate(
        {
            "stages": 4,
            "micro_batches": 32,
            "schedule": "interleaved",
            "chunks": 2,
            "backward_ratio": 2,
            "hop_bytes": 1e6,
            "devices_per_node": 4,
            "blocking_sends": True,
            "link": {"kind": "constant", "startup_s": 2e-05, "bandwidth_bytes_per_s": 5e10, "path_factor": 1},
        }
    )
    assert divided.load == LoadSection(arrival_per_s=80, service_cv2=0, dispatch="random", latency_target_s=0.012)
    assert divided.memory == MemorySection(weights_bytes=1.4e10, request_bytes=2e9, device_bytes=2.4e10, reserve=0.2)
    assert uneven.pipeline == PipelineSection(stage_times_s=(0.001, 0.002, 0.0015))
    assert uneven.load == LoadSection()


def test_every_number_has_a_path_that_stands_in_a_scenario() -> None:
    for name, parameter in SECTION_PARAMETERS.items():
        assert path_of(plain(), name) == parameter.path
        assert parameter_of(plain(), name) is ALL_PARAMETERS[name]
        assert value_of(plain(), name) is not None


@pytest.mark.parametrize("name", ALL_PARAMETERS)
def test_every_parameter_can_write_its_bounds_and_reads_them_back(name: str) -> None:
    parameter = ALL_PARAMETERS[name]
    for value in (parameter.minimum, parameter.maximum):
        if parameter.accepts(value):
            assert parameter.read(parameter.show(value, None), parameter.plain_unit(value)) == value
    assert parameter.range_text()


def test_what_is_null_follows_the_devices_and_the_tensor() -> None:
    made = plain(devices=8)
    assert [value_of(made, name) for name in ("stages", "devices_per_node", "hop_bytes")] == [8, 8, 2e6]
    assert value_of(change(made, "stages", 4), "stages") == 4


def test_listed_times_say_how_many_stages_there_are() -> None:
    made = plain(devices=8, pipeline={"stage_times_s": ["1 ms", "2 ms", "1.5 ms"]})
    assert value_of(made, "stages") == 3
    assert made.pipeline.stage_times_s == (0.001, 0.002, 0.0015)
    error = refusal_of(lambda: change(made, "stages", 4))
    assert str(error) == "pipeline.stages: the file lists stage times, which fix the number of stages"


@EXAMPLES
@given(st.data(), scenarios(), st.sampled_from([*SECTION_PARAMETERS]))
def test_an_accepted_change_is_what_is_read_then_and_can_be_restored(
    data: st.DataObject, before: Scenario, name: str
) -> None:
    if name == "stages" and before.pipeline.stage_times_s:
        return
    value = data.draw(numbers(SECTION_PARAMETERS[name]))
    made = change(before, name, value)
    assert value_of(made, name) == value
    assert loads(dumps((made,)).encode()) == (made,)
    assert value_of(restored(made, before, name), name) == value_of(before, name)


REFUSED: dict[str, Any] = {
    "no stage": ({"pipeline": {"stages": 0}}, "pipeline.stages"),
    "half a stage": ({"pipeline": {"stages": 2.5}}, "pipeline.stages"),
    "schedule": ({"pipeline": {"schedule": "zero-bubble"}}, "pipeline.schedule"),
    "times": ({"pipeline": {"stages": 2, "stage_times_s": [1]}}, "pipeline"),
    "time": ({"pipeline": {"stage_times_s": [1, -1]}}, "pipeline.stage_times_s[1]"),
    "too many times": ({"pipeline": {"stage_times_s": [1] * 1001}}, "scenarios[0].pipeline.stage_times_s"),
    "link": ({"pipeline": {"link": {"kind": "rope"}}}, "pipeline.link.kind"),
    "rate": ({"load": {"arrival_per_s": "30 ms"}}, "load.arrival_per_s"),
    "spread": ({"load": {"service_cv2": -1}}, "load.service_cv2"),
    "dispatch": ({"load": {"dispatch": "round robin"}}, "load.dispatch"),
    "reserve": ({"memory": {"reserve": 1.5}}, "memory.reserve"),
    "key": ({"memory": {"colour": 1}}, "memory.colour"),
}


@pytest.mark.parametrize(("changes", "place"), named(REFUSED))
def test_what_is_wrong_is_refused_with_its_place(changes: dict[str, Any], place: str) -> None:
    error = refused(whole(scenarios=[content(**changes)]))
    assert error.place.endswith(place)


@pytest.mark.parametrize("name", SECTION_PARAMETERS)
def test_zero_is_shown_with_the_usual_unit_and_read_back(name: str) -> None:
    parameter = SECTION_PARAMETERS[name]
    assert parse(parameter.show(0.0), parameter.dimension, parameter.usual_unit) == 0
