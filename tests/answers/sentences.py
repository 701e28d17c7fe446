"""What several capabilities say, once for all tests: a better wording breaks one line."""

CHANGED = "N was changed by hand"


def assuming_that(what: str, devices: int) -> str:
    return f"assuming that {what} hold at N = {devices}"


def assuming(what: str, devices: int) -> str:
    return f"assuming {what} hold at N = {devices}."


def link_listed(devices: int) -> str:
    return f"ℓ and B are listed for N = {devices}"
