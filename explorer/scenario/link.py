"""The link between the devices: how long a message takes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from explorer.scenario.link_curve import Curves
from explorer.scenario.parameters import (
    ALPHA,
    BANDWIDTH_OF_LINK,
    DEVICES,
    DEVICES_PER_NODE,
    LAUNCH,
    PATH_FACTOR,
    STARTUP,
    WIRE,
)
from explorer.scenario.part import Part, unique_devices


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
        AfterValidator(unique_devices),
    ] = ()


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


class MeasuredLink(Part):
    """A family of measured curves, one for each number of devices; always whole in the file."""

    kind: Literal["measured"]
    preset: Annotated[str, Field(max_length=200)] = ""
    curves: Curves


Link = Annotated[ConstantLink | AlgorithmLink | MeasuredLink, Field(discriminator="kind")]
