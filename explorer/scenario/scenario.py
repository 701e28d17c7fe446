"""A scenario: everything that one answer depends on, as frozen values in SI."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag, model_validator

from explorer.scenario.matrix import Matrix, refuse
from explorer.scenario.parameter import Parameter, brief
from explorer.scenario.quantity import BANDWIDTH, COUNT, RATIO, SHARE, SIZE, TIME
from explorer.scenario.sentence import sentence

LONGEST_TIME = 1e9
LARGEST_SIZE = 1e18
MOST_DEVICES = 65536
CAP_OF_EFFICIENCY = 1.2
"""Whole layers were measured at up to 1.09; above this a value is accepted with a warning."""

SERIAL = Parameter(
    "S",
    sentence("undivided time"),
    sentence("Time that no division shortens. It cancels at the break-even, but it dilutes the speed-up."),
    TIME,
    0,
    LONGEST_TIME,
    "ms",
)
EXTRA_SERIAL = Parameter(
    "ΔS",
    sentence("added by splitting"),
    sentence("Serial time that only the split version pays. It does not cancel: every threshold gets worse."),
    TIME,
    0,
    LONGEST_TIME,
    "ms",
)
DIVISIBLE = Parameter(
    "C",
    sentence("divisible time"),
    sentence("Compute time on one device that can be shared out. A larger batch changes C, but V and η as well."),
    TIME,
    0,
    LONGEST_TIME,
    "ms",
)
EFFICIENCY = Parameter(
    "η",
    sentence("local efficiency"),
    sentence(
        "Each shard takes C/(N·η); η holds what is lost because smaller pieces compute less efficiently. "
        "η is not the utilisation a dashboard shows, and communication is not in it."
    ),
    SHARE,
    1e-3,
    10,
)
MESSAGES = Parameter(
    "Q",
    sentence("messages in series"),
    sentence("Communications that wait for one another, not all that are sent: two at the same time count once."),
    COUNT,
    0,
    1e9,
)
STARTUP = Parameter(
    "ℓ",
    sentence("start-up of each"),
    sentence("Fixed time of one communication, everything included, whatever its size. No bandwidth removes it."),
    TIME,
    0,
    LONGEST_TIME,
    "µs",
)
MESSAGE_BYTES = Parameter(
    "V",
    sentence("bytes of each"),
    sentence("V is what crosses the critical path, not always the tensor's size: a ring sends 2(N−1)/N of it."),
    SIZE,
    0,
    LARGEST_SIZE,
    "MB",
)
BANDWIDTH_OF_LINK = Parameter(
    "B",
    sentence("effective bandwidth"),
    sentence("B is the measured rate of this communication in bytes per second, not a port's advertised bits."),
    BANDWIDTH,
    1e-30,  # keeps V/B finite; nothing below it is a bandwidth
    LARGEST_SIZE,
    "GB/s",
    above_minimum=True,
)
PATH_FACTOR = Parameter(
    "φ",
    sentence("path factor"),
    sentence("Bytes on the critical path for each byte of the tensor: V = φ·n."),
    RATIO,
    0,
    1e6,
    "×",
)
DEVICES = Parameter(
    "N",
    sentence("devices"),
    sentence("Identical devices that share the work. More of them change η, ℓ and V too: enter what holds for this N."),
    COUNT,
    2,
    MOST_DEVICES,
)
OVERLAP = Parameter(
    "f",
    sentence("issued in compute"),
    sentence(
        "Share of the communication issued during compute. Not the share that is hidden: "
        "what outlasts compute still has to be waited for."
    ),
    SHARE,
    0,
    1,
    "%",
)
TARGET = Parameter(
    "r",
    sentence("target speed-up"),
    sentence("The speed-up that the thresholds are asked for; 1× is break-even."),
    RATIO,
    1,
    1e6,
    "×",
)


class Part(BaseModel):
    """A frozen value that is validated strictly and knows no other keys."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)


def _unique_devices(entries: tuple[Any, ...]) -> tuple[Any, ...]:
    counts = [entry.devices for entry in entries]
    for count in counts:
        if counts.count(count) > 1:
            raise refuse(sentence("{devices} devices are listed twice", devices=str(count)))
    return entries


class EfficiencyAt(Part):
    """Local efficiency with one number of devices."""

    devices: Annotated[int, DEVICES]
    value: Annotated[float, EFFICIENCY]


def _is_list(value: Any) -> str:
    return "list" if isinstance(value, list | tuple) else "number"


EfficiencyList = Annotated[
    tuple[EfficiencyAt, ...],
    Field(strict=False, fail_fast=True, min_length=1, max_length=1000),
    AfterValidator(_unique_devices),
]


class Work(Part):
    """What is computed."""

    serial_s: Annotated[float, SERIAL]
    divisible_s: Annotated[float, DIVISIBLE]
    efficiency: Annotated[
        Annotated[float, EFFICIENCY, Tag("number")] | Annotated[EfficiencyList, Tag("list")], Discriminator(_is_list)
    ]
    extra_serial_s: Annotated[float, EXTRA_SERIAL] = 0.0


class LinkAt(Part):
    """Start-up and bandwidth with one number of devices."""

    devices: Annotated[int, DEVICES]
    startup_s: Annotated[float, STARTUP]
    bandwidth_bytes_per_s: Annotated[float, BANDWIDTH_OF_LINK]


class ConstantLink(Part):
    """A link with one start-up and one bandwidth, whatever the size of a message."""

    kind: Literal["constant"]
    startup_s: Annotated[float, STARTUP]
    bandwidth_bytes_per_s: Annotated[float, BANDWIDTH_OF_LINK]
    path_factor: Annotated[float, PATH_FACTOR] = 1.0
    by_devices: Annotated[
        tuple[LinkAt, ...],
        Field(strict=False, fail_fast=True, max_length=1000, exclude_if=lambda entries: not entries),
        AfterValidator(_unique_devices),
    ] = ()


class Communication(Part):
    """What has to travel. ``message_bytes`` is n, the logical tensor of one communication."""

    messages: Annotated[int, MESSAGES]
    message_bytes: Annotated[float, MESSAGE_BYTES]
    link: ConstantLink


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
    sources: Annotated[dict[Annotated[str, Field(max_length=200)], Source], Field(max_length=1000)] = {}

    @model_validator(mode="after")
    def _sources_name_parts(self) -> Self:
        for path in self.sources:
            if path.split(".", 1)[0] not in Scenario.model_fields:
                raise refuse(
                    sentence("“{path}” in sources is not a path of a scenario, such as work.serial_s", path=path)
                )
        return self


PARAMETERS: dict[str, Parameter] = {
    "serial": SERIAL,
    "extra_serial": EXTRA_SERIAL,
    "divisible": DIVISIBLE,
    "efficiency": EFFICIENCY,
    "messages": MESSAGES,
    "startup": STARTUP,
    "message_bytes": MESSAGE_BYTES,
    "bandwidth": BANDWIDTH_OF_LINK,
    "devices": DEVICES,
    "overlap": OVERLAP,
    "target": TARGET,
}
"""The numbers that a person turns, by the names that the model gives them."""
