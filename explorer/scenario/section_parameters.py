"""The numbers of the sections on pipeline, load and memory, declared as in :mod:`explorer.scenario.parameters`."""

from __future__ import annotations

from explorer.scenario.parameter import Parameter, Slider, by_name
from explorer.scenario.parameters import GIGABYTES, MEGABYTES, MILLISECONDS, MOST_DEVICES
from explorer.scenario.quantity import COUNT, RATE, RATIO, SHARE
from explorer.scenario.sentence import sentence

# A table: symbol and name, meaning, then kind, bounds, path and slider.
# fmt: off
STAGES = Parameter(
    "p", sentence("stages"),
    sentence("Stages that the layers are divided into, one per device. They divide S as well as C."),
    COUNT, 1, MOST_DEVICES, path=("pipeline", "stages"), follows=("devices",), slider=Slider(1, 64),
)
STAGE_TIME = Parameter(
    "t", sentence("stage time"),
    sentence("Forward time of one micro-batch on one stage. The slowest stage sets the pace."),
    *MILLISECONDS,
)
MICRO_BATCHES = Parameter(
    "m", sentence("micro-batches"),
    sentence("Micro-batches, or requests, that pass through the stages in sequence. More of them shrink the bubble."),
    COUNT, 1, MOST_DEVICES, path=("pipeline", "micro_batches"), slider=Slider(1, 512),
)
CHUNKS = Parameter(
    "v", sentence("chunks"),
    sentence("Model chunks per device in the interleaved schedule: the bubble shrinks v-fold, the hops grow v-fold."),
    COUNT, 1, 64, path=("pipeline", "chunks"), slider=Slider(1, 8, logarithmic=False),
)
BACKWARD_RATIO = Parameter(
    "b", sentence("backward ratio"),
    sentence("Time of a backward pass divided by that of a forward pass: 0 for inference, about 2 for training."),
    RATIO, 0, 100, "×", path=("pipeline", "backward_ratio"), slider=Slider(0.0, 4.0, logarithmic=False),
)
HOP_BYTES = Parameter(
    "a", sentence("bytes per hop"),
    sentence("Activations that one stage passes to the next; without an entry the tensor size n."),
    *MEGABYTES,
    path=("pipeline", "hop_bytes"), follows=("communication", "message_bytes"), slider=Slider(1e3, 1e10, zero=True),
)
DEVICES_PER_NODE = Parameter(
    "g", sentence("devices per node"),
    sentence("Devices in one node; beyond that the all-reduce also uses the network between nodes."),
    COUNT, 2, MOST_DEVICES, path=("pipeline", "devices_per_node"), follows=("devices",), slider=Slider(2, 64),
)
ARRIVALS = Parameter(
    "λ", sentence("arrival rate"),
    sentence("Requests per second, arriving at random and independently of each other (Poisson)."),
    RATE, 0, 1e9, "/s", path=("load", "arrival_per_s"), slider=Slider(0.1, 1e4, zero=True),
)
SERVICE_CV2 = Parameter(
    "cv²", sentence("service-time variability"),
    sentence(
        "Variance of the service time divided by its squared mean: 0 if all requests take the same time, "
        "1 for exponential times. It does not describe the arrivals."
    ),
    RATIO, 0, 100, "×", path=("load", "service_cv2"), slider=Slider(0.0, 4.0, logarithmic=False),
)
LATENCY_TARGET = Parameter(
    "L", sentence("latency target"),
    sentence("Highest acceptable mean time of a request, including waiting; 0 = no target."),
    *MILLISECONDS, path=("load", "latency_target_s"), slider=Slider(1e-4, 10.0, zero=True),
)
WEIGHTS = Parameter(
    "W", sentence("weights"),
    sentence("Bytes of the model's weights, including optimizer state in training; 0 = unknown."),
    *GIGABYTES, path=("memory", "weights_bytes"), slider=Slider(1e8, 2e12, zero=True),
)
REQUEST_BYTES = Parameter(
    "K", sentence("state per request"),
    sentence("Bytes that each request in flight keeps on the devices, such as its KV cache."),
    *GIGABYTES, path=("memory", "request_bytes"), slider=Slider(1e6, 1e11, zero=True),
)
DEVICE_BYTES = Parameter(
    "M", sentence("device memory"),
    sentence("Memory of one device. GB is 10⁹ bytes: a card sold as 80 GB may have 80 GiB, which is 85.9 GB."),
    *GIGABYTES, path=("memory", "device_bytes"), slider=Slider(1e9, 1e12),
)
RESERVE = Parameter(
    "R", sentence("memory headroom"),
    sentence("Fraction of a device's memory that weights and state must leave free for activations and libraries."),
    SHARE, 0, 1, "%", path=("memory", "reserve"), slider=Slider(0.0, 0.5, logarithmic=False),
)
# fmt: on

SECTION_PARAMETERS: dict[str, Parameter] = by_name(globals())
"""The numbers that a person sets on the pages that have these sections, by name."""
