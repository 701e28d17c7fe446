"""What is said of the split matrices, once for all tests: a better wording breaks one line."""

TITLE = "How the matrices are split"
EXACTLY_EQUAL = "equal, exactly"
WRONG = "wrong. An all-reduce before the activation"
ONE_EACH = "drawn on 4 devices, one for each hidden value; the scenario has N = 64"


def drawn_on(devices: str, of: int) -> str:
    return f"Drawn on {devices} devices; the scenario has N = {of}"


def place(matrix: str, row: int, column: int) -> str:
    return f"{matrix}, row {row}, column {column}"
