"""What is said of links, once for all tests: a better wording breaks one line."""

TIMES = "Times: "
FASTEST = "is the fastest"
FASTEST_EVERYWHERE = f"{FASTEST} at every size"
EQUAL = "are practically equal"
BEST = "is the best"
LOCAL = "(local ℓ "
RING_BANDWIDTH = "2(N−1)/N"
NOTHING_TO_GROUP = "Nothing to group: fewer than two messages."
BEST_GROUP = "Best is k "
TICK = "Tick links"
TICK_HERE = f"{TICK} in the list to compare them here."
USE = "Use in this scenario"
NO_MATCH = "no matching links"
PREVIEW = "preview"
WITHIN_NODE = "Within one node; the network between nodes is not included."


def best(devices: int) -> str:
    return f"N = {devices} {BEST}"


def equal_at(size: str, left: str, right: str) -> str:
    return f"At {size}, {left} and {right} {EQUAL} (within 5 %)."


def time(time: str, source: str, startup: str, bandwidth: str) -> str:
    return f"{time}, {source} {LOCAL}{startup}, B {bandwidth})"


def fit(parts: int, error: str = "") -> str:
    return f"{parts} linear fits, max. error {error}"


def assumed(given: str, others: str) -> str:
    return f"This scenario's ℓ, V and B are given for N = {given} and assumed for N = {others}."


def no_figures(devices: int) -> str:
    return f"no figures for N = {devices}"


def left_out(devices: int, reason: str) -> str:
    return f"Left out: N = {devices} ({reason})."


def fastest_algorithm(devices: str) -> str:
    return f"Fastest at N = {devices}"


def fastest_at_every_size(algorithm: str) -> str:
    return f"Fastest at every size: {algorithm}."


def tied(*algorithms: str) -> str:
    return f"{', '.join(algorithms[:-1])} and {algorithms[-1]} (equal)"


def of_scenario(devices: int) -> str:
    """Name this scenario's link at an N of the comparison."""
    return f"this scenario N = {devices}"


def without_figures(link: str) -> str:
    return f"No figures: {link}"


def on_map(work: str, symbol: str, size: str) -> str:
    """Give the beginning of what the map says of the scenario."""
    return f"This scenario (C = {work}, {symbol} = {size}) has a speed-up of "


def best_grouping(k: int, count: int) -> str:
    return f"{BEST_GROUP}= {k}: one message instead of {count}"


def status(words: str) -> str:
    """Give the footer's part about the link's figures."""
    return f"link data: {words}"


def number(count: int, of: int) -> str:
    return f"{count} of {of} links"
