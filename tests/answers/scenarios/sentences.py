"""What is said of the table of scenarios, once for all tests: a better wording breaks one line."""

NO_CELLS = "the clipboard holds no cells"
RESULTS = "results follow from the parameters"


def pasted(changed: int, added: int) -> str:
    return f"pasted: {changed} scenarios changed, {added} added"


def in_line(symbol: str, line: int, fault: str) -> str:
    return f"{symbol}, line {line}: {fault}"
