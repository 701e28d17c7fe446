"""The numbers of the sections on pipeline, load and memory: symbol, bounds and meaning of each."""

from __future__ import annotations

from explorer.scenario.parameter import Parameter
from explorer.scenario.parameters import DEVICES_PER_NODE, LARGEST_SIZE, LONGEST_TIME, MOST_DEVICES
from explorer.scenario.quantity import COUNT, RATE, RATIO, SHARE, SIZE, TIME
from explorer.scenario.sentence import sentence

STAGES = Parameter(
    "p",
    sentence("stages"),
    sentence("Stages that the layers are divided into, one for each device. They divide S too, not only C."),
    COUNT,
    1,
    MOST_DEVICES,
)
STAGE_TIME = Parameter(
    "t",
    sentence("time of a stage"),
    sentence("Forward time of one micro-batch on one stage. The slowest stage sets the pace of all."),
    TIME,
    0,
    LONGEST_TIME,
    "ms",
)
MICRO_BATCHES = Parameter(
    "m",
    sentence("micro-batches"),
    sentence("Micro-batches, or requests, that follow each other through the stages. More of them shrink the bubble."),
    COUNT,
    1,
    MOST_DEVICES,
)
CHUNKS = Parameter(
    "v",
    sentence("chunks"),
    sentence(
        "Pieces of the model on each device in the interleaved schedule: the bubble shrinks by v, the hops grow by v."
    ),
    COUNT,
    1,
    64,
)
BACKWARD_RATIO = Parameter(
    "b",
    sentence("backward ratio"),
    sentence("Time of a backward pass over that of a forward pass: 0 for inference, about 2 in training."),
    RATIO,
    0,
    100,
    "×",
)
HOP_BYTES = Parameter(
    "a",
    sentence("bytes of a hop"),
    sentence("Activations that one stage passes to the next; without an entry the bytes of the tensor n."),
    SIZE,
    0,
    LARGEST_SIZE,
    "MB",
)
ARRIVALS = Parameter(
    "λ",
    sentence("arrivals"),
    sentence("Requests that arrive in a second, at random and independent of each other (Poisson)."),
    RATE,
    0,
    1e9,
    "/s",
)
SERVICE_CV2 = Parameter(
    "cv²",
    sentence("spread of service"),
    sentence(
        "Variance of the service time over its mean squared: 0 where every request takes the same time, "
        "1 for exponential times. It is not the spread of the arrivals."
    ),
    RATIO,
    0,
    100,
    "×",
)
LATENCY_TARGET = Parameter(
    "L",
    sentence("latency target"),
    sentence("The mean time of a request, waiting included, that has to be kept; 0 sets no target."),
    TIME,
    0,
    LONGEST_TIME,
    "ms",
)
WEIGHTS = Parameter(
    "W",
    sentence("weights"),
    sentence("Bytes of the model's weights, those of training's optimiser included where it trains; 0 is not known."),
    SIZE,
    0,
    LARGEST_SIZE,
    "GB",
)
REQUEST_BYTES = Parameter(
    "K",
    sentence("request state"),
    sentence("Bytes that one request in flight keeps on the devices, such as its KV cache."),
    SIZE,
    0,
    LARGEST_SIZE,
    "GB",
)
DEVICE_BYTES = Parameter(
    "M",
    sentence("device memory"),
    sentence("Bytes of memory of one device. GB is 10⁹ bytes: a card of 80 GB may have 80 GiB, 85.9 GB."),
    SIZE,
    0,
    LARGEST_SIZE,
    "GB",
)
RESERVE = Parameter(
    "R",
    sentence("kept free"),
    sentence("Share of a device's memory that weights and state must leave free, for activations and the library."),
    SHARE,
    0,
    1,
    "%",
)

SECTION_PARAMETERS: dict[str, Parameter] = {
    "stages": STAGES,
    "micro_batches": MICRO_BATCHES,
    "chunks": CHUNKS,
    "backward_ratio": BACKWARD_RATIO,
    "hop_bytes": HOP_BYTES,
    "devices_per_node": DEVICES_PER_NODE,
    "arrivals": ARRIVALS,
    "service_cv2": SERVICE_CV2,
    "latency_target": LATENCY_TARGET,
    "weights": WEIGHTS,
    "request_bytes": REQUEST_BYTES,
    "device_bytes": DEVICE_BYTES,
    "reserve": RESERVE,
}
"""The numbers that a person turns on the pages that have these sections, by name."""

SECTION_PATHS: dict[str, tuple[str, str]] = {
    "stages": ("pipeline", "stages"),
    "micro_batches": ("pipeline", "micro_batches"),
    "chunks": ("pipeline", "chunks"),
    "backward_ratio": ("pipeline", "backward_ratio"),
    "hop_bytes": ("pipeline", "hop_bytes"),
    "devices_per_node": ("pipeline", "devices_per_node"),
    "arrivals": ("load", "arrival_per_s"),
    "service_cv2": ("load", "service_cv2"),
    "latency_target": ("load", "latency_target_s"),
    "weights": ("memory", "weights_bytes"),
    "request_bytes": ("memory", "request_bytes"),
    "device_bytes": ("memory", "device_bytes"),
    "reserve": ("memory", "reserve"),
}
"""Where each of them stands in a scenario."""
