"""What is said of parallelism, once for all tests: a better wording breaks one line."""

ASSUMING = "Assuming"
INTER_NODE_START_UP = "Inter-node start-up is assumed independent of the number of nodes."
NOTHING_FITS = "Nothing fits in memory"


def lowest_latency(configuration: str) -> str:
    return f"Lowest latency: {configuration}"


def highest_throughput(configuration: str) -> str:
    return f"Highest throughput: {configuration}"


def highest_within(time: str, configuration: str) -> str:
    return f"Highest throughput within {time} (no queueing): {configuration}"


def latency(name: str, time: str, compute: str, hops: str, serial: str = "800 µs") -> str:
    """Give the sum of a configuration without all-reduces."""
    return f"{name}: {time} per request = S {serial} + compute {compute} + all-reduces 0 s + hops {hops}."


def rate(period: str, rate: str, share: str) -> str:
    return f"One request per {period} per replica: {rate}, {share} of the throughput of 2 replicas."


def too_large(name: str, size: str, room: str) -> str:
    return f"{name} does not fit: {size} per device, room for {room}"


def assuming(parameters: str, devices: str) -> str:
    return f"{ASSUMING} the same {parameters} for tensor × {devices}."


def uneven_nodes(devices: int, node: int) -> str:
    return f"{devices} devices do not fill nodes of {node} evenly"


def none_within(time: str) -> str:
    return f"none: the lowest latency is {time}"


def omitted(devices: int, reason: str) -> str:
    return f"Omitted: tensor × {devices} ({reason})."


def bubble(requests: int, share: str) -> str:
    return f"Bubble with {requests} requests: {share} of the makespan."


def hop(time: str) -> str:
    return f"A hop takes {time}"
