"""The link between the devices: how long a message takes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from explorer.scenario.parameters import BANDWIDTH_OF_LINK, DEVICES, PATH_FACTOR, STARTUP
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
