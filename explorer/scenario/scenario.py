"""A scenario: everything that one answer depends on, as frozen values in SI."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal, Self, get_args

from pydantic import AfterValidator, Discriminator, Field, Tag, model_validator

from explorer.scenario.link import Link
from explorer.scenario.matrix import Matrix
from explorer.scenario.parameter import brief, refuse
from explorer.scenario.parameters import (
    DEVICES,
    DIVISIBLE,
    EFFICIENCY,
    EXTRA_SERIAL,
    MESSAGE_BYTES,
    MESSAGES,
    OVERLAP,
    SERIAL,
    TARGET,
)
from explorer.scenario.part import Part, unique_devices
from explorer.scenario.sections import LoadSection, MemorySection, PipelineSection
from explorer.scenario.sentence import sentence


class EfficiencyAt(Part):
    """Local efficiency with one number of devices."""

    devices: Annotated[int, DEVICES]
    value: Annotated[float, EFFICIENCY]


EfficiencyList = Annotated[
    tuple[EfficiencyAt, ...],
    Field(strict=False, fail_fast=True, min_length=1, max_length=1000),
    AfterValidator(unique_devices),
]


class Work(Part):
    """What is computed."""

    serial_s: Annotated[float, SERIAL]
    divisible_s: Annotated[float, DIVISIBLE]
    efficiency: Annotated[
        Annotated[float, EFFICIENCY, Tag("number")] | Annotated[EfficiencyList, Tag("list")],
        Discriminator(lambda value: "list" if isinstance(value, list | tuple) else "number"),
    ]
    extra_serial_s: Annotated[float, EXTRA_SERIAL] = 0.0


class Communication(Part):
    """What has to travel. ``message_bytes`` is n, the logical tensor of one communication."""

    messages: Annotated[int, MESSAGES]
    message_bytes: Annotated[float, MESSAGE_BYTES]
    link: Link


def _text(value: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise refuse(sentence("a text holds half a character, which no file can store")) from None
    return value


def _name(value: str) -> str:
    broken = any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in value)
    if broken or len(value) > 200 or not value.strip():
        raise refuse(sentence("{name} is not a name; a name has 1 to 200 characters on one line", name=brief(value)))
    return value


Status = Literal["measured", "verified", "derived", "secondary", "estimate", "guess", "hypothetical"]


def weaker(first: Status, second: Status) -> Status:
    """Return the weaker of two statuses: a figure made from both is no better."""
    return max(first, second, key=get_args(Status).index)


class Source(Part):
    """Where the numbers below a path come from; ``edited`` lists the paths that were changed by hand since."""

    status: Status
    source: Annotated[str, Field(max_length=10_000), AfterValidator(_text)]
    preset: Annotated[str, Field(max_length=200), AfterValidator(_text)] | None = Field(
        default=None, exclude_if=lambda value: value is None
    )
    edited: Annotated[
        tuple[Annotated[str, Field(max_length=200)], ...],
        Field(strict=False, fail_fast=True, max_length=1000, exclude_if=lambda paths: not paths),
    ] = ()


_PIPELINE, _LOAD, _MEMORY = PipelineSection(), LoadSection(), MemorySection()


class Scenario(Part):
    """One what-if: the work, the communication, the devices and the target."""

    name: Annotated[str, AfterValidator(_text), AfterValidator(_name)]
    notes: Annotated[str, Field(max_length=100_000), AfterValidator(_text)] = ""
    target_speedup: Annotated[float, TARGET] = 1.0
    work: Work
    communication: Communication
    devices: Annotated[int, DEVICES] = 2
    overlap: Annotated[float, OVERLAP] = 0.0
    matrix: Matrix = Field(default_factory=Matrix)
    pipeline: PipelineSection = Field(default=_PIPELINE, exclude_if=lambda section: section == _PIPELINE)
    load: LoadSection = Field(default=_LOAD, exclude_if=lambda section: section == _LOAD)
    memory: MemorySection = Field(default=_MEMORY, exclude_if=lambda section: section == _MEMORY)
    sources: Annotated[dict[Annotated[str, Field(max_length=200)], Source], Field(max_length=1000)] = Field(
        default_factory=dict
    )

    @model_validator(mode="after")
    def _sources_name_parts(self) -> Self:
        for path in self.sources:
            if path.split(".", 1)[0] not in Scenario.model_fields:
                raise refuse(
                    sentence("“{path}” in sources is not a path of a scenario, such as work.serial_s", path=path)
                )
        return self
