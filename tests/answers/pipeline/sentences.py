"""What is said of the pipeline, once for all tests: a better wording breaks one line."""

MAKESPAN, IDEAL = "(GPipe's convention)", "(Megatron's)"
OF_MAKESPAN, OF_IDEAL = "of the makespan (GPipe's)", "over the ideal time (Megatron's)"
IDLE_OF_ALL, IDLE_OF_WORK = "idle over all device time", "idle over pure work time"
BLOCKING = "Sends hold each stage but the last up"
FROM_CLOSED_FORMS = "from closed forms alone"
LATER_CHUNKS = "chunks, later ones fade"
STEADY_STATE = "When there are many"
RATE = "a request leaves every 6.4 ms: 156.2 /s"
WHEN_LET_GO = "when you let go"
IDLE_OF_MAKESPAN_COLUMN = "idle of the makespan (1)"


def only_multiples(stages: int, tried: str = "") -> str:
    """Give the reason why chunks cannot run, or its beginning without counts to try."""
    reason = f"interleaved runs only a multiple of {stages}"
    return f"{reason} micro-batches (the stages): try {tried}" if tried else reason


def bubble(of_makespan: str, over_ideal: str = "") -> str:
    """Give both shares, or the first alone."""
    share = f"bubble {of_makespan} of the makespan"
    return f"{share} {MAKESPAN}, {over_ideal} over the ideal time {IDEAL}" if over_ideal else share


def times_ideal(factor: str) -> str:
    return f", {factor} times the ideal time {IDEAL}"


def nothing_to_play(reason: str) -> str:
    return f"Nothing to play: {reason}"


def activations(alternating: int, gpipe: int) -> str:
    return f"1F1B keeps the activations of {alternating} micro-batches on stage 1, GPipe of {gpipe}"


def small_from(makespan: int, ideal: int) -> str:
    return f"Below 10 % of the makespan from m = {makespan} (over the ideal time from m = {ideal})."


def event(schedule: str, stage: int, what: str, micro_batch: int) -> str:
    return f"{schedule}, stage {stage}: {what} of micro-batch {micro_batch}, from "
