"""What is said of the pipeline, once for all tests: a better wording breaks one line."""

MAKESPAN, IDEAL = "(GPipe's convention)", "(Megatron's)"
OF_MAKESPAN, OF_IDEAL = "of the makespan (GPipe's)", "of the ideal time (Megatron's)"
IDLE_OF_ALL, IDLE_OF_WORK = "idle time / total device time", "idle time / compute time"
BLOCKING = "Blocking sends occupy every stage but the last for one hop; included in the rate, not drawn."
NOT_MODELLED = "Blocking sends are not modelled here: the figures assume non-blocking sends."
FROM_CLOSED_FORMS = "figures from closed forms only"
NO_CLOSED_FORM = "and there is no closed form"
IDENTICAL = "Forward only: GPipe and 1F1B are identical."
WAITS_FOR_HOPS = "longer: it waits for hops in both directions."
MORE_HOPS = "2× as many hops cost more than the faster fill saves."
SHARED_EQUALLY = "Stages share S and C equally, 6.4 ms each. A hop takes 230 µs."
TRAINING_STEADY_STATE = "In steady state each micro-batch adds 3 ms: 333.3 /s."
LATER_CHUNKS = "later chunks are lighter"
STEADY_STATE = "In steady state"
RATE = "In steady state one request completes every 6.4 ms: 156.2 /s."
ON_RELEASE = "Too many events to redraw while dragging; updates on release."
IDLE_OF_MAKESPAN_COLUMN = "idle of the makespan (1)"


def only_multiples(stages: int, tried: str = "") -> str:
    """Give the reason why chunks cannot run, or its beginning without counts to try."""
    reason = f"Interleaved needs a multiple of {stages} micro-batches"
    return f"{reason}; try {tried}" if tried else reason


def bubble(of_makespan: str, of_ideal: str = "") -> str:
    """Give both shares, or the first alone."""
    share = f"bubble {of_makespan} of the makespan"
    return f"{share} {MAKESPAN}, {of_ideal} of the ideal time {IDEAL}" if of_ideal else share


def times_ideal(factor: str) -> str:
    return f", {factor} times the ideal time {IDEAL}"


def nothing_to_play(reason: str) -> str:
    return f"Nothing to play: {reason}"


def activations(alternating: int, gpipe: int) -> str:
    return f"On stage 1, 1F1B keeps the activations of {alternating} micro-batches, GPipe those of {gpipe}"


def small_from(makespan: int, ideal: int) -> str:
    return f"Below 10 % of the makespan from m = {makespan} (of the ideal time from m = {ideal})."


def event(schedule: str, stage: int, what: str, micro_batch: int) -> str:
    return f"{schedule}, stage {stage}: {what} of micro-batch {micro_batch}, from "
