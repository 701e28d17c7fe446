"""The numbers of a scenario: symbol, bounds and meaning of each."""

from __future__ import annotations

from explorer.scenario.parameter import Parameter
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
ALPHA = Parameter(
    "α",
    sentence("latency of each step"),
    sentence(
        "Time of one step of the all-reduce before its bytes flow. A ring takes 2(N−1) steps, one after the other."
    ),
    TIME,
    0,
    LONGEST_TIME,
    "µs",
)
LAUNCH = Parameter(
    "ℓ₀",
    sentence("launch of each"),
    sentence("Fixed time of one all-reduce, paid once, whatever the number of steps."),
    TIME,
    0,
    LONGEST_TIME,
    "µs",
)
WIRE = Parameter(
    "B",
    sentence("wire bandwidth"),
    sentence("Bytes per second that a device sends in one direction, protocol included; not a port's advertised bits."),
    BANDWIDTH,
    1e-30,
    LARGEST_SIZE,
    "GB/s",
    above_minimum=True,
)
TENSOR_BYTES = Parameter(
    "n",
    sentence("bytes of the tensor"),
    sentence("Bytes of the tensor that is reduced, on each device; what crosses the link follows from the algorithm."),
    SIZE,
    0,
    LARGEST_SIZE,
    "MB",
)
DEVICES_PER_NODE = Parameter(
    "g",
    sentence("per node"),
    sentence("Devices within one node; beyond them the all-reduce goes over the network."),
    COUNT,
    2,
    MOST_DEVICES,
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
