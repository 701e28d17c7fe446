"""The link between the devices: how long a message takes.

Each kind of link answers for itself, so that nobody asks for its ``kind`` to know

- ``has_figures`` : whether it has one start-up and one bandwidth at each N; a measured link has curves instead.
- ``assumes_figures`` : whether its figures were given for some N and are assumed at others.
- ``path_factor`` : φ = V/n, 1 where times are given for the tensor's own bytes n.
- ``by_devices`` : figures of single N, () where they hold for every N.
- ``network`` : the network between its nodes, None where it has none.
- ``meanings`` : the parameters that are not those of a constant link, by name.
- ``path_of(name, devices)`` : where its start-up or bandwidth stands below the link; () where it has none.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from explorer.scenario.link_curve import Curves
from explorer.scenario.parameter import Parameter
from explorer.scenario.parameters import ALPHA, BANDWIDTH, DEVICES, LAUNCH, PATH_FACTOR, STARTUP, TENSOR_BYTES, WIRE
from explorer.scenario.part import Part, unique_devices
from explorer.scenario.section_parameters import DEVICES_PER_NODE


class LinkAt(Part):
    """Start-up and bandwidth with one number of devices."""

    devices: Annotated[int, DEVICES]
    startup_s: Annotated[float, STARTUP]
    bandwidth_bytes_per_s: Annotated[float, BANDWIDTH]


class ConstantLink(Part):
    """A link with one start-up and one bandwidth, whatever the size of a message."""

    kind: Literal["constant"]
    startup_s: Annotated[float, STARTUP]
    bandwidth_bytes_per_s: Annotated[float, BANDWIDTH]
    path_factor: Annotated[float, PATH_FACTOR] = 1.0
    by_devices: Annotated[
        tuple[LinkAt, ...],
        Field(strict=False, fail_fast=True, max_length=1000, exclude_if=lambda entries: not entries),
        AfterValidator(unique_devices),
    ] = ()
    has_figures: ClassVar[bool] = True
    assumes_figures: ClassVar[bool] = True
    network: ClassVar[None] = None
    meanings: ClassVar[dict[str, Parameter]] = {}

    def path_of(self, name: str, devices: int) -> tuple[str | int, ...]:
        """Return where the start-up or the bandwidth with N devices stands: in the entry of that N if there is one."""
        key = {"startup": "startup_s", "bandwidth": "bandwidth_bytes_per_s"}[name]
        listed = [entry.devices for entry in self.by_devices]
        return ("by_devices", listed.index(devices), key) if devices in listed else (key,)


AlgorithmId = Literal[
    "best",
    "ring",
    "recursive_doubling",
    "halving_doubling",
    "binomial_tree",
    "double_binary_tree",
    "one_shot",
    "two_shot",
    "in_switch",
    "network_tree",
]


class NodeNetwork(Part):
    """The network between nodes of several devices, for an all-reduce in three parts: within, between, within."""

    devices_per_node: Annotated[int, DEVICES_PER_NODE]
    alpha_s: Annotated[float, ALPHA]
    bandwidth_bytes_per_s: Annotated[float, WIRE]


class AlgorithmLink(Part):
    """A link whose times follow from an all-reduce algorithm; "best" is the fastest one that the link permits."""

    kind: Literal["algorithm"]
    algorithm: AlgorithmId = "best"
    alpha_s: Annotated[float, ALPHA]
    bandwidth_bytes_per_s: Annotated[float, WIRE]
    launch_s: Annotated[float, LAUNCH] = 0.0
    fully_connected: bool = False
    in_switch: bool = False
    network: NodeNetwork | None = Field(default=None, exclude_if=lambda network: network is None)
    has_figures: ClassVar[bool] = True
    assumes_figures: ClassVar[bool] = False
    path_factor: ClassVar[float] = 1.0
    by_devices: ClassVar[tuple[LinkAt, ...]] = ()
    meanings: ClassVar[dict[str, Parameter]] = {"message_bytes": TENSOR_BYTES, "startup": ALPHA, "bandwidth": WIRE}

    def path_of(self, name: str, devices: int) -> tuple[str | int, ...]:
        """Return where the latency of a step or the bandwidth stands; the same for every N."""
        return ({"startup": "alpha_s", "bandwidth": "bandwidth_bytes_per_s"}[name],)


class MeasuredLink(Part):
    """A family of measured curves, one for each number of devices; always whole in the file."""

    kind: Literal["measured"]
    preset: Annotated[str, Field(max_length=200)] = ""
    curves: Curves
    has_figures: ClassVar[bool] = False
    assumes_figures: ClassVar[bool] = False
    path_factor: ClassVar[float] = 1.0
    by_devices: ClassVar[tuple[LinkAt, ...]] = ()
    network: ClassVar[None] = None
    meanings: ClassVar[dict[str, Parameter]] = {"message_bytes": TENSOR_BYTES}

    def path_of(self, name: str, devices: int) -> tuple[str | int, ...]:
        """Return (), the link itself: its start-up and bandwidth follow from the curves."""
        return ()


Link = Annotated[ConstantLink | AlgorithmLink | MeasuredLink, Field(discriminator="kind")]
