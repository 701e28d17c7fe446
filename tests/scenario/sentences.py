"""What is said of a scenario's values, once for all tests: a better wording breaks one line."""

SERIAL, DIVISIBLE, BANDWIDTH, OVERLAP = "serial time", "divisible time", "effective bandwidth", "overlap fraction"
EFFICIENCY, STARTUP, MESSAGE, TENSOR = "local efficiency", "start-up per message", "bytes per message", "tensor size"
NAMES_UNIQUE = "names are unique"
NOT_A_NAME = "is not a name"
NOT_A_TEXT = "is not a text"
OUT_OF_RANGE = "out of range"
ACCEPTED = "accepted is"
AT_LEAST_ONE = "at least 1"
AT_MOST_1000 = "at most 1,000"
NOT_READABLE = "cannot be read"
NOT_WHOLE = "not a whole number"
AN_OBJECT = "an object"
NO_BLOCK = "the clipboard does not contain a block of at most 256 × 256 numbers"
TIMES_FROM_CURVES = "takes its times from its curves"
OWN_STAGE_TIMES = "stage times, which fix the number of stages"


def not_a(text: str, kind: str = "time") -> str:
    return f"“{text}” is not a {kind}"


def not_a_value(text: str, kind: str) -> str:
    """Give the refusal of a value in a file, which has no quotes."""
    return f"{text} is not a {kind}"


def out_of_range(text: str) -> str:
    return f"{text} is {OUT_OF_RANGE}"


def wrong_unit(unit: str, kind: str) -> str:
    return f"“{unit}” is a unit of {kind}, not"


def no_room(rows: int, columns: int, down: int, right: int) -> str:
    return f"a block of {rows} × {columns} does not fit; there is room for {down} × {right} from this cell"
