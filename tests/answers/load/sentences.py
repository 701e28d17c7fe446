"""The sentences about load, once for all tests: a better wording breaks one line."""

NEVER_SATURATED = "Nothing saturates: requests take no time."
NOTHING_FITS = "No design fits in memory."
FIRST_ORDER = "First-order model: no batching, admission limit or bursts."
NO_SPLIT = "No split: no efficiency is given for N = 2 (given: N = 4)."
NO_FIT = "does not fit in memory"
REPLICAS_TOO_LARGE = "replicas too large for memory"
SATURATED = "saturated"
UNTIL_SIMULATED = " until the simulation finishes"
SHARED_QUEUE, RANDOM_QUEUE = "a shared queue", "separate queues, random routing"
REPLICAS_NEVER_SLOWER = "Replicas are at least as fast as the split at any rate."
PIPELINE_NEVER_SLOWER = "The pipeline is at least as fast as the split at any rate."
PIPELINE_FAST_AT_FIRST = "At low rates the pipeline is at least as fast as the split."
REPLICAS_NEVER_FASTER = "The split is faster than replicas at any rate."
TITLE = "Mean latency against arrival rate"
QUEUES = ("shared queue", "separate queues, random routing")
DETERMINISTIC, EXPONENTIAL = "deterministic (0)", "exponential (1)"

_WITH_VERB = {"split": "the split has", "replicas": "replicas have", "pipeline": "the pipeline has"}
_FASTER = {"replicas": "Replicas are faster", "pipeline": "The pipeline is faster"}


def fastest(rate: str, name: str, time: str, others: str = "") -> str:
    """Give the verdict at a rate, or its beginning."""
    return f"At {rate}, {_WITH_VERB[name]} the lowest mean latency, {time}{f' ({others}).' if others else ''}"


def undecided(rate: str, times: str, *, simulated: bool = True) -> str:
    return f"At {rate}, undecided{UNTIL_SIMULATED if simulated else ''}: {times}"


def saturated(rate: str) -> str:
    return f"At {rate}, every design is saturated: the queue grows without bound."


def fitting_saturated(rate: str) -> str:
    return f"At {rate}, every design that fits in memory is saturated."


def too_large(sizes: str) -> str:
    return f"Does not fit in memory (72 GB per device): {sizes}."


def split_over_nodes(time: str) -> str:
    return f"The split takes {time}, the link between nodes included."


def faster_above(name: str, rate: str) -> str:
    return f"{_FASTER[name]} than the split above {rate}."


def faster_at_the_earliest(name: str, rate: str) -> str:
    return f"{_FASTER[name]} from {rate} at the earliest."


def faster_until_saturation(name: str, rate: str) -> str:
    return f"{_FASTER[name]} from {rate} until they approach saturation."


REPLICAS_WIN = faster_above("replicas", "34.04 /s")


def figures(name: str, mean: str, p99: str, utilization: str, rate: str) -> str:
    """Give a design's row of the table, without a target."""
    return f"{name}: mean {mean}, p99 {p99}, utilization {utilization}, saturates at {rate}, no target –"


def figures_at(name: str, mean: str, utilization: str, p99: str = "") -> str:
    return f"{name} {mean} ({f'p99 {p99}, ' if p99 else ''}{utilization} utilized)"


def accuracy(name: str, mean: str, p99: str) -> str:
    return f"{name}: mean {mean}, p99 {p99}"


APPROXIMATE, SIMULATED_P99 = "approximate (Allen–Cunneen)", "simulated with 50,000 requests"
NOT_SIMULATED_P99 = "not simulated above 256 stages"


def simulated_mean(bound: str) -> str:
    return f"simulated (the curve is a lower bound, here {bound})"


def custom(value: str) -> str:
    return f"custom ({value})"


def queue_model(queues: str) -> str:
    return f"Queue model: Poisson arrivals, cv² = 1, replicas with {queues}; "


def replicas_mark(rate: str) -> str:
    return f"replicas faster: {rate}"


def pipeline_mark(rate: str) -> str:
    return f"pipeline faster: {rate}"


def saturation_mark(names: str) -> str:
    return f"saturated: {names}"
