"""The numbers of a scenario. One declaration says all of a number; whatever lists numbers reads :data:`PARAMETERS`."""

from __future__ import annotations

from explorer.scenario import quantity
from explorer.scenario.parameter import Parameter, Slider, by_name
from explorer.scenario.quantity import COUNT, RATIO, SHARE, SIZE, TIME
from explorer.scenario.sentence import sentence

LONGEST_TIME = 1e9
LARGEST_SIZE = 1e18
MOST_DEVICES = 65536
CAP_OF_EFFICIENCY = 1.2
"""Whole layers were measured at up to 1.09; above this a value is accepted with a warning."""

MILLISECONDS = (TIME, 0, LONGEST_TIME, "ms")
MICROSECONDS = (TIME, 0, LONGEST_TIME, "µs")
MEGABYTES = (SIZE, 0, LARGEST_SIZE, "MB")
GIGABYTES = (SIZE, 0, LARGEST_SIZE, "GB")
GIGABYTES_PER_SECOND = (quantity.BANDWIDTH, 1e-30, LARGEST_SIZE, "GB/s")  # above 0 keeps V/B finite
"""Kind, bounds and usual unit of several numbers."""

# A table: symbol and name, meaning, then kind, bounds, path and slider.
# fmt: off
SERIAL = Parameter(
    "S", sentence("serial time"),
    sentence("Time that splitting does not shorten. It cancels at break-even but dilutes the speed-up."),
    *MILLISECONDS, path=("work", "serial_s"), slider=Slider(1e-6, 1.0, zero=True),
)
EXTRA_SERIAL = Parameter(
    "ΔS", sentence("extra serial time"),
    sentence("Serial time that only the split version pays. It does not cancel: it tightens every threshold."),
    *MILLISECONDS, path=("work", "extra_serial_s"), slider=Slider(1e-6, 1.0, zero=True),
)
DIVISIBLE = Parameter(
    "C", sentence("divisible time"),
    sentence(
        "Compute time on one device that can be divided among devices. A larger batch changes C, but also V and η."
    ),
    *MILLISECONDS, path=("work", "divisible_s"), slider=Slider(1e-5, 10.0),
)
EFFICIENCY = Parameter(
    "η", sentence("local efficiency"),
    sentence(
        "Each shard takes C/(N·η); η accounts for smaller shards computing less efficiently. "
        "It is not the utilization that a dashboard shows, and it excludes communication."
    ),
    SHARE, 1e-3, 10, path=("work", "efficiency"), slider=Slider(0.3, 1.1, logarithmic=False),
)
MESSAGES = Parameter(
    "Q", sentence("sequential messages"),
    sentence("Communications that wait for one another, not all that are sent: two concurrent ones count once."),
    COUNT, 0, 1e9, path=("communication", "messages"), slider=Slider(1, 1000, zero=True),
)
STARTUP = Parameter(
    "ℓ", sentence("start-up per message"),
    sentence("Fixed time of one communication, whatever its size and with all overheads. No bandwidth removes it."),
    *MICROSECONDS, path=("communication", "link", "startup_s"), slider=Slider(1e-7, 1e-3, zero=True),
)
MESSAGE_BYTES = Parameter(
    "V", sentence("bytes per message"),
    sentence("Bytes on the critical path, not always the tensor's size: a ring sends 2(N−1)/N of it."),
    *MEGABYTES, path=("communication", "message_bytes"), slider=Slider(1e3, 1e10, zero=True),
)
BANDWIDTH = Parameter(
    "B", sentence("effective bandwidth"),
    sentence("Measured rate of this communication in bytes per second, not a port's advertised bit rate."),
    *GIGABYTES_PER_SECOND, above_minimum=True,
    path=("communication", "link", "bandwidth_bytes_per_s"), slider=Slider(1e8, 2e12),
)
ALPHA = Parameter(
    "α", sentence("per-step latency"),
    sentence("Time of one all-reduce step before its bytes flow. A ring takes 2(N−1) steps in sequence."),
    *MICROSECONDS,
)
LAUNCH = Parameter(
    "ℓ₀", sentence("launch overhead"),
    sentence("Fixed time of one all-reduce, paid once whatever the number of steps."),
    *MICROSECONDS,
)
WIRE = Parameter(
    "B", sentence("wire bandwidth"),
    sentence(
        "Bytes per second that a device sends in one direction, with protocol overhead; not a port's advertised rate."
    ),
    *GIGABYTES_PER_SECOND, above_minimum=True,
)
TENSOR_BYTES = Parameter(
    "n", sentence("tensor size"),
    sentence("Bytes of the reduced tensor on each device; the bytes that cross the link follow from the algorithm."),
    *MEGABYTES,
)
PATH_FACTOR = Parameter(
    "φ", sentence("path factor"), sentence("Bytes on the critical path per byte of the tensor: V = φ·n."),
    RATIO, 0, 1e6, "×",
)
DEVICES = Parameter(
    "N", sentence("devices"),
    sentence("Identical devices that share the work. η, ℓ and V also depend on N: enter their values for this N."),
    COUNT, 2, MOST_DEVICES, path=("devices",), slider=Slider(2, 64),
)
OVERLAP = Parameter(
    "f", sentence("overlap fraction"),
    sentence(
        "Fraction of the communication issued during compute. It is not the fraction hidden: "
        "communication that outlasts compute still adds time."
    ),
    SHARE, 0, 1, "%", path=("overlap",), slider=Slider(0.0, 1.0, logarithmic=False),
)
TARGET = Parameter(
    "r", sentence("target speed-up"), sentence("Speed-up that the thresholds refer to; 1× is break-even."),
    RATIO, 1, 1e6, "×", path=("target_speedup",),
)
# fmt: on

PARAMETERS: dict[str, Parameter] = by_name(globals())
"""The numbers that a person sets, by the names that the model gives them, in the order of panel and columns."""
