"""The sections of a scenario that only some questions need: pipeline, load and memory. Each has defaults throughout."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from explorer.scenario.link import Link
from explorer.scenario.parameter import refuse
from explorer.scenario.part import Part
from explorer.scenario.section_parameters import (
    ARRIVALS,
    BACKWARD_RATIO,
    CHUNKS,
    DEVICE_BYTES,
    DEVICES_PER_NODE,
    HOP_BYTES,
    LATENCY_TARGET,
    MICRO_BATCHES,
    REQUEST_BYTES,
    RESERVE,
    SERVICE_CV2,
    STAGE_TIME,
    STAGES,
    WEIGHTS,
)
from explorer.scenario.sentence import sentence

ScheduleId = Literal["gpipe", "1f1b", "interleaved"]
DispatchId = Literal["shared", "random"]

MOST_LISTED_STAGES = 1000


class PipelineSection(Part):
    """How layers are divided into stages, and what travels between them.

    ``stages`` None is one stage for each of the scenario's devices, ``hop_bytes`` None the tensor n of its messages.
    ``stage_times_s``, where it is not empty, has the forward time of one micro-batch on each stage; else every stage
    takes an equal share of S + C. ``link`` is that between nodes of ``devices_per_node`` devices, None the scenario's
    own; without nodes it is that of every hop. Sends that block hold the stage up until the hop has ended.
    """

    stages: Annotated[int, STAGES] | None = None
    stage_times_s: Annotated[
        tuple[Annotated[float, STAGE_TIME], ...],
        Field(strict=False, fail_fast=True, max_length=MOST_LISTED_STAGES, exclude_if=lambda times: not times),
    ] = ()
    micro_batches: Annotated[int, MICRO_BATCHES] = 8
    schedule: ScheduleId = "1f1b"
    chunks: Annotated[int, CHUNKS] = 2
    backward_ratio: Annotated[float, BACKWARD_RATIO] = 0.0
    hop_bytes: Annotated[float, HOP_BYTES] | None = None
    devices_per_node: Annotated[int, DEVICES_PER_NODE] | None = None
    blocking_sends: bool = False
    link: Link | None = None

    @model_validator(mode="after")
    def _times_fit_stages(self) -> Self:
        listed = len(self.stage_times_s)
        if listed and self.stages is not None and listed != self.stages:
            raise refuse(
                sentence(
                    "{stages} stages have {times} times; there must be as many, or stages null",
                    stages=str(self.stages),
                    times=str(listed),
                )
            )
        return self


class LoadSection(Part):
    """Requests that arrive at random, and the mean latency that is wanted; a target of 0 is none.

    ``dispatch`` says how requests reach replicas: from one queue that all share, or each to a replica at random.
    """

    arrival_per_s: Annotated[float, ARRIVALS] = 30.0
    service_cv2: Annotated[float, SERVICE_CV2] = 1.0
    dispatch: DispatchId = "shared"
    latency_target_s: Annotated[float, LATENCY_TARGET] = 0.0


class MemorySection(Part):
    """What has to stand in the memory of the devices; weights and state of 0 bytes are not known."""

    weights_bytes: Annotated[float, WEIGHTS] = 0.0
    request_bytes: Annotated[float, REQUEST_BYTES] = 0.0
    device_bytes: Annotated[float, DEVICE_BYTES] = 80e9
    reserve: Annotated[float, RESERVE] = 0.1
