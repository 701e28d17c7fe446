"""What is said of the split matrices, once for all tests: a better wording breaks one line."""

TITLE = "Matrix split"
UNDIVIDED = "undivided"
EXACTLY_EQUAL = "exactly equal: sums of integers do not depend on their order."
WRONG = "wrong. An all-reduce before the activation"
BY_CHANCE = "right by chance"
MAY_BE_PARTS = "it may be applied to parts of sums"
RULED_OUT = "only a non-linearity such as ReLU rules it out"
ALONE = "One device has everything"
OVERFLOW = "some numbers are too large for float16"
ONE_EACH = "drawn on 4 devices, one per hidden value; the scenario has N = 64"
AS_A_RING = "All-reduce as a ring (the link names none)"
LEFT_OUT = "Only the first 16 rows and columns of each matrix are drawn"
STAGES = (
    "Undivided",
    "Stage 1 of 6. Each device gets columns of A",
    "Stage 2 of 6. Each device multiplies x",
    "Stage 3 of 6. The activation is applied to each cell",
    "Stage 4 of 6. Each device multiplies by its own rows",
    "Stage 5 of 6, step {step} of 2. All-reduce",
    "Stage 6 of 6. Compared",
)
FAILING_STAGES = (
    "Undivided",
    "Stage 1 of 6. Each device gets rows of A",
    "Stage 2 of 6. Each device has only a part",
    "Stage 3 of 6. The activation is applied too early",
    "Stage 4 of 6. Each device multiplies by all of B",
    "Stage 5 of 6, step {step} of 2. The outputs",
    "Stage 6 of 6. Compared",
)


def drawn_on(devices: str, of: int) -> str:
    return f"Drawn on {devices} devices; the scenario has N = {of}"


def difference(value: float, precision: str) -> str:
    return f"the largest difference is {value:.3g}: due to summation order and {precision}, not the split."


def index(matrix: str, row: int, column: int) -> str:
    return f"{matrix}, row {row}, column {column}"
