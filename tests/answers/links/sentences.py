"""What is said of links, once for all tests: a better wording breaks one line."""

TIMES = "Times: "
FASTEST = "is the fastest"
FASTEST_EVERYWHERE = f"{FASTEST} at every size"
EQUAL = "are practically equal"
BEST = "is the best"
LOCAL = "(here ℓ "
RING_BANDWIDTH = "2(N−1)/N"
NOTHING_TO_GROUP = "nothing to group"
BEST_GROUP = "Best is k "
TICK = "Tick links"
TICK_HERE = f"{TICK} in the list to compare them here."
USE = "Use in this scenario"
NO_MATCH = "no link has all these words"
NOT_TICKED = "not ticked"


def best(devices: int) -> str:
    return f"N = {devices} {BEST}"


def equal_at(size: str, left: str, right: str) -> str:
    return f"At {size} {left} and {right} {EQUAL}"


def time(time: str, source: str, startup: str, bandwidth: str) -> str:
    return f"{time}, {source} {LOCAL}{startup}, B {bandwidth})"


def fit(parts: int, error: str = "") -> str:
    return f"{parts} straight fits, off by up to {error}"


def assumed(given: str, others: str) -> str:
    return f"given for N = {given} and assumed for N = {others}."


def no_figures(devices: int) -> str:
    return f"no figures for N = {devices}"


def left_out(devices: int) -> str:
    return f"Left out: N = {devices}, for which "


def fastest_algorithm(devices: str) -> str:
    return f"Fastest with N = {devices}"


def fastest_at_every_size(algorithm: str) -> str:
    return f"The fastest at every size: {algorithm}."


def tied(*algorithms: str) -> str:
    return f"{', '.join(algorithms[:-1])} and {algorithms[-1]}, equal"


def of_scenario(devices: int) -> str:
    """Name this scenario's link at an N of the comparison."""
    return f"this scenario N = {devices}"


def no_curve(link: str) -> str:
    return f"No curve: {link}"


def status(words: str) -> str:
    """Give the footer's part about the link's figures."""
    return f"those of the link: {words}"


def number(count: int, of: int) -> str:
    return f"{count} of {of} links"
