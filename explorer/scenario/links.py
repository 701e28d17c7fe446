"""The library of links that ships in ``resources/links``.

Families of measured curves, and presets of start-up and bandwidth. A datasheet rate is a text: no time is made from it.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field, ValidationError

from explorer.scenario import storage
from explorer.scenario.edit import ScenarioError, explain
from explorer.scenario.library import resource
from explorer.scenario.link_curve import Curves, LinkCurve
from explorer.scenario.parameter import brief, refuse
from explorer.scenario.parameters import BANDWIDTH, DEVICES, STARTUP
from explorer.scenario.part import Part, first_repeated
from explorer.scenario.scenario import Status, weaker
from explorer.scenario.sentence import sentence

_Shelf = TypeVar("_Shelf", "MeasuredShelf", "PresetShelf")
_Link = TypeVar("_Link", "LinkFamily", "LinkPreset")


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise refuse(sentence("{text} is not accepted; accepted is a text on one line", text=brief(text)))
    return text


def _unique_ids(links: tuple[_Link, ...]) -> tuple[_Link, ...]:
    twice = first_repeated(link.id for link in links)
    if twice is not None:
        raise refuse(sentence("two links have the id {id}; ids are unique", id=brief(twice)))
    return links


Identifier = Annotated[str, Field(max_length=60, pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$")]
OneLine = Annotated[str, Field(max_length=120), AfterValidator(_one_line)]
FilledLine = Annotated[OneLine, Field(min_length=1)]
Prose = Annotated[str, Field(max_length=2000), AfterValidator(_one_line)]
FilledProse = Annotated[Prose, Field(min_length=1)]


class LibraryLink(Part):
    """What every link of the library says of itself."""

    id: Identifier
    accelerator: OneLine
    interconnect: FilledLine
    library: OneLine
    collective: Literal["all_reduce"]
    source: FilledProse
    note: Prose = ""
    datasheet_rate: OneLine = ""


class LinkFamily(LibraryLink):
    """Measured curves of one accelerator, interconnect and library, one for each number of devices."""

    kind: Literal["measured"]
    accelerator: FilledLine
    library: FilledLine
    status: Status
    curves: Curves

    @property
    def devices(self) -> tuple[int, ...]:
        """Numbers of devices that have a curve, in their order."""
        return tuple(curve.devices for curve in self.curves)

    def curve(self, devices: int) -> LinkCurve | None:
        """Return the curve for a number of devices; None where none was measured, never one made from others."""
        return next((curve for curve in self.curves if curve.devices == devices), None)


class AlgorithmFigures(Part):
    """What a modelled algorithm needs: cost of the launch, of each step, and the rate of the wire."""

    launch_s: Annotated[float, STARTUP]
    step_s: Annotated[float, STARTUP]
    wire_bandwidth_bytes_per_s: Annotated[float, BANDWIDTH]
    status: Status
    source: FilledProse


class Topology(Part):
    """Which algorithms the wiring allows: direct ones where all pairs are connected, in-switch reduction."""

    fully_connected: bool
    in_switch: bool
    status: Status
    source: FilledProse


class LinkPreset(LibraryLink):
    """Start-up and bandwidth of a link, each with its own status.

    The bandwidth is bus bandwidth: an all-reduce of n bytes takes ``startup_s + path_factor(N)·n/bandwidth``.
    ``devices`` are the numbers of devices measured, empty where unknown. An empty ``accelerator`` stands for any with
    this interconnect, an empty ``library`` for none in particular.
    """

    kind: Literal["constant"]
    devices: Annotated[tuple[Annotated[int, DEVICES], ...], Field(strict=False, max_length=100)]
    startup_s: Annotated[float, STARTUP]
    startup_status: Status
    bandwidth_bytes_per_s: Annotated[float, BANDWIDTH]
    bandwidth_status: Status
    datasheet_source: Prose = ""
    algorithm: AlgorithmFigures | None = None
    topology: Topology | None = None

    @property
    def status(self) -> Status:
        """The weaker of the two figures' statuses: a time made from both is no better."""
        return weaker(self.startup_status, self.bandwidth_status)

    @staticmethod
    def path_factor(devices: int) -> float:
        """Return φ = V/n of an all-reduce on N devices that goes with a bus bandwidth."""
        return 2 * (devices - 1) / devices


class MeasuredShelf(Part):
    """The content of ``measured.json``."""

    about: Prose
    families: Annotated[
        tuple[LinkFamily, ...], Field(strict=False, min_length=1, max_length=1000), AfterValidator(_unique_ids)
    ]


class PresetShelf(Part):
    """The content of ``presets.json``."""

    about: Prose
    presets: Annotated[
        tuple[LinkPreset, ...], Field(strict=False, min_length=1, max_length=1000), AfterValidator(_unique_ids)
    ]


@cache
def families() -> tuple[LinkFamily, ...]:
    """Return the families of measured curves that ship with the program."""
    return _read("measured.json", MeasuredShelf).families


@cache
def presets() -> tuple[LinkPreset, ...]:
    """Return the presets of start-up and bandwidth that ship with the program."""
    return _read("presets.json", PresetShelf).presets


def _read(name: str, kind: type[_Shelf]) -> _Shelf:
    path = resource("links", name)
    try:
        return kind.model_validate_json(path.read_bytes())
    except ValidationError as error:
        fault = explain(error)
        raise ScenarioError(f"{path}: {fault.place}", fault.message) from None
    except OSError as error:
        raise ScenarioError(str(path), sentence("cannot be read: {reason}", reason=storage.reason(error))) from None
