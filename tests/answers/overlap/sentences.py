"""What is said of overlap, once for all tests: a better wording breaks one line."""

TITLE = "Communication that overlap can hide"
COMPUTE_LONGER = "Compute takes longer"
NOTHING_TO_HIDE = "There is no communication to hide."
CAUTION = "A bound, not a forecast: work that waits for a result cannot overlap it."
BOUND = "S + max(compute, communication) = 8.300 ms"
BOUND_IN_SYMBOLS = "S + max(C/(Nη), H) = 8.300 ms"
BOUND_SHORT = "bound 8.300 ms"
ONE_DEVICE, IN_SERIES, IDEAL_BOUND = "one device", "two, in series", "two, ideal bound"
HIDDEN = "two, f = 40 %: communication 920 µs, from 7.932 ms to 8.852 ms. 368 µs of it is hidden under compute."


def above_bound(time: str, percent: str) -> str:
    return f"Now {time} ({percent}) above the bound."


def hidden_at_most(time: str) -> str:
    return f"{COMPUTE_LONGER}: at most {time} can be hidden."
