"""What is said of parallelism, once for all tests: a better wording breaks one line."""

ASSUMING = "Assuming"
INTER_NODE_START_UP = "The start-up between nodes is taken for any number of them as for two."


def lowest_latency(configuration: str) -> str:
    return f"Lowest latency: {configuration}"


def highest_throughput(configuration: str) -> str:
    return f"Most requests per second (capacity): {configuration}"


def highest_within(time: str, configuration: str) -> str:
    return f"Most within {time}, no queue: {configuration}"


def latency(name: str, time: str, compute: str, hops: str, serial: str = "800 µs") -> str:
    """Give the sum of a configuration without all-reduces."""
    return f"{name}: {time} for one request, S {serial} + compute {compute} + all-reduces 0 s + hops {hops}."


def rate(period: str, rate: str, share: str) -> str:
    return f"A request every {period} on each replica: {rate}, {share} of the capacity of 2 replicas kept."


def too_large(name: str, size: str, room: str) -> str:
    return f"{name} does not fit: {size} on each device, room for {room}"


def assuming(parameters: str, devices: str) -> str:
    return f"{ASSUMING} {parameters} for tensor × {devices}, too."


def uneven_nodes(devices: int, node: int) -> str:
    return f"{devices} devices do not fill nodes of {node} evenly"


def hop(time: str) -> str:
    return f"A hop takes {time}"
