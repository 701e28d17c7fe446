"""What is said of load, once for all tests: a better wording breaks one line."""

NEVER_SATURATED = "Nothing saturates: no design holds a request for any time."
NOTHING_FITS = "No design fits in memory."
FIRST_ORDER = "First-order: no batching, admission limit or bursts."
NO_SPLIT = "No split: no efficiency is given for N = 2 (given: N = 4)."
NO_FIT = "does not fit in memory"
REPLICAS_TOO_LARGE = "replicas do not fit in memory"
UNDECIDED = "until simulated"
SIMULATED = "p99 simulated"
SHARED_QUEUE, RANDOM_QUEUE = "one shared queue", "random dispatch"
REPLICAS_WIN = "Above 34.04 /s replicas are faster than the split."


def fastest(rate: str, name: str, time: str, others: str = "") -> str:
    """Give the verdict at a rate, or its beginning."""
    return f"At {rate} fastest on average: {name}, {time}{f' ({others}).' if others else ''}"


def undecided(rate: str, times: str) -> str:
    return f"At {rate} not decided {UNDECIDED}: {times}"


def saturated(rate: str) -> str:
    return f"At {rate} every design is saturated: requests pile up without end."


def too_large(sizes: str) -> str:
    return f"Does not fit in memory, 72 GB on each device: {sizes}."


def figures(name: str, mean: str, p99: str, busy: str, rate: str) -> str:
    """Give a design's row of the table, without a target."""
    return f"{name}: mean {mean}, p99 {p99}, busy {busy}, saturates {rate}, no target –"


def reading(times: str, busy: str) -> str:
    return f"{times}, {busy} busy)"


def bound(time: str) -> str:
    return f"(its curve is a lower bound, here {time})"


def queue_model(dispatch: str) -> str:
    return f"Queue model: Poisson arrivals, cv² = 1, {dispatch} before the replicas; "


def replicas_mark(rate: str) -> str:
    return f"replicas faster: {rate}"


def pipeline_mark(rate: str) -> str:
    return f"pipeline faster: {rate}"


def saturation_mark(names: str) -> str:
    return f"saturated: {names}"
