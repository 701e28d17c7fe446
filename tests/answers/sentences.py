"""What several capabilities say, once for all tests: a better wording breaks one line."""

CHANGED = "N was changed by hand"


def assuming_the_same(what: str, devices: int) -> str:
    return f"assuming the same {what} at N = {devices}"


def assuming(what: str, devices: int) -> str:
    return f"assuming the same {what} at N = {devices}."


def link_listed(devices: int, own_devices: int) -> str:
    """Give the warning about a link that lists its figures for another N than the scenario's."""
    return f"ℓ and B are listed for N = {devices}; assuming V and the single values of ℓ and B at N = {own_devices}"


def ill_conditioned(limit: str, change: str) -> str:
    return f"η is barely above r/N = {limit}: changing η by 0.1 % moves C* by about {change}"


ABOVE_MEASURED_EFFICIENCY = "is above 1.2, the highest measured for whole layers; please check"
DIRECT_NEEDS = "a direct all-reduce needs a fully connected link and at most 8 devices; here N = 2"
NOT_IN_SWITCH = "this link is not marked as capable of in-switch reduction"
NEEDS_ONE_NODE = "across several nodes a ring is used: the chosen algorithm needs one node"
LINK_BETWEEN_NODES = "the page Parallelism includes the link between nodes"
NO_TARGET, ONE_NODE, NODE_PER_STAGE = "no target", "a single node", "one node per stage"
UNKNOWN, NO_STATE = "unknown", "no state"
FROM_FILE = "from the file"
